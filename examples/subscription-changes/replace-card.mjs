/**
 * Replaces the card of a customer's subscriptions, as the guide on payment instruments describes: "Replace a running
 * subscription's card" and "Replace the card while an invoice is open". Run it while the customer is present, after
 * you've told them about the small charge. It doesn't know your deadlines or requests to cancel, so don't start it with
 * an open invoice after your last deadline, or once the customer has asked to cancel. If a charge is open then, run it
 * with --finish from then on, and in the daily job. If an invoice is open, it charges nothing until the customer has
 * agreed to the amount, and lists what to ask them. If that invoice is then paid in another way, or its subscription
 * ends, the small charge follows, unless the bank has declined the card. It doesn't check cancellations with a cancelAt
 * or pauses that are to come, so fetch them afterward. If a renewal with the old card fails after the small charge, the
 * customer pays on the payment page. Each run sends a charge at most once. If its result isn't known, a run a minute
 * later or more sends the same charge again, for an hour. Needs Node 20 or newer and no packages.
 *
 *   PAI_API_KEY, PAI_ORGANIZATION_ID   your key, and your organization
 *   PAI_API                            optional: the API's base URL
 *   PAI_NOW                            optional: the time of a sandbox whose clock you've moved
 *
 *   node replace-card.mjs --customer cus_… --new-card pin_… --old-card pin_… --subscriptions copies.json \
 *     --return-url "https://tidewick.example/account/card/return?check=0031"
 *   --check-amount 1.00                the charge that verifies the card, in the currency of the first subscription
 *   --agreed inv_…,inv_…               the customer has seen the amounts of these open invoices, and agrees to them.
 *                                      It's needed in each run that charges them, or sends a lost charge again
 *   --missed-periods-agreed            the customer has agreed to pay for the periods since an open invoice until now.
 *                                      Also store it as "agreedUntil" for check-subscriptions.mjs
 *   --finish                           for runs without the customer: charges nothing, and prints no links
 *   --folder state                     where the journal is kept, one file per customer; without it, here. Keep it on a
 *                                      disk with backups, and run this on one machine. If the journal is lost, don't
 *                                      run this for its customers: a person goes through their transactions
 *   --test-data                        finds test payments, if the list leaves them out
 *
 * copies.json has your stored request body of each subscription with the old card:
 *   [{"subscriptionId": "sub_…", "request": {"customerId": "cus_…", "isTrialOnly": false, "items": […], …}}]
 * If the program asks whose an open invoice is, for example after an upgrade or with two subscriptions to the same
 * plan, find out with the transactions, and add "invoiceIds" to each entry: ["inv_…"], or [] if no invoice is to be
 * charged. Leave out that of an upgrade that you've undone, or whose deadline or old renewal date has passed, even if
 * the program doesn't ask.
 *
 * Exit status: 0 the card is replaced, 1 correct the input, 2 the customer has to act, 3 the new card was declined and
 * the old one is in place, unless it was deleted, 4 wait, 5 a person decides, refunds, or asks PAI support, 6 another
 * card was used instead. After 1, 2, and 4, run it again with the same cards and folder: it continues. After 5, do what
 * the message asks for first. If it asks you to replace the card, store one, and start with it. After 0, 3, and 6,
 * store the card again before you use it in another run. While a charge is open, run it with --finish at least once a
 * day, because it puts the old card back after a day, or if the invoice was paid in another way. Don't set these
 * subscriptions' card in another way meanwhile. If the customer keeps the old card while a check is pending, don't run
 * this again: refund the check by hand if it's approved late. If the subscriptions' items change, update your file. The
 * journal is written before and after each charge, refund, and update, so that a restart repeats none of them blindly.
 * It also keeps a second replacement for the customer waiting.
 */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual, parseArgs } from 'node:util';

const EXIT = { done: 0, input: 1, customer: 2, declined: 3, wait: 4, support: 5, replaced: 6 };
const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];
/** The shortest length of each unit, so that a missed period is noticed rather too early than too late. */
const DAYS = { days: 1, weeks: 7, months: 28, years: 365 };
const OWED = ['unpaid', 'partially-paid', 'past-due', 'delinquent'];
const FAILED = ['declined', 'canceled', 'abandoned'];
/** Statuses of an approved sale. If you refund it by hand, it has still paid. */
const PAID = ['completed', 'partially-refunded', 'refunded'];
const ANOTHER_CARD =
  "To pay with another card, the customer first declines or cancels on the bank's page. If that page no longer " +
  'works, PAI support has to end the attempt. Until then, charge nothing else.';
/** The same for a check, which is refunded if it's approved late. */
const ANOTHER_CHECK =
  'If they want to use another card after 30 minutes, store it, and run this with it. Keep running this one until ' +
  "its check ends: if it's approved late, it's refunded.";
/** A run isn't started again, because a charge of the same card could then be taken for an earlier one. */
const AGAIN = 'To use this card again, store it with a new token, and run this with its new ID.';
const NOT_NEEDED =
  "It isn't needed anymore, so don't send the customer to the bank's page. PAI support can end the attempt.";
const UNATTENDED =
  'Nothing is charged with --finish. Run this without it when the customer is present and still wants it.';
/** Statuses of a subscription whose latest charge can be open. */
const DUE = ['unpaid', 'trial-ended', 'connected'];
/** Statuses of a subscription that has ended. Its open invoice isn't charged, and no card is set on it. */
const ENDED = ['canceled', 'churned', 'voided'];

/** Set by `main`: the command line and the environment, and what a restart has to know, for each new card. */
let settings;
let journals;
let journal;

/** An error that ends the run with one of the outcomes in `EXIT`. */
const outcomeError = (outcome, message, more) => Object.assign(new Error(message), { outcome, ...more });
const stop = (outcome, message) => {
  throw outcomeError(outcome, message);
};
const now = () => (process.env.PAI_NOW ? Date.parse(process.env.PAI_NOW) : Date.now());
const after = (time) => `Run this again after ${new Date(time).toISOString()}`;

/** Writes the journal in one step, so that an interruption leaves the old content or the new, never a part of it. */
function save(changes = {}) {
  journals[journal.newCard] = Object.assign(journal, changes);
  writeFileSync(`${settings.file}.tmp`, JSON.stringify(journals, null, 2), { flush: true });
  renameSync(`${settings.file}.tmp`, settings.file);
}

/** Sends a request once. If the error has `isUnknown`, the request might have been carried out. */
async function send(method, path, body) {
  const headers = { authorization: `ApiKey ${settings.key}`, 'content-type': 'application/json' };
  const options = { method, headers, body: JSON.stringify(body), signal: AbortSignal.timeout(30_000) };
  const name = `${method} ${path}`;
  const lose = (error) => Promise.reject(outcomeError('wait', `${name}: ${error.message}`, { isUnknown: true }));
  const response = await fetch(settings.base + path, options).catch(lose);
  const text = await response.text().catch(lose);
  const { ok, status } = response;
  const parse = async () => JSON.parse(text || '{}');
  if (ok) return parse().catch(lose);
  // A proxy might return 408 after it has forwarded the request.
  const isUnknown = status < 400 || status >= 500 || status === 408;
  const outcome = isUnknown || status === 429 ? 'wait' : 'input';
  throw outcomeError(outcome, `${name} returned ${status}: ${text}`, { status, isUnknown });
}

