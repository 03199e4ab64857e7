/** Spelling (cspell with `project-words.txt`) and Markdown form (markdownlint) of the pages and the repository's papers. */
import { spawnSync } from 'node:child_process';
import { expect, test } from '@playwright/test';
import { programFile } from '../../../scripts/lib/programs.cjs';
import { ROOT } from '../description/description';

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
  expect(status, `${output}\nCorrect the word, or add a name or term to project-words.txt.`).toBe(0);
  expect(files).toBeGreaterThan(0);
});

test('a misspelt word is found with file and line', () => {
  const text =
    '# Refunds\n\nA refund is **irreversable** for `cancelledAt` and <OperationLink id="getCustomer" /> alike.\n';
  const { status, output } = run('cspell', ['lint', '--no-progress', '--no-color', 'stdin://docs/broken.mdx'], text);
  expect(status).not.toBe(0);
  expect(output).toMatch(/docs\/broken\.mdx:3:\d+ - Unknown word \(irreversable\)/);
  expect(output).not.toContain('cancelledAt');
});

test('Markdown has one form', () => {
  const { status, output } = run('markdownlint-cli2', []);
  const files = printed(output, /Linting: (\d+) file/);
  console.log(`Markdown form: ${files} files`);
  expect(status, output).toBe(0);
  expect(files).toBeGreaterThan(0);
});
