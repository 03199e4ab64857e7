/**
 * The run notices what is broken: one field of one step, or the description, changed in a copy in memory. Each time it
 * must name the page and the step.
 */
import type { OpenApiDocument } from '../../src/description/types';
import { compareDetails, compareJson, compareSentBody, compareShownWithSent, parseShown } from './compare';
import { expect, readDescription, test } from './fixtures';
import { parsePage, tutorialFile, tutorialSource, type TutorialPage } from './page';
import { type RecordingSandbox, startRecordingSandbox } from './recorder';
import { runPage } from './run';

const name = 'product-crud';
const file = tutorialFile(name);

/** A copy of the page in which one text is another; fails if the text is not there. */
async function changed(from: string | RegExp, to: string): Promise<TutorialPage> {
  const source = tutorialSource(name);
  const result = source.replace(from, to);
  expect(result, `${file} has no ${String(from)} to break`).not.toBe(source);
  return parsePage(result, file);
}

/** The findings of a page against a sandbox, with curl. */
async function listFindings(page: TutorialPage, sandbox: RecordingSandbox): Promise<string[]> {
  return (await runPage(page, 'curl', sandbox)).findings;
}

/** Runs the sound page against a sandbox of a changed description. */
async function withDescription(change: (description: OpenApiDocument) => void): Promise<string[]> {
  const description = readDescription();
  change(description);
  const sandbox = await startRecordingSandbox(description);
  try {
    return await listFindings(await parsePage(tutorialSource(name), file), sandbox);
  } finally {
    await sandbox.close();
  }
}

/** A component of the description, loosely typed. */
function component(description: OpenApiDocument, kind: 'schemas', key: string): Record<string, unknown> {
  const found = description.components?.[kind]?.[key] as Record<string, unknown> | undefined;
  if (found === undefined) {
    throw new Error(`The description has no ${kind}/${key} to break.`);
  }
  return found;
}

test('the page is sound before it is broken', async ({ sandbox }) => {
  const findings = await listFindings(await parsePage(tutorialSource(name), file), sandbox);
  expect(findings, findings.join('\n')).toEqual([]);
});

test('a broken field in a request', async ({ sandbox }) => {
  const page = await parsePage(tutorialSource(name), file);
  const step = page.items.find((item) => item.kind === 'request');
  if (step?.kind !== 'request') {
    throw new Error(`${file} has no request.`);
  }
  step.code.curl = step.code.curl.replace('"type"', '"typ"');
  const findings = await listFindings(page, sandbox);
  expect(findings[0]).toContain(`${file}:${step.line} "${step.heading}" (curl): is answered 400 instead of 2`);
  expect(findings[0]).toContain('type');
});

