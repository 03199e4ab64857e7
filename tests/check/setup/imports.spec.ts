/** Which folders can import from which: tests import everything, and nothing imports tests or checks. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { root } from '../../support/routes';

/** Files that must not import from a folder, and why. */
const rules: readonly { from: RegExp; to: RegExp; reason: string }[] = [
  { from: /^(src|scripts|sandbox)\//, to: /^tests\//, reason: 'Move what both need to src/ or scripts/lib/.' },
  {
    from: /^(src\/(?!content-lint\/)|sandbox\/)/,
    to: /^src\/content-lint\//,
    reason: 'Checks are no part of the build. Move what both need to src/coverage/ or src/description/.',
  },
  {
    from: /^src\//,
    to: /^(sandbox|bench)\//,
    reason: 'The sandbox and the benchmark build on the site, not the reverse.',
  },
  {
    from: /^src\/page\//,
    to: /^src\/(theme|components)\//,
    reason: 'The page script runs without React. Move plain functions to src/page/.',
  },
];

/** The rules that a file's imports break. */
function brokenRules(file: string, text: string): string[] {
  return [...text.matchAll(/\b(?:from|import\(|import|require\()\s*['"](\.[^'"]*)['"]/g)].flatMap(
    ({ 1: name = '', index }) => {
      const target = path.posix.join(path.posix.dirname(file), name);
      const line = text.slice(0, index).split('\n').length;
      return rules
        .filter(({ from, to }) => from.test(file) && to.test(target))
        .map(({ reason }) => `${file}:${line} imports ${target}. ${reason}`);
    },
  );
}

test('no folder imports from one that builds on it', () => {
  const files = ['src', 'scripts', 'sandbox'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:[cm]?ts|tsx|[cm]?js)$/.test(name))
      .map((name) => path.posix.join(folder, name.split(path.sep).join('/'))),
  );
  console.log(`${files.length} files`);
  expect(files.length).toBeGreaterThan(200);
  expect(files.flatMap((file) => brokenRules(file, readFileSync(path.join(root, file), 'utf8')))).toEqual([]);
});

test('a wrong import is found with file and line', () => {
  expect(brokenRules('scripts/api-diff.mts', "import a from 'a';\nimport { b } from '../tests/check/b';\n")).toEqual([
    'scripts/api-diff.mts:2 imports tests/check/b. Move what both need to src/ or scripts/lib/.',
  ]);
  expect(brokenRules('src/render/prices.ts', "export { c } from '../content-lint/pages/c';\n")).toHaveLength(1);
  expect(brokenRules('src/page/app.ts', "void import('../theme/Root');\n")).toHaveLength(1);
  expect(brokenRules('scripts/lib/backlinks.ts', "import { d } from '../../src/coverage/pages';\n")).toEqual([]);
});
