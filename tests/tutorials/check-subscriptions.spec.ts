/**
 * The daily check of subscriptions, as a reader runs it: a process, over HTTP, against the sandbox. A stub has the lists with
 * more than one page, and those that change or fail.
 */
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Caller, createProduct, type Data, planFields, startEmpty, storeCard } from '../sandbox/api';
import { root } from '../support/routes';
import { expect, test } from './fixtures';
import { runAlone } from './program';

const SCRIPT = process.env['CHECK_SCRIPT'] ?? path.join(root, 'examples', 'daily-checks', 'check-subscriptions.mjs');
const START = '2026-10-18T10:00:00Z';
/** When a monthly subscription of that time renews. */
const RENEWAL = '2026-11-18T10:00:00Z';

interface Line {
  subscriptionId: string | null;
  status: string;
  finding: string | null;
  access: string;
  until: string | null;
  reason: string | null;
  closeOn?: string;
  endOn?: string;
  items?: string;
  invoiceId?: string;
  day?: number;
  paymentFormUrl?: string;
  redirectUrl?: string;
  message: string;
}
type Stored = Record<string, Record<string, unknown>>;

let caller: Caller;
let folder: string;
test.beforeEach(async () => {
  caller = await startEmpty({ startAt: START });
  // The clock stands still between the tests' own moves, so that each time is exact.
  const { clock } = caller.sandbox.world;
  const base = Date.now();
  clock.offset = Date.parse(START) - base;
  Object.defineProperty(clock, 'time', {
    get: () => clock.held ?? base + clock.offset,
  });
  folder = mkdtempSync(path.join(tmpdir(), 'check-subscriptions-'));
});
test.afterEach(async () => {
  rmSync(folder, { recursive: true });
  await caller.sandbox.close();
});

/** Runs the program, and returns its exit status, its lines, and its error output. */
async function run(api: string, args: string[], stored: Stored, now?: string) {
  writeFileSync(path.join(folder, 'stored.json'), JSON.stringify(stored));
  const organization = caller.sandbox.world.store.all('organizations')[0]?.id ?? '';
  const { status, stdout, stderr } = await runAlone(SCRIPT, ['--stored', 'stored.json', ...args], {
    cwd: folder,
    env: {
      PAI_API: api,
      PAI_API_KEY: 'acc_key_id',
      PAI_ORGANIZATION_ID: organization,
      PAI_NOW: now ?? caller.sandbox.world.now,
      CHECK_PAUSE_MS: '1',
    },
  });
  const lines = stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);
  return { status, lines, errors: stderr };
}

const check = (args: string[] = [], stored: Stored = {}) => run(caller.sandbox.url, args, stored);

/** Checks one subscription, and returns its only line. */
async function checkOne(id: string, stored: Record<string, unknown> = {}): Promise<Line> {
  const { status, lines, errors } = await check(['--subscription', id], {
    [id]: stored,
  });
  expect(errors).toBe('');
  expect(lines).toHaveLength(1);
  const [line] = lines;
  if (!line) throw new Error('There is no line.');
  expect(status).toBe(line.finding === null ? 0 : 2);
  return line;
}

interface Shop {
  customerId: string;
  card: string;
  planId: string;
  id: string;
}

const moveTo = (to: string) => caller.call('POST', '/sandbox/clock', { to });
const pay = (invoice: Data | undefined, body: Record<string, string> = {}) =>
  fetch(invoice?.paymentFormUrl ?? '', {
    method: 'POST',
    body: new URLSearchParams({ choice: 'approved', ...body }),
  });
const OWED = ['unpaid', 'past-due', 'partially-paid'];
const invoices = () => caller.list('/customer-invoices/?limit=100');
const openInvoices = async () => (await invoices()).filter(({ status }) => OWED.includes(status)).reverse();
const sales = () => caller.list('/transactions?limit=100&sortBy=createdAt&sortDirection=asc');
const fail = (card: string) =>
  caller.call('PATCH', `/payment-instruments/${card}`, {
    creditCard: { expireMonth: 10, expireYear: 2051 },
  });

async function createPlan(fields: object = {}): Promise<Data> {
  const product = await createProduct(caller);
  const plan = {
    recurringInterval: { unit: 'month', length: 1 },
    ...planFields(product.id),
    ...fields,
  };
  return caller.call('POST', '/plans', { ...plan, name: 'Brew' });
}

const subscribe = (customerId: string, card: string, planId: string, fields: object = {}) =>
  caller.call('POST', '/subscriptions', {
    ...{ customerId, paymentInstrumentId: card, isTrialOnly: false },
    items: [{ quantity: 1, plan: { id: planId } }],
    ...fields,
  });

/** A customer with a subscription, whose first invoice is paid unless the plan has a trial. */
async function openShop(fields: object = {}, isPaid = true, body: object = {}): Promise<Shop> {
  const { id: customerId } = await caller.call('POST', '/customers', {
    firstName: 'Ada',
  });
  const { id: card } = await storeCard(caller, customerId);
  const { id: planId } = await createPlan(fields);
  const { id } = await subscribe(customerId, card, planId, body);
  if (isPaid) for (const invoice of await openInvoices()) await pay(invoice);
  return { customerId, card, planId, id };
}

/** A customer whose renewal of November 18 was declined. */
async function declineRenewal(fields: object = {}): Promise<Shop> {
  const shop = await openShop(fields);
  await fail(shop.card);
  await moveTo(RENEWAL);
  return shop;
}

test('an active subscription that is paid needs nothing', async () => {
  const { id } = await openShop();
  expect(await check()).toEqual({ status: 0, lines: [], errors: '' });
  expect(await checkOne(id)).toMatchObject({
    finding: null,
    access: 'open',
    until: RENEWAL,
    status: 'active',
  });
  expect((await check(['--all'])).lines).toHaveLength(1);
  await moveTo(RENEWAL);
  expect(await checkOne(id), 'after a renewal').toMatchObject({
    finding: null,
    access: 'open',
  });
});

test('a declined renewal: the link, the deadlines at the end of their days, and the end', async () => {
  const { id } = await declineRenewal();
  const [invoice] = await openInvoices();
  const stored = { firstMessageAt: RENEWAL };
  const link = {
    finding: 'renewal-declined',
    invoiceId: invoice?.id,
    paymentFormUrl: invoice?.paymentFormUrl,
  };
  const until = '2026-11-26T00:00:00Z';
  expect(await checkOne(id, stored)).toMatchObject({
    ...link,
    access: 'unchanged',
    until,
    day: 0,
    status: 'unpaid',
  });
  await moveTo('2026-11-25T23:59:59Z');
  expect(await checkOne(id, stored), 'day 7 has begun').toMatchObject({
    ...link,
    access: 'unchanged',
    until,
    day: 7,
  });
  await moveTo('2026-11-26T00:00:00Z');
  expect(await checkOne(id, stored), 'day 7 is over').toMatchObject({
    ...link,
    access: 'closed',
    day: 8,
  });
  expect(await checkOne(id), 'the date of the message is not known').toMatchObject({ ...link, access: 'decide' });
  const late = await checkOne(id, { firstMessageAt: '2026-11-23T12:00:00Z' });
  expect(late, 'a late message leaves three days').toMatchObject({
    access: 'unchanged',
    until: '2026-11-27T00:00:00Z',
  });
  await moveTo('2026-12-09T23:59:59Z');
  expect(await checkOne(id, stored), 'day 21').toMatchObject({
    ...link,
    access: 'closed',
    day: 21,
  });
  await moveTo('2026-12-10T00:00:00Z');
  for (const data of [stored, {}, { firstMessageAt: '2026-12-09T12:00:00Z' }]) {
    const line = await checkOne(id, data);
    expect(line).toMatchObject({
      finding: 'last-deadline-over',
      access: 'closed',
      day: 22,
    });
    expect(line.paymentFormUrl).toBeUndefined();
    expect(line.message).toContain('void the invoice, unless');
  }
});

test('the days are those of the time zone, also when clocks change', async () => {
  const { id } = await declineRenewal();
  const args = ['--subscription', id, '--time-zone', 'America/New_York', '--close-on-day', '2', '--end-on-day', '6'];
  const stored = { [id]: { firstMessageAt: RENEWAL } };
  await moveTo('2026-11-21T04:59:59Z');
  const before = (await check(args, stored)).lines[0];
  expect(before).toMatchObject({
    access: 'unchanged',
    until: '2026-11-21T05:00:00Z',
    day: 2,
  });
  await moveTo('2026-11-21T05:00:00Z');
  expect((await check(args, stored)).lines[0]).toMatchObject({
    access: 'closed',
    day: 3,
  });
  await moveTo('2026-11-25T05:00:00Z');
  expect((await check(args, stored)).lines[0]).toMatchObject({
    finding: 'last-deadline-over',
    day: 7,
  });
});

test('a request to cancel stops the link, and closes access', async () => {
  const { id } = await declineRenewal();
  const line = await checkOne(id, { cancelRequestedAt: RENEWAL });
  expect(line).toMatchObject({ access: 'closed' });
  expect(line.paymentFormUrl).toBeUndefined();
});

test('missed periods need consent before a link', async () => {
  const { id, card } = await openShop({
    recurringInterval: { unit: 'week', length: 1 },
  });
  await fail(card);
  await moveTo('2026-11-01T09:59:59Z');
  const endOnDay = 21;
  expect((await checkOne(id, { endOnDay })).paymentFormUrl, 'the invoice of October 25').toBeDefined();
  await moveTo('2026-11-08T10:00:00Z');
  const line = await checkOne(id, { endOnDay, agreedUntil: '2026-11-02T00:00:00Z' });
  expect(line.paymentFormUrl).toBeUndefined();
  expect(line.message).toContain('2 more period(s)');
  expect((await checkOne(id, { endOnDay, agreedUntil: '2026-11-08T10:00:00Z' })).paymentFormUrl).toBeDefined();
});

test('default deadlines end before the next renewal of a weekly plan', async () => {
  const { id, card } = await openShop({ recurringInterval: { unit: 'week', length: 1 } });
  await fail(card);
  await moveTo('2026-10-28T00:00:00Z');
  const stored = { firstMessageAt: '2026-10-25T10:00:00Z' };
  expect(await checkOne(id, stored), 'day 2 is over').toMatchObject({ finding: 'renewal-declined', access: 'closed' });
  await moveTo('2026-10-31T23:59:59Z');
  expect((await checkOne(id, stored)).paymentFormUrl, 'day 6').toBeDefined();
  await moveTo('2026-11-01T00:00:00Z');
  const over = await checkOne(id, stored);
  expect(over, 'before the next renewal').toMatchObject({ finding: 'last-deadline-over', access: 'closed', day: 7 });
  expect(over.paymentFormUrl).toBeUndefined();
  const args = ['--subscription', id, '--close-on-day', '7', '--end-on-day', '14'];
  expect((await check(args, { [id]: stored })).lines[0]).toMatchObject({ finding: 'last-deadline-over' });
  expect(await checkOne(id, { ...stored, endOnDay: 21 }), 'your own days').toMatchObject({ access: 'closed', day: 7 });
  expect((await checkOne(id, { ...stored, endOnDay: 21 })).finding).toBe('renewal-declined');
  // A payment after them is late, too.
  await check(['--state', 'state.json']);
  await pay((await openInvoices())[0], { card: '4111111111111111' });
  const { lines } = await check(['--state', 'state.json']);
  expect(lines.map(({ finding }) => finding)).toContain('paid-after-deadline');
});

test('a pending renewal: no link, and access as it is', async () => {
  const { id } = await openShop();
  await moveTo('2026-11-18T09:00:00Z');
  await caller.call('POST', '/sandbox/hold-next-payment', {
    status: 'waiting',
  });
  await moveTo(RENEWAL);
  const line = await checkOne(id);
  expect(line).toMatchObject({
    finding: 'payment-pending',
    access: 'unchanged',
    status: 'unpaid',
  });
  expect(line.paymentFormUrl).toBeUndefined();
  expect(line.message).toContain('Wait');
  await moveTo('2026-11-19T10:00:01Z');
  expect((await checkOne(id)).message).toContain('PAI support');
  await moveTo('2026-11-26T10:00:00Z');
  expect(await checkOne(id, { firstMessageAt: RENEWAL }), 'day 8').toMatchObject({ access: 'unchanged' });
  const pending = (await sales()).at(-1);
  await caller.call('POST', '/sandbox/finish-payment', {
    transactionId: pending?.id,
    result: 'declined',
  });
  const failed = await checkOne(id, { firstMessageAt: RENEWAL });
  expect(failed, 'three days after it failed').toMatchObject({
    finding: 'renewal-declined',
    access: 'unchanged',
    until: '2026-11-30T00:00:00Z',
  });
  expect(failed.paymentFormUrl).toBeDefined();
});

test('3D Secure on the open invoice: its URL instead of the link', async () => {
  const { id, customerId } = await declineRenewal();
  const { id: card } = await storeCard(caller, customerId, {
    cardVerificationValue: '333',
  });
  const [invoice] = await openInvoices();
  const sale = await caller.call('POST', '/transactions', {
    ...{
      type: 'sale',
      amount: 5,
      currency: 'USD',
      customerId,
      invoiceIds: [invoice?.id],
    },
    paymentInstruction: { paymentInstrumentId: card },
    redirectUrl: 'https://tidewick.example/return',
    idempotencyKey: 'a',
  });
  const line = await checkOne(id);
  expect(line).toMatchObject({
    finding: 'payment-pending',
    redirectUrl: sale.redirectUrl,
    access: 'unchanged',
  });
  expect(line.paymentFormUrl).toBeUndefined();
  await pay(invoice, { card: '4111111111111111' });
  const paid = await checkOne(id);
  expect(paid, 'the invoice is paid in another way').toMatchObject({ finding: 'payment-not-needed', status: 'active' });
  expect(paid.redirectUrl).toBeUndefined();
});

