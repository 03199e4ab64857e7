/** Lives of subscriptions: from a trial to a return, and what happens when charges fail, plans change, and things end. */
import { expect, test } from '@playwright/test';
import { addDays, addPeriod } from '../../sandbox/clock';
import {
  type Caller,
  freeTrial,
  listOpen,
  makeSale,
  pay,
  startEmpty,
  startReceiver,
  storeCard,
  subscribe,
} from './api';

const DECLINED = { creditCard: { expireMonth: 10, expireYear: 2051 } };

/** Cancels a subscription through a draft; gives the confirmed cancellation. */
async function cancel(
  { call }: Caller,
  subscriptionId: string,
  terms: object,
): Promise<{ id: string; churnedAt: string }> {
  const { id } = await call('POST', '/subscription-cancellations', { reason: 'other', status: 'draft' });
  await call('PATCH', `/subscription-cancellations/${id}`, { subscriptionId, ...terms, status: 'draft' });
  const confirmed = await call('PATCH', `/subscription-cancellations/${id}`, { status: 'confirmed' });
  return { id, churnedAt: String(confirmed['churnedAt']) };
}

test('a subscription lives from its trial to its return, and every event arrives', async () => {
  const receiver = await startReceiver();
  const caller = await startEmpty();
  const { call, list, moveTo, send, sandbox } = caller;
  const auth = { type: 'basic', username: 'pai-hooks', password: 'correct-horse' };
  await call('POST', '/v1/webhook-destinations', { url: receiver.url, auth });
  const pricing = { pricing: { price: 10, formula: 'tiered' } };
  const { id, customerId, cardId, planId, read } = await subscribe(caller, { ...freeTrial(7), ...pricing });
  const { id: annual } = await call('PUT', '/plans/annual', {
    ...(await call('GET', `/plans/${planId}`)),
    ...{ id: undefined, createdAt: undefined, updatedAt: undefined, deletedAt: undefined, currencySign: undefined },
    ...{ revision: undefined, trial: undefined, pricing: { price: 1200, formula: 'flat-rate' } },
    recurringInterval: { unit: 'year', length: 1 },
  });
  await call('PUT', `/subscriptions/${id}`, { items: [{ quantity: 12, plan: { id: planId } }] });
  const { nextCharge: trialEnd, price } = await read();
  expect(price, 'ten at 10.00, and two at 8.00').toBe(116);

  // The card has never paid, so the customer pays the first invoice on the payment page.
  await moveTo(trialEnd);
  expect(await read()).toMatchObject({ status: 'trial-ended', nextCharge: null });
  for (const { paymentFormUrl } of await listOpen(caller)) await pay(paymentFormUrl);
  expect(await read()).toMatchObject({ status: 'active', nextCharge: addPeriod(trialEnd, 'month', 1) });
  await moveTo(addPeriod(trialEnd, 'month', 1));
  const renewals = await list(`/transactions?subscriptionId=${id}&sortBy=date`);
  expect(renewals[0]).toMatchObject({ amount: 116, result: 'approved', isMerchantInitiated: true });

  await call('PATCH', `/payment-instruments/${cardId}`, DECLINED);
  await moveTo((await read()).nextCharge);
  expect(await read()).toMatchObject({ status: 'unpaid', nextCharge: null });
  const { id: newCard } = await storeCard(caller, customerId, { primaryAccountNumber: '5555555555554444' });
  await call('PUT', `/subscriptions/${id}`, { paymentInstrumentId: newCard });
  const [open] = await listOpen(caller);
  const sale = makeSale(customerId, newCard, { amount: 116, invoiceIds: [open?.id], idempotencyKey: 'open-1' });
  const payment = await call('POST', '/transactions', sale);
  expect((await call('POST', '/transactions', sale)).id, 'the same key charges once').toBe(payment.id);
  expect(await read()).toMatchObject({ status: 'active' });

  const change = { items: [{ quantity: 1, plan: { id: annual } }], retainRenewalTime: 'reset', proRataCredit: true };
  const upgraded = await call('POST', `/subscriptions/${id}/items`, change);
  expect(upgraded).toMatchObject({ status: 'active', price: 1200, bilingCycle: { unit: 'years', length: 1 } });
  const [upgrade] = await list(`/transactions?subscriptionId=${id}&sortBy=date`);
  expect(upgrade?.amount, 'the unused month is credited').toBeLessThan(1200);

  const { now } = await call('GET', '/sandbox/clock');
  const pause = await call('POST', '/subscription-pauses', { subscriptionId: id, endAt: addDays(now, 30) });
  expect(pause).toMatchObject({ status: 'ongoing', pausedBy: 'customer' });
  await moveTo(addDays(now, 10));
  await call('DELETE', `/subscription-pauses/${pause.id}`);
  const resumed = await read();
  expect(Date.parse(resumed.nextCharge) - Date.parse(upgraded.nextCharge), '10 days later').toBeCloseTo(864e6, -5);

  const { id: cancellationId, churnedAt } = await cancel(caller, id, { churnTimePolicy: 'at-next-renewal' });
  expect([churnedAt, (await read()).status]).toEqual([resumed.nextCharge, 'canceled']);
  const back = await call('POST', '/subscription-reactivations', { subscriptionId: id });
  expect(back).toMatchObject({ cancellationId, renewalAt: resumed.nextCharge });
  expect(await read()).toMatchObject({ status: 'active', nextCharge: resumed.nextCharge });

  const expected = [
    ...['trial-end-reminder', 'trial-ended', 'activated', 'renewal-reminder', 'renewed', 'items-changed', 'upgraded'],
    ...['modified', 'canceled', 'reactivated'],
  ].map((name) => `subscription-${name}`);
  const { totalCount } = (await send('GET', '/sandbox/events')).body;
  await expect.poll(() => receiver.received.length).toBe(totalCount);
  const types = new Set(receiver.received.map(({ type }) => type));
  expect([...expected, 'transaction-processed', 'transaction-declined'].filter((type) => !types.has(type))).toEqual([]);
  expect(new Set(receiver.received.map(({ deduplicationId }) => deduplicationId)).size).toBe(totalCount);
  const basic = `Basic ${Buffer.from('pai-hooks:correct-horse').toString('base64')}`;
  expect(receiver.received.filter(({ authorization }) => authorization !== basic)).toEqual([]);
  console.log(`${totalCount} events of ${types.size} types received`);
  await sandbox.close();
  await receiver.close();
});

