/** Subscriptions and one-time orders: how they start, renew, change, pause, end, and come back. */
import { isDeepStrictEqual } from 'node:util';
import { computePrice, PricingError, roundToCents } from '../../src/pricing/formulas';
import { afterPayment, chargeCard, getDue, issueInvoice, type Line } from '../billing';
import { addDays, addPeriod, dayOfMonth, formatDay, toIso } from '../clock';
import { Refusal } from '../errors';
import { makeList } from '../lists';
import type {
  Cancellation,
  Customer,
  Entity,
  Fields,
  Invoice,
  Kind,
  Pause,
  Plan,
  Reactivation,
  Subscription,
} from '../records';
import type { Call, DueRule, Handlers, World } from '../state';
import { getNamed } from './crud';

const TRIAL_REMINDER_DAYS = 3;
const RENEWAL_REMINDER_DAYS = 7;
const MAX_PRICE = 999_999_999.99;

/** What the body of a subscription can have. */
type SubscriptionBody = Partial<Record<'customerId' | 'paymentInstrumentId' | 'renewalTime' | 'startAt', string>> & {
  items?: { quantity?: number; plan: Partial<Plan> & { id: string } }[];
  isTrialOnly?: boolean;
  trial?: { enabled?: boolean; endAt?: string };
  retainRenewalTime?: 'reset' | 'retain';
  proRataCredit?: boolean;
};

/** Whether a moment is still to come. */
const isFuture = (world: World, at: string | null | undefined): at is string =>
  typeof at === 'string' && Date.parse(at) > world.clock.time;

const isPostpaid = ({ interval }: Partial<Subscription>): boolean => interval?.billingTiming === 'postpaid';

/** The cycle of a plan, as replies spell it. */
const toCycle = (interval: Plan['recurringInterval']): Fields | undefined =>
  interval?.unit === undefined ? undefined : { unit: `${interval.unit}s`, length: interval.length ?? 1 };

/** The plans of a body's items, and what follows from them. Throws a 400 if a plan isn't for sale, or they don't fit. */
function readItems(
  call: Call,
  bodies: NonNullable<SubscriptionBody['items']>,
  isNew: boolean,
): { plans: Plan[]; order: Partial<Subscription> & { price: number; currency: string } } {
  if (bodies.length === 0) throw new Refusal(400, 'items must be a list with at least one item.');
  const plans = bodies.map(({ plan }): Plan => {
    const stored = call.world.refer('plans', 'items.plan.id', plan.id, call);
    if (isNew && stored.isActive === false)
      throw new Refusal(400, `The plan ${stored.id} isn't active, so it can't be sold.`);
    return { ...stored, ...plan };
  });
  const currencies = [...new Set(plans.map((plan) => plan.currency))];
  const [currency] = currencies;
  if (currencies.length > 1 || currency === undefined)
    throw new Refusal(400, `The plans need one currency, and these have ${currencies.join(', ') || 'none'}.`);
  const items = plans.map(({ id, name, pricing, recurringInterval }, index) => {
    const { price = 0, formula = 'flat-rate' } = pricing ?? {};
    const quantity = bodies[index]?.quantity ?? 1;
    return { price, quantity, formula, currency, planId: id, planName: name, bilingCycle: toCycle(recurringInterval) };
  });
  const interval = plans.find(({ recurringInterval }) => recurringInterval)?.recurringInterval;
  const setupPrice = roundToCents(plans.reduce((sum, { setup }) => sum + (setup?.price ?? 0), 0));
  try {
    const price = items.reduce((sum, item) => sum + computePrice(item.formula, item.price, item.quantity), 0);
    if (price > MAX_PRICE) throw new PricingError(`The price of the items must be <= ${MAX_PRICE}.`);
    const name = plans[0]?.name;
    const bilingCycle = toCycle(interval);
    return { plans, order: { items, price: roundToCents(price), currency, interval, name, bilingCycle, setupPrice } };
  } catch (error) {
    throw error instanceof PricingError ? new Refusal(400, error.message) : error;
  }
}

function findInstrument(call: Call, id: string | undefined, customer: Customer): string | undefined {
  if (id === undefined) return customer.primaryPaymentInstrument?.id;
  if (call.world.refer('instruments', 'paymentInstrumentId', id, call).customerId !== customer.id)
    throw new Refusal(400, 'paymentInstrumentId: the payment instrument belongs to another customer.');
  return id;
}

const findCustomer = (world: World, subscription: Subscription): Customer | undefined =>
  world.find('customers', subscription.customerId, subscription);

/** A subscription as replies show it: with its customer as that is now. */
const present = (world: World, subscription: Subscription): Entity => ({
  ...subscription,
  customer: world.contact(findCustomer(world, subscription)),
});

/** Records an event about a subscription. */
function announce(world: World, type: string, subscription: Subscription): void {
  world.events.emit(`subscription-${type}`, subscription.organizationId, present(world, subscription));
}

/** Announces the first payment of a subscription. */
function announceActivation(world: World, subscription: Subscription): void {
  announce(world, 'activated', world.change('subscriptions', subscription, { isActivated: true }));
}

