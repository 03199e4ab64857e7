/**
 * `npm run test:engines`: tests the built site, served with its security headers, in Firefox, WebKit, and Chromium.
 *
 * Requires `build/` (`npm run build`). Installs the browsers as `npm test` installs Chromium: Debian packages as root;
 * on other systems, a message lists what to install. Passes arguments to Playwright: `-- --project=firefox`. Exits with
 * status 1 and the reason if something is missing.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { requireBrowser } from './lib/browser.mjs';
import { endTogether } from './lib/children.mjs';
import { findProgram, installPackages } from './lib/needs.cjs';
import { root } from './lib/programs.cjs';
import { requireDependencies, requireNode, runTool, stop } from './lib/setup.mjs';

/** The programs of each engine, and the Debian packages that contain them. */
const needs = [
  { name: 'Firefox', program: 'firefox-esr', packages: ['firefox-esr'] },
  { name: "WebKit's driver", program: 'WebKitWebDriver', packages: ['webkit2gtk-driver'] },
  { name: 'a virtual display', program: 'Xvfb', packages: ['xvfb', 'dbus'] },
  {
    name: 'Python 3 with WebKitGTK 4.1',
    program: 'python3',
    proof: ['-c', 'import gi; gi.require_version("WebKit2", "4.1"); from gi.repository import WebKit2'],
    packages: ['python3-gi', 'gir1.2-webkit2-4.1'],
  },
].map((need) => ({ proves: 'that the site works in Firefox and in WebKit', ...need }));

const missing = () => needs.filter((need) => findProgram(need) === undefined);

requireNode();
endTogether();
await requireDependencies();
if (!existsSync(path.join(root, 'build', 'index.html'))) stop('build/ is missing. Run "npm run build" first.');
if (missing().length > 0) await installPackages(missing().flatMap(({ packages }) => packages));
const left = missing();
if (left.length > 0) {
  stop(
    `The engine tests need ${left.map(({ name }) => name).join(', ')}. On Debian: apt-get install ` +
      `${left.flatMap(({ packages }) => packages).join(' ')}. On other systems, CI runs these tests.`,
  );
}
process.env['CHROMIUM_PATH'] = await requireBrowser();
const [firefox] = needs;
process.env['FIREFOX_PATH'] = firefox === undefined ? '' : findProgram(firefox);
const chosen = process.argv.slice(2);
const projects = chosen.some((argument) => argument.startsWith('--project'))
  ? []
  : ['firefox', 'webkit', 'chromium'].flatMap((name) => ['--project', name]);
process.exit(await runTool('playwright', ['test', ...projects, ...chosen]));
