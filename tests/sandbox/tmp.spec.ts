/**
 * What the sandbox does with bad input, many requests, and an end in the middle of its work; and how events reach a
 * receiver that fails.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { describeMovedStart } from '../../sandbox/main';
import { startSandbox } from '../../sandbox/server';

import { sandboxFile } from '../../scripts/lib/downloads/sandbox';
import { freePort } from '../../scripts/lib/free-port';
import { root } from '../support/routes';
import { createProduct, type Data, description, planFields, startEmpty, startReceiver, storeCard } from './api';

/** The sandbox as readers download it, made by `npm run generate`. */
const program = path.join(root, '.generated', 'static', 'downloads', sandboxFile);

/** Creates a token of a card. Its verification value decides whether payments need 3-D Secure. */
const createToken = (
  call: Awaited<ReturnType<typeof startEmpty>>['call'],
  cardVerificationValue: string,
  primaryAccountNumber = '4111111111111111',
) =>
  call('POST', '/payment-instruments/tokens', {
    primaryAccountNumber,
    cardVerificationValue,
    expirationMonth: 1,
    expirationYear: 2040,
  });

test('bad requests get the error body, and the message says what was expected', async () => {
  const { call, send, sandbox } = await startEmpty();
  const { id: productId } = await createProduct({ call });
  const { id: customerId } = await call('POST', '/customers', { firstName: 'Ada' });
  const cases: [method: string, path: string, body: unknown, status: number, reason: RegExp][] = [
    ['POST', '/customers', { firstNam: 'Ada' }, 400, /"firstNam".*Did you mean "firstName"/],
    [
      'POST',
      '/customers',
      { primaryAddress: { customerAddress: { cty: 'Oslo' } } },
      400,
      /"primaryAddress\.customerAddress\.cty".*"city"/,
    ],
    ['POST', '/subscription-cancellations', { subscriptionId: 'sub_1' }, 400, /^(?!.*Did you mean).*"subscriptionId"/],
    ['GET', '/customers?limt=3', undefined, 400, /"limt".*Did you mean "limit"/],
    ['GET', '/customers?limit=101', undefined, 400, /limit must be <= 100/],
    ['POST', '/v1/webhook-destinations', { url: 'http://merchant.example/hooks' }, 400, /https/],
    [
      'POST',
      '/transactions',
      { amount: -5, currency: 'USD', customerId, paymentInstruction: { token: 'tok_1' } },
      400,
      /more than 0/,
    ],
    [
      'POST',
      '/transactions',
      { amount: 1.005, currency: 'USD', customerId, paymentInstruction: { token: 'tok_1' } },
      400,
      /two decimals/,
    ],
    ['POST', '/plans', { ...planFields(productId), pricing: { price: -1, formula: 'flat-rate' } }, 400, /negative/],
    [
      'POST',
      '/payment-instruments/tokens',
      {
        primaryAccountNumber: '4111111111111112',
        cardVerificationValue: '123',
        expirationMonth: 1,
        expirationYear: 2040,
      },
      400,
      /check digit/,
    ],
    ['GET', '/plans/pln_None', undefined, 404, /pln_None/],
    ['GET', '/plan', undefined, 404, /API reference/],
    ['PATCH', '/plans', {}, 404, /GET .*\/plans, POST .*\/plans/],
    ['GET', '/v1/public-api/organizations/none/plans', undefined, 404, /Create one with POST/],
    ['POST', '/sandbox/clock', { to: '2001-01-01T00:00:00Z' }, 400, /forward only/],
  ];
  for (const [method, target, body, status, reason] of cases) {
    const reply = await send(method, target, body);
    expect(reply.status, `${method} ${target} ${JSON.stringify(reply.body)}`).toBe(status);
    expect(reply.body).toMatchObject({ statusCode: status });
    expect(`${reply.body.message} ${[reply.body.details].flat().join(' ')}`).toMatch(reason);
  }
  const big = await send('POST', '/customers', { firstName: 'x'.repeat(10_000_000) }).catch(() => undefined);
  if (big) expect(big.status).toBe(413);
  expect((await send('GET', '/plans')).status, 'it goes on after a body of 10 MB').toBe(200);
  console.log(`${cases.length + 1} bad requests refused`);
  await sandbox.close();
});

