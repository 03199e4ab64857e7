/**
 * Code and types of the guides compile: the JavaScript and TypeScript on the pages against the FramePay declarations,
 * the webhook types and schemas against the description's own examples of deliveries.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import ts from 'typescript';
import { root } from '../../support/routes';
import { type DescribedEvent, describedEvents } from './described-events';
import { type GuideReport } from './findings';
import { expectClean } from '../../support/expect-clean';
import { DECLARATIONS } from './framepay-contract';
import { type CodeBlock, codeBlocks, guidePage, guidePages } from './guide-pages';
import { createProgram, typeFaults } from '../../../src/content-lint/type-check';

const SCHEMAS = '.generated/static/schemas';
const TYPES = `${SCHEMAS}/webhook-events.d.ts`;
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

const shared: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  moduleDetection: ts.ModuleDetectionKind.Force,
  lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  noEmit: true,
};

/** What only the samples can know: the elements of their own page, and that their server listens on a port. */
const OWN_KNOWLEDGE = `
interface Document { getElementById(id: string): any }
declare module 'http' { interface Server { address(): any } }
`;

/** JavaScript cannot write types down: what a sample does not say is `any`, what is known is checked. */
const forJavaScript: ts.CompilerOptions = {
  ...shared,
  allowJs: true,
  checkJs: true,
  noImplicitAny: false,
  useUnknownInCatchVariables: false,
  types: ['node'],
};

const forTypeScript: ts.CompilerOptions = { ...shared, strict: true, types: [] };

/** The scripts that stand in an HTML block, at their lines. */
function inlineScripts(block: CodeBlock): CodeBlock[] {
  return [...block.code.matchAll(/<script>([^]*?)<\/script>/g)].map((match) => ({
    ...block,
    language: 'js',
    code: match[1] ?? '',
    line: block.line + block.code.slice(0, match.index).split('\n').length - 1,
  }));
}

/** All code of the guides that a type checker can read. */
function checkedBlocks(): CodeBlock[] {
  const blocks = guidePages().flatMap(codeBlocks);
  return blocks
    .flatMap((block) => (block.language === 'html' ? inlineScripts(block) : [block]))
    .filter(({ language }) => ['js', 'ts'].includes(language));
}

/** Type-checks blocks, each a module of its own. */
function checkBlocks(blocks: readonly CodeBlock[]): GuideReport {
  const findings: string[] = [];
  const declarations = read(DECLARATIONS);
  const check = (language: string, extension: string, options: ts.CompilerOptions): number => {
    const chosen = blocks.filter((block) => block.language === language);
    const named = new Map(chosen.map((block, index) => [`block-${index}.${extension}`, block]));
    const files = new Map([...named].map(([name, { code }]) => [name, code]));
    // Declarations are no modules: what they declare is global.
    files.set('framepay.d.ts', declarations).set('own-knowledge.d.ts', OWN_KNOWLEDGE);
    files.set('webhook-events.d.ts', read(TYPES));
    const program = createProgram(files, { ...options, moduleDetection: ts.ModuleDetectionKind.Force });
    for (const { file, line, message } of typeFaults(program)) {
      const block = named.get(file);
      findings.push(
        block === undefined
          ? `${DECLARATIONS}:${line}: ${message}; correct the declaration`
          : `${block.file}:${block.line + line - 1}: ${message}; correct the code`,
      );
    }
    return chosen.length;
  };
  const scripts = check('js', 'mjs', forJavaScript);
  const typed = check('ts', 'ts', forTypeScript);
  return { findings, counts: { 'JavaScript blocks': scripts, 'TypeScript blocks': typed } };
}

const asVariable = ({ envelope, example }: DescribedEvent, index: number): string =>
  `const example${index}: ${envelope} = ${JSON.stringify(example)};\n` +
  `const any${index}: WebhookEvent = ${JSON.stringify(example)};\n` +
  `kinds.push([${JSON.stringify(example.type)}, getObjectKind(example${index})]);`;

