/** Cancellations, pauses and reactivations: records of their own that act on a subscription. */
import { roundToCents } from '../../src/pricing/formulas';
import { addPeriod, toIso } from '../clock';
import { Refusal } from '../errors';
import type { Cancellation, Fields, Pause, Reactivation, Subscription } from '../records';
import type { Call, DueRule, Handlers, World } from '../state';
import { adviseEnding, announce, shareLeft } from './subscriptions';
import { getNamed } from './crud';

type Scope = { organizationId: string };
const getScope = ({ organizationId = '' }: { organizationId?: string }): Scope => ({ organizationId });
const isFuture = (world: World, at: string | null | undefined): at is string =>
  typeof at === 'string' && Date.parse(at) > world.clock.time;

/** The subscription that a body names, if it may be canceled or paused. */
function findActive(world: World, id: string | undefined, scope: Scope): Subscription {
  const subscription = world.refer('subscriptions', 'subscriptionId', id, scope);
  if (subscription.isOneTime === true)
    throw new Refusal(400, 'subscriptionId names a one-time order, which can be neither paused nor canceled.');
  if (subscription.status !== 'active')
    throw new Refusal(
      400,
      `The subscription must be active, and it is ${subscription.status}. ${adviseEnding(subscription)}`,
    );
  return subscription;
}

/** When a cancellation that takes place now ends the customer's access: `churnTimePolicy` wins over `churnedAt`. */
function computeChurnTime(world: World, cancellation: Cancellation, subscription: Subscription): string {
  const { churnTimePolicy, churnedAt } = cancellation;
  if (churnTimePolicy === 'at-next-renewal') return subscription.paidUntil ?? world.now;
  return churnTimePolicy !== 'now' && isFuture(world, churnedAt) ? churnedAt : world.now;
}

/** The credit of a prorated cancellation: the share of the paid period after the end of access. */
function computeCredit(world: World, { prorated, churnTimePolicy }: Cancellation, subscription: Subscription): Fields {
  const amount =
    prorated === true && churnTimePolicy !== 'at-next-renewal'
      ? roundToCents(subscription.price * shareLeft(world, subscription))
      : 0;
  const { currency, paidUntil } = subscription;
  const line = {
    type: 'credit',
    description: 'Credit for unused time',
    unitPriceAmount: amount,
    unitPriceCurrency: currency,
    quantity: 1,
    periodStartsAt: world.now,
    periodEndsAt: paidUntil,
    createdAt: world.now,
  };
  return { lineItems: amount > 0 ? [line] : [], lineItemsSubtotal: { amount, currency } };
}

function cancelNow(world: World, cancellation: Cancellation, subscription: Subscription): void {
  const churnedAt = computeChurnTime(world, cancellation, subscription);
  world.change('cancellations', cancellation, {
    ...computeCredit(world, cancellation, subscription),
    status: 'confirmed',
    cancelledAt: world.now,
    churnedAt,
  });
  world.change('subscriptions', subscription, { status: 'canceled', nextCharge: null, endTime: churnedAt });
  announce(world, 'canceled', subscription);
  if (!isFuture(world, churnedAt)) churn(world, cancellation, subscription);
}

function churn(world: World, cancellation: Cancellation, subscription: Subscription): void {
  world.change('cancellations', cancellation, { status: 'completed' });
  world.change('subscriptions', subscription, { status: 'churned', endTime: cancellation.churnedAt ?? world.now });
  announce(world, 'churned', subscription);
}

/** Applies a confirmed cancellation that names a subscription, or previews a draft. */
function applyCancellation(world: World, cancellation: Cancellation): Cancellation {
  const { subscriptionId, status, cancelAt } = cancellation;
  if (subscriptionId === undefined) return cancellation;
  const subscription = findActive(world, subscriptionId, getScope(cancellation));
  if (status === 'draft')
    return world.change('cancellations', cancellation, computeCredit(world, cancellation, subscription));
  if (!isFuture(world, cancelAt)) cancelNow(world, cancellation, subscription);
  return cancellation;
}

/**
 * Cancels an unpaid subscription for `billing-failure`, as a retry rule that has run out of attempts does. The API has no
 * call for it.
 *
 * @throws a 400 if there's no such subscription, or it isn't unpaid
 */
