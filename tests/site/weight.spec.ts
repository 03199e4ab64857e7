import { load } from 'cheerio';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser } from '@playwright/test';
import { buildFolder, sitemapRoutes } from '../support/routes';
import { expect, hydrated, test } from '../support/site';

/**
 * What a page may transfer, in kB (1,000 bytes) gzip, cold, until the network is idle, prefetching apart. What draws
 * diagrams comes when a reader scrolls to one.
 */
const budgets = {
  reference: { total: 121, script: 84, style: 15, html: 25 },
  others: { total: 125, script: 85, style: 15, html: 25 },
};
const budgetOf = (route: string) => budgets[route.startsWith('/api/') ? 'reference' : 'others'];

/** Parts of the stock explorer that no page may load. */
const forbidden = /postman|redux|faker|react-live|ApiExplorer/;

const sizes = new Map<string, number>();

/** Size of a built file as a server would send it, in bytes. */
function gzipSize(pathname: string): number {
  const file = path.join(buildFolder, pathname.endsWith('/') ? `${pathname}index.html` : pathname);
  const known = sizes.get(file);
  if (known !== undefined) {
    return known;
  }
  const content = readFileSync(file);
  const size = /\.(png|jpe?g|webp|woff2?)$/.test(file) ? content.length : gzipSync(content, { level: 9 }).length;
  sizes.set(file, size);
  return size;
}

interface Weight {
  route: string;
  total: number;
  script: number;
  style: number;
  html: number;
}

/** Opens the page and adds up what it loads. */
async function weigh(browser: Browser, origin: string, route: string): Promise<Weight> {
  const context = await browser.newContext({ baseURL: origin });
  const page = await context.newPage();
  // A reader who saves data: nothing is prefetched, so what is left is what the page itself needs.
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } }),
  );
  const html = gzipSize(`${route.replace(/\/$/, '')}/`);
  const weight: Weight = { route, total: html, script: 0, style: 0, html };
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.resourceType() === 'document') return;
    const size = gzipSize(pathname);
    weight.total += size;
    if (pathname.endsWith('.js')) weight.script += size;
    if (pathname.endsWith('.css')) weight.style += size;
    expect(pathname, `${route} loads a part of the stock explorer`).not.toMatch(forbidden);
  });
  await page.goto(route);
  // On a busy machine a page may ask for nothing for a while, and then for the rest of its scripts.
  await hydrated(page);
  await page.waitForLoadState('networkidle');
  await context.close();
  return weight;
}

/** Pages that are open at a time: most of what a visit takes is waiting for the network to be idle. */
const AT_A_TIME = 4;

test('every page keeps its weight', async ({ browser, origin }) => {
  test.setTimeout(600_000);
  const weights: Weight[] = [];
  const routes = sitemapRoutes();
  for (let next = 0; next < routes.length; next += AT_A_TIME) {
    const visited = routes.slice(next, next + AT_A_TIME).map((route) => weigh(browser, origin, route));
    weights.push(...(await Promise.all(visited)));
  }
  const line = ({ route, total, script, style, html }: Weight) =>
    `${(total / 1000).toFixed(1)} kB (script ${(script / 1000).toFixed(1)}, style ${(style / 1000).toFixed(1)}, html ${(html / 1000).toFixed(1)}) ${route}`;
  weights.sort((a, b) => b.total - a.total);
  const reference = weights.filter(({ route }) => route.startsWith('/api/'));
  console.log(`${weights.length} pages; heaviest: ${weights.slice(0, 1).map(line).join('')}`);
  console.log(`${reference.length} pages of the reference; heaviest:\n${reference.slice(0, 3).map(line).join('\n')}`);
  expect(reference.length).toBeGreaterThan(90);
  const over = weights.filter((weight) => {
    const budget = budgetOf(weight.route);
    return (Object.keys(budget) as (keyof typeof budget)[]).some((part) => weight[part] > budget[part] * 1000);
  });
  expect(over.map(line), `pages over the budget of ${JSON.stringify(budgets)} kB`).toEqual([]);
});

test('what stands between the reader and the words is light', () => {
  const budget = 60_000;
  const sights = sitemapRoutes().map((route) => {
    const page = load(readFileSync(path.join(buildFolder, route, 'index.html'), 'utf8'));
    const styles = page('link[rel="stylesheet"]').toArray();
    const scripts = page('script[src]:not([defer], [async], [type="module"])').toArray();
    const files = [...styles.map(({ attribs }) => attribs['href']), ...scripts.map(({ attribs }) => attribs['src'])];
    const size = [`${route.replace(/\/$/, '')}/`, ...files].reduce((sum, file) => sum + gzipSize(file ?? ''), 0);
    return { route, size, scripts: scripts.length };
  });
  sights.sort((a, b) => b.size - a.size);
  const line = ({ route, size }: (typeof sights)[number]) => `${(size / 1000).toFixed(1)} kB ${route}`;
  console.log(`${sights.length} pages; HTML, styles and scripts that block: ${sights.slice(0, 1).map(line).join('')}`);
  expect(sights.length).toBeGreaterThan(130);
  expect(sights.filter(({ scripts }) => scripts > 0)).toEqual([]);
  expect(sights.filter(({ size }) => size > budget).map(line)).toEqual([]);
});

test('no built script holds a part of the stock explorer', () => {
  const folder = path.join(buildFolder, 'assets', 'js');
  const files = readdirSync(folder).filter((file) => file.endsWith('.js'));
  // Texts that stand in those libraries even when they are minified.
  const marks = ['postman-collection', 'Redux Toolkit', 'createSlice', 'faker.locale', 'react-live', 'X-Explorer'];
  const found = files.flatMap((file) => {
    const script = readFileSync(path.join(folder, file), 'utf8');
    return marks.filter((mark) => script.includes(mark)).map((mark) => `${file}: ${mark}`);
  });
  console.log(`${files.length} scripts, ${marks.length} marks each`);
  expect(files.length).toBeGreaterThan(100);
  expect(found).toEqual([]);
});