test('a card that was declined last is reported although its period is paid', async () => {
  const { id, card } = await declineRenewal();
  await pay((await openInvoices())[0], { card: '4111111111111111' });
  const line = await checkOne(id, { paymentInstrumentId: card });
  expect(line).toMatchObject({ finding: 'card-declined', access: 'open', status: 'active' });
  await caller.call('PATCH', `/payment-instruments/${card}`, { creditCard: { expireMonth: 12, expireYear: 2040 } });
  await moveTo('2026-12-18T10:00:00Z');
  expect(await checkOne(id, { paymentInstrumentId: card }), 'it has paid since').toMatchObject({ finding: null });
});

test('of two pending payments, the one for the open invoice counts', async () => {
  const { id, customerId } = await declineRenewal();
  const [invoice] = await openInvoices();
  const { id: card } = await storeCard(caller, customerId, { cardVerificationValue: '333' });
  const charge = (invoiceId: string, idempotencyKey: string) =>
    caller.call('POST', '/transactions', {
      ...{ type: 'sale', amount: 5, currency: 'USD', customerId, invoiceIds: [invoiceId], idempotencyKey },
      paymentInstruction: { paymentInstrumentId: card },
      redirectUrl: 'https://tidewick.example/return',
    });
  const first = await charge(invoice?.id ?? '', 'a');
  const { store } = caller.sandbox.world;
  const paid = (await invoices()).find(({ status }) => status === 'paid');
  const stale = { ...store.get('transactions', first.id), id: 'txn_AStale', createdAt: '2026-11-18T10:00:00Z' };
  const entry = { date: paid?.issueDate, amount: paid?.totalAmount, currency: 'USD' };
  store.put('transactions', { ...stale, invoices: [entry], invoiceIds: [paid?.id] } as never);
  const line = await checkOne(id);
  expect(line).toMatchObject({ finding: 'payment-pending', redirectUrl: first.redirectUrl });
  expect(line.message).not.toContain('txn_AStale');
});

test('a renewal that failed before an undo was effective gets no link', async () => {
  const { id, planId } = await upgrade('retain');
  await moveTo(RENEWAL);
  const change = { nextCharge: RENEWAL, isUndone: true, items: [{ planId, quantity: 1, price: 5 }] };
  const read = async () => (await check(['--subscription', id], { [id]: { change } })).lines[0];
  const line = await read();
  expect(line).toMatchObject({ finding: 'renewal-declined' });
  expect(line?.message).toContain('restore the plan and replace the invoice');
  expect(line?.paymentFormUrl).toBeUndefined();
  // PAI support has restored the plan.
  const { world } = caller.sandbox;
  const subscription = world.store.get('subscriptions', id);
  if (!subscription) throw new Error('There is no subscription.');
  const items = subscription.items.map((item) => ({ ...item, quantity: 1 }));
  world.change('subscriptions', subscription, { items });
  expect((await read())?.paymentFormUrl).toBeDefined();
});

test('after the last deadline, a page for 3D Secure is not sent', async () => {
  const { id, customerId } = await declineRenewal();
  const { id: card } = await storeCard(caller, customerId, { cardVerificationValue: '333' });
  const [invoice] = await openInvoices();
  await caller.call('POST', '/transactions', {
    ...{ type: 'sale', amount: 5, currency: 'USD', customerId, invoiceIds: [invoice?.id] },
    paymentInstruction: { paymentInstrumentId: card },
    redirectUrl: 'https://tidewick.example/return',
    idempotencyKey: 'a',
  });
  await moveTo('2026-12-10T00:00:00Z');
  expect((await checkOne(id)).redirectUrl).toBeUndefined();
});

test('a refunded upgrade that was undone leaves the period paid', async () => {
  const { id, card, planId } = await openShop();
  await moveTo('2026-11-02T10:00:00Z');
  await changeItems({ id, planId }, 2, true);
  await changeItems({ id, planId }, 1, false);
  const upgrade = (await sales()).at(-1);
  expect(upgrade).toMatchObject({ subscriptionId: id, result: 'approved' });
  await caller.call('POST', `/transactions/${upgrade?.id}/refund`, {});
  const change = { nextCharge: RENEWAL, deadline: '2026-11-09T00:00:00Z' };
  const stored = { paymentInstrumentId: card, change: { ...change, isUndone: true } };
  expect(await checkOne(id, stored)).toMatchObject({ finding: null, access: 'open' });
  expect(await checkOne(id, { change }), 'it might not be undone').toMatchObject({ access: 'decide' });
});

test('a card that has never paid, after a trial', async () => {
  const { id, card } = await openShop({
    trial: { price: 0, period: { unit: 'day', length: 14 } },
  });
  const trialEnd = '2026-11-01T10:00:00Z';
  expect(await checkOne(id, { trialEnd })).toMatchObject({
    finding: null,
    access: 'decide',
    until: trialEnd,
  });
  expect(await checkOne(id), 'an active subscription without a payment').toMatchObject({
    finding: 'ask',
    access: 'decide',
  });
  await moveTo(trialEnd);
  expect(await checkOne(id, { paymentInstrumentId: card })).toMatchObject({
    finding: 'first-charge-missing',
    status: 'trial-ended',
    paymentFormUrl: expect.any(String),
  });
  const unknown = await checkOne(id);
  expect(unknown, 'the card might have paid').toMatchObject({
    finding: 'charge-expected',
    access: 'unchanged',
  });
  expect(unknown.paymentFormUrl).toBeUndefined();
  await moveTo('2026-11-01T11:00:01Z');
  expect(await checkOne(id), 'an hour later').toMatchObject({
    finding: 'first-charge-missing',
    paymentFormUrl: expect.any(String),
  });
  await moveTo('2026-11-09T00:00:00Z');
  expect(await checkOne(id, { firstMessageAt: trialEnd })).toMatchObject({
    access: 'closed',
    day: 8,
  });
  await moveTo('2026-12-01T10:00:00Z');
  expect((await checkOne(id)).finding).toBe('last-deadline-over');
});

test('a trial-only subscription ends without a charge', async () => {
  const trial = { price: 0, period: { unit: 'day', length: 14 } };
  const { id } = await openShop({ trial, isTrialOnly: true, recurringInterval: undefined }, true, {
    isTrialOnly: true,
  });
  const trialEnd = '2026-11-01T10:00:00Z';
  expect(await checkOne(id, { trialEnd, isTrialOnly: true })).toMatchObject({
    access: 'decide',
    until: trialEnd,
  });
  await check(['--state', 'state.json'], {
    [id]: { trialEnd, isTrialOnly: true },
  });
  await moveTo('2026-11-02T10:00:00Z');
  expect(await checkOne(id)).toMatchObject({
    finding: 'trial-only-ended',
    access: 'closed',
  });
  expect(await checkOne(id, { isTrialOnly: false })).toMatchObject({
    finding: 'inconsistent',
    access: 'unchanged',
  });
  expect((await check(['--state', 'state.json'])).lines).toHaveLength(1);
  expect((await check(['--state', 'state.json'])).lines, 'once').toHaveLength(0);
});

test('an order that has not started', async () => {
  const { id, card } = await openShop({}, false);
  expect((await checkOne(id)).finding, 'the card might have paid').toBe('charge-expected');
  const line = await checkOne(id, { paymentInstrumentId: card });
  expect(line).toMatchObject({
    finding: 'first-payment-missing',
    access: 'closed',
    status: 'connected',
  });
  expect(line.paymentFormUrl).toBeDefined();
  await moveTo('2026-10-19T10:00:01Z');
  const late = await checkOne(id);
  expect(late.message).toContain('delete the order');
  expect(late.paymentFormUrl).toBeUndefined();
});

/** Changes to two of the plan, halfway through a month, with a card that's declined. */
async function upgrade(retainRenewalTime: string): Promise<Shop> {
  const shop = await openShop();
  await moveTo('2026-11-02T10:00:00Z');
  await fail(shop.card);
  await caller.call('POST', `/subscriptions/${shop.id}/items`, {
    ...{
      items: [{ quantity: 2, plan: { id: shop.planId } }],
      retainRenewalTime,
      proRataCredit: true,
    },
  });
  return shop;
}

const changeItems = ({ id, planId }: Pick<Shop, 'id' | 'planId'>, quantity: number, proRataCredit: boolean) =>
  caller.call('POST', `/subscriptions/${id}/items`, {
    items: [{ quantity, plan: { id: planId } }],
    retainRenewalTime: 'retain',
    proRataCredit,
  });

/** What is found after a declined upgrade: the period from before it is paid. */
const OLD_ITEMS = { finding: 'upgrade-unpaid', access: 'open', items: 'old', until: RENEWAL };

test('a declined upgrade that kept the renewal date', async () => {
  const { id } = await upgrade('retain');
  const change = { nextCharge: RENEWAL, deadline: '2026-11-09T00:00:00Z' };
  const line = await checkOne(id, { change });
  expect(line).toMatchObject({ ...OLD_ITEMS, status: 'active' });
  expect(line.paymentFormUrl).toBeDefined();
  const without = await checkOne(id);
  expect(without.paymentFormUrl, 'your deadline is not known').toBeUndefined();
  expect(without.message).toContain('"deadline"');
  expect((await checkOne(id, { change: { ...change, isUndone: true } })).paymentFormUrl).toBeUndefined();
  await moveTo('2026-11-09T00:00:00Z');
  const late = await checkOne(id, { change });
  expect(late.paymentFormUrl).toBeUndefined();
  expect(late.message).toContain('void the invoice');
});

test('an upgrade that is not charged yet gives the old items', async () => {
  const { id, planId } = await openShop();
  const change = { nextCharge: RENEWAL };
  await changeItems({ id, planId }, 2, false);
  expect(await checkOne(id, { change })).toMatchObject({ access: 'open', items: 'old' });
  expect(await checkOne(id, { change: { ...change, isUndone: true } })).not.toHaveProperty('items');
  await moveTo('2026-10-28T10:00:00Z');
  await changeItems({ id, planId }, 3, true);
  expect(await checkOne(id, { change }), 'the second one is paid').not.toHaveProperty('items');
  await moveTo(RENEWAL);
  expect(await checkOne(id, { change })).not.toHaveProperty('items');
});

test('a credited downgrade gives the new items, and another one the old ones', async () => {
  const shop = await openShop();
  const change = { nextCharge: RENEWAL };
  await changeItems(shop, 2, true);
  await changeItems(shop, 1, true);
  for (const isDowngrade of [false, true])
    expect(await checkOne(shop.id, { change: { ...change, isDowngrade, isCredited: true } })).not.toHaveProperty(
      'items',
    );
  expect(await checkOne(shop.id, { change: { ...change, isDowngrade: true } })).toMatchObject({ items: 'old' });
});

test('a refunded upgrade leaves the period as it was paid, unless the upgrade is disputed', async () => {
  const shop = await openShop();
  await moveTo('2026-10-25T10:00:00Z');
  await changeItems(shop, 2, true);
  const [upgraded] = (await sales()).filter(({ date }) => String(date).startsWith('2026-10-25'));
  await moveTo('2026-10-28T10:00:00Z');
  await changeItems(shop, 1, false);
  await caller.call('POST', `/transactions/${upgraded?.id}/refund`, {});
  const change = { changedAt: '2026-10-28T10:00:00Z', nextCharge: RENEWAL, isDowngrade: true, isCredited: true };
  const open = { access: 'open', finding: null, reason: 'The current period is paid.' };
  expect(await checkOne(shop.id, { change })).toMatchObject(open);
  expect(await checkOne(shop.id, { change: null }), 'not stored').toMatchObject({ access: 'decide' });
  const sale = caller.sandbox.world.store.get('transactions', String(upgraded?.id));
  if (!sale) throw new Error('There is no sale.');
  caller.sandbox.world.change('transactions', sale, { status: 'disputed' });
  expect(await checkOne(shop.id, { change })).toMatchObject({ access: 'decide' });
});

test('a cancellation at the next renewal keeps the items that are paid', async () => {
  const shop = await openShop();
  const change = { changedAt: '2026-10-25T10:00:00Z', nextCharge: RENEWAL };
  await moveTo('2026-10-25T10:00:00Z');
  await changeItems(shop, 2, false);
  const old = { access: 'open', items: 'old' };
  expect(await checkOne(shop.id, { change })).toMatchObject(old);
  await cancel(shop.id, 'at-next-renewal');
  expect(await checkOne(shop.id, { change }), 'nothing was paid for it').toMatchObject({ ...old, status: 'canceled' });
  expect(await checkOne(shop.id, { change: null })).not.toHaveProperty('items');
});

test('an upgrade that is paid after a cancellation unlocks nothing', async () => {
  const { id } = await upgrade('retain');
  const [invoice] = await openInvoices();
  const change = { changedAt: String(invoice?.issueDate), nextCharge: RENEWAL, deadline: '2026-11-09T00:00:00Z' };
  expect(await checkOne(id, { change })).toMatchObject({ access: 'open', items: 'old' });
  await cancel(id, 'at-next-renewal');
  await moveTo('2026-11-03T10:00:00Z');
  await pay(invoice, { card: '4111111111111111' });
  expect(await checkOne(id, { change })).toMatchObject({ status: 'canceled', finding: 'paid-after-end', items: 'old' });
});

