/** Finds Chromium for the tests, or installs it. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { installPackages, isExecutable, listPlaces } from './needs.cjs';
import { programFile, root } from './programs.cjs';
import { stop } from './setup.mjs';

/**
 * Names and paths of Chrome and Chromium, in order of preference. The headless shell comes first, as in Playwright: it
 * draws the same pictures with three fifths of the work, because it has no window, no extensions, and no interface.
 */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];
const fixedPlaces = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];

/** @returns {string | undefined} path of an installed Chrome or Chromium */
function installedBrowser() {
  return names.flatMap(listPlaces)[0] ?? fixedPlaces.find(isExecutable);
}

/** @returns {Promise<string | undefined>} path of the browser that Playwright has downloaded, if it's installed itself */
async function downloadedBrowser() {
  if (!existsSync(path.join(root, 'node_modules', '@playwright', 'test'))) return undefined;
  const { chromium } = await import('@playwright/test');
  const file = chromium.executablePath();
  return existsSync(file) ? file : undefined;
}

/** The Debian package of the browser. */
export const browserPackage = 'chromium-headless-shell';

/**
 * The browser that is already available: `CHROMIUM_PATH` if set, an installed Chrome or Chromium, or Playwright's
 * download.
 *
 * @returns {Promise<string | undefined>} its path, or undefined
 */
export async function findBrowser() {
  const chosen = process.env['CHROMIUM_PATH'];
  return chosen !== undefined && chosen !== '' ? chosen : (installedBrowser() ?? (await downloadedBrowser()));
}

/**
 * The browser that the tests use: an available one, or else a new installation (Debian's package as root, Playwright's
 * download otherwise).
 *
 * @returns {Promise<string>} its path; exits the process with an error message if no browser is available
 */
export async function requireBrowser() {
  const found = await findBrowser();
  if (found !== undefined) {
    return isExecutable(found)
      ? found
      : stop(`CHROMIUM_PATH is ${found}, which isn't an executable file. Set it to the path of Chrome or Chromium.`);
  }
  console.log('Chrome or Chromium not found. Installing Chromium for the browser tests …');
  const download = [programFile('playwright'), 'install', 'chromium'];
  if (
    (await installPackages([browserPackage])) ||
    spawnSync(process.execPath, download, { stdio: 'inherit' }).status === 0
  ) {
    const got = await findBrowser();
    if (got !== undefined) {
      return got;
    }
  }
  return stop(
    'The browser tests need Chrome or Chromium, and the installation failed. Install one (for example, "apt-get install chromium-headless-shell"), ' +
      'or set CHROMIUM_PATH to its path, and run the command again. "npm run check" runs the checks that need no browser.',
  );
}
