/** The description per tag, the types and the feed, each read by a tool that would consume it. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { createConfig, lint, loadConfig } from '@redocly/openapi-core';
import { load } from 'cheerio';
import ts from 'typescript';
import { parse } from 'yaml';
import { listOperations, type BundledDescription } from '../../../scripts/lib/description';
import { root } from '../../support/routes';

const folder = path.join(root, '.generated', 'static');
const downloads = path.join(folder, 'downloads');
const whole = JSON.parse(readFileSync(path.join(folder, 'openapi.json'), 'utf8')) as BundledDescription;
/** The files per tag. The file in OpenAPI 3.0 and the overlays have tests of their own. */
const parts = readdirSync(downloads).filter((file) => /^(?!openapi-)[^.]+\.yaml$/.test(file));

test("every operation and event is in exactly one tag's specification, as YAML and JSON", () => {
  const found = parts.flatMap((file) => {
    const yaml = parse(readFileSync(path.join(downloads, file), 'utf8')) as BundledDescription;
    const json = JSON.parse(readFileSync(path.join(downloads, file.replace(/yaml$/, 'json')), 'utf8')) as unknown;
    expect(yaml, `${file} and its JSON say the same`).toEqual(json);
    return listOperations(yaml).map(({ operationId }) => operationId);
  });
  console.log(`${parts.length} descriptions, ${found.length} operations and events`);
  expect(parts.length).toBeGreaterThan(10);
  expect(found.sort()).toEqual(
    listOperations(whole)
      .map(({ operationId }) => operationId)
      .sort(),
  );
});

test("Redocly reports no problems in the specification or in any tag's", async () => {
  const config = await loadConfig({ configPath: path.join(root, 'redocly.yaml') }).catch(() => createConfig({}));
  const files = [path.join(folder, 'openapi.yaml'), ...parts.map((file) => path.join(downloads, file))];
  const findings: string[] = [];
  for (const ref of files) {
    for (const { message, severity, location, ruleId } of await lint({ ref, config })) {
      findings.push(`${path.basename(ref)}${location[0]?.pointer ?? ''}: ${severity} ${ruleId}: ${message}`);
    }
  }
  console.log(`${files.length} descriptions linted`);
  expect(findings).toEqual([]);
});

/** Compiles a source under `strict`, with the declarations beside it; gives the messages of the compiler. */
function compile(source: string, declarations: readonly string[]): string[] {
  const place = mkdtempSync(path.join(tmpdir(), 'pai-docs-types-'));
  try {
    for (const file of declarations) writeFileSync(path.join(place, path.basename(file)), readFileSync(file));
    const entry = path.join(place, 'consumer.ts');
    writeFileSync(entry, source);
    const program = ts.createProgram([entry], {
      strict: true,
      noEmit: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      module: ts.ModuleKind.NodeNext,
      target: ts.ScriptTarget.ES2022,
      types: [],
    });
    return ts
      .getPreEmitDiagnostics(program)
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

const declarations = [path.join(downloads, 'api.d.ts'), path.join(folder, 'schemas', 'webhook-events.d.ts')];

test('the TypeScript types compile in strict mode and reject what the API rejects', () => {
  const head = `import type { components, operations, paths } from './api.js';
    import type { WebhookEvent } from './webhook-events.js';
    export type Path = keyof paths;
    export type Reply = operations['getCustomer']['responses'][200]['content']['application/json'];
    export type Event = WebhookEvent;
  `;
  const sound = `${head}export const status: components['schemas']['SubscriptionStatus'] = 'active';`;
  const wrong = `${head}export const status: components['schemas']['SubscriptionStatus'] = 'resting';`;
  expect(compile(sound, declarations)).toEqual([]);
  expect(compile(wrong, declarations).join('\n')).toContain('resting');
});

test('the feed of changes is an Atom feed with an entry per change', () => {
  const feed = load(readFileSync(path.join(folder, 'api-changes.xml'), 'utf8'), { xml: true });
  const changelog = readFileSync(path.join(root, 'api-spec', 'CHANGELOG.md'), 'utf8');
  const headings = [...changelog.matchAll(/^## (.+)$/gm)].map((match) => match[1] ?? '');
  expect(feed('feed').attr('xmlns')).toBe('http://www.w3.org/2005/Atom');
  for (const name of ['id', 'title', 'updated', 'author']) expect(feed(`feed > ${name}`).text(), name).not.toBe('');
  const entries = feed('entry').toArray();
  console.log(`${entries.length} entries`);
  expect(entries.length).toBe(headings.length);
  const ids = entries.map((entry) => feed(entry).find('id').text());
  expect(new Set(ids).size).toBe(headings.length);
  for (const entry of entries) {
    expect(Date.parse(feed(entry).find('updated').text())).not.toBeNaN();
    expect(feed(entry).find('content').text()).not.toContain('sha256');
  }
});
