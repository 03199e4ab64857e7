/** The second half of `npm run sandbox`, once everything is installed. */
import { tsImport } from 'tsx/esm/api';
import { root } from './programs.cjs';
import { stop } from './setup.mjs';

process.chdir(root);
// The shell between npm and this process doesn't pass signals on.
const parent = process.ppid;
if (process.env['npm_lifecycle_event'] !== undefined)
  setInterval(() => process.ppid !== parent && process.kill(process.pid, 'SIGTERM'), 250).unref();
/** @type {typeof import('../../sandbox/main')} */
const { runCommandLine } = await tsImport('../../sandbox/main.ts', import.meta.url);

async function bundle() {
  /** @type {typeof import('./specification')} */
  const { bundleSpecification } = await tsImport('./specification.ts', import.meta.url);
  return bundleSpecification();
}

// In this process rather than a child, so that a signal ends everything.
await runCommandLine(process.argv.slice(2), 'npm run sandbox --', bundle).catch((/** @type {unknown} */ error) =>
  stop(error instanceof Error ? error.message : String(error)),
);