/** Repeats an attempt after lost connections, server errors, and rate limits. Never use it for a charge or a refund. */
async function repeat(attempt) {
  for (let count = 1; ; count += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error.isUnknown || error.status === 429) || count === 4) throw error;
      await wait(2 ** count * Number(process.env.REPLACE_CARD_PAUSE_MS ?? 500));
    }
  }
}

const get = async (path) => (await repeat(() => send('GET', path))).data;

/** Fetches all pages of a list, and starts again if new entries have shifted the pages. */
async function list(path, query = {}) {
  for (let count = 1; count <= 5; count += 1) {
    const found = new Map();
    let total = 1;
    for (let offset = 0; offset < total; offset += 100) {
      const page = new URLSearchParams({ ...query, limit: 100, offset });
      const { data, totalCount } = await repeat(() => send('GET', `${path}?${page}`));
      for (const entry of data) found.set(entry.id, entry);
      total = totalCount;
    }
    if (found.size >= total) return [...found.values()];
  }
  return stop('wait', `The list ${path} changes too often.`);
}

const listSubscriptions = () => list('/subscriptions', { customerId: journal.customerId });
/** Whether a subscription is in the file of this run. */
const isListed = (id) => journal.subscriptions.some(({ subscriptionId }) => subscriptionId === id);
/** The subscriptions in the file, as PAI stores them. */
const listOwn = async () => (await listSubscriptions()).filter(({ id }) => isListed(id));
const listTransactions = (query) =>
  list('/transactions', { ...query, ...settings.testData, sortBy: 'createdAt', sortDirection: 'asc' });

/** Finds a sale or refund of this run that has no known ID, because its response was lost or was an authentication. */
async function findNew(wanted, { amount, currency }) {
  const known = [...journal.known, ...Object.values(journal.charges).map(({ id }) => id)];
  const all = await listTransactions({ customerId: journal.customerId });
  const isNew = ({ id, paymentInstrument: card }) => !known.includes(id) && card?.id === journal.newCard;
  const isWanted = (entry) => entry.type === wanted && entry.amount === amount && entry.currency === currency;
  const found = all.filter((entry) => isNew(entry) && isWanted(entry));
  const advice = `Add each that isn't part of this replacement to "known" of ${journal.newCard} in ${settings.file}.`;
  if (found.length > 1)
    stop('support', `There's more than one ${wanted}: ${found.map(({ id }) => id).join(', ')}. ${advice}`);
  return found[0];
}

/** Stops if a stored request would change the subscription's items. */
function checkItems({ id, items }, request) {
  const describe = ({ plan, planId = plan?.id, quantity = 1 }) => `${quantity} × ${planId}`;
  const [stored, current] = [request.items, items].map((all) => all.map(describe).sort().join(', '));
  if (stored !== current) stop('input', `Update your copy of ${id}: it has ${stored}, and PAI has ${current}.`);
}

/** Shows a billing cycle, whose units are plural, or a plan's interval, such as 1 month. */
const showCycle = ({ unit, length = 1 }) => `${length} ${unit.replace(/s$/, '')}`;

/**
 * Stops if an update with a plan's ID might change an item's price or interval, because the plan has changed since
 * sign-up.
 */
async function checkTerms({ id, items, bilingCycle }, request) {
  const move = 'First change the item to a plan with the old terms, with "retain" and "false", and update your copy.';
  for (const item of items) {
    const plan = await get(`/plans/${encodeURIComponent(item.planId)}`);
    // Terms that you've sent yourself are in your copy, and are sent again.
    const copy = request.items.find((entry) => entry.plan.id === item.planId)?.plan ?? {};
    const own = copy.pricing;
    const pricing = own ?? plan.pricing;
    const [cycle, interval] = [item.bilingCycle ?? bilingCycle, copy.recurringInterval ?? plan.recurringInterval];
    if (cycle && interval && showCycle(cycle) !== showCycle(interval)) {
      const intervals = `An item of ${id} renews every ${showCycle(cycle)}, and ${item.planId} every ${showCycle(interval)}`;
      stop('input', `${intervals}. An update might set that interval. ${move}`);
    }
    if (pricing.price === item.price && (pricing.formula ?? item.formula) === item.formula) continue;
    const source = own ? 'your copy says' : `its plan ${item.planId} costs`;
    const prices = `An item of ${id} costs ${item.price} (${item.formula}), and ${source} ${pricing.price} (${pricing.formula})`;
    stop('input', `${prices}. An update might set that price. ${own ? 'Correct your copy.' : move}`);
  }
}

/**
 * Finds the open invoices of the subscriptions in the file. An invoice contains no subscription's ID, so its lines are
 * compared with the items, unless the file assigns invoices to subscriptions.
 */
async function findOpenInvoices() {
  const subscriptions = await listSubscriptions();
  const entries = journal.subscriptions;
  const isAssigned = entries.some(({ invoiceIds }) => invoiceIds);
  const open = [];
  for (const invoice of await list('/customer-invoices/')) {
    if (invoice.customerId !== journal.customerId || !OWED.includes(invoice.status)) continue;
    // A line starts with the plan's name, and can go on with the period.
    const isNamed = (planName) => invoice.items?.some(({ description }) => description?.startsWith(planName));
    const similar = subscriptions.filter(
      ({ currency, items }) =>
        currency === invoice.currency && items?.some(({ planName }) => planName && isNamed(planName)),
    );
    const due = similar.filter(({ status }) => DUE.includes(status));
    // It might also be from before a subscription ended. Then it isn't charged.
    const possible =
      due.length > 0 ? similar.filter((one) => due.includes(one) || ENDED.includes(one.status)) : similar;
    const assigned = entries.filter(({ invoiceIds }) => invoiceIds?.includes(invoice.id));
    const owners =
      journal.invoices?.find(({ id }) => id === invoice.id)?.owners ??
      (isAssigned ? assigned.map(({ subscriptionId }) => subscriptionId) : possible.map(({ id }) => id));
    const count = owners.filter((id) => entries.some(({ subscriptionId }) => subscriptionId === id)).length;
    const isOther = count === 0 && (isAssigned || owners.length > 0);
    const isClear = isAssigned || owners.length === 1 || (due.length > 0 && count === owners.length);
    if (!isOther) open.push({ ...invoice, owners, isClear });
  }
  return open;
}

/** The subscription of an invoice that has ended. Then the invoice isn't charged, and nobody gets a link to pay it. */
const findEnded = async ({ owners }) =>
  (await listSubscriptions()).find(({ id, status }) => owners.includes(id) && ENDED.includes(status));

/** Whether a subscription renews only after a payment. Then it loses no renewal with a card that hasn't paid. */
const hasStopped = ({ status }) => ['unpaid', 'trial-ended'].includes(status);

