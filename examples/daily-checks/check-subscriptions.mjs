/**
 * Finds subscriptions that need attention, and decides who has access, as two sections of the docs describe: "Find
 * unpaid subscriptions" and "When to give access". It only sends GET requests. Run it once a day over all
 * subscriptions. When events arrive, collect their subscriptions for a minute or more, and check them in one run,
 * because each run fetches all invoices. Needs Node 20 or newer and no packages.
 *
 *   PAI_API_KEY, PAI_ORGANIZATION_ID   your key, and your organization
 *   PAI_API                            optional: the API's base URL
 *   PAI_NOW                            optional: the time of a sandbox whose clock you've moved
 *
 *   node check-subscriptions.mjs --stored stored.json --state state.json --time-zone America/New_York
 *   --subscription sub_…,sub_…         checks only these, and prints them even if there's nothing to do
 *   --all                              also prints the subscriptions without a finding
 *   --close-on-day 7 --end-on-day 21   your deadlines, counted from the invoice's date. A day counts once it's over. For a shorter
 *                                      billing cycle, both are shortened: to days 2 and 6 for a week. After a reactivation of an
 *                                      ended subscription, the first charge has to be paid within two days
 *   --test-data                        includes test data, if the lists leave it out
 *
 * stored.json has what no response contains, by subscription ID. **Store `"change": null` when you create a
 * subscription.** Without it, a renewal that fails after a pause waits for a person. Leave out what you don't know:
 *   {"sub_…": {
 *     "trialEnd": "2026-03-15T09:10:00Z", "isTrialOnly": false, "isPostpaid": false, "paymentInstrumentId": "pin_…",
 *     "firstMessageAt": "…",           when you first sent the link of the open invoice. Earlier ones are ignored. Without it, a person
 *                                      has to close access after the first deadline
 *     "closeOnDay": 2, "endOnDay": 6,  other deadlines than those of the command line, which aren't shortened
 *     "agreedUntil": "…",              the customer agreed to pay for the periods that begin until then
 *     "cancelRequestedAt": "…",        the customer asked to cancel, and you can't cancel it yet
 *     "cancelAt": "…",                 the `cancelAt` that you sent. Once it has passed, an unpaid one counts as a request to cancel
 *     "endedAt": "…",                  you told the customer that it has ended. Remove it if you restore access
 *     "acceptedAt": "…",               a person accepted a payment that came after the last deadline
 *     "refundedFrom": "…",             when access ended, if you refunded the time after it
 *     "invoiceIds": ["inv_…"],         open invoices that a person found to be this subscription's
 *     "change": {                      the latest change of items, as change-plan.mjs prints it. `null` means that there was none.
 *                                      Keep it after an undo, until the invoice of the upgrade is paid or void
 *       "changedAt": "…",              when you sent it, to tell its invoice from that of an earlier upgrade
 *       "nextCharge": "…",             the `nextCharge` from before it
 *       "items": [{"planId": "pln_…", "quantity": 1, "price": 29}],    the items from before it, to check that an undo restores them
 *       "deadline": "…",               when you stop asking for the payment of an upgrade
 *       "isReset": true, "isDowngrade": false,
 *       "isUndone": false,             the upgrade wasn't paid in time, or isn't wanted, and you or PAI support undo it
 *       "isCredited": false}}}         the change was a downgrade that you've refunded, so the new items count
 *
 * state.json keeps which subscriptions were unpaid, so that the next run can report that they recovered or ended. The
 * program writes it after a complete run over all subscriptions. Keep a copy until you've acted on the output. If you
 * crash before that, restore the copy, and run it again. Act on `recovered` and `ended` only after a complete run,
 * because runs with --subscription repeat them. `paid-after-deadline` needs a complete run while it was unpaid, or
 * "endedAt", and is repeated until the payment is refunded, or you store "acceptedAt".
 *
 * Output: one JSON object per line. "access" is "open", "closed", "unchanged" (continue what the customer had), or
 * "decide" (a person, or your own policy), and "reason" says why. "until" is the first moment without access. "closeOn"
 * and "endOn" are the dates of your deadlines, for messages: the customer can pay until that day ends. If the first
 * message isn't sent yet, "closeOn" is the date if you send it today. "items": "old" means the last items that were
 * paid for and not refunded, which you store at each payment, because "change.items" can be others. Only send a link that's in
 * `paymentFormUrl` or `redirectUrl`, and right away, because the customer might pay in the meantime. ADVICE below lists
 * the findings.
 *
 * Exit status: 0 nothing to do, 2 something to do, 1 the run failed, and its output isn't complete.
 */
import { existsSync, readFileSync, realpathSync, renameSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual, parseArgs } from 'node:util';

const TRIES = 5;
const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];
const OWED = ['unpaid', 'partially-paid', 'past-due', 'delinquent'];
/** Statuses of an invoice that was paid, whatever happened to the payment afterward. */
const SETTLED = ['paid', 'partially-refunded', 'refunded', 'disputed'];
const FAILED = ['declined', 'canceled', 'abandoned'];
const ENDED = ['canceled', 'churned', 'voided'];
const DUE = ['unpaid', 'trial-ended'];
/** States of a charge. If several are known for the same date, the last one in this list counts. */
const RANK = ['failed', 'void', 'pending', 'settled', 'returned', 'paid', 'open'];

const parse = (time) => (time ? Date.parse(time) : NaN);
const toIso = (time) => `${new Date(time).toISOString().slice(0, 19)}Z`;
/** An amount in thousandths, the most decimals that a currency has, so that amounts are compared as integers. */
const toUnits = (amount) => Math.round(amount * 1000);
const name = ({ id, totalAmount, currency, issueDate }) => `${id} (${totalAmount} ${currency} of ${issueDate})`;
const join = (entries) => entries.map(({ id }) => id).join(', ');

/** The number of a time's day in a time zone. */
const toLocalDay = (time, timeZone) => Date.parse(new Date(time).toLocaleDateString('sv-SE', { timeZone })) / DAY;

/** When a local day is over. Tries each quarter of an hour, because a day can have 23 or 25 hours. */
function toEndOfDay(day, timeZone) {
  let time = (day + 1) * DAY - 15 * HOUR;
  while (toLocalDay(time, timeZone) <= day) time += HOUR / 4;
  return time;
}

/**
 * Adds billing cycles to a time. A month that's too short ends a cycle on its last day. Without a known cycle, it's
 * NaN.
 */
function addCycles(time, cycle, count) {
  const { unit, length } = cycle ?? {};
  if (!(length > 0)) return NaN;
  if (unit === 'days' || unit === 'weeks') return time + count * length * (unit === 'weeks' ? 7 : 1) * DAY;
  const date = new Date(time);
  const months = { months: 1, years: 12 }[unit] * length * count;
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months + 1, 0)).getUTCDate();
  return date.setUTCMonth(date.getUTCMonth() + months, Math.min(date.getUTCDate(), last));
}

/** How many whole cycles have passed between two times. */
function countCycles(from, to, cycle) {
  let count = 0;
  while (addCycles(from, cycle, count + 1) <= to) count += 1;
  return Number.isNaN(addCycles(from, cycle, 1)) ? NaN : count;
}

/** How far from its usual time a period can begin: a day, or two hours for a cycle of days. */
const getSlack = (cycle) => (cycle?.unit === 'days' ? 2 * HOUR : DAY);

/** Whether a time is one or more whole cycles after another. */
function isRenewalOf(from, time, cycle) {
  const slack = getSlack(cycle);
  const count = countCycles(from, time + slack, cycle);
  return count > 0 && Math.abs(addCycles(from, cycle, count) - time) <= slack;
}

/** Whether a time is one cycle after another. Counts both ways, because months have different lengths. */
const isNextOf = (from, time, cycle) =>
  Math.min(Math.abs(addCycles(from, cycle, 1) - time), Math.abs(addCycles(time, cycle, -1) - from)) <= getSlack(cycle);

const isSale = ({ type, deletedAt }) => type === 'sale' && !deletedAt;
const isApproved = (entry) => isSale(entry) && entry.result === 'approved' && entry.status !== 'voided';
const listDates = ({ invoices = [] }) => invoices.map(({ date }) => parse(date));

/** Whether a transaction is for an invoice. It references invoices by date, amount, and currency. */
function isFor({ invoices = [] }, { issueDate, totalAmount, currency, status }) {
  const isSame = ({ date, amount, currency: other }) =>
    parse(date) === parse(issueDate) &&
    other === currency &&
    // What's left of a partially paid invoice isn't in any field.
    (status === 'partially-paid' || toUnits(amount) === toUnits(totalAmount));
  return invoices.some(isSame);
}

/** Whether two invoices can't be told apart by a transaction. */
const isTwin = (one, other) => isFor({ invoices: [{ ...one, date: one.issueDate, amount: one.totalAmount }] }, other);

/**
 * Finds the subscriptions that can own an invoice, because it references none: by a person, its payments, or its lines.
 */
