/** `--data`: what is kept, a file that can't be written, two sandboxes on one file, and a process that is killed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { startSandbox } from '../../sandbox/server';
import { sandboxFile } from '../../scripts/lib/downloads/sandbox';
import { freePort } from '../../scripts/lib/free-port';
import { root } from '../support/routes';
import { createProduct, document, planFields, startEmpty } from './api';

/** The sandbox as readers download it, made by `npm run generate`. */
const program = path.join(root, '.generated', 'static', 'downloads', sandboxFile);

let folder = '';
test.beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'pai-sandbox-'))));
test.afterEach(() => rmSync(folder, { recursive: true }));

test('a file keeps records, deletions and time, and one of something else is refused', async () => {
  const dataFile = path.join(folder, 'sandbox.json');
  const first = await startEmpty({ dataFile });
  const { id: productId } = await createProduct(first);
  const plan = await first.call('POST', '/plans', { ...planFields(productId), name: 'Kept' });
  const other = await first.call('POST', '/plans', planFields(productId));
  await first.send('DELETE', `/plans/${other.id}`);
  await first.call('POST', '/sandbox/clock', { by: { unit: 'year', length: 2 } });
  await first.sandbox.close();
  for (let round = 0; round < 2; round += 1) {
    const again = await startSandbox(document, { port: 0, dataFile });
    expect(again.world.store.all('plans').map(({ id, name }) => [id, name])).toEqual([[plan.id, 'Kept']]);
    expect(again.world.clock.time - Date.now()).toBeGreaterThan(700 * 86_400_000);
    await again.close();
  }
  // What a killed process has left of a line is passed over.
  writeFileSync(dataFile, `${readFileSync(dataFile, 'utf8')}{"clockOffset":0,"ki`);
  const mended = await startSandbox(document, { port: 0, dataFile });
  expect(mended.world.store.count('plans')).toBe(1);
  await mended.close();
  writeFileSync(dataFile, 'null');
  await expect(startSandbox(document, { port: 0, dataFile })).rejects.toThrow(/doesn't hold a sandbox's data/);
});

/** Starts the downloaded program; gives its process when it answers. A shell can set limits for it. */
async function startProgram(args: string[], limits = 'true'): Promise<{ child: ChildProcess; url: string }> {
  const port = await freePort();
  const command = [process.execPath, program, '--empty', '--port', String(port), ...args];
  const child = spawn('bash', ['-c', `${limits} && exec "$@"`, 'bash', ...command], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const url = `http://127.0.0.1:${port}`;
  await expect.poll(() => output, { timeout: 50_000 }).toContain(`export PAI_API=${url}\nexport PAI_API_KEY=`);
  return { child, url };
}

/** Registers a webhook destination; gives the status. */
async function register(url: string): Promise<number> {
  const headers = { Authorization: 'ApiKey a', 'Content-Type': 'application/json' };
  const body = JSON.stringify({ url: `https://merchant.example/${'x'.repeat(500)}` });
  return (await fetch(`${url}/v1/webhook-destinations`, { method: 'POST', headers, body })).status;
}

const kill = async (child: ChildProcess): Promise<void> => {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
};

test('a file that cannot be written stops the start', async () => {
  // The second one is a place where nobody can write.
  for (const dataFile of [path.join(folder, 'none', 'sandbox.json'), '/proc/sandbox.json'])
    await expect(startSandbox(document, { port: 0, dataFile })).rejects.toThrow(/ENOENT|EACCES/);
});

test('a write that does not fit into the file gets 500, and the sandbox goes on', async () => {
  const dataFile = path.join(folder, 'sandbox.json');
  // No file of this process can have more than 20 kB, as on a disk that is full.
  const { child, url } = await startProgram(['--data', dataFile], 'ulimit -f 20');
  const statuses: number[] = [];
  for (let count = 0; count < 60; count += 1) statuses.push(await register(url));
  const answered = statuses.filter((status) => status === 201).length;
  expect(answered).toBeGreaterThan(5);
  expect(statuses.slice(answered)).toEqual(statuses.slice(answered).map(() => 500));
  const list = await fetch(`${url}/v1/webhook-destinations`, { headers: { Authorization: 'ApiKey a' } });
  expect(list.status).toBe(200);
  await kill(child);
  const { close, world } = await startSandbox(document, { port: 0, dataFile });
  expect(world.store.count('destinations'), 'what was answered with 201').toBe(answered);
  await close();
});

test('a second sandbox on a file stops, and one after a killed process starts with what was answered', async () => {
  const dataFile = path.join(folder, 'sandbox.json');
  let kept = 0;
  for (let round = 0; round < 3; round += 1) {
    const { child, url } = await startProgram(['--data', dataFile]);
    await expect(startSandbox(document, { port: 0, dataFile })).rejects.toThrow(/Another sandbox uses/);
    for (let count = 0; count < 50; count += 1) kept += (await register(url)) === 201 ? 1 : 0;
    const sent = Array.from({ length: 20 }, () => register(url).catch(() => 0));
    await kill(child);
    kept += (await Promise.all(sent)).filter((status) => status === 201).length;
    const { close, world } = await startSandbox(document, { port: 0, dataFile });
    expect(world.store.count('destinations')).toBeGreaterThanOrEqual(kept);
    kept = world.store.count('destinations');
    await close();
  }
  console.log(`3 kills while writing, ${kept} records kept`);
});
