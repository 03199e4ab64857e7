/**
 * Copies the transactions of a range of days, in UTC, to a CSV file, and sums them per currency. Needs Node.js 20, no
 * packages, and the variables PAI_API, PAI_API_KEY, and PAI_ORGANIZATION_ID.
 *
 *   node reconcile.mjs --from 2026-11-01 --to 2026-11-30 --out transactions.csv
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

const COLUMNS = [
  'id',
  'date',
  'type',
  'result',
  'status',
  'amount',
  'currency',
  'refundAmount',
  'subscriptionId',
  'arn',
];
const PAGE = 100;
const DAY = 24 * 60 * 60 * 1000;

/** Statuses of a sale whose money was captured. A refund or a dispute changes the status afterward. */
const CAPTURED = ['completed', 'partially-refunded', 'refunded', 'disputed'];

/** Whether a transaction is a payment or a refund whose money moved. To ship, require the status `completed`. */
function counts({ type, result, status, deletedAt }) {
  if (result !== 'approved' || deletedAt) return false;
  return type === 'refund' ? status === 'completed' : ['sale', 'capture'].includes(type) && CAPTURED.includes(status);
}

/** Fetches all transactions of the range, oldest first, so that new ones don't move the other pages. */
async function fetchTransactions(from, end) {
  const { PAI_API, PAI_API_KEY, PAI_ORGANIZATION_ID } = process.env;
  if (!PAI_API || !PAI_API_KEY || !PAI_ORGANIZATION_ID)
    throw new Error('Set PAI_API, PAI_API_KEY, and PAI_ORGANIZATION_ID.');
  const url = new URL(`${PAI_API}/v1/public-api/organizations/${PAI_ORGANIZATION_ID}/transactions`);
  // A day more on both sides, so that the ends of the range don't matter.
  const query = { dateFrom: new Date(from - DAY).toISOString(), dateTo: new Date(end + DAY).toISOString() };
  const transactions = new Map();
  for (let offset = 0, total = 1; offset < total; offset += PAGE) {
    url.search = new URLSearchParams({ ...query, sortBy: 'createdAt', sortDirection: 'asc', limit: PAGE, offset });
    const response = await fetch(url, { headers: { Authorization: `ApiKey ${PAI_API_KEY}` } });
    if (!response.ok) throw new Error(`The list of transactions returned ${response.status}.`);
    const { data, totalCount } = await response.json();
    for (const transaction of data) transactions.set(transaction.id, transaction);
    total = totalCount;
    if (offset + PAGE >= total && transactions.size < total)
      throw new Error('The list changed while it was read. Start again.');
  }
  return [...transactions.values()].filter(({ date, createdAt }) => {
    const time = Date.parse(date ?? createdAt);
    return time >= from && time < end;
  });
}

/** Writes a row per transaction. */
function writeCsv(file, transactions) {
  const quote = (value) => `"${String(value ?? '').replaceAll('"', '""')}"`;
  const rows = transactions.map((transaction) => COLUMNS.map((column) => quote(transaction[column])).join(','));
  writeFileSync(file, `${[COLUMNS.join(','), ...rows].join('\n')}\n`);
}

/** Sums per currency in thousandths, the most decimals that a currency has, so that the sums are exact. */
function sumByCurrency(transactions) {
  const sums = {};
  for (const { type, amount, currency } of transactions.filter(counts)) {
    const sum = (sums[currency] ??= { captured: 0, refunded: 0 });
    sum[type === 'refund' ? 'refunded' : 'captured'] += Math.round(amount * 1000);
  }
  return sums;
}

const { values } = parseArgs({
  options: { from: { type: 'string' }, to: { type: 'string' }, out: { type: 'string', default: 'transactions.csv' } },
});
const from = Date.parse(`${values.from}T00:00:00Z`);
const end = Date.parse(`${values.to}T00:00:00Z`) + DAY;
if (!(from < end)) throw new Error('Set --from and --to to days, such as 2026-11-01.');

const transactions = await fetchTransactions(from, end);
writeCsv(values.out, transactions);
console.log(`${transactions.length} transactions in ${values.out}`);
const show = (units) => (units / 1000).toFixed(3).replace(/0$/, '');
for (const [currency, { captured, refunded }] of Object.entries(sumByCurrency(transactions)))
  console.log(`${currency}: ${show(captured)} captured, ${show(refunded)} refunded, ${show(captured - refunded)} net`);
