/** Each check on a copy in memory that is broken on purpose: it must say where, what, and what to do. */
import { expect, test } from '@playwright/test';
import { checkArithmetic } from '../../../src/content-lint/pages/arithmetic';
import { checkCode } from '../../../src/content-lint/pages/code-spans';
import { checkCoverage, computeCoverage } from '../../../src/coverage/coverage';
import { checkFences } from '../../../src/content-lint/pages/fences';
import { findingText, type Report } from '../../../src/coverage/finding';
import { checkFrontMatter } from '../../../src/content-lint/pages/front-matter';
import { checkIdempotencyKeys } from '../../../src/content-lint/pages/idempotency-keys';
import { LEDGER } from '../../../scripts/lib/ledger-sources';
import { checkLedger } from '../../../src/content-lint/pages/ledger';
import { checkLinks } from '../../../src/content-lint/pages/links';
import { findLine, parsePages } from '../../../src/coverage/pages';
import { renderComponents } from '../../../src/content-lint/pages/rendered';
import { checkShape } from '../../../src/content-lint/pages/shape';
import { checkStatements, readStatements } from '../../../src/content-lint/pages/statements';
import { collectUsage } from '../../../src/coverage/usage';
import { collectTexts } from '../../../src/content-lint/pages/texts';
import { checkWording, lowerCounts, PHRASES, type WordingCounts } from '../../../src/content-lint/pages/wording';
import recordedCounts from '../../../src/content-lint/pages/wording-counts.json';
import { loadSubject, parse, readRepositoryFile, type Subject } from './subject';

const CUSTOMERS = 'docs/get-started/concepts/customers.mdx';
const PRICING = 'docs/get-started/concepts/pricing.mdx';
const INTRODUCTION = 'docs/api/introduction.mdx';
const ERRORS = 'docs/api/errors.mdx';
const PAUSES = 'docs/get-started/concepts/orders/subscription-pauses.mdx';
const TEST_CARDS = 'docs/api/test-cards.mdx';
const COLLECT_PAYMENT = 'docs/get-started/tutorials/collect-payment.mdx';
const TUTORIAL = 'docs/get-started/tutorials/pause-subscription.mdx';

/** Replaces the first `from` in a file of the copy, and gives the line on which it stood. */
function edit(subject: Subject, file: string, from: string, to: string): number {
  const source = subject.sources.find((candidate) => candidate.file === file);
  if (!source?.text.includes(from)) throw new Error(`${file} has no "${from}"; correct this test`);
  const line = findLine(source, from);
  const text = source.text.replace(from, () => to);
  subject.sources = subject.sources.map((candidate) => (candidate === source ? { file, text } : candidate));
  return line;
}

function addText(subject: Subject, file: string, text: string): number {
  const source = subject.sources.find((candidate) => candidate.file === file);
  const lines = (source?.text ?? '').split('\n').length;
  subject.sources = subject.sources.map((candidate) =>
    candidate === source ? { file, text: `${candidate.text}\n${text}\n` } : candidate,
  );
  return lines + 1;
}

/** Properties of a schema of the copy. */
function getProperties(subject: Subject, schema: string): Record<string, Record<string, unknown>> {
  return (subject.document.components?.schemas?.[schema]?.properties ?? {}) as Record<string, Record<string, unknown>>;
}

function renameField(subject: Subject, schema: string, from: string, to: string): void {
  const properties = getProperties(subject, schema);
  const { [from]: field, ...rest } = properties;
  const target = subject.document.components?.schemas?.[schema];
  if (!target || !field) throw new Error(`${schema} has no ${from}; correct this test`);
  target.properties = { ...rest, [to]: field };
}

function expectFinding({ findings }: Report, place: string, ...words: RegExp[]): void {
  const texts = findings.map(findingText).filter((text) => text.startsWith(place));
  expect(texts.length, `a finding at ${place} among:\n${findings.map(findingText).join('\n')}`).toBeGreaterThan(0);
  for (const word of words) expect(texts.join('\n')).toMatch(word);
}

/** No file of the repository counts as known in these tests. */
const noFile = (): boolean => false;

