/**
 * A fresh sandbox holds the example world: whatever ID the examples, the tutorials and the example world name can be read,
 * and shows what the documentation shows.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { EXAMPLE_NOW, listVariables } from '../../sandbox/seed';
import { type Sandbox, startSandbox } from '../../sandbox/server';
import { LIST_EXAMPLES } from '../../src/example-world/examples';
import { answerList } from '../../src/example-world/lists';
import * as timeline from '../../src/example-world/timeline';
import * as world from '../../src/example-world/history';
import { root } from '../support/routes';
import { description } from './api';

/** The read of each kind of ID, below the organization; those without one can't be read by the API. */
const READS: Record<string, string | undefined> = {
  can: 'subscription-cancellations',
  cus: 'customers',
  dsp: undefined,
  inv: 'customer-invoices',
  key: undefined,
  pau: 'subscription-pauses',
  pin: undefined,
  pln: 'plans',
  prd: 'products',
  rea: 'subscription-reactivations',
  sub: 'subscriptions',
  tok: 'payment-instruments/tokens',
  txn: 'transactions',
};

/** A single value of a query. */
const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

let sandbox: Sandbox;
test.beforeAll(async () => {
  sandbox = await startSandbox(description, { port: 0, checksReplies: true, startAt: EXAMPLE_NOW });
});
test.afterAll(() => sandbox.close());

async function read(target: string): Promise<{ status: number; text: string }> {
  const { PAI_ORGANIZATION_ID = '', PAI_API_KEY = '' } = listVariables(sandbox.url);
  const base = target.startsWith('/v1') ? '' : `/v1/public-api/organizations/${PAI_ORGANIZATION_ID}/`;
  const reply = await fetch(`${sandbox.url}${base}${target}`, { headers: { Authorization: `ApiKey ${PAI_API_KEY}` } });
  return { status: reply.status, text: await reply.text() };
}

/** All IDs of a text that are shown as records of the example world: `pin_JonasMc4444`, `inv_2026-11-0187`. */
function idsIn(text: string): string[] {
  const prefixes = [...Object.keys(READS), 'whd'].join('|');
  return text.match(new RegExp(`\\b(${prefixes})_[0-9A-Za-z]+(-\\d\\d-\\d{4})?\\b`, 'g')) ?? [];
}

/** What an ID of a kind without a read of its own is found in. */
async function isListed(id: string): Promise<boolean> {
  const instrument = world.INSTRUMENTS.find((facts) => facts.id === id);
  if (instrument) return (await read(`customers/${instrument.customer}/payment-instruments`)).text.includes(`"${id}"`);
  return sandbox.world.store.get(id.startsWith('dsp_') ? 'disputes' : 'apiKeys', id) !== undefined;
}

test('every ID of the example world, the examples and the tutorials is there', async () => {
  test.setTimeout(120_000);
  const folder = path.join(root, 'docs', 'get-started', 'tutorials');
  const pages = readdirSync(folder).map((file) => readFileSync(path.join(folder, file), 'utf8'));
  const facts = JSON.stringify([world, timeline.INVOICES, timeline.SALES]);
  const ids = new Set([facts, JSON.stringify(description.components?.examples), ...pages].flatMap(idsIn));
  const missing: string[] = [];
  let reads = 0;
  for (const id of ids) {
    const place = id.startsWith('whd_') ? '/v1/webhook-destinations' : READS[id.slice(0, 3)];
    if (place === undefined) {
      if (!(await isListed(id))) missing.push(id);
      continue;
    }
    const { status, text } = await read(`${place}/${id}`);
    reads += 1;
    const isRight = place === 'customer-invoices' ? text.startsWith('%PDF-') : text.includes(`"id":"${id}"`);
    if (status !== 200 || !isRight) missing.push(`${id}: ${status} ${text.slice(0, 120)}`);
  }
  console.log(`${ids.size} IDs: ${reads} read one by one, ${ids.size - reads} found in lists`);
  expect(reads).toBeGreaterThan(50);
  expect(missing, missing.join('\n')).toEqual([]);
});

test('every list of the documentation is answered as it is shown', async () => {
  const examples = Object.entries(LIST_EXAMPLES).filter(([, { at }]) => at === EXAMPLE_NOW);
  for (const [name, { operation, query }] of examples) {
    const { path: template = '' } =
      [...sandbox.world.description.operations.values()].find(({ id }) => id === operation) ?? {};
    const rest = Object.entries(query).filter(([key]) => !template.includes(`{${key}}`));
    const target = template
      .replace('{organizationId}', world.ORGANIZATION.id)
      .replace(/\{(\w+)\}/g, (_, key: string) => asText(query[key]));
    const parameters = rest.flatMap(([key, value]) => [value].flat().map((entry) => [key, asText(entry)]));
    const { text } = await read(`${target}?${new URLSearchParams(parameters).toString()}`);
    const shown = JSON.stringify(answerList(operation, query, EXAMPLE_NOW));
    // The sandbox has its own payment page.
    const expected = shown.replaceAll('https://www.pai.example/pay/', `${sandbox.url}/sandbox/pay/`);
    expect.soft(JSON.parse(text), name).toEqual(JSON.parse(expected));
  }
  console.log(`${examples.length} list examples asked for`);
  expect(examples.length).toBeGreaterThan(10);
});

test("every invoice of the example world leads to the sandbox's payment page", async () => {
  const invoices = sandbox.world.store.all('invoices');
  for (const { id, paymentFormUrl } of invoices) {
    const reply = await fetch(String(paymentFormUrl));
    expect.soft(reply.status, `${id}: ${String(paymentFormUrl)}`).toBe(200);
  }
  console.log(`${invoices.length} payment pages opened`);
  expect(invoices.length).toBeGreaterThan(10);
});