export function failBilling(world: World, { subscriptionId }: { subscriptionId?: string }): Cancellation {
  const subscription = subscriptionId === undefined ? undefined : world.store.get('subscriptions', subscriptionId);
  if (subscription?.status !== 'unpaid')
    throw new Refusal(
      400,
      `subscriptionId must be the ID of an unpaid subscription${subscription ? `, and this one is ${subscription.status}` : ''}.`,
    );
  const cancellation: Cancellation = world.create('cancellations', 'can', {
    organizationId: subscription.organizationId,
    subscriptionId,
    status: 'confirmed',
    reason: 'billing-failure',
    cancelledBy: 'system',
    churnTimePolicy: 'now',
    prorated: false,
  });
  // Its invoice stays open, and a late payment doesn't bring the subscription back.
  world.change('subscriptions', subscription, { openInvoiceId: undefined });
  cancelNow(world, cancellation, subscription);
  return cancellation;
}

function checkStatus(status: unknown): void {
  if (status !== undefined && status !== 'draft' && status !== 'confirmed') {
    throw new Refusal(
      400,
      `status is ${JSON.stringify(status)}: send "draft" or "confirmed"; the other values are set by the platform.`,
    );
  }
}

function createCancellation({ world, body, organizationId }: Call): Cancellation {
  checkStatus(body['status']);
  const { subscriptionId } = body as Partial<Cancellation>;
  if (subscriptionId !== undefined) findActive(world, subscriptionId, { organizationId });
  const fields = {
    status: 'confirmed',
    cancelledBy: 'merchant',
    cancelledAt: null,
    churnedAt: null,
    churnTimePolicy: 'none',
    prorated: false,
  };
  return applyCancellation(world, world.create('cancellations', 'can', { ...fields, ...body, organizationId }));
}

function updateCancellation(call: Call): Cancellation {
  const { world, body } = call;
  const cancellation = getNamed(call, 'cancellations');
  checkStatus(body['status']);
  if (cancellation.status === 'completed' || cancellation.status === 'revoked') {
    throw new Refusal(400, `The cancellation is ${cancellation.status}, so it can't be changed.`);
  }
  const { subscriptionId = cancellation.subscriptionId } = body as Partial<Cancellation>;
  if (cancellation.cancelledAt !== null) return changeEnd(world, cancellation, body);
  if (subscriptionId !== undefined) findActive(world, subscriptionId, call);
  world.change('cancellations', cancellation, body);
  return applyCancellation(world, cancellation);
}

/** Changes when a canceled subscription ends, and what is credited. That it's canceled can only be undone. */
function changeEnd(world: World, cancellation: Cancellation, body: Partial<Cancellation>): Cancellation {
  const { subscriptionId, status, cancelAt } = body;
  if (subscriptionId !== undefined && subscriptionId !== cancellation.subscriptionId)
    throw new Refusal(400, 'subscriptionId: a confirmed cancellation stays with its subscription.');
  if (status === 'draft')
    throw new Refusal(400, 'status: a confirmed cancellation can’t become a draft. Delete it to undo it.');
  if (typeof cancelAt === 'string')
    throw new Refusal(400, 'cancelAt: the subscription is canceled already. Delete the cancellation to undo it.');
  world.change('cancellations', cancellation, body);
  const subscription = world.find('subscriptions', cancellation.subscriptionId, cancellation.organizationId ?? '');
  const isNewEnd = ['churnTimePolicy', 'churnedAt', 'prorated'].some((field) => field in body);
  if (!isNewEnd || subscription?.status !== 'canceled') return cancellation;
  const churnedAt = computeChurnTime(world, cancellation, subscription);
  world.change('cancellations', cancellation, { ...computeCredit(world, cancellation, subscription), churnedAt });
  world.change('subscriptions', subscription, { endTime: churnedAt });
  if (!isFuture(world, churnedAt)) churn(world, cancellation, subscription);
  return cancellation;
}

/** How an active subscription continues: a trial-only one ends with its trial, and any other has a next charge. */
const continueUntil = ({ isTrialOnly, trialEndsAt }: Subscription, nextCharge: string): Partial<Subscription> =>
  isTrialOnly === true ? { nextCharge: null, endTime: trialEndsAt ?? null } : { nextCharge, endTime: null };

/** Whether a subscription was only a trial, and that has ended. Nothing can follow it. */
const hasOnlyEnded = (world: World, { isTrialOnly, trialEndsAt }: Subscription): boolean =>
  isTrialOnly === true && !isFuture(world, trialEndsAt);

