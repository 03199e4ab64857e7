/**
 * README and ARCHITECTURE mention every file and folder of the root, and every folder of `src/` and `scripts/`. Each
 * folder with code has a README that says what belongs there and what doesn't.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
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
const files = stdout.split('\0').filter((file) => file !== '');
const entries = listEntries(files);

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

/** The parts of a folder's README. */
const PARTS = ['Belongs here', 'Belongs elsewhere', 'Rule'];

/** Folders outside `src/` whose README has the parts too. */
const FURTHER = ['api-spec/', 'bench/', 'examples/', 'sandbox/', 'scripts/', 'scripts/lib/', 'tests/'];

/** Returns what is wrong with a folder's README, or nothing. */
function checkReadme(folder: string, readme: string | undefined): string[] {
  const file = `${folder}README.md`;
  if (readme === undefined) return [`${file} is missing. Say what belongs in the folder, and what doesn't.`];
  const missing = PARTS.filter((part) => !new RegExp(`^- \\*\\*${part}:\\*\\* \\S`, 'm').test(readme));
  const named = [...readme.matchAll(/`((?:src|scripts|tests|api-spec|docs|static|sandbox)\/[\w/-]*\/)`/g)];
  const gone = named.map(([, name = '']) => name).filter((name) => !existsSync(path.join(root, name)));
  return [
    ...missing.map((part) => `${file} has no line "- **${part}:** …". Add it.`),
    ...gone.map((name) => `${file} mentions ${name}, which doesn't exist. Correct it.`),
  ];
}

const readmes = new Map(
  [...new Set(files.flatMap((file) => /^src\/[^/]+\//.exec(file) ?? [])), ...FURTHER].map((folder) => {
    const file = path.join(root, folder, 'README.md');
    return [folder, existsSync(file) ? readFileSync(file, 'utf8') : undefined];
  }),
);

test("each folder's README says what belongs there, what doesn't, and its rule", () => {
  console.log(`${readmes.size} folders`);
  expect([...readmes.keys()]).toEqual(expect.arrayContaining(['src/page/', 'src/theme/', 'tests/']));
  expect([...readmes].flatMap(([folder, readme]) => checkReadme(folder, readme))).toEqual([]);
});

test('a missing README, a missing part, and a folder that is gone are found', () => {
  expect(checkReadme('src/new/', undefined)).toEqual([expect.stringContaining('src/new/README.md is missing')]);
  const sound = readmes.get('src/page/') ?? '';
  expect(checkReadme('src/page/', sound.replace('- **Belongs elsewhere:**', '- **Other folders:**'))).toEqual([
    'src/page/README.md has no line "- **Belongs elsewhere:** …". Add it.',
  ]);
  expect(checkReadme('src/page/', sound.replace('`src/client/`', '`src/gone/`'))).toEqual([
    "src/page/README.md mentions src/gone/, which doesn't exist. Correct it.",
  ]);
});
