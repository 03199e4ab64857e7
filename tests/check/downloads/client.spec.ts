/** The typed client of `examples/typed-client/`: it compiles against the generated types, and runs against the sandbox. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from '@playwright/test';
import ts from 'typescript';
import { listVariables } from '../../../sandbox/seed';
import { startSandbox } from '../../../sandbox/server';
import { generateTypes } from '../../../scripts/lib/downloads/types';
import { root } from '../../support/routes';
import { loadDescription } from '../../../src/content-lint/specification/description';
import { clientOptions } from '../../../src/content-lint/specification/rules/client';
import { createProgram, typeFaults } from '../../../src/content-lint/type-check';

test.setTimeout(240_000);

const file = path.join(root, 'examples', 'typed-client', 'journey.ts');
const journey = readFileSync(file, 'utf8');

/** What the compiler says about the journey, with the types that readers download. */
async function findFaults(source: string): Promise<string[]> {
  const types = await generateTypes(await loadDescription());
  const files = new Map([
    ['journey.ts', source],
    ['api.d.ts', types],
  ]);
  const program = createProgram(files, clientOptions);
  return typeFaults(program).map(({ file: name, line, message }) => `${name}:${line}: ${message}`);
}

/** Casts, assertions, and `any` in a module. */
function loopholesIn(source: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const isConst = ts.isAsExpression(node) && node.type.getText() === 'const';
    const isLoophole =
      (ts.isAsExpression(node) && !isConst) ||
      ts.isTypeAssertionExpression(node) ||
      ts.isNonNullExpression(node) ||
      node.kind === ts.SyntaxKind.AnyKeyword;
    if (isLoophole) found.push(node.getText());
    ts.forEachChild(node, visit);
  };
  const tree = ts.createSourceFile('journey.ts', source, ts.ScriptTarget.Latest, true);
  visit(tree);
  return [...found, ...(source.match(/@ts-\w+|eslint-disable/g) ?? [])];
}

test('the journey compiles without a cast, and the compiler finds wrong fields, values, and paths', async () => {
  expect(loopholesIn(journey)).toEqual([]);
  expect(await findFaults(journey)).toEqual([]);
  expect(loopholesIn('const a = b as any; const c = <string>d!; // @ts-ignore').length).toBe(5);
  const wrong: [string, string][] = [
    ['token: token.id', 'tokn: token.id'],
    ["formula: 'flat-rate'", "formula: 'flat'"],
    ['/refund', '/refunds'],
    ['amount: invoice.totalAmount,', "amount: '29',"],
  ];
  for (const [right, fault] of wrong) {
    expect(journey).toContain(right);
    expect(await findFaults(journey.replace(right, fault)), fault).not.toEqual([]);
  }
  console.log(`${(journey.match(/api\.POST/g) ?? []).length} typed requests, ${wrong.length} faults found`);
});

/** The journey as a module that Node.js runs; it lies where the packages of the repository are found. */
function compiledJourney(): string {
  const folder = path.join(root, 'node_modules', '.cache', 'typed-client');
  mkdirSync(folder, { recursive: true });
  const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext };
  writeFileSync(path.join(folder, 'journey.mjs'), ts.transpileModule(journey, { compilerOptions }).outputText);
  return pathToFileURL(path.join(folder, 'journey.mjs')).href;
}

test('the journey runs against the sandbox', async () => {
  const sandbox = await startSandbox(await loadDescription(), {
    port: 0,
    checksReplies: true,
  });
  try {
    const { runJourney } = (await import(compiledJourney())) as {
      runJourney: (settings: Record<'baseUrl' | 'authorization' | 'organizationId', string>) => Promise<string[]>;
    };
    const environment = listVariables(sandbox.url);
    const ids = await runJourney({
      baseUrl: sandbox.url,
      authorization: `ApiKey ${environment['PAI_API_KEY'] ?? ''}`,
      organizationId: environment['PAI_ORGANIZATION_ID'] ?? '',
    });
    console.log(`${ids.length} objects created: ${ids.join(', ')}`);
    expect(ids.length).toBe(8);
    expect(ids.every((id) => id !== '')).toBe(true);
  } finally {
    await sandbox.close();
  }
});
