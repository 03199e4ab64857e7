/**
 * The reconciliation script as a reader runs it: a process, over HTTP, against a stub with more than one page and
 * against the sandbox. It's interrupted and started again.
 */
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from '../support/routes';
import { expect, test } from './fixtures';
import { type Outcome, runAlone } from './program';

const SCRIPT = path.join(root, 'examples', 'reconciliation', 'reconcile.mjs');
const START = Date.parse('2026-11-01T00:00:00Z');
const HOUR = 3_600_000;

interface Transaction {
  id: string;
  type: string;
  status: string;
  result: string;
  combinedStatus: string;
  amount: number;
  currency: string;
  createdAt: string;
  updatedAt: string;
}

/** Transactions, one an hour: every tenth is a refund, every seventh is only authorized. */
function transactions(count: number): Transaction[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `txn_${index}`,
    type: index % 10 === 9 ? 'refund' : index % 7 === 6 ? 'authorize' : 'sale',
    status: 'completed',
    result: 'approved',
    combinedStatus: index === 5 ? 'disputed' : 'completed',
    amount: 0.1,
    currency: 'USD',
    createdAt: new Date(START + index * HOUR).toISOString(),
    updatedAt: new Date(START + index * HOUR).toISOString(),
  }));
}

/** A stub of the list of transactions that can fail at an offset. */
class Stub {
  requests: number[] = [];
  testData: (string | null)[] = [];
  /** Runs before each response. */
  before: (offset: number) => void = () => undefined;
  /** How many transactions the pages contain, if not all. */
  length = Infinity;
  failures = new Map<number, number[]>();
  readonly server: Server;

  constructor(readonly all: Transaction[]) {
    this.server = createServer((request, response) => {
      const query = new URL(request.url ?? '', 'http://stub').searchParams;
      const [offset, limit] = [Number(query.get('offset')), Number(query.get('limit'))];
      this.requests.push(offset);
      this.testData.push(query.get('showTestData'));
      const status = this.failures.get(offset)?.shift();
      if (status !== undefined)
        return void response.writeHead(status, status === 429 ? { 'retry-after': '1' } : {}).end();
      this.before(offset);
      const data = this.all.slice(0, this.length).slice(offset, offset + limit);
      const body = { type: 'list', totalCount: this.all.length, paginationMeta: { limit, offset }, data };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  }

  async start(): Promise<this> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }
}

let folder: string;
let out: string;
test.beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'reconcile-'));
  out = path.join(folder, 'books.jsonl');
});
test.afterEach(() => rmSync(folder, { recursive: true }));

const readLines = (): Transaction[] =>
  readFileSync(out, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Transaction);

/** Runs the script, and returns its status and output. */
function run(
  api: string,
  args: readonly string[],
  organization = '5f2b8c1e-7a94-4d3b-9c60-2e81f0a7d4b3',
): Promise<Outcome> {
  return runAlone(SCRIPT, [...args, '--out', out], {
    cwd: folder,
    env: { PAI_API: api, PAI_API_KEY: 'acc_key_id', PAI_ORGANIZATION_ID: organization, RECONCILE_PAUSE_MS: '1' },
  });
}

const RANGE = ['--from', '2026-11-01', '--to', '2026-11-20'];

test('every page is fetched once, and only captured money is summed', async () => {
  const stub = await new Stub(transactions(250)).start();
  const { status, output } = await run(stub.url, RANGE);
  stub.server.close();
  expect(output).toContain('250 lines written, 250 transactions');
  expect(status).toBe(0);
  expect(stub.requests, 'each page begins with the end of the one before').toEqual([0, 99, 198]);
  const sales = stub.all.filter(({ type }) => type === 'sale').length;
  const refunds = stub.all.filter(({ type }) => type === 'refund').length;
  expect(output).toContain(`USD: ${(sales / 10).toFixed(2)} captured, ${(refunds / 10).toFixed(2)} refunded`);
  expect(output).toContain('Disputed: txn_5');
});

