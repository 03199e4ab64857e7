/**
 * The examples of the OpenAPI file against the sandbox: an example that shows an object as it's seeded is what the
 * sandbox returns, and one of another moment refers to seeded objects, keeps what never changes, and adds up.
 */
import { isDeepStrictEqual } from 'node:util';
import { test } from '@playwright/test';
import { EXAMPLE_NOW, listVariables } from '../../../sandbox/seed';
import { type Sandbox, startSandbox } from '../../../sandbox/server';
import type { Kind } from '../../../sandbox/records';
import world from '../../../sandbox/world.json';
import type { Operation } from '../../../src/specification/specification';
import { isRecord, toRecord } from '../../../src/specification/json';
import { findingText } from '../../../src/site/finding';
import { loadSpecification } from '../../../src/specification/load';
import { SpecificationSource } from '../../../src/specification/source';
import { computePrice, type Formula, roundToCents } from '../../../src/pricing/formulas';
import { expectClean } from '../../support/expect-clean';
import { specificationFile } from '../../support/routes';

type Fields = Record<string, unknown>;

/** An example of a response or an event, and the objects in it. */
interface Shown {
  name: string;
  operation: Operation;
  value: Fields;
  objects: Fields[];
}

/** Examples of objects without a time of change that show another moment than the seed's. */
const EARLIER = ['customer-invoice-list'];
/** What never changes about an object. */
const CONSTANT = ['createdAt', 'currency', 'organizationId', 'customerId', 'subscriptionId', 'number', 'type'];
/** Requests of list examples that aren't the request in the examples of the operation's parameters. */
const QUERIES: Readonly<Record<string, string>> = {
  'customer-list-last-page': 'limit=10&offset=10&sortBy=createdAt&sortDirection=asc',
  'customer-list-empty': 'limit=10&offset=20&sortBy=createdAt&sortDirection=asc',
  'subscription-list-paused': 'limit=10&statuses=paused',
  'transaction-list-disputed': 'limit=10&combinedStatuses=disputed',
};

const PAYMENT_PAGES = 'https://www.pai.example/pay/';

const specification = loadSpecification(specificationFile);
const source = new SpecificationSource();
/** A problem with the file and line of an example, or of a field in it. */
const locate = (message: string, name: string, ...fields: (string | number)[]): string =>
  findingText({ ...source.locate(['/components/examples', name, 'value', ...fields].join('/')), message });

/** All examples of successful responses and of events. */
function listShown(): Shown[] {
  return [...specification.operations.values()].flatMap((operation) => {
    const answers = [...operation.responses].flatMap(([status, body]) => (status.startsWith('2') ? [body] : []));
    const bodies = operation.method === 'event' ? [operation.requestBody] : answers;
    return bodies.flatMap((body) =>
      specification.examples(specification.media(body?.content)?.media).map(({ names: [name = ''], value }) => {
        const { data, metadata } = toRecord(value);
        return { name, operation, value: toRecord(value), objects: [data ?? metadata].flat().filter(isRecord) };
      }),
    );
  });
}

let sandbox: Sandbox;
test.beforeAll(async () => {
  sandbox = await startSandbox(specification.document, { port: 0, startAt: EXAMPLE_NOW });
});
test.afterAll(() => sandbox.close());

/** Reads from the sandbox, with the payment pages that examples have. */
const read = async (target: string): Promise<Fields> => {
  const headers = { Authorization: `ApiKey ${listVariables('')['PAI_API_KEY'] ?? ''}` };
  const text = await (await fetch(`${sandbox.url}${target}`, { headers })).text();
  return toRecord(JSON.parse(text.replaceAll(`${sandbox.url}/sandbox/pay/`, PAYMENT_PAGES)));
};

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** The target of a GET: placeholders and, without a query of its own, parameters have the examples of the OpenAPI file. */
function buildTarget({ path, parameters }: Operation, id?: string, query?: string): string {
  const search = new URLSearchParams();
  let target = path;
  for (const { name, in: position, example } of parameters) {
    const isLast = path.endsWith(`{${name}}`);
    if (position === 'path') target = target.replace(`{${name}}`, isLast && id !== undefined ? id : asText(example));
    if (position === 'query' && query === undefined && example !== undefined)
      for (const entry of [example].flat()) search.append(name, asText(entry));
  }
  return `${target}?${query ?? search.toString()}`;
}

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** What differs, each beginning with its field. */
function compare(shown: Fields, actual: Fields, names = Object.keys(shown), at = ''): string[] {
  return names.flatMap((name) => {
    const [left, right] = [shown[name], actual[name]];
    if (left === undefined || isDeepStrictEqual(left, right)) return [];
    const inner = isObject(left) && isObject(right) ? compare(left, right, Object.keys(left), `${at}${name}.`) : [];
    if (inner.length > 0) return inner;
    const [written, has] = [JSON.stringify(left), right === undefined ? 'no such field' : JSON.stringify(right)];
    return `${at}${name} is ${written}, and the sandbox has ${has}. Correct it here or in sandbox/world.json`;
  });
}

/** The seeded object with an ID. */
function findSeeded(id: unknown): Fields | undefined {
  for (const kind of Object.keys(world.records) as Kind[]) {
    const found = sandbox.world.store.get(kind, String(id));
    if (!found) continue;
    // Replies show the customer of a subscription as it is.
    const contact = sandbox.world.contact(sandbox.world.store.get('customers', String(found['customerId'])));
    const customer = kind === 'subscriptions' ? (JSON.parse(JSON.stringify(contact)) as Fields) : found['customer'];
    return { ...found, customer, paymentFormUrl: `${PAYMENT_PAGES}${found.id}` };
  }
  return undefined;
}

