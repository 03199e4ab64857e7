/** README and ARCHITECTURE mention every file and folder of the root, and every folder of `src/` and `scripts/`. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { root } from '../../../scripts/lib/programs.cjs';

const documents = ['README.md', 'ARCHITECTURE.md'];

/**
 * Lists what the documents have to mention.
 *
 * @param files - Paths of files, relative to the root: `src/page/app.ts`.
 * @returns The entries of the root and the folders of `src/` and `scripts/`, with a slash after folders: `src/page/`.
 */
function listEntries(files: readonly string[]): string[] {
  const entries = files.flatMap((file) => {
    const [top = '', second, ...rest] = file.split('/');
    if (second === undefined) return [top];
    const isFolderInside = (top === 'src' || top === 'scripts') && rest.length > 0;
    return isFolderInside ? [`${top}/${second}/`] : [`${top}/`];
  });
  // `src/` needs no row, because each of its folders has one.
  return [...new Set(entries)].filter((entry) => entry !== 'src/').sort();
}

/** Returns the entries that no document mentions as code: `` `src/page/` ``. */
const findUnmentioned = (entries: readonly string[], text: string): string[] =>
  entries.filter((entry) => !text.includes(`\`${entry}\``));

const text = documents.map((file) => readFileSync(path.join(root, file), 'utf8')).join('\n');
const { stdout, status } = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
});
const entries = listEntries(stdout.split('\0').filter((file) => file !== ''));

test('README or ARCHITECTURE mentions every entry of the root and every folder of src/ and scripts/', () => {
  expect(status, 'git lists the files: run the tests in a clone of the repository').toBe(0);
  console.log(`${entries.length} files and folders`);
  expect(entries).toEqual(expect.arrayContaining(['src/page/', 'scripts/lib/', 'tests/', 'package.json']));
  expect(
    findUnmentioned(entries, text),
    `add a row to README.md that says what each of these contains, or delete the file or folder`,
  ).toEqual([]);
});

test('a folder that no document mentions is found', () => {
  const files = [
    'src/page/app.ts',
    'src/new-folder/a.ts',
    'scripts/build.mts',
    'scripts/new/a.ts',
    'new.json',
    'new/a',
  ];
  expect(listEntries(files)).toEqual(['new.json', 'new/', 'scripts/', 'scripts/new/', 'src/new-folder/', 'src/page/']);
  expect(findUnmentioned(listEntries(files), text)).toEqual(['new.json', 'new/', 'scripts/new/', 'src/new-folder/']);
});
