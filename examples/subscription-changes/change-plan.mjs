/**
 * Changes the plan or the quantity of a subscription with one item: quotes the change, makes it once, and confirms what
 * was charged. Needs Node 20 or newer and no packages.
 *
 *   PAI_API_KEY, PAI_ORGANIZATION_ID      your key, and the organization of the subscription
 *   PAI_API                               optional: the API's base URL
 *   PAI_NOW                               optional: the time, if you've moved the local sandbox's clock
 *
 *   node change-plan.mjs quote --quote quote-0031.json --subscription sub_MayaMonthly --plan pln_BrewMonthly \
 *     --quantity 2
 *   node change-plan.mjs apply --quote quote-0031.json      when the customer has agreed, on the same day
 *   node change-plan.mjs confirm --quote quote-0031.json    each minute, while the exit status is 4
 *   node change-plan.mjs undo --quote quote-0031.json       if the customer no longer wants the change, or if confirm
 *                                                           asks for it
 *
 * A higher price is charged for the rest of the period, and the quote is a total with the tax of this period. A lower
 * one, and any with --at-renewal, costs nothing until the renewal.
 *
 * Days in a quote are in UTC. Convert them to the customer's time zone.
 *
 *   --quote        the file of the quote. Use a new one for each quote that you show, and store its name with the
 *                  customer's answer, so that they can't agree to one quote and get another
 *   --at-renewal   charges a higher price from the renewal on. Use it in a trial, too
 *   --card         the subscription's card in your records. Without it, the card of its last payment
 *   --agreed       for confirm: the customer agreed to pay what exceeds the quote
 *   --test-data    includes test payments, if the list leaves them out
 *
 * Exit statuses:
 *
 *   0   Done
 *   1   A request failed. Run the same command again
 *   2   Correct the command
 *   3   Nothing was sent. The message says why
 *   4   Wait, and run the same command again
 *   5   Unlock nothing, and send the link in the message
 *   6   Refund what the message says, and run confirm again
 *   7   Changed, but not charged yet. Run confirm again after the renewal
 *   8   Run the command in the message immediately
 *   9   A person has to decide
 *   10  Unlock nothing, send no link, and do what the message says
 *
 * The exit status doesn't decide access. The message does, or check-subscriptions.mjs.
 *
 * After a paid upgrade, run confirm once more after the renewal. After 5, 7, and 10, run it once a day, at the
 * deadline, and when `transaction-processed` or `transaction-declined` arrives for the subscription.
 *
 * Keep all quote files (.json) in one folder, on a shared disk if you have several servers. They show what was sent and
 * what was paid. A lock file in the folder stops a second run for the same subscription.
 *
 * If the program is killed, run the same command again after ten minutes. A change that was sent is only sent again
 * after ten minutes, and only if none of its effects is visible.
 */
import { realpathSync } from 'node:fs';
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual, parseArgs } from 'node:util';

const STATUS = { usage: 2, refused: 3, wait: 4, unpaid: 5, refund: 6, renewal: 7, next: 8, person: 9, void: 10 };
const OWED = ['unpaid', 'partially-paid', 'past-due', 'delinquent'];
const PAID = ['paid', 'completed', 'partially-refunded'];
const ENDED = ['canceled', 'churned', 'voided'];
const TRIES = 5;
/** By how much an invoice can differ, in the currency's smallest unit, because its lines are rounded. */
const ROUNDING = 2;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const { PAI_API: api = 'https://api.pai.example', PAI_API_KEY: key, PAI_ORGANIZATION_ID: organizationId } = process.env;
const now = process.env.PAI_NOW ? Date.parse(process.env.PAI_NOW) : Date.now();
const startedAt = Date.now();
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
 * Fetches a whole list. New objects can move others to the next page, where they're found again. Starts over if fewer
 * are found than there were at the beginning.
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
  return stop('person', `${amount} isn't an amount in ${currency}, so estimate and compare the change by hand.`);
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

/**
 * Finds the period that ends at `nextCharge`: when it began, and what its invoice was. Gives up unless the current
 * price is paid for all of it: with its invoice, and with the upgrades since, which `upgrades` lists.
 */
