/**
 * Starts child processes that end with this process. Stopping a command with Ctrl+C, or with a signal to it or to the
 * npm that runs it, leaves no processes behind.
 */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { root } from './programs.cjs';

/** How long a child process can take to exit, in milliseconds. */
const GRACE = 5000;

/** How often to check whether npm is still running, in milliseconds. */
const LOOK = 250;

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

/** @type {NodeJS.Signals | undefined} */
let stopping;

/** Sends a signal to a child and its descendants, which form a process group where the system supports it. */
function signal(/** @type {import('node:child_process').ChildProcess} */ child, /** @type {NodeJS.Signals} */ name) {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill(name);
    else process.kill(-child.pid, name);
  } catch {
    // It has ended.
  }
}

/**
 * The exit status that stands for how a program ended: its own, or the one that a shell gives for a signal.
 *
 * @param {number | null} status its exit status
 * @param {NodeJS.Signals | null} name the signal that ended it
 * @returns {number} never 0 after a signal
 */
export function toExitStatus(status, name) {
  return status ?? 128 + (name === null ? 0 : constants.signals[name]);
}

/** Ends all children and then this process. */
function stopAll(/** @type {NodeJS.Signals} */ name) {
  if (stopping !== undefined) return;
  stopping = name;
  const end = () => process.exit(toExitStatus(null, name));
  const children = [...running];
  for (const child of children) {
    signal(child, name);
    child.once('exit', () => {
      // Processes that the child left in its group.
      signal(child, 'SIGKILL');
      if (running.size === 0) end();
    });
  }
  if (children.length === 0) end();
  setTimeout(() => {
    for (const child of children) signal(child, 'SIGKILL');
    end();
  }, GRACE);
}

let isWatching = false;

/**
 * From now on, a signal to this process, or the end of the npm that runs it, also ends the children.
 *
 * npm forwards a signal to the shell between it and this process, and that shell exits silently.
 */
export function endTogether() {
  if (isWatching) return;
  isWatching = true;
  for (const name of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(name, () => stopAll(name));
  if (process.env['npm_lifecycle_event'] !== undefined) whenParentEnds(() => stopAll('SIGTERM'));
}

/**
 * Calls a function when the parent process has ended.
 *
 * @param {() => void} act called once
 */
export function whenParentEnds(act) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    act();
  }, LOOK);
  timer.unref();
}

/**
 * Runs a program in the repository with its output shown, and ends it with this process.
 *
 * @param {readonly [string, ...string[]]} command the program and its arguments
 * @param {NodeJS.ProcessEnv} [env] environment variables on top of the process's own
 * @returns {Promise<number>} its exit status; 128 and the signal's number if a signal ended it, which is said
 * @throws {Error} if it cannot be started
 */
export function run([program, ...args], env = {}) {
  endTogether();
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env },
      detached: process.platform !== 'win32',
      // Only npm.cmd, which has no known file, needs the shell.
      shell: process.platform === 'win32' && program !== process.execPath,
    });
    running.add(child);
    child.once('error', (error) => {
      running.delete(child);
      reject(new Error(`Couldn't start "${program}": ${error.message}`));
    });
    child.once('exit', (status, name) => {
      running.delete(child);
      if (name !== null && stopping === undefined)
        console.error(`\n✖ ${program} ${args[0] ?? ''} was terminated by ${name}.`);
      resolve(toExitStatus(status, name));
    });
  });
}