/** What to ask before an invoice is paid, if that might also charge the periods that have passed since its date. */
async function findMissed(id, owners, date) {
  // With --finish, nobody is asked, because nothing is charged and no link is sent.
  if (settings.isAgreed || settings.isUnattended) return undefined;
  const hasPassed = (cycle) => !(Date.parse(date) + DAYS[cycle?.unit] * cycle?.length * DAY > now());
  const stopped = (await listSubscriptions()).filter(hasStopped);
  const late = stopped.find(({ id: owner, bilingCycle: cycle }) => owners.includes(owner) && hasPassed(cycle));
  if (!late) return undefined;
  const { bilingCycle: cycle, price, currency } = late;
  const count = Math.floor((now() - Date.parse(date)) / (DAYS[cycle?.unit] * cycle?.length * DAY));
  const periods = count === 1 ? 'period' : 'periods';
  const sum = Number.isInteger(count)
    ? `up to ${count} missed ${periods}, each for ${price} ${currency}, plus tax where it applies`
    : 'missed periods';
  const ask = `Ask for consent, and add --missed-periods-agreed: paying ${id} of ${date} might charge`;
  return `${ask} ${sum}, of ${late.id}, too.`;
}

async function isMissing(card) {
  const cards = await list(`/customers/${encodeURIComponent(journal.customerId)}/payment-instruments`);
  return !cards.some(({ id, deletedAt }) => id === card && !deletedAt);
}

/** Compares the input with what PAI stores, and decides which invoices to charge. Changes nothing. */
async function prepare() {
  const { customerId, newCard } = journal;
  if (settings.isUnattended) stop('customer', UNATTENDED);
  if (await isMissing(newCard))
    stop('input', `${customerId} has no card ${newCard}. Correct the ID, or store the card first.`);
  const subscriptions = await listSubscriptions();
  const open = await findOpenInvoices();
  for (const { subscriptionId, request } of journal.subscriptions) {
    const subscription = subscriptions.find(({ id }) => id === subscriptionId);
    if (!subscription) stop('input', `${customerId} has no subscription ${subscriptionId}. Correct it in your file.`);
    const { status } = subscription;
    if (!['active', 'paused', ...DUE].includes(status))
      stop('input', `${subscriptionId} is ${status}. Remove it from your file.`);
    checkItems(subscription, request);
    await checkTerms(subscription, request);
    const isOwner = ({ owners, isClear }) => !isClear || owners.includes(subscriptionId);
    const missing = `${subscriptionId} is unpaid, and no open invoice is assigned to it.`;
    if (status === 'unpaid' && !open.some(isOwner))
      stop('support', `${missing} Ask PAI support, or remove it from your file.`);
  }
  const questions = [];
  for (const { id, owners, isClear, status, issueDate, totalAmount, currency } of open) {
    const name = `${id} (${totalAmount} ${currency} of ${issueDate})`;
    const compare = 'Compare it with the "invoices" of the declined transactions of each subscription';
    const assign = `${compare}, and add "invoiceIds" to each entry.`;
    const undone = "Leave out that of an upgrade that you've undone, or whose deadline or old renewal date has passed.";
    if (!isClear) stop('input', `Whose is the open invoice ${name}? ${assign} ${undone}`);
    const missed = await findMissed(id, owners, issueDate);
    if (missed) questions.push(missed);
    // A partially paid invoice is left to the payment page, which shows its amount.
    if (status !== 'partially-paid' && !settings.agreed.includes(id))
      questions.push(`Ask whether to charge the open invoice ${name}, and add it to --agreed.`);
  }
  const refused = "If they don't agree, remove the invoice's subscription from your file: it keeps the old card.";
  if (questions.length > 0) stop('customer', `Nothing is charged yet. ${questions.join(' ')} ${refused}`);
  const transactions = await listTransactions({ customerId });
  save({
    invoices: open.map(({ id, owners, issueDate: date, totalAmount: amount, currency }) => {
      return { id, owners, date, amount, currency };
    }),
    stopped: subscriptions.filter(hasStopped).map(({ id }) => id),
    unpaid: subscriptions.filter(({ status }) => status === 'unpaid').map(({ id }) => id),
    currency: subscriptions.find(({ id }) => id === journal.subscriptions[0].subscriptionId).currency,
    known: transactions.map(({ id }) => id),
    // After a decline, only a card that was stored for this replacement is deleted.
    isUnused: !transactions.some(({ paymentInstrument }) => paymentInstrument?.id === newCard),
  });
}

const hasSucceeded = ({ type, result, status }) => type === 'sale' && result === 'approved' && PAID.includes(status);
const hasPaid = () => journal.isActive || Object.values(journal.charges).some(({ result }) => result === 'approved');

/** Whether the customer has used another card since, which wasn't declined. Only the check can then be pending. */
const isReplaced = () => journal.replacedBy && journals[journal.replacedBy].end?.outcome !== 'declined';

/**
 * Whether a sale is for an invoice. A transaction has no ID of its invoice, only its values. A sale that you've created
 * might have no subscription's ID.
 */
const isFor = ({ subscriptionId, invoices }, { owners, date, amount, currency }) =>
  (!subscriptionId || owners.includes(subscriptionId)) &&
  invoices?.some((entry) => entry.date === date && entry.amount === amount && entry.currency === currency);

/** The sales that have paid an invoice. */
async function findPayments(invoice) {
  const sales = await listTransactions({ customerId: journal.customerId });
  return sales.filter((sale) => hasSucceeded(sale) && isFor(sale, invoice));
}

/** Finds an invoice that's still to be charged. If it isn't, it might have been paid with the new card. */
async function findOwed(id) {
  const noted = journal.invoices.find((invoice) => invoice.id === id);
  const all = await list('/customer-invoices/');
  const owed = all.find((invoice) => invoice.id === id && OWED.includes(invoice.status));
  const payments = owed ? [] : await findPayments(noted);
  if (payments.some(({ paymentInstrument: card }) => card?.id === journal.newCard)) save({ isActive: true });
  return owed && (await findEnded(noted)) ? undefined : owed;
}

/**
 * What's left to PAI support or a person after subscriptions have ended: invoices that are open, or were paid anyway.
 */
async function describeEnded() {
  const messages = [];
  const edit = (text) => `${text} of ${journal.newCard} in ${settings.file}.`;
  for (const invoice of await findOpenInvoices()) {
    const ended = await findEnded(invoice);
    const unless = edit(` If it's another subscription's, remove ${ended?.id} from its "owners" in "invoices"`);
    const ask = `Ask PAI support to void ${invoice.id}, unless it's for a postpaid period that was used.${invoice.owners.length > 1 ? unless : ''}`;
    if (ended) messages.push(`${ended.id} is ${ended.status}. ${ask}`);
  }
  for (const invoice of journal.invoices) {
    const settle = edit(`If neither is needed, remove ${invoice.id} from "invoices"`);
    for (const { id, status, subscriptionId } of await findPayments(invoice)) {
      const ended = status !== 'refunded' && (await findEnded(subscriptionId ? { owners: [subscriptionId] } : invoice));
      const advice = `Refund ${id}, or restore access. ${settle}`;
      if (ended) messages.push(`${ended.id} is ${ended.status}, but ${invoice.id} is paid. ${advice}`);
    }
  }
  return messages;
}