/** The end of the period that begins at a moment. */
function computePeriodEnd({ interval, anchorDay }: Subscription, from: string): string {
  const { unit = 'month', length = 1, periodAnchorInstruction } = interval ?? {};
  return addPeriod(from, unit, length, anchorDay, periodAnchorInstruction);
}

/** The lines for the period that begins at a moment. A postpaid plan is charged for the one before, which isn't named. */
function listPeriodLines(subscription: Subscription, from: string): Line[] {
  const to = computePeriodEnd(subscription, from);
  const isOneYear = from.slice(0, 4) === to.slice(0, 4);
  const period = isPostpaid(subscription) ? '' : `, ${formatDay(from, !isOneYear)} to ${formatDay(to, true)}`;
  return subscription.items.map(({ planName = 'Order', quantity, price, formula }) => {
    const amount = computePrice(formula, price, quantity);
    return { description: `${planName}${period}`, quantity, unitPrice: price, amount };
  });
}

/** An invoice's line for one thing. */
const makeLine = (description: string, amount: number): Line => ({
  ...{ description, quantity: 1, unitPrice: amount, amount },
});
const setupLines = ({ setupPrice = 0 }: Subscription): Line[] =>
  setupPrice > 0 ? [makeLine('Setup', setupPrice)] : [];

/** Issues the invoice of a period, and charges it if it may. What follows a payment is in {@link follow}. */
function collect(world: World, subscription: Subscription, lines: Line[], status: string): void {
  const { credit = 0 } = subscription;
  const used = Math.min(credit, roundToCents(lines.reduce((sum, { amount }) => sum + amount, 0)));
  const all = used > 0 ? [...lines, makeLine('Credit for unused time', -used)] : lines;
  const invoice = issueInvoice(world, findCustomer(world, subscription), subscription, all);
  const left = roundToCents(credit - used);
  world.change('subscriptions', subscription, { status, nextCharge: null, openInvoiceId: invoice.id, credit: left });
  if (invoice.status === 'paid') follow(world, invoice);
  else if (subscription.isAutoPay) chargeInvoice(world, subscription, invoice);
}

/** Charges what is unpaid of an invoice, if the instrument has paid before. */
function chargeInvoice(world: World, subscription: Subscription, invoice: Invoice): void {
  const { organizationId, instrumentId, currency } = subscription;
  const instrument = world.find('instruments', instrumentId, subscription);
  if (instrument?.provenAt === undefined) return;
  const customer = findCustomer(world, subscription);
  const terms = { organizationId, amount: getDue(invoice), currency, type: 'sale', isMerchantInitiated: true };
  chargeCard(world, { ...terms, customer, instrument, invoices: [invoice] });
}

/** Begins a period: the anchor's day is that of the first one's start. */
function beginPeriod(world: World, subscription: Subscription, from: string, until?: string): void {
  const isFirst = subscription.periodStart === undefined || subscription.status === 'trial-ended';
  if (isFirst) world.change('subscriptions', subscription, { anchorDay: dayOfMonth(until ?? from) });
  const paidUntil = until ?? computePeriodEnd(subscription, from);
  const period = { status: 'active', periodStart: from, paidUntil, nextCharge: paidUntil };
  world.change('subscriptions', subscription, period);
}

/** What a paid invoice does to its subscription. */
function follow(world: World, invoice: Invoice): void {
  const subscription = world.find('subscriptions', invoice.subscriptionId, invoice);
  if (!subscription || subscription.openInvoiceId !== invoice.id) return;
  const { status, trialEndsAt, isOneTime, isTrialOnly, paidUntil, renewalTime } = subscription;
  world.change('subscriptions', subscription, { openInvoiceId: undefined });
  if (isOneTime === true) return;
  if (trialEndsAt !== undefined && status === 'connected') {
    const end = isTrialOnly === true ? { nextCharge: null, endTime: trialEndsAt } : { nextCharge: trialEndsAt };
    const period = { status: 'active', periodStart: world.now, paidUntil: trialEndsAt };
    world.change('subscriptions', subscription, { ...period, ...end });
    // A free trial's invoice was never paid, so the first payment is still to come.
    if (invoice.totalAmount > 0) announceActivation(world, subscription);
    return;
  }
  const isFirst = status === 'connected' || status === 'trial-ended';
  const from = status === 'trial-ended' ? trialEndsAt : isFirst ? undefined : paidUntil;
  beginPeriod(world, subscription, from ?? world.now, isFirst ? renewalTime : undefined);
  if (isFirst && subscription.isActivated !== true) announceActivation(world, subscription);
  else announce(world, 'renewed', subscription);
}
afterPayment.push(follow);

/** Begins a subscription: with its trial, or with its first period. */
function start(world: World, subscription: Subscription): void {
  const { trialEndsAt, trialPrice = 0 } = subscription;
  world.change('subscriptions', subscription, { startAt: undefined });
  if (trialEndsAt !== undefined) collect(world, subscription, [makeLine('Trial', trialPrice)], 'connected');
  else if (isPostpaid(subscription)) startPostpaid(world, subscription);
  else {
    const lines = [...listPeriodLines(subscription, world.now), ...setupLines(subscription)];
    collect(world, subscription, lines, 'connected');
  }
}

