/** The overlays: applied by Redocly, and the results linted, compared with the examples, and turned into types. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { parse, stringify } from 'yaml';
import { buildCodeSamples } from '../../../scripts/lib/downloads/code-samples';
import { buildStrict } from '../../../scripts/lib/downloads/strict';
import { generateTypes } from '../../../scripts/lib/downloads/types';
import {
  copyDescription,
  loadDescription,
  listOperations,
  type Description,
} from '../../../src/content-lint/specification/description';
import { exampleValidity } from '../../../src/content-lint/specification/rules/example-validity';
import { clientOptions } from '../../../src/content-lint/specification/rules/client';
import { runProgram, redoclyProblems } from '../../../src/content-lint/specification/rules/redocly';
import { createProgram, typeFaults } from '../../../src/content-lint/type-check';

test.setTimeout(240_000);

let folder: string;
test.beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'overlay-'))));
test.afterEach(() => rmSync(folder, { recursive: true }));

/** Applies an overlay to the specification. Returns the file with the result. */
async function apply(overlay: object): Promise<string> {
  const [source, patch, result] = ['openapi.json', 'overlay.yaml', 'result.yaml'].map((name) =>
    path.join(folder, name),
  ) as [string, string, string];
  writeFileSync(source, JSON.stringify(await loadDescription()));
  writeFileSync(patch, stringify(overlay, { lineWidth: 0 }));
  await runProgram('@redocly/cli/bin/cli.js', ['bundle', source, '--overlay', patch, '--output', result]);
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
  const overlay = buildCodeSamples(source);
  const file = await apply(overlay);
  const result = parse(readFileSync(file, 'utf8')) as Description;
  expect(findWithoutSamples(result)).toEqual([]);
  const { findings } = await redoclyProblems(file);
  expect(findings.map(({ pointer, message }) => `${pointer} ${message}`)).toEqual([]);
  expect(await generateTypes(result)).toBe(await generateTypes(source));
  console.log(`${overlay.actions.length} operations, ${overlay.actions.length * 5} samples`);
  expect(overlay.actions).toHaveLength(listOperations(source).length);
});

test('a target that matches nothing is found', async () => {
  const overlay = buildCodeSamples(await loadDescription());
  const [first, ...others] = overlay.actions;
  if (first === undefined) throw new Error('The overlay has no action.');
  const broken = { ...overlay, actions: [{ ...first, target: "$.paths['/nowhere'].get" }, ...others] };
  const result = parse(readFileSync(await apply(broken), 'utf8')) as Description;
  expect(findWithoutSamples(result)).toHaveLength(1);
});

const strictOverlay = (document: Description) => buildStrict(document);

/** The fields that the schemas of a specification require, as `Plan.name`. */
function requiredIn({ components }: Description): string[] {
  return Object.entries(components?.schemas ?? {}).flatMap(([name, { required = [] }]) =>
    required.map((field) => `${name}.${field}`),
  );
}

test('the strict overlay only adds required fields, every example has them, and no request body changes', async () => {
  const source = await loadDescription();
  const overlay = strictOverlay(source);
  const file = await apply(overlay);
  const result = parse(readFileSync(file, 'utf8')) as Description;
  const { findings } = await redoclyProblems(file);
  expect(findings.map(({ pointer, message }) => `${pointer} ${message}`)).toEqual([]);

  const before = requiredIn(source);
  const after = requiredIn(result);
  expect(after).toEqual([...new Set(after)]);
  expect(before.filter((field) => !after.includes(field))).toEqual([]);
  const added = after.filter((field) => !before.includes(field));
  for (const field of ['Plan.createdAt', 'Transaction.status', 'SubscriptionPause.updatedTime', 'Dispute.deadlineAt']) {
    expect(added).toContain(field);
  }
  // A client can leave these out, so a response might not have them.
  for (const field of ['Customer.firstName', 'Product.unitLabel']) expect(added).not.toContain(field);
  const withoutRequired = (key: string, value: unknown): unknown => (key === 'required' ? undefined : value);
  expect(JSON.parse(JSON.stringify(result, withoutRequired))).toEqual(
    JSON.parse(JSON.stringify(source, withoutRequired)),
  );

  const validity = exampleValidity(result);
  expect(validity.findings).toEqual([]);
  console.log(`${added.length} fields of ${overlay.actions.length} actions, ${validity.checked} examples`);
  expect(added.length).toBeGreaterThan(100);

  const types = await generateTypes(result);
  const faults = (statement: string): string[] =>
    typeFaults(
      createProgram(
        new Map([
          ['api.d.ts', types],
          ['use.ts', `import type { components } from './api';\n${statement}`],
        ]),
        clientOptions,
      ),
    ).map(({ message }) => message);
  const use = (field: string): string =>
    `export const read = (plan: components['schemas']['Plan']): string => plan.${field};`;
  expect(faults(use('createdAt'))).toEqual([]);
  expect(faults(use('description')).join('\n')).toContain('undefined');
});

test('an example without a field of the strict overlay is found', async () => {
  const source = copyDescription(await loadDescription());
  const result = parse(readFileSync(await apply(strictOverlay(source)), 'utf8')) as Description;
  const example = result.components?.examples?.['plan'] as { value: { data: Record<string, unknown> } };
  delete example.value.data['createdAt'];
  expect(exampleValidity(result).findings.map(({ message }) => message)).toContainEqual(
    expect.stringContaining("must have required property 'createdAt'"),
  );
  delete (source.components?.examples?.['plan'] as typeof example).value.data['createdAt'];
  const required = strictOverlay(source).actions.flatMap(({ target, update }) =>
    target.includes("'Plan'") ? (update?.required ?? []) : [],
  );
  expect(required, 'an example without the field').not.toContain('createdAt');
  expect(required).toContain('updatedAt');
});
