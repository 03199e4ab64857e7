/**
 * Every check of the description finds what it is for: each is tried on a copy that is broken in one place.
 *
 * A rule without a case here fails the last test, so no check can be added that was never seen to fail.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import {
  copyDescription,
  loadDescription,
  listOperations,
  type Description,
  type Node,
} from '../../../src/content-lint/specification/description';
import type { Report } from '../../../src/content-lint/specification/finding';
import { conformingAlternatives } from '../../../src/content-lint/specification/rules/conformance-alternatives';
import { conformingEnumerations } from '../../../src/content-lint/specification/rules/conformance-enumerations';
import {
  conformingFields,
  conformingMarks,
  conformingRequired,
} from '../../../src/content-lint/specification/rules/conformance-fields';
import { conformingLimits } from '../../../src/content-lint/specification/rules/conformance-limits';
import {
  conformingOperations,
  conformingParameters,
  conformingSecurity,
} from '../../../src/content-lint/specification/rules/conformance-operations';
import {
  conformingResponses,
  conformingStatuses,
} from '../../../src/content-lint/specification/rules/conformance-statuses';
import { described, requiredBodies } from '../../../src/content-lint/specification/rules/described';
import { completeDocument } from '../../../src/content-lint/specification/rules/document';
import { enumerationDescriptions } from '../../../src/content-lint/specification/rules/enumeration-descriptions';
import { errorMatrix } from '../../../src/content-lint/specification/rules/error-matrix';
import { exampleValidity } from '../../../src/content-lint/specification/rules/example-validity';
import { fittingErrors } from '../../../src/content-lint/specification/rules/fitting-errors';
import { mockAnswers } from '../../../src/content-lint/specification/rules/mock';
import { namedExamples } from '../../../src/content-lint/specification/rules/named-examples';
import { linkDescriptions } from '../../../src/content-lint/specification/rules/links';
import { operationIds } from '../../../src/content-lint/specification/rules/operation-ids';
import { plausiblePages } from '../../../src/content-lint/specification/rules/pages';
import { partialUpdates } from '../../../src/content-lint/specification/rules/partial-updates';
import { plainPaths } from '../../../src/content-lint/specification/rules/paths';
import { plausibleExamples } from '../../../src/content-lint/specification/rules/plausible-examples';
import { postmanImport } from '../../../src/content-lint/specification/rules/postman';
import { operationDescriptions, summaries } from '../../../src/content-lint/specification/rules/prose-of-operations';
import { plainProse } from '../../../src/content-lint/specification/rules/raw-markup';
import { redoclyProblems } from '../../../src/content-lint/specification/rules/redocly';
import { sampledBodies } from '../../../src/content-lint/specification/rules/sampler';
import { scalarExamples } from '../../../src/content-lint/specification/rules/scalar-examples';
import { spectralProblems } from '../../../src/content-lint/specification/rules/spectral';
import { undocumented } from '../../../src/content-lint/specification/rules/undocumented';
import { typesCompile } from '../../../src/content-lint/specification/rules/types';
import { clientCompiles } from '../../../src/content-lint/specification/rules/client';
import {
  creationTimes,
  unusedExamples,
  worldIdentifiers,
  listExampleIds,
  worldRecords,
  worldSums,
} from '../../../src/content-lint/specification/rules/example-consistency';
import { findAt } from '../../../src/description/json';

test.setTimeout(180_000);

interface Case {
  readonly title: string;
  readonly rule: (description: Description) => Report | Promise<Report>;
  readonly damage: (description: Description) => void;
  readonly finds: RegExp;
}

/** The node at a pointer; the test itself is broken when there is none. */
function at(description: Description, pointer: string): Node {
  const node = findAt(description, pointer);
  if (typeof node !== 'object' || node === null)
    throw new Error(`broken.spec.ts: nothing at ${pointer}; choose another place to break`);
  return node as Node;
}

function schema(description: Description, name: string): Node {
  return at(description, `/components/schemas/${name}`);
}

function operation(description: Description, id: string): Node {
  const entry = listOperations(description).find((found) => found.id === id);
  if (entry === undefined) throw new Error(`broken.spec.ts: no operation ${id}`);
  return entry.operation as unknown as Node;
}

function example(description: Description, name: string): Node {
  return at(description, `/components/examples/${name}/value`);
}

const BASE = '/v1/public-api/organizations/{organizationId}';
const world = (): ReadonlySet<string> => listExampleIds(readFileSync('api-spec/README.md', 'utf8'));