/** A program that gives every example to the type of its envelope and to the function that the page shows. */
function typesProgram(events: readonly DescribedEvent[]): Map<string, string> {
  const fence = codeBlocks(guidePage('webhooks/Schemas')).find(({ language }) => language === 'ts');
  if (fence === undefined)
    throw new Error('docs/api/webhooks/Schemas.mdx: the TypeScript sample is missing; put it back');
  const envelopes = [...new Set(events.map(({ envelope }) => envelope))];
  const lines = [
    `import type { WebhookEvent, ${envelopes.join(', ')} } from './webhook-events';`,
    `import { getObjectKind } from './object-kind';`,
    'export const kinds: [string, string][] = [];',
    ...events.map(asVariable),
    `export const all: WebhookEvent[] = [${events.map((_, index) => `any${index}`).join(', ')}];`,
  ];
  return new Map([
    ['webhook-events.d.ts', read(TYPES)],
    ['object-kind.ts', fence.code],
    ['examples.ts', lines.join('\n')],
  ]);
}

/** The types take every example; unknown fields and wrong values are errors. */
function checkTypes(events: readonly DescribedEvent[]): GuideReport {
  const faults = typeFaults(
    createProgram(typesProgram(events), { ...forTypeScript, exactOptionalPropertyTypes: true }),
  );
  return {
    findings: faults.map(
      ({ file, line, message }) => `${file === 'webhook-events.d.ts' ? TYPES : file}:${line}: ${message}`,
    ),
    counts: { examples: events.length },
  };
}

/** The schemas compile together, and each example is valid by the schema of its envelope. */
function checkSchemas(schemas: ReadonlyMap<string, object>, events: readonly DescribedEvent[]): GuideReport {
  const ajv = new Ajv2020({ allErrors: true, strict: true, strictTypes: false, strictRequired: false });
  addFormats(ajv);
  ajv.addFormat('decimal', true);
  // Examples stand beside a reference on purpose; format and number ranges are still checked.
  ajv.addVocabulary(['example']);
  const findings: string[] = [];
  for (const [file, schema] of schemas) {
    try {
      ajv.addSchema(schema);
    } catch (error) {
      findings.push(`${SCHEMAS}/${file}:1: no JSON Schema: ${(error as Error).message}`);
    }
  }
  const ids = new Map([...schemas].map(([file, schema]) => [file, (schema as { $id?: string }).$id ?? '']));
  for (const [file, id] of ids) {
    try {
      ajv.getSchema(id);
    } catch (error) {
      findings.push(`${SCHEMAS}/${file}:1: does not compile: ${(error as Error).message}`);
    }
  }
  if (findings.length === 0) {
    for (const { type, envelope, name, example } of events) {
      const validate = ajv.getSchema(ids.get(`${envelope}.json`) ?? '');
      if (validate?.(example) === true) continue;
      findings.push(
        `${SCHEMAS}/${envelope}.json:1: the example ${name} of ${type}: ${ajv.errorsText(validate?.errors)}`,
      );
    }
  }
  return { findings, counts: { schemas: schemas.size, examples: events.length } };
}

function readSchemas(): Map<string, object> {
  const files = readdirSync(path.join(root, SCHEMAS)).filter((file) => file.endsWith('.json'));
  return new Map(files.map((file) => [file, JSON.parse(read(`${SCHEMAS}/${file}`)) as object]));
}

/** The events with the records of the first ones changed, one change each. */
function withMetadata(...changes: readonly Readonly<Record<string, unknown>>[]): DescribedEvent[] {
  return describedEvents().map((event, index) => {
    const metadata = { ...event.example.metadata, ...changes[index] } as DescribedEvent['example']['metadata'];
    return { ...event, example: { ...event.example, metadata } };
  });
}

test('guides: JavaScript and TypeScript on the pages type-check', () => {
  expectClean('code of the guides', checkBlocks(checkedBlocks()));
});

test('webhook types compile strictly and take the examples', () => {
  expectClean('webhook types', checkTypes(describedEvents()));
});

test('webhook schemas compile together and take the examples', () => {
  expectClean('webhook schemas', checkSchemas(readSchemas(), describedEvents()));
});

