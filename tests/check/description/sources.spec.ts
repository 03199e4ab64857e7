/** The statements of the ledger in the OpenAPI file: each lands on an element that exists, and none is written by hand. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { parse } from 'yaml';
import { addSources, findElement, LEDGER } from '../../../scripts/lib/ledger-sources';
import {
  copyDescription,
  type Description,
  loadDescription,
} from '../../../src/content-lint/specification/description';

const ledger = readFileSync(LEDGER, 'utf8');

/** All elements that the ledger names, each once. */
const elements = [
  ...new Set((parse(ledger) as { description?: string[] }[]).flatMap(({ description = [] }) => description)),
];

/** The specification without the statements, as its files have it. */
async function unmarked(): Promise<Description> {
  const text = JSON.stringify(await loadDescription(), (key, value: unknown) =>
    key === 'x-source' || key === 'x-certainty' ? undefined : value,
  );
  return JSON.parse(text) as Description;
}

test('each statement is on the elements that the ledger names, and on no other', async () => {
  const published = await loadDescription();
  const document = await unmarked();
  const count = addSources(document, ledger);
  console.log(`${count} elements with statements`);
  expect(count).toBe(elements.length);
  expect(document).toEqual(published);
  for (const name of elements) {
    const element = findElement(published, name);
    expect(element?.['x-source']?.length, name).toBeGreaterThan(0);
    expect(element?.['x-certainty'], name).toMatch(/^(high|medium|low)$/);
  }
});

test('the extensions are in no file of api-spec', () => {
  const files = readdirSync('api-spec', { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.yaml') && !file.startsWith('released'),
  );
  console.log(`${files.length} files`);
  expect(files.length).toBeGreaterThan(300);
  const written = files.filter((file) =>
    /x-source|x-certainty/.test(readFileSync(path.join('api-spec', file), 'utf8')),
  );
  expect(written, 'remove the extension, and name the element in the ledger').toEqual([]);
});

const row = (description: string, certainty = 'high', ground = 'public pages of the API family'): string =>
  `- id: a-row\n  statement: A plan has a name.\n  ground: ${ground}\n  certainty: ${certainty}\n  description: [${description}]\n`;

test('the lowest certainty of an element counts, and a decision alone is a decision', async () => {
  const document = await unmarked();
  addSources(document, row('Plan.trial') + row('Plan.trial, createPlan', 'low', 'decision of this documentation'));
  const trial = findElement(document, 'Plan.trial');
  expect(trial?.['x-source']?.map(({ kind }) => kind)).toEqual(['observed', 'decided']);
  expect(trial?.['x-certainty']).toBe('low');
  expect(findElement(document, 'createPlan')?.['x-certainty']).toBe('low');
  // A property of a combined schema, and a security scheme with the name of a schema.
  expect(findElement(document, 'CustomerListItem.email')).toBe(findElement(document, 'Customer.email'));
  expect(findElement(document, 'securitySchemes.ApiKey')).not.toBe(findElement(document, 'ApiKey'));
});

test('a name that is not in the specification fails with its line, and so does a ledger without names', async () => {
  const document = copyDescription(await loadDescription());
  for (const name of ['Plans', 'Plan.trail', 'createPlans', 'securitySchemes.Key']) {
    expect(() => addSources(document, row('Plan') + row(name))).toThrow(`${LEDGER}:6 "${name}" isn't in`);
  }
  expect(() => addSources(document, '- id: a-row\n')).toThrow('no row with "description"');
});