test('finds a renamed field', async () => {
  const subject = await loadSubject();
  renameField(subject, 'CustomerUpdate', 'primaryPaymentInstrument', 'defaultPaymentInstrument');
  const { pages, vocabulary, allowed, description } = parse(subject, [CUSTOMERS]);
  const span = findLine(pages[0] ?? { file: '', text: '' }, '`primaryPaymentInstrument`');
  const table = findLine(pages[0] ?? { file: '', text: '' }, '<FieldTable schema="CustomerUpdate"');
  expectFinding(
    checkCode(pages, vocabulary, allowed, noFile),
    `${CUSTOMERS}:${span}:`,
    /`primaryPaymentInstrument` isn't in the specification/,
  );
  expectFinding(
    renderComponents(pages, description),
    `${CUSTOMERS}:${table}:`,
    /Unknown field of CustomerUpdate "primaryPaymentInstrument/,
  );
});

test('finds a removed enum value', async () => {
  const subject = await loadSubject();
  const status = subject.document.components?.schemas?.['PauseStatus'];
  if (!status?.enum) throw new Error('PauseStatus has no values; correct this test');
  status.enum = status.enum.filter((value) => value !== 'finished');
  const { pages, vocabulary, allowed, description } = parse(subject, [PAUSES]);
  const page = pages[0] ?? { file: '', text: '' };
  expectFinding(
    renderComponents(pages, description),
    `${PAUSES}:`,
    /Unknown value of PauseStatus "finished"/,
    /<EnumTable>/,
  );
  if (page.text.includes('`finished`')) {
    const line = findLine(page, '`finished`');
    expectFinding(
      checkCode(pages, vocabulary, allowed, noFile),
      `${PAUSES}:${line}:`,
      /`finished` isn't in the specification/,
    );
  }
});

test('finds a changed limit', async () => {
  const subject = await loadSubject();
  const limit = subject.document.components?.parameters?.['Limit']?.schema;
  if (!limit) throw new Error('the parameter Limit is gone; correct this test');
  limit.maximum = 5;
  const { pages, description } = parse(subject, [INTRODUCTION]);
  const line = findLine(pages[0] ?? { file: '', text: '' }, '<Request operation="listCustomers"');
  expectFinding(
    renderComponents(pages, description),
    `${INTRODUCTION}:${line}:`,
    /limit must be <= 5/,
    /correct the value/,
  );
});

test('finds a list request without an offset', async () => {
  const subject = await loadSubject();
  const line = edit(
    subject,
    INTRODUCTION,
    'query={{limit: 10, offset: 10, sortBy: "createdAt"',
    'query={{limit: 10, sortBy: "createdAt"',
  );
  const { pages, description } = parse(subject, [INTRODUCTION]);
  expectFinding(renderComponents(pages, description), `${INTRODUCTION}:${line}:`, /no offset.*add offset: 0/);
});

test('finds an idempotency key with two bodies, and one of the example data', async () => {
  const subject = await loadSubject();
  const line = edit(subject, TEST_CARDS, 'idempotencyKey: "tw-2026-0202-', 'idempotencyKey: "tw-2026-0201-');
  const tutorial = findLine(
    subject.sources.find(({ file }) => file === COLLECT_PAYMENT) ?? { file: '', text: '' },
    '<Request',
  );
  const { pages, description } = parse(subject, [TEST_CARDS, COLLECT_PAYMENT]);
  const report = checkIdempotencyKeys(pages, description, new Set(['tw-2026-0201-attempt-1']));
  const place = report.findings.find(({ file, message }) => file === COLLECT_PAYMENT && /another body/.test(message));
  expect(place?.message).toContain(`another body in ${TEST_CARDS}; use another order`);
  expect(place?.line).toBe(tutorial);
  for (const at of [`${TEST_CARDS}:${line}:`, `${COLLECT_PAYMENT}:${tutorial}:`])
    expectFinding(report, at, /example data already has a payment with the idempotency key tw-2026-0201-attempt-1/);
});

test('finds a limit typed into a sentence', async () => {
  const subject = await loadSubject();
  const line = addText(subject, CUSTOMERS, 'A first name has at most 45 characters.');
  const { pages, vocabulary, allowed } = parse(subject, [CUSTOMERS]);
  expectFinding(
    checkCode(pages, vocabulary, allowed, noFile),
    `${CUSTOMERS}:${line}:`,
    /"45 characters"/,
    /<Limit of=/,
  );
});