test('a failed renewal: paid late, charged for the missed period, and canceled on request', async () => {
  const caller = await startEmpty();
  const { call, list, send, moveTo, countEvents, sandbox } = caller;
  const { id, customerId, cardId, read } = await subscribe(caller);
  const { nextCharge } = await read();
  const fail = async () => (await send('POST', '/sandbox/billing-failures', { subscriptionId: id })).status;
  expect(await fail(), 'an active one').toBe(400);
  await call('PATCH', `/payment-instruments/${cardId}`, DECLINED);
  await moveTo(addDays(nextCharge, 40));
  expect(await read()).toMatchObject({ status: 'unpaid', nextCharge: null });
  const [open] = await listOpen(caller);
  expect(open).toMatchObject({ status: 'unpaid', totalAmount: 5 });
  expect(await countEvents('transaction-declined')).toBe(1);
  // The page says which card it charged, and takes another one for this payment only.
  const url = String(open?.paymentFormUrl);
  expect(await (await fetch(url)).text()).toContain('ends in 1111 and expires 10/2051');
  expect(await (await pay(url)).text()).toMatch(/Not paid[^]*ends in 1111/);
  expect((await pay(url, { card: '4111 1111 1111 1112' })).status).toBe(400);
  const { id: newCard } = await storeCard(caller, customerId, { primaryAccountNumber: '5555555555554444' });
  await call('PUT', `/subscriptions/${id}`, { paymentInstrumentId: newCard });
  expect(await (await pay(url, { card: '5555 5555 5555 4444' })).text()).toMatch(/Paid[^]*ends in 4444/);
  expect((await listOpen(caller)).length, 'a card that has never paid is not charged for the missed period').toBe(1);
  expect(await list(`/transactions?subscriptionId=${id}&combinedStatuses=completed`)).toHaveLength(2);
  expect(await fail()).toBe(201);
  expect(await read()).toMatchObject({ status: 'churned', nextCharge: null });
  const canceled = await list('/subscription-cancellations?reasons=billing-failure&cancelledBy=system');
  expect(canceled).toMatchObject([{ subscriptionId: id }]);
  expect(await countEvents('order-delinquency-reached')).toBe(1);
  const renewal = await list(`/transactions?subscriptionId=${id}&combinedStatuses=completed`);
  const dispute = await call('POST', '/sandbox/disputes', { transactionId: renewal[0]?.id });
  expect((await list('/customer-invoices/')).filter(({ status }) => status === 'disputed')).toHaveLength(1);
  await call('PUT', `/disputes/${dispute.id}`, { status: 'won' });
  expect((await list('/customer-invoices/')).filter(({ status }) => status === 'disputed')).toEqual([]);
  await sandbox.close();
});

