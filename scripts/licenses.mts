/** `npm run licenses`: lists every installed package by license. */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { installedPackages } from './lib/licenses';

const packages = installedPackages(path.resolve(fileURLToPath(import.meta.url), '..', '..'));
const groups = new Map<string, string[]>();
for (const { name, version, license } of packages) {
  groups.set(license, [...(groups.get(license) ?? []), `${name}@${version}`]);
}
for (const [license, names] of [...groups].sort(([, one], [, other]) => other.length - one.length)) {
  console.log(`\n${license} (${names.length})\n  ${[...new Set(names)].join('\n  ')}`);
}
console.log(`\n${packages.length} packages, ${groups.size} licenses`);
