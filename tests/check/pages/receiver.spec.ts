/** The webhook receiver of the guide, in a process of its own, with a stub of the API behind it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { freePort } from '../../../scripts/lib/free-port';
import { root } from '../../support/routes';

const createEvent = (id: string, type = 'transaction-processed'): object => ({
  deduplicationId: `event-${id}`,
  type,
  organizationId: 'org',
  metadata: { id },
});

/** Knows every object but `gone`, and shows the kind of object that was fetched. */
const api = createServer((request, response) => {
  const [, kind, id] = /\/organizations\/org\/(\w+)\/(.+)$/.exec(request.url ?? '') ?? [];
  response.writeHead(id === 'gone' ? 404 : 200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ type: 'object', data: { id, status: kind } }));
});
let folder: string;
let port: number;
let receiver: ChildProcess;
let log: string;

const readJournal = (): string => readFileSync(path.join(folder, 'events.jsonl'), 'utf8');

async function startReceiver(): Promise<void> {
  port = await freePort();
  receiver = spawn(process.execPath, [path.join(root, 'examples', 'webhook-receiver', 'receiver.mjs')], {
    cwd: folder,
    env: {
      PORT: String(port),
      PAI_API: `http://127.0.0.1:${(api.address() as AddressInfo).port}`,
      PAI_API_KEY: 'acc_key_id',
      WEBHOOK_USERNAME: 'pai-hooks',
      WEBHOOK_PASSWORD: 'new',
      WEBHOOK_PASSWORD_PREVIOUS: 'old',
    },
  });
  log = '';
  for (const stream of [receiver.stdout, receiver.stderr])
    stream?.on('data', (chunk: Buffer) => (log += String(chunk)));
  await expect.poll(() => log, { timeout: 20_000 }).toContain('listening on port');
}

async function deliver(event: object, password = 'new'): Promise<number> {
  const Authorization = `Basic ${btoa(`pai-hooks:${password}`)}`;
  const body = JSON.stringify(event);
  return (await fetch(`http://127.0.0.1:${port}/hooks/pai`, { method: 'POST', headers: { Authorization }, body }))
    .status;
}

test.beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'receiver-'));
  await once(api.listen(0, '127.0.0.1'), 'listening');
  await startReceiver();
});
test.afterEach(() => {
  receiver.kill();
  api.closeAllConnections();
  api.close();
  rmSync(folder, { recursive: true, force: true });
});

test('both passwords are accepted, and the latest object of each kind is fetched', async () => {
  expect(await deliver(createEvent('txn_1'), 'guessed')).toBe(401);
  expect(readJournal()).toBe('');
  expect(await deliver(createEvent('txn_1'), 'old')).toBe(200);
  expect(await deliver(createEvent('sub_1', 'subscription-renewed'))).toBe(200);
  expect(await deliver(createEvent('gone'))).toBe(200);
  const added = { ...createEvent('new', 'payout-created'), metadata: { total: 5 } };
  expect(await deliver(added)).toBe(200);
  for (const field of Object.keys(added)) expect(await deliver({ ...added, [field]: undefined })).toBe(400);
  await expect
    .poll(() => log.trim().split('\n').slice(1).sort())
    .toEqual([
      'payout-created {}',
      'subscription-renewed {"id":"sub_1","status":"subscriptions"}',
      'transaction-processed {"id":"txn_1","status":"transactions"}',
      'transaction-processed {}',
    ]);
});

test('after a crash, only unfinished events are handled, and a line cut short does no harm', async () => {
  expect(await deliver(createEvent('txn_1'))).toBe(200);
  await expect.poll(readJournal).toContain('{"done":"event-txn_1"}');
  receiver.kill('SIGKILL');
  await once(receiver, 'exit');
  appendFileSync(
    path.join(folder, 'events.jsonl'),
    `\n${JSON.stringify(createEvent('txn_2'))}\n{"deduplicationId":"cu`,
  );
  await startReceiver();
  for (const id of ['txn_1', 'txn_3']) expect(await deliver(createEvent(id))).toBe(200);
  await expect.poll(readJournal).toContain('{"done":"event-txn_3"}');
  expect(readJournal()).toContain('{"done":"event-txn_2"}');
  expect(log).not.toContain('txn_1');
});
