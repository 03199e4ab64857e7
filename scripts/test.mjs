/**
 * `npm test`: installs packages and programs, checks format, types, lint, and unused code, builds the site, and runs all
 * tests. Stops at the first part that fails, with status 1. Ends with the seconds of each part.
 */
import { requirePackages, runScripts, runTool } from './lib/setup.mjs';
import { needs, requirePrograms } from './lib/test-programs.mjs';

/** Projects of Playwright, all but the engines. */
const projects = ['rules', 'tutorials', 'deploy', 'site', 'visual', 'built', 'check'];

let status = 0;
/** @type {[name: string, part: () => Promise<unknown>][]} */
const parts = [
  [
    'set-up',
    async () => {
      const packages = requirePackages();
      await Promise.all([packages, requirePrograms(needs, packages)]);
    },
  ],
  ['generate', () => runScripts(['generate'])],
  // None of them uses both cores all the time.
  ['build, format, types, lint, and unused code', () => runScripts(['build', 'format', 'typecheck', 'lint', 'unused'])],
  [
    'tests',
    async () => (status = await runTool('playwright', ['test', ...projects.map((name) => `--project=${name}`)])),
  ],
];

const times = [];
for (const [name, part] of parts) {
  console.log(`\n── ${name} ──`);
  const began = Date.now();
  await part();
  times.push(`${name} ${Math.round((Date.now() - began) / 1000)} s`);
}
console.log(`\n${times.join(', ')}`);
process.exit(status);
