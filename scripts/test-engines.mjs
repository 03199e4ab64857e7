/**
 * `npm run test:engines`: tests the built site in Firefox and WebKit. Needs `npm run build`. Arguments go to
 * Playwright: `-- --project=firefox`.
 */
import { existsSync } from 'node:fs';
import { findProgram } from './lib/programs.cjs';
import { requirePackages, runTool, stop } from './lib/setup.mjs';
import { requirePrograms } from './lib/test-programs.mjs';

const webkit = 'import gi; gi.require_version("WebKit2", "4.1"); from gi.repository import WebKit2';

await requirePackages();
if (!existsSync('build/index.html')) stop('build/ is missing. Run "npm run build" first.');
await requirePrograms([
  { program: 'firefox-esr', packages: ['firefox-esr'] },
  { program: 'WebKitWebDriver', packages: ['webkit2gtk-driver'] },
  { program: 'Xvfb', packages: ['xvfb', 'dbus'] },
  { program: 'python3', proof: ['-c', webkit], packages: ['python3-gi', 'gir1.2-webkit2-4.1'] },
]);
process.env['FIREFOX_PATH'] = findProgram('firefox-esr');
const chosen = process.argv.slice(2);
const projects = chosen.some((argument) => argument.startsWith('--project'))
  ? []
  : ['firefox', 'webkit'].map((name) => `--project=${name}`);
process.exit(await runTool('playwright', ['test', ...projects, ...chosen]));
