/**
 * `npm run check`: generates the reference, and checks the format, which the generated files have no part in; then types,
 * lint, and unused code, at the same time; then the tests that need no browser. Stops at the first part that fails, with
 * status 1.
 *
 * `--with-build` also builds the site, beside types and lint: neither uses both cores all the time.
 */
import { endTogether, run } from './lib/children.mjs';
import { npmCommand } from './lib/programs.cjs';
import { requireDependencies, requireNode, runTool } from './lib/setup.mjs';

/** Runs scripts of `package.json` at the same time, and ends this process if one fails. */
async function runScripts(/** @type {string[]} */ ...names) {
  const ends = await Promise.all(names.map((name) => run([...npmCommand(), 'run', '--silent', name])));
  const failed = names.filter((_, index) => ends[index] !== 0);
  if (failed.length === 0) return;
  console.error(`Failed: ${failed.map((name) => `npm run ${name}`).join(', ')}.`);
  process.exit(1);
}

requireNode();
endTogether();
await requireDependencies();
await runScripts('generate', 'format');
const build = process.argv.includes('--with-build') ? ['build'] : [];
await runScripts('typecheck', 'lint', 'unused', ...build);
process.exit((await runTool('playwright', ['test', '--project=check'])) === 0 ? 0 : 1);
