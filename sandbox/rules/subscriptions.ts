/** Subscriptions and one-time orders: how they start, renew, change and end. */
import { isDeepStrictEqual } from 'node:util';
import { computePrice, PricingError, roundToCents } from '../../src/pricing/formulas';
import { afterPayment, chargeCard, issueInvoice, type Line } from '../billing';
import { addDays, addPeriod, formatDay } from '../clock';
import { Refusal } from '../errors';
import { makeList } from '../lists';
import type { Customer, Entity, Fields, Invoice, Plan, Subscription, SubscriptionItem } from '../records';
import type { Call, DueRule, Handlers, World } from '../state';
import { getNamed } from './crud';

const TRIAL_REMINDER_DAYS = 3;
const RENEWAL_REMINDER_DAYS = 7;
/** Days after a failed renewal until its order counts as delinquent; an assumption. */
const DELINQUENCY_DAYS = 14;

interface ItemBody {
  quantity?: number;
  plan: Partial<Plan> & { id: string };
}

/** What the items of a body come to: the parts of a subscription that follow from its plans. */
interface Order {
  items: SubscriptionItem[];
  plans: Plan[];
  price: number;
  currency: string;
  interval: Plan['recurringInterval'];
  name: string | undefined;
  bilingCycle: Fields | undefined;
  setupPrice: number;
}

/** The cycle of a plan, as replies spell it. */
function toCycle(interval: Plan['recurringInterval']): Fields | undefined {
  return interval?.unit === undefined ? undefined : { unit: `${interval.unit}s`, length: interval.length ?? 1 };
}

function computeTotal(items: readonly SubscriptionItem[]): number {
  return roundToCents(
    items.reduce((sum, { formula, price, quantity }) => sum + computePrice(formula, price, quantity), 0),
  );
}

/**
 * Looks up the plans of a body's items. What an item says about its plan holds for this order only.
 *
 * @param isNew whether the order is new, because a running subscription can keep a plan that's no longer for sale
 * @throws a 400 if a plan is missing or not for sale, or if the plans don't fit together
 */
function readItems(call: Call, bodies: ItemBody[], isNew: boolean): Order {
  // The OpenAPI file doesn't check the items of a one-time order.
  if (!Array.isArray(bodies) || bodies.length === 0)
    throw new Refusal(400, 'items must be a list with at least one item, and each item needs a plan.');
  const wrong = bodies.findIndex((item: Partial<ItemBody> | null) => typeof item?.plan?.id !== 'string');
  if (wrong !== -1)
    throw new Refusal(400, `items.${wrong}.plan.id is missing. Send the plan's ID, such as {"plan": {"id": "pln_…"}}.`);
  const plans = bodies.map(({ plan }): Plan => {
    const stored = call.world.refer('plans', 'items.plan.id', plan.id, call);
    if (isNew && stored.isActive === false)
      throw new Refusal(400, `The plan ${stored.id} isn't active, so it can't be sold.`);
    return { ...stored, ...plan };
  });
  const currencies = [...new Set(plans.map(({ currency }) => currency))];
  const [currency] = currencies;
  if (currencies.length > 1 || currency === undefined)
    throw new Refusal(
      400,
      `The plans of one order need one currency, and these have ${currencies.join(', ') || 'none'}.`,
    );
  const items = plans.map((plan, index): SubscriptionItem => {
    const quantity = bodies[index]?.quantity ?? 1;
    const { price = 0, formula = 'flat-rate' } = plan.pricing ?? {};
    return {
      price,
      quantity,
      formula,
      currency,
      planId: plan.id,
      planName: plan.name,
      bilingCycle: toCycle(plan.recurringInterval),
    };
  });
  const interval = plans.find(({ recurringInterval }) => recurringInterval)?.recurringInterval;
  const setupPrice = roundToCents(plans.reduce((sum, { setup }) => sum + (setup?.price ?? 0), 0));
  try {
    return {
      items,
      plans,
      price: computeTotal(items),
      currency,
      interval,
      name: plans[0]?.name,
      bilingCycle: toCycle(interval),
      setupPrice,
    };
  } catch (error) {
    throw error instanceof PricingError ? new Refusal(400, error.message) : error;
  }
}

