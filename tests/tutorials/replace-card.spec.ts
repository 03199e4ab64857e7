/**
 * The program that replaces a card, over HTTP, against the sandbox. A proxy between them kills the program, or loses
 * requests and responses, at each request. What counts is what the sandbox stores. Most tests run the program inside this
 * process, because that's faster; those that kill it, or run it twice at once, run it as a reader does.
 */
import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { addPeriod } from '../../sandbox/clock';
import type { Instrument, Invoice, Subscription, Transaction } from '../../sandbox/records';
import { type Caller, createProduct, planFields, startEmpty, storeCard } from '../sandbox/api';
import { root } from '../support/routes';
import { expect, test } from './fixtures';
import { type Outcome, runAlone, runInside } from './program';
import { type Fault, FaultyProxy, type Sent } from './proxy';

const SCRIPT = path.join(root, 'examples', 'subscription-changes', 'replace-card.mjs');
const NEW = { primaryAccountNumber: '5555555555554444' };
const DECLINED = { primaryAccountNumber: '4000000000000002' };
const CHALLENGE = { ...NEW, cardVerificationValue: '333' };
const PRICES = [5, 7];
const MINUTE = 60_000;

let caller: Caller;
let folder: string;
const proxy = new FaultyProxy();
/** Whether the program runs as a process of its own, without a fault that kills it, too. */
let runsAlone = false;

test.describe.configure({ mode: 'default' });
test.beforeAll(() => proxy.start());
test.afterAll(() => proxy.close());
test.beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'replace-card-'));
  caller = await startEmpty();
  proxy.reset(caller.sandbox.url);
  runsAlone = false;
});
test.afterEach(async () => {
  rmSync(folder, { recursive: true });
  await caller.sandbox.close();
});

/** A customer with two subscriptions on an old card that has paid for both, and a stored new card. */
interface Shop {
  customerId: string;
  oldCard: string;
  newCard: string;
  ids: string[];
  copies: { subscriptionId: string; request: Record<string, unknown>; invoiceIds?: string[] }[];
  file: string;
}

async function openShop(card: object = NEW): Promise<Shop> {
  const { call, list } = caller;
  const product = await createProduct(caller);
  const { id: customerId } = await call('POST', '/customers', { firstName: 'Ada' });
  const { id: oldCard } = await storeCard(caller, customerId);
  const copies: Shop['copies'] = [];
  for (const price of PRICES) {
    const plan = await call('POST', '/plans', {
      ...planFields(product.id),
      name: `Plan ${price}`,
      pricing: { price, formula: 'flat-rate' },
      recurringInterval: { unit: 'month', length: 1 },
    });
    const items = [{ quantity: 1, plan: { id: plan.id } }];
    const request = { customerId, isTrialOnly: false, items, paymentInstrumentId: oldCard };
    const { id: subscriptionId } = await call('POST', '/subscriptions', request);
    copies.push({ subscriptionId, request });
  }
  const open = (await list('/customer-invoices/?limit=100')).filter((invoice) => invoice['customerId'] === customerId);
  for (const { paymentFormUrl } of open)
    await fetch(paymentFormUrl, { method: 'POST', body: new URLSearchParams({ choice: 'approved' }) });
  const { id: newCard } = await storeCard(caller, customerId, card);
  const ids = copies.map(({ subscriptionId }) => subscriptionId);
  return { customerId, oldCard, newCard, ids, copies, file: path.join(folder, `${customerId}.json`) };
}

const journalOf = ({ customerId }: Shop): string => path.join(folder, `replace-card-${customerId}.json`);

/** Runs the program, and returns its exit status and output. The customer has agreed to what's open, unless `args` differ. */
async function run(shop: Shop, args: string[] = [], at?: string): Promise<Outcome> {
  if (shop.copies.length > 0) writeFileSync(shop.file, JSON.stringify(shop.copies));
  const named = ['--customer', shop.customerId, '--new-card', shop.newCard, '--old-card', shop.oldCard];
  const page = ['--return-url', 'https://tidewick.example/account/card/return?check=0031'];
  const agreed = `--agreed=${stored
    .open(shop)
    .map(({ id }) => id)
    .join(',')}`;
  const all = [...named, '--subscriptions', shop.file, ...page, agreed, ...args];
  const env = {
    PAI_API: proxy.url,
    PAI_API_KEY: 'acc_key_id',
    PAI_ORGANIZATION_ID: organization(),
    REPLACE_CARD_PAUSE_MS: '1',
    ...(at === undefined ? {} : { PAI_NOW: at }),
  };
  if (!runsAlone && !proxy.kills) return runInside(SCRIPT, [...all, `--folder=${folder}`], env);
  const onStart = (child: ChildProcess): void => void (proxy.child = child);
  const { status, output } = await runAlone(SCRIPT, all, { cwd: folder, env, onStart });
  return { status, output };
}

const organization = (): string => caller.sandbox.world.store.all('organizations')[0]?.id ?? '';

/** What the sandbox stores about a shop's customer. */
const stored = {
  transactions: ({ customerId }: Shop): Transaction[] =>
    caller.sandbox.world.store.all('transactions').filter((entry) => entry.customerId === customerId),
  /** Transactions of a card. Renewals of the same moment come in any order, so they're sorted by amount. */
  ofCard: (shop: Shop, card: string, type = 'sale'): Transaction[] =>
    stored
      .transactions(shop)
      .filter((entry) => entry.instrumentId === card && entry.type === type)
      .sort((left, right) => left.createdAt.localeCompare(right.createdAt) || left.amount - right.amount),
  subscription: (id: string | undefined): Subscription => {
    const found = caller.sandbox.world.store.get('subscriptions', id ?? '');
    if (!found) throw new Error(`There is no subscription ${id ?? ''}.`);
    return found;
  },
  cards: ({ ids }: Shop): (string | undefined)[] => ids.map((id) => stored.subscription(id).instrumentId),
  instrument: (id: string): Instrument | undefined => caller.sandbox.world.store.get('instruments', id),
  open: ({ customerId }: Shop): Invoice[] =>
    caller.sandbox.world.store
      .all('invoices')
      .filter((entry) => entry.customerId === customerId && ['unpaid', 'past-due'].includes(entry.status)),
  primary: ({ customerId }: Shop): string | undefined =>
    caller.sandbox.world.store.get('customers', customerId)?.primaryPaymentInstrument?.id,
};

/** Asserts that the new card was verified with one charge, which was refunded once, and that it's in place everywhere. */
function expectReplaced(shop: Shop, nextCharges: (string | null)[]): void {
  const { oldCard, newCard } = shop;
  expect(stored.ofCard(shop, newCard), 'one verification charge').toMatchObject([
    { amount: 1, refundAmount: 1, status: 'refunded', invoiceIds: [], isMerchantInitiated: false },
  ]);
  expect(stored.ofCard(shop, newCard, 'refund'), 'one refund').toMatchObject([{ amount: 1, result: 'approved' }]);
  expect(stored.cards(shop)).toEqual([newCard, newCard]);
  expect(
    shop.ids.map((id) => stored.subscription(id).nextCharge),
    'the renewals stay',
  ).toEqual(nextCharges);
  expect(stored.primary(shop)).toBe(newCard);
  expect(stored.instrument(oldCard), 'the old card is kept').toMatchObject({ useAsBackup: false, deletedAt: null });
}

/** Asserts that a declined card is gone, and that nothing else has changed. */
function expectUnchanged(shop: Shop): void {
  expect(stored.cards(shop)).toEqual([shop.oldCard, shop.oldCard]);
  expect(stored.instrument(shop.newCard), 'the new card is deleted').toBeUndefined();
  expect(stored.ofCard(shop, shop.newCard).filter(({ result }) => result === 'approved')).toEqual([]);
  expect(stored.ofCard(shop, shop.newCard, 'refund')).toEqual([]);
  expect(stored.primary(shop)).toBeUndefined();
}

const nextCharges = ({ ids }: Shop): (string | null)[] => ids.map((id) => stored.subscription(id).nextCharge);
const moveTo = (to: string): Promise<unknown> => caller.call('POST', '/sandbox/clock', { to });
/** A time on this machine's clock, for runs that aren't now. */
const inMinutes = (minutes: number, from = Date.now()): string => new Date(from + minutes * MINUTE).toISOString();
const confirm = (url: string | undefined, choice: string): Promise<unknown> =>
  fetch(url ?? '', { method: 'POST', body: new URLSearchParams({ choice }) });

test('two subscriptions move to the new card, which their next renewals charge', async () => {
  runsAlone = true;
  const shop = await openShop();
  const before = nextCharges(shop);
  const { status, output } = await run(shop);
  expect(output).toMatch(/^replace-card: done: .*Keep pin_\w+ until all/);
  expect(status).toBe(0);
  expectReplaced(shop, before);
  const [check, refund] = ['sale', 'refund'].map((type) => stored.ofCard(shop, shop.newCard, type)[0]?.id);
  expect(output).toContain(`check ${check}, refund ${refund}.`);
  const [sale] = proxy.sent.filter(({ path: target, method }) => method === 'POST' && target === '/transactions');
  expect(JSON.parse(sale?.body ?? '')).toMatchObject({
    redirectUrl: 'https://tidewick.example/account/card/return?check=0031',
    idempotencyKey: expect.stringContaining(shop.newCard),
  });
  const refunds = proxy.sent.filter(({ path: target }) => target.endsWith('/refund')).map(({ body }) => body);
  expect(refunds, 'a refund says how much').toEqual(['{"amount":1}']);
  await moveTo(addPeriod(String(before[0]), 'day', 1));
  const renewals = stored.ofCard(shop, shop.newCard).slice(1);
  expect(renewals.map(({ amount, result, isMerchantInitiated }) => [amount, result, isMerchantInitiated])).toEqual(
    PRICES.map((price) => [price, 'approved', true]),
  );
  // Another run says the same, and changes nothing.
  proxy.sent = [];
  expect(await run(shop)).toEqual({ status, output });
  expect(proxy.sent).toEqual([]);
});

test('a declined card is deleted, and the old one stays', async () => {
  const shop = await openShop(DECLINED);
  const before = nextCharges(shop);
  const { status, output } = await run(shop);
  expect(output).toContain('replace-card: declined');
  expect(status).toBe(3);
  expectUnchanged(shop);
  await moveTo(addPeriod(String(before[0]), 'day', 1));
  // The two renewals are a second apart, in either order, if the payments above were.
  const renewals = stored.ofCard(shop, shop.oldCard).slice(2);
  renewals.sort((left, right) => left.amount - right.amount);
  expect(renewals, 'the old card is still charged').toMatchObject([
    { amount: 5, result: 'approved' },
    { amount: 7, result: 'approved' },
  ]);
});

for (const [choice, expected] of [
  ['approved', 0],
  ['declined', 3],
  ['abandoned', 3],
] as const) {
  test(`3D Secure that is ${choice} on the bank's page decides when the program runs again`, async () => {
    const shop = await openShop(CHALLENGE);
    const before = nextCharges(shop);
    const first = await run(shop);
    const [sale] = stored.ofCard(shop, shop.newCard);
    expect(first.output).toContain(
      `Send the customer to ${sale?.redirectUrl} If they want to use another card after 30 minutes, store it`,
    );
    expect(first.output, 'the rule for invoices').not.toContain('charge nothing else');
    expect(first.status).toBe(2);
    expect(stored.cards(shop), 'the old card stays meanwhile').toEqual([shop.oldCard, shop.oldCard]);
    expect((await run(shop)).status, 'still open').toBe(2);
    await confirm(sale?.redirectUrl, choice);
    expect((await run(shop)).status).toBe(expected);
    if (expected === 0) expectReplaced(shop, before);
    else expectUnchanged(shop);
  });
}