export function findOwners(invoice, { subscriptions, invoices, transactions }, stored = {}) {
  const assigned = subscriptions.filter(({ id }) => stored[id]?.invoiceIds?.includes(invoice.id));
  if (assigned.length > 0) return assigned.map(({ id }) => id);
  const isNamed = ({ planName }) =>
    planName && invoice.items?.some(({ description }) => description?.startsWith(planName));
  const named = subscriptions
    .filter(({ currency, items }) => currency === invoice.currency && items?.some(isNamed))
    .map(({ id }) => id);
  const paying = transactions.filter((entry) => entry.subscriptionId && isFor(entry, invoice));
  const ids = [...new Set(paying.map(({ subscriptionId }) => subscriptionId))];
  // The price of a trial might have a line that doesn't begin with the plan's name.
  const isNear = (one, other) => Math.abs(parse(one.issueDate) - parse(other.createdAt)) <= HOUR;
  const isFrom = (entry) => !entry.deletedAt && entry.currency === invoice.currency && isNear(invoice, entry);
  const signedUp = named.length + ids.length === 0 ? subscriptions.filter(isFrom) : [];
  const firsts = invoices.filter((other) => toInvoiceState(other) !== 'void' && isNear(other, signedUp[0] ?? {}));
  if (signedUp.length === 1 && signedUp[0].status === 'connected' && firsts.length === 1) return [signedUp[0].id];
  const twins = invoices.filter((other) => isTwin(invoice, other));
  if (twins.length === 1 && ids.length > 0) return ids;
  const owners = named.length > 0 ? named : ids.length > 0 ? subscriptions.map(({ id }) => id) : [];
  // If only one of identical invoices is to be paid, a person decides which. Otherwise, it doesn't matter.
  const isEnding = ({ id }) => owners.includes(id) && (stored[id]?.cancelRequestedAt || stored[id]?.endedAt);
  if (subscriptions.some(isEnding)) return owners;
  const isDue = ({ id, status }) => owners.includes(id) && DUE.includes(status);
  const [due, owed] = [subscriptions.filter(isDue), twins.filter(({ status }) => OWED.includes(status))].map((all) =>
    all.map(({ id }) => id).sort(),
  );
  const index = owed.indexOf(invoice.id);
  return twins.length > 1 && index >= 0 && due.length === owed.length ? [due[index]] : owners;
}

function toSaleState({ result, status }) {
  if (FAILED.includes(result) || status === 'voided') return 'failed';
  if (result !== 'approved') return 'pending';
  if (['refunded', 'disputed'].includes(status)) return 'returned';
  return ['completed', 'partially-refunded'].includes(status) ? 'paid' : 'pending';
}

function toInvoiceState({ status }) {
  if (OWED.includes(status)) return 'open';
  if (['voided', 'draft'].includes(status)) return 'void';
  return ['paid', 'partially-refunded'].includes(status) ? 'settled' : 'returned';
}

/** Whether an invoice is from before the stored change. Your clock and PAI's can differ. */
const isBeforeChange = ({ change }, { issueDate }) => parse(issueDate) < parse(change?.changedAt) - MINUTE;

/** Whether an invoice is for the stored upgrade, and not for a renewal or an earlier upgrade. */
function isOfUpgrade({ change }, invoice) {
  if (!change || change.isDowngrade || change.isCredited || isBeforeChange({ change }, invoice)) return false;
  return parse(invoice.issueDate) < parse(change.nextCharge) - HOUR;
}

/** Whether a paid charge is for the stored upgrade: it's in the period from before the change, and doesn't begin it. */
function isUpgradeCharge({ stored, cycle }, time, times) {
  if (!isOfUpgrade(stored, { issueDate: toIso(time) })) return false;
  if (time > parse(stored.change.changedAt)) return true;
  const nextCharge = parse(stored.change.nextCharge);
  const isBegin = (other) => isNextOf(other, nextCharge, cycle);
  const isInside = time > addCycles(nextCharge, cycle, -1);
  return isBegin(time) ? times.some((other) => other < time && isBegin(other)) : isInside;
}

/**
 * Whether a settled charge doesn't pay for a period: it's for an upgrade that was undone, or inside a period that is
 * over.
 */
function isNoPeriod({ time, state }, all, facts) {
  const { stored, cycle } = facts;
  if (!['paid', 'settled', 'returned'].includes(state)) return false;
  const times = all.map((charge) => charge.time);
  const renewals = times.filter((other) => other > time);
  const { isUndone, isReset, nextCharge } = stored.change ?? {};
  const isReplaced = isUndone || (!isReset && renewals.some((other) => other >= parse(nextCharge) - HOUR));
  if (isReplaced && isUpgradeCharge(facts, time, times)) return true;
  const earlier = times.filter((other) => other < time);
  const isDue = (other) => earlier.some((from) => isRenewalOf(from, other, cycle));
  return !isDue(time) && renewals.some(isDue);
}

/**
 * Lists what was charged, by the date of the invoice, oldest first. A trial's charge doesn't pay for a period after it.
 */
function listCharges({ sales, invoices, stored, cycle, now }) {
  const trialEnd = parse(stored.trialEnd);
  const charges = new Map();
  const note = (date, state, paidAt) => {
    const time = parse(date);
    const isNew = RANK.indexOf(state) > RANK.indexOf(charges.get(time)?.state);
    if (!Number.isNaN(time) && isNew) charges.set(time, { time, state, paidAt: parse(paidAt) });
  };
  for (const sale of sales) for (const { date } of sale.invoices ?? []) note(date, toSaleState(sale), sale.date);
  const first = Math.min(...sales.filter(isApproved).map(({ date }) => parse(date)));
  for (const invoice of invoices) {
    // A free trial has an invoice for 0.00. After a payment, an invoice for 0.00 was paid by a credit.
    if (invoice.totalAmount > 0 || first < parse(invoice.issueDate))
      note(invoice.issueDate, toInvoiceState(invoice), invoice.paidOnDate);
    // A payment can be older than its result.
    const charge = charges.get(parse(invoice.issueDate));
    if (charge?.paidAt < parse(invoice.paidOnDate)) charge.paidAt = parse(invoice.paidOnDate);
  }
  const all = [...charges.values()];
  const counts = (charge) =>
    charge.state !== 'void' &&
    !(trialEnd <= now && charge.time < trialEnd - HOUR) &&
    !isNoPeriod(charge, all, { stored, cycle });
  for (const charge of charges.values()) if (charge.state === 'settled') charge.state = 'paid';
  return all.filter(counts).sort((left, right) => left.time - right.time);
}

/** Whether a payment of the customer can be for this subscription, and has no result yet. */
function isPending(entry, { id, candidates, now }) {
  const { type, result, subscriptionId, amount, currency, invoices = [], date, createdAt, deletedAt } = entry;
  if (deletedAt || result !== 'unknown' || !['sale', '3ds-authentication'].includes(type)) return false;
  if (subscriptionId === id || candidates.some((invoice) => isFor(entry, invoice))) return true;
  if (subscriptionId || candidates.length === 0) return false;
  if (type === '3ds-authentication') return now - parse(date ?? createdAt) < HOUR / 2;
  // Your own charge for the invoice, if the response doesn't list the invoice.
  const isSame = (invoice) => toUnits(invoice.totalAmount) === toUnits(amount) && invoice.currency === currency;
  return invoices.length === 0 && candidates.some(isSame);
}

/** Whether the customer seems to have left the bank's page: its payment no longer counts for access. */
const isLeft = ({ type, status, redirectUrl, date, createdAt }, now) =>
  (type === '3ds-authentication' || status === 'offsite' || Boolean(redirectUrl)) &&
  now - parse(date ?? createdAt) >= HOUR / 2;

/**
 * Your deadlines, in days. Those of the command line end before the next renewal, so that only one period is unpaid.
 */
function findDays({ closeOnDay, endOnDay }, stored, cycle) {
  // From February 1, the shortest month.
  const last = Math.floor(addCycles(31 * DAY, cycle, 1) / DAY) - 32;
  const days = last < endOnDay ? { closeOnDay: Math.floor((closeOnDay * last) / endOnDay), endOnDay: last } : {};
  return { closeOnDay, endOnDay, ...days, ...stored };
}

/** Collects what is known about one subscription. `data` has all objects of its customer. */
function collectFacts(subscription, data, settings) {
  const { id, currency, bilingCycle, items } = subscription;
  const { now, stored: all = {} } = settings;
  const given = all[id] ?? {};
  // The date doesn't cancel an unpaid subscription.
  const hasPassed = DUE.includes(subscription.status) && parse(given.cancelAt) <= now;
  const entered = hasPassed ? { cancelRequestedAt: given.cancelAt, ...given } : given;
  const { change } = entered;
  // PAI might undo an upgrade whose charge is declined.
  const isTakenBack = change && !change.isDowngrade && hasItems(items, change.items);
  const raw = isTakenBack ? { ...entered, change: { ...change, isUndone: true } } : entered;
  const owners = new Map(data.invoices.map((invoice) => [invoice, findOwners(invoice, data, all)]));
  const invoices = data.invoices.filter((invoice) => isDeepStrictEqual(owners.get(invoice), [id]));
  const owed = data.invoices.filter(({ status }) => OWED.includes(status));
  const allOpen = owed.filter((entry) => invoices.includes(entry) && entry.issueDate);
  allOpen.sort((left, right) => parse(left.issueDate) - parse(right.issueDate));
  const unclear = owed.filter((entry) => owners.get(entry).includes(id) && !allOpen.includes(entry));
  const unexplained = owed.filter((entry) => owners.get(entry).length === 0 && entry.currency === currency);
  // A charge that you've created might have no subscription's ID. Then all invoices that it can be for have to be this
  // one's.
  const isOwn = (entry) => {
    const matches = data.invoices.filter((invoice) => isFor(entry, invoice));
    return entry.subscriptionId
      ? entry.subscriptionId === id
      : matches.length > 0 && matches.every((invoice) => invoices.includes(invoice));
  };
  const sales = data.transactions.filter((entry) => isSale(entry) && isOwn(entry));
  const cycle = bilingCycle ?? items?.[0]?.bilingCycle;
  const charges = listCharges({ sales, invoices, stored: raw, cycle, now });
  const pauses = data.pauses.filter(({ subscriptionId }) => subscriptionId === id);
  const returned = findReturn({ subscription, data, stored: raw, sales, charges, cycle, pauses, now });
  // A change from before the end doesn't matter anymore.
  const isOver = returned?.isAwaiting && !(parse(raw.change?.changedAt) > returned.endedAt);
  const stored = isOver ? { ...raw, change: null } : raw;
  // Once a renewal has failed, too, the customer pays that, and not an upgrade from before it.
  const isRenewal = (invoice) => !stored.change || isForChange({ stored, charges, cycle }, invoice) === false;
  const renewals = allOpen.filter(isRenewal);
  const open = DUE.includes(subscription.status) && renewals.length > 0 ? renewals : allOpen;
  const superseded = allOpen.filter((invoice) => !open.includes(invoice));
  const candidates = [...allOpen, ...unclear, ...unexplained];
  const pending = data.transactions.filter((entry) => isPending(entry, { id, candidates, now }));
  const isEffective = ({ subscriptionId, status, cancelledAt }) =>
    subscriptionId === id && cancelledAt && ['confirmed', 'completed'].includes(status);
  const toTime = ({ cancelledAt }) => parse(cancelledAt);
  const cancellation = data.cancellations.filter(isEffective).sort((one, other) => toTime(other) - toTime(one))[0];
  const held = pending.filter((entry) => !isLeft(entry, now));
  const failed = sales.filter(({ result }) => FAILED.includes(result));
  const days = findDays(settings, stored, cycle);
  const own = { stored, cycle, days, owners, invoices, open, superseded, unclear, unexplained, sales, failed, charges };
  return { ...own, subscription, data, settings, now, pending, held, cancellation, pauses, returned };
}