function findInstrument(call: Call, id: string | undefined, customer: Customer): string | undefined {
  if (id === undefined) return customer.primaryPaymentInstrument?.id;
  const instrument = call.world.refer('instruments', 'paymentInstrumentId', id, call);
  if (instrument.customerId !== customer.id)
    throw new Refusal(400, 'paymentInstrumentId: the payment instrument belongs to another customer.');
  return id;
}

/** A subscription as replies show it: with its customer as that is now. */
function present(world: World, subscription: Subscription): Fields {
  const found = world.find('customers', subscription.customerId, subscription.organizationId ?? '');
  const { id, firstName, lastName, organization, email }: Partial<Customer> = found ?? {};
  return { ...subscription, customer: { id, firstName, lastName, organization: organization ?? undefined, email } };
}

/** Records an event about a subscription. */
export function announce(world: World, type: string, subscription: Subscription): void {
  world.events.emit(`subscription-${type}`, subscription.organizationId ?? '', present(world, subscription));
}

/** Announces the first payment of a subscription. */
function announceActivation(world: World, subscription: Subscription): void {
  announce(world, 'activated', world.change('subscriptions', subscription, { isActivated: true }));
}

/** The lines of an invoice for an order's items; those for a period name it, as in the documentation's examples. */
function listLines({ items }: Subscription, period?: string): Line[] {
  return items.map(({ planName, quantity, price, formula }) => {
    const amount = computePrice(formula, price, quantity);
    const name = typeof planName === 'string' ? planName : 'Order';
    return { description: period === undefined ? name : `${name}, ${period}`, quantity, unitPrice: price, amount };
  });
}

/** The lines for the period that begins at a moment. A postpaid plan is charged for the one before, which isn't named. */
function listPeriodLines(subscription: Subscription, from: string): Line[] {
  if (isPostpaid(subscription)) return listLines(subscription);
  const to = computePeriodEnd(subscription, from);
  const isOneYear = from.slice(0, 4) === to.slice(0, 4);
  return listLines(subscription, `${formatDay(from, !isOneYear)} to ${formatDay(to, true)}`);
}

/** The end of the period that begins at a moment. */
function computePeriodEnd({ interval }: Subscription, from: string): string {
  const { unit = 'month', length = 1, periodAnchorInstruction } = interval ?? {};
  const { method, day } = (periodAnchorInstruction ?? {}) as { method?: string; day?: number };
  return addPeriod(from, unit, length, method === 'day-of-month' ? day : undefined);
}

/**
 * Issues the invoice of a period, and charges it if that may happen without the customer: only an instrument that has
 * paid before is charged. What follows a payment is in {@link follow}.
 */
function collect(world: World, subscription: Subscription, lines: Line[], status: string): void {
  const { organizationId = '', currency, credit = 0 } = subscription as Subscription & { credit?: number };
  const customer = world.find('customers', subscription.customerId, organizationId);
  const used = Math.min(credit, roundToCents(lines.reduce((sum, { amount }) => sum + amount, 0)));
  const creditLine = { description: 'Credit for unused time', quantity: 1, unitPrice: -used, amount: -used };
  const invoice = issueInvoice(world, {
    organizationId,
    customer,
    subscription,
    currency,
    lines: used > 0 ? [...lines, creditLine] : lines,
  });
  world.change('subscriptions', subscription, {
    status,
    nextCharge: null,
    openInvoiceId: invoice.id,
    delinquentSince: undefined,
    credit: roundToCents(credit - used),
  });
  if (invoice.status === 'paid') follow(world, invoice);
  else if (subscription.isAutoPay) chargeInvoice(world, subscription, invoice);
}