test('a downgrade before a cancellation keeps the items that are paid', async () => {
  const shop = await openShop();
  await moveTo('2026-10-25T10:00:00Z');
  await changeItems(shop, 2, true);
  await moveTo('2026-10-28T10:00:00Z');
  await changeItems(shop, 1, false);
  await cancel(shop.id, 'at-next-renewal');
  const change = { changedAt: '2026-10-28T10:00:00Z', nextCharge: RENEWAL, isDowngrade: true };
  expect(await checkOne(shop.id, { change })).toMatchObject({ status: 'canceled', access: 'open', items: 'old' });
  expect(await checkOne(shop.id, { change: { ...change, isCredited: true } })).not.toHaveProperty('items');
});

test('a refund of an upgrade from before the stored one leaves the period as it was paid', async () => {
  const shop = await openShop();
  await moveTo('2026-10-25T10:00:00Z');
  await changeItems(shop, 2, true);
  const [first] = (await sales()).filter(({ date }) => String(date).startsWith('2026-10-25'));
  await changeItems(shop, 1, false);
  await caller.call('POST', `/transactions/${first?.id}/refund`, {});
  await moveTo('2026-10-28T10:00:00Z');
  await changeItems(shop, 2, true);
  const change = { changedAt: '2026-10-28T10:00:00Z', nextCharge: RENEWAL };
  expect(await checkOne(shop.id, { change })).toMatchObject({ access: 'open', finding: null });
  const second = (await sales()).find(({ date }) => String(date).startsWith('2026-10-28'));
  await caller.call('POST', `/transactions/${second?.id}/refund`, {});
  expect(await checkOne(shop.id, { change }), 'the stored one').toMatchObject({ access: 'decide' });
});

test('a renewal after an upgrade that is still unpaid gives the new items', async () => {
  const { id, card } = await upgrade('retain');
  const change = { nextCharge: RENEWAL, deadline: '2026-11-09T00:00:00Z' };
  await caller.call('PATCH', `/payment-instruments/${card}`, { creditCard: { expireMonth: 12, expireYear: 2040 } });
  await moveTo(RENEWAL);
  const line = await checkOne(id, { change });
  expect(line).toMatchObject({ finding: 'renewed-with-open-invoice', access: 'open', status: 'active' });
  expect(line).not.toHaveProperty('items');
  expect(line.paymentFormUrl).toBeUndefined();
});

for (const isUndone of [false, true])
  test(`a renewal that fails after a declined upgrade${isUndone ? ' was undone' : ''} is what the customer pays`, async () => {
    const { id, planId } = await upgrade('retain');
    const [superseded] = await openInvoices();
    if (isUndone) await changeItems({ id, planId }, 1, false);
    await moveTo(RENEWAL);
    const [, renewal] = await openInvoices();
    const change = { nextCharge: RENEWAL, deadline: '2026-11-09T00:00:00Z', isUndone };
    const listLines = async () => (await check(['--subscription', id], { [id]: { change } })).lines;
    const lines = await listLines();
    expect(lines).toMatchObject([
      { finding: 'renewal-declined', invoiceId: renewal?.id, day: 0, paymentFormUrl: renewal?.paymentFormUrl },
      { finding: 'upgrade-superseded', invoiceId: superseded?.id },
    ]);
    expect(lines).toMatchObject([1, 2].map(() => ({ status: 'unpaid', access: 'unchanged', items: 'old' })));
    expect(lines[1]?.paymentFormUrl).toBeUndefined();
    await moveTo('2026-11-20T10:00:00Z');
    expect((await listLines())[0], 'the days of the renewal count').toMatchObject({ day: 2, access: 'unchanged' });
    await pay(renewal, { card: '4111111111111111' });
    const [paid, ...others] = await listLines();
    expect(paid).toMatchObject({ finding: 'renewed-with-open-invoice', invoiceId: superseded?.id, access: 'open' });
    expect(others.map(({ finding }) => finding)).toEqual([]);
  });

test('an upgrade that is undone only needs its invoice voided', async () => {
  const { id } = await upgrade('retain');
  const change = { nextCharge: RENEWAL, deadline: '2026-11-09T00:00:00Z' };
  await moveTo('2026-11-10T00:00:00Z');
  expect((await checkOne(id, { change })).message).toContain('Undo the upgrade');
  const undone = await checkOne(id, { change: { ...change, isUndone: true } });
  expect(undone.message).not.toContain('Undo the upgrade');
  expect(undone.message).toContain('void the invoice');
});

test('a payment with another card leaves a card that renewals don’t charge', async () => {
  const { id, customerId, card } = await openShop({}, false);
  await pay((await openInvoices())[0], { card: '4111111111111111' });
  const line = await checkOne(id, { paymentInstrumentId: card });
  expect(line).toMatchObject({ finding: 'card-never-paid', access: 'open' });
  expect(line.message).toContain(`${card}: `);
  expect(await checkOne(id), 'the card is not known').toMatchObject({ finding: null });
  await caller.call('POST', '/transactions', {
    ...{ type: 'sale', customerId, currency: 'USD', amount: 1, paymentInstruction: { paymentInstrumentId: card } },
  });
  expect(await checkOne(id, { paymentInstrumentId: card })).toMatchObject({ finding: null });
});

test('a declined upgrade with a new period', async () => {
  const { id } = await upgrade('reset');
  const change = { nextCharge: RENEWAL, isReset: true };
  const line = await checkOne(id, { change });
  expect(line).toMatchObject({ ...OLD_ITEMS, status: 'unpaid' });
  expect(line.paymentFormUrl).toBeDefined();
  const unknown = await checkOne(id);
  expect(unknown, 'it might be a renewal').toMatchObject({
    finding: 'ask',
    access: 'unchanged',
  });
  expect(unknown.paymentFormUrl).toBeUndefined();
  await moveTo('2026-11-17T10:00:00Z');
  const late = await checkOne(id, { change });
  expect(late, 'a day before').toMatchObject({
    access: 'open',
    until: RENEWAL,
  });
  expect(late.paymentFormUrl).toBeUndefined();
  await moveTo(RENEWAL);
  expect(await checkOne(id, { change })).toMatchObject({ access: 'closed' });
});

/** Two subscriptions of one customer to one plan, whose renewals at the same moment weren't charged. */
async function oweTwice(): Promise<[string, string]> {
  const { id, customerId, card, planId } = await openShop();
  const { id: other } = await subscribe(customerId, card, planId);
  await moveTo('2026-11-17T00:00:00Z');
  const { id: never } = await storeCard(caller, customerId);
  for (const one of [id, other])
    await caller.call('PUT', `/subscriptions/${one}`, {
      ...{ customerId, paymentInstrumentId: never, isTrialOnly: false },
      items: [{ quantity: 1, plan: { id: planId } }],
    });
  await moveTo('2026-11-18T10:00:01Z');
  return [id, other];
}

test('identical subscriptions with identical invoices each get one of the links', async () => {
  const [id, other] = await oweTwice();
  const { lines } = await check();
  const links = (await openInvoices()).map(({ paymentFormUrl }) => paymentFormUrl);
  expect(lines.map(({ finding, access }) => [finding, access])).toEqual([
    ['never-charged', 'unchanged'],
    ['never-charged', 'unchanged'],
  ]);
  expect(lines.map(({ paymentFormUrl }) => paymentFormUrl).sort()).toEqual(links.sort());
  // Whichever is paid, the other subscription gets the other link.
  await pay((await openInvoices())[0], { card: '4111111111111111' });
  const [left] = await openInvoices();
  const [line, ...more] = (await check()).lines;
  expect(more).toEqual([]);
  expect(line).toMatchObject({ finding: 'never-charged', access: 'unchanged', paymentFormUrl: left?.paymentFormUrl });
  const paid = line?.subscriptionId === id ? other : id;
  expect(await checkOne(paid)).toMatchObject({ finding: null, access: 'open', status: 'active' });
});

test('two subscriptions to the same plan: ask whose the invoice is', async () => {
  const [id, other] = await oweTwice();
  const open = await openInvoices();
  expect(open).toHaveLength(2);
  const { world } = caller.sandbox;
  const second = world.store.get('subscriptions', other);
  if (!second) throw new Error('There is no second subscription.');
  world.change('subscriptions', second, { status: 'paused' });
  const { lines } = await check();
  expect(lines.map(({ finding, access, paymentFormUrl }) => [finding, access, paymentFormUrl])).toEqual([
    ['ask', 'unchanged', undefined],
    ['ask', 'unchanged', undefined],
  ]);
  world.change('subscriptions', second, { status: 'unpaid' });
  for (const { message } of lines) expect(message).toMatch(new RegExp(`${id}.*${other}|${other}.*${id}`));
  const stored = {
    [id]: { invoiceIds: [open[0]?.id] },
    [other]: { invoiceIds: [open[1]?.id] },
  };
  const found = (await check([], stored)).lines;
  expect(found.map(({ finding }) => finding)).toEqual(['never-charged', 'never-charged']);
  expect(found.find(({ subscriptionId }) => subscriptionId === id)?.paymentFormUrl).toBe(open[0]?.paymentFormUrl);
});

test('paid twice: by the link while another payment was pending', async () => {
  const { id, card } = await openShop();
  await moveTo('2026-11-18T09:00:00Z');
  await caller.call('POST', '/sandbox/hold-next-payment', {
    status: 'sending',
  });
  await moveTo(RENEWAL);
  const [invoice] = await openInvoices();
  await pay(invoice, { card: '5555555555554444' });
  expect(await checkOne(id)).toMatchObject({ finding: 'payment-not-needed' });
  const [held] = (await sales()).filter(({ status }) => status === 'sending');
  await caller.call('POST', '/sandbox/finish-payment', {
    transactionId: held?.id,
    result: 'approved',
  });
  const line = await checkOne(id, { paymentInstrumentId: card });
  const extra = (await sales()).find((sale) => sale['paymentInstrument'] === null);
  expect(line).toMatchObject({
    finding: 'paid-twice',
    invoiceId: invoice?.id,
    access: 'open',
  });
  expect(line.message).toContain(`preferably ${extra?.id}`);
  await caller.call('POST', `/transactions/${extra?.id}/refund`, { amount: 5 });
  expect(await checkOne(id), 'the other sale has paid').toMatchObject({
    finding: null,
    access: 'open',
  });
});

test('paid twice: two subscriptions with the same plan and date are two invoices', async () => {
  const { id, customerId, card, planId } = await openShop();
  const { id: other } = await subscribe(customerId, card, planId);
  await moveTo(RENEWAL);
  expect((await check()).lines).toEqual([]);
  const { world } = caller.sandbox;
  const renewals = world.store.all('transactions').filter(({ createdAt }) => createdAt === RENEWAL);
  const twins = world.store.all('invoices').filter(({ issueDate }) => issueDate === RENEWAL);
  expect([renewals.length, twins.length]).toEqual([2, 2]);
  // Both payments are for the first one, and the second one is open. An open invoice doesn't hide the extra payment.
  const open = twins.find(({ subscriptionId }) => subscriptionId === other);
  const sale = renewals.find(({ subscriptionId }) => subscriptionId === other);
  if (!open || !sale) throw new Error('There is no renewal.');
  world.change('invoices', open, { status: 'unpaid', paidOnDate: null });
  world.change('transactions', sale, { subscriptionId: id });
  const { lines } = await check();
  expect(lines).toContainEqual(expect.objectContaining({ finding: 'paid-twice', subscriptionId: id }));
  // The same with both invoices settled.
  world.change('invoices', open, { status: 'refunded' });
  expect((await check()).lines).toContainEqual(expect.objectContaining({ finding: 'paid-twice', subscriptionId: id }));
});

test('a late payment that charged missed periods', async () => {
  const { id, card } = await declineRenewal();
  await moveTo('2027-01-20T10:00:00Z');
  await caller.call('PATCH', `/payment-instruments/${card}`, {
    creditCard: { expireMonth: 12, expireYear: 2040 },
  });
  await pay((await openInvoices())[0]);
  const { lines } = await check();
  const missed = (await sales())
    .filter(({ amount, ...sale }) => amount === 5 && sale['isMerchantInitiated'] === true)
    .slice(-2);
  expect(lines.map(({ finding }) => finding)).toEqual([
    'missed-periods-charged',
    'missed-periods-charged',
    'paid-old-invoice',
  ]);
  for (const sale of missed) expect(lines.some(({ message }) => message.startsWith(sale.id))).toBe(true);
  expect(lines.filter(({ message }) => message.includes('current period'))).toHaveLength(1);
  expect(lines[0]).toMatchObject({
    access: 'open',
    until: '2027-02-18T10:00:00Z',
  });
  expect((await check([], { [id]: { agreedUntil: '2026-12-31T00:00:00Z' } })).lines).toHaveLength(1);
  expect((await check([], { [id]: { agreedUntil: '2027-01-19T00:00:00Z' } })).lines).toHaveLength(0);
  await moveTo('2027-03-20T10:00:00Z');
  expect((await check([], { [id]: { agreedUntil: '2027-01-19T00:00:00Z' } })).lines, 'later renewals').toHaveLength(0);
});

test('an ended subscription with an open invoice, which is then paid', async () => {
  const { id } = await declineRenewal();
  await caller.call('POST', '/sandbox/billing-failures', {
    subscriptionId: id,
  });
  const line = await checkOne(id);
  expect(line).toMatchObject({
    finding: 'ended-with-open-invoice',
    access: 'closed',
    status: 'churned',
  });
  expect(line.paymentFormUrl).toBeUndefined();
  await moveTo('2026-11-20T00:00:00Z');
  await pay((await openInvoices())[0], { card: '4111111111111111' });
  const paid = await checkOne(id);
  expect(paid, 'the period is paid').toMatchObject({
    finding: 'paid-after-end',
    access: 'open',
    until: '2026-12-18T10:00:00Z',
  });
  await caller.call('POST', `/transactions/${(await sales()).at(-1)?.id}/refund`, { amount: 5 });
  expect(await checkOne(id)).toMatchObject({ finding: null, access: 'closed' });
});

