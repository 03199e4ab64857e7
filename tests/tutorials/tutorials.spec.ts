/**
 * The twelve tutorials, run as shown in a real shell: each alone with the example data's IDs, and all as one journey in
 * the order of the sidebar, with curl, JavaScript, and Python, each on its own sandbox. A step fails that isn't answered
 * as its page says. Prints the number of steps.
 */
import { runInNewContext } from 'node:vm';
import sidebars from '../../sidebars';
import { BEFORE } from '../../scripts/lib/workflows';
import { specification, expect, startRecordingSandbox, test } from './fixtures';
import { type Language, LANGUAGES, readTutorials, type Tutorial } from './page';
import { type Run, runTutorials } from './run';

const pages = new Map(readTutorials().map((tutorial) => [tutorial.name, tutorial]));

function get(name: string): Tutorial {
  const page = pages.get(name);
  if (page === undefined) throw new Error(`docs/get-started/tutorials/${name}.mdx is missing.`);
  return page;
}

/** The tutorials in the order of the sidebar. */
const journey = [...JSON.stringify(sidebars).matchAll(/"get-started\/tutorials\/([a-z-]+)"/g)].map(([, name = '']) =>
  get(name),
);

async function runOnOwnSandbox(tutorials: readonly Tutorial[], language: Language): Promise<Run> {
  const sandbox = await startRecordingSandbox(specification);
  return runTutorials(tutorials, language, sandbox).finally(() => sandbox.close());
}

test('the sidebar lists all tutorials', () => {
  expect(journey.map(({ name }) => name).sort()).toEqual([...pages.keys()].sort());
  expect(journey).toHaveLength(12);
});

for (const tutorial of pages.values())
  test(`${tutorial.name} works alone`, async () => {
    const first = BEFORE[tutorial.name];
    const { findings, counts } = await runOnOwnSandbox([...(first ? [get(first)] : []), tutorial], 'curl');
    console.log(`${tutorial.name}: ${JSON.stringify(counts)}`);
    expect(findings, findings.join('\n')).toEqual([]);
    expect(counts.requests).toBeGreaterThan(0);
    expect(counts.rejected, 'no request of the page shows an error').toBeGreaterThan(0);
    expect(counts.responses).toBeGreaterThan(0);
  });

for (const language of LANGUAGES)
  test(`all tutorials work in one shell, one after the other, in ${language}`, async () => {
    test.setTimeout(180_000);
    const { findings, counts } = await runOnOwnSandbox(journey, language);
    console.log(`${language}: ${JSON.stringify(counts)}`);
    expect(findings, findings.join('\n')).toEqual([]);
    expect(counts.requests).toBeGreaterThan(50);
  });

test('canShip accepts only a paid sale of the order', () => {
  const source = get('collect-payment').scripts.find((script) => script.includes('function canShip')) ?? '';
  type CanShip = (transaction: object, order: object) => boolean;
  const canShip = runInNewContext(`${source}\ncanShip`) as CanShip;
  const paid = { type: 'sale', result: 'approved', status: 'completed', amount: 56.6, currency: 'USD' };
  const order = { amount: 56.6, currency: 'USD' };
  expect(canShip(paid, order)).toBe(true);
  const unpaid = [
    ...['authorize', 'refund', '3ds-authentication'].map((type) => ({ type })),
    ...['declined', 'unknown', 'abandoned', 'canceled'].map((result) => ({ result })),
    ...['waiting', 'refunded', 'partially-refunded', 'disputed', 'voided'].map((status) => ({ status })),
    ...[{ amount: 5.66 }, { currency: 'EUR' }],
  ];
  for (const change of unpaid) expect(canShip({ ...paid, ...change }, order), JSON.stringify(change)).toBe(false);
});