/** Charges what is unpaid of an invoice, if the instrument has paid before. */
function chargeInvoice(world: World, subscription: Subscription, invoice: Invoice): void {
  const { organizationId = '', customerId, instrumentId, currency } = subscription;
  const instrument = world.find('instruments', instrumentId, organizationId);
  if (instrument?.provenAt === undefined) return;
  chargeCard(world, {
    organizationId,
    amount: roundToCents(invoice.totalAmount - invoice.paidAmount),
    currency,
    type: 'sale',
    customer: world.find('customers', customerId, organizationId),
    instrument,
    invoices: [invoice],
    isMerchantInitiated: true,
  });
}

/** What a paid invoice does to its subscription. */
function follow(world: World, invoice: Invoice): void {
  const subscription = world.find('subscriptions', invoice.subscriptionId, invoice.organizationId ?? '');
  if (!subscription || subscription.openInvoiceId !== invoice.id) return;
  const { status, trialEndsAt, isOneTime, isTrialOnly, paidUntil, renewalTime } = subscription as Subscription & {
    renewalTime?: string;
  };
  if (isOneTime === true) {
    world.change('subscriptions', subscription, { openInvoiceId: undefined });
    return;
  }
  if (trialEndsAt !== undefined && status === 'connected') {
    const end = isTrialOnly === true ? { nextCharge: null, endTime: trialEndsAt } : { nextCharge: trialEndsAt };
    world.change('subscriptions', subscription, {
      status: 'active',
      openInvoiceId: undefined,
      periodStart: world.now,
      paidUntil: trialEndsAt,
      ...end,
    });
    // A free trial's invoice was never paid, so the first payment is still to come.
    if (invoice.totalAmount > 0) announceActivation(world, subscription);
    return;
  }
  const isFirst = status === 'connected' || status === 'trial-ended';
  const from = status === 'trial-ended' ? (trialEndsAt ?? world.now) : isFirst ? world.now : (paidUntil ?? world.now);
  const until = isFirst && renewalTime !== undefined ? renewalTime : computePeriodEnd(subscription, from);
  world.change('subscriptions', subscription, {
    status: 'active',
    openInvoiceId: undefined,
    periodStart: from,
    paidUntil: until,
    nextCharge: until,
  });
  if (isFirst && subscription.isActivated !== true) announceActivation(world, subscription);
  else announce(world, 'renewed', subscription);
}
afterPayment.push(follow);

function setupLines({ setupPrice = 0 }: Subscription): Line[] {
  return setupPrice > 0 ? [{ description: 'Setup', quantity: 1, unitPrice: setupPrice, amount: setupPrice }] : [];
}

/** Begins a subscription: with its trial, or with its first period. */
function start(world: World, subscription: Subscription): void {
  const { trialEndsAt, trialPrice = 0 } = subscription as Subscription & { trialPrice?: number };
  world.change('subscriptions', subscription, { startAt: undefined });
  if (trialEndsAt !== undefined) {
    collect(
      world,
      subscription,
      [{ description: 'Trial', quantity: 1, unitPrice: trialPrice, amount: trialPrice }],
      'connected',
    );
  } else if (isPostpaid(subscription)) startPostpaid(world, subscription);
  else
    collect(
      world,
      subscription,
      [...listPeriodLines(subscription, world.now), ...setupLines(subscription)],
      'connected',
    );
}

function isPostpaid({ interval }: Subscription): boolean {
  return interval?.billingTiming === 'postpaid';
}

/** Begins the first full period of a postpaid plan, which is charged at its end, together with the setup price. */
function startPostpaid(world: World, subscription: Subscription): void {
  const until = computePeriodEnd(subscription, world.now);
  world.change('subscriptions', subscription, {
    status: 'active',
    periodStart: world.now,
    paidUntil: until,
    nextCharge: until,
    owesSetup: true,
  });
  if (subscription.isActivated !== true) announceActivation(world, subscription);
}