test('a cancellation keeps access until it churns', async () => {
  const { id } = await openShop();
  const draft = await caller.call('POST', '/subscription-cancellations', {
    reason: 'did-not-use',
    status: 'draft',
  });
  await caller.call('PATCH', `/subscription-cancellations/${draft.id}`, {
    ...{
      subscriptionId: id,
      prorated: false,
      churnTimePolicy: 'at-next-renewal',
      status: 'confirmed',
    },
  });
  expect(await checkOne(id)).toMatchObject({
    finding: null,
    access: 'open',
    until: RENEWAL,
    status: 'canceled',
  });
  await moveTo(RENEWAL);
  expect(await checkOne(id)).toMatchObject({
    finding: null,
    access: 'closed',
    status: 'churned',
  });
});

test('a pause is your decision, and its time is added to the period', async () => {
  const { id } = await openShop();
  await moveTo('2026-10-20T10:00:00Z');
  const endAt = '2026-12-01T10:00:00Z';
  await caller.call('POST', '/subscription-pauses', {
    subscriptionId: id,
    endAt,
  });
  expect(await checkOne(id)).toMatchObject({
    finding: null,
    access: 'decide',
    until: endAt,
    status: 'paused',
  });
  await moveTo('2026-12-20T10:00:00Z');
  expect(await checkOne(id), 'after the pause').toMatchObject({
    finding: null,
    access: 'open',
    until: '2026-12-30T10:00:00Z',
  });
});

test('a disputed or refunded payment is a decision', async () => {
  const { id } = await openShop();
  const [sale] = await sales();
  await caller.call('POST', '/sandbox/disputes', { transactionId: sale?.id });
  expect(await checkOne(id)).toMatchObject({ access: 'decide' });
});

test('a subscription whose charge did not happen', async () => {
  const { id } = await openShop();
  const subscription = caller.sandbox.world.store.get('subscriptions', id);
  if (!subscription) throw new Error('There is no subscription.');
  Object.assign(subscription, { nextCharge: '2026-10-18T08:59:00Z' });
  expect(await checkOne(id)).toMatchObject({
    finding: 'not-charged',
    access: 'open',
  });
  Object.assign(subscription, { nextCharge: '2026-10-18T09:30:00Z' });
  expect(await checkOne(id), 'less than an hour ago').toMatchObject({
    finding: null,
    access: 'unchanged',
  });
});

test('an unpaid subscription without an open invoice is inconsistent', async () => {
  const { id } = await declineRenewal();
  const [invoice] = caller.sandbox.world.store.all('invoices').filter(({ status }) => status === 'unpaid');
  if (!invoice) throw new Error('There is no invoice.');
  caller.sandbox.world.change('invoices', invoice, { status: 'voided' });
  expect(await checkOne(id)).toMatchObject({
    finding: 'inconsistent',
    access: 'unchanged',
  });
});

test('an approved sale whose invoice is still open gets no link', async () => {
  const { id } = await declineRenewal();
  const sale = caller.sandbox.world.store.all('transactions').at(-1);
  if (!sale) throw new Error('There is no sale.');
  caller.sandbox.world.change('transactions', sale, {
    result: 'approved',
    status: 'completed',
  });
  const line = await checkOne(id);
  expect(line).toMatchObject({ finding: 'inconsistent', access: 'unchanged' });
  expect(line.paymentFormUrl).toBeUndefined();
});

test('an invoice that no subscription explains', async () => {
  await openShop();
  const invoice = caller.sandbox.world.store.all('invoices')[0];
  if (!invoice) throw new Error('There is no invoice.');
  const items = [{ description: 'Beans', quantity: 1, unitPrice: 9, amount: 9 }];
  const fields = {
    ...invoice,
    status: 'unpaid',
    totalAmount: 9,
    items,
    issueDate: '2026-10-18T11:00:00Z',
  };
  const other = caller.sandbox.world.create('invoices', 'inv', {
    ...fields,
    id: 'inv_other',
  });
  const { status, lines } = await check(['--all']);
  expect(status).toBe(2);
  expect(lines.find(({ subscriptionId }) => subscriptionId === null)).toMatchObject({
    finding: 'unexplained-invoice',
    invoiceId: other.id,
  });
  expect(lines.find(({ subscriptionId }) => subscriptionId !== null)).toMatchObject({
    access: 'unchanged',
    finding: null,
  });
});

test('a payment after a request to cancel or the last deadline is no recovery', async () => {
  const { id, card: paymentInstrumentId } = await declineRenewal();
  const state = ['--state', 'state.json'];
  const findings = async (stored: Record<string, unknown> = {}) =>
    (await check(state, { [id]: stored })).lines
      .filter(({ subscriptionId }) => subscriptionId === id)
      .map(({ finding }) => finding);
  await check(state);
  const before = readFileSync(path.join(folder, 'state.json'));
  await moveTo('2026-12-09T10:00:00Z');
  await pay((await openInvoices())[0], { card: '4111111111111111' });
  expect(await findings()).toEqual(['recovered']);
  writeFileSync(path.join(folder, 'state.json'), before);
  expect(await findings({ paymentInstrumentId })).toEqual(['recovered', 'card-declined']);
  writeFileSync(path.join(folder, 'state.json'), before);
  expect(await findings({ cancelRequestedAt: RENEWAL, paymentInstrumentId })).toEqual(['paid-after-request']);
  writeFileSync(path.join(folder, 'state.json'), before);
  const deadlines = { closeOnDay: 2, endOnDay: 6, paymentInstrumentId };
  expect(await findings(deadlines)).toEqual(['paid-after-deadline']);
});

test('after a payment that came too late, the next declined renewal is not asked for', async () => {
  const { id } = await declineRenewal();
  await check(['--state', 'state.json']);
  const before = readFileSync(path.join(folder, 'state.json'));
  await moveTo('2026-12-20T10:00:00Z');
  await pay((await openInvoices())[0], { card: '4111111111111111' });
  expect(await caller.call('GET', `/subscriptions/${id}`), 'the missed period').toMatchObject({ status: 'unpaid' });
  writeFileSync(path.join(folder, 'state.json'), before);
  const { lines } = await check(['--state', 'state.json'], {});
  expect(lines.map(({ finding }) => finding)).toEqual(['paid-after-deadline']);
  expect(lines[0]?.paymentFormUrl).toBeUndefined();
});

test('whoever was told that it has ended gets no link, until access is restored', async () => {
  const { id } = await declineRenewal();
  await moveTo('2026-12-10T10:00:00Z');
  const endedAt = '2026-12-10T10:00:00Z';
  const over = await checkOne(id, { endedAt });
  expect(over).toMatchObject({ finding: 'last-deadline-over', access: 'closed' });
  await moveTo('2026-12-20T10:00:00Z');
  // An old link is paid, and the missed period is declined on the old card.
  await pay((await openInvoices())[0], { card: '4111111111111111' });
  const findings = async () => (await check([], { [id]: { endedAt } })).lines;
  const paid = await findings();
  expect(paid.map(({ finding }) => finding)).toEqual(['last-deadline-over', 'paid-after-deadline']);
  const late = (await sales()).find((sale) => sale['paymentInstrument'] === null && sale.result === 'approved');
  await caller.call('POST', `/transactions/${late?.id}/refund`, {});
  const refunded = await findings();
  expect(refunded).toMatchObject([{ finding: 'last-deadline-over', access: 'closed' }]);
  for (const line of [over, ...paid, ...refunded]) expect(line.paymentFormUrl).toBeUndefined();
  expect((await checkOne(id, { firstMessageAt: endedAt })).paymentFormUrl, 'access was restored').toBeDefined();
});

for (const isUndone of [false, true])
  test(`an upgrade that is paid late${isUndone ? ' after its undo' : ''} makes no renewal a missed period`, async () => {
    const { id, card, planId } = await upgrade('retain');
    const [superseded] = await openInvoices();
    if (isUndone) await changeItems({ id, planId }, 1, false);
    await caller.call('PATCH', `/payment-instruments/${card}`, { creditCard: { expireMonth: 12, expireYear: 2040 } });
    await moveTo('2026-11-20T10:00:00Z');
    await pay(superseded, { card: '4111111111111111' });
    const change = { nextCharge: RENEWAL, deadline: '2026-11-09T00:00:00Z', isUndone };
    const finding = isUndone ? 'paid-after-undo' : 'paid-old-invoice';
    expect(await checkOne(id, { change })).toMatchObject({ finding, access: 'open' });
    const unknown = await checkOne(id);
    expect(unknown, 'without the change').toMatchObject({ finding: 'paid-old-invoice', access: 'open' });
    const late = (await sales()).find((sale) => sale['paymentInstrument'] === null && sale.result === 'approved');
    await caller.call('POST', `/transactions/${late?.id}/refund`, {});
    expect(await checkOne(id, { change })).toMatchObject({ finding: null, access: 'open' });
  });

test('missed periods that were paid after a request to cancel are reported once', async () => {
  const { id, card } = await declineRenewal();
  await moveTo('2027-01-20T10:00:00Z');
  await caller.call('PATCH', `/payment-instruments/${card}`, { creditCard: { expireMonth: 12, expireYear: 2040 } });
  await pay((await openInvoices())[0]);
  const { lines } = await check([], { [id]: { cancelRequestedAt: RENEWAL } });
  expect(lines.map(({ finding }) => finding)).toEqual(['paid-after-request']);
});

test('time that was refunded is not paid', async () => {
  const { id } = await openShop();
  expect(await checkOne(id)).toMatchObject({ access: 'open' });
  expect(await checkOne(id, { refundedFrom: START })).toMatchObject({ access: 'closed' });
  await moveTo(RENEWAL);
  expect(await checkOne(id, { refundedFrom: START }), 'the next period is paid').toMatchObject({ access: 'open' });
  const { id: other } = await declineRenewal();
  expect(await checkOne(other, { refundedFrom: RENEWAL })).toMatchObject({ access: 'closed' });
});

test('a message from before the invoice does not count', async () => {
  const { id } = await declineRenewal();
  await moveTo('2026-11-27T00:00:00Z');
  expect(await checkOne(id, { firstMessageAt: START })).toMatchObject({ access: 'decide' });
  expect(await checkOne(id, { firstMessageAt: RENEWAL })).toMatchObject({ access: 'closed' });
});

test('several subscriptions are checked in one run', async () => {
  const { id } = await openShop();
  const { id: other } = await openShop();
  await openShop();
  const both = await check(['--subscription', `${id},${other}`]);
  expect(both.status).toBe(0);
  expect(both.lines.map(({ subscriptionId }) => subscriptionId).sort()).toEqual([id, other].sort());
  const some = await check(['--subscription', `${id},sub_None`]);
  expect(some.status).toBe(2);
  expect(some.lines.map(({ subscriptionId, finding }) => [subscriptionId, finding])).toEqual([
    [id, null],
    ['sub_None', 'not-checked'],
  ]);
});

test('the state reports what recovered and what ended', async () => {
  const { id } = await declineRenewal();
  const state = ['--state', 'state.json'];
  const file = path.join(folder, 'state.json');
  expect((await check(state)).status).toBe(2);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
    unpaid: { [id]: 'unpaid' },
  });
  expect(existsSync(`${file}.tmp`)).toBe(false);
  await pay((await openInvoices())[0], { card: '4111111111111111' });
  await check([...state, '--subscription', id]);
  const found = (await check(state)).lines.filter(({ subscriptionId }) => subscriptionId === id);
  expect(found).toEqual([expect.objectContaining({ finding: 'recovered', access: 'open' })]);
  expect(
    (await check(state)).lines.filter(({ subscriptionId }) => subscriptionId === id),
    'once',
  ).toEqual([]);
  await moveTo('2026-12-18T10:00:00Z');
  await check(state);
  await caller.call('POST', '/sandbox/billing-failures', {
    subscriptionId: id,
  });
  const ended = (await check(state)).lines.filter(({ subscriptionId }) => subscriptionId === id);
  expect(ended.map(({ finding }) => finding)).toEqual(['ended-with-open-invoice', 'ended']);
  writeFileSync(file, '{');
  const broken = await check(state);
  expect(broken.status).toBe(1);
  expect(broken.errors).toContain('state.json');
});

/** A stub of the API with active subscriptions of one customer. `respond` can replace a response. */
async function startStub(
  count: number,
  respond: (url: URL, index: number) => [number, string] | undefined = () => undefined,
) {
  const requests: string[] = [];
  const at = (index: number) => new Date(Date.parse(START) - index * 3_600_000).toISOString();
  const customer = { id: 'cus_1' };
  const lists: Record<string, object[]> = {
    subscriptions: Array.from({ length: count }, (_, index) => ({
      ...{
        id: `sub_${index}`,
        customer,
        status: 'active',
        currency: 'USD',
        price: 0,
        items: [],
      },
      ...{
        bilingCycle: { unit: 'months', length: 1 },
        nextCharge: RENEWAL,
        createdAt: at(index),
      },
    })),
  };
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://stub');
    requests.push(`${request.method} ${url.pathname.split('/').slice(5).join('/')}${url.search}`);
    const replaced = respond(url, requests.length - 1);
    const [limit, offset] = [Number(url.searchParams.get('limit')), Number(url.searchParams.get('offset'))];
    const all = lists[url.pathname.split('/')[5] ?? ''] ?? [];
    const body = JSON.stringify({
      type: 'list',
      totalCount: all.length,
      data: all.slice(offset, offset + limit),
    });
    const [status, text] = replaced ?? [200, body];
    response.writeHead(status, { 'content-type': 'application/json' }).end(text);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    server,
    requests,
    lists,
  };
}

