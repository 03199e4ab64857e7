/**
 * The program that changes a plan, over HTTP, against the sandbox. Each test asserts on what the sandbox stores. Requests
 * that must fail go through a proxy. Most tests run the program inside this process, because that's faster; some run it
 * as a reader does.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { listVariables } from '../../sandbox/seed';
import type { Fields, Invoice, Subscription, Transaction } from '../../sandbox/records';
import { root } from '../support/routes';
import { description, expect, test as base } from './fixtures';
import { type RecordingSandbox, startRecordingSandbox } from './recorder';

const SCRIPT = path.join(root, 'examples', 'subscription-changes', 'change-plan.mjs');
const MAYA = 'sub_MayaMonthly';
const CARD = 'pin_MayaVisa1111';
/** Halfway through Maya's period, which is from November 15 to December 15, at 09:10. */
const HALFWAY = '2026-11-30T09:10:00Z';
const SEAT = ['--subscription', MAYA, '--plan', 'pln_BrewMonthly', '--quantity', '2'];
const DONE = 0;
const [USAGE, REFUSED, WAIT, UNPAID, REFUND, DECIDE, NEXT, PERSON, VOID, CREDIT] = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11];

interface Outcome {
  status: number | null;
  output: string;
}

/** How many copies of the program have run in this process. */
let copies = 0;

