import type { Browser } from '@playwright/test';
import { sitemapRoutes } from '../support/routes';
import { expect, hydrated, test } from '../support/site';
import { gzipSize } from '../support/size';

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
