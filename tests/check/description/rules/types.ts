/** The TypeScript types that openapi-typescript makes of the description compile under `strict`. */
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import ts from 'typescript';
import { operationsOf, type Description } from '../description';
import type { Report } from '../finding';

const FILE = 'description.ts';

/** Compiles the text of one module in memory and gives the messages of the compiler. */
function compile(text: string): string[] {
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    types: [],
    skipLibCheck: true,
  };
  const host = ts.createCompilerHost(options);
  const getSourceFile = host.getSourceFile.bind(host);
  const fileExists = host.fileExists.bind(host);
  host.getSourceFile = (name, version) =>
    name === FILE ? ts.createSourceFile(name, text, version, true) : getSourceFile(name, version);
  host.fileExists = (name) => name === FILE || fileExists(name);
  const program = ts.createProgram([FILE], options, host);
  return ts
    .getPreEmitDiagnostics(program)
    .map((diagnostic) => ts.flattenDiagnosticMessageText(diagnostic.messageText, ' '));
}

export async function typesCompile(description: Description): Promise<Report> {
  const text = astToString(await openapiTS(structuredClone(description) as unknown as OpenAPI3, { silent: true }));
  const [, operations = ''] = text.split('export interface operations {');
  const findings = compile(text).map((message) => ({
    pointer: '',
    message: `the generated types do not compile: ${message}`,
  }));
  for (const { id, pointer } of operationsOf(description)) {
    if (!operations.includes(`\n    ${id}: {`))
      findings.push({ pointer, message: `the generated types have no operation "${id}"` });
  }
  return {
    findings,
    checked: text.length,
    counts: { operations: operationsOf(description).length, 'lines of types': text.split('\n').length },
  };
}
