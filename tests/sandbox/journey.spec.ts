/**
 * One customer's life from an empty sandbox: product, tiered plan with a trial, card, subscription, renewals, a decline,
 * a new card, upgrade, pause, cancellation, change of mind, refund and dispute. Each step is checked against what was
 * sent, and at the end against the events that a receiver got.
 */
import { expect, test } from '@playwright/test';
import { addPeriod } from '../../sandbox/clock';
import { computePrice } from '../../src/pricing/formulas';
import { startEmpty, startReceiver, storeCard } from './api';

const username = 'pai-hooks';
const password = 'correct-horse';

test('a subscription lives from its trial to a dispute', async () => {
  const receiver = await startReceiver();
  const caller = await startEmpty();
  const { call, list, send, sandbox } = caller;
  let steps = 0;
  /** Compares a record with what was sent; every field that was sent must be there. */
  const holds = (record: unknown, sent: Record<string, unknown>): void => {
    steps += 1;
    expect(record).toMatchObject(sent);
  };
  const moveTo = async (to: string): Promise<void> => {
    steps += 1;
    expect((await call('POST', '/sandbox/clock', { to })).now).toBe(to);
  };
  const subscription = async () => call('GET', `/subscriptions/${id}`);
  let id = '';
  try {
    await call('POST', '/v1/webhook-destinations', { url: receiver.url, auth: { type: 'basic', username, password } });

    const productBody = { name: 'Desk', unitLabel: 'seat', description: 'A desk for one.', requiresShipping: false };
    const product = await call('POST', '/products', { ...productBody, type: 'service', value: 'desk' });
    holds(await call('GET', `/products/${product.id}`), productBody);

    const planBody = {
      name: 'Desk Monthly',
      currency: 'EUR',
      productId: product.id,
      pricing: { price: 10, formula: 'tiered' },
      isTrialOnly: false,
      recurringInterval: { unit: 'month', length: 1, billingTiming: 'prepaid' },
      trial: { price: 0, period: { unit: 'day', length: 7 } },
    };
    const plan = await call('POST', '/plans', planBody);
    holds(await call('GET', `/plans/${plan.id}`), { ...planBody, isActive: true, isTrialOnly: false, revision: 1 });
    const annual = await call('POST', '/plans', {
      ...planBody,
      name: 'Desk Annual',
      pricing: { price: 1200, formula: 'flat-rate' },
      recurringInterval: { unit: 'year', length: 1 },
      trial: undefined,
    });

    const customerBody = { firstName: 'Ada', lastName: 'Berg', email: 'ada@berg.example' };
    const customer = await call('POST', '/customers', customerBody);
    holds(await call('GET', `/customers/${customer.id}`), { ...customerBody, isEnhancedDueDiligenceRequired: false });

    const now = (await call('GET', '/sandbox/clock')).now;
    const soon = new Date(addPeriod(now, 'month', 2));
    const card = await storeCard(caller, customer.id, {
      expirationMonth: soon.getUTCMonth() + 1,
      expirationYear: soon.getUTCFullYear(),
    });
    holds(card, { creditCard: { creditCardLastFourDigits: '1111', brand: 'Visa' } });

    const created = await call('POST', '/subscriptions', {
      customerId: customer.id,
      isTrialOnly: false,
      items: [{ quantity: 12, plan: { id: plan.id } }],
      paymentInstrumentId: card.id,
    });
    id = created.id;
    const price = computePrice('tiered', 10, 12);
    expect(price).toBe(116);
    const trialEnd = created.nextCharge;
    holds(created, {
      status: 'active',
      price,
      currency: 'EUR',
      customer: customerBody,
      items: [{ quantity: 12, planId: plan.id, price: 10 }],
    });
    expect(Date.parse(trialEnd) - Date.parse(created.createdAt)).toBe(7 * 24 * 3_600_000);

    // The card has never paid, so the customer pays the first invoice on the payment page.
    await moveTo(trialEnd);
    holds(await subscription(), { status: 'trial-ended', nextCharge: null });
    const [first] = await list('/customer-invoices/');
    holds(first, { status: 'unpaid', totalAmount: price, currency: 'EUR', customerId: customer.id });
    const paid = await fetch(String(first?.paymentFormUrl), {
      method: 'POST',
      body: new URLSearchParams({ choice: 'approved' }),
    });
    expect(paid.status).toBe(200);
    const secondCharge = addPeriod(trialEnd, 'month', 1);
    holds(await subscription(), { status: 'active', nextCharge: secondCharge });

    await moveTo(secondCharge);
    holds(await subscription(), { status: 'active', nextCharge: addPeriod(trialEnd, 'month', 2) });
    const [renewal] = await list(`/transactions?subscriptionId=${id}&sortBy=date&sortDirection=desc`);
    holds(renewal, {
      amount: price,
      currency: 'EUR',
      result: 'approved',
      status: 'completed',
      isMerchantInitiated: true,
    });

    // The card's last month is over by the fourth charge at the latest: the renewal is declined.
    for (let month = 2; (await subscription()).status === 'active'; month += 1) {
      expect(month).toBeLessThan(5);
      await moveTo(addPeriod(trialEnd, 'month', month));
    }
    holds(await subscription(), { status: 'unpaid', nextCharge: null });
    const [declined] = await list(`/transactions?subscriptionId=${id}&combinedStatuses=declined`);
    holds(declined, { amount: price, result: 'declined', refundableAmount: 0 });

    const newCard = await storeCard(caller, customer.id, { primaryAccountNumber: '5555555555554444' });
    await call('PUT', `/subscriptions/${id}`, { paymentInstrumentId: newCard.id });
    const open = (await list('/customer-invoices/')).find(({ status }) => status === 'unpaid');
    const body = {
      customerId: customer.id,
      currency: 'EUR',
      amount: price,
      type: 'sale',
      paymentInstruction: { paymentInstrumentId: newCard.id },
      invoiceIds: [open?.id],
      idempotencyKey: 'open-1',
    };
    const payment = await call('POST', '/transactions', body);
    holds(payment, {
      amount: price,
      currency: 'EUR',
      type: 'sale',
      status: 'completed',
      result: 'approved',
      refundableAmount: price,
      subscriptionId: id,
    });
    expect((await call('POST', '/transactions', body)).id, 'the same key charges once').toBe(payment.id);
    const afterPayment = await subscription();
    holds(afterPayment, { status: 'active' });

    const upgraded = await call('POST', `/subscriptions/${id}/items`, {
      items: [{ quantity: 1, plan: { id: annual.id } }],
      retainRenewalTime: 'reset',
      proRataCredit: true,
    });
    holds(upgraded, {
      status: 'active',
      price: 1200,
      items: [{ planId: annual.id, quantity: 1, price: 1200 }],
      bilingCycle: { unit: 'years', length: 1 },
    });
    const [upgrade] = await list(`/transactions?subscriptionId=${id}&sortBy=date&sortDirection=desc`);
    if (!upgrade) throw new Error('The upgrade was not charged.');
    expect(upgrade.amount, 'the unused month is credited').toBeLessThan(1200);
    expect(upgrade.amount).toBeGreaterThan(1200 - price - 0.01);

    const before = (await call('GET', '/sandbox/clock')).now;
    const pause = await call('POST', '/subscription-pauses', {
      subscriptionId: id,
      description: 'Away.',
      endAt: addPeriod(before, 'day', 30),
    });
    holds(pause, { subscriptionId: id, description: 'Away.', status: 'ongoing', endAt: addPeriod(before, 'day', 30) });
    holds(await subscription(), { status: 'paused', nextCharge: null });
    await moveTo(addPeriod(before, 'day', 10));
    await call('DELETE', `/subscription-pauses/${pause.id}`);
    holds(await call('GET', `/subscription-pauses/${pause.id}`), { status: 'revoked' });
    const resumed = await subscription();
    holds(resumed, { status: 'active' });
    expect(Date.parse(resumed.nextCharge) - Date.parse(upgraded.nextCharge), 'ten days later').toBeCloseTo(
      10 * 86_400_000,
      -5,
    );

    const draft = await call('POST', '/subscription-cancellations', {
      reason: 'too-expensive',
      description: 'Costs.',
      status: 'draft',
    });
    holds(draft, { reason: 'too-expensive', description: 'Costs.', status: 'draft', cancelledAt: null });
    await call('PATCH', `/subscription-cancellations/${draft.id}`, {
      subscriptionId: id,
      churnTimePolicy: 'at-next-renewal',
      status: 'draft',
    });
    holds(await subscription(), { status: 'active' });
    const confirmed = await call('PATCH', `/subscription-cancellations/${draft.id}`, { status: 'confirmed' });
    holds(confirmed, { status: 'confirmed', churnedAt: resumed.nextCharge });
    holds(await subscription(), { status: 'canceled', nextCharge: null });

    const reactivation = await call('POST', '/subscription-reactivations', {
      subscriptionId: id,
      description: 'Stays.',
    });
    holds(reactivation, {
      subscriptionId: id,
      description: 'Stays.',
      cancellationId: draft.id,
      renewalAt: resumed.nextCharge,
    });
    holds(await subscription(), { status: 'active', nextCharge: resumed.nextCharge });

    const refund = await call('POST', `/transactions/${payment.id}/refund`, { amount: 16 });
    holds(refund, { type: 'refund', amount: 16, result: 'approved' });
    holds(await call('GET', `/transactions/${payment.id}`), {
      refundAmount: 16,
      refundableAmount: price - 16,
      status: 'partially-refunded',
    });
    expect((await send('POST', `/transactions/${payment.id}/refund`, { amount: price })).status).toBe(422);
    await call('POST', `/transactions/${payment.id}/refund`, {});
    expect((await send('POST', `/transactions/${payment.id}/refund`, {})).status).toBe(409);

    const dispute = await call('POST', '/sandbox/disputes', { transactionId: upgrade.id });
    holds(await call('GET', `/transactions/${upgrade.id}`), { status: 'disputed' });
    const shown = {
      amount: upgrade.amount,
      currency: 'EUR',
      status: 'under-review',
      type: 'first-chargeback',
    };

    holds(await call('PUT', `/disputes/${dispute.id}`, { ...shown, transactionId: upgrade.id }), shown);
    holds(await call('PUT', `/disputes/${dispute.id}`, { status: 'won' }), { status: 'won' });

    const expected = [
      ...[
        'subscription-trial-end-reminder',
        'subscription-trial-ended',
        'transaction-processed',
        'subscription-activated',
      ],
      ...[
        'subscription-renewal-reminder',
        'subscription-renewed',
        'transaction-declined',
        'subscription-items-changed',
      ],
      ...['subscription-upgraded', 'subscription-modified', 'subscription-canceled', 'subscription-reactivated'],
      ...['dispute-created', 'dispute-updated', 'dispute-won'],
    ];
    const { totalCount } = (await send('GET', '/sandbox/events')).body;
    await expect.poll(() => receiver.received.length).toBe(totalCount);
    const types = new Set(receiver.received.map(({ type }) => type));
    expect(expected.filter((type) => !types.has(type))).toEqual([]);
    expect(new Set(receiver.received.map(({ deduplicationId }) => deduplicationId)).size).toBe(totalCount);
    const basic = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
    expect(receiver.received.filter(({ authorization }) => authorization !== basic)).toEqual([]);
    console.log(`${steps} steps checked, ${totalCount} events of ${types.size} types received.`);
  } finally {
    await sandbox.close();
    await receiver.close();
  }
});

test('a card that has paid is declined once its expiry date is the one of the test-card guide', async () => {
  const caller = await startEmpty();
  const { call, sandbox } = caller;
  try {
    const customer = await call('POST', '/customers', { firstName: 'Ada', lastName: 'Berg' });
    const card = await storeCard(caller, customer.id);
    const charge = async (idempotencyKey: string): Promise<unknown> => {
      const sale = await call('POST', '/transactions', {
        customerId: customer.id,
        currency: 'USD',
        amount: 5,
        type: 'sale',
        paymentInstruction: { paymentInstrumentId: card.id },
        idempotencyKey,
      });
      return sale['result'];
    };
    expect(await charge('first')).toBe('approved');
    await call('PATCH', `/payment-instruments/${card.id}`, { creditCard: { expireMonth: 11, expireYear: 2051 } });
    expect(await charge('another date')).toBe('approved');
    await call('PATCH', `/payment-instruments/${card.id}`, { creditCard: { expireMonth: 10, expireYear: 2051 } });
    expect(await charge('the date')).toBe('declined');
  } finally {
    await sandbox.close();
  }
});
