/** Stopping a command leaves nothing behind, whichever of its processes gets the signal. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { freePort } from '../../scripts/lib/free-port';
import { npmCommand } from '../../scripts/lib/programs.cjs';
import { root } from '../support/routes';

/** Ids of all processes whose environment has this entry: a command's whole family, whatever group it is in. */
function family(entry: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((id) => {
      try {
        const isZombie = /^State:\s+Z/m.test(readFileSync(`/proc/${id}/status`, 'utf8'));
        return !isZombie && readFileSync(`/proc/${id}/environ`, 'utf8').split('\0').includes(entry);
      } catch {
        return false;
      }
    })
    .map(Number);
}

const commands: { args: string[]; up: RegExp }[] = [
  { args: ['run', 'mock'], up: /export PAI_API=/ },
  // As soon as it has started something: the rest takes a minute.
  { args: ['start'], up: /pai-docs@/ },
];

for (const { args, up } of commands) {
  test(`npm ${args.join(' ')}, told to end, leaves no process behind`, async () => {
    test.skip(
      process.platform !== 'linux',
      'The processes are counted in /proc, which Linux has. It would have proved that no server is left.',
    );
    const mark = `PAI_TEST_FAMILY=${process.pid}-${args.join('-')}`;
    const port = await freePort();
    const [program, ...first] = npmCommand();
    const [name = '', value = ''] = mark.split('=');
    const child: ChildProcess = spawn(program, [...first, ...args], {
      cwd: root,
      env: { ...process.env, PORT: String(port), [name]: value },
      detached: true,
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    }
    try {
      await expect.poll(() => output, { timeout: 60_000 }).toMatch(up);
      // npm, its shell, the command, and what that has started.
      await expect.poll(() => family(mark).length, { timeout: 30_000 }).toBeGreaterThan(3);
      const before = family(mark).length;
      child.kill('SIGTERM');
      await expect.poll(() => family(mark), { timeout: 15_000, message: output }).toEqual([]);
      console.log(`${before} processes ended`);
    } finally {
      for (const id of family(mark)) process.kill(id, 'SIGKILL');
    }
  });
}
