/**
 * `npm test`: installs packages, then runs `npm run check` with the build, and the browser tests.
 *
 * Stops at the first part that fails, with its exit status. Ends with a table of durations and the skipped tests, which
 * are a failure if `CI` is set.
 */
import { rmSync } from 'node:fs';
import { findBrowser, browserPackage, requireBrowser } from './lib/browser.mjs';
import { endTogether, run } from './lib/children.mjs';
import { findProgram, installPackages, linesOn, needs } from './lib/needs.cjs';
import { npmCommand } from './lib/programs.cjs';
import { requireDependencies, requireNode, runTool } from './lib/setup.mjs';
import { listLeftOut, readRuns, runsFile, formatTable, addUpTotals } from './lib/test-times.mjs';

const projects = ['built', 'site', 'visual', 'rules', 'deploy', 'tutorials'];

/**
 * Installs the packages of the lockfile, and all missing programs at the same time, in one step. Lists the programs that
 * can't be installed.
 */
async function setUp() {
  const missing = () => Object.values(needs).filter((need) => findProgram(need) === undefined);
  const packages = missing().flatMap((need) => need.packages);
  if ((await findBrowser()) === undefined) packages.unshift(browserPackage);
  await Promise.all([requireDependencies(), packages.length > 0 && installPackages(packages)]);
  process.env['CHROMIUM_PATH'] = await requireBrowser();
  console.log(`Browser for the tests: ${process.env['CHROMIUM_PATH']}`);
  for (const line of linesOn(missing())) console.log(line);
  return 0;
}

/** @type {[name: string, start: () => Promise<number>][]} */
const parts = [
  ['set-up', setUp],
  ['check and build', () => run([...npmCommand(), 'run', '--silent', 'check', '--', '--with-build'])],
  ['browser tests', () => runTool('playwright', ['test', ...projects.flatMap((name) => ['--project', name])])],
];

requireNode();
endTogether();
rmSync(runsFile, { force: true });
process.env['PAI_TEST_RUNS'] = runsFile;

let status = 0;
/** @type {[name: string, seconds: number][]} */
const times = [];
for (const [name, start] of parts) {
  const began = Date.now();
  console.log(`\n── ${name} ──`);
  status = await start();
  times.push([name, (Date.now() - began) / 1000]);
  if (status !== 0) {
    console.log(`── ${name}: FAILED ──`);
    break;
  }
}

const runs = readRuns();
console.log(`\n${formatTable(times, runs)}`);
const leftOut = listLeftOut(runs);
if (leftOut.length > 0)
  console.log(`\nSkipped, so these are not verified:\n${leftOut.map((line) => `  - ${line}`).join('\n')}`);
const { passed, failed, skipped } = addUpTotals(runs);
console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exit(status);
