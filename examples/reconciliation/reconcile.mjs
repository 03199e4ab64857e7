/**
 * Copies the transactions of a range of days to a file, for comparison with your books. Needs Node 20 or newer and no
 * packages.
 *
 *   PAI_API_KEY, PAI_ORGANIZATION_ID      your key, and the organization to reconcile
 *   PAI_API                               optional: the API's base URL
 *   PAI_NOW                               optional: the time of a sandbox whose clock you've moved
 *
 *   node reconcile.mjs --from 2026-08-01 --to 2026-11-20 --out books.jsonl
 *   --daily                               also prints each day, in UTC
 *   --test-data                           includes test payments, if the list leaves them out
 *
 * Each line of the file is a transaction as it was when it was fetched. A transaction that has changed is written
 * again, so the last line for an ID counts. One that's no longer in the list is written again with `missingSince`, and
 * isn't summed until it's back. If the script is interrupted, start it again: it writes what's missing, and no line
 * twice. Don't run it twice at the same time. It exits with status 1 unless it has found as many transactions as the
 * list has. "No longer counted" and the other lists below the sums don't change the status, so read them.
 */
import { realpathSync } from 'node:fs';
import { appendFile, readFile, truncate } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const PAGE = 100;
const TRIES = 5;
const DAY = 24 * 60 * 60 * 1000;

/** Statuses of a sale or capture whose money was captured. A refund or a dispute changes the status afterward. */
const CAPTURED = ['completed', 'partially-refunded', 'refunded', 'disputed'];

/**
 * Returns whether a transaction captured money, even if some of it was returned later. Don't ship by this rule: to
 * ship, require the status `completed`.
 */
export function wasCaptured({ type, status, result }) {
  return ['sale', 'capture'].includes(type) && result === 'approved' && CAPTURED.includes(status);
}

/** Whether a transaction counts in the sums, as a payment or as a refund. */
export function counts(transaction) {
  const { type, status, result, deletedAt, missingSince } = transaction;
  const isRefund = type === 'refund' && status === 'completed' && result === 'approved';
  return !deletedAt && !missingSince && (isRefund || wasCaptured(transaction));
}

/** Types that move no money, or only with another transaction. Any other type is for a person to book. */
const BESIDE_THE_SUMS = ['authorize', 'setup', 'void', '3ds-authentication'];

/** Reads a file, or returns an empty text if there is none. */
async function readIfPresent(file) {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return '';
    throw error;
  }
}