/** How long the subscription was paused after a time. A paused period continues after the pause. */
function sumPauses({ pauses, now }, since) {
  const length = ({ status, effectiveAt, endAt, updatedTime }) => {
    const end = Math.min(endAt ? parse(endAt) : now, status === 'revoked' ? parse(updatedTime) : now, now);
    return parse(effectiveAt) >= since ? Math.max(0, end - parse(effectiveAt)) : 0;
  };
  return pauses.reduce((sum, pause) => sum + length(pause), 0);
}

/** Finds the first charge since the return of a subscription that had ended, unless the return continues paid time. */
function findReturn({ subscription, data, stored, sales, charges, cycle, pauses, now }) {
  const { id, status, price } = subscription;
  const toEnd = ({ churnedAt, cancelledAt }) => parse(churnedAt ?? cancelledAt);
  const hasEnded = (entry) => {
    const found = data.reactivations?.find(({ cancellationId }) => cancellationId === entry.id);
    return found ? parse(found.createdAt) >= toEnd(entry) : entry.status === 'completed';
  };
  const isOwn = (entry) => entry.subscriptionId === id && toEnd(entry) <= now && hasEnded(entry);
  const last = data.cancellations.filter(isOwn).sort((one, other) => toEnd(other) - toEnd(one))[0];
  if (!last || !['active', ...DUE].includes(status) || stored.isPostpaid || price === 0) return undefined;
  const [endedAt, trialEnd] = [toEnd(last), parse(stored.trialEnd)];
  const since = charges.filter(({ time }) => time > endedAt);
  const begin = since[0]?.time ?? parse(subscription.nextCharge);
  if (Number.isNaN(begin) || (trialEnd > now && begin >= trialEnd - HOUR)) return undefined;
  const isKept = ({ time, state }) => {
    const end = addCycles(time, cycle, 1) + sumPauses({ pauses, now }, time);
    const isPayment = ['paid', 'returned'].includes(state) && !(time <= parse(stored.refundedFrom));
    if (time > endedAt || !isPayment || !(end > endedAt + getSlack(cycle))) return false;
    const isReduced = (sale) => sale.status === 'partially-refunded' && listDates(sale).includes(time);
    const isCut = last.lineItems?.some(({ type }) => type === 'credit') || sales.some(isReduced);
    return Math.abs(end - begin) <= getSlack(cycle) || (state === 'paid' && !isCut && end > Math.min(begin, now));
  };
  const isAwaiting = !since.some(({ state }) => ['paid', 'returned'].includes(state));
  return charges.some(isKept) ? undefined : { endedAt, time: since[0]?.time, isAwaiting };
}

/**
 * Your last day for a charge: two days for the first one since a reactivation, which gives no access until it's paid.
 */
const findLastDay = ({ days: { endOnDay: day }, returned }, time) => (time === returned?.time ? Math.min(2, day) : day);

/** The end of the latest paid period of those that have begun since a time. */
function findPaidUntil(facts, since) {
  const { charges, cycle, stored } = facts;
  const paid = charges.filter(({ time, state }) => state === 'paid' && time >= since);
  const ends = paid.map(({ time }) => addCycles(time, cycle, 1) + sumPauses(facts, time));
  return stored.isPostpaid ? NaN : Math.max(0, ...ends);
}

/** Whether an unpaid invoice is for a change of items, and not for a renewal: `undefined` if that isn't known. */
function isForChange({ stored, charges, cycle }, invoice) {
  const { change } = stored;
  const time = parse(invoice.issueDate);
  if (isOfUpgrade(stored, invoice)) return true;
  // An invoice from before the stored change can be for an earlier one.
  if (change === null || (change && !isBeforeChange(stored, invoice))) return false;
  const earlier = charges.filter((charge) => charge.time < time && ['paid', 'returned'].includes(charge.state));
  if (earlier.length === 0) return false;
  return earlier.some((charge) => isRenewalOf(charge.time, time, cycle)) ? false : undefined;
}

/** Calculates your deadlines for the oldest open invoice, in days of your time zone. */
function findDeadlines(facts) {
  const { charges, failed, stored, now, days, settings } = facts;
  const [[invoice], { timeZone }] = [facts.open, settings];
  const toDay = (time) => toLocalDay(time, timeZone);
  const today = toDay(now);
  // A message from before the invoice was about an earlier one.
  const told = parse(stored.firstMessageAt) >= parse(invoice.issueDate) ? parse(stored.firstMessageAt) : NaN;
  const paidAt = Math.max(0, ...charges.filter(({ state }) => state === 'paid').map((charge) => charge.paidAt || 0));
  // After a payment for one of several invoices, the deadlines count from the message about the next one.
  const isNext = paidAt > parse(invoice.issueDate);
  if (isNext && !(told >= paidAt)) return undefined;
  const start = toDay(isNext ? told : parse(invoice.issueDate));
  // Whoever leaves the bank's page gets no more days.
  const isLate = ({ date, updatedAt, result, redirectUrl }) =>
    result === 'declined' && !redirectUrl && parse(updatedAt) - parse(date) > HOUR;
  const late = failed.filter((sale) => isFor(sale, invoice) && isLate(sale)).map(({ updatedAt }) => parse(updatedAt));
  // Three days are left after a late message, or after a pending payment failed.
  const notices = [...late, told].filter((time) => toDay(time) > start).map((time) => toDay(time) + 3);
  const lastDay = start + findLastDay(facts, parse(invoice.issueDate));
  const findCloseDay = (others) => Math.min(lastDay, Math.max(start + days.closeOnDay, ...notices, ...others));
  const closeDay = findCloseDay([]);
  // Access ends with a cancellation's date, so the day before is the last one.
  const cut = stored.cancelAt ? Math.max(today, toDay(parse(stored.cancelAt)) - 1) : Infinity;
  const toDate = (day) => new Date(Math.min(day, cut) * DAY).toISOString().slice(0, 10);
  // If nothing was sent yet, the message's own date depends on today.
  const closeOn = toDate(findCloseDay(Number.isNaN(told) && today > start ? [today + 3] : []));
  const closesAt = toIso(toEndOfDay(closeDay, timeZone));
  const [isClosing, isOver, isTold] = [today > closeDay, today > lastDay, !Number.isNaN(told)];
  return { day: today - start, isClosing, isOver, closesAt, isTold, dates: { closeOn, endOn: toDate(lastDay) } };
}

/** The hint if it isn't known whether an invoice is for a renewal. */
const STORE_CHANGE =
  'It might be for a renewal or a change. Store its "change", or "change": null if the items never changed.';

const give = (access, until, reason, more) => ({ access, until: until ?? null, reason, ...more });

/** Access while a renewal, or the first charge after a trial, is open. */
function decideDue(facts) {
  const { subscription, stored, now, open, held, unexplained } = facts;
  const [invoice] = open;
  if (subscription.status === 'trial-ended' && open.length + held.length + unexplained.length === 0) {
    if (subscription.nextCharge) return give('decide', null, 'The trial has ended, and a charge is scheduled.');
    if (stored.isTrialOnly !== false) return give('closed', null, 'The trial has ended, and nothing follows it.');
  }
  if (!invoice) return give('unchanged', null, 'No open invoice was found.');
  const paidUntil = findPaidUntil(facts, parse(invoice.issueDate));
  if (paidUntil > now) return give('open', toIso(paidUntil), 'One of several invoices is paid.');
  const deadlines = findDeadlines(facts);
  if (held.length > 0 && deadlines?.isOver)
    return give('decide', null, 'Your last deadline is over, and a payment is still pending.');
  if (held.length > 0) return give('unchanged', null, 'A payment is pending.');
  const change = subscription.status === 'unpaid' ? isForChange(facts, invoice) : false;
  if (change === undefined) return give('unchanged', null, STORE_CHANGE);
  if (stored.cancelRequestedAt) return give('closed', null, 'The customer asked to cancel, and no period is paid.');
  if (stored.endedAt) return give('closed', null, 'The customer was told that it has ended.');
  if (change) return give('closed', null, 'The period from before the change is over.');
  if (!deadlines) return give('decide', null, 'Another invoice is paid. Store "firstMessageAt" of your next message.');
  if (deadlines.isOver) return give('closed', null, 'Your last deadline is over.');
  const keep = 'Leave access as it is until your deadline. If it had ended before a reactivation, it stays closed.';
  if (!deadlines.isClosing) return give('unchanged', deadlines.closesAt, keep);
  if (deadlines.isTold) return give('closed', null, 'Close access, and send the last reminder once.');
  return give('decide', null, 'Close access three days after your first message. Store "firstMessageAt".');
}

