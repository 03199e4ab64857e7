/**
 * `npm start`: installs packages, generates the reference, and serves the site with live reload, on the port in `PORT`
 * (3000).
 */
import { requireFreePort, requirePackages, runTool } from './lib/setup.mjs';

const port = Number(process.env['PORT'] ?? 3000);
await requirePackages();
await requireFreePort(port, `Stop it, or choose another port: PORT=${port + 1} npm start`);
process.exit(await runTool('tsx', ['scripts/dev-server.mts', String(port)]));