test('a lenient sandbox takes what the API does not know', async () => {
  const { call, send, sandbox } = await startEmpty({ isLenient: true });
  expect((await call('POST', '/customers', { firstName: 'Ada', shoeSize: 38 })).firstName).toBe('Ada');
  expect((await send('GET', '/customers?limt=3')).status).toBe(200);
  expect((await send('POST', '/customers', { firstName: 7 })).status, 'documented rules hold').toBe(400);
  await sandbox.close();
});

test('a one-time order that is replaced or deleted leaves no invoice open', async () => {
  const { call, list, sandbox } = await startEmpty({ isLenient: true });
  const { id: productId } = await createProduct({ call });
  const { id } = await call('POST', '/plans', planFields(productId));
  const { id: customerId } = await call('POST', '/customers', { firstName: 'Ada' });
  const statuses = async () => (await list('/customer-invoices/')).map(({ status }) => status).sort();
  const put = (quantity: number) =>
    call('PUT', '/subscriptions/one-time-orders/order-1042', { customerId, items: [{ quantity, plan: { id } }] });
  await put(1);
  expect(await statuses()).toEqual(['unpaid']);
  await put(2);
  expect(await statuses()).toEqual(['unpaid', 'voided']);
  await call('DELETE', '/subscriptions/order-1042');
  expect(await statuses()).toEqual(['voided', 'voided']);
  await sandbox.close();
});

test('an order with an item that has no plan returns a 400 that says which one', async () => {
  for (const isLenient of [false, true]) {
    const { call, send, sandbox } = await startEmpty({ isLenient });
    const { id: productId } = await createProduct({ call });
    const plan = await call('POST', '/plans', planFields(productId));
    const { id: customerId } = await call('POST', '/customers', { firstName: 'Ada' });
    const good = { quantity: 1, plan: { id: plan.id } };
    for (const item of [{ quantity: 1 }, { plan: null }, { plan: {} }, { plan: plan.id }, null]) {
      const items = [good, item];
      const replies = [
        await send('POST', '/subscriptions', { customerId, isTrialOnly: false, items }),
        await send('POST', '/subscriptions/one-time-orders', { customerId, items }),
        await send('PUT', '/subscriptions/one-time-orders/order-1', { customerId, items }),
      ];
      expect(
        replies.map(({ status }) => status),
        JSON.stringify(item),
      ).toEqual([400, 400, 400]);
      const [, ...orders] = replies;
      if (isLenient)
        for (const { body } of orders) expect(String(body.details)).toContain('items.1.plan.id is missing');
    }
    for (const items of [[], {}, 'pln_None'])
      expect((await send('POST', '/subscriptions/one-time-orders', { customerId, items })).status).toBe(400);
    await sandbox.close();
  }
});

test('it listens on the loopback address only, and not for other names of it', async () => {
  const { sandbox } = await startEmpty();
  const { port } = new URL(sandbox.url);
  const status = await new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path: '/sandbox/events', headers: { Host: 'evil.example' } }, (reply) => {
      reply.resume();
      resolve(reply.statusCode);
    })
      .once('error', reject)
      .end();
  });
  expect(status).toBe(403);
  await sandbox.close();
});

test('1,000 requests at once are all answered, and none is lost', async () => {
  test.setTimeout(120_000);
  const { send, list, sandbox } = await startEmpty({ checksReplies: false });
  const replies = await Promise.all(
    Array.from({ length: 1000 }, (_, index) => send('POST', '/customers', { firstName: `Ada ${index}` })),
  );
  expect(replies.filter(({ status }) => status !== 201)).toEqual([]);
  expect(new Set(replies.map(({ body }) => body.data.id)).size).toBe(1000);
  expect((await send('GET', '/customers?limit=0')).body.totalCount).toBe(1000);
  expect(await list('/customers?search=ada%20777')).toHaveLength(1);
  await sandbox.close();
});