/** Whether only the old items are paid: until a downgrade's renewal, or while an upgrade isn't charged, or undone. */
function hasOldItems(facts) {
  const { subscription, cancellation, stored, charges, cycle, now } = facts;
  const { changedAt, nextCharge, isDowngrade, isCredited, isUndone } = stored.change ?? {};
  if (!(parse(nextCharge) > now) || isCredited) return false;
  if (isUndone) return findUnrestored(facts).length > 0;
  // What is paid after the end unlocks nothing.
  const end = ENDED.includes(subscription.status) ? parse(cancellation?.cancelledAt) : NaN;
  const isPaid = ({ state, paidAt }) => state === 'paid' && !(paidAt > end);
  const paid = charges.filter(isPaid).map(({ time }) => time);
  const isKnown = changedAt || paid.some((time) => isNextOf(time, parse(nextCharge), cycle));
  return isDowngrade || (isKnown && !paid.some((time) => isUpgradeCharge(facts, time, paid)));
}

/** Access of an active subscription, which doesn't prove a payment. */
function decideActive(facts) {
  const { subscription, stored, now, cycle, open, held, unexplained, charges, sales } = facts;
  const { nextCharge, price } = subscription;
  const end = nextCharge ?? (stored.isTrialOnly ? stored.trialEnd : null);
  const ownOpen = charges.filter(({ state }) => state === 'open');
  const paid = charges.filter(({ state }) => state === 'paid');
  const wasPaid = charges.at(-1)?.state === 'paid';
  if (unexplained.length > 0)
    return give('unchanged', null, `${join(unexplained)} is open, and it isn't known whose it is.`);
  if (parse(stored.trialEnd) > now) {
    if (paid.length > 0) return give('open', end, 'The trial is paid.');
    if (open.length > 0) return give('closed', null, "The trial's price isn't paid.");
    return give('decide', end, 'A free trial is running, so access is your decision.');
  }
  if (nextCharge && parse(nextCharge) <= now) {
    const isWaiting = held.length > 0 || now - parse(nextCharge) <= HOUR || !wasPaid;
    return give(isWaiting ? 'unchanged' : 'open', null, 'The renewal has no result yet.');
  }
  if (price === 0 && nextCharge && open.length === 0) return give('open', end, 'The price is zero.');
  if (!nextCharge) {
    if (stored.isTrialOnly && parse(end) <= now) return give('closed', null, 'The trial is over.');
    return give('decide', end, 'No charge is scheduled. For a trial, store "isTrialOnly" and "trialEnd".');
  }
  if (stored.isPostpaid && open.length > 0) return give('decide', null, "An earlier period isn't paid.");
  if (stored.isPostpaid) return give('open', end, 'The earlier periods are paid.');
  const isCurrent = ({ time }) => isNextOf(time, parse(nextCharge), cycle);
  // After the period's payment, an invoice of about the same date is for an upgrade.
  if (ownOpen.some(isCurrent) && !paid.some(isCurrent)) return give('closed', null, "The current period isn't paid.");
  const covers = ({ time }) => addCycles(time, cycle, 1) + sumPauses(facts, time) > now;
  const current = charges.filter((charge) => charge.state !== 'open' && charge.state !== 'failed' && covers(charge));
  // A refund of an upgrade from before the current period doesn't matter.
  const isOver = (charge) => !isCurrent(charge) && paid.some((other) => other.time > charge.time && isCurrent(other));
  // Nor does that of a change that was taken back, as you've stored, or from before the stored one. A dispute does.
  const isDisputed = ({ time }) => sales.some((sale) => sale.status === 'disputed' && listDates(sale).includes(time));
  const isAfterBegin = ({ time }) => paid.some((other) => other.time < time && isCurrent(other));
  const isTakenBack = ({ time }) => stored.change?.isCredited || isBeforeChange(stored, { issueDate: toIso(time) });
  const isOld = (charge) => isOver(charge) || (isAfterBegin(charge) && isTakenBack(charge) && !isDisputed(charge));
  // A renewal after the invoice of an upgrade was charged at the new price.
  const hasRenewed = open.length > 0 && paid.some(({ time }) => time > parse(open.at(-1).issueDate));
  const old = (open.length > 0 && !hasRenewed) || hasOldItems(facts) ? { items: 'old' } : {};
  if (current.some((charge) => charge.state === 'returned' && !isOld(charge)))
    return give('decide', end, 'A payment was refunded or is disputed.');
  if (current.some(({ state }) => state === 'paid')) return give('open', end, 'The current period is paid.', old);
  if (held.length > 0 && paid.length === 0) return give('closed', null, 'The first payment is pending.');
  if (held.length > 0) return give('unchanged', null, 'A payment is pending.');
  if (open.length > 0 && paid.length === 0) return give('closed', null, 'Nothing is paid yet.');
  if (paid.length > 0)
    return give('unchanged', null, 'No payment for the current period was found.', { isUnsure: true });
  return give('decide', end, 'No payment was found. Store "trialEnd" or "isPostpaid".', { isUnsure: true });
}

/** When the latest charge that isn't paid was due. */
function findFailure({ charges, failed }) {
  const open = charges.filter(({ state }) => state === 'open').map(({ time }) => time);
  const isPaid = (time) => charges.some((charge) => charge.time === time && charge.state === 'paid');
  return Math.max(0, ...[...open, ...failed.flatMap(listDates)].filter((time) => !isPaid(time)));
}

/** Access after a cancellation. */
function decideEnded(facts) {
  const { subscription, cancellation, charges, stored, now } = facts;
  const { reason, churnedAt } = cancellation ?? {};
  if (subscription.status === 'voided') return give('closed', null, 'The subscription is voided.');
  if (reason === 'billing-failure') {
    const failure = findFailure(facts);
    const paidUntil = findPaidUntil(facts, failure);
    if (paidUntil > now) return give('open', toIso(paidUntil), 'It ended for billing-failure, but a period is paid.');
    // The interval might have changed, so it isn't known when the period from before a change ends.
    if (findPaidUntil(facts, 0) > now && isForChange(facts, { issueDate: toIso(failure) }) === undefined)
      return give('decide', null, STORE_CHANGE, { isUnsure: true });
    return give('closed', null, 'It ended for billing-failure, and no period is paid.');
  }
  if (subscription.status === 'churned') return give('closed', null, 'The subscription has churned.');
  const paidUntil = findPaidUntil(facts, 0);
  const access = paidUntil > now ? 'open' : undefined;
  const old = hasOldItems(facts) ? { items: 'old' } : {};
  if (!churnedAt) {
    const missing = cancellation
      ? "The cancellation doesn't show when paid access ends."
      : 'Its cancellation was not found.';
    return give(access ?? 'decide', access ? toIso(paidUntil) : null, missing, { isUnsure: true, ...old });
  }
  if (parse(churnedAt) <= now) return give('closed', null, 'Paid access has ended.');
  if (charges.length === 0 && !stored.isPostpaid && subscription.price !== 0)
    return give('unchanged', churnedAt, "Access continues until the trial's end.");
  return give(access ?? 'unchanged', churnedAt, 'Paid access continues. If you closed it for a pause, open it.', old);
}

/** Whether the oldest open invoice has been paid, so that the invoice or the subscription isn't up to date. */
function hasPaidOpenInvoice({ open: [invoice], sales }) {
  const isPaid = (sale) => isFor(sale, invoice) && toSaleState(sale) === 'paid';
  return invoice !== undefined && invoice.status !== 'partially-paid' && sales.some(isPaid);
}

/** Decides access by status. */
function decideByStatus(facts) {
  const { subscription, stored, now, unclear, open, charges, pauses, returned, cancellation } = facts;
  const { status } = subscription;
  const { nextCharge } = stored.change ?? {};
  const refundedFrom = parse(stored.refundedFrom);
  const isPaidSince = charges.some(({ time, state }) => state === 'paid' && time > refundedFrom);
  const isRefunded = refundedFrom <= now && !isPaidSince;
  const hasChurned = cancellation?.reason !== 'billing-failure' && parse(cancellation?.churnedAt) <= now;
  const latest = charges.at(-1);
  const isOwed = ['open', 'failed'].includes(latest?.state) && isOfUpgrade(stored, { issueDate: toIso(latest.time) });
  if (isOwed && !isRefunded && !hasChurned && parse(nextCharge) > now && ['unpaid', ...ENDED].includes(status))
    return give('open', nextCharge, 'The period from before the change is paid.', { items: 'old' });
  if (unclear.length > 0) return give('unchanged', null, "It isn't known whose an open invoice is.");
  if (hasPaidOpenInvoice(facts)) return give('unchanged', null, 'An open invoice has an approved sale.');
  const wait = open.length > 0 ? 'Your last deadline is two days after the' : 'Wait for the';
  if (returned?.isAwaiting && (status === 'active' || open.length > 0))
    return give('closed', null, `${wait} first charge since the reactivation.`);
  if (['active', ...DUE, ...ENDED].includes(status) && isRefunded)
    return give('closed', null, 'Nothing is paid since you refunded the unused time.');
  if (DUE.includes(status)) return decideDue(facts);
  if (status === 'active') return decideActive(facts);
  if (ENDED.includes(status)) return decideEnded(facts);
  if (status === 'connected' && open.length > 0) return give('closed', null, "The first payment isn't there yet.");
  const pause = pauses.find((entry) => entry.status === 'ongoing');
  return give('decide', status === 'paused' ? pause?.endAt : null, `Access is your decision while it's ${status}.`);
}

/** An upgrade whose charge has failed before the renewal isn't unlocked by what the customer keeps. */
const keepOldItems = ({ superseded }) => (superseded.length > 0 ? { items: 'old' } : {});

