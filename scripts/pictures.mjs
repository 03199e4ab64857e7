/**
 * `npm run pictures`: renews the pictures in `tests/visual/pictures` from the site in `build/`, on purpose. Look at the
 * difference in git before you commit. Ends with status 1 if there is no build, or if a page cannot be shown.
 */
import { existsSync, rmSync } from 'node:fs';
import { requireBrowser } from './lib/browser.mjs';
import { requireDependencies, requireNode, runTool, stop } from './lib/setup.mjs';

requireNode();
requireDependencies();
if (!existsSync('build/index.html')) {
  stop('There is no site in build/. Run npm run build first.');
}
rmSync('tests/visual/pictures', { recursive: true, force: true });
process.exit(
  runTool('playwright', ['test', '--project', 'visual', '--update-snapshots'], {
    CHROMIUM_PATH: await requireBrowser(),
  }),
);
