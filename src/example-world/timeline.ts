/**
 * What follows from the world's facts: charges, invoices, payments, statuses, next charges, reminders and revenue at any
 * moment. Amounts are in major units; tax is added to prices.
 */
import { addPeriods, addSeconds, formatDay, latest } from './calendar';
import { add, times } from './money';
import type {
  CancellationFacts,
  DisputeFacts,
  PaymentFacts,
  PlanFacts,
  ProductFacts,
  RefundFacts,
  SubscriptionFacts,
  Time,
} from './types';
import {
  CANCELLATIONS,
  CHARGE_SECONDS,
  CUSTOMERS,
  DISPUTES,
  NOW,
  ONE_TIME_ORDERS,
  PAUSES,
  PLANS,
  PRODUCTS,
  REACTIVATIONS,
  REFUNDS,
  REMINDER_DAYS,
  SUBSCRIPTIONS,
} from './history';

/**
 * Finds a record by its ID.
 * @param records Where to look.
 * @param id The ID.
 * @returns The record.
 * @throws {Error} If there is none: the world refers to something that it does not tell of.
 */
export function find<T extends { readonly id: string }>(records: readonly T[], id: string): T {
  const found = records.find((record) => record.id === id);
  if (found === undefined)
    throw new Error(`example data: ${id} is referenced but not defined; add it to src/example-world/events.ts`);
  return found;
}

export interface InvoiceItem {
  readonly description: string;
  readonly quantity: number;
  readonly unitPrice: number;
  readonly amount: number;
  readonly taxRate: number;
  readonly taxAmount: number;
}

export interface Invoice {
  readonly id: string;
  readonly number: string;
  readonly order: string;
  readonly customer: string;
  readonly issuedAt: Time;
  readonly items: readonly InvoiceItem[];
  readonly shippingFee: number;
  readonly totalTax: number;
  readonly total: number;
}

/** One attempt to pay an invoice. */
export interface Sale extends PaymentFacts {
  readonly invoice: Invoice;
  readonly order: string;
  readonly customer: string;
  readonly paymentType: 'subscription-payment' | 'one-time-payment';
  readonly merchantInitiated: boolean;
}

/** A charge of a subscription: what is due when. */
export interface Charge {
  readonly index: number;
  readonly at: Time;
  readonly periodEnd: Time;
}

const findPlan = (order: { readonly plan: string }): PlanFacts => find(PLANS, order.plan);
const findProduct = (plan: PlanFacts): ProductFacts => find(PRODUCTS, plan.product);

/**
 * Says when the trial of a subscription ends.
 * @param subscription The subscription.
 * @returns The end, or `undefined` without a trial.
 */
export function getTrialEnd(subscription: SubscriptionFacts): Time | undefined {
  const { trial } = findPlan(subscription);
  return trial && addPeriods(subscription.createdAt, trial.period);
}

/** The moment that the periods of a subscription are counted from. */
const getAnchor = (subscription: SubscriptionFacts): Time => getTrialEnd(subscription) ?? subscription.createdAt;

/** When a cancellation was confirmed, and when the subscription churned or will churn. */
export interface Ending {
  readonly cancelledAt: Time;
  readonly churnedAt: Time;
  readonly undoneAt: Time | undefined;
}

function findEnding(cancellation: CancellationFacts): Ending | undefined {
  const agreed = cancellation.terms.findLast(({ status }) => status === 'confirmed');
  if (!agreed) return undefined;
  const subscription = find(SUBSCRIPTIONS, cancellation.subscription);
  const undone = REACTIVATIONS.find((reactivation) => reactivation.cancellation === cancellation.id);
  return {
    cancelledAt: agreed.at,
    churnedAt: agreed.churnTimePolicy === 'at-next-renewal' ? getNextPeriodStart(subscription, agreed.at) : agreed.at,
    undoneAt: undone?.createdAt,
  };
}