/** Begins the first full period of a postpaid plan, which is charged at its end, together with the setup price. */
function startPostpaid(world: World, subscription: Subscription): void {
  beginPeriod(world, subscription, world.now);
  world.change('subscriptions', subscription, { owesSetup: true });
  if (subscription.isActivated !== true) announceActivation(world, subscription);
}

function createSubscription(call: Call): Fields {
  const { world, organizationId } = call;
  const { customerId, items = [], paymentInstrumentId, renewalTime, ...body } = call.body as SubscriptionBody;
  const { startAt, trial, isTrialOnly = false } = body;
  const customer = world.refer('customers', 'customerId', customerId, call);
  const { plans, order } = readItems(call, items, true);
  const planTrial = plans.find((plan) => plan.trial?.period)?.trial;
  if (order.interval === undefined && !isTrialOnly)
    throw new Refusal(400, 'The plan has no recurringInterval: sell it with POST …/subscriptions/one-time-orders.');
  const startsLater = isFuture(world, startAt);
  const startsAt = startsLater ? startAt : world.now;
  const { unit = 'day', length = 1 } = planTrial?.period ?? {};
  const planEnd = planTrial?.period && addPeriod(startsAt, unit, length);
  const trialEndsAt = trial?.enabled === false ? undefined : (trial?.endAt ?? planEnd);
  if (isTrialOnly && trialEndsAt === undefined)
    throw new Refusal(400, 'isTrialOnly is true, and neither the plan nor the body has a trial.');
  const isChargedAtStart = startsLater && trialEndsAt === undefined && !isPostpaid(order);
  const subscription = world.create('subscriptions', 'sub', {
    ...order,
    ...{ organizationId, customerId, isTrialOnly, trialEndsAt, renewalTime, startAt: startsAt },
    items: order.items ?? [],
    ...{ status: 'connected', isAutoPay: true, endTime: null, delinquencyPeriod: null, renewalRemindersSentAt: null },
    nextCharge: isChargedAtStart ? startAt : null,
    trialPrice: planTrial?.price ?? 0,
    instrumentId: findInstrument(call, paymentInstrumentId, customer),
  });
  // The clock can have passed into the next second since, so the two times aren't compared.
  if (!startsLater) start(world, subscription);
  return present(world, subscription);
}

function updateSubscription(call: Call): Fields {
  const { world } = call;
  const subscription = getNamed(call, 'subscriptions');
  if (subscription.status === 'churned' || hasOnlyEnded(world, subscription))
    throw new Refusal(400, `The subscription is ${subscription.status}, so it can't be changed.`);
  const { items, paymentInstrumentId, trial, customerId, renewalTime, startAt, isTrialOnly } =
    call.body as SubscriptionBody;
  const customer = world.refer('customers', 'customerId', customerId ?? subscription.customerId, call);
  const changes: Partial<Subscription> = { customerId: customer.id };
  if (paymentInstrumentId !== undefined) changes.instrumentId = findInstrument(call, paymentInstrumentId, customer);
  if (isTrialOnly !== undefined && isTrialOnly !== (subscription.isTrialOnly ?? false))
    throw new Refusal(400, `isTrialOnly can't change: the subscription was created with ${String(!isTrialOnly)}.`);
  if (renewalTime !== undefined && subscription.nextCharge !== null && subscription.status !== 'connected') {
    changes.nextCharge = changes.paidUntil = renewalTime;
    changes.anchorDay = dayOfMonth(renewalTime);
  }
  if (startAt !== undefined && subscription.startAt !== undefined) {
    changes.startAt = startAt;
    if (subscription.nextCharge === subscription.startAt) changes.nextCharge = startAt;
  }
  if (trial?.endAt !== undefined && isInTrial(subscription) && subscription.isTrialOnly !== true)
    changes.trialEndsAt = changes.nextCharge = changes.paidUntil = trial.endAt;
  if (items) Object.assign(changes, readItems(call, items, false).order);
  // Clients send every field of a PUT, so an event names only what has really changed.
  const isNewTrial = changes.trialEndsAt !== undefined && changes.trialEndsAt !== subscription.trialEndsAt;
  const isNewItems = changes.items !== undefined && !isDeepStrictEqual(changes.items, subscription.items);
  world.change('subscriptions', subscription, changes);
  announce(world, isNewTrial ? 'trial-changed' : isNewItems ? 'items-changed' : 'modified', subscription);
  return present(world, subscription);
}

/** The share of the running period that is left. */
function shareLeft(world: World, { periodStart, paidUntil }: Subscription): number {
  const [from, to] = [Date.parse(periodStart ?? ''), Date.parse(paidUntil ?? '')];
  return to > from ? Math.min(1, Math.max(0, (to - world.clock.time) / (to - from))) : 0;
}