/** What an update of the card must not change. Notes whether the subscription has ended. */
async function readState(subscriptionId) {
  const subscription = await get(`/subscriptions/${encodeURIComponent(subscriptionId)}`);
  const { status, nextCharge, price, bilingCycle, isAutoPay, endTime } = subscription;
  journal.changes[subscriptionId].isEnded = ENDED.includes(status);
  const sales = (await listTransactions({ subscriptionId })).filter(({ type }) => type === 'sale');
  // A plan might have been renamed.
  const items = subscription.items.map(({ planName, ...item }) => item);
  return { status, nextCharge, price, items, bilingCycle, isAutoPay, endTime, sales: sales.map(({ id }) => id) };
}

/**
 * Whether a subscription has only changed because its open invoice was paid, which also moves the renewal, or because
 * an attempt to pay it failed. Notes whether the new card has paid it.
 */
async function isPaidMeanwhile(subscriptionId, before, state) {
  const invoices = journal.invoices.filter(({ owners }) => owners.includes(subscriptionId));
  const payments = (await Promise.all(invoices.map(findPayments))).flat();
  const isCharge = ({ id, type, result }) => type === 'sale' && !before.sales.includes(id) && !FAILED.includes(result);
  const sales = (await listTransactions({ subscriptionId })).filter(isCharge);
  const { nextCharge } = sales.length > 0 ? state : before;
  const owed = await Promise.all(invoices.map(({ id }) => findOwed(id)));
  const { status } = hasStopped(before) && state.status === 'active' && !owed.some(Boolean) ? state : before;
  const isSame = isDeepStrictEqual(state, { ...before, status, nextCharge, sales: state.sales });
  if (!isSame || !sales.every(({ id }) => payments.some((payment) => payment.id === id))) return false;
  if (sales.some(({ paymentInstrument: card }) => card?.id === journal.newCard)) save({ isActive: true });
  return true;
}

/** Whether a card was set on a subscription, and the result was checked. */
const isOn = (id, card) => journal.changes[id]?.isDone === true && journal.changes[id].card === card;

/** Sets a card on a running subscription (steps 4 and 5). The renewal date stays. A lost response is safe to repeat. */
async function setCard({ subscriptionId, request }, card) {
  if (isOn(subscriptionId, card)) return;
  const change = (journal.changes[subscriptionId] ??= {});
  const check = async (state) => {
    const [was, is] = [JSON.stringify(change.before), JSON.stringify(state)];
    if (was === is || (await isPaidMeanwhile(subscriptionId, change.before, state))) return;
    const ask = `Ask PAI support before the next renewal. If all is well, remove "before" of ${subscriptionId} in`;
    const advice = `${ask} "changes" of ${journal.newCard} from ${settings.file}, and run this again.`;
    stop('support', `${subscriptionId} has changed with its card. Before: ${was}. Now: ${is}. ${advice}`);
  };
  await repeat(async () => {
    const state = await readState(subscriptionId);
    if (change.isEnded) return;
    const { nextCharge } = state;
    if (nextCharge && !(Date.parse(nextCharge) - now() >= HOUR))
      stop('wait', `${subscriptionId} renews at ${nextCharge}. Run this again after the renewal.`);
    checkItems({ id: subscriptionId, items: state.items }, request);
    // An update whose response was lost must not have changed anything either, unless a renewal came in between.
    const hasRenewed = Date.parse(change.before?.nextCharge) < now();
    if (change.card === card && change.before && !hasRenewed) await check(state);
    Object.assign(change, { card, isDone: false, before: state });
    save();
    const body = { ...request, paymentInstrumentId: card, renewalTime: nextCharge ?? undefined };
    await send('PUT', `/subscriptions/${encodeURIComponent(subscriptionId)}`, body);
  });
  const state = await readState(subscriptionId);
  if (change.isEnded) return;
  await check(state);
  change.isDone = true;
  save();
}

/** Notes errors with one of these outcomes, so that they don't hold up the rest. */
const collect = (problems, outcomes) => (error) =>
  outcomes.includes(error.outcome) ? problems.push(error) : Promise.reject(error);

/** Sets a card on several subscriptions. Returns the errors of those that renew soon, or whose copy needs an update. */
async function setCards(entries, card) {
  const problems = [];
  for (const entry of entries) await setCard(entry, card).catch(collect(problems, ['wait', 'input']));
  return problems;
}

/**
 * Puts the old card back where the new one might be set, because a card that hasn't paid isn't charged at a renewal,
 * and no event reports that. This is also needed if the invoice was paid in another way. A deleted card can't be put
 * back.
 */
async function putBack() {
  const changed = journal.subscriptions.filter(({ subscriptionId: id }) => journal.changes[id]?.card);
  // An invoice might have been paid with the new card by now.
  if (changed.length > 0) for (const { id } of journal.invoices) await findOwed(id);
  if (hasPaid() || changed.length === 0 || (await isMissing(journal.oldCard))) return;
  const [problem] = await setCards(changed, journal.oldCard);
  if (problem) throw problem;
}

/** Notes a charge, with its idempotency key, before it's sent. */
function createCharge(name, amount, currency, invoiceIds) {
  if (!Number.isFinite(amount) || amount <= 0) stop('input', `${amount} isn't an amount to charge.`);
  const { customerId, newCard, charges, attempts = 0 } = journal;
  const paymentInstruction = { paymentInstrumentId: newCard };
  // If the journal was lost, a key that's used for another charge would return that one. It can have 100 characters.
  const idempotencyKey = `replace-card-${newCard}-${name.slice(-24)}-${attempts + 1}`;
  const sale = { type: 'sale', amount, currency, customerId, paymentInstruction, invoiceIds, idempotencyKey };
  charges[name] = { body: { ...sale, redirectUrl: settings.returnUrl, isMerchantInitiated: false } };
  save({ attempts: attempts + 1 });
}

/** Stops because the customer or PAI support has to act first, with the old card in place meanwhile. */
async function putBackAndStop(outcome, message) {
  await putBack();
  stop(outcome, message);
}

/** Says where to send the customer, except with --finish. */
const sendTo = (target) => (settings.isUnattended ? '' : ` Send the customer to ${target}`);

/** Stops before a charge, first or repeated, that the customer isn't there for, or hasn't agreed to in this run. */
async function requireConsent(name) {
  if (settings.isUnattended) await putBackAndStop('customer', UNATTENDED);
  if (name !== 'check' && !settings.agreed.includes(name))
    await putBackAndStop('customer', `${name} isn't in --agreed, so it isn't charged.`);
}

