import type { Page } from '@playwright/test';
import { load } from 'cheerio';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { buildFolder, sitemapRoutes } from '../support/routes';
import { expect, hydrated, test } from '../support/site';

const operation = '/api/create-customer';
const isPieces = (url: string) => url.includes('/assets/pieces/');

/** Goes to a route as a link inside the site does: the document stays. */
const follow = (page: Page, route: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, route);

/** What a page says: its words, and how many elements hold them. */
interface Content {
  text: string;
  elements: number;
}

/** What scripts draw or fill in when the page is shown. */
const drawn = '.diagram > *, .code__wrap, script';

const wordsOf = (text: string): string => text.replace(/\s+/g, ' ').trim();

function contentOfFile(html: string): Content {
  const content = load(html)('main');
  content.find(drawn).remove();
  return { text: wordsOf(content.text()), elements: content.find('*').length };
}

async function contentOfPage(page: Page): Promise<Content> {
  const { text, elements } = await page.evaluate((leftOut) => {
    const content = document.querySelector('main')?.cloneNode(true) as HTMLElement;
    content.querySelectorAll(leftOut).forEach((element) => element.remove());
    return { text: content.textContent, elements: content.querySelectorAll('*').length };
  }, drawn);
  return { text: wordsOf(text), elements };
}

test('by a link inside the site every page has the content of its HTML', async ({ page, misbehavior }) => {
  test.setTimeout(480_000);
  // A reader who saves data: nothing but the page itself is loaded.
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } }),
  );
  await page.goto('/no-such-page');
  await hydrated(page);
  let compared = 0;
  let pieces = 0;
  page.on('request', (request) => (pieces += isPieces(request.url()) ? 1 : 0));
  for (const route of sitemapRoutes()) {
    const file = path.join(buildFolder, route, 'index.html');
    const html = readFileSync(file, 'utf8');
    const title = load(html)('title').text();
    await follow(page, route);
    await expect(page, route).toHaveTitle(title);
    await expect.poll(() => contentOfPage(page), { message: route, intervals: [20] }).toEqual(contentOfFile(html));
    compared += 1;
  }
  console.log(`${compared} pages, ${pieces} of them with pieces of their own`);
  expect(compared).toBeGreaterThan(130);
  expect(pieces).toBeGreaterThan(100);
  expect(misbehavior.problems.filter((problem) => !problem.includes('404'))).toEqual([]);
});

test('the page whose HTML was loaded needs no pieces, nor does the way back to it', async ({ page }) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(operation);
  await hydrated(page);
  const before = await contentOfPage(page);
  expect(before.text).toContain('Request body');
  await follow(page, '/docs/api/errors');
  await expect(page).toHaveTitle(/^Errors/);
  expect(requests.filter(isPieces)).toHaveLength(1);
  await page.goBack();
  await expect(page).toHaveTitle(/^Create a customer/);
  await expect.poll(() => contentOfPage(page)).toEqual(before);
  expect(requests.filter(isPieces)).toHaveLength(1);
});

test('pieces that cannot be had end in a page loaded whole', async ({ page }) => {
  await page.goto(operation);
  await hydrated(page);
  await page.route('**/assets/pieces/**', (route) => route.fulfill({ status: 503 }));
  await follow(page, '/docs/api/errors');
  await page.waitForEvent('load');
  await hydrated(page);
  await expect(page).toHaveTitle(/^Errors/);
  await expect(page.locator('main table').first()).toBeVisible();
});

const changes: Record<string, (html: string) => string> = {
  'taken out': (html) => html.replace(/<h1\b.*?<\/h1>/s, ''),
  added: (html) => html.replace(/<h1\b/, '<p>Added by an extension.</p>$&'),
  'wrapped, as translators do': (html) => html.replace(/(<h1[^>]*>)(.*?)(<\/h1>)/s, '$1<font><font>$2</font></font>$3'),
};

for (const [change, alter] of Object.entries(changes)) {
  test(`a document in which an element was ${change} before the scripts came is whole again`, async ({
    page,
    misbehavior,
  }) => {
    await page.route('**/api/create-customer', async (route) => {
      const response = await route.fetch();
      const html = await response.text();
      const changed = alter(html);
      expect(changed).not.toBe(html);
      await route.fulfill({ response, body: changed });
    });
    await page.goto(operation);
    await hydrated(page);
    await expect(page.locator('main h1')).toHaveText('Create a customer');
    await expect(page.locator('[id="body-email"]')).toBeVisible();
    await expect(page.locator('.sample__panel pre').first()).toBeVisible();
    await page.getByRole('link', { name: 'Errors', exact: true }).first().click();
    await expect(page.locator('main h1')).toHaveText('Errors');
    expect(misbehavior.problems).toEqual([]);
  });
}
