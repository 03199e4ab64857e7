import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { recordShifts } from '../support/layout-shifts';
import { buildFolder } from '../support/routes';
import { expect, hydrated, listen, staticHost, test, waitForNothing } from '../support/site';

const operation = '/api/create-customer';
const tutorial = '/docs/get-started/tutorials/create-subscription';
const languages = ['curl', 'JavaScript', 'Python', 'PHP', 'Go'];

test('without JavaScript, the page contains every language, field, and response', async ({ browser, origin }) => {
  const context = await browser.newContext({ baseURL: origin, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(operation);
  await expect(page.locator('.sample__label')).toHaveText(languages);
  for (const label of await page.locator('.sample__label').all()) {
    await expect(label).toBeVisible();
  }
  await expect(page.locator('.sample__panel pre').nth(4)).toBeVisible();
  await expect(page.locator('.sample__tabs'), 'nothing that needs JavaScript is offered').toBeHidden();
  await expect(page.locator('[id="body-email"]')).toBeVisible();
  await expect(page.locator('[id="status-201"]')).toBeVisible();
  await expect(page.locator('[id="status-500"]')).toBeVisible();
  await context.close();
});

test('selects the language by mouse and keyboard, on the entire site, and keeps it', async ({ page }) => {
  await page.goto(operation);
  await hydrated(page);
  const panel = (name: string) => page.locator(`.sample__panel[data-language="${name}"]`).first();
  await expect(panel('curl')).toBeVisible();
  await page.getByRole('tab', { name: 'Python' }).first().click();
  await expect(panel('python')).toBeVisible();
  await expect(panel('curl')).toBeHidden();
  await expect(page.getByRole('tab', { name: 'Python' }).first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'PHP' }).first()).toBeFocused();
  await expect(panel('php')).toBeVisible();
  await page.keyboard.press('End');
  await expect(panel('go')).toBeVisible();
  await page.reload();
  await expect(panel('go'), 'kept over a reload, before React takes over').toBeVisible();
  await page.goto(tutorial);
  await hydrated(page);
  await expect(panel('go'), 'shared with the tutorials').toBeVisible();
  const groups = await page.locator('.sample:visible').count();
  expect(groups).toBeGreaterThan(3);
  await expect(page.locator('.sample__panel[data-language="go"]:visible')).toHaveCount(groups);
});

test('a link to a field in a collapsed section expands it, on arrival and on the page', async ({ page }) => {
  const id = 'response-201-data.primaryAddress.customerAddress.zip';
  await page.goto(`${operation}#${id}`);
  await hydrated(page);
  const field = page.locator(`[id="${id}"]`);
  await expect(field).toBeInViewport();
  await page.goto(operation);
  await hydrated(page);
  await expect(field).toBeHidden();
  await page.evaluate((hash) => (location.hash = hash), id);
  await expect(field).toBeInViewport();
});

test('the keyboard reaches every control', async ({ page }) => {
  await page.goto(operation);
  await hydrated(page);
  // Tabs of one group share a stop: the arrow keys move inside it.
  const unreachable = await page
    .locator('main :is(a, button, summary):visible')
    .evaluateAll((elements) =>
      elements
        .filter((element) => element.getAttribute('role') !== 'tab' && (element as HTMLElement).tabIndex < 0)
        .map((element) => element.outerHTML.slice(0, 120)),
    );
  expect(unreachable).toEqual([]);
});

/** The reader prefers Python, so that the samples of the served HTML change before the first paint. */
const preferPython = (page: Page): Promise<unknown> =>
  page.addInitScript(() => localStorage.setItem('pai.sample-language', 'python'));

/** Less is one line of code that wraps anew, because the browser painted while only its start was there. */
const visibleShift = 0.0015;

test('pages do not shift while they load', async ({ page }) => {
  await preferPython(page);
  const shifted = await recordShifts(page);
  for (const route of [operation, '/api/list-transactions', '/api/', tutorial, '/docs/api/errors', '/']) {
    await page.goto(route, { waitUntil: 'networkidle' });
    await hydrated(page);
    expect(await shifted(), route).toBeLessThan(visibleShift);
  }
});

/** Waits for two frames: what is there has been painted. */
const paint = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

/** A page that is held back has no frames, so a paint that must not happen gets the time to happen. */
const holdBack = (page: Page): Promise<void> => waitForNothing(page, 200);

/** Opens a page whose HTML comes in two pieces, as on a slow connection, and measures by how much it shifts. */
async function measureSplit(
  page: Page,
  route: string,
  at: number,
  wait: (page: Page) => Promise<unknown>,
): Promise<number> {
  const html = readFileSync(path.join(buildFolder, route, 'index.html'), 'utf8');
  const site = staticHost();
  let sendRest = (): void => {};
  const server = await listen((request, response) => {
    if (request.url !== '/split') {
      site(request, response);
      return;
    }
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.write(html.slice(0, at));
    sendRest = () => response.end(html.slice(at));
  });
  const shifted = await recordShifts(page);
  await page.goto(`${server.origin}/split`, { waitUntil: 'commit' });
  await expect(page.locator('.navbar__brand')).toBeAttached();
  await wait(page);
  sendRest();
  await page.waitForLoadState('networkidle');
  const shift = await shifted();
  server.close();
  return shift;
}

test('navbar and samples do not shift while their HTML arrives', async ({ page }) => {
  const read = (route: string) => readFileSync(path.join(buildFolder, route, 'index.html'), 'utf8');
  const html = read('api');
  const menu = html.lastIndexOf('<', html.indexOf('class=dropdown__menu'));
  expect(menu, 'the navbar has a menu').toBeGreaterThan(html.indexOf('<nav'));
  expect(await measureSplit(page, 'api', menu, holdBack)).toBeLessThan(visibleShift);
  await preferPython(page);
  const samples = read('api/list-transactions').search(/<div class="?op__sample/);
  expect(samples, 'the page has samples').toBeGreaterThan(0);
  expect(await measureSplit(page, 'api/list-transactions', samples, paint)).toBeLessThan(visibleShift);
});

test('an event has no request sample, and the overview lists every operation and the downloads', async ({ page }) => {
  await page.goto('/api/subscription-renewal-reminder-event');
  await expect(page.locator('.sample')).toHaveCount(0);
  await expect(page.locator('main')).toContainText('deduplicationId');
  await page.goto('/api/');
  await expect(page.locator('main a[href="/api/create-customer"]').first()).toBeVisible();
  const linked = await page
    .locator('main a[href^="/api/"]')
    .evaluateAll((links) => new Set(links.map((link) => (link as HTMLAnchorElement).pathname)).size);
  expect(linked).toBeGreaterThanOrEqual(90);
  for (const file of ['openapi.yaml', 'openapi.json']) {
    const href = await page.locator(`main a[href$="${file}"]`).first().getAttribute('href');
    const response = await page.request.get(href ?? '');
    expect(response.status(), file).toBe(200);
  }
});