test('a process that is killed while it writes leaves a whole file', async () => {
  test.setTimeout(120_000);
  const folder = mkdtempSync(path.join(tmpdir(), 'pai-sandbox-'));
  const file = path.join(folder, 'sandbox.json');
  const port = await freePort();
  let kept = 0;
  for (let round = 0; round < 3; round += 1) {
    const child = spawn(process.execPath, [program, '--empty', '--data', file, '--port', String(port)], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    }
    await expect.poll(() => output, { timeout: 50_000 }).toContain('export PAI_API=');
    const send = () =>
      fetch(`http://localhost:${port}/v1/webhook-destinations`, {
        method: 'POST',
        headers: { Authorization: 'ApiKey a', 'Content-Type': 'application/json' },
        body: JSON.stringify({ url: 'https://merchant.example/hooks' }),
      }).catch(() => undefined);
    for (let count = 0; count < 100; count += 1) await send();
    const ended = new Promise((resolve) => child.once('exit', resolve));
    for (let count = 0; count < 20; count += 1) void send();
    child.kill('SIGKILL');
    await ended;
    const records = readSnapshot(file)?.records.destinations?.length ?? 0;
    expect(records, 'what an earlier round has kept is still there').toBeGreaterThanOrEqual(kept);
    kept = records;
  }
  console.log(`3 kills while writing, ${kept} records kept`);
  expect(kept).toBeGreaterThan(0);
  rmSync(folder, { recursive: true });
});

test('a file keeps records and time, and one of something else is refused', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'pai-sandbox-'));
  const dataFile = path.join(folder, 'sandbox.json');
  const first = await startEmpty({ dataFile });
  const { id: productId } = await createProduct(first);
  const plan = await first.call('POST', '/plans', { ...planFields(productId), name: 'Kept' });
  await first.call('POST', '/sandbox/clock', { by: { unit: 'year', length: 2 } });
  await first.sandbox.close();
  const second = await startSandbox(description, { port: 0, dataFile });
  expect(second.world.store.get('plans', plan.id)?.name).toBe('Kept');
  expect(second.world.clock.time - Date.now()).toBeGreaterThan(700 * 86_400_000);
  expect(second.world.store.count('plans'), 'the example world is not added to a file').toBe(1);
  await second.close();
  writeFileSync(dataFile, readFileSync(dataFile, 'utf8').slice(0, 50));
  await expect(startSandbox(description, { port: 0, dataFile })).rejects.toThrow(/doesn't hold a sandbox's data/);
  writeSnapshot(dataFile, { version: 1, clockOffset: 0, records: {} });
  expect(readSnapshot(dataFile)?.records).toEqual({});
  rmSync(folder, { recursive: true });
});

test('events are delivered again until the answer is exactly 200, and on demand', async () => {
  const statuses = [500, 204, 302];
  const receiver = await startReceiver((count) => statuses[count - 1] ?? 200);
  const { call, send, sandbox } = await startEmpty({ retryPauses: [5, 5, 5, 5] });
  await call('POST', '/v1/webhook-destinations', { url: receiver.url });
  const customer = await call('POST', '/customers', { firstName: 'Ada' });
  const token = await createToken(call, '123', '4000000000000002');
  const declined = await call('POST', '/transactions', {
    amount: 5,
    currency: 'USD',
    customerId: customer.id,
    paymentInstruction: { token: token.id },
  });
  expect(declined).toMatchObject({ result: 'declined', amount: 5, refundableAmount: 0 });
  await expect.poll(() => receiver.received.length).toBe(4);
  const events = (await send('GET', '/sandbox/events')).body;
  expect(events.totalCount).toBe(1);
  const [event] = events.data as unknown as Data[];
  const [delivery] = event?.deliveries ?? [];
  expect(delivery?.state).toBe('delivered');
  expect(delivery?.attempts.map(({ status }) => status)).toEqual([...statuses, 200]);
  expect((await send('POST', `/sandbox/events/${event?.id ?? ''}/redeliver`, {})).status).toBe(202);
  await expect.poll(() => receiver.received.length).toBe(5);
  expect(
    new Set(receiver.received.map(({ deduplicationId }) => deduplicationId)).size,
    'one ID for all deliveries',
  ).toBe(1);
  expect((await send('POST', '/sandbox/events/evt_none/redeliver', {})).status).toBe(404);
  await sandbox.close();
  await receiver.close();
});

