/** Set-up is right about what it needs: the Node it takes, what is installed, how programs are started. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from '@playwright/test';
import semver from 'semver';
import { missingPackage } from '../../../scripts/lib/installed.cjs';
import { npmCommand, programFile, root } from '../../../scripts/lib/programs.cjs';

interface Manifest {
  engines: { node: string };
}
interface Locked {
  version?: string;
  engines?: { node?: string };
}
const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as Manifest;
const lockfile = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Locked>;
};

/** Packages that ask for a newer Node than this site needs, with the reason why that is no matter. */
const neverRun: Readonly<Record<string, string>> = {
  'docusaurus-theme-openapi-docs/node_modules/sass-loader': 'the site has no Sass',
};

/** Packages that a version of Node is too old or too new for. */
function refusing(version: string): string[] {
  return Object.entries(lockfile.packages)
    .filter(([, { engines }]) => engines?.node !== undefined && !semver.satisfies(version, engines.node))
    .map(([place]) => place.replace(/^node_modules\//, ''))
    .filter((name) => name !== '' && neverRun[name] === undefined);
}

/** Runs a line of Node in which `setup` is the set-up module; gives its status and what it printed. */
function withSetup(code: string): { status: number | null; output: string } {
  const file = pathToFileURL(path.join(root, 'scripts', 'lib', 'setup.mjs')).href;
  const program = `const setup = await import(${JSON.stringify(file)}); ${code}`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
  });
  return { status, output: `${stdout}${stderr}` };
}

test('every package supports the oldest Node of each release line, and not the version before it', () => {
  const oldest = manifest.engines.node.split('||').map((part) => part.trim().replace(/^(\^|>=)/, ''));
  console.log(`Node ${oldest.join(', ')}: ${Object.keys(lockfile.packages).length} packages`);
  expect(oldest.length).toBeGreaterThan(1);
  for (const version of oldest) expect(refusing(version), version).toEqual([]);
  for (const version of ['20.18.3', '21.7.3', '22.12.0', '23.11.1']) {
    expect(refusing(version).length, version).toBeGreaterThan(0);
    expect(semver.satisfies(version, manifest.engines.node), version).toBe(false);
  }
});

test('rejects unsupported Node versions in one line', () => {
  for (const version of ['18.20.0', '20.18.3', '21.7.3', '22.12.0', '23.11.1']) {
    const { status, output } = withSetup(`setup.requireNode('${version}')`);
    expect(status, version).toBe(1);
    expect(output.trim(), version).toMatch(
      /^✖ Node [\d.]+ isn't supported. This site requires Node \^20\.19\.0 .*again\.$/,
    );
  }
  for (const version of ['20.19.0', '20.20.2', '22.13.0', '22.21.0', '24.0.0', '25.1.0']) {
    expect(withSetup(`setup.requireNode('${version}')`), version).toEqual({ status: 0, output: '' });
  }
});

test('installs packages again only if they differ from the lockfile', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'pai docs installed '));
  const entry = { version: '1.0.0', integrity: 'sha512-a' };
  const foreign = { version: '1.0.0', integrity: 'sha512-c', optional: true, os: ['none'] };
  const write = (file: string, packages: object): void =>
    writeFileSync(path.join(folder, file), JSON.stringify({ packages: { '': {}, ...packages } }));
  const wanted = { 'node_modules/a': entry, 'node_modules/c': foreign };
  write('package-lock.json', wanted);
  expect(missingPackage(folder)).toBe('no packages are installed');
  mkdirSync(path.join(folder, 'node_modules', 'a'), { recursive: true });
  const found = (packages: object): string | undefined => {
    write(path.join('node_modules', '.package-lock.json'), packages);
    return missingPackage(folder);
  };
  expect(found({ 'node_modules/a': entry })).toBeUndefined();
  expect(found({})).toBe('node_modules/a is missing');
  expect(found({ 'node_modules/a': { ...entry, version: '0.9.0' } })).toMatch(/is 0\.9\.0, not 1\.0\.0/);
  expect(found({ 'node_modules/a': { ...entry, integrity: 'sha512-b' } })).toBeDefined();
  expect(found({ 'node_modules/a': entry, 'node_modules/b': entry })).toMatch(/b is not in the lockfile/);
  expect(found({ 'node_modules/a': entry, 'node_modules/c': foreign })).toMatch(/c is built for another platform/);
  rmSync(path.join(folder, 'node_modules', 'a'), { recursive: true });
  expect(found({ 'node_modules/a': entry })).toMatch(/a is missing/);
  rmSync(folder, { recursive: true });
  // What these tests run with.
  expect(missingPackage(root)).toBeUndefined();
});

