/** Payments: 3D Secure, held results, refunds, disputes, taxes, events, and what every operation accepts and refuses. */
import fc from 'fast-check';
import { expect, test } from '@playwright/test';
import { EXAMPLE_NOW, listVariables } from '../../sandbox/seed';
import { startSandbox } from '../../sandbox/server';
import { Specification } from '../../src/specification/specification';
import { toRecord } from '../../src/specification/json';
import {
  type Caller,
  createToken,
  document,
  listOpen,
  makeSale,
  pay,
  startEmpty,
  startReceiver,
  storeCard,
  subscribe,
} from './api';

/** A customer with a card. */
async function startWithCard(options = {}): Promise<Caller & { customerId: string; cardId: string }> {
  const caller = await startEmpty(options);
  const { id: customerId } = await caller.call('POST', '/customers', { firstName: 'Ada' });
  return { ...caller, customerId, cardId: (await storeCard(caller, customerId)).id };
}

test('a 3D Secure payment waits for its page, and can be confirmed, declined and left', async () => {
  const caller = await startWithCard();
  const { call, customerId } = caller;
  for (const [choice, combinedStatus] of [
    ['approved', 'completed'],
    ['declined', 'declined'],
    ['abandoned', 'abandoned'],
  ] as const) {
    const { id: token } = await createToken(caller, { cardVerificationValue: '333' });
    const open = await call('POST', '/transactions', { ...makeSale(customerId, ''), paymentInstruction: { token } });
    expect(open).toMatchObject({ status: 'offsite', result: 'unknown', refundableAmount: 0 });
    const page = String(open.redirectUrl);
    expect(await (await fetch(page)).text()).toContain('Pay 5.00 USD');
    await pay(page, { choice });
    const ended = await call('GET', `/transactions/${open.id}`);
    expect(ended).toMatchObject({ status: 'completed', result: choice, combinedStatus });
    expect((await pay(page)).status, 'it is over').toBe(409);
  }
  await caller.sandbox.close();
});

test('a charge and a refund stay without a result for as long as a test needs', async () => {
  const { call, send, customerId, cardId, sandbox } = await startWithCard();
  const hold = async (status?: string) => (await send('POST', '/sandbox/hold-next-payment', { status })).status;
  const finish = async (transactionId: string, result: string) =>
    (await send('POST', '/sandbox/finish-payment', { transactionId, result })).status;
  for (const status of ['completed', 'offsite', undefined]) expect(await hold(status)).toBe(400);
  expect(await hold('timeout')).toBe(202);
  const paid = await call('POST', '/transactions', makeSale(customerId, cardId, { amount: 20 }));
  expect(paid).toMatchObject({ status: 'timeout', result: 'unknown', refundableAmount: 0 });
  expect(await finish(paid.id, 'abandoned')).toBe(400);
  expect(await finish(paid.id, 'approved')).toBe(200);
  const refund = (amount?: number) => send('POST', `/transactions/${paid.id}/refund`, { amount });
  const read = () => call('GET', `/transactions/${paid.id}`);
  for (const [result, refundAmount] of [
    ['declined', 0],
    ['approved', 15],
  ] as const) {
    await hold('sending');
    const { status, body } = await refund(15);
    expect([status, body.data['result']]).toEqual([201, 'unknown']);
    expect(await read()).toMatchObject({ refundAmount: 0, refundableAmount: 20 });
    expect((await refund(5)).status, 'another one is in progress').toBe(409);
    expect(await finish(body.data.id, result)).toBe(200);
    expect(await read()).toMatchObject({ refundAmount, refundableAmount: 20 - refundAmount });
  }
  expect((await refund(5.01)).status).toBe(422);
  expect((await refund()).status, 'the rest').toBe(201);
  expect(await read()).toMatchObject({ status: 'refunded', refundAmount: 20, refundableAmount: 0 });
  expect((await refund()).status).toBe(409);
  await sandbox.close();
});

