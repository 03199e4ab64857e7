/**
 * The webhook receiver of the guide, run as a reader runs it: a process of its own, over HTTP, with a journal on disk
 * and a stub of the API behind it. The deliveries are the examples of the description's webhooks.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { open as openFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test as base } from '@playwright/test';
import { root } from '../../support/routes';
import { type Delivery, describedEvents } from './described-events';
import { codeBlocks, guidePage } from './guide-pages';

const RECEIVER = path.join(root, 'examples', 'webhook-receiver', 'receiver.mjs');
const PATH = '/hooks/pai';
const USER = 'pai-hooks';
const PASSWORD = 'correct-horse-battery';
const API_KEY = 'acc_key_id';
const CREDENTIALS = `Basic ${Buffer.from(`${USER}:${PASSWORD}`).toString('base64')}`;

const events = describedEvents();

/** The example of an event type. */
function createDelivery(type: string): Delivery {
  const found = events.find((event) => event.type === type);
  if (found === undefined) throw new Error(`api-spec: the webhook ${type} is missing`);
  return found.example;
}

const organizationId = createDelivery('transaction-processed').organizationId;
const OTHER_ORGANIZATION = '6a1d2c3e-8b05-4c4c-8d71-3f92a1b8e5c4';

/** A stub of the API: answers every read with a record of the status that was set for its path. */
class Api {
  readonly reads: string[] = [];
  /** Statuses of replies to come, for reads that are to fail. */
  readonly failures: number[] = [];
  readonly statuses = new Map<string, string>();
  /** Type and result of the transactions, if they are to be shown as such. */
  transaction: { type: string; result: string; status: string } | undefined;
  /** Reads wait for this, to keep an event's work open. */
  gate: Promise<void> = Promise.resolve();
  readonly badKeys: (string | undefined)[] = [];
  /** Reads that wait for their reply, and the most at one moment. */
  private waiting = 0;
  peak = 0;
  private readonly server: Server = createServer((request, response) => {
    void this.respond(request, response);
  });

  private async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = request.url ?? '';
    this.reads.push(url);
    if (request.headers.authorization !== `ApiKey ${API_KEY}`) this.badKeys.push(request.headers.authorization);
    this.peak = Math.max(this.peak, (this.waiting += 1));
    await this.gate;
    this.waiting -= 1;
    const failure = this.failures.shift();
    if (failure !== undefined) {
      response.writeHead(failure, failure === 429 ? { 'retry-after': '1' } : {}).end();
      return;
    }
    const shown = url.includes('/transactions/') ? this.transaction : undefined;
    const data = { id: url.slice(url.lastIndexOf('/') + 1), status: this.statuses.get(url) ?? 'active', ...shown };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ type: 'object', data }));
  }

  async start(): Promise<string> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

/** A receiver in a process of its own. */
class Receiver {
  /** Everything that it has printed so far. */
  output = '';
  private process: ChildProcess | undefined;
  /** Address of the receiver, without path. */
  url = '';

  constructor(
    readonly api: string,
    readonly journal: string,
    private readonly retryMs = '1000',
  ) {}