test('refunded and disputed sales still count as captured', async () => {
  const all = transactions(14).map((transaction): Transaction => ({
    ...transaction,
    type: 'sale',
    combinedStatus: 'completed',
    amount: 49,
  }));
  // Nine sales of 49.00. A refund changes the status of its sale, and is a transaction of its own.
  const [first, second, third, fourth, refundOfFirst, refundOfSecond, ...others] = all;
  if (!first || !second || !third || !fourth || !refundOfFirst || !refundOfSecond) throw new Error('too few sales');
  const end = (transaction: Transaction, status: string): void =>
    void Object.assign(transaction, { status, combinedStatus: status });
  end(first, 'partially-refunded');
  end(second, 'refunded');
  end(third, 'disputed');
  Object.assign(refundOfFirst, { type: 'refund', amount: 22 });
  Object.assign(refundOfSecond, { type: 'refund', amount: 49 });
  const [declined, waiting, voided] = others;
  if (declined && waiting && voided) {
    Object.assign(declined, { result: 'declined' });
    Object.assign(waiting, { status: 'waiting', result: 'unknown' });
    end(voided, 'voided');
  }
  const stub = await new Stub(all).start();
  const { output } = await run(stub.url, RANGE);
  stub.server.close();
  expect(output).toContain(
    'USD: 441.00 captured, 71.00 refunded, 370.00 net, including payments with a dispute: 49.00 (whole payments, not the amount lost)',
  );
  expect(output).toContain(`Disputed: ${third.id}`);
  // The rule for shipping would lose the three sales whose status has changed.
  const mayShip = all.filter(
    ({ type, status, result }) => type === 'sale' && status === 'completed' && result === 'approved',
  );
  expect(mayShip.reduce((sum, { amount }) => sum + amount, 0)).toBe(441 - 3 * 49);
});

test('each day and currency has its own sums, in its own decimals', async () => {
  const [sale, yen, refund, dispute, dinar, forint] = transactions(6).map((entry) => ({ ...entry, type: 'sale' }));
  if (!sale || !yen || !refund || !dispute || !dinar || !forint) throw new Error('too few transactions');
  Object.assign(sale, { amount: 10.1 });
  Object.assign(yen, { amount: 1500, currency: 'JPY' });
  // The day of a refund is its own, and `date` counts before `createdAt`.
  Object.assign(refund, { type: 'refund', amount: 3.03, date: '2026-11-03T23:59:59Z' });
  Object.assign(dispute, { amount: 580, refundAmount: 80, status: 'disputed', combinedStatus: 'disputed' });
  Object.assign(dinar, { amount: 1.234, currency: 'KWD', date: '2026-11-04T00:00:00Z' });
  // The locale data knows no decimals for it.
  Object.assign(forint, {
    status: 'completed',
    combinedStatus: 'completed',
    amount: 1999.5,
    currency: 'HUF',
    date: '2026-11-05T00:00:00Z',
  });
  const stub = await new Stub([sale, yen, refund, dispute, dinar, forint]).start();
  const { output } = await run(stub.url, [...RANGE, '--daily', '--test-data']);
  stub.server.close();
  expect(output.trim().split('\n').slice(1)).toEqual([
    '2026-11-01 USD: 590.10 captured, 0.00 refunded, 590.10 net, including payments with a dispute: 500.00 (whole payments, not the amount lost)',
    '2026-11-01 JPY: 1500 captured, 0 refunded, 1500 net',
    '2026-11-03 USD: 0.00 captured, 3.03 refunded, -3.03 net',
    '2026-11-04 KWD: 1.234 captured, 0.000 refunded, 1.234 net',
    '2026-11-05 HUF: 1999.50 captured, 0 refunded, 1999.50 net',
    'USD: 590.10 captured, 3.03 refunded, 587.07 net, including payments with a dispute: 500.00 (whole payments, not the amount lost)',
    'JPY: 1500 captured, 0 refunded, 1500 net',
    'KWD: 1.234 captured, 0.000 refunded, 1.234 net',
    'HUF: 1999.50 captured, 0 refunded, 1999.50 net',
    `Disputed: ${dispute.id}`,
  ]);
  expect(stub.testData, 'the list is asked for test payments').toEqual(['true']);
});

