/** Spelling (cspell with `checks/project-words.txt`) and Markdown form (markdownlint) of the pages, the texts of the API, and the repository's papers. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import type { Configuration } from 'markdownlint';
import { lint } from 'markdownlint/promise';
import { parse } from 'yaml';
import { programFile } from '../../../scripts/lib/programs.cjs';
import { readSources } from '../../../src/coverage/pages';
import { expectClean } from '../../support/expect-clean';
import { root as ROOT } from '../../support/routes';

/** Runs a tool of the packages; `input` is its standard input. */
function run(tool: string, args: string[], input?: string): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [programFile(tool), ...args], {
    cwd: ROOT,
    encoding: 'utf8',
    input,
  });
  return { status, output: `${stdout}\n${stderr}` };
}

/** The number that a tool prints, or 0. */
function printed(output: string, pattern: RegExp): number {
  return Number(pattern.exec(output)?.[1] ?? 0);
}

test('words are spelled right', () => {
  const { status, output } = run('cspell', ['lint', '--no-progress', '--no-color']);
  const files = printed(output, /Files checked: (\d+)/);
  console.log(`Spelling: ${files} files`);
  expect(status, `${output}\nCorrect the word, or add a name or term to checks/project-words.txt.`).toBe(0);
  expect(files).toBeGreaterThan(0);
});

test('a misspelt word is found with file and line, on a page and in a text of the API', () => {
  const check = (file: string, text: string) =>
    run('cspell', ['lint', '--no-progress', '--no-color', `stdin://${file}`], text);
  const page = '# Refunds\n\nA refund is **irreversable** for `cancelledAt` and <OperationLink id="getCustomer" />.\n';
  const { status, output } = check('docs/broken.mdx', page);
  expect(status).not.toBe(0);
  expect(output).toMatch(/docs\/broken\.mdx:3:\d+ - Unknown word \(irreversable\)/);
  expect(output).not.toContain('cancelledAt');
  const schema = 'description: >-\n  A custmer of `cancelledAt`.\nexamples: [Lindqvist]\n';
  expect(check('api-spec/components/schemas/Broken.yaml', schema).output).toMatch(/Broken\.yaml:2:\d+ .*\(custmer\)/);
});

/** Lints Markdown, and says per finding where it is and what is wrong. */
async function formProblems(texts: Readonly<Record<string, string>>): Promise<string[]> {
  const config = parse(readFileSync('.markdownlint.yaml', 'utf8')) as Configuration;
  const results = Object.entries(await lint({ strings: texts, config }));
  return results.flatMap(([file, problems]) =>
    problems.map(({ lineNumber, ruleNames, ruleDescription, errorDetail, errorContext }) => {
      const details = [errorDetail, errorContext].filter(Boolean).join(': ');
      return `${file}:${lineNumber} ${ruleNames.join('/')} ${ruleDescription} ${details}`.trimEnd();
    }),
  );
}

test('Markdown has one form', async () => {
  const list = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', '*.md'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  expect(list.status, 'git lists the files: run the tests in a clone of the repository').toBe(0);
  const papers = list.stdout.split('\0').filter((file) => file !== '');
  const pages = readSources(ROOT);
  const texts = new Map(papers.map((file) => [file, readFileSync(path.join(ROOT, file), 'utf8')]));
  for (const { file, text } of pages) texts.set(file, text);
  const counts = { pages: pages.length, documents: papers.length };
  expectClean('Markdown', { findings: await formProblems(Object.fromEntries(texts)), counts });
});

test('a wrong form of Markdown is found with file and line', async () => {
  expect(await formProblems({ 'docs/broken.mdx': '# Refunds\n\n* An asterisk.\n' })).toEqual([
    'docs/broken.mdx:3 MD004/ul-style Unordered list style Expected: dash; Actual: asterisk',
  ]);
});