test('a 3-D Secure payment waits for its page, and can be confirmed, declined and left', async () => {
  const { call, sandbox } = await startEmpty();
  const { id: customerId } = await call('POST', '/customers', { firstName: 'Ada' });
  for (const [choice, result, combinedStatus] of [
    ['approved', 'approved', 'completed'],
    ['declined', 'declined', 'declined'],
    ['abandoned', 'abandoned', 'abandoned'],
  ] as const) {
    const token = await createToken(call, '333');
    const open = await call('POST', '/transactions', {
      amount: 5,
      currency: 'USD',
      customerId,
      paymentInstruction: { token: token.id },
      redirectUrl: 'https://merchant.example/return',
    });
    expect(open).toMatchObject({ status: 'offsite', result: 'unknown', refundableAmount: 0 });
    const page = String(open.redirectUrl);
    expect(await (await fetch(page)).text()).toContain('Pay 5.00 USD');
    await fetch(page, { method: 'POST', body: new URLSearchParams({ choice }) });
    const ended = await call('GET', `/transactions/${open.id}`);
    expect(ended).toMatchObject({ status: 'completed', result, combinedStatus });
    expect(ended.redirectUrl).toBeUndefined();
  }
  await sandbox.close();
});

test('a payment page without a choice does nothing', async () => {
  const { call, sandbox } = await startEmpty();
  const { id: customerId } = await call('POST', '/customers', { firstName: 'Ada' });
  const token = await createToken(call, '333');
  const body = { amount: 5, currency: 'USD', customerId, paymentInstruction: { token: token.id } };
  const open = await call('POST', '/transactions', body);
  const reply = await fetch(String(open.redirectUrl), {
    method: 'POST',
    body: new URLSearchParams({ answer: 'confirm' }),
  });
  expect(reply.status).toBe(400);
  expect(await call('GET', `/transactions/${open.id}`)).toMatchObject({ status: 'offsite', result: 'unknown' });
  await sandbox.close();
});

test('the first payment is announced once, for a paid trial when the trial is paid', async () => {
  for (const [price, atStart] of [
    [9, ['subscription-activated']],
    [0, []],
  ] as const) {
    const { call, send, sandbox } = await startEmpty();
    const product = await createProduct({ call });
    const plan = await call('POST', '/plans', {
      ...planFields(product.id),
      recurringInterval: { unit: 'month', length: 1 },
      trial: { price, period: { unit: 'day', length: 14 } },
    });
    const { id: customerId } = await call('POST', '/customers', { firstName: 'Ada' });
    const token = await createToken(call, '123');
    const card = await call('POST', `/customers/${customerId}/payment-instruments`, { token: token.id });
    const body = { customerId, paymentInstrumentId: card.id, isTrialOnly: false, items: [{ plan: { id: plan.id } }] };
    await call('POST', '/subscriptions', body);
    const pay = async (): Promise<void> => {
      const { body: invoices } = await send('GET', '/customer-invoices/');
      const open = (invoices.data as unknown as { status: string; paymentFormUrl: string }[]).find(
        ({ status }) => status === 'unpaid',
      );
      if (open) await fetch(open.paymentFormUrl, { method: 'POST', body: new URLSearchParams({ choice: 'approved' }) });
    };
    const announced = async (): Promise<unknown> => {
      const { body: events } = await send('GET', '/sandbox/events');
      const types = (events.data as unknown as { type: string }[]).map(({ type }) => type);
      return types.filter((type) => /activated|renewed/.test(type)).reverse();
    };
    await pay();
    expect(await announced(), `trial of ${price}, at the start`).toEqual(atStart);
    await send('POST', '/sandbox/clock', { by: { unit: 'day', length: 14 } });
    await pay();
    expect(await announced(), `trial of ${price}, at the end`).toEqual(
      price > 0 ? ['subscription-activated', 'subscription-renewed'] : ['subscription-activated'],
    );
    await sandbox.close();
  }
});