async function findPeriod({ subscription, payments, sales, invoices }, upgrades) {
  const { price, currency, nextCharge, bilingCycle } = subscription;
  const giveUp = (reason) => stop('refused', `${reason} Quote with --at-renewal, or change the plan by hand.`);
  const planned = move(Date.parse(nextCharge), toCycle(bilingCycle), -1);
  // After a short month, a period can have begun up to three days later than a month before its end.
  const isMonthEnd = new Date(nextCharge).getUTCDate() > 27;
  const isFirst = ({ issueDate }) => {
    const late = Date.parse(issueDate) - planned;
    return late > -DAY && late < (isMonthEnd ? 4 * DAY : DAY);
  };
  const paid = sales
    .filter(isApproved)
    .map((sale) => ({ sale, invoice: invoices.find((entry) => isFor(sale, entry)) }))
    .filter(({ invoice }) => invoice && isFirst(invoice));
  const first = upgrades[0]?.terms.price ?? price;
  // Prices can include tax.
  const isWhole = ({ totalAmount, totalTax = 0 }) =>
    [toUnits(totalAmount, currency), toUnits(totalAmount, currency) - toUnits(totalTax, currency)].includes(
      toUnits(first, currency),
    );
  const renewal = paid.find(({ invoice }) => isWhole(invoice));
  if (!renewal)
    return giveUp(`No payment of ${first} ${currency} was found for the period that ends on ${showDay(nextCharge)}.`);
  const { sale, invoice } = renewal;
  if (sale.status !== 'completed') giveUp(`The payment for this period, ${sale.id}, is ${sale.status}.`);
  if (getTime(sale) - Date.parse(invoice.issueDate) > DAY)
    giveUp(`This period was paid late, so what's left of it is uncertain.`);
  for (const { settled } of upgrades) {
    const upgrade = payments.find(({ id }) => id === settled.saleId);
    const isKept = !upgrade || toUnits(upgrade.refundAmount ?? 0, currency) <= settled.excess + ROUNDING;
    if (!isKept) giveUp(`${upgrade.id}, which paid an earlier upgrade, is ${upgrade.status}.`);
  }
  const covered = upgrades.at(-1)?.newPrice ?? toUnits(first, currency);
  if (covered !== toUnits(price, currency))
    giveUp(`${show(covered, currency)} is paid for this period, and the price is ${price}.`);
  const start = isMonthEnd ? Date.parse(invoice.issueDate) : planned;
  return { start, total: toUnits(invoice.totalAmount, currency), price: toUnits(first, currency) };
}

/** Adds tax to a price as the invoice of the period did. */
const addTax = (units, { total, price }) => takeShare(units, total, price);

/** Refuses a subscription with a cancellation or a pause that's still to come, and a card that has never paid. */
async function checkPlans(id) {
  for (const statuses of ['draft', 'confirmed']) {
    const listed = await readAll('/subscription-cancellations', { statuses });
    const planned = listed.find(({ subscriptionId, cancelledAt }) => subscriptionId === id && !cancelledAt);
    if (planned) stop('refused', `Cancellation ${planned.id} is to come. If the customer stays, delete it first.`);
  }
  const pauses = await readAll('/subscription-pauses', {});
  const pause = pauses.find(({ subscriptionId, status }) => subscriptionId === id && status === 'pending');
  if (pause) stop('refused', `Pause ${pause.id} is to come, so the renewal date is uncertain. Quote after it.`);
}

/**
 * Refuses a change while an earlier one isn't finished. Returns the upgrades that were paid in this period, oldest
 * first.
 */
function checkEarlier(others, nextCharge, payments) {
  const isFree = ({ kind, sent, terms }) =>
    kind === 'renewal' && now < Date.parse(terms.nextCharge) && now >= Date.parse(sent.apply) + 10 * MINUTE;
  const [open] = others.find(([, quote]) => !quote.settled && !quote.closedAt && !isFree(quote)) ?? [];
  if (open) stop('refused', `The change in ${open} isn't finished. Run confirm with it first.`);
  const isOwing = ({ settled, undoneAt, agreedAt, renewalAgreedAt, currency }) => {
    const refunded = toUnits(payments.find(({ id }) => id === settled?.saleId)?.refundAmount ?? 0, currency);
    return settled?.excess - refunded > ROUNDING && !undoneAt && !(agreedAt ?? renewalAgreedAt);
  };
  const [owing] = others.find(([, quote]) => isOwing(quote)) ?? [];
  if (owing) stop('refused', `More was charged than ${owing} says. Run confirm with it first, and refund the excess.`);
  return others
    .map(([, quote]) => quote)
    .filter(({ settled, undoneAt, terms }) => settled && !undoneAt && terms.nextCharge === nextCharge)
    .sort((one, other) => Date.parse(one.sent.apply) - Date.parse(other.sent.apply));
}

