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
import * as history from '../src/example-world/history';
import type { Fields, Instrument, Kind, Records } from './records';
import type { World } from './state';

/** The present moment of the example world. */
export const EXAMPLE_NOW = history.NOW;

/** The variables that the tutorials' samples read, for a sandbox at `url` that began with the example world. */
export function listVariables(url: string): Record<string, string> {
  return {
    PAI_API: url,
    PAI_API_KEY: `${history.ACCOUNT.id}_sample_${history.API_KEY.id}`,
    PAI_ORGANIZATION_ID: history.ORGANIZATION.id,
    PAI_ACCOUNT_ID: history.ACCOUNT.id,
    ACCOUNT_SECRET: history.ACCOUNT.secret,
  };
}

/** What a plan says about its periods, in the form of replies. */
const getInterval = (planId: string): unknown => objects.plan(planId)['recurringInterval'];
const isPaid = (invoice: InvoiceFacts): boolean => getPaidAt(invoice, history.NOW) !== undefined;

/** What a customer's list entry lacks: the tags, and the instrument that renewals use. */
function customerFields({ tags, primaryInstrument }: (typeof history.CUSTOMERS)[number]): Fields {
  if (primaryInstrument === undefined) return { tags: [...tags] };
  const method = find(history.INSTRUMENTS, primaryInstrument).card ? 'payment-card' : 'ach';
  return { tags: [...tags], primaryPaymentInstrument: { id: primaryInstrument, method } };
}

/** Who owns an instrument, and since when renewals may charge it. */
function instrumentFields({ id, customer }: (typeof history.INSTRUMENTS)[number]): Partial<Instrument> {
  const first = SALES.find(({ instrument, result }) => instrument === id && result === 'approved');
  return { customerId: customer, behavior: 'approve', provenAt: first && getSettledAt(first) };
}

/** What a subscription's reply doesn't show: its plan's terms, who pays with what, and the period that is paid. */
function subscriptionFields(facts: SubscriptionFacts): Fields {
  const { interval, setupPrice, trialOnly } = find(history.PLANS, facts.plan);
  const trialEndsAt = getTrialEnd(facts);
  const open = INVOICES.find((invoice) => invoice.order === facts.id && !isPaid(invoice));
  const pause = history.PAUSES.find(({ subscription, endAt }) => subscription === facts.id && endAt > history.NOW);
  const paidUntil =
    open?.issuedAt ?? (interval ? getNextPeriodStart(facts, pause?.effectiveAt ?? history.NOW) : trialEndsAt);
  return {
    customerId: facts.customer,
    instrumentId: facts.instrument,
    interval: getInterval(facts.plan),
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
  const findSale = (id: string) => find(SALES, id);
  return {
    customers: history.CUSTOMERS.map((facts) => ({
      ...objects.customerInList(facts.id, history.NOW),
      createdAt: facts.createdAt,
      ...customerFields(facts),
    })),
    tokens: history.TOKENS.map((facts) => ({
      ...objects.token(facts),
      ...(facts === history.TOKEN ? { usedAt: facts.createdAt } : {}),
      behavior: 'approve',
      creditCard: {},
    })),
    instruments: history.INSTRUMENTS.map((facts) => ({ ...objects.instrument(facts.id), ...instrumentFields(facts) })),
    products: history.PRODUCTS.map(({ id }) => objects.product(id)),
    plans: history.PLANS.map(({ id }) => objects.plan(id)),
    invoices: INVOICES.map((facts) => ({
      ...objects.invoice(facts.id, history.NOW),
      createdAt: facts.issuedAt,
      subscriptionId: facts.order,
      paidAmount: isPaid(facts) ? facts.total : 0,
    })),
    transactions: [
      ...SALES.map(({ id, customer, instrument, invoice, idempotencyKey }) => ({
        ...objects.transaction(id, history.NOW),
        idempotencyKey,
        customerId: customer,
        instrumentId: instrument,
        invoiceIds: [invoice.id],
      })),
      ...[...history.REFUNDS, history.AUTHENTICATION].map(({ id, sale }) => ({
        ...objects.transaction(id, history.NOW),
        customerId: findSale(sale).customer,
        instrumentId: findSale(sale).instrument,
        invoiceIds: id === history.AUTHENTICATION.id ? [] : [findSale(sale).invoice.id],
      })),
    ],
    logs: SALES.filter(({ result }) => result === 'approved').flatMap(({ id }) =>
      objects
        .transactionLog(id, history.NOW)
        .map((entry, index) => ({ ...entry, id: `log_${id.slice(4)}${index + 1}`, createdAt: entry['occurredAt'] })),
    ),
    subscriptions: [
      ...history.SUBSCRIPTIONS.map((facts) => ({
        ...objects.subscription(facts.id, history.NOW),
        ...subscriptionFields(facts),
      })),
      ...history.ONE_TIME_ORDERS.map(({ id, customer }) => ({
        ...objects.oneTimeOrder(id, history.NOW),
        customerId: customer,
        isOneTime: true,
        isAutoPay: false,
      })),
    ],
    cancellations: history.CANCELLATIONS.map(({ id, terms }) => ({
      ...objects.cancellation(id, history.NOW),
      createdAt: terms[0]?.at,
    })),
    pauses: history.PAUSES.map(({ id }) => objects.pause(id, history.NOW)),
    reactivations: history.REACTIVATIONS.map(({ id }) => objects.reactivation(id)),
    disputes: history.DISPUTES.map(({ id, sale }) => ({ ...objects.dispute(id, history.NOW), transactionId: sale })),
  };
}

/** The records that belong to no organization. */
function listSharedRecords(): Partial<Record<Kind, Fields[]>> {
  return {
    accounts: [{ ...objects.account(history.NOW, false), secret: history.ACCOUNT.secret }],
    apiKeys: [objects.apiKey(history.API_KEY), objects.apiKey(history.SERVICE_KEY)],
    organizations: [objects.organization(history.NOW)],
    destinations: [{ ...objects.destination(), password: history.DESTINATION.password }],
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
    [listOwnRecords(), history.ORGANIZATION.id],
  ] as const) {
    for (const [kind, list] of Object.entries(records)) {
      const sorted = list.toSorted((left, right) =>
        String(left['createdAt']).localeCompare(String(right['createdAt'])),
      );
      for (const record of sorted) put(kind as Kind, record, organizationId);
    }
  }
  put('sessions', { id: history.SESSION_TOKEN, createdAt: now }, history.ORGANIZATION.id);
}
