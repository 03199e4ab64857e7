/**
 * `npm run check:fast`: checks what has changed since the last commit: format, lint, types, and the tests that the change
 * can break. Prints only what's wrong, and a line about what it checked.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { programFile, root } from './lib/programs.cjs';
import { requirePackages, stop } from './lib/setup.mjs';

/** Tests of files that no test imports. Playwright finds the tests of code. @type {[changed: RegExp, tests: string][]} */
const TESTS = [
  [/^(docs|checks|src\/(pages|config|site))\/|\.md$|^(cspell\.json|sidebars\.ts)$/, 'tests/check/pages/'],
  [/^api-spec\/|^redocly\.yaml$/, 'tests/check/specification/'],
  [/^api-spec\//, 'tests/check/pages/'],
  [/^(api-spec|sandbox)\//, 'tests/check/examples/'],
  [/^(src|static)\/css\//, 'tests/check/look/'],
  [/^package(-lock)?\.json$/, 'tests/check/config/'],
];

/** Runs a program of a package; gives what it printed if it failed. @returns {Promise<string | undefined>} */
function run(/** @type {string} */ program, /** @type {string[]} */ ...args) {
  const child = spawn(process.execPath, [programFile(program), ...args], { cwd: root });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
  return new Promise((resolve) => child.once('exit', (status) => resolve(status === 0 ? undefined : output)));
}

/** Messages so far, because a test can run for its code and for its files. @type {Set<string>} */
const printed = new Set();

/** Runs tests; gives only the messages of those that failed. @returns {Promise<string | undefined>} */
async function test(/** @type {string[]} */ ...args) {
  const output = await run('playwright', 'test', '--project=check', '--reporter=json', '--pass-with-no-tests', ...args);
  const start = output?.indexOf('{\n') ?? -1;
  if (output === undefined || start < 0) return output;
  /** @type {Set<string>} */
  const messages = new Set();
  JSON.parse(output.slice(start), (key, value) => {
    for (const { message } of key === 'errors' ? value : []) {
      // Without the code of the test. A list of findings says all: what was expected is that there are none.
      const text = stripVTControlCharacters(message).replace(/\n\s+(at |\d+ \|)[^]*$/, '');
      const found = text.replace(/^Error: |\n+expect\(received\)\.toBe\(expected\)[^\n]*\n+Expected: 0\n[^]*$/g, '');
      if (!printed.has(found)) messages.add(found);
      printed.add(found);
    }
    return value;
  });
  return [...messages].join('\n\n');
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
const began = Date.now();
const files = listChanges();
if (files.length === 0) {
  console.log('Nothing has changed since the last commit. "npm run check" checks everything.');
  process.exit(0);
}
const code = files.filter((file) => /\.(?:[cm]?ts|tsx|[cm]?js)$/.test(file));
const tests = TESTS.flatMap(([changed, folder]) => (files.some((file) => changed.test(file)) ? [folder] : []));
const format = run('prettier', '--check', '--log-level=warn', '--ignore-unknown', ...files);
/** @type {[name: string, check: Promise<string | undefined>][]} */
const checks = [['format', format]];
if (code.length > 0) checks.push(['lint', run('eslint', '--max-warnings', '0', '--no-warn-ignored', ...code)]);
// Types and tests read the bundled specification.
const generation = tests.length + code.length > 0 ? await run('tsx', 'scripts/generate.mts', '--bundle') : undefined;
if (generation !== undefined) checks.push(['generation', Promise.resolve(generation)]);
else {
  const cache = 'node_modules/.cache/typescript/checked.tsbuildinfo';
  if (code.length > 0) checks.push(['types', run('tsc', '--noEmit', '--incremental', '--tsBuildInfoFile', cache)]);
  if (code.length > 0) checks.push(['tests of the code', test('--only-changed')]);
  // Without the tests of the checks themselves.
  const isCheck = files.some((file) => /^(checks|tests)\//.test(file));
  const invert = isCheck ? [] : ['--grep-invert', 'is found'];
  if (tests.length > 0) checks.push([[...new Set(tests)].join(' '), test(...tests, ...invert)]);
}
const failures = (await Promise.all(checks.map(([, check]) => check))).filter((output) => output !== undefined);
for (const output of failures.filter(Boolean)) console.log(`${output.trim()}\n`);
const seconds = Math.round((Date.now() - began) / 1000);
console.log(`Changed files: ${files.length}, checked in ${seconds} s: ${checks.map(([name]) => name).join(', ')}.`);
process.exit(failures.length === 0 ? 0 : 1);