/** Reads the transactions written so far, and cuts off a last line that was written only in part. */
export async function readBooks(out) {
  const text = await readIfPresent(out);
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  if (whole.length < text.length) await truncate(out, Buffer.byteLength(whole));
  return whole
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

/** Fetches one page. Retries what can pass: rate limits, server errors, and lost connections. */
async function fetchPage({ api, key, organizationId, from, to, showTestData }, offset) {
  const url = new URL(`/v1/public-api/organizations/${encodeURIComponent(organizationId)}/transactions`, api);
  // Oldest first: new transactions don't move the pages that are left. One day more on both sides, since it isn't part
  // of the API contract whether the ends of a range are included.
  const query = { limit: PAGE, offset, sortBy: 'createdAt', sortDirection: 'asc' };
  query.dateFrom = new Date(from - DAY).toISOString();
  query.dateTo = new Date(to + DAY).toISOString();
  if (showTestData) query.showTestData = true;
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
  for (let attempt = 1; ; attempt += 1) {
    let problem;
    try {
      const headers = { authorization: `ApiKey ${key}` };
      const response = await fetch(url, { headers, signal: AbortSignal.timeout(30_000) });
      if (response.ok) return await response.json();
      problem = new Error(`GET ${url.pathname} returned ${response.status}`);
      problem.retryAfter = Number(response.headers.get('retry-after')) || 0;
      if (response.status !== 429 && response.status < 500) throw Object.assign(problem, { isFinal: true });
    } catch (error) {
      if (error.isFinal || attempt === TRIES) throw error;
      problem = error;
    }
    if (attempt === TRIES) throw problem;
    const pause = 2 ** attempt * Number(process.env.RECONCILE_PAUSE_MS ?? 500);
    await wait(Math.max(pause, (problem.retryAfter ?? 0) * 1000));
  }
}

/** Appends transactions to the file, one a line. */
async function appendLines(out, transactions) {
  if (transactions.length > 0)
    await appendFile(out, transactions.map((transaction) => `${JSON.stringify(transaction)}\n`).join(''));
}

/**
 * Copies all transactions of the range. Each page begins with the last transaction of the one before. If it doesn't, or
 * if fewer are found than the list has, the list has changed meanwhile, and it's read again from the beginning.
 *
 * @returns how many lines were written, and the IDs that are in the file but no longer in the list
 */
export async function copyTransactions(options) {
  const { out, from, to } = options;
  const isInRange = ({ id, date, createdAt, currency }) => {
    const time = Date.parse(date ?? createdAt);
    if (Number.isNaN(time) || !currency) throw new Error(`${id} has no date or no currency, so it can't be counted.`);
    return time >= from && time < to;
  };
  const latest = new Map((await readBooks(out)).map((transaction) => [transaction.id, transaction]));
  const hasChanged = (transaction) => JSON.stringify(latest.get(transaction.id)) !== JSON.stringify(transaction);
  let lines = 0;
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const seen = new Set();
    let lastId;
    for (let offset = 0; ;) {
      const { data, totalCount } = await fetchPage(options, Math.max(0, offset - 1));
      if (offset > 0 && data[0]?.id !== lastId) break;
      const fresh = data.filter((transaction) => isInRange(transaction) && hasChanged(transaction));
      await appendLines(out, fresh);
      for (const transaction of fresh) latest.set(transaction.id, transaction);
      for (const { id } of data) seen.add(id);
      lines += fresh.length;
      offset += offset > 0 ? data.length - 1 : data.length;
      const isLast = offset >= totalCount || data.at(-1)?.id === lastId;
      lastId = data.at(-1)?.id;
      if (!isLast) continue;
      const gone = [...latest.values()].filter((transaction) => isInRange(transaction) && !seen.has(transaction.id));
      if (seen.size < totalCount) break;
      // Otherwise, nothing would show that it's gone, or that it's back.
      const missed = gone.filter(({ missingSince }) => !missingSince);
      const missingSince = new Date(process.env.PAI_NOW ?? Date.now()).toISOString();
      await appendLines(
        out,
        missed.map((transaction) => ({ ...transaction, missingSince })),
      );
      return { lines: lines + missed.length, gone: gone.map(({ id }) => id) };
    }
  }
  throw new Error('the list ended early or changed each time it was read. Start again later');
}

/** Sums are in thousandths, the most decimals that a currency has, so that they're exact in each. */
const UNITS = 1000;

/**
 * Shows a sum with the currency's usual decimals, 2 for USD and 0 for JPY, or more if the sum has more. The usual
 * decimals come from the locale data, which leaves out those of some currencies, such as HUF.
 */
function showUnits(units, currency) {
  const usual = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits;
  const needed = [0, 2, 3].find((decimals) => units % 10 ** (3 - decimals) === 0);
  return (units / UNITS).toFixed(Math.max(usual, needed));
}

/** The day of a transaction, in UTC. */
const dayOf = ({ date, createdAt }) => (date ?? createdAt).slice(0, 10);

/**
 * Sums what was captured and refunded by currency, and by day and currency, in thousandths. A refund counts on its own
 * day. `disputed` is what's left after refunds of the sales with that status, however little of it the bank disputes.
 * Also lists the disputed payments, what counted before and no longer does, what counts again after that, and what a
 * person has to book.
 */
