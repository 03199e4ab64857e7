/**
 * Spelling (cspell with `checks/project-words.txt`) and Markdown form (markdownlint) of the pages, the texts of the API,
 * and the repository's documents.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import type { Configuration } from 'markdownlint';
import { lint } from 'markdownlint/promise';
import { parse } from 'yaml';
import { programFile } from '../../../scripts/lib/programs.cjs';
import { readSources } from '../../../src/mdx/pages';
import { expectClean } from '../../support/expect-clean';
import { root } from '../../support/routes';

/** Runs cspell on all files, or on a text in place of a file. */
function checkSpelling(file?: string, text?: string): { status: number | null; output: string } {
  const args = [programFile('cspell'), 'lint', '--no-progress', '--no-color', ...(file ? [`stdin://${file}`] : [])];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8', input: text });
  return { status, output: `${stdout}\n${stderr}` };
}

test('words are spelled right', () => {
  const { status, output } = checkSpelling();
  const files = Number(/Files checked: (\d+)/.exec(output)?.[1] ?? 0);
  console.log(`Spelling: ${files} files`);
  expect(status, `${output}\nCorrect the word, or add a name or term to checks/project-words.txt.`).toBe(0);
  expect(files).toBeGreaterThan(0);
});

test('a misspelt word is found with file and line, on a page and in a text of the API', () => {
  const page = '# Refunds\n\nA refund is **irreversable** for `cancelledAt` and <OperationLink id="getCustomer" />.\n';
  const { status, output } = checkSpelling('docs/broken.mdx', page);
  expect(status).not.toBe(0);
  expect(output).toMatch(/docs\/broken\.mdx:3:\d+ - Unknown word \(irreversable\)/);
  expect(output).not.toContain('cancelledAt');
  const schema = 'description: >-\n  A custmer of `cancelledAt`.\nexamples: [Lindqvist]\n';
  const file = 'api-spec/components/schemas/Broken.yaml';
  expect(checkSpelling(file, schema).output).toMatch(/Broken\.yaml:2:\d+ .*\(custmer\)/);
});

test('Markdown has one form', async () => {
  const list = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', '*.md'], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(list.status, 'git lists the files: run the tests in a clone of the repository').toBe(0);
  const documents = list.stdout.split('\0').filter((file) => file !== '' && existsSync(file));
  const pages = readSources(root).map(({ file, text }) => [file, text] as const);
  const strings = Object.fromEntries([
    ...pages,
    ...documents.map((file) => [file, readFileSync(file, 'utf8')] as const),
  ]);
  const config = parse(readFileSync('.markdownlint.yaml', 'utf8')) as Configuration;
  const findings = Object.entries(await lint({ strings, config })).flatMap(([file, problems]) =>
    problems.map(({ lineNumber, ruleNames, ruleDescription, errorDetail, errorContext }) => {
      const details = [errorDetail, errorContext].filter(Boolean).join(': ');
      return `${file}:${lineNumber} ${ruleNames.join('/')} ${ruleDescription} ${details}`.trimEnd();
    }),
  );
  expectClean('Markdown', { findings, counts: { pages: pages.length, documents: documents.length } });
});
