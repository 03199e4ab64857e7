/** The pages: front matter, code, components, links, length, and density. A broken page shows that each check can fail. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import sidebars from '../../../sidebars';
import { checkCodeBlocks } from '../../../checks/pages/code-blocks';
import { checkCodeSpans } from '../../../checks/pages/code-spans';
import { renderComponents } from '../../../checks/pages/components';
import { checkDensity } from '../../../checks/pages/density';
import { checkFrontMatter } from '../../../checks/pages/front-matter';
import { checkLinks } from '../../../checks/pages/links';
import { findingText, type Finding } from '../../../src/site/finding';
import { type Page, parsePages, readSources } from '../../../src/mdx/pages';
import { Vocabulary } from '../../../src/mdx/vocabulary';
import { loadSpecification } from '../../../src/specification/load';
import { expectClean } from '../../support/expect-clean';
import { specificationFile, root } from '../../support/routes';

const specification = loadSpecification(specificationFile);
const vocabulary = new Vocabulary(specification);

function readPages(): Page[] {
  const { pages, findings } = parsePages(readSources(root));
  expectClean('MDX', { findings, counts: { pages: pages.length } });
  return pages;
}

test('front matter has the keys of a page', () => {
  expectClean('Front matter', checkFrontMatter(readPages()));
});

test('pages have the length and density that readers can take', () => {
  expectClean('Density', checkDensity(readPages()));
});

test('code agrees with the specification', () => {
  const pages = readPages();
  expectClean('Code spans', checkCodeSpans(pages, vocabulary));
  expectClean('Code blocks', checkCodeBlocks(pages, vocabulary));
});

test('components render, and links lead somewhere', () => {
  const pages = readPages();
  // The links of the navigation bar, the footer, and the announcement, each on its line.
  const file = 'src/config/navigation.ts';
  const lines = readFileSync(path.join(root, file), 'utf8').split('\n');
  const urls = lines.map((line) => /\b(?:to|href)(?:: |=)['"]([^'"]+)/.exec(line)?.[1]);
  const text = urls.map((url) => (url === undefined ? '' : `[Navigation](${url})`)).join('\n');
  expect(text).toContain('](/');
  const { pages: navigation } = parsePages([{ file, text }]);
  const rendered = renderComponents(pages, specification);
  expectClean('Components', rendered);
  expectClean('Links', checkLinks([...pages, ...navigation], rendered.anchors, vocabulary));
});

test('every page is in the sidebar, under a label of its own', () => {
  const text = JSON.stringify(sidebars);
  const ids = readPages().flatMap(({ file }) => /^docs\/(.*)\.mdx$/.exec(file)?.[1] ?? []);
  const missing = ids.filter((id) => !text.includes(`"${id}"`));
  const labels = readPages().map(({ frontMatter, title }) => frontMatter.get('sidebar_label')?.value ?? title);
  const shared = labels.filter((label, index) => labels.indexOf(label) !== index);
  const findings = [
    ...missing.map((id) => `docs/${id}.mdx isn't in the sidebar; add '${id}' to sidebars.ts`),
    ...shared.map(
      (label) => `docs: two pages have the label ${JSON.stringify(label)} in the sidebar; add "sidebar_label" to one`,
    ),
  ];
  expectClean('Sidebar', { findings, counts: { pages: ids.length } });
});

/** The findings of all checks about a page, without its file. */
function check(text: string): string[] {
  const { pages, findings } = parsePages([{ file: 'docs/api/broken.mdx', text }]);
  const { anchors, findings: components } = renderComponents(pages, specification);
  const all: Finding[] = [
    ...findings,
    ...checkFrontMatter(pages).findings,
    ...checkDensity(pages).findings,
    ...checkCodeSpans(pages, vocabulary).findings,
    ...checkCodeBlocks(pages, vocabulary).findings,
    ...components,
    ...checkLinks(pages, anchors, vocabulary).findings,
  ];
  return all.map((finding) => findingText(finding).replace('docs/api/broken.mdx:', ''));
}

const HEAD = `---
kind: guide
title: Broken
description: A page that breaks one rule, so that the check of this rule has something to find.
words: 40
---

`;
const FILLER = `${'A customer pays an invoice. '.repeat(4).trim()}\n\n`;

