/** The OpenAPI 3.0.3 file: linted, and free of what 3.0 doesn't have. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { type Config, createConfig, lint } from '@redocly/openapi-core';
import { toOpenApi30 } from '../../../scripts/lib/downloads/openapi-3-0';
import { loadSpecification } from '../../../src/specification/load';
import { specificationFile } from '../../support/routes';

/** A narrower type, because that of the configuration is slow to compute. */
const configure: (text: string) => Promise<Config> = createConfig;

test('the 3.0.3 file is valid, and nothing in it is specific to 3.1', async () => {
  const specification = loadSpecification(specificationFile);
  const converted = toOpenApi30(specification.document);
  const folder = mkdtempSync(path.join(tmpdir(), 'openapi-3-0-'));
  const file = path.join(folder, 'openapi.json');
  writeFileSync(file, JSON.stringify(converted, null, 2));
  const config = await configure('extends: [spec]');
  const problems = await lint({ ref: file, config });
  rmSync(folder, { recursive: true });
  expect(problems.map(({ message, location }) => `${location[0]?.pointer ?? ''} ${message}`)).toEqual([]);
  const operations = Object.values(converted['paths'] as object).flatMap((item: object) =>
    Object.keys(item).filter((key) => /^(get|put|post|patch|delete)$/.test(key)),
  );
  console.log(`${operations.length} operations`);
  const expected = [...specification.operations.values()].filter(({ method }) => method !== 'event');
  expect(operations).toHaveLength(expected.length);
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
  const closed = convert({ type: 'object', patternProperties: { '^x-': {} }, additionalProperties: false });
  expect(closed).toEqual({ type: 'object', description: 'Keys can match `^x-`. There are no other keys.' });
  const tuple = convert({ type: 'array', prefixItems: [{ type: 'string' }], items: { type: 'integer' } });
  const description = 'The first items have types of their own: string. The others: integer.';
  expect(tuple).toEqual({ type: 'array', items: {}, description });
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
  const components = { ...document.components, responses: { example: { content } } };
  const responses = { 200: { $ref: '#/components/responses/example' } };
  const named = { ...document, components, paths: { '/a': { get: { responses } } } };
  expect(JSON.stringify(toOpenApi30(named))).toContain(
    '"example":{"content":{"application/json":{"schema":{"maxLength"',
  );
});