test('a saved identifier from a field that the reply does not have', async ({ sandbox }) => {
  const findings = await listFindings(await changed('PRODUCT_ID: "data.id"', 'PRODUCT_ID: "data.identifier"'), sandbox);
  expect(findings[0]).toMatch(/product-crud\.mdx:\d+ "Step 1: .*saves data\.identifier as PRODUCT_ID/);
});

test('a step that uses an identifier which no step has saved', async ({ sandbox }) => {
  const findings = await listFindings(await changed(/ save=\{\{PRODUCT_ID: "data\.id"\}\}/, ''), sandbox);
  expect(findings.join('\n')).toMatch(/product-crud\.mdx:\d+ "Step 2: .*PRODUCT_ID: unbound variable/);
});

test('a request that the page calls rejected and that is not', async ({ sandbox }) => {
  const findings = await listFindings(
    await changed('<Request operation="listProducts"', '<Request operation="listProducts" expect="rejected"'),
    sandbox,
  );
  expect(findings.join('\n')).toMatch(/product-crud\.mdx:\d+ ".*is answered 200, the page says that it is rejected/);
});

test('a shown reply with another value', async ({ sandbox }) => {
  const page = await parsePage(tutorialSource(name), file);
  const shown = page.items.find((item) => item.kind === 'reply');
  if (shown?.kind !== 'reply') {
    throw new Error(`${file} shows no reply.`);
  }
  shown.json = shown.json?.replace('Brew Guide Membership', 'Other');
  const findings = await listFindings(page, sandbox);
  expect(findings).toEqual([
    `${file}:${shown.line} "${shown.heading}" (curl): createProduct: name is sent as "Brew Guide Membership", the page shows "Other"`,
  ]);
});

test('a shown reason that is not the one of the rejected request', async ({ sandbox }) => {
  const page = await parsePage(tutorialSource(name), file);
  const shown = page.items.find((item) => item.kind === 'reply' && item.json?.includes('"type must not be empty"'));
  if (shown?.kind !== 'reply') throw new Error(`${file} shows no reason for its rejected request.`);
  shown.json = shown.json?.replace('type must not be empty', 'color must not be empty');
  const findings = await listFindings(page, sandbox);
  expect(findings).toHaveLength(1);
  expect(findings[0]).toContain('details shows "color must not be empty", the request is rejected for');
});

test('a printed text that no command prints', async ({ sandbox }) => {
  const page = await parsePage('## Step 1: Print\n\n```bash\necho one\n```\n\n```text\ntwo\n```\n', file);
  expect(await listFindings(page, sandbox)).toEqual([
    `${file}:7 "Step 1: Print" (curl): shows "two", the commands before it print "one"`,
  ]);
});

test('a sandbox that forgets what was sent', async ({ sandbox }) => {
  const { store } = sandbox.world;
  const put = store.put.bind(store);
  store.put = (kind, record) => put(kind, kind === 'products' ? { ...record, unitLabel: 'other' } : record);
  const findings = await listFindings(await parsePage(tutorialSource(name), file), sandbox);
  expect(findings[0]).toMatch(/product-crud\.mdx:\d+ .*unitLabel was sent as "seat" and came back as "other"/);
});

test('a command that fails', async ({ sandbox }) => {
  const page = await parsePage(`## Step 1: Fail\n\n\`\`\`bash\nfalse\n\`\`\`\n`, file);
  expect(await listFindings(page, sandbox)).toEqual([
    `${file}:3 "Step 1: Fail" (curl): the commands end with status 1: `,
  ]);
});

test('a required property of a reply that the sandbox does not have', async () => {
  const findings = await withDescription((description) => {
    const schema = component(description, 'schemas', 'Product');
    schema['required'] = [...((schema['required'] as string[] | undefined) ?? []), 'weight'];
  });
  expect(findings[0]).toMatch(/product-crud\.mdx:\d+ "Step 1: .*is answered 500 instead of 2.*weight/);
});

test('a new required property of a body that the page does not send', async () => {
  const findings = await withDescription((description) => {
    const schema = component(description, 'schemas', 'ProductCreate');
    schema['required'] = [...((schema['required'] as string[] | undefined) ?? []), 'weight'];
  });
  expect(findings[0]).toMatch(/product-crud\.mdx:\d+ "Step 1: .*is answered 400 instead of 2.*weight/);
});

test('an operation that the description no longer has', async () => {
  const findings = await withDescription((description) => {
    const plain = Object.keys(description.paths ?? {}).find((path) => path.endsWith('/products')) ?? '';
    delete description.paths?.[plain]?.post;
  });
  expect(findings[0]).toMatch(/product-crud\.mdx:\d+ "Step 1: .*is not the call createProduct/);
});

test('shown JSON is compared field by field', () => {
  expect(compareJson(parseShown('{\n  "a": 1,\n  …\n}'), { a: 1, b: 2 })).toEqual([]);
  expect(compareJson(parseShown('[\n  {\n    …\n  }\n]'), [{ b: 2 }])).toEqual([]);
  expect(compareJson({ a: 1, b: 2 }, { a: 1 })).toEqual(['b is nothing, the page shows 2']);
  expect(compareJson({ a: { b: '1' } }, { a: { b: 1 } })).toEqual(['a.b is 1, the page shows "1"']);
  expect(compareJson({ a: ['x', 'y'] }, { a: [] })).toEqual(['a is empty, the page shows 2 entries']);
  expect(compareJson({ data: [{ b: 1 }] }, { data: [] })).toEqual(['data is empty, the page shows 1 entries']);
  expect(compareJson({ data: [{ b: 1 }] }, { data: [{ c: 1 }] })).toEqual(['data.0.b is nothing, the page shows 1']);
  expect(compareJson({ id: 'a', at: '2026-01-01T00:00:00Z' }, { id: 'b', at: null })).toEqual([]);
  expect(compareJson({ id: 'a' }, { id: 1 })).toHaveLength(1);
  expect(compareJson({ details: 'one' }, { details: 'two' })).toEqual([]);
  expect(compareJson({ key: '$PAI_API_KEY' }, { key: 'sample' })).toEqual([]);
});

test('shown reasons are compared with those that came, by the field that they name', () => {
  const came = ["The body must have required property 'plan'", "items.0.plan must have required property 'id'"];
  expect(compareDetails(['items[0].plan.id must not be empty'], came)).toEqual([]);
  expect(compareDetails(['url must be a valid URL'], came)).toHaveLength(1);
  expect(compareDetails('the amount is too high', came)).toEqual([]);
});

test('what was sent is compared with what the page shows and with what came back', () => {
  expect(compareShownWithSent({ a: { b: 1 } }, { a: { b: 1, c: 2 } })).toEqual(["a.c isn't sent, the page shows 2"]);
  expect(compareShownWithSent({ a: 49, id: 'x', b: { c: 1 } }, { a: 29, id: 'y', b: { c: 1 } })).toEqual([
    'a is sent as 49, the page shows 29',
  ]);
  expect(compareSentBody({ a: 1, b: { c: [1] } }, { a: 1, b: { c: [1], d: 2 }, e: 3 })).toEqual([]);
  expect(compareSentBody({ a: 49 }, { a: 29 })).toEqual(['a was sent as 49 and came back as 29']);
  expect(compareSentBody({ b: { c: [1, 2] } }, { b: { c: [1] } })).toEqual([
    'b.c.1 was sent as 2 and came back as nothing',
  ]);
});
