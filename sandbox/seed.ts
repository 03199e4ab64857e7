/**
 * The example world as records: everything that the examples of the API and the tutorials show, as it stands at the
 * present moment of that world. What replies don't show (who owns a card, what pays a subscription) comes from its facts.
 */
import { addPeriods } from '../src/example-world/calendar';
import * as objects from '../src/example-world/objects';
import {
  find,
  getNextPeriodStart,
  getPaidAt,
  getSettledAt,
  getTrialEnd,
  INVOICES,
  type Invoice as InvoiceFacts,
  SALES,
} from '../src/example-world/timeline';
import type { SubscriptionFacts } from '../src/example-world/types';
import {
  ACCOUNT,
  API_KEY,
  AUTHENTICATION,
  CANCELLATIONS,
  CUSTOMERS,
  DESTINATION,
  DISPUTES,
  INSTRUMENTS,
  NOW,
  ONE_TIME_ORDERS,
  ORGANIZATION,
  PAUSES,
  PLANS,
  PRODUCTS,
  REACTIVATIONS,
  REFUNDS,
  SERVICE_KEY,
  SESSION_TOKEN,
  SUBSCRIPTIONS,
  TOKEN,
} from '../src/example-world/world';
import type { Fields, Instrument, Kind, Records } from './records';
import type { World } from './world';

/** The present moment of the example world. */
export const EXAMPLE_NOW = NOW;

/** The variables that the tutorials' samples read, for a sandbox at `url` that began with the example world. */
export function listVariables(url: string): Record<string, string> {
  return {
    PAI_API: url,
    PAI_API_KEY: `${ACCOUNT.id}_sample_${API_KEY.id}`,
    PAI_ORGANIZATION_ID: ORGANIZATION.id,
    PAI_ACCOUNT_ID: ACCOUNT.id,
    ACCOUNT_SECRET: ACCOUNT.secret,
  };
}

/** What a plan says about its periods, in the form of replies. */
const intervalOf = (planId: string): unknown => objects.plan(planId)['recurringInterval'];
const isPaid = (invoice: InvoiceFacts): boolean => getPaidAt(invoice, NOW) !== undefined;

/** What a customer's list entry lacks: the tags, and the instrument that renewals use. */
function customerFields({ tags, primaryInstrument }: (typeof CUSTOMERS)[number]): Fields {
  if (primaryInstrument === undefined) return { tags: [...tags] };
  const method = find(INSTRUMENTS, primaryInstrument).card ? 'payment-card' : 'ach';
  return { tags: [...tags], primaryPaymentInstrument: { id: primaryInstrument, method } };
}

/** Who owns an instrument, and since when renewals may charge it. */
function instrumentFields({ id, customer }: (typeof INSTRUMENTS)[number]): Partial<Instrument> {
  const first = SALES.find(({ instrument, result }) => instrument === id && result === 'approved');
  return { customerId: customer, behavior: 'approve', provenAt: first && getSettledAt(first) };
}

/** What a subscription's reply doesn't show: its plan's terms, who pays with what, and the period that is paid. */
function subscriptionFields(facts: SubscriptionFacts): Fields {
  const { interval, setupPrice, trialOnly } = find(PLANS, facts.plan);
  const trialEndsAt = getTrialEnd(facts);
  const open = INVOICES.find((invoice) => invoice.order === facts.id && !isPaid(invoice));
  const pause = PAUSES.find(({ subscription, endAt }) => subscription === facts.id && endAt > NOW);
  const paidUntil = open?.issuedAt ?? (interval ? getNextPeriodStart(facts, pause?.effectiveAt ?? NOW) : trialEndsAt);
  return {
    customerId: facts.customer,
    instrumentId: facts.instrument,
    interval: intervalOf(facts.plan),
    isOneTime: false,
    isTrialOnly: trialOnly ?? false,
    setupPrice,
    trialEndsAt,
    openInvoiceId: open?.id,
    paidUntil,
    periodStart: interval && paidUntil !== undefined ? addPeriods(paidUntil, interval, -1) : facts.createdAt,
    pausedRemainder:
      pause && paidUntil !== undefined ? Date.parse(paidUntil) - Date.parse(pause.effectiveAt) : undefined,
  };
}