test("a child process that a signal terminates, or that can't start, is a failure", () => {
  const file = pathToFileURL(path.join(root, 'scripts', 'lib', 'children.mjs')).href;
  const ended = (code: string): { status: number | null; output: string } =>
    withSetup(
      `const { run } = await import('${file}'); process.exit(await run([process.execPath, '-e', ${JSON.stringify(code)}]))`,
    );
  expect(ended('process.exit(0)').status).toBe(0);
  expect(ended('process.exit(7)').status).toBe(7);
  const killed = ended("process.kill(process.pid, 'SIGKILL')");
  expect(killed.status).toBe(137);
  expect(killed.output).toContain('was terminated by SIGKILL');
  expect(withSetup(`const { run } = await import('${file}'); await run(['no-such-program'])`).output).toContain(
    'Couldn\'t start "no-such-program"',
  );
});

test('starts programs by their file with this Node, even from a path with spaces', () => {
  for (const program of ['tsx', 'docusaurus', 'playwright', 'cspell', 'prettier', 'knip']) {
    expect(programFile(program), program).toMatch(/\.[cm]?js$/);
  }
  expect(() => programFile('no-such-program')).toThrow(/is not installed/);
  const folder = mkdtempSync(path.join(tmpdir(), 'pai docs with spaces '));
  const home = path.join(folder, 'node_modules', 'tool');
  mkdirSync(home, { recursive: true });
  writeFileSync(path.join(home, 'package.json'), JSON.stringify({ bin: { tool: './run me.js' } }));
  writeFileSync(path.join(home, 'run me.js'), 'console.log(process.argv[2])');
  const { stdout } = spawnSync(process.execPath, [programFile('tool', folder), 'two words'], { encoding: 'utf8' });
  expect(stdout).toBe('two words\n');
  rmSync(folder, { recursive: true });
  const [npm, ...args] = npmCommand();
  expect(spawnSync(npm, [...args, '--version'], { encoding: 'utf8' }).stdout).toMatch(/^\d+\.\d+\.\d+/);
});

/** Files that start programs. */
const sources = ['scripts', 'bench', 'tests', 'src'].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.[cm]?[jt]sx?$/.test(file) && !file.includes('node_modules'))
    .map((file) => path.join(folder, file)),
);

/** Lines that name a file of `node_modules/.bin`, which Windows cannot start. */
function binLines(file: string, text: string): string[] {
  return text.split('\n').flatMap((line, index) => {
    const isComment = /^\s*(\*|\/\/|\/\*\*)/.test(line);
    return !isComment && /['"`/]\.bin['"`/]/.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [];
  });
}

test('nothing starts a file of node_modules/.bin', () => {
  const findings = sources
    .filter((file) => !file.endsWith('setup.spec.ts'))
    .flatMap((file) => binLines(file, readFileSync(path.join(root, file), 'utf8')));
  console.log(`${sources.length} files`);
  expect(sources.length).toBeGreaterThan(100);
  expect(findings).toEqual([]);
  expect(binLines('x.ts', "spawn(path.join(root, 'node_modules', '.bin', 'tsx'))")).toHaveLength(1);
});
