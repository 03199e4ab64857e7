/**
 * Answers list requests out of the example world: which records match the filters, in which order, and which page of
 * them is returned.
 *
 * Where the API is not documented the world decides for its examples: filters combine with AND and include both ends, a
 * search looks at every text of a record except IDs, and records come newest first without `sortBy` and `sortDirection`.
 */
import { isRecord } from '../description/json';
import * as objects from './objects';
import { find, getCustomers, INVOICES, SALES } from './timeline';
import type { JsonObject, JsonValue, Time } from './types';
import * as history from './history';

/** Parameters of a list request, path parameters included. */
export type Query = Readonly<Record<string, JsonValue>>;

interface Row {
  readonly createdAt: Time;
  readonly object: JsonObject;
}

type Filter = (row: Row, value: JsonValue) => boolean;
type SortKey = (row: Row) => JsonValue | undefined;

interface List {
  readonly rows: (at: Time, query: Query) => Row[];
  readonly filters?: Readonly<Record<string, Filter>>;
  readonly sortKeys?: Readonly<Record<string, SortKey>>;
}

const at = (object: JsonObject, path: string): JsonValue | undefined =>
  path.split('.').reduce<JsonValue | undefined>((value, name) => (isRecord(value) ? value[name] : undefined), object);

/** A single value as a text; lists and objects are none. */
const text = (value: JsonValue | undefined): string =>
  typeof value === 'object' || value === undefined ? '' : String(value);

const field =
  (path: string): SortKey =>
  ({ object }) =>
    at(object, path);
const from =
  (path: string): Filter =>
  ({ object }, value) =>
    text(at(object, path)) >= text(value);
const to =
  (path: string): Filter =>
  ({ object }, value) =>
    text(at(object, path)) !== '' && text(at(object, path)) <= text(value);
const least =
  (path: string): Filter =>
  ({ object }, value) =>
    Number(at(object, path)) >= Number(value);
const most =
  (path: string): Filter =>
  ({ object }, value) =>
    Number(at(object, path)) <= Number(value);
const is =
  (path: string): Filter =>
  ({ object }, value) =>
    at(object, path) === value;
const oneOf =
  (path: string): Filter =>
  ({ object }, value) =>
    [value].flat().includes(at(object, path) ?? null);

const createdFrom: Filter = (row, value) => row.createdAt >= text(value);
const createdTo: Filter = (row, value) => row.createdAt <= text(value);
const createdAt: SortKey = (row) => row.createdAt;

const known = <T extends { readonly createdAt: Time }>(records: readonly T[], moment: Time): T[] =>
  records.filter((record) => record.createdAt <= moment);

const toRows = <T extends { readonly createdAt: Time }>(
  records: readonly T[],
  show: (record: T) => JsonObject,
): Row[] => records.map((record) => ({ createdAt: record.createdAt, object: show(record) }));

const listOrderRows = (moment: Time): Row[] => [
  ...toRows(known(history.SUBSCRIPTIONS, moment), ({ id }) => objects.subscription(id, moment)),
];

const listTransactionRows = (moment: Time): Row[] =>
  [...SALES, ...history.REFUNDS, { id: history.AUTHENTICATION.id, at: history.AUTHENTICATION.at }]
    .filter((record) => record.at <= moment)
    .map((record) => ({ createdAt: record.at, object: objects.transaction(record.id, moment) }));

const findCustomer = (id: string): string => {
  const refund = history.REFUNDS.find((made) => made.id === id);
  const sale = id === history.AUTHENTICATION.id ? history.AUTHENTICATION.sale : (refund?.sale ?? id);
  return find(SALES, sale).customer;
};

const catalogFields = {
  filters: { updatedFrom: from('updatedAt'), updatedTo: to('updatedAt') },
  sortKeys: { createdAt, updatedAt: field('updatedAt') },
};

