/**
 * `npm start`: sets up, generates the reference and serves the site with live reload.
 *
 * Environment: `PORT` (default 3000). Stops with a clear line if Node is too old, the installation fails, the port is
 * taken or the description is broken. A signal ends everything that it started.
 */
import { requireDependencies, requireFreePort, requireNode, runTool, stop } from './lib/setup.mjs';

requireNode();
await requireDependencies();

const port = Number(process.env['PORT'] ?? 3000);
if (!Number.isInteger(port) || port < 1 || port > 65535) {
  stop(`Invalid PORT "${process.env['PORT']}". Set it to a number from 1 to 65535.`);
}
await requireFreePort(port, `Stop it, or choose another port: PORT=${port + 1} npm start`);

process.exit(await runTool('tsx', ['scripts/serve.mts', String(port)]));
