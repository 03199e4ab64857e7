/**
 * `npm run check`: generates the reference, and checks format, types, lint, unused code, and what needs no browser. Stops
 * at the first part that fails, with status 1.
 */
import { requirePackages, runScripts, runTool } from './lib/setup.mjs';

await requirePackages();
await runScripts(['generate']);
await runScripts(['format', 'typecheck', 'lint', 'unused']);
process.exit(await runTool('playwright', ['test', '--project=check']));
