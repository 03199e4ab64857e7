/** The JSON Schemas of webhook payloads, compiled and used by Ajv as a receiver would. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { loadSpecification } from '../../../src/specification/load';
import { specificationFile, root } from '../../support/routes';

const folder = path.join(root, '.generated', 'static', 'schemas');
const files = readdirSync(folder).filter((file) => file.endsWith('.json'));

/** All schemas in one validator, as they refer to each other by file name. */
function validator(): Ajv2020 {
  const ajv = new Ajv2020({ allErrors: true, strict: false });
  addFormats(ajv);
  ajv.addFormat('decimal', true);
  for (const file of files) ajv.addSchema(JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as object);
  return ajv;
}

const readId = (file: string): string =>
  (JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as { $id: string }).$id;

test('every schema compiles', () => {
  const ajv = validator();
  console.log(`${files.length} schemas`);
  expect(files.length).toBeGreaterThan(4);
  for (const file of files) expect(typeof ajv.getSchema(readId(file)), file).toBe('function');
});

test('every event example matches a payload schema, and fails without its required parts', () => {
  const ajv = validator();
  const envelopes = files.filter((file) => /Event\.json$/.test(file)).map((file) => ajv.getSchema(readId(file)));
  const specification = loadSpecification(specificationFile);
  const passes = (value: unknown): boolean => envelopes.some((validate) => validate?.(value) === true);
  const failures: string[] = [];
  let checked = 0;
  for (const event of specification.events) {
    const content = specification.media(event.requestBody?.content);
    for (const { value } of specification.examples(content?.media)) {
      checked += 1;
      if (!passes(value)) failures.push(event.path);
    }
  }
  console.log(`${checked} examples of ${specification.events.length} events, ${envelopes.length} envelopes`);
  expect(checked).toBeGreaterThanOrEqual(22);
  expect(failures).toEqual([]);
  expect(passes({})).toBe(false);
  expect(passes('text')).toBe(false);
});
