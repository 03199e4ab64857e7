/**
 * The recipe of the test-card guide for a failed renewal, from the page's own words to a paid invoice: which renewals
 * send an event, what a new card does, and what a late payment is followed by.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { addPeriod } from '../../sandbox/clock';
import { specialTestValues } from '../../src/data/test-cards';
import { root } from '../support/routes';
import { type Caller, createProduct, type Data, planFields, startEmpty, storeCard } from './api';

const PRICE = 5;

/** The body that makes a stored card fail, as the test-card guide describes it. */
function recipeBody(page: string): { creditCard: { expireMonth: number; expireYear: number } } {
  const found = /expiry date to (\d+)\/(\d+) with <OperationLink id="updatePaymentInstrument" \/>/.exec(page);
  if (!found) throw new Error('docs/api/test-cards.mdx: the recipe for a failed renewal is missing. Add it again.');
  return { creditCard: { expireMonth: Number(found[1]), expireYear: Number(found[2]) } };
}

const recipe = recipeBody(readFileSync(path.join(root, 'docs', 'api', 'test-cards.mdx'), 'utf8'));

/** A subscriber of a monthly plan: the customer, the card, and the subscription. */
interface Subscriber {
  customerId: string;
  cardId: string;
  id: string;
}

/** Creates a monthly subscription, and pays its first invoice unless the card must stay unproven. */
async function subscribe(caller: Caller, isPaid: boolean): Promise<Subscriber> {
  const { call, list } = caller;
  const product = await createProduct(caller);
  const plan = await call('POST', '/plans', {
    ...planFields(product.id),
    recurringInterval: { unit: 'month', length: 1 },
    ...(isPaid ? {} : { trial: { price: 0, period: { unit: 'month', length: 1 } } }),
  });
  const { id: customerId } = await call('POST', '/customers', { firstName: 'Ada' });
  const { id: cardId } = await storeCard(caller, customerId);
  const { id } = await call('POST', '/subscriptions', {
    customerId,
    isTrialOnly: false,
    items: [{ quantity: 1, plan: { id: plan.id } }],
    paymentInstrumentId: cardId,
  });
  if (isPaid) {
    const [invoice] = await list('/customer-invoices/');
    if (!invoice) throw new Error('The subscription has no first invoice.');
    await fetch(invoice.paymentFormUrl, { method: 'POST', body: new URLSearchParams({ choice: 'approved' }) });
  }
  return { customerId, cardId, id };
}

/** How many events of a type were sent. */
const countEvents = async ({ send }: Caller, type: string): Promise<number> =>
  (await send('GET', `/sandbox/events?type=${type}`)).body.totalCount;

const moveTo = ({ call }: Caller, to: string): Promise<Data> => call('POST', '/sandbox/clock', { to });
const openInvoice = async ({ list }: Caller): Promise<Data & { totalAmount: number }> => {
  const open = (await list('/customer-invoices/')).find(({ status }) => ['unpaid', 'past-due'].includes(status));
  if (open === undefined) throw new Error('No invoice is open.');
  return open as Data & { totalAmount: number };
};
const charge = (caller: Caller, customerId: string, cardId: string, invoiceId: string): Promise<Data> =>
  caller.call('POST', '/transactions', {
    type: 'sale',
    amount: PRICE,
    currency: 'USD',
    customerId,
    paymentInstruction: { paymentInstrumentId: cardId },
    invoiceIds: [invoiceId],
  });

