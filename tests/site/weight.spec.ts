/** The weight of every page is checked by `every-page.spec.ts`, and here, that it is weighed right. */
import { expect, hydrated, test } from '../support/site';
import { gzipSize } from '../support/size';
import { noteFiles, weightFindings, measureWeight } from '../support/weight';

const route = '/docs/api/errors';

test("a page's weight includes scripts and styles, and excludes prefetched files", async ({ page }) => {
  const { files, settled } = noteFiles(page);
  const ahead: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!files.includes(pathname)) ahead.push(pathname);
  });
  await page.goto(route);
  await hydrated(page);
  await settled();
  const own = [...files];
  // A link under the mouse loads the next page; that is no part of this one.
  await page.locator('.theme-doc-sidebar-menu a[href="/docs/api/introduction"]').first().hover();
  await expect(page.locator('link[rel="prefetch"]').first()).toBeAttached();
  const { total, script, style, html } = measureWeight(route, own);
  expect(html).toBe(gzipSize(`${route}/`));
  expect(script).toBeGreaterThan(10_000);
  expect(style).toBeGreaterThan(5_000);
  expect(total).toBeGreaterThan(html + script + style - 1);
  expect(weightFindings(route, own)).toEqual([]);
  console.log(`${own.length} files of the page, ${ahead.length} others`);
  expect(ahead.filter((file) => file.endsWith('.js')).length, 'scripts that were fetched ahead').toBeGreaterThan(0);
});

test('finds a page that is too heavy, and one with part of the stock explorer', () => {
  const manyTimes = Array.from({ length: 20 }, () => `${route}/`);
  expect(weightFindings(route, manyTimes)).toEqual([expect.stringMatching(/^total is over its budget of \d+ kB: /)]);
  expect(weightFindings(route, ['/assets/js/ApiExplorer.js'])).toEqual([
    '/assets/js/ApiExplorer.js is part of the stock explorer',
  ]);
});
