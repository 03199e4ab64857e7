/**
 * What commands do before any package is installed, and how they run others. Plain Node, without dependencies.
 *
 * A function that can't do its work exits the process with a line about the problem and its fix.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { constants } from 'node:os';
import path from 'node:path';
import { npm, programFile, root } from './programs.cjs';

/**
 * Exits the process.
 *
 * @param {string} message the problem and its fix
 * @returns {never}
 */
export function stop(message) {
  console.error(`\n✖ ${message}\n`);
  process.exit(1);
}

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

/** Ends all children with their descendants, and then this process. */
function endTogether(/** @type {NodeJS.Signals} */ signal) {
  for (const { pid } of running) {
    try {
      if (pid !== undefined) process.kill(process.platform === 'win32' ? pid : -pid, signal);
    } catch {
      // It has ended.
    }
  }
  process.exit(128 + constants.signals[signal]);
}

/**
 * Runs a program in the repository with its output shown. It ends with this process: after a signal, or when the npm that
 * runs this process ends, because the shell between them doesn't pass signals on.
 *
 * @param {readonly [string, ...string[]]} command the program and its arguments
 * @returns {Promise<number>} its exit status
 */
export function run([program, ...args]) {
  if (process.listenerCount('SIGTERM') === 0) {
    for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, endTogether);
    const parent = process.ppid;
    setInterval(() => process.ppid !== parent && endTogether('SIGTERM'), 250).unref();
  }
  return new Promise((resolve, reject) => {
    const isWindows = process.platform === 'win32';
    const child = spawn(program, args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      detached: !isWindows,
      shell: isWindows && program === 'npm',
    });
    running.add(child);
    child.once('error', (error) => reject(new Error(`Couldn't start "${program}": ${error.message}`)));
    child.once('exit', (status, signal) => {
      running.delete(child);
      resolve(status ?? 128 + (signal ? constants.signals[signal] : 0));
    });
  });
}

/**
 * Runs a program of an installed package.
 *
 * @param {string} program its name
 * @param {string[]} args its arguments
 * @returns {Promise<number>} its exit status
 */
export const runTool = (program, args) => run([process.execPath, programFile(program), ...args]);

/**
 * Runs scripts of `package.json` at the same time. Exits the process if one fails.
 *
 * @param {readonly string[]} names
 */
export async function runScripts(names) {
  const ends = await Promise.all(names.map((name) => run([...npm, 'run', '--silent', name])));
  const failed = names.filter((_, index) => ends[index] !== 0);
  if (failed.length > 0) stop(`Failed: ${failed.map((name) => `npm run ${name}`).join(', ')}.`);
}

/** Exits unless `engines` in `package.json` allows this version of Node: `^20.19.0 || >=24.0.0`. */
function requireNode() {
  const { engines } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const isSupported = engines.node.split('||').some((/** @type {string} */ part) => {
    const [, sign, least, leastMinor] = /(\^|>=)(\d+)\.(\d+)/.exec(part) ?? [];
    if (major !== Number(least)) return sign === '>=' && major > Number(least);
    return minor >= Number(leastMinor);
  });
  if (!isSupported) {
    stop(`Node ${process.versions.node} isn't supported. Install Node ${engines.node} from https://nodejs.org.`);
  }
}

/** Whether npm's record of what it installed agrees with the lockfile. */
function isInstalled() {
  const record = path.join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const list = (/** @type {string} */ file) => JSON.parse(readFileSync(file, 'utf8')).packages;
  const installed = list(record);
  return Object.entries(list(path.join(root, 'package-lock.json'))).every(
    // npm leaves out packages for other systems.
    ([place, { version, optional, devOptional }]) =>
      place === '' || installed[place]?.version === version || (!installed[place] && (optional || devOptional)),
  );
}

/** Checks the version of Node, and installs the packages of the lockfile, unless they're installed. */
export async function requirePackages() {
  requireNode();
  if (isInstalled()) return;
  console.log('Installing the packages of package-lock.json …');
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  if ((await run([...npm, ...args])) !== 0) {
    stop('npm ci failed (see above). Check the network and the npm registry settings, then run the command again.');
  }
}

/**
 * Exits unless the port is free.
 *
 * @param {number} port TCP port
 * @param {string} hint what to do instead
 */
export async function requireFreePort(port, hint) {
  const isFree = await new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, 'localhost', () => probe.close(() => resolve(true)));
  });
  if (!isFree) stop(`Another program is using port ${port}. ${hint}`);
}