const LISTS: Readonly<Record<string, List>> = {
  listCustomers: {
    rows: (moment) => toRows(getCustomers(moment), ({ id }) => objects.customerInList(id, moment)),
    filters: {
      revenueMin: least('lifetimeRevenue.amount'),
      revenueMax: most('lifetimeRevenue.amount'),
      createdFrom,
      createdTo,
      countries: oneOf('primaryAddress.customerAddress.country'),
      primaryPaymentInstrumentMethods: ({ object }, value) => {
        const { primaryInstrument } = find(history.CUSTOMERS, text(object['id']));
        if (primaryInstrument === undefined) return false;
        return [value].flat().includes(find(history.INSTRUMENTS, primaryInstrument).card ? 'payment-card' : 'ach');
      },
      lastPaymentFrom: from('lastPaymentTime'),
      lastPaymentTo: to('lastPaymentTime'),
      // `false` asks for no restriction: "only customers with the mark".
      isVip: ({ object }, value) => value !== true || find(history.CUSTOMERS, text(object['id'])).tags.includes('vip'),
    },
    sortKeys: {
      createdAt,
      email: field('email'),
      name: ({ object }) => `${text(object['lastName'])} ${text(object['firstName'])}`,
      country: field('primaryAddress.customerAddress.country'),
      lifetimeRevenue: field('lifetimeRevenue.amount'),
      lastPaymentTime: field('lastPaymentTime'),
    },
  },
  listCustomerPaymentInstruments: {
    rows: (moment, { customerId }) =>
      toRows(
        known(history.INSTRUMENTS, moment).filter(({ customer }) => customer === customerId),
        ({ id }) => objects.instrument(id),
      ),
  },
  listPaymentInstrumentTokens: {
    rows: (moment) => toRows(known(history.TOKENS, moment), (facts) => objects.token(facts)),
  },
  listCustomerInvoices: {
    rows: (moment) =>
      INVOICES.filter(({ issuedAt }) => issuedAt <= moment).map(({ id, issuedAt }) => ({
        createdAt: issuedAt,
        object: objects.invoice(id, moment),
      })),
  },
  listPlans: { rows: (moment) => toRows(known(history.PLANS, moment), ({ id }) => objects.plan(id)), ...catalogFields },
  listProducts: {
    rows: (moment) => toRows(known(history.PRODUCTS, moment), ({ id }) => objects.product(id)),
    ...catalogFields,
  },
  listTransactions: {
    rows: listTransactionRows,
    filters: {
      combinedStatuses: oneOf('combinedStatus'),
      paymentMethods: oneOf('paymentInstrument.type'),
      subscriptionId: is('subscriptionId'),
      customerId: ({ object }, value) => findCustomer(text(object['id'])) === value,
      amountMin: least('amount'),
      amountMax: most('amount'),
      dateFrom: from('date'),
      dateTo: to('date'),
      paymentType: is('paymentType'),
      currencies: oneOf('currency'),
      gateways: oneOf('gatewayName'),
    },
    sortKeys: {
      createdAt,
      updatedAt: field('updatedAt'),
      customerName: field('customer.name'),
      date: field('date'),
      paymentType: field('paymentType'),
      gatewayName: field('gatewayName'),
    },
  },
  listTransactionLogs: {
    rows: (moment, { transactionId }) =>
      // A log is read from its start.
      objects.transactionLog(text(transactionId), moment).map((object) => ({ createdAt: '', object })),
  },
  listSubscriptions: {
    rows: listOrderRows,
    filters: {
      createdFrom,
      createdTo,
      nextChargeFrom: from('nextCharge'),
      nextChargeTo: to('nextCharge'),
      renewability: ({ object }, value) => (object['isAutoPay'] === true ? 'automatic' : 'manual') === value,
      customerId: is('customer.id'),
      statuses: oneOf('status'),
      currencies: oneOf('currency'),
      amountMin: least('price'),
      amountMax: most('price'),
    },
    sortKeys: {
      createdAt,
      nextCharge: field('nextCharge'),
      isAutoPay: field('isAutoPay'),
      price: field('price'),
      customerName: ({ object }) =>
        `${text(at(object, 'customer.lastName'))} ${text(at(object, 'customer.firstName'))}`,
    },
  },
  listSubscriptionCancellations: {
    rows: (moment) =>
      history.CANCELLATIONS.flatMap(({ id, terms: [first] }) =>
        first && first.at <= moment ? [{ createdAt: first.at, object: objects.cancellation(id, moment) }] : [],
      ),
    filters: {
      statuses: oneOf('status'),
      createdFrom,
      createdTo,
      reasons: oneOf('reason'),
      cancelledBy: is('cancelledBy'),
    },
    sortKeys: {
      createdAt,
      updatedAt: field('updatedAt'),
      cancelledAt: field('cancelledAt'),
      churnedAt: field('churnedAt'),
    },
  },
  listSubscriptionPauses: {
    rows: (moment) => toRows(known(history.PAUSES, moment), ({ id }) => objects.pause(id, moment)),
  },
  listSubscriptionReactivations: {
    rows: (moment) => toRows(known(history.REACTIVATIONS, moment), ({ id }) => objects.reactivation(id)),
  },
  listWebhookDestinations: {
    rows: (moment) => toRows(known([history.DESTINATION], moment), () => objects.destination()),
  },
};

