/**
 * Finds a Chromium for the tests, or gets one.
 */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';
import { stop } from './setup.mjs';

/** Programs that are a usable Chrome or Chromium, in the order of preference. */
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const fixedPlaces = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];

/** @param {string} file @returns {boolean} */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** @returns {string | undefined} path of an installed Chrome or Chromium */
function installedBrowser() {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const places = names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  return [...places, ...fixedPlaces].find(isExecutable);
}

/** @returns {Promise<string | undefined>} path of the browser that Playwright itself has downloaded earlier */
async function downloadedBrowser() {
  const { chromium } = await import('@playwright/test');
  const file = chromium.executablePath();
  return existsSync(file) ? file : undefined;
}

/** @param {string} command @param {string[]} args @returns {boolean} whether the command ran and succeeded */
function succeeds(command, args) {
  return spawnSync(command, args, { stdio: 'inherit' }).status === 0;
}

/** Debian and its kin package Chromium; installing it takes the rights of root. */
function installFromDebian() {
  return (
    process.getuid?.() === 0 &&
    existsSync('/usr/bin/apt-get') &&
    succeeds('apt-get', ['update', '-qq']) &&
    succeeds('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'])
  );
}

/**
 * Path of the browser that the tests use: `CHROMIUM_PATH` if set, an installed Chrome or Chromium, Playwright's own
 * download, else one that is got now (Debian's package as root, Playwright's download otherwise).
 *
 * @returns {Promise<string>} path of an executable; ends the process with a clear line if there is none to be had
 */
export async function requireBrowser() {
  const chosen = process.env['CHROMIUM_PATH'];
  if (chosen !== undefined && chosen !== '') {
    return isExecutable(chosen) ? chosen : stop(`CHROMIUM_PATH is ${chosen}, which is not a program that can be run.`);
  }
  const found = installedBrowser() ?? (await downloadedBrowser());
  if (found !== undefined) {
    return found;
  }
  console.log('No Chrome or Chromium found: getting one for the browser tests …');
  if (installFromDebian() || succeeds(process.execPath, ['node_modules/.bin/playwright', 'install', 'chromium'])) {
    const got = installedBrowser() ?? (await downloadedBrowser());
    if (got !== undefined) {
      return got;
    }
  }
  return stop(
    'The browser tests need Chrome or Chromium and none could be got. Install one (for example "apt-get install chromium"), ' +
      'or set CHROMIUM_PATH to the program, and run the command again. "npm run check" runs what needs no browser.',
  );
}