test('an authentication is not the payment: its sale, which has another ID, decides', async () => {
  const shop = await openShop(CHALLENGE);
  const before = nextCharges(shop);
  await run(shop);
  // The local sandbox has no separate authentication, so its sale becomes one.
  const [first] = stored.ofCard(shop, shop.newCard);
  if (!first) throw new Error('There is no sale.');
  const { world } = caller.sandbox;
  const fields = { ...first };
  const approved = { status: 'completed', result: 'approved', combinedStatus: 'completed', redirectUrl: undefined };
  world.change('transactions', first, { ...approved, type: '3ds-authentication' });
  const early = await run(shop);
  expect(early.output).toContain(`${first.id} is completed (approved). Nothing else is charged meanwhile`);
  expect(early.status).toBe(4);
  const isRefundable = { refundableAmount: 1, permissionsBundle: { isRefundable: true } };
  world.store.put('transactions', { ...fields, ...approved, ...isRefundable, id: 'txn_AfterAuthentication' });
  expect((await run(shop)).status).toBe(0);
  expectReplaced(shop, before);
});

for (const outcome of ['approved', 'declined'] as const) {
  test(`a failed authentication is waited for, because its sale can still be ${outcome}`, async () => {
    const shop = await openShop(CHALLENGE);
    await failRenewal(shop);
    await run(shop);
    const [first] = stored.ofCard(shop, shop.newCard);
    if (!first) throw new Error('There is no sale.');
    const { world } = caller.sandbox;
    const fields = { ...first };
    const failed = { status: 'completed', result: 'declined', redirectUrl: undefined };
    world.change('transactions', first, { ...failed, type: '3ds-authentication' });
    const start = Date.now();
    const waiting = await run(shop, [], inMinutes(0, start));
    expect(waiting.output).toContain(`A sale might still follow. Run this again after ${inMinutes(30, start)}.`);
    expect(waiting.status).toBe(4);
    expect((await run(shop, [], inMinutes(29, start))).status).toBe(4);
    expect(stored.instrument(shop.newCard), 'the card is kept').toBeDefined();
    if (outcome === 'declined') {
      expect((await run(shop, [], inMinutes(30, start))).status).toBe(3);
      expectUnchanged(shop);
      return;
    }
    for (const invoice of stored.open(shop)) Object.assign(invoice, { status: 'paid' });
    Object.assign(stored.subscription(shop.ids[0]), { status: 'active' });
    world.store.put('transactions', { ...fields, ...failed, result: 'approved', id: 'txn_AfterAuthentication' });
    expect((await run(shop, [], inMinutes(29, start))).status).toBe(0);
    expectPaid(shop);
  });
}

test('a subscription in its trial keeps the end of the trial', async () => {
  const shop = await openShop();
  const product = await createProduct(caller);
  const plan = await caller.call('POST', '/plans', {
    ...planFields(product.id),
    name: 'Plan with a trial',
    recurringInterval: { unit: 'month', length: 1 },
    trial: { price: 0, period: { unit: 'day', length: 14 } },
  });
  const request = {
    ...{ customerId: shop.customerId, paymentInstrumentId: shop.oldCard, isTrialOnly: false },
    items: [{ quantity: 1, plan: { id: plan.id } }],
    trial: { enabled: true, endAt: addPeriod(caller.sandbox.world.now, 'day', 20) },
  };
  const { id: subscriptionId } = await caller.call('POST', '/subscriptions', request);
  shop.copies = [{ subscriptionId, request }];
  expect((await run(shop)).status).toBe(0);
  expect(stored.subscription(subscriptionId)).toMatchObject({
    instrumentId: shop.newCard,
    nextCharge: request.trial.endAt,
    status: 'active',
  });
  await moveTo(addPeriod(request.trial.endAt, 'day', 1));
  expect(stored.subscription(subscriptionId), 'the new card has paid, so it pays').toMatchObject({ status: 'active' });
});

/** Lets the renewal of the first subscription fail, a day before the second one renews. */
async function failRenewal(shop: Shop): Promise<void> {
  const [first = '', second = ''] = shop.ids;
  const { nextCharge } = stored.subscription(first);
  await caller.call('PUT', `/subscriptions/${second}`, { renewalTime: addPeriod(String(nextCharge), 'day', 7) });
  await caller.call('PATCH', `/payment-instruments/${shop.oldCard}`, {
    creditCard: { expireMonth: 10, expireYear: 2051 },
  });
  await moveTo(addPeriod(String(nextCharge), 'day', 1));
  expect(stored.subscription(first)).toMatchObject({ status: 'unpaid' });
  expect(stored.subscription(second)).toMatchObject({ status: 'active' });
}

/** Asserts that the open invoice was paid once with the new card, and that the new card is in place everywhere. */
function expectPaid(shop: Shop): void {
  const { newCard } = shop;
  const paid = stored.ofCard(shop, newCard).filter(({ result }) => result === 'approved');
  expect(paid, 'one payment with the new card').toMatchObject([{ amount: 5, refundAmount: 0, status: 'completed' }]);
  expect(stored.ofCard(shop, newCard, 'refund')).toEqual([]);
  expect(stored.open(shop)).toEqual([]);
  expect(stored.cards(shop)).toEqual([newCard, newCard]);
  expect(shop.ids.map((id) => stored.subscription(id).status)).toEqual(['active', 'active']);
  expect(stored.primary(shop)).toBe(newCard);
}

test('an open invoice is paid with the new card instead of a small charge', async () => {
  const shop = await openShop();
  await failRenewal(shop);
  const { status, output } = await run(shop);
  expect(output).toContain('replace-card: done');
  expect(status).toBe(0);
  expectPaid(shop);
});

test('after the journal is lost, a payment of an invoice is not taken for a small charge and refunded', async () => {
  const shop = await openShop();
  await failRenewal(shop);
  expect((await run(shop)).status).toBe(0);
  rmSync(journalOf(shop));
  await run(shop);
  expect(stored.ofCard(shop, shop.newCard, 'refund').map(({ amount }) => amount)).not.toContain(5);
  const paid = stored.ofCard(shop, shop.newCard).filter(({ invoiceIds }) => invoiceIds.length > 0);
  expect(paid.map(({ refundAmount }) => refundAmount)).toEqual([0]);
});

test('a sale of another amount is not taken for the charge', async () => {
  const shop = await openShop();
  await failRenewal(shop);
  expect((await run(shop)).status).toBe(0);
  rmSync(journalOf(shop));
  // As if the API returned the first sale for another key, too.
  const data = await caller.call('GET', `/transactions/${stored.ofCard(shop, shop.newCard)[0]?.id ?? ''}`);
  proxy.rewrite = ({ method, path: target }, text) =>
    method === 'POST' && target === '/transactions' ? JSON.stringify({ data }) : text;
  const { status, output } = await run(shop);
  expect(output).toContain("so it isn't this charge. Was the journal lost? Don't refund it here. A person");
  expect(status).toBe(5);
  expect(stored.ofCard(shop, shop.newCard, 'refund')).toEqual([]);
});

test('after a declined payment of an open invoice, the old card is back everywhere', async () => {
  const shop = await openShop(DECLINED);
  await failRenewal(shop);
  expect((await run(shop)).status).toBe(3);
  expectUnchanged(shop);
  const puts = proxy.sent.filter(({ method }) => method === 'PUT').map(({ path: target, body }) => [target, body]);
  expect(puts, 'only the subscription with the open invoice had the new card').toEqual([
    [`/subscriptions/${shop.ids[0]}`, expect.stringContaining(shop.newCard)],
    [`/subscriptions/${shop.ids[0]}`, expect.stringContaining(shop.oldCard)],
  ]);
  expect(stored.open(shop)).toHaveLength(1);
});

test('a payment that is open for a day gives the old card back, and a late approval the new one', async () => {
  const shop = await openShop(CHALLENGE);
  await failRenewal(shop);
  const now = caller.sandbox.world.now;
  expect((await run(shop, [], now)).status).toBe(2);
  expect(stored.cards(shop)).toEqual([shop.newCard, shop.oldCard]);
  const later = addPeriod(now, 'day', 2);
  await moveTo(later);
  expect((await run(shop, [], later)).status).toBe(2);
  expect(stored.cards(shop)).toEqual([shop.oldCard, shop.oldCard]);
  expect(stored.instrument(shop.newCard), 'the new card is kept').toBeDefined();
  await confirm(stored.ofCard(shop, shop.newCard)[0]?.redirectUrl, 'approved');
  expect((await run(shop, [], later)).status).toBe(0);
  expectPaid(shop);
});

test('a payment with another card than the new one does not count', async () => {
  const shop = await openShop(CHALLENGE);
  await failRenewal(shop);
  expect((await run(shop)).status).toBe(2);
  const [sale] = stored.ofCard(shop, shop.newCard);
  await confirm(sale?.redirectUrl, 'approved');
  Object.assign(sale ?? {}, { paymentInstrument: null });
  const { status, output } = await run(shop);
  expect(output).toContain('was paid with another card');
  expect(status).toBe(5);
  expect(stored.cards(shop), 'the invoice is paid, so a person decides').toEqual([shop.newCard, shop.oldCard]);
  expect(stored.primary(shop)).toBeUndefined();
});

/** Pays the open invoice on its payment page: with another card, or with the subscription's if there's no number. */
const payOnPage = (shop: Shop, card = ''): Promise<unknown> =>
  fetch(stored.open(shop)[0]?.['paymentFormUrl'] as string, {
    method: 'POST',
    body: new URLSearchParams({ choice: 'approved', card }),
  });

/** Pays what's open for the first subscription, without a transaction that the program could find. */
function payOtherwise(shop: Shop): void {
  for (const invoice of stored.open(shop)) Object.assign(invoice, { status: 'paid' });
  Object.assign(stored.subscription(shop.ids[0]), { status: 'active' });
}

/** Lets a shop's invoices be paid in another way while the program sets the card. */
function payWhileCardIsSet(shop: Shop): void {
  proxy.before = ({ method }) => {
    if (method === 'PUT') payOtherwise(shop);
  };
}

/** The attempt with the new card that the customer hasn't confirmed yet. */
const findPending = (shop: Shop): Transaction | undefined =>
  stored.ofCard(shop, shop.newCard).find(({ result }) => result === 'unknown');

/** The shop as it is after another card was stored. */
async function storeAnother(shop: Shop, card: object = NEW): Promise<Shop> {
  return { ...shop, newCard: (await storeCard(caller, shop.customerId, card)).id };
}

test('an invoice that is paid on its page is not paid again at the bank, and two payments are reported', async () => {
  const shop = await openShop(CHALLENGE);
  await failRenewal(shop);
  const { output } = await run(shop);
  const [sale] = stored.ofCard(shop, shop.newCard);
  const bank = sale?.redirectUrl ?? '';
  expect(output).toContain(`Send the customer to ${bank} To pay with another card, the customer first declines`);
  await payOnPage(shop, '4111111111111111');
  const again = await run(shop);
  expect(again.output).toContain("don't send the customer to the bank's page");
  expect(again.output).not.toContain(bank);
  expect(again.status).toBe(4);
  expect(stored.cards(shop), 'active again, so its renewal needs a card that has paid').toEqual([
    shop.oldCard,
    shop.oldCard,
  ]);
  // The customer had the bank's page open.
  await confirm(bank, 'approved');
  const other = stored.transactions(shop).find((entry) => entry.amount === 5 && entry.instrumentId === undefined);
  if (other) Object.assign(other, { subscriptionId: undefined });
  const twice = await run(shop);
  expect(twice.output).toContain(`is paid twice. Refund ${other?.id}.`);
  expect(twice.status).toBe(5);
  expect(stored.transactions(shop).filter(({ type }) => type === 'refund')).toEqual([]);
  expectPaid(shop);
  await caller.call('POST', `/transactions/${other?.id}/refund`, { amount: 5 });
  expect((await run(shop)).status).toBe(0);
  expectPaid(shop);
});