/** Checks an invoice before each request to charge it. Returns it if it's owed. */
async function readOwed(noted) {
  const { id, owners, date, amount } = noted;
  const isOpen = ({ result, type }) => result === 'unknown' && type !== 'refund';
  // An authentication might not show what it's for.
  const isRecent = (entry) => entry.type === '3ds-authentication' && now() - Date.parse(entry.date) < 30 * MINUTE;
  const isItsOwn = (entry) => owners.includes(entry.subscriptionId) || isFor(entry, noted) || isRecent(entry);
  const isPending = (entry) => isOpen(entry) && isItsOwn(entry);
  const pending = (await listTransactions({ customerId: journal.customerId })).find(isPending);
  if (pending) stop('wait', `${pending.id} is ${pending.status}, so ${id} isn't charged yet. ${ANOTHER_CARD}`);
  const owed = await findOwed(id);
  const missed = owed && (await findMissed(id, owners, date));
  if (missed) await putBackAndStop('customer', missed);
  // No field shows how much is left to charge, and the customer has agreed to one amount.
  const change = `${id} is partially paid or has changed.${sendTo(owed?.paymentFormUrl)}`;
  if (owed && (owed.status === 'partially-paid' || owed.totalAmount !== amount))
    await putBackAndStop('customer', change);
  return owed;
}

/**
 * Sets the new card on an open invoice's subscriptions, and notes the charge. Returns false if nothing is owed. An
 * active subscription keeps the old card until the new one has paid, because it could renew before that.
 */
async function prepareInvoice(noted) {
  const { id, owners } = noted;
  if (!(await readOwed(noted))) return false;
  // Also checked before the charge is sent, but here, no card is set in vain.
  await requireConsent(id);
  const stopped = (await listOwn()).filter(hasStopped).map((subscription) => subscription.id);
  const isStopped = ({ subscriptionId }) => owners.includes(subscriptionId) && stopped.includes(subscriptionId);
  for (const entry of journal.subscriptions.filter(isStopped)) await setCard(entry, journal.newCard);
  // PAI or the customer might have paid it by now.
  const invoice = await readOwed(noted);
  if (invoice) createCharge(id, invoice.totalAmount, invoice.currency, [id]);
  return invoice !== undefined;
}

/** Sends a noted charge once per run: with the same body and key, after a minute or more, and for an hour at most. */
async function sendCharge(name) {
  const charge = journal.charges[name];
  const { sentAt, lastSentAt = sentAt } = charge;
  const isFirst = sentAt === undefined;
  const invoice = !isFirst && journal.invoices.find(({ id }) => id === name);
  const lost = `The charge of ${name} isn't sent again`;
  const remove = `remove it from "charges" of ${journal.newCard} in ${settings.file}`;
  const again = 'Then the next run charges again, so remove it only if the customer still agrees and is present.';
  const never = `${lost}. If it was never made, ${remove}. ${again}`;
  // It was checked before the first attempt, which can be long ago.
  if (invoice && (await findEnded(invoice)))
    await putBackAndStop('support', [never, ...(await describeEnded())].join(' '));
  // Whether PAI rejects a charge of a paid invoice isn't documented. A lost charge that was made is found by the next
  // runs.
  const isOver = invoice && !(await readOwed(invoice));
  const visible = lastSentAt + HOUR;
  if (isOver || now() > sentAt + HOUR) {
    if (now() < visible) await putBackAndStop('wait', `${lost}. ${after(visible)}, because it might still show up.`);
    if (!isOver) await putBackAndStop('support', `${never} If it was made, ask PAI support about it.`);
    delete journal.charges[name];
    save();
    await putBackAndStop('wait', `${lost}, because that isn't open anymore. Run this again now.`);
  }
  if (now() < lastSentAt + MINUTE) stop('wait', `The result of ${name} isn't known. ${after(lastSentAt + MINUTE)}.`);
  await requireConsent(name);
  Object.assign(charge, { sentAt: sentAt ?? now(), lastSentAt: now() });
  save();
  try {
    return (await send('POST', '/transactions', charge.body)).data;
  } catch (error) {
    if (error.isUnknown || error.status === 429) stop('wait', `${error.message} ${after(now() + MINUTE)}.`);
    // If the first request was rejected, nothing was charged. The next run begins a new attempt, with a new key.
    if (isFirst && [400, 401, 403, 404, 413].includes(error.status)) delete journal.charges[name];
    save();
    await putBack();
    const isPaid = name !== 'check' && !(await findOwed(name));
    throw isPaid ? outcomeError('wait', `${name} no longer needs a charge. Run this again.`) : error;
  }
}

/** Charges the new card once, and returns whether it's approved. Stops while that's unknown. */
async function charge(name) {
  const noted = journal.charges[name];
  if (noted.result) return noted.result === 'approved';
  const known = noted.id ? await get(`/transactions/${noted.id}`) : noted.sentAt && (await findNew('sale', noted.body));
  let transaction = known || (await sendCharge(name));
  // With 3D Secure, it can be the authentication. The sale then has another ID.
  if (transaction.type !== 'sale') transaction = (await findNew('sale', noted.body)) ?? transaction;
  const { id, type, status, result, redirectUrl, paymentInstrument, amount, currency } = transaction;
  const isThis = amount === noted.body.amount && currency === noted.body.currency;
  const lost = `${id} is for ${amount} ${currency}, so it isn't this charge. Was the journal lost?`;
  if (type === 'sale' && !isThis)
    end('support', `${lost} Don't refund it here. A person compares the customer's transactions.`);
  noted.id = id;
  const isOther = hasSucceeded(transaction) && paymentInstrument?.id !== journal.newCard;
  const hasFailed = FAILED.includes(result);
  if (redirectUrl) noted.redirectedAt = now();
  // A sale can still follow an authentication that has failed.
  if (hasFailed) noted.failedAt ??= now();
  const until = type === 'sale' ? 0 : noted.failedAt + 30 * MINUTE;
  if ((hasFailed && now() >= until) || (hasSucceeded(transaction) && !isOther)) noted.result = result;
  save();
  if (noted.result) return noted.result === 'approved';
  if (isOther) end('support', `${id} was paid with another card. Refund a check, and replace the card.`);
  const invoice = journal.invoices.find((entry) => entry.id === name);
  const isNeeded = invoice ? await findOwed(name) : !isReplaced();
  // If it's approved later, the next run sets the new card again.
  const age = now() - noted.sentAt;
  if (age > DAY || !isNeeded) await putBack();
  const isBack = !hasPaid() && invoice?.owners.every((owner) => isOn(owner, journal.oldCard));
  const message = `${id} is ${status} (${result}).${isBack ? ` ${journal.oldCard} is in place meanwhile.` : ''}`;
  if (invoice && (await findEnded(invoice)))
    stop('support', [message, NOT_NEEDED, ...(await describeEnded())].join(' '));
  const missed = invoice && isNeeded && (await findMissed(name, invoice.owners, invoice.date));
  if (missed) stop('customer', `${message} Don't send the customer to the bank's page yet. ${missed}`);
  if (hasFailed) stop('wait', `${message} A sale might still follow. ${after(until)}.`);
  const another = invoice ? ANOTHER_CARD : ANOTHER_CHECK;
  if (isNeeded && redirectUrl) stop('customer', `${message}${sendTo(redirectUrl)} ${another}`);
  const reason = isNeeded ? 'Nothing else is charged meanwhile.' : NOT_NEEDED;
  if (age > HOUR) stop('support', `${message} ${reason} Ask PAI support about it.`);
  return stop('wait', `${message} ${reason}`);
}