/** A sandbox, a quote file, and the program that runs on both. */
class World {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'change-plan-'));
  file = path.join(this.folder, 'quote.json');
  /** Where the program sends its requests; a proxy's URL in some tests. */
  api: string;
  /** Whether the program runs inside this process. */
  runsInside = true;
  private readonly base: string;
  private readonly variables: Record<string, string>;

  constructor(readonly sandbox: RecordingSandbox) {
    this.api = sandbox.url;
    this.variables = listVariables(sandbox.url);
    this.base = `${sandbox.url}/v1/public-api/organizations/${this.variables['PAI_ORGANIZATION_ID'] ?? ''}`;
  }

  /** Sends a request of the test itself. Returns what the response contains. */
  async send(method: string, target: string, body?: object): Promise<Fields> {
    const response = await fetch(`${target.startsWith('/sandbox') ? this.sandbox.url : this.base}${target}`, {
      method,
      headers: { authorization: `ApiKey ${this.variables['PAI_API_KEY'] ?? ''}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${target} returned ${response.status}: ${text}`);
    if (text === '') return {};
    const { data, ...rest } = JSON.parse(text) as { data?: Fields };
    return data ?? rest;
  }

  /** Moves the clock to a time, or by minutes. */
  async moveClock(to: string | number): Promise<void> {
    const time = typeof to === 'string' ? to : new Date(this.sandbox.world.clock.time + to * 60_000).toISOString();
    await this.send('POST', '/sandbox/clock', { to: time });
  }

  /** The program's environment at the sandbox's time. */
  private get environment(): Record<string, string | undefined> {
    return {
      PAI_API: this.api,
      PAI_API_KEY: this.variables['PAI_API_KEY'],
      PAI_ORGANIZATION_ID: this.variables['PAI_ORGANIZATION_ID'],
      PAI_NOW: this.sandbox.world.now,
      CHANGE_PLAN_PAUSE_MS: '1',
    };
  }

  /** Starts the program as a reader does, and returns its process and its outcome. */
  start(args: readonly string[], environment: Record<string, string> = {}) {
    const env = { PATH: process.env['PATH'], ...this.environment, ...environment };
    const child = spawn(process.execPath, [SCRIPT, ...args], { cwd: this.folder, env });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const outcome = new Promise<Outcome>((resolve) => {
      child.on('close', (status) => resolve({ status, output }));
    });
    return { child, outcome };
  }

  /**
   * Runs a new copy of the program's module inside this process, which is faster than a process of its own. The program
   * sees the same arguments and variables.
   */
  private async runInside(args: readonly string[]): Promise<Outcome> {
    const { argv, env } = process;
    const { log, error } = console;
    let output = '';
    const print = (text: string): void => void (output += `${text}\n`);
    try {
      process.argv = [process.execPath, SCRIPT, ...args];
      process.env = { ...this.environment };
      Object.assign(console, { log: print, error: print });
      copies += 1;
      await import(`${pathToFileURL(SCRIPT).href}?copy=${copies}`);
      return { status: Number(process.exitCode ?? 0), output };
    } finally {
      Object.assign(process, { argv, env, exitCode: undefined });
      Object.assign(console, { log, error });
    }
  }

  /** Runs the program, and expects its exit status and a part of its message. */
  async run(args: readonly string[], status: number, message: RegExp): Promise<string> {
    const outcome = await (this.runsInside ? this.runInside(args) : this.start(args).outcome);
    expect(outcome.output, args.join(' ')).toMatch(message);
    expect(outcome.status, outcome.output).toBe(status);
    return outcome.output;
  }

  quote = (args: readonly string[], status = DONE, message = /./): Promise<string> =>
    this.run(['quote', '--quote', this.file, ...args], status, message);
  apply = (status = DONE, message = /./): Promise<string> => this.run(['apply', '--quote', this.file], status, message);
  confirm = (status = DONE, message = /./, ...flags: string[]): Promise<string> =>
    this.run(['confirm', '--quote', this.file, ...flags], status, message);

  get subscription(): Subscription {
    const found = this.sandbox.world.store.get('subscriptions', MAYA);
    if (!found) throw new Error(`${MAYA} is missing`);
    return found;
  }

  /** Plan and quantity of each item. */
  get items(): string[] {
    return this.subscription.items.map(({ planId, quantity }) => `${quantity} × ${planId}`);
  }

  /** What the sandbox has created for Maya's subscription since the test began. */
  get sales(): Transaction[] {
    return this.created('transactions');
  }

  get invoices(): Invoice[] {
    return this.created('invoices');
  }

  private readonly before = new Set<string>();
  /** From here on, sales and invoices count as created. */
  forget(): void {
    for (const kind of ['transactions', 'invoices'] as const)
      for (const { id } of this.sandbox.world.store.all(kind)) this.before.add(id);
  }

  private created<K extends 'transactions' | 'invoices'>(kind: K) {
    return this.sandbox.world.store
      .all(kind)
      .filter((entry) => entry['subscriptionId'] === MAYA && !this.before.has(entry.id));
  }

  /** How many changes of items the sandbox has received since the last call. */
  takeChanges(): Fields[] {
    return this.sandbox
      .take()
      .filter(({ operationId }) => operationId === 'changeSubscriptionItems')
      .map(({ requestBody }) => JSON.parse(requestBody) as Fields);
  }

  /** From here on, Maya's card is declined. */
  async declineCard(): Promise<void> {
    await this.send('PATCH', `/payment-instruments/${CARD}`, {
      creditCard: { expireMonth: 10, expireYear: 2051 },
    });
  }

  /** From here on, Maya's card is approved again. */
  acceptCard(): void {
    const card = this.sandbox.world.store.get('instruments', CARD);
    Object.assign(card?.creditCard ?? {}, { expireYear: 2031 });
  }

  /** Pays the change's invoice on its payment page, with another card. */
  async pay(): Promise<void> {
    const [invoice] = this.invoices;
    await fetch(`${this.sandbox.url}/sandbox/pay/${invoice?.id ?? ''}`, {
      method: 'POST',
      body: new URLSearchParams({ choice: 'approved', card: '4111111111111111' }),
    });
  }

  /** Does what PAI support does on request: voids the change's invoice. */
  voidInvoice(): void {
    const [invoice] = this.invoices;
    if (!invoice) throw new Error('there is no invoice');
    this.sandbox.world.change('invoices', invoice, { status: 'voided' });
  }

  /** Removes what the change has charged, as if PAI charged it later. */
  removeCharge(): void {
    const { store } = this.sandbox.world;
    for (const { id } of this.sales) store.remove('transactions', id);
    for (const { id } of this.invoices) store.remove('invoices', id);
  }

  /** Leaves the change's payment at the bank's page, as with 3D Secure, and returns its ID. */
  leaveAtBank(): string {
    const [sale] = this.sales;
    const [invoice] = this.invoices;
    if (!sale || !invoice) throw new Error('nothing was charged');
    const redirectUrl = `${this.sandbox.url}/sandbox/pay/${sale.id}`;
    this.sandbox.world.change('transactions', sale, { status: 'offsite', result: 'unknown', redirectUrl });
    this.sandbox.world.change('invoices', invoice, { status: 'unpaid', paidAmount: 0, paidOnDate: null });
    return sale.id;
  }

  /** Confirms a payment on the bank's page. */
  async approveAtBank(id: string): Promise<void> {
    const body = new URLSearchParams({ choice: 'approved' });
    expect((await fetch(`${this.sandbox.url}/sandbox/pay/${id}`, { method: 'POST', body })).ok).toBe(true);
  }

  /** Creates a plan like the monthly one. */
  async createPlan(changes: Fields = {}, interval: Fields = {}): Promise<string> {
    const recurringInterval = { unit: 'month', length: 1, billingTiming: 'prepaid', ...interval };
    const pricing = { price: 29, formula: 'flat-rate' };
    const fields = { name: 'Test', currency: 'USD', productId: 'prd_BrewGuide', isTrialOnly: false, pricing };
    const { id } = await this.send('POST', '/plans', { ...fields, recurringInterval, ...changes });
    return String(id);
  }

  /** Subscribes Maya to a plan. Her card has paid, so the first period is paid immediately. */
  async subscribe(planId: string, changes: Fields = {}): Promise<string> {
    const { id } = await this.send('POST', '/subscriptions', {
      customerId: 'cus_MayaLindqvist',
      paymentInstrumentId: CARD,
      isTrialOnly: false,
      items: [{ quantity: 1, plan: { id: planId } }],
      ...changes,
    });
    return String(id);
  }

  async close(): Promise<void> {
    rmSync(this.folder, { recursive: true });
    await this.sandbox.close();
  }
}

const test = base.extend<{ world: World }>({
  world: async ({}, use) => {
    const world = new World(await startRecordingSandbox(description, { startAt: HALFWAY }));
    world.forget();
    await use(world);
    await world.close();
  },
});

/** A proxy that can keep a change of items from the sandbox, or fail reads. */
class Proxy {
  /** What happens to the next changes of items; without an entry, they're passed on. */
  faults: ('drop' | 'hang' | number)[] = [];
  failedReads = 0;
  /** Whether each page of invoices after the first counts one more, issued since. */
  growing = false;
  private issued = 0;
  readonly hung: Promise<void>;
  private reportHung = (): void => undefined;
  private readonly server: Server;

  constructor(target: string) {
    this.hung = new Promise((resolve) => (this.reportHung = resolve));
    this.server = createServer((request, response) => {
      void (async () => {
        const body = await readAll(request);
        const isRead = request.method === 'GET';
        if (isRead && this.failedReads > 0) {
          this.failedReads -= 1;
          return void response.writeHead(503).end();
        }
        const fault = isRead ? undefined : this.faults.shift();
        if (fault === 'drop') return void response.destroy();
        if (fault === 'hang') {
          this.reportHung();
          return;
        }
        if (fault !== undefined) return void response.writeHead(fault).end('{}');
        const { authorization = '', 'content-type': type = '' } = request.headers;
        const answer = await fetch(`${target}${request.url ?? ''}`, {
          method: request.method,
          headers: { authorization, 'content-type': type },
          ...(isRead ? {} : { body }),
        });
        const text = await answer.text();
        if (request.url?.endsWith('offset=0')) this.issued = 0;
        const isGrowing = this.growing && request.url?.includes('/customer-invoices/');
        const grown = isGrowing ? text.replace(/"totalCount":(\d+)/, (_, count) => this.grow(Number(count))) : text;
        response.writeHead(answer.status, { 'content-type': 'application/json' }).end(grown);
      })();
    });
  }

  /** Puts the proxy between the program and its sandbox. */
  static async install(world: World): Promise<Proxy> {
    const proxy = new Proxy(world.sandbox.url);
    proxy.server.listen(0, '127.0.0.1');
    await once(proxy.server, 'listening');
    world.api = `http://127.0.0.1:${(proxy.server.address() as AddressInfo).port}`;
    return proxy;
  }

  private grow(count: number): string {
    return `"totalCount":${count + this.issued++}`;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

async function readAll(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

/** Refunds a payment for an upgrade that was undone, and expects that nothing is left to do. */
async function expectRefunded(world: World, id: string): Promise<void> {
  await world.send('POST', `/transactions/${id}/refund`, {});
  await world.confirm(DONE, /is refunded, and the old item is back/);
  expect(world.takeChanges()).toEqual([]);
  expect(world.items).toEqual(['1 × pln_BrewMonthly']);
}

test.describe('upgrades', () => {
  test('a second seat costs what was quoted, and is made once', async ({ world }) => {
    world.runsInside = false;
    const output = await world.quote(SEAT);
    expect(output).toContain(
      'About 14.50 USD until December 15, charged today or with your next invoice, then ' +
        '58.00 USD each month from December 15, plus tax where it applies.',
    );
    const stored = JSON.parse(readFileSync(world.file, 'utf8')) as { terms: Fields; quotedAt: string };
    expect(stored.quotedAt).toMatch(/^2026-11-30T09:10/);
    expect(stored.terms).toMatchObject({ item: { planId: 'pln_BrewMonthly', quantity: 1 }, price: 29 });
    expect(stored.terms['known']).toEqual(expect.arrayContaining(['txn_MayaNov15', 'inv_2026-11-0187']));
    expect(world.takeChanges(), 'a quote changes nothing').toEqual([]);

    await world.apply();
    expect(world.takeChanges()).toEqual([
      { items: [{ quantity: 2, plan: { id: 'pln_BrewMonthly' } }], retainRenewalTime: 'retain', proRataCredit: true },
    ]);
    await world.confirm(DONE, /14\.50 USD is paid, without tax\. About 14\.50 USD was quoted\. Unlock/);
    await world.apply(DONE, /was sent before, and it worked/);
    await world.confirm();
    expect(world.takeChanges(), 'later runs change nothing').toEqual([]);
    expect(world.items).toEqual(['2 × pln_BrewMonthly']);
    expect(world.sales).toMatchObject([{ amount: 14.5, result: 'approved' }]);
    expect(world.invoices).toMatchObject([{ totalAmount: 14.5, status: 'paid' }]);
    await world.moveClock('2026-12-16T00:00:00Z');
    expect(world.sales.at(-1)).toMatchObject({ amount: 58, result: 'approved' });
  });

  test('a move to the annual plan starts a new cycle', async ({ world }) => {
    const args = ['--subscription', MAYA, '--plan', 'pln_BrewAnnual'];
    await world.quote(args, DONE, /About 276\.10 USD.* until November 30, 2027, .*290\.00 USD each year from Nov/);
    await world.apply();
    await world.confirm(DONE, /275\.50 USD is paid/);
    expect(world.sales).toMatchObject([{ amount: 275.5, result: 'approved' }]);
    expect(world.subscription.nextCharge).toMatch(/^2027-11-30/);
  });

  test('a new cycle that starts at the end of the day costs what was quoted in the morning', async ({ world }) => {
    await world.quote(['--subscription', MAYA, '--plan', 'pln_BrewAnnual'], DONE, /About 276\.10 USD/);
    await world.moveClock('2026-11-30T23:59:00Z');
    await world.apply();
    await world.confirm(DONE, /276\.10 USD is paid/);
    expect(world.sales).toMatchObject([{ amount: 276.1, result: 'approved' }]);
  });

  test('without proration, nothing is charged until the renewal', async ({ world }) => {
    await world.quote([...SEAT, '--mode', 'retain-false'], DONE, /^Nothing now, then 58\.00 USD each month from Dec/);
    await world.apply();
    await world.confirm(WAIT, /Unlock nothing/);
    await world.moveClock(11);
    const output = await world.confirm(DECIDE, /unlock once the next renewal is paid, or now, and run confirm with/);
    expect(output, 'no difference can come with the renewal').not.toContain('daily');
    expect(world.sales).toEqual([]);
    expect(world.items).toEqual(['2 × pln_BrewMonthly']);
  });

  test('an upgrade without proration is unlocked once the renewal is paid', async ({ world }) => {
    await world.quote([...SEAT, '--mode', 'retain-false']);
    await world.apply();
    await world.moveClock('2026-12-15T10:00:00Z');
    const [sale] = world.sales;
    expect(sale).toMatchObject({ amount: 58, result: 'approved' });
    await world.confirm(DONE, new RegExp(`The renewal ${sale?.id ?? ''} is paid\\. Unlock\\.$`, 'm'));
    // 72.50 and 10 percent tax: the difference for the last period was charged with the renewal.
    const [invoice] = world.invoices;
    if (!sale || !invoice) throw new Error('nothing was charged');
    const { world: stored } = world.sandbox;
    const bill = { totalAmount: 79.75, totalTax: 7.25 };
    stored.change('invoices', invoice, bill);
    const invoices = (sale.invoices as Fields[]).map((entry) => ({ ...entry, amount: bill.totalAmount }));
    stored.change('transactions', sale, { amount: 79.75, refundableAmount: 79.75, invoices });
    await world.confirm(
      REFUND,
      /58\.00 USD was due\. Refund 15\.95 USD, 1\.45 USD of it tax\. If you'd unlocked it before/,
    );
    await world.send('POST', `/transactions/${sale.id}/refund`, { amount: 15.95 });
    await world.confirm(DONE, /is paid\. Unlock\.$/m);
  });

  test.describe('without proration, after a declined renewal', () => {
    test.beforeEach(async ({ world }) => {
      await world.quote([...SEAT, '--mode', 'retain-false']);
      await world.apply();
      await world.declineCard();
      await world.moveClock('2026-12-15T10:00:00Z');
    });

    test('an upgrade isn’t unlocked until it’s paid', async ({ world }) => {
      const message = /subscription is unpaid\. Unlock nothing new\. Send only this link[^]*"When a renewal fails"/;
      expect(await world.confirm(UNPAID, message)).toContain(world.invoices[0]?.paymentFormUrl);
      await world.pay();
      await world.confirm(DONE, /is paid\. Unlock\./);
    });

    test('an upgrade that’s withdrawn gets no link, and its payment is refunded', async ({ world }) => {
      const message = /is unpaid\..* Send no link\. Ask PAI support to restore the plan, and to replace inv_/;
      expect(await world.confirm(VOID, message, '--withdraw')).not.toContain(world.invoices[0]?.paymentFormUrl);
      await world.pay();
      await world.confirm(PERSON, /is paid at the new price\. Change the item back.*Refund the difference/);
    });
  });

  test('after a change that was paid, a later one isn’t taken back', async ({ world }) => {
    await world.quote(SEAT);
    await world.apply();
    await world.confirm(DONE, /Unlock/);
    const back = ['--subscription', MAYA, '--plan', 'pln_BrewMonthly', '--quantity', '1', '--mode', 'retain-false'];
    const first = readFileSync(world.file, 'utf8');
    rmSync(world.file);
    await world.quote(back);
    await world.apply();
    writeFileSync(world.file, first);
    await world.confirm(DONE, /^The change was paid and confirmed at 2026-11-30.* Another one has followed\.$/m);
    expect(world.items).toEqual(['1 × pln_BrewMonthly']);
  });

  test('after another upgrade, the first one is still confirmed', async ({ world }) => {
    await world.quote(SEAT);
    await world.apply();
    await world.confirm(DONE, /Unlock/);
    const { file } = world;
    await world.moveClock(1);
    world.file = `${file.slice(0, -'.json'.length)}.second.json`;
    await world.quote([...SEAT.slice(0, -1), '3', '--paid-price', '58']);
    await world.apply();
    await world.confirm(DONE, /14\.50 USD is paid.*Unlock/);
    world.file = file;
    await world.confirm(DONE, /^The change was paid and confirmed at 2026-11-30.* Another one has followed\.$/m);
  });

  test('a period that nobody has paid for since a reactivation isn’t prorated', async ({ world }) => {
    const { id } = await world.send('POST', '/subscription-cancellations', { reason: 'other', status: 'draft' });
    const terms = { subscriptionId: MAYA, churnTimePolicy: 'now', prorated: false, status: 'confirmed' };
    await world.send('PATCH', `/subscription-cancellations/${String(id)}`, terms);
    await world.moveClock('2027-01-20T09:00:00Z');
    await world.send('POST', '/subscription-reactivations', { subscriptionId: MAYA });
    await world.quote(SEAT, REFUSED, /The subscription had ended, and nothing is paid for this period\..*retain-false/);
    await world.quote([...SEAT, '--mode', 'retain-false'], DONE, /^Nothing now, then 58\.00 USD/);
  });

  test('another upgrade in the same period needs the price that is paid', async ({ world }) => {
    await world.quote(SEAT);
    await world.apply();
    await world.confirm();
    rmSync(world.file);
    const third = ['--subscription', MAYA, '--plan', 'pln_BrewMonthly', '--quantity', '3'];
    await world.quote(third, REFUSED, /earlier change was charged or credited.*--paid-price/);
    await world.quote([...third, '--paid-price', '58'], DONE, /About 14\.50 USD/);
    await world.apply();
    await world.confirm();
    expect(world.sales).toMatchObject([{ amount: 14.5 }, { amount: 14.5 }]);
  });

  test('the start of the period follows the last payment where the page says so', async ({ world }) => {
    const anchored = await world.createPlan({}, { periodAnchorInstruction: { method: 'day-of-month', day: 10 } });
    const cases: [name: string, subscription: string][] = [['an anchor', await world.subscribe(anchored)]];
    const plan = await world.createPlan();
    cases.push(['a renewalTime', await world.subscribe(plan, { renewalTime: '2027-01-10T09:00:00Z' })]);
    const paused = await world.subscribe(plan);
    await world.moveClock('2026-12-03T09:10:00Z');
    const { id: pause } = await world.send('POST', '/subscription-pauses', { subscriptionId: paused });
    await world.moveClock('2026-12-06T09:10:00Z');
    await world.send('DELETE', `/subscription-pauses/${String(pause)}`);
    cases.push(['a pause', paused]);
    for (const [name, id] of cases) {
      const planId = world.sandbox.world.store.get('subscriptions', id)?.items[0]?.planId ?? '';
      rmSync(world.file, { force: true });
      const output = await world.quote(['--subscription', id, '--plan', planId, '--quantity', '4']);
      await world.apply();
      const sale = world.sandbox.world.store
        .all('transactions')
        .findLast(({ subscriptionId }) => subscriptionId === id);
      const quoted = Number(/About ([\d.]+) USD/.exec(output)?.[1]);
      expect(Math.abs(quoted - (sale?.amount ?? NaN)), `${name}: ${output}`).toBeLessThan(0.015);
      await world.confirm();
    }
  });

  test('in a short month, the period starts at the last payment', async () => {
    const world = new World(await startRecordingSandbox(description, { startAt: '2027-01-31T10:00:00Z' }));
    const plan = await world.createPlan();
    const id = await world.subscribe(plan);
    await world.moveClock('2027-02-14T10:00:00Z');
    expect(world.sandbox.world.store.get('subscriptions', id)?.nextCharge).toMatch(/^2027-02-28/);
    // Half of 28 days are left: 14.50. From January 28, it would be 13.10.
    await world.quote(['--subscription', id, '--plan', plan, '--quantity', '2'], DONE, /About 14\.50 USD/);
    // Another upgrade in the same period finds its payment, although the price isn't that of the period's invoice.
    await world.apply();
    await world.confirm(DONE, /14\.50 USD is paid/);
    rmSync(world.file);
    const third = ['--subscription', id, '--plan', plan, '--quantity', '3', '--paid-price', '58'];
    await world.quote(third, DONE, /About 14\.50 USD/);
    await world.apply();
    await world.confirm(DONE, /14\.50 USD is paid/);
    await world.close();
  });

  test('after the 31st, a payment a moment later doesn’t move the start of the period', async () => {
    const world = new World(await startRecordingSandbox(description, { startAt: '2027-03-31T10:00:00Z' }));
    const plan = await world.createPlan();
    const id = await world.subscribe(plan);
    const subscription = world.sandbox.world.store.get('subscriptions', id);
    if (!subscription) throw new Error('there is no subscription');
    expect(subscription.nextCharge).toMatch(/^2027-04-30T10:00:0/);
    world.sandbox.world.change('subscriptions', subscription, { nextCharge: '2027-04-30T10:00:03Z' });
    await world.moveClock('2027-04-15T10:00:00Z');
    // Half of 30 days are left: 14.50. From March 30, it would be 14.03.
    await world.quote(['--subscription', id, '--plan', plan, '--quantity', '2'], DONE, /About 14\.50 USD/);
    await world.close();
  });

  test('a currency whose decimals locale libraries leave out keeps them', async ({ world }) => {
    const plan = await world.createPlan({ currency: 'HUF', pricing: { price: 2990, formula: 'flat-rate' } });
    const id = await world.subscribe(plan);
    await world.moveClock('2026-12-13T20:00:00Z');
    await world.quote(['--subscription', id, '--plan', plan, '--quantity', '2'], DONE, /About 1649\.3\d HUF/);
    await world.apply(
      DONE,
      new RegExp(`store \\{"${id}":\\{"change":\\{"nextCharge":"2026-12-30T.*"deadline":"2026-12-20T`),
    );
    await world.confirm(DONE, /1649\.3\d HUF is paid/);
  });

  test('an amount that can’t be compared after a charge is left to a person', async ({ world }) => {
    await world.quote(SEAT);
    await world.apply();
    const [invoice] = world.invoices;
    if (!invoice) throw new Error('nothing was charged');
    world.sandbox.world.change('invoices', invoice, { totalTax: 0.1234 });
    await world.confirm(PERSON, /0\.1234 isn't an amount in USD, so estimate and compare the change by hand/);
  });

  test('currencies without decimals are quoted without decimals', async ({ world }) => {
    const plan = await world.createPlan({ currency: 'JPY', pricing: { price: 3000, formula: 'flat-rate' } });
    const id = await world.subscribe(plan);
    await world.moveClock('2026-12-15T20:00:00Z');
    const args = ['--subscription', id, '--plan', plan, '--quantity', '2'];
    await world.quote(args, DONE, /About 1455 JPY.*then 6000 JPY each month/);
    expect(JSON.parse(readFileSync(world.file, 'utf8')), 'a whole number of yen').toMatchObject({ quoted: 1455 });
  });
});

test.describe('refusals', () => {
  /** Expects a refusal that leaves no trace. */
  async function expectRefusal(world: World, args: readonly string[], message: RegExp): Promise<void> {
    world.sandbox.take();
    const items = [...world.items];
    await world.quote(args, REFUSED, message);
    expect(world.sandbox.take().filter(({ method }) => method !== 'GET')).toEqual([]);
    expect(existsSync(world.file), 'no quote is written').toBe(false);
    expect(world.items).toEqual(items);
  }

  test('plans and statuses that can’t be quoted are refused', async ({ world }) => {
    const maya = ['--subscription', MAYA];
    const euro = await world.createPlan({ currency: 'EUR' });
    const retired = await world.createPlan({ isActive: false });
    const tiered = [...maya, '--plan', 'pln_OfficeTiered', '--quantity', '12'];
    const cases: [args: string[], message: RegExp][] = [
      [['--subscription', 'sub_OskarMonthly', '--plan', 'pln_BrewAnnual'], /is unpaid/],
      [['--subscription', 'sub_LeilaMonthly', '--plan', 'pln_BrewAnnual'], /is paused/],
      [[...maya, '--plan', 'pln_BrewMonthly'], /already has 1 × pln_BrewMonthly/],
      [[...maya, '--plan', euro], /is in EUR\. Choose a plan in USD/],
      [[...maya, '--plan', retired], /isn't active/],
      [[...maya, '--plan', 'pln_CuppingClub'], /setup\.price/],
      [[...maya, '--plan', 'pln_OfficePostpaid'], /postpaid.*yourself right after the renewal on December 15/],
      [[...maya, '--plan', 'pln_HouseBlendBag'], /no billing interval/],
      [tiered, /12 × Office Beans, tiered depends on its formula.* pass the subscription's new price as --new-price/],
      [[...tiered, '--new-price', '210'], /--mode retain-false/],
      [[...maya, '--plan', 'pln_BrewAnnual', '--mode', 'retain-true'], /intervals differ/],
      [[...maya, '--plan', 'pln_FirstOfMonth', '--mode', 'reset-true'], /fixed days/],
      [[...maya, '--plan', 'pln_FirstOfMonth', '--mode', 'retain-true'], /another periodAnchorInstruction/],
      [[...SEAT, '--card', 'pin_MayaBank0532'], /No payment with the card pin_MayaBank0532.*Replace the card first/],
    ];
    for (const [args, message] of cases) await expectRefusal(world, args, message);
    // Without proration, the formula's price can be shown, and is compared after the change.
    const free = [...tiered, '--mode', 'retain-false', '--new-price', '210'];
    await world.quote(free, DONE, /^Nothing now, then 210\.00 USD each month/);
    await world.apply();
    await world.confirm(PERSON, /The price is \d+, not 210\.00 USD/);
  });

  test('an open invoice of the customer refuses an upgrade, not a downgrade', async ({ world }) => {
    await world.send('POST', `/subscriptions/${MAYA}/items`, {
      items: [{ quantity: 2, plan: { id: 'pln_BrewMonthly' } }],
      retainRenewalTime: 'retain',
      proRataCredit: true,
    });
    const other = world.sandbox.world.store.get('invoices', 'inv_2026-06-0093');
    if (!other) throw new Error('the invoice of the beans is missing');
    world.sandbox.world.change('invoices', other, { status: 'past-due' });
    const change = ['--subscription', MAYA, '--plan', 'pln_BrewMonthly', '--quantity'];
    await expectRefusal(world, [...change, '3'], /Invoice inv_2026-06-0093 is open/);
    const message =
      /^Nothing now, then 29\.00 USD.*\n[^]*\nInvoice inv_2026-06-0093 is open\. If it's for an earlier change/;
    await world.quote([...change, '1'], DONE, message);
  });

  test('less than three days before the renewal, an upgrade is refused', async ({ world }) => {
    await world.moveClock('2026-12-12T09:11:00Z');
    await expectRefusal(world, SEAT, /less than three days away/);
    await expectRefusal(world, ['--subscription', MAYA, '--plan', 'pln_BrewAnnual'], /less than three days away/);
  });

  test('three days before the renewal, an upgrade is quoted', async ({ world }) => {
    await world.moveClock('2026-12-12T09:09:00Z');
    await world.quote(SEAT, DONE, /^About /);
  });

  test('a period that is refunded, late, or not the only one isn’t prorated', async ({ world }) => {
    const { store } = world.sandbox.world;
    const sale = store.get('transactions', 'txn_MayaNov15');
    const invoice = store.get('invoices', 'inv_2026-11-0187');
    if (!sale || !invoice) throw new Error('Maya’s payment for November is missing');
    const late = { ...sale, date: '2026-11-18T09:10:00Z' };
    store.put('transactions', late);
    await expectRefusal(world, SEAT, /paid late.*--mode retain-false/);
    store.put('transactions', sale);
    await world.send('POST', '/transactions/txn_MayaNov15/refund', { amount: 5 });
    await expectRefusal(world, SEAT, /txn_MayaNov15, is partially-refunded/);
    await world.quote([...SEAT, '--mode', 'retain-false']);
  });

  test('a price of its own is refused, because the plan can’t restore it', async ({ world }) => {
    await world.send('POST', `/subscriptions/${MAYA}/items`, {
      items: [{ quantity: 1, plan: { id: 'pln_BrewMonthly', pricing: { price: 19, formula: 'flat-rate' } } }],
      retainRenewalTime: 'retain',
      proRataCredit: false,
    });
    world.forget();
    await expectRefusal(world, SEAT, /19 \(flat-rate\) isn't the price of pln_BrewMonthly, which an undo would set/);
    await expectRefusal(world, [...SEAT.slice(0, -1), '1', '--plan', await world.createPlan()], /Create a plan with/);
    // A plan with this price keeps it.
    const copy = await world.createPlan({ pricing: { price: 19, formula: 'flat-rate' } });
    const args = ['--subscription', MAYA, '--plan', copy];
    await expectRefusal(world, [...args, '--quantity', '2'], /Create a plan with .*same quantity/);
    await world.quote(args, DONE, /^Nothing now, then 19\.00 USD/);
    await world.apply();
    expect(world.sales).toEqual([]);
    await world.moveClock('2026-12-16T09:10:00Z');
    expect(world.sales).toMatchObject([{ amount: 19 }]);
    await world.declineCard();
    rmSync(world.file);
    await world.quote([...args, '--quantity', '2']);
    await world.apply();
    await world.confirm(VOID, /The old item is sent/, '--withdraw');
    expect(world.subscription).toMatchObject({ price: 19, items: [{ planId: copy, quantity: 1 }] });
  });

  test('in a trial, nothing is quoted for now', async ({ world }) => {
    const id = await world.subscribe('pln_BrewMonthly');
    const args = ['--subscription', id, '--plan', 'pln_BrewMonthly', '--quantity', '2'];
    await expectRefusal(world, args, /No payment.*in a trial, --trial-end/);
    const { nextCharge } = await world.send('GET', `/subscriptions/${id}`);
    await world.quote(
      [...args, '--trial-end', String(nextCharge)],
      DONE,
      /^Nothing now, then 58\.00 USD .* December 14, plus tax where it applies\./,
    );
    await world.apply();
    const sales = world.sandbox.world.store.all('transactions').filter(({ subscriptionId }) => subscriptionId === id);
    expect(sales).toEqual([]);
    expect(world.sandbox.world.store.get('subscriptions', id)).toMatchObject({ price: 58, nextCharge });
  });

  test('a shorter interval waits until two days before the renewal', async ({ world }) => {
    const id = await world.subscribe('pln_BrewAnnual');
    const args = ['--subscription', id, '--plan', 'pln_BrewMonthly'];
    await expectRefusal(world, args, /quote the shorter interval on November 28, 2027/);
    await expectRefusal(world, [...args, '--mode', 'reset-true'], /--mode reset-false/);
    await world.moveClock('2027-11-28T12:00:00Z');
    // The card last paid a year ago.
    const { store } = world.sandbox.world;
    for (const sale of store.all('transactions'))
      if (sale.instrumentId === CARD) store.put('transactions', { ...sale, date: HALFWAY });
    await world.quote(args, DONE, /About 29\.00 USD.* until December 28/);
    await world.apply();
    await world.confirm(DONE, /29\.00 USD is paid/);
    expect(world.sandbox.world.store.get('subscriptions', id)?.nextCharge).toMatch(/^2027-12-28/);
  });

  test('a declined charge for a shorter interval is a failed renewal', async ({ world }) => {
    const id = await world.subscribe('pln_BrewAnnual');
    await world.moveClock('2027-11-28T12:00:00Z');
    await world.declineCard();
    await world.quote(['--subscription', id, '--plan', 'pln_BrewMonthly']);
    await world.apply();
    const { store } = world.sandbox.world;
    expect(store.get('subscriptions', id)).toMatchObject({ status: 'unpaid', nextCharge: null });
    world.takeChanges();
    await world.confirm(UNPAID, /send this link.*\n.*failed renewal.*"When a renewal fails"/);
    // On the old renewal date, nothing is undone either.
    await world.moveClock('2027-12-01T12:00:00Z');
    await world.confirm(UNPAID, /failed renewal/, '--undo');
    expect(world.takeChanges()).toEqual([]);
    const invoice = store.all('invoices').findLast(({ subscriptionId }) => subscriptionId === id);
    await fetch(`${world.sandbox.url}/sandbox/pay/${invoice?.id ?? ''}`, {
      method: 'POST',
      body: new URLSearchParams({ choice: 'approved', card: '4111111111111111' }),
    });
    await world.confirm(DONE, /29\.00 USD is paid.*Unlock/);
    expect(store.get('subscriptions', id)).toMatchObject({ status: 'active', price: 29 });
  });

  test('after a renewal that came first, the shorter interval starts, and the renewal is refunded', async ({
    world,
  }) => {
    const id = await world.subscribe('pln_BrewAnnual');
    const args = ['--subscription', id, '--plan', 'pln_BrewMonthly'];
    await world.moveClock('2027-11-29T12:00:00Z');
    await expectRefusal(world, args, /less than a day away.*Quote again after it, and refund it after the change/);
    await world.moveClock('2027-12-01T09:10:00Z');
    const { store } = world.sandbox.world;
    const renewal = store.all('transactions').findLast(({ subscriptionId }) => subscriptionId === id);
    expect(renewal).toMatchObject({ amount: 290, result: 'approved' });
    await expectRefusal(world, args, /renewed in the last week, quote with --mode reset-false/);
    const early = [...args, '--mode', 'reset-false'];
    await world.quote(
      early,
      DONE,
      /About 29\.00 USD.* January 1, 2028, plus tax where it applies\. We refund your last renewal\./,
    );
    await world.apply();
    await world.confirm(REFUND, new RegExp(`Unlock, and refund all of ${renewal?.id ?? ''}`));
    await world.send('POST', `/transactions/${renewal?.id ?? ''}/refund`, {});
    await world.confirm(DONE, /Unlock what the customer gained/);
    expect(store.get('subscriptions', id)).toMatchObject({
      price: 29,
      nextCharge: expect.stringMatching(/^2028-01-01/),
    });
    expect(store.get('transactions', renewal?.id ?? '')).toMatchObject({ status: 'refunded' });
    // A week after a renewal, it's too late.
    const other = await world.subscribe('pln_BrewAnnual');
    await world.moveClock('2027-12-09T09:10:00Z');
    rmSync(world.file);
    const late = ['--subscription', other, '--plan', 'pln_BrewMonthly', '--mode', 'reset-false'];
    await expectRefusal(world, late, /quote the shorter interval on November 29, 2028/);
  });

  test('a customer who moved to a longer interval goes back without a charge', async ({ world }) => {
    await world.quote(['--subscription', MAYA, '--plan', 'pln_BrewAnnual']);
    await world.apply();
    await world.confirm();
    rmSync(world.file);
    const back = ['--subscription', MAYA, '--plan', 'pln_BrewMonthly'];
    await expectRefusal(world, back, /wants to go back, quote with --mode retain-false/);
    await expectRefusal(world, [...back, '--mode', 'reset-false'], /quote with --mode retain-false/);
    const free = [...back, '--mode', 'retain-false'];
    await world.quote(free, DONE, /^Nothing now, then 29\.00 USD each month from the date that we confirm, plus tax/);
    world.forget();
    world.takeChanges();
    await world.apply();
    await world.moveClock(11);
    await world.confirm(
      PERSON,
      /move nextCharge to the date from before.* a later one\. Then refund what .* minus the old price/,
    );
    expect(world.takeChanges()).toMatchObject([{ retainRenewalTime: 'retain', proRataCredit: false }]);
    expect(world.items).toEqual(['1 × pln_BrewMonthly']);
    expect(world.subscription).toMatchObject({ price: 29, nextCharge: expect.stringMatching(/^2027-11-30/) });
    expect(world.sales).toEqual([]);
  });

  test('a cancellation that’s still to come refuses an upgrade and a downgrade', async ({ world }) => {
    await world.quote([...SEAT.slice(0, -1), '3', '--mode', 'retain-false']);
    await world.apply();
    rmSync(world.file);
    const { id } = await world.send('POST', '/subscription-cancellations', {
      reason: 'too-expensive',
      status: 'draft',
    });
    const cancellation = `/subscription-cancellations/${String(id)}`;
    await world.send('PATCH', cancellation, { subscriptionId: MAYA, cancelAt: '2026-12-20T00:00:00Z' });
    const four = [...SEAT.slice(0, -1), '4', '--mode', 'retain-false'];
    const message = new RegExp(`${String(id)} is to come\\. If the customer stays, delete it first`);
    await expectRefusal(world, four, message);
    await world.send('PATCH', cancellation, { status: 'confirmed' });
    expect(world.sandbox.world.store.get('cancellations', String(id))).toMatchObject({ status: 'confirmed' });
    expect(world.subscription.status).toBe('active');
    await expectRefusal(world, four, message);
    await expectRefusal(world, SEAT, message);
    await world.send('DELETE', cancellation);
    await world.quote(four, DONE, /116\.00 USD/);
  });

  test('reset needs a card that has paid recently', async ({ world }) => {
    const { store } = world.sandbox.world;
    for (const sale of store.all('transactions'))
      if (sale.instrumentId === CARD) store.put('transactions', { ...sale, date: '2026-10-20T09:10:00Z' });
    await expectRefusal(world, ['--subscription', MAYA, '--plan', 'pln_BrewAnnual'], /hasn't paid for a month/);
  });
});

test.describe('downgrades', () => {
  test.beforeEach(async ({ world }) => {
    await world.quote(SEAT);
    await world.apply();
    await world.confirm();
    rmSync(world.file);
    world.forget();
    world.takeChanges();
  });
  const one = ['--subscription', MAYA, '--plan', 'pln_BrewMonthly', '--quantity', '1'];

  test('a downgrade keeps the renewal date, and credits nothing', async ({ world }) => {
    const label =
      /^Nothing now, then 29\.00 USD each month from December 15, plus tax where it applies\. Until then, you keep what you've paid for\.$/m;
    await world.quote(one, DONE, label);
    await world.apply(DONE, /Run confirm\. .*store "isCredited" instead of "isDowngrade"\.\n.*"isDowngrade":true/);
    expect(world.takeChanges()).toMatchObject([{ retainRenewalTime: 'retain', proRataCredit: false }]);
    await world.moveClock(11);
    await world.confirm(DONE, /Until December 15, keep what the customer has paid for, unless you refund it/);
    expect(world.sales).toEqual([]);
    await world.moveClock('2026-12-16T00:00:00Z');
    expect(world.sales).toMatchObject([{ amount: 29, result: 'approved' }]);
  });

  test('less than a day before the renewal, a downgrade is refused, because the renewal might come first', async ({
    world,
  }) => {
    await world.moveClock('2026-12-14T09:11:00Z');
    await world.quote(one, REFUSED, /less than a day away.*Quote again after it, and refund the difference/);
  });

  test('after a downgrade, the item is changed back first, so that nothing is paid twice', async ({ world }) => {
    await world.quote(one);
    await world.apply();
    rmSync(world.file);
    await world.quote(SEAT, REFUSED, /earlier change was charged/);
    const message =
      /58\.00 USD is paid.*If a downgrade was credited or refunded, pass --paid-price 29\. If not, change the item back/;
    await world.quote([...SEAT, '--paid-price', '58'], REFUSED, message);
    await world.quote([...SEAT, '--mode', 'retain-false']);
    await world.apply();
    rmSync(world.file);
    const third = ['--subscription', MAYA, '--plan', 'pln_BrewMonthly', '--quantity', '3', '--paid-price', '58'];
    await world.quote(third, DONE, /About 14\.50 USD/);
    await world.apply();
    expect(world.sales).toMatchObject([{ amount: 14.5 }]);
  });

  test('after a downgrade is taken back, the period is already paid', async ({ world }) => {
    await world.quote(one);
    await world.apply();
    rmSync(world.file);
    await world.quote([...SEAT, '--mode', 'retain-false']);
    await world.apply();
    await world.moveClock(11);
    await world.confirm(DECIDE, /or this price is already paid for this period, unlock, and store "isUnlocked"/);
  });

  test('after a refund, an upgrade is charged again', async ({ world }) => {
    const [sale] = world.sandbox.world.store.all('transactions').filter(({ amount }) => amount === 14.5);
    await world.quote(one);
    await world.apply();
    await world.send('POST', `/transactions/${sale?.id ?? ''}/refund`, { amount: 7 });
    rmSync(world.file);
    // After a refund in part, the program can't know what is still paid.
    await world.quote(SEAT, REFUSED, /highest recurring price that was charged since and not refunded/);
    await world.quote([...SEAT, '--paid-price', '58'], REFUSED, /credited or refunded, pass --paid-price 29/);
    await world.quote([...SEAT, '--paid-price', '29'], DONE, /^About 14\.50 USD/);
    await world.send('POST', `/transactions/${sale?.id ?? ''}/refund`, {});
    await world.quote(SEAT, DONE, /^About 14\.50 USD/);
    await world.apply();
    const charged = world.sales.filter(({ type }) => type === 'sale');
    expect(charged).toMatchObject([{ amount: 14.5, result: 'approved' }]);
  });

  test('an upgrade that isn’t paid for this period isn’t credited', async ({ world }) => {
    await world.quote([...SEAT.slice(0, -1), '3', '--mode', 'retain-false']);
    await world.apply();
    rmSync(world.file);
    const two = [...SEAT, '--mode', 'retain-true', '--paid-price', '58'];
    await world.quote(two, REFUSED, /Only 58\.00 USD is paid, and the price is 87/);
    await world.quote(SEAT, DONE, /^Nothing now, then 58/);
  });

  test('an upgrade that an earlier credit covers can be unlocked', async ({ world }) => {
    await world.quote([...one, '--mode', 'retain-true', '--paid-price', '58']);
    await world.apply();
    rmSync(world.file);
    await world.quote([...SEAT, '--paid-price', '29'], DONE, /About 14\.50 USD/);
    await world.apply();
    await world.moveClock(11);
    await world.confirm(
      DECIDE,
      /If an earlier credit covers it, or this price is already paid .*, unlock, and .*\. Otherwise/,
    );
    expect(world.sales).toEqual([]);
    // Another order's open invoice isn't taken for the change's.
    const invoices = world.sandbox.world.store;
    const other = {
      ...structuredClone(invoices.get('invoices', 'inv_2026-06-0093')),
      id: 'inv_Other',
      status: 'unpaid',
    };
    invoices.put('invoices', { ...other, issueDate: new Date(world.sandbox.world.now).toISOString() } as never);
    await world.confirm(PERSON, /Find out which invoice is for the change, and what is paid: inv_Other/);
    invoices.put('invoices', { ...other, status: 'voided', currency: 'EUR' } as never);
    // A withdrawal with proration credits it again: about 29.00 minus 14.49.
    await world.confirm(
      NEXT,
      /if a credit covered this change, --mode retain-true and --paid-price 58\.00/,
      '--withdraw',
    );
    rmSync(world.file);
    await world.quote([...one, '--mode', 'retain-true', '--paid-price', '58'], DONE, /a credit of about 14\.49 USD/);
    await world.apply();
    await world.moveClock('2026-12-16T00:00:00Z');
    expect(world.sales).toMatchObject([{ amount: 14.5, result: 'approved' }]);
  });

  test('a credit is used up before anything is free, and isn’t given twice', async ({ world }) => {
    const next = (args: string[], status = DONE, message = /./): Promise<string> => {
      const file = path.join(world.folder, `${copies}.json`);
      return world.run(['quote', ...args, '--quote', file], status, message);
    };
    const credit = [...one, '--mode', 'retain-true', '--paid-price', '58'];
    await world.quote(credit);
    expect(await world.apply(), 'the new items are what is paid').toContain('"isCredited":true');
    await world.moveClock(11);
    const back = /Quote the old item with --mode retain-true and --paid-price 29\.00, because this change was credited/;
    await world.confirm(NEXT, back, '--withdraw');
    const free = /A downgrade was credited in this period\. To use up the credit, quote with --mode retain-true/;
    await next([...SEAT, '--mode', 'retain-false'], REFUSED, free);
    await next(SEAT, REFUSED, /earlier change was charged or credited/);
    await next([...SEAT, '--paid-price', '58'], REFUSED, /was credited or refunded, pass --paid-price 29/);
    await next(
      [...SEAT, '--paid-price', '29'],
      DONE,
      /About 14\.49 USD, less your unused credit, until December 15, .*plus tax where it applies/,
    );
    // If the items were changed back for free anyway, nothing is credited again.
    await world.send('POST', `/subscriptions/${MAYA}/items`, {
      items: [{ quantity: 2, plan: { id: 'pln_BrewMonthly' } }],
      retainRenewalTime: 'retain',
      proRataCredit: false,
    });
    await next([...one, '--mode', 'retain-true', '--paid-price', '29'], REFUSED, /Only 29\.00 USD is paid/);
    await next(one, DONE, /^Nothing now, then 29/);
    // Other files don't matter, and neither does a credit of the last period.
    for (const content of ['{', 'null', '[]', '{"request": {}}'])
      writeFileSync(path.join(world.folder, `other${content.length}.json`), content);
    await world.moveClock('2026-12-16T00:00:00Z');
    await next([...SEAT.slice(0, -1), '3', '--mode', 'retain-false'], DONE, /^Nothing now, then 87/);
  });

  test('a price that includes tax is explained', async ({ world }) => {
    const [invoice] = world.sandbox.world.store.all('invoices').filter(({ id }) => id === 'inv_2026-11-0187');
    if (!invoice) throw new Error('Maya’s invoice for November is missing');
    world.sandbox.world.change('invoices', invoice, { totalTax: 4.83 });
    const args = [...SEAT.slice(0, -1), '3', '--paid-price', '48.33'];
    await world.quote(
      args,
      REFUSED,
      /Only 48\.33 USD is paid, and the price is 58\. .*include tax, quote with --tax-included/,
    );
  });

  test('a change that isn’t charged is withdrawn with a new quote', async ({ world }) => {
    await world.quote(one);
    await world.apply();
    await world.moveClock(11);
    const output = await world.confirm(NEXT, /Nothing is charged\. Quote .* --mode retain-false/, '--withdraw');
    expect(output, 'nothing can come with the renewal').not.toContain('renewal');
    expect(world.takeChanges()).toHaveLength(1);
  });

  test('a credit is only quoted for a period that is paid', async ({ world }) => {
    await world.quote([...one, '--mode', 'retain-true'], REFUSED, /--paid-price/);
    const credit = [...one, '--mode', 'retain-true', '--paid-price', '58'];
    await world.quote(
      credit,
      DONE,
      /^Nothing now, with a credit of about 14\.50 USD .* for what ends today, then 29\.00/,
    );
    await world.apply();
    await world.moveClock(11);
    await world.confirm(
      CREDIT,
      /End what was credited\. 14\.50 USD .* Run confirm again after the next renewal, on December 15/,
    );
    expect(world.items).toEqual(['1 × pln_BrewMonthly']);
    await world.moveClock('2026-12-16T00:00:00Z');
    expect(world.sales).toMatchObject([{ amount: 14.5, result: 'approved' }]);
    await world.confirm(DONE, /The credit is used up, and the invoices show it\. Nothing is left/);
  });

  test('a credit that’s larger than the next invoice is compared with the following one, too', async ({ world }) => {
    // Six seats are paid, and half of five is credited: 72.50 of three renewals at 29.00.
    await world.quote([...one.slice(0, -1), '6', '--paid-price', '58']);
    await world.apply();
    rmSync(world.file);
    world.forget();
    await world.quote([...one, '--mode', 'retain-true', '--paid-price', '174'], DONE, /credit of about 72\.50 USD/);
    await world.apply();
    await world.moveClock('2026-12-16T00:00:00Z');
    await world.confirm(CREDIT, /43\.50 USD of it isn't used yet\. Run confirm again after the next renewal, once/);
    await world.moveClock('2027-01-16T00:00:00Z');
    await world.confirm(CREDIT, /14\.50 USD of it isn't used yet/);
    expect(world.sales).toEqual([]);
    await world.moveClock('2027-02-16T00:00:00Z');
    expect(world.sales).toMatchObject([{ amount: 14.5, result: 'approved' }]);
    await world.confirm(DONE, /The credit is used up/);
  });

  test('a downgrade that another quote has reversed isn’t sent again', async ({ world }) => {
    await world.quote([...one, '--mode', 'retain-true', '--paid-price', '58']);
    await world.apply();
    const { file } = world;
    await world.moveClock(1);
    world.file = `${file.slice(0, -'.json'.length)}.back.json`;
    await world.quote([...SEAT, '--paid-price', '29']);
    await world.apply();
    world.file = file;
    world.takeChanges();
    await world.confirm(PERSON, /back\.json has changed the item since.*what's left of the credit, about 0\.0\d USD/);
    await world.apply(REFUSED, /back\.json has changed the item since/);
    expect(world.takeChanges()).toEqual([]);
    expect(world.items).toEqual(['2 × pln_BrewMonthly']);
  });

  test('a later upgrade that is undone isn’t confirmed with the downgrade, and the credit it used is refunded', async ({
    world,
  }) => {
    // 14.50 is credited, and three seats cost 29.00, of which an invoice over 14.50 is declined.
    await world.quote([...one, '--mode', 'retain-true', '--paid-price', '58']);
    await world.apply();
    const { file } = world;
    world.file = `${file.slice(0, -'.json'.length)}.later.json`;
    await world.moveClock(1);
    await world.declineCard();
    await world.quote(
      [...SEAT.slice(0, -1), '3', '--paid-price', '29'],
      DONE,
      /^About 29\.00 USD, less your unused credit/,
    );
    await world.apply();
    expect(world.invoices).toMatchObject([{ totalAmount: 14.5, status: 'unpaid' }]);
    world.takeChanges();
    await world.confirm(
      VOID,
      /The old item is sent\. A credit paid 14\.50 USD of the upgrade: refund that once, with/,
      '--withdraw',
    );
    expect(world.takeChanges()).toHaveLength(1);
    world.file = file;
    const lost =
      /later\.json has changed the item since\..* about 0\.00 USD, .* used about 14\.50 USD of it\. Refund that, too, unless/;
    for (const flags of [[], ['--undo'], ['--withdraw']]) {
      const output = await world.confirm(PERSON, lost, ...flags);
      expect(output).not.toContain('/sandbox/pay/');
    }
    expect(world.takeChanges()).toEqual([]);
  });

  test('a payment that’s refunded in part is prorated with the price that’s left', async ({ world }) => {
    await world.quote(one);
    await world.apply();
    const period = world.sandbox.world.store
      .all('transactions')
      .findLast(({ subscriptionId, amount }) => subscriptionId === MAYA && amount === 29);
    await world.send('POST', `/transactions/${period?.id ?? ''}/refund`, { amount: 5 });
    rmSync(world.file);
    await world.quote(SEAT, REFUSED, /./);
    await world.quote([...SEAT, '--paid-price', '29'], DONE, /^About 14\.50 USD/);
  });

  test('a promised credit that’s missing on the renewal’s invoice is refunded, with its tax', async ({ world }) => {
    await world.quote([...one, '--mode', 'retain-true', '--paid-price', '58']);
    await world.apply();
    await world.moveClock('2026-12-16T00:00:00Z');
    const [invoice] = world.invoices;
    const [sale] = world.sales;
    if (!invoice || !sale) throw new Error('nothing was charged');
    // 29.00 and 10 percent tax, although 14.50 was credited.
    const { world: stored } = world.sandbox;
    stored.change('invoices', invoice, { totalAmount: 31.9, totalTax: 2.9 });
    const invoices = (sale.invoices as Fields[]).map((entry) => ({ ...entry, amount: 31.9 }));
    stored.change('transactions', sale, { amount: 31.9, refundableAmount: 31.9, invoices });
    await world.confirm(
      REFUND,
      new RegExp(`${invoice.id} is 29\\.00 USD .*Refund 15\\.95 USD of ${sale.id}, 1\\.45 USD of it tax`),
    );
    await world.send('POST', `/transactions/${sale.id}/refund`, { amount: 15.95 });
    await world.confirm(DONE, /Nothing is left to do/);
  });
});

test.describe('charges that are declined', () => {
  test.beforeEach(async ({ world }) => {
    await world.declineCard();
    await world.quote(SEAT);
    await world.apply();
  });

  test('the customer pays the open invoice, and the upgrade is confirmed', async ({ world }) => {
    const [invoice] = world.invoices;
    const output = await world.confirm(UNPAID, /Unlock nothing/);
    expect(output).toContain(invoice?.paymentFormUrl);
    expect(world.sales).toMatchObject([{ result: 'declined' }]);
    await world.pay();
    await world.confirm(DONE, /14\.50 USD is paid.*Unlock/);
    expect(world.sales).toMatchObject([{ result: 'declined' }, { result: 'approved', amount: 14.5 }]);
    await world.confirm(DONE, /Unlock/, '--redo');
    expect(world.takeChanges()).toHaveLength(1);
  });

  test('after a payment with another card, the message warns that the old card might still be set', async ({
    world,
  }) => {
    const warning =
      /Unlock what the customer gained\.\nIt was paid with a card other than pin_MayaVisa1111\. .*replace it/;
    await world.pay();
    await world.confirm(DONE, warning);
    // With the subscription's card, there's nothing to replace.
    const [declined, sale] = world.sales;
    if (!declined || !sale) throw new Error('nothing was paid');
    const { store } = world.sandbox.world;
    store.put('transactions', { ...sale, paymentInstrument: declined['paymentInstrument'] });
    expect(await world.confirm(DONE, /Unlock/)).not.toContain('card');
    // An open invoice without a declined charge can be paid with another card, too.
    store.put('transactions', sale);
    store.remove('transactions', declined.id);
    await world.confirm(DONE, warning);
  });

  test('an unpaid upgrade is checked until its invoice is void', async ({ world }) => {
    await world.confirm(VOID, /Until it's paid or void, run confirm once a day/, '--withdraw');
    await world.moveClock('2026-12-01T09:10:00Z');
    await world.confirm(VOID, /Until it's paid or void, run confirm once a day/);
    world.voidInvoice();
    await world.confirm(DONE, /The old item is back, and no payment is open/);
  });

  test('an upgrade that PAI support has undone is done', async ({ world }) => {
    await world.send('POST', `/subscriptions/${MAYA}/items`, {
      items: [{ quantity: 1, plan: { id: 'pln_BrewMonthly' } }],
      retainRenewalTime: 'retain',
      proRataCredit: false,
    });
    world.voidInvoice();
    await world.confirm(DONE, /The old item is back, and no payment is open/);
  });

  test('after a week, the upgrade can be undone, once, and a payment is refunded', async ({ world }) => {
    world.takeChanges();
    await world.confirm(UNPAID, /If it isn't paid at 2026-12-07T09:10:00.*run confirm with --undo/);
    await world.confirm(REFUSED, /can pay until 2026-12-07T09:10:00/, '--undo');
    await world.moveClock('2026-12-07T09:11:00Z');
    await world.confirm(NEXT, /run confirm with --undo/i);
    expect(world.takeChanges()).toEqual([]);
    await world.confirm(VOID, /Ask PAI support to void/, '--undo');
    expect(world.takeChanges()).toEqual([
      { items: [{ quantity: 1, plan: { id: 'pln_BrewMonthly' } }], retainRenewalTime: 'retain', proRataCredit: false },
    ]);
    await world.confirm(VOID, /The old item is back\. Unlock nothing/, '--undo');
    expect(world.takeChanges()).toEqual([]);
    expect(world.items).toEqual(['1 × pln_BrewMonthly']);
    await world.pay();
    const id = world.sales.at(-1)?.id ?? '';
    await world.confirm(
      REFUND,
      new RegExp(`Unlock nothing, and refund all of ${id}, paid after the deadline`),
      '--redo',
    );
    await expectRefunded(world, id);
  });

  test('a payment after the deadline is refunded for the time before it', async ({ world }) => {
    await world.moveClock('2026-12-07T09:00:00Z');
    await world.pay();
    await world.confirm(DONE, /About 14\.50 USD was quoted\. Unlock/);
    const [invoice] = world.invoices;
    const sale = world.sales.at(-1);
    if (!invoice || !sale) throw new Error('nothing was paid');
    // Three of 15 days are left: 2.90 of 14.50.
    world.sandbox.world.change('invoices', invoice, { paidOnDate: '2026-12-12T09:10:00Z' });
    const message = new RegExp(
      `About 2\\.90 USD is due for the time since the payment, unless .*\\. Unlock, and refund 11\\.60 USD of ${sale.id}`,
    );
    await world.confirm(REFUND, message);
    await world.send('POST', `/transactions/${sale.id}/refund`, { amount: 11.6 });
    await world.confirm(DONE, /Unlock what the customer gained/);
    expect(world.items).toEqual(['2 × pln_BrewMonthly']);
  });

  test('close to the renewal, the deadline is a day before it', async ({ world }) => {
    world.voidInvoice();
    rmSync(world.file);
    await world.moveClock('2026-12-11T09:10:00Z');
    world.forget();
    await world.quote([...SEAT.slice(0, -1), '3', '--paid-price', '58']);
    await world.apply();
    await world.confirm(UNPAID, /If it isn't paid at 2026-12-14T09:10:00/);
  });

  test('if PAI has undone the upgrade, its payment brings it back', async ({ world }) => {
    await world.send('POST', `/subscriptions/${MAYA}/items`, {
      items: [{ quantity: 1, plan: { id: 'pln_BrewMonthly' } }],
      retainRenewalTime: 'retain',
      proRataCredit: false,
    });
    await world.confirm(UNPAID, /send this link/);
    await world.pay();
    world.takeChanges();
    await world.confirm(NEXT, /the old item is back/);
    await world.send('POST', '/sandbox/lose-next-response');
    await world.confirm(WAIT, /might have worked/, '--redo');
    await world.confirm(DONE, /Unlock/, '--redo');
    expect(world.takeChanges()).toEqual([
      { items: [{ quantity: 2, plan: { id: 'pln_BrewMonthly' } }], retainRenewalTime: 'retain', proRataCredit: false },
    ]);
    expect(world.items).toEqual(['2 × pln_BrewMonthly']);
    expect(world.sales.filter(({ result }) => result === 'approved')).toHaveLength(1);
  });

  test('a payment after the undone upgrade and the renewal is refunded', async ({ world }) => {
    await world.moveClock('2026-12-14T09:11:00Z');
    await world.confirm(VOID, /void/, '--undo');
    world.acceptCard();
    await world.moveClock('2026-12-16T00:00:00Z');
    await world.pay();
    const late = world.sales.at(-1);
    expect(late).toMatchObject({ amount: 14.5, result: 'approved' });
    await world.confirm(REFUND, new RegExp(`refund all of ${late?.id ?? ''}`));
    expect(world.items).toEqual(['1 × pln_BrewMonthly']);
  });

  test('after a renewal at the new price, it’s unlocked from then, and a late payment is refunded', async ({
    world,
  }) => {
    world.acceptCard();
    await world.moveClock('2026-12-16T00:00:00Z');
    expect(world.sales.at(-1)).toMatchObject({ amount: 58, result: 'approved' });
    world.takeChanges();
    const choice = /If the renewal charged the new price, unlock from then or, .* run confirm with --withdraw/;
    await world.confirm(PERSON, choice, '--undo');
    expect(world.takeChanges()).toEqual([]);
    expect(world.items).toEqual(['2 × pln_BrewMonthly']);
    await world.pay();
    const late = world.sales.at(-1)?.id ?? '';
    await world.confirm(REFUND, new RegExp(`Unlock what the renewal pays for, and refund all of ${late}`));
    await world.send('POST', `/transactions/${late}/refund`, {});
    await world.confirm(DONE, new RegExp(`${late} is refunded\\. Unlock what the renewal pays for`));
    // To change back, a new quote charges nothing.
    rmSync(world.file);
    await world.quote([...SEAT.slice(0, -1), '1', '--mode', 'retain-false'], DONE, /^Nothing now, then 29\.00 USD/);
  });

  test('after a renewal at the new price, a customer who no longer wants it gets the old item back', async ({
    world,
  }) => {
    world.acceptCard();
    await world.moveClock('2026-12-16T00:00:00Z');
    world.takeChanges();
    const refund = /The old item is sent\. If the renewal charged the new price, refund the difference and its tax/;
    await world.confirm(VOID, refund, '--withdraw');
    expect(world.takeChanges()).toMatchObject([{ retainRenewalTime: 'retain', proRataCredit: false }]);
    expect(world.items).toEqual(['1 × pln_BrewMonthly']);
    await world.confirm(VOID, /The old item is back\. Unlock nothing\. If the renewal charged the new price, refund/);
    expect(world.takeChanges()).toEqual([]);
  });

  test('a customer who no longer wants the upgrade gets the old item back, and a payment is refunded', async ({
    world,
  }) => {
    world.takeChanges();
    await world.confirm(UNPAID, /If the customer no longer wants it, run confirm with --withdraw/);
    await world.confirm(REFUSED, /--withdraw/, '--undo');
    await world.confirm(VOID, /The old item is sent\. Ask PAI support to void inv_/, '--withdraw');
    expect(world.takeChanges()).toEqual([
      { items: [{ quantity: 1, plan: { id: 'pln_BrewMonthly' } }], retainRenewalTime: 'retain', proRataCredit: false },
    ]);
    await world.confirm(VOID, /The old item is back\. Unlock nothing.*stop sending its link/);
    await world.apply(REFUSED, /The customer withdrew at 2026-11-30T09:10/);
    await world.pay();
    const paid = world.sales.at(-1)?.id ?? '';
    const message = new RegExp(`Unlock nothing, and refund all of ${paid}, because the customer withdrew`);
    await world.confirm(REFUND, message, '--redo');
    await expectRefunded(world, paid);
  });

  test('a withdrawal after the undo, or after PAI has undone the upgrade, is kept, too', async ({ world }) => {
    await world.moveClock('2026-12-14T09:11:00Z');
    await world.confirm(VOID, /void/, '--undo');
    world.takeChanges();
    await world.confirm(VOID, /The old item is back/, '--withdraw');
    await world.pay();
    await world.confirm(REFUND, /because the customer withdrew/);
    expect(world.takeChanges()).toEqual([]);
  });

  test('a change that is paid can’t be withdrawn', async ({ world }) => {
    await world.pay();
    world.takeChanges();
    const message = /is paid\. Change the item back with a new quote/;
    await world.confirm(PERSON, message, '--withdraw');
    await world.confirm(PERSON, message, '--redo');
    expect(world.takeChanges()).toEqual([]);
    // A person changes the item back, and refunds a part.
    await world.send('POST', `/subscriptions/${MAYA}/items`, {
      items: [{ quantity: 1, plan: { id: 'pln_BrewMonthly' } }],
      retainRenewalTime: 'retain',
      proRataCredit: false,
    });
    await world.confirm(PERSON, /The old item is back\. Decide what to refund/);
    await world.send('POST', `/transactions/${world.sales.at(-1)?.id ?? ''}/refund`, { amount: 5 });
    world.takeChanges();
    await world.confirm(DONE, /is partially-refunded, and the old item is back/, '--redo');
    expect(world.takeChanges()).toEqual([]);
  });

  test('a withdrawal whose request is lost is sent once, and is still kept', async ({ world }) => {
    world.takeChanges();
    await world.send('POST', '/sandbox/lose-next-response');
    await world.confirm(WAIT, /might have worked/, '--withdraw');
    await world.confirm(VOID, /The old item is back/);
    expect(world.takeChanges()).toHaveLength(1);
    await world.pay();
    await world.confirm(REFUND, /because the customer withdrew/);
  });

  test('while the difference is unpaid, another change is refused', async ({ world }) => {
    const first = readFileSync(world.file);
    rmSync(world.file);
    for (const quantity of ['1', '3'])
      await world.quote([...SEAT.slice(0, -1), quantity], REFUSED, /Invoice inv_.* is open\..*confirm .* --withdraw/);
    // A payment of the earlier change's invoice isn't a payment for a change that was made despite it.
    const [invoice] = world.invoices;
    if (!invoice) throw new Error('there is no invoice');
    world.sandbox.world.change('invoices', invoice, { status: 'voided' });
    await world.quote([...SEAT.slice(0, -1), '1']);
    await world.apply();
    world.sandbox.world.change('invoices', invoice, { status: 'unpaid' });
    await world.pay();
    await world.confirm(WAIT, /an unexpected charge might follow/);
    await world.moveClock(11);
    await world.confirm(DONE, /nothing is charged/);
    writeFileSync(world.file, first);
    await world.confirm(REFUND, /because the customer withdrew/, '--withdraw');
  });

  test('an undo whose response is lost isn’t sent twice', async ({ world }) => {
    await world.moveClock('2026-12-14T09:11:00Z');
    world.takeChanges();
    await world.send('POST', '/sandbox/lose-next-response');
    await world.confirm(WAIT, /might have worked/, '--undo');
    await world.confirm(VOID, /The old item is back/, '--undo');
    expect(world.takeChanges()).toHaveLength(1);
  });
});

test('invoices that are issued while they are read don’t stop the program', async ({ world }) => {
  const { store, now } = world.sandbox.world;
  const issueDate = new Date(now).toISOString();
  const old = structuredClone(store.get('invoices', 'inv_2026-06-0093'));
  for (let count = 1; count <= 150; count += 1) {
    store.put('invoices', { ...old, id: `inv_Other${count}`, customerId: 'cus_Other', issueDate } as never);
  }
  const proxy = await Proxy.install(world);
  proxy.growing = true;
  await world.quote(SEAT);
  await world.apply();
  await world.confirm(DONE, /14\.50 USD is paid/);
  proxy.close();
});

test('an undo that never arrived is sent again after ten minutes', async ({ world }) => {
  const proxy = await Proxy.install(world);
  await world.declineCard();
  await world.quote(SEAT);
  await world.apply();
  await world.moveClock('2026-12-14T09:11:00Z');
  world.takeChanges();
  proxy.faults = ['drop'];
  await world.confirm(WAIT, /might have worked/, '--undo');
  await world.confirm(WAIT, /The old item was sent/, '--undo');
  expect(world.takeChanges()).toEqual([]);
  await world.moveClock(11);
  await world.confirm(VOID, /void/, '--undo');
  expect(world.takeChanges()).toHaveLength(1);
  expect(world.items).toEqual(['1 × pln_BrewMonthly']);
  proxy.close();
});

test.describe('after a declined upgrade, a renewal that’s declined, too', () => {
  let renewal: Invoice | undefined;
  test.beforeEach(async ({ world }) => {
    await world.declineCard();
    await world.quote(SEAT);
    await world.apply();
    await world.moveClock('2026-12-16T00:00:00Z');
    renewal = world.invoices.at(-1);
    expect(renewal).toMatchObject({ totalAmount: 58, status: 'unpaid' });
    expect(world.subscription.status).toBe('unpaid');
    world.takeChanges();
  });
  test.afterEach(({ world }) => {
    expect(world.takeChanges(), 'an unpaid subscription can’t be changed').toEqual([]);
  });

  test('only the renewal’s link is sent', async ({ world }) => {
    const upgrade = world.invoices[0];
    const message =
      /Unlock nothing new\. Ask PAI support to void inv_[^]*Send only this link.*[^]*"When a renewal fails"/;
    for (const flags of [[], ['--undo']]) {
      const output = await world.confirm(VOID, message, ...flags);
      expect(output).toContain(`void ${upgrade?.id ?? ''}`);
      expect(output).toContain(renewal?.paymentFormUrl);
      expect(output).not.toContain(upgrade?.paymentFormUrl);
      expect(output, 'the old period is over').not.toContain('2026-12-15');
    }
    world.voidInvoice();
    await world.confirm(UNPAID, /Send only this link/);
    await fetch(`${world.sandbox.url}/sandbox/pay/${renewal?.id ?? ''}`, {
      method: 'POST',
      body: new URLSearchParams({ choice: 'approved', card: '4111111111111111' }),
    });
    await world.confirm(DONE, /The renewal txn_.* is paid\. Unlock\./);
  });

  test('after a withdrawal, no link is sent', async ({ world }) => {
    const message = /void inv_[^]*Send no link\. .*restore the plan, and to replace inv_/;
    const output = await world.confirm(VOID, message, '--withdraw');
    expect(output).toContain(`replace ${renewal?.id ?? ''}`);
    expect(output).not.toContain('/sandbox/pay/');
    world.voidInvoice();
    await world.confirm(VOID, /Send no link/);
  });

  for (const flags of [[], ['--withdraw']])
    test(`a payment of the difference unlocks nothing${flags.length > 0 ? ' after a withdrawal' : ''}`, async ({
      world,
    }) => {
      await world.confirm(VOID, /void/, ...flags);
      await world.pay();
      const id = world.sales.at(-1)?.id ?? '';
      const message = flags.length > 0 ? 'because the customer withdrew' : 'paid after the renewal';
      const start = flags.length > 0 ? 'Unlock nothing' : 'Unlock nothing until the renewal is paid';
      await world.confirm(REFUND, new RegExp(`${start}, and refund all of ${id}, ${message}`));
      await world.send('POST', `/transactions/${id}/refund`, {});
      if (flags.length > 0) await world.confirm(VOID, /Send no link/);
      else expect(await world.confirm(UNPAID, /Unlock nothing new/)).toContain(renewal?.paymentFormUrl);
    });
});

test('after a declined reset, the link is sent, and nothing is undone', async ({ world }) => {
  await world.declineCard();
  await world.quote(['--subscription', MAYA, '--plan', 'pln_BrewAnnual']);
  await world.apply();
  expect(world.subscription.status).toBe('unpaid');
  await world.confirm(UNPAID, /Keep the access that's paid for until 2026-12-15T09:10:00Z/);
  await world.moveClock('2026-12-14T12:00:00Z');
  world.takeChanges();
  await world.confirm(PERSON, /Ask PAI support to restore the plan.*stop sending its link/, '--undo');
  // If it's active, its renewal date has moved, which sending the old item wouldn't change.
  const moved = { status: 'active', nextCharge: '2027-11-30T09:10:00.000Z' };
  world.sandbox.world.change('subscriptions', world.subscription, moved);
  await world.confirm(PERSON, /can't be undone\. Keep .* until 20\S+Z\. Ask PAI support to restore the plan/, '--undo');
  expect(world.takeChanges()).toEqual([]);
});

test('after a declined reset, a payment after the old renewal date is left to a person', async ({ world }) => {
  await world.declineCard();
  await world.quote(['--subscription', MAYA, '--plan', 'pln_BrewAnnual']);
  await world.apply();
  await world.confirm(UNPAID, /From 2026-12-14T09:10:00.*send no link/);
  await world.moveClock('2026-12-14T09:00:00Z');
  await world.confirm(UNPAID);
  await world.moveClock('2026-12-20T09:00:00Z');
  await world.pay();
  await world.confirm(PERSON, /is paid after 2026-12-15T09:10.*Refund it, or ask PAI support to move nextCharge/);
});

test('after a declined reset, PAI support undoes a withdrawn change', async ({ world }) => {
  await world.declineCard();
  await world.quote(['--subscription', MAYA, '--plan', 'pln_BrewAnnual']);
  await world.apply();
  world.takeChanges();
  await world.confirm(
    PERSON,
    /can't be undone\. Keep .* until 20\S+Z\. Ask PAI support to restore the plan/,
    '--withdraw',
  );
  await world.confirm(PERSON, /can't be undone/);
  await world.pay();
  await world.confirm(PERSON, /is paid\. Change the item back with a new quote .* Decide what to refund/);
  expect(world.takeChanges()).toEqual([]);
});

test.describe('subscriptions that end while the difference is unpaid', () => {
  async function expectNoLink(world: World, message: RegExp): Promise<void> {
    world.takeChanges();
    for (const flags of [[], ['--undo']]) {
      const output = await world.confirm(VOID, message, ...flags);
      expect(output).toMatch(/Unlock nothing new\..* Ask PAI support to void inv_/);
      expect(output).not.toContain('/sandbox/pay/');
    }
    await world.pay();
    const id = world.sales.at(-1)?.id ?? '';
    for (const flags of [[], ['--redo'], ['--withdraw']])
      await world.confirm(PERSON, new RegExp(`If ${id} was paid after that, unlock nothing, and refund`), ...flags);
    await world.send('POST', `/transactions/${id}/refund`, {});
    await world.confirm(DONE, /is refunded, and the subscription is/);
    expect(world.takeChanges()).toEqual([]);
  }

  for (const status of ['canceled', 'churned', 'voided'])
    test(`after an upgrade, a ${status} one gets no link, and a payment is refunded`, async ({ world }) => {
      await world.declineCard();
      await world.quote(SEAT);
      await world.apply();
      world.sandbox.world.change('subscriptions', world.subscription, { status, nextCharge: null });
      await expectNoLink(world, new RegExp(`The subscription is ${status}\\. Unlock nothing new\\.`));
    });

  test('the old access stays until paid access ends', async ({ world }) => {
    await world.declineCard();
    await world.quote(SEAT);
    await world.apply();
    world.sandbox.world.change('subscriptions', world.subscription, { status: 'canceled', nextCharge: null });
    await expectNoLink(world, /keep the old access .* until 2026-12-15T09:10.*After a cancellation, keep it until/);
  });

  test('after a reset, the access that’s paid for is kept', async ({ world }) => {
    await world.declineCard();
    await world.quote(['--subscription', MAYA, '--plan', 'pln_BrewAnnual']);
    await world.apply();
    await world.send('POST', '/sandbox/billing-failures', { subscriptionId: MAYA });
    await expectNoLink(
      world,
      /is churned\. Unlock nothing new\. .*keep the old access that's paid for until 2026-12-15T09:10/,
    );
  });

  test('once the invoice is void, nothing is left to do', async ({ world }) => {
    await world.declineCard();
    await world.quote(['--subscription', MAYA, '--plan', 'pln_BrewAnnual']);
    await world.apply();
    await world.send('POST', '/sandbox/billing-failures', { subscriptionId: MAYA });
    await world.confirm(VOID, /is churned/);
    world.voidInvoice();
    await world.moveClock(11);
    const message =
      /is churned\. Unlock nothing new\. .*keep the old access .* until 2026-12-15T09:10:00.*No payment is open/;
    await world.confirm(DONE, message);
    await world.moveClock('2026-12-16T00:00:00Z');
    await world.confirm(DONE, /is churned\. Unlock nothing new\. No payment is open/);
  });

  test('an upgrade that was never charged isn’t unlocked', async ({ world }) => {
    await world.quote([...SEAT, '--mode', 'retain-false']);
    await world.apply();
    await world.moveClock(11);
    world.sandbox.world.change('subscriptions', world.subscription, { status: 'canceled', nextCharge: null });
    const output = await world.confirm(PERSON, /is canceled, and nothing is charged\. .*Otherwise, unlock nothing/);
    expect(output, 'no renewal is to come').not.toContain('renewal');
    const withdrawn = await world.confirm(PERSON, /is canceled, and nothing is charged/, '--withdraw');
    expect(withdrawn, 'the old item can’t be quoted').not.toContain('Quote');
  });

  test('a change that never arrived is over', async ({ world }) => {
    const proxy = await Proxy.install(world);
    proxy.faults = ['drop'];
    await world.quote(SEAT);
    await world.apply(WAIT);
    await world.moveClock(11);
    world.sandbox.world.change('subscriptions', world.subscription, { status: 'canceled', nextCharge: null });
    await world.confirm(DONE, /is canceled\. Unlock nothing new\. .*No payment is open/);
    proxy.close();
  });

  test('a withdrawn upgrade gets no link either, and its payment is refunded', async ({ world }) => {
    await world.declineCard();
    await world.quote(SEAT);
    await world.apply();
    world.sandbox.world.change('subscriptions', world.subscription, { status: 'canceled', nextCharge: null });
    await world.confirm(VOID, /The subscription is canceled\. Unlock nothing new\. .*Ask PAI support/, '--withdraw');
    await world.pay();
    await world.confirm(REFUND, /Unlock nothing, and refund all of txn_.*because the customer withdrew/);
  });

  test('a payment at the bank’s page isn’t offered again', async ({ world }) => {
    await world.quote(SEAT);
    await world.apply();
    world.leaveAtBank();
    world.sandbox.world.change('subscriptions', world.subscription, { status: 'churned', nextCharge: null });
    const output = await world.confirm(VOID, /The subscription is churned\. Unlock nothing/);
    expect(output).not.toContain('/sandbox/pay/');
  });
});

test('a change that’s withdrawn before it’s sent isn’t sent', async ({ world }) => {
  await world.quote(SEAT);
  await world.confirm(DONE, /^Withdrawn\. Nothing was sent, and apply now refuses this quote/, '--withdraw');
  await world.confirm(DONE, /^Withdrawn/, '--withdraw');
  await world.apply(REFUSED, /The customer withdrew at 2026-11-30T09:10/);
  expect(world.takeChanges()).toEqual([]);
  await world.quote(SEAT);
  await world.apply();
});

test('a withdrawn change that never arrived isn’t sent', async ({ world }) => {
  const proxy = await Proxy.install(world);
  proxy.faults = ['drop'];
  await world.quote(SEAT);
  await world.apply(WAIT, /might have worked/);
  await world.confirm(WAIT, /Nothing is paid yet/, '--withdraw');
  await world.moveClock(11);
  await world.confirm(DONE, /The old item is back, and no payment is open/);
  await world.apply(REFUSED, /The customer withdrew/);
  expect(world.takeChanges()).toEqual([]);
  proxy.close();
});

test.describe('payments that stay at the bank’s page', () => {
  let id = '';
  test.beforeEach(async ({ world }) => {
    await world.quote(SEAT);
    await world.apply();
    id = world.leaveAtBank();
    await world.moveClock(60);
    world.takeChanges();
  });

  test('its page is offered again, and its approval is confirmed', async ({ world }) => {
    const output = await world.confirm(UNPAID, /no result yet\. Unlock nothing, offer this page again/);
    expect(output).toContain(`${world.sandbox.url}/sandbox/pay/${id}`);
    expect(output).not.toContain(world.invoices[0]?.paymentFormUrl);
    await world.confirm(REFUSED, /can pay until 2026-12-07T09:10:00/, '--undo');
    await world.approveAtBank(id);
    await world.confirm(DONE, /14\.50 USD is paid.*Unlock/);
    expect(world.takeChanges()).toEqual([]);
    expect(world.items).toEqual(['2 × pln_BrewMonthly']);
  });

  test('a withdrawn upgrade that’s approved there is refunded', async ({ world }) => {
    await world.confirm(VOID, /The old item is sent/, '--withdraw');
    await world.approveAtBank(id);
    await world.confirm(REFUND, new RegExp(`refund all of ${id}, because the customer withdrew`));
    expect(world.items).toEqual(['1 × pln_BrewMonthly']);
  });

  test('without an invoice, the page is offered, and the upgrade undone, too', async ({ world }) => {
    for (const invoice of world.invoices) world.sandbox.world.store.remove('invoices', invoice.id);
    await world.confirm(UNPAID, new RegExp(`/sandbox/pay/${id}`));
    await world.moveClock('2026-12-14T09:11:00Z');
    await world.confirm(VOID, /void the change's invoice/, '--undo');
    expect(world.items).toEqual(['1 × pln_BrewMonthly']);
  });

  test('after the deadline, the upgrade is undone, and an approval is refunded', async ({ world }) => {
    await world.moveClock('2026-12-14T09:11:00Z');
    await world.confirm(NEXT, /Run confirm with --undo/);
    await world.confirm(VOID, /void inv_.*Until it's paid or void, run confirm once a day/, '--undo');
    await world.confirm(VOID, /The old item is back\. Unlock nothing/);
    expect(world.items).toEqual(['1 × pln_BrewMonthly']);
    expect(world.sales).toMatchObject([{ result: 'unknown' }]);
    await world.approveAtBank(id);
    await world.confirm(REFUND, new RegExp(`refund all of ${id}, paid after the deadline`), '--redo');
    expect(world.takeChanges()).toMatchObject([
      { items: [{ quantity: 1 }], retainRenewalTime: 'retain', proRataCredit: false },
    ]);
  });

  test('an approval after the undone upgrade and the renewal is refunded', async ({ world }) => {
    await world.moveClock('2026-12-14T09:11:00Z');
    await world.confirm(VOID, /void/, '--undo');
    await world.moveClock('2026-12-16T00:00:00Z');
    expect(world.sales.at(-1)).toMatchObject({ amount: 29, result: 'approved' });
    await world.approveAtBank(id);
    // Its `date` is still the day of the upgrade.
    expect(world.sales[0]).toMatchObject({ id, result: 'approved', date: expect.stringMatching(/^2026-11-30/) });
    await world.confirm(REFUND, new RegExp(`Unlock nothing, and refund all of ${id}`));
    expect(world.items).toEqual(['1 × pln_BrewMonthly']);
  });

  test('after a missed deadline, a person decides, and nothing is undone', async ({ world }) => {
    await world.moveClock('2026-12-16T00:00:00Z');
    expect(world.sales.at(-1)).toMatchObject({ amount: 58, result: 'approved' });
    await world.confirm(PERSON, /If the renewal charged the new price, unlock from then/, '--undo');
    expect(world.takeChanges()).toEqual([]);
  });

  test('an undone upgrade whose invoice is void, and whose payment was declined, is done', async ({ world }) => {
    await world.moveClock('2026-12-14T09:11:00Z');
    await world.confirm(VOID, /void/, '--undo');
    const [sale] = world.sales;
    if (!sale) throw new Error('nothing was charged');
    world.sandbox.world.change('transactions', sale, { status: 'completed', result: 'declined' });
    world.voidInvoice();
    await world.confirm(DONE, /old item is back, and no payment is open/);
    expect(world.items).toEqual(['1 × pln_BrewMonthly']);
  });
});

test.describe('lost responses', () => {
  test('a change that was carried out isn’t sent again', async ({ world }) => {
    await world.quote(SEAT);
    await world.send('POST', '/sandbox/lose-next-response');
    world.takeChanges();
    await world.apply(WAIT, /might have worked/);
    await world.apply(DONE, /it worked/);
    await world.confirm(DONE, /Unlock/);
    expect(world.takeChanges()).toHaveLength(1);
    expect(world.sales).toMatchObject([{ amount: 14.5 }]);
  });

  for (const fault of ['drop', 500, 429] as const) {
    test(`a change that never arrived (${fault}) is sent after ten minutes`, async ({ world }) => {
      const proxy = await Proxy.install(world);
      proxy.faults = [fault];
      await world.quote(SEAT);
      await world.apply(WAIT, /might have worked/);
      await world.apply(WAIT, /no effect is visible yet/);
      await world.moveClock(9);
      await world.apply(WAIT, /no effect is visible yet/);
      await world.confirm(WAIT);
      expect(world.takeChanges()).toEqual([]);
      await world.moveClock(2);
      await world.confirm(NEXT, /Run apply again/);
      await world.apply(DONE, /The change is made/);
      expect(world.takeChanges()).toHaveLength(1);
      await world.confirm(DONE, /Unlock/);
      expect(world.sales).toHaveLength(1);
      proxy.close();
    });
  }

  test('another subscription’s renewal isn’t taken for the effect of a lost request', async ({ world }) => {
    await world.subscribe(await world.createPlan({}, { unit: 'day' }));
    await world.moveClock('2026-12-01T09:05:00Z');
    const proxy = await Proxy.install(world);
    proxy.faults = ['drop'];
    await world.quote(SEAT);
    await world.apply(WAIT);
    await world.moveClock(11);
    await world.confirm(NEXT, /Run apply again/);
    await world.apply(REFUSED, /Changed since the quote: known\. Quote again/);
    expect(world.takeChanges()).toEqual([]);
    expect(world.items).toEqual(['1 × pln_BrewMonthly']);
    proxy.close();
  });

  test('a rejected change can be corrected, and isn’t marked as sent', async ({ world }) => {
    const proxy = await Proxy.install(world);
    proxy.faults = [400];
    await world.quote(SEAT);
    await world.apply(REFUSED, /Nothing has changed: .*400/);
    await world.confirm(USAGE, /was not sent/);
    await world.apply(DONE, /The change is made/);
    expect(world.sales).toHaveLength(1);
    proxy.close();
  });

  test('a run that is killed after the request leaves a file that says so', async ({ world }) => {
    const proxy = await Proxy.install(world);
    proxy.faults = ['hang'];
    await world.quote(SEAT);
    const { child, outcome } = world.start(['apply', '--quote', world.file]);
    await proxy.hung;
    expect((JSON.parse(readFileSync(world.file, 'utf8')) as { sent: Fields }).sent['apply']).toMatch(/^2026-11-30/);
    await world.apply(USAGE, /another run changes sub_MayaMonthly\..*delete/);
    child.kill('SIGKILL');
    await outcome;
    rmSync(path.join(world.folder, `${MAYA}.lock`));
    await world.apply(WAIT, /no effect is visible yet/);
    expect(world.takeChanges()).toEqual([]);
    proxy.close();
  });

  test('reads are retried', async ({ world }) => {
    const proxy = await Proxy.install(world);
    proxy.failedReads = 3;
    await world.quote(SEAT, DONE, /About 14\.50 USD/);
    proxy.failedReads = 5;
    await world.quote(SEAT, 1, /returned 503/);
    proxy.close();
  });
});

test.describe('quotes that no longer hold', () => {
  test('a quote from another day isn’t applied', async ({ world }) => {
    await world.quote(SEAT);
    await world.moveClock('2026-12-01T00:00:01Z');
    await world.apply(REFUSED, /quote is from 2026-11-30.*Quote again/);
    expect(world.takeChanges()).toEqual([]);
    expect(world.items).toEqual(['1 × pln_BrewMonthly']);
  });

  test('a change since the quote voids it', async ({ world }) => {
    const plan = await world.createPlan({ pricing: { price: 35, formula: 'flat-rate' } });
    await world.quote(['--subscription', MAYA, '--plan', plan]);
    const stored = world.sandbox.world.store.get('plans', plan);
    Object.assign(stored ?? {}, { pricing: { price: 39, formula: 'flat-rate' } });
    await world.apply(REFUSED, /Changed since the quote: pricing/);
    await world.quote(SEAT);
    await world.subscribe(await world.createPlan());
    await world.apply(REFUSED, /Changed since the quote: known/);
    expect(world.takeChanges()).toEqual([]);
    expect(world.items).toEqual(['1 × pln_BrewMonthly']);
  });

  test('a quote that was applied isn’t overwritten', async ({ world }) => {
    await world.quote(SEAT);
    await world.apply();
    await world.quote([...SEAT.slice(0, -1), '3'], USAGE, /was applied/);
  });
});

test.describe('what was charged', () => {
  test('more than quoted is refunded, with its tax', async ({ world }) => {
    await world.quote(SEAT);
    await world.apply();
    const [invoice] = world.invoices;
    const [sale] = world.sales;
    if (!invoice || !sale) throw new Error('nothing was charged');
    // 20.00 and 10 percent tax, instead of 14.50: 5.50 and its tax, 0.55, are too much.
    const { world: stored } = world.sandbox;
    const bill = (totalAmount: number, totalTax: number, changes: Partial<Transaction>): void => {
      stored.change('invoices', invoice, { totalAmount, totalTax });
      const invoices = (sale.invoices as Fields[]).map((entry) => ({ ...entry, amount: totalAmount }));
      stored.change('transactions', sale, { ...changes, invoices });
    };
    bill(22, 2, { amount: 22, refundableAmount: 22 });
    await world.confirm(REFUND, new RegExp(`refund 6\\.05 USD of ${sale.id}, 0\\.55 USD of it tax`));
    await world.send('POST', `/transactions/${sale.id}/refund`, { amount: 6.05 });
    await world.confirm(DONE, /Unlock what the customer gained\. The invoice has 2\.00 USD tax: tell the customer/);
    // A cent is within the estimate.
    bill(14.51, 0, { refundAmount: 0, status: 'completed' });
    await world.confirm(DONE);
  });

  test('while another payment is open, it’s watched after the first is paid', async ({ world }) => {
    await world.quote(SEAT);
    await world.apply();
    const [sale] = world.sales;
    if (!sale) throw new Error('nothing was charged');
    const { store } = world.sandbox.world;
    const second = { ...sale, id: 'txn_Second', status: 'offsite', result: 'unknown' } as const;
    store.put('transactions', second);
    await world.confirm(WAIT, /Unlock what the customer gained\.\ntxn_Second has no result yet\. .*refund it/);
    store.put('transactions', { ...second, status: 'completed', result: 'abandoned' });
    await world.confirm(DONE, /Unlock what the customer gained\.$/m);
  });

  test('an invoice of the same second with another amount isn’t taken for the period’s', async ({ world }) => {
    const { store } = world.sandbox.world;
    const own = store.all('invoices').findLast(({ subscriptionId }) => subscriptionId === MAYA);
    if (!own) throw new Error('there is no invoice');
    const other = { ...own, subscriptionId: 'sub_Other', totalAmount: 12 };
    store.remove('invoices', own.id);
    store.put('invoices', { ...other, id: 'inv_AOther' });
    store.put('invoices', own);
    store.put('invoices', { ...other, id: 'inv_ZOther' });
    await world.quote(SEAT, DONE, /About 14\.50 USD/);
  });

  test('a payment without a result is waited for, and no link is sent', async ({ world }) => {
    await world.quote(SEAT);
    await world.apply();
    const [invoice] = world.invoices;
    const [sale] = world.sales;
    if (!invoice || !sale) throw new Error('nothing was charged');
    const { world: stored } = world.sandbox;
    stored.change('transactions', sale, { status: 'sending', result: 'unknown' });
    stored.change('invoices', invoice, { status: 'unpaid', paidOnDate: null });
    await world.moveClock(60);
    const output = await world.confirm(WAIT, /no result yet\. Send no link/);
    expect(output).not.toContain('/sandbox/pay/');
    // Without a payment, the open invoice is waited for, and then sent.
    stored.store.remove('transactions', sale.id);
    await world.confirm(UNPAID, /send this link/);
  });

  test('an open invoice without a payment is sent after ten minutes', async ({ world }) => {
    await world.quote(SEAT);
    await world.apply();
    const [invoice] = world.invoices;
    if (!invoice) throw new Error('there is no invoice');
    for (const { id } of world.sales) world.sandbox.world.store.remove('transactions', id);
    world.sandbox.world.change('invoices', invoice, { status: 'unpaid', paidOnDate: null });
    await world.confirm(WAIT, /Unlock nothing/);
    await world.moveClock(11);
    await world.confirm(UNPAID, /send this link/);
  });

  test('an invoice that is paid in part unlocks nothing', async ({ world }) => {
    await world.quote(SEAT);
    await world.apply();
    const [invoice] = world.invoices;
    if (!invoice) throw new Error('there is no invoice');
    world.sandbox.world.change('invoices', invoice, { status: 'partially-paid', paidOnDate: null });
    await world.confirm(UNPAID, /Unlock nothing, send this link/);
    await world.moveClock('2026-12-14T12:00:00Z');
    world.takeChanges();
    await world.confirm(PERSON, /can't be undone/, '--undo');
    expect(world.takeChanges()).toEqual([]);
  });

  test('a change that is paid twice is left to a person', async ({ world }) => {
    await world.quote(SEAT);
    await world.apply();
    const [sale] = world.sales;
    if (!sale) throw new Error('nothing was charged');
    world.sandbox.world.store.put('transactions', { ...sale, id: 'txn_Second' });
    await world.confirm(PERSON, /txn_Second are both approved/);
    await world.send('POST', '/transactions/txn_Second/refund', {});
    await world.confirm(DONE, /Unlock what the customer gained/);
  });

  test('a declined charge without an open invoice is left to a person', async ({ world }) => {
    await world.declineCard();
    await world.quote(SEAT);
    await world.apply();
    world.voidInvoice();
    await world.confirm(WAIT, /Unlock nothing/);
    await world.moveClock(11);
    await world.confirm(PERSON, /The invoice is voided/);
  });

  test('if nothing is charged, the merchant decides', async ({ world }) => {
    await world.quote(SEAT);
    await world.apply();
    world.removeCharge();
    await world.confirm(WAIT);
    await world.moveClock(11);
    await world.confirm(DECIDE, /nothing is charged yet/);
    const watch = /Until the next renewal, also run confirm daily, and when .* transaction-declined arrives/;
    await world.confirm(DECIDE, watch);
    const check = /Also check the next renewal's invoice, and refund what's above the recurring price/;
    await world.confirm(NEXT, check, '--withdraw');
  });

  /** Charges an amount and no tax with the renewal, instead of the sandbox's. */
  function chargeWithRenewal(world: World, amount: number): void {
    const [invoice] = world.invoices;
    const [sale] = world.sales;
    if (!invoice || !sale) throw new Error('nothing was charged');
    const { world: stored } = world.sandbox;
    stored.change('invoices', invoice, { totalAmount: amount });
    const invoices = (sale.invoices as Fields[]).map((entry) => ({ ...entry, amount }));
    stored.change('transactions', sale, { amount, refundableAmount: amount, invoices });
  }

  test('once an upgrade is unlocked, the renewal may charge the quote, and no more', async ({ world }) => {
    await world.quote(SEAT);
    await world.apply();
    world.removeCharge();
    await world.moveClock(11);
    await world.confirm(DECIDE, /It's unlocked since 2026-11-30T09:21/, '--unlocked');
    await world.moveClock('2026-12-15T10:00:00Z');
    chargeWithRenewal(world, 72.5);
    await world.confirm(DONE, /is paid\. Unlock\.$/m);
    chargeWithRenewal(world, 80);
    await world.confirm(REFUND, /80\.00 USD without tax, and 72\.50 USD was due\. Refund 7\.50 USD, 0\.00 USD/);
  });

  test('if it’s known only after the renewal that an upgrade was unlocked, less is refunded', async ({ world }) => {
    await world.quote(SEAT);
    await world.apply();
    world.removeCharge();
    await world.moveClock('2026-12-15T10:00:00Z');
    chargeWithRenewal(world, 72.5);
    await world.confirm(REFUND, /58\.00 USD was due\. Refund 14\.50 USD.* run confirm with --unlocked instead/);
    await world.confirm(DONE, /is paid\. Unlock\.$/m, '--unlocked');
  });

  /** Gives an invoice a tax, and what was paid for it. */
  function tax(world: World, invoice: Invoice, totalTax: number, net = invoice.totalAmount): void {
    const { store } = world.sandbox.world;
    const totalAmount = net + totalTax;
    const entry = (reference: Fields): Fields =>
      reference['date'] === invoice.issueDate ? { ...reference, amount: totalAmount } : reference;
    for (const sale of store.all('transactions')) {
      if (sale.subscriptionId !== MAYA || !Array.isArray(sale['invoices'])) continue;
      store.put('transactions', { ...sale, invoices: (sale['invoices'] as Fields[]).map(entry) });
    }
    world.sandbox.world.change('invoices', invoice, { totalAmount, totalTax });
  }

  test('with tax, the total is quoted and compared', async ({ world }) => {
    const period = world.sandbox.world.store.all('invoices').find(({ id }) => id === 'inv_2026-11-0187');
    if (!period) throw new Error('Maya’s invoice for November is missing');
    tax(world, period, 2.9);
    const label = /^About 15\.95 USD including tax until December 15, .* 63\.80 USD including tax each month/;
    await world.quote(SEAT, DONE, label);
    await world.apply();
    const [invoice] = world.invoices;
    if (!invoice) throw new Error('nothing was charged');
    tax(world, invoice, 1.45);
    await world.confirm(DONE, /14\.50 USD is paid, without tax\. About 14\.50 USD was quoted/);
    // The tax has risen to 20 percent since.
    tax(world, invoice, 2.9, 14.5);
    await world.confirm(
      REFUND,
      /17\.40 USD is paid with tax, and the customer agreed to 15\.95 USD.*refund 1\.45 USD of \w+, 0\.24 USD of it tax\. Tell them/,
    );
    await world.send('POST', `/transactions/${world.sales[0]?.id ?? ''}/refund`, { amount: 1.45 });
    await world.confirm(DONE, /Unlock what the customer gained/);
  });

  test('the tax of a whole period counts, not the rounded one of an upgrade', async ({ world }) => {
    const period = world.sandbox.world.store.all('invoices').find(({ id }) => id === 'inv_2026-11-0187');
    if (!period) throw new Error('Maya’s invoice for November is missing');
    tax(world, period, 2.9);
    await world.quote(SEAT);
    await world.apply();
    const [invoice] = world.invoices;
    if (!invoice) throw new Error('nothing was charged');
    tax(world, invoice, 1.49);
    rmSync(world.file);
    const third = [...SEAT.slice(0, -1), '3', '--paid-price', '58'];
    await world.quote(third, DONE, /^About 15\.95 USD including tax until .* 95\.70 USD including tax each month/);
  });

  test('the rate that an invoice shows is exact, and its lines may be rounded', async ({ world }) => {
    await world.send('POST', '/sandbox/tax', { rate: 10 });
    await world.quote([...SEAT.slice(0, -1), '3']);
    await world.apply();
    rmSync(world.file);
    const [first] = world.invoices;
    expect(first).toMatchObject({ totalAmount: 31.9, totalTax: 2.9 });
    // Rounded, 0.01 of 0.13 would be 7.7 percent.
    world.forget();
    const many = [...SEAT.slice(0, -1), '60', '--paid-price', '87'];
    await world.quote(many, DONE, /^About 909\.15 USD including tax until .* 1914\.00 USD including tax each month/);
    await world.apply();
    await world.confirm(DONE, /826\.50 USD is paid/);
    const [invoice] = world.invoices;
    if (!invoice) throw new Error('nothing was charged');
    tax(world, invoice, 82.67, 826.5);
    await world.confirm(DONE);
    tax(world, invoice, 82.68, 826.5);
    const output = await world.confirm(REFUND, /909\.18 USD is paid with tax, and the customer agreed to 909\.15 USD/);
    expect(output).toContain('Tell them the new recurring total');
  });

  test('a price that includes tax is quoted and compared as the total', async ({ world }) => {
    const period = world.sandbox.world.store.all('invoices').find(({ id }) => id === 'inv_2026-11-0187');
    if (!period) throw new Error('Maya’s invoice for November is missing');
    tax(world, period, 2.64, 26.36);
    await world.quote(
      [...SEAT, '--paid-price', '29'],
      REFUSED,
      /seem to include tax\. If they do, quote with --tax-included/,
    );
    const label = /^About 14\.50 USD including tax until .* 58\.00 USD including tax each month/;
    await world.quote([...SEAT, '--tax-included'], DONE, label);
    await world.apply();
    const [invoice] = world.invoices;
    if (!invoice) throw new Error('nothing was charged');
    tax(world, invoice, 1.32, 13.18);
    await world.confirm(DONE, /14\.50 USD is paid, with tax\. About 14\.50 USD was quoted/);
    // The tax was on top after all.
    tax(world, invoice, 1.45, 14.5);
    await world.confirm(REFUND, /15\.95 USD is paid, with tax\..*refund 1\.45 USD of .* 0\.13 USD of it tax/);
  });

  test('an undo that is rejected is left to a person', async ({ world }) => {
    await world.declineCard();
    await world.quote(SEAT);
    await world.apply();
    world.sandbox.world.store.remove('plans', 'pln_BrewMonthly');
    const message = /Nothing has changed: .*Send no link, and ask PAI support to change the items/;
    await world.confirm(PERSON, message, '--withdraw');
  });

  test('another subscription’s renewal isn’t taken for the upgrade', async ({ world }) => {
    const other = await world.subscribe(await world.createPlan({}, { unit: 'day' }));
    await world.quote([...SEAT, '--mode', 'retain-false']);
    await world.apply();
    await world.moveClock('2026-12-01T12:00:00Z');
    const { store } = world.sandbox.world;
    expect(store.all('transactions').filter(({ subscriptionId }) => subscriptionId === other)).toHaveLength(2);
    await world.confirm(DECIDE);
  });
});

test('broken input says what to do, and sends nothing', async ({ world }) => {
  const cases: [args: string[], message: RegExp][] = [
    [[], /start with quote, apply, or confirm/],
    [['upgrade'], /start with quote, apply, or confirm/],
    [['quote', '--plan', 'pln_BrewAnnual'], /pass --subscription and --plan/],
    [['quote', ...SEAT.slice(0, -1), '1.5'], /whole number from 1/],
    [['quote', ...SEAT, '--mode', 'prorated'], /one of retain-true, retain-false, reset-true, reset-false/],
    [['quote', ...SEAT, '--trial-end', 'soon'], /--trial-end must be a time/],
    [['quote', ...SEAT, '--paid-price', '29 USD'], /--paid-price must be an amount/],
    [['quote', ...SEAT, '--new-price', '29 USD'], /--new-price must be an amount/],
    [['quote', ...SEAT, '--amount', '3'], /--amount/],
    [['apply'], /pass the file that quote wrote/],
    [['apply', '--quote', 'none.json'], /doesn't exist\. Run quote first/],
  ];
  for (const [args, message] of cases) await world.run(args, USAGE, message);
  for (const content of ['', '{', '[]', '{"terms": {}}', 'null']) {
    writeFileSync(world.file, content);
    await world.apply(USAGE, /isn't a quote\. Pass the file/);
    await world.confirm(USAGE, /isn't a quote\. Pass the file/);
  }
  expect(world.sandbox.take()).toEqual([]);
  rmSync(world.file);
  await world.quote(
    ['--subscription', 'sub_Nobody', '--plan', 'pln_BrewAnnual'],
    1,
    /subscriptions\/sub_Nobody returned 404/,
  );
  await world.quote(SEAT);
  await world.confirm(USAGE, /Run apply first/);
  const noKey = await world.start(['apply', '--quote', world.file], { PAI_API_KEY: '' }).outcome;
  expect(noKey).toMatchObject({ status: USAGE, output: expect.stringContaining('set PAI_API_KEY') });
  // A quote from a sandbox isn't applied to the live organization.
  const unreachable = ['quote', '--quote', 'other.json', ...SEAT];
  const down = await world.start(unreachable, { PAI_API: 'http://127.0.0.1:9' }).outcome;
  expect(down).toMatchObject({ status: 1, output: expect.stringMatching(/fetch failed/) });
  const live = await world.start(['apply', '--quote', world.file], { PAI_API: 'http://127.0.0.1:9' }).outcome;
  expect(live).toMatchObject({ status: USAGE, output: expect.stringContaining('Set PAI_ORGANIZATION_ID') });
  expect(world.takeChanges()).toEqual([]);
});
