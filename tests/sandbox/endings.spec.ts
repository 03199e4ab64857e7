/** How subscriptions end and come back in the sandbox: what can be canceled, when access ends, and which reminders follow. */
import { expect, test } from '@playwright/test';
import { addDays, addPeriod } from '../../sandbox/clock';
import { type Caller, createProduct, type Data, planFields, startEmpty, storeCard } from './api';

/** Creates a subscription to a monthly plan. Without a trial, its first invoice is paid. */
async function subscribe(caller: Caller, trialDays?: number, isTrialOnly = false): Promise<Data> {
  const { call, list } = caller;
  const product = await createProduct(caller);
  const plan = await call('POST', '/plans', {
    ...planFields(product.id),
    recurringInterval: { unit: 'month', length: 1 },
    ...(trialDays === undefined ? {} : { trial: { price: 0, period: { unit: 'day', length: trialDays } } }),
  });
  const { id: customerId } = await call('POST', '/customers', { firstName: 'Ada' });
  const { id: paymentInstrumentId } = await storeCard(caller, customerId);
  const items = [{ quantity: 1, plan: { id: plan.id } }];
  const { id } = await call('POST', '/subscriptions', { customerId, isTrialOnly, items, paymentInstrumentId });
  const open = (await list('/customer-invoices/')).find(({ status }) => status === 'unpaid');
  if (open) await fetch(open.paymentFormUrl, { method: 'POST', body: new URLSearchParams({ choice: 'approved' }) });
  return call('GET', `/subscriptions/${id}`);
}

/** Cancels a subscription at the end of its paid period; gives the confirmed cancellation. */
async function cancelAtRenewal({ call }: Caller, subscriptionId: string): Promise<Data> {
  const { id } = await call('POST', '/subscription-cancellations', { reason: 'other', status: 'draft' });
  const terms = { subscriptionId, churnTimePolicy: 'at-next-renewal', prorated: false };
  await call('PATCH', `/subscription-cancellations/${id}`, { ...terms, status: 'draft' });
  return call('PATCH', `/subscription-cancellations/${id}`, { status: 'confirmed' });
}

const moveTo = ({ call }: Caller, to: string): Promise<Data> => call('POST', '/sandbox/clock', { to });

test('deleting a draft leaves a subscription canceled that another cancellation has canceled', async () => {
  const caller = await startEmpty();
  const { call, list, sandbox } = caller;
  const { id } = await subscribe(caller);
  const draft = await call('POST', '/subscription-cancellations', { reason: 'other', status: 'draft' });
  await call('PATCH', `/subscription-cancellations/${draft.id}`, { subscriptionId: id, status: 'draft' });
  const { churnedAt } = await cancelAtRenewal(caller, id);
  await call('DELETE', `/subscription-cancellations/${draft.id}`);
  expect(await call('GET', `/subscriptions/${id}`)).toMatchObject({ status: 'canceled', nextCharge: null });
  await moveTo(caller, String(churnedAt));
  expect(await call('GET', `/subscriptions/${id}`)).toMatchObject({ status: 'churned' });
  expect(await list('/transactions')).toHaveLength(1);
  await sandbox.close();
});

test('the messages about a subscription that cannot end say who can end it', async () => {
  const caller = await startEmpty();
  const { call, send, sandbox } = caller;
  const { id, nextCharge } = await subscribe(caller, 14);
  await moveTo(caller, nextCharge);
  expect(await call('GET', `/subscriptions/${id}`)).toMatchObject({ status: 'trial-ended', nextCharge: null });
  const draft = await call('POST', '/subscription-cancellations', { reason: 'other', status: 'draft' });
  const way = 'trial-ended. Ask PAI support to end it and to void its open invoice.';
  const canceled = await send('PATCH', `/subscription-cancellations/${draft.id}`, { subscriptionId: id });
  expect(canceled.status).toBe(400);
  expect(String(canceled.body.details)).toContain(way);
  const deleted = await send('DELETE', `/subscriptions/${id}`);
  expect(deleted.status).toBe(403);
  expect(deleted.body.message).toContain(way);
  expect(deleted.body.message).not.toMatch(/cancel/i);
  await sandbox.close();
});