test('the recipe of the page declines a renewal, and a new card pays it', async () => {
  const value = specialTestValues.find(({ field }) => field.startsWith('expirationMonth'))?.value;
  expect(`${recipe.creditCard.expireMonth} / ${recipe.creditCard.expireYear}`, 'the date of the table').toBe(value);

  const caller = await startEmpty();
  const { call, send } = caller;
  const { customerId, cardId, id } = await subscribe(caller, true);
  const subscription = () => call('GET', `/subscriptions/${id}`);
  const { nextCharge } = await subscription();
  await call('PATCH', `/payment-instruments/${cardId}`, recipe);
  await moveTo(caller, nextCharge);
  expect(await subscription()).toMatchObject({ status: 'unpaid', nextCharge: null });
  expect(await countEvents(caller, 'transaction-declined')).toBe(1);
  const invoice = await openInvoice(caller);

  // Fourteen days later the order is delinquent, and its invoice can still be paid.
  await moveTo(caller, addPeriod(nextCharge, 'day', 15));
  expect(await openInvoice(caller)).toMatchObject({ id: invoice.id, status: 'past-due' });
  const delinquent = (await send('GET', '/sandbox/events?type=order-delinquency-reached')).body;
  expect(delinquent.totalCount).toBe(1);
  expect(delinquent.data).toMatchObject([{ body: { metadata: { id, status: 'unpaid', items: [{ quantity: 1 }] } } }]);

  // A new card charges nothing until the merchant charges the invoice with it.
  const { id: newCard } = await storeCard(caller, customerId, { primaryAccountNumber: '5555555555554444' });
  const before = await countEvents(caller, 'transaction-processed');
  await call('PUT', `/subscriptions/${id}`, { paymentInstrumentId: newCard });
  expect(await countEvents(caller, 'transaction-processed')).toBe(before);
  expect(await charge(caller, customerId, newCard, invoice.id)).toMatchObject({ result: 'approved' });
  expect(await subscription()).toMatchObject({ status: 'active', nextCharge: addPeriod(nextCharge, 'month', 1) });
  expect(await countEvents(caller, 'order-delinquency-reached')).toBe(1);
  console.log('1 renewal declined, 1 order delinquent, 1 invoice paid with a new card');
  await caller.sandbox.close();
});

for (const [result, status, open] of [
  ['approved', 'active', 0],
  ['declined', 'unpaid', 1],
] as const) {
  test(`a renewal's charge that stays without a result, and is then ${result}`, async () => {
    const caller = await startEmpty();
    const { call, list, sandbox } = caller;
    const { id } = await subscribe(caller, true);
    const { nextCharge } = await call('GET', `/subscriptions/${id}`);
    await call('POST', '/sandbox/hold-next-payment', { status: 'waiting' });
    await moveTo(caller, nextCharge);
    const [held, ...others] = (await list('/transactions')).filter((payment) => payment['result'] === 'unknown');
    expect(others).toEqual([]);
    expect(held).toMatchObject({ status: 'waiting', type: 'sale', isMerchantInitiated: true });
    const { totalAmount } = await openInvoice(caller);
    expect(totalAmount).toBe(PRICE);
    await call('POST', '/sandbox/finish-payment', { transactionId: held?.id, result });
    expect(await call('GET', `/subscriptions/${id}`)).toMatchObject({ status });
    const unpaid = (await list('/customer-invoices/')).filter((invoice) => invoice.status !== 'paid');
    expect(unpaid).toHaveLength(open);
    await sandbox.close();
  });
}