/** What each finding means, and what to do. The details come before it. */
const ADVICE = {
  ask: 'Send no link, charge nothing, and let a person decide.',
  inconsistent: 'Send no link, charge nothing, leave access as it is, and ask PAI support.',
  'payment-pending': 'It has no result yet. Charge nothing, and send no payment link.',
  'payment-not-needed':
    "Its invoice isn't open anymore. Don't send the customer to its page, and ask PAI support to end it. Refund it if it's approved.",
  'renewal-declined': 'The charge failed. Ask for another card.',
  'never-charged': "It wasn't charged, because the card has never paid or was deleted. Replace the card.",
  'first-charge-declined': 'The first charge failed. Ask for another card.',
  'first-charge-missing': 'The first payment is due, and there is no charge.',
  'charge-expected':
    'Send no link yet. If the card has paid before, PAI charges it. Check again after an hour. Without "paymentInstrumentId", it isn\'t known whether it has.',
  'first-payment-missing': 'The first payment is missing.',
  'upgrade-unpaid': 'The charge for a change of items failed. Only give access to the old items.',
  'renewed-with-open-invoice': 'A renewal is paid since. Send no link, and ask PAI support to void the invoice.',
  'upgrade-superseded':
    'A renewal has failed since this charge for a change of items. Send no link for it, and ask PAI support to void the invoice.',
  'card-declined': "The subscription's card was declined last. Ask for another card before the next charge.",
  'card-never-paid':
    "Renewals don't charge the subscription's card, because it has never paid. Ask for a payment with it, or replace it, before the next charge.",
  'period-unpaid': 'One of several periods is not paid.',
  'cancel-requested':
    "The customer asked to cancel. Send no link, charge nothing, and ask PAI support to end it and void the invoice, unless it's for a postpaid period that was used: the customer still owes that.",
  'last-deadline-over':
    'Your last deadline is over. Charge nothing, tell the customer once that the subscription has ended, store "endedAt", and ask PAI support to stop any retries, end it, and void the invoice, unless it\'s for a postpaid period that was used.',
  'ended-with-open-invoice':
    "The subscription has ended. Send no link, and ask PAI support to void the invoice, unless it's for a postpaid period that was used. Refund a part that is paid. If all of it is paid anyway, refund the payment or restore access.",
  'trial-only-ended': 'The trial has ended, and nothing follows it. End access.',
  'not-charged': 'Its charge is more than an hour late. Keep access open, charge nothing, and ask PAI support.',
  'missed-periods-charged':
    'A late payment also charged a missed period. Refund it, or store "agreedUntil" if the customer agreed.',
  'paid-after-request':
    'The customer asked to cancel. Refund each payment since the request, and one that was pending then, except one for a postpaid period that was used. Once it\'s active, cancel it with "now".',
  'paid-after-deadline':
    'It was paid after your last deadline. First check for missed periods. Either restore access, store "acceptedAt", remove "endedAt", and withdraw your request to PAI support. Or refund each payment since, and cancel it with "now" if it\'s active or, if not, ask PAI support to end it.',
  'paid-after-undo':
    'It paid for an upgrade that was undone. Refund all of it or, if it was paid before the undo, its unused share. Unlock nothing.',
  'paid-after-deletion': 'It paid for an order that was deleted. Refund it.',
  'paid-old-invoice':
    'It paid for a period that was over, or for an upgrade from before a renewal. Refund it. For a period, store "agreedUntil" instead if the customer agreed, or if a person decides so because access stayed open meanwhile.',
  'refunded-not-canceled':
    'You\'ve refunded the rest of the period, and it still renews. Cancel it, or charge for that time with the customer\'s consent, and remove "refundedFrom".',
  'not-restored': "The undo hasn't restored its items. Ask PAI support to restore them before the next charge.",
  'paid-after-end':
    "It was paid after the subscription had ended. Refund it, or restore access with a reactivation, unless it's for a postpaid period that was used.",
};

/** Problems that are reported even if the customer wanted to cancel, or was told that it has ended. */
const KEPT = ['ask', 'inconsistent', 'payment-pending', 'payment-not-needed', 'cancel-requested', 'last-deadline-over'];

/** Makes a finding. With `link`, it contains the link or the reason why none may be sent. */
function report(finding, invoice, detail, { link, problem, ...more } = {}) {
  const isSent = link && !problem && invoice.paymentFormUrl;
  const advice =
    link &&
    (problem ?? (isSent ? 'Send the link to the paymentFormUrl, once per message.' : 'The invoice has no link.'));
  const message = [invoice && `${name(invoice)}:`, detail, ADVICE[finding], advice].filter(Boolean).join(' ');
  const url = isSent ? { paymentFormUrl: invoice.paymentFormUrl } : {};
  return { finding, invoiceId: invoice?.id, ...url, ...more, message };
}

/** Makes a finding about a payment. */
const reportSale = (finding, { id }, detail = '') =>
  report(finding, undefined, `${id}: ${detail}`.trim(), { transactionId: id });

/** Why no link may be sent, if there's a reason. */
function findLinkProblem({ subscription, stored, now, cycle }, invoice) {
  if (ENDED.includes(subscription.status)) return 'Send no link, because the subscription has ended.';
  if (stored.cancelRequestedAt) return 'Send no link, because the customer asked to cancel.';
  if (stored.endedAt) return 'Send no link, because the customer was told that it has ended.';
  if (findUnrestored({ subscription, stored }).length > 0)
    return "Send no link, because the upgrade isn't undone yet. Ask PAI support to restore the plan and replace the invoice.";
  if (!invoice) return undefined;
  if (stored.change?.isUndone && isOfUpgrade(stored, invoice)) return 'Send no link, because the upgrade was undone.';
  const count = countCycles(parse(invoice.issueDate), now, cycle);
  if (Number.isNaN(count)) return "Send no link, because the billing cycle isn't known. Let a person decide.";
  const isAgreed = addCycles(parse(invoice.issueDate), cycle, count) <= parse(stored.agreedUntil);
  if (count === 0 || isAgreed) return undefined;
  return `Send no link yet: ${count} more period(s) have begun since then, and might be charged, too. Get consent, and store "agreedUntil".`;
}

/** What to do about a payment without a result. */
function describePending(facts, { access }) {
  const { subscription, data, stored, open, superseded, unclear, unexplained, pending: all, now } = facts;
  const isLeftOver = (entry) => {
    const matches = data.invoices.filter((invoice) => isFor(entry, invoice));
    return matches.length > 0 && !matches.some(({ status }) => OWED.includes(status));
  };
  const pending = ENDED.includes(subscription.status) ? all : all.filter((entry) => !isLeftOver(entry));
  if (pending.length === 0) return report('payment-not-needed', undefined, `${join(all)} is pending.`);
  const [payment] = pending;
  // Without an open invoice, it isn't known yet what it pays.
  const isOwed = [...open, ...superseded, ...unclear, ...unexplained].length > 0;
  const { isOver, dates } = (open.length > 0 && DUE.includes(subscription.status) && findDeadlines(facts)) || {};
  const redirectUrl = isOver || !isOwed || findLinkProblem(facts, open[0]) ? undefined : payment.redirectUrl;
  const isOld = now - parse(payment.date ?? payment.createdAt) > DAY;
  const support =
    subscription.status === 'connected' ? '' : "ask PAI support to end it or, if it's for a trial's price, ";
  const wait = stored.cancelRequestedAt
    ? "The customer asked to cancel, so ask PAI support to end it and stop any retries. Refund it if it's approved."
    : isOld
      ? `It's pending for more than a day, so ${support}delete the order.`
      : 'Wait for its result.';
  const closed = access === 'closed' ? 'Access is closed, so send it in the last reminder. ' : '';
  const detail = `${join(pending)} is pending. ${redirectUrl ? `Send the redirectUrl. ${closed}` : ''}${wait}`;
  return report('payment-pending', open[0], detail, { ...(redirectUrl && { redirectUrl }), ...dates });
}

/** Whether PAI might still charge a first invoice: for an hour, if the card has paid before, or isn't known. */
function canBeCharged({ stored: { paymentInstrumentId: card }, data, now }, { issueDate }) {
  const hasPaid = data.transactions.some((entry) => isApproved(entry) && entry.paymentInstrument?.id === card);
  return now - parse(issueDate) <= HOUR && (!card || hasPaid);
}

/** What to do about the open invoice of a failed renewal, or of a trial's end. */
function describeDue(facts, { access, reason }) {
  const { subscription, stored, now, open, failed, pending } = facts;
  const [invoice] = open;
  const isFirst = subscription.status === 'trial-ended';
  if (!invoice && isFirst && (access === 'closed' || subscription.nextCharge))
    return access === 'closed' ? report('trial-only-ended') : undefined;
  if (!invoice) return report('inconsistent', undefined, 'No invoice is open.');
  const change = isFirst ? false : isForChange(facts, invoice);
  if (change === undefined) return report('ask', invoice, STORE_CHANGE);
  if (stored.cancelRequestedAt) return report('cancel-requested', invoice);
  const left = `${join(pending)} is still pending, and the customer can confirm it. Ask PAI support to end this payment, too.`;
  const detail = `Send no link.${pending.length > 0 ? ` ${left}` : ''}`;
  const transactionId = pending[0]?.id;
  if (stored.endedAt) return report('last-deadline-over', invoice, detail, { transactionId });
  const problem = findLinkProblem(facts, invoice);
  if (change) {
    const isLate = stored.change.isUndone || parse(stored.change.nextCharge) - DAY <= now;
    const late = isLate ? 'Send no link, and ask PAI support to restore the plan.' : undefined;
    return report('upgrade-unpaid', invoice, reason, { link: true, problem: late ?? problem });
  }
  const { day, isOver, dates } = findDeadlines(facts) ?? {};
  if (isOver) return report('last-deadline-over', invoice, detail, { day, transactionId });
  const hasFailed = failed.some((sale) => isFor(sale, invoice) || parse(sale.date) >= parse(invoice.issueDate));
  if (isFirst && !hasFailed && canBeCharged(facts, invoice))
    return report('charge-expected', invoice, undefined, { day, ...dates });
  const [declined, missing] = isFirst
    ? ['first-charge-declined', 'first-charge-missing']
    : ['renewal-declined', 'never-charged'];
  return report(hasFailed ? declined : missing, invoice, reason, { link: true, problem, day, ...dates });
}

