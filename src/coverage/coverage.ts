/**
 * Measures how much of the API the pages explain. Lists the pages that explain each operation, event, entity, field,
 * enum value, limit, and status, with totals, and reports required explanations that are missing.
 *
 * A field in a table for one body also counts for related bodies (`CustomerCreate`, `CustomerUpdate`) where it accepts
 * the same values, because the same text explains it. The reference alone can explain response-only fields, but not
 * fields that clients send.
 */
import type { Description } from '../description/description';
import { collectFacts } from './facts';
import type { Finding, Report } from './finding';
import { getFamily, type Usage } from './usage';

/** The entities of the API (specification, section 3) by schema. */
const ENTITIES = [
  'Account',
  'ApiKey',
  'Customer',
  'CustomerInvoice',
  'Dispute',
  'OrganizationCreate',
  'Organization',
  'WebhookMetadata',
  'WebhookRegistrationMetadata',
  'WebhookDestination',
  'PaymentInstrument',
  'PaymentInstrumentToken',
  'CardBrand',
  'Plan',
  'PlanPricing',
  'Product',
  'SubscriptionPlan',
  'RecurringInterval',
  'PeriodAnchorDayOfMonth',
  'PeriodAnchorDayOfWeek',
  'PeriodAnchorImmediately',
  'Trial',
  'Subscription',
  'SubscriptionItem',
  'TrialSubscription',
  'SubscriptionCreate',
  'SubscriptionItemsChange',
  'OneTimeOrderCreate',
  'SubscriptionCancellation',
  'CancellationLineItem',
  'SubscriptionPause',
  'SubscriptionReactivation',
  'Transaction',
  'TransactionCreate',
  'TransactionLog',
  'TransactionRefund',
  'AccessPermit',
  'ReadyToPay',
  'PublicKey',
  'ApiError',
] as const;

/** Names of the parts of the report. */
const PARTS = [
  'operations',
  'events',
  'entities',
  'payload fields',
  'fields',
  'enumeration values',
  'limits',
  'statuses',
] as const;
type Part = (typeof PARTS)[number];

export interface Coverage {
  /** Routes of the pages that explain each fact, by part and key. */
  readonly parts: Readonly<Record<Part, Readonly<Record<string, readonly string[]>>>>;
  readonly totals: Readonly<Record<Part, { readonly explained: number; readonly all: number }>>;
}

/** Response wrappers are explained once, in the introduction, and not per schema. */
function isEnvelope(schema: string): boolean {
  return /(List|Object)$/.test(schema);
}

function sorted(routes: Iterable<string> | undefined): string[] {
  return [...(routes ?? [])].sort();
}

/** Pages that explain a field, by its own key or by that of its counterpart in a related schema. */
function fieldPages(description: Description, usage: Usage): Map<string, string[]> {
  const { fields } = collectFacts(description);
  const twins = new Map<string, Set<string>>();
  const twinKey = (key: string, signature: string): string => {
    const [schema = '', ...rest] = key.split('.');
    return `${getFamily(schema)}.${rest.join('.')} ${signature}`;
  };
  for (const { key, signature } of fields.values()) {
    const pages = twins.get(twinKey(key, signature)) ?? new Set<string>();
    for (const route of usage.fields.get(key) ?? []) pages.add(route);
    twins.set(twinKey(key, signature), pages);
  }
  return new Map([...fields.values()].map(({ key, signature }) => [key, sorted(twins.get(twinKey(key, signature)))]));
}

/** The same limit of the same field in a family of schemas, as one key. */
function limitTwin(description: Description, key: string): string {
  const [schema = '', ...rest] = key.split('.');
  return `${getFamily(schema)}.${rest.join('.')} ${JSON.stringify(collectFacts(description).limits.get(key))}`;
}