test('after an invoice was paid in another way and the attempt has ended, a small charge verifies the card', async () => {
  const shop = await openShop(CHALLENGE);
  await failRenewal(shop);
  await run(shop);
  const later = addPeriod(caller.sandbox.world.now, 'day', 2);
  await payOnPage(shop, '4111111111111111');
  const open = await run(shop, [], later);
  expect(open.output).toContain(`${shop.oldCard} is in place meanwhile`);
  expect(open.status, 'open for a day').toBe(5);
  expect(stored.cards(shop), 'the new card has never paid').toEqual([shop.oldCard, shop.oldCard]);
  await confirm(stored.ofCard(shop, shop.newCard)[0]?.redirectUrl, 'abandoned');
  const before = nextCharges(shop);
  expect((await run(shop)).status).toBe(2);
  await confirm(findPending(shop)?.redirectUrl, 'approved');
  expect((await run(shop)).status).toBe(0);
  caller.sandbox.world.store.remove(
    'transactions',
    stored.ofCard(shop, shop.newCard).find(({ result }) => result === 'abandoned')?.id ?? '',
  );
  expectReplaced(shop, before);
});

test('a payment with the new card on the payment page counts, although the attempt is pending', async () => {
  const shop = await openShop(CHALLENGE);
  await failRenewal(shop);
  await run(shop);
  await payOnPage(shop);
  expect((await run(shop)).status).toBe(4);
  expect(stored.cards(shop)).toEqual([shop.newCard, shop.newCard]);
  expect(stored.primary(shop)).toBe(shop.newCard);
  await confirm(findPending(shop)?.redirectUrl, 'abandoned');
  expect((await run(shop)).status).toBe(0);
  expectPaid(shop);
});

test('of two cards for one customer at the same time, one is charged, and the other waits', async () => {
  const shop = await openShop(CHALLENGE);
  await failRenewal(shop);
  const other = await storeAnother(shop, CHALLENGE);
  runsAlone = true;
  const runs = await Promise.all([run(shop), run(other)]);
  expect(runs.map(({ status }) => status).sort()).toEqual([2, 4]);
  const [winner, loser] = runs[0].status === 2 ? [shop, other] : [other, shop];
  const waiting = await run(loser);
  expect(waiting.output).toContain(`The replacement with ${winner.newCard} is unfinished`);
  expect(waiting.output).toContain('PAI support has to end the attempt. Until then, charge nothing else');
  expect(waiting.status).toBe(4);
  await confirm(stored.ofCard(winner, winner.newCard)[0]?.redirectUrl, 'approved');
  expect((await run(winner)).status).toBe(0);
  const late = await run(loser);
  expect(late.output).toContain(`has ${winner.newCard} since ${shop.oldCard}. Update your copy`);
  expect(late.status).toBe(1);
  expect(stored.ofCard(loser, loser.newCard)).toEqual([]);
  expectPaid(winner);
});

test('a declined card stays on no subscription, even if its invoice was paid in the meantime', async () => {
  const shop = await openShop(DECLINED);
  await failRenewal(shop);
  payWhileCardIsSet(shop);
  expect((await run(shop)).status).toBe(3);
  expectUnchanged(shop);
  const other = await storeAnother(shop);
  const before = nextCharges(shop);
  expect((await run(other)).status, 'another card can replace it').toBe(0);
  expectReplaced(other, before);
});

test('after a charge that is rejected because the invoice is paid by then, a small charge verifies the card', async () => {
  const shop = await openShop();
  await failRenewal(shop);
  proxy.fault = {
    when: ({ method, path: target }) => {
      if (method !== 'POST' || target !== '/transactions') return false;
      payOtherwise(shop);
      return true;
    },
    kind: 400,
  };
  const { status, output } = await run(shop);
  expect(output).toContain('no longer needs a charge. Run this again');
  expect(status).toBe(4);
  expect(stored.cards(shop)).toEqual([shop.oldCard, shop.oldCard]);
  const before = nextCharges(shop);
  expect((await run(shop)).status).toBe(0);
  expectReplaced(shop, before);
});

test('an old card that has expired does not hold up the replacement', async () => {
  const shop = await openShop();
  const before = nextCharges(shop);
  Object.assign(stored.instrument(shop.oldCard) ?? {}, {
    creditCard: { ...stored.instrument(shop.oldCard)?.creditCard, expireYear: 2020 },
    useAsBackup: false,
  });
  const { status, output } = await run(shop);
  expect(output).toMatch(
    /^replace-card: done: .*PAI didn't change useAsBackup of pin_\w+, which is expected if that card/,
  );
  expect(output).not.toContain('400');
  expect(status).toBe(0);
  expectReplaced(shop, before);
});

test('a check that is approved after another card was used is refunded, and its card is not set', async () => {
  const shop = await openShop(CHALLENGE);
  const before = nextCharges(shop);
  await run(shop);
  const [check] = stored.ofCard(shop, shop.newCard);
  const other = await storeAnother(shop);
  const early = await run(other);
  expect(early.output).toContain(`The check of ${shop.newCard} is pending. Run this again after 20`);
  expect(early.status).toBe(4);
  expect((await run(shop)).status, 'the customer goes to the page again').toBe(2);
  expect((await run(other, [], inMinutes(29))).status).toBe(4);
  expect(stored.ofCard(shop, other.newCard)).toEqual([]);
  expect((await run(other, [], inMinutes(31))).status).toBe(0);
  const copies = shop.copies.map(({ subscriptionId, request }) => {
    return { subscriptionId, request: { ...request, paymentInstrumentId: other.newCard } };
  });
  const late = { ...shop, copies };
  const pending = await run(late);
  expect(pending.output).toContain("don't send the customer to the bank's page");
  expect(pending.status).toBe(4);
  await confirm(check?.redirectUrl, 'approved');
  const { status, output } = await run(late);
  expect(output).toContain(`${shop.newCard} isn't used, because the customer has used ${other.newCard} since`);
  expect(status).toBe(6);
  expect(stored.ofCard(shop, shop.newCard)).toMatchObject([{ amount: 1, refundAmount: 1, status: 'refunded' }]);
  expectReplaced(other, before);
  proxy.sent = [];
  expect((await run(shop)).status, 'for good').toBe(6);
  expect(proxy.sent).toEqual([]);
});

test('a check that is approved after another card was declined still counts', async () => {
  const shop = await openShop(CHALLENGE);
  const before = nextCharges(shop);
  await run(shop);
  expect((await run(await storeAnother(shop, DECLINED), [], inMinutes(31))).status).toBe(3);
  await confirm(stored.ofCard(shop, shop.newCard)[0]?.redirectUrl, 'approved');
  expect((await run(shop)).status).toBe(0);
  expectReplaced(shop, before);
});

test('after a paid invoice, the other subscriptions do not wait for one that is pending', async () => {
  const shop = await openShop(CHALLENGE);
  const [third = '', ...rest] = (await openShop()).ids;
  expect(rest).toHaveLength(1);
  // A subscription that renews later, and has the same customer and card.
  const { customerId, oldCard, newCard } = shop;
  const { nextCharge } = stored.subscription(third);
  await caller.call('PUT', `/subscriptions/${third}`, { renewalTime: addPeriod(String(nextCharge), 'day', 7) });
  Object.assign(stored.subscription(third), { customerId, instrumentId: oldCard });
  const { items = [] } = stored.subscription(third) as unknown as { items?: { planId: string; quantity: number }[] };
  const request = {
    ...{ customerId, isTrialOnly: false, paymentInstrumentId: oldCard },
    items: items.map(({ planId, quantity }) => ({ quantity, plan: { id: planId } })),
  };
  shop.ids.push(third);
  shop.copies.push({ subscriptionId: third, request });
  await caller.call('PATCH', `/payment-instruments/${oldCard}`, { creditCard: { expireMonth: 10, expireYear: 2051 } });
  await moveTo(addPeriod(String(nextCharge), 'day', 1));
  expect(stored.open(shop)).toHaveLength(2);
  for (const copy of shop.copies)
    copy.invoiceIds = stored
      .open(shop)
      .filter((entry) => entry['subscriptionId'] === copy.subscriptionId)
      .map(({ id }) => id);
  expect((await run(shop)).status).toBe(2);
  expect(stored.cards(shop)).toEqual([newCard, oldCard, oldCard]);
  await confirm(findPending(shop)?.redirectUrl, 'approved');
  const { status, output } = await run(shop);
  expect(output).toContain(`Send the customer to ${findPending(shop)?.redirectUrl}`);
  expect(output, 'no second way to pay').not.toContain(stored.open(shop)[0]?.['paymentFormUrl'] as string);
  expect(status).toBe(2);
  expect(stored.cards(shop)).toEqual([newCard, newCard, newCard]);
  expect(stored.primary(shop)).toBe(newCard);
  expect(stored.instrument(oldCard)).toMatchObject({ useAsBackup: false });
  proxy.sent = [];
  await run(shop);
  expect(
    proxy.sent.filter(({ method }) => method !== 'GET'),
    'nothing is repeated',
  ).toEqual([]);
  await confirm(findPending(shop)?.redirectUrl, 'approved');
  expect((await run(shop)).status).toBe(0);
  expect(stored.open(shop)).toEqual([]);
});

/** Ends the first subscription, as PAI does after the last retry. Its invoice stays open. */
const endFirst = (shop: Shop): Promise<unknown> =>
  caller.call('POST', '/sandbox/billing-failures', { subscriptionId: shop.ids[0] });

/** Ends the first subscription before a request. */
function endBefore(shop: Shop, isAt: (request: Sent) => boolean): void {
  proxy.before = async (request) => {
    if (!isAt(request)) return;
    proxy.before = undefined;
    await endFirst(shop);
  };
}

const isSale = ({ method, path: target }: Sent): boolean => method === 'POST' && target === '/transactions';

test('a subscription that ends while its card is set is not charged, and the others get the card after a check', async () => {
  const shop = await openShop();
  await failRenewal(shop);
  const [first = ''] = shop.ids;
  const [invoice] = stored.open(shop);
  endBefore(shop, ({ method }) => method === 'PUT');
  const { status, output } = await run(shop);
  expect(output).toContain(`${first} is churned. Ask PAI support to void ${invoice?.id}, unless`);
  expect(output).not.toContain(invoice?.['paymentFormUrl'] as string);
  expect(status).toBe(5);
  expect(stored.ofCard(shop, shop.newCard), 'only the check').toMatchObject([{ amount: 1, refundAmount: 1 }]);
  expect(stored.cards(shop)[1]).toBe(shop.newCard);
  expect(stored.primary(shop)).toBe(shop.newCard);
  const puts = proxy.sent.filter(({ method, path: target }) => method === 'PUT' && target.endsWith(first));
  expect(puts, 'nothing more is set on it').toHaveLength(1);
  Object.assign(invoice ?? {}, { status: 'voided' });
  expect((await run(shop)).status).toBe(0);
  expect(stored.ofCard(shop, shop.newCard)).toHaveLength(1);
});