/** Lints a broken copy through a file. */
const linted =
  (lint: (file: string) => Promise<Report>) =>
  async (description: Description): Promise<Report> => {
    const folder = mkdtempSync(join(tmpdir(), 'broken-description-'));
    try {
      const file = join(folder, 'openapi.json');
      writeFileSync(file, JSON.stringify(description, null, 2));
      return await lint(file);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };

/** A response whose example has one detail. */
const errorAbout = (detail: string): Node => ({
  description: 'Wrong.',
  content: {
    'application/json': { examples: { wrong: { value: { message: 'Validation failed.', details: [detail] } } } },
  },
});

const CASES: readonly Case[] = [
  {
    title: 'a missing operation',
    rule: conformingOperations,
    damage: (d) =>
      (d.paths = Object.fromEntries(Object.entries(d.paths ?? {}).filter(([path]) => !path.endsWith('/ready-to-pay')))),
    finds: /GET .*ready-to-pay is missing/,
  },
  {
    title: 'an invented operation',
    rule: conformingOperations,
    damage: (d) => (at(d, '/paths')['/v1/coupons'] = { get: { operationId: 'listCoupons' } }),
    finds: /GET \/v1\/coupons is not in the specification/,
  },
  {
    title: 'an invented query parameter',
    rule: conformingParameters,
    damage: (d) =>
      (operation(d, 'listPlans')['parameters'] as Node[]).push({
        name: 'color',
        in: 'query',
        schema: { type: 'string' },
      }),
    finds: /listPlans has the query parameter "color"/,
  },
  {
    title: 'a missing query parameter',
    rule: conformingParameters,
    damage: (d) => (operation(d, 'listPlans')['parameters'] = []),
    finds: /listPlans has no query parameter "updatedFrom"/,
  },
  {
    title: 'a call without a key',
    rule: conformingSecurity,
    damage: (d) => (operation(d, 'listPlans')['security'] = []),
    finds: /listPlans has the security \[\]/,
  },
  {
    title: 'a missing field',
    rule: conformingFields,
    damage: (d) => delete (schema(d, 'Subscription')['properties'] as Node)['nextCharge'],
    finds: /has no field "nextCharge"/,
  },
  {
    title: 'an invented field, deep inside',
    rule: conformingFields,
    damage: (d) => ((schema(d, 'PlanPricing')['properties'] as Node)['brackets'] = { type: 'array' }),
    finds: /has the field "[\w.]*pricing\.brackets"/,
  },
  {
    title: 'a required field that is optional',
    rule: conformingMarks,
    damage: (d) => (schema(d, 'OrganizationCreate')['required'] = ['website']),
    finds: /"body createOrganization country" must be required/,
  },
  {
    title: 'a nullable field that is not',
    rule: conformingMarks,
    damage: (d) => ((schema(d, 'TransactionCreate')['properties'] as Node)['idempotencyKey'] = { type: 'string' }),
    finds: /idempotencyKey" must be nullable/,
  },
  {
    title: 'a missing enumeration value',
    rule: conformingEnumerations,
    damage: (d) => (schema(d, 'SubscriptionStatus')['enum'] as string[]).pop(),
    finds: /"subscription status": missing \[voided\]/,
  },
  {
    title: 'an enumeration of nobody',
    rule: conformingEnumerations,
    damage: (d) =>
      ((schema(d, 'Product')['properties'] as Node)['unitLabel'] = { type: 'string', enum: ['seat', 'bag'] }),
    finds: /\[seat, bag\] is not in the specification/,
  },
  {
    title: 'an enumeration at a field that has none',
    rule: conformingEnumerations,
    damage: (d) =>
      ((schema(d, 'TransactionLog')['properties'] as Node)['triggeredBy'] = {
        $ref: '#/components/schemas/CancelledBy',
      }),
    finds: /triggeredBy" has the enumeration "who canceled", which the specification does not give/,
  },
  {
    title: 'a missing limit',
    rule: conformingLimits,
    damage: (d) => delete ((schema(d, 'TransactionCreate')['properties'] as Node)['redirectUrl'] as Node)['maxLength'],
    finds: /redirectUrl" must have maxLength: 1024, it has none/,
  },
  {
    title: 'an invented limit',
    rule: conformingLimits,
    damage: (d) => (((schema(d, 'ProductCreate')['properties'] as Node)['name'] as Node)['maxLength'] = 7),
    finds: /has maxLength: 7, which the specification does not give/,
  },
  {
    title: 'an error about a field of another operation',
    rule: fittingErrors,
    damage: (d) =>
      Object.assign(operation(d, 'createPlan').responses ?? {}, { 400: errorAbout('phoneNumber must be a string') }),
    finds: /of 400 of createPlan: "phoneNumber must be a string" names "phoneNumber", which is neither in the body/,
  },
  {
    title: 'an error with a limit that the field does not have',
    rule: fittingErrors,
    damage: (d) =>
      Object.assign(operation(d, 'listPlans').responses ?? {}, {
        400: errorAbout('limit must not be greater than 50'),
      }),
    finds: /states the limit 50, which "limit" doesn't have as maximum/,
  },
  {
    title: 'an error with values that the field does not have',
    rule: fittingErrors,
    damage: (d) =>
      Object.assign(operation(d, 'updateDispute').responses ?? {}, {
        400: errorAbout('status must be one of: won, lost'),
      }),
    finds: /lists values that "status" doesn't have/,
  },
  {
    title: 'an error about an object that the request does not identify',
    rule: fittingErrors,
    damage: (d) =>
      Object.assign(operation(d, 'createPlan').responses ?? {}, {
        422: errorAbout('the customer cus_Maya cannot buy it'),
      }),
    finds: /of 422 of createPlan: .* names a customer, but nothing in the path/,
  },
  {
    title: 'a 404 of a path without an ID, and a 401 about a header where there is none',
    rule: fittingErrors,
    damage: (d) => {
      const responses = (operation(d, 'redeemSession').responses ?? {}) as Record<string, Node>;
      const saying = (message: string): Node => ({
        description: 'Wrong.',
        content: { 'application/json': { examples: { wrong: { value: { message } } } } },
      });
      Object.assign(responses, { 404: saying('Record not found.'), 401: saying('The header is missing.') });
    },
    finds: /of 401 of redeemSession: speaks of a header, but/,
  },
  {
    title: 'a default in a partial update',
    rule: partialUpdates,
    damage: (d) =>
      (((schema(d, 'CustomerUpdate')['properties'] as Node)['isEnhancedDueDiligenceRequired'] as Node)['default'] =
        false),
    finds: /"body updateCustomer isEnhancedDueDiligenceRequired" has a default/,
  },
  {
    title: 'an instruction with both a token and an instrument',
    rule: conformingAlternatives,
    damage: (d) => ((schema(d, 'TransactionCreate')['properties'] as Node)['paymentInstruction'] = { type: 'object' }),
    finds: /"body createTransaction paymentInstruction" must refuse \{\}/,
  },
  {
    title: 'a list that is sent with commas',
    rule: conformingParameters,
    damage: (d) => {
      const list = (operation(d, 'listSubscriptions')['parameters'] as Node[]).find(
        (found) => found['name'] === 'statuses',
      );
      if (list !== undefined) list['explode'] = false;
    },
    finds: /the list "statuses" of listSubscriptions must have style: form/,
  },
  {
    title: 'a wrong success status',
    rule: conformingStatuses,
    damage: (d) => {
      const responses = operation(d, 'createCustomer')['responses'] as Node;
      responses['200'] = responses['201'];
      delete responses['201'];
    },
    finds: /createCustomer does not describe the status 201/,
  },
  {
    title: 'an error without details',
    rule: conformingResponses,
    damage: (d) => delete example(d, 'error-bad-request')['details'],
    finds: /an example of the 400 has no details/,
  },
  {
    title: 'a summary without a verb',
    rule: summaries,
    damage: (d) => (operation(d, 'listPlans')['summary'] = 'Plans'),
    finds: /listPlans starts with "Plans"/,
  },
  {
    title: 'a thin description',
    rule: operationDescriptions,
    damage: (d) => (operation(d, 'listPlans')['description'] = 'Lists the plans.'),
    finds: /listPlans has 3 words/,
  },
  {
    title: 'a body without an example',
    rule: namedExamples,
    damage: (d) =>
      delete at(d, `/paths/${BASE.replaceAll('/', '~1')}~1plans/post/requestBody/content/application~1json`)[
        'examples'
      ],
    finds: /the request body of createPlan has no named example/,
  },
  {
    title: 'an example that nothing refers to',
    rule: unusedExamples,
    damage: (d) => (at(d, '/components/examples')['stray'] = { summary: 'A stray example.', value: {} }),
    finds: /no body refers to the example "stray"/,
  },
  {
    title: 'an optional request body',
    rule: requiredBodies,
    damage: (d) => ((operation(d, 'createPlan')['requestBody'] as Node)['required'] = false),
    finds: /the request body of createPlan is not marked/,
  },
  {
    title: 'a body example that breaks its schema',
    rule: exampleValidity,
    damage: (d) => ((example(d, 'plan')['data'] as Node)['isActive'] = 'yes'),
    finds: /the example "plan" .* \/data\/isActive must be boolean/,
  },
  {
    title: 'a property example that breaks its schema',
    rule: exampleValidity,
    damage: (d) => (schema(d, 'SubscriptionStatus')['examples'] = ['asleep']),
    finds: /the example "asleep" breaks its schema/,
  },
  {
    title: 'an error that a call does not describe',
    rule: errorMatrix,
    damage: (d) => delete (operation(d, 'getPlan')['responses'] as Node)['404'],
    finds: /getPlan does not describe the error 404/,
  },
  {
    title: 'an error without an example',
    rule: errorMatrix,
    damage: (d) => delete at(d, '/components/responses/Forbidden/content/application~1json')['examples'],
    finds: /the error 403 of \w+ has no example/,
  },
  {
    title: 'a link with an older description',
    rule: linkDescriptions,
    damage: (d) => (operation(d, 'getPlan')['description'] = 'Returns a plan with its price and billing interval.'),
    finds: /the link describes getPlan differently/,
  },
  {
    title: 'a property described by its name',
    rule: described,
    damage: (d) =>
      (((schema(d, 'Product')['properties'] as Node)['unitLabel'] as Node)['description'] =
        'The unit label of this unit.'),
    finds: /the property "unitLabel" is described by its own name only/,
  },
  {
    title: 'a property without an example',
    rule: scalarExamples,
    damage: (d) =>
      ((schema(d, 'Product')['properties'] as Node)['unitLabel'] = {
        type: 'string',
        description: 'Word for one unit.',
      }),
    finds: /the property "unitLabel" has no example/,
  },
  {
    title: 'a sample with a placeholder',
    rule: sampledBodies,
    damage: (d) =>
      ((schema(d, 'Product')['properties'] as Node)['unitLabel'] = {
        type: 'string',
        description: 'Word for one unit.',
      }),
    finds: /has a placeholder: \/data\/\S*unitLabel is "string"/,
  },
  {
    title: 'an enumeration value without a meaning',
    rule: enumerationDescriptions,
    damage: (d) => delete (schema(d, 'SubscriptionStatus')['x-enumDescriptions'] as Node)['paused'],
    finds: /x-enumDescriptions lacks paused/,
  },
  {
    title: 'two operations with one page',
    rule: operationIds,
    damage: (d) => (operation(d, 'getPlan')['operationId'] = 'listPlans'),
    finds: /"listPlans" has the page \/api\/list-plans/,
  },
  {
    title: 'raw HTML in prose',
    rule: plainProse,
    damage: (d) => (operation(d, 'getPlan')['description'] = 'Reads a plan.<br>Then more.'),
    finds: /"<br>" is raw markup/,
  },
  {
    title: 'a path with a slash at its end',
    rule: plainPaths,
    damage: (d) => (at(d, '/paths')[`${BASE}/plans/`] = {}),
    finds: /the path ends in a slash/,
  },
  {
    title: 'a path that overlaps another',
    rule: plainPaths,
    damage: (d) => (at(d, '/paths')[`${BASE}/plans/{id}`] = {}),
    finds: /the path cannot be told from/,
  },
  {
    title: 'an introduction without errors',
    rule: completeDocument,
    damage: (d) => (d.info['description'] = String(d.info['description']).replace('**Errors.**', 'Errors:')),
    finds: /no paragraph explains "Errors"/,
  },
  {
    title: 'an introduction that links to no page',
    rule: completeDocument,
    damage: (d) =>
      (d.info['description'] = String(d.info['description']).replace('/docs/api/introduction', '/docs/api/lists')),
    finds: /no paragraph explains "Pagination" and links/,
  },
  {
    title: 'no sandbox among the servers',
    rule: completeDocument,
    damage: (d) => delete at(d, '/servers')[1],
    finds: /no server is the local sandbox/,
  },
  {
    title: 'a server variable without a default',
    rule: completeDocument,
    damage: (d) => delete at(d, '/servers/1/variables/port')['default'],
    finds: /\{port\} has a variable without a default/,
  },
  {
    title: 'a tag in no group',
    rule: completeDocument,
    damage: (d) => (at(d, '/x-tagGroups/1')['tags'] = ['Products']),
    finds: /the tag "Plans" isn't in exactly one group/,
  },
  {
    title: 'a group with an unknown tag',
    rule: completeDocument,
    damage: (d) => (at(d, '/x-tagGroups/1')['tags'] = ['Products', 'Plans', 'Coupons']),
    finds: /the tag "Coupons" isn't among the tags/,
  },
  {
    title: 'an operation without a guide',
    rule: completeDocument,
    damage: (d) => delete operation(d, 'getPlan')['externalDocs'],
    finds: /externalDocs leads to undefined/,
  },
  {
    title: 'a tag whose guide is not a page',
    rule: completeDocument,
    damage: (d) => (at(d, '/tags/0/externalDocs')['url'] = 'https://docs.pai.example/docs/api/accounts'),
    finds: /docs\/api\/accounts, which isn't a page/,
  },
  {
    title: 'a schema with a built-in name',
    rule: completeDocument,
    damage: (d) => (at(d, '/components/schemas')['Error'] = { type: 'object', description: 'An error.' }),
    finds: /"Error" is a built-in name/,
  },
  {
    title: 'a file described as in OpenAPI 3.0',
    rule: completeDocument,
    damage: (d) =>
      (at(d, `/paths/${BASE.replaceAll('/', '~1')}~1customer-invoices~1{customerInvoiceId}/get/responses/200/content`)[
        'application/pdf'
      ] = { schema: { type: 'string', format: 'binary' } }),
    finds: /describe it with contentMediaType: application\/pdf/,
  },
  {
    title: 'a record from another world',
    rule: (description) => worldIdentifiers(description, world()),
    damage: (d) => ((example(d, 'plan')['data'] as Node)['id'] = 'pln_Stranger'),
    finds: /pln_Stranger is no record of the world/,
  },
  {
    title: 'a record with two addresses',
    rule: (description) => worldRecords(description, creationTimes(readFileSync('api-spec/README.md', 'utf8'))),
    damage: (d) => ((example(d, 'customer')['data'] as Node)['email'] = 'someone@else.example'),
    finds: /email of cus_MayaLindqvist is/,
  },
  {
    title: 'a record that was created at another time',
    rule: (description) =>
      worldRecords(
        description,
        new Map([
          ['cus_MayaLindqvist', '2000-01-01T00:00:00Z'],
          ['pin_MayaVisa1111', '2000-01-01T00:00:00Z'],
        ]),
      ),
    damage: () => undefined,
    finds: /pin_MayaVisa1111 was created 2000-01-01T00:00:00Z/,
  },
  {
    title: 'a cancellation that is created confirmed',
    rule: (description) => plausibleExamples(description, new Map()),
    damage: (d) => (example(d, 'subscription-cancellation-create-draft')['status'] = 'confirmed'),
    finds: /status is "confirmed"; create a draft/,
  },
  {
    title: 'a rotated key without a time of rotation',
    rule: (description) => plausibleExamples(description, new Map()),
    damage: (d) => (at(d, '/components/examples/api-key')['summary'] = 'A key that was rotated once'),
    finds: /rotatedAt is null; change one of them/,
  },
  {
    title: 'a log that starts before its transaction',
    rule: (description) => plausibleExamples(description, new Map([['txn_MayaBeans', '2026-06-10T12:00:20Z']])),
    damage: (d) =>
      (((example(d, 'transaction-log-list')['data'] as Node[])[0] ?? {})['occurredAt'] = '2026-06-10T12:00:15Z'),
    finds: /transaction-initiated occurred 2026-06-10T12:00:15Z, before txn_MayaBeans was created/,
  },
  {
    title: 'an invoice that does not add up',
    rule: worldSums,
    damage: (d) => (((example(d, 'customer-invoice-list')['data'] as Node[])[0] ?? {})['totalAmount'] = 1),
    finds: /totalAmount \(items \+ tax \+ shipping\) is 1\.00/,
  },
  {
    title: 'a page with too few items',
    rule: plausiblePages,
    damage: (d) => (example(d, 'plan-list')['data'] = []),
    finds: /the example "\w+" has 0 items/,
  },
  {
    title: 'a subscription that does not add up',
    rule: worldSums,
    damage: (d) => ((example(d, 'subscription')['data'] as Node)['price'] = 1),
    finds: /price \(sum of the items\) is 1\.00/,
  },
  {
    title: 'a reference that leads nowhere, for Redocly',
    rule: linted(redoclyProblems),
    damage: (d) => ((schema(d, 'Product')['properties'] as Node)['name'] = { $ref: '#/components/schemas/Nothing' }),
    finds: /error no-unresolved-refs/,
  },
  {
    title: 'an undefined tag, for Spectral',
    rule: linted(spectralProblems),
    damage: (d) => (operation(d, 'listPlans')['tags'] = ['Nothing']),
    finds: /operation-tag-defined/,
  },
  {
    title: 'types of a missing operation id',
    rule: typesCompile,
    damage: (d) => (operation(d, 'listPlans')['operationId'] = 'list plans'),
    finds: /the generated types have no operation "list plans"/,
  },
  {
    title: 'a client of an operation that has no name to call',
    rule: clientCompiles,
    damage: (d) => (operation(d, 'listPlans')['operationId'] = 'list plans'),
    finds: /the generated client has no method "list plans"/,
  },
  {
    title: 'a field that is required for no recorded reason',
    rule: conformingRequired,
    damage: (d) => (schema(d, 'CustomerCreate')['required'] = ['firstName']),
    finds: /"body createCustomer firstName" is required, which neither/,
  },
  {
    title: 'a payment without an amount',
    rule: conformingRequired,
    damage: (d) => delete schema(d, 'TransactionCreate')['required'],
    finds: /"body createTransaction amount" must be required \(D7\)/,
  },
  {
    title: 'a gap that is no sentence',
    rule: undocumented,
    damage: (d) => (schema(d, 'Dispute')['x-undocumented'] = 'unknown'),
    finds: /x-undocumented is not a whole sentence \("unknown"\)/,
  },
  {
    title: 'an empty gap',
    rule: undocumented,
    damage: (d) => (operation(d, 'updateDispute')['x-undocumented'] = []),
    finds: /x-undocumented is empty/,
  },
  {
    title: 'a gap with a link, which a badge cannot show',
    rule: undocumented,
    damage: (d) =>
      (operation(d, 'updateDispute')['x-undocumented'] = ['See [the guide](/docs/api/errors) for the rest.']),
    finds: /has a link or markup/,
  },
  {
    title: 'a statement of the ledger that is too long for a badge',
    rule: undocumented,
    damage: (d) =>
      (schema(d, 'Dispute')['x-source'] = [{ kind: 'observed', statement: `A ${'long '.repeat(50)}text.` }]),
    finds: /x-source is 257 characters long; a badge takes at most 200/,
  },
  {
    title: 'a description without a head, for Postman',
    rule: postmanImport,
    damage: (d) => delete (d as Partial<Description>).info,
    finds: /Postman does not import the description/,
  },
  {
    title: 'a mock that answers against the schema and lets a bad call pass',
    rule: mockAnswers,
    damage: (d) => {
      delete schema(d, 'PaymentInstrumentCreate')['required'];
      const kept = listOperations(d)
        .filter((entry) => ['createPaymentInstrument', 'getPlan'].includes(entry.id))
        .map((entry) => entry.path);
      d.paths = Object.fromEntries(Object.entries(d.paths ?? {}).filter(([path]) => kept.includes(path)));
      (example(d, 'plan')['data'] as Node)['isActive'] = 'yes';
    },
    finds: /the mock of getPlan answered/,
  },
];

for (const { title, rule, damage, finds } of CASES) {
  test(`is found: ${title}`, async () => {
    const broken = copyDescription(await loadDescription());
    damage(broken);
    const report = await rule(broken);
    expect(report.findings.map((finding) => finding.message).join('\n')).toMatch(finds);
  });
}

test('every rule is tried on a broken description', () => {
  const own = readFileSync('tests/check/description/broken.spec.ts', 'utf8');
  const rules = readdirSync('src/content-lint/specification/rules').map((file) => file.replace(/\.ts$/, ''));
  expect(rules.length).toBeGreaterThan(10);
  expect(
    rules.filter((rule) => !own.includes(`/specification/rules/${rule}'`)),
    'rules without a broken case',
  ).toEqual([]);
  console.log(`${String(rules.length)} modules of rules, ${String(CASES.length)} broken cases`);
});