function createSubscription(call: Call): Fields {
  const { world, body, organizationId } = call;
  const { customerId, items, paymentInstrumentId, renewalTime, startAt, trial } = body as {
    customerId: string;
    items: ItemBody[];
    trial?: { enabled?: boolean; endAt?: string };
  } & Record<'paymentInstrumentId' | 'renewalTime' | 'startAt', string | undefined>;
  const customer = world.refer('customers', 'customerId', customerId, call);
  const { plans, ...order } = readItems(call, items, true);
  const isTrialOnly = (body['isTrialOnly'] as boolean | undefined) ?? plans.some((plan) => plan.isTrialOnly === true);
  const planTrial = plans.find((plan) => plan.trial?.period)?.trial;
  if (order.interval === undefined && !isTrialOnly) {
    throw new Refusal(400, 'The plan has no recurringInterval: sell it with POST …/subscriptions/one-time-orders.');
  }
  const startsLater = startAt !== undefined && Date.parse(startAt) > world.clock.time;
  const startsAt = startsLater ? startAt : world.now;
  const { unit = 'day', length = 1 } = planTrial?.period ?? {};
  const planEnd = planTrial?.period ? addPeriod(startsAt, unit, length) : undefined;
  const trialEndsAt = trial?.enabled === false ? undefined : (trial?.endAt ?? planEnd);
  const isChargedAtStart = startsLater && trialEndsAt === undefined && order.interval?.billingTiming !== 'postpaid';
  if (isTrialOnly && trialEndsAt === undefined)
    throw new Refusal(400, 'isTrialOnly is true, and neither the plan nor the body has a trial.');
  const subscription = world.create('subscriptions', 'sub', {
    ...order,
    organizationId,
    customerId,
    status: 'connected',
    isAutoPay: true,
    nextCharge: isChargedAtStart ? startAt : null,
    endTime: null,
    delinquencyPeriod: null,
    renewalRemindersSentAt: null,
    isTrialOnly,
    trialEndsAt,
    trialPrice: planTrial?.price ?? 0,
    instrumentId: findInstrument(call, paymentInstrumentId, customer),
    renewalTime,
    startAt: startsAt,
  });
  // The clock can have passed into the next second since, so the two times aren't compared.
  if (!startsLater) start(world, subscription);
  return present(world, subscription);
}

function updateSubscription(call: Call): Fields {
  const { world, body } = call;
  const subscription = getNamed(call, 'subscriptions');
  const { items, paymentInstrumentId, trial, customerId, renewalTime, startAt, isTrialOnly } = body as {
    items?: ItemBody[];
    trial?: { endAt?: string };
    isTrialOnly?: boolean;
  } & Record<'customerId' | 'paymentInstrumentId' | 'renewalTime' | 'startAt', string | undefined>;
  const customer = world.refer('customers', 'customerId', customerId ?? subscription.customerId, call);
  const changes: Partial<Subscription> = { customerId: customer.id };
  if (paymentInstrumentId !== undefined) changes.instrumentId = findInstrument(call, paymentInstrumentId, customer);
  if (isTrialOnly !== undefined && isTrialOnly !== (subscription.isTrialOnly ?? false))
    throw new Refusal(400, `isTrialOnly can't change: the subscription was created with ${String(!isTrialOnly)}.`);
  if (renewalTime !== undefined && subscription.nextCharge !== null && subscription.status !== 'connected')
    changes.nextCharge = changes.paidUntil = renewalTime;
  if (startAt !== undefined && subscription.startAt !== undefined) {
    changes.startAt = startAt;
    if (subscription.nextCharge === subscription.startAt) changes.nextCharge = startAt;
  }
  const isInTrial = subscription.trialEndsAt !== undefined && subscription.trialEndsAt === subscription.nextCharge;
  if (trial?.endAt !== undefined && isInTrial)
    changes.trialEndsAt = changes.nextCharge = changes.paidUntil = trial.endAt;
  if (items) {
    Object.assign(changes, readItems(call, items, false), { plans: undefined });
  }
  // Clients send every field of a PUT, so an event names only what has really changed.
  const isNewTrial = changes.trialEndsAt !== undefined && changes.trialEndsAt !== subscription.trialEndsAt;
  const isNewItems = changes.items !== undefined && !isDeepStrictEqual(changes.items, subscription.items);
  world.change('subscriptions', subscription, changes);
  announce(world, isNewTrial ? 'trial-changed' : isNewItems ? 'items-changed' : 'modified', subscription);
  return present(world, subscription);
}

