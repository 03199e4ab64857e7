/** A client generator makes a client of the description that compiles under `strict` and has a method per operation. */
import { generateApi } from 'swagger-typescript-api';
import { operationsOf, type Description } from '../description';
import type { Finding, Report } from '../finding';
import { compile } from '../compile';

export async function clientCompiles(description: Description): Promise<Report> {
  const spec: object = structuredClone(description);
  const { files } = await generateApi({ spec, output: false, silent: true, httpClientType: 'fetch' });
  const text = files.map(({ fileContent }) => fileContent).join('\n');
  const findings: Finding[] = compile(text).map((message) => ({
    pointer: '',
    message: `the generated client does not compile: ${message}`,
  }));
  const operations = operationsOf(description);
  for (const { id, pointer } of operations) {
    if (!text.includes(`\n    ${id}: (`)) {
      findings.push({ pointer, message: `the generated client has no method "${id}"` });
    }
  }
  const counts = { operations: operations.length, 'lines of the client': text.split('\n').length };
  return { findings, checked: operations.length, counts };
}
