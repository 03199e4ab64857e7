/**
 * The second half of `npm run sandbox`: what is left to do when everything is installed. See `scripts/sandbox.mjs`.
 */
import { tsImport } from 'tsx/esm/api';
import { whenParentEnds } from './children.mjs';
import { root } from './programs.cjs';
import { stop } from './setup.mjs';

process.chdir(root);
if (process.env['npm_lifecycle_event'] !== undefined) whenParentEnds(() => process.kill(process.pid, 'SIGTERM'));
/** @type {typeof import('../../sandbox/main')} */
const { runCommandLine } = await tsImport('../../sandbox/main.ts', import.meta.url);

async function bundle() {
  /** @type {typeof import('./description')} */
  const { bundleSpecification } = await tsImport('./description.ts', import.meta.url);
  const description = await bundleSpecification(root);
  return /** @type {import('../../src/description/types').OpenApiDocument} */ (description);
}

// In this process rather than a child, so that a signal ends everything.
await runCommandLine(process.argv.slice(2), 'npm run sandbox --', bundle).catch((/** @type {unknown} */ error) =>
  stop(error instanceof Error ? error.message : String(error)),
);
