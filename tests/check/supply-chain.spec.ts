import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { parse } from 'yaml';
import { installedPackages, isAllowed, judgedPackages } from '../../scripts/lib/licenses';
import { root } from '../support/routes';

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

interface Lockfile {
  lockfileVersion: number;
  packages: Record<
    string,
    {
      version?: string;
      integrity?: string;
      resolved?: string;
      link?: boolean;
      inBundle?: boolean;
      hasInstallScript?: boolean;
    }
  >;
}
interface Manifest {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  overrides: Record<string, string>;
  scripts: Record<string, string>;
}
const lockfile = JSON.parse(read('package-lock.json')) as Lockfile;
const benchLockfile = JSON.parse(read('bench/package-lock.json')) as Lockfile;
const manifest = JSON.parse(read('package.json')) as Manifest;

test('versions are exact, and the lockfile has them', () => {
  const wanted = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });
  expect(wanted.length).toBeGreaterThan(10);
  for (const [name, version] of [...wanted, ...Object.entries(manifest.overrides)]) {
    // An override can name another package, too.
    expect(version, name).toMatch(/^(npm:@?[\w./-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/);
  }
  for (const [name, version] of wanted) {
    expect(lockfile.packages[`node_modules/${name}`]?.version, name).toBe(version);
  }
  expect(read('.npmrc')).toContain('save-exact=true');
  const ofBench = Object.entries((JSON.parse(read('bench/package.json')) as Manifest).dependencies);
  expect(ofBench.length).toBeGreaterThan(0);
  for (const [name, version] of ofBench) {
    expect(version, `bench: ${name}`).toMatch(/^\d+\.\d+\.\d+$/);
    expect(benchLockfile.packages[`node_modules/${name}`]?.version, `bench: ${name}`).toBe(version);
  }
});

/** Packages that an installation of the site can have. The benchmark has its own lockfile. */
const MOST_PACKAGES = 2100;

test('the lockfile has few packages', () => {
  const count = Object.keys(lockfile.packages).filter((folder) => folder !== '').length;
  console.log(`${count} packages, at most ${MOST_PACKAGES}`);
  expect(count).toBeGreaterThan(1000);
  expect(
    count,
    'Find a lighter package, or run "npm dedupe". CONTRIBUTING says how to choose one.',
  ).toBeLessThanOrEqual(MOST_PACKAGES);
});

test('every package comes from a registry and has a verified digest', () => {
  const findings: string[] = [];
  const packages = [lockfile, benchLockfile]
    .flatMap((file) => Object.entries(file.packages))
    .filter(([place]) => place !== '');
  for (const [place, { integrity, resolved, link, inBundle }] of packages) {
    if (link === true) findings.push(`${place}: a link to a folder`);
    if (inBundle !== true && !/^sha512-/.test(integrity ?? '')) findings.push(`${place}: no SHA-512 digest`);
    if (resolved !== undefined && !/^https:\/\/[^/]+\/.+\.tgz$/.test(resolved))
      findings.push(`${place}: comes from ${resolved}`);
  }
  console.log(`${packages.length} packages`);
  expect(lockfile.lockfileVersion).toBe(3);
  expect(packages.length).toBeGreaterThan(100);
  expect(findings).toEqual([]);
});

test("no install script runs, neither ours nor a package's", () => {
  const hooks = ['preinstall', 'install', 'postinstall', 'prepublish', 'preprepare', 'prepare', 'postprepare'];
  expect(Object.keys(manifest.scripts).filter((name) => hooks.includes(name))).toEqual([]);
  const wanting = Object.entries(lockfile.packages).filter(([, entry]) => entry.hasInstallScript === true);
  console.log(`${wanting.length} packages bring a script that npm does not run`);
  expect(wanting.length).toBeGreaterThan(0);
  expect(read('.npmrc')).toMatch(/^ignore-scripts=true$/m);
});

test('every package has an allowed license', () => {
  const packages = [root, path.join(root, 'bench')].flatMap((folder) => installedPackages(folder));
  const findings = packages
    .filter(({ name, license }) => !isAllowed(license) && judgedPackages[name] === undefined)
    .map(
      ({ name, version, license }) =>
        `${name}@${version}: ${license}. Replace it, or judge it in scripts/lib/licenses.ts.`,
    );
  console.log(`${packages.length} packages, ${new Set(packages.map(({ license }) => license)).size} licenses`);
  expect(packages.length).toBeGreaterThan(100);
  expect(findings).toEqual([]);
  for (const license of ['GPL-3.0', 'AGPL-3.0-only', 'unknown', 'UNLICENSED', 'MIT AND GPL-2.0'])
    expect(isAllowed(license), license).toBe(false);
  for (const license of ['(MIT OR GPL-3.0)', '(MIT AND Zlib)', 'Apache-2.0'])
    expect(isAllowed(license), license).toBe(true);
});

test('the update policy covers packages and actions, and updates both OpenAPI packages together', () => {
  interface Update {
    'package-ecosystem': string;
    groups?: Record<string, { patterns?: string[] }>;
  }
  const { version, updates } = parse(read('.github/dependabot.yml')) as { version: number; updates: Update[] };
  expect(version).toBe(2);
  expect(updates.map((update) => update['package-ecosystem']).sort()).toEqual(['github-actions', 'npm']);
  const patterns = Object.values(updates.find((update) => update['package-ecosystem'] === 'npm')?.groups ?? {}).map(
    (group) => group.patterns ?? [],
  );
  const plugins = ['docusaurus-plugin-openapi-docs', 'docusaurus-theme-openapi-docs'];
  expect(patterns.some((group) => plugins.every((plugin) => group.includes(plugin)))).toBe(true);
  expect(manifest.dependencies[plugins[0] ?? '']).toBe(manifest.dependencies[plugins[1] ?? '']);
});
