/**
 * System programs that the tests use, and how to install them: Debian packages as root. On other systems, a message
 * lists what to install and which tests are skipped.
 */
const { spawn, spawnSync } = require('node:child_process');
const { accessSync, constants, existsSync, rmSync, statSync, writeFileSync } = require('node:fs');
const path = require('node:path');

/**
 * @typedef {object} Need
 * @property {string} name display name
 * @property {string} program name of the program
 * @property {readonly string[]} [proof] arguments that only succeed if the program is suitable
 * @property {readonly string[]} packages Debian packages that contain it
 * @property {string} proves what its tests verify
 */

/** @satisfies {Readonly<Record<string, Need>>} */
const needs = {
  bash: {
    name: 'bash',
    program: 'bash',
    packages: ['bash'],
    proves: 'that the commands on the pages run the way a reader pastes them',
  },
  curl: {
    name: 'curl',
    program: 'curl',
    packages: ['curl'],
    proves: 'that every step of the tutorials works with curl',
  },
  jq: {
    name: 'jq',
    program: 'jq',
    packages: ['jq'],
    proves: 'that the tutorial commands extract IDs from the responses',
  },
  python: {
    name: 'Python 3 with the requests package',
    program: 'python3',
    proof: ['-c', 'import requests'],
    packages: ['python3', 'python3-requests'],
    proves: 'that the Python samples compile, send the example request, and work in the tutorials',
  },
  php: {
    name: 'PHP',
    program: 'php',
    proof: ['--version'],
    packages: ['php-cli'],
    proves: 'that the PHP sample sends the example request when it runs',
  },
  nginx: {
    name: 'nginx',
    program: 'nginx',
    packages: ['nginx-light'],
    proves:
      'that nginx serves the site with the configuration in deploy/: headers, redirects, compression, releases, and load',
  },
};

/** Debian's folders for administrators, which aren't in other users' PATH. */
const furtherFolders = ['/usr/sbin', '/usr/local/sbin', '/usr/bin'];

/** @param {string} file @returns {boolean} */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/**
 * Possible paths of a program, in the order of the PATH.
 *
 * @param {string} program its name
 * @returns {string[]} absolute paths
 */
function listPlaces(program) {
  const folders = [...(process.env['PATH'] ?? '').split(path.delimiter), ...furtherFolders];
  const endings = process.platform === 'win32' ? ['.exe', ''] : [''];
  return [...new Set(folders)]
    .flatMap((folder) => endings.map((ending) => path.join(folder, `${program}${ending}`)))
    .filter(isExecutable);
}

/**
 * Finds a program that a test needs.
 *
 * @param {Need} need one of `needs`
 * @returns {string | undefined} its path, or undefined if no program is suitable
 */
function findProgram({ program, proof }) {
  return listPlaces(program).find(
    (file) => proof === undefined || spawnSync(file, proof, { stdio: 'ignore' }).status === 0,
  );
}

/** Whether Debian's packages can be installed here. */
function canInstall() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

/**
 * Installs Debian packages without starting their services.
 *
 * @param {readonly string[]} packages their names
 * @returns {Promise<boolean>} whether the installation succeeded
 */
async function installPackages(packages) {
  if (!canInstall()) return false;
  console.log(`Installing ${packages.join(', ')} with apt-get …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (/** @type {string[]} */ ...args) =>
    new Promise((/** @type {(succeeded: boolean) => void} */ resolve) => {
      spawn('apt-get', ['-qq', '-o', 'Dpkg::Use-Pty=0', ...args], { stdio: ['ignore', 'ignore', 'inherit'], env })
        .once('error', () => resolve(false))
        .once('exit', (status) => resolve(status === 0));
    });
  // Debian's convention to prevent services from starting:
  // https://people.debian.org/~hmh/invokerc.d-policyrc.d-specification.txt
  const policy = '/usr/sbin/policy-rc.d';
  const isOurs = !existsSync(policy);
  const removePolicy = () => isOurs && rmSync(policy, { force: true });
  if (isOurs) writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  // This process can end before, if something that runs at the same time fails.
  process.once('exit', removePolicy);
  try {
    return (await apt('update')) && (await apt('install', '-y', '--no-install-recommends', ...packages));
  } finally {
    process.off('exit', removePolicy);
    removePolicy();
  }
}

/**
 * Describes missing programs, one line each: what to install, and what its tests verify.
 *
 * @param {readonly Need[]} missing
 * @returns {string[]}
 */
function linesOn(missing) {
  return missing.map(
    ({ name, packages, proves }) =>
      `${name} is not installed (Debian: apt-get install ${packages.join(' ')}). Its tests verify ${proves}.`,
  );
}

module.exports = { needs, isExecutable, listPlaces, findProgram, installPackages, linesOn };