test('an interrupted run continues, and writes nothing twice', async () => {
  const stub = await new Stub(transactions(350)).start();
  stub.failures.set(198, [500, 500, 500, 500, 500]);
  const first = await run(stub.url, RANGE);
  expect(first.status).toBe(1);
  expect(first.output).toContain('returned 500');
  expect(readLines()).toHaveLength(199);
  // The power fails in the middle of a line.
  const text = readFileSync(out, 'utf8');
  writeFileSync(out, text.slice(0, -20));
  stub.requests = [];
  const second = await run(stub.url, RANGE);
  stub.server.close();
  expect(second.status, second.output).toBe(0);
  expect(stub.requests[0], 'it reads the list from the beginning').toBe(0);
  const ids = readLines().map(({ id }) => id);
  expect(ids).toHaveLength(350);
  expect(new Set(ids).size).toBe(350);
});

test('a changed transaction is written again, an unchanged one is not', async () => {
  const stub = await new Stub(transactions(3)).start();
  await run(stub.url, RANGE);
  const [first] = stub.all;
  if (first) Object.assign(first, { combinedStatus: 'refunded', updatedAt: '2026-11-19T00:00:00Z' });
  const { output } = await run(stub.url, RANGE);
  stub.server.close();
  expect(output).toContain('1 lines written, 3 transactions');
});

test('a change without a new updatedAt is written again', async () => {
  const stub = await new Stub(transactions(3)).start();
  for (const transaction of stub.all) delete (transaction as Partial<Transaction>).updatedAt;
  const [first] = stub.all;
  if (first) Object.assign(first, { status: 'offsite', result: 'unknown' });
  expect((await run(stub.url, RANGE)).output).toContain('USD: 0.20 captured');
  if (first) Object.assign(first, { status: 'completed', result: 'approved' });
  const { output } = await run(stub.url, RANGE);
  stub.server.close();
  expect(output).toContain('1 lines written, 3 transactions');
  expect(output).toContain('USD: 0.30 captured');
});

test('a transaction that disappears between two pages hides no other', async () => {
  const stub = await new Stub(transactions(250)).start();
  const ids = stub.all.map(({ id }) => id);
  stub.before = (offset) => {
    if (offset > 0 && stub.all.length === 250) stub.all.shift();
  };
  const { status, output } = await run(stub.url, RANGE);
  stub.server.close();
  expect(status, output).toBe(0);
  expect(new Set(readLines().map(({ id }) => id))).toEqual(new Set(ids));
  expect(output).toContain('No longer in the list: txn_0');
});

test('a list whose pages repeat a transaction, and so omit another, fails the run', async () => {
  const stub = await new Stub(transactions(150)).start();
  // Three were created at the same time, and change places between the pages.
  stub.before = (offset) => {
    const [first, second, third] = stub.all.slice(98, 101);
    if (first && second && third && offset > 0) stub.all.splice(98, 3, third, second, first);
  };
  const { status, output } = await run(stub.url, RANGE);
  stub.server.close();
  expect(status, output).toBe(1);
  expect(output).toContain('changed each time it was read');
});

test('a list that ends early fails the run', async () => {
  const stub = await new Stub(transactions(250)).start();
  stub.length = 120;
  const { status, output } = await run(stub.url, RANGE);
  stub.server.close();
  expect(status).toBe(1);
  expect(output).toContain('reconcile: the list ended early or changed each time it was read');
});

for (const field of ['date', 'currency'])
  test(`a transaction without a ${field} fails the run, because it can’t be counted`, async () => {
    const listed = transactions(3);
    const [, second] = listed;
    for (const name of [field, ...(field === 'date' ? ['createdAt'] : [])]) Reflect.deleteProperty(second ?? {}, name);
    const stub = await new Stub(listed).start();
    const { status, output } = await run(stub.url, RANGE);
    stub.server.close();
    expect(status, output).toBe(1);
    expect(output).toContain(`${second?.id ?? ''} has no date or no currency`);
  });

test('what stops counting, and what only a person can book, is listed', async () => {
  const stub = await new Stub(transactions(6)).start();
  const [voided, deleted, credit, unknown, declined] = stub.all;
  if (!voided || !deleted || !credit || !unknown || !declined) throw new Error('too few transactions');
  Object.assign(credit, { type: 'credit' });
  Object.assign(unknown, { type: 'something-new' });
  Object.assign(declined, { type: 'credit', result: 'declined' });
  const first = await run(stub.url, RANGE);
  expect(first.output).toContain('USD: 0.30 captured');
  expect(first.output).toContain('A person has to book: txn_2 (credit), txn_3 (something-new)');
  expect(first.output).not.toContain('No longer counted');
  Object.assign(voided, { status: 'voided' });
  Object.assign(deleted, { deletedAt: '2026-11-19T00:00:00Z' });
  const { output } = await run(stub.url, RANGE);
  stub.server.close();
  expect(output).toContain('No longer counted: txn_0, txn_1');
  expect(output).toContain('USD: 0.10 captured');
});

