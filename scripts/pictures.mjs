/**
 * `npm run pictures`: updates the screenshots in `tests/visual/pictures` from the site in `build/`, those that look
 * different. Review the difference in git before you commit.
 */
import { existsSync } from 'node:fs';
import { requirePackages, runTool, stop } from './lib/setup.mjs';
import { requirePrograms } from './lib/test-programs.mjs';

await requirePackages();
if (!existsSync('build/index.html')) stop('build/ is missing. Run "npm run build" first.');
await requirePrograms([]);
const args = ['test', '--project=visual', 'tests/visual/pictures.spec.ts', '--update-snapshots=changed'];
process.exit(await runTool('playwright', args));