function changeItems(call: Call): Fields {
  const { world } = call;
  const subscription = getNamed(call, 'subscriptions');
  const { items = [], retainRenewalTime, proRataCredit } = call.body as SubscriptionBody;
  const { isOneTime, status, isTrialOnly, price: oldPrice, credit: oldCredit = 0 } = subscription;
  if (status !== 'active' || isOneTime === true) {
    const what = isOneTime === true ? 'a one-time order' : status;
    throw new Refusal(400, `Only an active subscription can be changed, and this one is ${what}.`);
  }
  const { plans, order } = readItems(call, items, false);
  if (isTrialOnly !== true && plans.every((plan) => plan.recurringInterval === undefined))
    throw new Refusal(400, 'The plan has no recurringInterval, so it can’t replace a recurring one.');
  const wasInTrial = isInTrial(subscription);
  const left = proRataCredit === true ? shareLeft(world, subscription) : 0;
  world.change('subscriptions', subscription, order);
  const credit = roundToCents(oldCredit + oldPrice * left);
  if (!wasInTrial && retainRenewalTime === 'reset') {
    world.change('subscriptions', subscription, { credit, paidUntil: world.now, anchorDay: dayOfMonth(world.now) });
    collect(world, subscription, listPeriodLines(subscription, world.now), 'unpaid');
  } else if (!wasInTrial && proRataCredit === true) {
    const charge = roundToCents(subscription.price * left);
    const used = Math.min(credit, charge);
    world.change('subscriptions', subscription, { credit: roundToCents(credit - used) });
    const lines = [makeLine('Change of plan until the next renewal', roundToCents(charge - used))];
    if (charge > used)
      chargeInvoice(world, subscription, issueInvoice(world, findCustomer(world, subscription), subscription, lines));
  }
  announce(world, 'items-changed', subscription);
  const { price } = subscription;
  if (price !== oldPrice) announce(world, price > oldPrice ? 'upgraded' : 'downgraded', subscription);
  return present(world, subscription);
}

/** What to do with a subscription that can neither be canceled nor deleted. */
function adviseEnding({ status }: Subscription): string {
  if (status === 'active') return 'Cancel it instead.';
  if (status === 'connected') return 'Delete the pending order instead.';
  if (status === 'paused') return 'Delete its pause first.';
  return ['unpaid', 'suspended', 'trial-ended'].includes(status) ? 'Ask PAI support.' : `It’s ${status} already.`;
}

function deleteSubscription(call: Call): void {
  const { world } = call;
  const subscription = getNamed(call, 'subscriptions');
  const { isOneTime, status, openInvoiceId, id } = subscription;
  const what = isOneTime === true ? 'one is paid.' : `subscription is ${status}. ${adviseEnding(subscription)}`;
  if (status !== 'connected' && (isOneTime !== true || openInvoiceId === undefined))
    throw new Refusal(403, `Only a pending order can be deleted, and this ${what}`);
  voidInvoice(world, subscription);
  world.store.remove('subscriptions', id);
}

/** Voids the invoice of a pending order that is deleted or replaced. */
function voidInvoice(world: World, subscription: Subscription): void {
  const invoice = world.find('invoices', subscription.openInvoiceId, subscription);
  if (invoice) world.change('invoices', invoice, { status: 'voided' });
}

/** Makes a one-time order, or replaces a pending one. It's empty, because a body has no items. */
function putOneTimeOrder(call: Call, id?: string): Fields {
  const { world, organizationId } = call;
  const customer = world.refer('customers', 'customerId', String(call.body['customerId']), call);
  const old = world.find('subscriptions', id, call);
  if (old && (old.isOneTime !== true || old.openInvoiceId === undefined))
    throw new Refusal(400, 'Only a pending one-time order can be replaced.');
  if (old) voidInvoice(world, old);
  const made = world.create('subscriptions', 'sub', {
    ...{ items: [], price: 0, currency: 'USD', isAutoPay: false, nextCharge: null, endTime: null, isOneTime: true },
    ...{ organizationId, customerId: customer.id, delinquencyPeriod: null, renewalRemindersSentAt: null },
    ...(id === undefined ? {} : { id }),
    // Replies show none.
    status: undefined,
  });
  const { id: openInvoiceId } = issueInvoice(world, customer, made, []);
  return present(world, world.change('subscriptions', made, { openInvoiceId }));
}

/** Whether the trial is running. A trial-only subscription has no next charge, and is active in its trial only. */
const isInTrial = ({ trialEndsAt, nextCharge, endTime }: Subscription): boolean =>
  trialEndsAt !== undefined && (nextCharge === trialEndsAt || endTime === trialEndsAt);

