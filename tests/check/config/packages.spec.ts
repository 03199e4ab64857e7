/** The packages: exact versions with verified digests, no install scripts, allowed licenses, and not too many. */
import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';

const read = (file: string): string => readFileSync(file, 'utf8');

interface Locked {
  readonly version?: string;
  readonly license?: string | string[];
  readonly integrity?: string;
  readonly resolved?: string;
  readonly inBundle?: boolean;
}
interface Manifest {
  readonly dependencies: Record<string, string>;
  readonly devDependencies: Record<string, string>;
  readonly overrides: Record<string, string>;
  readonly scripts: Record<string, string>;
}

const manifest = JSON.parse(read('package.json')) as Manifest;
const lockfile = JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> };
const packages = Object.entries(lockfile.packages).filter(([place]) => place !== '');
const wanted = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });

/** Licenses that packages may have. MPL only covers changes to its own files, which are used unmodified. */
const LICENSES = [
  ...['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0', 'Python-2.0'],
  ...['PSF-2.0', 'Zlib', 'CC0-1.0', 'CC-BY-4.0', 'Unlicense', 'WTFPL', 'MPL-2.0'],
];
/** Packages whose license isn't in the lockfile or on the list, each with the reason why it's allowed. */
const REVIEWED: Readonly<Record<string, string>> = {
  '@cspell/dict-en-common-misspellings': 'CC BY-SA 4.0: a word list that the spell checker reads, never published.',
  'dejavu-fonts-ttf': 'The license of Bitstream Vera: free to use and redistribute. Drawn into images.',
  ...Object.fromEntries(
    [
      ...['compute-gcd', 'compute-lcm', 'eval', 'format', 'khroma', 'rechoir', 'require-like'],
      ...['validate.io-function', 'validate.io-integer', 'validate.io-integer-array', 'validate.io-number'],
    ].map((name) => [name, 'MIT, in its LICENSE or README.']),
  ),
};

test('versions are exact, the lockfile has them, and no install script runs', () => {
  for (const [name, version] of [...wanted, ...Object.entries(manifest.overrides)]) {
    expect(version, name).toMatch(/^(npm:@?[\w./-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/);
  }
  for (const [name, version] of wanted) {
    expect(lockfile.packages[`node_modules/${name}`]?.version, name).toBe(version);
  }
  const { 'docusaurus-plugin-openapi-docs': plugin, 'docusaurus-theme-openapi-docs': theme } = manifest.dependencies;
  expect(theme, 'both OpenAPI packages have the same version').toBe(plugin);
  const hooks = ['preinstall', 'install', 'postinstall', 'prepublish', 'preprepare', 'prepare', 'postprepare'];
  expect(Object.keys(manifest.scripts).filter((name) => hooks.includes(name))).toEqual([]);
  expect(read('.npmrc')).toMatch(/^ignore-scripts=true$/m);
});

test('every package comes from a registry and has a verified digest', () => {
  const findings = packages.filter(
    ([, { integrity = '', resolved, inBundle }]) =>
      (inBundle !== true && !integrity.startsWith('sha512-')) ||
      (resolved !== undefined && !/^https:\/\/[^/]+\/.+\.tgz$/.test(resolved)),
  );
  expect(findings.map(([place]) => place)).toEqual([]);
});

test('there are at most 70 direct packages, and 1,900 in all', () => {
  console.log(`${wanted.length} direct packages, ${packages.length} in all`);
  expect(wanted.length, 'CONTRIBUTING says how to choose a package').toBeLessThanOrEqual(70);
  expect(packages.length, 'find a lighter package, or run "npm dedupe"').toBeLessThanOrEqual(1900);
});

test('every package has an allowed license', () => {
  /** Whether an SPDX expression is satisfied: one side of an OR, both sides of an AND. */
  const isAllowed = (expression: string): boolean =>
    expression
      .replace(/[()]/g, '')
      .split(' OR ')
      .some((choice) => choice.split(' AND ').every((license) => LICENSES.includes(license.trim())));
  const findings = packages.flatMap(([place, { license, version }]) => {
    const name = place.replace(/^.*node_modules\//, '');
    const stated = [license ?? 'unknown'].flat().join(' OR ');
    return isAllowed(stated) || REVIEWED[name] !== undefined ? [] : [`${name}@${version}: ${stated}`];
  });
  expect(findings, 'replace these, or review them in this file').toEqual([]);
  expect(isAllowed('MIT AND GPL-2.0') || isAllowed('unknown')).toBe(false);
});