test('a postpaid plan charges its first period and the setup price at the end of the period, also after a trial', async () => {
  for (const trialDays of [undefined, 14]) {
    const caller = await startEmpty();
    const { call, list, sandbox } = caller;
    const product = await createProduct(caller);
    const plan = await call('POST', '/plans', {
      ...planFields(product.id),
      recurringInterval: { unit: 'month', length: 1, billingTiming: 'postpaid' },
      setup: { price: 9 },
      ...(trialDays === undefined ? {} : { trial: { price: 0, period: { unit: 'day', length: trialDays } } }),
    });
    const { id: customerId } = await call('POST', '/customers', { firstName: 'Ada' });
    const { id: paymentInstrumentId } = await storeCard(caller, customerId);
    const items = [{ quantity: 1, plan: { id: plan.id } }];
    const { id } = await call('POST', '/subscriptions', { customerId, isTrialOnly: false, items, paymentInstrumentId });
    const owed = async (): Promise<number[]> =>
      (await list('/customer-invoices/'))
        .filter(({ status }) => status === 'unpaid')
        .map((invoice) => invoice['totalAmount'] as number);
    if (trialDays !== undefined) await call('POST', '/sandbox/clock', { by: { unit: 'day', length: trialDays } });
    expect(await owed(), 'at the start of the period').toEqual([]);
    const { status, nextCharge } = await call('GET', `/subscriptions/${id}`);
    expect(status).toBe('active');
    await call('POST', '/sandbox/clock', { to: nextCharge });
    const { price } = await call('GET', `/subscriptions/${id}`);
    expect(await owed(), 'at the end of the period').toEqual([(price as number) + 9]);
    const invoice = (await list('/customer-invoices/')).find((entry) => entry.status === 'unpaid');
    await fetch(String(invoice?.paymentFormUrl), {
      method: 'POST',
      body: new URLSearchParams({ choice: 'approved', card: '4111111111111111' }),
    });
    const next = await call('GET', `/subscriptions/${id}`);
    expect(next).toMatchObject({ status: 'active' });
    await call('POST', '/sandbox/clock', { to: next.nextCharge });
    expect(await owed(), 'the setup price is charged once').toEqual([price]);
    const types = (await list('/sandbox/events')).map((event) => event['type']);
    expect(types.filter((type) => type === 'subscription-activated')).toHaveLength(1);
    await sandbox.close();
  }
});

test('a start before the end of the example data is reported, and one that is kept is not', async () => {
  const start = '2026-11-01T09:00:00Z';
  const withData = await startSandbox(description, { port: 0, startAt: start });
  expect(describeMovedStart(start, withData.world.now)).toContain(
    `The clock shows ${withData.world.now}, not ${start}`,
  );
  await withData.close();
  const empty = await startSandbox(description, { port: 0, startAt: start, isEmpty: true });
  expect(describeMovedStart(start, empty.world.now)).toBeUndefined();
  expect(describeMovedStart(undefined, empty.world.now)).toBeUndefined();
  await empty.close();
});

test('what is in use is not deleted, and a deleted order cannot be paid', async () => {
  const { call, send, list, sandbox } = await startEmpty();
  const product = await createProduct({ call });
  const plan = await call('POST', '/plans', {
    ...planFields(product.id),
    recurringInterval: { unit: 'month', length: 1 },
  });
  const customer = await call('POST', '/customers', { firstName: 'Ada' });
  const order = await call('POST', '/subscriptions', {
    customerId: customer.id,
    isTrialOnly: false,
    items: [{ plan: { id: plan.id } }],
  });
  expect((await send('DELETE', `/products/${product.id}`)).status).toBe(409);
  expect((await send('DELETE', `/plans/${plan.id}`)).status).toBe(409);
  expect((await send('DELETE', `/subscriptions/${order.id}`)).status, 'a pending order can go').toBe(204);
  const [invoice] = await list('/customer-invoices/');
  expect(invoice?.status).toBe('voided');
  const paid = await fetch(invoice?.paymentFormUrl ?? '', {
    method: 'POST',
    body: new URLSearchParams({ choice: 'approved' }),
  });
  expect(paid.status, 'the payment page of a voided invoice').toBe(409);
  expect(await list('/transactions')).toEqual([]);
  expect((await send('DELETE', `/plans/${plan.id}`)).status).toBe(204);
  expect((await send('DELETE', `/products/${product.id}`)).status).toBe(204);
  expect((await send('GET', `/products/${product.id}`)).status).toBe(404);
  await sandbox.close();
});

test('every assumption is printed by --explain', () => {
  const text = explainAssumptions();
  expect(ASSUMPTIONS.length).toBeGreaterThan(0);
  expect(ASSUMPTIONS.filter(({ decision }) => !text.includes(decision))).toEqual([]);
  console.log(`${ASSUMPTIONS.length} assumptions`);
});

