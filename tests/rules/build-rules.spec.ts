/**
 * What stops a build of the site, and what only warns, tried on copies that are broken on purpose. A build takes longer
 * than everything else here, so each is broken in several places.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { bundleSpecification } from '../../scripts/lib/specification';
import { sourceProblems } from '../../scripts/lib/source-files';
import { buildOver, type Files, page, writeFiles } from '../support/build-copy';
import { root } from '../support/routes';

test.describe.configure({ timeout: 300_000 });

test('a broken anchor and a duplicate route only warn, and a page that violates the policy fails the build', () => {
  const { status, output } = buildOver({
    'docs/api/introduction.mdx': page('Introduction', '[Gone](/docs/api/errors#gone)'),
    'src/pages/docs/api/errors.mdx': page('The same route', '# The same route\n\nText.'),
    'docs/api/handler.mdx': page('Handler', '<a href="https://evil.example" {...{ onclick: "alert(1)" }}>x</a>'),
    'docs/api/script.mdx': page('Script', '<script src="https://evil.example/x.js"></script>'),
  });
  // Nothing else is wrong with the copy.
  const warnings = [...output.matchAll(/\[WARNING\] (.*)/g)].map(([, words = '']) => words);
  expect(warnings).toEqual([expect.stringMatching(/duplicate routes/i), expect.stringMatching(/broken anchors/i)]);
  expect(output).toContain('Broken anchor on source page path = /docs/api/introduction');
  expect(output).toContain('/docs/api/errors#gone');
  // The policy is made of finished pages: anchor and route did not stop the build, and this does.
  expect(status).toBe(1);
  expect(output).toContain('These pages violate the Content-Security-Policy');
  expect(output).toContain('docs/api/script/index.html: <script> loads https://evil.example/x.js from another host');
});

test('broken links fail the build with page and link, and links to missing Markdown files also warn', () => {
  const { status, output } = buildOver({
    'docs/api/introduction.mdx': page('Introduction', '[Gone](/docs/api/gone) [Errors](errors.mdx#body)'),
    'docs/api/file.mdx': page('File', '[Gone](./lost.mdx)'),
  });
  expect(status).toBe(1);
  const places = output.split('Broken link on source page path = ').slice(1).sort();
  expect(places).toEqual([
    expect.stringMatching(/^\/docs\/api\/file\/?:[^]*lost/),
    expect.stringMatching(/^\/docs\/api\/introduction\/?:[^]*\/docs\/api\/gone/),
  ]);
  expect(output).toMatch(/lost\.mdx[^]*docs\/api\/file\.mdx|docs\/api\/file\.mdx[^]*lost\.mdx/);
});

test('invalid pages fail the build with file and reason', () => {
  const { status, output } = buildOver({
    'docs/api/broken-mdx.mdx': page('Broken', 'Text.\n\n<Unclosed>\n\nMore.'),
    'docs/api/broken-expression.mdx': page('Expression', 'A { brace.'),
    'docs/api/unknown-schema.mdx': page('Schema', '<FieldTable schema="Customr" />'),
    'docs/api/unknown-operation.mdx': page('Operation', '<OperationLink id="createCustomr" />'),
    'docs/api/missing-picture.mdx': page('Picture', '![A picture](./gone.png)'),
    'docs/api/missing-import.mdx': page('Import', 'import X from "./gone";\n\n<X />'),
  });
  expect(status).toBe(1);
  const said: Record<string, RegExp> = {
    'broken-mdx.mdx': /closing tag/,
    'broken-expression.mdx': /expression/,
    'unknown-schema.mdx': /Unknown schema \S+Customr\S+ Did you mean \S+Customer\W/,
    'unknown-operation.mdx': /Unknown operation \S+createCustomr\S+ Did you mean \S+createCustomer\W/,
    'missing-picture.mdx': /gone\.png/,
    // The bundler names the folder and shows the line.
    'docs/api': /Can't resolve '\.\/gone' in '\S+docs\/api'/,
  };
  for (const [file, reason] of Object.entries(said)) {
    expect(output).toContain(file);
    expect(output, file).toMatch(reason);
  }
});

/** A folder that is removed whatever happens. */
async function inFolder(use: (folder: string) => Promise<void> | void): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'pai-docs-rules-'));
  try {
    await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test('garbled files and names that not every system takes are found, with file and line', async () => {
  const broken: readonly (readonly [Files, RegExp])[] = [
    [{ 'docs/x.mdx': Buffer.from([0x61, 0x0a, 0x62, 0xe9, 0x0a]) }, /^docs\/x\.mdx:2 is not UTF-8/],
    [{ 'docs/x.mdx': 'One.\nTwo\u001b[31m.' }, /^docs\/x\.mdx:2 has a control character/],
    [{ 'src/x.ts': '\n// \u202e if (a)' }, /^src\/x\.ts:2 has an invisible character/],
    [{ 'api-spec/x.yaml': 'a: 1\n<<<<<<< HEAD\n' }, /^api-spec\/x\.yaml:2 has merge conflict markers/],
    [{ 'docs/a page.mdx': 'x' }, /^"docs\/a page\.mdx": invalid file name/],
    [{ 'docs/Errors.mdx': 'x', 'docs/errors.mdx': 'x' }, /^docs\/errors\.mdx: another name differs only in case/],
    [{ 'docs/x.mdx': 'x'.repeat(1_100_000) }, /^docs\/x\.mdx: 1100000 bytes exceed/],
  ];
  const sound = Object.fromEntries(['api-spec', 'docs', 'src', 'static'].map((name) => [`${name}/a.txt`, 'Text.\n']));
  for (const [files, says] of [[{}, undefined] as const, ...broken]) {
    await inFolder((folder) => {
      writeFiles(folder, { ...sound, ...files });
      expect(sourceProblems(folder).problems).toEqual(says === undefined ? [] : [expect.stringMatching(says)]);
    });
  }
});

const PLANS = 'paths/plans.yaml';

test('an invalid specification fails every command that reads it, with file, line, and reason', async () => {
  const broken: readonly (readonly [file: string, from: string | RegExp, to: string, says: RegExp])[] = [
    [PLANS, /^[^]*$/, 'get: [\n  a: {', /plans\.yaml/],
    [PLANS, 'parameters/OrganizationId.yaml', 'parameters/Nobody.yaml', /plans\.yaml:\d+: Can't resolve \$ref/],
    [
      PLANS,
      'Id: createPlan',
      'Id: list_plans',
      /plans\.yaml:\d+: operationId "list_plans" has the page \/api\/list-plans/,
    ],
    [PLANS, 'Id: listPlans', 'Id: ../../x', /operationId "\.\.\/\.\.\/x": start with a letter/],
    ['webhooks/dispute-won.yaml', /^ +operationId: .*\n/m, '', /dispute-won\.yaml:\d+: operationId is missing/],
    ['openapi.yaml', /^[^]*$/, '', /[Tt]he OpenAPI specification/],
  ];
  await inFolder(async (folder) => {
    const copy = path.join(folder, 'api-spec');
    cpSync(path.join(root, 'api-spec'), copy, { recursive: true });
    for (const [file, from, to, says] of broken) {
      const text = readFileSync(path.join(copy, file), 'utf8');
      expect(text, file).toMatch(from);
      writeFiles(copy, { [file]: text.replace(from, to) });
      await expect(bundleSpecification(copy), to).rejects.toThrow(says);
      writeFiles(copy, { [file]: text });
    }
    await expect(bundleSpecification(copy)).resolves.toHaveProperty('paths');
  });
});