/** The share of the running period that is left. */
export function shareLeft(world: World, { periodStart, paidUntil }: Subscription): number {
  const [from, to] = [Date.parse(String(periodStart)), Date.parse(paidUntil ?? '')];
  return to > from ? Math.min(1, Math.max(0, (to - world.clock.time) / (to - from))) : 0;
}

function changeItems(call: Call): Fields {
  const { world, body } = call;
  const subscription = getNamed(call, 'subscriptions');
  if (subscription.status !== 'active' || subscription.isOneTime === true) {
    throw new Refusal(
      400,
      `Only an active subscription can be changed, and this one is ${subscription.isOneTime === true ? 'a one-time order' : subscription.status}.`,
    );
  }
  const { plans, ...order } = readItems(call, body['items'] as ItemBody[], false);
  if (subscription.isTrialOnly !== true && plans.every((plan) => plan.recurringInterval === undefined))
    throw new Refusal(400, 'The plan has no recurringInterval, so it can’t replace a recurring one.');
  const {
    price: oldPrice,
    credit: oldCredit = 0,
    trialEndsAt,
    nextCharge,
  } = subscription as Subscription & { credit?: number };
  // A trial-only subscription is active only in its trial, and has no next charge.
  const isInTrial = subscription.isTrialOnly === true || (trialEndsAt !== undefined && trialEndsAt === nextCharge);
  const left = shareLeft(world, subscription);
  world.change('subscriptions', subscription, order);
  if (!isInTrial) {
    const isProrated = body['proRataCredit'] === true;
    const credit = roundToCents(oldCredit + (isProrated ? oldPrice * left : 0));
    if (body['retainRenewalTime'] === 'reset') {
      world.change('subscriptions', subscription, { credit, paidUntil: world.now });
      collect(world, subscription, listPeriodLines(subscription, world.now), 'unpaid');
    } else if (isProrated) {
      const charge = roundToCents(subscription.price * left);
      const due = roundToCents(charge - Math.min(credit, charge));
      world.change('subscriptions', subscription, { credit: roundToCents(credit - Math.min(credit, charge)) });
      if (due > 0) chargeDifference(world, subscription, due);
    }
  }
  announce(world, 'items-changed', subscription);
  if (order.price !== oldPrice) announce(world, order.price > oldPrice ? 'upgraded' : 'downgraded', subscription);
  return present(world, subscription);
}

/** Charges what a change costs until the next renewal. */
function chargeDifference(world: World, subscription: Subscription, due: number): void {
  const { organizationId = '', currency, customerId } = subscription;
  const customer = world.find('customers', customerId, organizationId);
  const lines = [{ description: 'Change of plan until the next renewal', quantity: 1, unitPrice: due, amount: due }];
  chargeInvoice(world, subscription, issueInvoice(world, { organizationId, customer, subscription, currency, lines }));
}

/**
 * What to do with a subscription that can neither be canceled nor deleted, so that the two messages don't refer to each
 * other.
 */
export function adviseEnding({ status, openInvoiceId }: Subscription): string {
  if (status === 'active') return 'Cancel it instead.';
  if (status === 'connected') return 'Delete the pending order instead.';
  if (status === 'paused') return 'Delete its pause first.';
  if (status === 'canceled') return 'It’s canceled already.';
  if (status === 'trial-ended' && openInvoiceId === undefined)
    return 'Nothing follows its trial, so there’s nothing to cancel.';
  if (status === 'trial-ended' || status === 'unpaid') return 'Ask PAI support to end it and to void its open invoice.';
  return status === 'suspended' ? 'Ask PAI support.' : 'It has ended already.';
}

