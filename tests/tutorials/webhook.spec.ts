/** The webhook receiver that readers download, in a process of its own: what it accepts, fetches, and handles after a crash. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { listVariables } from '../../sandbox/seed';
import { freePort } from '../../scripts/lib/free-port';
import { Specification } from '../../src/specification/specification';
import { root } from '../support/routes';
import { specification as document, expect, test } from './fixtures';

const [username, password, previous] = ['pai-hooks', 'a password of the test', 'the one before'];
const specification = new Specification(document);

/** The documented deliveries: one for each example of a webhook event. */
const deliveries = specification.events.flatMap((event) => {
  const content = specification.media(event.requestBody?.content);
  return specification.examples(content?.media).map(({ value }) => ({ type: event.path, body: JSON.stringify(value) }));
});

/** A delivery that contains no more of its object than the ID. */
const createEvent = (id: string, type = 'transaction-processed', metadata: object = { id }) => {
  const { PAI_ORGANIZATION_ID: organizationId } = listVariables('');
  return { deduplicationId: `event-${id}`, type, organizationId, metadata };
};

let folder: string;
/** The receivers of the test, which end with it. */
const started: ChildProcess[] = [];
test.beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'receiver-'))));
test.afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

const journal = (): string => path.join(folder, 'events.jsonl');

/** Starts the receiver on the test's folder. */
async function startReceiver(api: string) {
  const port = String(await freePort());
  const passwords = { WEBHOOK_PASSWORD: password, WEBHOOK_PASSWORD_PREVIOUS: previous };
  const script = path.join(root, 'examples', 'webhook-receiver', 'receiver.mjs');
  const env = {
    PATH: process.env['PATH'],
    ...listVariables(api),
    WEBHOOK_USERNAME: username,
    ...passwords,
    PORT: port,
  };
  const child: ChildProcess = spawn(process.execPath, [script], { cwd: folder, env });
  started.push(child);
  let log = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (log += chunk.toString()));
  const deliver = async (event: object | string, sent = password): Promise<number> => {
    const Authorization = `Basic ${Buffer.from(`${username}:${sent}`).toString('base64')}`;
    const body = typeof event === 'string' ? event : JSON.stringify(event);
    return (await fetch(`http://localhost:${port}/hooks/pai`, { method: 'POST', headers: { Authorization }, body }))
      .status;
  };
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  };
  await expect.poll(() => log, { timeout: 20_000 }).toContain('listening on port');
  /** What it printed for each event that it handled. */
  const handled = () => log.split('\n').filter((line) => /^[a-z-]+ \{/.test(line));
  return { deliver, kill, handled };
}

test('both passwords are accepted, anything else is refused, and the latest object is fetched', async ({ sandbox }) => {
  const receiver = await startReceiver(sandbox.url);
  const payout = createEvent('new', 'payout-created', { total: 5 });
  for (const wrong of ['', 'guessed']) expect(await receiver.deliver(payout, wrong)).toBe(401);
  const incomplete = Object.keys(payout).map((field) => ({ ...payout, [field]: undefined }));
  for (const body of ['', 'no JSON', '[]', 'null', ...incomplete]) expect(await receiver.deliver(body)).toBe(400);
  expect(readFileSync(journal(), 'utf8')).toBe('');
  const [sale, subscription] = [
    sandbox.world.store.all('transactions')[0],
    sandbox.world.store.all('subscriptions')[0],
  ];
  expect(await receiver.deliver(createEvent(sale?.id ?? ''), previous)).toBe(200);
  expect(await receiver.deliver(createEvent(subscription?.id ?? '', 'subscription-renewed'))).toBe(200);
  for (const event of [createEvent('gone'), payout]) expect(await receiver.deliver(event)).toBe(200);
  const show = ({ id, type, result, status }: Record<string, unknown>) => JSON.stringify({ id, type, result, status });
  await expect
    .poll(() => receiver.handled().sort())
    .toEqual([
      'payout-created {}',
      `subscription-renewed ${show({ ...subscription })}`,
      `transaction-processed ${show({ ...sale })}`,
      'transaction-processed {}',
    ]);
});

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

test('after a crash, only unfinished events are handled, and a line cut short does no harm', async ({ sandbox }) => {
  let receiver = await startReceiver(sandbox.url);
  expect(await receiver.deliver(createEvent('txn_1', 'payout-created'))).toBe(200);
  await expect.poll(() => readFileSync(journal(), 'utf8')).toContain('{"done":"event-txn_1"}');
  await receiver.kill();
  appendFileSync(journal(), `\n${JSON.stringify(createEvent('txn_2', 'order-created'))}\n{"deduplicationId":"cu`);
  receiver = await startReceiver(sandbox.url);
  for (const id of ['txn_1', 'txn_3']) expect(await receiver.deliver(createEvent(id, 'payout-created'))).toBe(200);
  await expect
    .poll(() => receiver.handled().sort())
    .toEqual(['order-created {"id":"txn_2"}', 'payout-created {"id":"txn_3"}']);
});
