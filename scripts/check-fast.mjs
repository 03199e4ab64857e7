/**
 * `npm run check:fast`: checks what has changed since the last commit: format, lint, types, and the tests that the change
 * can break. Prints only failures, and a line about what it checked.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { programFile, root } from './lib/programs.cjs';
import { requirePackages, stop } from './lib/setup.mjs';

/** Tests of files that no test imports. Playwright finds the tests of code. @type {[changed: RegExp, tests: string][]} */
const TESTS = [
  [/^(docs|src\/pages|checks)\/|\.md$|^cspell\.json$/, 'tests/check/pages'],
  [/^api-spec\//, 'tests/check/specification'],
  [/^(api-spec|sandbox)\//, 'tests/check/examples'],
  [/^src\/css\//, 'tests/check/look'],
  [/^package(-lock)?\.json$/, 'tests/check/config'],
];

/** Runs a program of a package; gives what it printed if it failed. @returns {Promise<string | undefined>} */
function check(/** @type {string} */ program, /** @type {string[]} */ args) {
  const child = spawn(process.execPath, [programFile(program), ...args], { cwd: root });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
  return new Promise((resolve) => child.once('exit', (status) => resolve(status === 0 ? undefined : output)));
}

function listChanges() {
  const git = (/** @type {string[]} */ ...args) => {
    const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
    if (status !== 0) stop('git can\'t say what has changed. Run "npm run check".');
    return stdout.split('\0');
  };
  const files = [
    ...git('diff', 'HEAD', '--name-only', '-z', '--diff-filter=d'),
    ...git('ls-files', '--others', '--exclude-standard', '-z'),
  ];
  return files.filter((file) => file !== '' && existsSync(file)).sort();
}

await requirePackages();
process.chdir(root);
const files = listChanges();
const code = files.filter((file) => /\.(?:[cm]?ts|tsx|[cm]?js)$/.test(file));
const needsReference =
  files.some((file) => /^(api-spec|src|docs)\//.test(file)) || !existsSync('.generated/openapi.json');
const tests = TESTS.filter(([changed]) => files.some((file) => changed.test(file))).map(([, folder]) => folder);
/** @type {(readonly [name: string, program: string, args: string[]])[]} */
const checks = [];
if (files.length > 0) checks.push(['format', 'prettier', ['--check', '--ignore-unknown', ...files]]);
if (code.length > 0) {
  checks.push(['lint', 'eslint', ['--max-warnings', '0', '--no-warn-ignored', ...code]]);
  checks.push([
    'types',
    'tsc',
    ['--noEmit', '--incremental', '--tsBuildInfoFile', 'node_modules/.cache/fast.tsbuildinfo'],
  ]);
  checks.push([
    'tests of the code',
    'playwright',
    ['test', '--project=check', '--reporter=line', '--only-changed', '--pass-with-no-tests'],
  ]);
}
if (tests.length > 0)
  checks.push([tests.join(', '), 'playwright', ['test', '--project=check', '--reporter=line', ...tests]]);

const began = Date.now();
const failures = [];
const generation = needsReference ? await check('tsx', ['scripts/generate.mts']) : undefined;
if (generation !== undefined) failures.push(generation);
else {
  const ends = await Promise.all(checks.map(([, program, args]) => check(program, args)));
  failures.push(...ends.filter((output) => output !== undefined));
}
for (const output of failures) console.log(output);
const seconds = Math.round((Date.now() - began) / 1000);
console.log(`${files.length} changed files, ${seconds} s: ${checks.map(([name]) => name).join(', ')}.`);
process.exit(failures.length === 0 ? 0 : 1);
