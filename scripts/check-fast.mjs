/**
 * `npm run check:fast`: checks what has changed since the last commit, in seconds: format, lint, types, and the tests that
 * read the changed files. It generates nothing. `npm run check` and `npm test` run everything.
 *
 * Exits with status 1 if a check fails.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { endTogether } from './lib/children.mjs';
import { chooseChecks } from './lib/fast-checks.mjs';
import { root } from './lib/programs.cjs';
import { requireDependencies, requireNode, runTool, stop } from './lib/setup.mjs';

/** Files that were added or changed since the last commit and still exist. */
function changedFiles() {
  const list = (/** @type {string[]} */ ...args) => {
    const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
    if (status !== 0) stop('"npm run check:fast" asks git what has changed, and git failed. Run "npm run check".');
    return stdout.split('\0');
  };
  const names = [
    ...list('diff', 'HEAD', '--name-only', '-z', '--diff-filter=d'),
    ...list('ls-files', '--others', '--exclude-standard', '-z'),
  ];
  return [...new Set(names)].filter((name) => name !== '' && existsSync(path.join(root, name))).sort();
}

requireNode();
endTogether();
await requireDependencies();
const files = changedFiles();
if (files.length === 0) {
  console.log('Nothing has changed since the last commit. "npm run check" checks everything.');
  process.exit(0);
}
const { formatted, linted, hasTypes, tests } = chooseChecks(files);
const types = ['--noEmit', '--incremental', '--tsBuildInfoFile', 'node_modules/.cache/typescript/checked.tsbuildinfo'];
/** @type {[name: string, program: string, args: string[]][]} */
const checks = [
  ['format', 'prettier', ['--check', '--ignore-unknown', ...formatted]],
  ...(linted.length > 0
    ? [/** @type {[string, string, string[]]} */ (['lint', 'eslint', ['--max-warnings', '0', ...linted]])]
    : []),
  ...(hasTypes ? [/** @type {[string, string, string[]]} */ (['types', 'tsc', types])] : []),
  ...(tests.length > 0
    ? [/** @type {[string, string, string[]]} */ (['tests', 'playwright', ['test', '--project=check', ...tests]])]
    : []),
];
console.log(`${files.length} changed files: ${checks.map(([name]) => name).join(', ')}, ${tests.length} test files`);
const began = Date.now();
const ends = await Promise.all(checks.map(([, program, args]) => runTool(program, args)));
const failed = checks.filter((_, index) => ends[index] !== 0).map(([name]) => name);
const seconds = ((Date.now() - began) / 1000).toFixed(1);
console.log(failed.length === 0 ? `All passed in ${seconds} s.` : `Failed after ${seconds} s: ${failed.join(', ')}.`);
process.exit(failed.length === 0 ? 0 : 1);
