/** Filters, order, search and pages of lists: one table from parameter names to what they look at. */
import { toIso } from './clock';
import { type Customer, type Entity, type Fields, TEXTS } from './records';
import { cutToSchema } from './shape';
import type { Call, World } from './state';

/** The query of a request, with each value of the type that the OpenAPI file gives it. */
export type Query = Record<string, string | number | boolean | string[] | undefined>;
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
  customerId: (record) => record['customerId'] ?? getCustomer(record)?.['id'],
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
  const makeValueReader = (of: string): ((index: number) => unknown) => {
    const values = keep(world, records, `values of ${of}`, () => records.map(makeReader(of, world)));
    return (index) => values[index];
  };
  const [, of, end = ''] = /^(.+)(From|To|Min|Max)$/.exec(name) ?? [];
  if (of !== undefined) {
    const read = makeValueReader(of);
    const toNumber = /From|To/.test(end) ? (value: unknown) => Date.parse(asText(value)) : Number;
    const limit = toNumber(wanted);
    const isLower = end === 'From' || end === 'Min';
    // Most moments compare as texts, which is many times faster.
    const text = /From|To/.test(end) && limit % 1000 === 0 ? toIso(limit) : undefined;
    return (index) => {
      const value = read(index);
      if (text !== undefined && typeof value === 'string' && isTime(value))
        return isLower ? value >= text : value <= text;
      return !isMissing(value) && (isLower ? toNumber(value) >= limit : toNumber(value) <= limit);
    };
  }
  const read = makeValueReader(Array.isArray(wanted) ? singular(name) : name);
  if (Array.isArray(wanted)) return (index) => wanted.includes(String(read(index)));
  // A mark that isn't asked for leaves the list as it is.
  return (index) => wanted === false || read(index) === wanted;
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
  const read = (place: string, record: Entity, show: () => unknown): string =>
    ((record[TEXTS] ??= {})[place] ??= collectTexts(show()));
  const readAll = (record: Entity): string => {
    const text = read(operation.id, record, () => cutToSchema(schema, { data: [record] }, resolve));
    // The customer of a subscription is kept with the customers.
    const isOrder = operation.id === 'listSubscriptions';
    const customer = isOrder ? store.get('customers', String(record['customerId'])) : undefined;
    return customer ? `${text}\n${read('contact', customer, () => world.contact(customer))}` : text;
  };
  // Looking through one long text is many times faster than through one per record.
  const { all, ends } = keep(world, records, `texts of ${operation.id}`, () => {
    const texts = records.map(readAll);
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

/** The first records of an order. Those without a value come last; those with the same one stay in their order. */
function sortFirst(records: readonly Entity[], read: Read, isDescending: boolean, count: number): Entity[] {
  const compare = (left: unknown, right: unknown): number => {
    if (left === right) return 0;
    if (isMissing(left) || isMissing(right)) return Number(isMissing(left)) - Number(isMissing(right));
    const areNumbers = typeof left === 'number' && typeof right === 'number';
    return (areNumbers ? left - right : collator.compare(asText(left), asText(right))) * (isDescending ? -1 : 1);
  };
  let kept: { record: Entity; key: unknown }[] = [];
  const cut = (): void => {
    kept = kept.sort((left, right) => compare(left.key, right.key)).slice(0, count);
  };
  let last: unknown;
  // Sorting only what can be on the page is many times faster than sorting everything.
  for (const record of records) {
    const key = read(record);
    if (last !== undefined && compare(key, last) >= 0) continue;
    kept.push({ record, key });
    if (kept.length < 2 * count + 1000) continue;
    cut();
    last = kept.at(-1)?.key;
  }
  cut();
  return kept.map(({ record }) => record);
}

/** Makes a page of a list, in its envelope, from all records, oldest first. All filters hold together. */
export function makeList(call: Call, records: readonly Entity[]): Fields {
  const { operation, query, world } = call;
  const { limit = 20, offset = 0, search, sortBy, sortDirection } = query;
  const tests = operation.parameters
    .filter(({ name, in: place }) => place === 'query' && !OTHER.includes(name) && query[name] !== undefined)
    .map(({ name }) => makeFilter(name, query[name], records, world));
  if (typeof search === 'string' && search !== '') tests.push(makeSearch(call, records, search));
  const matching = tests.length === 0 ? records : records.filter((_, index) => tests.every((test) => test(index)));
  const isDescending = sortDirection !== 'asc';
  const [start, end] = [Math.floor(Number(offset)), Math.floor(Number(offset)) + Number(limit)];
  // Only the page is reversed, because copying a long list takes longer than the rest of the request.
  const { length } = matching;
  let data = isDescending
    ? matching.slice(Math.max(0, length - end), Math.max(0, length - start)).reverse()
    : matching.slice(start, end);
  if (typeof sortBy === 'string') {
    const sort = (count: number): readonly Entity[] => {
      const start = isDescending ? matching.toReversed() : matching;
      return sortFirst(start, makeReader(sortBy, world), isDescending, count);
    };
    const isWhole = matching === records;
    const sorted = isWhole ? keep(world, records, `order ${sortBy} ${isDescending}`, () => sort(length)) : sort(end);
    data = sorted.slice(start, end);
  }
  return { type: 'list', totalCount: matching.length, paginationMeta: { limit, offset }, data };
}
