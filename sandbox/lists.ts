/** Filters, order, search and pages of lists: one table from parameter names to what they look at. */
import { type Customer, type Entity, type Fields, TEXTS } from './records';
import { cutToSchema } from './shape';
import type { Call, Query, World } from './state';

type Read = (record: Entity) => unknown;

/** `Lindqvist Maya`, as lists of people are sorted. */
const joinNames = ({ name, lastName, firstName }: Partial<Customer> = {}): unknown =>
  name ?? (lastName && firstName ? `${lastName} ${firstName}` : (lastName ?? firstName));
const getCustomer = (record: Entity): Fields | undefined => record['customer'] as Fields | undefined;
const getRevenue = (record: Entity): number => (record as Customer).lifetimeRevenue?.amount ?? 0;

/** What a sort or filter looks at, where its name isn't that of a field. Add a line for a new parameter. */
const VALUES: Record<string, (record: Entity, world: World) => unknown> = {
  name: joinNames,
  country: (record) => (record as Customer).primaryAddress?.customerAddress?.['country'],
  lifetimeRevenue: getRevenue,
  revenue: getRevenue,
  primaryPaymentInstrumentMethod: (record) => (record as Customer).primaryPaymentInstrument?.method,
  isVip: (record) => (record as Customer).tags?.includes('vip') ?? false,
  customerName: (record, { store }) =>
    joinNames(getCustomer(record) ?? store.get('customers', String(record['customerId']))),
  title: (record) => record['type'],
  gateway: (record) => record['gatewayName'],
  paymentMethod: (record) => (record['paymentInstrument'] as Fields | null | undefined)?.['type'],
  amount: (record) => record['amount'] ?? record['price'],
  renewability: (record) => (record['isAutoPay'] === true ? 'automatic' : 'manual'),
  created: (record) => record.createdAt,
  updated: (record) => record.updatedAt,
  lastPayment: (record) => record['lastPaymentTime'],
};

/** Gives a function that reads the field or computed value of a name. */
function makeReader(name: string, world: World): Read {
  const read = Object.hasOwn(VALUES, name) ? VALUES[name] : undefined;
  return read ? (record) => read(record, world) : (record) => record[name];
}

/** `statuses` → `status`, `countries` → `country`, `currencies` → `currency`. */
const singular = (name: string): string =>
  name.replace(/(status)es$|ies$|s$/i, (end, status?: string) => status ?? (end === 'ies' ? 'y' : ''));

/** Parameters of every list, which don't compare a field. */
const OTHER = ['limit', 'offset', 'sortBy', 'sortDirection', 'search', 'showTestData'];

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
const isMissing = (value: unknown): boolean => value === undefined || value === null || value === '';
/** Whether a text is a moment as the sandbox writes it. */
const isTime = (text: string): boolean => text.length === 20 && text.endsWith('Z');

/** Gives what is computed from all records of a list. It's kept until a record changes. */
function keep<T>(world: World, records: readonly Entity[], name: string, compute: () => T): T {
  const kept = world.kept.get(records) ?? new Map<string, unknown>();
  world.kept.set(records, kept);
  if (!kept.has(name)) kept.set(name, compute());
  return kept.get(name) as T;
}

/** Says whether the record at an index of a list passes. It's asked in the order of the list. */
type Test = (index: number) => boolean;

/** Gives a function that says whether a record passes a filter. */
function makeFilter(name: string, wanted: Query[string], records: readonly Entity[], world: World): Test {
  const [, of, end = ''] = /^(.+)(From|To|Min|Max)$/.exec(name) ?? [];
  if (of !== undefined) {
    const read = makeReader(of, world);
    const toNumber = (value: unknown): number => {
      if (isMissing(value)) return NaN;
      return /From|To/.test(end) ? Date.parse(asText(value)) : Number(value);
    };
    const numbers = keep(world, records, `numbers of ${of}`, () => records.map((record) => toNumber(read(record))));
    const limit = toNumber(wanted);
    const isLower = end === 'From' || end === 'Min';
    return (index) => (isLower ? (numbers[index] ?? NaN) >= limit : (numbers[index] ?? NaN) <= limit);
  }
  const field = Array.isArray(wanted) ? singular(name) : name;
  const values = keep(world, records, `values of ${field}`, () => records.map(makeReader(field, world)));
  if (Array.isArray(wanted)) return (index) => wanted.includes(String(values[index]));
  // A mark that isn't asked for leaves the list as it is.
  return (index) => wanted === false || values[index] === wanted;
}

