/**
 * Refunds part or all of a sale exactly once, as the guides describe in "Refund safely" and "Book a refund". A refund
 * has no idempotency key, so each one is stored in a file before it's sent, and is never sent again. Needs Node 20.
 *
 *   PAI_API_KEY, PAI_ORGANIZATION_ID   your key, and your organization
 *   PAI_API                            optional: the API's base URL
 *   PAI_NOW                            optional: the time of a sandbox whose clock you've moved
 *
 *   node refund.mjs send --sale txn_… --customer cus_… --reason return-0031 --invoice inv_… --line 1 --quantity 1
 *   node refund.mjs send --sale txn_… --customer cus_… --reason return-0031 --amount 19.80 --tax 1.80 --item beans/1
 *     The first computes the amount and the tax from a line of the invoice. Lines are counted from 1. If it can't, add
 *     --amount, which includes the tax, and --tax. If the sale has no invoice, give each unit of the order one name
 *     with a number, because a unit is refunded only once, and use --item all for the whole order. Use --no-line only
 *     for what isn't for an item, such as unused time. A reason is used once across all sales. Each line or unit needs
 *     a separate one, such as return-0031/2. Pass the return's number from your system instead of typing it, because
 *     another number can pay the same return again.
 *     --dry-run                checks everything, but sends and stores nothing
 *     --lost-dispute 10.00     what you've lost in disputes of this sale, with --not-for-this-return once a person has
 *                              made sure that it wasn't for this return, and that no dispute of the sale is open
 *   node refund.mjs follow
 *     Fetches every open refund, and repeats what was declined. Run it after 1, 10, and 60 minutes, and once a day.
 *   node refund.mjs adopt --refund txn_… --sale … --customer … --reason … --amount … --tax … [line or item, as in send]
 *     Stores a refund that isn't in the file, for example one from PAI's dashboard. If it belongs to an open refund in
 *     the file, repeat that one's reason and details. If its amount differs, but it's for the same return, add
 *     --same-return. If it's for several lines or units, use --line all or --item all. The program then refunds none of
 *     them. For another one, a person checks the quantities, and uses --no-line. If a line or unit was refunded twice,
 *     adopt the second refund with a new reason and --owed instead of --tax and a line. The file marks it as owed, and
 *     you book it as a receivable. If the customer pays it back, close it, so that a later return can be paid outside
 *     PAI. To offset it instead, refund the rest of a later return with --amount, and book the other part, with its
 *     tax, against the receivable.
 *   node refund.mjs pay-outside --sale … --customer … --reason … --amount … --tax … --note … [line or item, as in send]
 *     Run it before you pay the customer in another way, such as by bank transfer, so that it isn't refunded, too. With
 *     the reason of a declined refund, it replaces that one. If the money came back, repeat the command with --returned
 *     and a new note before you pay once more. It still counts, and is booked, once. After a lost dispute, add the
 *     options of send. If the lost part was for this return, add only --lost-dispute and --by-dispute: it isn't paid or
 *     booked again.
 *   node refund.mjs close --sale txn_… --reason return-0031 --note "PAI support, case 4711: nothing was refunded"
 *     Closes an open or declined refund after a person has made sure that nothing was refunded, also by a colleague.
 *     First adopt what might be it. Then you can send it again, with the same reason or another one, unless the return
 *     is refunded on another sale, or the sale is disputed. It also ends the messages about an approved refund. If the
 *     customer has paid back a refund that's owed, close it with the note of that payment. Also close an approved
 *     refund that has failed since: then you can pay the customer outside PAI, or send it again.
 *   --file refunds.json        all refunds of your organization. Never use a second file, and keep it on a disk with
 *                              backups: lost responses and payments outside PAI are recorded only there. After you
 *                              restore an older copy, send and pay nothing for an hour. Then adopt what's missing, store
 *                              payments outside PAI again from your bank statement, and ask PAI support about refunds
 *                              that are pending
 *   --new-file                 creates the file. Add it only the first time: a lost file has to be restored
 *   --test-data                finds test payments, if the list leaves them out
 *   --help                     prints this
 *
 * Exit status (follow exits with the most urgent one: 4, 3, 2, then 0, and someone has to be alerted after 1, 3, or 4):
 *   0  refunded, or close, pay-outside, --dry-run, --help, or follow is done
 *   1  this run sent nothing: correct the input, wait for another run, or delete the lock of one that crashed
 *   2  pending or no response: run follow
 *   3  nothing was refunded: follow repeats it until a declined refund is closed or paid outside PAI
 *   4  a person decides, for example whether a refund that was found by its amount is this one
 *
 * Each refund is printed as one line of JSON. Book it once its state is "refunded", as a receivable if "owed" is true,
 * and store the booked amount under its ID, because it can be printed again. The net amount, the tax, and both IDs are
 * in net, tax, refund, and sale. Before you send one, check your books for an open dispute: you see only the sale's
 * status here.
 */
import { existsSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const EXIT = { done: 0, input: 1, pending: 2, failed: 3, person: 4 };
const MINUTE = 60_000;
const FAILED = ['declined', 'canceled', 'abandoned'];
/** In these states, a refund keeps others from being sent for the same thing. */
const LIVE = ['open', 'refunded', 'paid-outside', 'paid-by-dispute'];
const STATES = [...LIVE, 'declined', 'rejected', 'not-sent', 'closed'];
/** Currencies without two decimals, from ISO 4217. */
const NO_DECIMALS = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ');
const THREE_DECIMALS = 'BHD IQD JOD KWD LYD OMR TND'.split(' ');
const COMPARE =
  "Compare the sale's refunds with your file. If one that's missing is for the same return, store it with adopt and this one's reason, with --same-return if its amount differs, and with --line all or --item all if it covers more, and you're done. Store any other one with its own reason, and close this one.";
const ON_409 = `If another refund is in progress, wait for its result. If the sale is disputed, don't refund it. ${COMPARE}`;
const ON_422 = `It might be refunded already. Never send a smaller amount instead. ${COMPARE}`;
const ON_GUESS =
  "Only the amount is the same, so a person decides. If it's this refund, or a colleague's for the same return, run adopt with its ID, and this one's reason and details. If it's for the same return, but on another sale, the customer has the money, so adopt it for that sale with this one's reason and --no-line, close this one, and don't send it again. If it isn't for this return, adopt it with its own reason, and run follow. If it wasn't approved, close this one.";
const ADOPT =
  "Adopt them, with their own reasons if they're for other returns. If one is for this return, you're done.";
const TELL = 'so it might be paid back twice. Immediately send PAI support';
const CONFIRM =
  "Once a person has made sure that the lost part wasn't for this return, and that no dispute of the sale is open, add --not-for-this-return. " +
  'If it was, use pay-outside with --by-dispute.';
const BY_DISPUTE =
  "The lost dispute has paid for it. Don't pay or refund it, and don't book it again: " +
  "the dispute's balance contains it.";
const RETRY =
  'Ask PAI support before a new attempt, and then close this one. If you pay in another way instead, use pay-outside.';

/** Set by `main`: the command line and the environment, and the refunds in the file. */
let settings;
let refunds;

/** Ends the run, or the attempt to settle a refund. */
const reject = (message, details) => {
  throw Object.assign(new Error(message), details);
};
const now = () => (process.env.PAI_NOW ? Date.parse(process.env.PAI_NOW) : Date.now());
const showTime = (time) => new Date(time).toISOString();
/** Until then, a refund whose response was lost might become visible. */
const findEnd = ({ sentAt }) => Date.parse(sentAt) + 60 * MINUTE;
const add = (numbers) => numbers.reduce((sum, number) => sum + number, 0);
const countDecimals = (currency) => (NO_DECIMALS.includes(currency) ? 0 : THREE_DECIMALS.includes(currency) ? 3 : 2);

/** Converts an amount to the currency's smallest unit: 19.8 USD is 1980. All sums are computed in these integers. */
export function toUnits(value, currency) {
  const decimals = countDecimals(currency);
  // A number in a response can have a rounding error at the end, such as 19.800000000000004.
  const text = typeof value === 'number' ? String(Number(value.toPrecision(15))) : String(value);
  const [, sign, whole, part = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  const digits = part.replace(/0+$/, '').padEnd(decimals, '0');
  const units = Number(sign + whole + digits);
  if (digits.length > decimals || !Number.isSafeInteger(units))
    reject(`${text} isn't an amount in ${currency}. Use a number with up to ${decimals} decimals.`);
  return units;
}

/** Converts smallest units to text with all decimals: 1980 is "19.80" in USD. */
export function toText(units, currency) {
  const decimals = countDecimals(currency);
  const digits = String(Math.abs(units)).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  return (units < 0 ? '-' : '') + (decimals === 0 ? whole : `${whole}.${digits.slice(-decimals)}`);
}

/** Writes the file in one step, so that an interruption leaves the old content or the new, never a part of it. */
function save() {
  writeFileSync(`${settings.file}.tmp`, `${JSON.stringify(refunds, null, 2)}\n`, { flush: true });
  renameSync(`${settings.file}.tmp`, settings.file);
}

/** Sends a request once. If the error has `isUnknown`, the request might have been carried out. */
async function send(method, path, body) {
  const name = `${method} ${path}`;
  const lose = ({ message, cause }) => reject(`${name}: ${message} ${cause?.message ?? ''}`, { isUnknown: true });
  const headers = { authorization: `ApiKey ${settings.key}`, 'content-type': 'application/json' };
  // A redirect isn't followed, because that could send a refund twice.
  const options = { method, headers, body: JSON.stringify(body), redirect: 'manual' };
  const response = await fetch(settings.base + path, { ...options, signal: AbortSignal.timeout(30_000) }).catch(lose);
  const { status, ok } = response;
  const text = await response.text().catch(lose);
  // A proxy might return 408 after it has forwarded the request.
  const isUnknown = status < 400 || status >= 500 || status === 408;
  if (!ok) reject(`${name} returned ${status}: ${text}`, { status, isUnknown });
  try {
    const { data, totalCount } = JSON.parse(text);
    return { data: data ?? reject('the response has no data.'), totalCount };
  } catch (error) {
    return lose(error);
  }
}

/** Fetches something, and retries after lost connections, server errors, and rate limits. */
async function get(path) {
  for (let count = 1; ; count += 1) {
    try {
      return await send('GET', path);
    } catch (error) {
      if (!(error.isUnknown || error.status === 429) || count === 4) throw error;
      await wait(2 ** count * Number(process.env.REFUND_PAUSE_MS ?? 500));
    }
  }
}

const getTransaction = async (id) => (await get(`/transactions/${encodeURIComponent(id)}`)).data;

/** Fetches all pages of a list, and starts again if new entries have shifted the pages. */
async function list(path, query) {
  for (let count = 1; count <= 5; count += 1) {
    const found = new Map();
    let total = 1;
    for (let offset = 0; offset < total; offset += 100) {
      const { data, totalCount } = await get(`${path}?${new URLSearchParams({ ...query, limit: 100, offset })}`);
      for (const entry of data) found.set(entry.id, entry);
      total = totalCount;
    }
    if (found.size === total) return [...found.values()];
  }
  return reject(`The list ${path} changes too often. Run this again.`, { isUnknown: true });
}

/** Lists a customer's transactions. If they don't include the sale, they might not include its refunds either. */
async function listCustomer({ customer, sale }) {
  const query = { customerId: customer, sortBy: 'createdAt', sortDirection: 'asc', ...settings.testData };
  const all = await list('/transactions', query);
  const advice = 'Correct the IDs. If the list leaves out test payments, add --test-data.';
  if (!all.some(({ id }) => id === sale)) reject(`${customer} has no transaction ${sale}. ${advice}`);
  return all;
}

/**
 * Finds the invoice that the sale has paid, and how many look like it. A transaction doesn't contain an invoice's ID,
 * only its date and currency.
 */
async function findInvoice({ invoice: id, customer }, { id: saleId, currency, invoices }) {
  const own = (await list('/customer-invoices/')).filter((entry) => entry.customerId === customer);
  const invoice = own.find((entry) => entry.id === id);
  if (!invoice) reject(`${customer} has no invoice ${id}. Correct the IDs.`);
  const sharesDate = own.some((other) => other.id !== id && other.issueDate === invoice.issueDate);
  const isAlike = (other) => ['issueDate', 'totalAmount', 'currency'].every((name) => other[name] === invoice[name]);
  const isPaid = (entry) => entry.date === invoice.issueDate && entry.currency === invoice.currency;
  const isLikely = (entry) => isPaid(entry) && (!sharesDate || entry.amount === invoice.totalAmount);
  if (!invoices?.some(isLikely) || invoice.currency !== currency)
    reject(`${saleId} hasn't paid ${id}. Correct the IDs, or replace --invoice and --line with --amount and --tax.`);
  return { ...invoice, alike: own.filter(isAlike).length };
}

const isLive = ({ state }) => LIVE.includes(state);
/** Whether nothing else is sent for the same reason or item. */
const isTaken = (entry) => isLive(entry) || entry.state === 'declined';
/** Whether an approved refund isn't done, for example because the sale is disputed. */
const isWatched = ({ state, outcome }) => state === 'refunded' && ['person', 'pending'].includes(outcome);
/** Finds open and approved refunds of a line, because several sales can pay one invoice. */
const findOfLine = (all, { invoice, line }) =>
  all.filter((entry) => isLive(entry) && entry.invoice === invoice && entry.line === line);

/** Returns how many units of a line aren't refunded yet. Stops if that's less than the new refund has. */
export function countLeft(all, refund, { id, items }) {
  const several = all.find((entry) => isLive(entry) && entry.invoice === id && entry.line === 'all');
  if (several) reject(`${several.reason} is for several lines of ${id}, so a person decides.`);
  const { quantity } = items?.[refund.line - 1] ?? {};
  const name = `Line ${refund.line} of ${id}`;
  if (!Number.isInteger(quantity))
    reject(`${name} doesn't exist or has no whole quantity. Correct --line, or omit it.`);
  const earlier = findOfLine(all, refund);
  // The order of the lines isn't documented.
  const moved = earlier.find((entry) => entry.description !== items[refund.line - 1].description);
  if (moved) reject(`${name} was "${moved.description}" before. A person has to compare your file with the invoice.`);
  const left = quantity - add(earlier.map((entry) => entry.quantity));
  if (refund.quantity > left) reject(`${name} has ${left} of ${quantity} units left to refund. Correct --quantity.`);
  return left;
}

/** Returns the money of a refund as text that can be booked. */
export function toMoney(amount, tax, currency) {
  const [total, net, part] = [amount, amount - tax, tax].map((units) => toText(units, currency));
  if (amount <= 0 || tax < 0 || tax > amount)
    reject(`You can't refund ${total} with a tax of ${part}. The amount must be above zero, and include the tax.`);
  return { amount: total, net, tax: part, currency };
}

/** Divides and rounds half up, in integers. */
const divide = (units, by) => (2 * units + by - ((2 * units + by) % (2 * by))) / (2 * by);

/** Computes the amount, net, and tax of some units of an invoice line, as "Book a refund" says. */
export function computeLine(all, refund, invoice) {
  const left = countLeft(all, refund, invoice);
  const read = (value) => toUnits(value ?? ask('An amount or a tax is missing.'), invoice.currency);
  const advice = "Find out what the customer paid for it, and add --amount and --tax. If you can't, a person decides.";
  const ask = (problem) => reject(`${invoice.id}: ${problem} ${advice}`);
  const amounts = invoice.items.map(({ amount }) => read(amount));
  const taxes = invoice.items.map(({ taxAmount }) => read(taxAmount));
  const [tax, total] = [read(invoice.totalTax), read(invoice.totalAmount)];
  // A negative line is a discount or a credit, and might reduce the price of this one.
  if ([...amounts, ...taxes].some((units) => units < 0)) ask('A line is negative.');
  const gap = tax - add(taxes);
  if (Math.abs(gap) > taxes.length) ask("The lines' taxes don't add up to totalTax.");
  const taxed = taxes.findLastIndex((units) => units > 0);
  if (gap !== 0) taxes[Math.max(taxed, 0)] += gap;
  const sum = add(amounts) + read(invoice.shippingFee ?? 0);
  const isOnTop = sum + tax === total;
  if (!isOnTop && sum !== total) ask("The lines don't add up to totalAmount, for example after a discount.");
  /** The last unit takes the rest of the rounding, but not what was kept of the others by choice. */
  const takeShare = ({ [refund.line - 1]: whole }, name) => {
    const { quantity } = invoice.items[refund.line - 1];
    const takeFirst = (count) => (count === quantity ? whole : Math.min(count * divide(whole, quantity), whole));
    const share = takeFirst(quantity - left + refund.quantity) - takeFirst(quantity - left);
    return Math.min(share, whole - add(findOfLine(all, refund).map((entry) => read(entry[name]))));
  };
  const [price, part] = [takeShare(amounts, isOnTop ? 'net' : 'amount'), takeShare(taxes, 'tax')];
  return toMoney(isOnTop ? price + part : price, part, invoice.currency);
}

/** Prepares a reason or an item for comparison, because a typing difference must not pay the same return twice. */
const clean = (text) => text?.toLowerCase().replace(/^\s+|\s+$|\s*(\/)\s*/g, '$1');
const isSameReason = (entry, { reason }) => clean(entry.reason) === clean(reason);
const isOf = (entry, other) => entry.sale === other.sale && isSameReason(entry, other);
/** Whether a refund is for the same return, but on another sale. */
const isElsewhere = (entry, other) => entry.sale !== other.sale && isSameReason(entry, other);
/** Finds the refund for the same reason and sale. While it's open, approved, or declined, there can't be another. */
const findStored = (all, details) => all.find((entry) => isOf(entry, details) && isTaken(entry));
/**
 * Lists the refunds that your file assigns to a sale. A closed one no longer counts, because its result isn't known.
 */
const listAssigned = (all) => all.filter(({ state }) => state !== 'closed').map(({ refund }) => refund);
/** Adds up what your file has for a sale: approved refunds, or what was paid outside PAI. */
function addState(all, state, sale, currency) {
  const own = all.filter((entry) => entry.sale === sale && entry.state === state);
  return add(own.map(({ amount }) => toUnits(amount, currency)));
}

const isApproved = ({ result, status, deletedAt }) => result === 'approved' && status === 'completed' && !deletedAt;
const isSameAmount = (one, other) =>
  one.currency === other.currency && toUnits(one.amount, one.currency) === toUnits(other.amount, one.currency);

/**
 * Step 1: stops if the return is refunded on another sale, or an open refund in your file can't be told from the new
 * one, or might reduce its sale. A declined refund of the same line also has to be closed first. A unit of an order
 * without an invoice is refunded once.
 */
function rejectConflict(all, refund) {
  const isSimilar = (entry) => entry.customer === refund.customer && isSameAmount(entry, refund);
  const isSameLine = ({ invoice, line }) => invoice && invoice === refund.invoice && line === refund.line;
  const isSameUnit = ({ sale, item }) =>
    sale === refund.sale && item && refund.item && (item === refund.item || [item, refund.item].includes('all'));
  const same = all.find((entry) => isElsewhere(entry, refund) && isTaken(entry));
  const another = `Don't refund the same line or unit again. For another one of the return, use a reason such as ${same?.reason}/2.`;
  if (same) reject(`${same.reason} is ${same.state} on ${same.sale}. ${another}`);
  const watched = all.find((entry) => entry.sale === refund.sale && isWatched(entry));
  const name = `${watched?.reason} of ${watched?.sale}`;
  if (watched?.outcome === 'person') reject(`A person decides about ${name} first, and then closes it. Run follow.`);
  if (watched) reject(`${name} might still be refunded a second time. Run follow after ${showTime(findEnd(watched))}.`);
  const conflict = all.find(
    (entry) =>
      (entry.state === 'open' && (entry.sale === refund.sale || isSimilar(entry))) ||
      (entry.state === 'declined' && isSameLine(entry)) ||
      (isTaken(entry) && isSameUnit(entry)),
  );
  if (!conflict) return;
  const advice = /^(open|declined)$/.test(conflict.state)
    ? "Run follow, and repeat this once that's refunded or closed."
    : `${conflict.item} was the item, so this would be the second time.`;
  reject(`${conflict.reason} of ${conflict.sale} is ${conflict.state}. ${advice}`);
}

const showDone = ({ owed }) =>
  owed ? 'The customer owes you this amount. Book it as a receivable.' : 'Refunded. Book it.';
const isDisputed = ({ status, combinedStatus }) => [status, combinedStatus].includes('disputed');

/** Lists the IDs of the customer's refunds that aren't in your file, as text. */
function showMissing(all, transactions, isMeant) {
  const meant = transactions.filter((one) => one.type === 'refund' && isMeant(one)).map(({ id }) => id);
  return meant.filter((id) => !listAssigned(all).includes(id)).join(', ');
}

/** Describes the customer's pending refunds that aren't in your file, if there are any. */
function showPending(all, transactions) {
  const ids = showMissing(all, transactions, ({ result }) => result === 'unknown');
  return ids && `Pending refunds aren't in your file: ${ids}. Wait for them, or adopt them.`;
}

/** Step 2: lists the problems that a person decides about before the refund is sent, or paid outside PAI. */
export function checkSale(all, refund, sale, transactions, values, isOutside = false) {
  const { currency } = refund;
  const read = (value) => toUnits(value, currency);
  const show = (units) => `${toText(units, currency)} ${currency}`;
  const [refunded, stored] = [read(sale.refundAmount), addState(all, 'refunded', sale.id, currency)];
  const outside = addState(all, 'paid-outside', sale.id, currency);
  const lost = Math.max(read(values['lost-dispute'] ?? 0), addState(all, 'paid-by-dispute', sale.id, currency));
  const isConfirmed = lost > 0 && values['not-for-this-return'];
  const repaid = add(
    all
      .filter((one) => one.sale === sale.id && one.state === 'refunded' && one.repaidAt)
      .map(({ amount }) => read(amount)),
  );
  const left = read(sale.amount) - refunded - lost + (isOutside ? repaid : 0);
  const limit = (isOutside ? left : Math.min(read(sale.refundableAmount), left)) - outside;
  // Someone might have refunded this return on another sale. The refund of a card check is smaller, and has its own.
  const count = (one, isMeant) => transactions.filter((other) => isMeant(other) && isSameAmount(one, other)).length;
  const isRefund = (one) => one.type === 'refund' && isApproved(one);
  const isWhole = (one) => one.type === 'sale' && one.status === 'refunded' && !one.invoices?.length;
  const isSmaller = (one) => one.currency === currency && read(one.amount) < read(refund.amount);
  const isCheck = (one) => isSmaller(one) && count(one, isRefund) <= count(one, isWhole);
  const missing = showMissing(
    all,
    transactions,
    (one) => isApproved(one) && one.currency === currency && !isCheck(one),
  );
  return [
    isDisputed(sale) && !(isOutside && isConfirmed) && `${sale.id} is disputed. Don't refund it.`,
    lost !== 0 && !isConfirmed && CONFIRM,
    !isOutside && sale.permissionsBundle?.isRefundable !== true && `${sale.id} can't be refunded now.`,
    read(refund.amount) > limit && `Only ${show(Math.max(limit, 0))} can be refunded.`,
    refunded > stored && `${show(refunded)} is refunded, but your file has ${show(stored)}. Adopt what's missing.`,
    refunded < stored &&
      `Only ${show(refunded)} is refunded, but your file has ${show(stored)}. Close the refund that has failed since.`,
    showPending(all, transactions),
    missing && `Refunds of this customer aren't in your file: ${missing}. ${ADOPT}`,
  ].filter(Boolean);
}

/** Finds what can be a refund whose ID isn't known: refunds of this amount that are new and not assigned to a sale. */
export function findNew(all, entry, transactions) {
  const taken = [...entry.known, ...listAssigned(all)];
  return transactions.filter((one) => one.type === 'refund' && !taken.includes(one.id) && isSameAmount(one, entry));
}

/** Step 4: decides what has become of a refund. `found` is the refund, or what can be the refund. */
export function decide(all, entry, found, sale, time, pending) {
  const is = (outcome, message, more) => ({ outcome, message, ...more });
  const change = toUnits(sale.refundAmount, entry.currency) - addState(all, 'refunded', entry.sale, entry.currency);
  const by = `${toText(change, entry.currency)} ${entry.currency}`;
  const own = toUnits(entry.amount, entry.currency);
  const isOther = change > 0 && change !== own;
  // All candidates have this refund's amount. Only approved ones are in refundAmount.
  const hint =
    found.filter(isApproved).length * own === change
      ? `Together, they are ${by}. If both are for this return, adopt one of them, and the other one with --owed.`
      : `That isn't this refund's amount. Look for refunds that add up to it.`;
  const shown = `The sale's refundAmount has changed by ${by}.${isOther ? ` ${hint}` : ''}`;
  const [refund] = found;
  const known = refund ? "the refund's ID, date, and arn" : "the sale's ID and when you sent it";
  const disputed = isDisputed(sale) && `${sale.id} is disputed, ${TELL} ${known}.`;
  const waitFor = (message, advice) => {
    if (disputed) return is('person', `${message} ${disputed}`);
    const checks = [1, 10, 60].map((minutes) => Date.parse(entry.sentAt) + minutes * MINUTE);
    const next = checks.find((check) => check > time);
    if (next) return is('pending', `${message} Run follow after ${showTime(next)}.`);
    return is('person', `${message} Contact PAI support. ${advice}`);
  };
  if (!entry.refund) {
    const names = found.map(({ id, result }) => `${id} (${result})`).join(' or ');
    const seen = `${refund ? `It might be ${names}` : 'No new refund of this amount is visible'}. ${shown}`;
    if (!refund && !isOther) return waitFor(seen, 'Then run follow, adopt, or close.');
    return is('person', [seen, disputed, refund ? ON_GUESS : COMPARE].filter(Boolean).join(' '));
  }
  const { id, type, result, status, amount, currency } = refund;
  if (type !== 'refund' || !isSameAmount(refund, entry))
    return is('person', `${id} is a ${type} of ${amount} ${currency}. Ask PAI support.`);
  if (isApproved(refund)) {
    const more = change - (entry.state === 'refunded' ? 0 : toUnits(amount, currency));
    const end = findEnd(entry);
    const excess = `The sale has ${toText(more, currency)} ${currency} more than your file has. Adopt what's missing. A person decides whether the return was refunded twice.`;
    const above = `${entry.aboveShare} ${currency} is above the line's share. A person decides about the other units, and then closes this.`;
    const problems = [disputed, more > 0 && excess, entry.aboveShare && above, time >= end && pending].filter(Boolean);
    const isEarly = entry.wasLost && time < end;
    const below = entry.belowYours ?? entry.belowShare;
    const than = entry.belowYours ? 'yours' : "the line's share";
    const when = isEarly ? ` after ${showTime(end)}` : '';
    const owed = `It's ${below} ${currency} less than ${than}. If the customer is owed that, send it with --no-line`;
    const rest = below && `${owed}${when}.`;
    const advice = isEarly && `Your own request might still become visible. Run follow after ${showTime(end)}.`;
    const outcome = problems.length > 0 ? 'person' : isEarly ? 'pending' : 'done';
    return is(outcome, [showDone(entry), rest, ...problems, advice].filter(Boolean).join(' '), { state: 'refunded' });
  }
  if (FAILED.includes(result) && change === 0)
    return is('failed', `Nothing was refunded: ${id} is ${result}. ${RETRY}`, { state: 'declined' });
  const isAs = `${id} is ${status} (${result}).`;
  return result === 'unknown'
    ? waitFor(isAs, 'Run follow until it has a result.')
    : is('person', `${isAs} ${shown} Ask PAI support.`);
}

/** Decides what an error response to a refund means. After most of them, the refund stays open. */
export function judgeError({ status, isUnknown, message }) {
  const is = (outcome, advice, more) => ({ outcome, message: `${message} ${advice}`, ...more });
  if (isUnknown) return is('pending', "Don't send it again. Run follow after 1, 10, and 60 minutes.");
  if ([409, 422].includes(status)) return is('person', status === 409 ? ON_409 : ON_422, { errorStatus: status });
  return is('failed', 'Nothing was refunded. Correct the cause, and send it again.', { state: 'rejected' });
}

/** Prints a refund, and returns its outcome. */
function report(entry) {
  console.log(JSON.stringify(entry, (name, value) => (['known', 'outcome'].includes(name) ? undefined : value)));
  return entry.outcome;
}

/** Finds out what has become of a refund, and stores it. If that fails, its state stays the same. */
async function settle(entry, response) {
  // After a 409 or 422, a new refund is someone else's.
  if (entry.errorStatus) return;
  try {
    const listed = entry.refund && !entry.wasLost ? [] : await listCustomer(entry);
    const { refund } = entry;
    const found = refund ? [response ?? (await getTransaction(refund))] : findNew(refunds, entry, listed);
    const sale = await getTransaction(entry.sale);
    Object.assign(entry, decide(refunds, entry, found, sale, now(), showPending(refunds, listed)));
  } catch (error) {
    const outcome = error.isUnknown || error.status === 429 ? 'pending' : 'person';
    Object.assign(entry, { outcome, message: `${error.message} Correct the cause, and run follow.` });
  }
  save();
}

/** Reads what identifies a refund. */
function readDetails({ sale, customer, invoice, line, quantity, amount, tax, ...values }) {
  const [reason, item] = [values.reason?.trim(), clean(values.item)];
  if (![sale, customer, reason].every(Boolean)) reject('Add --sale, --customer, and --reason.');
  const isLine = [invoice, line, quantity].some((value) => value !== undefined);
  const counts = [line === 'all' ? '1' : line, quantity ?? '1'];
  if (isLine && !(invoice && counts.every((count) => /^[1-9]\d*$/.test(count))))
    reject('Add --invoice, --line, and --quantity. Lines and quantities are counted from 1.');
  if (item !== undefined && (isLine || values['no-line'] || !/^(all|\S.*\/[1-9]\d*)$/.test(item)))
    reject('Use --item only for an order without an invoice, as all, or as one unit such as beans/1.');
  if ((amount === undefined) !== (tax === undefined) || !(isLine || amount !== undefined))
    reject('Add --invoice and --line, or --amount and --tax. Without tax, add --tax 0.');
  const details = { sale, customer, reason, item, owed: values.owed };
  const part = { invoice, line: line === 'all' ? line : Number(line), quantity: Number(counts[1]) };
  return isLine ? { ...details, ...part } : details;
}

/** Reads --amount and --tax, if they're given. */
const readMoney = ({ amount, tax }, currency) =>
  amount === undefined ? undefined : toMoney(toUnits(amount, currency), toUnits(tax, currency), currency);

/**
 * Finds the refund with this reason and sale. Stops if it isn't for the same thing. One that's found for the same
 * return can be for more lines or units.
 */
function findSame(details, values, isSameReturn = false) {
  const stored = findStored(refunds, details);
  const read = (value) => toUnits(value, stored.currency);
  const isSame = (name) => read(values[name] ?? stored[name]) === read(stored[name]);
  const isWider = isSameReturn && [details.line, details.item].includes('all');
  const names = isWider ? ['customer', 'invoice'] : ['customer', 'invoice', 'line', 'quantity', 'item'];
  if (stored && !(names.every((name) => stored[name] === details[name]) && isSame('amount') && isSame('tax')))
    reject(
      `${details.reason} of ${details.sale} is already used. For another line or unit, use ${details.reason}/2. ` +
        'If the details are wrong, correct them, or add --same-return to adopt.',
    );
  return stored;
}

/** Checks the quantity of a line, and notes what the line is for. */
function noteLine(all, details, invoice) {
  if (details.line === 'all') return;
  countLeft(all, details, invoice);
  details.description = invoice.items[details.line - 1].description;
}

/** Checks what is refunded of a line. */
function checkLine(details, { amount, tax }, invoice, transactions) {
  if (details.line === 'all') reject('Send one refund for each line.');
  const { id, issueDate, totalAmount, currency, alike } = invoice;
  noteLine(refunds, details, invoice);
  const isSame = (entry) => entry.date === issueDate && entry.amount === totalAmount && entry.currency === currency;
  const isPayment = (one) => one.type === 'sale' && isApproved(one) && one.invoices?.some(isSame);
  const paying = transactions.filter(isPayment).map((one) => one.id);
  // Each invoice that looks the same has its own payment.
  if (paying.length > alike)
    reject(`${paying.join(', ')} have paid ${id}. Refund the extra sale with --no-line, its --amount, and --tax 0.`);
  if (amount !== undefined) checkWorth(refunds, details, { amount, tax }, invoice);
}

/**
 * Stops if more is given for a line than it's worth, or another tax than its share. What PAI has refunded above it is
 * noted.
 */
function checkWorth(all, details, { amount, tax }, invoice, isDone = false) {
  const read = (value) => toUnits(value, invoice.currency);
  const [total, part, line] = [read(amount), read(tax), invoice.items[details.line - 1]];
  const name = `line ${details.line} of ${invoice.id}`;
  const scale = (10 ** countDecimals(invoice.currency) * details.quantity) / line.quantity;
  const lineTax = line.taxAmount ?? 0;
  let [most, mostTax, isKnown] = [(line.amount + lineTax) * scale, lineTax * scale, false];
  try {
    const worth = computeLine(all, details, invoice);
    [most, mostTax, isKnown] = [read(worth.amount), read(worth.tax), true];
  } catch {
    // The amount has to come from a person, for example after a discount. The tax can be a larger share of it, not a
    // smaller one.
  }
  const show = (units) => toText(Math.round(units), invoice.currency);
  const isAbove = total > most + 0.51;
  if (isAbove && !isDone) reject(`You can refund ${show(most)} for ${name}, not ${amount}.`);
  const share = most > 0 ? (Math.min(total, most) * mostTax) / most : 0;
  // The rounding of the line, and of this part, can add up to one unit.
  if (part > mostTax + 0.51 || part - share < -1.01 || (isKnown && part - share > 1.01))
    reject(`A tax of ${tax} doesn't fit ${amount} ${invoice.currency} of ${name}, but ${show(share)} does.`);
  if (isAbove) details.aboveShare = show(total - most);
  if (isDone && isKnown && total < most) details.belowShare = show(most - total);
}

/** Checks, stores, and sends a refund, in this order. */
async function sendRefund(values) {
  const details = readDetails(values);
  const stored = findSame(details, values);
  if (stored?.state.startsWith('paid-'))
    reject(`${stored.reason} is ${stored.state} since ${stored.paidAt}: ${stored.note}. Don't pay or refund it again.`);
  if (stored) return report(stored);
  // The sale is fetched after the list, so that it shows a refund that was created in between.
  const transactions = await listCustomer(details);
  const listed = transactions.find(({ id }) => id === details.sale);
  const invoice = details.invoice && (await findInvoice(details, listed));
  if (invoice) checkLine(details, values, invoice, transactions);
  else requireLine(listed, values);
  const money = readMoney(values, listed.currency) ?? computeLine(refunds, details, invoice);
  const known = transactions.filter(({ type }) => type === 'refund').map(({ id }) => id);
  const refund = { ...details, ...money, known };
  rejectConflict(refunds, refund);
  const sale = await getTransaction(details.sale);
  const problems = checkSale(refunds, refund, sale, transactions, values);
  const [outcome, message] = problems.length > 0 ? ['person', problems.join(' ')] : ['done', 'All checks passed.'];
  const entry = { ...refund, state: 'not-sent', outcome, message: `Not sent. ${message}` };
  if (values['dry-run']) return report(entry);
  refunds = [...refunds.filter((other) => !(isOf(other, details) && other.state === 'not-sent')), entry];
  if (problems.length === 0) await sendOnce(entry);
  else save();
  return report(entry);
}

/** Stores a refund as open, and sends it. Nothing else sends one. */
async function sendOnce(entry) {
  const body = { amount: Number(entry.amount) };
  // Without an amount, everything would be refunded.
  if (!(body.amount > 0)) reject(`${entry.amount} isn't an amount to refund.`);
  const message = 'It might have been sent. Run follow.';
  Object.assign(entry, { state: 'open', outcome: 'pending', message, sentAt: showTime(now()) });
  save();
  settings.hasSent = true;
  const path = `/transactions/${encodeURIComponent(entry.sale)}/refund`;
  const { data, failure } = await send('POST', path, body).catch((error) => ({ failure: judgeError(error) }));
  Object.assign(entry, failure, data?.type === 'refund' && { refund: data.id });
  save();
  if (data) await settle(entry, data);
}

/** Settles every open refund, and repeats every declined one until it's handled. Returns the most urgent outcome. */
async function followRefunds(values) {
  if (values['new-file']) save();
  const outcomes = [];
  for (const entry of refunds.filter((one) => ['open', 'declined'].includes(one.state) || isWatched(one))) {
    if (entry.state !== 'declined') await settle(entry);
    outcomes.push(report(entry));
  }
  return ['person', 'failed', 'pending'].find((name) => outcomes.includes(name)) ?? 'done';
}

/** Finds out what line a refund is for, and checks its tax. Without the line, the item could be refunded again. */
async function noteInvoice(all, details, sale, values, isDone) {
  if (!details.invoice) return void requireLine(sale, values);
  const invoice = await findInvoice(details, sale);
  noteLine(isDone ? [] : all, details, invoice);
  if (details.line !== 'all') checkWorth(all, details, values, invoice, isDone);
}

/** Stops if it isn't known what is refunded of a sale. */
function requireLine({ id, invoices }, values) {
  const [paid, names] = invoices?.length > 0 ? ['an', '--invoice and --line'] : ['no', '--item'];
  if (!values['no-line'] && !(values.item && paid === 'no'))
    reject(`${id} has paid ${paid} invoice. Add ${names} or, if it isn't for an item, --no-line.`);
}

/** Stores a refund that PAI already has. It doesn't reference its sale, so the sale's refundAmount must include it. */
async function adoptRefund(values) {
  const details = readDetails(values);
  const isSameReturn = values['same-return'] === true;
  const stored = findSame(details, isSameReturn ? {} : values, isSameReturn);
  const done = refunds.find((other) => isElsewhere(other, details) && isLive(other) && other.state !== 'open');
  const twice = 'so this is a second payment: adopt it with a new reason and --owed, and close what is open.';
  if (done && !values.owed) reject(`${done.reason} is ${done.state} on ${done.sale}, ${twice}`);
  const transactions = await listCustomer(details);
  const refund = transactions.find(({ id, type }) => id === values.refund && type === 'refund');
  if (!refund || values.amount === undefined)
    reject(`Add the --refund of ${details.customer}, its --amount, and --tax.`);
  const { id, result, currency } = refund;
  const sale = await getTransaction(details.sale);
  const others = refunds.filter((other) => other !== stored);
  await noteInvoice(others, details, sale, values, true);
  const entry = { ...details, ...readMoney(values, currency) };
  const missing = toUnits(sale.refundAmount, currency) - addState(refunds, 'refunded', sale.id, currency);
  if (stored && (stored.refund || stored.state !== 'open' || values.owed))
    reject(`${details.reason} is ${stored.state}, so this is another refund. Use another reason.`);
  if (listAssigned(refunds).includes(id)) reject(`${id} is already stored.`);
  if (FAILED.includes(result)) reject(`${id} is ${result}, so there's nothing to store.`);
  if (!isSameAmount(refund, entry)) reject(`${id} is ${refund.amount} ${currency}. Correct --amount.`);
  const [own, paid] = [refund.subscriptionId, sale.subscriptionId];
  if (own && paid && own !== paid) reject(`${id} is for ${own}, but ${sale.id} for ${paid}. Correct --sale.`);
  if (sale.currency !== currency || (isApproved(refund) && missing < toUnits(entry.amount, currency)))
    reject(`The refundAmount of ${sale.id} doesn't include ${id}. Correct --sale.`);
  const above =
    stored && details.item !== 'all' && !details.invoice
      ? toUnits(entry.amount, currency) - toUnits(stored.amount, currency)
      : 0;
  if (above > 0) entry.aboveShare = toText(above, currency);
  const below = isSameReturn && stored ? toUnits(stored.amount, currency) - toUnits(entry.amount, currency) : 0;
  if (below > 0) entry.belowYours = toText(below, currency);
  const target = stored ?? { known: [], state: 'open', sentAt: showTime(now()) };
  if (!stored) refunds.push(target);
  Object.assign(target, entry, { refund: id, errorStatus: undefined, wasLost: stored && !stored.errorStatus });
  await settle(target, refund);
  return report(target);
}

/** Stores what the customer gets in another way. Only the file keeps it from being refunded, too. */
async function payOutside(values) {
  const details = readDetails(values);
  const stored = findSame(details, values);
  if (values.amount === undefined || !values.note) reject('Add --amount, --tax, and --note with its reference.');
  const unclear = 'Run follow, and close it once PAI support has confirmed that nothing was refunded.';
  if (stored?.state === 'open') reject(`${details.reason} is open. ${unclear}`);
  const isAgain = stored?.state === 'paid-outside' && !stored.returned;
  if (values.returned ? !isAgain : stored && stored.state !== 'declined')
    reject(`${details.reason} of ${details.sale} is ${stored?.state ?? 'not stored'}. Money can come back only once.`);
  const transactions = await listCustomer(details);
  const sale = await getTransaction(details.sale);
  const others = refunds.filter((other) => other !== stored);
  await noteInvoice(others, details, sale, values);
  const entry = { ...details, ...readMoney(values, sale.currency) };
  rejectConflict(others, entry);
  const byDispute = values['by-dispute'];
  const read = (value) => toUnits(value, sale.currency);
  const paidBy = read(entry.amount) + addState(others, 'paid-by-dispute', sale.id, sale.currency);
  const most = Math.min(read(values['lost-dispute'] ?? 0), read(sale.amount));
  const [total, lost] = [paidBy, most].map((units) => toText(units, sale.currency));
  const above = `With this return, disputes of ${sale.id} have paid for ${total}, but at most ${lost} is lost.`;
  if (byDispute && paidBy > most) reject(`${above} Correct --amount or --lost-dispute.`);
  // The customer has the money already, so an open dispute or a changed refundAmount doesn't matter.
  const problems = byDispute ? [] : checkSale(others, entry, sale, transactions, values, true);
  const refusal = { state: 'not-sent', outcome: 'person', message: `Don't pay it. ${problems.join(' ')}` };
  if (problems.length > 0) return report({ ...entry, ...refusal });
  const booking = values.returned ? "Don't book it again, because it counts once." : 'Book it with its note.';
  const message = byDispute ? BY_DISPUTE : `Pay it now, unless you have. ${booking} If you can't pay it, close it.`;
  const returned = values.returned && { note: stored.note, paidAt: stored.paidAt };
  const state = byDispute ? 'paid-by-dispute' : 'paid-outside';
  const paid = { ...entry, state, outcome: 'done', message, note: values.note, returned };
  refunds = [...others, { ...paid, paidAt: showTime(now()) }];
  save();
  return report(refunds.at(-1));
}

/** Closes a refund after a person has made sure that nothing was refunded, or that an approved one is done. */
async function closeRefund({ sale: saleId, reason, note }) {
  if (![saleId, reason, note].every(Boolean)) reject('Add --sale, --reason, and --note.');
  const entry = findStored(refunds, { sale: saleId, reason });
  // One that has failed wasn't paid back, even if it's owed.
  const approved = entry?.state === 'refunded' && (await getTransaction(entry.refund));
  if (approved && FAILED.includes(approved.result)) {
    const message = `${approved.id} is ${approved.result} now, so it has refunded nothing. Reverse its booking. ${RETRY}`;
    Object.assign(entry, { state: 'declined', outcome: 'failed', message, note });
    save();
    return report(entry);
  }
  if (entry?.owed && entry.state === 'refunded' && !isWatched(entry) && !entry.repaidAt) {
    const message = 'The customer has paid it back. Book that against the receivable.';
    Object.assign(entry, { outcome: 'done', message, note, repaidAt: showTime(now()) });
    save();
    return report(entry);
  }
  if (!entry || (entry.state === 'refunded' && !isWatched(entry)))
    reject(`${reason} of ${saleId} isn't open, declined, or paid in another way.`);
  const { refund, errorStatus, sentAt, currency, wasLost } = entry;
  const hasNoId = entry.state === 'open' && !refund;
  const isLost = hasNoId && !errorStatus;
  if ((wasLost || isLost) && now() < findEnd(entry))
    reject(`It might become visible until ${showTime(findEnd(entry))}. Wait.`);
  const sale = await getTransaction(saleId);
  const missing = toUnits(sale.refundAmount, currency) - addState(refunds, 'refunded', saleId, currency);
  const latest = approved || (refund && (await getTransaction(refund)));
  const seen = hasNoId ? findNew(refunds, entry, await listCustomer(entry)) : [latest];
  const pending = seen.find((one) => one?.result === 'unknown');
  if (pending) reject(`${pending.id} is ${pending.status}, and might still be approved. Wait for its result.`);
  if (missing !== 0 || (latest && isApproved(latest) && entry.state !== 'refunded'))
    reject(`${saleId} has refunds that aren't in your file. Run follow, or adopt what's missing.`);
  // After a 409 or 422, a new refund is someone else's.
  const guesses = isLost ? seen.filter(isApproved).map(({ id }) => id) : [];
  const advice = "Adopt it, with its own reason if it's for another return, and then close this one.";
  if (guesses.length > 0) reject(`${guesses.join(', ')} might be this refund. ${advice}`);
  const own = refunds.filter((other) => other.sale === saleId && other.state === 'refunded');
  const since = own.filter((other) => Date.parse(other.sentAt) >= Date.parse(sentAt));
  const ids = since.map((other) => other.refund).join(', ');
  const condition = isDisputed(sale) ? ' once the dispute is over, unless the customer got the money through it' : '';
  const other = refunds.find((one) => isElsewhere(one, entry) && isLive(one));
  const again = other
    ? `The return is refunded on ${other.sale}, so don't send it again.`
    : ids
      ? `Send it again only if ${ids} was for something else.`
      : `You can send it again${condition}.`;
  const message = `Closed: this attempt has refunded nothing. ${again}`;
  const end = entry.state === 'refunded' ? { message: showDone(entry) } : { state: 'closed', message };
  Object.assign(entry, { ...end, outcome: 'done', note, closedAt: showTime(now()) });
  save();
  return report(entry);
}

/** Reads the file. Only a person knows whether a missing one is new: if it's lost, its refunds could be sent again. */
function readRefunds(file, isNew = false) {
  const advice = isNew ? 'exists. Omit --new-file.' : 'is missing. Correct --file, restore it, or add --new-file.';
  if (existsSync(file) === isNew) reject(`${file} ${advice}`);
  if (isNew) return [];
  try {
    const all = JSON.parse(readFileSync(file, 'utf8'));
    // A refund with a mistyped state wouldn't keep another one from being sent.
    const wrong = all.find(({ state }) => !STATES.includes(state));
    return wrong ? reject(`the state ${wrong.state} doesn't exist`) : all;
  } catch (error) {
    return reject(`${file} isn't valid: ${error.message}. Correct it, but don't delete it.`);
  }
}

/** Keeps two runs apart. A lock isn't removed automatically, because the other run might be on another machine. */
function lock(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    const advice = `If no other run uses ${settings.file}, for example after a crash, delete ${file}, and run follow.`;
    reject(`Process ${readFileSync(file, 'utf8')} is working on these refunds. Wait, and run this again. ${advice}`);
  }
}

/** Prints the first lines of this file. Without --help, a command is missing. */
function showUsage(isHelp) {
  const [comment] = readFileSync(fileURLToPath(import.meta.url), 'utf8').split('\n */');
  (isHelp ? console.log : console.error)(comment.replace(/^\/\*\*\n|^ \* ?/gm, ''));
  process.exitCode = isHelp ? EXIT.done : EXIT.input;
}

/** Reads the command line and the environment. */
function readSettings() {
  const read = (names, type = 'string') => names.split(' ').map((name) => [name, { type }]);
  const texts = read('sale customer reason invoice line quantity item amount tax lost-dispute refund note file');
  const flags = 'dry-run no-line new-file owed returned by-dispute same-return not-for-this-return test-data help';
  const options = Object.fromEntries([...texts, ...read(flags, 'boolean')]);
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  if (values.help || positionals.length === 0) return showUsage(values.help);
  const { PAI_API = 'https://api.pai.example', PAI_API_KEY: key, PAI_ORGANIZATION_ID: organization } = process.env;
  if (!key || !organization) reject('Set PAI_API_KEY and PAI_ORGANIZATION_ID.');
  if (process.env.PAI_NOW && PAI_API.startsWith('https:'))
    reject('PAI_NOW is the time of a sandbox on your own machine. Unset it, or set PAI_API to that sandbox.');
  if (Number.isNaN(now())) reject('PAI_NOW must be a time such as 2026-11-20T12:00:00Z.');
  const names = ['send', 'follow', 'adopt', 'pay-outside', 'close'];
  const functions = [sendRefund, followRefunds, adoptRefund, payOutside, closeRefund];
  const command = functions[names.indexOf(positionals.join(' '))] ?? reject(`Use one of ${names.join(', ')}.`);
  const { owed, invoice, line, quantity, item, tax = '0' } = values;
  if (owed && (command !== adoptRefund || (invoice ?? line ?? quantity ?? item) !== undefined || Number(tax) !== 0))
    reject('Use --owed only with adopt, without a line, an item, or a tax.');
  if (owed) Object.assign(values, { 'no-line': true, tax: '0' });
  if (values['by-dispute'] && (command !== payOutside || values.returned || values['not-for-this-return']))
    reject('Use --by-dispute only with pay-outside, without --returned or --not-for-this-return.');
  if (values['by-dispute'] && !(Number(values['lost-dispute']) > 0))
    reject("Add --lost-dispute with what you've lost. Use --by-dispute only once the dispute is lost or forfeited.");
  const base = new URL(`/v1/public-api/organizations/${encodeURIComponent(organization)}`, PAI_API).href;
  const testData = values['test-data'] ? { showTestData: true } : {};
  return { command, values, key, base, testData, file: values.file ?? 'refunds.json' };
}

async function main() {
  settings = readSettings();
  if (!settings) return;
  lock(`${settings.file}.lock`);
  try {
    refunds = readRefunds(settings.file, settings.values['new-file']);
    process.exitCode = EXIT[await settings.command(settings.values)];
  } finally {
    rmSync(`${settings.file}.lock`, { force: true });
  }
}

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  await main().catch(({ message }) => {
    // After the request, an error such as a full disk must not look as if nothing was sent.
    const isSent = settings?.hasSent;
    console.error(`refund: ${message} ${isSent ? 'It might have been sent. Run follow.' : 'This run sent nothing.'}`);
    process.exitCode = isSent ? EXIT.pending : EXIT.input;
  });
}
