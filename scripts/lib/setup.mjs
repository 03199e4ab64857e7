/**
 * Set-up that must work before anything is installed: plain Node, no dependency.
 *
 * Every function either returns or ends the process with one line that says what is wrong and what to do.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Absolute path of the repository. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');

const stamp = path.join(root, 'node_modules', '.pai-lockfile');

/**
 * Ends the process with a clear line.
 *
 * @param {string} message what is wrong and what to do
 * @returns {never}
 */
export function stop(message) {
  console.error(`\n✖ ${message}\n`);
  process.exit(1);
}

/**
 * Stops unless this Node is new enough.
 *
 * @param {string} [version] version of Node, for example `20.11.0`
 */
export function requireNode(version = process.versions.node) {
  const [major = 0] = version.split('.').map(Number);
  if (major < 20) {
    stop(
      `Node ${version} is too old: this site needs Node 20 or newer. Install it from https://nodejs.org and try again.`,
    );
  }
}

/** What `node_modules` must have been made from: the lockfile and the Node that native parts were chosen for. */
function lockfileDigest() {
  const lockfile = readFileSync(path.join(root, 'package-lock.json'));
  return createHash('sha256').update(lockfile).update(process.versions.modules).digest('hex');
}

/**
 * Installs what the lockfile says, unless that is what is there already. No package's install script is run: none is
 * needed, and code that runs while it is installed is how supply chains are attacked.
 */
export function requireDependencies() {
  const digest = lockfileDigest();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) {
    return;
  }
  console.log('Installing what package-lock.json says (only needed the first time and after it changes) …');
  const result = run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']);
  if (result !== 0) {
    stop('npm ci failed (see above). Check the network and the npm registry settings, then run the command again.');
  }
  writeFileSync(stamp, digest);
}

/**
 * Runs a command in the repository with its output shown.
 *
 * @param {string} command name of the command
 * @param {string[]} args its arguments
 * @param {NodeJS.ProcessEnv} [env] environment variables on top of the process's own
 * @returns {number} the command's exit status
 */
export function run(command, args, env = {}) {
  const result = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
    shell: process.platform === 'win32',
  });
  if (result.error) {
    stop(`"${command}" could not be started: ${result.error.message}`);
  }
  return result.status ?? 1;
}

/**
 * Runs a program of `node_modules/.bin`.
 *
 * @param {string} program its name
 * @param {string[]} args its arguments
 * @param {NodeJS.ProcessEnv} [env] environment variables on top of the process's own
 * @returns {number} its exit status
 */
export function runTool(program, args, env = {}) {
  return run(path.join(root, 'node_modules', '.bin', program), args, env);
}

/**
 * Stops unless the port is free on this machine.
 *
 * @param {number} port TCP port
 * @param {string} hint what to do instead
 */
export async function requireFreePort(port, hint) {
  const free = await new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, 'localhost', () => probe.close(() => resolve(true)));
  });
  if (!free) {
    stop(`Port ${port} is taken by another program. ${hint}`);
  }
}