/** What to do about the open invoice of an active subscription. */
function describeActive(facts, { reason, isUnsure }) {
  const { subscription, stored, now, open, failed, charges, cycle, returned } = facts;
  const [invoice] = open;
  const nextCharge = parse(subscription.nextCharge);
  if (returned?.isAwaiting && parse(invoice?.issueDate) > returned.endedAt) return describeDue(facts, { reason });
  if (nextCharge < now - HOUR)
    return returned?.isAwaiting ? report('ask', undefined, `${reason} It's over an hour late.`) : report('not-charged');
  if (!invoice) return isUnsure ? report('ask', undefined, reason) : undefined;
  const hasFailed = failed.some((sale) => isFor(sale, invoice) || parse(sale.date) >= parse(invoice.issueDate));
  const problem = findLinkProblem(facts, invoice);
  if (!charges.some(({ state }) => ['paid', 'returned'].includes(state)))
    return report(hasFailed ? 'first-charge-declined' : 'never-charged', invoice, reason, { link: true, problem });
  if (!isOfUpgrade(stored, invoice) && isRenewalOf(parse(invoice.issueDate), nextCharge, cycle)) {
    const isAgreed = parse(stored.agreedUntil) >= parse(invoice.issueDate);
    const consent = isAgreed ? undefined : 'Get consent before you send a link, and store "agreedUntil".';
    return report('period-unpaid', invoice, reason, { link: true, problem: problem ?? consent });
  }
  if (charges.some(({ time, state }) => state === 'paid' && time > parse(invoice.issueDate)))
    return report('renewed-with-open-invoice', invoice, reason);
  const { deadline, isReset, nextCharge: oldCharge, isUndone } = stored.change ?? {};
  const last = isReset ? parse(oldCharge) - DAY : Math.min(parse(deadline), nextCharge - DAY);
  const undo = isUndone ? '' : ' Undo the upgrade, unless it is a reset.';
  const over = `Send no link.${undo} Ask PAI support to void the invoice.`;
  let late = isUndone || last <= now ? over : problem;
  if (Number.isNaN(last)) late = 'Send no link until you store the "deadline" of the "change".';
  if (isBeforeChange(stored, invoice))
    late = "Send no link, because it's from before the latest change. Let a person decide.";
  return report(hasFailed ? 'upgrade-unpaid' : 'never-charged', invoice, reason, { link: true, problem: late });
}

/** Finds the first problem that matches, in the order of the guide. Ambiguous data comes first. */
function findProblem(facts, access) {
  const { subscription, open, unclear, unexplained, pending, held, owners, failed, now } = facts;
  const { status } = subscription;
  const [invoice] = open;
  const others =
    status === 'active' || open.length > 0
      ? unclear
      : [...unclear, ...([...DUE, 'connected'].includes(status) ? unexplained : [])];
  if (others.length > 0) {
    const ids = [...new Set(others.flatMap((entry) => owners.get(entry)))].join(' or ') || 'an order of the customer';
    const detail = `It might be for ${ids}. Compare it with the transactions, and store its ID in "invoiceIds" of its subscription.`;
    return report('ask', others[0], detail);
  }
  const isGivenUp = held.length === 0 && DUE.includes(status) && open.length > 0 && findDeadlines(facts)?.isOver;
  if (pending.length > 0 && !isGivenUp) return describePending(facts, access);
  if (ENDED.includes(status)) {
    if (invoice) return report('ended-with-open-invoice', invoice);
    return access.isUnsure ? report('ask', undefined, access.reason) : undefined;
  }
  if (hasPaidOpenInvoice(facts))
    return report('inconsistent', invoice, 'It has an approved sale, but is open. Check again in an hour.');
  if (DUE.includes(status)) return describeDue(facts, access);
  if (status === 'active') return describeActive(facts, access);
  if (status === 'connected' && invoice) {
    const isLate = now - parse(invoice.issueDate) > DAY;
    if (!failed.some((sale) => isFor(sale, invoice)) && canBeCharged(facts, invoice))
      return report('charge-expected', invoice);
    const late = isLate && "Send no link, and delete the order, because it's more than a day old.";
    const problem = late || findLinkProblem(facts, invoice);
    return report('first-payment-missing', invoice, undefined, { link: true, problem });
  }
  if (!invoice && ['paused', 'suspended', 'connected'].includes(status)) return undefined;
  return report('ask', invoice, access.reason);
}

/** When a sale was paid: a payment that waited, such as for 3D Secure, keeps the date on which it was started. */
function getPaidAt(sale, invoices) {
  const own = invoices.filter((invoice) => isFor(sale, invoice) && invoice.paidOnDate);
  return Math.max(parse(sale.date), ...own.map(({ paidOnDate }) => parse(paidOnDate)));
}

/** Finds payments of periods that were missed, and were then charged after a late payment without consent. */
function findMissedPeriods({ sales, invoices, stored, cycle, now }) {
  const paid = sales.filter(isApproved);
  // Only the first payment of an invoice can be late. A second one is a payment too many.
  const isFirst = (late, due) =>
    !paid.some((sale) => parse(sale.date) < parse(late.date) && listDates(sale).includes(due));
  // An upgrade's invoice isn't a whole period before the renewal.
  const isPeriod = (due, date) => isRenewalOf(due, date, cycle) && !isOfUpgrade(stored, { issueDate: toIso(due) });
  const isPast = (late, due, date) => due < date && date <= getPaidAt(late, invoices) && isFirst(late, due);
  const isLate = (late, date) => listDates(late).some((due) => isPast(late, due, date) && isPeriod(due, date));
  const isMissed = (sale) => (date) =>
    !(date <= parse(stored.agreedUntil)) && paid.some((late) => late !== sale && isLate(late, date));
  // Whoever pays on the payment page has agreed to the amount.
  const isOwn = ({ status, isMerchantInitiated }) => status !== 'refunded' && isMerchantInitiated !== false;
  const charged = paid.filter((sale) => isOwn(sale) && listDates(sale).some(isMissed(sale)));
  const first = `It's for the current period, so ask the customer first. Without consent, refund it and cancel with "now".`;
  return charged.map((sale) => {
    const isCurrent = listDates(sale).some((date) => addCycles(date, cycle, 1) > now);
    return reportSale('missed-periods-charged', sale, isCurrent ? first : '');
  });
}

/** Finds payments for an upgrade that was undone, a period that was over, and an invoice from before a later one. */
function findOldPayments(facts, isUnwanted, missed) {
  const { subscription, sales, invoices, stored, cycle } = facts;
  const { changedAt, isUndone, isReset, nextCharge } = stored.change ?? {};
  const times = [...sales.flatMap(listDates), ...invoices.map(({ issueDate }) => parse(issueDate))];
  const isUpgrade = (due) => isUpgradeCharge(facts, due, times);
  // One that was paid earlier in the period, and kept, isn't refunded.
  const isSure = changedAt || new Set(sales.filter(isApproved).flatMap(listDates).filter(isUpgrade)).size < 2;
  const isOld = (due, date) => {
    if (isUpgrade(due) && !isReset && date >= parse(nextCharge)) return true;
    if (stored.isPostpaid || due <= parse(stored.agreedUntil)) return false;
    const isLater = (other) => due < other && other <= date && !isRenewalOf(due, other, cycle);
    return addCycles(due, cycle, 1) + sumPauses(facts, due) <= date || times.some(isLater);
  };
  const classify = (sale) => {
    const dates = listDates(sale);
    if (isUndone && dates.some(isUpgrade)) return isSure ? 'paid-after-undo' : 'ask';
    const isReported = isUnwanted || missed.some(({ transactionId }) => transactionId === sale.id);
    if (isReported || ENDED.includes(subscription.status)) return undefined;
    return dates.some((due) => isOld(due, getPaidAt(sale, invoices))) ? 'paid-old-invoice' : undefined;
  };
  const hint = 'It might have paid for an upgrade that was kept. Store "changedAt".';
  const paid = sales.filter((sale) => isApproved(sale) && sale.status === 'completed');
  const found = paid.map((sale) => [classify(sale), sale]).filter(([finding]) => finding);
  return found.map(([finding, sale]) => reportSale(finding, sale, finding === 'ask' ? hint : ''));
}

/** Whether a subscription has the items from before a change, as far as they're stored. */
function hasItems(items = [], olds = []) {
  const isSame = (old) => (item) =>
    ['planId', 'quantity', 'price'].every((field) => old[field] === undefined || old[field] === item[field]);
  return olds.length > 0 && items.length === olds.length && olds.every((old) => items.some(isSame(old)));
}

/** Finds an undo that hasn't restored the items. */
function findUnrestored({ subscription: { status, items }, stored: { change } }) {
  if (!change?.isUndone || !change.items || ENDED.includes(status)) return [];
  return hasItems(items, change.items) ? [] : [report('not-restored')];
}

/** Finds a subscription that still renews although its unused time was refunded, as after a crash between the two. */
function findUncanceled({ subscription: { status }, stored, charges, returned, pauses, now }) {
  const refundedFrom = parse(stored.refundedFrom);
  const isPaidSince = charges.some(({ time }) => time > refundedFrom);
  const isMissing = status === 'active' && refundedFrom <= now && !isPaidSince && !returned;
  return isMissing && pauses.length === 0 ? [report('refunded-not-canceled')] : [];
}

/** Finds payments that were made after the subscription had ended. A postpaid period can be charged afterward. */
function findLatePayments({ subscription, sales, invoices, cancellation, stored }) {
  const end = parse(cancellation?.cancelledAt ?? subscription.endTime);
  const isPaidLate = (sale) => invoices.some((invoice) => isFor(sale, invoice) && parse(invoice.paidOnDate) > end);
  const isLate = (sale) =>
    isApproved(sale) && sale.status !== 'refunded' && (parse(sale.date) > end || isPaidLate(sale));
  if (!ENDED.includes(subscription.status) || stored.isPostpaid) return [];
  return sales.filter(isLate).map((sale) => reportSale('paid-after-end', sale));
}

