/**
 * `npm run upgrade:try`: builds a copy of the repository with the newest Docusaurus and OpenAPI plugin releases that the
 * npm registry has, and reports the versions and the steps that failed. The repository stays unchanged.
 *
 * With `-- --dry-run`, it only prints the versions. With `-- --keep`, it keeps the copy, to continue the upgrade there.
 * Exits with status 1 if a step failed or the registry can't be reached.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { npmCommand, root } from './lib/programs.cjs';

interface Manifest {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
}

/** A package and its versions, such as `3.10.2`. */
interface Upgrade {
  readonly name: string;
  readonly current: string;
  readonly newest: string;
}

/** The packages that are upgraded together. */
const isUpgraded = (name: string): boolean =>
  /^@docusaurus\//.test(name) || /^docusaurus-(plugin|theme)-openapi-docs$/.test(name);

/** Runs npm in a folder. The output is shown, or returned if `isQuiet`. */
function runNpm(folder: string, args: readonly string[], isQuiet = false): { failed: boolean; output: string } {
  const [program, ...first] = npmCommand();
  const { status, stdout, stderr } = spawnSync(program, [...first, ...args], {
    cwd: folder,
    encoding: 'utf8',
    stdio: isQuiet ? 'pipe' : ['ignore', 'inherit', 'inherit'],
  });
  return { failed: status !== 0, output: isQuiet ? (status === 0 ? stdout : stderr) : '' };
}

/**
 * Asks the registry for the newest release of each upgraded package.
 *
 * @throws If the registry can't be reached or doesn't have a package.
 */
function findUpgrades({ dependencies, devDependencies }: Manifest): Upgrade[] {
  const packages = Object.entries({ ...dependencies, ...devDependencies }).filter(([name]) => isUpgraded(name));
  return packages.map(([name, current]) => {
    const { failed, output } = runNpm(root, ['view', name, 'dist-tags.latest', '--loglevel=error'], true);
    const newest = output.trim();
    if (failed || newest === '') {
      throw new Error(`Couldn't look up ${name}. Check the network and the npm registry settings.\n${newest}`);
    }
    return { name, current, newest };
  });
}

/** Copies the files that git tracks, or would track, into a new temporary folder, and returns its path. */
function copyRepository(): string {
  const { stdout, status } = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${root} isn't a git repository. Clone it with git, and try again there.`);
  const folder = mkdtempSync(path.join(tmpdir(), 'pai-docs-upgrade-'));
  for (const file of stdout.split('\0').filter((name) => name !== '')) {
    cpSync(path.join(root, file), path.join(folder, file));
  }
  return folder;
}

/** Sets the newest versions in the `package.json` of a folder. */
function setVersions(folder: string, upgrades: readonly Upgrade[]): void {
  const file = path.join(folder, 'package.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
  for (const { name, newest } of upgrades) {
    const group = name in manifest.dependencies ? manifest.dependencies : manifest.devDependencies;
    group[name] = newest;
  }
  writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);
}

/**
 * Installs the packages in a folder and runs the steps that an upgrade can break.
 *
 * @returns The commands that failed. Nothing else runs if the installation fails.
 */
function findFailures(folder: string): string[] {
  const install = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  if (runNpm(folder, install).failed) return ['npm install'];
  return ['generate', 'typecheck', 'build'].flatMap((step) => {
    console.log(`\n── npm run ${step} ──`);
    return runNpm(folder, ['run', '--silent', step]).failed ? [`npm run ${step}`] : [];
  });
}

try {
  const upgrades = findUpgrades(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as Manifest);
  for (const { name, current, newest } of upgrades) {
    console.log(`${name}: ${current === newest ? `${current} is the newest` : `${current} → ${newest}`}`);
  }
  if (!process.argv.includes('--dry-run')) {
    const folder = copyRepository();
    try {
      setVersions(folder, upgrades);
      const failures = findFailures(folder);
      if (failures.length > 0) {
        throw new Error(
          `Failed with these versions: ${failures.join(', ')} (see above). ARCHITECTURE.md lists what depends on internals.`,
        );
      }
      console.log('\nThe site builds with these versions. Set them in package.json, and run npm install and npm test.');
    } finally {
      if (process.argv.includes('--keep')) console.log(`\nThe copy is in ${folder}.`);
      else rmSync(folder, { recursive: true, force: true });
    }
  }
} catch (error) {
  console.error(`\n✖ ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
