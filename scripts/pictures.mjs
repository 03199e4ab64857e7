/**
 * `npm run pictures`: updates the screenshots in `tests/visual/pictures` from the site in `build/`. Only writes those
 * that look different, because git keeps every version. Review the difference in git before you commit. Exits with
 * status 1 if there is no build, or if a page can't be displayed.
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