/** When the next reminder is due, unless that moment had passed before the period began or the subscription came back. */
function getReminder(subscription: Subscription): string | undefined {
  const { periodStart = '', resumedAt = '', nextCharge, trialEndsAt, trialReminderSentAt } = subscription;
  const isTrial = isInTrial(subscription);
  const of = isTrial ? trialEndsAt : nextCharge;
  if (!of || (isTrial && trialReminderSentAt !== undefined)) return undefined;
  const at = addDays(of, isTrial ? -TRIAL_REMINDER_DAYS : -RENEWAL_REMINDER_DAYS);
  const since = [periodStart, resumedAt, isTrial ? '' : (subscription.renewalRemindersSentAt ?? '')];
  return since.some((time) => Date.parse(time) >= Date.parse(at)) ? undefined : at;
}

/** What happens to a subscription by itself. */
const subscriptionDue: DueRule<'subscriptions'> = {
  kind: 'subscriptions',
  when: (subscription) => {
    const { status, startAt, nextCharge, trialEndsAt } = subscription;
    if (status === 'connected') return [startAt];
    if (status !== 'active') return [];
    return [nextCharge, isInTrial(subscription) ? trialEndsAt : undefined, getReminder(subscription)];
  },
  run: (subscription, world) => {
    const { status, startAt, nextCharge, trialEndsAt = '' } = subscription;
    const isDue = (at: string | null | undefined): boolean => Boolean(at) && !isFuture(world, at);
    const isTrial = isInTrial(subscription);
    if (status === 'connected' && isDue(startAt)) start(world, subscription);
    else if (status !== 'active') return;
    else if (isTrial && isDue(trialEndsAt)) {
      world.change('subscriptions', subscription, { status: 'trial-ended', nextCharge: null });
      announce(world, 'trial-ended', subscription);
      if (subscription.isTrialOnly === true) return;
      if (isPostpaid(subscription)) startPostpaid(world, subscription);
      else {
        const lines = [...listPeriodLines(subscription, trialEndsAt), ...setupLines(subscription)];
        collect(world, subscription, lines, 'trial-ended');
      }
    } else if (isDue(nextCharge)) {
      const setup = subscription.owesSetup === true ? setupLines(subscription) : [];
      world.change('subscriptions', subscription, { owesSetup: undefined });
      collect(world, subscription, [...listPeriodLines(subscription, nextCharge ?? world.now), ...setup], 'unpaid');
    } else if (isDue(getReminder(subscription))) {
      const sent = isTrial ? { trialReminderSentAt: world.now } : { renewalRemindersSentAt: world.now };
      world.change('subscriptions', subscription, sent);
      announce(world, isTrial ? 'trial-end-reminder' : 'renewal-reminder', subscription);
    }
  },
};

/** The subscription that a record acts on. */
const findOf = (world: World, record: Entity): Subscription | undefined =>
  world.find('subscriptions', record['subscriptionId'] as string | undefined, record);

/** The subscription that a body names, if it may be canceled or paused. */
function findActive(world: World, id: string, scope: { organizationId?: string }): Subscription {
  const subscription = world.refer('subscriptions', 'subscriptionId', id, scope);
  const { isOneTime, status } = subscription;
  if (isOneTime === true)
    throw new Refusal(400, 'subscriptionId names a one-time order, which can be neither paused nor canceled.');
  if (status !== 'active')
    throw new Refusal(400, `The subscription must be active, and it is ${status}. ${adviseEnding(subscription)}`);
  return subscription;
}

/** The credit of a prorated cancellation: the share of the paid period after the end of access. */
function computeCredit(world: World, { prorated, churnTimePolicy }: Cancellation, subscription: Subscription): Fields {
  const { currency, paidUntil: periodEndsAt, price } = subscription;
  const isCredited = prorated === true && churnTimePolicy !== 'at-next-renewal';
  const amount = isCredited ? roundToCents(price * shareLeft(world, subscription)) : 0;
  const line = {
    ...{ type: 'credit', description: 'Credit for unused time', quantity: 1, unitPriceAmount: amount },
    ...{ unitPriceCurrency: currency, periodStartsAt: world.now, periodEndsAt, createdAt: world.now },
  };
  return { lineItems: amount > 0 ? [line] : [], lineItemsSubtotal: { amount, currency } };
}

/** Sets when a canceled subscription ends, and what is credited. `churnTimePolicy` wins over `churnedAt`. */
function setEnd(world: World, cancellation: Cancellation, subscription: Subscription): void {
  const { churnTimePolicy: policy, churnedAt: wanted } = cancellation;
  const isLater = policy !== 'now' && isFuture(world, wanted);
  const churnedAt = policy === 'at-next-renewal' ? (subscription.paidUntil ?? world.now) : isLater ? wanted : world.now;
  world.change('cancellations', cancellation, { ...computeCredit(world, cancellation, subscription), churnedAt });
  world.change('subscriptions', subscription, { status: 'canceled', nextCharge: null, endTime: churnedAt });
}

function cancelNow(world: World, cancellation: Cancellation, subscription: Subscription): void {
  world.change('cancellations', cancellation, { status: 'confirmed', cancelledAt: world.now });
  setEnd(world, cancellation, subscription);
  announce(world, 'canceled', subscription);
  churnIfDue(world, cancellation, subscription);
}