/** All texts in a value except IDs and moments, in lower case. */
function collectTexts(value: unknown): string {
  if (typeof value === 'string') return isTime(value) ? '' : value.toLowerCase();
  if (typeof value !== 'object' || value === null) return '';
  const parts = Object.entries(value).map(([name, entry]) => (/(^id|Id)$/.test(name) ? '' : collectTexts(entry)));
  return parts.filter((part) => part !== '').join('\n');
}

/** Gives a function that says whether a text stands anywhere in what a list shows of a record, in whatever case. */
function makeSearch({ world, operation }: Call, records: readonly Entity[], search: string): Test {
  const { specification, resolve, store } = world;
  const { schema = {} } = specification.media(specification.getResponse(operation, '200').content)?.media ?? {};
  const read = (record: Entity): string => {
    const text = (record[TEXTS] ??= collectTexts(cutToSchema(schema, { data: [record] }, resolve)));
    if (operation.id !== 'listSubscriptions') return text;
    // The customer of a subscription is kept with the customers.
    return `${text}\n${collectTexts(world.contact(store.get('customers', String(record['customerId']))))}`;
  };
  // Looking through one long text is many times faster than through one per record.
  const { all, ends } = keep(world, records, `texts of ${operation.id}`, () => {
    const texts = records.map(read);
    let end = 0;
    return { all: texts.join(''), ends: texts.map(({ length }) => (end += length)) };
  });
  const wanted = search.toLowerCase();
  let at = -1;
  return (index) => {
    const begin = ends[index - 1] ?? 0;
    if (at < begin) at = all.indexOf(wanted, begin);
    if (at < 0) at = Infinity;
    return at + wanted.length <= (ends[index] ?? 0);
  };
}

const collator = new Intl.Collator('en');

/** Compares two values. Missing ones come last in both directions. */
function compare(left: unknown, right: unknown, isDescending: boolean): number {
  if (left === right) return 0;
  if (isMissing(left) || isMissing(right)) return Number(isMissing(left)) - Number(isMissing(right));
  const areNumbers = typeof left === 'number' && typeof right === 'number';
  return (areNumbers ? left - right : collator.compare(asText(left), asText(right))) * (isDescending ? -1 : 1);
}

/** The indexes of records in an order. Those with the same value stay as they are. */
function sort(records: readonly Entity[], read: Read | undefined, isDescending: boolean): readonly number[] {
  const order = [...records.keys()];
  if (isDescending) order.reverse();
  const values = read && records.map(read);
  return values ? order.sort((left, right) => compare(values[left], values[right], isDescending)) : order;
}

/** Makes a page of a list, in its envelope, from all records, oldest first. All filters hold together. */
export function makeList(call: Call, records: readonly Entity[]): Fields {
  const { operation, query, world } = call;
  const { limit = 20, offset = 0, search, sortBy, sortDirection } = query;
  const tests = operation.parameters
    .filter(({ name, in: place }) => place === 'query' && !OTHER.includes(name) && query[name] !== undefined)
    .map(({ name }) => makeFilter(name, query[name], records, world));
  if (typeof search === 'string' && search !== '') tests.push(makeSearch(call, records, search));
  const isDescending = sortDirection !== 'asc';
  const read = typeof sortBy === 'string' ? makeReader(sortBy, world) : undefined;
  const order = keep(world, records, `order ${String(sortBy)} ${isDescending}`, () =>
    sort(records, read, isDescending),
  );
  const matching = tests.reduce((left, test) => {
    const passes = records.map((_, index) => test(index));
    return left.filter((index) => passes[index]);
  }, order);
  const start = Math.floor(Number(offset));
  const data = matching.slice(start, start + Number(limit)).map((index) => records[index]);
  return { type: 'list', totalCount: matching.length, paginationMeta: { limit, offset }, data };
}
