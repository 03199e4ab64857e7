/**
 * The second half of `npm run mock`: what is left to do when everything is installed. See `scripts/mock.mjs`.
 */
import path from 'node:path';
import { tsImport } from 'tsx/esm/api';
import { whenParentEnds } from './children.mjs';
import { root } from './programs.cjs';
import { requireFreePort, stop } from './setup.mjs';

const port = Number(process.env['PORT'] ?? 4010);
if (!Number.isInteger(port) || port < 1 || port > 65535) {
  stop(`PORT is "${process.env['PORT']}": set it to a number from 1 to 65535.`);
}
await requireFreePort(port, `Stop it, or choose another port: PORT=${port + 1} npm run mock`);

process.chdir(root);
/** @type {import('./mock.ts').Mock | undefined} */
let mock;
async function end() {
  await mock?.close();
  process.exit(0);
}
// From the start: what the mock has started by then ends with this process.
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.once(signal, () => void end());
if (process.env['npm_lifecycle_event'] !== undefined) whenParentEnds(() => void end());

// In this process and not in one of its own, so that a signal ends everything.
const { runMock } = await tsImport('./run-mock.ts', import.meta.url);
mock = await runMock(port, path.join(root, '.generated', 'mock', 'openapi.json')).catch(
  (/** @type {unknown} */ error) => stop(error instanceof Error ? error.message : String(error)),
);
