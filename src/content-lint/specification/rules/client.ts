/** A typed client of the description compiles under `strict` and has a method per operation. */
import ts from 'typescript';
import { generateTypes } from '../../../../scripts/lib/downloads/types';
import { createProgram, typeFaults } from '../../type-check';
import { listOperations, type Description, type OperationEntry } from '../description';
import type { Finding, Report } from '../finding';

/** Compiler options of a reader's project that uses the types. */
export const clientOptions: ts.CompilerOptions = {
  strict: true,
  noUncheckedIndexedAccess: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  types: [],
  skipLibCheck: true,
};

/**
 * Writes a client with a method per operation, on top of `openapi-fetch`. Each method takes what the operation's types
 * require and returns its typed response.
 *
 * @returns A module that imports the types from `./api`.
 */
function writeClient(operations: readonly OperationEntry[]): string {
  const methods = operations.map(
    ({ id, method, path }) =>
      `export const ${id} = (options: FetchOptions<operations['${id}']>) => api.${method}('${path}', options);`,
  );
  return [
    "import createClient, { type FetchOptions } from 'openapi-fetch';",
    "import type { operations, paths } from './api';",
    'const api = createClient<paths>();',
    ...methods,
  ].join('\n');
}

/** Generates the types and a client, and compiles both. Each compiler message is a finding. */
export async function clientCompiles(description: Description): Promise<Report> {
  const operations = listOperations(description);
  const types = await generateTypes(description);
  const client = writeClient(operations);
  const files = new Map([
    ['client.ts', client],
    ['api.d.ts', types],
  ]);
  const program = createProgram(files, clientOptions);
  const findings: Finding[] = typeFaults(program).map(({ file, line, message }) => ({
    pointer: '',
    message: `the generated client does not compile: ${file}:${line}: ${message}`,
  }));
  const names = new Set(
    [...client.matchAll(/^export const ([\p{ID_Start}$_][\p{ID_Continue}$]*) =/gmu)].map(([, name]) => name),
  );
  for (const { id, pointer } of operations) {
    if (!names.has(id)) findings.push({ pointer, message: `the generated client has no method "${id}"` });
  }
  const counts = { operations: operations.length, 'lines of the client': client.split('\n').length };
  return { findings, checked: operations.length, counts };
}
