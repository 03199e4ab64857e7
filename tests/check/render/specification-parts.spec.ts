/** Tests what live reload compiles after an edit: `scripts/lib/specification-parts.ts`, and the loader that reads its digests. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { listParts, writeParts } from '../../../scripts/lib/specification-parts';
import { isRecord, joinPointer } from '../../../src/specification/json';
import type { OpenApiDocument } from '../../../src/specification/types';
import { bundledFile, renderPage, writeSpecification } from './support';

const document = JSON.parse(readFileSync(bundledFile, 'utf8')) as OpenApiDocument;
const parts = listParts(document);
/** A copy without links back to guides, which pages depend on separately. */
const original = writeSpecification(document);
const folder = mkdtempSync(path.join(tmpdir(), 'parts-'));
test.beforeAll(() => writeParts(path.join(folder, 'parts'), document));
test.afterAll(() => [folder, path.dirname(original)].forEach((made) => rmSync(made, { recursive: true })));

/** Lists the names of the files and folders that a page depends on during live reload. */
function listDependencies(source: string): string[] {
  const load = createRequire(__filename)('../../../src/plugins/specification-dependency/loader.cjs') as (
    this: object,
    source: string,
  ) => string;
  const added: string[] = [];
  const add = (file: string) => added.push(path.basename(file));
  const getOptions = () => ({ generated: folder, drawings: 'drawings', byName: true });
  load.call({ getOptions, addDependency: add, addContextDependency: add }, source);
  return added;
}

/** Lists the parts that a page depends on during live reload. Nothing stands for the whole specification. */
function listPartsOf(source: string): string[] | undefined {
  const added = listDependencies(source);
  return added.includes('openapi.json') ? undefined : added;
}

/** Changes every description outside of some places. */
function changeOthers(value: unknown, kept: ReadonlySet<string>, pointer = ''): unknown {
  if (kept.has(`#${pointer}`)) return value;
  if (Array.isArray(value)) return value.map((item, index) => changeOthers(item, kept, `${pointer}/${String(index)}`));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, child]) => [
      name,
      name === 'description' && typeof child === 'string' && pointer.split('/').length > 3
        ? `${child} Changed elsewhere.`
        : changeOthers(child, kept, pointer + joinPointer(name)),
    ]),
  );
}

/** Whether a page looks different after everything but some parts changed. */
async function differs(source: string, names: readonly string[]): Promise<boolean> {
  const kept = new Set(names.flatMap((name) => [...(parts.get(name) ?? [])]));
  const changed = writeSpecification(changeOthers(document, kept) as OpenApiDocument);
  const after = await renderPage(source, changed);
  rmSync(path.dirname(changed), { recursive: true });
  return after !== (await renderPage(source, original));
}

test('a page that names its parts shows nothing of the others', async () => {
  const sources = [
    ...['<Operation id="createCustomer" />', '<Operation id="disputeWonEvent" />', '<FieldTable schema="Plan" />'],
    ...['<Request operation="createPlan" />', '<EnumTable schema="DisputeStatus" />'],
    ...['<OperationLink id="getPlan" />', '<EventPayload type="dispute-won" />'],
  ];
  for (const source of sources) {
    const names = listPartsOf(source) ?? [];
    expect(names.length, source).toBeGreaterThan(0);
    expect(await differs(source, names), `${source} shows more: see WHOLE in loader.cjs`).toBe(false);
  }
  expect(await differs('<FieldTable schema="Plan" />', ['Product'])).toBe(true);
  expect(listPartsOf('<ErrorTable />'), 'it shows the whole specification').toBeUndefined();
});

test('a page depends on the folders of the downloads or drawings that it shows', () => {
  expect(listDependencies('<ApiOverview />')).toContain('static');
  expect(listDependencies('```mermaid')).toContain('drawings');
  expect(listDependencies('<FieldTable schema="Plan" />')).not.toEqual(expect.arrayContaining(['static']));
});

test('a page whose parts changed is compiled again, and the others are not', () => {
  const digests = path.join(folder, 'parts');
  const files = readdirSync(digests);
  for (const file of files) utimesSync(path.join(digests, file), 1, 1);
  const edited = structuredClone(document);
  const post = edited.webhooks?.['dispute-won'] as { post: { description: string } };
  post.post.description += ' Edited.';
  writeParts(path.join(folder, 'parts'), edited);
  const written = files.filter((file) => statSync(path.join(digests, file)).mtimeMs > 1000);
  console.log(`written: ${written.join(', ')}`);
  expect(written.sort()).toEqual(['dispute-won', 'disputeWonEvent']);
});
