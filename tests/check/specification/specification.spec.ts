/** The OpenAPI specification: its rules, texts, and examples, and its shape against the released one. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { checkExamples } from '../../../checks/specification/examples';
import { lintSpecification } from '../../../checks/specification/lint';
import { checkSnapshot, compareShapes } from '../../../checks/specification/snapshot';
import { checkTexts } from '../../../checks/specification/texts';
import { findingText, type Report } from '../../../src/site/finding';
import { SPECIFICATION } from '../../../src/specification/source';
import { expectClean } from '../../support/expect-clean';

const CHECKS: Record<string, (folder: string) => Promise<Report>> = {
  rules: lintSpecification,
  examples: checkExamples,
  texts: (folder) => Promise.resolve(checkTexts(folder)),
  shape: checkSnapshot,
};

test('the specification has no problem', async () => {
  for (const [name, check] of Object.entries(CHECKS)) {
    // An example that breaks a rule differs from others, too. One message is enough.
    if (name !== 'examples' || test.info().errors.length === 0) expectClean(name, await check(SPECIFICATION));
  }
});

/** Faults that a maintainer can make: the file, what's replaced by what, and the messages. */
const FAULTS: [file: string, from: string | RegExp, to: string, ...messages: string[]][] = [
  ['paths/plans.yaml', 'operationId: listPlans', 'operationId: list-plans', 'paths/plans.yaml:4: The operationId'],
  ['paths/plans.yaml', 'summary: List plans', 'summary: List plans.', 'paths/plans.yaml:5: The summary is a link text'],
  ['paths/products.yaml', / {2}security:\n {4}- ApiKey: \[\]\n/, '', 'paths/products.yaml', 'State the security'],
  ['paths/products.yaml', /    '40[14]':\n.*\n/g, '', 'Add the responses 401', 'Add the response 404'],
  ['paths/products.yaml', / {2}description: >-\n( {4}.*\n)+/, '', 'operation-description'],
  [
    'components/schemas/PlanCreate.yaml',
    'Name of the plan.',
    'Name of the plan',
    'PlanCreate.yaml:5: Write full sentences',
  ],
  ['components/schemas/PlanCreate.yaml', /\n *examples: \[Brew.*/, '', 'scalar-property-missing-example'],
  [
    'components/schemas/PlanSetup.yaml',
    / *description: Amount.*\n/,
    '',
    'PlanSetup.yaml',
    '"price" has no description',
  ],
  [
    'components/schemas/Product.yaml',
    'unitLabel:',
    'unit_label:',
    'Name the field',
    'field `unitLabel` removed',
    'field `unit_label` added',
  ],
  [
    'components/schemas/Product.yaml',
    'Word for one unit of the product, such as',
    'Word '.repeat(25),
    'Product.yaml:15: the description has 30 words; write at most 25',
  ],
  ['components/schemas/enums/PauseStatus.yaml', /x-enumDescriptions:\n( {2}.*\n)+/, '', 'x-enumDescriptions'],
  [
    'components/schemas/enums/PauseStatus.yaml',
    '- ongoing',
    '- running',
    'value `ongoing` removed',
    'value `running` added',
  ],
  [
    'components/schemas/enums/WebhookEventType.yaml',
    '  - dispute-won\n',
    '',
    'WebhookEventType.yaml:7: `enum` lacks the event "dispute-won"',
    '"dispute-won" isn\'t a value of `enum`',
  ],
  [
    'components/schemas/enums/WebhookEventType.yaml',
    / {2}dispute-lost: A .*\n/,
    '',
    '"dispute-lost" has no sentence in `x-enumDescriptions`',
  ],
  [
    'components/schemas/WebhookEvent.yaml',
    / {2}- \$ref: events\/DisputeWonEvent.yaml\n/,
    '',
    'WebhookEvent.yaml:4: `oneOf` lacks the event "dispute-won"',
  ],
  [
    'components/schemas/SubscriptionPauseCreate.yaml',
    'required: [',
    'required: [description, ',
    'required field `description` added',
  ],
  [
    'components/examples/plan-create.yaml',
    'currency: USD',
    'currency: US',
    'plan-create.yaml',
    'must be equal to one of',
  ],
  ['components/examples/plan-create.yaml', 'name: Brew', 'nmae: Brew', 'plan-create.yaml', '`nmae`'],
  [
    'components/examples/plan.yaml',
    /createdAt: .*/,
    "createdAt: '2020-01-01T00:00:00Z'",
    'createdAt of pln_BrewMonthly is',
  ],
  [
    'components/examples/event-dispute-won.yaml',
    /deduplicationId: .*/,
    'deduplicationId: 5611dc6e-f9ae-53c5-97c8-43b7ece5801b',
    'event-dispute-comments.yaml has this ID',
  ],
  ['components/examples/plan.yaml', 'USD', 'EUR', 'currency of pln_BrewMonthly is EUR'],
  [
    'components/examples/plan-create.yaml',
    'isTrialOnly: false',
    'isTrialOnly: true',
    'createPlan: isTrialOnly is true',
  ],
  [
    'openapi.yaml',
    /\n {2}\S*customer-invoices\/\{customerInvoiceId\}:\n.*/,
    '',
    'no other file refers to this one',
    'removed',
  ],
];

test('each kind of fault is found, with its file', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'specification-'));
  cpSync(SPECIFICATION, folder, { recursive: true });
  for (const [file, from, to] of FAULTS) {
    const text = readFileSync(path.join(folder, file), 'utf8');
    expect(text.replace(from, to), `${file}: ${String(from)}`).not.toBe(text);
    writeFileSync(path.join(folder, file), text.replace(from, to));
  }
  const reports = await Promise.all(Object.values(CHECKS).map((check) => check(folder)));
  rmSync(folder, { recursive: true });
  const found = reports.flatMap(({ findings }) => findings.map(findingText)).join('\n');
  const messages = FAULTS.flatMap(([, , , ...expected]) => expected);
  console.log(`${FAULTS.length} faults, ${messages.length} messages`);
  expect(
    messages.filter((message) => !found.includes(message)),
    found,
  ).toEqual([]);
});

test('texts and the order of lists are no change of the shape', () => {
  const shape = { components: { schemas: { A: { required: ['b', 'c'], enum: [1, 2], maxLength: 5 } } } };
  const other = { components: { schemas: { A: { required: ['c', 'b'], enum: [2, 1], maxLength: 6 } } } };
  expect(compareShapes(shape, other).map(({ text }) => text)).toEqual(['`A`: `maxLength` changed from `5` to `6`']);
});