test('a trial-only subscription that was paused ends later, and charges nothing', async () => {
  const caller = await startEmpty();
  const { call, send, list, sandbox } = caller;
  const { id, nextCharge } = await subscribe(caller, 14, true);
  expect(nextCharge).toBeNull();
  const readEnd = async () => String((await call('GET', `/subscriptions/${id}`))['endTime']);
  const endTime = await readEnd();
  const pause = await call('POST', '/subscription-pauses', { subscriptionId: id });
  await moveTo(caller, addDays(endTime, 40));
  expect(await call('GET', `/subscriptions/${id}`)).toMatchObject({ status: 'paused', nextCharge: null });
  expect((await send('DELETE', `/subscription-pauses/${pause.id}`)).status).toBe(204);
  expect(await call('GET', `/subscriptions/${id}`)).toMatchObject({ status: 'active', nextCharge: null });
  const resumedEnd = await readEnd();
  expect(Date.parse(resumedEnd)).toBeGreaterThan(Date.parse(endTime));
  await moveTo(caller, addDays(resumedEnd, 40));
  expect((await call('GET', `/subscriptions/${id}`)).status).not.toBe('active');
  expect(await list('/transactions')).toEqual([]);
  await sandbox.close();
});

/** Asserts that a subscription ended with its trial, and that no invoice but the trial's was issued in the months since. */
async function expectOnlyTrial(caller: Caller, id: string, endTime: unknown): Promise<void> {
  const { call, list } = caller;
  await moveTo(caller, addDays(String(endTime), 70));
  expect(await call('GET', `/subscriptions/${id}`)).toMatchObject({ status: 'trial-ended', nextCharge: null });
  expect((await list('/customer-invoices/')).map((invoice) => invoice['totalAmount'])).toEqual([0]);
}

test('a trial-only subscription whose items change ends with its trial, and charges nothing', async () => {
  for (const retainRenewalTime of ['retain', 'reset']) {
    const caller = await startEmpty();
    const { call, send, list, sandbox } = caller;
    const { id, endTime } = await subscribe(caller, 14, true);
    const { customerId, instrumentId: paymentInstrumentId } = sandbox.world.store.get('subscriptions', id) ?? {};
    const paymentInstruction = { paymentInstrumentId };
    // A card that has paid would be charged without the customer.
    await call('POST', '/transactions', { type: 'sale', amount: 1, currency: 'USD', customerId, paymentInstruction });
    const [product] = await list('/products');
    const plan = await call('POST', '/plans', {
      ...planFields(product?.id ?? ''),
      pricing: { price: 9, formula: 'flat-rate' },
      recurringInterval: { unit: 'month', length: 1 },
    });
    const change = { items: [{ quantity: 2, plan: { id: plan.id } }], retainRenewalTime, proRataCredit: true };
    const changed = await call('POST', `/subscriptions/${id}/items`, change);
    expect(changed).toMatchObject({ status: 'active', price: 18, nextCharge: null, endTime });
    await expectOnlyTrial(caller, id, endTime);
    expect((await send('POST', `/subscriptions/${id}/items`, change)).status).toBe(400);
    await expectOnlyTrial(caller, id, addDays(String(endTime), 70));
    await sandbox.close();
  }
});

test('a trial-only subscription whose cancellation is undone ends with its trial, and charges nothing', async () => {
  for (const way of ['delete', 'reactivate']) {
    const caller = await startEmpty();
    const { call, send, sandbox } = caller;
    const { id, endTime } = await subscribe(caller, 14, true);
    const canceled = await cancelAtRenewal(caller, id);
    if (way === 'delete') await send('DELETE', `/subscription-cancellations/${canceled.id}`);
    else
      expect(await call('POST', '/subscription-reactivations', { subscriptionId: id })).not.toHaveProperty('renewalAt');
    expect(await call('GET', `/subscriptions/${id}`)).toMatchObject({ status: 'active', nextCharge: null, endTime });
    await expectOnlyTrial(caller, id, endTime);
    expect((await send('POST', '/subscription-reactivations', { subscriptionId: id })).status).toBe(422);
    await sandbox.close();
  }
});

test('nothing brings back a trial-only subscription whose trial has ended', async () => {
  const caller = await startEmpty();
  const { call, send, sandbox } = caller;
  const { id, endTime } = await subscribe(caller, 14, true);
  const { customerId } = sandbox.world.store.get('subscriptions', id) ?? {};
  const changed = await send('PUT', `/subscriptions/${id}`, { customerId, isTrialOnly: false });
  expect(changed.status).toBe(400);
  expect(String(changed.body.details)).toContain("isTrialOnly can't change");
  const churnedAt = addDays(String(endTime), 30);
  const terms = { subscriptionId: id, churnTimePolicy: 'none', churnedAt, prorated: false };
  const draft = await call('POST', '/subscription-cancellations', { reason: 'other', status: 'draft' });
  await call('PATCH', `/subscription-cancellations/${draft.id}`, { ...terms, status: 'confirmed' });
  await moveTo(caller, addDays(String(endTime), 1));
  expect(await call('GET', `/subscriptions/${id}`)).toMatchObject({ status: 'canceled' });
  expect((await send('DELETE', `/subscription-cancellations/${draft.id}`)).status).toBe(409);
  for (const days of [2, 31]) {
    await moveTo(caller, addDays(String(endTime), days));
    const back = await send('POST', '/subscription-reactivations', { subscriptionId: id, renewalAt: churnedAt });
    expect(back.status).toBe(422);
    expect(`${back.body.message} ${String(back.body.details)}`).toContain('its trial has ended');
  }
  expect(await call('GET', `/subscriptions/${id}`)).toMatchObject({ status: 'churned', nextCharge: null });
  await sandbox.close();
});

