/**
 * What stands in the description by a numbered decision of `api-spec/README.md`, where the specification is silent.
 *
 * Each entry names the decision; `conformance.spec.ts` checks that the README has a decision of that number and that
 * the description has what the entry says, so that an outdated entry is found too.
 */
import { OPERATIONS, type Enumeration, type Fields, type Limit, type Place } from './specification-table';

export type DecisionNumber = `D${number}`;

export interface DecidedField {
  /** Name in ENTITIES of the specification table. */
  readonly entity: string;
  /** Dotted path of the field in the entity; what is below it is decided too. */
  readonly field: string;
  readonly decision: DecisionNumber;
}

const decided = (decision: DecisionNumber, entity: string, ...fields: string[]): DecidedField[] =>
  fields.map((field) => ({ entity, field, decision }));

function requiredBy(decision: DecisionNumber, operation: string, ...fields: string[]) {
  return fields.map((field) => ({ place: `body ${operation} ${field}` as Place, decision }));
}

export const DECIDED_FIELDS: readonly DecidedField[] = [
  ...['Customer', 'CustomerListItem', 'Plan'].flatMap((entity) => decided('D20', entity, 'id')),
  ...decided('D20', 'Plan', 'recurringInterval', 'trial'),
  ...decided('D21', 'PlanCreate', 'recurringInterval', 'trial'),
  ...['SubscriptionCreate', 'SubscriptionItemsChange'].flatMap((entity) =>
    decided('D31', entity, 'items.plan.recurringInterval.periodAnchorInstruction.method'),
  ),
  ...['SubscriptionPauseCreate'].flatMap((entity) =>
    decided('D11', entity, 'subscriptionId', 'description', 'effectiveAt', 'endAt'),
  ),
  ...['webhookMeta', 'sandboxWebhookMeta'].flatMap((field) =>
    decided(
      'D32',
      'AccessPermitCreate',
      ...['taxCategoryId', 'accountingCode', 'recognition', 'createdAt', 'updatedAt'].map((name) => `${field}.${name}`),
    ),
  ),
  ...decided(
    'D19',
    'CustomerListItem',
    'lifetimeRevenue.amount',
    'lifetimeRevenue.currency',
    'lifetimeRevenue.amountUSD',
  ),
];

/** D1: every list takes `limit` and `offset`. */
export const DECIDED_QUERY: readonly { operation: string; parameter: string; decision: DecisionNumber }[] =
  OPERATIONS.filter((operation) => operation.envelope === 'list').flatMap((operation) =>
    ['limit', 'offset']
      .filter((name) => !operation.query.includes(name))
      .map((parameter) => ({ operation: operation.id, parameter, decision: 'D1' as const })),
  );

/** D2 to D4: success statuses that the specification does not give. */
export function decidedSuccess(operation: { id: string; method: string }): {
  status: number;
  decision: DecisionNumber;
} {
  if (operation.method === 'DELETE') return { status: 204, decision: 'D3' };
  if (operation.method === 'POST' && operation.id !== 'redeemSession') return { status: 201, decision: 'D4' };
  return operation.method === 'POST' ? { status: 200, decision: 'D4' } : { status: 200, decision: 'D2' };
}

/** Limits of what is sent that the specification does not give, by the place or by the field's name. */
export const DECIDED_LIMITS: readonly {
  keyword: Limit['keyword'];
  value: number;
  field: RegExp;
  decision: DecisionNumber;
}[] = [
  { keyword: 'minLength', value: 1, field: /.*/, decision: 'D8' },
  // A month is 1 to 12; what else holds of an expiry moves with the date.
  { keyword: 'minimum', value: 1, field: /expir\w*Month$/, decision: 'D27' },
  { keyword: 'maximum', value: 12, field: /expir\w*Month$/, decision: 'D27' },
];

/**
 * Request fields that are required beyond the specification, by the principle of D7: an operation can't mean anything
 * without them, or the API is known to reject a body without them.
 */
export const DECIDED_REQUIRED: readonly { readonly place: Place; readonly decision: DecisionNumber }[] = [
  ...requiredBy('D7', 'createTransaction', 'amount', 'customerId', 'currency'),
  ...['createPlan', 'upsertPlan'].flatMap((id) =>
    requiredBy('D7', id, 'name', 'currency', 'productId', 'pricing', 'isTrialOnly'),
  ),
  ...requiredBy('D7', 'createSubscription', 'customerId', 'isTrialOnly', 'items', 'items.plan'),
  ...requiredBy('D7', 'updateSubscription', 'items.plan', 'items.plan.id'),
  ...requiredBy('D7', 'changeSubscriptionItems', 'items', 'items.plan'),
  ...['createOneTimeOrder', 'upsertOneTimeOrder'].flatMap((id) => requiredBy('D7', id, 'customerId')),
  ...['createSubscriptionPause', 'createSubscriptionReactivation'].flatMap((id) =>
    requiredBy('D7', id, 'subscriptionId'),
  ),
  ...['activateAccount', 'retrieveApiKey', 'createApiKey'].flatMap((id) => requiredBy('D7', id, 'secret')),
  ...requiredBy('D7', 'changeAccountSecret', 'secret', 'newSecret'),
  ...requiredBy(
    'D27',
    'createPaymentInstrumentToken',
    'primaryAccountNumber',
    'cardVerificationValue',
    'expirationMonth',
    'expirationYear',
  ),
  ...['createWebhookDestination', 'updateWebhookDestination'].flatMap((id) =>
    requiredBy('D37', id, 'auth.type', 'auth.username', 'auth.password'),
  ),
  ...['webhookMeta', 'sandboxWebhookMeta'].flatMap((field) =>
    requiredBy('D32', 'createAccessPermit', `${field}.url`, `${field}.eventTypes`),
  ),
  ...['method', 'day'].flatMap((field) =>
    ['PeriodAnchorDayOfMonth', 'PeriodAnchorDayOfWeek'].map((name) => ({
      place: `schema ${name} ${field}` as Place,
      decision: 'D31' as const,
    })),
  ),
  { place: 'schema PeriodAnchorImmediately method', decision: 'D31' },
];

/** D27: the expiry of the card that is made into a token moves with the date as well. */
export const DECIDED_MOVING_RULES: readonly Place[] = [
  'body createPaymentInstrumentToken expirationMonth',
  'body createPaymentInstrumentToken expirationYear',
];

/** Enumerations that the specification gives no name to. */
export const DECIDED_ENUMERATIONS: readonly (Enumeration & { readonly decision: DecisionNumber })[] = [
  {
    name: 'way of anchoring a period',
    values: ['day-of-month', 'day-of-week', 'immediately'],
    at: ['body createSubscription items.plan.recurringInterval.periodAnchorInstruction.method'],
    decision: 'D31',
  },
];

/** Whether a field of an entity (dotted path) is there by a decision. */
export function decisionFor(entity: string, path: string): DecisionNumber | undefined {
  return DECIDED_FIELDS.find(
    (entry) => entry.entity === entity && (path === entry.field || path.startsWith(`${entry.field}.`)),
  )?.decision;
}

/** The dotted paths of the fields of an entity, parents included. */
export function listPaths(fields: Fields, prefix = ''): string[] {
  return Object.entries(fields).flatMap(([name, shape]) => [
    prefix + name,
    ...(typeof shape === 'object' ? listPaths(shape, `${prefix}${name}.`) : []),
  ]);
}
