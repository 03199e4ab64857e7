/** Test results for the summary at the end of `npm test`: duration, results, and skipped tests. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './programs.cjs';

/** File to which each test run appends a line. See `tests/support/reporter.ts`. */
export const runsFile = path.join(root, '.generated', 'test-runs.jsonl');

/**
 * A Playwright run: its projects, and the total test duration per file in seconds.
 *
 * @typedef {object} Run
 * @property {Readonly<Record<string, { seconds: number, passed: number, failed: number }>>} projects
 * @property {Readonly<Record<string, number>>} files
 * @property {readonly string[]} leftOut
 */

/**
 * @param {string} [file] a line of JSON for each run
 * @returns {Run[]}
 */
export function readRuns(file = runsFile) {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => /** @type {Run} */ (JSON.parse(line)));
}

/**
 * @param {readonly Run[]} runs
 * @returns {string[]} a line for each test that was left out, or left something out, with the reason
 */
export function listLeftOut(runs) {
  return runs.flatMap(({ leftOut }) => leftOut);
}

/**
 * @param {readonly Run[]} runs
 * @returns {{ passed: number, failed: number, skipped: number }} the tests of all runs
 */
export function addUpTotals(runs) {
  // A test that left something out has passed, and counts as skipped too.
  const totals = { passed: 0, failed: 0, skipped: listLeftOut(runs).length };
  for (const project of runs.flatMap(({ projects }) => Object.values(projects))) {
    totals.passed += project.passed;
    totals.failed += project.failed;
  }
  return totals;
}

/** Number of files in the table. */
const LONGEST = 12;

/**
 * @param {readonly [name: string, seconds: number][]} times seconds that each part took, by the clock
 * @param {readonly Run[]} runs
 * @returns {string} a table: parts by the clock; projects and the longest files by the time of their tests, added up
 */
export function formatTable(times, runs) {
  const line = (/** @type {string} */ name, /** @type {number} */ seconds) =>
    `${name.padEnd(52)}${seconds.toFixed(1).padStart(8)} s`;
  const sum = times.reduce((total, [, seconds]) => total + seconds, 0);
  const projects = runs.flatMap((run) => Object.entries(run.projects));
  const files = runs.flatMap((run) => Object.entries(run.files)).sort(([, one], [, other]) => other - one);
  return [
    'Wall time by part',
    ...times.map(([name, seconds]) => line(`  ${name}`, seconds)),
    line('  all', sum),
    'Test time, summed over all workers',
    ...projects.map(([name, { seconds }]) => line(`  ${name}`, seconds)),
    'Slowest files',
    ...files.slice(0, LONGEST).map(([name, seconds]) => line(`  ${name}`, seconds)),
  ].join('\n');
}
