/**
 * The sandbox against the strict overlay: the example data have every field that the overlay requires. And its own
 * answer to a query parameter that nobody documents, also where the OpenAPI file has no 400.
 */
import { expect, test } from '@playwright/test';
import { buildStrict } from '../../scripts/lib/downloads/strict';
import { ASSUMPTIONS } from '../../sandbox/assumptions';
import { listVariables } from '../../sandbox/seed';
import { startSandbox } from '../../sandbox/server';
import { Description, type Operation } from '../../src/description/description';
import type { OpenApiDocument } from '../../src/description/types';
import { description as document } from './api';

const apiKey = listVariables('')['PAI_API_KEY'] ?? '';
const operations = [...new Description(document).operations.values()].filter(({ method }) => method === 'get');

/** The specification with the required fields of the overlay. */
function strictDocument(): { strict: OpenApiDocument; schemas: number } {
  const strict = structuredClone(document);
  const updates = buildStrict(document).actions.filter(({ update }) => update !== undefined);
  for (const { target, update } of updates) {
    const name = /^\$\.components\.schemas\['(\w+)'\]$/.exec(target)?.[1] ?? '';
    const schema = strict.components?.schemas?.[name];
    if (schema === undefined || update === undefined) throw new Error(`The overlay has an unknown target: ${target}`);
    schema.required = [...update.required];
  }
  return { strict, schemas: updates.length };
}

/** Sends a request for the objects of the example data. */
async function get(url: string, { path, parameters }: Operation, query: Record<string, string> = {}) {
  const target = parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce(
      (text, { name, example }) =>
        text.replace(`{${name}}`, encodeURIComponent(typeof example === 'string' ? example : '')),
      path,
    );
  const response = await fetch(`${url}${target}?${new URLSearchParams(query).toString()}`, {
    headers: { Authorization: `ApiKey ${apiKey}` },
  });
  return { status: response.status, text: await response.text() };
}

/** Operations whose response doesn't fit the document. */
async function findFaults(checked: OpenApiDocument): Promise<string[]> {
  const sandbox = await startSandbox(checked, { port: 0, checksReplies: true });
  const faults: string[] = [];
  for (const operation of operations) {
    const { status, text } = await get(sandbox.url, operation);
    if (status !== 200) faults.push(`${operation.id}: ${status} ${text.slice(0, 300)}`);
  }
  await sandbox.close();
  return faults;
}

test('the responses have the fields that the strict overlay requires', async () => {
  const { strict, schemas } = strictDocument();
  console.log(`${operations.length} operations, ${schemas} stricter schemas`);
  expect(schemas).toBeGreaterThan(10);
  expect(operations.length).toBeGreaterThan(20);
  expect(await findFaults(strict)).toEqual([]);
});

test('a field that the overlay requires and the sandbox does not have is found', async () => {
  const { strict } = strictDocument();
  strict.components?.schemas?.['Customer']?.required?.push('shoeSize');
  expect((await findFaults(strict)).join('\n')).toContain('getCustomer: 500');
});

test('an unknown query parameter is rejected everywhere, which the assumptions state', async () => {
  const sandbox = await startSandbox(document, { port: 0 });
  const undocumented = operations.filter(({ responses }) => !responses.has('400'));
  for (const operation of operations) {
    const { status, text } = await get(sandbox.url, operation, { noSuchParameter: 'x' });
    expect(status, operation.id).toBe(400);
    expect(text, operation.id).toContain('noSuchParameter');
  }
  await sandbox.close();
  console.log(`${operations.length} operations, ${undocumented.length} without a documented 400`);
  expect(undocumented.length).toBeGreaterThan(0);
  const stated = ASSUMPTIONS.find(({ open }) => open.includes('query parameters'));
  expect(stated?.decision).toContain('even if the operation documents no 400');
});