function deleteSubscription(call: Call): void {
  const { world } = call;
  const subscription = getNamed(call, 'subscriptions');
  const isPending =
    subscription.status === 'connected' ||
    (subscription.isOneTime === true && subscription.openInvoiceId !== undefined);
  if (!isPending) {
    const { isOneTime, status } = subscription;
    throw new Refusal(
      403,
      isOneTime === true
        ? 'Only a pending order can be deleted, and this one is paid.'
        : `Only a pending order can be deleted, and this subscription is ${status}. ${adviseEnding(subscription)}`,
    );
  }
  voidOpenInvoice(call, subscription);
  world.store.remove('subscriptions', subscription.id);
}

/** Voids the invoice of a pending order that is deleted or replaced. */
function voidOpenInvoice({ world, organizationId }: Call, { openInvoiceId }: Subscription): void {
  const invoice = world.find('invoices', openInvoiceId, organizationId);
  if (invoice) world.change('invoices', invoice, { status: 'voided' });
}

/** Makes a one-time order, or replaces a pending one. Items reach it in lenient mode only: the OpenAPI file has none. */
function putOneTimeOrder(call: Call, id: string | undefined): Fields {
  const { world, body, organizationId } = call;
  const customer = world.refer('customers', 'customerId', body['customerId'] as string, call);
  const old = world.find('subscriptions', id, organizationId);
  if (old && (old.isOneTime !== true || old.openInvoiceId === undefined))
    throw new Refusal(400, 'Only a pending one-time order can be replaced.');
  const bodies = body['items'] as ItemBody[] | undefined;
  const { plans = [], ...order } = bodies
    ? readItems(call, bodies, true)
    : { items: old?.items ?? [], price: old?.price ?? 0, currency: old?.currency ?? 'USD' };
  if (plans.some((plan) => plan.recurringInterval))
    throw new Refusal(400, 'The plan recurs: sell it with POST …/subscriptions.');
  if (old) voidOpenInvoice(call, old);
  const fields = {
    ...order,
    organizationId,
    customerId: customer.id,
    isOneTime: true,
    isAutoPay: false,
    nextCharge: null,
    endTime: null,
  };
  const made = world.create('subscriptions', 'sub', {
    ...fields,
    ...(id === undefined ? {} : { id }),
    status: undefined,
    delinquencyPeriod: null,
    renewalRemindersSentAt: null,
  });
  const invoice = issueInvoice(world, {
    organizationId,
    customer,
    subscription: made,
    currency: made.currency,
    lines: listLines(made),
  });
  return present(world, world.change('subscriptions', made, { openInvoiceId: invoice.id }));
}

/** When the order of a failed renewal counts as delinquent, if it doesn't yet. */
function getDelinquency({ paidUntil, delinquentSince }: Subscription): string | undefined {
  return paidUntil === undefined || delinquentSince !== undefined ? undefined : addDays(paidUntil, DELINQUENCY_DAYS);
}

/** Reports that a failed renewal is still unpaid. The subscription stays `unpaid`, and its invoice can still be paid. */
function becomeDelinquent(world: World, subscription: Subscription): void {
  const { organizationId = '', openInvoiceId } = subscription;
  world.change('subscriptions', subscription, { delinquentSince: world.now });
  const invoice = world.find('invoices', openInvoiceId, organizationId);
  if (invoice?.status === 'unpaid') world.change('invoices', invoice, { status: 'past-due' });
  world.events.emit('order-delinquency-reached', organizationId, present(world, subscription));
}

/**
 * When a reminder is due, unless that moment had passed before the period began or the subscription came back: nobody
 * reminds of something that wasn't planned yet.
 */
function remindAt({ periodStart, resumedAt }: Subscription, of: string, days: number): string | undefined {
  const at = addDays(of, -days);
  const since = [periodStart, resumedAt].map((time) => Date.parse(String(time))).filter((time) => !Number.isNaN(time));
  return since.some((time) => time > Date.parse(at)) ? undefined : at;
}

