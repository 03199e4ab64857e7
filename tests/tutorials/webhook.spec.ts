/**
 * The webhook tutorials against a real receiver (examples/webhook-receiver/receiver.mjs): first what the commands of the
 * pages print, then every documented event, twice at once, out of order, with wrong credentials, and after a restart.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { listVariables } from '../../sandbox/seed';
import { freePort } from '../../scripts/lib/free-port';
import { Description } from '../../src/description/description';
import type { JsonValue } from '../../src/description/types';
import { root } from '../support/routes';
import { valueAt } from './compare';
import { expect, readDescription, test } from './fixtures';
import { parsePage, tutorialFile, tutorialSource } from './page';
import { runPage } from './run';

const credentials = { username: 'pai-hooks', password: 'correct-horse-battery' };
const description = new Description(readDescription());

/** The documented deliveries: one per example of a webhook event. */
const deliveries = description.events.flatMap((event) => {
  const content = description.media(event.requestBody?.content);
  return description.examples(content?.media).map(({ value }) => ({ type: event.path, value }));
});

/** A receiver that runs as the page says, in a process of its own. */
class Receiver {
  private log = '';
  private child: ChildProcess | undefined;
  private port = 0;

  constructor(
    private readonly api: string,
    private readonly journal: string,
  ) {}

  /** Starts it (again) on the same journal and waits until it listens. */
  async start(): Promise<void> {
    this.port = await freePort();
    this.log = '';
    const child = spawn(process.execPath, [path.join(root, 'examples', 'webhook-receiver', 'receiver.mjs')], {
      env: {
        ...process.env,
        ...listVariables(this.api),
        PORT: String(this.port),
        WEBHOOK_USERNAME: credentials.username,
        WEBHOOK_PASSWORD: credentials.password,
        WEBHOOK_JOURNAL: this.journal,
      },
    });
    this.child = child;
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => (this.log += chunk.toString()));
    }
    await expect.poll(() => this.log, { timeout: 20_000 }).toContain('listening on port');
  }

  /** Delivers a body; gives the status of the answer. */
  async deliver(body: JsonValue | string, password = credentials.password): Promise<number> {
    const authorization = `Basic ${Buffer.from(`${credentials.username}:${password}`).toString('base64')}`;
    const reply = await fetch(`http://localhost:${this.port}/hooks/pai`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: authorization },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    return reply.status;
  }

  /** The lines that the receiver has written, one per handled event. */
  get lines(): string[] {
    return this.log.split('\n').filter((line) => line !== '' && !line.startsWith('listening'));
  }

  /** Ends it the hard way. */
  async kill(): Promise<void> {
    const { child } = this;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) {
      return;
    }
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  }
}

let folder: string;
let receiver: Receiver;

test.beforeEach(async ({ sandbox }) => {
  folder = mkdtempSync(path.join(tmpdir(), 'pai-receiver-'));
  receiver = new Receiver(sandbox.url, path.join(folder, 'journal.jsonl'));
  await receiver.start();
});

test.afterEach(async () => {
  await receiver.kill();
  rmSync(folder, { recursive: true, force: true });
});

test('every documented event is acknowledged, stored once and handled once', async () => {
  expect(deliveries.length).toBeGreaterThan(0);
  for (const { type, value } of deliveries) {
    // Two deliveries of one event at the same time, as after a slow answer.
    expect(await Promise.all([receiver.deliver(value), receiver.deliver(value)]), type).toEqual([200, 200]);
  }
  const ids = new Set(deliveries.map(({ value }) => valueAt(value, 'deduplicationId')));
  await expect.poll(() => receiver.lines.length, { timeout: 20_000 }).toBe(ids.size);
  const journal = readFileSync(path.join(folder, 'journal.jsonl'), 'utf8').split('\n').filter(Boolean);
  expect(journal.filter((line) => line.includes('"received"'))).toHaveLength(ids.size);
  console.log(`${deliveries.length} documented deliveries, each sent twice: ${ids.size} handled.`);
});

