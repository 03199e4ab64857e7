/**
 * The twelve tutorials, as they stand on their pages, run in a real shell as one journey: in the order of the sidebar,
 * each page going on with the identifiers of those before it; with curl, with JavaScript and with Python, each on a
 * sandbox of its own.
 *
 * Input: docs/get-started/tutorials/*.mdx and the bundled description. A step fails that is not answered as its page
 * says (status, fields, saved identifiers), and one whose values do not come back as they were sent. Prints the steps per
 * page and language.
 */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { findProgram, linesOn, needs } from '../../scripts/lib/needs.cjs';
import sidebars from '../../sidebars';
import { noteLeftOut } from '../support/left-out';
import { root, specifiedRoutes } from '../support/routes';
import { description, expect, test } from './fixtures';
import { type Language, parsePage, type TutorialPage, tutorialFile, tutorialSource } from './page';
import { startRecordingSandbox } from './recorder';
import { compareSent, runJourney, type RunResult } from './run';

const folder = 'get-started/tutorials/';

/** The tutorials' names in the order in which the sidebar lists them. */
const names = [...JSON.stringify(sidebars).matchAll(/"get-started\/tutorials\/([a-z-]+)"/g)].map(
  ([, name = '']) => name,
);

const read = (wanted: string[]): Promise<TutorialPage[]> =>
  Promise.all(wanted.map((name) => parsePage(tutorialSource(name), tutorialFile(name))));

/** Languages that this machine can run. */
const runnable: Language[] = ['curl', 'javascript'];
const python = findProgram(needs.python);
if (python !== undefined) runnable.push('python');

test('the programs that the tutorials name are installed', () => {
  const lines = linesOn([needs.bash, needs.curl, needs.jq].filter((need) => findProgram(need) === undefined));
  expect(lines, lines.join('\n')).toEqual([]);
});

test('all twelve tutorials are there and in the sidebar', () => {
  const files = readdirSync(path.join(root, path.dirname(tutorialFile('')))).filter((file) => file.endsWith('.mdx'));
  expect(files.map((file) => path.basename(file, '.mdx')).sort()).toEqual([...names].sort());
  expect(specifiedRoutes.filter((route) => route.startsWith(`/docs/${folder}`))).toHaveLength(names.length);
  expect(names).toHaveLength(12);
});

/** What is wrong with a page as such, and with how its languages differ. */
function checkPage(page: TutorialPage, curl: RunResult, others: [Language, RunResult | undefined][]): string[] {
  const requests = page.items.filter(({ kind }) => kind === 'request').length;
  const commands = page.items.flatMap((item) =>
    item.kind === 'request' ? [item.code.curl] : item.kind === 'commands' ? [item.code] : [],
  );
  const needsJq = commands.some((code) => /\bjq\b/.test(code));
  return [
    ...(requests === 0 ? [`${page.file}: the page has no request to run. Show each step with <Request …/>.`] : []),
    ...(curl.requests === requests ? [] : [`${page.file}: ${curl.requests} of ${requests} requests were run.`]),
    ...(curl.rejected > 0
      ? []
      : [
          `${page.file}: no request is rejected. Show one with bad input: <Request … status={400} expect="rejected" />.`,
        ]),
    ...(needsJq && !/\bjq\b/.test(page.sections.get('Prerequisites') ?? '')
      ? [`${page.file}: the commands use jq, and "Prerequisites" does not list it; add it there.`]
      : []),
    ...others.flatMap(([language, other]) =>
      other === undefined ? [`${page.file}: was not run in ${language}.`] : compareSent(page, language, curl, other),
    ),
  ];
}

test('all tutorials work in one shell, one after the other, in every language', async () => {
  test.setTimeout(300_000);
  const pages = await read(names);
  const journeys = await Promise.all(
    runnable.map(async (language) => {
      const sandbox = await startRecordingSandbox(description);
      const journey = await runJourney(pages, sandbox, language).finally(() => sandbox.close());
      return { language, ...journey };
    }),
  );
  const findings = journeys.flatMap((journey) => journey.findings);
  const [curl, ...others] = journeys;
  pages.forEach((page, index) => {
    const result = curl?.results[index];
    if (result === undefined) findings.push(`${page.file}: was not run.`);
    else
      findings.push(
        ...checkPage(
          page,
          result,
          others.map(({ language, results }) => [language, results[index]]),
        ),
      );
    const steps = journeys.map(({ language, results }) => {
      const { requests = 0, rejected = 0, commands = 0, replies = 0 } = results[index] ?? {};
      return `${language} ${requests} requests, ${rejected} rejected, ${commands} commands, ${replies} replies`;
    });
    console.log(`${page.name}: ${steps.join('; ')}`);
  });
  console.log(`${curl?.carried ?? 0} identifiers are carried from page to page.`);
  if (python === undefined) noteLeftOut(linesOn([needs.python]).join(' '));
  expect(curl?.carried).toBeGreaterThan(0);
  expect(findings, findings.join('\n')).toEqual([]);
});

test('each tutorial leads to the next', () => {
  const lost = names.slice(0, -1).filter((name, at) => {
    const next = tutorialSource(name).split('\n## Next steps')[1] ?? '';
    return !next.includes(`/docs/${folder}${names[at + 1] ?? ''})`);
  });
  console.log(`${names.length - 1} pages with a next one`);
  expect(lost, 'pages whose "Next steps" does not link to the tutorial after them').toEqual([]);
});

test('a page whose identifiers nobody has set is found', async ({ sandbox }) => {
  const { findings } = await runJourney(await read(['pause-subscription']), sandbox, 'curl');
  expect(findings.join('\n')).toMatch(/pause-subscription\.mdx:\d+: no page before this one sets SUBSCRIPTION_ID/);
});