test('the payment page takes another card, for this payment only', async () => {
  const caller = await startEmpty();
  const { call, list } = caller;
  const { cardId, id } = await subscribe(caller, true);
  const { nextCharge } = await call('GET', `/subscriptions/${id}`);
  await call('PATCH', `/payment-instruments/${cardId}`, recipe);
  await moveTo(caller, nextCharge);
  const { paymentFormUrl } = await openInvoice(caller);
  const pay = async (fields: Record<string, string>): Promise<string> => {
    const reply = await fetch(paymentFormUrl, { method: 'POST', body: new URLSearchParams(fields) });
    return `${reply.status} ${await reply.text()}`;
  };
  expect(await (await fetch(paymentFormUrl)).text()).toContain('ends in 1111 and expires 10/2051');
  // The card of the subscription still fails, and the page says which card that was and what to do.
  expect(await pay({ choice: 'approved' })).toMatch(/^200 [^]*Not paid[^]*ends in 1111 [^]*Go back/);
  expect(await pay({ choice: 'approved', card: '4000 0000 0000 0002' })).toMatch(/^200 [^]*Not paid[^]*ends in 0002/);
  expect(await pay({ choice: 'approved', card: '4111 1111 1111 1112' })).toMatch(
    /^400 [^]*\\"card\\" isn't a card number/,
  );
  expect(await pay({ choice: 'approved', card: '5555 5555 5555 4444' })).toMatch(/^200 [^]*Paid[^]*ends in 4444/);
  expect(await call('GET', `/subscriptions/${id}`)).toMatchObject({ status: 'active' });
  // The next renewal charges the old card again.
  await moveTo(caller, addPeriod(nextCharge, 'month', 1));
  expect(await call('GET', `/subscriptions/${id}`)).toMatchObject({ status: 'unpaid' });
  const charged = (await list(`/transactions?subscriptionId=${id}`)) as (Data & { paymentInstrument?: Data | null })[];
  const ofStoredCard = charged.filter(({ paymentInstrument }) => paymentInstrument?.id === cardId);
  expect(ofStoredCard, 'the first payment, two renewals, and one attempt on the page').toHaveLength(4);
  await caller.sandbox.close();
});

test('the date of an expired card cannot change, that of another card can', async () => {
  const caller = await startEmpty();
  const { call, send } = caller;
  const { id: customerId } = await call('POST', '/customers', { firstName: 'Ada' });
  const { id } = await storeCard(caller, customerId);
  const year = Number((await call('GET', '/sandbox/clock')).now.slice(0, 4));
  const extend = (expireYear: number) =>
    send('PATCH', `/payment-instruments/${id}`, { creditCard: { expireMonth: 12, expireYear } });
  expect((await extend(year + 1)).status).toBe(200);
  await moveTo(caller, `${year + 2}-01-01T00:00:00Z`);
  const late = await extend(year + 3);
  expect(late.status).toBe(400);
  expect(late.body.details).toEqual([expect.stringContaining('Store it again, with a new token')]);
  await caller.sandbox.close();
});

test('an unpaid subscription is canceled for billing-failure on request', async () => {
  const caller = await startEmpty();
  const { call, send, list } = caller;
  const { cardId, id } = await subscribe(caller, true);
  const { nextCharge } = await call('GET', `/subscriptions/${id}`);
  const fail = (subscriptionId: string) => send('POST', '/sandbox/billing-failures', { subscriptionId });
  const early = await fail(id);
  expect(early.status, 'an active one').toBe(400);
  expect(early.body.details).toEqual([
    'subscriptionId must be the ID of an unpaid subscription, and this one is active.',
  ]);
  expect((await fail('sub_none')).status).toBe(400);
  await call('PATCH', `/payment-instruments/${cardId}`, recipe);
  await moveTo(caller, nextCharge);
  expect((await fail(id)).status).toBe(201);
  expect(await call('GET', `/subscriptions/${id}`)).toMatchObject({ status: 'churned', nextCharge: null });
  const found = await list('/subscription-cancellations?reasons=billing-failure&cancelledBy=system');
  expect(found).toMatchObject([{ subscriptionId: id }]);
  expect(await countEvents(caller, 'subscription-canceled')).toBe(1);
  expect(await countEvents(caller, 'subscription-churned')).toBe(1);
  // The link outlives the subscription: a late payment pays the invoice, and brings nothing back.
  const { paymentFormUrl } = await openInvoice(caller);
  await fetch(paymentFormUrl, {
    method: 'POST',
    body: new URLSearchParams({ choice: 'approved', card: '5555555555554444' }),
  });
  expect(await call('GET', `/subscriptions/${id}`)).toMatchObject({ status: 'churned' });
  await caller.sandbox.close();
});

