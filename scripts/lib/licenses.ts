/** The licenses of all installed packages, from the lockfile or, if it has none, from the package. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The licenses that packages may have. */
const allowedLicenses: ReadonlySet<string> = new Set([
  ...['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0', 'Python-2.0'],
  ...['PSF-2.0', 'Zlib', 'CC0-1.0', 'CC-BY-4.0', 'Unlicense', 'WTFPL'],
  // Only covers changes to its own files, which are used unmodified.
  'MPL-2.0',
]);

/** Packages that a person has reviewed, with the reason. */
export const judgedPackages: Readonly<Record<string, string>> = {
  '@cspell/dict-en-common-misspellings':
    'CC BY-SA 4.0. A word list that the spell checker reads during checks. It is never published.',
  'dejavu-fonts-ttf':
    'The license of Bitstream Vera and DejaVu: free to use, modify, and redistribute, but not to sell alone. Drawn into images.',
  'parse-cache-control':
    'The 3-Clause BSD License, which the package lists as "BSD". Lighthouse uses it in the benchmark.',
};

/** An installed package. */
export interface InstalledPackage {
  readonly name: string;
  readonly version: string;
  readonly license: string;
}

interface Lockfile {
  packages: Record<string, { version?: string; license?: string | string[]; optional?: boolean; link?: boolean }>;
}

interface Manifest {
  license?: string | { type?: string };
  licenses?: { type?: string }[];
}

/** The license in a package's manifest. Older packages have an object or a list, and some only a file. */
function ownLicense(folder: string): string | undefined {
  const manifest = path.join(folder, 'package.json');
  if (!existsSync(manifest)) {
    return undefined;
  }
  const { license, licenses } = JSON.parse(readFileSync(manifest, 'utf8')) as Manifest;
  const stated = typeof license === 'string' ? license : (license?.type ?? licenses?.[0]?.type);
  if (stated !== undefined) {
    return stated;
  }
  const file = ['LICENSE', 'LICENSE.md', 'LICENSE.txt', 'LICENCE', 'license', 'README.md', 'Readme.md', 'readme.md']
    .map((name) => path.join(folder, name))
    .find(
      (candidate) => existsSync(candidate) && /MIT|Permission is hereby granted/.test(readFileSync(candidate, 'utf8')),
    );
  return file === undefined ? undefined : 'MIT';
}

/**
 * @param root the repository, with its packages installed
 * @returns every package of the lockfile, by name; `unknown` where no license is stated
 */
export function installedPackages(root: string): InstalledPackage[] {
  const lockfile = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as Lockfile;
  return Object.entries(lockfile.packages)
    .filter(([place]) => place !== '')
    .map(([place, entry]) => ({
      name: place.replace(/^.*node_modules\//, ''),
      version: entry.version ?? '',
      license:
        (Array.isArray(entry.license) ? entry.license.join(' OR ') : entry.license) ??
        ownLicense(path.join(root, place)) ??
        'unknown',
    }))
    .sort((one, other) => one.name.localeCompare(other.name, 'en') || one.version.localeCompare(other.version, 'en'));
}

/** Whether allowed licenses satisfy an SPDX expression: one side of an OR, both sides of an AND. */
export function isAllowed(expression: string): boolean {
  const bare = expression.replace(/[()]/g, '').replace(/^Apache 2(\.0)?$/i, 'Apache-2.0');
  return bare
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((license) => allowedLicenses.has(license.trim())));
}
