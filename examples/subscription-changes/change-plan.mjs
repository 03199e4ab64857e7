/**
 * Upgrades or downgrades a subscription with one item: quotes the change, makes it once, and confirms what was charged.
 * Needs Node 20 or newer and no packages.
 *
 *   PAI_API_KEY, PAI_ORGANIZATION_ID      your key, and the organization of the subscription
 *   PAI_API                               optional: the API's base URL
 *   PAI_NOW                               optional: the time, if you've moved the local sandbox's clock
 *
 *   node change-plan.mjs quote --subscription sub_MayaMonthly --plan pln_BrewMonthly --quantity 2
 *   node change-plan.mjs apply --quote sub_MayaMonthly.quote.json      when the customer has agreed, on the same day
 *   node change-plan.mjs confirm --quote sub_MayaMonthly.quote.json    each minute, while the exit status is 4
 *
 *   --mode         retainRenewalTime and proRataCredit: retain-true, retain-false, reset-true, or reset-false
 *   --card         the subscription's card in your records. Without it, the card of its last payment
 *   --trial-end    the end of the trial in your records, because no field shows it
 *   --paid-price   the recurring price that's paid until the renewal, if there was a change in this period: 58 after a paid
 *                  upgrade from 29 to 58, and 29 after a credited or refunded downgrade from 58 to 29
 *   --tax-included your prices include tax. The quote is then the total
 *   --new-price    for a formula such as volume, the subscription's `price` after the same change in PAI's sandbox
 *   --undo, --redo for confirm, when it asks for them: sends the old or the new item again, without proration
 *   --withdraw     for confirm, if the customer no longer wants the change: undoes it immediately, if it's unpaid, and
 *                  keeps apply from sending it
 *   --test-data    includes test payments, if the list leaves them out
 *   --unlocked     for confirm, if you unlock an upgrade after status 7, before it's charged
 *
 * Exit statuses:
 *
 *   0   Done
 *   1   A request failed. Run the same command again
 *   2   Correct the command
 *   3   Don't make this change now. The message says why
 *   4   Wait, and run the same command again
 *   5   Unlock nothing, and send the link in the message
 *   6   Refund what the message says
 *   7   Changed, but not charged yet: decide when to unlock
 *   8   Run the command in the message
 *   9   A person has to decide
 *   10  Unlock nothing, and ask PAI support to void the invoice. Send a link only if the message has one
 *   11  End what was credited, if you haven't, and run confirm again after the next renewal
 *
 * After 6, run confirm again once it's refunded. After 5, 7, 10, an undo, or a withdrawal, also run confirm when `transaction-processed` or `transaction-declined`
 * arrives for the subscription, and once a day until the invoice is paid or void or, if there is none, until the renewal
 * is paid.
 *
 * After a later change of the subscription, follow its quote. The earlier one's confirm says so, and sends nothing anymore.
 *
 * Keep the quote files (.json) of a subscription in one folder, on a shared disk if you have several servers. They show
 * what was sent, and whether a downgrade was credited. A lock file in it stops a second run for the same subscription.
 *
 * If the program is interrupted, run the same command again. A change that was sent is only sent again after ten
 * minutes, and only if none of its effects is visible.
 */
import { realpathSync } from 'node:fs';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual, parseArgs } from 'node:util';

const STATUS = {
  usage: 2,
  refused: 3,
  wait: 4,
  unpaid: 5,
  refund: 6,
  decide: 7,
  next: 8,
  person: 9,
  void: 10,
  credit: 11,
};
const MODES = ['retain-true', 'retain-false', 'reset-true', 'reset-false'];
const OWED = ['unpaid', 'partially-paid', 'past-due', 'delinquent'];
const PAID = ['paid', 'completed', 'partially-refunded'];
const ENDED = ['canceled', 'churned', 'voided'];
const TRIES = 5;
/** By how much an invoice can differ, in the currency's smallest unit, because its lines are rounded. */
const ROUNDING = 2;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const { PAI_API: api = 'https://api.pai.example', PAI_API_KEY: key, PAI_ORGANIZATION_ID: organizationId } = process.env;
const now = process.env.PAI_NOW ? Date.parse(process.env.PAI_NOW) : Date.now();
const toIso = (time) => new Date(time).toISOString();

/** Ends the program with the exit status of an outcome. */
function stop(outcome, message) {
  throw Object.assign(new Error(message), { status: STATUS[outcome] });
}