/** Pages that explain a limit, by its own key or by that of its counterpart in a related schema. */
function limitPages(description: Description, usage: Usage): Map<string, string[]> {
  const twins = new Map<string, Set<string>>();
  for (const [key, routes] of usage.limits) {
    const twin = limitTwin(description, key);
    twins.set(twin, new Set([...(twins.get(twin) ?? []), ...routes]));
  }
  const keys = [...collectFacts(description).limits.keys()].filter((key) => !isEnvelope(key.split('.')[0] ?? ''));
  return new Map(keys.map((key) => [key, sorted(twins.get(limitTwin(description, key)))]));
}

/** Pages that explain an entity: by its own schema, or by one that creates or changes it. */
function entityPages(usage: Usage, name: string): string[] {
  const pages = new Set<string>();
  for (const [schema, routes] of usage.schemas) {
    if (schema === name || getFamily(schema) === name) for (const route of routes) pages.add(route);
  }
  return sorted(pages);
}

/** Computes the coverage of a specification. */
export function computeCoverage(description: Description, usage: Usage): Coverage {
  const facts = collectFacts(description);
  const calls = [...description.operations.values()].filter(({ method }) => method !== 'event');
  const fields = fieldPages(description, usage);
  const limits = limitPages(description, usage);
  const fieldKeys = [...facts.fields.keys()].filter((key) => !isEnvelope(key.split('.')[0] ?? ''));
  const of = (keys: Iterable<string>, pages: (key: string) => string[]): Record<string, string[]> =>
    Object.fromEntries([...keys].sort().map((key) => [key, pages(key)]));
  const parts: Record<Part, Record<string, string[]>> = {
    operations: of(
      calls.map(({ id }) => id),
      (id) => sorted(usage.operations.get(id)),
    ),
    events: of(
      description.events.map(({ id }) => id),
      (id) => sorted(usage.operations.get(id)),
    ),
    entities: of(ENTITIES, (name) => entityPages(usage, name)),
    'payload fields': of(facts.payload, (key) => fields.get(key) ?? []),
    fields: of(fieldKeys, (key) => fields.get(key) ?? []),
    'enumeration values': of(
      [...facts.enumerations].flatMap(([name, values]) => values.map((value) => `${name}.${value}`)),
      (key) => sorted(usage.values.get(key)),
    ),
    limits: of(limits.keys(), (key) => limits.get(key) ?? []),
    statuses: of(facts.statuses, (status) => sorted(usage.statuses.get(status))),
  };
  const totals = Object.fromEntries(
    PARTS.map((part) => {
      const all = Object.values(parts[part]);
      return [part, { explained: all.filter(({ length }) => length > 0).length, all: all.length }];
    }),
  ) as Record<Part, { explained: number; all: number }>;
  return { parts, totals };
}

/** How to fix a missing explanation, by part. */
const ADVICE: Partial<Record<Part, string>> = {
  operations: 'link it with <OperationLink/> on its concept page or in the tutorial that uses it',
  events: 'show it with <EventPayload/> on docs/api/webhooks/index.mdx',
  entities: 'show its fields with <FieldTable/> on its concept page',
  'payload fields': 'add it to the <FieldTable/> of its body',
  'enumeration values': 'show the enum with <EnumTable/> on its concept page',
  limits: 'show it with <Limit/>, or add its field to a <FieldTable/>',
  statuses: 'show a response that contains it with <Response/> or <ErrorResponse/>',
};

/** One line per part: `operations 68 of 68`. */
export function coverageLines({ totals }: Coverage): string[] {
  return PARTS.map((part) => `${part}: ${totals[part].explained} of ${totals[part].all} explained`);
}

/** Findings for required explanations that are missing. */
export function checkCoverage(coverage: Coverage): Report {
  const findings = PARTS.flatMap((part): Finding[] => {
    const advice = ADVICE[part];
    if (advice === undefined) return [];
    return Object.entries(coverage.parts[part])
      .filter(([, pages]) => pages.length === 0)
      .map(([key]) => ({ file: 'docs', line: 1, message: `no page explains ${key} (${part}); ${advice}` }));
  });
  const counts = Object.fromEntries(PARTS.map((part) => [`${part} explained`, coverage.totals[part].explained]));
  return { findings, counts };
}
