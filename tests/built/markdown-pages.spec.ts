/** Every page as Markdown: nothing of the page is lost, links work from anywhere, and readers find it. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import type { Root } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { cardUrl, markdownUrl } from '../../src/client/page-files';
import { provider } from '../../src/site/provider';
import { listDiagrams } from '../../src/mdx/diagrams';
import { loadHtml } from '../support/html';
import { buildFolder, root, sitemapRoutes } from '../support/routes';

const parser = unified().use(remarkParse).use(remarkGfm);
const read = (route: string): string => readFileSync(path.join(buildFolder, markdownUrl(route)), 'utf8');

/** The Markdown version of each page, as text and as a tree. */
const pages = sitemapRoutes().map((route) => ({ route, text: read(route), tree: parser.parse(read(route)) }));

function listLinks(tree: Root): string[] {
  const links: string[] = [];
  visit(tree, ['link', 'image'], (node) => {
    if ('url' in node) links.push(node.url);
  });
  return links;
}

/** Content of a page, without what only works on a screen. */
function findContent(route: string) {
  const html = loadHtml(route);
  const selectors = ['main .theme-doc-markdown', 'main [class*="generatedIndexPage_"]', 'main .markdown', 'main'];
  const content = selectors.map((selector) => html(selector).first()).find((found) => found.length > 0);
  if (!content) throw new Error(`${route} has no content`);
  const copy = content.clone();
  copy.find('button, nav, svg, .hash-link, .page-top, .page-tools, style, script').remove();
  // Groups of digits are one number.
  for (const node of copy.find('.digits').toArray()) html(node).text(html(node).text());
  // Words of neighboring elements are words of their own.
  for (const node of copy.find('*').toArray()) html(node).append(' ');
  return { html, copy };
}

const splitWords = (text: string): string[] => text.toLowerCase().split(/[^\p{L}\p{N}]+/u);

test('the Markdown version has every word, every sample, and every anchor of the page', () => {
  test.setTimeout(300_000);
  const counts = { words: 0, samples: 0, anchors: 0 };
  const lost: string[] = [];
  for (const { route, text, tree } of pages) {
    const { html, copy } = findContent(route);
    const known = new Set(splitWords(text.replaceAll('\\', '')));
    const samples = new Set<string>();
    visit(tree, 'code', ({ value }) => void samples.add(value.replace(/\s+/g, ' ').trim()));
    for (const node of copy.find('pre code').toArray()) {
      counts.samples += 1;
      const sample = html(node).text().replace(/\s+/g, ' ').trim();
      const isThere = [...samples].some((one) => one.replace(/ /g, '') === sample.replace(/ /g, ''));
      if (!isThere) lost.push(`${route}: the sample ${sample.slice(0, 60)}`);
    }
    for (const node of copy.find('h2[id], h3[id], h4[id]').not('.card *').toArray()) {
      const id = html(node).attr('id') ?? '';
      if ((html(node).text().toLowerCase().match(/\w+/g) ?? []).join('-') === id) continue;
      counts.anchors += 1;
      if (!text.includes(` {#${id}}\n`)) lost.push(`${route}: the anchor #${id}`);
    }
    copy.find('pre, .code__fold').remove();
    for (const word of splitWords(copy.text())) {
      if (word.length < 3) continue;
      counts.words += 1;
      if (!known.has(word)) lost.push(`${route}: ${word}`);
    }
  }
  console.log(`${pages.length} pages`, counts);
  expect(Math.min(counts.words / 1000, counts.samples / 10, counts.anchors)).toBeGreaterThan(30);
  expect([...new Set(lost)]).toEqual([]);
});

test('the Markdown version has the source of every diagram', () => {
  const diagrams = listDiagrams(root);
  const all = pages.map(({ text }) => text).join('\n');
  expect(diagrams.length).toBeGreaterThan(3);
  expect(diagrams.filter(({ source }) => !all.includes(source.trim()))).toEqual([]);
});

test('links are absolute and lead to existing pages or files, and there is no HTML', () => {
  const findings: string[] = [];
  let links = 0;
  for (const { route, text, tree } of pages) {
    visit(tree, 'html', (node) => void findings.push(`${route}: ${node.value.slice(0, 60)}`));
    if (text.includes('\u200b')) findings.push(`${route}: a zero-width space`);
    if (!text.startsWith('# ')) findings.push(`${route}: does not begin with its heading`);
    for (const link of listLinks(tree)) {
      links += 1;
      const url = URL.canParse(link) ? new URL(link) : undefined;
      const isThere = url?.origin !== provider.docs || existsSync(path.join(buildFolder, url.pathname));
      if (url === undefined || !isThere) findings.push(`${route}: ${link}`);
    }
  }
  expect(links).toBeGreaterThan(1000);
  expect(findings).toEqual([]);
});

test('llms.txt lists every Markdown version once, llms-full.txt has them all, and each page links its own', () => {
  const list = listLinks(parser.parse(readFileSync(path.join(buildFolder, 'llms.txt'), 'utf8')));
  const full = readFileSync(path.join(buildFolder, 'llms-full.txt'), 'utf8');
  const addresses = pages.map(({ route }) => `${provider.docs}${markdownUrl(route)}`);
  expect(list.filter((link) => link.endsWith('.md')).sort()).toEqual(addresses.sort());
  for (const { route, text } of pages) {
    expect(full.includes(text), route).toBe(true);
    const link = loadHtml(route)('link[rel="alternate"][type="text/markdown"]').attr('href');
    expect(link, route).toBe(`${provider.docs}${markdownUrl(route)}`);
    expect(existsSync(path.join(buildFolder, cardUrl(route))), route).toBe(true);
  }
  for (const file of ['index.md', 'api.md', 'api/create-customer.md', 'docs/api/errors.md', 'docs/api/webhooks.md']) {
    expect(existsSync(path.join(buildFolder, file)), file).toBe(true);
  }
});