/** Sends a request once. */
async function send(method, path, body) {
  const response = await fetch(`${api}/v1/public-api/organizations/${encodeURIComponent(organizationId)}${path}`, {
    method,
    headers: { authorization: `ApiKey ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(30_000),
  });
  if (response.ok) return await response.json();
  const problem = `${method} ${path} returned ${response.status}: ${(await response.text()).slice(0, 300)}`;
  throw Object.assign(new Error(problem), { http: response.status });
}

/** Whether a request was rejected. After a timeout, a 429, or a 5xx, it might have been carried out. */
const isRejected = ({ http }) => http >= 400 && http < 500 && http !== 408 && http !== 429;

/** Fetches something, which is safe to retry. */
async function read(path) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send('GET', path);
    } catch (error) {
      if (isRejected(error) || attempt === TRIES) throw error;
    }
    await wait(2 ** attempt * Number(process.env.CHANGE_PLAN_PAUSE_MS ?? 500));
  }
}

/**
 * Fetches a whole list. New objects can move others to the next page, where they're found again. Starts over if fewer are
 * found than there were at the beginning.
 */
async function readAll(path, filters) {
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const found = new Map();
    let expected;
    for (let offset = 0; ;) {
      const { data, totalCount } = await read(`${path}?${new URLSearchParams({ ...filters, limit: 100, offset })}`);
      expected ??= totalCount;
      for (const entry of data) found.set(entry.id, entry);
      offset += data.length;
      if (data.length > 0 && offset < totalCount) continue;
      if (found.size >= expected) return [...found.values()];
      break;
    }
  }
  throw new Error(`${path} changes while it's read. Run the same command again.`);
}

/** Fetches the subscription, and its customer's transactions, oldest first, and invoices. */
async function readFacts(id) {
  const { data: subscription } = await read(`/subscriptions/${encodeURIComponent(id)}`);
  const customerId = subscription.customer?.id;
  if (!customerId) throw new Error(`${id} shows no customer, so its invoices can't be found.`);
  const filters = { customerId, sortBy: 'createdAt', sortDirection: 'asc' };
  if (process.argv.includes('--test-data')) filters.showTestData = 'true';
  const payments = (await readAll('/transactions', filters)).filter(({ type }) => type === 'sale');
  const invoices = (await readAll('/customer-invoices/', {})).filter((invoice) => invoice.customerId === customerId);
  return { subscription, payments, sales: payments.filter((sale) => sale.subscriptionId === id), invoices };
}

/** Currencies without two decimals, from ISO 4217. Locale libraries leave out those of HUF, for example. */
const NO_DECIMALS = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ');
const THREE_DECIMALS = 'BHD IQD JOD KWD LYD OMR TND'.split(' ');
const decimalsOf = (currency) => (NO_DECIMALS.includes(currency) ? 0 : THREE_DECIMALS.includes(currency) ? 3 : 2);

/** An amount in the currency's smallest unit. Everything is calculated in these integers. */
function toUnits(amount, currency) {
  const scaled = Number(amount) * 10 ** decimalsOf(currency);
  if (Math.abs(scaled - Math.round(scaled)) < 0.01) return Math.round(scaled);
  // After a change, something can be charged already.
  const outcome = process.argv[2] === 'confirm' ? 'person' : 'refused';
  return stop(outcome, `${amount} isn't an amount in ${currency}, so estimate and compare the change by hand.`);
}

function show(units, currency) {
  const decimals = decimalsOf(currency);
  return `${(units / 10 ** decimals).toFixed(decimals)} ${currency}`;
}

/** Calculates `units * part / whole`, rounded to an integer. */
function takeShare(units, part, whole) {
  const rounded = (2n * BigInt(Math.abs(units)) * BigInt(part) + BigInt(whole)) / (2n * BigInt(whole));
  return Math.sign(units) * Number(rounded);
}

const isApproved = ({ result }) => result === 'approved';

/** When a payment took place. */
const getTime = ({ date, createdAt }) => Date.parse(date ?? createdAt);

/** Whether prices include tax, as `main` reads it from the command or the quote. */
let isTaxIncluded = false;
const withTax = () => (isTaxIncluded ? 'with tax' : 'without tax');

/** What an invoice charged, as prices show it: without its tax, unless they include it. */
const netOf = ({ totalAmount, totalTax = 0, currency }) =>
  toUnits(totalAmount, currency) - (isTaxIncluded ? 0 : toUnits(totalTax, currency));

/**
 * Finds a function that adds tax to an amount, if prices don't include it: at the rate that the lines of the last paid
 * invoice show or, if they show none, at that of the largest one. Returns undefined if that had no tax.
 */
function findTax({ sales, invoices, subscription: { currency, price } }, paidPrice = price) {
  const paid = sales.filter(isApproved).map((sale) => invoices.find((invoice) => isFor(sale, invoice)));
  // An upgrade's invoice is small, so the rounded tax of the largest one shows the rate more exactly.
  const most = Math.max(0, ...paid.map((entry) => (entry ? netOf(entry) : 0)));
  const invoice = paid.findLast((entry) => entry !== undefined && most > 0 && netOf(entry) === most);
  if (isTaxIncluded) return (units) => units;
  if (!invoice) return undefined;
  const tax = toUnits(invoice.totalTax ?? 0, currency);
  const prices = [price, paidPrice].map((entry) => toUnits(entry, currency));
  const isIncluded = paid.some((entry) => entry?.totalTax > 0 && prices.includes(toUnits(entry.totalAmount, currency)));
  // The lines can show the exact rate.
  const last = paid.findLast((entry) => entry !== undefined && netOf(entry) > 0);
  const rates = [...new Set(last.items?.map(({ taxRate }) => taxRate))];
  const lastTax = toUnits(last.totalTax ?? 0, currency);
  const isExact = rates.length === 1 && Math.abs((netOf(last) * rates[0]) / 100 - lastTax) <= last.items.length;
  if (isIncluded) stop('refused', 'Your prices seem to include tax. If they do, quote with --tax-included.');
  if (isExact && lastTax > 0) return (units) => units + Math.round((units * rates[0]) / 100);
  return tax > 0 ? (units) => units + takeShare(tax, units, netOf(invoice)) : undefined;
}

/** Whether a sale pays an invoice, or was to pay it. It references invoices without their IDs. */
const isFor = ({ invoices = [] }, { issueDate, currency, totalAmount }) =>
  invoices.some(
    (entry) =>
      Date.parse(entry.date) === Date.parse(issueDate) &&
      entry.currency === currency &&
      (entry.amount ?? totalAmount) === totalAmount,
  );

/** A `bilingCycle`, whose units are plural, or a plan's interval, in months and days. */
function toCycle({ unit, length = 1 }) {
  const [months, days] = { month: [1, 0], year: [12, 0], week: [0, 7], day: [0, 1] }[unit.replace(/s$/, '')];
  return { months: months * length, days: days * length };
}

/** Moves a time by a cycle, forward or back, to the last day of a month that's too short. */
function move(time, { months, days }, direction) {
  const date = new Date(time);
  const day = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() + direction * months, 1);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  return date.setUTCDate(Math.min(day, lastDay)) + direction * days * DAY;
}

/** A day as customers read it, in UTC, with the year if it's another one. */
function showDay(time) {
  const year = toIso(time).slice(0, 4) === toIso(now).slice(0, 4) ? undefined : 'numeric';
  return new Date(time).toLocaleDateString('en-US', { month: 'long', day: 'numeric', year, timeZone: 'UTC' });
}

/** Whether a subscription's items are a single one, with the given plan and quantity. */
const has = (items, { planId, quantity }) =>
  items.length === 1 && items[0].planId === planId && items[0].quantity === quantity;

/** Finds when the period started, and makes sure that the current price is paid for it. */
async function findPeriodStart({ subscription, sales, invoices }, paidPrice, wasCredited) {
  const { id, price, currency, nextCharge, bilingCycle } = subscription;
  const giveUp = (reason) => stop('refused', `${reason} Quote with --mode retain-false, which charges nothing now.`);
  const planned = move(Date.parse(nextCharge), toCycle(bilingCycle), -1);
  const paid = sales
    .filter(isApproved)
    .map((sale) => ({ sale, at: getTime(sale), invoice: invoices.find((invoice) => isFor(sale, invoice)) }))
    .filter(({ invoice }) => invoice !== undefined);
  const kept = paid.filter(({ sale }) => sale.status !== 'refunded');
  // After a short month, a period can have begun up to three days later than a month before its end.
  const isMonthEnd = new Date(nextCharge).getUTCDate() > 27;
  const isPlanned = ({ invoice: { issueDate } }) => {
    const late = Date.parse(issueDate) - planned;
    return late > -DAY && late < (isMonthEnd ? 4 * DAY : DAY);
  };
  const renewal = paid.find(isPlanned);
  const last = renewal ?? paid.findLast(({ invoice }) => netOf(invoice) === toUnits(price, currency));
  const none = 'No payment for a whole period was found. In a trial, pass --trial-end. A credit might have covered it.';
  if (!last) return giveUp(none);
  const { sale, at, invoice } = last;
  const isSettled = sale.status === 'completed' || (sale.status === 'partially-refunded' && paidPrice !== undefined);
  if (!isSettled) giveUp(`The payment for this period, ${sale.id}, is ${sale.status}.`);
  if (!renewal && at < (await findLastEnd(id)))
    giveUp('The subscription had ended, and nothing is paid for this period.');
  if (at - Date.parse(invoice.issueDate) > DAY) giveUp('This period was paid late, so its start is uncertain.');
  // A later payment can be for an upgrade, so the price that's paid is unknown, unless all of that was refunded.
  const isOnly = kept.at(-1) === last && !wasCredited;
  const since =
    'An earlier change was charged or credited. Pass the highest recurring price that was charged since and not refunded, or the price after a credited downgrade, as --paid-price.';
  if (!isOnly && paidPrice === undefined) stop('refused', since);
  const covered = paidPrice === undefined ? netOf(invoice) : toUnits(paidPrice, currency);
  const prices = `${show(covered, currency)} is paid, and the price is ${price}.`;
  const uses = `If a downgrade was credited or refunded, pass --paid-price ${price}.`;
  const isLower = covered > toUnits(price, currency);
  if (isLower) stop('refused', `${prices} ${uses} If not, change the item back first, with --mode retain-false.`);
  if (covered < toUnits(price, currency))
    giveUp(`Only ${prices} If your prices include tax, quote with --tax-included.`);
  // Otherwise the period has another first day, as after a pause or a reactivation, or in a short month.
  return renewal && !isMonthEnd ? planned : Date.parse(invoice.issueDate);
}

/** Refuses a card that has never paid or, if it must have paid recently, that hasn't paid for a month. */
function checkCard({ payments, sales }, card, isRecent) {
  const id = card ?? sales.findLast(isApproved)?.paymentInstrument?.id;
  if (id === undefined) stop('refused', 'No payment shows the card. Pass --card or, in a trial, --trial-end.');
  const payment = payments.findLast((sale) => isApproved(sale) && sale.paymentInstrument?.id === id);
  if (!payment) return stop('refused', `No payment with the card ${id} has succeeded. Replace the card first.`);
  if (isRecent && now - getTime(payment) > 32 * DAY)
    stop('refused', `The card ${id} hasn't paid for a month. After reset, a declined charge can be hard to undo.`);
}

/** Refuses a subscription with a cancellation that's still to come. No response shows its `cancelAt`. */
async function checkCancellations(id) {
  for (const statuses of ['draft', 'confirmed']) {
    const listed = await readAll('/subscription-cancellations', { statuses });
    const planned = listed.find(({ subscriptionId, cancelledAt }) => subscriptionId === id && !cancelledAt);
    if (planned) stop('refused', `Cancellation ${planned.id} is to come. If the customer stays, delete it first.`);
  }
}

/** Finds when access last ended, if a reactivation has brought the subscription back. Its period might not be paid. */
async function findLastEnd(id) {
  const listed = await readAll('/subscription-cancellations', { statuses: 'completed' });
  const ends = listed.filter(({ subscriptionId }) => subscriptionId === id).map(({ churnedAt }) => churnedAt);
  return Math.max(0, ...ends.map((end) => Date.parse(end)));
}

/** Checks a change, and estimates what it costs. Everything in `terms` must stay the same until it's made. */
async function estimate(file, request) {
  const { subscriptionId, planId, quantity, mode: wanted, card, trialEnd, paidPrice } = request;
  const facts = await readFacts(subscriptionId);
  const { subscription, sales, invoices } = facts;
  const { status, currency, nextCharge, bilingCycle, items } = subscription;
  const refuseIf = (condition, message) => condition && stop('refused', message);

  refuseIf(status !== 'active', `The subscription is ${status}. Only an active one can be changed.`);
  refuseIf(!nextCharge || !bilingCycle, 'No charge is scheduled, so there is no price to change.');
  refuseIf(items.length !== 1, `It has ${items.length} items, and this program changes only one.`);
  const [item] = items;
  const target = { planId, quantity: quantity ?? item.quantity };
  refuseIf(has(items, target), `The subscription already has ${target.quantity} × ${planId}.`);
  const { data: oldPlan } = await read(`/plans/${encodeURIComponent(item.planId)}`);
  const { data: plan } = await read(`/plans/${encodeURIComponent(planId)}`);
  const { recurringInterval: interval, pricing, setup } = plan;
  refuseIf(plan.currency !== currency, `${planId} is in ${plan.currency}. Choose a plan in ${currency}.`);
  refuseIf(setup?.price > 0, `${planId} has a setup.price, which a change might charge. Choose a plan without one.`);
  refuseIf(!interval, `${planId} has no billing interval. Choose a plan that renews.`);
  refuseIf(plan.isActive === false && planId !== item.planId, `${planId} isn't active. Choose a plan that's for sale.`);
  const isPostpaid = [oldPlan, plan].some((entry) => entry.recurringInterval?.billingTiming === 'postpaid');
  refuseIf(
    isPostpaid,
    `A plan is postpaid, which this program doesn't change. Change it yourself right after the renewal on ${showDay(nextCharge)}, with "retain" and "false".`,
  );
  const hasPriceOf = (entry) => entry.pricing?.price === item.price && entry.pricing?.formula === item.formula;
  const keepsPrice = hasPriceOf(plan) && target.quantity === item.quantity;
  const ownPrice = `${item.price} (${item.formula}) isn't the price of ${item.planId}, which an undo would set.`;
  const copy = "Create a plan with the item's price, formula, and interval. Quote it with the same quantity";
  refuseIf(!hasPriceOf(oldPlan) && !keepsPrice, `${ownPrice} ${copy}, apply it, and then quote this change.`);

  const [wasKnown, isKnown] = [item, pricing].map(({ formula }) => ['flat-rate', 'fixed-fee'].includes(formula));
  const formula = `The price of ${target.quantity} × ${plan.name} depends on its formula, ${pricing.formula}.`;
  const tryIt = "Make this change in PAI's sandbox, and pass the subscription's new price as --new-price.";
  refuseIf(!isKnown && request.newPrice === undefined, `${formula} ${tryIt}`);
  const oldPrice = toUnits(subscription.price, currency);
  const calculated = toUnits(pricing.price, currency) * (pricing.formula === 'fixed-fee' ? 1 : target.quantity);
  const newPrice = isKnown ? calculated : toUnits(request.newPrice, currency);
  const [oldCycle, cycle] = [toCycle(bilingCycle), toCycle(interval)];
  const isOtherCycle = !isDeepStrictEqual(oldCycle, cycle);
  const isShorter = isOtherCycle && move(now, cycle, 1) < move(now, oldCycle, 1);
  const isInTrial = trialEnd !== undefined && Date.parse(trialEnd) > now;
  const isUpgrade = newPrice > oldPrice;
  const usual = isShorter ? 'reset-false' : isOtherCycle ? 'reset-true' : isUpgrade ? 'retain-true' : 'retain-false';
  const mode = isInTrial ? 'retain-false' : (wanted ?? usual);
  const [isReset, isCredited] = [mode.startsWith('reset'), mode.endsWith('true')];
  const [oldAnchor, anchor] = [oldPlan, plan].map(
    ({ recurringInterval }) => recurringInterval?.periodAnchorInstruction ?? { method: 'immediately' },
  );
  const isFixed = anchor.method !== 'immediately';
  const untilCharge = Date.parse(nextCharge) - now;

  const uncertain = "How a formula's price is prorated is uncertain. Quote with --mode retain-false.";
  refuseIf(!(wasKnown && isKnown) && mode !== 'retain-false', uncertain);
  const isReturn = isShorter && mode === 'retain-false' && !isInTrial;
  const isWrongMode = isOtherCycle && !isInTrial && !isReturn && (!isReset || (isShorter && isCredited));
  refuseIf(isWrongMode, `The intervals differ. Quote with --mode ${usual}.`);
  const isEarly = isShorter && isReset && untilCharge > 2 * DAY;
  // After a move to the longer interval with a credit, the last payment is less than the price.
  const last = sales.findLast((sale) => isApproved(sale) && now - getTime(sale) < 7 * DAY);
  const isMissed = isEarly && wanted === mode && last !== undefined && toUnits(last.amount, currency) >= oldPrice;
  const early = `Announce the price, and quote the shorter interval on ${showDay(Date.parse(nextCharge) - 2 * DAY)}.
If it renewed in the last week, quote with --mode reset-false, and refund the renewal after the change.
If the customer moved to the longer interval and wants to go back, quote with --mode retain-false.`;
  refuseIf(isEarly && !isMissed, early);
  refuseIf(isReset && isFixed, `${planId} renews on fixed days, so the period after a reset is uncertain.`);
  const isOtherAnchor = !isDeepStrictEqual(oldAnchor, anchor);
  const first = 'so the first period at the new price might be shorter. Choose a plan with the same one.';
  refuseIf(isOtherAnchor, `${planId} has another periodAnchorInstruction, ${first}`);
  const owed = invoices.filter((invoice) => OWED.includes(invoice.status));
  // An active subscription's own open invoice is for an earlier change.
  const own = owed.find((invoice) => sales.some((sale) => isFor(sale, invoice)));
  const open = own ?? owed[0];
  const isCharged = isUpgrade || mode !== 'retain-false';
  const withdrawal = "Run confirm with that change's quote, with --withdraw if the customer no longer wants it.";
  const ended = "If its subscription has ended, ask PAI support to void it, unless it's for a used postpaid period.";
  const way = own ? withdrawal : `${ended} Otherwise, the customer can pay it at ${open?.paymentFormUrl}`;
  refuseIf(own || (isCharged && open), `Invoice ${open?.id} is open. Quote again when it's paid or void. ${way}`);
  const refunding = isCharged ? '' : ', and refund the difference';
  const next = `Quote again after it${isShorter ? ', and refund it after the change' : refunding}.`;
  // The customer needs time to pay if the charge is declined, and a shorter interval is only quoted right before the renewal.
  const margin = isUpgrade && mode !== 'retain-false' && !isShorter && !isInTrial ? 3 : 1;
  const away = margin === 3 ? 'three days' : 'a day';
  refuseIf(untilCharge < margin * DAY, `The renewal is less than ${away} away, at ${nextCharge}. ${next}`);
  await checkCancellations(subscriptionId);
  if (isCharged) {
    // The card of a yearly plan might have paid a year ago. If it's declined, that's a failed renewal.
    if (!isInTrial) checkCard(facts, card, isReset && !isShorter);
  }
  const note = open ? `\nInvoice ${open.id} is open. If it's for an earlier change, stop here. ${withdrawal}` : '';

  const credited = await findCredited(file, subscriptionId);
  const using = 'To use up the credit, quote with --mode retain-true and --paid-price, or wait for the renewal.';
  refuseIf(mode === 'retain-false' && newPrice > credited, `A downgrade was credited in this period. ${using}`);
  const start = isCredited ? await findPeriodStart(facts, paidPrice, credited < Infinity) : undefined;
  // After a reset, the unused time is credited, which gets shorter by the hour, and the customer has until midnight.
  const unused = isReset ? Date.parse(nextCharge) - (Math.floor(now / DAY) + 1) * DAY : untilCharge;
  const takeUnused = (units) => (isCredited ? takeShare(units, unused, Date.parse(nextCharge) - start) : 0);
  const quoted = isReset ? newPrice - takeUnused(oldPrice) : takeUnused(newPrice - oldPrice);
  // To go back to a shorter interval, PAI support moves `nextCharge`.
  const end = isReturn ? 'the date that we confirm' : showDay(isReset ? move(now, cycle, 1) : nextCharge);
  const addTax = findTax(facts, paidPrice);
  const showPrice = (units) => (addTax ? `${show(addTax(units), currency)} including tax` : show(units, currency));
  const plusTax = addTax ? '' : ', plus tax where it applies';
  const due = `About ${showPrice(quoted)}${credited < Infinity ? ', less your unused credit,' : ''}`;
  const credit = `, with a credit of about ${showPrice(-quoted)} on your next invoices for what ends today`;
  const free = `Nothing now${quoted < 0 ? credit : ''}`;
  const cost = quoted > 0 ? `${due} until ${end}, charged today or with your next invoice` : free;
  const { length = 1, unit } = interval;
  const each = length === 1 ? `each ${unit}` : `every ${length} ${unit}s`;
  const refund = isMissed ? ' We refund your last renewal.' : '';
  const isKept = quoted === 0 && newPrice < oldPrice && !isReturn && !isInTrial;
  const kept = isKept ? " Until then, you keep what you've paid for." : '';
  const label = `${cost}, then ${showPrice(newPrice)} ${each} from ${end}${plusTax}.${kept}${refund}`;
  const terms = { item, price: subscription.price, nextCharge, pricing, interval };
  terms.known = [...sales, ...invoices].map(({ id }) => id).sort();
  const flags = { isUpgrade, isShorter, isReturn, isKept, missedId: isMissed ? last.id : null };
  const total = addTax?.(Math.max(0, quoted)) ?? null;
  return { target, mode, label, note, quoted, total, currency, newPrice, ...flags, terms };
}

/** Replaces the quote file in one step, so that an interruption leaves the old content or the new. */
async function save(file, quote) {
  await writeFile(`${file}.tmp`, `${JSON.stringify(quote, null, 2)}\n`);
  await rename(`${file}.tmp`, file);
}

/** Reads a JSON file. Returns undefined if there is none, and null if it contains something else. */
async function readJson(file) {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** The other quotes in the folder for a subscription that were applied, by the names of their files. */
async function readOthers(file, id) {
  const folder = dirname(file);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json') && name !== basename(file));
  const quotes = await Promise.all(names.map(async (name) => [name, await readJson(join(folder, name))]));
  return quotes.filter(([, quote]) => quote?.api === api && quote.request?.subscriptionId === id && quote.sent?.apply);
}

/** The lowest price to which another quote in the folder has downgraded with a credit in this period, or Infinity. */
async function findCredited(file, id) {
  const quotes = (await readOthers(file, id)).map(([, quote]) => quote);
  const credited = quotes.filter(({ quoted, terms }) => quoted < 0 && now < Date.parse(terms.nextCharge));
  return Math.min(...credited.map(({ newPrice }) => newPrice));
}

/** The quotes in the folder that were applied after this one, oldest first, by the names of their files. */
async function listLater(file, { request, sent }) {
  const others = await readOthers(file, request.subscriptionId);
  const later = others.filter(([, other]) => Date.parse(other.sent.apply) > Date.parse(sent.apply));
  return later.sort(([, one], [, other]) => Date.parse(one.sent.apply) - Date.parse(other.sent.apply));
}

/** What later upgrades have used of a credit: their quoted differences, minus what was charged for them. */
function sumUsed(later, facts) {
  let [used, undone] = [0, 0];
  for (const [index, other] of later.entries()) {
    if (other.quoted <= 0) continue;
    const next = later[index + 1];
    const { invoice } = findCharge(other, facts, next && Date.parse(next.sent.apply));
    const part = Math.max(0, other.quoted - (invoice ? netOf(invoice) : 0));
    used += part;
    if (other.sent.undo && part > 1) undone += part;
  }
  return { used, undone };
}

/** Reads a quote file, or returns undefined if there is none. */
async function readQuote(file) {
  const quote = await readJson(file);
  if (quote === undefined) return undefined;
  if (!quote?.terms || !quote.sent) stop('usage', `${file} isn't a quote. Pass the file that the quote command wrote.`);
  if (quote.api !== api || quote.organizationId !== organizationId)
    stop('usage', `Set PAI_ORGANIZATION_ID to ${quote.organizationId}, and PAI_API to ${quote.api}, as for the quote.`);
  return quote;
}

/** Reads a quote file that must exist. */
async function findQuote(file) {
  return (await readQuote(file)) ?? stop('usage', `${file} doesn't exist. Run quote first`);
}

async function quoteChange(file, request) {
  if ((await readQuote(file))?.sent.apply) stop('usage', `${file} was applied. Keep it, and pass a new --quote.`);
  const quote = { api, organizationId, quotedAt: toIso(now), request, ...(await estimate(file, request)), sent: {} };
  await save(file, quote);
  const next = `Mode: ${quote.mode}. If the customer agrees today, in UTC, run apply with --quote ${file}`;
  const refund = quote.isKept
    ? "\nIf you refund the difference, don't promise that the customer keeps what's paid."
    : '';
  return `${quote.label}\n${next}${refund}${quote.note}`;
}

/** Stops until ten minutes after a change was sent, because its effects can be late. */
function waitForEffects(sent, reason) {
  const until = Date.parse(sent) + 10 * MINUTE;
  if (now < until) stop('wait', `${reason} Run the same command again in a minute, until ${toIso(until)}.`);
}

/** Changes the item. The file is marked first: without a response, the next run looks for the effects. */
async function changeItem(file, quote, step, { planId, quantity }, mode) {
  quote.sent[step] = toIso(now);
  await save(file, quote);
  const [retainRenewalTime, credit] = mode.split('-');
  const body = { items: [{ quantity, plan: { id: planId } }], retainRenewalTime, proRataCredit: credit === 'true' };
  try {
    await send('POST', `/subscriptions/${encodeURIComponent(quote.request.subscriptionId)}/items`, body);
  } catch (error) {
    if (!isRejected(error)) stop('wait', `${error.message}. It might have worked. Run the same command in a minute.`);
    delete quote.sent[step];
    await save(file, quote);
    const rejected = `Nothing has changed: ${error.message}`;
    if (step === 'apply') stop('refused', rejected);
    stop('person', `${rejected} Send no link, and ask PAI support to change the items and to void an open invoice.`);
  }
}

/** Finds what the change charged: its sales, and its invoice. Another subscription's, and a renewal's, aren't. */
function findCharge({ request, terms, currency, quoted }, { payments, sales, invoices }, until = Infinity) {
  const isEarly = (time) => time < Math.min(Date.parse(terms.nextCharge), until);
  const isNew = ({ id }) => !terms.known.includes(id);
  const others = payments.filter(({ subscriptionId: id }) => id && id !== request.subscriptionId);
  const isPaidBy = (invoice, list) => list.some((sale) => isFor(sale, invoice));
  const isOwn = (invoice) => isPaidBy(invoice, sales.filter(isNew));
  const issued = invoices.filter((invoice) => {
    const isOpenToAll = isOwn(invoice) || !isPaidBy(invoice, others);
    return isNew(invoice) && invoice.currency === currency && isEarly(Date.parse(invoice.issueDate)) && isOpenToAll;
  });
  const [invoice] = issued;
  // An invoice without a sale might be another order's.
  const fits = !invoice || isOwn(invoice) || Math.abs(netOf(invoice) - Math.max(0, quoted)) <= 1;
  const ids = issued.map(({ id }) => id).join(', ');
  if (issued.length > 1 || !fits) stop('person', `Find out which invoice is for the change, and what is paid: ${ids}.`);
  // A sale can also pay an invoice from before the change.
  const isForOld = (sale) => invoices.some((old) => !isNew(old) && isFor(sale, old));
  const isPart = (sale) => (invoice && isFor(sale, invoice)) || (isEarly(getTime(sale)) && !isForOld(sale));
  return { invoice, added: sales.filter((sale) => isNew(sale) && isPart(sale)) };
}

async function applyQuote(file, quote) {
  const { request, target, mode, terms, quotedAt, sent, withdrawnAt } = quote;
  if (withdrawnAt) stop('refused', `The customer withdrew at ${withdrawnAt}. Quote again, with a new --quote.`);
  if (sent.apply) {
    const [[later] = []] = (await listLater(file, quote)).slice(-1);
    if (later) stop('refused', `${later} has changed the item since. Quote again, with a new --quote.`);
    const facts = await readFacts(request.subscriptionId);
    const { invoice, added } = findCharge(quote, facts);
    const hasWorked = invoice || added.length > 0 || !has(facts.subscription.items, terms.item);
    if (hasWorked) return 'The change was sent before, and it worked. Run confirm.';
    waitForEffects(sent.apply, 'The change was sent before, and no effect is visible yet.');
  }
  const isToday = quotedAt.slice(0, 10) === toIso(now).slice(0, 10);
  if (!isToday) stop('refused', `The quote is from ${quotedAt}. Quote again, with a new --quote, and ask again.`);
  const { terms: current } = await estimate(file, { ...request, mode });
  const changed = Object.keys(terms)
    .filter((name) => !isDeepStrictEqual(terms[name], current[name]))
    .join(', ');
  if (changed) stop('refused', `Changed since the quote: ${changed}. Quote again, with a new --quote.`);
  await changeItem(file, quote, 'apply', target, mode);
  const unlock = quote.isUpgrade ? 'Unlock nothing yet, and run confirm.' : 'Run confirm.';
  const refund = quote.isKept ? ' If you refund the difference, store "isCredited" instead of "isDowngrade".' : '';
  const update = `Update the items in your copy of the request, and again after an undo.${refund}`;
  return `The change is made. ${unlock} ${update}\n${describeStored(quote)}`;
}

/** What check-subscriptions.mjs has to know about a change, in its file of stored data. */
function describeStored(quote, flag) {
  const { request, terms, mode, isShorter, isUpgrade, quoted } = quote;
  // After a credited downgrade, the new items are what's paid.
  const isCredited = quoted < 0;
  const isDowngrade = !isUpgrade && !isShorter && !isCredited;
  const flags = {
    isReset: mode.startsWith('reset'),
    isShorter,
    isDowngrade,
    isCredited,
    ...(flag && { [flag]: true }),
  };
  const set = Object.entries(flags).filter(([, value]) => value);
  const deadline = isUpgrade ? { deadline: toIso(getDeadline(quote)) } : {};
  const change = { nextCharge: terms.nextCharge, ...deadline, ...Object.fromEntries(set) };
  return `For check-subscriptions.mjs, store ${JSON.stringify({ [request.subscriptionId]: { change } })}`;
}

/** Until when a change can be paid: a day before the renewal or, if it can be undone, a week at most. */
function getDeadline({ sent, terms, mode }) {
  const last = Date.parse(terms.nextCharge) - DAY;
  return mode.startsWith('reset') ? last : Math.min(last, Date.parse(sent.apply) + 7 * DAY);
}

/** Warns if a card other than the subscription's paid, because the renewal charges the subscription's. */
function noteCard({ request, terms }, { sales }, added, sale) {
  const last = sales.findLast((entry) => isApproved(entry) && terms.known.includes(entry.id));
  const charged = added.find((entry) => entry !== sale) ?? last;
  const card = request.card ?? charged?.paymentInstrument?.id;
  if (!sale || !card || sale.paymentInstrument?.id === card) return '';
  const advice = `If the subscription still has ${card}, replace it before the renewal.`;
  return `\nIt was paid with a card other than ${card}. ${advice} See "Replace a running subscription's card" in the docs.`;
}

/** What an invoice charged above what was due, with its tax, and how much of that isn't refunded yet. */
function findExcess(invoice, due, sale, currency) {
  const net = netOf(invoice);
  // An earlier credit makes it less.
  const over = net - due > ROUNDING ? net - due : 0;
  const tax = over > 0 ? takeShare(toUnits(invoice.totalTax ?? 0, currency), over, net) : 0;
  const rest = over > 0 ? over + (isTaxIncluded ? 0 : tax) - toUnits(sale?.refundAmount ?? 0, currency) : 0;
  return { net, tax, rest };
}

/** Compares what was paid with the quote. */
function settle(quote, facts, { invoice, added, paidAt, isUnpaidRenewal }) {
  const { quoted, total, currency, missedId, mode, sent, terms } = quote;
  const sale = added.find(isApproved);
  const id = sale?.id ?? `the payment of ${invoice.id}`;
  const unlock = isUnpaidRenewal
    ? 'The renewal is unpaid, so give the access that check-subscriptions.mjs says'
    : 'Unlock';
  if (!invoice)
    return `${id} is paid. ${unlock}. Compare the invoice with ${show(quoted, currency)}, when it's issued.`;
  const isLate = mode.startsWith('retain') && paidAt >= getDeadline(quote);
  const end = Date.parse(terms.nextCharge);
  // The customer didn't have the time before a late payment.
  const due = isLate ? takeShare(quoted, end - paidAt, end - Date.parse(sent.apply)) : quoted;
  const basis = isLate ? 'is due for the time since the payment, unless you unlocked it earlier' : 'was quoted';
  const { net, tax, rest } = findExcess(invoice, Math.max(0, due), sale, currency);
  const paid = `${show(net, currency)} is paid, ${withTax()}. About ${show(Math.max(0, due), currency)} ${basis}. ${unlock}`;
  const card = noteCard(quote, facts, added, sale);
  if (rest > 0)
    stop('refund', `${paid}, and refund ${show(rest, currency)} of ${id}, ${show(tax, currency)} of it tax.${card}`);
  // The tax can be higher than it was on the last invoice.
  const charged = toUnits(invoice.totalAmount, currency) - toUnits(sale?.refundAmount ?? 0, currency);
  const above = total === null ? 0 : charged - total;
  const showed = `${show(charged, currency)} is paid with tax, and the customer agreed to ${show(total, currency)}`;
  const aboveTax = takeShare(toUnits(invoice.totalTax ?? 0, currency), above, toUnits(invoice.totalAmount, currency));
  const isOtherRate = Math.abs(toUnits(invoice.totalTax ?? 0, currency) - (total - Math.max(0, quoted))) > ROUNDING;
  const renewal = isOtherRate && !isTaxIncluded ? ' Tell them the new recurring total before the renewal.' : '';
  const refund = `refund ${show(above, currency)} of ${id}, ${show(aboveTax, currency)} of it tax`;
  const choice = `If they agree to that, too, stop confirming this quote. If not, ${refund}.${renewal}`;
  const missed = facts.sales.find((entry) => entry.id === missedId && entry.status !== 'refunded');
  const also = missed ? ` Refund all of ${missed.id}, the renewal before the change, too.` : '';
  if (above > ROUNDING) stop('refund', `${showed}. ${unlock}. ${choice}${also}${card}`);
  if (missed) stop('refund', `${paid}, and refund all of ${missed.id}, the renewal before the change.`);
  // The last invoice had no tax, so the quote showed none.
  const isNew = total === null && toUnits(invoice.totalTax ?? 0, currency) > 0;
  const newTax = isNew
    ? ` The invoice has ${show(toUnits(invoice.totalTax, currency), currency)} tax: tell the customer.`
    : '';
  return `${paid}${isUnpaidRenewal ? '' : ' what the customer gained'}.${newTax}${card}`;
}

/** Describes a subscription that has ended. After a declined charge, PAI can end one whose old period is paid. */
function describeEnd({ terms, isShorter }, { status }) {
  const ended = `The subscription is ${status}. Unlock nothing new.`;
  const isInside = !isShorter && now < Date.parse(terms.nextCharge);
  if (status === 'voided' || !isInside) return ended;
  const failed = `If it ended for an unpaid invoice, keep the old access that's paid for until ${terms.nextCharge}.`;
  return `${ended} ${failed} After a cancellation, keep it until its churnedAt.`;
}

/** Finds the latest charge for the time after the change's period, or the renewal's invoice, if a credit has covered it. */
function findRenewal({ terms }, { subscription, sales, invoices }) {
  const end = Date.parse(terms.nextCharge);
  const sale = sales.findLast((entry) => !terms.known.includes(entry.id) && getTime(entry) >= end);
  const covered = invoices.find(
    (entry) => PAID.includes(entry.status) && netOf(entry) === 0 && Math.abs(Date.parse(entry.issueDate) - end) < DAY,
  );
  const hasRenewed = subscription.status === 'active' && Date.parse(subscription.nextCharge) > end;
  if (sale || !covered || !hasRenewed) return sale;
  const { id, issueDate: date, currency, totalAmount: amount } = covered;
  return { id, result: 'approved', invoices: [{ date, currency, amount }] };
}

/** Compares the renewals after a credited change with the price, less what's left of the quoted credit. */
function settleCredit({ request, terms, quoted, currency, newPrice }, { payments, sales, invoices }) {
  const isLater = ({ id, issueDate }) =>
    !terms.known.includes(id) && Date.parse(issueDate) >= Date.parse(terms.nextCharge);
  const others = payments.filter(({ subscriptionId: id }) => id && id !== request.subscriptionId);
  const findSale = (invoice) => sales.find((sale) => isApproved(sale) && isFor(sale, invoice));
  // An invoice that the credit covers has no sale.
  const isCovered = (invoice) => netOf(invoice) === 0 && !others.some((sale) => isFor(sale, invoice));
  const renewals = invoices
    .filter((invoice) => isLater(invoice) && (findSale(invoice) || isCovered(invoice)))
    .sort((left, right) => Date.parse(left.issueDate) - Date.parse(right.issueDate));
  let credit = -quoted;
  for (const invoice of renewals) {
    const due = Math.max(0, newPrice - credit);
    credit -= newPrice - due;
    const sale = findSale(invoice);
    const { net, tax, rest } = findExcess(invoice, due, sale, currency);
    const sums = `${invoice.id} is ${show(net, currency)} ${withTax()}, and ${show(due, currency)} was due after the credit`;
    if (rest > 0)
      stop('refund', `${sums}. Refund ${show(rest, currency)} of ${sale.id}, ${show(tax, currency)} of it tax.`);
  }
  if (credit <= 0) return 'The credit is used up, and the invoices show it. Nothing is left to do.';
  const when = now < Date.parse(terms.nextCharge) ? `on ${showDay(terms.nextCharge)}` : "once it's paid";
  const left = `${show(credit, currency)} of it isn't used yet. Run confirm again after the next renewal, ${when}.`;
  return stop('credit', `Changed, and nothing is charged. End what was credited. ${left}`);
}

/**
 * Compares the renewal that follows an upgrade that wasn't charged before with what is due: the recurring price and, if it
 * was unlocked before, the quoted difference.
 */
function settleRenewal({ newPrice, quoted, currency, unlockedAt }, { invoices }, renewal) {
  const invoice = invoices.find((entry) => isFor(renewal, entry));
  if (!invoice) return stop('wait', `The renewal ${renewal.id} is paid. Unlock. Its invoice isn't issued yet.`);
  const due = unlockedAt ? newPrice + Math.max(0, quoted) : newPrice;
  const { net, tax, rest } = findExcess(invoice, due, renewal, currency);
  const paid = `The renewal ${renewal.id} is paid. Unlock.`;
  if (rest <= 0) return paid;
  const sums = `${invoice.id} is ${show(net, currency)} ${withTax()}, and ${show(due, currency)} was due`;
  const early = unlockedAt ? '' : " If you'd unlocked it before, run confirm with --unlocked instead.";
  return stop('refund', `${paid} ${sums}. Refund ${show(rest, currency)}, ${show(tax, currency)} of it tax.${early}`);
}

/** Stops with what to do if a renewal at the new price, or the first charge of a trial, isn't paid. */
function stopUnpaid(quote, { subscription, invoices }, voiding = '') {
  const { terms, withdrawnAt } = quote;
  const isDue = ({ issueDate, status }) =>
    Date.parse(issueDate) >= Date.parse(terms.nextCharge) && OWED.includes(status);
  const due = invoices.findLast(isDue);
  const restore = `Ask PAI support to restore the plan, and to replace ${due?.id ?? 'the open invoice'} with one at the old price`;
  const withdrawn = `Send no link. ${restore}. If it's paid anyway, change the item back, and refund the difference.`;
  const link = due ? `Send only this link, unless a payment is pending: ${due.paymentFormUrl}` : 'No invoice is open.';
  const next = withdrawnAt
    ? withdrawn
    : `${link}\nIf the customer no longer wants the change, run confirm with --withdraw.`;
  const message = `The subscription is ${subscription.status}. Unlock nothing new. ${voiding}${next}`;
  const stored = withdrawnAt ? `\n${describeStored(quote, 'isWithdrawn')}` : '';
  stop(withdrawnAt || voiding ? 'void' : 'unpaid', `${message}\nSee "When a renewal fails" in the docs.${stored}`);
}

/** Offers the open payment again or, after the deadline or a withdrawal, undoes the upgrade. */
async function offerOrUndo(file, quote, facts, { invoice, pending, isOld, undo, isUnpaidRenewal, later }) {
  const { status, nextCharge } = facts.subscription;
  const { terms, mode, sent, isShorter, withdrawnAt } = quote;
  const deadline = getDeadline(quote);
  const voiding = `Ask PAI support to void ${invoice?.id ?? "the change's invoice"}, and stop sending its link.`;
  const advice = `${voiding} Until it's paid or void, run confirm once a day.`;
  if (ENDED.includes(status)) stop('void', `${describeEnd(quote, facts.subscription)} ${advice}`);
  const isMoved = nextCharge !== terms.nextCharge;
  const difference = isMoved ? ' If the renewal charged the new price, refund the difference and its tax.' : '';
  if (isOld && (sent.undo || withdrawnAt || now >= deadline))
    stop('void', `The old item is back. Unlock nothing.${difference} ${advice}`);
  if (isUnpaidRenewal) stopUnpaid(quote, facts, `${advice}\n`);
  const isRenewal = isShorter && mode.startsWith('reset') && !isOld;
  const isInside = now < Date.parse(terms.nextCharge);
  const kept = isInside
    ? `Keep the access that's paid for until ${terms.nextCharge}. `
    : 'That period is over, so end access. ';
  const access = isShorter ? '' : kept;
  if (!withdrawnAt && (now < deadline || isRenewal)) {
    const until = toIso(deadline);
    const withdrawal = 'If the customer no longer wants it, run confirm with --withdraw.';
    if (undo && !isRenewal) stop('refused', `The customer can pay until ${until}. Undo it after that. ${withdrawal}`);
    if (pending && !pending.redirectUrl) stop('wait', `${pending.id} has no result yet. Send no link, and wait.`);
    const link = pending
      ? `${pending.id} has no result yet. Unlock nothing, offer this page again, and no other: ${pending.redirectUrl}`
      : `Unlock nothing, send this link, and ask for another card: ${invoice.paymentFormUrl}`;
    if (isRenewal) stop('unpaid', `${link}\nTreat it like a failed renewal. See "When a renewal fails" in the docs.`);
    if (status !== 'active') stop('unpaid', `${link}\n${access}From ${until}, send no link. ${withdrawal}`);
    stop('unpaid', `${link}\nIf it isn't paid at ${until}, run confirm with --undo. ${withdrawal}`);
  }
  if (status !== 'active' || invoice?.status === 'partially-paid' || (isMoved && mode.startsWith('reset')))
    stop('person', `The change can't be undone. ${access}Ask PAI support to restore the plan. ${advice}`);
  const ways = 'unlock from then or, if the customer no longer wants it, run confirm with --withdraw';
  if (isMoved && !withdrawnAt) stop('person', `If the renewal charged the new price, ${ways}. ${advice}`);
  if (!undo && !withdrawnAt) stop('next', 'Not paid by the deadline. Run confirm with --undo.');
  if (later) stop('person', `${later} has changed the item since, so nothing is undone. ${advice}`);
  if (sent.undo) waitForEffects(sent.undo, 'The old item was sent.');
  await changeItem(file, quote, 'undo', terms.item, 'retain-false');
  const part = invoice && !isMoved ? quote.quoted - netOf(invoice) : 0;
  const credit =
    part > 1
      ? ` A credit paid ${show(part, quote.currency)} of the upgrade: refund that once, with its tax, of an earlier sale.`
      : '';
  return stop('void', `The old item is sent.${difference}${credit} ${advice}\n${describeStored(quote, 'isUndone')}`);
}

async function confirmChange(file, quote, { undo, redo, withdraw, unlocked }) {
  const { request, target, mode, terms, sent, currency, newPrice } = quote;
  if (!sent.apply && withdraw) {
    await save(file, Object.assign(quote, { withdrawnAt: quote.withdrawnAt ?? toIso(now) }));
    return 'Withdrawn. Nothing was sent, and apply now refuses this quote.';
  }
  if (!sent.apply) stop('usage', 'The change was not sent. Run apply first.');
  const facts = await readFacts(request.subscriptionId);
  const { status, items, price } = facts.subscription;
  const isSettled = quote.settledAt && !withdraw && !quote.withdrawnAt;
  const others = await listLater(file, quote);
  const [later] = others.at(-1) ?? [];
  if (isSettled && (!has(items, target) || later))
    return `The change was paid and confirmed at ${quote.settledAt}. Another one has followed.`;
  if (later && quote.quoted < 0) {
    const { used, undone } = sumUsed(
      others.map(([, other]) => other),
      facts,
    );
    const left = show(Math.max(0, -quote.quoted - used), currency);
    const check = `Check by hand that the next invoices are lower by what's left of the credit, about ${left}`;
    const lost =
      undone > 0
        ? ` An upgrade that is undone used about ${show(undone, currency)} of it. Refund that, too, unless you've done so for the upgrade.`
        : '';
    stop(
      'person',
      `${later} has changed the item since. ${check}, and refund the rest.${lost} Then stop confirming this quote.`,
    );
  }
  if (later && quote.quoted === 0) return `${later} has changed the item since. Nothing is left to do.`;
  if (later && (undo || redo || withdraw)) stop('refused', `${later} has changed the item since. Confirm that quote.`);
  // What a later change charged isn't this one's.
  const [, next] = others[0] ?? [];
  const { invoice, added } = findCharge(quote, facts, next && Date.parse(next.sent.apply));
  const approved = added.filter(isApproved);
  const [first, second] = approved.filter((entry) => entry.status !== 'refunded');
  if (second) stop('person', `${first.id} and ${second.id} are both approved. Refund one, and run confirm.`);
  const sale = first ?? approved[0];
  const isOld = has(items, terms.item);
  const expected = isOld ? toUnits(terms.price, currency) : newPrice;
  if (!isOld && !has(items, target)) stop('person', 'The items are neither the old nor the new ones. Find out why.');
  if (toUnits(price, currency) !== expected) stop('person', `The price is ${price}, not ${show(expected, currency)}.`);

  const pending = added.find(({ result }) => result === 'unknown');
  const isEnded = ENDED.includes(status);
  // After a withdrawal of a paid change, a person decides what to refund.
  const isRefunded = sale?.status === 'refunded' || (quote.isPaidWithdrawal && sale?.status === 'partially-refunded');
  const state = isEnded ? `the subscription is ${status}` : 'the old item is back';
  if (isRefunded && (isEnded || isOld)) return `${sale.id} is ${sale.status}, and ${state}.`;
  const isRenewed = mode.startsWith('retain') && now >= Date.parse(terms.nextCharge);
  const isUnpaidRenewal = isRenewed && status === 'unpaid' && !isOld;
  const isOver = sale?.status === 'refunded' && isRenewed;
  if (isOver && isUnpaidRenewal) stopUnpaid(quote, facts);
  if (isOver) return `${sale.id} is refunded. Unlock what the renewal pays for.`;
  if (sale && !PAID.includes(sale.status)) stop('person', `${sale.id} is ${sale.status}. Decide what to unlock.`);
  const isPaid = sale ? invoice?.status !== 'partially-paid' : PAID.includes(invoice?.status);
  if (withdraw && !quote.withdrawnAt) {
    Object.assign(quote, { withdrawnAt: toIso(now), isPaidWithdrawal: isPaid && !isOld });
    await save(file, quote);
  }
  if (isPaid) {
    const { id } = sale ?? invoice;
    const ended = `The subscription is ${status}. If ${id} was paid after that, unlock nothing, and refund all of it.`;
    if (isEnded && (!quote.withdrawnAt || quote.isPaidWithdrawal))
      stop('person', `${ended} Otherwise, unlock until paid access ends.`);
    if (quote.withdrawnAt) {
      if (!quote.isPaidWithdrawal && (isOld || isEnded || isUnpaidRenewal))
        stop('refund', `Unlock nothing, and refund all of ${id}, because the customer withdrew.`);
      const undo = 'Change the item back with a new quote and --mode retain-false';
      const date = mode.startsWith('reset') ? ', and ask PAI support to move nextCharge back' : '';
      const back = isOld ? 'The old item is back.' : `${undo}${date}.`;
      stop('person', `${id} is paid. ${back} Decide what to refund of ${id}, and end access to that.`);
    }
    // A sale keeps the date on which it was started.
    const paidAt = getTime({ ...sale, date: invoice?.paidOnDate ?? sale?.date });
    if (isOld && (sent.undo || paidAt >= getDeadline(quote)))
      stop('refund', `Unlock nothing, and refund all of ${id}, paid after the deadline.`);
    const isLate = paidAt >= Date.parse(terms.nextCharge);
    const access = isUnpaidRenewal ? 'Unlock nothing until the renewal is paid' : 'Unlock what the renewal pays for';
    if (isLate && mode.startsWith('retain'))
      stop('refund', `${access}, and refund all of ${id}, paid after the renewal.`);
    const late = `${id} is paid after ${terms.nextCharge}, and the new period might have begun with the change.`;
    if (isLate && !quote.isShorter)
      stop('person', `${late} Refund it, or ask PAI support to move nextCharge, with the customer's consent.`);
    if (!isOld) {
      const outcome = settle(quote, facts, { invoice, added, paidAt, isUnpaidRenewal });
      await save(file, Object.assign(quote, { settledAt: toIso(now) }));
      if (pending) stop('wait', `${outcome}\n${pending.id} has no result yet. If it's approved, too, refund it.`);
      return outcome;
    }
    if (!redo) stop('next', 'The difference is paid, but the old item is back. Run confirm with --redo.');
    // After reset, a new period is paid, which retain wouldn't start.
    const canRedo = status === 'active' && mode.startsWith('retain') && now < Date.parse(terms.nextCharge);
    if (!canRedo) stop('person', 'Ask PAI support to make the paid change, or refund it.');
    if (sent.redo) waitForEffects(sent.redo, 'The change was sent again.');
    await changeItem(file, quote, 'redo', target, 'retain-false');
    return 'The paid change is made again. Run confirm.';
  }
  const early =
    quote.quoted > 0 ? 'Nothing is paid yet.' : 'The change is sent, and an unexpected charge might follow.';
  if (added.length === 0) waitForEffects(sent.apply, `${early} Unlock nothing new.`);
  if (pending || OWED.includes(invoice?.status))
    return await offerOrUndo(file, quote, facts, { invoice, pending, isOld, undo, isUnpaidRenewal, later });
  const isVoid = invoice?.status === 'voided';
  if (isOld && (sent.undo || quote.withdrawnAt || isVoid))
    return 'The old item is back, and no payment is open. Unlock nothing.';
  waitForEffects(sent.apply, 'No open invoice is visible. Unlock nothing.');
  if (isEnded && (isVoid || (isOld && !invoice)))
    return `${describeEnd(quote, facts.subscription)} No payment is open.`;
  // Once its invoice is void, the renewal at the new price decides.
  if ((invoice || added.length > 0) && !(isVoid && isRenewed))
    stop('person', `Nothing is paid or open. The invoice is ${invoice?.status ?? 'missing'}.`);
  if (isOld) stop('next', 'No effect of the change is visible. Run apply again.');
  const credited =
    'If an earlier credit covers the change, unlock it until paid access ends. Otherwise, unlock nothing.';
  const renewal = findRenewal(quote, facts);
  const isRenewalPaid = quote.isUpgrade && renewal?.result === 'approved';
  if (isRenewalPaid && (isEnded || quote.withdrawnAt)) {
    const back = isEnded ? `The subscription is ${status}.` : 'Change the item back with a new quote.';
    stop(
      'person',
      `${renewal.id} is paid at the new price. ${back} Refund the difference, or unlock what it pays for.`,
    );
  }
  if (isEnded && quote.isUpgrade) stop('person', `The subscription is ${status}, and nothing is charged. ${credited}`);
  const isUnpaid = quote.isUpgrade && !isRenewalPaid && ['unpaid', 'trial-ended'].includes(status);
  if (isUnpaid) stopUnpaid(quote, facts);
  const checking = "check the next renewal's invoice, and refund what's above the recurring price, with its tax";
  const watch =
    'Until the next renewal, also run confirm daily, and when transaction-processed or transaction-declined arrives.';
  const check = quote.quoted > 0 ? `\n${watch}` : '';
  const undone = quote.quoted > 0 ? `\n${watch} Also ${checking}.` : '';
  const use = ` and --paid-price ${show(newPrice, currency).split(' ')[0]}`;
  const ways = `--mode retain-false or, if a credit covered this change, --mode retain-true${use}`;
  const way = quote.quoted < 0 ? `--mode retain-true${use}, because this change was credited` : ways;
  if (quote.withdrawnAt) stop('next', `Nothing is charged. Quote the old item with ${way}, and apply it.${undone}`);
  const date = 'to the date from before the longer interval or, if that has passed, to a later one';
  const difference = 'what the longer interval charged, minus the old price for the additional time';
  if (quote.isReturn) stop('person', `Changed. Ask PAI support to move nextCharge ${date}. Then refund ${difference}.`);
  const covered =
    'If an earlier credit covers it, or this price is already paid for this period, unlock, and store "isUnlocked" for check-subscriptions.mjs.';
  const choice = `${covered} Otherwise, unlock once the next renewal is paid, or now, and run confirm with --unlocked.`;
  if (unlocked && quote.isUpgrade)
    await save(file, Object.assign(quote, { unlockedAt: quote.unlockedAt ?? toIso(now) }));
  if (isRenewalPaid) return settleRenewal(quote, facts, renewal);
  const isUnlocked = `It's unlocked since ${quote.unlockedAt}. ${describeStored(quote, 'isUnlocked')}`;
  const advice = quote.unlockedAt ? isUnlocked : choice;
  if (quote.isUpgrade) stop('decide', `Changed, and nothing is charged yet. ${advice}${check}`);
  if (quote.quoted < 0) return settleCredit(quote, facts);
  return `Changed, and nothing is charged. Until ${showDay(terms.nextCharge)}, keep what the customer has paid for, unless you refund it.`;
}

/** Reads the options of the quote command. */
function readRequest({ subscription, plan, quantity, mode, card, 'trial-end': trialEnd, ...others }) {
  const { 'paid-price': paidPrice, 'new-price': newPrice, 'tax-included': taxIncluded } = others;
  if (!subscription || !plan) stop('usage', 'pass --subscription and --plan');
  if (!/^[1-9]\d{0,8}$/.test(quantity ?? '1')) stop('usage', '--quantity must be a whole number from 1');
  if (!MODES.includes(mode ?? 'retain-true')) stop('usage', `--mode must be one of ${MODES.join(', ')}`);
  if (Number.isNaN(Date.parse(trialEnd ?? 0))) stop('usage', '--trial-end must be a time such as 2026-12-15T09:10:00Z');
  for (const name of ['paid-price', 'new-price'])
    if (!/^\d+(\.\d+)?$/.test(others[name] ?? '0')) stop('usage', `--${name} must be an amount such as 29.00`);
  const target = { planId: plan, quantity: quantity && Number(quantity) };
  return { subscriptionId: subscription, ...target, mode, card, trialEnd, paidPrice, newPrice, taxIncluded };
}

async function main() {
  const names = ['subscription', 'plan', 'quantity', 'mode', 'card', 'trial-end', 'paid-price', 'new-price', 'quote'];
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
  for (const flag of ['undo', 'redo', 'withdraw', 'unlocked', 'test-data', 'tax-included'])
    options[flag] = { type: 'boolean', default: false };
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [command] = positionals;
  if (!key || !organizationId) stop('usage', 'set PAI_API_KEY and PAI_ORGANIZATION_ID');
  if (Number.isNaN(now)) stop('usage', 'PAI_NOW must be a time such as 2026-11-30T09:10:00Z');
  if (!['quote', 'apply', 'confirm'].includes(command)) stop('usage', 'start with quote, apply, or confirm');
  const request = command === 'quote' ? readRequest(values) : undefined;
  const file = values.quote ?? (request && `${request.subscriptionId}.quote.json`);
  if (!file) stop('usage', 'pass the file that quote wrote as --quote');
  // Two runs for a subscription at the same time could both find that nothing was sent.
  const id = request?.subscriptionId ?? (await findQuote(file)).request.subscriptionId;
  const lock = join(dirname(file), `${id}.lock`);
  const advice = `another run changes ${id}. If none does, delete ${lock}, and run the same command again`;
  const fail = ({ code, message }) => stop('usage', code === 'EEXIST' ? advice : message);
  await writeFile(lock, '', { flag: 'wx' }).catch(fail);
  try {
    isTaxIncluded = request?.taxIncluded ?? false;
    if (request) return await quoteChange(file, request);
    const quote = await findQuote(file);
    isTaxIncluded = quote.request.taxIncluded;
    return command === 'apply' ? await applyQuote(file, quote) : await confirmChange(file, quote, values);
  } finally {
    await rm(lock, { force: true });
  }
}

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  try {
    console.log(await main());
  } catch (error) {
    const code = error.cause?.code ? ` (${error.cause.code})` : '';
    console.error(`change-plan: ${error.message}${code}`);
    process.exitCode = error.status ?? (error.code?.startsWith?.('ERR_PARSE_ARGS') ? STATUS.usage : 1);
  }
}
