/**
 * The second half of `npm run mock`: what is left to do when everything is installed. See `scripts/mock.mjs`.
 */
import path from 'node:path';
import { tsImport } from 'tsx/esm/api';
import { requireFreePort, root, stop } from './setup.mjs';

const port = Number(process.env['PORT'] ?? 4010);
if (!Number.isInteger(port) || port < 1 || port > 65535) {
  stop(`PORT is "${process.env['PORT']}": set it to a number from 1 to 65535.`);
}
await requireFreePort(port, `Stop it, or choose another port: PORT=${port + 1} npm run mock`);

process.chdir(root);
// In this process and not in one of its own, so that a signal ends everything.
const { runMock } = await tsImport('./run-mock.ts', import.meta.url);
const mock = await runMock(port, path.join(root, '.generated', 'mock', 'openapi.json')).catch(
  (/** @type {unknown} */ error) => stop(error instanceof Error ? error.message : String(error)),
);

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.once(signal, () => void mock.close().then(() => process.exit(0)));
}
