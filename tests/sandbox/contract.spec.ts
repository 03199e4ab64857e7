/**
 * The contract: every operation of the OpenAPI file with generated bodies. What the file allows, the sandbox accepts or
 * rejects by a rule of its own; what the file forbids gets 400 with the name of the field. Every response is checked
 * against the file.
 */
import fc from 'fast-check';
import sortBy from 'lodash/sortBy';
import { expect, test } from '@playwright/test';
import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { listVariables } from '../../sandbox/seed';
import { startSandbox } from '../../sandbox/server';

import { Description, type Operation } from '../../src/description/description';
import { joinPointer } from '../../src/description/json';
import type { JsonValue, Parameter, Schema } from '../../src/description/types';
import { description as document } from './api';
import { brokenBodies, type BrokenBody, validBody } from './generate';

/** Valid bodies per operation. */
const RUNS = 8;
/** The same bodies in every run, so that a failure can be repeated. */
const SEED = 20_261_120;

/** What the sandbox says of a body's form. All other reasons are rules, each in `sandbox/rules`. */
const SHAPE =
  /^The API doesn't know the |must be (string|number|integer|boolean|object|array|equal|null)|must match (format|pattern)|must have required|must NOT have|must be exactly one of the documented forms|must be [<>]=|must be one of|is required|valid JSON/;

const apiKey = listVariables('')['PAI_API_KEY'] ?? '';
const expanded = expandReferences(document);
const description = new Description(document);
const operations = [...description.operations.values()].filter(({ method }) => method !== 'event');

const ajv = addFormats(new Ajv2020({ strict: false, validateSchema: false, logger: false }));
ajv.addFormat('decimal', true).addSchema(document, 'api');

type Fields = Record<string, JsonValue>;

/** An operation of the file without references. */
interface ExpandedOperation {
  readonly requestBody?: { readonly content?: Record<string, { schema?: Schema }> };
  readonly parameters?: readonly Parameter[];
}

const expand = ({ path, method }: Operation): ExpandedOperation =>
  (expanded.paths?.[path] as Record<string, ExpandedOperation>)[method] ?? {};

/** The query parameters, without references. */
const listQueryParameters = (operation: Operation): Parameter[] =>
  (expand(operation).parameters ?? []).filter((parameter) => parameter.in === 'query');

/** A value as a text for a URL. */
const toText = (value: JsonValue | undefined): string =>
  typeof value === 'string' ? value : JSON.stringify(value ?? '');

/** The path of an operation with IDs of the example data, which are the examples of its parameters. */
function buildPath({ path, parameters }: Operation): string {
  return parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce((target, { name, example }) => target.replace(`{${name}}`, encodeURIComponent(toText(example))), path);
}

interface Answer {
  status: number;
  body: { message?: string; details?: string | string[] };
}

