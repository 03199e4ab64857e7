/**
 * Finds the programs of packages and starts them with this Node. A file in `node_modules/.bin` is a shell script on
 * some systems and a link on others. This approach works on all, and with spaces in paths.
 */
const { existsSync, readFileSync } = require('node:fs');
const path = require('node:path');

/** Absolute path of the repository. */
const root = path.resolve(__dirname, '..', '..');

/** Packages whose program has a different name. @type {Readonly<Record<string, string>>} */
const packageNames = {
  docusaurus: '@docusaurus/core',
  playwright: '@playwright/test',
  tsc: 'typescript',
};

/**
 * The file behind a program of an installed package.
 *
 * @param {string} program its name, as it stands in a script of `package.json`
 * @param {string} [folder] folder that the packages are installed in
 * @returns {string} absolute path of a JavaScript file, to be started with `process.execPath`
 * @throws {Error} if the package is not installed or brings no such program
 */
function programFile(program, folder = root) {
  const home = path.join(folder, 'node_modules', packageNames[program] ?? program);
  const manifest = path.join(home, 'package.json');
  if (!existsSync(manifest)) {
    throw new Error(`${path.relative(folder, home)} is not installed. Run npm ci.`);
  }
  const { bin } = /** @type {{ bin?: string | Record<string, string> }} */ (JSON.parse(readFileSync(manifest, 'utf8')));
  const file = typeof bin === 'string' ? bin : bin?.[program];
  if (file === undefined) {
    throw new Error(`${manifest} has no program "${program}". Add its package to scripts/lib/programs.cjs.`);
  }
  return path.join(home, file);
}

/**
 * The command that starts npm: with this Node if its file is known, or else by name.
 *
 * @param {NodeJS.ProcessEnv} [env] environment, which contains npm's path in npm scripts
 * @returns {[string, ...string[]]} the program and its first arguments
 */
function npmCommand(env = process.env) {
  const places = [
    env['npm_execpath'] ?? '',
    path.join(path.dirname(process.execPath), 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    path.join(path.dirname(process.execPath), '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
  ];
  const file = places.find((place) => path.basename(place) === 'npm-cli.js' && existsSync(place));
  return file === undefined ? ['npm'] : [process.execPath, file];
}

module.exports = { root, programFile, npmCommand };