/** Checks a change, and estimates what it costs. Everything in `terms` must stay the same until it's made. */
async function estimate(file, request) {
  const { subscriptionId, planId, quantity, atRenewal, card } = request;
  const facts = await readFacts(subscriptionId);
  const { subscription, payments, sales, invoices } = facts;
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
  const byHand = 'Change the plan by hand, as the docs describe.';
  const isPostpaid = [oldPlan, plan].some((entry) => entry.recurringInterval?.billingTiming === 'postpaid');
  refuseIf(isPostpaid, `A plan is postpaid, which this program doesn't change. ${byHand}`);
  const isOtherCycle = !isDeepStrictEqual(toCycle(bilingCycle), toCycle(interval));
  refuseIf(isOtherCycle, `${planId} has another billing interval, which this program doesn't change. ${byHand}`);
  const formula = [item, pricing].find((entry) => !['flat-rate', 'fixed-fee'].includes(entry.formula))?.formula;
  refuseIf(formula, `How the price of the formula ${formula} is prorated is uncertain. ${byHand}`);
  const isPlanPrice = oldPlan.pricing?.price === item.price && oldPlan.pricing?.formula === item.formula;
  refuseIf(!isPlanPrice, `${item.price} isn't the price of ${item.planId}, which an undo would set. ${byHand}`);
  const [oldAnchor, anchor] = [oldPlan, plan].map(
    ({ recurringInterval }) => recurringInterval?.periodAnchorInstruction ?? { method: 'immediately' },
  );
  const isOtherAnchor = !isDeepStrictEqual(oldAnchor, anchor);
  refuseIf(isOtherAnchor, `${planId} has another periodAnchorInstruction, so its first period might be shorter.`);

  const oldPrice = toUnits(subscription.price, currency);
  const newPrice = toUnits(pricing.price, currency) * (pricing.formula === 'fixed-fee' ? 1 : target.quantity);
  const isUpgrade = newPrice > oldPrice;
  const kind = isUpgrade && !atRenewal ? 'now' : 'renewal';
  const owed = invoices.filter((invoice) => OWED.includes(invoice.status));
  // An active subscription's own open invoice is for an earlier change.
  const open = owed.find((invoice) => sales.some((sale) => isFor(sale, invoice))) ?? (kind === 'now' && owed[0]);
  refuseIf(open, `Invoice ${open?.id} is open. Quote again when it's paid or void.`);
  const others = await readOthers(file, subscriptionId);
  const upgrades = checkEarlier(others, nextCharge, payments);
  // check-subscriptions.mjs tells the invoices of two changes apart by their times, and clocks differ.
  const latest = Math.max(0, ...others.flatMap(([, { sent }]) => Object.values(sent).map((time) => Date.parse(time))));
  const isTooSoon = kind === 'now' && now - latest < 2 * MINUTE;
  refuseIf(isTooSoon, `The last change was at ${toIso(latest)}. Quote again two minutes after it.`);
  // The customer needs time to pay if the charge is declined.
  const [margin, away] = kind === 'now' ? [3, 'three days'] : [1, 'a day'];
  const left = Date.parse(nextCharge) - now;
  refuseIf(left < margin * DAY, `The renewal is less than ${away} away, at ${nextCharge}. Quote again after it.`);
  await checkPlans(subscriptionId);

  const period = kind === 'now' ? await findPeriod(facts, upgrades) : undefined;
  const cardId = card ?? sales.findLast(isApproved)?.paymentInstrument?.id;
  const hasPaid = payments.some((sale) => isApproved(sale) && sale.paymentInstrument?.id === cardId);
  refuseIf(period && !hasPaid, `No payment with the card ${cardId} has succeeded. Replace the card first.`);
  const quoted = period ? takeShare(newPrice - oldPrice, left, Date.parse(nextCharge) - period.start) : 0;
  const total = period ? addTax(quoted, period) : 0;
  const end = showDay(nextCharge);
  const { length = 1, unit } = interval;
  const each = length === 1 ? `each ${unit}` : `every ${length} ${unit}s`;
  const cost = period ? `About ${show(total, currency)} until ${end}, charged today` : 'Nothing now';
  const price = period
    ? `${show(addTax(newPrice, period), currency)} ${each} from ${end}, with tax`
    : `${show(newPrice, currency)} ${each} from ${end}, plus tax where it applies`;
  const kept = kind === 'renewal' ? ' Until then, you keep what is paid for and not refunded.' : '';
  const known = [...sales, ...invoices].map(({ id }) => id).sort();
  const terms = { item, price: subscription.price, nextCharge, pricing, interval, known, period };
  return { kind, isUpgrade, target, label: `${cost}, then ${price}.${kept}`, total, currency, newPrice, cardId, terms };
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

/** The name of a quote's file that was applied after this one. */
async function findLater(file, { request, sent }) {
  const others = await readOthers(file, request.subscriptionId);
  return others.find(([, other]) => Date.parse(other.sent.apply) > Date.parse(sent.apply))?.[0];
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
  if ((await readJson(file)) !== undefined) stop('usage', `${file} exists. Keep it, and pass a new --quote.`);
  const quote = { api, organizationId, quotedAt: toIso(now), request, ...(await estimate(file, request)), sent: {} };
  await save(file, quote);
  return `${quote.label}\nIf the customer agrees before 00:00 UTC, run apply with --quote ${file}`;
}

/** Stops until ten minutes after a change was sent, because its effects can be late. */
function waitForEffects(sent, reason) {
  const until = Date.parse(sent) + 10 * MINUTE;
  if (now < until) stop('wait', `${reason} Run the same command again in a minute, until ${toIso(until)}.`);
}

/** Changes the item. The file is marked first: without a response, the next run looks for the effects. */
async function changeItem(file, quote, step, { planId, quantity }, proRataCredit) {
  // After ten minutes, another run replaces the lock.
  if (Date.now() - startedAt > 9 * MINUTE) stop('wait', 'This run took too long, and sent nothing. Run it again.');
  quote.sent[step] = toIso(now);
  await save(file, quote);
  const body = { items: [{ quantity, plan: { id: planId } }], retainRenewalTime: 'retain', proRataCredit };
  try {
    await send('POST', `/subscriptions/${encodeURIComponent(quote.request.subscriptionId)}/items`, body);
  } catch (error) {
    if (!isRejected(error)) stop('wait', `${error.message}. It might have worked. Run the same command in a minute.`);
    delete quote.sent[step];
    await save(file, quote);
    if (step === 'apply') stop('refused', `Nothing has changed: ${error.message}`);
    stop('void', `The old item isn't back: ${error.message}\n${askSupport(quote)}`);
  }
}

/** What to ask for if the old item can't be sent. */
const askSupport = ({ terms }, invoice) =>
  `Unless it has ended, ask PAI support to restore ${terms.item.quantity} × ${terms.item.planId}${invoice ? `, and to void ${invoice.id}` : ''}. Send no link, and run confirm daily.`;

/** Finds what the change charged: its sales, and its invoice. Another subscription's, and a renewal's, aren't. */
function findCharge({ request, terms, currency, total }, { payments, sales, invoices }) {
  const isEarly = (time) => time < Date.parse(terms.nextCharge) - HOUR;
  const isNew = ({ id }) => !terms.known.includes(id);
  const others = payments.filter(({ subscriptionId: id }) => id && id !== request.subscriptionId);
  const isPaidBy = (invoice, list) => list.some((sale) => isFor(sale, invoice));
  const isOwn = (invoice) => isPaidBy(invoice, sales.filter(isNew));
  const listed = invoices.filter((invoice) => {
    const isOpenToAll = isOwn(invoice) || !isPaidBy(invoice, others);
    return isNew(invoice) && invoice.currency === currency && isEarly(Date.parse(invoice.issueDate)) && isOpenToAll;
  });
  const issued = listed.some(isOwn) ? listed.filter(isOwn) : listed;
  const [invoice] = issued;
  // An invoice without a sale might be another order's.
  const fits = !invoice || isOwn(invoice) || Math.abs(toUnits(invoice.totalAmount, currency) - total) <= ROUNDING;
  const ids = issued.map(({ id }) => id).join(', ');
  if (issued.length > 1 || !fits) stop('person', `Find out which invoice is for the change, and what is paid: ${ids}.`);
  // A sale can also pay an invoice from before the change.
  const isForOld = (sale) => invoices.some((old) => !isNew(old) && isFor(sale, old));
  const isPart = (sale) => (invoice && isFor(sale, invoice)) || (isEarly(getTime(sale)) && !isForOld(sale));
  // A charge that you've created might have no subscription's ID.
  const isLinked = (sale) => sales.includes(sale) || (!sale.subscriptionId && invoice && isFor(sale, invoice));
  const added = payments.filter((sale) => isLinked(sale) && isNew(sale) && isPart(sale));
  const approved = added.filter(isApproved);
  const [first, second] = approved.filter(({ status }) => status !== 'refunded');
  if (second) stop('person', `${first.id} and ${second.id} are both approved. Refund one, and run confirm.`);
  const sale = first ?? approved[0];
  if (sale && ![...PAID, 'refunded'].includes(sale.status))
    stop('person', `${sale.id} is ${sale.status}. Unlock nothing until you've decided what that means for the change.`);
  const isRefunded = sale?.status === 'refunded';
  const isPaid = !isRefunded && (sale ? invoice?.status !== 'partially-paid' : PAID.includes(invoice?.status));
  const pending = added.find(({ result }) => result === 'unknown');
  const isOpen = !isPaid && (pending !== undefined || OWED.includes(invoice?.status));
  return { invoice, added, sale, pending, isPaid, isRefunded, isOpen };
}

const isFromToday = ({ quotedAt }) => quotedAt.slice(0, 10) === toIso(now).slice(0, 10);

async function applyQuote(file, quote) {
  const { request, target, kind, terms, quotedAt, sent, undoneAt, closedAt } = quote;
  if (undoneAt ?? closedAt) stop('refused', `It ended at ${undoneAt ?? closedAt}. Quote again, with a new --quote.`);
  if (sent.apply) {
    const later = await findLater(file, quote);
    if (later) stop('refused', `${later} has changed the item since. Quote again, with a new --quote.`);
    const facts = await readFacts(request.subscriptionId);
    const { invoice, added } = findCharge(quote, facts);
    const hasWorked = invoice || added.length > 0 || !has(facts.subscription.items, terms.item);
    if (hasWorked) return `The change was sent before, and it worked. Run confirm. ${describeStored(quote)}`;
    waitForEffects(sent.apply, 'The change was sent before, and no effect is visible yet.');
  }
  if (!isFromToday(quote))
    stop('refused', `The quote is from ${quotedAt}. Quote again, with a new --quote, and ask again.`);
  const { terms: current } = await estimate(file, request);
  const changed = Object.keys(terms)
    .filter((name) => !isDeepStrictEqual(terms[name], current[name]))
    .join(', ');
  if (changed) stop('refused', `Changed since the quote: ${changed}. Quote again, with a new --quote.`);
  await changeItem(file, quote, 'apply', target, kind === 'now');
  const unlock = quote.isUpgrade ? 'Unlock nothing yet' : `Until ${showDay(terms.nextCharge)}, give what's paid for`;
  return `The change is made: ${quote.label} ${unlock}, and run confirm. ${describeStored(quote)}`;
}

const CREDITED = 'If you refund the difference, store "isCredited": true in that "change".';

/** What check-subscriptions.mjs has to know about a change, in its file of stored data. */
function describeStored({ request, terms, isUpgrade, sent, undoneAt }) {
  const { planId, quantity, price } = terms.item;
  const change = {
    changedAt: sent.apply,
    nextCharge: terms.nextCharge,
    items: [{ planId, quantity, price }],
    ...(isUpgrade ? { deadline: toIso(getDeadline({ sent, terms })) } : { isDowngrade: true }),
    ...(undoneAt && { isUndone: true }),
  };
  const stored = JSON.stringify({ [request.subscriptionId]: { change } });
  const hint = isUpgrade ? '' : `\n${CREDITED}`;
  return `Update the items in your copy of the request.\nFor check-subscriptions.mjs, store ${stored}${hint}`;
}

/** Until when an upgrade can be paid: for a week, but at the latest a day before the renewal. */
const getDeadline = ({ sent, terms }) => Math.min(Date.parse(terms.nextCharge) - DAY, Date.parse(sent.apply) + 7 * DAY);

/**
 * Compares an invoice with what was due. Returns what it charged above that, and, if that isn't refunded yet, what to
 * refund.
 */
function compare(invoice, due, sale, currency) {
  const total = toUnits(invoice.totalAmount, currency);
  const excess = total - due > ROUNDING ? total - due : 0;
  const rest = excess - toUnits(sale?.refundAmount ?? 0, currency);
  const message = `${show(total, currency)} is paid, including any tax, and ${show(due, currency)} was due.`;
  if (rest <= ROUNDING) return { excess, message };
  const tax = takeShare(toUnits(invoice.totalTax ?? 0, currency), rest, total);
  const part = `${show(rest, currency)} of ${sale?.id ?? invoice.id}, ${show(tax, currency)} of it tax`;
  return {
    excess,
    message,
    refund: `Refund ${part}. Or, if the customer agrees to pay it, run confirm with --agreed.`,
  };
}

/** Warns if a card other than the subscription's paid, because the renewal charges the subscription's. */
function noteCard(cardId, sale) {
  if (!sale || !cardId || sale.paymentInstrument?.id === cardId) return '';
  return `\nIt was paid with a card other than ${cardId}, which the renewal might charge. Unless you have, replace the subscription's card, as the docs describe.`;
}

/** Compares what was paid with the quote, and stores that the new price is paid for this period. */
async function settle(file, quote, { invoice, sale }) {
  const { total, currency, sent, terms, cardId } = quote;
  if (!invoice) stop('wait', `${sale.id} is paid. Unlock the new item. Its invoice isn't issued yet.`);
  // A sale keeps the date on which it was started.
  const paidAt = Date.parse(invoice.paidOnDate ?? sale.date ?? sale.createdAt);
  const end = Date.parse(terms.nextCharge);
  // The customer didn't have the time before a late payment.
  const isLate = paidAt >= getDeadline(quote);
  const due = isLate ? takeShare(total, end - paidAt, end - Date.parse(sent.apply)) : total;
  const { excess, message, refund } = compare(invoice, due, sale, currency);
  quote.settled = { at: toIso(now), saleId: sale?.id ?? null, excess };
  await save(file, quote);
  const outcome = `${message} Unlock the new item.`;
  const hasAgreed = quote.agreedAt ?? quote.renewalAgreedAt;
  if (refund && !hasAgreed) stop('refund', `${outcome} ${refund}${noteCard(cardId, sale)}`);
  return `${outcome}${noteCard(cardId, sale)}`;
}

/** Notes that nothing about a change is open any longer. */
async function close(file, quote, message) {
  quote.closedAt ??= toIso(now);
  await save(file, quote);
  return message;
}

/** Compares the renewal that follows a change, or an undo, with its price. */
async function settleRenewal(file, quote, { subscription, sales, invoices }, isOld) {
  const { terms, newPrice, currency } = quote;
  const end = Date.parse(terms.nextCharge);
  // A late payment of the upgrade isn't one of the renewal. The first renewal counts, even after the second.
  const isRenewal = (time) => time >= end - HOUR;
  const earlier = invoices.filter(({ issueDate }) => !isRenewal(Date.parse(issueDate)));
  const charges = sales.filter((entry) => isRenewal(getTime(entry)) && !earlier.some((old) => isFor(entry, old)));
  const [invoice] = invoices
    .filter((entry) => charges.some((charge) => isFor(charge, entry)))
    .sort((one, other) => Date.parse(one.issueDate) - Date.parse(other.issueDate));
  const own = charges.filter((charge) => !invoice || isFor(charge, invoice));
  const sale = own.find(isApproved) ?? own.at(-1);
  if (!sale || !isApproved(sale)) {
    const owed = invoices.filter((entry) => isRenewal(Date.parse(entry.issueDate)) && OWED.includes(entry.status));
    const due = owed.find((entry) => charges.some((charge) => isFor(charge, entry)));
    if (sale?.result === 'unknown') stop('wait', `${sale.id} has no result yet. Unlock nothing new.`);
    if (!due && owed.length > 0)
      stop('person', `Find out which invoice is for the renewal: ${owed.map(({ id }) => id).join(', ')}.`);
    if (due)
      stop(
        'unpaid',
        `The renewal isn't paid. Unlock nothing new, and follow "When a renewal fails" in the docs: ${due.paymentFormUrl}`,
      );
    const hasRenewed = subscription.status === 'active' && Date.parse(subscription.nextCharge) > end;
    if (hasRenewed)
      stop('person', `The renewal on ${showDay(end)} has no payment. Find out why before you unlock anything.`);
    stop('wait', 'The renewal is due. Unlock nothing new.');
  }
  if (!['completed', 'partially-refunded'].includes(sale.status))
    stop('person', `The renewal ${sale.id} is ${sale.status}. Unlock nothing until you've decided what that means.`);
  if (!invoice) stop('wait', `The renewal ${sale.id} is paid. Its invoice isn't issued yet.`);
  const price = isOld ? toUnits(terms.price, currency) : newPrice;
  const tax = toUnits(invoice.totalTax ?? 0, currency);
  // Prices can include tax.
  const withTax = terms.period ? addTax(price, terms.period) : price + tax;
  const isNewPaid = quote.isUpgrade ? 'Unlock the new item, if you have not.' : 'From now on, give only the new item.';
  const access = isOld ? 'The old item is paid for.' : isNewPaid;
  const { message, refund } = compare(invoice, withTax, sale, currency);
  const outcome = `The renewal ${sale.id}: ${message} ${access}`;
  if (refund && !quote.renewalAgreedAt) stop('refund', `${outcome} ${refund}`);
  return await close(file, quote, outcome);
}

/** Confirms a change that is paid. */
async function confirmPaid(file, quote, facts, charge, isOld) {
  const { terms, undoneAt } = quote;
  const { status } = facts.subscription;
  const { sale, invoice } = charge;
  const id = sale?.id ?? `the payment of ${invoice.id}`;
  const refund = `refund all of ${id}`;
  if (ENDED.includes(status)) {
    if (quote.settled)
      return `The subscription is ${status}. ${id} was paid before that, so unlock until paid access ends.`;
    const choice = `If ${id} was paid after that, unlock nothing, and ${refund}. Otherwise, unlock until paid access ends.`;
    stop('person', `The subscription is ${status}. ${choice}`);
  }
  const restore = isOld ? '' : ' Ask PAI support to restore the plan.';
  if (undoneAt)
    stop('refund', `Unlock nothing, and ${refund}, because the change was undone at ${undoneAt}.${restore}`);
  if (isOld)
    stop('refund', `PAI has undone the change. Unlock nothing, and ${refund}. Then quote again if it's wanted.`);
  const paidAt = Date.parse(invoice?.paidOnDate ?? sale.date ?? sale.createdAt);
  const access = status === 'active' ? 'Unlock what the renewal pays for' : 'Unlock nothing until the renewal is paid';
  if (!quote.settled && paidAt >= Date.parse(terms.nextCharge))
    stop('refund', `${access}, and ${refund}, which was paid after the renewal date.`);
  const outcome = await settle(file, quote, charge);
  if (now >= Date.parse(terms.nextCharge)) return await settleRenewal(file, quote, facts, isOld);
  return `${outcome}\nAfter the renewal on ${showDay(terms.nextCharge)}, run confirm once more: it compares that, too.`;
}

async function confirmChange(file, quote, { agreed }) {
  const { request, target, kind, terms, sent, undoneAt, closedAt } = quote;
  if (!sent.apply) stop('usage', 'The change was not sent. Run apply first.');
  // Agreeing to pay more for the upgrade isn't agreeing to pay more at the renewal.
  const agreement = now >= Date.parse(terms.nextCharge) ? 'renewalAgreedAt' : 'agreedAt';
  if (agreed) await save(file, Object.assign(quote, { [agreement]: quote[agreement] ?? toIso(now) }));
  const later = await findLater(file, quote);
  if (later) return `${later} has changed the item since. Run confirm with that one.`;
  if (closedAt) return `Nothing has been left to do since ${closedAt}.`;
  const facts = await readFacts(request.subscriptionId);
  const { status, items, price } = facts.subscription;
  const isOld = has(items, terms.item);
  if (!isOld && !has(items, target)) stop('person', 'The items are neither the old nor the new ones. Find out why.');
  const expected = isOld ? toUnits(terms.price, quote.currency) : quote.newPrice;
  if (toUnits(price, quote.currency) !== expected)
    stop('person', `The price is ${price}, not ${show(expected, quote.currency)}. Find out why.`);
  const charge = findCharge(quote, facts);
  const { invoice, added, sale, pending, isPaid, isRefunded, isOpen } = charge;
  const isEnded = ENDED.includes(status);
  const hasRenewed = now >= Date.parse(terms.nextCharge);

  if (isPaid && kind === 'renewal') stop('refund', `Nothing was to be charged. Refund all of ${(sale ?? invoice).id}.`);
  if (isPaid) return await confirmPaid(file, quote, facts, charge, isOld);
  if (isRefunded && (isOld || isEnded)) return await close(file, quote, `${sale.id} is refunded.`);
  if (isRefunded && !hasRenewed) stop('next', `${sale.id} is refunded, but the new item is set. Run undo.`);

  const voiding = invoice ? `Ask PAI support to void ${invoice.id}.` : 'Wait for the result of the payment.';
  if (isEnded && isOpen) stop('void', `The subscription is ${status}. Unlock nothing new. ${voiding}`);
  if (isEnded) return await close(file, quote, `The subscription is ${status}, and no payment is open.`);
  const isCharged = hasRenewed && status === 'active';
  const difference = isCharged
    ? ' If the renewal charged the new price, refund the difference and its tax, unless you have.'
    : '';
  // While the renewal was unpaid, the old item couldn't be sent. Now it can.
  const canUndo = kind === 'now' && isCharged && facts.subscription.nextCharge !== terms.nextCharge;
  if (undoneAt && !isOld && canUndo) stop('next', `The renewal is paid. Run undo again.${difference}`);
  if (undoneAt && !isOld) stop('void', `${askSupport(quote, isOpen && invoice)}${difference}`);
  if (isOld && isOpen)
    stop(
      'void',
      `The old item is back. Unlock nothing. ${voiding}${difference} ${describeStored({ ...quote, undoneAt: true })}`,
    );
  // An undo after the renewal doesn't change what that charged.
  if (isOld && undoneAt && hasRenewed && kind === 'now') return await settleRenewal(file, quote, facts, isOld);
  if (isOld) {
    if (invoice || (kind === 'renewal' && undoneAt))
      return await close(file, quote, 'The old item is back, and no payment is open.');
    waitForEffects(sent.undo ?? sent.apply, 'No charge is visible. Unlock nothing new.');
    if (!undoneAt && isFromToday(quote)) stop('next', 'No effect of the change is visible. Run apply again.');
    if (!undoneAt) return await close(file, quote, 'Nothing was changed. Quote again, with a new --quote.');
    // What the upgrade cost might be on the next invoice.
    stop('renewal', `The old item is back, and nothing is charged. The renewal must not charge more than before.`);
  }
  if (isOpen && kind === 'renewal') stop('void', `Nothing was to be charged. ${voiding}`);
  if (hasRenewed && isOpen) {
    const missed = `The upgrade wasn't undone before the renewal, which is at the new price. ${voiding}`;
    const choice = `If you've told the customer that the old plan stays, or they no longer want the upgrade, run undo.`;
    const access = canUndo
      ? 'unlock the new item, because the renewal is paid'
      : "send only the renewal's link, and unlock once it's paid";
    stop('person', `${missed} ${choice} If not, ${access}.`);
  }
  if (hasRenewed) return await settleRenewal(file, quote, facts, isOld);
  if (isOpen) {
    const deadline = getDeadline(quote);
    if (now >= deadline) stop('next', "It isn't paid, and the deadline has passed. Run undo.");
    if (pending && !pending.redirectUrl) stop('wait', `${pending.id} has no result yet. Unlock nothing.`);
    const link = pending
      ? `${pending.id} waits for the customer at ${pending.redirectUrl}`
      : `It isn't paid. Send this link, and ask for another card: ${invoice.paymentFormUrl}`;
    stop('unpaid', `${link}\nUnlock nothing. If it isn't paid at ${toIso(deadline)}, run undo.`);
  }
  waitForEffects(sent.apply, 'No charge is visible yet. Unlock nothing new.');
  if (added.length > 0 && !invoice) stop('person', `${added[0].id} isn't approved, and no invoice is open.`);
  const old = `Until ${showDay(terms.nextCharge)}, give what's paid for and not refunded, and then what the renewal pays for.`;
  return stop('renewal', `Changed, and nothing is charged. ${old}`);
}

/** Sends the old item again, if the change isn't paid. From here on, a payment for the change is to be refunded. */
async function undoChange(file, quote) {
  const { request, target, kind, terms, sent, closedAt } = quote;
  const giveUp = `Quote ${terms.item.quantity} × ${terms.item.planId} with a new --quote`;
  const mark = () => save(file, Object.assign(quote, { undoneAt: quote.undoneAt ?? toIso(now) }));
  if (closedAt) stop('refused', `Nothing is left to undo. ${giveUp}.`);
  if (!sent.apply) {
    await mark();
    return 'Nothing was sent, and apply now refuses this quote.';
  }
  const later = await findLater(file, quote);
  if (later) stop('refused', `${later} has changed the item since. Run undo with that one.`);
  const facts = await readFacts(request.subscriptionId);
  const { status, items, nextCharge } = facts.subscription;
  const { invoice, isPaid, isOpen } = findCharge(quote, facts);
  if (isPaid) stop('refused', `It's paid. Run confirm. ${giveUp}, and refund what you've agreed on. ${CREDITED}`);
  if (has(items, terms.item) && (sent.undo || invoice)) {
    await mark();
    return stop('next', `The old item is back. Run confirm. ${describeStored(quote)}`);
  }
  if (!has(items, terms.item) && !has(items, target))
    stop('person', 'The items are neither the old nor the new ones. Find out why.');
  const hasRenewed = now >= Date.parse(terms.nextCharge) && status === 'active';
  if (hasRenewed && kind === 'renewal') stop('refused', `The renewal came first. Run confirm. ${giveUp}.`);
  await mark();
  if (has(items, terms.item)) waitForEffects(sent.apply, 'No effect of the change is visible yet.');
  if (sent.undo) waitForEffects(sent.undo, 'The old item was sent, and no effect is visible yet.');
  if (hasRenewed && nextCharge === terms.nextCharge)
    stop('wait', "The renewal has no result yet. Run undo again once it's paid.");
  const isMoved = nextCharge !== terms.nextCharge && !hasRenewed;
  if (status !== 'active' || isMoved || invoice?.status === 'partially-paid') {
    const reason = `The change can't be undone: the subscription is ${status}, and its next charge is ${nextCharge}.`;
    const isDue = now >= Date.parse(terms.nextCharge);
    const replace = isDue ? ' Ask them to replace an unpaid renewal with one at the old price, too.' : '';
    stop('void', `${reason} ${askSupport(quote, isOpen && invoice)}${replace} ${describeStored(quote)}`);
  }
  await changeItem(file, quote, 'undo', terms.item, false);
  const stored = describeStored(quote);
  if (kind === 'renewal') return `The old item is sent. Run confirm. ${stored}`;
  const open = isOpen && invoice ? `Ask PAI support to void ${invoice.id}, send no link,` : 'Send no link,';
  return stop('void', `The old item is sent. Unlock nothing. ${open} and run confirm daily. ${stored}`);
}

/** Reads the options of the quote command. */
function readRequest({ subscription, plan, quantity, card, 'at-renewal': atRenewal }) {
  if (!subscription || !plan) stop('usage', 'pass --subscription and --plan');
  if (!/^[1-9]\d{0,8}$/.test(quantity ?? '1')) stop('usage', '--quantity must be a whole number from 1');
  return { subscriptionId: subscription, planId: plan, quantity: quantity && Number(quantity), card, atRenewal };
}

/** Reads the first lines of this file, which say how to use it. */
async function readUsage() {
  const [comment] = (await readFile(fileURLToPath(import.meta.url), 'utf8')).split('\n */');
  return comment.replace(/^\/\*\*\n|^ \* ?/gm, '');
}

async function main() {
  if (process.argv.includes('--help')) return await readUsage();
  const options = Object.fromEntries(
    ['subscription', 'plan', 'quantity', 'card', 'quote'].map((name) => [name, { type: 'string' }]),
  );
  for (const flag of ['at-renewal', 'agreed', 'test-data']) options[flag] = { type: 'boolean', default: false };
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [command] = positionals;
  const commands = { apply: applyQuote, confirm: confirmChange, undo: undoChange };
  if (!key || !organizationId) stop('usage', 'set PAI_API_KEY and PAI_ORGANIZATION_ID');
  if (process.env.PAI_NOW && api.startsWith('https:'))
    stop('usage', 'PAI_NOW is the time of a sandbox on your own machine. Unset it, or set PAI_API to that sandbox.');
  if (Number.isNaN(now)) stop('usage', 'PAI_NOW must be a time such as 2026-11-30T09:10:00Z');
  if (command !== 'quote' && !commands[command]) stop('usage', 'start with quote, apply, confirm, or undo');
  const request = command === 'quote' ? readRequest(values) : undefined;
  const file = values.quote ?? stop('usage', 'pass --quote with the file of the quote, which is new for each quote');
  // Two runs for a subscription at the same time could both find that nothing was sent.
  const id = request?.subscriptionId ?? (await findQuote(file)).request.subscriptionId;
  const lock = join(dirname(file), `${id}.lock`);
  // A run that was killed leaves its lock, and no run changes anything after nine minutes.
  const { mtimeMs } = await stat(lock).catch(() => ({ mtimeMs: Infinity }));
  if (Date.now() - mtimeMs > 10 * MINUTE) await rm(lock, { force: true });
  const busy = `Another run changes ${id}, or was killed less than ten minutes ago. Run the same command again later.`;
  const fail = ({ code, message }) => (code === 'EEXIST' ? stop('wait', busy) : stop('usage', message));
  await writeFile(lock, '', { flag: 'wx' }).catch(fail);
  try {
    if (request) return await quoteChange(file, request);
    return await commands[command](file, await findQuote(file), values);
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