test('a status that is asked for is returned, and one that the operation lacks is refused', async () => {
  const { sandbox, call } = await startEmpty();
  const { id } = await call('POST', '/customers', { firstName: 'Ada' });
  const organizationId = sandbox.world.store.all('organizations')[0]?.id;
  const ask = async (code: number) => {
    const reply = await fetch(`${sandbox.url}/v1/public-api/organizations/${String(organizationId)}/customers/${id}`, {
      headers: { Authorization: 'ApiKey acc_key_id', Prefer: `code=${code}` },
    });
    return { status: reply.status, text: await reply.text() };
  };
  for (const code of [401, 404, 413, 429, 500]) expect((await ask(code)).status, String(code)).toBe(code);
  // It used to be ignored, so that a test of an alert passed without a failure.
  const teapot = await ask(418);
  expect(teapot.status).toBe(400);
  expect(teapot.text).toContain("which getCustomer doesn't have. It has");
  expect((await ask(200)).status).toBe(200);
  await sandbox.close();
});

test('a lost response leaves one payment, and the same key finds it', async () => {
  const caller = await startEmpty();
  const { sandbox, send, call, list } = caller;
  const { id: customerId } = await call('POST', '/customers', { firstName: 'Ada' });
  const { id: paymentInstrumentId } = await storeCard(caller, customerId);
  const sale = (idempotencyKey: string) => ({
    type: 'sale',
    amount: 5,
    currency: 'USD',
    customerId,
    paymentInstruction: { paymentInstrumentId },
    idempotencyKey,
  });
  expect((await send('POST', '/sandbox/lose-next-response')).status).toBe(202);
  // A GET isn't the request whose response is lost.
  expect((await send('GET', '/transactions')).status).toBe(200);
  await expect(send('POST', '/transactions', sale('order-1-attempt-1'))).rejects.toThrow(/fetch failed|socket/i);
  expect(await list('/transactions'), 'the lost request was carried out').toHaveLength(1);
  const again = await call('POST', '/transactions', sale('order-1-attempt-1'));
  expect(await list('/transactions')).toMatchObject([{ id: again.id }]);
  // With another key for the same attempt, the customer pays twice.
  await send('POST', '/sandbox/lose-next-response');
  await send('POST', '/transactions', sale('order-2-1')).catch(() => undefined);
  await call('POST', '/transactions', sale('order-2-2'));
  expect(await list('/transactions')).toHaveLength(3);
  await sandbox.close();
});