async function send(url: string, operation: Operation, body?: JsonValue, query: Fields = {}): Promise<Answer> {
  const search = new URLSearchParams();
  for (const { name, required, example } of listQueryParameters(operation)) {
    const value = query[name] ?? (required === true ? (example ?? 'unknown') : undefined);
    for (const entry of value === undefined ? [] : [value].flat()) search.append(name, toText(entry));
  }
  if ('noSuchField' in query) search.append('noSuchField', 'x');
  const response = await fetch(`${url}${buildPath(operation)}?${search.toString()}`, {
    method: operation.method.toUpperCase(),
    headers: {
      Authorization: `ApiKey ${apiKey}`,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const isJson = response.headers.get('content-type')?.includes('json') === true;
  const text = await response.text();
  return { status: response.status, body: isJson ? (JSON.parse(text) as Answer['body']) : {} };
}

const listReasons = ({ body: { message = '', details } }: Answer): string[] => [details ?? message].flat();

/** What is wrong with the response to a request that the OpenAPI file allows. */
function findFault({ responses }: Operation, answer: Answer): string | undefined {
  const reasons = listReasons(answer).join('; ');
  if (answer.status === 500 || !responses.has(String(answer.status))) return `${answer.status}: ${reasons}`;
  return answer.status === 400 && SHAPE.test(reasons) ? `rejected for its form: ${reasons}` : undefined;
}

/** Bodies that the file allows: generated ones, with some fields of an example, so that some refer to existing objects. */
function validBodies(operation: Operation, schema: Schema): JsonValue[] {
  const examples = description.examples(description.media(operation.requestBody?.content)?.media);
  const mixed = fc
    .constantFrom(...examples)
    .chain(({ value }) => fc.subarray(Object.entries(value as Fields)).map((entries) => Object.fromEntries(entries)));
  const bodies = fc.tuple(validBody(schema), mixed).map(([body, fields]) => ({ ...(body as Fields), ...fields }));
  return [...examples.map(({ value }) => value), ...fc.sample(bodies, { numRuns: RUNS, seed: SEED })];
}

/** Says whether the OpenAPI file allows a body, independently of the sandbox. */
function allows(operation: Operation, body: JsonValue): boolean {
  const parts = ['paths', operation.path, operation.method, 'requestBody', 'content', 'application/json', 'schema'];
  const pointer = parts.map((part) => encodeURIComponent(joinPointer(part).slice(1))).join('/');
  const validate = ajv.getSchema(`api#/${pointer}`);
  if (!validate) throw new Error(`${operation.id}: no schema at ${pointer}`);
  return validate(body) === true;
}

/** Everything that is wrong with the answers of a sandbox, and how much was tried. */
async function tryAll(
  url: string,
  tried: readonly Operation[],
): Promise<{ faults: string[]; counts: Record<string, number> }> {
  const faults: string[] = [];
  const counts = {
    operations: 0,
    valid: 0,
    accepted: 0,
    invalid: 0,
    missing: 0,
    'wrong type': 0,
    'unknown field': 0,
    'out of range': 0,
  };
  const report = (operation: Operation, what: string, body: JsonValue | undefined): void => {
    faults.push(`${operation.id}: ${what}: ${JSON.stringify(body ?? 'no body').slice(0, 300)}`);
  };
  const tryValid = async (operation: Operation, body?: JsonValue, query?: Fields): Promise<void> => {
    const answer = await send(url, operation, body, query);
    counts.valid += 1;
    counts.accepted += answer.status < 300 ? 1 : 0;
    const fault = findFault(operation, answer);
    if (fault !== undefined) report(operation, fault, query ?? body);
  };
  const tryBroken = async (
    operation: Operation,
    { fault, field, body }: BrokenBody,
    isQuery = false,
  ): Promise<void> => {
    const answer = isQuery ? await send(url, operation, undefined, body as Fields) : await send(url, operation, body);
    counts.invalid += 1;
    counts[fault] += 1;
    const reasons = listReasons(answer).join('; ');
    if (answer.status === 400 && reasons.includes(field)) return;
    report(operation, `${fault} ${field}: ${answer.status} ${reasons}`, body);
  };
  // Deletions come last, so that the objects exist for the others.
  for (const operation of sortBy(tried, ({ method }) => method === 'delete')) {
    counts.operations += 1;
    const schema = expand(operation).requestBody?.content?.['application/json']?.schema;
    if (schema) {
      for (const body of validBodies(operation, schema)) {
        if (allows(operation, body)) await tryValid(operation, body);
        else report(operation, 'the generated body is invalid', body);
      }
      const [complete = null] = fc.sample(validBody(schema, true), { numRuns: 1, seed: SEED });
      for (const broken of brokenBodies(schema, complete)) {
        if (broken.fault === 'unknown field' || !allows(operation, broken.body)) await tryBroken(operation, broken);
        else report(operation, `the file allows the broken body: ${broken.fault} ${broken.field}`, broken.body);
      }
    } else await tryValid(operation);
    const query = {
      properties: Object.fromEntries(listQueryParameters(operation).map(({ name, schema: own = {} }) => [name, own])),
    };
    // Without a documented 400, no query can be wrong.
    if (operation.method !== 'get' || !operation.responses.has('400')) continue;
    for (const values of fc.sample(validBody(query), { numRuns: RUNS, seed: SEED })) {
      await tryValid(operation, undefined, values as Fields);
    }
    const [complete = null] = fc.sample(validBody(query, true), { numRuns: 1, seed: SEED });
    for (const broken of brokenBodies(query, complete)) {
      // A query has texts only: `true` is a valid one.
      if (broken.fault !== 'wrong type') await tryBroken(operation, broken, true);
    }
  }
  return { faults, counts };
}

test('accepts what the OpenAPI file allows, and names the field that it forbids', async () => {
  const sandbox = await startSandbox(document, { port: 0, checksReplies: true });
  const { faults, counts } = await tryAll(sandbox.url, operations).finally(() => sandbox.close());
  console.log(
    Object.entries(counts)
      .map(([what, count]) => `${count} ${what}`)
      .join(', '),
  );
  expect(faults).toEqual([]);
  expect(counts['operations']).toBe(operations.length);
  for (const [what, count] of Object.entries(counts)) expect(count, what).toBeGreaterThan(20);
});

test('a sandbox that allows less or more than the OpenAPI file is found', async () => {
  const changed = structuredClone(document);
  const { CustomerCreate, TransactionCreate } = changed.components?.schemas ?? {};
  if (!CustomerCreate || !TransactionCreate) throw new Error('A schema is missing.');
  CustomerCreate.required = ['email'];
  delete TransactionCreate.required;
  const sandbox = await startSandbox(changed, { port: 0, checksReplies: true });
  const tried = operations.filter(({ id }) => ['createCustomer', 'createTransaction'].includes(id));
  const { faults } = await tryAll(sandbox.url, tried).finally(() => sandbox.close());
  const text = faults.join('\n');
  expect(text).toMatch(/createCustomer: rejected for its form: .*'email'/);
  for (const field of ['amount', 'customerId', 'currency']) {
    expect(text).toContain(`createTransaction: missing ${field}: `);
  }
  console.log(`${faults.length} faults`);
});
