/**
 * The twelve tutorials as one journey: in the order of the sidebar, in one shell, each page going on with the
 * identifiers of those before it, and each leading to the next.
 */
import sidebars from '../../sidebars';
import { expect, test } from './fixtures';
import { parsePage, type TutorialPage, tutorialFile, tutorialSource } from './page';
import { runJourney } from './run';

const folder = 'get-started/tutorials/';

/** The tutorials' names in the order in which the sidebar lists them. */
const names = [...JSON.stringify(sidebars).matchAll(/"get-started\/tutorials\/([a-z-]+)"/g)].map(
  ([, name = '']) => name,
);

const read = (wanted: string[]): Promise<TutorialPage[]> =>
  Promise.all(wanted.map((name) => parsePage(tutorialSource(name), tutorialFile(name))));

test('all tutorials work in one shell, one after the other', async ({ mock }) => {
  test.setTimeout(300_000);
  const { findings, requests, carried } = await runJourney(await read(names), mock);
  console.log(`${names.length} pages, ${requests} requests, ${carried} identifiers carried from page to page`);
  expect(names).toHaveLength(12);
  expect(carried).toBeGreaterThan(0);
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

test('a page whose identifiers nobody has set is found', async ({ mock }) => {
  const { findings } = await runJourney(await read(['pause-subscription']), mock);
  expect(findings.join('\n')).toMatch(/pause-subscription\.mdx:\d+: no page before this one sets SUBSCRIPTION_ID/);
});
