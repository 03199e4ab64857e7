/** Finds programs: those of packages, which run with this Node, and those of the system. */
const { spawnSync } = require('node:child_process');
const { accessSync, constants, existsSync, readFileSync } = require('node:fs');
const path = require('node:path');

/** Absolute path of the repository. */
const root = path.resolve(__dirname, '..', '..');

/** Packages whose program has a different name. @type {Readonly<Record<string, string>>} */
const packageNames = {
  docusaurus: '@docusaurus/core',
  playwright: '@playwright/test',
  redocly: '@redocly/cli',
  tsc: 'typescript',
};

/**
 * The file behind a program of an installed package. Unlike one in `node_modules/.bin`, it starts on all systems.
 *
 * @param {string} program its name, as it stands in a script of `package.json`
 * @returns {string} absolute path of a JavaScript file, to be started with `process.execPath`
 * @throws {Error} if the package isn't installed, or has no such program
 */
function programFile(program) {
  const home = path.join(root, 'node_modules', packageNames[program] ?? program);
  const manifest = path.join(home, 'package.json');
  if (!existsSync(manifest)) throw new Error(`${path.relative(root, home)} isn't installed. Run npm ci.`);
  const { bin } = /** @type {{ bin?: string | Record<string, string> }} */ (JSON.parse(readFileSync(manifest, 'utf8')));
  const file = typeof bin === 'string' ? bin : bin?.[program];
  if (file === undefined) throw new Error(`${manifest} has no program "${program}".`);
  return path.join(home, file);
}

/** The command that starts npm: the one that runs this script, or else by name. @type {[string, ...string[]]} */
const npm = process.env['npm_execpath'] ? [process.execPath, process.env['npm_execpath']] : ['npm'];

/** Whether a file can be started. */
function isExecutable(/** @type {string} */ file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Finds a program of the system.
 *
 * @param {string} name its name
 * @param {readonly string[]} [proof] arguments that only succeed if the program is suitable
 * @returns {string | undefined} its path
 */
function findProgram(name, proof) {
  // Servers are in a folder that isn't in the PATH of everyone.
  const folders = [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/sbin'];
  return folders
    .map((folder) => path.join(folder, name))
    .find((file) => isExecutable(file) && (!proof || spawnSync(file, proof, { stdio: 'ignore' }).status === 0));
}

module.exports = { root, programFile, npm, isExecutable, findProgram };
