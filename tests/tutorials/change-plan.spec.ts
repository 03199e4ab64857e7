/**
 * The program that changes a plan, over HTTP, against the sandbox. Each test asserts on what the sandbox stores. Requests
 * that must fail go through a proxy. Most tests run the program inside this process, because that's faster; some run it
 * as a reader does.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { listVariables } from '../../sandbox/seed';
import type { Fields, Invoice, Subscription, Transaction } from '../../sandbox/records';
import { root } from '../support/routes';
import { description, expect, test as base } from './fixtures';
import { type Outcome, runAlone, runInside } from './program';
import { FaultyProxy } from './proxy';
import { type RecordingSandbox, startRecordingSandbox } from './recorder';

const SCRIPT = path.join(root, 'examples', 'subscription-changes', 'change-plan.mjs');
const MAYA = 'sub_MayaMonthly';
const CARD = 'pin_MayaVisa1111';
/** Halfway through Maya's period, which is from November 15 to December 15, at 09:10. */
const HALFWAY = '2026-11-30T09:10:00Z';
const SEAT = ['--subscription', MAYA, '--plan', 'pln_BrewMonthly', '--quantity', '2'];
const DONE = 0;
const [USAGE, REFUSED, WAIT, UNPAID, REFUND, RENEWAL, NEXT, PERSON, VOID] = [2, 3, 4, 5, 6, 7, 8, 9, 10];

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
  get environment(): Record<string, string | undefined> {
    return {
      PAI_API: this.api,
      PAI_API_KEY: this.variables['PAI_API_KEY'],
      PAI_ORGANIZATION_ID: this.variables['PAI_ORGANIZATION_ID'],
      PAI_NOW: this.sandbox.world.now,
      CHANGE_PLAN_PAUSE_MS: '1',
    };
  }

  /** Runs the program as a reader does. `proxy` can kill it. */
  runAlone(args: readonly string[], environment: Record<string, string> = {}, proxy?: FaultyProxy): Promise<Outcome> {
    return runAlone(SCRIPT, args, {
      cwd: this.folder,
      env: { ...this.environment, ...environment },
      onStart: (child) => {
        if (proxy) proxy.child = child;
      },
    });
  }

  /** Runs the program, and expects its exit status and a part of its message. */
  async run(args: readonly string[], status: number, message: RegExp): Promise<string> {
    const outcome = await (this.runsInside ? runInside(SCRIPT, args, this.environment) : this.runAlone(args));
    expect(outcome.output, args.join(' ')).toMatch(message);
    expect(outcome.status, outcome.output).toBe(status);
    return outcome.output;
  }

  quote = (args: readonly string[], status = DONE, message = /./): Promise<string> =>
    this.run(['quote', '--quote', this.file, ...args], status, message);
  apply = (status = DONE, message = /./): Promise<string> => this.run(['apply', '--quote', this.file], status, message);
  confirm = (status = DONE, message = /./): Promise<string> =>
    this.run(['confirm', '--quote', this.file], status, message);
  undo = (status = DONE, message = /./): Promise<string> => this.run(['undo', '--quote', this.file], status, message);

  private files = 0;
  /** From here on, quotes are written to another file in the same folder. Returns the last one. */
  useNewFile(): string {
    const { file } = this;
    this.files += 1;
    this.file = path.join(this.folder, `quote${this.files}.json`);
    return file;
  }

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

const test = base.extend<{ world: World; faultyProxy: FaultyProxy }>({
  world: async ({}, use) => {
    const world = new World(await startRecordingSandbox(description, { startAt: HALFWAY }));
    world.forget();
    await use(world);
    await world.close();
  },
  /** Stands between the program and its sandbox in the tests that name it. */
  faultyProxy: async ({ world }, use) => {
    const proxy = new FaultyProxy();
    await proxy.start();
    proxy.reset(world.sandbox.url);
    world.api = proxy.url;
    await use(proxy);
    proxy.close();
  },
});