test('lists with more than one page, which shift while they are fetched', async () => {
  let isShifted = false;
  const stub = await startStub(250, (url) => {
    if (!isShifted && url.pathname.endsWith('/subscriptions') && url.searchParams.get('offset') === '99') {
      isShifted = true;
      stub.lists['subscriptions']?.unshift({
        ...stub.lists['subscriptions'][0],
        id: 'sub_new',
      });
      stub.lists['subscriptions']?.splice(3, 1);
    }
    return undefined;
  });
  const { status, lines, errors } = await run(stub.url, ['--all', '--test-data'], {});
  stub.server.close();
  expect(errors).toBe('');
  expect(status).toBe(0);
  expect(new Set(lines.map(({ subscriptionId }) => subscriptionId)).size).toBe(250);
  expect(lines.some(({ subscriptionId }) => subscriptionId === 'sub_new')).toBe(true);
  expect(stub.requests.every((request) => request.startsWith('GET '))).toBe(true);
  expect(stub.requests.some((request) => request.includes('transactions?customerId=cus_1&showTestData=true'))).toBe(
    true,
  );
});

for (const [what, list, response] of [
  ['a server error', 'subscriptions', [500, '{}']],
  ['a server error', 'customer-invoices', [500, '{}']],
  ['a server error', 'transactions', [503, '']],
  ['a rejected request', 'subscription-cancellations', [403, '{"message":"no"}']],
  ['a response that is not JSON', 'subscription-pauses', [200, '<html>']],
  ['a response without a list', 'transactions', [200, '{"data":null}']],
] as const) {
  test(`${what} for ${list} ends the run, and keeps the state`, async () => {
    const stub = await startStub(3, (url) => (url.pathname.includes(`/${list}`) ? [...response] : undefined));
    const { status, lines, errors } = await run(stub.url, ['--all', '--state', 'state.json'], {});
    stub.server.close();
    expect(status).toBe(1);
    expect(lines).toEqual([]);
    expect(errors).toContain("the output isn't complete");
    expect(errors).toContain(list);
    expect(existsSync(path.join(folder, 'state.json'))).toBe(false);
  });
}

test('a server error that passes is retried', async () => {
  const stub = await startStub(3, (_, index) => (index % 2 === 0 ? [500, '{}'] : undefined));
  const { status, lines } = await run(stub.url, ['--all'], {});
  stub.server.close();
  expect([status, lines.length]).toEqual([0, 3]);
});

test('wrong options are reported', async () => {
  for (const args of [
    ['--close-on-day', '21'],
    ['--time-zone', 'Mars'],
    ['--stored', 'none.json'],
  ])
    expect((await check(args)).status, args.join(' ')).toBe(1);
});

test('the first charge after a trial is declined', async () => {
  const { id, customerId, card } = await openShop({
    trial: { price: 0, period: { unit: 'day', length: 14 } },
  });
  await caller.call('POST', '/transactions', {
    ...{
      type: 'sale',
      amount: 1,
      currency: 'USD',
      customerId,
      idempotencyKey: 'verify',
    },
    paymentInstruction: { paymentInstrumentId: card },
  });
  await fail(card);
  await moveTo('2026-11-01T10:00:00Z');
  const line = await checkOne(id);
  expect(line).toMatchObject({
    finding: 'first-charge-declined',
    status: 'trial-ended',
    access: 'unchanged',
    day: 0,
  });
  expect(line.paymentFormUrl).toBeDefined();
});

/** What a reader's own program can import. */
interface Module {
  checkSubscription: (subscription: object, data: object, settings: object) => Line[];
  decideAccess: (subscription: object, data: object, settings: object) => { access: string; until: string | null };
  findPaidTwice: (data: object, stored: object) => unknown[];
}
const load = async () => (await import(pathToFileURL(SCRIPT).href)) as Module;

const SUBSCRIPTION = {
  ...{
    id: 'sub_1',
    customer: { id: 'cus_1' },
    currency: 'USD',
    price: 5,
    nextCharge: null,
    status: 'unpaid',
  },
  ...{
    bilingCycle: { unit: 'months', length: 1 },
    items: [{ planName: 'Brew' }],
  },
};
const invoice = (issueDate: string, status: string, id = issueDate) => ({
  ...{
    id,
    issueDate,
    status,
    totalAmount: 5,
    currency: 'USD',
    paymentFormUrl: 'https://pay.example',
    customerId: 'cus_1',
  },
  ...{ items: [{ description: 'Brew, a month' }], paidOnDate: null },
});
const sale = (date: string, fields: object = {}) => ({
  ...{
    id: `txn_${date}`,
    type: 'sale',
    status: 'completed',
    result: 'approved',
    amount: 5,
    currency: 'USD',
    date,
  },
  ...{
    subscriptionId: 'sub_1',
    updatedAt: date,
    invoices: [{ date, amount: 5, currency: 'USD' }],
  },
  ...fields,
});
const settingsAt = (now: string, stored: object = {}) => ({
  ...{
    now: Date.parse(now),
    closeOnDay: 7,
    endOnDay: 21,
    timeZone: 'UTC',
    stored: { sub_1: stored },
  },
});
const dataOf = (fields: object) => ({
  ...{
    subscriptions: [SUBSCRIPTION],
    invoices: [],
    transactions: [],
    cancellations: [],
    pauses: [],
  },
  ...fields,
});
const [OCTOBER, NOVEMBER, DECEMBER] = ['2026-10-18T10:00:00Z', RENEWAL, '2026-12-18T10:00:00Z'];

test('one of several open invoices is paid', async () => {
  const { checkSubscription, decideAccess } = await load();
  const invoices = [invoice(OCTOBER, 'paid'), invoice(NOVEMBER, 'past-due'), invoice(DECEMBER, 'paid')];
  const transactions = [
    sale(OCTOBER),
    sale(DECEMBER, {
      date: '2026-12-20T10:00:00Z',
      isMerchantInitiated: false,
    }),
  ];
  const data = dataOf({ invoices, transactions });
  const paid = { access: 'open', until: '2027-01-18T10:00:00Z' };
  expect(decideAccess(SUBSCRIPTION, data, settingsAt('2026-12-21T00:00:00Z'))).toMatchObject(paid);
  const [unpaid] = checkSubscription(SUBSCRIPTION, data, settingsAt('2026-12-21T00:00:00Z'));
  expect(unpaid, 'a period has been missed').not.toHaveProperty('paymentFormUrl');
  const active = {
    ...SUBSCRIPTION,
    status: 'active',
    nextCharge: '2027-01-18T10:00:00Z',
  };
  const [line] = checkSubscription(active, data, settingsAt('2026-12-21T00:00:00Z'));
  expect(line).toMatchObject({ ...paid, finding: 'period-unpaid' });
  expect(line).not.toHaveProperty('paymentFormUrl');
  // It's the current period that isn't paid.
  const other = [invoice(OCTOBER, 'paid'), invoice(NOVEMBER, 'paid'), invoice(DECEMBER, 'unpaid')];
  const late = dataOf({
    invoices: other,
    transactions: [sale(OCTOBER), sale(NOVEMBER)],
  });
  const [closed] = checkSubscription(active, late, settingsAt('2026-12-21T00:00:00Z'));
  expect(closed).toMatchObject({ access: 'closed', finding: 'period-unpaid' });
  expect(closed, 'without consent').not.toHaveProperty('paymentFormUrl');
  const agreed = settingsAt('2026-12-21T00:00:00Z', { agreedUntil: DECEMBER });
  expect(checkSubscription(active, late, agreed)[0]).toHaveProperty('paymentFormUrl');
});

test('payments are only counted twice if they exceed the settled invoices', async () => {
  const { findPaidTwice } = await load();
  const two = [sale(OCTOBER), sale(OCTOBER, { id: 'txn_2' })];
  const count = (invoices: object[], transactions: object[] = two) =>
    findPaidTwice(dataOf({ invoices, transactions }), {}).length;
  expect(count([invoice(OCTOBER, 'paid', 'a')])).toBe(1);
  expect(count([invoice(OCTOBER, 'paid', 'a'), invoice(OCTOBER, 'paid', 'b')]), 'two periods of one date').toBe(0);
  expect(count([invoice(OCTOBER, 'paid', 'a'), invoice(OCTOBER, 'voided', 'b')])).toBe(1);
  expect(count([invoice(OCTOBER, 'refunded', 'a')], [sale(OCTOBER), sale(OCTOBER, { status: 'refunded' })])).toBe(0);
  expect(count([invoice(OCTOBER, 'unpaid', 'a')], [sale(OCTOBER)]), 'an invoice that is updated late').toBe(0);
  const cents = [0.1 + 0.2, 0.3].map((amount) =>
    sale(OCTOBER, { invoices: [{ date: OCTOBER, amount, currency: 'USD' }] }),
  );
  expect(count([{ ...invoice(OCTOBER, 'paid', 'a'), totalAmount: 0.3 }], cents), 'the smallest unit').toBe(1);
});

test('a refunded period is a decision, and a change of its amount is not', async () => {
  const { decideAccess } = await load();
  const active = { ...SUBSCRIPTION, status: 'active', nextCharge: DECEMBER };
  const decide = (fields: object, status = 'paid') =>
    decideAccess(
      active,
      dataOf({
        invoices: [invoice(NOVEMBER, status)],
        transactions: [sale(NOVEMBER, fields)],
      }),
      settingsAt('2026-11-20T00:00:00Z'),
    ).access;
  expect(decide({})).toBe('open');
  expect(decide({ status: 'partially-refunded' }, 'partially-refunded')).toBe('open');
  expect(decide({ status: 'refunded' }, 'refunded')).toBe('decide');
  expect(decide({ result: 'declined' }, 'paid'), 'the invoice is paid').toBe('open');
  const none = decideAccess(active, dataOf({ transactions: [sale(OCTOBER)] }), settingsAt('2026-11-20T00:00:00Z'));
  expect(none.access, 'the period before').toBe('unchanged');
});

test('a period that the customer paid on the payment page is not a missed one', async () => {
  const { checkSubscription } = await load();
  const active = {
    ...SUBSCRIPTION,
    status: 'active',
    nextCharge: '2027-01-18T10:00:00Z',
  };
  const invoices = [OCTOBER, NOVEMBER, DECEMBER].map((date) => invoice(date, 'paid'));
  const late = sale(NOVEMBER, {
    id: 'txn_late',
    date: '2026-12-21T10:00:00Z',
    isMerchantInitiated: false,
  });
  const find = (isMerchantInitiated: boolean, stored: object = {}) => {
    const transactions = [sale(OCTOBER), late, sale(DECEMBER, { isMerchantInitiated })];
    return checkSubscription(active, dataOf({ invoices, transactions }), settingsAt('2026-12-22T00:00:00Z', stored));
  };
  const old = { finding: 'paid-old-invoice', transactionId: 'txn_late', access: 'open' };
  expect(find(true)).toMatchObject([{ finding: 'missed-periods-charged', access: 'open' }, old]);
  expect(find(false)).toMatchObject([old]);
  expect(find(true, { agreedUntil: DECEMBER })).toMatchObject([{ finding: null, access: 'open' }]);
});

test('a payment that was started on time and confirmed late is late', async () => {
  const { checkSubscription } = await load();
  const active = { ...SUBSCRIPTION, status: 'active', nextCharge: '2027-01-18T10:00:00Z' };
  const find = (paidOnDate: string) => {
    const invoices = [
      invoice(OCTOBER, 'paid'),
      { ...invoice(NOVEMBER, 'paid'), paidOnDate },
      invoice(DECEMBER, 'paid'),
    ];
    const started = sale(NOVEMBER, { id: 'txn_late', date: NOVEMBER });
    const transactions = [sale(OCTOBER), started, sale(DECEMBER)];
    return checkSubscription(active, dataOf({ invoices, transactions }), settingsAt('2026-12-22T00:00:00Z'));
  };
  expect(find('2026-12-21T10:00:00Z')).toMatchObject([
    { finding: 'missed-periods-charged' },
    { finding: 'paid-old-invoice', transactionId: 'txn_late' },
  ]);
  expect(find(NOVEMBER)).toMatchObject([{ finding: null, access: 'open' }]);
});

test('an ended subscription with a pending payment gets no URL', async () => {
  const { checkSubscription } = await load();
  const pending = {
    status: 'offsite',
    result: 'unknown',
    redirectUrl: 'https://bank.example',
  };
  const data = dataOf({
    invoices: [invoice(NOVEMBER, 'unpaid')],
    transactions: [sale(NOVEMBER, pending)],
  });
  const at = settingsAt('2026-11-18T12:00:00Z');
  expect(checkSubscription(SUBSCRIPTION, data, at)[0]).toHaveProperty('redirectUrl');
  const [line] = checkSubscription({ ...SUBSCRIPTION, status: 'churned' }, data, at);
  expect(line).toMatchObject({ finding: 'payment-pending', access: 'closed' });
  expect(line).not.toHaveProperty('redirectUrl');
});

test('a trial-only subscription without a price is a decision', async () => {
  const { decideAccess } = await load();
  const active = { ...SUBSCRIPTION, status: 'active', price: 0 };
  expect(decideAccess(active, dataOf({}), settingsAt(NOVEMBER)).access).toBe('decide');
});

