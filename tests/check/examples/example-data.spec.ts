/** Every example shows what the example world says, every list answers its request, and each known fault is found. */
import { expect, test } from '@playwright/test';
import { LIST_EXAMPLES } from '../../../src/example-world/examples';
import { checkExampleFiles, checkWorldTable, readExampleFiles } from '../../../src/example-world/files';
import { answerList, LIST_OPERATIONS } from '../../../src/example-world/lists';
import {
  find,
  getLifetimeRevenue,
  getNextCharge,
  getReminderSentAt,
  getSubscriptionStatus,
  INVOICES,
  SALES,
} from '../../../src/example-world/timeline';
import type { JsonObject, JsonValue } from '../../../src/example-world/types';
import { INSTRUMENTS, NOW, SUBSCRIPTIONS } from '../../../src/example-world/history';
import {
  loadDescription,
  listOperations,
  listExamples,
  listResponses,
} from '../../../src/content-lint/specification/description';

test('every example matches the example data', () => {
  const { findings, files, values } = checkExampleFiles();
  console.log(`examples: ${files} files, ${values} values; ${findings.length} findings`);
  expect(values).toBeGreaterThan(1000);
  expect(findings).toEqual([]);
});

test("the README's table matches the example data", async () => {
  expect(await checkWorldTable()).toEqual([]);
});

test('the first list example matches the request in its parameter examples', async () => {
  const description = await loadDescription();
  let compared = 0;
  for (const operation of LIST_OPERATIONS) {
    const entry = listOperations(description).find(({ id }) => id === operation);
    if (entry === undefined) throw new Error(`${operation} is no operation of the description`);
    const [reply] = listResponses(description, entry).filter(({ status }) => status === '200');
    const [first] = reply?.bodies.flatMap((body) => listExamples(description, body)) ?? [];
    const request = Object.fromEntries(
      entry.parameters
        .map(({ parameter }) => parameter)
        .filter(({ name, in: place }) => place === 'query' || ['customerId', 'transactionId'].includes(name))
        .map((parameter) => [parameter.name, parameter.example as JsonValue]),
    );
    const shown = Object.values(LIST_EXAMPLES).find(
      (asked) =>
        asked.operation === operation &&
        JSON.stringify(answerList(asked.operation, asked.query, asked.at)) === JSON.stringify(first?.example.value),
    );
    expect(shown?.query, `${operation}: the parameters' examples and the request of the first example`).toEqual(
      request,
    );
    // A client that pages through the sandbox reads each record once: the first example is the whole list.
    const page = first?.example.value as { totalCount: number; data: unknown[] };
    expect(page.data.length, `${operation}: the first example is complete`).toBe(page.totalCount);
    compared += 1;
  }
  console.log(`lists: ${compared} compared with their parameters`);
  expect(compared).toBeGreaterThan(10);
});

const MONTH_OR_DATE = /\d{4}|January|February|March|April|May|June|July|August|September|October|November|December/;

/** Whether a list's dates leave out objects, so that its caption must name them. */
function needsDates(name: string): boolean {
  const { operation, query, at } = LIST_EXAMPLES[name] ?? {};
  if (operation === undefined || query === undefined || at === undefined) throw new Error(`no list example ${name}`);
  const allDates = Object.fromEntries(Object.entries(query).filter(([key]) => !/(From|To)$/.test(key)));
  return answerList(operation, query, at)['totalCount'] !== answerList(operation, allDates, at)['totalCount'];
}

test('the caption of a list names the dates that leave out objects', async () => {
  const { components } = await loadDescription();
  const names = Object.keys(LIST_EXAMPLES).filter(needsDates);
  for (const name of names)
    expect(components?.examples?.[name], name).toHaveProperty('summary', expect.stringMatching(MONTH_OR_DATE));
  console.log(`lists: ${String(names.length)} captions name their dates`);
  expect(names).toContain('transaction-list');
  expect("A subscription's paid renewals, newest first").not.toMatch(MONTH_OR_DATE);
});

test('computes the timeline correctly', () => {
  const maya = find(SUBSCRIPTIONS, 'sub_MayaMonthly');
  const leila = find(SUBSCRIPTIONS, 'sub_LeilaMonthly');
  const jonas = find(SUBSCRIPTIONS, 'sub_JonasAnnual');
  expect(INVOICES.filter(({ order }) => order === maya.id)).toHaveLength(9);
  expect(getLifetimeRevenue('cus_MayaLindqvist', NOW)).toBe(317.6);
  expect(getNextCharge(maya, NOW)).toBe('2026-12-15T09:10:00Z');
  expect(getNextCharge(maya, maya.createdAt)).toBe('2026-03-15T09:10:00Z');
  expect(getReminderSentAt(maya, NOW)).toBe('2026-11-08T09:10:00Z');
  expect(getReminderSentAt(maya, '2026-03-15T09:10:00Z')).toBeNull();
  expect(getLifetimeRevenue('cus_LeilaHaddad', NOW)).toBe(29);
  expect(getSubscriptionStatus(leila, NOW)).toBe('paused');
  expect(getNextCharge(leila, NOW)).toBeNull();
  expect(getSubscriptionStatus(jonas, '2026-10-02T00:00:00Z')).toBe('canceled');
  expect(getSubscriptionStatus(jonas, NOW)).toBe('active');
  expect(getSubscriptionStatus(find(SUBSCRIPTIONS, 'sub_TomasAnnual'), NOW)).toBe('churned');
  expect(getSubscriptionStatus(find(SUBSCRIPTIONS, 'sub_OskarMonthly'), NOW)).toBe('unpaid');
  expect(find(INVOICES, 'inv_2026-06-0093').total).toBe(56.6);
  expect(find(INVOICES, 'inv_2026-11-0184').total).toBe(65);
});