/**
 * Says how a cancellation ends its subscription.
 * @param id ID of the cancellation.
 * @returns The two moments, or `undefined` for one that was never confirmed.
 */
export function getEnding(id: string): Ending | undefined {
  return findEnding(find(CANCELLATIONS, id));
}

/** The start of the first period that begins at or after a moment, whether or not it will be charged. */
export function getNextPeriodStart(subscription: SubscriptionFacts, at: Time): Time {
  const { interval } = findPlan(subscription);
  if (!interval)
    throw new Error(
      `example data: ${subscription.id} has no interval, so it has no next period; add an interval to its plan`,
    );
  for (let count = 0; ; count += 1) {
    const start = addPeriods(getAnchor(subscription), interval, count);
    if (start >= at) return start;
  }
}

function endingAt(subscription: SubscriptionFacts, at: Time): Ending | undefined {
  return CANCELLATIONS.filter((cancellation) => cancellation.subscription === subscription.id)
    .map(findEnding)
    .find((ending) => ending && ending.cancelledAt <= at && !(ending.undoneAt !== undefined && ending.undoneAt <= at));
}

function isPaused(subscription: SubscriptionFacts, at: Time): boolean {
  return PAUSES.some((pause) => pause.subscription === subscription.id && pause.effectiveAt <= at && at < pause.endAt);
}

/**
 * Lists the charges of a subscription that fell due.
 * @param subscription The subscription.
 * @param until The last moment that counts.
 * @returns The charges in order, none of them within a pause or after a cancellation.
 */
export function getCharges(subscription: SubscriptionFacts, until: Time = NOW): Charge[] {
  const { interval } = findPlan(subscription);
  if (!interval) return [];
  const charges: Charge[] = [];
  for (let count = 0; ; count += 1) {
    const at = addPeriods(getAnchor(subscription), interval, count);
    if (at > until) return charges;
    if (isPaused(subscription, at) || endingAt(subscription, at)) continue;
    charges.push({ index: charges.length, at, periodEnd: addPeriods(at, interval) });
  }
}

function createItem(description: string, quantity: number, unitPrice: number, taxRate: number): InvoiceItem {
  const amount = times(unitPrice, quantity);
  return { description, quantity, unitPrice, amount, taxRate, taxAmount: times(amount, taxRate / 100) };
}

function createInvoice(
  order: { readonly id: string; readonly customer: string },
  issuedAt: Time,
  number: number,
  items: readonly InvoiceItem[],
  shippingFee = 0,
): Invoice {
  const digits = String(number).padStart(4, '0');
  const totalTax = add(...items.map(({ taxAmount }) => taxAmount));
  return {
    id: `inv_${issuedAt.slice(0, 7)}-${digits}`,
    number: `TW-${issuedAt.slice(0, 4)}-${digits}`,
    order: order.id,
    customer: order.customer,
    issuedAt,
    items,
    shippingFee,
    totalTax,
    total: add(...items.map(({ amount }) => amount), totalTax, shippingFee),
  };
}