test.describe('upgrades that are charged now', () => {
  test('a second seat costs what was quoted, and is made once', async ({ world }) => {
    world.runsInside = false;
    const output = await world.quote(SEAT);
    expect(output).toContain(
      'About 14.50 USD until December 15, charged today, then 58.00 USD each month from December 15, with tax.',
    );
    const stored = JSON.parse(readFileSync(world.file, 'utf8')) as { terms: Fields; quotedAt: string };
    expect(stored.quotedAt).toMatch(/^2026-11-30T09:10/);
    expect(stored.terms).toMatchObject({ item: { planId: 'pln_BrewMonthly', quantity: 1 }, price: 29 });
    expect(stored.terms['known']).toEqual(expect.arrayContaining(['txn_MayaNov15', 'inv_2026-11-0187']));
    expect(world.takeChanges(), 'a quote changes nothing').toEqual([]);

    await world.apply(
      DONE,
      /"change":\{"changedAt":"2026-11-30T.*"nextCharge":"2026-12-15T.*"price":29\}\],"deadline":"2026-12-07T09:10/,
    );
    expect(world.takeChanges()).toEqual([
      { items: [{ quantity: 2, plan: { id: 'pln_BrewMonthly' } }], retainRenewalTime: 'retain', proRataCredit: true },
    ]);
    await world.confirm(DONE, /14\.50 USD is paid, including any tax, and 14\.50 USD was due\. Unlock/);
    await world.apply(DONE, /was sent before, and it worked/);
    await world.confirm();
    expect(world.takeChanges(), 'later runs change nothing').toEqual([]);
    expect(world.items).toEqual(['2 × pln_BrewMonthly']);
    expect(world.sales).toMatchObject([{ amount: 14.5, result: 'approved' }]);
    expect(world.invoices).toMatchObject([{ totalAmount: 14.5, status: 'paid' }]);
    await world.moveClock('2026-12-16T00:00:00Z');
    expect(world.sales.at(-1)).toMatchObject({ amount: 58, result: 'approved' });
    await world.confirm(DONE, /The renewal txn_\w+: 58\.00 USD is paid, including any tax, and 58\.00 USD was due/);
  });

  test('another upgrade in the same period is quoted once the first is confirmed', async ({ world }) => {
    const three = [...SEAT.slice(0, -1), '3'];
    await world.quote(SEAT);
    await world.apply();
    const first = world.useNewFile();
    await world.quote(three, REFUSED, /The change in quote\.json isn't finished\. Run confirm with it first/);
    world.file = first;
    await world.confirm();
    world.useNewFile();
    await world.quote(three, REFUSED, /The last change was at .*\. Quote again two minutes after it\./);
    await world.moveClock(2);
    await world.quote(three, DONE, /^About 14\.50 USD/);
    await world.moveClock(1);
    await world.apply();
    await world.confirm(DONE, /14\.49 USD is paid, including any tax, and 14\.50 USD was due/);
    expect(world.sales).toMatchObject([{ amount: 14.5 }, { amount: 14.49 }]);
    world.file = first;
    await world.confirm(DONE, /quote2\.json has changed the item since/);
    await world.undo(REFUSED, /quote2\.json has changed the item since/);
    // Without the file of the first, what is paid isn't known.
    world.file = `${world.folder}/elsewhere/quote.json`;
    mkdirSync(path.dirname(world.file));
    await world.quote([...SEAT.slice(0, -1), '4'], REFUSED, /No payment of 87 USD was found for the period/);
  });

  test('after a refund of an upgrade, another one waits for the renewal', async ({ world }) => {
    await world.quote(SEAT);
    await world.apply();
    await world.confirm();
    await world.send('POST', `/transactions/${world.sales[0]?.id ?? ''}/refund`, { amount: 7 });
    world.useNewFile();
    const three = [...SEAT.slice(0, -1), '3'];
    await world.moveClock(2);
    await world.quote(three, REFUSED, /which paid an earlier upgrade, is partially-refunded\. Quote with --at-renewal/);
    await world.quote([...three, '--at-renewal'], DONE, /^Nothing now, then 87/);
  });

  test('in a short month, the period starts at its payment', async () => {
    const world = new World(await startRecordingSandbox(description, { startAt: '2027-01-31T10:00:00Z' }));
    const plan = await world.createPlan();
    const id = await world.subscribe(plan);
    await world.moveClock('2027-02-14T10:00:00Z');
    expect(world.sandbox.world.store.get('subscriptions', id)?.nextCharge).toMatch(/^2027-02-28/);
    // Half of 28 days are left: 14.50. From January 28, it would be 13.10.
    await world.quote(['--subscription', id, '--plan', plan, '--quantity', '2'], DONE, /About 14\.50 USD/);
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
    await world.apply();
    await world.confirm(DONE, /1649\.3\d HUF is paid/);
  });

  test('currencies without decimals are quoted without decimals', async ({ world }) => {
    const plan = await world.createPlan({ currency: 'JPY', pricing: { price: 3000, formula: 'flat-rate' } });
    const id = await world.subscribe(plan);
    await world.moveClock('2026-12-15T20:00:00Z');
    const args = ['--subscription', id, '--plan', plan, '--quantity', '2'];
    await world.quote(args, DONE, /About 1455 JPY.*then 6000 JPY each month/);
    expect(JSON.parse(readFileSync(world.file, 'utf8')), 'a whole number of yen').toMatchObject({ total: 1455 });
  });

  test('invoices that are issued while they are read don’t stop the program', async ({ world, faultyProxy }) => {
    const { store, now } = world.sandbox.world;
    const issueDate = new Date(now).toISOString();
    const old = structuredClone(store.get('invoices', 'inv_2026-06-0093'));
    for (let count = 1; count <= 150; count += 1) {
      store.put('invoices', { ...old, id: `inv_Other${count}`, customerId: 'cus_Other', issueDate } as never);
    }
    // Each page of invoices after the first counts one more, issued since.
    let issued = 0;
    faultyProxy.rewrite = (request, text) => {
      if (request.url.endsWith('offset=0')) issued = 0;
      if (!request.url.includes('/customer-invoices/')) return text;
      return text.replace(/"totalCount":(\d+)/, (_, count) => `"totalCount":${Number(count) + issued++}`);
    };
    await world.quote(SEAT);
    await world.apply();
    await world.confirm(DONE, /14\.50 USD is paid/);
  });
});