/** Finds a card that the next renewal won't charge, for example because the customer paid with another one. */
function findUnprovenCard({ subscription, data, stored, charges, now }) {
  const { status, nextCharge, price, isAutoPay } = subscription;
  const { paymentInstrumentId: card, trialEnd } = stored;
  const isCharged = status === 'active' && parse(nextCharge) > now && price !== 0 && isAutoPay !== false;
  const isRunning = charges.some(({ state }) => state === 'paid') && !(parse(trialEnd) > now);
  const payments = data.transactions.filter((entry) => isSale(entry) && entry.paymentInstrument?.id === card);
  const final = payments.filter(({ result }) => ['approved', 'declined'].includes(result));
  const last = final.sort((one, other) => parse(other.date) - parse(one.date))[0];
  if (!card || !isCharged || !isRunning) return [];
  if (!payments.some(isApproved)) return [report('card-never-paid', undefined, `${card}:`)];
  return last?.result === 'declined' ? [report('card-declined', undefined, `${card}:`)] : [];
}

/** Reports what was paid although the customer had asked to cancel, or after your last deadline. */
function findUnwanted(facts) {
  const { subscription, charges, stored, returned, settings } = facts;
  const [{ id, status }, { timeZone, before, since, late }] = [subscription, settings];
  const paid = charges.filter(({ state }) => state === 'paid');
  const isRunning = status === 'active' || DUE.includes(status);
  const isPaid = status === 'active' && !returned?.isAwaiting;
  const hasPaidSince = (time) => isRunning && (isPaid || paid.some(({ paidAt }) => paidAt > parse(time)));
  if (stored.cancelRequestedAt && hasPaidSince(stored.cancelRequestedAt)) return [report('paid-after-request')];
  if (stored.endedAt && hasPaidSince(stored.endedAt)) return [report('paid-after-deadline')];
  const isLate = ({ time, paidAt }) =>
    toLocalDay(paidAt, timeZone) > toLocalDay(time, timeZone) + findLastDay(facts, time);
  // The first run after a payment reports it, and each run from then on, until a person has decided.
  const isNew = ({ paidAt }) => !(paidAt < (late?.[id] ?? since)) && !(paidAt <= parse(stored.acceptedAt));
  const isReported = before?.[id] && isRunning && paid.some((charge) => isNew(charge) && isLate(charge));
  return isReported ? [report('paid-after-deadline')] : [];
}

/** Reports what became of a subscription that was unpaid the day before. */
function findRecovery({ subscription: { id, status }, cancellation }, before) {
  const finding = ENDED.includes(status) ? 'ended' : status === 'active' ? 'recovered' : undefined;
  const why = finding === 'ended' && cancellation?.reason ? ` for ${cancellation.reason}` : '';
  const detail = `It was ${before?.[id]}, and is ${status}${why}. Set access, and tell the customer.`;
  return before?.[id] && finding ? [report(finding, undefined, detail)] : [];
}

/**
 * Finds invoices that were paid more than once. Open and void ones don't count, because another one can look the same.
 */
export function findPaidTwice(data, stored) {
  const { transactions, invoices } = data;
  const groups = new Map();
  const toKey = (date, amount, currency) => [parse(date), toUnits(amount), currency].join();
  for (const sale of transactions.filter((entry) => isApproved(entry) && entry.status !== 'refunded')) {
    for (const { date, amount, currency } of sale.invoices ?? []) {
      const key = toKey(date, amount, currency);
      groups.set(key, [...(groups.get(key) ?? []), sale]);
    }
  }
  const found = [];
  for (const [key, sales] of groups) {
    const same = invoices.filter((entry) => toKey(entry.issueDate, entry.totalAmount, entry.currency) === key);
    const settled = same.filter(({ status }) => SETTLED.includes(status));
    const ids = [...new Set(sales.map(({ subscriptionId }) => subscriptionId).filter(Boolean))];
    const owners = [...new Set(settled.flatMap((invoice) => findOwners(invoice, data, stored)))];
    // Each other subscription that can own one of the invoices needs one of them.
    const countOf = (id) => Math.max(1, settled.length - owners.filter((owner) => owner !== id).length);
    const double = ids.find((id) => sales.filter(({ subscriptionId }) => subscriptionId === id).length > countOf(id));
    // Parts of an invoice's amount have an amount that no invoice has.
    if (same.length > 0 && sales.length > 1 && (double || sales.length > settled.length))
      found.push({ sales, invoiceId: same[0].id, subscriptionId: double ?? (ids.length === 1 ? ids[0] : null), ids });
  }
  return found;
}

function describePaidTwice({ sales, invoiceId, ids }, stored) {
  const describe = ({ id, paymentInstrument, subscriptionId }) =>
    `${id} (card ${paymentInstrument?.id ?? 'not stored'}, ${subscriptionId ?? 'no subscription'})`;
  const card = ids.map((id) => stored[id]?.paymentInstrumentId).find(Boolean);
  const isExtra = ({ status, paymentInstrument }) => status !== 'disputed' && card && paymentInstrument?.id !== card;
  const extra = sales.filter(isExtra);
  const isClear = extra.length > 0 && extra.length < sales.length;
  const advice = `preferably ${isClear ? extra[0].id : "one that wasn't paid with the subscription's card"}`;
  const message = `The same invoice has more payments than it needs: ${sales.map(describe).join(', ')}. Fetch them again, and refund the extra one, ${advice}. Don't refund a disputed one.`;
  return { finding: 'paid-twice', invoiceId, message };
}

/**
 * Decides whether a customer has access.
 *
 * @param subscription the subscription, as the API returns it
 * @param data all subscriptions, invoices, transactions, cancellations, reactivations, and pauses of its customer
 * @param settings now, in milliseconds, closeOnDay, endOnDay, timeZone, and stored: your own data by subscription ID
 */
export function decideAccess(subscription, data, settings) {
  const facts = collectFacts(subscription, data, settings);
  const { isUnsure, ...access } = { ...decideByStatus(facts), ...keepOldItems(facts) };
  return access;
}

/** Checks a subscription. Returns its findings or, if there are none, one entry without a finding. */
export function checkSubscription(subscription, data, settings) {
  const facts = collectFacts(subscription, data, settings);
  const access = { ...decideByStatus(facts), ...keepOldItems(facts) };
  const { id, status, customer } = subscription;
  const before = settings.before;
  const problem = findProblem(facts, access);
  // This one is permanent, so it's only reported once if the state is kept.
  const isKnown = problem?.finding === 'trial-only-ended' && before?.[id] === status;
  const twice = findPaidTwice(data, settings.stored).filter(({ subscriptionId }) => subscriptionId === id);
  const unwanted = findUnwanted(facts);
  // Whoever wanted to cancel, or was told that it has ended, isn't asked for money or a card.
  const isAsking = unwanted.length > 0 && !KEPT.includes(problem?.finding);
  // Each payment since a request to cancel is refunded already.
  const missed = unwanted.some(({ finding }) => finding === 'paid-after-request') ? [] : findMissedPeriods(facts);
  const findings = [
    ...(problem && !isKnown && !isAsking ? [problem] : []),
    ...(unwanted.length > 0 ? unwanted : findRecovery(facts, before)),
    ...facts.superseded.map((invoice) => report('upgrade-superseded', invoice)),
    ...twice.map((entry) => describePaidTwice(entry, settings.stored ?? {})),
    ...missed,
    ...findOldPayments(facts, unwanted.length > 0, missed),
    ...findLatePayments(facts),
    ...findUnrestored(facts),
    ...findUncanceled(facts),
    ...(unwanted.length > 0 ? [] : findUnprovenCard(facts)),
  ];
  const { items } = access;
  // You've told PAI to end it before.
  const isCut = parse(facts.stored.cancelAt) > facts.now && parse(facts.stored.cancelAt) < parse(access.until);
  const until = isCut ? facts.stored.cancelAt : access.until;
  // Such a payment might be refunded, so the run that reports it opens nothing.
  const isInDoubt = findings.some(({ finding }) => ['paid-after-request', 'paid-after-deadline'].includes(finding));
  const decision = isInDoubt && access.access === 'open' ? 'decide' : access.access;
  const about = { subscriptionId: id, customerId: customer?.id, status, finding: null };
  const base = { ...about, access: decision, until, items, reason: access.reason };
  return findings.length > 0
    ? findings.map((finding) => ({ ...base, ...finding }))
    : [{ ...base, message: access.reason }];
}

/** Checks what belongs to a customer, but to none of the subscriptions. */
export function checkCustomer(customerId, data, settings) {
  const { stored = {} } = settings;
  const subscriptions = data.subscriptions.filter(({ status }) => status);
  const isExplained = (invoice) =>
    findOwners(invoice, data, stored).some((owner) => subscriptions.some(({ id }) => id === owner));
  const open = data.invoices.filter((invoice) => OWED.includes(invoice.status) && !isExplained(invoice));
  const base = { subscriptionId: null, customerId, status: null, access: null, until: null };
  const others = open.map((invoice) => {
    const ids = join(subscriptions) || 'none';
    const message = `${name(invoice)} is open, and no subscription explains it. It might be for a one-time order. Send no link. Compare it with the customer's subscriptions (${ids}) and transactions, and store its ID in "invoiceIds" of its subscription.`;
    return { ...base, finding: 'unexplained-invoice', invoiceId: invoice.id, message };
  });
  const isOther = ({ subscriptionId }) => !subscriptions.some(({ id }) => id === subscriptionId);
  const twice = findPaidTwice(data, stored).filter(isOther);
  return [...others, ...twice.map((entry) => ({ ...base, ...describePaidTwice(entry, stored) }))];
}

/**
 * Sends a GET request. Retries what can pass: lost connections, server errors, rate limits, and incomplete responses.
 */
