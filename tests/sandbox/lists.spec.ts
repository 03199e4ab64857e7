/** Lists: filters, order, search and pages against the plain store, and how much a list of many objects reads. */
import fc from 'fast-check';
import { expect, test } from '@playwright/test';
import type { Customer } from '../../sandbox/records';
import { type Caller, type Data, startEmpty } from './api';

const COUNTRIES = ['US', 'NO', 'JP'];

/** A sandbox with customers of every kind; every fifth has no email, and every seventh no name. */
async function startWithCustomers(count: number, options = {}): Promise<Caller> {
  const caller = await startEmpty(options);
  const { world } = caller.sandbox;
  const organizationId = caller.base.split('/').at(-1) ?? '';
  for (let index = 0; index < count; index += 1) {
    const createdAt = new Date(Date.UTC(2026, 0, 1, 0, index)).toISOString().replace('.000', '');
    world.store.put('customers', {
      ...{ id: `cus_${index}`, organizationId, createdAt, updatedAt: createdAt, isEnhancedDueDiligenceRequired: false },
      ...(index % 7 === 0 ? {} : { firstName: `Ada ${index % 70}`, lastName: `Berg ${(index * 7919) % count}` }),
      ...(index % 5 === 0 ? {} : { email: `ada${(index * 104_729) % count}@berg.example` }),
      primaryAddress: { customerAddress: { country: COUNTRIES[index % 3], city: 'Oslo' } },
      lifetimeRevenue: { amount: index % 100, currency: 'USD', amountUSD: index % 100 },
      lastPaymentTime: index % 4 === 0 ? null : createdAt,
    });
  }
  return caller;
}

test('for any filter, a list equals the filtered store, page by page', async () => {
  const { send, sandbox } = await startWithCustomers(60);
  const all = sandbox.world.store.all('customers');
  const getEmail = ({ email }: Customer): string | number | undefined => email;
  const keys = {
    email: getEmail,
    lifetimeRevenue: (record: Customer) => record.lifetimeRevenue?.amount,
    lastPaymentTime: (record: Customer) => record.lastPaymentTime ?? undefined,
  };
  const filter = fc.record({
    countries: fc.subarray(COUNTRIES, { minLength: 1 }),
    hasBrackets: fc.boolean(),
    search: fc.option(fc.constantFrom('Ada 1', 'ADA 6', 'nobody')),
    revenueMin: fc.option(fc.integer({ min: 0, max: 60 })),
    createdFrom: fc.option(fc.constantFrom('2026-01-01T00:30:00Z', '2026-01-01T01:30:00+01:00')),
    sortBy: fc.option(fc.constantFrom('email', 'lifetimeRevenue', 'lastPaymentTime')),
    sortDirection: fc.constantFrom('asc', 'desc'),
    limit: fc.integer({ min: 0, max: 100 }),
    offset: fc.integer({ min: 0, max: 40 }),
  });
  await fc.assert(
    fc.asyncProperty(filter, async ({ countries, hasBrackets, search, revenueMin, createdFrom, sortBy, ...page }) => {
      const query = new URLSearchParams(Object.entries(page).map(([name, value]) => [name, String(value)]));
      for (const [name, value] of Object.entries({ search, revenueMin, createdFrom, sortBy }))
        if (value !== null) query.set(name, String(value));
      countries.forEach((country) => query.append(hasBrackets ? 'countries[]' : 'countries', country));
      const isAscending = page.sortDirection === 'asc';
      const wanted = all
        .filter((entry) => countries.includes(String(entry.primaryAddress?.customerAddress?.['country'])))
        .filter(({ firstName = '' }) => search === null || firstName.toLowerCase().includes(search.toLowerCase()))
        .filter((entry) => (entry.lifetimeRevenue?.amount ?? 0) >= (revenueMin ?? 0))
        .filter(({ createdAt }) => createdFrom === null || Date.parse(createdAt) >= Date.parse(createdFrom));
      if (!isAscending) wanted.reverse();
      if (sortBy !== null) {
        const read = keys[sortBy];
        const present = wanted.filter((entry) => read(entry) !== undefined);
        const order = (left: Customer, right: Customer): number => {
          const [one = '', two = ''] = [read(left), read(right)];
          const order = typeof one === 'number' ? one - Number(two) : one.localeCompare(String(two), 'en');
          return order * (isAscending ? 1 : -1);
        };
        wanted.splice(0, wanted.length, ...present.sort(order), ...wanted.filter((entry) => read(entry) === undefined));
      }
      const { body } = await send('GET', `/customers?${query.toString()}`);
      expect(body.totalCount).toBe(wanted.length);
      const found = (body.data as unknown as Data[]).map(({ id }) => id);
      expect(found).toEqual(wanted.slice(page.offset, page.offset + page.limit).map(({ id }) => id));
    }),
    { numRuns: 150 },
  );
  console.log(`150 filters of ${all.length} records`);
  await sandbox.close();
});

test('a search finds what was changed, and the customer of a subscription', async () => {
  const { call, list, send, sandbox } = await startEmpty();
  const { id } = await call('POST', '/customers', { firstName: 'Ada' });
  expect(await list('/customers?search=ada')).toHaveLength(1);
  await call('PATCH', `/customers/${id}`, { firstName: 'Grace' });
  expect(await list('/customers?search=ada')).toHaveLength(0);
  expect(await list('/customers?search=GRACE')).toHaveLength(1);
  expect(await list(`/customers?search=${id}`), 'IDs are not searched').toHaveLength(0);
  sandbox.world.store.put('subscriptions', {
    ...{ id: 'sub_1', organizationId: sandbox.world.store.all('organizations')[0]?.id, customerId: id, items: [] },
    ...{
      createdAt: '2026-01-01T00:00:00Z',
      updatedAt: '2026-01-01T00:00:00Z',
      price: 5,
      currency: 'USD',
      status: 'active',
    },
    ...{ isAutoPay: true, nextCharge: null, endTime: null, renewalRemindersSentAt: null },
  });
  expect(await list('/subscriptions?search=grace')).toMatchObject([{ customer: { id, firstName: 'Grace' } }]);
  await call('PATCH', `/customers/${id}`, { firstName: 'Joan' });
  expect((await send('GET', '/subscriptions?search=grace')).body.totalCount).toBe(0);
  await sandbox.close();
});

test('a page of 20,000 records cuts its own records only, and a search cuts each record once', async () => {
  const { send, sandbox } = await startWithCustomers(20_000, { checksReplies: false });
  const { store } = sandbox.world;
  let read = 0;
  for (const record of store.all('customers').slice(0, -20))
    Object.defineProperty(record, 'isEnhancedDueDiligenceRequired', { get: () => (read += 1) > 0, enumerable: true });
  expect((await send('GET', '/customers?search=nobody')).status).toBe(200);
  for (const query of ['', 'sortBy=email', 'countries=NO&createdFrom=2026-02-01T00:00:00Z', 'search=Oslo']) {
    read = 0;
    expect((await send('GET', `/customers?${query}`)).status).toBe(200);
    // Each field of a record is looked at twice.
    expect(read, query).toBeLessThanOrEqual(2 * 20);
  }
  await sandbox.close();
});