/** What happens to a subscription by itself. */
export const subscriptionDue: DueRule<'subscriptions'> = {
  when: (subscription) => {
    const { status, startAt, nextCharge, endTime, trialEndsAt, trialReminderSentAt } = subscription;
    if (status === 'connected') return [startAt];
    if (status === 'unpaid') return [getDelinquency(subscription)];
    if (status !== 'active') return [];
    const isInTrial = trialEndsAt !== undefined && (nextCharge === trialEndsAt || endTime === trialEndsAt);
    const trialReminder =
      isInTrial && trialReminderSentAt === undefined
        ? remindAt(subscription, trialEndsAt, TRIAL_REMINDER_DAYS)
        : undefined;
    const renewalReminder =
      nextCharge !== null && !isInTrial ? remindAt(subscription, nextCharge, RENEWAL_REMINDER_DAYS) : undefined;
    return [nextCharge, isInTrial ? trialEndsAt : undefined, trialReminder, renewalReminder];
  },
  run: (subscription, world) => {
    const isDue = (at: string | null | undefined): boolean =>
      typeof at === 'string' && Date.parse(at) <= world.clock.time;
    const { status, startAt, nextCharge, endTime, trialEndsAt, trialReminderSentAt, renewalRemindersSentAt } =
      subscription;
    if (status === 'connected' && isDue(startAt)) {
      start(world, subscription);
      return;
    }
    if (status === 'unpaid' && isDue(getDelinquency(subscription))) becomeDelinquent(world, subscription);
    if (status !== 'active') return;
    const isInTrial = trialEndsAt !== undefined && (nextCharge === trialEndsAt || endTime === trialEndsAt);
    if (isInTrial && isDue(trialEndsAt)) {
      if (nextCharge === null) {
        world.change('subscriptions', subscription, { status: 'trial-ended' });
        announce(world, 'trial-ended', subscription);
        return;
      }
      world.change('subscriptions', subscription, { status: 'trial-ended', nextCharge: null });
      announce(world, 'trial-ended', subscription);
      if (isPostpaid(subscription)) {
        startPostpaid(world, subscription);
        return;
      }
      const lines = [...listPeriodLines(subscription, trialEndsAt), ...setupLines(subscription)];
      collect(world, subscription, lines, 'trial-ended');
      return;
    }
    if (isDue(nextCharge)) {
      const lines = listPeriodLines(subscription, nextCharge ?? world.now);
      if (subscription.owesSetup === true) lines.push(...setupLines(subscription));
      world.change('subscriptions', subscription, { owesSetup: undefined });
      collect(world, subscription, lines, 'unpaid');
      return;
    }
    if (
      isInTrial &&
      trialReminderSentAt === undefined &&
      isDue(remindAt(subscription, trialEndsAt, TRIAL_REMINDER_DAYS))
    ) {
      world.change('subscriptions', subscription, { trialReminderSentAt: world.now });
      announce(world, 'trial-end-reminder', subscription);
      return;
    }
    const reminder =
      nextCharge === null || isInTrial ? undefined : remindAt(subscription, nextCharge, RENEWAL_REMINDER_DAYS);
    if (
      reminder !== undefined &&
      isDue(reminder) &&
      Date.parse(renewalRemindersSentAt ?? '1970-01-01') < Date.parse(reminder)
    ) {
      world.change('subscriptions', subscription, { renewalRemindersSentAt: world.now });
      announce(world, 'renewal-reminder', subscription);
    }
  },
};

export const subscriptions: Handlers = {
  listSubscriptions: (call) => {
    const stored = call.world.list('subscriptions', call.organizationId);
    return makeList(
      call,
      stored.map((entry) => present(call.world, entry) as Entity),
    );
  },
  getSubscription: (call) => present(call.world, getNamed(call, 'subscriptions')),
  createSubscription,
  updateSubscription,
  changeSubscriptionItems: changeItems,
  deleteSubscription,
  createOneTimeOrder: (call) => putOneTimeOrder(call, undefined),
  upsertOneTimeOrder: (call) => putOneTimeOrder(call, call.params['subscriptionId']),
};
