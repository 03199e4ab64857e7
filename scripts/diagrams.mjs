/**
 * `npm run diagrams`: records in `src/data/diagram-sizes.json` at what size the site in `build/` draws its diagrams, so
 * that pages keep room for them. Build again afterwards. Ends with status 1 if there is no build or a diagram is broken.
 */
import { existsSync } from 'node:fs';
import { requireBrowser } from './lib/browser.mjs';
import { requireDependencies, requireNode, runTool, stop } from './lib/setup.mjs';

requireNode();
await requireDependencies();
if (!existsSync('build/index.html')) {
  stop('There is no site in build/. Run npm run build first.');
}
process.exit(
  await runTool(
    'playwright',
    ['test', '--project=site', 'tests/site/diagrams.spec.ts', '-g', 'in the room', '--update-snapshots'],
    {
      CHROMIUM_PATH: await requireBrowser(),
    },
  ),
);