test('no sequence of payments, refunds and disputes makes an amount negative or returns more than was paid', async () => {
  const { call, send, customerId, cardId, sandbox } = await startWithCard();
  const cents = fc.integer({ min: 1, max: 40_000 }).map((value) => value / 100);
  const kind = fc.constantFrom('pay', 'pay', 'refund', 'refund all', 'won', 'lost');
  let done = 0;
  const run = async (steps: { kind: string; amount: number; index: number }[]): Promise<void> => {
    const sales: string[] = [];
    const returned = new Map<string, number>();
    for (const { kind: what, index, amount } of steps) {
      const sale = sales[index % Math.max(1, sales.length)] ?? '';
      done += 1;
      if (what === 'pay' || sale === '') {
        sales.push((await call('POST', '/transactions', makeSale(customerId, cardId, { amount }))).id);
      } else if (what.startsWith('refund')) {
        const { status, body } = await send(
          'POST',
          `/transactions/${sale}/refund`,
          what === 'refund' ? { amount } : {},
        );
        expect([201, 409, 422]).toContain(status);
        if (status === 201) returned.set(sale, (returned.get(sale) ?? 0) + body.data.amount);
      } else {
        const { status, body } = await send('POST', '/sandbox/disputes', { transactionId: sale });
        if (status === 201) await call('PUT', `/disputes/${body.id}`, { status: what });
      }
    }
    for (const sale of sales) {
      const { amount, refundAmount, refundableAmount } = await call('GET', `/transactions/${sale}`);
      expect(Math.min(amount, refundAmount, refundableAmount)).toBeGreaterThanOrEqual(0);
      expect(refundAmount + refundableAmount).toBeLessThanOrEqual(amount + 0.001);
      expect(refundAmount).toBeCloseTo(returned.get(sale) ?? 0, 2);
    }
  };
  await fc.assert(
    fc.asyncProperty(fc.array(fc.record({ kind, amount: cents, index: fc.nat(9) }), { maxLength: 12 }), run),
    { numRuns: 40 },
  );
  console.log(`${done} steps in 40 sequences`);
  await sandbox.close();
});

test('a dispute can be of a part, and the date of an expired card cannot change', async () => {
  const { call, send, moveTo, customerId, cardId, sandbox } = await startWithCard();
  const { id } = await call('POST', '/transactions', makeSale(customerId, cardId, { amount: 20 }));
  for (const amount of [0, 20.01, 1.001, '5'])
    expect((await send('POST', '/sandbox/disputes', { transactionId: id, amount })).status).toBe(400);
  const dispute = await call('POST', '/sandbox/disputes', { transactionId: id, amount: 8 });
  expect(await call('GET', `/transactions/${id}`)).toMatchObject({ status: 'disputed' });
  await call('PUT', `/disputes/${dispute.id}`, { status: 'lost' });
  expect(await call('GET', `/transactions/${id}`)).toMatchObject({ status: 'disputed', refundableAmount: 12 });
  const extend = (expireYear: number) =>
    send('PATCH', `/payment-instruments/${cardId}`, { creditCard: { expireMonth: 12, expireYear } });
  expect((await extend(2045)).status).toBe(200);
  await moveTo('2046-01-01T00:00:00Z');
  expect((await extend(2048)).body.details).toEqual([expect.stringContaining('Store it again, with a new token')]);
  await sandbox.close();
});

test('invoices have the tax that a test has set', async () => {
  const caller = await startEmpty();
  const setTax = async (body: object) => (await caller.send('POST', '/sandbox/tax', body)).status;
  for (const body of [{}, { rate: '10' }, { rate: -1 }, { rate: 101 }])
    expect(await setTax(body), JSON.stringify(body)).toBe(400);
  expect(await setTax({ rate: 10 })).toBe(200);
  await subscribe(caller, { pricing: { price: 89.97, formula: 'flat-rate' } });
  const [invoice] = await caller.list('/customer-invoices/');
  const items = [{ amount: 89.97, taxRate: 10, taxAmount: 9 }];
  expect(invoice).toMatchObject({ totalAmount: 98.97, totalTax: 9, items });
  expect(await listOpen(caller)).toEqual([]);
  await caller.sandbox.close();
});

test('events are delivered again until the answer is exactly 200, and on demand', async () => {
  const statuses = [500, 204, 302];
  const receiver = await startReceiver((count) => statuses[count - 1] ?? 200);
  const { call, list, send, customerId, cardId, sandbox } = await startWithCard({ retryPauses: [5, 5, 5, 5] });
  await call('POST', '/v1/webhook-destinations', { url: receiver.url });
  await call('POST', '/transactions', makeSale(customerId, cardId));
  await expect.poll(() => receiver.received.length).toBe(4);
  const [event, ...others] = await list('/sandbox/events');
  expect(others).toEqual([]);
  await expect.poll(() => event?.deliveries[0]?.attempts.map(({ status }) => status)).toEqual([...statuses, 200]);
  expect((await send('POST', `/sandbox/events/${event?.id ?? ''}/redeliver`, {})).status).toBe(202);
  await expect.poll(() => receiver.received.length).toBe(5);
  expect(new Set(receiver.received.map(({ deduplicationId }) => deduplicationId)).size, 'one ID for all').toBe(1);
  await sandbox.close();
  await receiver.close();
});