test('if the only subscription has ended, nothing is charged at all', async () => {
  const shop = await openShop();
  shop.copies.length = 1;
  await failRenewal(shop);
  const [invoice] = stored.open(shop);
  endBefore(shop, ({ method }) => method === 'PUT');
  const { status, output } = await run(shop);
  expect(output).toContain(`have ended, so ${shop.newCard} isn't charged. ${shop.ids[0]} is churned. Ask PAI support`);
  expect(output).toContain(`to void ${invoice?.id}, unless`);
  expect(status).toBe(5);
  expect(stored.ofCard(shop, shop.newCard)).toEqual([]);
});

for (const choice of ['approved', 'declined'] as const) {
  test(`nobody is sent to the bank after a subscription has ended, and an attempt that is ${choice} is reported`, async () => {
    const shop = await openShop(CHALLENGE);
    await failRenewal(shop);
    const [invoice] = stored.open(shop);
    expect((await run(shop)).status).toBe(2);
    const sale = findPending(shop);
    await endFirst(shop);
    const ended = await run(shop);
    const isChurned = `${shop.ids[0]} is churned`;
    expect(ended.output).toContain(`${isChurned}. Ask PAI support to void ${invoice?.id}, unless`);
    expect(ended.output).toContain('PAI support can end the attempt');
    expect(ended.output).not.toContain('http');
    expect(ended.status).toBe(5);
    await confirm(sale?.redirectUrl, choice);
    const { status, output } = await run(shop);
    expect(output).not.toContain(invoice?.['paymentFormUrl'] as string);
    if (choice === 'approved') {
      expect(output).toContain(`${isChurned}, but ${invoice?.id} is paid. Refund ${sale?.id}, or restore access`);
      expect(status).toBe(5);
      await caller.call('POST', `/transactions/${sale?.id}/refund`, { amount: 5 });
    } else {
      expect(output).toContain(`Ask PAI support to void ${invoice?.id}, unless`);
      expect(status, 'a card that the bank has declined gets no further charge').toBe(3);
      expect(stored.cards(shop)[1]).toBe(shop.oldCard);
      expect(stored.ofCard(shop, shop.newCard)).toHaveLength(1);
      return;
    }
    const done = await run(shop);
    expect(done.output).toContain(`${isChurned}.`);
    expect(done.output, 'there was no check').not.toContain('check txn_');
    expect(done.status).toBe(0);
    expect(stored.cards(shop)[1]).toBe(shop.newCard);
  });
}

test('if the only subscription has ended, no copy is to be updated', async () => {
  const shop = await openShop(CHALLENGE);
  shop.copies.length = 1;
  await run(shop);
  await confirm(findPending(shop)?.redirectUrl, 'approved');
  Object.assign(stored.subscription(shop.ids[0]), { status: 'churned' });
  const { status, output } = await run(shop);
  expect(output).toContain(`These subscriptions have ended, so no renewal charges ${shop.newCard}.`);
  expect(output).toContain(`${shop.ids[0]} is churned.`);
  expect(output).not.toMatch(/is in place|Update your copies|After the next renewals/);
  expect(status).toBe(0);
});

test('a charge whose response was lost is not sent again after its subscription has ended', async () => {
  const shop = await openShop();
  await failRenewal(shop);
  const [invoice] = stored.open(shop);
  proxy.fault = { when: isSale, kind: 'lose-request', isLasting: true };
  expect((await run(shop)).status).toBe(4);
  proxy.fault = undefined;
  await endFirst(shop);
  const { status, output } = await run(shop);
  expect(output).toContain(
    `The charge of ${invoice?.id} isn't sent again. If it was never made, remove it from "charges"`,
  );
  expect(output).toContain(`Ask PAI support to void ${invoice?.id}, unless`);
  expect(status).toBe(5);
  expect(stored.ofCard(shop, shop.newCard)).toEqual([]);
});

test('an invoice that is declined gets no link after its subscription has ended', async () => {
  const shop = await openShop(DECLINED);
  await failRenewal(shop);
  const [invoice] = stored.open(shop);
  endBefore(shop, isSale);
  const { status, output } = await run(shop);
  expect(output).toContain(`Ask PAI support to void ${invoice?.id}, unless`);
  expect(output).not.toContain(invoice?.['paymentFormUrl'] as string);
  expect(output).toContain(`Keep ${shop.newCard}, because ${shop.ids[0]} has ended with it.`);
  expect(stored.instrument(shop.newCard)).toBeDefined();
  expect(status).toBe(3);
  expect(stored.cards(shop)[1]).toBe(shop.oldCard);
});

test('a subscription whose items change during a run is set last, with an updated copy', async () => {
  const shop = await openShop(CHALLENGE);
  const [first] = shop.copies;
  if (!first) throw new Error('There is no copy.');
  expect((await run(shop)).status).toBe(2);
  const items = [{ quantity: 2, plan: (first.request['items'] as { plan: object }[])[0]?.plan }];
  const { nextCharge: renewalTime } = stored.subscription(first.subscriptionId);
  await caller.call('PUT', `/subscriptions/${first.subscriptionId}`, { ...first.request, items, renewalTime });
  await confirm(findPending(shop)?.redirectUrl, 'approved');
  const { status, output } = await run(shop);
  expect(output).toContain(`Update your copy of ${first.subscriptionId}`);
  expect(status).toBe(1);
  expect(stored.cards(shop), 'the other one is done').toEqual([shop.oldCard, shop.newCard]);
  const [, ...rest] = shop.copies;
  expect((await run({ ...shop, copies: rest })).output).toContain('Use the same ones, with your latest copies');
  first.request['items'] = items;
  expect((await run(shop)).status).toBe(0);
  expectReplaced(shop, nextCharges(shop));
});

test('a declined card stays if the old one was deleted during the run, and the next card replaces it', async () => {
  const shop = await openShop(CHALLENGE);
  await failRenewal(shop);
  expect((await run(shop)).status).toBe(2);
  await caller.call('DELETE', `/payment-instruments/${shop.oldCard}`);
  await confirm(findPending(shop)?.redirectUrl, 'declined');
  const { status, output } = await run(shop);
  expect(output).toContain(
    `${shop.oldCard} was deleted, so leave ${shop.newCard} on ${shop.ids[0]}. Send the customer`,
  );
  expect(output).toContain('Let the customer enter another card');
  expect(status).toBe(3);
  expect(stored.instrument(shop.newCard), 'the new card is kept').toBeDefined();
  const other = await storeAnother(shop);
  const done = await run(other);
  expect(done.output).toContain('replace-card: done');
  expect(done.output, 'it is gone').not.toContain(`Keep ${shop.oldCard}`);
  expect(done.status).toBe(0);
  expectPaid(other);
});

test('two open invoices are charged one at a time, and one that is declined is left to the customer', async () => {
  const shop = await openShop();
  await caller.call('PATCH', `/payment-instruments/${shop.oldCard}`, {
    creditCard: { expireMonth: 10, expireYear: 2051 },
  });
  await moveTo(addPeriod(String(nextCharges(shop)[0]), 'day', 1));
  expect(stored.open(shop)).toHaveLength(2);
  // The card has no more credit after the first payment.
  proxy.before = (request) => {
    const isSecond = stored.ofCard(shop, shop.newCard).length === 1 && isSale(request);
    if (isSecond) Object.assign(stored.instrument(shop.newCard) ?? {}, { behavior: 'decline' });
  };
  const { status, output } = await run(shop);
  const [open] = stored.open(shop);
  expect(output).toContain(`Send the customer to ${open?.['paymentFormUrl'] as string}`);
  expect(status).toBe(2);
  expect(stored.ofCard(shop, shop.newCard).map(({ result }) => result)).toEqual(['approved', 'declined']);
  expect(stored.cards(shop), 'the card that has paid stays').toEqual([shop.newCard, shop.newCard]);
  await fetch(open?.['paymentFormUrl'] as string, {
    method: 'POST',
    body: new URLSearchParams({ choice: 'approved', card: '4111111111111111' }),
  });
  expect((await run(shop)).status).toBe(0);
  expect(stored.ofCard(shop, shop.newCard), 'no other charge').toHaveLength(2);
});

test('an open invoice that is paid in the meantime is not charged, and a small charge verifies the card', async () => {
  const shop = await openShop();
  await failRenewal(shop);
  payWhileCardIsSet(shop);
  expect((await run(shop)).status).toBe(0);
  expectReplaced(shop, nextCharges(shop));
});

test('an invoice that is partially paid is left to the payment page', async () => {
  const shop = await openShop();
  await failRenewal(shop);
  const [invoice] = stored.open(shop);
  Object.assign(invoice ?? {}, { status: 'partially-paid' });
  const { status, output } = await run(shop);
  expect(output).toContain(`Send the customer to ${invoice?.['paymentFormUrl'] as string}`);
  expect(status).toBe(2);
  expect(proxy.sent.filter(({ method }) => method !== 'GET')).toEqual([]);
});

for (const [name, more] of [
  ['', {}],
  [", even if it has no subscription's ID", { subscriptionId: undefined }],
  [
    ', even if it is an authentication that might be for something else',
    { subscriptionId: undefined, invoices: [], type: '3ds-authentication' },
  ],
] as const) {
  test(`no invoice is charged while another attempt to pay it is open${name}`, async () => {
    const shop = await openShop();
    await failRenewal(shop);
    const [invoice] = stored.open(shop);
    const { id: otherCard } = await storeCard(caller, shop.customerId, CHALLENGE);
    const attempt = await caller.call('POST', '/transactions', {
      ...{ type: 'sale', amount: 5, currency: 'USD', customerId: shop.customerId, invoiceIds: [invoice?.id] },
      paymentInstruction: { paymentInstrumentId: otherCard },
    });
    Object.assign(stored.transactions(shop).find(({ id }) => id === attempt.id) ?? {}, more);
    const { status, output } = await run(shop);
    expect(output).toContain(`${attempt.id} is offsite, so ${invoice?.id} isn't charged yet`);
    expect(output).toContain(
      "declines or cancels on the bank's page. If that page no longer works, PAI support has to",
    );
    expect(status).toBe(4);
    expect(proxy.sent.filter(({ method }) => method !== 'GET')).toEqual([]);
    const later = await run(shop, [], inMinutes(30, Date.parse(caller.sandbox.world.now)));
    expect(later.status, 'half an hour later').toBe('type' in more ? 0 : 4);
  });
}

test('missed periods need consent', async () => {
  const shop = await openShop();
  await failRenewal(shop);
  const later = addPeriod(caller.sandbox.world.now, 'day', 40);
  await moveTo(later);
  const { status, output } = await run(shop, [], later);
  expect(output).toContain('might charge up to 1 missed period, each for 7 USD, plus tax where it applies, of sub_');
  expect(status).toBe(2);
  expect(proxy.sent.filter(({ method }) => method !== 'GET')).toEqual([]);
  expect((await run(shop, ['--missed-periods-agreed'], later)).status).toBe(0);
  const paid = stored.ofCard(shop, shop.newCard).map(({ amount, result }) => [amount, result]);
  expect(paid.sort(), 'two periods of each plan').toEqual([5, 5, 7, 7].map((amount) => [amount, 'approved']));
});

test('an open invoice is charged only if the customer has agreed to it', async () => {
  const shop = await openShop();
  await failRenewal(shop);
  const [invoice] = stored.open(shop);
  const { status, output } = await run(shop, ['--agreed=']);
  const date = invoice?.['issueDate'] as string;
  expect(output).toContain(`Ask whether to charge the open invoice ${invoice?.id} (5 USD of ${date})`);
  expect(status).toBe(2);
  expect((await run(shop, ['--agreed=inv_Other'])).status).toBe(2);
  expect(proxy.sent.filter(({ method }) => method !== 'GET')).toEqual([]);
  expect((await run(shop, [`--agreed=inv_Other,${invoice?.id}`])).status).toBe(0);
  expectPaid(shop);
});