test('a canceled subscription whose period is paid has access until it ends', async () => {
  const { checkSubscription } = await load();
  const canceled = { ...SUBSCRIPTION, status: 'canceled' };
  const paid = { invoices: [invoice(NOVEMBER, 'paid')], transactions: [sale(NOVEMBER)] };
  const cancel = (fields: object) => ({
    ...{ subscriptionId: 'sub_1', status: 'confirmed', reason: 'did-not-use', cancelledAt: '2026-11-19T10:00:00Z' },
    ...{ churnedAt: DECEMBER, ...fields },
  });
  const decide = (cancellation: object | undefined, more: object = paid, stored: object = {}) =>
    checkSubscription(
      canceled,
      dataOf({ ...more, cancellations: cancellation ? [cancellation] : [] }),
      settingsAt('2026-11-20T10:00:00Z', stored),
    )[0];
  expect(decide(cancel({}))).toMatchObject({ finding: null, access: 'open', until: DECEMBER });
  const churnedAt = '2026-12-01T10:00:00Z';
  expect(decide(cancel({ churnedAt })), 'the end that PAI shows').toMatchObject({ access: 'open', until: churnedAt });
  const until = { finding: 'ask', access: 'open', until: DECEMBER };
  expect(decide(cancel({ churnedAt: null }))).toMatchObject(until);
  expect(decide(undefined)).toMatchObject(until);
  expect(decide(cancel({}), paid, { refundedFrom: '2026-11-19T10:00:00Z' })).toMatchObject({ access: 'closed' });
  // The charge that failed paid after all, before it was canceled.
  const late = {
    invoices: [invoice(OCTOBER, 'paid'), { ...invoice(NOVEMBER, 'paid'), paidOnDate: '2026-11-18T20:00:00Z' }],
    transactions: [sale(OCTOBER), sale(NOVEMBER, { date: '2026-11-18T20:00:00Z', isMerchantInitiated: false })],
  };
  const failed = cancel({ reason: 'billing-failure', churnedAt: null });
  expect(decide(failed, late)).toMatchObject({ finding: null, access: 'open', until: DECEMBER });
  // It ended for a charge inside of a paid period, which might be that of a change.
  const change = '2026-11-19T09:00:00Z';
  const open = {
    invoices: [...paid.invoices, invoice(change, 'unpaid')],
    transactions: [...paid.transactions, sale(change, { result: 'declined' })],
  };
  expect(decide(failed, open)).toMatchObject({ access: 'decide' });
  expect(decide(failed, open, { change: { nextCharge: DECEMBER } })).toMatchObject({ access: 'open', items: 'old' });
});

test('a payment after the undo of an upgrade is refunded, and the items are compared', async () => {
  const { id, planId } = await upgrade('retain');
  const [open] = await openInvoices();
  await changeItems({ id, planId }, 1, false);
  await pay(open, { card: '4111111111111111' });
  const change = { nextCharge: RENEWAL, isUndone: true, items: [{ planId, quantity: 1, price: 5 }] };
  const paid = await checkOne(id, { change });
  expect(paid).toMatchObject({ finding: 'paid-after-undo', access: 'open', until: RENEWAL });
  expect(paid.message).toContain((await sales()).at(-1)?.id ?? '');
  // PAI might have undone it.
  expect(await checkOne(id, { change: { ...change, isUndone: false } })).toMatchObject({ finding: 'paid-after-undo' });
  const other = { ...change, items: [{ planId, quantity: 2 }] };
  expect((await check(['--subscription', id], { [id]: { change: other } })).lines).toMatchObject([
    { finding: 'paid-after-undo', items: 'old' },
    { finding: 'not-restored', items: 'old' },
  ]);
  await caller.call('POST', `/transactions/${(await sales()).at(-1)?.id}/refund`, {});
  expect(await checkOne(id, { change })).toMatchObject({ finding: null, access: 'open', until: RENEWAL });
  expect(await checkOne(id, { change: other })).toMatchObject({ finding: 'not-restored' });
});

test('a payment after the undo of an upgrade on the first day of a period pays for no period', async () => {
  const { checkSubscription } = await load();
  const active = { ...SUBSCRIPTION, status: 'active', nextCharge: DECEMBER };
  const upgraded = '2026-11-18T12:00:00Z';
  const find = (renewal: object[], transactions: object[]) =>
    checkSubscription(
      active,
      dataOf({ invoices: [...renewal, invoice(upgraded, 'paid')], transactions: [...transactions, sale(upgraded)] }),
      settingsAt('2026-11-20T00:00:00Z', { change: { nextCharge: DECEMBER, isUndone: true } }),
    );
  expect(find([invoice(NOVEMBER, 'paid')], [sale(NOVEMBER)])).toMatchObject([
    { finding: 'paid-after-undo', access: 'open', transactionId: `txn_${upgraded}` },
  ]);
  const returned = find([invoice(NOVEMBER, 'refunded')], [sale(NOVEMBER, { status: 'refunded' })]);
  expect(returned, 'the period is refunded').toMatchObject([{ finding: 'paid-after-undo', access: 'decide' }]);
});

/** The data of a customer whose renewal is unpaid, and who has left its payment on the bank's page. */
function leavePayment() {
  const pending = { id: 'txn_left', status: 'offsite', result: 'unknown', redirectUrl: 'https://bank.example' };
  return dataOf({
    invoices: [invoice(OCTOBER, 'paid'), invoice(NOVEMBER, 'unpaid')],
    transactions: [sale(OCTOBER), sale(NOVEMBER, pending)],
  });
}

test('a payment that was left gets the last reminder, with its own URL and the dates', async () => {
  const { checkSubscription } = await load();
  const data = leavePayment();
  const stored = { change: null, firstMessageAt: NOVEMBER };
  const [early] = checkSubscription(SUBSCRIPTION, data, settingsAt('2026-11-20T12:00:00Z', stored));
  const sent = { finding: 'payment-pending', redirectUrl: 'https://bank.example', closeOn: '2026-11-25' };
  expect(early).toMatchObject({ ...sent, access: 'unchanged' });
  expect(early?.message).not.toContain('last reminder');
  const [closed] = checkSubscription(SUBSCRIPTION, data, settingsAt('2026-11-26T12:00:00Z', stored));
  expect(closed).toMatchObject({ ...sent, access: 'closed', endOn: '2026-12-09' });
  expect(closed?.message).toContain('Access is closed, so send it in the last reminder.');
  expect(closed?.reason).toBe('Close access, and send the last reminder once.');
});

test('a pending charge that fails late gives three more days, and one that the customer left gives none', async () => {
  const { checkSubscription } = await load();
  const stored = { change: null, firstMessageAt: NOVEMBER };
  const closeOn = (result: string, fields: object = {}) => {
    const failed = { status: 'completed', result, updatedAt: '2026-11-24T12:00:00Z', ...fields };
    const data = dataOf({
      invoices: [invoice(OCTOBER, 'paid'), invoice(NOVEMBER, 'unpaid')],
      transactions: [sale(OCTOBER), sale(NOVEMBER, failed)],
    });
    const [line] = checkSubscription(SUBSCRIPTION, data, settingsAt('2026-11-24T13:00:00Z', stored));
    return (line as { closeOn?: string }).closeOn;
  };
  expect(closeOn('declined')).toBe('2026-11-27');
  expect(closeOn('abandoned')).toBe('2026-11-25');
  expect(closeOn('declined', { redirectUrl: 'https://bank.example' })).toBe('2026-11-25');
});

test('a payment that was left on the page of the bank does not hold access', async () => {
  const { id, customerId } = await declineRenewal();
  const { id: card } = await storeCard(caller, customerId, { cardVerificationValue: '333' });
  const [invoice] = await openInvoices();
  await moveTo('2026-11-25T23:45:00Z');
  const pending = await caller.call('POST', '/transactions', {
    ...{ type: 'sale', amount: 5, currency: 'USD', customerId, invoiceIds: [invoice?.id] },
    paymentInstruction: { paymentInstrumentId: card },
    redirectUrl: 'https://tidewick.example/return',
    idempotencyKey: 'a',
  });
  const stored = { firstMessageAt: RENEWAL };
  await moveTo('2026-11-26T00:14:59Z');
  const offered = { finding: 'payment-pending', redirectUrl: pending.redirectUrl };
  expect(await checkOne(id, stored)).toMatchObject({ ...offered, access: 'unchanged' });
  await moveTo('2026-11-26T00:15:00Z');
  const left = await checkOne(id, stored);
  expect(left).toMatchObject({ ...offered, access: 'closed' });
  expect(left.paymentFormUrl, 'it can still be paid there').toBeUndefined();
  await moveTo('2026-12-10T00:00:00Z');
  const over = await checkOne(id, stored);
  expect(over).toMatchObject({ finding: 'last-deadline-over', access: 'closed' });
  expect(over.redirectUrl).toBeUndefined();
});

for (const key of ['cancelRequestedAt', 'endedAt'])
  test(`of identical invoices, a person decides which one is paid, with ${key} of one`, async () => {
    const [id, other] = await oweTwice();
    const { lines } = await check([], { [other]: { [key]: '2026-11-18T10:00:01Z' } });
    expect(lines.map(({ subscriptionId }) => subscriptionId).sort()).toEqual([id, other].sort());
    for (const line of lines) {
      expect(line.finding).toBe('ask');
      expect(line.paymentFormUrl).toBeUndefined();
    }
    const [first, second] = await openInvoices();
    const stored = {
      [id]: { invoiceIds: [first?.id] },
      [other]: { invoiceIds: [second?.id], [key]: '2026-11-18T10:00:01Z' },
    };
    const found = (await check([], stored)).lines;
    expect(found.find(({ subscriptionId }) => subscriptionId === id)?.paymentFormUrl).toBe(first?.paymentFormUrl);
    expect(found.find(({ subscriptionId }) => subscriptionId === other)?.paymentFormUrl).toBeUndefined();
  });

test('an invoice from before a reactivation that is paid is reported', async () => {
  const { checkSubscription } = await load();
  const active = { ...SUBSCRIPTION, status: 'active', nextCharge: '2027-01-05T10:00:00Z' };
  const again = '2026-12-05T10:00:00Z';
  const find = (stored: object) =>
    checkSubscription(
      active,
      dataOf({
        invoices: [OCTOBER, NOVEMBER, again].map((date) => invoice(date, 'paid')),
        transactions: [
          ...[sale(OCTOBER), sale(again)],
          sale(NOVEMBER, { id: 'txn_old', date: '2026-12-10T10:00:00Z', isMerchantInitiated: false }),
        ],
      }),
      settingsAt('2026-12-11T00:00:00Z', stored),
    );
  expect(find({})).toMatchObject([{ finding: 'paid-old-invoice', transactionId: 'txn_old', access: 'open' }]);
  expect(find({ agreedUntil: NOVEMBER })).toMatchObject([{ finding: null, access: 'open' }]);
  expect(find({ isPostpaid: true })).toMatchObject([{ finding: null, access: 'open' }]);
});

for (const isKnown of [true, false])
  test(`an upgrade that is paid after a failed renewal keeps no access open, ${isKnown ? 'with' : 'without'} its change`, async () => {
    const { id } = await upgrade('retain');
    const [superseded] = await openInvoices();
    await moveTo('2026-11-20T10:00:00Z');
    await pay(superseded, { card: '4111111111111111' });
    const change = { nextCharge: RENEWAL, deadline: '2026-11-09T00:00:00Z' };
    const stored = { firstMessageAt: RENEWAL, ...(isKnown && { change }) };
    const [, renewal] = (await invoices()).filter(({ issueDate }) => (issueDate ?? '') > START);
    const set = () => {
      // The payment leaves the renewal as it is, unlike in the sandbox.
      const { world } = caller.sandbox;
      const subscription = world.store.get('subscriptions', id);
      if (!subscription) throw new Error('There is no subscription.');
      world.change('subscriptions', subscription, { status: 'unpaid', nextCharge: null });
    };
    expect(renewal).toBeDefined();
    set();
    const read = async () => (await check(['--subscription', id], { [id]: stored })).lines;
    const lines = await read();
    expect(lines.map(({ finding }) => finding)).toEqual(['renewal-declined', 'paid-old-invoice']);
    expect(lines[0]).toMatchObject({ access: 'unchanged', until: '2026-11-26T00:00:00Z', day: 2 });
    await moveTo('2026-11-26T00:00:00Z');
    expect((await read())[0]).toMatchObject({ access: 'closed' });
  });

test('a charge that is pending when the customer asks to cancel is refunded', async () => {
  const { id } = await openShop();
  await moveTo('2026-11-18T09:00:00Z');
  await caller.call('POST', '/sandbox/hold-next-payment', { status: 'waiting' });
  await moveTo(RENEWAL);
  const stored = { cancelRequestedAt: '2026-11-18T12:00:00Z' };
  await moveTo('2026-11-18T13:00:00Z');
  const pending = await checkOne(id, stored);
  expect(pending).toMatchObject({ finding: 'payment-pending', access: 'unchanged' });
  expect(pending.message).toContain('stop any retries. Refund it');
  await moveTo('2026-11-19T10:00:00Z');
  await caller.call('POST', '/sandbox/finish-payment', {
    transactionId: (await sales()).at(-1)?.id,
    result: 'approved',
  });
  const paid = await checkOne(id, stored);
  expect(paid).toMatchObject({ finding: 'paid-after-request', status: 'active' });
  expect(paid.message).toContain('one that was pending then');
  const { checkSubscription } = await load();
  // It's still unpaid for another invoice, and the payment began before the request.
  const data = dataOf({
    invoices: [{ ...invoice(NOVEMBER, 'paid'), paidOnDate: '2026-11-19T10:00:00Z' }, invoice(DECEMBER, 'unpaid')],
    transactions: [sale(NOVEMBER)],
  });
  const found = checkSubscription(SUBSCRIPTION, data, settingsAt('2026-12-18T11:00:00Z', stored));
  expect(found.map(({ finding }) => finding)).toEqual(['cancel-requested', 'paid-after-request']);
});

