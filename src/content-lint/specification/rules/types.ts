/** The TypeScript types that openapi-typescript makes of the description compile under `strict`. */
import { generateTypes } from '../../../../scripts/lib/downloads/types';
import { listOperations, type Description } from '../description';
import type { Report } from '../finding';
import { compile } from '../compile';

export async function typesCompile(description: Description): Promise<Report> {
  const text = await generateTypes(description);
  const [, operations = ''] = text.split('export interface operations {');
  const findings = compile(text).map((message) => ({
    pointer: '',
    message: `the generated types do not compile: ${message}`,
  }));
  for (const { id, pointer } of listOperations(description)) {
    if (!operations.includes(`\n    ${id}: {`))
      findings.push({ pointer, message: `the generated types have no operation "${id}"` });
  }
  return {
    findings,
    checked: text.length,
    counts: { operations: listOperations(description).length, 'lines of types': text.split('\n').length },
  };
}
