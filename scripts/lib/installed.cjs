/** Compares the installed packages with the lockfile. Plain Node, without dependencies. */
const { existsSync, readFileSync } = require('node:fs');
const path = require('node:path');

/**
 * @typedef {object} Entry
 * @property {string} [version]
 * @property {string} [integrity]
 * @property {boolean} [optional]
 * @property {boolean} [devOptional]
 * @property {string[]} [os]
 * @property {string[]} [cpu]
 */

/** @param {string} file @returns {Record<string, Entry>} */
function listPackages(file) {
  const { packages } = /** @type {{ packages: Record<string, Entry> }} */ (JSON.parse(readFileSync(file, 'utf8')));
  return Object.fromEntries(Object.entries(packages).filter(([place]) => place !== ''));
}

/** Whether a package supports this platform. */
function isForThisSystem(/** @type {Entry} */ { os, cpu }) {
  return (os?.includes(process.platform) ?? true) && (cpu?.includes(process.arch) ?? true);
}

/**
 * Finds the first difference between `package-lock.json` and `node_modules`, which npm describes in a file there.
 *
 * @param {string} folder folder of the lockfile
 * @returns {string | undefined} the difference, or undefined
 */
function missingPackage(folder) {
  const file = path.join(folder, 'node_modules', '.package-lock.json');
  if (!existsSync(file)) return 'no packages are installed';
  const wanted = listPackages(path.join(folder, 'package-lock.json'));
  const found = listPackages(file);
  for (const [place, { version, integrity, optional, devOptional }] of Object.entries(wanted)) {
    const there = found[place];
    if (there === undefined) {
      // npm skips packages for other platforms.
      if (optional !== true && devOptional !== true) return `${place} is missing`;
    } else if (there.version !== version || there.integrity !== integrity) {
      return `${place} is ${there.version ?? 'another version'}, not ${version ?? 'the one in the lockfile'}`;
    } else if (!isForThisSystem(there)) {
      return `${place} is built for another platform`;
    } else if (!existsSync(path.join(folder, place))) {
      return `${place} is missing`;
    }
  }
  const more = Object.keys(found).find((place) => wanted[place] === undefined);
  return more && `${more} is not in the lockfile`;
}

module.exports = { missingPackage };