test('a trial-only subscription ends with its trial, and nothing charges it or brings it back', async () => {
  for (const name of ['nothing', 'retain', 'reset', 'undo']) {
    const caller = await startEmpty();
    const { id, customerId, cardId, planId, read } = await subscribe(caller, freeTrial(14), { isTrialOnly: true });
    // A card that has paid would be charged without the customer.
    await caller.call('POST', '/transactions', makeSale(customerId, cardId, { amount: 1 }));
    const change = { items: [{ quantity: 2, plan: { id: planId } }], retainRenewalTime: name, proRataCredit: true };
    if (name.startsWith('re')) await caller.call('POST', `/subscriptions/${id}/items`, change);
    const canceled = name === 'undo' ? await cancel(caller, id, { churnTimePolicy: 'at-next-renewal' }) : undefined;
    if (canceled) await caller.send('DELETE', `/subscription-cancellations/${canceled.id}`);
    const { endTime, ...active } = await read();
    expect(active, name).toMatchObject({ status: 'active', nextCharge: null });
    await caller.moveTo(addDays(endTime, 70));
    expect(await read(), name).toMatchObject({ status: 'trial-ended', nextCharge: null });
    const amounts = (await caller.list('/customer-invoices/')).map((invoice) => invoice.totalAmount);
    expect(amounts, name).toEqual([0]);
    expect((await caller.send('POST', '/subscription-reactivations', { subscriptionId: id })).status).toBe(422);
    expect((await caller.send('PUT', `/subscriptions/${id}`, { isTrialOnly: false })).status).toBe(400);
    await caller.sandbox.close();
  }
});

test('a confirmed cancellation can end access now, a draft changes nothing, and a renewal comes before cancelAt', async () => {
  const caller = await startEmpty();
  const { call, send, moveTo, list, sandbox } = caller;
  const { id, read } = await subscribe(caller);
  const { nextCharge } = await read();
  const draft = await call('POST', '/subscription-cancellations', { reason: 'other', status: 'draft' });
  await call('PATCH', `/subscription-cancellations/${draft.id}`, { subscriptionId: id, status: 'draft' });
  const { id: cancellationId, churnedAt } = await cancel(caller, id, { churnTimePolicy: 'at-next-renewal' });
  expect(churnedAt).toBe(nextCharge);
  await call('DELETE', `/subscription-cancellations/${draft.id}`);
  expect(await read()).toMatchObject({ status: 'canceled', nextCharge: null });
  const path = `/subscription-cancellations/${cancellationId}`;
  for (const body of [{ subscriptionId: 'sub_other' }, { status: 'draft' }, { cancelAt: nextCharge }])
    expect((await send('PATCH', path, body)).status, JSON.stringify(body)).toBe(400);
  expect(await call('PATCH', path, { churnTimePolicy: 'now' })).toMatchObject({ status: 'completed' });
  expect(await read()).toMatchObject({ status: 'churned' });
  expect((await send('DELETE', path)).status).toBe(409);

  const other = await subscribe(caller);
  await cancel(caller, other.id, { cancelAt: (await other.read()).nextCharge });
  expect((await other.read()).status).toBe('active');
  const before = (await list('/customer-invoices/')).length;
  await moveTo((await other.read()).nextCharge);
  expect(await other.read()).toMatchObject({ status: 'churned', nextCharge: null });
  expect((await list('/customer-invoices/')).length).toBe(before + 1);

  expect((await send('PUT', `/subscriptions/${other.id}`, {})).status, 'it has ended').toBe(400);
  await call('POST', '/subscription-reactivations', { subscriptionId: other.id });
  expect((await other.read()).status).toBe('active');
  expect((await list('/customer-invoices/')).length, 'without renewalAt, it renews immediately').toBe(before + 2);
  await sandbox.close();
});