/** Whether an example shows an object as it was last changed. */
const isLatest = (shown: Fields, seeded: Fields): boolean =>
  ['updatedTime', 'updatedAt'].every((name) => shown[name] === undefined || shown[name] === seeded[name]);

test('examples of seeded objects are what the sandbox returns', async () => {
  const findings = new Set<string>(); // One message for all operations that show an example.
  const counts = { responses: 0, lists: 0, 'objects as seeded': 0, 'objects of other moments': 0 };
  for (const { name, operation, value, objects } of listShown()) {
    const report = (problems: string[], ...at: (string | number)[]): void => {
      for (const problem of problems) findings.add(locate(problem, name, ...at, ...problem.split(/[. ]/)));
    };
    const first = specification.examples(specification.media(operation.responses.get('200')?.content)?.media)[0];
    const isFirst = first?.names.includes(name) === true;
    if (value['type'] === 'list' && !EARLIER.includes(name) && (isFirst || name in QUERIES)) {
      counts.lists += 1;
      report(compare(value, await read(buildTarget(operation, undefined, QUERIES[name]))));
      if (isFirst && objects.length !== value['totalCount']) report(['the first example of a list must be complete']);
    }
    for (const [index, shown] of objects.entries()) {
      const at = 'metadata' in value ? ['metadata'] : Array.isArray(value['data']) ? ['data', index] : ['data'];
      const seeded = findSeeded(shown['id']);
      if (!seeded) continue;
      if (EARLIER.includes(name) || !isLatest(shown, seeded)) {
        counts['objects of other moments'] += 1;
        report(compare(shown, seeded, CONSTANT), ...at);
      } else if (operation.method === 'get' && value['type'] === 'object') {
        counts.responses += 1;
        const { data } = await read(buildTarget(operation, String(shown['id']), ''));
        report(compare(shown, toRecord(data)), ...at);
      } else {
        counts['objects as seeded'] += 1;
        report(compare(shown, seeded), ...at);
      }
    }
  }
  expectClean('Examples and the sandbox', { findings: [...findings], counts });
});

/** All IDs in a text: `pin_JonasMc4444`, `inv_2026-11-0187`. */
const findIds = (text: string): string[] =>
  text.match(/\b(can|cus|dsp|inv|key|pau|pin|pln|prd|rea|sub|tok|txn|whd)_[0-9A-Za-z]+(-\d\d-\d{4})?\b/g) ?? [];

test('every object that an example refers to is seeded', () => {
  const examples = Object.entries(specification.document.components?.examples ?? {});
  const ids = examples.flatMap(([name, example]) =>
    [...new Set(findIds(JSON.stringify(example)))].map((id) => ({ name, id })),
  );
  const findings = ids
    .filter(({ id }) => !findSeeded(id))
    .map(({ name, id }) => locate(`"${id}" isn't in sandbox/world.json`, name));
  expectClean('References of examples', { findings, counts: { examples: examples.length, references: ids.length } });
});

const add = (list: unknown, field: string): number =>
  roundToCents((list as Fields[]).reduce((total, entry) => total + Number(entry[field]), 0));

/** The sums in an object: of a transaction, an invoice, a subscription, or a cancellation. */
function listSums(shown: Fields): { what: string; actual: unknown; expected: number }[] {
  const { amount, refundAmount, refundableAmount, result, status, totalTax, shippingFee, items, lineItems } = shown;
  const sums: ReturnType<typeof listSums> = [];
  if (refundableAmount !== undefined && result === 'approved' && shown['type'] === 'sale' && status !== 'disputed')
    sums.push({ what: 'amount', actual: amount, expected: Number(refundAmount) + Number(refundableAmount) });
  if ('totalAmount' in shown) {
    const expected = add(items, 'amount') + Number(totalTax) + Number(shippingFee);
    sums.push({ what: 'totalTax', actual: totalTax, expected: add(items, 'taxAmount') });
    sums.push({ what: 'totalAmount', actual: shown['totalAmount'], expected });
  } else if (shown['price'] !== undefined && Array.isArray(items)) {
    const prices = (items as { formula: Formula; price: number; quantity: number }[]).map(
      ({ formula, price, quantity }) => ({ price: computePrice(formula, price, quantity) }),
    );
    sums.push({ what: 'price', actual: shown['price'], expected: add(prices, 'price') });
  }
  const { amount: subtotal } = toRecord(shown['lineItemsSubtotal']);
  if (subtotal !== undefined)
    sums.push({ what: 'lineItemsSubtotal', actual: subtotal, expected: add(lineItems ?? [], 'unitPriceAmount') });
  return sums;
}

test('the amounts of examples add up', () => {
  const sums = listShown().flatMap(({ name, objects }) =>
    objects.flatMap((object) => listSums(object).map((sum) => ({ name, ...sum }))),
  );
  const findings = sums
    .filter(({ actual, expected }) => Math.abs(Number(actual) - expected) > 0.001)
    .map(({ name, what, actual, expected }) => locate(`${what} is ${String(actual)}, not ${expected}`, name));
  expectClean('Sums of examples', { findings, counts: { sums: sums.length } });
});