test('an unpaid subscription whose date to end has passed gets no link', async () => {
  const { checkSubscription } = await load();
  const data = dataOf({
    invoices: [invoice(OCTOBER, 'paid'), invoice(NOVEMBER, 'unpaid')],
    transactions: [sale(OCTOBER), sale(NOVEMBER, { result: 'declined' })],
  });
  const find = (cancelAt: string) =>
    checkSubscription(SUBSCRIPTION, data, settingsAt('2026-11-20T10:00:00Z', { cancelAt }))[0];
  expect(find('2026-11-20T00:00:00Z')).toMatchObject({ finding: 'cancel-requested', access: 'closed' });
  expect(find('2026-11-25T00:00:00Z')).toMatchObject({ finding: 'renewal-declined' });
});

test('a refund without the cancellation that it was for is found', async () => {
  const { checkSubscription } = await load();
  const active = { ...SUBSCRIPTION, status: 'active', nextCharge: DECEMBER };
  const data = dataOf({ invoices: [invoice(NOVEMBER, 'paid')], transactions: [sale(NOVEMBER)] });
  const find = (now: string, refundedFrom = '2026-11-25T00:00:00Z') =>
    checkSubscription(active, data, settingsAt(now, { refundedFrom })).map(({ finding }) => finding);
  expect(find('2026-11-25T00:10:00Z')).toEqual(['refunded-not-canceled']);
  expect(find('2026-11-24T00:00:00Z')).toEqual([null]);
  expect(find('2026-11-25T00:10:00Z', OCTOBER), 'a later period is paid').toEqual([null]);
});

/** An active subscription with a paid period from November 18, and two upgrades in it. */
const [FIRST, SECOND] = ['2026-11-22T10:00:00Z', '2026-11-28T10:00:00Z'];
const checkUpgrades = async (change: object, states: Record<string, string>, now = '2026-11-30T00:00:00Z') => {
  const { checkSubscription } = await load();
  const item = { planId: 'pln_1', planName: 'Brew', quantity: 1, price: 5 };
  const active = { ...SUBSCRIPTION, status: 'active', nextCharge: DECEMBER, items: [item] };
  const all = Object.entries({ [NOVEMBER]: 'paid', ...states });
  const transactions = all
    .filter(([, status]) => status !== 'voided')
    .map(([date, status]) => {
      if (status === 'refunded') return sale(date, { status });
      return sale(date, status === 'paid' ? {} : { result: 'declined', status: 'completed' });
    });
  const invoices = all.map(([date, status]) => invoice(date, status));
  const stored = { change: { nextCharge: DECEMBER, ...change } };
  return checkSubscription(active, dataOf({ invoices, transactions }), settingsAt(now, stored));
};

test('only the payment of the upgrade that was undone is refunded', async () => {
  const undone = { changedAt: SECOND, isUndone: true };
  const both = { [FIRST]: 'paid', [SECOND]: 'paid' };
  const found = { finding: 'paid-after-undo', transactionId: `txn_${SECOND}`, access: 'open' };
  expect(await checkUpgrades(undone, both)).toMatchObject([found]);
  const later = { ...undone, changedAt: '2026-11-28T10:00:30Z' };
  expect(await checkUpgrades(later, both), 'clocks differ').toMatchObject([found]);
  for (const status of ['voided', 'refunded']) {
    const kept = await checkUpgrades(undone, { [FIRST]: 'paid', [SECOND]: status });
    expect(kept, `the second one is ${status}`).toMatchObject([{ finding: null, access: 'open' }]);
  }
  // Without the time of the change, it isn't known which one was undone.
  for (const status of ['paid', 'refunded']) {
    const unknown = await checkUpgrades({ isUndone: true }, { [FIRST]: 'paid', [SECOND]: status });
    expect(new Set(unknown.map(({ finding }) => finding))).toEqual(new Set(['ask']));
    expect(unknown[0]?.message).toContain('"changedAt"');
  }
  expect(await checkUpgrades({ isUndone: true }, { [SECOND]: 'paid' })).toMatchObject([found]);
});

test('the payment of an earlier upgrade does not unlock the next one', async () => {
  const change = { changedAt: SECOND, deadline: '2026-12-05T10:00:00Z' };
  const [line] = await checkUpgrades(change, { [FIRST]: 'paid' });
  expect(line).toMatchObject({ finding: null, access: 'open', items: 'old' });
  const [paid] = await checkUpgrades(change, { [FIRST]: 'paid', [SECOND]: 'paid' });
  expect(paid).toMatchObject({ access: 'open', items: undefined });
});

test('an open invoice of an earlier upgrade gets no link', async () => {
  const deadline = '2026-12-05T10:00:00Z';
  const [line] = await checkUpgrades({ changedAt: SECOND, deadline }, { [FIRST]: 'unpaid' });
  expect(line).toMatchObject({ finding: 'upgrade-unpaid', items: 'old' });
  expect(line).not.toHaveProperty('paymentFormUrl');
  const [own] = await checkUpgrades({ changedAt: FIRST, deadline }, { [FIRST]: 'unpaid' });
  expect(own).toHaveProperty('paymentFormUrl');
});

for (const more of [{ isDowngrade: true }, { isUndone: true }])
  test(`a renewal that fails is paid, and not an earlier upgrade, with ${Object.keys(more)[0]}`, async () => {
    const { checkSubscription } = await load();
    const data = dataOf({
      invoices: [invoice(NOVEMBER, 'paid'), invoice(FIRST, 'unpaid'), invoice(DECEMBER, 'unpaid')],
      transactions: [sale(NOVEMBER), ...[FIRST, DECEMBER].map((date) => sale(date, { result: 'declined' }))],
    });
    const stored = { change: { changedAt: SECOND, nextCharge: DECEMBER, ...more } };
    const lines = checkSubscription(SUBSCRIPTION, data, settingsAt('2026-12-19T00:00:00Z', stored));
    expect(lines).toMatchObject([
      { finding: 'renewal-declined', invoiceId: DECEMBER, paymentFormUrl: 'https://pay.example' },
      { finding: 'upgrade-superseded', invoiceId: FIRST },
    ]);
  });

test('a refunded upgrade of an earlier period does not matter', async () => {
  const { decideAccess } = await load();
  // The first period ended at the anchor, so it isn't a whole cycle.
  const [begin, upgraded] = ['2026-11-10T10:00:00Z', '2026-11-14T10:00:00Z'];
  const decide = (status: string) =>
    decideAccess(
      { ...SUBSCRIPTION, status: 'active', nextCharge: DECEMBER },
      dataOf({
        invoices: [invoice(begin, 'paid'), invoice(upgraded, 'refunded'), invoice(NOVEMBER, status)],
        transactions: [
          ...[sale(begin), sale(NOVEMBER, { status: status === 'paid' ? 'completed' : status })],
          sale(upgraded, { date: '2026-11-19T10:00:00Z', status: 'refunded' }),
        ],
      }),
      settingsAt('2026-11-21T00:00:00Z'),
    );
  expect(decide('paid')).toMatchObject({ access: 'open', until: DECEMBER });
  expect(decide('refunded'), 'the renewal is refunded').toMatchObject({ access: 'decide' });
});

test('a declined return after a cancellation names what to store', async () => {
  const { checkSubscription } = await load();
  const again = '2026-11-28T10:00:00Z';
  const data = dataOf({
    invoices: [invoice(OCTOBER, 'refunded'), invoice(again, 'unpaid')],
    transactions: [sale(OCTOBER, { status: 'refunded' }), sale(again, { result: 'declined' })],
  });
  const find = (stored: object) => checkSubscription(SUBSCRIPTION, data, settingsAt('2026-11-29T10:00:00Z', stored))[0];
  for (const more of [{}, { refundedFrom: '2026-10-25T10:00:00Z' }]) {
    expect(find(more)).toMatchObject({ finding: 'ask', message: expect.stringContaining('"change": null') });
    const known = find({ ...more, change: null });
    expect(known).toMatchObject({ finding: 'renewal-declined', paymentFormUrl: 'https://pay.example' });
  }
});

test('a period that was refunded is closed, although an upgrade of it was declined', async () => {
  const { checkSubscription } = await load();
  const data = dataOf({
    invoices: [invoice(NOVEMBER, 'paid'), invoice(FIRST, 'unpaid')],
    transactions: [sale(NOVEMBER), sale(FIRST, { status: 'completed', result: 'declined' })],
  });
  const unpaid = { ...SUBSCRIPTION, status: 'unpaid', nextCharge: null };
  const change = { changedAt: FIRST, nextCharge: DECEMBER };
  const find = (stored: object) =>
    checkSubscription(unpaid, data, settingsAt('2026-11-22T10:10:00Z', { change, ...stored }))[0];
  expect(find({})).toMatchObject({ access: 'open', items: 'old' });
  expect(find({ refundedFrom: '2026-11-21T00:00:00Z' })).toMatchObject({ access: 'closed' });
});

test('the page of the bank for an upgrade that was undone is not sent', async () => {
  const { checkSubscription } = await load();
  const pending = { status: 'offsite', result: 'unknown', redirectUrl: 'https://bank.example' };
  const data = dataOf({
    invoices: [invoice(NOVEMBER, 'paid'), invoice(FIRST, 'unpaid')],
    transactions: [sale(NOVEMBER), sale(FIRST, pending)],
  });
  const active = { ...SUBSCRIPTION, status: 'active', nextCharge: DECEMBER };
  const find = (change: object) => {
    const stored = { change: { changedAt: FIRST, nextCharge: DECEMBER, ...change } };
    return checkSubscription(active, data, settingsAt('2026-11-22T10:10:00Z', stored))[0];
  };
  expect(find({})).toMatchObject({ finding: 'payment-pending', redirectUrl: 'https://bank.example' });
  expect(find({ isUndone: true })).not.toHaveProperty('redirectUrl');
  // Without the mark, too: PAI might have undone it.
  const items = [{ planId: 'pln_Old', quantity: 1 }];
  expect(find({ items })).toHaveProperty('redirectUrl');
  Object.assign(active, { items });
  expect(find({ items })).not.toHaveProperty('redirectUrl');
});

test('a payment for an order that was deleted is refunded', async () => {
  const { customerId } = await openShop();
  const { id: card } = await storeCard(caller, customerId);
  const { id: planId } = await createPlan();
  const { id } = await subscribe(customerId, card, planId);
  const [invoice] = await openInvoices();
  await caller.call('POST', '/sandbox/hold-next-payment', { status: 'waiting' });
  const { id: transactionId } = await caller.call('POST', '/transactions', {
    ...{ type: 'sale', amount: 5, currency: 'USD', customerId, invoiceIds: [invoice?.id] },
    paymentInstruction: { paymentInstrumentId: card },
  });
  await caller.call('DELETE', `/subscriptions/${id}`);
  expect((await check()).lines, 'it is still pending').toEqual([]);
  await caller.call('POST', '/sandbox/finish-payment', { transactionId, result: 'approved' });
  const { status, lines } = await check();
  expect(status).toBe(2);
  expect(lines).toMatchObject([
    { finding: 'paid-after-deletion', subscriptionId: id, customerId, transactionId, access: null },
  ]);
  expect(lines[0]?.message).toContain('Refund it');
  await caller.call('POST', `/transactions/${transactionId}/refund`, {});
  expect((await check()).lines).toEqual([]);
});

test('a payment for a one-time order that is not listed is no finding', async () => {
  const isOrder = ({ pathname }: URL) => pathname.endsWith('/sub_Order');
  const found: [number, string] = [200, '{"type": "object", "data": {"id": "sub_Order", "status": null}}'];
  const stub = await startStub(1, (url) => (isOrder(url) ? found : undefined));
  const transactions = ['subscription-payment', 'one-time-payment'].map((paymentType, index) =>
    sale(OCTOBER, { id: `txn_${index}`, subscriptionId: index === 0 ? 'sub_Order' : 'sub_None', paymentType }),
  );
  stub.lists['transactions'] = transactions;
  expect(await run(stub.url, [], {})).toMatchObject({ status: 0, lines: [], errors: '' });
  found.splice(0, 2, 404, '{}');
  expect((await run(stub.url, [], {})).lines).toMatchObject([
    { finding: 'paid-after-deletion', subscriptionId: 'sub_Order', customerId: 'cus_1', transactionId: 'txn_0' },
  ]);
  expect(stub.requests.some((request) => request.includes('sub_None'))).toBe(false);
  stub.server.close();
});

const cancel = async (subscriptionId: string, churnTimePolicy: string) => {
  const { id } = await caller.call('POST', '/subscription-cancellations', { reason: 'did-not-use', status: 'draft' });
  const terms = { subscriptionId, prorated: false, churnTimePolicy, status: 'confirmed' };
  return caller.call('PATCH', `/subscription-cancellations/${id}`, terms);
};
const reactivate = (subscriptionId: string, fields: object = {}) =>
  caller.call('POST', '/subscription-reactivations', { subscriptionId, ...fields });
const AWAITS_RETURN = { finding: null, access: 'closed', message: 'Wait for the first charge since the reactivation.' };

