/**
 * The run notices what is broken: one field of one step, or the description, changed in a copy in memory. Each time it
 * must name the page and the step.
 */
import type { OpenApiDocument } from '../../src/description/types';
import { compareJson, parseShown } from './compare';
import { expect, readDescription, test } from './fixtures';
import { parsePage, tutorialFile, tutorialSource, type TutorialPage } from './page';
import { type RecordingMock, startRecordingMock } from './recorder';
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

/** The findings of a page against a mock, with curl. */
async function findingsOf(page: TutorialPage, mock: RecordingMock): Promise<string[]> {
  return (await runPage(page, 'curl', mock)).findings;
}

/** Runs the sound page against a mock of a changed description. */
async function withDescription(change: (description: OpenApiDocument) => void): Promise<string[]> {
  const description = readDescription();
  change(description);
  const mock = await startRecordingMock(description);
  try {
    return await findingsOf(await parsePage(tutorialSource(name), file), mock);
  } finally {
    await mock.close();
  }
}

/** A component of the description, loosely typed. */
function component(description: OpenApiDocument, kind: 'schemas' | 'examples', key: string): Record<string, unknown> {
  const found = description.components?.[kind]?.[key] as Record<string, unknown> | undefined;
  if (found === undefined) {
    throw new Error(`The description has no ${kind}/${key} to break.`);
  }
  return found;
}

test('the page is sound before it is broken', async ({ mock }) => {
  const findings = await findingsOf(await parsePage(tutorialSource(name), file), mock);
  expect(findings, findings.join('\n')).toEqual([]);
});

test('a broken field in a request', async ({ mock }) => {
  const page = await parsePage(tutorialSource(name), file);
  const step = page.items.find((item) => item.kind === 'request');
  if (step?.kind !== 'request') {
    throw new Error(`${file} has no request.`);
  }
  step.code.curl = step.code.curl.replace('"type"', '"typ"');
  const findings = await findingsOf(page, mock);
  expect(findings[0]).toContain(`${file}:${step.line} "${step.heading}" (curl): is answered 400 instead of 2`);
  expect(findings[0]).toContain('type');
});

test('a saved identifier from a field that the reply does not have', async ({ mock }) => {
  const findings = await findingsOf(await changed('PRODUCT_ID: "data.id"', 'PRODUCT_ID: "data.identifier"'), mock);
  expect(findings[0]).toMatch(/product-crud\.mdx:\d+ "Step 1: .*saves data\.identifier as PRODUCT_ID/);
});

test('a step that uses an identifier which no step has saved', async ({ mock }) => {
  const findings = await findingsOf(await changed(/ save=\{\{PRODUCT_ID: "data\.id"\}\}/, ''), mock);
  expect(findings.join('\n')).toMatch(/product-crud\.mdx:\d+ "Step 2: .*PRODUCT_ID: unbound variable/);
});

test('a request that the page calls rejected and that is not', async ({ mock }) => {
  const findings = await findingsOf(
    await changed('<Request operation="listProducts"', '<Request operation="listProducts" expect="rejected"'),
    mock,
  );
  expect(findings.join('\n')).toMatch(/product-crud\.mdx:\d+ ".*is answered 200, the page says that it is rejected/);
});

test('a shown reply with another value', async ({ mock }) => {
  const page = await parsePage(tutorialSource(name), file);
  const shown = page.items.find((item) => item.kind === 'reply');
  if (shown?.kind !== 'reply') {
    throw new Error(`${file} shows no reply.`);
  }
  shown.json = shown.json?.replace('prd_BrewGuide', 'prd_Other');
  const findings = await findingsOf(page, mock);
  expect(findings).toEqual([
    `${file}:${shown.line} "${shown.heading}" (curl): createProduct: data.id is "prd_BrewGuide", the page shows "prd_Other"`,
  ]);
});

test('a command that fails', async ({ mock }) => {
  const page = await parsePage(`## Step 1: Fail\n\n\`\`\`bash\nfalse\n\`\`\`\n`, file);
  expect(await findingsOf(page, mock)).toEqual([`${file}:3 "Step 1: Fail" (curl): the commands end with status 1: `]);
});

test('a required property of a reply that the documented example does not have', async () => {
  const findings = await withDescription((description) => {
    const schema = component(description, 'schemas', 'Product');
    schema['required'] = [...((schema['required'] as string[] | undefined) ?? []), 'weight'];
  });
  expect(findings[0]).toMatch(/product-crud\.mdx:\d+ "Step 1: .*is answered 500 instead of 2.*weight/);
});

test('a required property that is taken out of a documented example', async () => {
  const findings = await withDescription((description) => {
    const example = component(description, 'examples', 'product') as { value: { data: Record<string, unknown> } };
    delete example.value.data['id'];
  });
  expect(findings[0]).toMatch(/product-crud\.mdx:\d+ "Step 1: .*is answered 500 instead of 2.*id/);
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
  expect(compareJson({ a: 1 }, { a: 1, b: 2 })).toEqual(['b is 2, the page shows nothing']);
  expect(compareJson({ a: { b: '1' } }, { a: { b: 1 } })).toEqual(['a.b is 1, the page shows "1"']);
  expect(compareJson({ a: [1, 2] }, { a: [1] })).toHaveLength(2);
  expect(compareJson({ details: 'one' }, { details: 'two' })).toEqual([]);
  expect(compareJson({ key: '$PAI_API_KEY' }, { key: 'sample' })).toEqual([]);
});
