/** What holds for every body, every filter and every sequence of payments and refunds, tried with generated ones. */
import fc from 'fast-check';
import { expect, test } from '@playwright/test';
import { FORMULAS } from '../../src/pricing/formulas';
import { type Caller, createProduct, type Data, planFields, startEmpty, storeCard } from './api';

/** How many cases each property is tried with. */
const RUNS = 60;
const text = (maxLength: number) => fc.string({ minLength: 1, maxLength, unit: 'grapheme' });
const cents = (max: number) => fc.integer({ min: 1, max }).map((value) => value / 100);
const some = <T>(fields: { [K in keyof T]: fc.Arbitrary<T[K]> }) => fc.record(fields, { requiredKeys: [] });

const customer = some({
  firstName: text(10),
  lastName: text(10),
  organization: fc.option(text(40)),
  phoneNumber: fc.stringMatching(/^\d{1,10}$/),
  isEnhancedDueDiligenceRequired: fc.boolean(),
  primaryAddress: fc.record({
    customerAddress: some({ country: fc.constantFrom('US', 'NO', 'JP'), city: text(9), zip: text(4) }),
  }),
});
const plan = some({
  name: text(30),
  currency: fc.constantFrom('USD', 'EUR', 'JPY'),
  pricing: fc.record({ price: cents(100_000), formula: fc.constantFrom(...FORMULAS) }),
  isActive: fc.boolean(),
  recurringInterval: fc.record({
    unit: fc.constantFrom('day', 'week', 'month', 'year'),
    length: fc.integer({ min: 1, max: 24 }),
  }),
  trial: fc.record({
    price: cents(5000),
    period: fc.record({ unit: fc.constant('day'), length: fc.integer({ min: 1, max: 90 }) }),
  }),
});
const product = fc
  .tuple(
    some({
      name: text(30),
      unitLabel: text(10),
      requiresShipping: fc.boolean(),
      options: fc.array(text(8), { maxLength: 3 }),
    }),
  )
  .map(([fields]) => fields);

let caller: Caller;
test.beforeAll(async () => {
  caller = await startEmpty();
});
test.afterAll(() => caller.sandbox.close());

test('for any valid body, reading a record back returns what was sent', async () => {
  let cases = 0;
  const check = async (path: string, body: object, hidden: object = {}): Promise<void> => {
    const { id } = await caller.call('POST', path, { ...hidden, ...body });
    const read = await caller.call('GET', `${path}/${id}`);
    expect(read).toMatchObject(JSON.parse(JSON.stringify(body)) as Record<string, unknown>);
    cases += 1;
  };
  await fc.assert(
    fc.asyncProperty(customer, (body) => check('/customers', body)),
    { numRuns: RUNS },
  );
  const needed = planFields((await createProduct(caller)).id);
  await fc.assert(
    fc.asyncProperty(plan, (body) => check('/plans', body, needed)),
    { numRuns: RUNS },
  );
  // Required, and shown in no reply but for the name.
  await fc.assert(
    fc.asyncProperty(product, (body) => check('/products', body, { name: 'Beans', type: 'good', value: 'x' })),
    { numRuns: RUNS },
  );
  console.log(`${cases} bodies sent and read back`);
});

test('for any filter, a list equals the filtered store, page by page', async () => {
  const { call, send, sandbox } = await startEmpty();
  for (let index = 0; index < 30; index += 1) {
    const country = ['US', 'NO', 'JP'][index % 3];
    await call('POST', '/customers', {
      firstName: `Ada ${index % 7}`,
      primaryAddress: { customerAddress: { country } },
    });
  }
  const all = sandbox.world.store.all('customers');
  const filter = fc.record({
    countries: fc.subarray(['US', 'NO', 'JP'], { minLength: 1 }),
    search: fc.option(fc.constantFrom('Ada 1', 'ADA 6', 'nobody')),
    limit: fc.integer({ min: 0, max: 100 }),
    offset: fc.integer({ min: 0, max: 40 }),
  });
  await fc.assert(
    fc.asyncProperty(filter, async ({ countries, search, limit, offset }) => {
      const query = new URLSearchParams({
        limit: String(limit),
        offset: String(offset),
        ...(search === null ? {} : { search }),
      });
      countries.forEach((country) => query.append('countries', country));
      const wanted = all
        .filter((entry) => countries.includes(String(entry.primaryAddress?.customerAddress?.['country'])))
        .filter((entry) => search === null || entry.firstName?.toLowerCase() === search.toLowerCase())
        .reverse();
      const { body } = await send('GET', `/customers?${query.toString()}`);
      expect(body.totalCount).toBe(wanted.length);
      expect(body.paginationMeta).toEqual({ limit, offset });
      const found = body.data as unknown as Data[];
      expect(found.map(({ id }) => id)).toEqual(wanted.slice(offset, offset + limit).map(({ id }) => id));
    }),
    { numRuns: RUNS },
  );
  console.log(`${RUNS} filters of ${all.length} records`);
  await sandbox.close();
});

test('no sequence of payments, refunds and disputes makes an amount negative or returns more than was paid', async () => {
  const { call, send, sandbox } = await startEmpty();
  const { id } = await call('POST', '/customers', { firstName: 'Ada' });
  const card = await storeCard({ call }, id);
  const step = fc.oneof(
    fc.record({ kind: fc.constant('pay' as const), amount: cents(50_000) }),
    fc.record({ kind: fc.constant('refund' as const), sale: fc.nat(5), amount: fc.option(cents(30_000)) }),
    fc.record({ kind: fc.constant('dispute' as const), sale: fc.nat(5), status: fc.constantFrom('won', 'lost') }),
  );
  let done = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const sales: string[] = [];
      const refunds: { sale: string; amount: number }[] = [];
      for (const entry of steps) {
        const sale = entry.kind === 'pay' ? undefined : sales[entry.sale];
        if (entry.kind === 'pay') {
          const paid = await call('POST', '/transactions', {
            amount: entry.amount,
            currency: 'USD',
            customerId: id,
            paymentInstruction: { paymentInstrumentId: card.id },
          });
          sales.push(paid.id);
        } else if (sale !== undefined && entry.kind === 'refund') {
          const reply = await send(
            'POST',
            `/transactions/${sale}/refund`,
            entry.amount === null ? {} : { amount: entry.amount },
          );
          expect([201, 409, 422]).toContain(reply.status);
          if (reply.status === 201) refunds.push({ sale, amount: reply.body.data.amount });
        } else if (sale !== undefined && entry.kind === 'dispute') {
          const reply = await send('POST', '/sandbox/disputes', { transactionId: sale });
          if (reply.status === 201) await call('PUT', `/disputes/${reply.body.id}`, { status: entry.status });
        }
        done += 1;
      }
      for (const sale of sales) {
        const { amount, refundAmount, refundableAmount } = await call('GET', `/transactions/${sale}`);
        const returned = refunds.filter((entry) => entry.sale === sale).reduce((sum, entry) => sum + entry.amount, 0);
        expect(Math.min(amount, refundAmount, refundableAmount)).toBeGreaterThanOrEqual(0);
        expect(refundAmount + refundableAmount).toBeLessThanOrEqual(amount + 0.001);
        expect(Math.abs(returned - refundAmount)).toBeLessThan(0.001);
      }
    }),
    { numRuns: RUNS },
  );
  console.log(`${done} steps in ${RUNS} sequences`);
  await sandbox.close();
});
