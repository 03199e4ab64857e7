/** What machines read of a page: breadcrumbs and article data, the card, the sitemap's dates, the feed. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { load } from 'cheerio';
import { cardUrl } from '../../src/client/page-files';
import { provider } from '../../src/site/provider';
import { loadHtml } from '../support/html';
import { buildFolder, sitemapRoutes } from '../support/routes';

interface LinkedData {
  '@context': string;
  '@type': string;
  headline?: string;
  description?: string;
  url?: string;
  itemListElement?: { position: number; name: string; item: string }[];
}

function linkedData(route: string): LinkedData[] {
  const html = loadHtml(route);
  return html('script[type="application/ld+json"]')
    .toArray()
    .map((node) => JSON.parse(html(node).text()) as LinkedData);
}

const isOverview = (route: string): boolean => route === '/' || route.startsWith('/docs/category/');

test('every page has breadcrumbs, every article has structured data, and their URLs exist', () => {
  const routes = new Set(sitemapRoutes().map((route) => `${provider.docs}${route}`.replace(/\/$/, '')));
  let crumbs = 0;
  let articles = 0;
  for (const route of sitemapRoutes()) {
    const data = linkedData(route);
    expect(data.map((entry) => entry['@context']).filter((context) => context !== 'https://schema.org')).toEqual([]);
    const lists = data.filter((entry) => entry['@type'] === 'BreadcrumbList');
    if (route !== '/') {
      expect(lists.length, `${route}: breadcrumbs`).toBe(1);
      const items = lists[0]?.itemListElement ?? [];
      crumbs += items.length;
      expect(items.map(({ position }) => position)).toEqual(items.map((_, index) => index + 1));
      const lost = items.filter(({ item }) => !routes.has(item.replace(/\/$/, '')));
      expect(lost, `${route}: breadcrumbs that lead nowhere`).toEqual([]);
    }
    const [article] = data.filter((entry) => entry['@type'] === 'TechArticle');
    expect(article !== undefined, `${route}: article`).toBe(!isOverview(route));
    if (!article) continue;
    articles += 1;
    expect(article.headline, route).toBe(loadHtml(route)('h1').first().text());
    expect(article.description, route).toBe(loadHtml(route)('meta[name="description"]').attr('content'));
    expect(article.url, route).toBe(`${provider.docs}${route}`);
  }
  console.log(`${crumbs} breadcrumbs, ${articles} articles`);
  expect(crumbs).toBeGreaterThan(200);
  expect(articles).toBeGreaterThan(100);
});

/** Width and height of a PNG, from its first chunk. */
function readSize(file: string): [number, number] {
  const content = readFileSync(file);
  expect(content.subarray(1, 4).toString('latin1'), file).toBe('PNG');
  return [content.readUInt32BE(16), content.readUInt32BE(20)];
}

const properties = ['og:title', 'og:description', 'og:image', 'og:url', 'og:type', 'og:site_name'];

test('every page has Open Graph data and its own social card', () => {
  const cards = new Set<string>();
  for (const route of sitemapRoutes()) {
    const html = loadHtml(route);
    const content = (property: string): string => html(`meta[property="${property}"]`).attr('content') ?? '';
    const wrong = properties.filter(
      (property) => html(`meta[property="${property}"]`).length !== 1 || content(property) === '',
    );
    expect(wrong, `${route}: properties that are empty, missing, or there twice`).toEqual([]);
    expect(content('og:image'), route).toBe(`${provider.docs}${cardUrl(route)}`);
    expect(html('meta[name="twitter:image"]').attr('content'), route).toBe(content('og:image'));
    const file = path.join(buildFolder, cardUrl(route));
    expect(readSize(file), file).toEqual([1200, 630]);
    cards.add(readFileSync(file).toString('base64'));
  }
  console.log(`${cards.size} cards`);
  expect(cards.size, 'no card twice').toBe(sitemapRoutes().length);
});

test('the sitemap dates the reference by the changelog, and no page later than today', () => {
  const sitemap = load(readFileSync(path.join(buildFolder, 'sitemap.xml'), 'utf8'), { xml: true });
  const today = new Date().toISOString().slice(0, 10);
  let dated = 0;
  for (const node of sitemap('url').toArray()) {
    const lastmod = sitemap(node).find('lastmod').text();
    const { pathname } = new URL(sitemap(node).find('loc').text());
    if (pathname.startsWith('/api/')) expect(lastmod, pathname).toMatch(/^\d{4}-\d{2}-\d{2}/);
    if (lastmod === '') continue;
    dated += 1;
    expect(lastmod.slice(0, 10) <= today, `${pathname}: ${lastmod}`).toBe(true);
  }
  console.log(`${dated} pages with a date`);
  expect(dated).toBeGreaterThan(80);
});

test('every page links the changelog feed, and the feed exists', () => {
  const file = path.join(buildFolder, 'api-changes.xml');
  expect(existsSync(file)).toBe(true);
  for (const route of sitemapRoutes()) {
    const feed = loadHtml(route)('link[rel="alternate"][type="application/atom+xml"]').attr('href');
    expect(feed, route).toBe(`${provider.docs}/api-changes.xml`);
  }
});