/** Takes back a subscription's cancellation before its end of access. A draft, or one that waits, hasn't canceled anything. */
function undoCancellation(world: World, cancellation: Cancellation): void {
  const subscription = world.find('subscriptions', cancellation.subscriptionId, cancellation.organizationId ?? '');
  if (cancellation.cancelledAt !== null && subscription?.status === 'canceled') {
    if (hasOnlyEnded(world, subscription))
      throw new Refusal(409, 'The subscription is trial-only, and its trial has ended. Create a new subscription.');
    world.change('subscriptions', subscription, {
      status: 'active',
      ...continueUntil(subscription, subscription.paidUntil ?? world.now),
      resumedAt: world.now,
    });
    announce(world, 'reactivated', subscription);
  }
  world.change('cancellations', cancellation, { status: 'revoked' });
}

function deleteCancellation(call: Call): void {
  const cancellation = getNamed(call, 'cancellations');
  const { status } = cancellation;
  if (status === 'completed' || status === 'revoked')
    throw new Refusal(
      409,
      `The cancellation is ${status}: it can't be deleted. Fetch the subscription: if it's churned, create a reactivation.`,
    );
  undoCancellation(call.world, cancellation);
}

function beginPause(world: World, pause: Pause): void {
  const subscription = world.find('subscriptions', pause.subscriptionId, pause.organizationId ?? '');
  if (subscription?.status !== 'active') {
    world.change('pauses', pause, { status: 'revoked', updatedTime: world.now });
    return;
  }
  // A trial-only subscription has no next charge, and ends with its trial.
  const end = subscription.nextCharge ?? (subscription.isTrialOnly ? subscription.trialEndsAt : undefined) ?? world.now;
  const pausedRemainder = Math.max(0, Date.parse(end) - world.clock.time);
  world.change('subscriptions', subscription, { status: 'paused', nextCharge: null, pausedRemainder });
  world.change('pauses', pause, { status: 'ongoing', updatedTime: world.now });
  announce(world, 'modified', subscription);
}

function endPause(world: World, pause: Pause, status: 'finished' | 'revoked'): void {
  const subscription = world.find('subscriptions', pause.subscriptionId, pause.organizationId ?? '');
  const isOngoing = pause.status === 'ongoing';
  world.change('pauses', pause, { status, updatedTime: world.now });
  if (!isOngoing || subscription?.status !== 'paused') return;
  const end = toIso(world.clock.time + (subscription.pausedRemainder ?? 0));
  const { trialEndsAt, paidUntil } = subscription;
  const trial = trialEndsAt !== undefined && trialEndsAt === paidUntil ? { trialEndsAt: end } : {};
  world.change('subscriptions', subscription, {
    status: 'active',
    paidUntil: end,
    resumedAt: world.now,
    ...trial,
    ...continueUntil({ ...subscription, ...trial }, end),
  });
  announce(world, 'modified', subscription);
}

function checkPause({ effectiveAt, endAt }: Partial<Pause>): void {
  if (effectiveAt !== undefined && typeof endAt === 'string' && Date.parse(endAt) <= Date.parse(effectiveAt)) {
    throw new Refusal(400, `endAt (${endAt}) must be later than effectiveAt (${effectiveAt}).`);
  }
}

function createPause(call: Call): Pause {
  const { world, body, organizationId } = call;
  const {
    subscriptionId,
    effectiveAt,
    endAt = null,
    description = null,
  } = body as Partial<Pause> & { subscriptionId: string };
  findActive(world, subscriptionId, call);
  const from = isFuture(world, effectiveAt) ? effectiveAt : world.now;
  checkPause({ effectiveAt: from, endAt });
  const fields = { organizationId, subscriptionId, description, effectiveAt: from, endAt };
  const pause = world.create('pauses', 'pau', {
    ...fields,
    status: 'pending',
    pausedBy: 'customer',
    updatedTime: world.now,
  });
  if (from === world.now) beginPause(world, pause);
  return pause;
}