test('wrong or missing credentials are answered 401 and store nothing', async () => {
  const [delivery] = deliveries;
  expect(await receiver.deliver(delivery?.value ?? null, 'guessed')).toBe(401);
  expect(await receiver.deliver(delivery?.value ?? null, '')).toBe(401);
  const alert = 'ALERT rejected a request with 401';
  await expect.poll(() => receiver.lines).toEqual([alert, alert]);
  expect(readFileSync(path.join(folder, 'journal.jsonl'), 'utf8')).toBe('');
});

test('a body that is no event is answered 400', async () => {
  for (const body of ['', 'no JSON', '[]', 'null', '{}', '{"type":"transaction-processed"}']) {
    expect(await receiver.deliver(body), body).toBe(400);
  }
});

test('events that arrive out of order end in the same state, that of the record', async () => {
  const wanted = ['subscription-renewed', 'subscription-renewal-reminder'];
  const inOrder = deliveries
    .filter(({ type }) => wanted.includes(type))
    .sort((left, right) => (left.type < right.type ? -1 : 1));
  expect(inOrder.map(({ type }) => type)).toEqual([...wanted].sort());
  for (const { value } of [...inOrder].reverse()) {
    expect(await receiver.deliver(value)).toBe(200);
  }
  await expect.poll(() => receiver.lines.length, { timeout: 20_000 }).toBe(2);
  const states = new Set(receiver.lines.map((line) => line.split(': ').at(-1)));
  expect([...states]).toEqual(['now active']);
});

test('an event that was handled before a crash is not handled again after it', async () => {
  const value = deliveries.find(({ type }) => type === 'transaction-processed')?.value ?? null;
  const journal = () => readFileSync(path.join(folder, 'journal.jsonl'), 'utf8');
  expect(await receiver.deliver(value)).toBe(200);
  // The receiver prints its line, then records that the event is finished. A crash in between repeats the event.
  await expect.poll(journal, { timeout: 20_000 }).toContain('"finished"');
  await receiver.kill();
  await receiver.start();
  expect(await receiver.deliver(value)).toBe(200);
  // A receiver that had forgotten the event would have recorded it again before it answered.
  expect(journal().match(/"received"/g)).toHaveLength(1);
  expect(receiver.lines).toEqual([]);
});

test('the commands of webhook-setup print what the page says', async ({ sandbox }) => {
  const page = await parsePage(tutorialSource('webhook-setup'), tutorialFile('webhook-setup'));
  const { outputs, findings } = await runPage(page, 'curl', sandbox);
  expect(findings, findings.join('\n')).toEqual([]);
  const printed = (step: number) =>
    outputs.filter(({ heading }) => heading.startsWith(`Step ${step}:`)).map(({ stdout }) => stdout.trim());
  expect(printed(1).join('\n')).toMatch(/listening on port \d+/);
  expect(printed(3).join('\n')).toMatch(
    /^200\n[\s\S]*transaction-processed \S+: now sale, approved, completed; ran shipOrder for txn_\w+$/,
  );
  expect(printed(4).join('\n'), 'a repeat is acknowledged and does no work').toBe('200\n1');
  expect(printed(5).join('\n'), 'wrong credentials are refused').toBe('401\n0');
  const [first, second, ...lines] = printed(6).join('\n').split('\n');
  expect([first, second]).toEqual(['200', '200']);
  expect(lines).toHaveLength(2);
  expect(lines.filter((line) => line.endsWith('now active'))).toHaveLength(2);
});

test('the commands of webhook-disputes print what the page says', async ({ sandbox }) => {
  const page = await parsePage(tutorialSource('webhook-disputes'), tutorialFile('webhook-disputes'));
  const { outputs, findings } = await runPage(page, 'curl', sandbox);
  expect(findings, findings.join('\n')).toEqual([]);
  const first = outputs.find(({ heading }) => heading.startsWith('Step 1:'))?.stdout.trim() ?? '';
  expect(first).toMatch(/^200\n[\s\S]*dispute-created \S+: no object to fetch$/);
  const facts = outputs.find(({ heading }) => heading.startsWith('Step 2:'))?.stdout ?? '';
  const sent = deliveries.find(({ type }) => type === 'dispute-created')?.value;
  const dispute = JSON.parse(facts) as Record<string, unknown>;
  expect(dispute['id']).toBe(valueAt(sent, 'metadata.id'));
  expect(dispute['deadlineAt']).toBe(valueAt(sent, 'metadata.deadlineAt'));
});