/** Documented requests that the example data doesn't allow. */
const REJECTED: Readonly<Record<string, number>> = {
  deletePlan: 409, // A subscription uses the plan.
  deleteProduct: 409, // The product has plans.
  deleteSubscription: 403, // The subscription is no pending order.
  deleteSubscriptionCancellation: 409, // The cancellation is completed.
  updateSubscriptionCancellation: 400, // The cancellation is completed.
  createSubscriptionReactivation: 422, // The subscription is active.
  createPaymentInstrument: 400, // The token was used.
  createSubscriptionPause: 400, // The subscription is paused already.
  upsertOneTimeOrder: 400, // The ID is that of a subscription.
};

test('every operation answers each example as the data allows, wants a key, and names the field of a broken body', async () => {
  const specification = new Specification(document);
  const operations = [...specification.operations.values()].filter(({ method }) => method !== 'event');
  const { PAI_API_KEY = '' } = listVariables('');
  const start = () => startSandbox(document, { port: 0, checksReplies: true, startAt: EXAMPLE_NOW });
  const faults: string[] = [];
  const counts = { answered: 0, refused: 0 };
  for (const operation of operations) {
    const { id, path, method, parameters, requestBody } = operation;
    const search: [string, string][] = [];
    let target = path;
    for (const { name, in: place, example } of parameters) {
      const values = [example ?? []].flat().map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));
      if (place === 'path') target = target.replace(`{${name}}`, values.join());
      else search.push(...values.map((value): [string, string] => [name, value]));
    }
    const send = async (
      url: string,
      body: unknown,
      query = search,
      key: Record<string, string> = { Authorization: `ApiKey ${PAI_API_KEY}` },
    ): Promise<{ status: number; text: string }> => {
      const reply = await fetch(`${url}${target}?${new URLSearchParams(query).toString()}`, {
        method: method.toUpperCase(),
        headers: { ...key, 'Content-Type': 'application/json' },
        body: body === undefined ? undefined : JSON.stringify(body),
      });
      return { status: reply.status, text: await reply.text() };
    };
    const media = specification.media(requestBody?.content)?.media;
    const schema = specification.resolve(media?.schema ?? {});
    const bodies = specification.examples(media).map(({ value }) => toRecord(value));
    const broken = bodies.flatMap((body): [field: string, body: object][] => [
      ['noSuchField', { ...body, noSuchField: 1 }],
      ...(schema.required ?? []).map((name): [string, object] => [name, { ...body, [name]: undefined }]),
      ...Object.keys(body).map((name): [string, object] => [name, { ...body, [name]: { no: [] } }]),
    ]);
    const { url, close } = await start();
    for (const [field, body] of broken.filter(([field]) => field !== 'metadata')) {
      const { status, text } = await send(url, body);
      counts.refused += 1;
      if (status !== 400 || !text.includes(field)) faults.push(`${id} ${field}: ${status} ${text.slice(0, 200)}`);
    }
    const unknown = await send(url, bodies[0], [...search, ['noSuchParameter', '1']]);
    if (!unknown.text.includes('noSuchParameter')) faults.push(`${id}: ${unknown.text}`);
    // One operation takes its credential from the query.
    const anonymous = search.filter(([name]) => name !== 'sessionToken');
    const { status: withoutKey } = await send(url, bodies[0], anonymous, {});
    if (withoutKey !== 401) faults.push(`${id}: ${withoutKey} without a credential`);
    await close();
    for (const body of bodies.length > 0 ? bodies : [undefined]) {
      const fresh = await start();
      const { status, text } = await send(fresh.url, body);
      await fresh.close();
      counts.answered += 1;
      const wanted = REJECTED[id] ?? Number(specification.successStatus(operation));
      if (status !== wanted) faults.push(`${id}: ${status} instead of ${wanted}: ${text.slice(0, 300)}`);
    }
  }
  console.log(
    `${operations.length} operations, ${counts.answered} requests answered, ${counts.refused} broken bodies refused`,
  );
  expect(faults, faults.join('\n')).toEqual([]);
  expect(counts.refused).toBeGreaterThan(200);
});
