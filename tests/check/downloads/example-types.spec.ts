/**
 * The generated TypeScript types against the examples: each example of a request, response, and event fits its type, and a
 * request body without a required field doesn't. One program, one line per statement.
 */
import { expect, test } from '@playwright/test';
import { generateTypes } from '../../../scripts/lib/downloads/types';
import { DECIDED_REQUIRED } from '../../../src/content-lint/specification/decision-table';
import {
  listExamples,
  follow,
  loadDescription,
  listOperations,
  listResponses,
  listRequestBodies,
  listWebhooks,
  type Description,
  type OperationEntry,
} from '../../../src/content-lint/specification/description';
import { clientOptions } from '../../../src/content-lint/specification/rules/client';
import { createProgram, typeFaults } from '../../../src/content-lint/type-check';
import { isRecord } from '../../../src/description/json';

test.setTimeout(240_000);

/** A value that is assigned to a generated type. */
interface Statement {
  /** What it is, for messages: `createPlan, request example "plan"`. */
  readonly what: string;
  readonly type: string;
  readonly value: unknown;
}

/**
 * By D7 of `api-spec/README.md`: a customer exists by its ID, a refund of everything is `{}`, updates send what changes,
 * and the specification requires nothing of a permit or a cancellation (D12).
 */
const NEEDS_NOTHING = [
  'createAccessPermit',
  'createCustomer',
  'createOrganizationAccessPermit',
  'createSubscriptionCancellation',
  'refundTransaction',
  'updateCustomer',
  'updateDispute',
  'updatePaymentInstrument',
  'updateSubscription',
  'updateSubscriptionCancellation',
  'updateSubscriptionPause',
  'updateWebhookDestination',
  'upsertCustomer',
];

const JSON_TYPE = 'application/json';

/** The type of a request body as a client of openapi-fetch takes it. */
const requestType = (id: string): string => `NonNullable<FetchOptions<operations['${id}']>['body']>`;
const responseType = (id: string, status: string): string =>
  `operations['${id}']['responses'][${status}]['content']['${JSON_TYPE}']`;
const eventType = (id: string): string => `NonNullable<operations['${id}']['requestBody']>['content']['${JSON_TYPE}']`;

function requestExamples(description: Description, entry: OperationEntry): unknown[] {
  const body = listRequestBodies(description, entry).find(({ mediaType }) => mediaType === JSON_TYPE);
  return body === undefined ? [] : listExamples(description, body).map(({ example }) => example.value);
}

/** All examples of JSON bodies, by kind. */
function exampleStatements(description: Description): Record<'requests' | 'responses' | 'events', Statement[]> {
  const requests = listOperations(description).flatMap((entry) =>
    requestExamples(description, entry).map((value, index) => ({
      what: `${entry.id}, request example ${index + 1}`,
      type: requestType(entry.id),
      value,
    })),
  );
  const responses = listOperations(description).flatMap((entry) =>
    listResponses(description, entry).flatMap(({ status, bodies }) =>
      bodies
        .filter(({ mediaType }) => mediaType === JSON_TYPE)
        .flatMap((body) =>
          listExamples(description, body).map(({ name, example }) => ({
            what: `${entry.id}, ${status} example "${name}"`,
            type: responseType(entry.id, status),
            value: example.value,
          })),
        ),
    ),
  );
  const events = listWebhooks(description).flatMap((entry) =>
    requestExamples(description, entry).map((value, index) => ({
      what: `${entry.path}, example ${index + 1}`,
      type: eventType(entry.id),
      value,
    })),
  );
  return { requests, responses, events };
}

/** Required fields of the first level of a request body. */
function listRequired(description: Description, entry: OperationEntry): string[] {
  const body = listRequestBodies(description, entry).find(({ mediaType }) => mediaType === JSON_TYPE);
  if (body?.content.schema === undefined) return [];
  return follow(description, body.content.schema, body.pointer).node.required ?? [];
}