test('a card that has never paid fails a renewal without an event', async () => {
  const caller = await startEmpty();
  const { id } = await subscribe(caller, false);
  const { nextCharge } = await caller.call('GET', `/subscriptions/${id}`);
  await moveTo(caller, nextCharge);
  expect(await caller.call('GET', `/subscriptions/${id}`)).toMatchObject({ nextCharge: null });
  expect((await openInvoice(caller)).totalAmount).toBe(PRICE);
  expect(await caller.list('/transactions')).toEqual([]);
  expect(await countEvents(caller, 'transaction-declined')).toBe(0);
  await caller.sandbox.close();
});

test('a late payment is followed by the missed period, charged to the card of the subscription', async () => {
  const caller = await startEmpty();
  const { call, list } = caller;
  const { customerId, cardId, id } = await subscribe(caller, true);
  const { nextCharge } = await call('GET', `/subscriptions/${id}`);
  await call('PATCH', `/payment-instruments/${cardId}`, recipe);
  await moveTo(caller, addPeriod(nextCharge, 'day', 40));
  const { id: newCard } = await storeCard(caller, customerId, { primaryAccountNumber: '5555555555554444' });
  await call('PUT', `/subscriptions/${id}`, { paymentInstrumentId: newCard });
  await charge(caller, customerId, newCard, (await openInvoice(caller)).id);
  const payments = await list(`/transactions?subscriptionId=${id}&combinedStatuses=completed`);
  expect(payments, 'the first period, the failed renewal, and the missed period').toHaveLength(3);
  expect(await call('GET', `/subscriptions/${id}`)).toMatchObject({
    status: 'active',
    nextCharge: addPeriod(nextCharge, 'month', 2),
  });
  await caller.sandbox.close();
});

test('an update that sends unchanged items reports no changed items', async () => {
  const caller = await startEmpty();
  const { call, list } = caller;
  const { id, cardId } = await subscribe(caller, true);
  const [plan] = await list('/plans');
  const update = (quantity: number) =>
    call('PUT', `/subscriptions/${id}`, {
      paymentInstrumentId: cardId,
      items: [{ quantity, plan: { id: plan?.id } }],
    });
  await update(1);
  expect(await countEvents(caller, 'subscription-items-changed')).toBe(0);
  expect(await countEvents(caller, 'subscription-modified')).toBe(1);
  await update(2);
  expect(await countEvents(caller, 'subscription-items-changed')).toBe(1);
  await caller.sandbox.close();
});

test('a subscription keeps a plan that is no longer for sale, and a new one is rejected', async () => {
  const caller = await startEmpty();
  const { call, send, list } = caller;
  const { id, customerId, cardId } = await subscribe(caller, true);
  const [plan] = await list('/plans');
  const planId = String(plan?.id);
  await call('PUT', `/plans/${planId}`, {
    ...planFields(String(plan?.['productId'])),
    recurringInterval: { unit: 'month', length: 1 },
    isActive: false,
  });
  const items = [{ quantity: 2, plan: { id: planId } }];
  await call('PUT', `/subscriptions/${id}`, {
    paymentInstrumentId: cardId,
    items: [{ quantity: 1, plan: { id: planId } }],
  });
  await call('POST', `/subscriptions/${id}/items`, { items, retainRenewalTime: 'retain', proRataCredit: false });
  expect(await call('GET', `/subscriptions/${id}`)).toMatchObject({
    status: 'active',
    items: [{ quantity: 2, planId }],
  });
  const order = { customerId, paymentInstrumentId: cardId, isTrialOnly: false, items };
  expect(await send('POST', '/subscriptions', order)).toMatchObject({ status: 400 });
  await caller.sandbox.close();
});

test('a page without the recipe is found', () => {
  expect(() => recipeBody('Replace the card with a declined one.')).toThrow(/the recipe for a failed renewal/);
});
