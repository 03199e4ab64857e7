/** The webhook receiver that readers download, in a process of its own: every documented event, twice and after a restart. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { listVariables } from '../../sandbox/seed';
import { freePort } from '../../scripts/lib/free-port';
import { Specification } from '../../src/specification/specification';
import { root } from '../support/routes';
import { specification as document, expect, test } from './fixtures';

const [username, password] = ['pai-hooks', 'a password of the test'];
const specification = new Specification(document);

/** The documented deliveries: one for each example of a webhook event. */
const deliveries = specification.events.flatMap((event) => {
  const content = specification.media(event.requestBody?.content);
  return specification.examples(content?.media).map(({ value }) => ({ type: event.path, body: JSON.stringify(value) }));
});

let folder: string;
/** The receivers of the test, which end with it. */
const started: ChildProcess[] = [];
test.beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'receiver-'))));
test.afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** Starts the receiver on the test's folder. */
async function startReceiver(api: string) {
  const port = String(await freePort());
  const credentials = { WEBHOOK_USERNAME: username, WEBHOOK_PASSWORD: password, PORT: port };
  const script = path.join(root, 'examples', 'webhook-receiver', 'receiver.mjs');
  const env = { PATH: process.env['PATH'], ...listVariables(api), ...credentials };
  const child: ChildProcess = spawn(process.execPath, [script], { cwd: folder, env });
  started.push(child);
  let log = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (log += chunk.toString()));
  const deliver = async (body: string, sent = password): Promise<number> => {
    const Authorization = `Basic ${Buffer.from(`${username}:${sent}`).toString('base64')}`;
    const response = await fetch(`http://localhost:${port}/hooks/pai`, {
      method: 'POST',
      headers: { Authorization },
      body,
    });
    return response.status;
  };
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  };
  await expect(() => deliver('')).toPass({ timeout: 20_000 });
  const handled = () => log.split('\n').filter((line) => deliveries.some(({ type }) => line.startsWith(`${type} `)));
  return { deliver, kill, handled };
}

test('every documented event is acknowledged, and handled once, also after a crash', async ({ sandbox }) => {
  expect(deliveries.length).toBeGreaterThan(20);
  const ids = new Set(deliveries.map(({ body }) => (JSON.parse(body) as { deduplicationId: string }).deduplicationId));
  let receiver = await startReceiver(sandbox.url);
  // Two deliveries at the same time, as after a slow response.
  for (const { type, body } of deliveries)
    expect(await Promise.all([receiver.deliver(body), receiver.deliver(body)]), type).toEqual([200, 200]);
  await expect.poll(() => receiver.handled().length, { timeout: 20_000 }).toBe(ids.size);
  await receiver.kill();
  receiver = await startReceiver(sandbox.url);
  for (const { type, body } of deliveries) expect(await receiver.deliver(body), type).toBe(200);
  // The last event can have been handled before the crash without a record of it.
  expect(receiver.handled().length).toBeLessThanOrEqual(1);
  console.log(`${deliveries.length} documented deliveries, ${ids.size} handled`);
});

test('wrong credentials return 401, and a body that is not an event 400', async ({ sandbox }) => {
  const receiver = await startReceiver(sandbox.url);
  for (const wrong of ['', 'guessed']) expect(await receiver.deliver(deliveries[0]?.body ?? '', wrong)).toBe(401);
  for (const body of ['', 'no JSON', '[]', 'null', '{}']) expect(await receiver.deliver(body), body).toBe(400);
  expect(receiver.handled()).toEqual([]);
});
