/** Every page as Markdown: nothing of the page is lost, links work from anywhere, and readers find it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isText } from 'domhandler';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import type { Root } from 'mdast';
import { visit } from 'unist-util-visit';
import { cardUrl, markdownUrl } from '../../src/client/page-files';
import { provider } from '../../src/config/provider';
import { getPageRoute } from '../../src/config/routes';
import { loadHtml } from '../support/html';
import { buildFolder, root, sitemapRoutes } from '../support/routes';
import { expect, test } from '@playwright/test';

/** What a twin holds, read as Markdown. */
interface Parts {
  /** Code in lines, fields and values among it. */
  codes: Set<string>;
  /** Blocks of code. */
  samples: Set<string>;
  headings: Set<string>;
  links: string[];
  /** Cells of tables, as text. */
  cells: Set<string>;
}

const space = (text: string): string => text.replace(/[\s\u200b]+/g, ' ').trim();

function getText(node: object): string {
  if ('value' in node && typeof node.value === 'string')
    return 'type' in node && node.type === 'html' ? '' : node.value;
  return 'children' in node ? (node.children as object[]).map(getText).join('') : '';
}

function collectParts(tree: Root): Parts {
  const parts: Parts = { codes: new Set(), samples: new Set(), headings: new Set(), links: [], cells: new Set() };
  visit(tree, (node) => {
    if (node.type === 'inlineCode') parts.codes.add(space(node.value));
    if (node.type === 'code') parts.samples.add(node.value.trim());
    if (node.type === 'heading') parts.headings.add(space(getText(node)).replace(/ \{#[\w-]+\}$/, ''));
    if (node.type === 'tableCell') parts.cells.add(space(getText(node)));
    if (node.type === 'link' || node.type === 'image') parts.links.push(node.url);
  });
  return parts;
}

const twin = (route: string): string => readFileSync(path.join(buildFolder, markdownUrl(route)), 'utf8');
const parse = (markdown: string): Root =>
  unified().use(remarkParse).use(remarkGfm).parse(markdown);

const trees = new Map<string, Root>();

/** The twin of a page, read as Markdown once for all checks. */
function parseMarkdown(route: string): Root {
  const known = trees.get(route);
  if (known !== undefined) return known;
  const tree = parse(twin(route));
  trees.set(route, tree);
  return tree;
}

/** Content of a page, without what only works on a screen. */
function findContent(route: string) {
  const html = loadHtml(route);
  const selectors = ['main .theme-doc-markdown', 'main [class*="generatedIndexPage_"]', 'main .markdown', 'main'];
  const content = selectors.map((selector) => html(selector).first()).find((found) => found.length > 0);
  if (!content) throw new Error(`${route} has no content`);
  const copy = content.clone();
  copy.find('button, nav, svg, .hash-link, .page-top, .page-tools').remove();
  return { html, copy };
}

test('the Markdown version contains every field, value, sample, heading, and table', () => {
  test.setTimeout(300_000);
  const counts = { fields: 0, values: 0, codes: 0, samples: 0, headings: 0, cells: 0 };
  const lost: string[] = [];
  for (const route of sitemapRoutes()) {
    const parts = collectParts(parseMarkdown(route));
    const { html, copy } = findContent(route);
    const check = (kind: keyof typeof counts, text: string, found: ReadonlySet<string>): void => {
      if (text === '') return;
      counts[kind] += 1;
      if (!found.has(text)) lost.push(`${markdownUrl(route)} lacks the ${kind.replace(/s$/, '')} ${text.slice(0, 80)}`);
    };
    const codesAndCells = new Set([...parts.codes, ...parts.cells]);
    for (const node of copy.find('.field__name').toArray()) check('fields', space(html(node).text()), parts.codes);
    for (const node of copy.find('.value__name').toArray()) check('values', space(html(node).text()), codesAndCells);
    for (const node of copy.find('pre code').toArray()) check('samples', html(node).text().trim(), parts.samples);
    for (const node of copy.find(':not(pre) > code').toArray()) check('codes', space(html(node).text()), parts.codes);
    for (const node of copy.find('h1, h2, h3, h4').not('.card *').toArray())
      check('headings', space(html(node).text()), parts.headings);
    for (const node of copy.find('td, th').toArray()) check('cells', space(html(node).text()), parts.cells);
  }
  console.log(`${sitemapRoutes().length} twins:`, counts);
  expect(counts.fields).toBeGreaterThan(1000);
  expect(counts.values).toBeGreaterThan(500);
  expect(counts.samples).toBeGreaterThan(500);
  expect(counts.cells).toBeGreaterThan(1000);
  expect(lost).toEqual([]);
});

test('a heading of the Markdown version shows its anchor, by its words or beside them', () => {
  const lost: string[] = [];
  let shown = 0;
  for (const route of sitemapRoutes()) {
    const { html, copy } = findContent(route);
    const lines = twin(route).split('\n');
    for (const node of copy.find('h2[id], h3[id], h4[id]').not('.card *').toArray()) {
      const id = html(node).attr('id') ?? '';
      const words = html(node).text().toLowerCase().match(/\w+/g) ?? [];
      if (words.join('-') === id) continue;
      shown += 1;
      if (!lines.some((line) => /^#+ /.test(line) && line.endsWith(` {#${id}}`))) lost.push(`${route}#${id}`);
    }
  }
  console.log(`${shown} anchors differ from their headings`);
  expect(shown).toBeGreaterThan(100);
  expect(lost).toEqual([]);
});

test('the Markdown version contains the source of every diagram', () => {
  const files = readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' });
  let diagrams = 0;
  for (const file of files.filter((name) => name.endsWith('.mdx'))) {
    const source = path.join(root, 'docs', file);
    const { samples } = collectParts(parseMarkdown(getPageRoute(path.join(root, 'docs'), source)));
    for (const [, diagram = ''] of readFileSync(source, 'utf8').matchAll(/^```mermaid\n([^]*?)^```$/gm)) {
      diagrams += 1;
      expect(samples, file).toContain(diagram.trim());
    }
  }
  console.log(`${diagrams} diagrams`);
  expect(diagrams).toBeGreaterThan(5);
});

test('the Markdown version contains every word of the page', () => {
  test.setTimeout(300_000);
  const lost: string[] = [];
  let words = 0;
  for (const route of sitemapRoutes()) {
    const { copy } = findContent(route);
    copy.find('pre, style, script').remove();
    const known = new Set(
      twin(route)
        .replaceAll('\\', '')
        .toLowerCase()
        .split(/[^\p{L}\p{N}]+/u),
    );
    const text = copy
      .find('*')
      .addBack()
      .contents()
      .filter((_, node) => isText(node))
      .toArray();
    for (const node of text) {
      for (const word of (isText(node) ? node.data.toLowerCase() : '').split(/[^\p{L}\p{N}]+/u)) {
        if (word.length < 3) continue;
        words += 1;
        if (!known.has(word)) lost.push(`${markdownUrl(route)}: ${word}`);
      }
    }
  }
  console.log(`${words} words compared`);
  expect(words).toBeGreaterThan(50_000);
  expect([...new Set(lost)]).toEqual([]);
});

test('links in Markdown versions are absolute and lead to existing pages or files', () => {
  const routes = new Set(sitemapRoutes().map((route) => route.replace(/\/$/, '')));
  const broken: string[] = [];
  let links = 0;
  for (const route of sitemapRoutes()) {
    for (const link of collectParts(parseMarkdown(route)).links) {
      links += 1;
      if (!URL.canParse(link)) broken.push(`${route}: ${link} is not absolute`);
      else if (new URL(link).origin === provider.docs) {
        const { pathname } = new URL(link);
        if (!routes.has(pathname.replace(/\/$/, '')) && !existsSync(path.join(buildFolder, pathname))) {
          broken.push(`${route}: ${link} leads nowhere`);
        }
      }
    }
  }
  console.log(`${links} links`);
  expect(links).toBeGreaterThan(1000);
  expect(broken).toEqual([]);
});

test('Markdown versions contain no HTML and no controls', () => {
  const findings: string[] = [];
  for (const route of sitemapRoutes()) {
    const markdown = twin(route);
    visit(parseMarkdown(route), 'html', (node) => void findings.push(`${route}: ${node.value.slice(0, 60)}`));
    if (markdown.includes('\u200b')) findings.push(`${route}: a zero-width space`);
    if (!markdown.startsWith('# ')) findings.push(`${route}: does not begin with its heading`);
  }
  expect(findings).toEqual([]);
});

test('llms.txt lists every Markdown version once, and llms-full.txt contains them all', () => {
  const list = collectParts(parse(readFileSync(path.join(buildFolder, 'llms.txt'), 'utf8'))).links;
  const full = readFileSync(path.join(buildFolder, 'llms-full.txt'), 'utf8');
  const twins = sitemapRoutes().map((route) => `${provider.docs}${markdownUrl(route)}`);
  console.log(`${list.length} links, ${(full.length / 1e6).toFixed(1)} MB in one file`);
  expect(list.filter((link) => link.endsWith('.md')).sort()).toEqual(twins.sort());
  for (const route of sitemapRoutes()) expect(full.includes(twin(route)), route).toBe(true);
});

test('every page links its Markdown version, and the expected paths exist', () => {
  for (const file of ['index.md', 'api.md', 'api/create-customer.md', 'docs/api/errors.md', 'docs/api/webhooks.md']) {
    expect(existsSync(path.join(buildFolder, file)), file).toBe(true);
  }
  for (const route of sitemapRoutes()) {
    const link = loadHtml(route)('link[rel="alternate"][type="text/markdown"]');
    expect(link.attr('href'), route).toBe(`${provider.docs}${markdownUrl(route)}`);
    expect(existsSync(path.join(buildFolder, cardUrl(route))), route).toBe(true);
  }
});