function chargeItems(subscription: SubscriptionFacts, charge: Charge): InvoiceItem[] {
  const plan = findPlan(subscription);
  const { taxRate } = findProduct(plan);
  const sameYear = charge.at.slice(0, 4) === charge.periodEnd.slice(0, 4);
  const period = `${formatDay(charge.at, !sameYear)} to ${formatDay(charge.periodEnd, true)}`;
  const items = [createItem(`${plan.name}, ${period}`, subscription.quantity, plan.price, taxRate)];
  if (charge.index === 0 && plan.setupPrice !== undefined)
    items.push(createItem(`${plan.name}, setup fee`, 1, plan.setupPrice, taxRate));
  return items;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `txn_MayaNov15`: who and when, so that readers recognize the record. */
function automaticId(subscription: SubscriptionFacts, at: Time): string {
  const [, who = ''] = /^cus_([A-Z][a-z]+)/.exec(subscription.customer) ?? [];
  return `txn_${who}${MONTHS[Number(at.slice(5, 7)) - 1] ?? ''}${at.slice(8, 10)}`;
}

function listPayments(
  subscription: SubscriptionFacts,
  charge: Charge,
): { payment: PaymentFacts; automatic: boolean }[] {
  const failure = subscription.failures?.[charge.at];
  const told = charge.index === 0 ? subscription.firstCharge : failure;
  if (told) return told.payments.map((payment) => ({ payment, automatic: told === failure }));
  if (subscription.instrument === undefined)
    throw new Error(
      `example data: ${subscription.id} has no payment instrument for its charge on ${charge.at}; add one`,
    );
  return [
    {
      payment: {
        id: automaticId(subscription, charge.at),
        at: addSeconds(charge.at, CHARGE_SECONDS),
        instrument: subscription.instrument,
        result: 'approved',
      },
      automatic: true,
    },
  ];
}

interface Ledger {
  readonly invoices: readonly Invoice[];
  readonly sales: readonly Sale[];
}

function keepLedger(): Ledger {
  const invoices: Invoice[] = [];
  const sales: Sale[] = [];
  for (const subscription of SUBSCRIPTIONS) {
    for (const charge of getCharges(subscription)) {
      const number = subscription.invoices[charge.index];
      if (number === undefined)
        throw new Error(
          `example data: ${subscription.id} has no invoice number for its charge on ${charge.at}; add one`,
        );
      const invoice = createInvoice(subscription, charge.at, number, chargeItems(subscription, charge));
      invoices.push(invoice);
      for (const { payment, automatic } of listPayments(subscription, charge)) {
        sales.push({
          ...payment,
          invoice,
          order: subscription.id,
          customer: subscription.customer,
          paymentType: 'subscription-payment',
          merchantInitiated: automatic,
        });
      }
    }
  }
  for (const order of ONE_TIME_ORDERS) {
    const plan = findPlan(order);
    const items = [createItem(plan.name, order.quantity, plan.price, findProduct(plan).taxRate)];
    const invoice = createInvoice(order, order.issuedAt, order.invoice, items, order.shippingFee);
    invoices.push(invoice);
    for (const payment of order.payments) {
      sales.push({
        ...payment,
        invoice,
        order: order.id,
        customer: order.customer,
        paymentType: 'one-time-payment',
        merchantInitiated: false,
      });
    }
  }
  return {
    invoices: invoices.sort((a, b) => a.issuedAt.localeCompare(b.issuedAt)),
    sales: sales.sort((a, b) => a.at.localeCompare(b.at)),
  };
}

const ledger = keepLedger();

/** All invoices up to the present, by the time of issue. */
export const INVOICES = ledger.invoices;
/** All attempts to pay, by time. */
export const SALES = ledger.sales;

/** When a sale reached its final status. */
export function getSettledAt(sale: Sale): Time {
  return sale.before?.at(-1)?.at ?? sale.at;
}

const isPaidBy = (sale: Sale, at: Time): boolean => sale.result === 'approved' && getSettledAt(sale) <= at;

/**
 * Says when an invoice was paid.
 * @param invoice The invoice.
 * @param at The moment that the question is asked at.
 * @returns The time of the payment, or `undefined` while there is none.
 */
export function getPaidAt(invoice: Invoice, at: Time): Time | undefined {
  const sale = SALES.find((candidate) => candidate.invoice === invoice && isPaidBy(candidate, at));
  return sale && getSettledAt(sale);
}

/**
 * Reckons what a refund returns: the price of so many units and their tax.
 * @param refund The refund.
 * @returns The amount.
 */
export function getRefundAmount(refund: RefundFacts): number {
  const { invoice } = find(SALES, refund.sale);
  const [item] = invoice.items;
  if (!item) throw new Error(`example data: ${invoice.id} has no item to refund; add one`);
  const price = times(item.unitPrice, refund.quantity);
  return add(price, times(price, item.taxRate / 100));
}

/** What was refunded of a sale until a moment. */
export function getRefunded(sale: { readonly id: string }, at: Time): number {
  return add(...REFUNDS.filter((refund) => refund.sale === sale.id && refund.at <= at).map(getRefundAmount));
}

/** The dispute of a sale, if it had begun by a moment. */
function getDispute(sale: { readonly id: string }, at: Time): DisputeFacts | undefined {
  return DISPUTES.find((dispute) => dispute.sale === sale.id && dispute.createdAt <= at);
}

/** The status of an invoice at a moment. */
export function getInvoiceStatus(invoice: Invoice, at: Time): string {
  const sale = SALES.find((candidate) => candidate.invoice === invoice && isPaidBy(candidate, at));
  if (!sale) return 'unpaid';
  if (getDispute(sale, at)) return 'disputed';
  const refunded = getRefunded(sale, at);
  return refunded === 0 ? 'paid' : refunded === invoice.total ? 'refunded' : 'partially-refunded';
}

/** Where a sale stands at a moment. */
export interface SaleState {
  readonly status: string;
  readonly result: string;
  readonly combinedStatus: string;
  readonly updatedAt: Time;
}

/**
 * Says where a sale stands.
 * @param sale The sale.
 * @param at The moment.
 * @returns Status, result, both in one word, and the time of the last change.
 */
export function getSaleState(sale: Sale, at: Time): SaleState {
  const step = sale.before?.findLast((change) => change.at <= at);
  if (step && step.status !== 'completed')
    return { status: step.status, result: 'unknown', combinedStatus: step.status, updatedAt: step.at };
  const settledAt = getSettledAt(sale);
  if (sale.result === 'declined')
    return { status: 'completed', result: 'declined', combinedStatus: 'declined', updatedAt: settledAt };
  const dispute = getDispute(sale, at);
  const refunded = getRefunded(sale, at);
  const status = dispute
    ? 'disputed'
    : refunded === 0
      ? 'completed'
      : refunded === sale.invoice.total
        ? 'refunded'
        : 'partially-refunded';
  const refundTimes = REFUNDS.filter((refund) => refund.sale === sale.id).map((refund) => refund.at);
  const updatedAt = latest([settledAt, dispute?.createdAt, ...refundTimes], at) ?? settledAt;
  return { status, result: 'approved', combinedStatus: status, updatedAt };
}

/** What customers have paid, refunds and disputes not deducted: how the API reckons revenue is not documented. */
export function getLifetimeRevenue(customer: string, at: Time): number {
  return add(
    ...SALES.filter((sale) => sale.customer === customer && isPaidBy(sale, at)).map(({ invoice }) => invoice.total),
  );
}

/** The time of a customer's latest payment, or `undefined` if there was none. */
export function getLastPayment(customer: string, at: Time): Time | undefined {
  return latest(SALES.filter((sale) => sale.customer === customer && isPaidBy(sale, at)).map(getSettledAt), at);
}

const firstCharge = (subscription: SubscriptionFacts, at: Time): Invoice | undefined =>
  INVOICES.find((invoice) => invoice.order === subscription.id && invoice.issuedAt <= at);

/** Whether a charge that fell due is still unpaid. */
const owes = (subscription: SubscriptionFacts, at: Time): boolean =>
  INVOICES.some(
    (invoice) => invoice.order === subscription.id && invoice.issuedAt <= at && getPaidAt(invoice, at) === undefined,
  );

/**
 * Says which status a subscription has.
 * @param subscription The subscription.
 * @param at The moment.
 * @returns The status, or `undefined` before a first payment without a trial: that one is not documented.
 */
export function getSubscriptionStatus(subscription: SubscriptionFacts, at: Time): string | undefined {
  const ending = endingAt(subscription, at);
  if (ending) return at < ending.churnedAt ? 'canceled' : 'churned';
  if (isPaused(subscription, at)) return 'paused';
  const trialEnd = getTrialEnd(subscription);
  if (trialEnd !== undefined && at < trialEnd) return 'active';
  if (findPlan(subscription).trialOnly) return 'trial-ended';
  const first = firstCharge(subscription, at);
  if (first && getPaidAt(first, at) === undefined) return trialEnd === undefined ? undefined : 'trial-ended';
  // A charge and its payment are seconds apart; only a failed one leaves the subscription unpaid.
  return owes(subscription, at) && SALES.some((sale) => isFailureOf(subscription, sale, at)) ? 'unpaid' : 'active';
}

const isFailureOf = (subscription: SubscriptionFacts, sale: Sale, at: Time): boolean =>
  sale.order === subscription.id &&
  sale.result === 'declined' &&
  sale.at <= at &&
  getPaidAt(sale.invoice, at) === undefined;

/**
 * Says when a subscription is charged next.
 * @param subscription The subscription.
 * @param at The moment; a charge that is due right then counts as the next one.
 * @returns The time, or `null` if no charge is scheduled.
 */
export function getNextCharge(subscription: SubscriptionFacts, at: Time): Time | null {
  if (!findPlan(subscription).interval) return null;
  const status = getSubscriptionStatus(subscription, at);
  if (status !== undefined && ['canceled', 'churned', 'paused', 'trial-ended', 'unpaid'].includes(status)) return null;
  return getNextPeriodStart(subscription, at === subscription.createdAt ? addSeconds(at, 1) : at);
}

/** The time of the latest renewal reminder: reminders precede renewals, not the first charge. */
export function getReminderSentAt(subscription: SubscriptionFacts, at: Time): Time | null {
  const { interval } = findPlan(subscription);
  if (!interval) return null;
  const reminders: Time[] = [];
  for (let count = 1; ; count += 1) {
    const renewal = addPeriods(getAnchor(subscription), interval, count);
    const reminder = addPeriods(renewal, { unit: 'day', length: REMINDER_DAYS }, -1);
    if (reminder > at) break;
    if (!isPaused(subscription, reminder) && !endingAt(subscription, reminder)) reminders.push(reminder);
  }
  return reminders.at(-1) ?? null;
}

/** When a subscription ends, if that is settled. */
export function getEndTime(subscription: SubscriptionFacts, at: Time): Time | null {
  if (findPlan(subscription).trialOnly) return getTrialEnd(subscription) ?? null;
  return endingAt(subscription, at)?.churnedAt ?? null;
}

/** When a subscription was last changed by anything that the world tells of. */
export function getSubscriptionUpdatedAt(subscription: SubscriptionFacts, at: Time): Time {
  const own = CANCELLATIONS.filter((cancellation) => cancellation.subscription === subscription.id).map(findEnding);
  const moments = [
    subscription.createdAt,
    getReminderSentAt(subscription, at) ?? undefined,
    ...SALES.filter((sale) => sale.order === subscription.id).map(getSettledAt),
    ...PAUSES.filter((pause) => pause.subscription === subscription.id).flatMap((pause) => [
      pause.effectiveAt,
      pause.endAt,
    ]),
    ...own.flatMap((ending) => (ending ? [ending.cancelledAt, ending.undoneAt] : [])),
    ...own.flatMap((ending) => (ending && ending.undoneAt === undefined ? [ending.churnedAt] : [])),
    ...(at >= getAnchor(subscription) && getTrialEnd(subscription) !== undefined ? [getTrialEnd(subscription)] : []),
  ];
  return latest(moments, at) ?? subscription.createdAt;
}

/** The customers that exist at a moment. */
export function getCustomers(at: Time): typeof CUSTOMERS {
  return CUSTOMERS.filter(({ createdAt }) => createdAt <= at);
}