function churnIfDue(world: World, cancellation: Cancellation, subscription: Subscription): void {
  if (isFuture(world, cancellation.churnedAt) || subscription.status !== 'canceled') return;
  world.change('cancellations', cancellation, { status: 'completed' });
  world.change('subscriptions', subscription, { status: 'churned' });
  announce(world, 'churned', subscription);
}

/** Applies a confirmed cancellation that names a subscription, or previews a draft. */
function applyCancellation(world: World, cancellation: Cancellation): Cancellation {
  const { subscriptionId, status, cancelAt } = cancellation;
  if (subscriptionId === undefined) return cancellation;
  const subscription = findActive(world, subscriptionId, cancellation);
  if (status === 'draft')
    return world.change('cancellations', cancellation, computeCredit(world, cancellation, subscription));
  if (!isFuture(world, cancelAt)) cancelNow(world, cancellation, subscription);
  return cancellation;
}

/** Cancels an unpaid subscription for `billing-failure`, as PAI does. Throws a 400 if it isn't unpaid. */
export function failBilling(world: World, { subscriptionId = '' }: { subscriptionId?: string }): Cancellation {
  const subscription = world.store.get('subscriptions', subscriptionId);
  const what = subscription ? `, and this one is ${subscription.status}` : '';
  if (subscription?.status !== 'unpaid')
    throw new Refusal(400, `subscriptionId must be the ID of an unpaid subscription${what}.`);
  world.events.emit('order-delinquency-reached', subscription.organizationId, subscription);
  const cancellation = world.create('cancellations', 'can', {
    ...{ organizationId: subscription.organizationId, subscriptionId, status: 'confirmed', cancelledAt: null },
    ...{ reason: 'billing-failure', cancelledBy: 'system', churnTimePolicy: 'now', prorated: false },
  });
  // Its invoice stays open, and a late payment doesn't bring the subscription back.
  world.change('subscriptions', subscription, { openInvoiceId: undefined });
  cancelNow(world, cancellation, subscription);
  return cancellation;
}

function checkStatus({ status }: Partial<Cancellation>): void {
  if (status !== undefined && status !== 'draft' && status !== 'confirmed')
    throw new Refusal(400, `status is "${status}": send "draft" or "confirmed".`);
}

function createCancellation({ world, body, organizationId }: Call): Cancellation {
  checkStatus(body);
  return world.create('cancellations', 'can', {
    ...{ status: 'confirmed', cancelledBy: 'merchant', cancelledAt: null, churnedAt: null },
    ...{ churnTimePolicy: 'none', prorated: false, ...body, organizationId },
  });
}

function updateCancellation(call: Call): Cancellation {
  const { world } = call;
  const body = call.body as Partial<Cancellation>;
  const cancellation = getNamed(call, 'cancellations');
  const { status, cancelledAt } = cancellation;
  checkStatus(body);
  if (status === 'completed' || status === 'revoked')
    throw new Refusal(400, `The cancellation is ${status}, so it can't be changed.`);
  if (cancelledAt !== null) return changeEnd(world, cancellation, body);
  const { subscriptionId = cancellation.subscriptionId } = body;
  if (subscriptionId !== undefined) findActive(world, subscriptionId, call);
  return applyCancellation(world, world.change('cancellations', cancellation, body));
}

/** Changes when a canceled subscription ends, and what is credited. That it's canceled can only be undone. */
function changeEnd(world: World, cancellation: Cancellation, body: Partial<Cancellation>): Cancellation {
  const { subscriptionId = cancellation.subscriptionId, status, cancelAt } = body;
  if (subscriptionId !== cancellation.subscriptionId)
    throw new Refusal(400, 'subscriptionId: a confirmed cancellation stays with its subscription.');
  if (status === 'draft')
    throw new Refusal(400, 'status: a confirmed cancellation can’t become a draft. Delete it to undo it.');
  if (typeof cancelAt === 'string')
    throw new Refusal(400, 'cancelAt: the subscription is canceled already. Delete the cancellation to undo it.');
  world.change('cancellations', cancellation, body);
  const subscription = findOf(world, cancellation);
  const isNewEnd = ['churnTimePolicy', 'churnedAt', 'prorated'].some((field) => field in body);
  if (!isNewEnd || subscription?.status !== 'canceled') return cancellation;
  setEnd(world, cancellation, subscription);
  churnIfDue(world, cancellation, subscription);
  return cancellation;
}

/** Makes a subscription active again: a trial-only one ends with its trial, and any other has a next charge. */
function resume(world: World, subscription: Subscription, until: string, fields: Partial<Subscription> = {}): void {
  const { isTrialOnly, trialEndsAt = null } = world.change('subscriptions', subscription, fields);
  const end = isTrialOnly === true ? { nextCharge: null, endTime: trialEndsAt } : { nextCharge: until, endTime: null };
  world.change('subscriptions', subscription, { status: 'active', paidUntil: until, resumedAt: world.now, ...end });
}

/** Whether a subscription was only a trial, and that has ended. Nothing can follow it. */
const hasOnlyEnded = (world: World, { isTrialOnly, trialEndsAt }: Subscription): boolean =>
  isTrialOnly === true && !isFuture(world, trialEndsAt);

