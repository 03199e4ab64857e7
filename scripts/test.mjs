/**
 * `npm test`: sets up, then runs everything there is to check: `npm run check`, the build, and the browser tests.
 *
 * Stops at the first part that fails, with that part's exit status.
 */
import { requireBrowser } from './lib/browser.mjs';
import { requireDependencies, requireNode, run, runTool } from './lib/setup.mjs';

requireNode();
requireDependencies();
const browser = await requireBrowser();
console.log(`Browser for the tests: ${browser}`);

/** @type {[string, () => number][]} */
const parts = [
  ['check', () => run('npm', ['run', '--silent', 'check'])],
  ['build', () => run('npm', ['run', '--silent', 'build'])],
  [
    'browser tests',
    () =>
      runTool(
        'playwright',
        ['test', ...['built', 'site', 'visual', 'rules', 'deploy', 'tutorials'].flatMap((name) => ['--project', name])],
        {
          CHROMIUM_PATH: browser,
        },
      ),
  ],
];

for (const [name, start] of parts) {
  const began = Date.now();
  console.log(`\n── ${name} ──`);
  const status = start();
  console.log(
    `── ${name}: ${status === 0 ? 'passed' : 'FAILED'} after ${Math.round((Date.now() - began) / 1000)} s ──`,
  );
  if (status !== 0) {
    process.exit(status);
  }
}
