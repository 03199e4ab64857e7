/** Cancellations, pauses and reactivations: records of their own that act on a subscription. */
import { roundToCents } from '../../src/pricing/formulas';
import { addPeriod, dayOfMonth, toIso } from '../clock';
import { Refusal } from '../errors';
import type { Cancellation, Entity, Fields, Pause, Reactivation, Subscription } from '../records';
import type { Call, DueRule, Handlers, World } from '../state';
import { getNamed } from './crud';
import { adviseEnding, announce, isFuture, shareLeft } from './subscriptions';

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
  const { subscriptionId } = body as Partial<Cancellation>;
  if (subscriptionId !== undefined) findActive(world, subscriptionId, { organizationId });
  const fields = {
    ...{ status: 'confirmed', cancelledBy: 'merchant', cancelledAt: null, churnedAt: null },
    ...{ churnTimePolicy: 'none', prorated: false, ...body, organizationId },
  };
  return applyCancellation(world, world.create('cancellations', 'can', fields));
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
  const { unit = 'month', length = 1 } = subscription.interval ?? {};
  const isTrialOnly = subscription.isTrialOnly === true;
  const end = isTrialOnly || isInPaidPeriod ? subscription.paidUntil : reactivation.renewalAt;
  const until = end ?? addPeriod(world.now, unit, length);
  const cancellation = world.find('cancellations', reactivation.cancellationId, reactivation);
  if (cancellation?.status === 'confirmed') world.change('cancellations', cancellation, { status: 'revoked' });
  const period = { periodStart: world.now, anchorDay: dayOfMonth(end ?? world.now) };
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
  const cancellation = world
    .list('cancellations', organizationId)
    .findLast((entry) => entry.subscriptionId === subscriptionId && entry.cancelledAt !== null);
  const pending = isFuture(world, effectiveAt) && !isFuture(world, subscription.paidUntil);
  const fields = { ...body, organizationId, subscriptionId, cancellationId: cancellation?.id, pending };
  const reactivation = world.create('reactivations', 'rea', { ...fields, updatedTime: world.now });
  if (!pending) reactivate(world, reactivation, subscription);
  return reactivation;
}

/** What happens to cancellations, pauses and reactivations by themselves. */
export const cancellationDue: DueRule<'cancellations'> = {
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
export const pauseDue: DueRule<'pauses'> = {
  kind: 'pauses',
  when: ({ status, effectiveAt, endAt }) =>
    status === 'pending' ? [effectiveAt] : status === 'ongoing' ? [endAt] : [],
  run: (pause, world) => {
    const { status, effectiveAt, endAt } = pause;
    if (status === 'pending' && !isFuture(world, effectiveAt)) beginPause(world, pause);
    else if (status === 'ongoing' && endAt !== null && !isFuture(world, endAt)) endPause(world, pause, 'finished');
  },
};
export const reactivationDue: DueRule<'reactivations'> = {
  kind: 'reactivations',
  when: ({ pending, effectiveAt }) => (pending === true ? [effectiveAt] : []),
  run: (reactivation, world) => {
    const subscription = findOf(world, reactivation);
    if (reactivation.pending === true && subscription && !isFuture(world, reactivation.effectiveAt))
      reactivate(world, reactivation, subscription);
  },
};

export const endings: Handlers = {
  createSubscriptionCancellation: createCancellation,
  updateSubscriptionCancellation: updateCancellation,
  deleteSubscriptionCancellation: deleteCancellation,
  createSubscriptionPause: createPause,
  updateSubscriptionPause: updatePause,
  deleteSubscriptionPause: deletePause,
  createSubscriptionReactivation: createReactivation,
};
