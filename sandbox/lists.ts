/** Filters, order, search and pages of lists: one table from parameter names to what they look at. */
import type { Operation } from '../src/description/description';
import type { Customer, Entity, Fields } from './records';
import { cutToSchema } from './shape';
import type { Call } from './state';

/** The query of a request, with each value of the type that the OpenAPI file gives it. */
export type Query = Record<string, string | number | boolean | string[] | undefined>;

const getCustomer = (record: Fields): Fields => (record['customer'] as Fields | undefined) ?? {};
/** `Lindqvist Maya`, as lists of people are sorted. */
const joinNames = (customer: Fields): string =>
  typeof customer['name'] === 'string'
    ? customer['name']
    : [customer['lastName'], customer['firstName']].filter(Boolean).join(' ');

/** What a sort or filter looks at, where its name isn't that of a field. Add a line for a new parameter. */
const VALUES: Record<string, (record: Entity) => unknown> = {
  name: (record) => record['name'] ?? joinNames(record),
  country: (record) => (record as Customer).primaryAddress?.customerAddress?.['country'],
  lifetimeRevenue: (record) => (record as Customer).lifetimeRevenue?.amount ?? 0,
  revenue: (record) => (record as Customer).lifetimeRevenue?.amount ?? 0,
  primaryPaymentInstrumentMethod: (record) => (record as Customer).primaryPaymentInstrument?.method,
  isVip: (record) => (record as Customer).tags?.includes('vip') ?? false,
  customerName: (record) => joinNames(getCustomer(record)),
  customerId: (record) => record['customerId'] ?? getCustomer(record)['id'],
  title: (record) => record['type'],
  gateway: (record) => record['gatewayName'],
  paymentMethod: (record) => (record['paymentInstrument'] as Fields | null | undefined)?.['type'],
  amount: (record) => record['amount'] ?? record['price'],
  renewability: (record) => (record['isAutoPay'] === true ? 'automatic' : 'manual'),
  created: (record) => record.createdAt,
  updated: (record) => record.updatedAt,
  lastPayment: (record) => record['lastPaymentTime'],
};

/** The field or computed value of a name. */
function readValue(record: Entity, name: string): unknown {
  return (VALUES[name] ?? ((entry: Entity) => entry[name]))(record);
}

/** `statuses` → `status`, `countries` → `country`, `currencies` → `currency`. */
function singular(name: string): string {
  return name.replace(
    /(status)es$|ies$|s$/i,
    (end, status: string | undefined) => status ?? (end === 'ies' ? 'y' : ''),
  );
}

/** Parameters of every list, which don't compare a field. */
const OTHER = new Set(['limit', 'offset', 'sortBy', 'sortDirection', 'search', 'showTestData']);

/** A value as text that can be compared. */
function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Text and times as text that sorts, numbers as numbers; nothing comes last. */
function compare(left: unknown, right: unknown): number {
  if (left === right) return 0;
  if (left === undefined || left === null) return 1;
  if (right === undefined || right === null) return -1;
  return typeof left === 'number' && typeof right === 'number'
    ? left - right
    : asText(left).localeCompare(asText(right), 'en');
}

/** Whether a record passes one filter. */
function passes(record: Entity, name: string, wanted: Query[string]): boolean {
  const range = /^(.+)(From|To|Min|Max)$/.exec(name);
  if (range) {
    const value = readValue(record, range[1] ?? '');
    if (value === undefined || value === null) return false;
    const isTime = range[2] === 'From' || range[2] === 'To';
    const difference = isTime ? Date.parse(asText(value)) - Date.parse(String(wanted)) : Number(value) - Number(wanted);
    return range[2] === 'From' || range[2] === 'Min' ? difference >= 0 : difference <= 0;
  }
  if (Array.isArray(wanted)) return wanted.includes(String(readValue(record, singular(name))));
  // A mark that isn't asked for leaves the list as it is.
  if (wanted === false) return true;
  return readValue(record, name) === wanted;
}

/** Whether a text stands anywhere in a record, in whatever case; IDs aren't looked at. */
function contains(value: unknown, text: string): boolean {
  if (typeof value !== 'object' || value === null)
    return typeof value === 'string' && value.toLowerCase().includes(text);
  return Object.entries(value).some(([name, entry]) => !/(^id|Id)$/.test(name) && contains(entry, text));
}

/** The names of the parameters that filter a list. */
function listFilters(operation: Operation): string[] {
  return operation.parameters.filter((entry) => entry.in === 'query' && !OTHER.has(entry.name)).map(({ name }) => name);
}

/**
 * Makes a page of a list.
 *
 * @param call the request, whose operation says what filters the list has
 * @param records all records, oldest first
 * @returns the list envelope: all filters hold together, ranges include both ends
 */
export function makeList({ world: { description }, operation, query }: Call, records: readonly Entity[]): Fields {
  let found = [...records].reverse();
  for (const name of listFilters(operation)) {
    if (query[name] !== undefined) found = found.filter((record) => passes(record, name, query[name]));
  }
  const { limit = 20, offset = 0, search, sortBy, sortDirection } = query;
  if (typeof search === 'string' && search !== '') {
    const text = search.toLowerCase();
    const media = description.media(description.getResponse(operation, '200').content)?.media;
    // What replies don't show isn't searched either.
    const show = (data: Entity): unknown =>
      cutToSchema(media?.schema ?? {}, { data: [data] }, (part) => description.resolve(part));
    found = found.filter((record) => contains(show(record), text));
  }
  const isDescending = sortDirection !== 'asc';
  // Records with the same value stay in the order of their creation, in the direction that was asked for.
  if (!isDescending) found.reverse();
  if (typeof sortBy === 'string') {
    const keyed = found.map((record) => ({ record, key: readValue(record, sortBy) }));
    keyed.sort((left, right) => (isDescending ? compare(right.key, left.key) : compare(left.key, right.key)));
    found = keyed.map(({ record }) => record);
  }
  return {
    type: 'list',
    totalCount: found.length,
    paginationMeta: { limit, offset },
    data: found.slice(Number(offset), Number(offset) + Number(limit)),
  };
}
