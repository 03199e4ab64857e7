/** The programs that the tests start. As root on Debian, what's missing is installed; elsewhere, a message lists it. */
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { findProgram, isExecutable } from './programs.cjs';
import { run, stop } from './setup.mjs';

/**
 * A program, the arguments that only succeed if it's suitable, and the Debian packages that contain it.
 *
 * @typedef {{ program: string, proof?: string[], packages: string[] }} Need
 */

/** What `npm test` starts, besides a browser. @type {readonly Need[]} */
export const needs = [
  ...['bash', 'curl', 'jq'].map((program) => ({ program, packages: [program] })),
  { program: 'python3', proof: ['-c', 'import requests'], packages: ['python3', 'python3-requests'] },
  { program: 'php', packages: ['php-cli'] },
  { program: 'nginx', packages: ['nginx-light'] },
];

/** Chrome and Chromium, the lightest first: the headless shell draws the same with three fifths of the work. */
const BROWSERS = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const isMissing = (/** @type {Need} */ { program, proof }) => findProgram(program, proof) === undefined;

/** Installs Debian packages without starting their services. */
async function install(/** @type {readonly string[]} */ packages) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  console.log(`Installing ${packages.join(', ')} with apt-get …`);
  process.env['DEBIAN_FRONTEND'] = 'noninteractive';
  const policy = '/usr/sbin/policy-rc.d';
  const isOurs = !existsSync(policy);
  if (isOurs) writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  await run(['apt-get', '-qq', 'update']);
  await run(['apt-get', '-qq', '-o', 'Dpkg::Use-Pty=0', 'install', '-y', '--no-install-recommends', ...packages]);
  if (isOurs) rmSync(policy);
}

/** Path of a browser that's installed: `CHROMIUM_PATH`, or one in the `PATH`. */
function findBrowser() {
  const chosen = process.env['CHROMIUM_PATH'];
  if (chosen && !isExecutable(chosen)) stop(`CHROMIUM_PATH is ${chosen}, which can't be started. Correct it.`);
  return chosen || BROWSERS.flatMap((name) => findProgram(name) ?? [])[0];
}

/** Path of the browser that `npx playwright install chromium` has downloaded. Needs the installed packages. */
async function findDownload() {
  const { chromium } = await import('@playwright/test');
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined;
}

/**
 * Installs what's missing. Sets `CHROMIUM_PATH`, or exits with a list of what to install.
 *
 * @param {readonly Need[]} wanted
 * @param {Promise<void>} packages resolves when the npm packages are installed
 */
export async function requirePrograms(wanted, packages = Promise.resolve()) {
  const debian = wanted.filter(isMissing).flatMap((need) => need.packages);
  if (findBrowser() === undefined) debian.push('chromium-headless-shell');
  if (debian.length > 0) await install(debian);
  const missing = wanted.filter(isMissing).map(({ program, packages: [name] }) => `${program} (Debian: ${name})`);
  await packages;
  const browser = findBrowser() ?? (await findDownload());
  if (browser === undefined)
    missing.push('Chrome or Chromium (or set CHROMIUM_PATH, or run "npx playwright install chromium")');
  if (missing.length > 0) stop(`The tests start programs that aren't installed: ${missing.join(', ')}. Install them.`);
  process.env['CHROMIUM_PATH'] = browser;
  const { stdout } = spawnSync(browser ?? '', ['--version'], { encoding: 'utf8' });
  console.log(`Browser of the tests: ${stdout.trim()}, ${browser}`);
}