/** Takes a cancellation back before its end of access. A draft, or one that waits, hasn't canceled anything. */
function deleteCancellation(call: Call): void {
  const { world } = call;
  const cancellation = getNamed(call, 'cancellations');
  const { status, cancelledAt } = cancellation;
  if (status === 'completed' || status === 'revoked')
    throw new Refusal(409, `The cancellation is ${status}: it can't be deleted.`);
  const subscription = findOf(world, cancellation);
  if (cancelledAt !== null && subscription?.status === 'canceled') {
    if (hasOnlyEnded(world, subscription))
      throw new Refusal(409, 'The subscription is trial-only, and its trial has ended. Create a new subscription.');
    resume(world, subscription, subscription.paidUntil ?? world.now);
    announce(world, 'reactivated', subscription);
  }
  world.change('cancellations', cancellation, { status: 'revoked' });
}

const setPause = (world: World, pause: Pause, status: string): Pause =>
  world.change('pauses', pause, { status, updatedTime: world.now });

function beginPause(world: World, pause: Pause): void {
  const subscription = findOf(world, pause);
  const isActive = subscription?.status === 'active';
  setPause(world, pause, isActive ? 'ongoing' : 'revoked');
  if (!isActive) return;
  // A trial-only subscription has no next charge, and ends with its trial.
  const { nextCharge, isTrialOnly, trialEndsAt } = subscription;
  const end = nextCharge ?? (isTrialOnly === true ? trialEndsAt : undefined) ?? world.now;
  const pausedRemainder = Math.max(0, Date.parse(end) - world.clock.time);
  world.change('subscriptions', subscription, { status: 'paused', nextCharge: null, pausedRemainder });
  announce(world, 'modified', subscription);
}

function endPause(world: World, pause: Pause, status: 'finished' | 'revoked'): void {
  const subscription = findOf(world, pause);
  const wasOngoing = pause.status === 'ongoing';
  setPause(world, pause, status);
  if (!wasOngoing || subscription?.status !== 'paused') return;
  const { trialEndsAt, paidUntil, pausedRemainder = 0 } = subscription;
  const until = toIso(world.clock.time + pausedRemainder);
  const isTrial = trialEndsAt !== undefined && trialEndsAt === paidUntil;
  resume(world, subscription, until, { anchorDay: dayOfMonth(until), ...(isTrial ? { trialEndsAt: until } : {}) });
  announce(world, 'modified', subscription);
}

function checkPause({ effectiveAt, endAt }: Partial<Pause>): void {
  if (effectiveAt !== undefined && typeof endAt === 'string' && Date.parse(endAt) <= Date.parse(effectiveAt))
    throw new Refusal(400, `endAt (${endAt}) must be later than effectiveAt (${effectiveAt}).`);
}

function createPause(call: Call): Pause {
  const { world, organizationId } = call;
  const { subscriptionId = '', endAt = null, description = null, ...body } = call.body as Partial<Pause>;
  findActive(world, subscriptionId, call);
  const effectiveAt = isFuture(world, body.effectiveAt) ? body.effectiveAt : world.now;
  checkPause({ effectiveAt, endAt });
  const fields = { organizationId, subscriptionId, description, effectiveAt, endAt, updatedTime: world.now };
  const pause = world.create('pauses', 'pau', { ...fields, status: 'pending', pausedBy: 'customer' });
  if (!isFuture(world, effectiveAt)) beginPause(world, pause);
  return pause;
}

function updatePause(call: Call): Pause {
  const { world } = call;
  const body = call.body as Partial<Pause>;
  const pause = getNamed(call, 'pauses');
  if (pause.status === 'finished' || pause.status === 'revoked')
    throw new Refusal(400, `The pause is ${pause.status}, so it can't be changed.`);
  if (body.subscriptionId !== undefined && body.subscriptionId !== pause.subscriptionId)
    throw new Refusal(400, 'subscriptionId: a pause stays with its subscription.');
  checkPause({ ...pause, ...body });
  if (pause.status === 'ongoing' && isFuture(world, body.effectiveAt))
    throw new Refusal(400, 'effectiveAt: the pause has begun already.');
  return world.change('pauses', pause, { ...body, updatedTime: world.now });
}

function deletePause(call: Call): void {
  const pause = getNamed(call, 'pauses');
  if (pause.status === 'finished' || pause.status === 'revoked')
    throw new Refusal(409, `The pause is ${pause.status}: there is nothing to delete.`);
  endPause(call.world, pause, 'revoked');
}