test('consent can be withdrawn before the first request, and a result needs none', async () => {
  const shop = await openShop(CHALLENGE);
  await failRenewal(shop);
  const id = stored.open(shop)[0]?.id ?? '';
  proxy.fault = { when: ({ method }) => method === 'PUT', kind: 'lose-response', isLasting: true };
  expect((await run(shop)).status).toBe(4);
  proxy.fault = undefined;
  expect(stored.cards(shop)).toEqual([shop.newCard, shop.oldCard]);
  const { status, output } = await run(shop, ['--agreed=']);
  expect(output).toContain(`${id} isn't in --agreed, so it isn't charged.`);
  expect(status).toBe(2);
  expect(stored.ofCard(shop, shop.newCard)).toEqual([]);
  expect(stored.cards(shop)).toEqual([shop.oldCard, shop.oldCard]);
  proxy.sent = [];
  expect((await run(shop, ['--agreed='])).status).toBe(2);
  expect(
    proxy.sent.filter(({ method }) => method !== 'GET'),
    'no card is set in vain',
  ).toEqual([]);
  expect((await run(shop)).status, 'with consent, the customer confirms').toBe(2);
  expect((await run(shop, ['--agreed='])).output).toContain(`Send the customer to ${findPending(shop)?.redirectUrl}`);
  await confirm(findPending(shop)?.redirectUrl, 'approved');
  expect((await run(shop, ['--agreed='])).status).toBe(0);
  expectPaid(shop);
});

for (const [option, message] of [
  ['--agreed=', "isn't in --agreed, so it isn't charged."],
  [
    '--finish',
    'Nothing is charged with --finish. Run this without it when the customer is present and still wants it.',
  ],
] as const)
  test(`with ${option}, a charge whose response was lost is looked for, but not sent again`, async () => {
    const shop = await openShop();
    await failRenewal(shop);
    const start = Date.now();
    proxy.fault = { when: isSale, kind: 'lose-request' };
    expect((await run(shop, [], inMinutes(0, start))).status).toBe(4);
    const early = await run(shop, [option], inMinutes(2, start));
    expect(early.output).toContain(message);
    expect(early.status).toBe(2);
    expect(stored.cards(shop)).toEqual([shop.oldCard, shop.oldCard]);
    const late = await run(shop, [option], inMinutes(61, start));
    expect(late.output).toContain(
      `If it was never made, remove it from "charges" of ${shop.newCard} in ${journalOf(shop)}. Then the next run ` +
        'charges again, so remove it only if the customer still agrees and is present. If it was made, ask PAI support',
    );
    expect(late.status).toBe(5);
    expect(listCharges()).toHaveLength(1);
    // It was made after all, and shows up late.
    const [charge = ''] = listCharges();
    await caller.call('POST', '/transactions', JSON.parse(charge) as object);
    expect((await run(shop, [option], inMinutes(62, start))).status).toBe(0);
    expectPaid(shop);
  });

test('with --finish, no small charge follows after an invoice was paid in another way', async () => {
  const shop = await openShop(CHALLENGE);
  const nothing =
    'Nothing is charged with --finish. Run this without it when the customer is present and still wants it.';
  await failRenewal(shop);
  const unprepared = await run(shop, ['--finish']);
  expect(unprepared.output).toBe(`replace-card: customer: ${nothing}\n`);
  expect(unprepared.status).toBe(2);
  await run(shop);
  const pending = await run(shop, ['--finish']);
  expect(pending.output).toContain('is offsite (unknown). To pay with another card');
  expect(pending.output).not.toContain('http');
  expect(pending.status).toBe(2);
  const [sale] = stored.ofCard(shop, shop.newCard);
  payOtherwise(shop);
  await confirm(sale?.redirectUrl, 'abandoned');
  const { status, output } = await run(shop, ['--finish']);
  expect(output).toBe(`replace-card: customer: ${nothing}\n`);
  expect(status).toBe(2);
  expect(stored.cards(shop)).toEqual([shop.oldCard, shop.oldCard]);
  expect(stored.ofCard(shop, shop.newCard), 'no check').toEqual([sale]);
  expect((await run(shop)).output, 'the customer is present').toContain('Send the customer to');
  const check = findPending(shop);
  expect((await run(shop, ['--finish'])).output).not.toContain('http');
  await confirm(check?.redirectUrl, 'approved');
  expect((await run(shop, ['--finish'])).status, 'the check is refunded').toBe(0);
  expect(stored.ofCard(shop, shop.newCard, 'refund')).toMatchObject([{ amount: 1, result: 'approved' }]);
  expect(stored.cards(shop)).toEqual([shop.newCard, shop.newCard]);
});

test('with --finish, an open invoice is reported without its link', async () => {
  const shop = await openShop(CHALLENGE);
  expect((await run(shop)).status, 'a check').toBe(2);
  await failRenewal(shop);
  await confirm(findPending(shop)?.redirectUrl, 'approved');
  const { status, output } = await run(shop, ['--finish']);
  expect(output).toContain(`${stored.open(shop)[0]?.id} is open.`);
  expect(output).not.toContain('http');
  expect(status).toBe(2);
});

for (const [days, isMoved] of [
  [-5, true],
  [0, false],
  [10, true],
  [31, false],
] as const)
  test(`a renewal ${days} days later than usual after a late payment is ${isMoved ? '' : 'not '}reported`, async () => {
    const shop = await openShop(CHALLENGE);
    await failRenewal(shop);
    const date = stored.open(shop)[0]?.['issueDate'] as string;
    await run(shop);
    await confirm(findPending(shop)?.redirectUrl, 'approved');
    const nextCharge = addPeriod(addPeriod(date, 'month', 1), 'day', days);
    Object.assign(stored.subscription(shop.ids[0]), { nextCharge });
    const { status, output } = await run(shop);
    const warning = `${shop.ids[0]} renews on ${nextCharge}, which isn't a whole number of intervals after ${date}.`;
    expect(output.includes(`${warning} Ask PAI support before that date.`)).toBe(isMoved);
    expect(output.includes('renews on')).toBe(isMoved);
    expect(status).toBe(isMoved ? 5 : 0);
    const again = await run(shop);
    expect(again.output, 'once').not.toContain('renews on');
    expect(again.status).toBe(0);
  });

test('an invoice whose amount changes after the customer has agreed is left to the payment page', async () => {
  const shop = await openShop();
  await failRenewal(shop);
  proxy.before = ({ method }) => {
    if (method === 'PUT') for (const invoice of stored.open(shop)) Object.assign(invoice, { totalAmount: 50 });
  };
  const { status, output } = await run(shop);
  expect(output).toContain(`has changed. Send the customer to ${stored.open(shop)[0]?.['paymentFormUrl'] as string}`);
  expect(status).toBe(2);
  expect(stored.ofCard(shop, shop.newCard)).toEqual([]);
  expect(stored.cards(shop)).toEqual([shop.oldCard, shop.oldCard]);
});

test('a run that continues a period later needs consent before it charges', async () => {
  const shop = await openShop();
  await failRenewal(shop);
  // The card is set, and its result isn't known.
  proxy.fault = { when: ({ method }) => method === 'PUT', kind: 'lose-response', isLasting: true };
  expect((await run(shop)).status).toBe(4);
  proxy.fault = undefined;
  const later = addPeriod(caller.sandbox.world.now, 'day', 40);
  await moveTo(later);
  const { status, output } = await run(shop, [], later);
  expect(output).toContain(`missed period, each for ${PRICES[0]} USD, plus tax where it applies, of ${shop.ids[0]}`);
  expect(status).toBe(2);
  expect(stored.ofCard(shop, shop.newCard)).toEqual([]);
  expect(stored.cards(shop)[0], 'a card that has never paid is not left').toBe(shop.oldCard);
  expect((await run(shop, ['--missed-periods-agreed'], later)).status).toBe(2);
  expect(stored.ofCard(shop, shop.newCard).map(({ amount }) => amount)).toEqual([5, 5]);
});

test('a charge whose response was lost is not sent again a period later without consent', async () => {
  const shop = await openShop();
  await failRenewal(shop);
  proxy.fault = {
    when: ({ method, path: target }) => method === 'POST' && target === '/transactions',
    kind: 'lose-request',
    isLasting: true,
  };
  expect((await run(shop)).status).toBe(4);
  proxy.fault = undefined;
  const later = addPeriod(caller.sandbox.world.now, 'day', 40);
  await moveTo(later);
  const { status, output } = await run(shop, [], later);
  expect(output).toContain(`missed period, each for ${PRICES[0]} USD, plus tax where it applies, of ${shop.ids[0]}`);
  expect(status).toBe(2);
  expect(stored.ofCard(shop, shop.newCard)).toEqual([]);
});