/** Refunds the verification charge. A refund has no key, so it's sent once, and then only looked for. */
async function refundCheck() {
  const { id, body } = journal.charges.check;
  const refund = (journal.refund ??= {});
  if (refund.isDone) return;
  const path = `/transactions/${encodeURIComponent(id)}`;
  const { refundAmount, permissionsBundle } = await get(path);
  if (!refund.sentAt && !refundAmount) {
    if (!permissionsBundle?.isRefundable) stop('wait', `${id} can't be refunded yet.`);
    refund.sentAt = now();
    save();
    try {
      const { data } = await send('POST', `${path}/refund`, { amount: body.amount });
      if (data?.type === 'refund') refund.id = data.id;
    } catch (error) {
      if (!error.isUnknown) delete refund.sentAt;
      save();
      if (!error.isUnknown) throw error;
    }
  }
  refund.id ??= (await findNew('refund', body))?.id;
  const { result, status } = refund.id ? await get(`/transactions/${encodeURIComponent(refund.id)}`) : {};
  const isRefunded = (await get(path)).refundAmount >= body.amount;
  refund.isDone = isRefunded && (!refund.id || (result === 'approved' && status === 'completed'));
  save();
  if (refund.isDone) return;
  const remove = `remove "refund" of ${journal.newCard} in ${settings.file}.`;
  if (FAILED.includes(result)) stop('support', `The refund ${refund.id} is ${result}. To send another, ${remove}`);
  if (now() - (refund.sentAt ?? 0) < HOUR)
    stop('wait', `The refund of ${id} isn't visible yet. Look again in ten minutes.`);
  stop('support', `The refund of ${id} isn't visible. If it was never made, ${remove}`);
}

/** Accepts an error with this status. */
const ignore = (status) => (error) => (error.status === status ? { isIgnored: true } : Promise.reject(error));

/** What to refund if periods after an open invoice were charged without consent, because it was paid late. */
async function describeMissed() {
  const { customerId, invoices, known, stopped } = journal;
  const sales = settings.isAgreed ? [] : await listTransactions({ customerId });
  const isLater = (sale, { owners, date }) =>
    owners.includes(sale.subscriptionId) && sale.invoices?.some((entry) => Date.parse(entry.date) > Date.parse(date));
  const isLate = (sale) => stopped.includes(sale.subscriptionId) && invoices.some((invoice) => isLater(sale, invoice));
  // The customer has agreed to the invoices of this run, and to what they've paid on a payment page.
  const isAgreed = (sale) => sale.isMerchantInitiated === false || invoices.some((invoice) => isFor(sale, invoice));
  const isNew = ({ id, status }) => status !== 'refunded' && !known.includes(id);
  const isMissed = (sale) => hasSucceeded(sale) && isNew(sale) && isLate(sale) && !isAgreed(sale);
  const missed = sales.filter(isMissed).map(({ id }) => id);
  const refund = `Refund each missed period that the customer hasn't agreed to: ${missed.join(', ')}.`;
  return missed.length > 0 ? [`${refund} If they agree to all of them, add --missed-periods-agreed.`] : [];
}

/**
 * Warns once if a late payment has moved a renewal, because the date can stay moved after PAI support was asked. A
 * month is up to three days longer or shorter than the average.
 */
async function describeMoved() {
  const isNew = ({ id, status }) =>
    status === 'active' && journal.unpaid?.includes(id) && !journal.changes[id].isReported;
  const messages = (await listOwn()).filter(isNew).map(({ id, nextCharge, bilingCycle: cycle }) => {
    const dates = journal.invoices.filter(({ owners }) => isDeepStrictEqual(owners, [id])).map(({ date }) => date);
    const last = dates.sort().at(-1);
    const interval = { days: 1, weeks: 7, months: 30.44, years: 365.25 }[cycle?.unit] * cycle?.length;
    const passed = (Date.parse(nextCharge) - Date.parse(last)) / DAY;
    const difference = Math.abs(passed - Math.max(1, Math.round(passed / interval)) * interval);
    const reason = `${id} renews on ${nextCharge}, which isn't a whole number of intervals after ${last}.`;
    if (!(difference > (interval < 28 ? 1 : 3))) return undefined;
    journal.changes[id].isReported = true;
    return `${reason} Ask PAI support before that date.`;
  });
  save();
  return messages.filter(Boolean);
}

/** Stops if a subscription is still unpaid, for example because the file assigns an invoice to the wrong one. */
async function checkStatuses() {
  const unpaid = (await listOwn()).find(({ status }) => status === 'unpaid');
  const age = now() - Math.max(...Object.values(journal.charges).map(({ sentAt }) => sentAt));
  const advice = `Compare the subscriptionId of each payment.${sendTo('the paymentFormUrl of its open invoice.')}`;
  if (unpaid) stop(age < HOUR ? 'wait' : 'support', `${unpaid.id} has the new card, but is still unpaid. ${advice}`);
}