function updatePause(call: Call): Pause {
  const { world, body } = call;
  const pause = getNamed(call, 'pauses');
  if (pause.status === 'finished' || pause.status === 'revoked')
    throw new Refusal(400, `The pause is ${pause.status}, so it can't be changed.`);
  const { subscriptionId, effectiveAt } = body as Partial<Pause>;
  if (subscriptionId !== undefined && subscriptionId !== pause.subscriptionId)
    throw new Refusal(400, 'subscriptionId: a pause stays with its subscription.');
  checkPause({ ...pause, ...body });
  if (pause.status === 'ongoing' && effectiveAt !== undefined && isFuture(world, effectiveAt))
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
  const { organizationId = '', cancellationId } = reactivation;
  const isInPaidPeriod = subscription.status === 'canceled' && isFuture(world, subscription.paidUntil);
  const { unit = 'month', length = 1 } = subscription.interval ?? {};
  const isTrialOnly = subscription.isTrialOnly === true;
  const end = isTrialOnly || isInPaidPeriod ? subscription.paidUntil : reactivation.renewalAt;
  const until = end ?? addPeriod(world.now, unit, length);
  const cancellation = world.find('cancellations', cancellationId, organizationId);
  if (cancellation?.status === 'confirmed') world.change('cancellations', cancellation, { status: 'revoked' });
  const start = isInPaidPeriod ? {} : { periodStart: world.now };
  world.change('subscriptions', subscription, {
    ...start,
    status: 'active',
    ...continueUntil(subscription, until),
    paidUntil: until,
    resumedAt: world.now,
  });
  const renewalAt = isTrialOnly ? undefined : until;
  world.change('reactivations', reactivation, { renewalAt, pending: false, updatedTime: world.now });
  announce(world, 'reactivated', subscription);
}

function createReactivation(call: Call): Reactivation {
  const { world, body, organizationId } = call;
  const { subscriptionId, effectiveAt, renewalAt, paymentInstrumentId, description } = body as Partial<Reactivation> & {
    subscriptionId: string;
    paymentInstrumentId?: string;
  };
  const subscription = world.find('subscriptions', subscriptionId, organizationId);
  if (subscription?.status !== 'canceled' && subscription?.status !== 'churned') {
    throw new Refusal(
      422,
      subscription
        ? `The subscription is ${subscription.isOneTime === true ? 'a one-time order' : subscription.status}; only a canceled one can be reactivated.`
        : `subscriptionId is "${subscriptionId}": there is no such subscription.`,
    );
  }
  if (hasOnlyEnded(world, subscription))
    throw new Refusal(422, 'The subscription is trial-only, and its trial has ended. Create a new subscription.');
  if (paymentInstrumentId !== undefined) {
    world.refer('instruments', 'paymentInstrumentId', paymentInstrumentId, call);
    world.change('subscriptions', subscription, { instrumentId: paymentInstrumentId });
  }
  const cancellation = world
    .list('cancellations', organizationId)
    .findLast((entry) => entry.subscriptionId === subscriptionId && entry.cancelledAt !== null);
  const isLater = isFuture(world, effectiveAt) && !isFuture(world, subscription.paidUntil);
  const fields = {
    organizationId,
    subscriptionId,
    description,
    effectiveAt,
    renewalAt,
    cancellationId: cancellation?.id,
    pending: isLater,
    updatedTime: world.now,
  };
  const reactivation = world.create('reactivations', 'rea', fields);
  if (!isLater) reactivate(world, reactivation, subscription);
  return reactivation;
}

/** What happens to cancellations, pauses and reactivations by themselves. */
export const cancellationDue: DueRule<'cancellations'> = {
  when: ({ status, cancelAt, cancelledAt, churnedAt }) =>
    status !== 'confirmed' ? [] : [cancelledAt === null ? cancelAt : churnedAt],
  run: (cancellation, world) => {
    if (cancellation.status !== 'confirmed') return;
    const subscription = world.find('subscriptions', cancellation.subscriptionId, cancellation.organizationId ?? '');
    if (!subscription) return;
    if (cancellation.cancelledAt === null) {
      if (subscription.status === 'active' && !isFuture(world, cancellation.cancelAt))
        cancelNow(world, cancellation, subscription);
    } else if (!isFuture(world, cancellation.churnedAt) && subscription.status === 'canceled')
      churn(world, cancellation, subscription);
  },
};
export const pauseDue: DueRule<'pauses'> = {
  when: ({ status, effectiveAt, endAt }) =>
    status === 'pending' ? [effectiveAt] : status === 'ongoing' ? [endAt] : [],
  run: (pause, world) => {
    if (pause.status === 'pending' && !isFuture(world, pause.effectiveAt)) beginPause(world, pause);
    else if (pause.status === 'ongoing' && pause.endAt !== null && !isFuture(world, pause.endAt))
      endPause(world, pause, 'finished');
  },
};
export const reactivationDue: DueRule<'reactivations'> = {
  when: ({ pending, effectiveAt }) => (pending === true ? [effectiveAt] : []),
  run: (reactivation, world) => {
    const subscription = world.find('subscriptions', reactivation.subscriptionId, reactivation.organizationId ?? '');
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