async function get(path, { base, key }) {
  for (let count = 1; ; count += 1) {
    let problem;
    try {
      const headers = { authorization: `ApiKey ${key}` };
      const response = await fetch(base + path, { headers, signal: AbortSignal.timeout(30_000) });
      const text = await response.text();
      if (response.ok) return JSON.parse(text);
      const { status } = response;
      const isFinal = status < 500 && status !== 429;
      problem = Object.assign(new Error(`it returned ${status}: ${text.slice(0, 300)}`), { isFinal, status });
    } catch (error) {
      problem = error;
    }
    if (problem.isFinal || count === TRIES)
      throw Object.assign(new Error(`GET ${path} failed: ${problem.message}`), { status: problem.status });
    await wait(2 ** count * Number(process.env.CHECK_PAUSE_MS ?? 500));
  }
}

/**
 * Fetches a list. Each page begins with the last entry of the page before. If it doesn't, the list has changed: starts
 * again.
 */
async function list(path, query, api) {
  for (let count = 1; count <= TRIES; count += 1) {
    const found = new Map();
    let [last, total] = [undefined, Infinity];
    while (found.size < total) {
      const page = new URLSearchParams({ ...query, limit: 100, offset: Math.max(0, found.size - 1) });
      const { data, totalCount } = await get(`${path}?${page}`, api);
      if (!Array.isArray(data) || !Number.isInteger(totalCount)) throw new Error(`GET ${path} returned no list.`);
      const size = found.size;
      if (size > 0 && (totalCount !== total || data[0]?.id !== last)) break;
      for (const entry of data) found.set(entry.id, entry);
      [last, total] = [data.at(-1)?.id, totalCount];
      if (found.size === size) break;
    }
    if (found.size === total) return [...found.values()];
  }
  throw new Error(`The list ${path} changes too often. Run this again.`);
}

/** Fetches a subscription or a one-time order, unless it was deleted. */
async function fetchOrder(id, api) {
  const found = await get(`/subscriptions/${encodeURIComponent(id)}`, api).catch((error) => {
    if (error.status !== 404) throw error;
  });
  return found?.data?.deletedAt ? undefined : found?.data;
}

/** Finds payments for orders that were deleted. An order that isn't listed can be new, or a one-time order. */
async function findDeleted(customers, listed, api) {
  const found = [];
  for (const [customerId, { transactions }] of customers)
    for (const sale of transactions.filter(isApproved)) {
      const { subscriptionId, paymentType, status } = sale;
      const isSettled = paymentType === 'one-time-payment' || ['refunded', 'disputed'].includes(status);
      if (!subscriptionId || isSettled || listed.has(subscriptionId) || (await fetchOrder(subscriptionId, api)))
        continue;
      const base = { subscriptionId, customerId, status: null, access: null };
      found.push({ ...base, ...reportSale('paid-after-deletion', sale) });
    }
  return found;
}

/** Fetches the lists, and groups them by customer. */
async function fetchCustomers(customerIds, api) {
  const subscriptions = [];
  for (const filter of customerIds?.map((customerId) => ({ customerId })) ?? [{}])
    subscriptions.push(...(await list('/subscriptions', { ...filter, ...api.testData }, api)));
  const cancellations = await list('/subscription-cancellations', api.testData, api);
  const pauses = await list('/subscription-pauses', {}, api);
  const reactivations = await list('/subscription-reactivations', {}, api);
  const invoices = await list('/customer-invoices/', {}, api);
  const customers = new Map();
  const owners = new Map(subscriptions.map(({ id, customer }) => [id, customer?.id]));
  const add = (kind, id, entry) => {
    if (customerIds ? !customerIds.includes(id) : kind !== 'invoices' && !id) return;
    const none = { subscriptions: [], cancellations: [], pauses: [], reactivations: [], invoices: [] };
    if (!customers.has(id)) customers.set(id, none);
    customers.get(id)[kind].push(entry);
  };
  for (const entry of subscriptions) {
    if (!entry.customer?.id) throw new Error(`${entry.id} shows no customer. Ask PAI support.`);
    add('subscriptions', entry.customer.id, entry);
  }
  for (const [kind, entries] of Object.entries({ cancellations, pauses, reactivations }))
    for (const entry of entries) add(kind, owners.get(entry.subscriptionId), entry);
  for (const entry of invoices) add('invoices', entry.customerId, entry);
  return customers;
}

/**
 * Fetches everything by customer. If it changes meanwhile, fetches again, because payments are compared with invoices.
 */
async function fetchAll(customerIds, api) {
  let customers = await fetchCustomers(customerIds, api);
  const transactions = new Map();
  let stale = [...customers.keys()];
  for (let count = 1; count <= TRIES; count += 1) {
    for (const id of stale) {
      const query = { customerId: id, ...api.testData };
      transactions.set(id, id ? await list('/transactions', query, api) : []);
    }
    const latest = await fetchCustomers(customerIds, api);
    stale = [...latest.keys()].filter((id) => !isDeepStrictEqual(customers.get(id), latest.get(id)));
    customers = latest;
    if (stale.length === 0)
      return new Map([...customers].map(([id, data]) => [id, { ...data, transactions: transactions.get(id) }]));
  }
  throw new Error('The data changes too often. Run this again.');
}

function readJson(file, isOptional) {
  if (!file || (isOptional && !existsSync(file))) return undefined;
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`${file} can't be read: ${error.message} Correct it.`);
  }
}

function readSettings() {
  const { values } = parseArgs({
    options: {
      ...Object.fromEntries(['subscription', 'stored', 'state'].map((option) => [option, { type: 'string' }])),
      'close-on-day': { type: 'string', default: '7' },
      'end-on-day': { type: 'string', default: '21' },
      'time-zone': { type: 'string', default: 'UTC' },
      all: { type: 'boolean', default: false },
      'test-data': { type: 'boolean', default: false },
    },
  });
  const { PAI_API = 'https://api.pai.example', PAI_NOW } = process.env;
  const { PAI_API_KEY: key, PAI_ORGANIZATION_ID: organization } = process.env;
  if (!key || !organization) throw new Error('Set PAI_API_KEY and PAI_ORGANIZATION_ID.');
  if (PAI_NOW && PAI_API.startsWith('https:'))
    throw new Error('PAI_NOW is the time of a sandbox on your own machine. Unset it, or set PAI_API to that sandbox.');
  const [closeOnDay, endOnDay] = [Number(values['close-on-day']), Number(values['end-on-day'])];
  if (!Number.isInteger(closeOnDay) || !Number.isInteger(endOnDay) || closeOnDay < 0 || endOnDay <= closeOnDay)
    throw new Error('--close-on-day and --end-on-day must be whole days, the first one earlier.');
  const timeZone = values['time-zone'];
  const now = PAI_NOW ? Date.parse(PAI_NOW) : Date.now();
  if (Number.isNaN(now)) throw new Error('PAI_NOW must be a time such as 2026-11-20T12:00:00Z.');
  toLocalDay(now, timeZone);
  const base = new URL(`/v1/public-api/organizations/${encodeURIComponent(organization)}`, PAI_API).href;
  const api = { base, key, testData: values['test-data'] ? { showTestData: true } : {} };
  const rules = { now, closeOnDay, endOnDay, timeZone, stored: readJson(values.stored) ?? {} };
  const { unpaid, time, late } = readJson(values.state, true) ?? {};
  return { ...values, api, rules: { ...rules, before: unpaid, since: parse(time), late } };
}

/** Reads the first lines of this file, which say how to use it. */
function readUsage() {
  const [comment] = readFileSync(fileURLToPath(import.meta.url), 'utf8').split('\n */');
  return comment.replace(/^\/\*\*\n|^ \* ?/gm, '');
}

async function main() {
  if (process.argv.includes('--help')) return console.log(readUsage());
  const { api, rules, subscription, state, all } = readSettings();
  const ids = subscription?.split(',');
  const owners = [];
  for (const id of ids ?? []) {
    const order = await fetchOrder(id, api);
    // A deleted one is reported below, so that it doesn't stop the others.
    if (order?.customer?.id) owners.push(order.customer.id);
  }
  const customers = await fetchAll(ids && [...new Set(owners)], api);
  const [lines, unpaid, late, listed] = [[], {}, {}, new Set()];
  for (const [customerId, data] of customers) {
    for (const entry of data.subscriptions.filter(({ deletedAt }) => !deletedAt)) {
      listed.add(entry.id);
      // A one-time order can be in the list, too.
      if (!entry.status || ids?.includes(entry.id) === false) continue;
      const found = checkSubscription(entry, data, rules);
      lines.push(...found);
      if (DUE.includes(entry.status)) unpaid[entry.id] = entry.status;
      if (rules.before?.[entry.id] && found.some(({ finding }) => finding === 'paid-after-deadline')) {
        unpaid[entry.id] ??= rules.before[entry.id];
        late[entry.id] = rules.late?.[entry.id] ?? rules.since;
      }
    }
    if (!ids) lines.push(...checkCustomer(customerId ?? null, data, rules));
  }
  if (!ids) lines.push(...(await findDeleted(customers, listed, api)));
  const leave = (subscriptionId, status, finding, detail) =>
    lines.push({ subscriptionId, status, access: 'decide', ...report(finding, undefined, detail) });
  for (const id of ids ?? [])
    if (!lines.some(({ subscriptionId }) => subscriptionId === id))
      leave(id, undefined, 'not-checked', "It's deleted, a one-time order, or shows no customer.");
  for (const [id, status] of ids ? [] : Object.entries(rules.before ?? {}))
    if (!listed.has(id)) leave(id, status, 'ask', "It's deleted, or no longer listed.");
  for (const line of lines) if (line.finding || ids || all) console.log(JSON.stringify(line));
  if (state && !ids) {
    writeFileSync(`${state}.tmp`, JSON.stringify({ time: toIso(rules.now), unpaid, late }, null, 2), { flush: true });
    renameSync(`${state}.tmp`, state);
  }
  return lines.some(({ finding }) => finding) ? 2 : 0;
}

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  try {
    process.exitCode = await main();
  } catch (error) {
    console.error(
      `check-subscriptions: The run failed, so the output isn't complete. ${error.message} Correct the cause, and run it again.`,
    );
    process.exitCode = 1;
  }
}
