/**
 * Every tutorial, as it stands on its page, run in a real shell with curl, then with its JavaScript and its Python.
 *
 * Input: docs/get-started/tutorials/*.mdx and the bundled description. A step fails that is not answered as its page
 * says: status, fields, saved identifiers. Prints the steps per page and language.
 */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { findProgram, linesOn, needs } from '../../scripts/lib/needs.cjs';
import { noteLeftOut } from '../support/left-out';
import { root, specifiedRoutes } from '../support/routes';
import { expect, test } from './fixtures';
import { type Language, parsePage, tutorialFile, tutorialSource } from './page';
import { compareSent, type RunResult, runPage } from './run';

const folder = '/docs/get-started/tutorials/';
const names = specifiedRoutes.filter((route) => route.startsWith(folder)).map((route) => route.slice(folder.length));

/** Languages that this machine can run. */
const runnable: Language[] = ['curl', 'javascript'];
const python = findProgram(needs.python);
if (python !== undefined) runnable.push('python');

test('the programs that the tutorials name are installed', () => {
  const lines = linesOn([needs.bash, needs.curl, needs.jq].filter((need) => findProgram(need) === undefined));
  expect(lines, lines.join('\n')).toEqual([]);
});

test('all twelve tutorials are there', () => {
  const files = readdirSync(path.join(root, path.dirname(tutorialFile('')))).filter((file) => file.endsWith('.mdx'));
  expect(files.map((file) => path.basename(file, '.mdx')).sort()).toEqual([...names].sort());
  expect(names).toHaveLength(12);
});

for (const name of names) {
  test(`${name} works as its page says`, async ({ mock }) => {
    test.setTimeout(180_000);
    const page = await parsePage(tutorialSource(name), tutorialFile(name));
    const findings: string[] = [];
    const lines: string[] = [];
    let reference: RunResult | undefined;
    for (const language of runnable) {
      const result = await runPage(page, language, mock);
      findings.push(...result.findings);
      if (reference === undefined) {
        reference = result;
      } else {
        findings.push(...compareSent(page, language, reference, result));
      }
      lines.push(
        `${language} ${result.requests} requests, ${result.rejected} rejected, ${result.commands} commands, ${result.replies} replies`,
      );
    }
    const requests = page.items.filter(({ kind }) => kind === 'request').length;
    if (reference?.requests === 0) {
      findings.push(`${page.file}: the page has no request to run. Show each step with <Request …/>.`);
    }
    if (reference?.requests !== requests) {
      findings.push(`${page.file}: ${reference?.requests ?? 0} of ${requests} requests were run.`);
    }
    if (reference?.rejected === 0) {
      findings.push(
        `${page.file}: no request is rejected. Show one with bad input: <Request … status={400} expect="rejected" />.`,
      );
    }
    const commands = page.items.flatMap((item) =>
      item.kind === 'request' ? [item.code.curl] : item.kind === 'commands' ? [item.code] : [],
    );
    if (commands.some((code) => /\bjq\b/.test(code)) && !/\bjq\b/.test(page.sections.get('Prerequisites') ?? '')) {
      findings.push(`${page.file}: the commands use jq, and "Prerequisites" does not list it; add it there.`);
    }
    console.log(`${name}: ${lines.join('; ')}`);
    if (python === undefined) noteLeftOut(linesOn([needs.python]).join(' '));
    expect(findings, findings.join('\n')).toEqual([]);
  });
}