/** Bodies that lack something: `{}`, and the first example without each required field. */
function incompleteStatements(description: Description): Statement[] {
  return listOperations(description).flatMap((entry) => {
    const required = listRequired(description, entry);
    const [example] = requestExamples(description, entry);
    if (required.length === 0 || !isRecord(example)) return [];
    const type = requestType(entry.id);
    return [
      { what: `${entry.id}, {}`, type, value: {} },
      ...required.map((field) => {
        const value = Object.fromEntries(Object.entries(example).filter(([name]) => name !== field));
        return { what: `${entry.id} without ${field}`, type, value };
      }),
    ];
  });
}

/** Compiles statements in one program. Returns the messages of the compiler by statement. */
async function compileAll(description: Description, statements: readonly Statement[]): Promise<Map<string, string[]>> {
  const types = await generateTypes(description);
  const head = "import type { FetchOptions } from 'openapi-fetch'; import type { operations } from './api';";
  const lines = statements.map(
    ({ type, value }, index) => `export const value${index}: ${type} = ${JSON.stringify(value)};`,
  );
  const files = new Map([
    ['api.d.ts', types],
    ['statements.ts', [head, ...lines].join('\n')],
  ]);
  const found = new Map<string, string[]>();
  for (const { file, line, message } of typeFaults(createProgram(files, clientOptions))) {
    const what = file === 'statements.ts' ? (statements[line - 2]?.what ?? `line ${line}`) : `${file}:${line}`;
    found.set(what, [...(found.get(what) ?? []), message]);
  }
  return found;
}

test('every example fits its generated type, and a body without a required field does not', async () => {
  const description = await loadDescription();
  const { requests, responses, events } = exampleStatements(description);
  const incomplete = incompleteStatements(description);
  const found = await compileAll(description, [...requests, ...responses, ...events, ...incomplete]);
  const wrong = [...found].filter(([what]) => !incomplete.some((statement) => statement.what === what));
  console.log(
    `${requests.length} request, ${responses.length} response, and ${events.length} event examples fit; ${incomplete.length} incomplete bodies don't`,
  );
  expect(Object.fromEntries(wrong)).toEqual({});
  expect(incomplete.filter(({ what }) => !found.has(what)).map(({ what }) => what)).toEqual([]);
  for (const statements of [requests, responses, events, incomplete]) expect(statements.length).toBeGreaterThan(20);
});

test('the bodies that need nothing are known, and each decided field is required', async () => {
  const description = await loadDescription();
  const writes = listOperations(description).filter((entry) => requestExamples(description, entry).length > 0);
  const needsNothing = writes.filter((entry) => listRequired(description, entry).length === 0).map(({ id }) => id);
  expect(needsNothing.sort()).toEqual(NEEDS_NOTHING);
  const decided = DECIDED_REQUIRED.flatMap(({ place }) => /^body (\w+) (\w+)$/.exec(place)?.slice(1) ?? []);
  for (let index = 0; index < decided.length; index += 2) {
    const [id = '', field = ''] = decided.slice(index);
    const entry = writes.find((operation) => operation.id === id);
    expect(entry && listRequired(description, entry), id).toContain(field);
  }
  console.log(
    `${writes.length} bodies, ${needsNothing.length} of them need nothing, ${decided.length / 2} decided fields`,
  );
});

test('an unknown field, a wrong value, and a field that is no longer required are found', async () => {
  const description = structuredClone(await loadDescription());
  const type = requestType('createTransaction');
  const value = { amount: 29, currency: 'USD', customerId: 'cus_MayaLindqvist' };
  const response = { type: responseType('getPlan', '200'), what: 'response' };
  const statements: Statement[] = [
    { what: 'right', type, value },
    { what: 'unknown field', type, value: { ...value, ammount: 29 } },
    { what: 'wrong type', type, value: { ...value, amount: '29' } },
    { what: 'wrong currency', type, value: { ...value, currency: 'US' } },
    { ...response, value: { type: 'object', data: { id: 'pln_1', nme: 'Monthly' } } },
  ];
  const found = await compileAll(description, statements);
  expect([...found.keys()]).toEqual(statements.slice(1).map(({ what }) => what));

  const schema = description.components?.schemas?.['TransactionCreate'];
  if (schema === undefined) throw new Error('TransactionCreate is missing.');
  delete schema.required;
  expect(await compileAll(description, [{ what: 'empty', type, value: {} }])).toEqual(new Map());
});