test('the function of the Schemas page names the record of every event', async () => {
  const events = describedEvents();
  const fence = codeBlocks(guidePage('webhooks/Schemas')).find(({ language }) => language === 'ts');
  const { outputText } = ts.transpileModule(fence?.code ?? '', { compilerOptions: shared });
  const module = (await import(`data:text/javascript,${encodeURIComponent(outputText)}`)) as {
    getObjectKind: (event: unknown) => string;
  };
  const expected: Record<string, readonly string[]> = {
    TransactionEvent: ['transaction'],
    SubscriptionEvent: ['subscription'],
    DisputeEvent: ['dispute'],
    OrderEvent: ['transaction', 'subscription'],
  };
  for (const { type, envelope, example } of events) {
    expect(expected[envelope], type).toContain(module.getObjectKind(example));
  }
  expect(module.getObjectKind({ type: 'gateway-updated', metadata: { id: 'x' } })).toBe('unknown');
  expect(events.length).toBeGreaterThan(0);
});

test('the second function of the Schemas page narrows each event by its type, and a field of another event is found', async () => {
  const block = codeBlocks(guidePage('webhooks/Schemas')).filter(({ language }) => language === 'ts')[1];
  if (block === undefined)
    throw new Error('docs/api/webhooks/Schemas.mdx: the sample with a switch is missing; put it back');
  const wrong = block.code.replace('metadata.caseId', 'metadata.nextCharge');
  expect(wrong).not.toBe(block.code);
  expect(checkBlocks([{ ...block, code: wrong }]).findings).toEqual([expect.stringContaining('nextCharge')]);
  const misspelt = block.code.replace("'dispute-created'", "'dispute-opened'");
  expect(checkBlocks([{ ...block, code: misspelt }]).findings.join()).toContain('dispute-opened');
  const { outputText } = ts.transpileModule(block.code, { compilerOptions: shared });
  const module = (await import(`data:text/javascript,${encodeURIComponent(outputText)}`)) as {
    getNextStep: (event: unknown) => string | undefined;
  };
  const steps = describedEvents().flatMap(({ example }) => module.getNextStep(example) ?? []);
  console.log(steps.join('\n'));
  expect(steps).toHaveLength(3);
  expect(steps.join(' ')).not.toContain('undefined');
});

test('broken code, types and examples are found', () => {
  const block = (language: string, code: string): CodeBlock => ({
    file: 'docs/api/broken.mdx',
    language,
    code,
    line: 10,
  });
  const broken = [
    block('js', "const element = Framepay.card.mount(document.body);\nelement.on('keydown', () => {});"),
    block('js', "Framepay.on('error', (error) => console.log(error.reason));"),
    block('js', "Framepay.initialize({publishableKey: 'pk_live', color: 'red'});"),
    block('ts', 'export const total: number = "29";'),
  ];
  expect(checkBlocks(broken).findings).toEqual([
    expect.stringMatching(/^docs\/api\/broken\.mdx:11: .*keydown/),
    expect.stringMatching(/^docs\/api\/broken\.mdx:10: .*reason/),
    expect.stringMatching(/^docs\/api\/broken\.mdx:10: .*color/),
    expect.stringMatching(/^docs\/api\/broken\.mdx:10: .*not assignable to type 'number'/),
  ]);

  const events = withMetadata({ status: 'done' }, { amount: '29.00' }, { id: 7 }, { approvalLink: 'x' });
  const types = checkTypes(events).findings.join('\n');
  for (const words of [
    '"done"',
    "'string' is not assignable to type 'number'",
    "'number' is not assignable to type 'string'",
  ]) {
    expect(types).toContain(words);
  }
  expect(types).toContain('approvalLink');
  // Schemas let unknown fields pass, as receivers must; the types above catch slips in our own examples.
  expect(checkSchemas(readSchemas(), events).findings).toEqual([
    expect.stringContaining('metadata/status must be equal to one of the allowed values'),
    expect.stringContaining('metadata/amount must be number'),
    expect.stringContaining('metadata/id must be string'),
  ]);
  const schemas = readSchemas();
  schemas.delete('Transaction.json');
  expect(checkSchemas(schemas, describedEvents()).findings.join('\n')).toContain(
    "can't resolve reference Transaction.json",
  );
});