/** After an approved charge: refunds it if it was the check, and does steps 4 to 8 for all subscriptions. */
async function finish(pending) {
  const { customerId, newCard, oldCard } = journal;
  const problems = pending ? [pending] : [];
  if (journal.charges.check?.result === 'approved')
    await refundCheck().catch(collect(problems, ['wait', 'support', 'input']));
  problems.push(...(await setCards(journal.subscriptions, newCard)));
  const isEverywhere = journal.subscriptions.every(
    ({ subscriptionId: id }) => isOn(id, newCard) || journal.changes[id].isEnded,
  );
  const isGone = await isMissing(oldCard);
  if (isEverywhere && journal.note === undefined) {
    const primaryPaymentInstrument = { method: 'payment-card', id: newCard };
    await repeat(() => send('PATCH', `/customers/${encodeURIComponent(customerId)}`, { primaryPaymentInstrument }));
    const retire = () => send('PATCH', `/payment-instruments/${encodeURIComponent(oldCard)}`, { useAsBackup: false });
    const { isIgnored } = isGone ? {} : await repeat(retire).catch(ignore(400));
    const note = `PAI didn't change useAsBackup of ${oldCard}, which is expected if that card has expired.`;
    save({ note: isIgnored ? note : '' });
  }
  for (const invoice of journal.invoices) {
    const payments = (await findPayments(invoice)).filter(({ status }) => status !== 'refunded');
    const extra = payments.findLast(({ paymentInstrument }) => paymentInstrument?.id !== newCard) ?? payments.at(-1);
    // Two invoices of the same second and amount have the same payments.
    const count = journal.invoices.filter((other) => isDeepStrictEqual({ ...other, id: invoice.id }, invoice)).length;
    if (payments.length > count)
      problems.push(outcomeError('support', `${invoice.id} is paid twice. Refund ${extra.id}.`));
  }
  const reports = [...(await describeMissed()), ...(await describeEnded())];
  problems.push(...reports.map((message) => outcomeError('support', message)));
  // The payment page could charge an invoice whose attempt is pending a second time.
  const open = pending ? [] : await findOpenInvoices();
  for (const { id, owners, issueDate, paymentFormUrl } of open) {
    if (await findEnded({ id, owners })) continue;
    const missed = await findMissed(id, owners, issueDate);
    problems.push(outcomeError('customer', `${id} is open.${missed ? ` ${missed}` : sendTo(paymentFormUrl)}`));
  }
  if (problems.length === 0) await checkStatuses();
  problems.push(...(await describeMoved()).map((message) => outcomeError('support', message)));
  const outcomes = problems.map(({ outcome }) => outcome);
  const worst = ['support', 'input', 'customer', 'wait'].find((name) => outcomes.includes(name));
  if (worst) stop(worst, [...new Set(problems.map(({ message }) => message))].join(' '));
  const own = await listOwn();
  const isOver = own.every(({ status }) => ENDED.includes(status));
  const renewed = isOver ? '' : `until all of these subscriptions have renewed with ${newCard}, and `;
  const until = `${renewed}as long as you might refund its payments`;
  const check = `After the next renewals, compare each transaction's paymentInstrument.id with ${newCard}.`;
  const keep = `Keep ${oldCard} ${until}. Then you can delete it, if no subscription or pending payment uses it.`;
  const undone = `If the cancellation is undone, replace its card then, and don't delete ${oldCard} before.`;
  const describe = ({ id, status }) => {
    if (status !== 'canceled') return `${id} is ${status}.`;
    if (isOn(id, newCard)) return `${id} is canceled and has ${newCard}: update its copy.`;
    return `${id} is canceled and keeps ${oldCard}: don't update its copy. ${undone}`;
  };
  const ended = own.filter(({ status }) => ENDED.includes(status)).map(describe);
  const others = (await listSubscriptions()).filter(({ id, status }) => !isListed(id) && !ENDED.includes(status));
  const ids = others.map(({ id }) => id).join(', ');
  const left = `Other subscriptions of this customer, whose card you should check: ${ids}.`;
  const records = 'the card in your records, such as "paymentInstrumentId" for check-subscriptions.mjs';
  const place = `${newCard} is in place. Update your copies of the request bodies, and ${records}.`;
  const { charges, refund } = journal;
  // A check that was refunded by hand can have a refund that isn't known here.
  const returned = refund?.id ? `, refund ${refund.id}` : '';
  const parts = [
    isOver ? `These subscriptions have ended, so no renewal charges ${newCard}.` : place,
    charges.check?.result === 'approved' && `For your records: check ${charges.check.id}${returned}.`,
    others.length > 0 && left,
    ...ended,
    !isOver && check,
    !isGone && keep,
    journal.note,
  ];
  end('done', parts.filter(Boolean).join(' '));
}

/** After a decline: puts the old card back and deletes the new one, unless it has paid, or the old one was deleted. */
async function decline() {
  const { newCard, oldCard, isUnused, changes } = journal;
  await putBack();
  if (hasPaid()) return finish();
  const left = Object.keys(changes).filter((id) => changes[id].card === newCard);
  const leave = left.length > 0 ? `, so leave ${newCard} on ${left.join(', ')}` : '';
  const unless = 'unless a payment is pending or its subscription has ended.';
  const link = sendTo(`the paymentFormUrl of each open invoice, ${unless}`);
  const kept = leave && ` Keep ${newCard}, because ${left.join(', ')} has ended with it.`;
  const place = (await isMissing(oldCard)) ? `was deleted${leave}.${link}` : `stays in place.${kept}`;
  const remove = () => send('DELETE', `/payment-instruments/${encodeURIComponent(newCard)}`);
  // If the response to the first attempt was lost, the card is already gone.
  if (isUnused && left.length === 0) await repeat(remove).catch(ignore(404));
  const advice = `Let the customer enter another card, but limit the number of attempts. ${AGAIN}`;
  return end('declined', [`${newCard} hasn't paid. ${oldCard} ${place}`, ...(await describeEnded()), advice].join(' '));
}

/** Ends the replacement for good: a later run with this journal only says the same. */
function end(outcome, message) {
  save({ end: { outcome, message } });
  stop(outcome, message);
}

/** Ends the replacement with a card that the customer gave up. Its check might be approved late. */
async function giveUp() {
  const { newCard, replacedBy, charges } = journal;
  const { id, sentAt, body } = charges.check ?? {};
  if (id || (sentAt && (await findNew('sale', body)))) {
    if (await charge('check')) await refundCheck();
  } else if (now() - sentAt < HOUR) stop('wait', `The check of ${newCard} isn't visible yet.`);
  return end('replaced', `${newCard} isn't used, because the customer has used ${replacedBy} since. ${AGAIN}`);
}

/** Charges an open invoice. Returns false if the card is declined. */
async function chargeInvoice(invoice) {
  if (!journal.charges[invoice.id]?.sentAt && !(await prepareInvoice(invoice))) return true;
  if (await charge(invoice.id)) return true;
  // If it was then paid in another way, an attempt that the customer has left says nothing about the card.
  return journal.charges[invoice.id].result !== 'declined' && !(await findOwed(invoice.id));
}

/** Notes the small charge, unless all subscriptions have ended. */
async function prepareCheck() {
  const isLeft = (await listOwn()).some(({ status }) => !ENDED.includes(status));
  if (isLeft) return createCharge('check', settings.amount, journal.currency);
  const message = `These subscriptions have ended, so ${journal.newCard} isn't charged.`;
  return end('support', [message, ...(await describeEnded()), AGAIN].join(' '));
}

/** Does what's left to do. Each way ends with an error that has an outcome. */
async function replaceCard() {
  if (journal.end) stop(journal.end.outcome, journal.end.message);
  if (isReplaced()) await giveUp();
  if (!journal.invoices) await prepare();
  // After a payment, the other subscriptions don't wait for an invoice whose charge is pending.
  const finishIfPaid = (error) => (error.outcome && hasPaid() ? finish(error) : Promise.reject(error));
  for (const invoice of journal.invoices) if (!(await chargeInvoice(invoice).catch(finishIfPaid))) await decline();
  // No invoice is open, or all were paid in another way. Then a small charge activates the card.
  if (!hasPaid()) {
    await putBack();
    if (!journal.charges.check?.sentAt) await prepareCheck();
    if (!(await charge('check'))) await decline();
  }
  await finish();
}

/** Reads a JSON file, or returns undefined if there's none. */
function readJson(file) {
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    return stop('input', `${file} isn't valid: ${error.message}`);
  }
}

/** Reads your copies of the requests, and checks that they're complete, and on one of these cards. */
function readCopies(file, customerId, cards) {
  const copies = readJson(file) ?? stop('input', `There's no file ${file}. Write your stored requests to it.`);
  if (!Array.isArray(copies) || copies.length === 0) stop('input', `${file} must contain a list of subscriptions.`);
  for (const { subscriptionId: id, request } of copies) {
    const { items, isTrialOnly, customerId: owner, paymentInstrumentId: card } = request ?? {};
    const hasItems = Array.isArray(items) && items.length > 0 && items.every(({ plan }) => plan?.id);
    if (!id || !hasItems || typeof isTrialOnly !== 'boolean')
      stop('input', `${file}: each entry needs a subscriptionId, and a request with items and isTrialOnly.`);
    if (owner !== customerId) stop('input', `${file}: the request of ${id} has the customer ${owner}.`);
    if (cards && !cards.includes(card))
      stop('input', `${file}: the request of ${id} has the card ${card}. Correct or remove it.`);
  }
  return copies;
}

