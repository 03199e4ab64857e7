/**
 * The build as a gate: every kind of broken input ends as it should, with file and reason, and nothing half-built is
 * left. What is found before the bundler runs is tried without it; `build-rules.spec.ts` has links, anchors, routes and the policy.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { bundleDescription } from '../../scripts/lib/description';
import { sourceProblems } from '../../scripts/lib/source-files';
import { buildOver, page, writeFiles, type Files } from '../support/build-copy';
import { root } from '../support/routes';

test.describe.configure({ timeout: 240_000 });

/** A folder that is removed whatever happens. */
async function inFolder<Result>(use: (folder: string) => Result | Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(path.join(tmpdir(), 'pai-docs-gate-'));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const emptyTree: Files = Object.fromEntries(
  ['api-spec', 'docs', 'src', 'static'].map((folder) => [`${folder}/a.txt`, 'Text.\n']),
);

const brokenFiles: Record<string, { files: Files; says: RegExp }> = {
  'a page that is not UTF-8': {
    files: { 'docs/x.mdx': Buffer.from([0x61, 0x0a, 0x62, 0xe9, 0x0a]) },
    says: /^docs\/x\.mdx:2 is not UTF-8/,
  },
  'a control character': { files: { 'docs/x.mdx': 'One.\nTwo\u001b[31m.' }, says: /^docs\/x\.mdx:2 has a control/ },
  'a sign that turns the direction of text': {
    files: { 'src/x.ts': 'const a = 1;\n// \u202e if (a)' },
    says: /^src\/x\.ts:2 has an invisible character/,
  },
  'merge conflict markers': {
    files: { 'api-spec/x.yaml': 'a: 1\n<<<<<<< HEAD\nb: 2\n' },
    says: /^api-spec\/x\.yaml:2 has merge conflict markers/,
  },
  'an empty page': { files: { 'docs/x.mdx': '\n' }, says: /^docs\/x\.mdx:1 is empty/ },
  'an empty part of the description': { files: { 'api-spec/x.yaml': '' }, says: /^api-spec\/x\.yaml:1 is empty/ },
  'a name with a space': {
    files: { 'docs/a page.mdx': 'x' },
    says: /^docs\/a page\.mdx: invalid file name/,
  },
  'a name with an umlaut': { files: { 'docs/schön.mdx': 'x' }, says: /^docs\/schön\.mdx: invalid file name/ },
  'a name with a line break': { files: { 'docs/a\nb.mdx': 'x' }, says: /^docs\/a\\nb\.mdx: invalid file name/ },
  'a name that ends in a dot': { files: { 'docs/x.': 'x' }, says: /^docs\/x\.: invalid file name/ },
  'a name that a system keeps for a device': {
    files: { 'docs/con.mdx': 'x' },
    says: /^docs\/con\.mdx: invalid file name/,
  },
  'two names that differ in case only': {
    files: { 'docs/Errors.mdx': 'x', 'docs/errors.mdx': 'x' },
    says: /^docs\/errors\.mdx: differs from docs\/Errors\.mdx only in case/,
  },
  'a huge page': {
    files: { 'docs/x.mdx': 'x'.repeat(1_100_000) },
    says: /^docs\/x\.mdx: 1100000 bytes exceed the limit/,
  },
  'a huge picture': { files: { 'static/x.png': Buffer.alloc(5_300_000) }, says: /^static\/x\.png: 5300000 bytes/ },
};

test('invalid files fail the build before it starts, with file and reason', async () => {
  for (const [kind, { files, says }] of Object.entries(brokenFiles)) {
    await inFolder((folder) => {
      writeFiles(folder, { ...emptyTree, ...files });
      const { problems } = sourceProblems(folder);
      expect(problems, kind).toHaveLength(1);
      expect(problems[0], kind).toMatch(says);
      expect(problems[0], `${kind}: what to do`).toMatch(/\. [A-Z][^.]+\.$|\. [A-Z].*\.$/);
    });
  }
  await inFolder((folder) => {
    writeFiles(folder, emptyTree);
    expect(sourceProblems(folder)).toEqual({ checked: 4, problems: [] });
    symlinkSync('/etc/hostname', path.join(folder, 'docs', 'x.mdx'));
    expect(sourceProblems(folder).problems).toEqual([expect.stringMatching(/^docs\/x\.mdx: is not a regular file/)]);
  });
  console.log(`${Object.keys(brokenFiles).length + 1} kinds of broken files`);
});

/** A change of one file of the description. */
const change = (from: string | RegExp, to: string) => (text: string) => text.replace(from, to);
const plans = 'paths/plans.yaml';
const brokenDescriptions: Record<string, { file: string; damage: (text: string) => string; says: RegExp }> = {
  'YAML that is none': { file: plans, damage: () => 'get: [\n  a: {', says: /plans\.yaml/ },
  'a reference to a missing file': {
    file: plans,
    damage: change('../components/parameters/OrganizationId.yaml', '../components/parameters/Nobody.yaml'),
    says: /plans\.yaml:\d+:\d+ Can't resolve \$ref/,
  },
  'a reference to a missing part of a file': {
    file: plans,
    damage: change(
      '../components/parameters/OrganizationId.yaml',
      '../components/parameters/OrganizationId.yaml#/gone',
    ),
    says: /plans\.yaml:\d+:\d+ Can't resolve \$ref/,
  },
  'an operation without an id': {
    file: plans,
    damage: change(/^ +operationId: listPlans\n/m, ''),
    says: /plans\.yaml:3 GET \S+\/plans: operationId is missing/,
  },
  'one id twice': {
    file: plans,
    damage: change('operationId: createPlan', 'operationId: listPlans'),
    says: /plans\.yaml:\d+ POST \S+\/plans: operationId "listPlans" has the page \/api\/list-plans, which .*GET/,
  },
  'two ids with one address': {
    file: plans,
    damage: change('operationId: createPlan', 'operationId: list_plans'),
    says: /operationId "list_plans" has the page \/api\/list-plans, which .*\("listPlans"\) already uses/,
  },
  'an id that is an MDX expression': {
    file: plans,
    damage: change('operationId: listPlans', `operationId: 'a{process.exit(7)}'`),
    says: /plans\.yaml:3 GET \S+: operationId "a\{process\.exit\(7\)\}" contains characters that a URL can't/,
  },
  'an id that is markup': {
    file: plans,
    damage: change('operationId: listPlans', `operationId: '<script>alert(1)</script>'`),
    says: /operationId "<script>alert\(1\)<\/script>" contains characters/,
  },
  'an id that ends an attribute': {
    file: plans,
    damage: change('operationId: listPlans', `operationId: 'x" evil="'`),
    says: /operationId "x\\" evil=\\"" contains characters/,
  },
  'an id with line breaks and codes of a terminal': {
    file: plans,
    damage: change('operationId: listPlans', `operationId: "x\\n\\n# y\\e[31m"`),
    says: /operationId "x\\n\\n# y\\u001b\[31m" contains characters/,
  },
  'an id that leaves the folder': {
    file: plans,
    damage: change('operationId: listPlans', 'operationId: ../../x'),
    says: /operationId "\.\.\/\.\.\/x" contains characters/,
  },
  'an event without an id': {
    file: 'webhooks/dispute-won.yaml',
    damage: change(/^ +operationId: .*\n/m, ''),
    says: /dispute-won\.yaml:\d+ webhook dispute-won: operationId is missing/,
  },
  'a missing entry file': { file: 'openapi.yaml', damage: () => '', says: /[Tt]he OpenAPI specification/ },
};

test('an invalid specification fails every command that reads it, with file, line, and reason', async () => {
  await inFolder(async (folder) => {
    const copy = path.join(folder, 'api-spec');
    cpSync(path.join(root, 'api-spec'), copy, { recursive: true });
    for (const [kind, { file, damage, says }] of Object.entries(brokenDescriptions)) {
      const text = readFileSync(path.join(copy, file), 'utf8');
      const damaged = damage(text);
      expect(damaged, `${kind}: something is broken`).not.toBe(text);
      writeFiles(copy, { [file]: damaged });
      await expect(bundleDescription(path.join(copy, 'openapi.yaml')), kind).rejects.toThrow(says);
      writeFiles(copy, { [file]: text });
    }
    await expect(bundleDescription(path.join(copy, 'openapi.yaml'))).resolves.toHaveProperty('paths');
  });
  console.log(`${Object.keys(brokenDescriptions).length} kinds of broken descriptions`);
});

test('an invalid file and a failed generation leave the last site unchanged', () => {
  const file = buildOver({ 'docs/api/x y.mdx': page('X', 'Text.') });
  expect(file.status).toBe(1);
  expect(file.output).toContain('docs/api/x y.mdx: invalid file name');
  const generation = buildOver({
    'scripts/generate.mts': 'console.error("api-spec/x.yaml:1 broken"); process.exit(1);',
  });
  expect(generation.status).toBe(1);
  expect(generation.output).toContain('Build failed: tsx exited with an error');
});

test('invalid pages fail the build with file and reason, and leave the last site unchanged', () => {
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
  console.log(`${Object.keys(said).length} kinds of broken pages`);
});

test('invalid front matter fails the build with file and key', () => {
  const { status, output } = buildOver({
    'docs/api/wrong.mdx': '---\ntitle: [1]\nsidebar_position: first\n---\n\nText.',
  });
  expect(status).toBe(1);
  expect(output).toContain('docs/api/wrong.mdx');
  expect(output).toMatch(/"?(title|sidebar_position)"?/);
});