test('finds a misspelled path', async () => {
  const subject = await loadSubject();
  const text = addText(subject, CUSTOMERS, 'Call /v1/public-api/organisations/{organizationId}/customers.');
  const code = addText(subject, CUSTOMERS, 'Call `POST …/custommers`.');
  const { pages, vocabulary, allowed } = parse(subject, [CUSTOMERS]);
  const report = checkCode(pages, vocabulary, allowed, noFile);
  expectFinding(report, `${CUSTOMERS}:${text}:`, /organisations.* does not exist; correct it/);
  expectFinding(report, `${CUSTOMERS}:${code}:`, /`POST …\/custommers` isn't in the specification/);
});

test('finds a status that no operation returns', async () => {
  const subject = await loadSubject();
  const line = addText(subject, CUSTOMERS, 'The call answers `418`.');
  const { pages, vocabulary, allowed } = parse(subject, [CUSTOMERS]);
  expectFinding(checkCode(pages, vocabulary, allowed, noFile), `${CUSTOMERS}:${line}:`, /`418`/);
});

test('finds invalid code blocks', async () => {
  const subject = await loadSubject();
  const blocks: [string, RegExp][] = [
    [
      '```json schema=CustomerCreate\n{"phoneNumber": "+1 206 555 0100"}\n```',
      /isn't a valid CustomerCreate: \/phoneNumber must NOT have more than 10/,
    ],
    ['```json schema=CustomerCreat\n{}\n```', /Unknown schema "CustomerCreat"\. Did you mean "CustomerCreate"/],
    ['```json\n{"a": 1}\n```', /JSON block has no schema/],
    ['```json schema=CustomerCreate\n{"phoneNumber": }\n```', /is not JSON/],
    ['```bash\nif true; then\n```', /bash cannot parse/],
    [
      '```bash\ncurl --request PUT "$PAI_API/v1/public-api/organizations/$PAI_ORGANIZATION_ID/customers"\n```',
      /PUT .* isn't an operation of the API/,
    ],
    ['```bash\ncurl "https://api.pai.example/v1/webhook-destination"\n```', /GET .* isn't an operation of the API/],
    ['```js\nconst = 1;\n```', /does not parse/],
    ['```ts\nconst amount: number = "29";\n```', /types don't match/],
    ['```yaml\na: [1\n```', /YAML does not parse/],
    ['```\nplain\n```', /no language/],
    [
      '```mermaid\nflowchart TD\n  A --> B\n```\n\nAfterwards.',
      /no title for screen readers[\s\S]*no text alternative/,
    ],
    ['```js file=examples/none.mjs\n```', /examples\/none\.mjs.* does not exist/],
  ];
  for (const [block, message] of blocks) {
    const copy = { ...subject };
    const line = addText(copy, CUSTOMERS, block);
    const { pages, vocabulary, allowed } = parse(copy, [CUSTOMERS]);
    const report = checkFences(pages, vocabulary, allowed, readRepositoryFile);
    expectFinding(report, `${CUSTOMERS}:`, message);
    for (const finding of report.findings) expect(finding.line, findingText(finding)).toBeGreaterThanOrEqual(line);
  }
});

test('finds a wrong sum in a price table', async () => {
  const subject = await loadSubject();
  const line = edit(
    subject,
    PRICING,
    '| 10 × 10 + 40 × 8 + 10 × 6 | <Price formula="tiered" quantity={60} /> |',
    '| 10 × 10 + 40 × 8 + 10 × 6 | 490.00 |',
  );
  const { pages, vocabulary, allowed } = parse(subject, [PRICING]);
  const report = checkArithmetic(pages, vocabulary, allowed);
  expectFinding(
    report,
    `${PRICING}:${line}:`,
    /10 × 10 \+ 40 × 8 \+ 10 × 6, which is 480\.00, but shows 490\.00/,
    /amount 490\.00 is typed/,
  );
});

test('finds a component whose sum differs from its row', async () => {
  const subject = await loadSubject();
  const line = edit(subject, PRICING, '| 60 × 6 | <Price formula="volume"', '| 60 × 6 | <Price formula="tiered"');
  const { pages, vocabulary, allowed } = parse(subject, [PRICING]);
  expectFinding(
    checkArithmetic(pages, vocabulary, allowed),
    `${PRICING}:${line}:`,
    /60 × 6, which is 360\.00, but shows 480\.00/,
  );
});

test('finds an unknown operation in a component', async () => {
  const subject = await loadSubject();
  const line = edit(
    subject,
    CUSTOMERS,
    '<OperationLink id="createCustomer" />',
    '<OperationLink id="createCustomers" />',
  );
  const { pages, description } = parse(subject, [CUSTOMERS]);
  expectFinding(
    renderComponents(pages, description),
    `${CUSTOMERS}:${line}:`,
    /Unknown operation "createCustomers"\. Did you mean "createCustomer"/,
  );
});

test('an unexplained operation', async () => {
  const subject = await loadSubject();
  const list = subject.document.paths?.['/v1/webhook-destinations'];
  if (!list?.get) throw new Error('listWebhookDestinations is gone; correct this test');
  subject.document.paths = {
    ...subject.document.paths,
    '/v1/webhook-destinations/{webhookDestinationId}/deliveries': {
      get: { ...list.get, operationId: 'listWebhookDeliveries', tags: ['Deliveries'] },
    },
  };
  const { pages, vocabulary, description } = parse(subject);
  const report = checkCoverage(computeCoverage(description, collectUsage(pages, vocabulary)));
  expectFinding(
    report,
    'docs:1:',
    /no page explains listWebhookDeliveries \(operations\); link it with <OperationLink\/>/,
  );
});

test('an unexplained field, value and limit', async () => {
  const subject = await loadSubject();
  getProperties(subject, 'CustomerCreate')['loyaltyNumber'] = { type: 'string', maxLength: 12 };
  const reason = subject.document.components?.schemas?.['PauseStatus'];
  const { pages, vocabulary, description } = parse(subject);
  reason?.enum?.push('frozen');
  const before = checkCoverage(computeCoverage(description, collectUsage(pages, vocabulary)));
  expectFinding(
    before,
    'docs:1:',
    /CustomerCreate\.loyaltyNumber \(payload fields\)/,
    /CustomerCreate\.loyaltyNumber\.maxLength \(limits\)/,
  );
});

test('a fact that is missing in the ledger', async () => {
  const subject = await loadSubject();
  const line = edit(subject, CUSTOMERS, '{/* ledger: customer-relations */}', '{/* ledger: customer-relation */}');
  const { pages, description } = parse(subject);
  const report = checkLedger(subject.ledger, pages, description);
  expectFinding(report, `${CUSTOMERS}:${line}:`, /no row "customer-relation"; did you mean "customer-relations"/);
  const row = findLine({ file: LEDGER, text: subject.ledger }, 'id: customer-relations');
  expectFinding(
    report,
    `${LEDGER}:${row}:`,
    /doesn't contain \{\/\* ledger: customer-relations \*\/\}; add the comment/,
  );
});

test('a row of the ledger without a known ground', async () => {
  const subject = await loadSubject();
  const ledger = subject.ledger.replace('ground: public pages of the API family', 'ground: hearsay');
  const line = findLine({ file: LEDGER, text: ledger }, 'ground: hearsay');
  const { pages, description } = parse(subject);
  const { findings } = checkLedger(ledger, pages, description);
  const [finding] = findings;
  expect(finding && findingText(finding)).toMatch(
    /^src\/data\/ledger\.yaml:\d+: .*unknown ground "hearsay"; choose one of/,
  );
  expect(line - (finding?.line ?? 0), 'the row begins right before its ground').toBeLessThan(5);
});

test('a page without a required heading', async () => {
  const subject = await loadSubject();
  edit(subject, CUSTOMERS, '## Common misconceptions {/* #what-it-is-not */}\n', '');
  const { pages, templates, description } = parse(subject, [CUSTOMERS]);
  expectFinding(
    checkShape(pages, templates, description),
    `${CUSTOMERS}:1:`,
    /"## Common misconceptions" is missing; add it after "## Example"/,
  );
});

test('finds a heading without its published anchor', async () => {
  const subject = await loadSubject();
  const line = edit(subject, CUSTOMERS, '## Statuses {/* #states */}', '## Statuses');
  const { pages, templates, description } = parse(subject, [CUSTOMERS]);
  expectFinding(
    checkShape(pages, templates, description),
    `${CUSTOMERS}:${line}:`,
    /no longer has its published anchor; write "## Statuses \{\/\* #states \*\/\}"/,
  );
});

test('finds omissions without a reason, or without an effect', async () => {
  const subject = await loadSubject();
  const line = edit(subject, CUSTOMERS, '\n---\n', '\nomits:\n  Statuses: no\n---\n');
  const { pages, templates, description } = parse(subject, [CUSTOMERS]);
  const report = checkShape(pages, templates, description);
  expectFinding(
    report,
    `${CUSTOMERS}:${line + 1}:`,
    /no reason for "Statuses"/,
    /lists "Statuses", which the page has/,
  );
});

test('limits the length of an added section', async () => {
  const subject = await loadSubject();
  const section = (words: number): string => `\n\n## Import customers\n\n${'word '.repeat(words)}\n`;
  const source = subject.sources.find(({ file }) => file === CUSTOMERS);
  if (source === undefined) throw new Error(`${CUSTOMERS} is missing`);
  const report = (words: number) => {
    const sources = [{ ...source, text: source.text + section(words) }];
    const { pages, templates, description } = parse({ ...subject, sources });
    return checkShape(pages, templates, description).findings.map(findingText);
  };
  expect(report(740)).toEqual([]);
  expect(report(800)).toEqual([expect.stringMatching(/the section "Import customers" has 802 words.*cut it to 750/)]);
});

test('finds a gap in the steps of a tutorial', async () => {
  const subject = await loadSubject();
  const line = edit(subject, TUTORIAL, '## Step 3: ', '## Step 4: ');
  const { pages, templates, description } = parse(subject, [TUTORIAL]);
  expectFinding(checkShape(pages, templates, description), `${TUTORIAL}:${line}:`, /isn't "Step 3: …"/);
});

test('finds invalid front matter', async () => {
  const subject = await loadSubject();
  const kind = edit(subject, ERRORS, 'kind: guide', 'kind: essay');
  const title = edit(subject, ERRORS, 'title: Errors', 'titel: Errors');
  const { pages } = parse(subject, [ERRORS]);
  const report = checkFrontMatter(pages);
  expectFinding(report, `${ERRORS}:${kind}:`, /kind "essay" does not exist; choose one of concept/);
  expectFinding(report, `${ERRORS}:${title}:`, /unknown key "titel"/);
  expectFinding(report, `${ERRORS}:1:`, /no "title"/);
});

test('finds links to missing anchors and pages, and vague link texts', async () => {
  const subject = await loadSubject();
  const anchor = edit(subject, ERRORS, '(#409-conflict)', '(#409-conflicts)');
  const page = addText(subject, ERRORS, 'Read about [customers](/docs/get-started/concepts/customer).');
  const field = addText(subject, ERRORS, 'Read about [e-mail](/api/create-customer#body-emial).');
  const vague = addText(subject, ERRORS, 'Click [here](/docs/api/errors).');
  const workflow = addText(subject, ERRORS, 'Run [a workflow](pathname:///workflows/errors.yaml).');
  const { pages, vocabulary, description } = parse(subject, [ERRORS, CUSTOMERS, INTRODUCTION]);
  const { anchors } = renderComponents(pages, description);
  const report = checkLinks(pages, { anchors, description, vocabulary });
  expectFinding(
    report,
    `${ERRORS}:${anchor}:`,
    /#409-conflicts does not exist on \/docs\/api\/errors; did you mean #409-conflict\?/,
  );
  expectFinding(
    report,
    `${ERRORS}:${page}:`,
    /concepts\/customer does not exist; did you mean \/docs\/get-started\/concepts\/customers\?/,
  );
  expectFinding(
    report,
    `${ERRORS}:${field}:`,
    /#body-emial does not exist on \/api\/create-customer; did you mean #body-email\?/,
  );
  expectFinding(report, `${ERRORS}:${vague}:`, /link text "here" is too vague/);
  expectFinding(report, `${ERRORS}:${workflow}:`, /workflows\/errors\.yaml isn't published; link to one of/);
});

/** Findings of the wording check for one text of each area, with nothing recorded. */
function checkWords(texts: { file: string; text: string }[], recorded: WordingCounts = NOTHING_RECORDED): string[] {
  const { pages } = parsePages(texts.filter(({ file }) => file.endsWith('.mdx')));
  const sources = texts.filter(({ file }) => !file.endsWith('.mdx'));
  return checkWording(collectTexts(pages, sources), recorded).findings.map(findingText);
}

const NOTHING_RECORDED: WordingCounts = {
  phrases: { pages: {}, specification: {}, interface: {} },
  undocumented: {},
  site: { clauses: 0, operations: 0 },
};

test('words that the style guide bans', async () => {
  const subject = await loadSubject();
  const line = addText(subject, CUSTOMERS, 'Simply delete the cancelled order; `cancelledAt` stays.');
  const { pages } = parse(subject, [CUSTOMERS]);
  const { findings } = checkWording(collectTexts(pages, []), recordedCounts);
  expect(findings.map(({ line: at }) => at)).toEqual([line, line]);
  expect(findings.map(findingText).join('\n')).toMatch(/"Simply": [\s\S]*"cancelled": write "canceled"/);
});

// One text per pattern: each must be found, so that no pattern can stop matching unnoticed.
const PATTERN_CASES: Record<string, string> = {
  stands: 'The key stands in the header.',
  reply: 'The reply has it.',
  'by itself': 'It renews by itself.',
  'at once': 'Rotate it at once.',
  anew: 'Write it anew.',
  somebody: 'Whoever has the key can charge.',
  'present, former': 'Send the present items.',
  'what becomes of': 'See what becomes of the order.',
  'by for over': 'Send it by HTTPS.',
  'if for whether': '`revokedAt` shows if it ended.',
  rhythm: 'The rhythm of the charges.',
  'use this to': 'Use this endpoint to create one.',
  'say, tell': 'The field tells when.',
  answer: 'The API answers `201`.',
  'call as a noun': 'Send the call again.',
  'the API has no': 'The API has no such endpoint.',
  make: 'Make the key.',
  hold: 'Names hold ten characters.',
  may: 'The bank may decline.',
  'of its own': 'It has a page of its own.',
  record: 'The record has a date.',
  identifier: 'Copy the identifier.',
  'old terms': 'The buyer pays.',
  refuse: 'The bank refused it.',
};

test('every pattern of the style guide is found in a page', () => {
  expect(Object.keys(PATTERN_CASES).sort()).toEqual([...PHRASES].sort());
  for (const [name, text] of Object.entries(PATTERN_CASES)) {
    const recorded = { ...NOTHING_RECORDED, phrases: { ...NOTHING_RECORDED.phrases, pages: { [name]: 1 } } };
    expect(checkWords([{ file: CUSTOMERS, text }]), name).toHaveLength(1);
    expect(checkWords([{ file: CUSTOMERS, text }], recorded), `${name}, as often as recorded`).toEqual([]);
    expect(checkWords([{ file: CUSTOMERS, text: `${text}\n\n${text}` }], recorded), name).toHaveLength(2);
  }
  console.log(`${Object.keys(PATTERN_CASES).length} patterns`);
});

test('a pattern is found in the specification and in the interface, and code is left alone', () => {
  const found = checkWords([
    {
      file: 'api-spec/paths/broken.yaml',
      text: 'get:\n  summary: Read `the reply`\n  description: Use this call to read it.\n  example: { description: The reply }\n',
    },
    { file: 'src/theme/Broken.tsx', text: "// The reply is here.\nexport const LABEL = 'No reply so far';\n" },
  ]);
  expect(found).toEqual([
    expect.stringMatching(/^api-spec\/paths\/broken\.yaml:3: "Use this call to": start with the verb/),
    expect.stringMatching(/^api-spec\/paths\/broken\.yaml:3: "this call": /),
    expect.stringMatching(/^src\/theme\/Broken\.tsx:2: "reply": write "response"/),
  ]);
});

test('a page that admits too many gaps, in different words', () => {
  const text =
    "The API does not specify it.\n\nThe order isn't documented.\n\n:::note[Not documented]\nThe limit is unspecified.\n:::\n";
  const found = checkWords([{ file: CUSTOMERS, text }]);
  expect(found).toHaveLength(3);
  expect(found[0]).toMatch(/customers\.mdx:1: "does not specify": the page has 3 clauses .* keep 2/);
  expect(checkWords([{ file: CUSTOMERS, text }], { ...NOTHING_RECORDED, undocumented: { [CUSTOMERS]: 3 } })).toEqual(
    [],
  );
});

test('recorded numbers only go down', () => {
  const { pages } = parsePages([{ file: CUSTOMERS, text: 'The reply, the reply.' }]);
  const texts = collectTexts(pages, []);
  const record = (reply: number): WordingCounts => ({
    ...NOTHING_RECORDED,
    phrases: { ...NOTHING_RECORDED.phrases, pages: { reply } },
  });
  expect(lowerCounts(texts, record(5)).phrases.pages).toEqual({ reply: 2 });
  expect(lowerCounts(texts, record(1)).phrases.pages).toEqual({ reply: 1 });
});

// Each sentence states a fact of the ledger wrongly, or its opposite.
const CONTRADICTIONS: readonly [string, string][] = [
  ['The order is paid when it is approved and completed.', 'fact-paid'],
  ['An approved authorize counts as paid.', 'fact-paid'],
  ['A card that has never paid is charged at the end of the trial.', 'fact-unproven-card'],
  ['Without `cancelAt`, the subscription continues until the end of the period.', 'fact-cancel-now'],
  ['The cancellation takes effect at the end of the period.', 'fact-cancel-now'],
  ['With `cancelAt` in the future, the subscription ends immediately.', 'fact-cancel-later'],
  ['`nextCharge` is the amount of the next payment.', 'fact-next-charge'],
  ['Set the key to `pay-$(date +%s)`.', 'fact-idempotency-key'],
  ['Return a `2xx` status.', 'fact-webhook-200'],
  ['A refund without an amount is rejected.', 'fact-refund-amount'],
  ['The one that paid is a `sale`, approved and completed.', 'fact-captured'],
  ['Take a payment at the start, such as a setup fee.', 'fact-sign-up-fee'],
  ['Collect a fee at sign-up, next to the plan.', 'fact-sign-up-fee'],
  ['Send the `paymentFormUrl` of the first invoice when the trial ends.', 'fact-trial-invoice'],
  ['Tax is added to the price.', 'fact-tax'],
  ['The customer pays the price plus tax.', 'fact-tax'],
  ['Book a refund only when its `result` is `approved`.', 'fact-refund-booked'],
  ['Condition: `type` is `refund`, `result` is `approved`.', 'fact-refund-booked'],
  ['If `status` is `timeout`, or `result` is `unknown`, contact PAI support.', 'fact-unknown-outcome'],
  ['Check `items`, and grant what the customer gained.', 'fact-upgrade-access'],
  ['Check `items`, and remove what the customer lost.', 'fact-upgrade-access'],
  ['Send the same body again: it writes the same values.', 'fact-renewal-time'],
  ['To keep the date, set `renewalTime` to `startAt`.', 'fact-renewal-time'],
  ['If `result` is `unknown`, fetch the transaction after 1, 10, and 60 minutes.', 'fact-unknown-outcome'],
  ['Give access when `status` is `active`.', 'fact-access'],
  ['Grant access and store `nextCharge`.', 'fact-access'],
];

test('a page that contradicts a fact of the ledger', async () => {
  const subject = await loadSubject();
  const facts = new Set(readStatements(subject.ledger).map(({ id }) => id));
  expect([...new Set(CONTRADICTIONS.map(([, fact]) => fact))].sort()).toEqual([...facts].sort());
  for (const [sentence, fact] of CONTRADICTIONS) {
    const { pages } = parsePages([{ file: CUSTOMERS, text: `# Text\n\n${sentence}` }]);
    const { findings } = checkStatements(subject.ledger, pages);
    const found = findings.map(findingText).filter((text) => text.startsWith(`${CUSTOMERS}:3:`));
    expect(found.join('\n'), sentence).toContain(`"${fact}"`);
  }
  const nowhere = checkStatements(subject.ledger, parsePages([{ file: CUSTOMERS, text: 'Nothing.' }]).pages);
  expect(nowhere.findings).toHaveLength(facts.size);
});

test('finds unneeded and incomplete entries in the allow list', async () => {
  const subject = await loadSubject();
  subject.allowList = '- text: nowhere\n  reason: No page says it, so it must be found.\n- text: short\n  reason: no\n';
  const { allowed } = parse(subject, [CUSTOMERS]);
  const texts = allowed.findings().map(findingText);
  expect(texts).toContainEqual(expect.stringMatching(/allow-list\.yaml:1: "nowhere" is not needed/));
  expect(texts).toContainEqual(expect.stringMatching(/allow-list\.yaml:3: an entry requires/));
});

test('a page that is no MDX', () => {
  const { findings } = parsePages([{ file: CUSTOMERS, text: '---\ntitle: A\n---\n\nA price < 5 {' }]);
  expect(findings.map(findingText).join('\n')).toMatch(/customers\.mdx:5: the page isn't valid MDX/);
});
