/**
 * Programs that readers download: the reconciliation script, as a process against a stub with more than one page and the
 * sandbox, and the typed client.
 */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { listVariables } from '../../sandbox/seed';
import { root } from '../support/routes';
import { expect, test } from './fixtures';

const SCRIPT = path.join(root, 'examples', 'reconciliation', 'reconcile.mjs');

const sale = { type: 'sale', result: 'approved', status: 'completed', amount: 0.1, currency: 'USD' };
/** 250 sales, one an hour from November 1 on. */
const createSales = () =>
  Array.from({ length: 250 }, (_, index) => {
    const createdAt = new Date(Date.UTC(2026, 10, 1, index)).toISOString();
    return { id: `txn_${index}`, createdAt, ...sale };
  });

let folder: string;
test.beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'reconcile-'))));
test.afterEach(() => rmSync(folder, { recursive: true }));

/** Runs the script, and returns what it prints. Throws with the error's text if it fails. */
async function run(api: string, from = '2026-11-01', to = '2026-11-30'): Promise<string> {
  const env = { PATH: process.env['PATH'], ...listVariables(api) };
  const { stdout } = await promisify(execFile)(process.execPath, [SCRIPT, '--from', from, '--to', to], {
    cwd: folder,
    env,
  });
  return stdout;
}

/** Runs the script against a stub of the list. Its first `listed` transactions are on the pages. */
async function runOn(all: object[], listed = all.length): Promise<string> {
  const server = createServer((request, response) => {
    const query = new URL(request.url ?? '', 'http://stub').searchParams;
    const [offset, limit] = [Number(query.get('offset')), Number(query.get('limit'))];
    const data = all.slice(0, listed).slice(offset, offset + limit);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ type: 'list', totalCount: all.length, paginationMeta: { limit, offset }, data }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    return await run(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.close();
  }
}

test('every page is written, and refunded and disputed sales count as captured', async () => {
  const changes = [
    ...[{ status: 'refunded' }, { status: 'disputed' }, { type: 'refund' }, { type: 'authorize' }],
    ...[{ status: 'waiting', result: 'unknown' }, { result: 'declined' }, { status: 'voided' }],
    ...[{ currency: 'JPY', amount: 1500 }, { createdAt: '2026-12-01T00:00:00Z' }],
  ];
  const all = createSales().map((sale, index) => ({ ...sale, ...changes[index] }));
  expect(await runOn(all)).toBe(
    '249 transactions in transactions.csv\nUSD: 24.30 captured, 0.10 refunded, 24.20 net\n' +
      'JPY: 1500.00 captured, 0.00 refunded, 1500.00 net\n',
  );
  const rows = readFileSync(path.join(folder, 'transactions.csv'), 'utf8').trim().split('\n');
  expect(rows).toHaveLength(1 + 249);
  expect(rows[1]).toBe('"txn_0","","sale","approved","refunded","0.1","USD","","",""');
});

test('a list that ends early, and a range that ends before it begins, fail', async () => {
  await expect(runOn(createSales(), 120)).rejects.toThrow('The list changed while it was read. Start again.');
  await expect(run('http://127.0.0.1:9', '2026-11-02', '2026-10-01')).rejects.toThrow('Set --from and --to to days');
});

test('it runs against the sandbox', async ({ sandbox }) => {
  expect(await run(sandbox.url, '2026-01-01', '2026-12-31')).toMatch(
    /^[1-9]\d* transactions[^]*USD: [1-9][\d.]+ captured/,
  );
});

test('the typed client sells a subscription, takes its payment, and refunds a part', async ({ sandbox }) => {
  // Its types are those of a file that readers save beside it. `tests/check/downloads/types.spec.ts` compiles it.
  const { runJourney } = createRequire(__filename)('../../examples/typed-client/journey.ts') as {
    runJourney: (settings: object) => Promise<string[]>;
  };
  const { PAI_API_KEY, PAI_ORGANIZATION_ID: organizationId } = listVariables('');
  const ids = await runJourney({ baseUrl: sandbox.url, authorization: `ApiKey ${PAI_API_KEY}`, organizationId });
  expect(new Set(ids).size).toBe(8);
});