function reactivate(world: World, reactivation: Reactivation, subscription: Subscription): void {
  const isInPaidPeriod = subscription.status === 'canceled' && isFuture(world, subscription.paidUntil);
  const isTrialOnly = subscription.isTrialOnly === true;
  const end = isTrialOnly || isInPaidPeriod ? subscription.paidUntil : reactivation.renewalAt;
  const until = end ?? (isPostpaid(subscription) ? computePeriodEnd(subscription, world.now) : world.now);
  const cancellation = world.find('cancellations', reactivation.cancellationId, reactivation);
  if (cancellation?.status === 'confirmed') world.change('cancellations', cancellation, { status: 'revoked' });
  const period = { periodStart: world.now, anchorDay: dayOfMonth(until) };
  resume(world, subscription, until, isInPaidPeriod ? {} : period);
  const renewalAt = isTrialOnly ? undefined : until;
  world.change('reactivations', reactivation, { renewalAt, pending: false, updatedTime: world.now });
  announce(world, 'reactivated', subscription);
}

function createReactivation(call: Call): Reactivation {
  const { world, organizationId } = call;
  const { paymentInstrumentId, ...body } = call.body as Partial<Reactivation> & { paymentInstrumentId?: string };
  const { subscriptionId = '', effectiveAt } = body;
  const subscription = world.find('subscriptions', subscriptionId, call);
  if (!subscription) throw new Refusal(422, `subscriptionId is "${subscriptionId}": there is no such subscription.`);
  const { status, isOneTime } = subscription;
  const what = isOneTime === true ? 'a one-time order' : status;
  if (status !== 'canceled' && status !== 'churned')
    throw new Refusal(422, `The subscription is ${what}; only a canceled one can be reactivated.`);
  if (hasOnlyEnded(world, subscription))
    throw new Refusal(422, 'The subscription is trial-only, and its trial has ended. Create a new subscription.');
  if (paymentInstrumentId !== undefined) {
    world.refer('instruments', 'paymentInstrumentId', paymentInstrumentId, call);
    world.change('subscriptions', subscription, { instrumentId: paymentInstrumentId });
  }
  const cancellation = world.store
    .listOf('cancellations', organizationId)
    .findLast((entry) => entry.subscriptionId === subscriptionId && entry.cancelledAt !== null);
  const pending = isFuture(world, effectiveAt) && !isFuture(world, subscription.paidUntil);
  const fields = { ...body, organizationId, subscriptionId, cancellationId: cancellation?.id, pending };
  const reactivation = world.create('reactivations', 'rea', { ...fields, updatedTime: world.now });
  if (!pending) reactivate(world, reactivation, subscription);
  return reactivation;
}

const cancellationDue: DueRule<'cancellations'> = {
  kind: 'cancellations',
  when: ({ status, cancelAt, cancelledAt, churnedAt }) =>
    status !== 'confirmed' ? [] : [cancelledAt === null ? cancelAt : churnedAt],
  run: (cancellation, world) => {
    const subscription = findOf(world, cancellation);
    if (cancellation.status !== 'confirmed' || !subscription) return;
    const isWaiting = cancellation.cancelledAt === null;
    if (!isWaiting) churnIfDue(world, cancellation, subscription);
    else if (subscription.status === 'active' && !isFuture(world, cancellation.cancelAt))
      cancelNow(world, cancellation, subscription);
  },
};
const pauseDue: DueRule<'pauses'> = {
  kind: 'pauses',
  when: ({ status, effectiveAt, endAt }) =>
    status === 'pending' ? [effectiveAt] : status === 'ongoing' ? [endAt] : [],
  run: (pause, world) => {
    const { status, effectiveAt, endAt } = pause;
    if (status === 'pending' && !isFuture(world, effectiveAt)) beginPause(world, pause);
    else if (status === 'ongoing' && endAt !== null && !isFuture(world, endAt)) endPause(world, pause, 'finished');
  },
};
const reactivationDue: DueRule<'reactivations'> = {
  kind: 'reactivations',
  when: ({ pending, effectiveAt }) => (pending === true ? [effectiveAt] : []),
  run: (reactivation, world) => {
    const subscription = findOf(world, reactivation);
    if (reactivation.pending === true && subscription && !isFuture(world, reactivation.effectiveAt))
      reactivate(world, reactivation, subscription);
  },
};

export const subscriptions: Handlers = {
  listSubscriptions: (call) => {
    const list = makeList(call, call.world.store.listOf('subscriptions', call.organizationId));
    return { ...list, data: (list['data'] as Subscription[]).map((entry) => present(call.world, entry)) };
  },
  getSubscription: (call) => present(call.world, getNamed(call, 'subscriptions')),
  createSubscription,
  updateSubscription,
  changeSubscriptionItems: changeItems,
  deleteSubscription,
  createOneTimeOrder: (call) => putOneTimeOrder(call),
  upsertOneTimeOrder: (call) => putOneTimeOrder(call, call.params['subscriptionId']),
  createSubscriptionCancellation: createCancellation,
  updateSubscriptionCancellation: updateCancellation,
  deleteSubscriptionCancellation: deleteCancellation,
  createSubscriptionPause: createPause,
  updateSubscriptionPause: updatePause,
  deleteSubscriptionPause: deletePause,
  createSubscriptionReactivation: createReactivation,
};

/** What happens to subscriptions, and what acts on them, as time passes. */
export const dueRules = [subscriptionDue, cancellationDue, pauseDue, reactivationDue] as unknown as DueRule<Kind>[];