test('a charge whose response was lost is not sent again after its invoice was paid in another way', async () => {
  const shop = await openShop();
  await failRenewal(shop);
  proxy.fault = { when: isSale, kind: 'lose-request', isLasting: true };
  expect((await run(shop)).status).toBe(4);
  proxy.fault = undefined;
  payOtherwise(shop);
  proxy.sent.length = 0;
  const { status, output } = await run(shop);
  expect(output).toMatch(/isn't sent again\. Run this again after \S+Z, because it might still show up/);
  expect(status).toBe(4);
  // A charge that was made might be visible later, so the attempt is only given up after an hour.
  const later = addPeriod(caller.sandbox.world.now, 'day', 1);
  expect((await run(shop, [], later)).output).toContain("isn't open anymore. Run this again now.");
  expect(proxy.sent.filter(isSale)).toEqual([]);
  expect(stored.cards(shop)).toEqual([shop.oldCard, shop.oldCard]);
  const before = nextCharges(shop);
  expect((await run(shop)).status).toBe(0);
  expectReplaced(shop, before);
});

test('a price from before the plan became more expensive is not raised by an update', async () => {
  const shop = await openShop();
  const planId = stored.subscription(shop.ids[0]).items[0]?.planId ?? '';
  const plan = caller.sandbox.world.store.get('plans', planId);
  Object.assign(plan ?? {}, { pricing: { price: 9, formula: 'flat-rate' } });
  const { status, output } = await run(shop);
  expect(output).toMatch(/An item of sub_\w+ costs 5 \(flat-rate\), and its plan \w+ costs 9 \(flat-rate\)/);
  expect(status).toBe(1);
  expect(stored.cards(shop)).toEqual([shop.oldCard, shop.oldCard]);
  expect(stored.ofCard(shop, shop.newCard)).toEqual([]);
  // A price of its own is in the copy, and is sent again, unless it's an old one.
  const [copy] = shop.copies;
  const setPrice = (price: number): void => {
    const pricing = { price, formula: 'flat-rate' };
    Object.assign(copy?.request ?? {}, { items: [{ quantity: 1, plan: { id: planId, pricing } }] });
  };
  setPrice(4);
  expect((await run(shop)).output).toContain('your copy says 4 (flat-rate). An update might set that price. Correct');
  expect(stored.subscription(shop.ids[0]).price).toBe(5);
  setPrice(5);
  expect((await run(shop)).status).toBe(0);
  expect(stored.subscription(shop.ids[0]).price).toBe(5);
});

test('an interval from before the plan changed is not changed by an update', async () => {
  const shop = await openShop();
  const subscription = stored.subscription(shop.ids[0]);
  const planId = subscription.items[0]?.planId ?? '';
  const plan = caller.sandbox.world.store.get('plans', planId);
  Object.assign(plan ?? {}, { recurringInterval: { ...plan?.recurringInterval, unit: 'year' } });
  const { status, output } = await run(shop);
  expect(output).toMatch(/An item of sub_\w+ renews every 1 month, and \w+ every 1 year\. An update might set that/);
  expect(status).toBe(1);
  expect(stored.cards(shop)).toEqual([shop.oldCard, shop.oldCard]);
  // An interval of its own is in the copy, and is sent again.
  const recurringInterval = { unit: 'month', length: 1 };
  const items = [{ quantity: 1, plan: { id: planId, recurringInterval } }];
  Object.assign(shop.copies[0]?.request ?? {}, { items });
  expect((await run(shop)).status).toBe(0);
  expect(stored.subscription(shop.ids[0]).bilingCycle).toEqual(subscription.bilingCycle);
});

test('a plan’s new name is no change of a subscription', async () => {
  const shop = await openShop();
  const plan = caller.sandbox.world.store.get('plans', stored.subscription(shop.ids[0]).items[0]?.planId ?? '');
  Object.assign(plan ?? {}, { name: 'Renamed' });
  expect((await run(shop)).status).toBe(0);
  expect(stored.cards(shop)).toEqual([shop.newCard, shop.newCard]);
});

test('a running subscription that isn’t in the file is named at the end', async () => {
  const shop = await openShop();
  shop.copies.length = 1;
  const { status, output } = await run(shop);
  expect(output).toContain(`Other subscriptions of this customer, whose card you should check: ${shop.ids[1]}.`);
  expect(status).toBe(0);
});

test('the customer is not sent to the bank a period later without consent', async () => {
  const shop = await openShop(CHALLENGE);
  shop.copies.length = 1;
  await failRenewal(shop);
  expect((await run(shop)).status).toBe(2);
  const bank = findPending(shop)?.redirectUrl ?? '';
  const later = addPeriod(caller.sandbox.world.now, 'day', 40);
  await moveTo(later);
  const { status, output } = await run(shop, [], later);
  expect(output).toContain(`missed period, each for ${PRICES[0]} USD, plus tax where it applies, of ${shop.ids[0]}`);
  expect(output).not.toContain(bank);
  expect(status).toBe(2);
  expect((await run(shop, ['--missed-periods-agreed'], later)).output).toContain(`Send the customer to ${bank}`);
  // The customer still had the bank's page open, and the old card has credit again.
  await caller.call('PATCH', `/payment-instruments/${shop.oldCard}`, {
    creditCard: { expireMonth: 11, expireYear: 2051 },
  });
  await confirm(bank, 'approved');
  const done = await run(shop, [], later);
  const missed = stored.ofCard(shop, shop.oldCard).findLast(({ amount }) => amount === 5);
  expect(missed?.result, 'charged automatically').toBe('approved');
  expect(done.output).toContain(`Refund each missed period that the customer hasn't agreed to: ${missed?.id}.`);
  expect(done.status).toBe(5);
  await caller.call('POST', `/transactions/${missed?.id}/refund`, { amount: missed?.amount });
  expect((await run(shop, [], later)).status).toBe(0);
});

test('a payment that the customer made is no missed period', async () => {
  const shop = await openShop(CHALLENGE);
  await failRenewal(shop);
  expect((await run(shop)).status).toBe(2);
  const sale = findPending(shop);
  await confirm(sale?.redirectUrl, 'approved');
  const { world } = caller.sandbox;
  const later = { invoices: [{ date: addPeriod(world.now, 'day', 30), amount: 5, currency: 'USD' }] };
  const put = (id: string, isMerchantInitiated: boolean): unknown =>
    world.store.put('transactions', { ...(sale as Transaction), ...later, id, isMerchantInitiated });
  put('txn_OnPage', false);
  put('txn_Missed', true);
  const { status, output } = await run(shop);
  expect(output).toContain("Refund each missed period that the customer hasn't agreed to: txn_Missed.");
  expect(status).toBe(5);
  expect((await run(shop, ['--missed-periods-agreed'])).status).toBe(0);
});

/** Lets the old card decline, or pay again. */
const setExpiry = ({ oldCard }: Shop, expireMonth: number): Promise<unknown> =>
  caller.call('PATCH', `/payment-instruments/${oldCard}`, { creditCard: { expireMonth, expireYear: 2051 } });

/** Lets the charge for an upgrade of the first subscription fail. It stays active, and is the only one in the file. */
async function failUpgrade(shop: Shop): Promise<void> {
  const { id: productId } = await createProduct(caller);
  const plan = await caller.call('POST', '/plans', {
    ...planFields(productId),
    name: 'Large plan',
    pricing: { price: 30, formula: 'flat-rate' },
    recurringInterval: { unit: 'month', length: 1 },
  });
  const items = [{ quantity: 1, plan: { id: plan.id } }];
  const [copy] = shop.copies;
  if (!copy) throw new Error('There is no copy.');
  await moveTo(addPeriod(caller.sandbox.world.now, 'day', 10));
  await setExpiry(shop, 10);
  const change = { items, retainRenewalTime: 'retain', proRataCredit: true };
  await caller.call('POST', `/subscriptions/${copy.subscriptionId}/items`, change);
  await setExpiry(shop, 11);
  Object.assign(copy.request, { items });
  copy.invoiceIds = stored.open(shop).map(({ id }) => id);
  expect(copy.invoiceIds).toHaveLength(1);
  shop.copies = [copy];
}

test('an active subscription with an open invoice renews with the old card until the new one has paid', async () => {
  const shop = await openShop(CHALLENGE);
  await failUpgrade(shop);
  const [first] = shop.ids;
  const renewal = String(stored.subscription(first).nextCharge);
  expect((await run(shop)).status).toBe(2);
  expect(stored.cards(shop)[0]).toBe(shop.oldCard);
  await moveTo(addPeriod(renewal, 'day', 1));
  expect(stored.subscription(first)).toMatchObject({ status: 'active' });
  expect(stored.ofCard(shop, shop.oldCard).at(-1), 'the renewal').toMatchObject({ amount: 30, result: 'approved' });
  await confirm(findPending(shop)?.redirectUrl, 'approved');
  const { status, output } = await run(shop);
  expect(output, 'a renewal is no missed period').not.toContain('missed period');
  expect(status).toBe(0);
  expect(stored.cards(shop)[0]).toBe(shop.newCard);
});

test('a payment of an agreed invoice is no missed period, although another open invoice is older', async () => {
  const shop = await openShop();
  await failUpgrade(shop);
  await setExpiry(shop, 10);
  await moveTo(addPeriod(String(nextCharges(shop)[0]), 'day', 1));
  const open = stored.open(shop).filter((invoice) => invoice['subscriptionId'] === shop.ids[0]);
  Object.assign(shop.copies[0] ?? {}, { invoiceIds: open.map(({ id }) => id) });
  // As if PAI had charged the renewal again by itself.
  proxy.before = () => {
    for (const sale of stored.ofCard(shop, shop.newCard)) Object.assign(sale, { isMerchantInitiated: true });
  };
  const { status, output } = await run(shop);
  expect(output).not.toContain('missed period');
  expect(status).toBe(0);
  expect(
    stored
      .ofCard(shop, shop.newCard)
      .map(({ invoiceIds }) => invoiceIds)
      .flat()
      .sort(),
  ).toEqual(open.map(({ id }) => id).sort());
});

test('two invoices of the same second and amount are paid once each, and a third payment is reported', async () => {
  const shop = await openShop();
  const [first] = shop.copies;
  if (!first) throw new Error('There is no copy.');
  const { id: twin } = await caller.call('POST', '/subscriptions', first.request);
  shop.copies = [first, { ...first, subscriptionId: twin }];
  shop.ids = shop.copies.map(({ subscriptionId }) => subscriptionId);
  const date = String(nextCharges(shop)[0]);
  Object.assign(stored.subscription(twin), { nextCharge: date, paidUntil: date });
  await setExpiry(shop, 10);
  await moveTo(addPeriod(date, 'day', 1));
  const open = stored.open(shop).filter((invoice) => shop.ids.includes(String(invoice['subscriptionId'])));
  expect(new Set(open.map((invoice) => `${invoice.issueDate} ${invoice.totalAmount}`)).size).toBe(1);
  expect(open).toHaveLength(2);
  // As long as this update is missing, the run doesn't end.
  proxy.fault = {
    when: ({ method, path: target }) => method === 'PATCH' && target.startsWith('/customers'),
    kind: 400,
  };
  expect((await run(shop)).status).toBe(1);
  const [paid, other] = shop.ids.map((id) =>
    stored.ofCard(shop, shop.newCard).filter((sale) => sale.subscriptionId === id),
  );
  expect([paid, other]).toMatchObject([[{ result: 'approved' }], [{ result: 'approved' }]]);
  const world = caller.sandbox.world;
  world.store.put('transactions', { ...(other?.[0] as Transaction), id: 'txn_Third' });
  const third = await run(shop);
  expect(third.output).toMatch(/^replace-card: support: inv_\w+ is paid twice\. Refund txn_Third\./);
  expect(third.status).toBe(5);
  // If one of the two has ended, only its own payment is named.
  Object.assign(stored.subscription(shop.ids[0]), { status: 'churned' });
  const ended = await run(shop);
  expect(ended.output).toContain(`${shop.ids[0]} is churned, but ${open[0]?.id} is paid. Refund ${paid?.[0]?.id}, or`);
  expect(ended.output).not.toContain(`Refund ${other?.[0]?.id}`);
  Object.assign(stored.subscription(shop.ids[0]), { status: 'active' });
  world.store.remove('transactions', 'txn_Third');
  const { status, output } = await run(shop);
  expect(output).not.toContain('twice');
  expect(status).toBe(0);
});

test('a payment link is not offered a period later without consent', async () => {
  const shop = await openShop(CHALLENGE);
  expect((await run(shop)).status, 'a check').toBe(2);
  await failRenewal(shop);
  const link = stored.open(shop)[0]?.['paymentFormUrl'] as string;
  await confirm(findPending(shop)?.redirectUrl, 'approved');
  const later = addPeriod(caller.sandbox.world.now, 'day', 40);
  await moveTo(later);
  const { status, output } = await run(shop, [], later);
  expect(output).toContain(`missed period, each for ${PRICES[0]} USD, plus tax where it applies, of ${shop.ids[0]}`);
  expect(output).not.toContain(link);
  expect(status).toBe(2);
  expect((await run(shop, ['--missed-periods-agreed'], later)).output).toContain(`Send the customer to ${link}`);
});

test('the old card is back while a check is pending for an invoice that was paid in another way', async () => {
  const shop = await openShop(CHALLENGE);
  await failRenewal(shop);
  payWhileCardIsSet(shop);
  expect((await run(shop)).status).toBe(2);
  expect(stored.cards(shop)).toEqual([shop.oldCard, shop.oldCard]);
  const other = await storeAnother(shop);
  const before = nextCharges(shop);
  expect((await run(other, [], inMinutes(31))).status, 'another card can be used').toBe(0);
  expectReplaced(other, before);
});

test('a subscription that is still unpaid is reported, for example after the wrong invoice was charged', async () => {
  const shop = await openShop();
  const [first] = shop.copies;
  if (!first) throw new Error('There is no copy.');
  const { id: twin } = await caller.call('POST', '/subscriptions', first.request);
  await failRenewal(shop);
  const wrong = stored.open(shop).find((invoice) => invoice['subscriptionId'] === twin);
  shop.copies = [{ ...first, invoiceIds: [wrong?.id ?? ''] }];
  const now = caller.sandbox.world.now;
  const { status, output } = await run(shop, [], now);
  expect(output).toContain(`${first.subscriptionId} has the new card, but is still unpaid`);
  expect(status, 'PAI might need a moment').toBe(4);
  expect((await run(shop, [], addPeriod(now, 'day', 1))).status).toBe(5);
  await payOnPage(shop);
  expect((await run(shop, [], now)).status).toBe(0);
});

test('an invoice that fits two subscriptions is not guessed', async () => {
  const shop = await openShop();
  await failRenewal(shop);
  // An order that isn't in the file has the same plan, and its first payment is missing, too.
  const { request } = shop.copies[0] ?? {};
  await caller.call('POST', '/subscriptions', { ...request, paymentInstrumentId: shop.oldCard });
  const [invoice] = stored.open(shop);
  const { status, output } = await run(shop);
  expect(output).toMatch(/Whose is the open invoice inv_\w+ \(5 USD of 20\S+Z\)\?/);
  expect(output).toContain('Compare it with the "invoices" of the declined transactions of each subscription');
  expect(status).toBe(1);
  expect(proxy.sent.filter(({ method }) => method !== 'GET')).toEqual([]);
  for (const copy of shop.copies) copy.invoiceIds = copy.subscriptionId === shop.ids[0] ? [invoice?.id ?? ''] : [];
  expect((await run(shop)).status).toBe(0);
  expect(stored.ofCard(shop, shop.newCard)).toMatchObject([{ invoiceIds: [invoice?.id], result: 'approved' }]);
});

test('the invoice of an ended subscription to the same plan isn’t taken for that of an unpaid one', async () => {
  const shop = await openShop();
  const { request } = shop.copies[0] ?? {};
  const ended = await caller.call('POST', '/subscriptions', { ...request, paymentInstrumentId: shop.oldCard });
  await failRenewal(shop);
  await caller.call('POST', '/sandbox/billing-failures', { subscriptionId: ended.id });
  const agreed = stored.open(shop).flatMap((invoice) => ['--agreed', invoice.id]);
  const { status, output } = await run(shop, agreed);
  expect(output).toMatch(/Whose is the open invoice inv_\w+/);
  expect(status).toBe(1);
  // Once the unpaid one is paid, the other invoice can still be for a change of it.
  const due = stored.open(shop).find((invoice) => invoice['subscriptionId'] === shop.ids[0]);
  const choice = new URLSearchParams({ choice: 'approved', card: '4111111111111111' });
  await fetch(String(due?.['paymentFormUrl']), { method: 'POST', body: choice });
  expect(stored.subscription(shop.ids[0] ?? '')).toMatchObject({ status: 'active' });
  expect((await run(shop, agreed)).output).toMatch(/Whose is the open invoice inv_\w+/);
  expect(proxy.sent.filter(({ method }) => method !== 'GET')).toEqual([]);
});

test('a renewal within the hour is waited for', async () => {
  const shop = await openShop();
  const [first = '', second = ''] = shop.ids;
  const soon = new Date(Date.now() + 30 * MINUTE).toISOString().replace(/\.\d+/, '');
  await caller.call('PUT', `/subscriptions/${first}`, { renewalTime: soon });
  const { status, output } = await run(shop);
  expect(output).toContain(`${first} renews at ${soon}`);
  expect(status).toBe(4);
  expect(stored.cards(shop), 'the other one is done').toEqual([shop.oldCard, shop.newCard]);
  expect(proxy.sent.filter(({ method, path: target }) => method === 'PUT' && target.endsWith(first))).toEqual([]);
  await moveTo(addPeriod(soon, 'day', 1));
  expect(stored.ofCard(shop, shop.oldCard).slice(2), 'the old card pays this renewal').toMatchObject([{ amount: 5 }]);
  const before = [stored.subscription(first).nextCharge, stored.subscription(second).nextCharge];
  expect((await run(shop)).status).toBe(0);
  expectReplaced(shop, before);
});

test('a subscription that is canceled meanwhile keeps the old card, which is replaced once that is undone', async () => {
  const shop = await openShop(CHALLENGE);
  const [first = ''] = shop.ids;
  expect((await run(shop)).status).toBe(2);
  const { call } = caller;
  const draft = { reason: 'other', status: 'draft' };
  const { id } = await call('POST', '/subscription-cancellations', draft);
  const terms = { subscriptionId: first, churnTimePolicy: 'at-next-renewal', prorated: false };
  await call('PATCH', `/subscription-cancellations/${id}`, { ...terms, status: 'confirmed' });
  expect(stored.subscription(first)).toMatchObject({ status: 'canceled' });
  await confirm(findPending(shop)?.redirectUrl, 'approved');
  const { status, output } = await run(shop);
  expect(output).toContain(
    `${first} is canceled and keeps ${shop.oldCard}: don't update its copy. If the cancellation is undone, replace its ` +
      `card then, and don't delete ${shop.oldCard} before.`,
  );
  expect(output).not.toContain(`${shop.ids[1]} is canceled`);
  expect(status).toBe(0);
  expect(stored.cards(shop)).toEqual([shop.oldCard, shop.newCard]);
  await call('DELETE', `/subscription-cancellations/${id}`);
  const other = await storeAnother(shop);
  const one = { ...other, copies: shop.copies.slice(0, 1) };
  expect((await run(one)).status).toBe(0);
  expect(stored.cards(shop)).toEqual([other.newCard, shop.newCard]);
});

/** A case for faults: what happens before the program runs, its status at the end, and what the sandbox then stores. */
interface Case {
  card: object;
  prepare: (shop: Shop) => Promise<void>;
  status: number;
  check: (shop: Shop, before: (string | null)[]) => void;
}

/** Runs the program once with a fault, and again until nothing has to be waited for. Returns whether PAI was asked. */
async function runWithFault({ card, prepare, status, check }: Case, kind: Fault, index: number): Promise<boolean> {
  const shop = await openShop(card);
  await prepare(shop);
  const before = nextCharges(shop);
  proxy.sent = [];
  proxy.fault = { when: (_, at) => at === index, kind };
  let last = await run(shop);
  expect(proxy.fault, 'the fault has happened').toBeUndefined();
  if (last.status === null) last = await run(shop);
  // A charge without a clear result is only sent again a minute later.
  if (last.output.includes('Run this again after')) last = await run(shop, [], inMinutes(1));
  // Only a refund that might have been sent isn't sent again. PAI support decides.
  const isAsked = last.status === 4;
  if (isAsked) {
    expect(last.output).toContain('The refund of');
    expect(stored.ofCard(shop, shop.newCard, 'refund')).toEqual([]);
    expect(stored.cards(shop), 'the rest is done').toEqual([shop.newCard, shop.newCard]);
    const later = new Date(Date.now() + 61 * MINUTE).toISOString();
    const support = await run(shop, [], later);
    expect(support.output).toContain(`remove "refund" of ${shop.newCard} in `);
    expect(support.status).toBe(5);
    const journals = JSON.parse(readFileSync(journalOf(shop), 'utf8')) as Record<string, object>;
    const corrected = { ...journals[shop.newCard], refund: undefined };
    writeFileSync(journalOf(shop), JSON.stringify({ ...journals, [shop.newCard]: corrected }));
    last = await run(shop);
  }
  expect(last.status, last.output).toBe(status);
  check(shop, before);
  expect(existsSync(`${journalOf(shop)}.lock`), 'the lock is gone').toBe(false);
  return isAsked;
}

const CASES: Record<string, Case> = {
  'a verification charge': { card: NEW, prepare: () => Promise.resolve(), status: 0, check: expectReplaced },
  'an open invoice': { card: NEW, prepare: failRenewal, status: 0, check: expectPaid },
  'a declined payment of an open invoice': {
    card: DECLINED,
    prepare: failRenewal,
    status: 3,
    check: expectUnchanged,
  },
};
/** The methods of a run's requests without a fault, for each case. All kinds of faults share it. */
const cleanRuns = new Map<Case, string[]>();
async function runClean(entry: Case): Promise<string[]> {
  const shop = await openShop(entry.card);
  await entry.prepare(shop);
  proxy.sent = [];
  expect((await run(shop)).status).toBe(entry.status);
  return proxy.sent.map(({ method }) => method);
}

for (const [name, entry] of Object.entries(CASES)) {
  for (const kind of [
    ...(['kill-before', 'kill-after', 'lose-request', 'lose-response'] as const),
    ...([500, 'request-timeout', 'unreadable'] as const),
  ]) {
    test(`${kind} at each request of ${name} changes nothing about the result`, async () => {
      const methods = cleanRuns.get(entry) ?? (await runClean(entry));
      cleanRuns.set(entry, methods);
      const asked: string[] = [];
      for (const [index, method] of methods.entries()) {
        // A GET that's lost is only repeated. Killed at the one after a change, the process hasn't noted the result.
        const isAfterChange = kind === 'kill-before' && index > 0 && methods[index - 1] !== 'GET';
        if (method === 'GET' && !isAfterChange) continue;
        if (await runWithFault(entry, kind, index)) asked.push(method);
      }
      const isUnsent = kind === 'kill-before' || kind === 'lose-request' || kind === 500;
      expect(asked, 'refunds of which nobody knows').toEqual(
        isUnsent && entry.status === 0 && entry.prepare !== failRenewal ? ['POST'] : [],
      );
      console.log(
        `${kind}: ${methods.length} requests, ${methods.filter((method) => method !== 'GET').length} changes`,
      );
    });
  }
}

test('a charge that the API rejects leaves no subscription on the new card, and is sent again with a new key', async () => {
  const shop = await openShop();
  await failRenewal(shop);
  proxy.fault = { when: ({ method, path: target }) => method === 'POST' && target === '/transactions', kind: 400 };
  expect((await run(shop)).status).toBe(1);
  expect(stored.cards(shop)).toEqual([shop.oldCard, shop.oldCard]);
  expect((await run(shop)).status).toBe(0);
  expectPaid(shop);
  const keys = proxy.sent
    .filter(({ method, path: target }) => method === 'POST' && target === '/transactions')
    .map(({ body }) => (JSON.parse(body) as { idempotencyKey: string }).idempotencyKey);
  expect(new Set(keys).size).toBe(2);
});

/** The bodies of the charges that were sent. */
const listCharges = (): string[] => proxy.sent.filter(isSale).map(({ body }) => body);

for (const [name, prepare] of [
  ['a small charge', () => Promise.resolve()],
  ['a charge of an open invoice', failRenewal],
] as const) {
  test(`${name} without a clear response is sent once per run, a minute apart, and for an hour at most`, async () => {
    const shop = await openShop();
    await prepare(shop);
    const start = Date.now();
    const at = (minutes: number): string => inMinutes(minutes, start);
    for (const [minutes, count, expected, message] of [
      [0, 1, 4, `returned 500: {} Run this again after ${at(1)}`],
      [0.9, 1, 4, `Run this again after ${at(1)}`],
      [1, 2, 4, `returned 500: {} Run this again after ${at(2)}`],
      [59, 3, 4, `returned 500: {} Run this again after ${at(60)}`],
      [61, 3, 4, `isn't sent again. Run this again after ${at(119)}, because it might still show up`],
      [119, 3, 5, "isn't sent again. If it was never made, remove it from"],
    ] as const) {
      proxy.fault = { when: isSale, kind: 500, isLasting: true };
      const { status, output } = await run(shop, [], at(minutes));
      expect(output, `after ${minutes} minutes`).toContain(message);
      expect(status, `after ${minutes} minutes`).toBe(expected);
      expect(listCharges(), `after ${minutes} minutes`).toHaveLength(count);
    }
    expect(new Set(listCharges()).size, 'the same body and key').toBe(1);
    expect(stored.cards(shop)).toEqual([shop.oldCard, shop.oldCard]);
    proxy.fault = undefined;
    const journals = JSON.parse(readFileSync(journalOf(shop), 'utf8')) as Record<string, object>;
    writeFileSync(
      journalOf(shop),
      JSON.stringify({ ...journals, [shop.newCard]: { ...journals[shop.newCard], charges: {} } }),
    );
    expect((await run(shop, [], at(120))).status).toBe(0);
    expect(new Set(listCharges()).size, 'a new key').toBe(2);
  });
}

for (const kind of ['lose-response', 'request-timeout', 'unreadable'] as const) {
  test(`a charge that was made, but met the fault ${kind}, is found by the next run and not sent again`, async () => {
    const shop = await openShop();
    const before = nextCharges(shop);
    proxy.fault = { when: isSale, kind };
    expect((await run(shop)).status).toBe(4);
    expect(stored.cards(shop)).toEqual([shop.oldCard, shop.oldCard]);
    expect((await run(shop)).status).toBe(0);
    expect(listCharges()).toHaveLength(1);
    expectReplaced(shop, before);
  });
}

test('a charge that met a rate limit is sent again with the same key, a minute later', async () => {
  const shop = await openShop();
  proxy.fault = { when: isSale, kind: 429 };
  expect((await run(shop)).status).toBe(4);
  expect((await run(shop)).status).toBe(4);
  expect(listCharges()).toHaveLength(1);
  expect((await run(shop, [], inMinutes(1))).status).toBe(0);
  expect(new Set(listCharges()).size).toBe(1);
});

test('a charge without a clear response is not sent again while another attempt to pay its invoice is open', async () => {
  const shop = await openShop();
  await failRenewal(shop);
  proxy.fault = { when: isSale, kind: 500 };
  expect((await run(shop)).status).toBe(4);
  const { id: otherCard } = await storeCard(caller, shop.customerId, CHALLENGE);
  const attempt = await caller.call('POST', '/transactions', {
    ...{ type: 'sale', amount: 5, currency: 'USD', customerId: shop.customerId },
    ...{ invoiceIds: [stored.open(shop)[0]?.id], paymentInstruction: { paymentInstrumentId: otherCard } },
  });
  const { status, output } = await run(shop, [], inMinutes(1));
  expect(output).toContain(`${attempt.id} is offsite, so`);
  expect(status).toBe(4);
  expect(listCharges()).toHaveLength(1);
});

test('a second run at the same time does nothing', async () => {
  const shop = await openShop();
  runsAlone = true;
  writeFileSync(`${journalOf(shop)}.lock`, String(process.pid));
  const { status, output } = await run(shop);
  expect(output).toContain('Another run is working on this');
  expect(status).toBe(4);
  expect(proxy.sent).toEqual([]);
});

/** The shop's copies after the card was replaced. */
const withCard = ({ copies }: Shop, card: string): Shop['copies'] =>
  copies.map((copy) => ({ ...copy, request: { ...copy.request, paymentInstrumentId: card } }));

test('a run that has ended is no success for another subscription, another old card, or a card that came back', async () => {
  const shop = await openShop();
  const [first, second] = shop.copies;
  if (!first || !second) throw new Error('There are no copies.');
  const one = { ...shop, copies: [first] };
  expect((await run(one)).status).toBe(0);
  proxy.sent = [];
  const later = await run({ ...shop, copies: [second] });
  expect(later.output).toContain(`has ended (done), so nothing is changed for ${shop.ids[1]}. To use this card again`);
  expect(later.status).toBe(1);
  expect((await run(shop)).output, 'only what is left out').toContain(`nothing is changed for ${shop.ids[1]}.`);
  expect((await run({ ...one, copies: withCard(one, shop.newCard) })).status, 'updated copies').toBe(0);
  const { newCard: third } = await storeAnother(shop);
  const other = await run({ ...one, oldCard: third, copies: withCard(one, third) });
  expect(other.output).toContain(`nothing is changed for ${shop.ids[0]}. To use this card again, store it`);
  expect(other.status).toBe(1);
  expect(proxy.sent, 'nothing is sent, except to store the card').toEqual([]);
  const back = { ...one, newCard: shop.oldCard, oldCard: shop.newCard, copies: withCard(one, shop.newCard) };
  expect((await run(back)).status, 'back on the old card').toBe(0);
  const again = await run(one);
  expect(again.output).toContain(`nothing is changed for ${shop.ids[0]}`);
  expect(again.status).toBe(1);
  expect((await run(back)).status).toBe(0);
});

test('a card that was declined is used again after it was stored again', async () => {
  const shop = await openShop(DECLINED);
  const before = nextCharges(shop);
  const { output } = await run(shop);
  expect(output).toContain('To use this card again, store it with a new token, and run this with its new ID');
  expect(await run(shop)).toEqual({ status: 3, output });
  const other = await run({ ...shop, oldCard: 'pin_other', copies: withCard(shop, 'pin_other') });
  expect(other.output).toContain(`has ended (declined), so nothing is changed for ${shop.ids.join(', ')}`);
  expect(other.status).toBe(1);
  const stocked = await storeAnother(shop);
  expect((await run(stocked)).status).toBe(0);
  expectReplaced(stocked, before);
});

/** Lets the customer pay the open invoice on its page, just before or after the first update of a card. */
function payAtUpdate(shop: Shop, when: 'before' | 'after', card = ''): void {
  proxy.before = async () => {
    if (proxy.sent.slice(0, when === 'before' ? undefined : -1).every(({ method }) => method !== 'PUT')) return;
    proxy.before = undefined;
    await payOnPage(shop, card);
  };
}

test('an invoice that the new card has paid while it was set is not charged again', async () => {
  const shop = await openShop();
  await failRenewal(shop);
  payAtUpdate(shop, 'after');
  expect((await run(shop)).status).toBe(0);
  expectPaid(shop);
  expect(proxy.sent.some(({ method, path: target }) => method === 'POST' && target === '/transactions')).toBe(false);
});

test('an attempt with the old card that fails while the new one was set changes nothing', async () => {
  const shop = await openShop();
  await failRenewal(shop);
  payAtUpdate(shop, 'before');
  expect((await run(shop)).status).toBe(0);
  expect(stored.ofCard(shop, shop.oldCard).slice(2), 'the renewal and the attempt').toMatchObject([
    { result: 'declined' },
    { result: 'declined' },
  ]);
  expectPaid(shop);
});

test('an invoice that was paid with another card while the new one was set leads to a small charge', async () => {
  const shop = await openShop();
  await failRenewal(shop);
  payAtUpdate(shop, 'after', '4111111111111111');
  const { status, output } = await run(shop);
  expect(output).toContain('replace-card: done');
  expect(status).toBe(0);
  expectReplaced(shop, nextCharges(shop));
  const puts = proxy.sent.filter(({ method, path: target }) => method === 'PUT' && target.endsWith(shop.ids[0] ?? ''));
  expect(
    puts.map(({ body }) => (JSON.parse(body) as { paymentInstrumentId: string }).paymentInstrumentId),
    'the old card is back before the charge',
  ).toEqual([shop.newCard, shop.oldCard, shop.newCard]);
});

test('an invoice that the customer does not agree to leaves its subscription on the old card', async () => {
  const shop = await openShop();
  await failRenewal(shop);
  const { output } = await run(shop, ['--agreed=']);
  expect(output).toContain("If they don't agree, remove the invoice's subscription from your file");
  shop.copies = shop.copies.slice(1);
  expect((await run(shop, ['--agreed='])).status).toBe(0);
  expect(stored.cards(shop)).toEqual([shop.oldCard, shop.newCard]);
  expect(stored.open(shop)).toHaveLength(1);
});

for (const [name, change] of [
  ['renewal date', { nextCharge: '2050-01-01T00:00:00Z' }],
  ['status', { status: 'suspended' }],
  ['automatic payment', { isAutoPay: false }],
] as const)
  test(`an update that changes the ${name} is left to PAI support`, async () => {
    const shop = await openShop();
    const [first = ''] = shop.ids;
    proxy.before = ({ method, path: target }) => {
      const puts = proxy.sent.filter((request) => request.method === 'PUT').length;
      // As if the update had changed it.
      if (method === 'GET' && target.endsWith(first) && puts === 1) Object.assign(stored.subscription(first), change);
    };
    const { status, output } = await run(shop);
    expect(output).toContain(`${first} has changed with its card`);
    expect(output).toContain(`Ask PAI support before the next renewal. If all is well, remove "before" of ${first}`);
    expect(status).toBe(5);
    expect(stored.cards(shop), 'the other one is left alone').toEqual([shop.newCard, shop.oldCard]);
    expect((await run(shop)).status, 'until a person has decided').toBe(5);
    const journals = JSON.parse(readFileSync(journalOf(shop), 'utf8')) as Record<
      string,
      { changes: Record<string, { before?: object }> }
    >;
    delete journals[shop.newCard]?.changes[first]?.before;
    writeFileSync(journalOf(shop), JSON.stringify(journals));
    expect((await run(shop)).status).toBe(0);
    expectReplaced(shop, nextCharges(shop));
  });

const WRONG: [string, (shop: Shop) => void, RegExp][] = [
  [
    'a missing file',
    (shop) => Object.assign(shop, { copies: [] }),
    /There's no file .*\.json\. Write your stored requests to it/,
  ],
  [
    'an unknown subscription',
    ({ copies }) => Object.assign(copies[0] ?? {}, { subscriptionId: 'sub_none' }),
    /no subscription sub_none\. Correct it in your file/,
  ],
  [
    'the same card',
    (shop) => Object.assign(shop, { newCard: shop.oldCard }),
    /are the same\. Store the new card first/,
  ],
  [
    'an unknown card',
    (shop) => Object.assign(shop, { newCard: 'pin_none' }),
    /no card pin_none\. Correct the ID, or store the card first/,
  ],
  [
    'an old copy of the items',
    ({ copies }) => Object.assign(copies[0]?.request ?? {}, { items: [{ quantity: 2, plan: { id: 'pln_Other' } }] }),
    /Update your copy of sub_\w+: it has 2 × pln_Other, and PAI has 1 × pln_/,
  ],
  [
    'a copy without isTrialOnly',
    ({ copies }) => delete copies[0]?.request['isTrialOnly'],
    /needs a subscriptionId, and a request with items and isTrialOnly/,
  ],
  [
    'a copy with another card',
    ({ copies }) => Object.assign(copies[0]?.request ?? {}, { paymentInstrumentId: 'pin_other' }),
    /has the card pin_other\. Correct or remove it/,
  ],
  [
    'a copy of another customer',
    ({ copies }) => Object.assign(copies[0]?.request ?? {}, { customerId: 'cus_other' }),
    /has the customer cus_other/,
  ],
];
for (const [name, spoil, message] of WRONG) {
  test(`${name} gets a message that says what to do, and changes nothing`, async () => {
    const shop = await openShop();
    spoil(shop);
    const { status, output } = await run(shop);
    expect(output).toMatch(message);
    expect(status).toBe(1);
    expect(proxy.sent.filter(({ method }) => method !== 'GET')).toEqual([]);
    expect(existsSync(journalOf(shop)), 'no journal, so the input can be corrected').toBe(false);
  });
}

test('an amount that is none is never sent', async () => {
  const shop = await openShop();
  for (const amount of ['0', '-1', '1,00', 'undefined']) {
    const { status, output } = await run(shop, [`--check-amount=${amount}`]);
    expect(output).toContain("isn't an amount to charge");
    expect(status).toBe(1);
  }
  expect(proxy.sent.filter(({ method }) => method !== 'GET')).toEqual([]);
  expect((await run(shop, ['--check-amount=2.50'])).status).toBe(0);
  expect(stored.ofCard(shop, shop.newCard)).toMatchObject([{ amount: 2.5, refundAmount: 2.5 }]);
});
