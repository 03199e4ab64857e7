/** The example world of the OpenAPI file as records, so that what the pages show can be read and changed. */
import { Description } from '../src/description/description';
import { addPeriod } from './clock';
import type { Entity, Fields, Instrument, Kind, Subscription, Transaction } from './records';
import type { World } from './world';

/** The present moment of the example world. */
export const EXAMPLE_NOW = '2026-11-20T12:00:00Z';

/** Which kind of record a schema describes. */
const KINDS: Record<string, Kind> = {
  Account: 'accounts',
  ApiKey: 'apiKeys',
  Organization: 'organizations',
  Customer: 'customers',
  PaymentInstrumentToken: 'tokens',
  PaymentInstrument: 'instruments',
  CustomerInvoice: 'invoices',
  Product: 'products',
  Plan: 'plans',
  Transaction: 'transactions',
  TransactionLog: 'logs',
  Subscription: 'subscriptions',
  SubscriptionCancellation: 'cancellations',
  SubscriptionPause: 'pauses',
  SubscriptionReactivation: 'reactivations',
  Dispute: 'disputes',
  WebhookDestination: 'destinations',
};
/** Kinds that belong to no organization. */
const SHARED = new Set<Kind>(['accounts', 'apiKeys', 'organizations', 'destinations', 'sessions']);

/** The sample that the OpenAPI file gives for a parameter. */
function sampleOf(description: Description, operationId: string, name: string): string {
  const parameter = description.getOperation(operationId).parameters.find((entry) => entry.name === name);
  const schema = parameter?.schema && description.resolve(parameter.schema);
  return (parameter?.example ?? schema?.examples?.[0]) as string;
}

/** Records of the examples. What a list shows wins over what a read shows, and both over any other reply. */
function* readExamples(description: Description): Generator<{ kind: Kind; record: Partial<Entity> & { id: string } }> {
  const operations = [...description.operations.values()].filter(({ method }) => method !== 'event');
  const rank = ({ id }: { id: string }): number => (id.startsWith('list') ? 0 : id.startsWith('get') ? 1 : 2);
  for (const operation of operations.sort((left, right) => rank(left) - rank(right))) {
    const media = description.media(
      description.getResponse(operation, description.successStatus(operation)).content,
    )?.media;
    const name = Description.schemaName(media?.schema?.$ref)?.replace(/(Object|List)$/, '') ?? '';
    const kind = KINDS[name];
    if (!kind) continue;
    for (const { value } of description.examples(media)) {
      const { data } = value as { data: Entity | Entity[] };
      for (const record of Array.isArray(data) ? data : [data]) yield { kind, record: structuredClone(record) };
    }
  }
}

/** IDs and account data of the example world, for the variables that the tutorials read. */
export function readExampleIds(
  description: Description,
): Record<'organizationId' | 'accountId' | 'secret' | 'sessionToken', string> {
  const secret = description.document.components?.examples?.['account-secret']?.value as
    { secret?: string } | undefined;
  return {
    organizationId: sampleOf(description, 'getOrganization', 'organizationId'),
    accountId: sampleOf(description, 'activateAccount', 'accountId'),
    secret: secret?.secret ?? 'Tidewick-Roast-2026',
    sessionToken: sampleOf(description, 'redeemSession', 'sessionToken'),
  };
}

/** Fills an empty world with the examples, and adds what replies don't show: who owns a card, what pays a subscription. */
export function seedExamples(world: World): void {
  const { store, description } = world;
  const { organizationId, secret, sessionToken } = readExampleIds(description);
  const seen = new Map<Kind, Entity[]>();
  let logs = 0;
  for (const { kind, record } of readExamples(description)) {
    const list = seen.get(kind) ?? seen.set(kind, []).get(kind) ?? [];
    const id = kind === 'logs' ? `log_${(logs += 1)}` : record.id;
    if (!list.some((entry) => entry.id === id)) {
      const createdAt =
        record.createdAt ??
        (record['issueDate'] as string | undefined) ??
        (record['occurredAt'] as string | undefined) ??
        EXAMPLE_NOW;
      list.push({
        ...record,
        id,
        createdAt,
        updatedAt: record.updatedAt ?? createdAt,
        organizationId: SHARED.has(kind) ? '' : organizationId,
      });
    }
  }
  const all = <T extends Entity>(kind: Kind): T[] => (seen.get(kind) ?? []) as T[];
  const customers = all('customers');
  for (const account of all('accounts')) Object.assign(account, { secret });
  for (const instrument of all<Instrument>('instruments')) {
    const { firstName, lastName } = (instrument['billingAddress'] ?? {}) as Fields;
    const owner = customers.find((entry) => entry['firstName'] === firstName && entry['lastName'] === lastName);
    Object.assign(instrument, { customerId: owner?.id, behavior: 'approve', provenAt: instrument.createdAt });
  }
  for (const token of all('tokens'))
    Object.assign(token, { usedAt: token.createdAt, behavior: 'approve', creditCard: {} });
  for (const transaction of all<Transaction>('transactions')) linkTransaction(transaction, customers);
  for (const invoice of all('invoices')) invoice['paidAmount'] = invoice['totalAmount'];
  for (const subscription of all<Subscription>('subscriptions'))
    linkSubscription(subscription, all('plans'), all('instruments'));
  for (const dispute of all('disputes')) {
    dispute['transactionId'] = all('transactions').find(
      (entry) => entry['status'] === 'disputed' && entry['amount'] === dispute['amount'],
    )?.id;
  }
  for (const [kind, records] of seen) {
    records.sort((left, right) => left.createdAt.localeCompare(right.createdAt));
    for (const record of records) store.put(kind, record);
  }
  const createdAt = world.now;
  store.put('sessions', { id: sessionToken, organizationId, createdAt, updatedAt: createdAt });
}

function linkTransaction(transaction: Transaction, customers: Entity[]): void {
  const { email } = (transaction['customer'] ?? {}) as Fields;
  transaction.customerId = customers.find((entry) => entry['email'] === email)?.id;
  transaction.instrumentId = (transaction['paymentInstrument'] as Entity | null | undefined)?.id;
  transaction.invoiceIds = [];
}

function linkSubscription(subscription: Subscription, plans: Entity[], instruments: Instrument[]): void {
  const customerId = (subscription['customer'] as Entity | undefined)?.id;
  const plan = plans.find(({ id }) => id === subscription.items[0]?.planId);
  const interval = plan?.['recurringInterval'] as Subscription['interval'];
  const instrumentId = instruments.find((entry) => entry.customerId === customerId)?.id;
  const { unit = 'month', length = 1 } = interval ?? {};
  const paidUntil = subscription.nextCharge ?? addPeriod(EXAMPLE_NOW, unit, length);
  const periodStart = addPeriod(paidUntil, unit, -length);
  const pausedRemainder = Date.parse(paidUntil) - Date.parse(EXAMPLE_NOW);
  Object.assign(subscription, {
    customerId,
    interval,
    instrumentId,
    isOneTime: interval === undefined,
    paidUntil,
    periodStart,
    pausedRemainder,
  });
}