export function summarize(books) {
  const latest = new Map(books.map((transaction) => [transaction.id, transaction]));
  const sums = {};
  const days = {};
  const [disputed, byHand] = [[], []];
  const [counted, paused] = [new Set(), new Set()];
  for (const transaction of books) {
    if (counts(transaction)) counted.add(transaction.id);
    else if (counted.has(transaction.id)) paused.add(transaction.id);
  }
  const stopped = [...paused].filter((id) => !counts(latest.get(id)));
  const again = [...paused].filter((id) => counts(latest.get(id)));
  for (const transaction of [...latest.values()].sort((a, b) => dayOf(a).localeCompare(dayOf(b)))) {
    const { id, type, status, result, currency, amount, refundAmount = 0, combinedStatus } = transaction;
    const toUnits = (value) => Math.round(value * UNITS);
    const isCounted = counts(transaction);
    const isKnown = ['sale', 'capture', 'refund', ...BESIDE_THE_SUMS].includes(type);
    if (!isKnown && result === 'approved') byHand.push(`${id} (${type})`);
    const isDisputed = isCounted && status === 'disputed';
    const day = (days[dayOf(transaction)] ??= {});
    for (const totals of [sums, day]) {
      const sum = (totals[currency] ??= { captured: 0, refunded: 0, disputed: 0 });
      if (isCounted && type === 'refund') sum.refunded += toUnits(amount);
      else if (isCounted) sum.captured += toUnits(amount);
      if (isDisputed) sum.disputed += toUnits(amount) - toUnits(refundAmount);
    }
    if (isDisputed || combinedStatus === 'disputed') disputed.push(id);
  }
  return { transactions: latest.size, sums, days, disputed, stopped, again, byHand };
}

/** One line for each currency. Net doesn't subtract disputes, which are booked from their events. */
export function describeSums(sums, prefix = '') {
  return Object.entries(sums).map(([currency, { captured, refunded, disputed }]) => {
    const show = (units) => showUnits(units, currency);
    const beside =
      disputed > 0
        ? `, including payments with a dispute: ${show(disputed)} (whole payments, not the amount lost)`
        : '';
    return `${prefix}${currency}: ${show(captured)} captured, ${show(refunded)} refunded, ${show(captured - refunded)} net${beside}`;
  });
}

/** Reads a day of the command line as milliseconds. */
function parseDay(name, value) {
  const time = Date.parse(`${value}T00:00:00Z`);
  if (Number.isNaN(time)) throw new Error(`--${name} must be a day such as 2026-11-20`);
  return time;
}

/** Reads the first lines of this file, which say how to use it. */
async function readUsage() {
  const [comment] = (await readFile(fileURLToPath(import.meta.url), 'utf8')).split('\n */');
  return comment.replace(/^\/\*\*\n|^ \* ?/gm, '');
}

async function main() {
  if (process.argv.includes('--help')) return console.log(await readUsage());
  const { values } = parseArgs({
    options: {
      from: { type: 'string' },
      to: { type: 'string' },
      out: { type: 'string', default: 'books.jsonl' },
      daily: { type: 'boolean', default: false },
      'test-data': { type: 'boolean', default: false },
    },
  });
  const {
    PAI_API: api = 'https://api.pai.example',
    PAI_API_KEY: key,
    PAI_ORGANIZATION_ID: organizationId,
  } = process.env;
  if (!key || !organizationId) throw new Error('set PAI_API_KEY and PAI_ORGANIZATION_ID');
  if (process.env.PAI_NOW && api.startsWith('https:'))
    throw new Error('PAI_NOW is the time of a sandbox on your own machine. Unset it, or set PAI_API to that sandbox');
  const from = parseDay('from', values.from);
  const to = parseDay('to', values.to) + DAY;
  if (from >= to) throw new Error(`--from ${values.from} is after --to ${values.to}. Swap the two days`);
  const { out, daily, 'test-data': showTestData } = values;
  const { lines, gone } = await copyTransactions({ api, key, organizationId, from, to, out, showTestData });
  const { transactions, sums, days, disputed, stopped, again, byHand } = summarize(await readBooks(out));
  console.log(`${lines} lines written, ${transactions} transactions in ${out}`);
  if (daily)
    for (const [day, daySums] of Object.entries(days))
      describeSums(daySums, `${day} `).forEach((line) => console.log(line));
  describeSums(sums).forEach((line) => console.log(line));
  if (disputed.length > 0) console.log(`Disputed: ${disputed.join(', ')}`);
  if (stopped.length > 0) console.log(`No longer counted: ${stopped.join(', ')}`);
  if (again.length > 0) console.log(`Counted again: ${again.join(', ')}`);
  if (gone.length > 0) console.log(`No longer in the list: ${gone.join(', ')}`);
  if (byHand.length > 0) console.log(`A person has to book: ${byHand.join(', ')}`);
}

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  try {
    await main();
  } catch (error) {
    console.error(`reconcile: ${error.message}`);
    process.exitCode = 1;
  }
}