test('a postpaid plan charges its period and the setup price at the end, also after a trial', async () => {
  for (const trial of [{}, freeTrial(14)]) {
    const caller = await startEmpty();
    const interval = {
      recurringInterval: { unit: 'month', length: 1, billingTiming: 'postpaid' },
      setup: { price: 9 },
    };
    const { read } = await subscribe(caller, { ...interval, ...trial });
    const owed = async () => (await listOpen(caller)).map(({ totalAmount }) => totalAmount);
    if ('trial' in trial) await caller.moveTo((await read()).nextCharge);
    expect(await owed(), 'at the start of the period').toEqual([]);
    const { status, nextCharge } = await read();
    expect(status).toBe('active');
    await caller.moveTo(nextCharge);
    expect(await owed(), 'at the end of the period').toEqual([14]);
    for (const { paymentFormUrl } of await listOpen(caller)) await pay(paymentFormUrl, { card: '4111111111111111' });
    await caller.moveTo((await read()).nextCharge);
    expect(await owed(), 'the setup price is charged once').toEqual([5]);
    expect(await caller.countEvents('subscription-activated')).toBe(1);
    await caller.sandbox.close();
  }
});

test('an update names what has changed, a plan can be taken off sale, and what is in use is not deleted', async () => {
  const caller = await startEmpty();
  const { call, send, countEvents, sandbox } = caller;
  const { id, customerId, cardId, planId, read } = await subscribe(caller);
  const items = (quantity: number) => [{ quantity, plan: { id: planId } }];
  await call('PUT', `/subscriptions/${id}`, { items: items(1), paymentInstrumentId: cardId });
  expect([await countEvents('subscription-items-changed'), await countEvents('subscription-modified')]).toEqual([0, 1]);
  const { productId, name } = await call('GET', `/plans/${planId}`);
  const plan = { productId, name, currency: 'USD', pricing: { price: 5, formula: 'flat-rate' }, isTrialOnly: false };
  await call('PUT', `/plans/${planId}`, { ...plan, recurringInterval: { unit: 'month', length: 1 }, isActive: false });
  await call('POST', `/subscriptions/${id}/items`, {
    items: items(2),
    retainRenewalTime: 'retain',
    proRataCredit: false,
  });
  expect(await read()).toMatchObject({ status: 'active', items: [{ quantity: 2, planId }] });
  const order = { customerId, paymentInstrumentId: cardId, isTrialOnly: false, items: items(1) };
  expect((await send('POST', '/subscriptions', order)).status, 'a new one').toBe(400);
  expect((await send('DELETE', `/products/${String(productId)}`)).status).toBe(409);
  expect((await send('DELETE', `/plans/${planId}`)).status).toBe(409);
  const refused = await send('DELETE', `/subscriptions/${id}`);
  expect([refused.status, refused.body.message]).toEqual([403, expect.stringContaining('active. Cancel it instead.')]);
  const pending = await subscribe(caller, freeTrial(14, 9), { startAt: addDays((await read()).nextCharge, 1) });
  expect((await send('DELETE', `/subscriptions/${pending.id}`)).status, 'a pending order can go').toBe(204);
  await sandbox.close();
});