test('after a reactivation, a subscription that had ended has no access until its first charge', async () => {
  const { id, card } = await openShop();
  await cancel(id, 'at-next-renewal');
  await moveTo('2026-11-20T10:00:00Z');
  await reactivate(id, { renewalAt: '2026-11-20T10:30:00Z' });
  expect(await checkOne(id)).toMatchObject({ ...AWAITS_RETURN, status: 'active' });
  await fail(card);
  await moveTo('2026-11-20T10:30:00Z');
  const declined = { status: 'unpaid', access: 'closed', finding: 'renewal-declined' };
  expect(await checkOne(id, { firstMessageAt: '2026-11-20T10:30:00Z' })).toMatchObject(declined);
  await moveTo('2026-11-22T23:59:59Z');
  const told = { firstMessageAt: '2026-11-22T10:30:00Z' };
  expect(await checkOne(id, told), 'day 2').toMatchObject({ ...declined, paymentFormUrl: expect.any(String), day: 2 });
  await moveTo('2026-11-23T00:00:00Z');
  for (const stored of [told, { closeOnDay: 7, endOnDay: 21 }]) {
    const over = await checkOne(id, stored);
    expect(over, 'day 2 is over').toMatchObject({ finding: 'last-deadline-over', access: 'closed', day: 3 });
    expect(over.paymentFormUrl).toBeUndefined();
  }
  await check(['--state', 'state.json']);
  await pay((await openInvoices())[0], { card: '4111111111111111' });
  const { lines } = await check(['--state', 'state.json']);
  expect(lines).toMatchObject([{ finding: 'paid-after-deadline', access: 'decide' }]);
});

test('a reactivation in the paid period keeps access', async () => {
  const { id } = await openShop();
  await cancel(id, 'at-next-renewal');
  await moveTo('2026-11-10T10:00:00Z');
  await reactivate(id);
  expect(await checkOne(id)).toMatchObject({ finding: null, access: 'open', until: RENEWAL });
  await moveTo('2026-11-18T09:00:00Z');
  await caller.call('POST', '/sandbox/hold-next-payment', { status: 'waiting' });
  await moveTo(RENEWAL);
  expect(await checkOne(id)).toMatchObject({ finding: 'payment-pending', access: 'unchanged' });
});

const CHURNED = '2026-10-25T10:00:00Z';
const RETURNED = '2026-11-02T10:00:00Z';
/** Checks an active subscription that ended with `now` on October 25, and was reactivated on November 2. */
const checkReturn = async (fields: {
  subscription?: object;
  cancellation?: object;
  reactivations?: object[];
  paid?: object;
  more?: object[];
  now?: string;
  stored?: object;
}) => {
  const { checkSubscription } = await load();
  const active = { ...SUBSCRIPTION, status: 'active', nextCharge: '2026-11-02T10:10:00Z', ...fields.subscription };
  const cancellation = { id: 'can_1', subscriptionId: 'sub_1', status: 'completed', cancelledAt: CHURNED };
  const data = dataOf({
    invoices: [invoice(OCTOBER, 'paid'), ...(fields.more ?? [])],
    transactions: [sale(OCTOBER, fields.paid)],
    cancellations: [{ ...cancellation, churnedAt: CHURNED, lineItems: [], ...fields.cancellation }],
    ...(fields.reactivations && { reactivations: fields.reactivations }),
  });
  return checkSubscription(active, data, settingsAt(fields.now ?? '2026-11-02T10:05:00Z', fields.stored))[0];
};

test('an early end with a refund or a credit closes access until the first charge', async () => {
  expect(await checkReturn({ paid: { status: 'partially-refunded' } })).toMatchObject(AWAITS_RETURN);
  expect(await checkReturn({ paid: { status: 'refunded' } })).toMatchObject(AWAITS_RETURN);
  const lineItems = [{ type: 'credit', unitPriceAmount: 3 }];
  expect(await checkReturn({ cancellation: { lineItems } })).toMatchObject(AWAITS_RETURN);
  const stored = { refundedFrom: CHURNED, endedAt: CHURNED };
  expect(await checkReturn({ stored }), 'refunded outside PAI').toMatchObject({ finding: null, access: 'closed' });
  // PAI might revoke the cancellation.
  const revoked = { paid: { status: 'refunded' }, cancellation: { status: 'revoked' } };
  const reactivation = { subscriptionId: 'sub_1', cancellationId: 'can_1', createdAt: RETURNED };
  expect(await checkReturn({ ...revoked, reactivations: [reactivation] })).toMatchObject(AWAITS_RETURN);
  const early = { ...reactivation, createdAt: '2026-10-20T10:00:00Z' };
  expect(await checkReturn({ ...revoked, reactivations: [early] })).toMatchObject({ access: 'decide' });
});

test('an early end without a refund keeps the paid time', async () => {
  const open = { finding: null, access: 'open', until: NOVEMBER };
  expect(await checkReturn({ subscription: { nextCharge: NOVEMBER } })).toMatchObject(open);
  expect(await checkReturn({}), 'the period is still paid').toMatchObject({ finding: null, access: 'open' });
  const partial = { subscription: { nextCharge: NOVEMBER }, paid: { status: 'partially-refunded' } };
  expect(await checkReturn(partial), 'another refund').toMatchObject(open);
  const due = {
    subscription: { status: 'unpaid', nextCharge: null },
    more: [invoice(NOVEMBER, 'unpaid')],
    now: '2026-11-19T10:00:00Z',
    stored: { change: null },
  };
  expect(await checkReturn(due)).toMatchObject({ access: 'unchanged', until: '2026-11-26T00:00:00Z' });
});

test('other returns that need no payment, or a person', async () => {
  const returned = { paid: { status: 'refunded' } };
  const late = await checkReturn({ ...returned, now: '2026-11-02T11:10:01Z' });
  expect(late).toMatchObject({ finding: 'ask', access: 'closed' });
  const trial = { subscription: { nextCharge: NOVEMBER }, stored: { trialEnd: NOVEMBER } };
  expect(await checkReturn({ ...returned, ...trial }), 'the trial continues').toMatchObject({ access: 'decide' });
  const postpaid = { stored: { isPostpaid: true } };
  expect(await checkReturn({ ...returned, ...postpaid })).toMatchObject({ access: 'open' });
  expect(await checkReturn({ ...returned, subscription: { price: 0 } })).toMatchObject({ access: 'open' });
  // A card that has never paid leaves it active, with an open invoice.
  const unpaid = { more: [invoice(RETURNED, 'unpaid')], paid: { status: 'refunded' } };
  const active = { ...unpaid, subscription: { nextCharge: '2026-12-02T10:00:00Z' } };
  const link = { access: 'closed', finding: 'never-charged', paymentFormUrl: 'https://pay.example' };
  expect(await checkReturn({ ...active, now: '2026-11-04T23:59:59Z' })).toMatchObject(link);
  const over = await checkReturn({ ...active, now: '2026-11-05T00:00:00Z' });
  expect(over).toMatchObject({ finding: 'last-deadline-over', access: 'closed' });
  expect(over).not.toHaveProperty('paymentFormUrl');
  // An invoice from before the end is no deadline of the return.
  const before = await checkReturn({ ...returned, more: [invoice('2026-10-24T10:00:00Z', 'unpaid')] });
  expect(before).toMatchObject({ access: 'closed' });
  expect(before?.finding).not.toBe('last-deadline-over');
  expect(before).not.toHaveProperty('paymentFormUrl');
  // A change from before the end doesn't matter anymore.
  const declined = await checkReturn({
    subscription: { status: 'unpaid', nextCharge: null },
    more: [invoice(RETURNED, 'unpaid')],
    paid: { status: 'partially-refunded' },
    stored: { change: { changedAt: '2026-10-20T10:00:00Z', nextCharge: NOVEMBER } },
  });
  expect(declined).toMatchObject({ access: 'closed', finding: 'never-charged', paymentFormUrl: 'https://pay.example' });
  expect(declined).not.toMatchObject({ items: 'old' });
});

test('the price of a trial that is not paid at sign-up', async () => {
  const trial = { price: 2, period: { unit: 'day', length: 14 } };
  const { id, customerId, card, planId } = await openShop({ trial }, false);
  const stored = { [id]: { trialEnd: '2026-11-01T10:00:00Z', paymentInstrumentId: card } };
  const [first] = await openInvoices();
  const { lines } = await check([], stored);
  expect(lines).toMatchObject([
    { subscriptionId: id, status: 'connected', finding: 'first-payment-missing', access: 'closed' },
  ]);
  expect(lines[0]?.paymentFormUrl).toBe(first?.paymentFormUrl);
  await moveTo('2026-10-19T10:00:01Z');
  expect((await check([], stored)).lines[0]?.message).toContain('delete the order');
  // Another order of the same time might own it.
  const { world } = caller.sandbox;
  const invoice = world.store.get('invoices', first?.id ?? '');
  if (!invoice) throw new Error('There is no invoice.');
  const other = world.create('invoices', 'inv', { ...invoice, id: 'inv_other', totalAmount: 9 });
  expect((await check([], stored)).lines.map(({ finding }) => finding)).toContain('unexplained-invoice');
  world.change('invoices', other, { status: 'voided' });
  expect((await check([], stored)).lines.map(({ finding }) => finding)).toEqual(['first-payment-missing']);
  world.change('invoices', invoice, { issueDate: '2026-10-18T11:00:01Z' });
  const late = (await check([], stored)).lines.map(({ finding }) => finding);
  expect(late).toContain('unexplained-invoice');
  world.change('invoices', invoice, { issueDate: START });
  const again = await subscribe(customerId, card, planId);
  const second = world.store.get('subscriptions', again.id);
  if (!second) throw new Error('There is no subscription.');
  world.change('subscriptions', second, { createdAt: START });
  for (const entry of world.store.all('invoices').filter((one) => one.subscriptionId === again.id))
    world.change('invoices', entry, { status: 'voided' });
  const both = (await check([], stored)).lines;
  expect(
    both.some(({ paymentFormUrl }) => paymentFormUrl),
    'two subscriptions of the same time',
  ).toBe(false);
});

test('after the last deadline, a payment that was left on the page of the bank is to be ended', async () => {
  const { checkSubscription } = await load();
  const data = leavePayment();
  for (const stored of [{ change: null }, { change: null, endedAt: '2026-12-10T00:00:00Z' }]) {
    const [over] = checkSubscription(SUBSCRIPTION, data, settingsAt('2026-12-10T00:00:00Z', stored));
    expect(over).toMatchObject({ finding: 'last-deadline-over', transactionId: 'txn_left' });
    expect(over?.message).toContain('txn_left is still pending');
    expect(over?.message).toContain('Ask PAI support to end this payment, too.');
  }
  const none = dataOf({ ...data, transactions: [sale(OCTOBER)] });
  const [line] = checkSubscription(SUBSCRIPTION, none, settingsAt('2026-12-10T00:00:00Z', { change: null }));
  expect(line?.message).not.toContain('this payment, too');
});

test('a payment after the deadline is reported until a person has accepted or refunded it', async () => {
  const { id } = await declineRenewal();
  const state = ['--state', 'state.json'];
  await check(state);
  const before = readFileSync(path.join(folder, 'state.json'));
  await moveTo('2026-12-12T10:00:00Z');
  await pay((await openInvoices())[0], { card: '4111111111111111' });
  for (const day of ['12', '13', '14']) {
    await moveTo(`2026-12-${day}T11:00:00Z`);
    const { lines } = await check(state);
    expect(lines, `December ${day}`).toMatchObject([{ finding: 'paid-after-deadline', access: 'decide' }]);
    expect(lines[0]?.message).toContain('First check for missed periods.');
  }
  const reported = readFileSync(path.join(folder, 'state.json'));
  const accepted = { [id]: { acceptedAt: '2026-12-14T12:00:00Z' } };
  expect((await check(state, accepted)).lines).toMatchObject([{ finding: 'recovered', access: 'open' }]);
  expect((await check(state, accepted)).lines).toEqual([]);
  writeFileSync(path.join(folder, 'state.json'), reported);
  const late = (await sales()).find((sale) => sale['paymentInstrument'] === null && sale.result === 'approved');
  await caller.call('POST', `/transactions/${late?.id}/refund`, {});
  expect((await check(state)).lines).toMatchObject([{ finding: 'recovered' }]);
  expect((await check(state)).lines).toEqual([]);
  writeFileSync(path.join(folder, 'state.json'), before);
});

test('the date of a cancellation ends access, and no message names a later one', async () => {
  const { id } = await declineRenewal();
  const cancelAt = '2026-11-22T10:00:00Z';
  expect(await checkOne(id, { cancelAt })).toMatchObject({
    closeOn: '2026-11-21',
    endOn: '2026-11-21',
    until: cancelAt,
  });
  await pay((await openInvoices())[0], { card: '4111111111111111' });
  expect(await checkOne(id, { cancelAt })).toMatchObject({ access: 'open', until: cancelAt });
  expect(await checkOne(id, { cancelAt: '2027-01-01T00:00:00Z' })).toMatchObject({ until: '2026-12-18T10:00:00Z' });
});

test('the dates for messages are those of the deadlines, also if the first message is late', async () => {
  const { id } = await declineRenewal();
  const dates = async (stored: Record<string, unknown> = {}) => {
    const { closeOn, endOn, until } = await checkOne(id, stored);
    return [closeOn, endOn, until];
  };
  // The invoice is of November 18, and day 7 is November 25.
  expect(await dates()).toEqual(['2026-11-25', '2026-12-09', '2026-11-26T00:00:00Z']);
  await moveTo('2026-11-25T10:00:00Z');
  expect((await dates())[0], 'if it is sent today').toBe('2026-11-28');
  expect(await dates({ firstMessageAt: '2026-11-25T10:00:00Z' })).toEqual([
    '2026-11-28',
    '2026-12-09',
    '2026-11-29T00:00:00Z',
  ]);
});

test('a canceled free trial has access until its end', async () => {
  const { id } = await openShop({ trial: { price: 0, period: { unit: 'day', length: 14 } } });
  await cancel(id, 'at-next-renewal');
  const trialEnd = '2026-11-01T10:00:00Z';
  for (const stored of [{}, { trialEnd }])
    expect(await checkOne(id, stored)).toMatchObject({
      ...{ status: 'canceled', finding: null, access: 'unchanged', until: trialEnd },
      message: "Access continues until the trial's end.",
    });
});