test('a confirmed cancellation can end access now, and nothing else of it can change', async () => {
  const caller = await startEmpty();
  const { call, send, sandbox } = caller;
  const { id, nextCharge } = await subscribe(caller);
  const cancellation = await cancelAtRenewal(caller, id);
  expect(cancellation).toMatchObject({ status: 'confirmed', churnedAt: nextCharge });
  const path = `/subscription-cancellations/${cancellation.id}`;
  for (const body of [{ subscriptionId: 'sub_other' }, { status: 'draft' }, { cancelAt: nextCharge }]) {
    expect((await send('PATCH', path, body)).status, JSON.stringify(body)).toBe(400);
  }
  expect(await call('PATCH', path, { description: 'Moved.' })).toMatchObject({ churnedAt: nextCharge });
  const { now } = await call('GET', '/sandbox/clock');
  const ended = await call('PATCH', path, { churnTimePolicy: 'now' });
  expect(ended).toMatchObject({ status: 'completed', churnTimePolicy: 'now' });
  expect(Date.parse(String(ended['churnedAt'])) - Date.parse(now)).toBeLessThan(60_000);
  expect(await call('GET', `/subscriptions/${id}`)).toMatchObject({ status: 'churned' });
  expect((await send('GET', '/sandbox/events?type=subscription-churned')).body.totalCount).toBe(1);
  await sandbox.close();
});

test('no reminder is dated before the subscription came back', async () => {
  const caller = await startEmpty();
  const { call, send, sandbox } = caller;
  const reminders = async (): Promise<number> =>
    (await send('GET', '/sandbox/events?type=subscription-renewal-reminder')).body.totalCount;
  const { id, nextCharge } = await subscribe(caller);
  await cancelAtRenewal(caller, id);
  await moveTo(caller, addPeriod(nextCharge, 'day', 10));
  const { now } = await call('GET', '/sandbox/clock');
  const renewalAt = addPeriod(now, 'day', 2);
  await call('POST', '/subscription-reactivations', { subscriptionId: id, renewalAt });
  await moveTo(caller, renewalAt);
  expect(await reminders(), 'the reminder would have been due before the return').toBe(0);
  const renewed = await call('GET', `/subscriptions/${id}`);
  expect(renewed.status).toBe('active');
  await moveTo(caller, addPeriod(renewed.nextCharge, 'day', -6));
  expect(await reminders(), 'the next renewal is announced').toBe(1);
  await sandbox.close();
});

test('a cancellation at the renewal follows the charge, and one that waits ignores the churn time policy', async () => {
  const caller = await startEmpty();
  const { call, list, sandbox } = caller;
  const { id, nextCharge } = await subscribe(caller);
  const { id: cancellationId } = await call('POST', '/subscription-cancellations', {
    reason: 'other',
    status: 'draft',
  });
  const path = `/subscription-cancellations/${cancellationId}`;
  await call('PATCH', path, { subscriptionId: id, cancelAt: nextCharge, status: 'confirmed' });
  const waiting = await call('PATCH', path, { churnTimePolicy: 'now' });
  expect(waiting).toMatchObject({ status: 'confirmed', cancelledAt: null, churnedAt: null });
  expect(waiting).not.toHaveProperty('cancelAt');
  expect(await call('GET', `/subscriptions/${id}`)).toMatchObject({ status: 'active', nextCharge });
  const before = (await list('/customer-invoices/')).length;
  await moveTo(caller, nextCharge);
  expect((await list('/customer-invoices/')).length).toBe(before + 1);
  expect(await call('GET', `/subscriptions/${id}`)).toMatchObject({ status: 'churned', nextCharge: null });
  await sandbox.close();
});

test('a pause that the customer can request counts as the customer’s', async () => {
  const caller = await startEmpty();
  const { id: subscriptionId } = await subscribe(caller);
  const pause = await caller.call('POST', '/subscription-pauses', { subscriptionId });
  expect(pause).toMatchObject({ status: 'ongoing', pausedBy: 'customer' });
  await caller.sandbox.close();
});