test('a charge and a refund stay without a result for as long as a test needs', async () => {
  const caller = await startEmpty();
  const { sandbox, send, call, list } = caller;
  const hold = async (status?: string) => (await send('POST', '/sandbox/hold-next-payment', { status })).status;
  const finish = async (transactionId: string, result: string) =>
    (await send('POST', '/sandbox/finish-payment', { transactionId, result })).status;
  const eventTypes = async () =>
    ((await call('GET', '/sandbox/events')) as unknown as { type: string }[]).map(({ type }) => type);
  const { id: customerId } = await call('POST', '/customers', { firstName: 'Ada' });
  const { id: paymentInstrumentId } = await storeCard(caller, customerId);
  const sale = {
    type: 'sale',
    amount: 20,
    currency: 'USD',
    customerId,
    paymentInstruction: { paymentInstrumentId },
    idempotencyKey: 'order-1-attempt-1',
  };
  for (const status of ['completed', 'offsite', undefined]) {
    expect(await hold(status)).toBe(400);
  }

  expect(await hold('timeout')).toBe(202);
  const paid = await call('POST', '/transactions', sale);
  expect(paid).toMatchObject({ status: 'timeout', result: 'unknown', refundableAmount: 0 });
  expect((await call('POST', '/transactions', sale)).id, 'the same key gives the same charge').toBe(paid.id);
  expect(await eventTypes()).not.toContain('transaction-processed');
  expect(await finish(paid.id, 'abandoned')).toBe(400);
  expect(await finish(paid.id, 'approved')).toBe(200);
  expect(await finish(paid.id, 'declined'), 'it has ended').toBe(400);
  const fetched = () => call('GET', `/transactions/${paid.id}`);
  expect(await fetched()).toMatchObject({ status: 'completed', result: 'approved', refundableAmount: 20 });

  const holdRefund = async (saleId: string, amount: number) => {
    expect(await hold('sending')).toBe(202);
    const refund = await call('POST', `/transactions/${saleId}/refund`, { amount });
    expect(refund).toMatchObject({ type: 'refund', status: 'sending', result: 'unknown' });
    return refund.id;
  };
  const refundAgain = async () => (await send('POST', `/transactions/${paid.id}/refund`, { amount: 5 })).status;
  const first = await holdRefund(paid.id, 15);
  expect(await fetched()).toMatchObject({ status: 'completed', refundAmount: 0, refundableAmount: 20 });
  expect(await refundAgain(), 'a refund is in progress').toBe(409);
  expect(await finish(first, 'approved')).toBe(200);
  expect(await fetched()).toMatchObject({ status: 'partially-refunded', refundAmount: 15, refundableAmount: 5 });
  const second = await holdRefund(paid.id, 5);
  expect(await finish(second, 'declined')).toBe(200);
  expect((await eventTypes())[0]).toBe('transaction-declined');
  expect(await call('GET', `/transactions/${second}`)).toMatchObject({ status: 'completed', result: 'declined' });
  expect(await fetched()).toMatchObject({ refundAmount: 15 });
  expect(await refundAgain()).toBe(201);
  expect(await fetched()).toMatchObject({ status: 'refunded', refundAmount: 20, refundableAmount: 0 });
  expect(await list('/transactions')).toHaveLength(4);

  const other = await call('POST', '/transactions', { ...sale, idempotencyKey: 'order-2-attempt-1' });
  for (const amount of [0, 20.01, 1.001, '5']) {
    expect((await send('POST', '/sandbox/disputes', { transactionId: other.id, amount })).status).toBe(400);
  }
  const meanwhile = await holdRefund(other.id, 4);
  const dispute = await call('POST', '/sandbox/disputes', { transactionId: other.id, amount: 8 });
  expect(dispute).toMatchObject({ amount: 8, status: 'response-needed' });
  expect(await finish(meanwhile, 'approved')).toBe(200);
  const disputed = await call('GET', `/transactions/${other.id}`);
  expect(disputed).toMatchObject({ status: 'disputed', refundAmount: 4, permissionsBundle: { isRefundable: false } });
  await call('PUT', `/disputes/${dispute.id}`, { status: 'lost' });
  expect(await call('GET', `/transactions/${other.id}`)).toMatchObject({ status: 'disputed', refundableAmount: 8 });
  await sandbox.close();
});

test('invoices have the tax that a test has set', async () => {
  const caller = await startEmpty();
  const { sandbox, send, call, list } = caller;
  const setTax = async (body: object) => (await send('POST', '/sandbox/tax', body)).status;
  const product = await createProduct(caller);
  const { id: plan } = await call('POST', '/plans', {
    ...planFields(product.id),
    pricing: { price: 29.99, formula: 'flat-rate' },
    recurringInterval: { unit: 'month', length: 1 },
  });
  for (const body of [{}, { rate: '10' }, { rate: -1 }, { rate: 101 }, { rate: 10, isIncluded: 'yes' }]) {
    expect(await setTax(body), JSON.stringify(body)).toBe(400);
  }
  const invoiceAfter = async (body: object) => {
    expect(await setTax(body)).toBe(200);
    const { id: customerId } = await call('POST', '/customers', { firstName: 'Ada' });
    const { id: paymentInstrumentId } = await storeCard(caller, customerId);
    await call('POST', '/subscriptions', {
      customerId,
      isTrialOnly: false,
      items: [{ plan: { id: plan }, quantity: 3 }],
      paymentInstrumentId,
    });
    const [invoice] = (await list('/customer-invoices/')).filter((entry) => entry['customerId'] === customerId);
    return invoice;
  };
  expect(await invoiceAfter({ rate: 10 })).toMatchObject({
    totalAmount: 98.97,
    totalTax: 9,
    items: [{ amount: 89.97, taxRate: 10, taxAmount: 9 }],
  });
  expect(await invoiceAfter({ rate: 10, isIncluded: true })).toMatchObject({
    totalAmount: 89.97,
    totalTax: 8.18,
    items: [{ amount: 89.97, taxRate: 10, taxAmount: 8.18 }],
  });
  expect(await invoiceAfter({ rate: 0 })).toMatchObject({ totalAmount: 89.97, totalTax: 0 });
  await sandbox.close();
});