/** Stops if a run that has ended leaves out a subscription in the file, or had another old card. */
function checkEnd(copies, oldCard) {
  const { newCard, end: last } = journal;
  const isLatest = (id) =>
    Object.values(journals).findLast(({ end: ended, changes }) => changes[id] && ended?.outcome !== 'declined') ===
    journal;
  const isLeft = (id) => oldCard !== journal.oldCard || !isListed(id) || (last.outcome === 'done' && !isLatest(id));
  const left = copies.map(({ subscriptionId }) => subscriptionId).filter(isLeft);
  const message = `A run with ${newCard} to replace ${journal.oldCard} has ended (${last.outcome}), so nothing is changed for`;
  if (left.length > 0) stop('input', `${message} ${left.join(', ')}. ${AGAIN}`);
}

const isRunning = (pid) => {
  try {
    return pid !== process.pid && process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
};

/** Stops a second run for this customer, for example one for the customer's return and one for the event. */
function lock(file) {
  if (existsSync(file) && !isRunning(Number(readFileSync(file, 'utf8')))) rmSync(file);
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    stop('wait', `Another run is working on this. If there's none, delete ${file}.`);
  }
}

/**
 * Stops while an earlier replacement for this customer could still set or charge its card. Otherwise, it's given up.
 */
function replaceOthers() {
  const { newCard, oldCard, subscriptions } = journal;
  const all = Object.values(journals);
  for (const { subscriptionId: id } of subscriptions) {
    // One that was canceled then has kept its old card.
    const isChanged = ({ end: ended, changes }) => ended?.outcome === 'done' && changes[id] && !changes[id].isEnded;
    const last = all.findLast(isChanged);
    if (last?.oldCard === oldCard) stop('input', `${id} has ${last.newCard} since ${oldCard}. Update your copy.`);
  }
  for (const other of all.filter(({ end: last }) => !last)) {
    const { sentAt: checkedAt, redirectedAt = checkedAt, result: checked } = other.charges.check ?? {};
    const until = redirectedAt + 30 * MINUTE;
    if (!checked && now() < until) stop('wait', `The check of ${other.newCard} is pending. ${after(until)}.`);
    const isPending = ([name, { sentAt, result }]) =>
      sentAt && (name === 'check' ? result === 'approved' : !FAILED.includes(result));
    const isSet = ({ card, isDone, isEnded }) => card && !isEnded && !(card === other.oldCard && isDone);
    if (Object.entries(other.charges).some(isPending) || Object.values(other.changes).some(isSet))
      stop('wait', `The replacement with ${other.newCard} is unfinished. Run it again first. ${ANOTHER_CARD}`);
    other.replacedBy = newCard;
  }
}

/** Reads the first lines of this file, which say how to use it. */
function readUsage() {
  const [comment] = readFileSync(fileURLToPath(import.meta.url), 'utf8').split('\n */');
  return comment.replace(/^\/\*\*\n|^ \* ?/gm, '');
}

async function main() {
  if (process.argv.includes('--help')) return console.log(readUsage());
  const names = ['customer', 'new-card', 'old-card', 'subscriptions', 'return-url'];
  const strings = [...names, 'agreed', 'check-amount', 'folder'].map((name) => [name, { type: 'string' }]);
  const flags = ['missed-periods-agreed', 'finish', 'test-data'].map((name) => [name, { type: 'boolean' }]);
  const { values } = parseArgs({ options: Object.fromEntries([...strings, ...flags]) });
  const { PAI_API = 'https://api.pai.example', PAI_API_KEY: key, PAI_ORGANIZATION_ID: organization } = process.env;
  if (!key || !organization) stop('input', 'Set PAI_API_KEY and PAI_ORGANIZATION_ID.');
  if (process.env.PAI_NOW && PAI_API.startsWith('https:'))
    stop('input', 'PAI_NOW is the time of a sandbox on your own machine. Unset it, or set PAI_API to that sandbox.');
  for (const name of names) if (!values[name]) stop('input', `Add --${name}.`);
  const { customer: customerId, 'new-card': newCard, 'old-card': oldCard, 'return-url': returnUrl } = values;
  if (Number.isNaN(now())) stop('input', 'PAI_NOW must be a time such as 2026-11-20T12:00:00Z.');
  if (newCard === oldCard) stop('input', 'The new card and the old card are the same. Store the new card first.');
  if (values.folder !== undefined && !existsSync(values.folder)) stop('input', `Create the folder ${values.folder}.`);
  if (!URL.canParse(returnUrl)) stop('input', '--return-url must be the URL of your return page.');
  const file = join(values.folder ?? '.', `replace-card-${encodeURIComponent(customerId)}.json`);
  const base = new URL(`/v1/public-api/organizations/${encodeURIComponent(organization)}`, PAI_API).href;
  const amount = Number(values['check-amount'] ?? '1.00');
  const testData = values['test-data'] ? { showTestData: true } : {};
  const agreed = (values.agreed ?? '').split(',');
  const { 'missed-periods-agreed': isAgreed, finish: isUnattended } = values;
  settings = { file, base, key, amount, testData, returnUrl, agreed, isAgreed, isUnattended };
  lock(`${file}.lock`);
  try {
    journals = readJson(file) ?? {};
    const stored = journals[newCard];
    const input = { customerId, newCard, oldCard };
    journal = stored ?? { ...input, charges: {}, changes: {} };
    // Your copies have another card once it's replaced.
    const cards = journal.end?.outcome === 'done' ? [oldCard, newCard] : [oldCard];
    const copies = readCopies(values.subscriptions, customerId, isReplaced() ? undefined : cards);
    if (journal.end) checkEnd(copies, oldCard);
    else if (!isReplaced()) input.subscriptions = copies;
    // A copy can change during a run, but not which subscriptions it's for.
    const identify = (run) => [run.oldCard, run.subscriptions.map(({ subscriptionId }) => subscriptionId)];
    const hasOther = stored && !isDeepStrictEqual(identify(stored), identify({ ...stored, ...input }));
    const same = 'Use the same ones, with your latest copies';
    if (hasOther) stop('input', `${file} has a run with ${newCard} and another old card or subscriptions. ${same}.`);
    Object.assign(journal, input);
    if (!stored) replaceOthers();
    await replaceCard();
  } finally {
    rmSync(`${file}.lock`, { force: true });
  }
}

await main().catch(({ outcome = 'error', message }) => {
  console[outcome === 'done' ? 'log' : 'error'](`replace-card: ${outcome}: ${message}`);
  process.exitCode = EXIT[outcome] ?? 1;
});
