/**
 * `npm start`: installs packages, generates the reference, and serves the site with live reload.
 *
 * Set `PORT` to change the port (default 3000). Exits with a message if Node is too old, the installation fails, the
 * port is in use, or the specification is invalid. A signal ends all child processes.
 */
import { requireDependencies, requireFreePort, requireNode, runTool, stop } from './lib/setup.mjs';

requireNode();
await requireDependencies();

const port = Number(process.env['PORT'] ?? 3000);
if (!Number.isInteger(port) || port < 1 || port > 65535) {
  stop(`Invalid PORT "${process.env['PORT']}". Set it to a number from 1 to 65535.`);
}
await requireFreePort(port, `Stop it, or choose another port: PORT=${port + 1} npm start`);

process.exit(await runTool('tsx', ['scripts/dev-server.mts', String(port)]));