/** Parameters that are no filters, and the one that the world has no answer to. */
const OTHER = ['limit', 'offset', 'sortBy', 'sortDirection', 'search', 'showTestData', 'organizationId'];
const PATH = ['customerId', 'transactionId'];

/** Texts that people read: no IDs. */
function* walkTexts(value: JsonValue): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null)
    for (const [name, part] of Object.entries(value)) if (!/^id$|Id$/.test(name)) yield* walkTexts(part);
}

function matchesSearch({ object }: Row, search: JsonValue | undefined): boolean {
  if (search === undefined) return true;
  const wanted = text(search).toLowerCase();
  return [...walkTexts(object)].some((candidate) => candidate.toLowerCase().includes(wanted));
}

function compareKeys(a: JsonValue | undefined, b: JsonValue | undefined): number {
  // What has no value goes last in ascending order.
  if (a === null || a === undefined) return b === null || b === undefined ? 0 : 1;
  if (b === null || b === undefined) return -1;
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return text(a).localeCompare(text(b), 'en');
}

/**
 * Answers a list request.
 * @param operation ID of the operation, for example `listCustomers`.
 * @param query Parameters of the request; `limit` is 20 and `offset` 0 without them.
 * @param moment When the request is made.
 * @returns The response: wrapper, total count and the records of the page.
 * @throws {Error} If the operation is no list, or a parameter is unknown to it.
 */
export function answerList(operation: string, query: Query, moment: Time): JsonObject {
  const list = LISTS[operation];
  if (!list)
    throw new Error(`example data: the list ${operation} isn't implemented; add it to src/example-world/lists.ts`);
  const filters = Object.entries(query).filter(([name]) => !OTHER.includes(name));
  const rows = list.rows(moment, query).filter((row) =>
    filters.every(([name, value]) => {
      const filter = list.filters?.[name];
      if (!filter && PATH.includes(name)) return true;
      if (!filter)
        throw new Error(`example data: ${operation} has no filter "${name}"; add it to src/example-world/lists.ts`);
      return filter(row, value);
    }),
  );
  const found = rows.filter((row) => matchesSearch(row, query['search']));
  const sortBy = query['sortBy'];
  const key = sortBy === undefined ? createdAt : list.sortKeys?.[text(sortBy)];
  if (!key)
    throw new Error(
      `example data: ${operation} can't be sorted by "${text(sortBy)}"; add the field to src/example-world/lists.ts`,
    );
  const ascending = query['sortDirection'] === 'asc';
  const sorted = found.toSorted((a, b) => compareKeys(key(a), key(b)) * (ascending ? 1 : -1));
  const limit = Number(query['limit'] ?? 20);
  const offset = Number(query['offset'] ?? 0);
  return {
    type: 'list',
    totalCount: sorted.length,
    paginationMeta: { limit, offset },
    data: sorted.slice(offset, offset + limit).map(({ object }) => object),
  };
}

/** The operations that the world can answer. */
export const LIST_OPERATIONS: readonly string[] = Object.keys(LISTS);