test('what counts again is announced, and what is missing is not summed', async () => {
  const stub = await new Stub(transactions(3)).start();
  const [voided, missing] = stub.all;
  if (!voided || !missing) throw new Error('too few transactions');
  expect((await run(stub.url, RANGE)).output).not.toContain('Counted again');
  Object.assign(voided, { status: 'voided' });
  stub.all.splice(1, 1);
  for (const lines of [2, 0]) {
    const { status, output } = await run(stub.url, RANGE);
    expect(status).toBe(0);
    expect(output, 'what is missing is written once').toContain(`${lines} lines written, 3 transactions`);
    expect(output).toContain('USD: 0.10 captured');
    expect(output).toContain('No longer counted: txn_0, txn_1\nNo longer in the list: txn_1');
  }
  expect(readLines().at(-1)).toMatchObject({ id: 'txn_1', missingSince: expect.stringMatching(/^20.+Z$/) });
  Object.assign(voided, { status: 'completed' });
  stub.all.splice(1, 0, missing);
  const { output } = await run(stub.url, RANGE);
  stub.server.close();
  expect(output).toContain('USD: 0.30 captured');
  expect(output).toContain('Counted again: txn_0, txn_1');
  expect(output).not.toContain('No longer');
});

test('a range that ends before it begins is rejected', async () => {
  const stub = await new Stub(transactions(1)).start();
  const { status, output } = await run(stub.url, ['--from', '2026-11-20', '--to', '2026-11-01']);
  expect(status).toBe(1);
  expect(output).toBe('reconcile: --from 2026-11-20 is after --to 2026-11-01. Swap the two days\n');
  expect(stub.requests).toEqual([]);
  const { output: oneDay } = await run(stub.url, ['--from', '2026-11-01', '--to', '2026-11-01']);
  stub.server.close();
  expect(oneDay).toContain('1 lines written');
});

test('a rate limit is waited for, a wrong key is not', async () => {
  const stub = await new Stub(transactions(1)).start();
  stub.failures.set(0, [429, 429]);
  const began = Date.now();
  expect((await run(stub.url, RANGE)).status).toBe(0);
  expect(Date.now() - began, 'it waits as long as Retry-After says, twice').toBeGreaterThanOrEqual(2000);
  stub.failures.set(0, [401]);
  stub.requests = [];
  const { status, output } = await run(stub.url, RANGE);
  stub.server.close();
  expect(status).toBe(1);
  expect(output).toMatch(/reconcile: GET .*\/transactions returned 401/);
  expect(stub.requests).toEqual([0]);
});

test('it runs against the sandbox', async ({ sandbox }) => {
  const { status, output } = await run(sandbox.url, ['--from', '2026-01-01', '--to', '2026-12-31']);
  expect(output).toMatch(/[1-9]\d* lines written, [1-9]\d* transactions/);
  expect(status).toBe(0);
  console.log(output.trim());
});

test('a refund in the sandbox lowers the net sum, not what was captured', async ({ sandbox }) => {
  const organization = '5f2b8c1e-7a94-4d3b-9c60-2e81f0a7d4b3';
  const range = ['--from', '2026-01-01', '--to', '2026-12-31'];
  const readSums = async (): Promise<number[]> => {
    const { output } = await run(sandbox.url, range);
    const [, ...sums] = /USD: ([\d.]+) captured, ([\d.]+) refunded, ([\d.]+) net/.exec(output) ?? [];
    return sums.map((sum) => Math.round(Number(sum) * 100));
  };
  const [captured = NaN, refunded = NaN, net = NaN] = await readSums();
  const reply = await fetch(
    `${sandbox.url}/v1/public-api/organizations/${organization}/transactions/txn_MayaNov15/refund`,
    {
      method: 'POST',
      headers: { authorization: 'ApiKey acc_key_id', 'content-type': 'application/json' },
      body: JSON.stringify({ amount: 5 }),
    },
  );
  expect(reply.status).toBe(201);
  expect(await readSums()).toEqual([captured, refunded + 500, net - 500]);
});