const words = (count: number): string => Array.from({ length: count }, () => 'word').join(' ');

/** Text below the front matter, and the finding about it. Line 8 is its first. */
const CASES: readonly (readonly [text: string, finding: RegExp])[] = [
  ['<Customer', /^8: the page isn't valid MDX/],
  [words(46), /^5: the page has 46 words; write at most 44/],
  [`| ${words(26)} |\n| --- |`, /^8: this table cell has 26 words; write at most 25/],
  [`- ${words(35)}`, /^8: this list item has 36 words; write at most 35/],
  [words(61), /^8: this paragraph has 61 words; write at most 60/],
  [`${FILLER}If it fails, retry.`, /^10: the page has 4\.\d\d conditions/],
  ["It isn't documented.", /^8: "isn't documented" isn't how PAI speaks/],
  [':::warning{.money}\n\nA.\n\n:::\n\n'.repeat(3), /^1: the page has 3 money warnings/],
  ['Check `nextCharg`.', /^8: `nextCharg` isn't in the specification; write "nextCharge"/],
  ['Send `GET /plan`.', /^8: `GET \/plan` isn't in the specification/],
  ['It returns 418.', /^8: no operation returns the status 418/],
  ['```\nA.\n```', /^8: write one of json/],
  [
    '```json schema=Customer\n{"firstName": 7}\n```',
    /^9: the sample isn't a valid Customer: \/firstName must be string/,
  ],
  ['```bash\nif true\n```', /^\d+: bash can't parse this/],
  ['```js\nreturn = 1;\n```', /^9: .*; correct the code/],
  ['```ts\nconst total: number = "29";\n```', /^9: Type 'string' is not assignable/],
  ['```mermaid\nflowchart TD\n```', /^8: the diagram has no "accTitle/],
  ['```bash\ncurl "$PAI_API/v1/nothing"\n```', /^9: GET \/v1\/nothing isn't an operation/],
  ['<OperationLink id="getCustomr" />', /^8: .*getCustomer/],
  [
    '<Request operation="createProduct" body={{ name: "N", type: 7, value: "V" }} />',
    /^8: the API would reject this request/,
  ],
  ['[Errors](/docs/api/error)', /^8: the page \/docs\/api\/error does not exist/],
  ['[Errors](error.mdx)', /^8: error\.mdx isn't a page/],
  ['[Errors](#nothing)', /^8: the anchor #nothing does not exist/],
  ['Read [here](/api/).', /^8: the link text "here" is too vague/],
];

test('every kind of fault is found, with its line', () => {
  for (const [text, finding] of CASES) {
    const found = check(HEAD + text);
    expect
      .soft(
        found.filter((line) => finding.test(line)),
        `${text}\n\n${found.join('\n')}`,
      )
      .toHaveLength(1);
  }
});

test('a page without fault has no finding', () => {
  expect(check(`${HEAD}${FILLER}[All errors](#all)\n\n## All\n`)).toEqual([]);
});

test('broken front matter is found', () => {
  expect(check('---\ntitle: T\nkind: story\nowner: me\n---\n\nA.\n')).toEqual([
    expect.stringMatching(/^4: the front matter has the unknown key "owner"/),
    expect.stringMatching(/^1: the front matter has no "description"/),
    expect.stringMatching(/^3: "kind" is missing or unknown/),
    expect.stringMatching(/^1: "words" is missing/),
  ]);
});

test('a note of a template that is left on a page is found', () => {
  for (const kind of ['concept', 'event', 'guide', 'tutorial']) {
    const text = readFileSync(path.join(root, 'checks', 'templates', `${kind}.mdx`), 'utf8');
    const { findings } = checkFrontMatter(parsePages([{ file: `docs/api/${kind}.mdx`, text }]).pages);
    const [notes, others] = [true, false].map((isNote) =>
      findings.filter(({ message }) => message.startsWith('this note') === isNote),
    );
    expect(notes?.length, kind).toBeGreaterThan(1);
    expect(
      others?.map(({ line }) => line),
      kind,
    ).toEqual([3, 4]);
  }
});