test('the example data has no contradictions', () => {
  const numbers = INVOICES.map(({ number }) => number);
  expect(numbers, 'invoice numbers grow with time').toEqual(numbers.toSorted());
  expect(new Set(numbers).size).toBe(numbers.length);
  for (const sale of SALES) {
    expect(sale.at >= sale.invoice.issuedAt, `${sale.id} pays an invoice that is there`).toBe(true);
    const instrument = find(INSTRUMENTS, sale.instrument);
    expect(instrument.customer, `${sale.id} uses the customer's own instrument`).toBe(sale.customer);
    expect(instrument.createdAt <= sale.at, `${sale.id} uses an instrument that is there`).toBe(true);
    if (!sale.merchantInitiated) continue;
    const earlier = SALES.some(
      (other) => other.instrument === sale.instrument && other.result === 'approved' && other.at < sale.at,
    );
    expect(earlier, `${sale.id}: only an instrument that has paid before is charged automatically`).toBe(true);
  }
});

/** Sets a field of an example to something else. */
function damaged(name: string, path: string, value: JsonValue | undefined) {
  return readExampleFiles().map((file) => {
    if (file.name !== name) return file;
    const copy = structuredClone(file.value) as JsonObject;
    const names = path.split('.');
    const last = names.pop() ?? '';
    const holder = names.reduce<JsonValue>((node, key) => (node as JsonObject)[key] as JsonValue, copy) as JsonObject;
    if (value === undefined) Reflect.deleteProperty(holder, last);
    else holder[last] = value;
    return { ...file, value: copy };
  });
}

/** The rows of a list example, last first. */
function reversed(name: string): JsonValue {
  const { value } = readExampleFiles().find((file) => file.name === name) ?? {};
  return [...((value as JsonObject)['data'] as JsonValue[])].reverse();
}

const FAULTS: readonly (readonly [fault: string, name: string, path: string, value: JsonValue | undefined])[] = [
  ['revenue that leaves payments out', 'customer-list', 'data.0.lifetimeRevenue.amount', 0],
  ['the first charge after a trial left out', 'customer-list-first-page', 'data.2.lifetimeRevenue.amount', 288.6],
  ['a payment that is not there', 'customer-list', 'data.0.lastPaymentTime', null],
  ['a list in another order than asked for', 'customer-list', 'data', reversed('customer-list')],
  ['a list with a wrong count', 'customer-list', 'totalCount', 12],
  ['a list at another offset than asked for', 'plan-list', 'paginationMeta.offset', 10],
  ['a product that the search does not match', 'product-list', 'data.0.name', 'House Blend Beans'],
  ['a subscription that the filter leaves out', 'subscription-list', 'data.0.nextCharge', null],
  ['a transaction outside the dates asked for', 'transaction-list', 'data.1.date', '2026-06-10T12:00:20Z'],
  ['instruments at another offset', 'payment-instrument-list', 'paginationMeta.offset', 10],
  ['a log at another offset', 'transaction-log-list', 'paginationMeta.offset', 10],
  ['reminders that differ between copies', 'subscription-seat-added', 'data.renewalRemindersSentAt', null],
  ['an order with items that nobody sent', 'one-time-order-created', 'data.items', [{ quantity: 2, price: 18 }]],
  ['a refund without its tax', 'transaction-refund-create', 'amount', 18],
  ['an invoice part that means the whole invoice', 'transaction-refund', 'data.invoices.0.amount', 56.6],
  ['a preview without line items', 'subscription-cancellation-draft', 'data.lineItems', []],
  ["a Visa code on a MasterCard's dispute", 'dispute', 'data.reasonCode', '10.4'],
  ['a declined renewal of no subscription', 'event-transaction-declined', 'metadata.subscriptionId', undefined],
  ['a declined renewal without an invoice', 'event-transaction-declined', 'metadata.invoices', []],
  ['a password in a response', 'webhook-destination', 'data.auth.password', 'correct-horse-battery'],
  ['a password in a list', 'webhook-destination-list', 'data.0.auth.password', 'correct-horse-battery'],
  ['a next charge on the wrong day', 'subscription', 'data.nextCharge', '2026-12-16T09:10:00Z'],
  ['an invoice with a wrong tax', 'customer-invoice-list', 'data.0.totalTax', 0],
];

for (const [fault, name, path, value] of FAULTS) {
  test(`finds ${fault}`, () => {
    const { findings } = checkExampleFiles(damaged(name, path, value));
    expect(findings.map(({ file }) => file)).toContain(`api-spec/components/examples/${name}.yaml`);
    expect(findings.map(({ field }) => field).some((field) => field.startsWith(`value.${path}`))).toBe(true);
  });
}

test('finds an unknown example and a missing one', () => {
  const files = readExampleFiles().filter(({ name }) => name !== 'customer');
  const messages = checkExampleFiles([...files, { name: 'stranger', value: {} }]).findings.map(
    ({ file, message }) => `${file}: ${message}`,
  );
  expect(messages.join('\n')).toMatch(/stranger\.yaml: the example data doesn't include/);
  expect(messages.join('\n')).toMatch(/customer\.yaml: the file is missing/);
});

test("rejects a request that the example data can't answer", () => {
  expect(() => answerList('listCoupons', {}, NOW)).toThrow(/isn't implemented/);
  expect(() => answerList('listPlans', { color: 'red' }, NOW)).toThrow(/no filter "color"/);
  expect(() => answerList('listPlans', { sortBy: 'color' }, NOW)).toThrow(/can't be sorted by "color"/);
});