  /** Starts it, with more variables if they're given. */
  async start(more: NodeJS.ProcessEnv = {}): Promise<void> {
    const child = spawn(process.execPath, [RECEIVER], {
      env: {
        PATH: process.env['PATH'],
        WEBHOOK_USERNAME: USER,
        WEBHOOK_PASSWORD: PASSWORD,
        PAI_API: this.api,
        PAI_API_KEY: API_KEY,
        PAI_ORGANIZATION_ID: `${organizationId},${OTHER_ORGANIZATION}`,
        WEBHOOK_JOURNAL: this.journal,
        WEBHOOK_RETRY_MS: this.retryMs,
        PORT: '0',
        ...more,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.process = child;
    this.output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => void (this.output += chunk.toString('utf8')));
    }
    await expect.poll(() => this.output, { message: 'the receiver prints its port' }).toMatch(/listening on port \d+/);
    const port = /listening on port (\d+)/.exec(this.output)?.[1] ?? '';
    this.url = `http://localhost:${port}`;
  }

  /** Ends the process without a chance to tidy up, as a crash does. */
  async crash(): Promise<void> {
    const child = this.process;
    this.process = undefined;
    if (child === undefined || child.exitCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  async send(
    body: unknown,
    options: { method?: string; at?: string; credentials?: string | null } = {},
  ): Promise<Response> {
    const { method = 'POST', at = PATH, credentials = CREDENTIALS } = options;
    return fetch(this.url + at, {
      method,
      headers: credentials === null ? {} : { authorization: credentials },
      ...(method === 'GET' ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  }

  async status(body: unknown, options?: Parameters<Receiver['send']>[1]): Promise<number> {
    return (await this.send(body, options)).status;
  }

  /** The lines that the receiver's own work has printed for an event. */
  findLines({ deduplicationId }: Delivery): string[] {
    return this.output.split('\n').filter((line) => line.includes(deduplicationId) && !line.includes('attempt'));
  }

  /** Waits until the work on an event is done and told; its line comes through a pipe and may be late. */
  async finished(delivery: Delivery): Promise<void> {
    const done = JSON.stringify({ finished: delivery.deduplicationId });
    await expect
      .poll(() => readFileSync(this.journal, 'utf8').split('\n'), {
        message: `${delivery.type} is finished`,
        timeout: 15_000,
      })
      .toContain(done);
    await expect.poll(() => this.findLines(delivery), { message: `${delivery.type} is worked on` }).not.toEqual([]);
  }
}

const test = base.extend<{ api: Api; receiver: Receiver; retryMs: string }>({
  retryMs: ['1000', { option: true }],
  api: async ({}, use) => {
    await use(new Api());
  },
  receiver: async ({ api, retryMs }, use) => {
    const journal = path.join(mkdtempSync(path.join(tmpdir(), 'receiver-')), 'journal.jsonl');
    const receiver = new Receiver(await api.start(), journal, retryMs);
    await receiver.start();
    await use(receiver);
    await receiver.crash();
    api.stop();
    expect(api.badKeys, 'reads carry the API key').toEqual([]);
  },
});

/** Receivers that a test runs in its own process. */
const held: unknown[] = [];
const SALE = { type: 'sale', result: 'approved', status: 'completed' };

test('receiver: takes every event of the description and reads its record again', async ({ api, receiver }) => {
  for (const { example } of events) expect(await receiver.status(example), example.type).toBe(200);
  for (const { example } of events) await receiver.finished(example);
  const below = `/v1/public-api/organizations/${organizationId}`;
  for (const { type, example } of events) {
    const lines = receiver.findLines(example);
    expect(lines, type).toHaveLength(1);
    if (type.startsWith('dispute-')) {
      expect(lines[0], `${type}: there is no call that reads a dispute`).toMatch(/^ALERT .*no object to fetch/);
      continue;
    }
    const kind =
      type.startsWith('transaction-') || 'paymentType' in example.metadata ? 'transactions' : 'subscriptions';
    expect(api.reads, type).toContain(`${below}/${kind}/${example.metadata.id}`);
    // The stand-in's transactions have neither a type nor a result, which is an alert.
    const outcome = kind === 'transactions' ? /^ALERT .*now undefined, undefined, active$/ : /^[^A].*now active$/;
    expect(lines[0], type).toMatch(outcome);
  }
  console.log(`receiver: ${events.length} events taken, ${api.reads.length} records read again`);
});

test('receiver: refuses what is not a delivery', async ({ api, receiver }) => {
  const event = createDelivery('transaction-processed');
  const wrong = `Basic ${Buffer.from(`${USER}:guess`).toString('base64')}`;
  const unknown = await receiver.send(event, { credentials: null });
  expect(unknown.status).toBe(401);
  expect(unknown.headers.get('www-authenticate')).toContain('Basic');
  expect(await receiver.status(event, { credentials: wrong })).toBe(401);
  expect(await receiver.status(event, { credentials: `${CREDENTIALS}x` })).toBe(401);
  expect(await receiver.status(event, { credentials: CREDENTIALS.replace('Basic', 'Bearer') })).toBe(401);

  expect(await receiver.status('{')).toBe(400);
  expect(await receiver.status('null')).toBe(400);
  expect(await receiver.status('[]')).toBe(400);
  for (const field of ['deduplicationId', 'type', 'organizationId', 'metadata']) {
    expect(await receiver.status({ ...event, [field]: undefined }), `without ${field}`).toBe(400);
    expect(await receiver.status({ ...event, [field]: '' }), `with an empty ${field}`).toBe(400);
  }
  expect(await receiver.status(event, { at: '/other' })).toBe(404);
  expect((await receiver.send(undefined, { method: 'GET' })).status).toBe(404);
  expect(await receiver.status('x'.repeat(1024 * 1024 + 1))).toBe(413);

  for (const status of [400, 401, 413])
    await expect.poll(() => receiver.output).toContain(`ALERT rejected a request with ${status}\n`);
  expect(receiver.findLines(event), 'nothing was worked on').toEqual([]);
  expect(api.reads).toEqual([]);
  expect(readFileSync(receiver.journal, 'utf8'), 'nothing was stored').toBe('');
  expect(await receiver.status(event), 'it still takes deliveries').toBe(200);
});

test('receiver: an event of an unknown type is an alert, and holds up no other', async ({ api, receiver }) => {
  const { metadata, ...rest } = createDelivery('subscription-renewed');
  const event = { ...rest, type: 'invoice-issued', metadata: { id: 'inv_1', items: [], subscriptionId: metadata.id } };
  expect(await receiver.status(event)).toBe(200);
  await receiver.finished(event);
  expect(receiver.findLines(event)).toEqual([expect.stringMatching(/^ALERT invoice-issued .*no object to fetch/)]);
  expect(api.reads).toEqual([]);
});

test('receiver: serves every organization in its list', async ({ api, receiver }) => {
  const event = { ...createDelivery('transaction-processed'), organizationId: OTHER_ORGANIZATION };
  expect(await receiver.status(event)).toBe(200);
  await receiver.finished(event);
  expect(api.reads).toEqual([expect.stringContaining(`/organizations/${OTHER_ORGANIZATION}/`)]);
});

test('receiver: rejects events of unknown organizations, so that PAI delivers them again', async ({
  api,
  receiver,
}) => {
  const event = { ...createDelivery('transaction-processed'), organizationId: 'unknown' };
  expect(await receiver.status(event)).toBe(403);
  await expect.poll(() => receiver.output).toContain('organization unknown is not in PAI_ORGANIZATION_ID');
  expect(readFileSync(receiver.journal, 'utf8')).toBe('');
  expect(api.reads).toEqual([]);
});

test('receiver: works once on repeats, at once or later', async ({ api, receiver }) => {
  const event = createDelivery('subscription-renewed');
  const answers = await Promise.all(Array.from({ length: 5 }, () => receiver.status(event)));
  expect(answers).toEqual([200, 200, 200, 200, 200]);
  await receiver.finished(event);
  expect(await receiver.status(event)).toBe(200);
  // A later event is finished after the repeat would have been.
  const later = createDelivery('transaction-processed');
  await receiver.status(later);
  await receiver.finished(later);
  expect(receiver.findLines(event)).toHaveLength(1);
  expect(api.reads.filter((url) => url.includes('/subscriptions/'))).toHaveLength(1);
});

test('receiver: acts on the record as it is now, whatever the order of events', async ({ api, receiver }) => {
  // The end arrives before the renewal: both times the record says what holds.
  const churned = createDelivery('subscription-churned');
  const renewed = { ...createDelivery('subscription-renewed'), metadata: churned.metadata };
  api.statuses.set(`/v1/public-api/organizations/${organizationId}/subscriptions/${churned.metadata.id}`, 'churned');
  for (const event of [churned, renewed]) {
    expect(await receiver.status(event)).toBe(200);
    await receiver.finished(event);
    expect(receiver.findLines(event)).toEqual([expect.stringContaining('now churned')]);
  }
});

test('receiver: tries again where reading fails, also if the object is not found', async ({ api, receiver }) => {
  for (const [type, status, outcome] of [
    ['transaction-processed', 500, 'now undefined, undefined, active'],
    ['subscription-renewed', 404, 'now active'],
  ] as const) {
    const event = createDelivery(type);
    api.failures.push(status);
    expect(await receiver.status(event)).toBe(200);
    await receiver.finished(event);
    expect(receiver.output).toMatch(new RegExp(`${type} .*, attempt 1: .*status ${status}`));
    expect(receiver.findLines(event)).toEqual([expect.stringContaining(outcome)]);
  }
  expect(api.reads).toHaveLength(4);
});

test('receiver: fetches a few objects at a time', async ({ api, receiver }) => {
  let release: () => void = () => undefined;
  api.gate = new Promise((resolve) => (release = resolve));
  const { metadata, ...event } = createDelivery('subscription-renewed');
  const all = Array.from({ length: 20 }, (_, index) => ({
    ...event,
    deduplicationId: `burst-${index}`,
    metadata: { ...metadata, id: `sub_${index}` },
  }));
  expect(await Promise.all(all.map((one) => receiver.status(one)))).toEqual(all.map(() => 200));
  await expect.poll(() => api.reads.length).toBe(8);
  release();
  for (const one of all) await receiver.finished(one);
  expect(api.reads).toHaveLength(20);
  expect(api.peak).toBe(8);
});

test('receiver: accepts the old and the new password while they change', async ({ receiver }) => {
  const event = createDelivery('transaction-processed');
  const old = `Basic ${Buffer.from(`${USER}:old-password`).toString('base64')}`;
  const empty = `Basic ${Buffer.from(`${USER}:`).toString('base64')}`;
  expect(await receiver.status(event, { credentials: old })).toBe(401);
  await receiver.crash();
  await receiver.start({ WEBHOOK_PASSWORD_PREVIOUS: 'old-password' });
  expect(await receiver.status(event)).toBe(200);
  expect(receiver.output).not.toContain('previous password');
  expect(await receiver.status(event, { credentials: old })).toBe(200);
  await expect.poll(() => receiver.output).toContain('accepted the previous password');
  await receiver.finished(event);
  await receiver.crash();
  await receiver.start({ WEBHOOK_PASSWORD_PREVIOUS: '' });
  expect(await receiver.status(event, { credentials: empty }), 'an empty password is none').toBe(401);
});

test('receiver: a journal shortened as the page says forgets nothing that it needs', async ({ api, receiver }) => {
  await receiver.crash();
  api.transaction = SALE;
  const sale = createDelivery('transaction-processed');
  const dispute = createDelivery('dispute-created');
  const open = createDelivery('subscription-renewed');
  // The lines of the sale's event are gone, and what it did is kept.
  const entries = [
    { done: `ship ${sale.metadata.id}` },
    { received: dispute, at: '2026-01-01T00:00:00.000Z' },
    { finished: dispute.deduplicationId },
    { received: open, at: '2026-01-01T00:00:00.000Z' },
  ];
  writeFileSync(receiver.journal, entries.map((entry) => `\n${JSON.stringify(entry)}`).join(''));
  await receiver.start();
  await receiver.finished(open);
  for (const event of [dispute, sale]) expect(await receiver.status(event)).toBe(200);
  await receiver.finished(sale);
  expect(receiver.findLines(dispute), 'a kept event is a duplicate').toEqual([]);
  expect(receiver.findLines(sale), 'a sale ships once').toEqual([
    expect.stringMatching(/: now sale, approved, completed$/),
  ]);
});

test('receiver: an order that does not exist yet ships later, once', async ({ api }) => {
  api.transaction = SALE;
  const { createReceiver } = (await import(RECEIVER)) as {
    createReceiver: (settings: object, handle: (...parts: unknown[]) => Promise<void>) => Promise<{ server: Server }>;
  };
  const journalFile = path.join(mkdtempSync(path.join(tmpdir(), 'receiver-')), 'journal.jsonl');
  const event = createDelivery('transaction-processed');
  writeFileSync(journalFile, `\n${JSON.stringify({ received: event })}`);
  const orders = new Set<unknown>();
  const shipped: unknown[] = [];
  type Sale = { id: string };
  type Once = (key: string, action: () => void) => Promise<boolean>;
  // Held until the process ends, because nothing closes a receiver's journal.
  held.push(
    await createReceiver(
      { api: await api.start(), apiKey: API_KEY, journalFile, retryDelay: 1 },
      async (_event, sale, once) => {
        const { id } = sale as Sale;
        await (once as Once)(`ship ${id}`, () => {
          const isKnown = orders.has(id);
          orders.add(id);
          if (!isKnown) throw new Error(`no order has ${id} yet`);
          shipped.push(id);
        });
      },
    ),
  );
  await expect.poll(() => shipped).toEqual([event.metadata.id]);
  await expect.poll(() => readFileSync(journalFile, 'utf8')).toContain('"finished"');
  expect(api.reads).toHaveLength(2);
  api.stop();
});

test('receiver: takes up unfinished events after a crash and knows the finished ones', async ({ api, receiver }) => {
  const finished = createDelivery('subscription-activated');
  const open = createDelivery('transaction-processed');
  await receiver.status(finished);
  await receiver.finished(finished);
  api.failures.push(500);
  expect(await receiver.status(open)).toBe(200);
  await expect.poll(() => receiver.output).toContain('attempt 1:');
  await receiver.crash();
  // A line that the crash has cut short was never acknowledged.
  appendFileSync(receiver.journal, '\n{"received":{"dedup');

  await receiver.start();
  await receiver.finished(open);
  expect(receiver.findLines(open)).toHaveLength(1);
  expect(await receiver.status(finished)).toBe(200);
  expect(await receiver.status(open)).toBe(200);
  const next = createDelivery('dispute-created');
  expect(await receiver.status(next), 'the journal goes on after the broken line').toBe(200);
  await receiver.finished(next);
  expect(receiver.findLines(finished), 'it was finished before the crash').toEqual([]);
  expect(receiver.findLines(open)).toHaveLength(1);
});

test('receiver: ships once for two events of one sale, also after a crash', async ({ api, receiver }) => {
  api.transaction = SALE;
  const processed = createDelivery('transaction-processed');
  const offsite = { ...createDelivery('offsite-payment-completed'), metadata: processed.metadata };
  expect(offsite.deduplicationId).not.toBe(processed.deduplicationId);
  expect(await Promise.all([receiver.status(offsite), receiver.status(processed)])).toEqual([200, 200]);
  for (const event of [offsite, processed]) await receiver.finished(event);
  expect(receiver.output.match(/; ran shipOrder for txn_/g)).toHaveLength(1);

  await receiver.crash();
  await receiver.start();
  const third = { ...processed, deduplicationId: 'another-event-of-the-sale' };
  await receiver.status(third);
  await receiver.finished(third);
  expect(receiver.findLines(third)).toEqual([expect.stringMatching(/: now sale, approved, completed$/)]);
});

test('receiver: outside the local sandbox, the placeholders fail instead of marking anything as done', async ({
  api,
  receiver,
}) => {
  api.transaction = SALE;
  await receiver.crash();
  // The same stand-in, under an address that isn't the local sandbox's.
  await receiver.start({ PAI_API: receiver.api.replace('127.0.0.1', '0.0.0.0') });
  await receiver.status(createDelivery('transaction-processed'));
  await expect.poll(() => receiver.output).toContain('attempt 1: replace shipOrder');
  expect(readFileSync(receiver.journal, 'utf8')).not.toMatch(/"(done|finished)"/);
  const renewal = { ...createDelivery('subscription-renewed'), metadata: { id: 'sub_Other', items: [] } };
  await receiver.status(renewal);
  await expect.poll(() => receiver.output).toContain('attempt 1: replace setAccess');
  expect(readFileSync(receiver.journal, 'utf8')).not.toMatch(/"(done|finished)"/);
});

test('receiver: ships for a paid sale only, and logs what the transaction is', async ({ api, receiver }) => {
  const unpaid = [
    { ...SALE, type: 'refund' },
    { ...SALE, type: 'authorize' },
    { ...SALE, type: '3ds-authentication' },
    { ...SALE, result: 'declined' },
    { ...SALE, status: 'waiting' },
    { ...SALE, status: 'refunded' },
  ];
  for (const [index, transaction] of unpaid.entries()) {
    api.transaction = transaction;
    const event = { ...createDelivery('transaction-declined'), deduplicationId: `unpaid-${index}` };
    await receiver.status(event);
    await receiver.finished(event);
    const { type, result, status } = transaction;
    const mark = index > 3 ? 'ALERT ' : '';
    const line = new RegExp(`^${mark}transaction-.*: now ${type}, ${result}, ${status}$`);
    expect(receiver.findLines(event)).toEqual([expect.stringMatching(line)]);
  }
  expect(receiver.output).not.toContain('shipped');
});

test('receiver: handles the events of one object one after another', async ({ api, receiver }) => {
  let open = (): void => undefined;
  api.gate = new Promise((resolve) => (open = resolve));
  const first = createDelivery('transaction-processed');
  const second = { ...createDelivery('transaction-declined'), metadata: first.metadata };
  const other = { ...createDelivery('subscription-renewed'), metadata: { id: 'sub_Other' } };
  const own = { ...createDelivery('subscription-churned'), metadata: { id: String(first.metadata['subscriptionId']) } };
  for (const event of [first, second, own, other]) expect(await receiver.status(event)).toBe(200);
  // The other subscription isn't held up, so once it's read, the second event had its chance to be.
  await expect
    .poll(() => api.reads.filter((url) => url.includes('/subscriptions/')))
    .toEqual([expect.stringContaining('sub_Other')]);
  expect(api.reads.filter((url) => url.includes('/transactions/'))).toHaveLength(1);
  open();
  for (const event of [first, second, own, other]) await receiver.finished(event);
  expect(api.reads.filter((url) => url.includes('/transactions/'))).toHaveLength(2);
  expect(api.reads.at(-1)).toContain(`/subscriptions/${own.metadata.id}`);
});

/** What the tests of `once` use of the receiver's module. */
interface ReceiverModule {
  createReceiver: (
    settings: object,
    handle: (
      event: unknown,
      object: unknown,
      once: (key: string, action: () => Promise<void>) => Promise<boolean>,
    ) => Promise<void>,
  ) => Promise<{ server: Server }>;
}

/** Receivers in this process: their journals have no end, so they're kept until the process ends. */
const kept: Server[] = [];

/** Sends events of two objects at the same moment, and counts how often `once` acts. */
async function countActions(file: string, api: Api, failures = 0): Promise<{ started: number; finished: number }> {
  const { createReceiver } = (await import(file)) as ReceiverModule;
  const journalFile = path.join(mkdtempSync(path.join(tmpdir(), 'receiver-once-')), 'journal.jsonl');
  const counts = { started: 0, finished: 0 };
  let handled = 0;
  const settings = {
    username: USER,
    passwords: [PASSWORD],
    api: await api.start(),
    apiKey: API_KEY,
    organizationIds: [organizationId],
    path: PATH,
    journalFile,
    retryDelay: 1,
  };
  const { server } = await createReceiver(settings, async (_event, _object, act) => {
    await act('reminder cus_OskarDahl', async () => {
      counts.started += 1;
      await new Promise((resolve) => setTimeout(resolve, 50));
      if (counts.started <= failures) throw new Error('the mail server is down');
      counts.finished += 1;
    });
    handled += 1;
  });
  kept.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${PATH}`;
  for (const id of ['sub_First', 'sub_Second']) {
    const event = { ...createDelivery('subscription-renewed'), deduplicationId: `renewed ${id}`, metadata: { id } };
    const body = JSON.stringify(event);
    expect((await fetch(url, { method: 'POST', headers: { authorization: CREDENTIALS }, body })).status).toBe(200);
  }
  await expect.poll(() => handled).toBe(2);
  server.close();
  return counts;
}

test('receiver: acts once for a key that the events of two objects share', async ({ api }) => {
  expect(await countActions(RECEIVER, api)).toEqual({ started: 1, finished: 1 });
});

test('receiver: the second event of a key acts if the action of the first one fails', async ({ api }) => {
  expect(await countActions(RECEIVER, api, 1)).toEqual({ started: 2, finished: 1 });
});

test('receiver: if the journal can’t be written after an action, only the write is repeated', async ({ api }) => {
  const handle = await openFile(path.join(mkdtempSync(path.join(tmpdir(), 'receiver-full-')), 'any'), 'a');
  const prototype = Object.getPrototypeOf(handle) as { datasync: () => Promise<void> };
  await handle.close();
  const { datasync } = prototype;
  let writes = 0;
  // The first two lines are the events. The next ones don't fit.
  prototype.datasync = function (this: object) {
    writes += 1;
    return writes > 2 && writes <= 5 ? Promise.reject(new Error('no space left')) : datasync.call(this);
  };
  try {
    expect(await countActions(RECEIVER, api)).toEqual({ started: 1, finished: 1 });
  } finally {
    prototype.datasync = datasync;
  }
  expect(writes).toBeGreaterThan(5);
});

test('receiver: without the check for running actions, both events act', async ({ api }) => {
  const source = readFileSync(RECEIVER, 'utf8');
  const broken = source.replace(/^ *while \(running\.has\(key\)\).*\n/m, '');
  expect(broken).not.toBe(source);
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'receiver-broken-')), 'receiver.mjs');
  writeFileSync(file, broken);
  expect(await countActions(file, api)).toEqual({ started: 2, finished: 2 });
});

test.describe('with short pauses', () => {
  test.use({ retryMs: '1' });
  test('receiver: keeps trying, and raises an alert', async ({ api, receiver }) => {
    api.failures.push(...Array.from({ length: 8 }, () => 503));
    const event = createDelivery('transaction-processed');
    await receiver.status(event);
    await receiver.finished(event);
    expect(api.reads).toHaveLength(9);
    expect(receiver.output).toMatch(/^transaction-processed .*attempt 4: /m);
    expect(receiver.output).toMatch(
      /^ALERT transaction-processed .*attempt 5: .*status 503; next attempt in 0.016 s$/m,
    );
  });

  test('receiver: waits as long as a 429 asks for', async ({ api, receiver }) => {
    api.failures.push(429);
    const event = createDelivery('transaction-processed');
    await receiver.status(event);
    await receiver.finished(event);
    expect(receiver.output).toMatch(/attempt 1: .*status 429; next attempt in 1 s$/m);
  });

  test('receiver: stops at the last attempt, and takes the event up at the next start', async ({ api, receiver }) => {
    await receiver.crash();
    await receiver.start({ WEBHOOK_ATTEMPTS: '3' });
    api.failures.push(404, 404, 404);
    const event = createDelivery('transaction-processed');
    await receiver.status(event);
    await expect
      .poll(() => receiver.output)
      .toMatch(/^ALERT transaction-processed .*attempt 3: .*status 404; next attempt after a restart$/m);
    const later = createDelivery('subscription-renewed');
    await receiver.status(later);
    await receiver.finished(later);
    expect(api.reads).toHaveLength(4);
    await receiver.crash();
    await receiver.start();
    await receiver.finished(event);
  });
});

test('receiver: the command of the guide delivers an event', async ({ receiver }) => {
  const [command] = codeBlocks(guidePage('webhooks/index')).filter(({ code }) => code.startsWith('curl'));
  if (command === undefined) throw new Error('docs/api/webhooks/index.mdx: the curl sample is missing; put it back');
  const run = (password: string): string =>
    spawnSync('bash', ['-c', command.code.replace('http://localhost:8080', receiver.url).replace(PASSWORD, password)], {
      env: { PATH: process.env['PATH'], PAI_ORGANIZATION_ID: organizationId },
      encoding: 'utf8',
    }).stdout;
  // The stub of the API runs in this process: it answers once the command has come back.
  expect(run(PASSWORD)).toContain('HTTP/1.1 200');
  expect(run(PASSWORD), 'a repeat').toContain('HTTP/1.1 200');
  expect(run('guess')).toContain('HTTP/1.1 401');
  await expect.poll(() => receiver.output.split('\n').filter((line) => line.includes('test-1'))).toHaveLength(1);
});

test('receiver: says which setting is missing', async () => {
  const child = spawn(process.execPath, [RECEIVER], {
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => void (output += chunk.toString('utf8')));
  const [code] = (await once(child, 'close')) as [number];
  expect(code).not.toBe(0);
  expect(output).toContain('Set the environment variable WEBHOOK_USERNAME.');
});
