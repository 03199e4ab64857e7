/** The generated types, as a reader's project compiles them: the typed client, and every example of the specification. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import openapiTypescript, { astToString, type OpenAPI3 } from 'openapi-typescript';
import ts from 'typescript';
import { toOpenApi30 } from '../../../scripts/lib/downloads/openapi-3-0';
import { generateTypes } from '../../../scripts/lib/downloads/types';
import { createProgram, typeFaults } from '../../../checks/type-check';
import { type Specification, type Operation } from '../../../src/specification/specification';
import { loadSpecification } from '../../../src/specification/load';
import { specificationFile, root } from '../../support/routes';

const options: ts.CompilerOptions = {
  strict: true,
  noUncheckedIndexedAccess: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  types: [],
  skipLibCheck: true,
};

/** An example as a constant with the type that the tool generates for its body. */
function* listStatements(specification: Specification, operation: Operation): Generator<string> {
  const bodies = [
    [operation.requestBody?.content, `operations['${operation.id}']['requestBody']['content']`] as const,
    ...[...operation.responses].map(
      ([status, { content }]) => [content, `operations['${operation.id}']['responses'][${status}]['content']`] as const,
    ),
  ];
  for (const [content, type] of bodies) {
    const found = specification.media(content);
    if (found?.type !== 'application/json') continue;
    for (const { value } of specification.examples(found.media)) {
      yield `export const _: ${type}['application/json'] = ${JSON.stringify(value)};`;
    }
  }
}

test('with default options, the types, the typed client, and every example compile', async () => {
  const specification = loadSpecification(specificationFile);
  const operations = [...specification.operations.values()];
  const statements = operations.flatMap((operation) => [...listStatements(specification, operation)]);
  const wrong = "export const wrong: operations['createPlan']['requestBody']['content']['application/json'] = {};";
  const examples = [...statements, wrong].map((statement, index) =>
    statement.replace('const _', `const value${index}`),
  );
  const files = new Map([
    ['api.d.ts', await generateTypes(specification.document)],
    ['journey.ts', readFileSync(path.join(root, 'examples', 'typed-client', 'journey.ts'), 'utf8')],
    ['examples.ts', ["import type { operations } from './api';", ...examples].join('\n')],
  ]);
  const faults = typeFaults(createProgram(files, options)).map(
    ({ file, line, message }) => `${file}: ${examples[line - 2]?.slice(0, 100) ?? line}: ${message}`,
  );
  console.log(`${operations.length} operations and events, ${statements.length} examples`);
  expect(statements.length).toBeGreaterThan(400);
  expect(faults).toHaveLength(1);
  expect(faults[0]).toContain('const wrong');
});

test('the types of the OpenAPI 3.0 file compile', async () => {
  const converted = toOpenApi30(loadSpecification(specificationFile).document) as unknown as OpenAPI3;
  const types = astToString(await openapiTypescript(converted, { silent: true }));
  expect(typeFaults(createProgram(new Map([['api.d.ts', types]]), options))).toEqual([]);
  expect(types.split('| null').length).toBeGreaterThan(20);
});
