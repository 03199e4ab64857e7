/**
 * The build does not depend on where, when or how it runs: a second one, in another folder, without a network and with a
 * home that cannot be written, is the same as `build/` to the byte.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { runIn } from '../support/build-copy';
import { noteLeftOut } from '../support/left-out';
import { buildFolder, root } from '../support/routes';

/** What the build reads: everything that git knows or would take, and git's own memory, as in a second clone. */
function secondClone(): string {
  const copy = mkdtempSync(path.join(tmpdir(), 'pai-docs-second-'));
  const { stdout } = spawnSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: root, encoding: 'utf8' });
  for (const file of stdout.split('\0').filter((name) => name !== '' && existsSync(path.join(root, name)))) {
    cpSync(path.join(root, file), path.join(copy, file));
  }
  if (statSync(path.join(root, '.git')).isDirectory()) {
    cpSync(path.join(root, '.git'), path.join(copy, '.git'), { recursive: true });
  }
  // Not a link to the folder: packages that lie elsewhere get other names in the bundle. Links to the files cost nothing.
  const packages = path.join(root, 'node_modules');
  if (spawnSync('cp', ['-al', packages, copy]).status !== 0) {
    rmSync(path.join(copy, 'node_modules'), { recursive: true, force: true });
    cpSync(packages, path.join(copy, 'node_modules'), { recursive: true, verbatimSymlinks: true });
  }
  // What the bundler remembers must not make the second build the same as the first.
  rmSync(path.join(copy, 'node_modules', '.cache'), { recursive: true, force: true });
  return copy;
}

/** Digest of every file in a folder, by its path. */
function digests(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => statSync(path.join(folder, file)).isFile())
    .sort();
  return new Map(
    files.map((file) => [
      file,
      createHash('sha256')
        .update(readFileSync(path.join(folder, file)))
        .digest('hex'),
    ]),
  );
}

/** Files that only one side has, or that differ. */
function differences(one: Map<string, string>, other: Map<string, string>): string[] {
  return [...new Set([...one.keys(), ...other.keys()])].filter((file) => one.get(file) !== other.get(file));
}

/**
 * What is put before the build: no network, and a home of a file system that can only be read. Where the system does not
 * allow that, a home that cannot exist stays.
 */
function restrictions(home: string): { wrapper: string[]; env: NodeJS.ProcessEnv } {
  mkdirSync(home);
  const user = process.getuid?.() === 0 ? [] : ['-r'];
  const wrapper = ['unshare', ...user, '-n', '-m', 'sh', '-c', 'mount -t tmpfs -o ro none "$HOME" && exec "$@"', 'sh'];
  const env = { HOME: home, XDG_CACHE_HOME: undefined, XDG_CONFIG_HOME: undefined, NODE_ENV: undefined };
  const [program = '', ...args] = wrapper;
  const proof = ['sh', '-c', '! touch "$HOME/x" 2>/dev/null && ! grep -q "^ *e" /proc/net/dev'];
  if (spawnSync(program, [...args, ...proof], { env: { ...process.env, ...env } }).status === 0) {
    console.log('The second build has no network, and a home that can only be read.');
    return { wrapper, env };
  }
  noteLeftOut(
    'The "unshare" program is not permitted on this system. Its test verifies that the build needs no network and writes nothing to the home directory.',
  );
  return { wrapper: [], env: { ...env, HOME: '/dev/null/home' } };
}

test('a second build in another folder, offline and with a read-only home, is identical', () => {
  test.setTimeout(600_000);
  const copy = secondClone();
  try {
    const { status, output } = runIn(copy, ['tsx', 'scripts/build.mts'], {
      ...restrictions(path.join(copy, '.home')),
      bin: copy,
    });
    expect(status, output).toBe(0);
    const pairs = [
      [buildFolder, path.join(copy, 'build')],
      [path.join(root, '.generated', 'deploy'), path.join(copy, '.generated', 'deploy')],
    ] as const;
    for (const [first, second] of pairs) {
      const [one, other] = [digests(first), digests(second)];
      console.log(`${path.relative(root, first)}: ${one.size} files compared`);
      expect(one.size).toBeGreaterThan(5);
      expect(differences(one, other), 'files that differ').toEqual([]);
      // A changed file would be seen.
      expect(differences(one, new Map([...other, ['index.html', 'x']]))).toContain('index.html');
    }
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
});
