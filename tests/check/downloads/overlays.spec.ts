/** The overlay with code samples: applied by Redocly, and the result linted and turned into types. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { parse, stringify } from 'yaml';
import { buildCodeSamples, type CodeSamplesOverlay } from '../../../scripts/lib/downloads/code-samples';
import type { OpenApiDocument } from '../../../src/description/types';
import { loadDescription, operationsOf, type Description } from '../description/description';
import { outputOf, redoclyProblems } from '../description/rules/redocly';

test.setTimeout(240_000);

let folder: string;
test.beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'overlay-'))));
test.afterEach(() => rmSync(folder, { recursive: true }));

/** Applies an overlay to the specification. Returns the file with the result. */
async function apply(overlay: CodeSamplesOverlay): Promise<string> {
  const [source, patch, result] = ['openapi.json', 'overlay.yaml', 'result.yaml'].map((name) =>
    path.join(folder, name),
  ) as [string, string, string];
  writeFileSync(source, JSON.stringify(await loadDescription()));
  writeFileSync(patch, stringify(overlay, { lineWidth: 0 }));
  await outputOf('@redocly/cli/bin/cli.js', ['bundle', source, '--overlay', patch, '--output', result]);
  return result;
}

/** IDs of the operations without a sample in each of the five languages. */
function findWithoutSamples(document: Description): string[] {
  const operations = Object.values(document.paths ?? {}).flatMap((item) => Object.values(item as object) as unknown[]);
  return operations.flatMap((entry) => {
    const { operationId, 'x-codeSamples': samples } = entry as {
      operationId?: string;
      'x-codeSamples'?: { source: string }[];
    };
    if (operationId === undefined) return [];
    return samples?.length === 5 && samples.every(({ source }) => source.length > 40) ? [] : [operationId];
  });
}

test('the overlay adds samples to every operation, and changes nothing else', async () => {
  const source = await loadDescription();
  const overlay = buildCodeSamples(source as unknown as OpenApiDocument);
  const file = await apply(overlay);
  const result = parse(readFileSync(file, 'utf8')) as Description;
  expect(findWithoutSamples(result)).toEqual([]);
  const { findings } = await redoclyProblems(file);
  expect(findings.map(({ pointer, message }) => `${pointer} ${message}`)).toEqual([]);
  const types = async (document: object) => astToString(await openapiTypescript(JSON.stringify(document)));
  expect(await types(result)).toBe(await types(source));
  console.log(`${overlay.actions.length} operations, ${overlay.actions.length * 5} samples`);
  expect(overlay.actions).toHaveLength(operationsOf(source).length);
});

test('a target that matches nothing is found', async () => {
  const overlay = buildCodeSamples((await loadDescription()) as unknown as OpenApiDocument);
  const [first, ...others] = overlay.actions;
  if (first === undefined) throw new Error('The overlay has no action.');
  const broken = { ...overlay, actions: [{ ...first, target: "$.paths['/nowhere'].get" }, ...others] };
  const result = parse(readFileSync(await apply(broken), 'utf8')) as Description;
  expect(findWithoutSamples(result)).toHaveLength(1);
});
