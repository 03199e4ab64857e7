/**
 * `npm run pictures`: renews the pictures in `tests/visual/pictures` from the site in `build/`, on purpose: those that
 * look different, and no other, since git keeps every version. Look at the difference in git before you commit. Ends
 * with status 1 if there is no build, or if a page cannot be shown.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { requireBrowser } from './lib/browser.mjs';
import { root } from './lib/programs.cjs';
import { requireDependencies, requireNode, runTool, stop } from './lib/setup.mjs';

requireNode();
await requireDependencies();
if (!existsSync(path.join(root, 'build', 'index.html'))) {
  stop('build/ contains no site. Run "npm run build" first.');
}
process.exit(
  await runTool(
    'playwright',
    ['test', '--project=visual', 'tests/visual/pictures.spec.ts', '--update-snapshots=changed'],
    { CHROMIUM_PATH: await requireBrowser() },
  ),
);
