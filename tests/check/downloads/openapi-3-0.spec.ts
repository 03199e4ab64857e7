/** The OpenAPI 3.0.3 file: linted, free of what 3.0 doesn't have, and with types that compile. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import openapiTypescript, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { toOpenApi30 } from '../../../scripts/lib/downloads/openapi-3-0';
import { compile } from '../../../src/content-lint/specification/compile';
import { loadDescription, listOperations, type Description } from '../../../src/content-lint/specification/description';
import { redoclyProblems } from '../../../src/content-lint/specification/rules/redocly';

test.setTimeout(240_000);

/** All objects of a file, with the key each is found under. */
function* walkObjects(value: unknown, key = ''): Generator<[key: string, node: Record<string, unknown>]> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield [key, value as Record<string, unknown>];
  for (const [name, part] of Object.entries(value)) {
    if (name !== 'value' && name !== 'example') yield* walkObjects(part, name);
  }
}

test('the linter accepts the 3.0.3 file, which has every operation and nothing specific to 3.1', async () => {
  const source = await loadDescription();
  const before = JSON.stringify(source);
  const converted = toOpenApi30(source);
  expect(JSON.stringify(source), 'the source is changed').toBe(before);
  const folder = mkdtempSync(path.join(tmpdir(), 'openapi-3-0-'));
  const file = path.join(folder, 'openapi-3.0.json');
  writeFileSync(file, JSON.stringify(converted, null, 2));
  const { findings } = await redoclyProblems(file).finally(() => rmSync(folder, { recursive: true }));
  expect(findings.map(({ pointer, message }) => `${pointer} ${message}`)).toEqual([]);
  const traces: string[] = [];
  let objects = 0;
  for (const [key, node] of walkObjects(converted)) {
    objects += 1;
    if (node['type'] === 'null' || Array.isArray(node['type']) || ('const' in node && key !== 'properties')) {
      traces.push(`${key}: ${JSON.stringify(node).slice(0, 120)}`);
    }
    if ('$ref' in node && Object.keys(node).length > 1) traces.push(`${key}: a reference with something beside it`);
  }
  expect(traces).toEqual([]);
  const operations = listOperations(converted as unknown as Description);
  console.log(`${operations.length} operations, ${objects} objects`);
  expect(operations.length).toBe(listOperations(source).length);
  expect(operations.length).toBeGreaterThan(60);
});

test('the types of the 3.0.3 file compile and know which fields can be null', async () => {
  const types = async (document: object): Promise<string> =>
    astToString(await openapiTypescript(structuredClone(document) as OpenAPI3, { silent: true }));
  const [source, converted] = await Promise.all([
    loadDescription().then(types),
    loadDescription().then((document) => types(toOpenApi30(document))),
  ]);
  expect(compile(converted)).toEqual([]);
  const nullsIn = (text: string): number => text.split('| null').length - 1;
  console.log(`${nullsIn(converted)} nullable places in 3.0.3, ${nullsIn(source)} in 3.1 with its webhooks`);
  expect(nullsIn(converted)).toBeGreaterThan(20);
});

test('converts each 3.1 feature to 3.0', () => {
  const convert = (schema: object): unknown => {
    const components = { schemas: { Sample: schema, Plan: { type: 'object' } } };
    const paths = { '/a': { get: { tags: ['A'], responses: { 200: { $ref: '#/components/schemas/Sample' } } } } };
    const document = { openapi: '3.1.1', info: {}, tags: [{ name: 'A' }, { name: 'B' }], paths, components };
    const result = toOpenApi30(document) as { components: { schemas: Record<string, unknown> }; tags: unknown[] };
    expect(result.tags).toEqual([{ name: 'A' }]);
    return result.components.schemas['Sample'];
  };
  const $ref = '#/components/schemas/Plan';
  const cases: [from: object, to: object][] = [
    [{ type: ['string', 'null'] }, { type: 'string', nullable: true }],
    [{ oneOf: [{ $ref }, { type: 'null' }] }, { type: 'object', nullable: true }],
    [
      { anyOf: [{ type: 'string', enum: ['a'] }, { type: 'null' }] },
      { type: 'string', enum: ['a', null], nullable: true },
    ],
    [
      { oneOf: [{ $ref }, { type: 'null' }], description: 'Mine.' },
      { type: 'object', nullable: true, description: 'Mine.' },
    ],
    [{ type: ['object', 'string', 'null'] }, { anyOf: [{ type: 'object', nullable: true }, { type: 'string' }] }],
    [
      { type: 'string', const: 'sale' },
      { type: 'string', enum: ['sale'] },
    ],
    [
      { type: 'string', examples: ['a', 'b'] },
      { type: 'string', example: 'a' },
    ],
    [
      { type: 'number', exclusiveMinimum: 0 },
      { type: 'number', minimum: 0, exclusiveMinimum: true },
    ],
    [
      { type: 'string', contentEncoding: 'base64' },
      { type: 'string', format: 'byte' },
    ],
    [
      { $ref, description: 'A plan.' },
      { description: 'A plan.', allOf: [{ $ref }] },
    ],
    [{ properties: { const: { type: 'string' } } }, { properties: { const: { type: 'string' } } }],
  ];
  for (const [from, to] of cases) expect(convert(from)).toEqual(to);
  expect(() => convert({ properties: { a: { patternProperties: {} } } })).toThrow(
    /Sample\/properties\/a: OpenAPI 3\.0 doesn't support "patternProperties"/,
  );
});

test("a limit beside a parameter's reference is written out, and `allOf` elsewhere stays", () => {
  const schema = { $ref: '#/components/schemas/Id', maxLength: 50 };
  const id = { type: 'string', minLength: 1 };
  const document = {
    openapi: '3.1.1',
    info: {},
    paths: { '/a/{id}': { parameters: [{ name: 'id', in: 'path', schema }], get: { responses: {} } } },
    components: { schemas: { Id: id } },
  };
  const { paths } = toOpenApi30(document) as { paths: Record<string, unknown> };
  expect(paths['/a/{id}']).toMatchObject({ parameters: [{ schema: { ...id, maxLength: 50 } }] });
  const content = { 'application/json': { schema } };
  const body = { ...document, paths: { '/a': { post: { requestBody: { content } } } } };
  expect(JSON.stringify(toOpenApi30(body)['paths'])).toContain('"allOf":[{"$ref":"#/components/schemas/Id"}]');
});