test.describe('taxes', () => {
  /** Makes an invoice one over a net amount and a tax, and gives its sales the same total. */
  function tax(world: World, invoice: Invoice | undefined, totalTax: number, net: number): void {
    if (!invoice) throw new Error('there is no invoice');
    const { store } = world.sandbox.world;
    const totalAmount = net + totalTax;
    for (const sale of store.all('transactions')) {
      if (sale.subscriptionId !== MAYA || !Array.isArray(sale['invoices'])) continue;
      const invoices = (sale['invoices'] as Fields[]).map((entry) =>
        entry['date'] === invoice.issueDate ? { ...entry, amount: totalAmount } : entry,
      );
      const isPart = JSON.stringify(invoices) !== JSON.stringify(sale['invoices']);
      store.put('transactions', { ...sale, invoices, ...(isPart && { refundableAmount: totalAmount }) });
    }
    world.sandbox.world.change('invoices', invoice, { totalAmount, totalTax });
  }
  const findPeriod = (world: World) => world.sandbox.world.store.get('invoices', 'inv_2026-11-0187');

  test('the total is quoted and compared, and a higher tax is refunded or agreed to', async ({ world }) => {
    tax(world, findPeriod(world), 2.9, 29);
    const label = /^About 15\.95 USD until December 15, .* 63\.80 USD each month from December 15, with tax/;
    await world.quote(SEAT, DONE, label);
    await world.apply();
    const [invoice] = world.invoices;
    tax(world, invoice, 1.45, 14.5);
    await world.confirm(DONE, /15\.95 USD is paid, including any tax, and 15\.95 USD was due\. Unlock the new item/);
    // Lines are rounded.
    tax(world, invoice, 1.47, 14.5);
    await world.confirm(DONE);
    tax(world, invoice, 2.9, 14.5);
    const id = world.sales[0]?.id ?? '';
    const refund = `17\\.40 USD is paid,.* Refund 1\\.45 USD of ${id}, 0\\.24 USD of it tax\\. Or, if the customer agrees`;
    await world.confirm(REFUND, new RegExp(refund));
    const before = readFileSync(world.file);
    await world.run(['confirm', '--quote', world.file, '--agreed'], DONE, /Unlock the new item/);
    await world.confirm(DONE, /Unlock the new item/);
    writeFileSync(world.file, before);
    await world.confirm(REFUND, /Refund 1\.45 USD/);
    const first = world.useNewFile();
    await world.moveClock(2);
    await world.quote([...SEAT.slice(0, -1), '3'], REFUSED, /More was charged than quote\.json says\. Run confirm/);
    world.file = first;
    await world.send('POST', `/transactions/${id}/refund`, { amount: 1.45 });
    await world.confirm(DONE, /Unlock the new item/);
    // What was refunded above the quote doesn't stop another upgrade.
    world.useNewFile();
    await world.moveClock(2);
    await world.quote([...SEAT.slice(0, -1), '3'], DONE, /^About 15\.95 USD/);
    // Nor does it if the payment shows no subscription, as one that you've created might.
    const { world: state } = world.sandbox;
    const own = state.store.get('transactions', id);
    if (!own) throw new Error('there is no sale');
    state.change('transactions', own, { subscriptionId: undefined });
    const outcome = await runInside(
      SCRIPT,
      ['quote', '--quote', `${world.file}.again.json`, ...SEAT.slice(0, -1), '3'],
      world.environment,
    );
    expect(outcome.output).not.toContain('More was charged than');
  });

  test('a price that includes tax is quoted as it is', async ({ world }) => {
    tax(world, findPeriod(world), 2.64, 26.36);
    await world.quote(SEAT, DONE, /^About 14\.50 USD until .* 58\.00 USD each month from December 15, with tax/);
    await world.apply();
    tax(world, world.invoices[0], 1.32, 13.18);
    await world.confirm(DONE, /14\.50 USD is paid, including any tax/);
    tax(world, world.invoices[0], 1.45, 14.5);
    await world.confirm(REFUND, /Refund 1\.45 USD of .*, 0\.13 USD of it tax/);
  });

  test('with a discount, what is paid isn’t the price, so nothing is prorated', async ({ world }) => {
    tax(world, findPeriod(world), 0, 20);
    await world.quote(
      SEAT,
      REFUSED,
      /No payment of 29 USD was found for the period that ends on December 15\..*--at-renewal/,
    );
  });

  test('an amount that can’t be compared after a charge is left to a person', async ({ world }) => {
    await world.quote(SEAT);
    await world.apply();
    const [invoice] = world.invoices;
    if (!invoice) throw new Error('nothing was charged');
    world.sandbox.world.change('invoices', invoice, { totalAmount: 14.5234 });
    await world.confirm(PERSON, /14\.5234 isn't an amount in USD, so estimate and compare the change by hand/);
  });
});

test.describe('changes at the renewal', () => {
  const later = [...SEAT, '--at-renewal'];

  test('an upgrade is unlocked once the renewal is paid, and what it charges on top is refunded', async ({ world }) => {
    await world.quote(later, DONE, /^Nothing now, then 58\.00 USD each month from December 15, plus tax where it/);
    await world.apply(DONE, /Unlock nothing yet/);
    expect(world.takeChanges()).toMatchObject([{ retainRenewalTime: 'retain', proRataCredit: false }]);
    await world.confirm(WAIT, /Unlock nothing new/);
    await world.moveClock(11);
    await world.confirm(
      RENEWAL,
      /Until December 15, give what's paid for and not refunded, and then what the renewal pays for/,
    );
    expect(world.sales).toEqual([]);
    await world.moveClock('2026-12-15T10:00:00Z');
    const [sale] = world.sales;
    const [invoice] = world.invoices;
    if (!sale || !invoice) throw new Error('nothing was charged');
    expect(sale).toMatchObject({ amount: 58, result: 'approved' });
    // 72.50 and 10 percent tax: the difference for the last period was charged with the renewal.
    const { world: stored } = world.sandbox;
    stored.change('invoices', invoice, { totalAmount: 79.75, totalTax: 7.25 });
    const invoices = (sale.invoices as Fields[]).map((entry) => ({ ...entry, amount: 79.75 }));
    stored.change('transactions', sale, { amount: 79.75, refundableAmount: 79.75, invoices });
    await world.confirm(REFUND, /79\.75 USD is paid, including any tax, and 65\.25 USD was due.*Refund 14\.50 USD of/);
    await world.send('POST', `/transactions/${sale.id}/refund`, { amount: 14.5 });
    await world.confirm(DONE, /Unlock the new item, if you have not/);
    await world.confirm(DONE, /Nothing has been left to do since 2026-12-15/);
  });

  test('a failed renewal is followed as such', async ({ world }) => {
    await world.quote(later);
    await world.apply();
    await world.declineCard();
    await world.moveClock('2026-12-15T10:00:00Z');
    const message = /The renewal isn't paid\. Unlock nothing new, and follow "When a renewal fails"/;
    expect(await world.confirm(UNPAID, message)).toContain(world.invoices[0]?.paymentFormUrl);
    world.takeChanges();
    await world.undo(VOID, /can't be undone: the subscription is unpaid.*ask PAI support to restore 1 × pln_Brew/);
    expect(world.takeChanges()).toEqual([]);
    await world.confirm(VOID, /ask PAI support to restore 1 × pln_BrewMonthly/);
    await world.pay();
    await world.confirm(VOID, /If the renewal charged the new price, refund the difference and its tax/);
  });

  test('a downgrade costs nothing, and can be taken back', async ({ world }) => {
    await world.quote(SEAT);
    await world.apply();
    await world.confirm();
    world.forget();
    world.useNewFile();
    await world.moveClock(1);
    const one = [...SEAT.slice(0, -1), '1'];
    await world.quote(
      one,
      DONE,
      /^Nothing now, then 29\.00 USD .* Until then, you keep what is paid for and not refunded\./,
    );
    await world.apply(DONE, /Until December 15, give what's paid for, and run confirm.*\n.*"isDowngrade":true/);
    await world.moveClock(11);
    await world.confirm(RENEWAL, /Until December 15, give what's paid for/);
    await world.undo(DONE, /The old item is sent\. Run confirm/);
    await world.confirm(DONE, /The old item is back, and no payment is open/);
    await world.confirm(DONE, /Nothing has been left to do/);
    await world.undo(REFUSED, /Nothing is left to undo\. Quote 2 × pln_BrewMonthly/);
    expect(world.items).toEqual(['2 × pln_BrewMonthly']);
    expect(world.sales).toEqual([]);
    // What was paid before still counts.
    world.useNewFile();
    await world.moveClock(2);
    await world.quote([...SEAT.slice(0, -1), '3'], DONE, /^About 14\.\d\d USD/);
  });

  test('after a downgrade, the way back is free, and nothing is prorated', async ({ world }) => {
    await world.quote(SEAT);
    await world.apply();
    await world.confirm();
    world.useNewFile();
    await world.moveClock(1);
    await world.quote([...SEAT.slice(0, -1), '1']);
    await world.apply();
    world.useNewFile();
    await world.quote(SEAT, REFUSED, /The change in quote1\.json isn't finished/);
    await world.moveClock(11);
    await world.quote(SEAT, REFUSED, /58\.00 USD is paid for this period, and the price is 29/);
    await world.quote(later, DONE, /^Nothing now, then 58\.00 USD/);
  });

  test('a charge that nobody expects is refunded, and its open invoice voided', async ({ world }) => {
    await world.quote(later);
    await world.apply();
    const { store } = world.sandbox.world;
    const sale = store.get('transactions', 'txn_MayaNov15');
    const invoice = store.get('invoices', 'inv_2026-11-0187');
    if (!sale || !invoice) throw new Error('Maya’s payment for November is missing');
    const now = new Date(world.sandbox.world.now).toISOString();
    const fields = { ...invoice, id: 'inv_Unexpected', issueDate: now, status: 'unpaid', paidOnDate: null };
    store.put('invoices', fields);
    const charge = {
      ...sale,
      id: 'txn_Unexpected',
      date: now,
      createdAt: now,
      invoices: [{ date: now, currency: 'USD' }],
    };
    store.put('transactions', { ...charge, status: 'completed', result: 'declined' });
    await world.confirm(VOID, /Nothing was to be charged\. Ask PAI support to void inv_Unexpected/);
    store.put('transactions', { ...charge, status: 'completed', result: 'approved' });
    await world.confirm(REFUND, /Nothing was to be charged\. Refund all of txn_Unexpected/);
  });

  test('in a trial, an upgrade is charged when it ends', async ({ world }) => {
    const id = await world.subscribe('pln_BrewMonthly');
    const args = ['--subscription', id, '--plan', 'pln_BrewMonthly', '--quantity', '2'];
    await world.quote(args, REFUSED, /No payment of 29 USD was found.*Quote with --at-renewal/);
    await world.quote([...args, '--at-renewal'], DONE, /^Nothing now, then 58\.00 USD .* December 14, plus tax/);
    await world.apply();
    const { store } = world.sandbox.world;
    expect(store.all('transactions').filter(({ subscriptionId }) => subscriptionId === id)).toEqual([]);
    await world.moveClock('2026-12-14T12:00:00Z');
    expect(store.all('transactions').filter(({ subscriptionId }) => subscriptionId === id)).toMatchObject([
      { amount: 58 },
    ]);
    await world.confirm(DONE, /58\.00 USD is paid, including any tax.*Unlock/);
  });

  test('another subscription’s renewal isn’t taken for a charge', async ({ world }) => {
    const other = await world.subscribe(await world.createPlan({}, { unit: 'day' }));
    await world.quote(later);
    await world.apply();
    await world.moveClock('2026-12-01T12:00:00Z');
    const { store } = world.sandbox.world;
    expect(store.all('transactions').filter(({ subscriptionId }) => subscriptionId === other)).toHaveLength(2);
    await world.confirm(RENEWAL);
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
    const anchored = await world.createPlan({}, { periodAnchorInstruction: { method: 'day-of-month', day: 10 } });
    const cases: [args: string[], message: RegExp][] = [
      [['--subscription', 'sub_OskarMonthly', '--plan', 'pln_BrewAnnual'], /is unpaid/],
      [['--subscription', 'sub_LeilaMonthly', '--plan', 'pln_BrewAnnual'], /is paused/],
      [[...maya, '--plan', 'pln_BrewMonthly'], /already has 1 × pln_BrewMonthly/],
      [[...maya, '--plan', euro], /is in EUR\. Choose a plan in USD/],
      [[...maya, '--plan', retired], /isn't active/],
      [[...maya, '--plan', anchored], /has another periodAnchorInstruction/],
      [[...maya, '--plan', 'pln_CuppingClub'], /setup\.price/],
      [[...maya, '--plan', 'pln_OfficePostpaid'], /postpaid.*Change the plan by hand/],
      [[...maya, '--plan', 'pln_HouseBlendBag'], /no billing interval/],
      [[...maya, '--plan', 'pln_OfficeTiered', '--quantity', '12'], /the formula \S+ is prorated is uncertain/],
      [[...maya, '--plan', 'pln_BrewAnnual'], /has another billing interval.*Change the plan by hand/],
      [[...SEAT, '--card', 'pin_Unknown'], /No payment with the card pin_Unknown has succeeded/],
    ];
    for (const [args, message] of cases) await expectRefusal(world, args, message);
  });

  test('an open invoice of the customer refuses an upgrade, not a downgrade', async ({ world }) => {
    const { store } = world.sandbox.world;
    const invoice = store.get('invoices', 'inv_2026-11-0187');
    const other = { ...invoice, id: 'inv_Other', subscriptionId: 'sub_Other', issueDate: '2026-11-20T09:10:00Z' };
    store.put('invoices', { ...other, status: 'unpaid', paidOnDate: null } as never);
    await expectRefusal(world, SEAT, /Invoice inv_Other is open\. Quote again when it's paid or void\.$/m);
    await world.quote([...SEAT, '--at-renewal']);
  });

  test('close to the renewal, a change is refused', async ({ world }) => {
    await world.moveClock('2026-12-12T09:09:00Z');
    await world.quote(SEAT, DONE, /^About /);
    rmSync(world.file);
    await world.moveClock('2026-12-12T09:11:00Z');
    await expectRefusal(world, SEAT, /less than three days away/);
    await world.quote([...SEAT, '--at-renewal']);
    rmSync(world.file);
    await world.moveClock('2026-12-14T09:11:00Z');
    await expectRefusal(world, [...SEAT, '--at-renewal'], /less than a day away/);
  });

  test('a period that’s refunded, paid late, or of another length isn’t prorated', async ({ world }) => {
    const { store } = world.sandbox.world;
    const sale = store.get('transactions', 'txn_MayaNov15');
    if (!sale) throw new Error('Maya’s payment for November is missing');
    store.put('transactions', { ...sale, date: '2026-11-18T09:10:00Z' });
    await expectRefusal(world, SEAT, /paid late.*--at-renewal/);
    store.put('transactions', sale);
    await world.send('POST', '/transactions/txn_MayaNov15/refund', { amount: 5 });
    await expectRefusal(world, SEAT, /txn_MayaNov15, is partially-refunded/);
    store.put('transactions', sale);
    world.sandbox.world.change('subscriptions', world.subscription, { nextCharge: '2026-12-25T09:10:00.000Z' });
    await expectRefusal(world, SEAT, /No payment of 29 USD was found for the period that ends on December 25/);
  });

  test('a price of its own is refused, because the plan can’t restore it', async ({ world }) => {
    await world.send('POST', `/subscriptions/${MAYA}/items`, {
      items: [{ quantity: 1, plan: { id: 'pln_BrewMonthly', pricing: { price: 19, formula: 'flat-rate' } } }],
      retainRenewalTime: 'retain',
      proRataCredit: false,
    });
    await expectRefusal(world, SEAT, /19 isn't the price of pln_BrewMonthly, which an undo would set/);
  });

  test('a cancellation or a pause that’s still to come refuses a change', async ({ world }) => {
    const { id } = await world.send('POST', '/subscription-cancellations', {
      reason: 'too-expensive',
      status: 'draft',
    });
    const cancellation = `/subscription-cancellations/${String(id)}`;
    await world.send('PATCH', cancellation, { subscriptionId: MAYA, cancelAt: '2026-12-20T00:00:00Z' });
    const message = new RegExp(`${String(id)} is to come\\. If the customer stays, delete it first`);
    await expectRefusal(world, SEAT, message);
    await world.send('PATCH', cancellation, { status: 'confirmed' });
    expect(world.subscription.status).toBe('active');
    await expectRefusal(world, SEAT, message);
    await expectRefusal(world, [...SEAT, '--at-renewal'], message);
    await world.send('DELETE', cancellation);
    const pause = await world.send('POST', '/subscription-pauses', {
      subscriptionId: MAYA,
      effectiveAt: '2026-12-10T00:00:00Z',
    });
    await expectRefusal(world, SEAT, new RegExp(`Pause ${String(pause['id'])} is to come`));
    await world.send('DELETE', `/subscription-pauses/${String(pause['id'])}`);
    await world.quote(SEAT, DONE);
  });

  test('a quote from another day, and one whose basis has changed, aren’t applied', async ({ world }) => {
    await world.quote(SEAT);
    world.sandbox.world.change('subscriptions', world.subscription, { nextCharge: '2026-12-15T10:10:00.000Z' });
    await world.apply(REFUSED, /Changed since the quote: nextCharge, period\. Quote again/);
    await world.subscribe(await world.createPlan());
    const plan = await world.createPlan({ pricing: { price: 35, formula: 'flat-rate' } });
    world.useNewFile();
    await world.quote(['--subscription', MAYA, '--plan', plan, '--at-renewal']);
    Object.assign(world.sandbox.world.store.get('plans', plan) ?? {}, { pricing: { price: 39, formula: 'flat-rate' } });
    await world.apply(REFUSED, /Changed since the quote: pricing\. Quote again/);
    await world.moveClock('2026-12-01T09:10:00Z');
    await world.apply(REFUSED, /The quote is from 2026-11-30.*ask again/);
    expect(world.takeChanges()).toEqual([]);
  });

  test('a quote isn’t overwritten, so that nobody agrees to one and gets another', async ({ world }) => {
    await world.quote(SEAT);
    const shown = readFileSync(world.file, 'utf8');
    await world.quote([...SEAT.slice(0, -1), '5'], USAGE, /exists\. Keep it, and pass a new --quote/);
    expect(readFileSync(world.file, 'utf8')).toBe(shown);
  });
});

test.describe('upgrades that are declined', () => {
  test.beforeEach(async ({ world }) => {
    await world.declineCard();
    await world.quote(SEAT);
    await world.apply();
    world.takeChanges();
  });
  const OLD = { items: [{ quantity: 1, plan: { id: 'pln_BrewMonthly' } }], retainRenewalTime: 'retain' };

  test('the customer pays the open invoice, and the upgrade is confirmed', async ({ world }) => {
    const [invoice] = world.invoices;
    const output = await world.confirm(
      UNPAID,
      /Send this link.*\nUnlock nothing\. If it isn't paid at 2026-12-07T09:10/,
    );
    expect(output).toContain(invoice?.paymentFormUrl);
    await world.pay();
    await world.confirm(
      DONE,
      /Unlock the new item\.\nIt was paid with a card other than pin_MayaVisa1111, which the renewal/,
    );
    expect(world.sales).toMatchObject([{ result: 'declined' }, { result: 'approved', amount: 14.5 }]);
    // With the subscription's card, there's nothing to replace.
    const [declined, sale] = world.sales;
    if (!declined || !sale) throw new Error('nothing was paid');
    world.sandbox.world.store.put('transactions', { ...sale, paymentInstrument: declined['paymentInstrument'] });
    expect(await world.confirm(DONE, /Unlock/)).not.toContain('card');
    await world.undo(REFUSED, /It's paid\. Run confirm\. Quote 1 × pln_BrewMonthly/);
    expect(world.takeChanges()).toEqual([]);
  });

  test('after a week, it’s undone, once, and a payment is refunded', async ({ world }) => {
    await world.moveClock('2026-12-07T09:11:00Z');
    await world.confirm(NEXT, /the deadline has passed\. Run undo/);
    expect(world.takeChanges()).toEqual([]);
    await world.undo(VOID, /Ask PAI support to void inv_.*, send no link, and run confirm daily.*\n.*"isUndone":true/);
    expect(world.takeChanges()).toEqual([{ ...OLD, proRataCredit: false }]);
    await world.confirm(VOID, /The old item is back\. Unlock nothing\. Ask PAI support to void inv_/);
    await world.undo(NEXT, /The old item is back\. Run confirm/);
    expect(world.takeChanges()).toEqual([]);
    world.useNewFile();
    await world.quote(SEAT, REFUSED, /Invoice inv_\w+ is open/);
    world.file = path.join(world.folder, 'quote.json');
    await world.pay();
    const id = world.sales.at(-1)?.id ?? '';
    await world.confirm(REFUND, new RegExp(`Unlock nothing, and refund all of ${id}, because the change was undone`));
    world.useNewFile();
    await world.quote(SEAT, REFUSED, /The change in quote\.json isn't finished/);
    world.file = path.join(world.folder, 'quote.json');
    await world.send('POST', `/transactions/${id}/refund`, {});
    await world.confirm(DONE, /is refunded/);
    await world.confirm(DONE, /Nothing has been left to do/);
    expect(world.items).toEqual(['1 × pln_BrewMonthly']);
    world.acceptCard();
    world.useNewFile();
    await world.moveClock(2);
    await world.quote(SEAT, DONE, /^About /);
  });

  test('a customer who no longer wants it gets the old item back', async ({ world }) => {
    await world.undo(VOID, /Unlock nothing/);
    expect(world.takeChanges()).toEqual([{ ...OLD, proRataCredit: false }]);
    await world.apply(REFUSED, /It ended at 2026-11-30.* Quote again/);
    await world.confirm(VOID, /Ask PAI support to void/);
    world.voidInvoice();
    await world.confirm(DONE, /The old item is back, and no payment is open/);
    expect(world.takeChanges()).toEqual([]);
  });

  test('an undo whose response is lost isn’t sent twice', async ({ world }) => {
    await world.send('POST', '/sandbox/lose-next-response');
    await world.undo(WAIT, /might have worked/);
    await world.undo(NEXT, /The old item is back/);
    await world.confirm(VOID, /The old item is back/);
    expect(world.takeChanges()).toHaveLength(1);
  });

  test('an undo that is rejected is left to PAI support, and a payment is refunded', async ({ world }) => {
    world.sandbox.world.store.remove('plans', 'pln_BrewMonthly');
    await world.undo(
      VOID,
      /The old item isn't back: .*\nUnless it has ended, ask PAI support to restore 1 × pln_BrewMonthly/,
    );
    await world.confirm(VOID, /ask PAI support to restore/);
    await world.pay();
    await world.confirm(REFUND, /because the change was undone at .* Ask PAI support to restore the plan/);
  });

  test('if PAI has undone it, a payment is refunded', async ({ world }) => {
    await world.send('POST', `/subscriptions/${MAYA}/items`, { ...OLD, proRataCredit: false });
    await world.confirm(VOID, /The old item is back\. Unlock nothing\. Ask PAI support to void/);
    await world.pay();
    await world.confirm(REFUND, /PAI has undone the change\. Unlock nothing, and refund all of .*quote again/);
    await world.send('POST', `/transactions/${world.sales.at(-1)?.id ?? ''}/refund`, {});
    await world.confirm(DONE, /is refunded/);
  });

  test('a payment after the deadline is refunded for the time before it', async ({ world }) => {
    await world.moveClock('2026-12-07T09:00:00Z');
    await world.pay();
    const [invoice] = world.invoices;
    const sale = world.sales.at(-1);
    if (!invoice || !sale) throw new Error('nothing was paid');
    // Three of 15 days are left: 2.90 of 14.50.
    world.sandbox.world.change('invoices', invoice, { paidOnDate: '2026-12-12T09:10:00Z' });
    await world.confirm(REFUND, new RegExp(`2\\.90 USD was due\\. Unlock .* Refund 11\\.60 USD of ${sale.id}`));
    await world.send('POST', `/transactions/${sale.id}/refund`, { amount: 11.6 });
    await world.confirm(DONE, /Unlock the new item/);
    expect(world.items).toEqual(['2 × pln_BrewMonthly']);
  });

  test('close to the renewal, the deadline is a day before it', async ({ world }) => {
    await world.undo(VOID);
    world.voidInvoice();
    await world.confirm(DONE);
    world.useNewFile();
    await world.moveClock('2026-12-11T09:10:00Z');
    world.forget();
    await world.quote(SEAT);
    await world.apply();
    await world.confirm(UNPAID, /If it isn't paid at 2026-12-14T09:10:00/);
  });

  test('after a renewal at the new price, a late payment is refunded', async ({ world }) => {
    world.acceptCard();
    await world.moveClock('2026-12-16T00:00:00Z');
    expect(world.sales.at(-1)).toMatchObject({ amount: 58, result: 'approved' });
    await world.confirm(
      PERSON,
      /wasn't undone before the renewal.* void inv_.* run undo\. .* unlock the new item, because the renewal is paid/,
    );
    world.takeChanges();
    await world.pay();
    const late = world.sales.at(-1)?.id ?? '';
    await world.confirm(REFUND, new RegExp(`Unlock what the renewal pays for, and refund all of ${late}`));
    await world.send('POST', `/transactions/${late}/refund`, {});
    await world.confirm(DONE, /The renewal txn_\w+: 58\.00 USD is paid,.* Unlock the new item/);
    expect(world.takeChanges()).toEqual([]);
  });

  test('after a renewal at the new price, an undo refunds the difference', async ({ world }) => {
    world.acceptCard();
    await world.moveClock('2026-12-16T00:00:00Z');
    world.takeChanges();
    await world.undo(VOID, /The old item is sent\. Unlock nothing\. Ask PAI support to void inv_/);
    expect(world.takeChanges()).toEqual([{ ...OLD, proRataCredit: false }]);
    await world.confirm(VOID, /The old item is back.* If the renewal charged the new price, refund the difference/);
    world.voidInvoice();
    const renewal = world.sales.at(-1)?.id ?? '';
    await world.moveClock('2027-01-16T00:00:00Z');
    await world.confirm(
      REFUND,
      new RegExp(`58\\.00 USD is paid, including any tax, and 29\\.00 USD was due.* Refund 29\\.00 USD of ${renewal}`),
    );
    await world.send('POST', `/transactions/${renewal}/refund`, { amount: 29 });
    await world.confirm(DONE, /The old item is paid for/);
    world.useNewFile();
    await world.quote(SEAT, DONE, /^About 28/);
    expect(world.items).toEqual(['1 × pln_BrewMonthly']);
  });

  test('after a renewal that failed, too, its link is followed, and a payment of the upgrade is refunded', async ({
    world,
  }) => {
    await world.moveClock('2026-12-16T00:00:00Z');
    expect(world.subscription.status).toBe('unpaid');
    await world.undo(VOID, /can't be undone: the subscription is unpaid.*ask PAI support to restore/);
    await world.pay();
    await world.confirm(REFUND, /Unlock nothing, and refund all of txn_\w+, because the change was undone/);
    expect(world.takeChanges(), 'an unpaid subscription can’t be changed').toEqual([]);
  });

  for (const status of ['canceled', 'churned', 'voided'])
    test(`a subscription that is ${status} gets no link`, async ({ world }) => {
      world.sandbox.world.change('subscriptions', world.subscription, { status, nextCharge: null });
      const message = new RegExp(`The subscription is ${status}\\. Unlock nothing new\\. Ask PAI support to void inv_`);
      expect(await world.confirm(VOID, message)).not.toContain('/sandbox/pay/');
      await world.pay();
      const id = world.sales.at(-1)?.id ?? '';
      await world.confirm(PERSON, new RegExp(`If ${id} was paid after that, unlock nothing, and refund all`));
      await world.send('POST', `/transactions/${id}/refund`, {});
      await world.confirm(DONE, /is refunded/);
      expect(world.takeChanges()).toEqual([]);
    });

  test('a subscription that has ended with a void invoice is done', async ({ world }) => {
    world.sandbox.world.change('subscriptions', world.subscription, { status: 'churned', nextCharge: null });
    world.voidInvoice();
    await world.confirm(DONE, /is churned, and no payment is open/);
  });

  test('a declined charge without an open invoice waits for the renewal', async ({ world }) => {
    world.voidInvoice();
    await world.moveClock(11);
    await world.confirm(RENEWAL, /nothing is charged.*then what the renewal pays for/);
    for (const { id } of world.invoices) world.sandbox.world.store.remove('invoices', id);
    await world.confirm(PERSON, /isn't approved, and no invoice is open/);
  });

  test('an invoice that is paid in part unlocks nothing', async ({ world }) => {
    const [invoice] = world.invoices;
    if (!invoice) throw new Error('there is no invoice');
    world.sandbox.world.change('invoices', invoice, { status: 'partially-paid' });
    await world.confirm(UNPAID, /Send this link/);
    await world.undo(VOID, /can't be undone/);
    expect(world.takeChanges()).toEqual([]);
  });
});

test.describe('payments at the bank’s page', () => {
  let id = '';
  test.beforeEach(async ({ world }) => {
    await world.quote(SEAT);
    await world.apply();
    world.takeChanges();
    id = world.leaveAtBank();
  });

  test('its page is offered, and its approval is confirmed', async ({ world }) => {
    await world.confirm(UNPAID, new RegExp(`${id} waits for the customer at http.*\nUnlock nothing`));
    await world.approveAtBank(id);
    await world.confirm(DONE, /14\.50 USD is paid/);
  });

  test('after an undo, an approval is refunded', async ({ world }) => {
    await world.undo(VOID, /Unlock nothing/);
    expect(world.takeChanges()).toHaveLength(1);
    await world.approveAtBank(id);
    await world.confirm(REFUND, new RegExp(`refund all of ${id}, because the change was undone`));
  });

  test('a payment without a page is waited for', async ({ world }) => {
    const sale = world.sales.find((entry) => entry.id === id);
    if (!sale) throw new Error('there is no payment');
    const { redirectUrl, ...rest } = sale;
    expect(redirectUrl).toMatch(/^http/);
    world.sandbox.world.store.put('transactions', { ...rest, status: 'sending' });
    const output = await world.confirm(WAIT, /no result yet\. Unlock nothing/);
    expect(output).not.toContain('/sandbox/pay/');
  });
});

test.describe('requests that are lost', () => {
  test('a change that was carried out isn’t sent again', async ({ world }) => {
    await world.quote(SEAT);
    await world.send('POST', '/sandbox/lose-next-response');
    await world.apply(WAIT, /might have worked/);
    await world.apply(DONE, /was sent before, and it worked/);
    await world.confirm(DONE, /14\.50 USD is paid/);
    expect(world.takeChanges()).toHaveLength(1);
    expect(world.sales).toHaveLength(1);
  });

  for (const fault of ['lose-request', 500, 429, 408] as const)
    test(`a change that never arrived (${fault}) is sent after ten minutes`, async ({ world, faultyProxy }) => {
      await world.quote(SEAT);
      faultyProxy.fault = { kind: fault };
      await world.apply(WAIT, /might have worked/);
      await world.apply(WAIT, /no effect is visible yet/);
      await world.confirm(WAIT, /No charge is visible/);
      await world.moveClock(11);
      await world.confirm(NEXT, /No effect of the change is visible\. Run apply again/);
      await world.apply();
      expect(world.takeChanges()).toHaveLength(1);
      await world.confirm(DONE, /is paid/);
    });

  test('an undo that never arrived is sent again after ten minutes', async ({ world, faultyProxy }) => {
    await world.declineCard();
    await world.quote(SEAT);
    await world.apply();
    world.takeChanges();
    faultyProxy.fault = { kind: 'lose-request' };
    await world.undo(WAIT, /might have worked/);
    await world.undo(WAIT, /no effect is visible yet/);
    await world.confirm(VOID, /ask PAI support to restore 1 × pln_BrewMonthly/);
    expect(world.takeChanges()).toEqual([]);
    await world.moveClock(11);
    await world.undo(VOID, /The old item is sent/);
    expect(world.takeChanges()).toHaveLength(1);
    expect(world.items).toEqual(['1 × pln_BrewMonthly']);
  });

  test('a change that never arrived is quoted again on another day', async ({ world, faultyProxy }) => {
    await world.quote(SEAT);
    faultyProxy.fault = { kind: 'lose-request' };
    await world.apply(WAIT);
    await world.moveClock('2026-12-01T09:10:00Z');
    await world.confirm(DONE, /Nothing was changed\. Quote again, with a new --quote/);
    await world.apply(REFUSED, /It ended at 2026-12-01/);
    world.useNewFile();
    await world.quote(SEAT, DONE, /^About /);
    expect(world.takeChanges()).toEqual([]);
  });

  test('a change that never arrived, and isn’t wanted any longer, isn’t sent', async ({ world, faultyProxy }) => {
    await world.quote([...SEAT, '--at-renewal']);
    faultyProxy.fault = { kind: 'lose-request' };
    await world.apply(WAIT);
    await world.undo(WAIT, /No effect of the change is visible yet/);
    await world.moveClock(11);
    await world.undo(DONE);
    await world.confirm(DONE, /The old item is back/);
    expect(world.items).toEqual(['1 × pln_BrewMonthly']);
    expect(world.takeChanges(), 'at most the old item').toMatchObject([{ items: [{ quantity: 1 }] }]);
  });

  test('a change that wasn’t sent is withdrawn', async ({ world }) => {
    await world.quote(SEAT);
    await world.undo(DONE, /Nothing was sent, and apply now refuses this quote/);
    await world.apply(REFUSED, /It ended at/);
    expect(world.takeChanges()).toEqual([]);
  });

  test('another subscription’s renewal isn’t taken for the effect of a lost request', async ({
    world,
    faultyProxy,
  }) => {
    await world.subscribe(await world.createPlan({}, { unit: 'day' }));
    await world.quote(SEAT);
    faultyProxy.fault = { kind: 'lose-request' };
    await world.apply(WAIT);
    await world.moveClock('2026-11-30T23:00:00Z');
    await world.moveClock(11);
    await world.confirm(NEXT, /Run apply again/);
  });

  test('a rejected change can be corrected, and isn’t marked as sent', async ({ world, faultyProxy }) => {
    await world.quote(SEAT);
    faultyProxy.fault = { kind: 422 };
    await world.apply(REFUSED, /Nothing has changed: .*422/);
    await world.confirm(USAGE, /Run apply first/);
    await world.apply();
    expect(world.takeChanges()).toHaveLength(1);
  });

  test('a run that is killed after the request leaves a file that says so', async ({ world, faultyProxy }) => {
    await world.quote(SEAT);
    faultyProxy.fault = { kind: 'kill-before' };
    const { status } = await world.runAlone(['apply', '--quote', world.file], {}, faultyProxy);
    expect(status, 'it was killed').toBeNull();
    await world.apply(WAIT, /Another run changes sub_MayaMonthly, or was killed less than ten minutes ago/);
    const old = new Date(Date.now() - 11 * 60_000);
    utimesSync(path.join(world.folder, `${MAYA}.lock`), old, old);
    await world.apply(WAIT, /was sent before/);
    expect(world.takeChanges()).toEqual([]);
  });

  test('reads are retried', async ({ world, faultyProxy }) => {
    faultyProxy.failures = Array<number>(3).fill(503);
    await world.quote(SEAT, DONE, /^About/);
    faultyProxy.failures = Array<number>(5).fill(503);
    await world.apply(1, /returned 503/);
  });
});

test.describe('charges that differ', () => {
  test.beforeEach(async ({ world }) => {
    await world.quote(SEAT);
    await world.apply();
  });

  test('a change that is paid twice is left to a person', async ({ world }) => {
    const [sale] = world.sales;
    if (!sale) throw new Error('nothing was charged');
    world.sandbox.world.store.put('transactions', { ...sale, id: 'txn_Second' });
    await world.confirm(PERSON, /txn_Second are both approved\. Refund one/);
    await world.send('POST', '/transactions/txn_Second/refund', {});
    await world.confirm(DONE, /Unlock the new item/);
  });

  test('a disputed payment is left to a person', async ({ world }) => {
    const [sale] = world.sales;
    if (!sale) throw new Error('nothing was charged');
    world.sandbox.world.change('transactions', sale, { status: 'disputed' });
    await world.confirm(PERSON, /is disputed\. Unlock nothing until/);
  });

  test('a payment that’s refunded as a whole calls for an undo', async ({ world }) => {
    await world.confirm(DONE);
    await world.send('POST', `/transactions/${world.sales[0]?.id ?? ''}/refund`, {});
    await world.confirm(NEXT, /is refunded, but the new item is set\. Run undo/);
    await world.undo(VOID, /The old item is sent/);
    await world.confirm(DONE, /is refunded/);
    expect(world.items).toEqual(['1 × pln_BrewMonthly']);
  });

  test('an open invoice without a payment is sent after the charge didn’t come', async ({ world }) => {
    const [invoice] = world.invoices;
    if (!invoice) throw new Error('there is no invoice');
    for (const { id } of world.sales) world.sandbox.world.store.remove('transactions', id);
    world.sandbox.world.change('invoices', invoice, { status: 'unpaid', paidOnDate: null });
    await world.confirm(UNPAID, /Send this link/);
  });

  test('if nothing is charged, the renewal is compared with the price', async ({ world }) => {
    world.removeCharge();
    await world.confirm(WAIT, /No charge is visible yet/);
    await world.moveClock(11);
    await world.confirm(
      RENEWAL,
      /Until December 15, give what's paid for and not refunded, and then what the renewal pays for/,
    );
    await world.moveClock('2026-12-15T10:00:00Z');
    const [invoice] = world.invoices;
    const [sale] = world.sales;
    if (!invoice || !sale) throw new Error('nothing was charged');
    const { world: stored } = world.sandbox;
    stored.change('invoices', invoice, { totalAmount: 72.5 });
    const invoices = (sale.invoices as Fields[]).map((entry) => ({ ...entry, amount: 72.5 }));
    stored.change('transactions', sale, { amount: 72.5, refundableAmount: 72.5, invoices });
    await world.confirm(REFUND, /72\.50 USD is paid, including any tax, and 58\.00 USD was due\..* Refund 14\.50 USD/);
  });

  test('if nothing was charged, an undo is checked at the renewal', async ({ world }) => {
    world.removeCharge();
    await world.moveClock(11);
    await world.undo(VOID, /The old item is sent/);
    await world.moveClock(11);
    await world.confirm(RENEWAL, /The old item is back, and nothing is charged\. The renewal must not charge more/);
    await world.moveClock('2026-12-15T10:00:00Z');
    await world.confirm(
      DONE,
      /29\.00 USD is paid, including any tax, and 29\.00 USD was due\. The old item is paid for/,
    );
  });

  test('an invoice of the same second with another amount isn’t taken for the period’s', async ({ world }) => {
    const { store } = world.sandbox.world;
    const own = store.get('invoices', 'inv_2026-11-0187');
    if (!own) throw new Error('there is no invoice');
    await world.confirm();
    const other = { ...own, subscriptionId: 'sub_Other', totalAmount: 12 };
    store.remove('invoices', own.id);
    store.put('invoices', { ...other, id: 'inv_AOther' });
    store.put('invoices', own);
    store.put('invoices', { ...other, id: 'inv_ZOther' });
    world.useNewFile();
    await world.moveClock(2);
    await world.quote([...SEAT.slice(0, -1), '3'], DONE, /About 14\.50 USD/);
  });

  test('after a payment that was confirmed, a cancellation changes nothing', async ({ world }) => {
    await world.confirm();
    world.sandbox.world.change('subscriptions', world.subscription, { status: 'canceled', nextCharge: null });
    await world.confirm(DONE, /is canceled\. txn_\w+ was paid before that, so unlock until paid access ends/);
  });

  test('items that somebody else has changed are left to a person', async ({ world }) => {
    await world.send('POST', `/subscriptions/${MAYA}/items`, {
      items: [{ quantity: 4, plan: { id: 'pln_BrewMonthly' } }],
      retainRenewalTime: 'retain',
      proRataCredit: false,
    });
    await world.confirm(PERSON, /The items are neither the old nor the new ones/);
    world.sandbox.world.change('invoices', world.invoices[0] as Invoice, { status: 'unpaid', paidOnDate: null });
    world.removeCharge();
    await world.undo(PERSON, /The items are neither the old nor the new ones/);
  });
});

test('broken input says what to do, and sends nothing', async ({ world }) => {
  const cases: [args: string[], message: RegExp][] = [
    [[], /start with quote, apply, confirm, or undo/],
    [['upgrade'], /start with quote, apply, confirm, or undo/],
    [['quote', '--plan', 'pln_BrewAnnual'], /pass --subscription and --plan/],
    [['quote', ...SEAT.slice(0, -1), '1.5'], /whole number from 1/],
    [['quote', ...SEAT, '--amount', '3'], /--amount/],
    [['apply'], /pass --quote with the file of the quote/],
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
  const noKey = await world.runAlone(['apply', '--quote', world.file], { PAI_API_KEY: '' });
  expect(noKey).toMatchObject({ status: USAGE, output: expect.stringContaining('set PAI_API_KEY') });
  // A quote from a sandbox isn't applied to the live organization.
  const unreachable = ['quote', '--quote', 'other.json', ...SEAT];
  const down = await world.runAlone(unreachable, { PAI_API: 'http://127.0.0.1:9' });
  expect(down).toMatchObject({ status: 1, output: expect.stringMatching(/fetch failed/) });
  const live = await world.runAlone(['apply', '--quote', world.file], { PAI_API: 'http://127.0.0.1:9' });
  expect(live).toMatchObject({ status: USAGE, output: expect.stringContaining('Set PAI_ORGANIZATION_ID') });
  expect(world.takeChanges()).toEqual([]);
});
