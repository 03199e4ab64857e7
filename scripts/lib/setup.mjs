/**
 * Setup that works before any package is installed. Plain Node, without dependencies.
 *
 * Every function returns, or exits the process with a one-line message about the problem and its fix.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { run } from './children.mjs';
import { missingPackage } from './installed.cjs';
import { npmCommand, programFile, root } from './programs.cjs';

/**
 * Exits the process with a one-line message.
 *
 * @param {string} message the problem and its fix
 * @returns {never}
 */
export function stop(message) {
  console.error(`\n✖ ${message}\n`);
  process.exit(1);
}

/**
 * Whether a version is in a range such as `^20.19.0 || >=24.0.0`: the two forms that `engines` is written in here.
 *
 * @param {string} version version of Node, for example `20.11.0`
 * @param {string} range what `engines` says
 * @returns {boolean}
 * @throws {Error} if the range has another form
 */
function isInRange(version, range) {
  const numbers = version.split('.').map(Number);
  return range.split('||').some((part) => {
    const form = /^\s*(\^|>=)(\d+)\.(\d+)\.(\d+)\s*$/.exec(part);
    if (form === null)
      throw new Error(`package.json: engines.node is "${range}"; write it as ^1.2.3 or >=1.2.3, separated by ||.`);
    const least = form.slice(2).map(Number);
    if (form[1] === '^' && numbers[0] !== least[0]) return false;
    const place = least.findIndex((number, index) => number !== numbers[index]);
    return place === -1 || (numbers[place] ?? 0) > (least[place] ?? 0);
  });
}

/**
 * Exits unless `engines` in `package.json` allows this Node version.
 *
 * @param {string} [version] version of Node, for example `20.11.0`
 */
export function requireNode(version = process.versions.node) {
  const { engines } = /** @type {{ engines: { node: string } }} */ (
    JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  );
  if (!isInRange(version, engines.node)) {
    stop(
      `Node ${version} isn't supported. This site requires Node ${engines.node}. Install it from https://nodejs.org and try again.`,
    );
  }
}

/**
 * Installs the packages in the lockfile, unless they are installed already. Never runs install scripts: no package
 * needs one, and they are a common supply chain attack.
 *
 * @param {string} [folder] absolute path of the folder with the lockfile
 */
export async function requireDependencies(folder = root) {
  const missing = missingPackage(folder);
  if (missing === undefined) {
    return;
  }
  const lockfile = path.relative(root, path.join(folder, 'package-lock.json'));
  console.log(`Installing packages from ${lockfile}, because ${missing} …`);
  const args = ['ci', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  if ((await run([...npmCommand(), ...args])) !== 0) {
    stop('npm ci failed (see above). Check the network and the npm registry settings, then run the command again.');
  }
}

/**
 * Runs a program of an installed package, with its output shown.
 *
 * @param {string} program its name
 * @param {string[]} args its arguments
 * @param {NodeJS.ProcessEnv} [env] environment variables on top of the process's own
 * @returns {Promise<number>} its exit status
 */
export function runTool(program, args, env = {}) {
  return run([process.execPath, programFile(program), ...args], env);
}

/**
 * Exits unless the port is free.
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
    stop(`Another program is using port ${port}. ${hint}`);
  }
}
