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
  await expect(page.locator('.copy').first()).toBeHidden();
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
  const groups = await page.locator('.sample').count();
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

test("a field's permalink is copied", async ({ browser, origin }) => {
  const context = await browser.newContext({ baseURL: origin, permissions: ['clipboard-read', 'clipboard-write'] });
  const page = await context.newPage();
  await page.goto(operation);
  await hydrated(page);
  await page.locator('[id="body-email"] a.field__name').click();
  await expect(page).toHaveURL(`${origin}${operation}#body-email`);
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(`${origin}${operation}#body-email`);
  await page.locator('.sample .copy').first().click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('curl');
  await context.close();
});

test('the keyboard reaches every control', async ({ page }) => {
  await page.goto(operation);
  await hydrated(page);
  // Tabs of one group share a stop: the arrow keys move inside it.
  const unreachable = await page
    .locator('main :is(a, button, summary, pre):visible')
    .evaluateAll((elements) =>
      elements
        .filter((element) => element.getAttribute('role') !== 'tab' && (element as HTMLElement).tabIndex < 0)
        .map((element) => element.outerHTML.slice(0, 120)),
    );
  expect(unreachable).toEqual([]);
  await expect(page.locator('main summary').first()).toBeVisible();
  const fold = page.locator('main details').first();
  await fold.locator('summary').first().focus();
  const before = await fold.getAttribute('open');
  await page.keyboard.press('Enter');
  await expect.poll(() => fold.getAttribute('open')).not.toBe(before);
});

/** The reader prefers Python, so that the samples of the served HTML change before the first paint. */
const preferPython = (page: Page): Promise<unknown> =>
  page.addInitScript(() => localStorage.setItem('pai.sample-language', 'python'));

for (const route of [operation, '/api/list-transactions', '/api/', tutorial, '/docs/api/errors', '/']) {
  test(`${route} does not shift while it loads`, async ({ page }) => {
    await preferPython(page);
    const shifted = await recordShifts(page);
    await page.goto(route, { waitUntil: 'networkidle' });
    await hydrated(page);
    expect(await shifted()).toBe(0);
  });
}

/** Waits for two frames: what is there has been painted. */
const paint = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

/** A page that is held back has no frames, so a paint that must not happen gets the time to happen. */
const holdBack = (page: Page): Promise<void> => waitForNothing(page, 200);

/** Serves the site, but one page in two pieces, as on a slow connection. `sendRest` sends the second. */
async function servePieces(route: string, html: string, at: number) {
  const site = staticHost();
  let finish = (): void => {};
  const server = await listen((request, response) => {
    if (request.url !== route) {
      site(request, response);
      return;
    }
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.write(html.slice(0, at));
    finish = () => response.end(html.slice(at));
  });
  return { url: `${server.origin}${route}`, sendRest: () => finish(), close: server.close };
}

/** Serves a page in two pieces, and measures the shift. */
async function measureSplit(
  page: Page,
  html: string,
  at: number,
  wait: (page: Page) => Promise<unknown>,
): Promise<number> {
  const shifted = await recordShifts(page);
  const server = await servePieces('/split', html, at);
  await page.goto(server.url, { waitUntil: 'commit' });
  await expect(page.locator('.navbar__brand')).toBeAttached();
  await wait(page);
  server.sendRest();
  await page.waitForLoadState('networkidle');
  const shift = await shifted();
  server.close();
  return shift;
}

test('navbar and sidebar do not shift while their HTML arrives', async ({ page }) => {
  const html = readFileSync(path.join(buildFolder, 'api', 'index.html'), 'utf8');
  const splits = [
    'class=dropdown__menu',
    'class=search-button__icon',
    'class=search-button__key',
    '>Accounts<',
    '>Plans<',
  ];
  const held = splits.map((mark) => html.lastIndexOf('<', html.indexOf(mark)));
  expect(Math.min(...held), 'every mark is in the page').toBeGreaterThan(html.indexOf('<nav'));
  for (const at of held) expect(await measureSplit(page, html, at, holdBack), html.slice(at, at + 60)).toBe(0);
  // Without the links that hold the first paint back, the same pieces shift.
  const free = html.replace(/<link[^>]* rel=expect [^>]*>/g, '');
  expect(html.length - free.length, 'the page has such links').toBeGreaterThan(0);
  const gap = html.length - free.length;
  const shifts = [];
  for (const at of held) shifts.push(await measureSplit(page, free, at - gap, paint));
  expect(shifts.filter((shift) => shift > 0).length).toBeGreaterThan(3);
});

for (const width of [1920, 1280, 390]) {
  test(`at ${width} px, an operation does not shift when its examples arrive late`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await preferPython(page);
    const shifted = await recordShifts(page);
    const html = readFileSync(path.join(buildFolder, 'api', 'list-transactions', 'index.html'), 'utf8');
    const examples = html.search(/<div class="?op__sample/);
    expect(examples, 'the page has examples').toBeGreaterThan(0);
    const server = await servePieces('/api/list-transactions', html, examples);
    await page.goto(server.url, { waitUntil: 'commit' });
    await expect(page.locator('.op__summary').first()).toBeVisible();
    await paint(page);
    await expect(page.locator('.op__sample')).toHaveCount(0);
    server.sendRest();
    await page.waitForLoadState('networkidle');
    await expect(page.locator('.op__sample').first()).toBeAttached();
    expect(await shifted()).toBe(0);
    server.close();
  });
}

for (const width of [1280, 1920]) {
  test(`the request sample starts beside the description and stays in view, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(operation);
    const place = async (selector: string) => {
      const box = await page.locator(selector).first().boundingBox();
      if (box === null) throw new Error(`${selector} is not shown.`);
      return box;
    };
    const [summary, sample, main] = [await place('.op__summary'), await place('.sample'), await place('.op__main')];
    expect(sample.y).toBe(summary.y);
    expect(sample.x).toBe(summary.x + summary.width + 40);
    expect(main.y - summary.y - summary.height, 'no gap below the description').toBeLessThan(1);
    await page.evaluate(() => scrollTo(0, 700));
    await expect.poll(async () => (await place('.sample')).y).toBe(80);
  });
}

test('an event is marked as a webhook and has no request sample', async ({ page }) => {
  await page.goto('/api/subscription-renewal-reminder-event');
  await expect(page.locator('main .method--event').first()).toBeVisible();
  await expect(page.locator('.sample')).toHaveCount(0);
  await expect(page.locator('main')).toContainText('deduplicationId');
});

test('the overview lists every operation with method, path, and summary, and the downloads', async ({ page }) => {
  await page.goto('/api/');
  await expect(page.locator('main a[href="/api/create-customer"]').first()).toBeVisible();
  const linked = await page
    .locator('main a[href^="/api/"]')
    .evaluateAll((links) => new Set(links.map((link) => (link as HTMLAnchorElement).pathname)).size);
  expect(linked).toBeGreaterThanOrEqual(90);
  await expect(page.locator('main')).toContainText('0.0.1');
  for (const file of ['openapi.yaml', 'openapi.json']) {
    const href = await page.locator(`main a[href$="${file}"]`).first().getAttribute('href');
    const response = await page.request.get(href ?? '');
    expect(response.status(), file).toBe(200);
  }
});
