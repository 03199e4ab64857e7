/** CONTRIBUTING lists every dependency with its purpose, and no others. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { root } from '../../../scripts/lib/programs.cjs';

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

/**
 * Reads the table of packages in CONTRIBUTING, whose first column contains names such as `` `react` `` or `` `@types/*` ``.
 *
 * @returns The names in the order of the rows.
 * @throws If there is no such table.
 */
function readListedNames(text: string): string[] {
  const [, table] = /^\| Packages\b[^\n]*\n\|[ -]+\|[ -]+\|\n((?:\|[^\n]*\n)+)/m.exec(text) ?? [];
  if (table === undefined) throw new Error('CONTRIBUTING.md has no table "Packages | Purpose". Restore it.');
  return table
    .split('\n')
    .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));
}

/** Compares listed names with installed ones. A name that ends in `*` stands for all that begin like it. */
function findDifferences(listed: readonly string[], installed: readonly string[]): string[] {
  const isListedAs = (entry: string, name: string): boolean =>
    entry.endsWith('*') ? name.startsWith(entry.slice(0, -1)) : entry === name;
  return [
    ...installed
      .filter((name) => !listed.some((entry) => isListedAs(entry, name)))
      .map((name) => `${name} isn't listed in CONTRIBUTING.md; add it with its purpose`),
    ...listed
      .filter((entry) => !installed.some((name) => isListedAs(entry, name)))
      .map((entry) => `${entry} isn't in package.json; remove it from CONTRIBUTING.md`),
    ...listed
      .filter((entry, index) => listed.indexOf(entry) !== index)
      .map((entry) => `${entry} is listed twice in CONTRIBUTING.md; remove one`),
  ];
}

const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const { dependencies, devDependencies } = JSON.parse(read('package.json')) as Manifest;
const installed = Object.keys({ ...dependencies, ...devDependencies });
const listed = readListedNames(read('CONTRIBUTING.md'));

test('CONTRIBUTING lists every dependency with its purpose', () => {
  console.log(`${installed.length} dependencies, ${listed.length} entries`);
  expect(installed.length).toBeGreaterThan(10);
  expect(findDifferences(listed, installed)).toEqual([]);
});

test('a missing, an unknown, and a repeated dependency are found', () => {
  expect(findDifferences(listed, [...installed, 'left-pad'])).toEqual([
    expect.stringContaining("left-pad isn't listed"),
  ]);
  expect(findDifferences([...listed, 'left-pad'], installed)).toEqual([
    expect.stringContaining("left-pad isn't in package.json"),
  ]);
  expect(findDifferences([...listed, 'react'], installed)).toEqual([expect.stringContaining('react is listed twice')]);
  expect(() => readListedNames('# Contributing\n')).toThrow(/has no table/);
});