/** The records that belong to the example organization, by kind; each with what its reply doesn't show. */
function listOwnRecords(): Partial<Record<Kind, Fields[]>> {
  const saleOf = (id: string) => find(SALES, id);
  return {
    customers: CUSTOMERS.map((facts) => ({
      ...objects.customerInList(facts.id, NOW),
      createdAt: facts.createdAt,
      ...customerFields(facts),
    })),
    tokens: [{ ...objects.token(), usedAt: TOKEN.createdAt, behavior: 'approve', creditCard: {} }],
    instruments: INSTRUMENTS.map((facts) => ({ ...objects.instrument(facts.id), ...instrumentFields(facts) })),
    products: PRODUCTS.map(({ id }) => objects.product(id)),
    plans: PLANS.map(({ id }) => objects.plan(id)),
    invoices: INVOICES.map((facts) => ({
      ...objects.invoice(facts.id, NOW),
      createdAt: facts.issuedAt,
      subscriptionId: facts.order,
      paidAmount: isPaid(facts) ? facts.total : 0,
    })),
    transactions: [
      ...SALES.map(({ id, customer, instrument, invoice, idempotencyKey }) => ({
        ...objects.transaction(id, NOW),
        idempotencyKey,
        customerId: customer,
        instrumentId: instrument,
        invoiceIds: [invoice.id],
      })),
      ...[...REFUNDS, AUTHENTICATION].map(({ id, sale }) => ({
        ...objects.transaction(id, NOW),
        customerId: saleOf(sale).customer,
        instrumentId: saleOf(sale).instrument,
        invoiceIds: id === AUTHENTICATION.id ? [] : [saleOf(sale).invoice.id],
      })),
    ],
    logs: SALES.filter(({ result }) => result === 'approved').flatMap(({ id }) =>
      objects
        .transactionLog(id, NOW)
        .map((entry, index) => ({ ...entry, id: `log_${id.slice(4)}${index + 1}`, createdAt: entry['occurredAt'] })),
    ),
    subscriptions: [
      ...SUBSCRIPTIONS.map((facts) => ({ ...objects.subscription(facts.id, NOW), ...subscriptionFields(facts) })),
      ...ONE_TIME_ORDERS.map(({ id, customer }) => ({
        ...objects.oneTimeOrder(id, NOW),
        customerId: customer,
        isOneTime: true,
        isAutoPay: false,
      })),
    ],
    cancellations: CANCELLATIONS.map(({ id, terms }) => ({
      ...objects.cancellation(id, NOW),
      createdAt: terms[0]?.at,
    })),
    pauses: PAUSES.map(({ id }) => objects.pause(id, NOW)),
    reactivations: REACTIVATIONS.map(({ id }) => objects.reactivation(id)),
    disputes: DISPUTES.map(({ id, sale }) => ({ ...objects.dispute(id, NOW), transactionId: sale })),
  };
}

/** The records that belong to no organization. */
function listSharedRecords(): Partial<Record<Kind, Fields[]>> {
  return {
    accounts: [{ ...objects.account(NOW, false), secret: ACCOUNT.secret }],
    apiKeys: [objects.apiKey(API_KEY), objects.apiKey(SERVICE_KEY)],
    organizations: [objects.organization(NOW)],
    destinations: [{ ...objects.destination(), password: DESTINATION.password }],
  };
}

/** Fills an empty world with the example world. */
export function seedExamples({ store, now }: World): void {
  const put = (kind: Kind, record: Fields, organizationId: string): void => {
    const updatedAt = record['updatedAt'] ?? record['createdAt'];
    store.put(kind, { ...record, updatedAt, organizationId } as Records[Kind]);
  };
  for (const [records, organizationId] of [
    [listSharedRecords(), ''],
    [listOwnRecords(), ORGANIZATION.id],
  ] as const) {
    for (const [kind, list] of Object.entries(records)) {
      const sorted = list.toSorted((left, right) =>
        String(left['createdAt']).localeCompare(String(right['createdAt'])),
      );
      for (const record of sorted) put(kind as Kind, record, organizationId);
    }
  }
  put('sessions', { id: SESSION_TOKEN, createdAt: now }, ORGANIZATION.id);
}
