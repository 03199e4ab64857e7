/** Troubles that readers have on documentation sites: keyboards, dialogs, copying, translation, and odd addresses. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Page, devices } from '@playwright/test';
import { buildFolder, sitemapRoutes } from '../support/routes';
import { expect, hydrated, test } from '../support/site';

const guide = '/docs/api/errors';
const concept = '/docs/get-started/concepts/transactions';
const dialog = (page: Page) => page.locator('dialog[open]');
const field = (page: Page) => page.getByRole('combobox');

async function openSearch(page: Page): Promise<void> {
  await page.goto(guide);
  await hydrated(page);
  await page.getByRole('button', { name: 'Search' }).click();
  await field(page).fill('refund');
}

/** Presses a key the way a browser reports it, with properties that Playwright can't set. */
const sendKey = (page: Page, key: Record<string, string | number | boolean>) =>
  page.evaluate((init) => {
    const event = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init });
    (document.activeElement ?? document.body).dispatchEvent(event);
  }, key);

test('every linked anchor is below the navigation bar', async ({ page }) => {
  const anchors = new Set<string>();
  for (const route of sitemapRoutes()) {
    const html = readFileSync(path.join(buildFolder, route, 'index.html'), 'utf8');
    for (const [, href = ''] of html.matchAll(/ href="?(\/[^"\s>#]*#[^"\s>]+)/g)) anchors.add(href);
  }
  const routes = new Map<string, string[]>();
  for (const anchor of anchors) {
    const [route = '', id = ''] = anchor.split('#');
    routes.set(route, [...(routes.get(route) ?? []), decodeURIComponent(id)]);
  }
  const covered: string[] = [];
  for (const [route, ids] of routes) {
    await page.goto(route, { waitUntil: 'domcontentloaded' });
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const hidden = await page.evaluate((all) => {
        const bar = document.querySelector('.navbar')?.getBoundingClientRect().bottom ?? 0;
        return all.filter((id) => {
          const target = document.getElementById(id);
          if (!target) return false;
          for (let fold = target.closest('details'); fold; fold = fold.parentElement?.closest('details') ?? null)
            fold.open = true;
          target.scrollIntoView({ behavior: 'instant' });
          const { top } = target.getBoundingClientRect();
          return top >= 0 && top < Math.min(bar, 60) - 1;
        });
      }, ids);
      covered.push(...hidden.map((id) => `${route}#${id} at ${width}`));
    }
  }
  console.log(`${anchors.size} anchors on ${routes.size} pages`);
  expect(anchors.size).toBeGreaterThan(200);
  expect(covered).toEqual([]);
});

test('dragging a selection out of the search keeps it open', async ({ page }) => {
  await openSearch(page);
  const box = await field(page).boundingBox();
  await page.mouse.move((box?.x ?? 0) + 40, (box?.y ?? 0) + 10);
  await page.mouse.down();
  await page.mouse.move(5, 500);
  await page.mouse.up();
  await expect(field(page)).toHaveValue('refund');
  await page.mouse.click(5, 500);
  await expect(dialog(page)).toHaveCount(0);
});

test('keys of an input method neither close the search nor open a result', async ({ page }) => {
  await openSearch(page);
  await expect(page.getByRole('option').first()).toBeVisible();
  await sendKey(page, { key: 'Escape', isComposing: true });
  await sendKey(page, { key: 'Enter', keyCode: 229 });
  await expect(dialog(page)).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(guide);
});

test('Ctrl K opens the search on a keyboard without Latin letters', async ({ page }) => {
  await page.goto(guide);
  await hydrated(page);
  await sendKey(page, { key: 'л', code: 'KeyK', ctrlKey: true });
  await expect(field(page)).toBeFocused();
});

test('the phone menu holds the focus and closes on Escape, before and after the app runs', async ({
  browser,
  origin,
}) => {
  const context = await browser.newContext({
    ...devices['Pixel 7'],
    viewport: { width: 320, height: 256 },
    baseURL: origin,
  });
  const page = await context.newPage();
  const toggle = page.getByRole('button', { name: 'Toggle navigation bar' });
  const menu = page.getByRole('dialog', { name: 'Menu' });
  const tryMenu = async (): Promise<void> => {
    await toggle.press('Enter');
    await expect(menu.getByRole('button', { name: 'Close navigation bar' })).toBeFocused();
    for (let press = 0; press < 12; press += 1) {
      await page.keyboard.press('Tab');
      const isInside = await page.evaluate(
        () => document.activeElement === document.body || document.activeElement?.closest('[role="dialog"]') !== null,
      );
      expect(isInside).toBe(true);
    }
    await page.keyboard.press('Escape');
    await expect(toggle).toBeFocused();
    await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  };
  // The app's scripts never arrive.
  await page.route(/\/assets\/js\/(?:main|runtime~main)\./, () => undefined);
  await page.goto(guide);
  await tryMenu();
  await page.unrouteAll();
  await page.goto(concept);
  await hydrated(page);
  await tryMenu();
  await context.close();
});

test('a failed app says so where the reader pressed', async ({ page }) => {
  await page.route(/\/assets\/js\/(?!page)/, (route) => route.abort());
  await page.goto(guide);
  // The first failure reloads the page, in case of a deploy.
  await page.reload();
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page.locator('.load-failure')).toContainText("Couldn't load search");
  await expect(page.locator('.load-failure a')).toHaveCount(2);
});

test('copies without a clipboard', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const reader = await context.newPage();
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
    Object.defineProperty(window, 'isSecureContext', { value: false });
  });
  await reader.goto('/');
  await page.goto('/api/create-customer');
  for (const [press, copied] of [
    ['button[data-copy]:visible >> nth=0', /\/v1\/public-api/],
    ['main h2 a.hash-link >> nth=0', /\/api\/create-customer#/],
  ] as const) {
    await page.bringToFront();
    await page.locator(press).click();
    await expect(page.locator('#site-announcement')).toContainText(/copied/i);
    await reader.bringToFront();
    expect(await reader.evaluate(() => navigator.clipboard.readText())).toMatch(copied);
  }
});

test('a translated page keeps its open folds, its place, and its language when the app starts', async ({
  browser,
  origin,
}) => {
  const context = await browser.newContext({ ...devices['Pixel 7'], baseURL: origin });
  const page = await context.newPage();
  await page.goto('/api/create-transaction');
  const open = await page.evaluate(() => {
    document.documentElement.lang = 'de';
    for (const text of document.querySelectorAll('main p, .navbar a'))
      text.innerHTML = `<font>${text.textContent}</font>`;
    const folds = [...document.querySelectorAll<HTMLDetailsElement>('main details')];
    folds.slice(0, 2).forEach((fold) => (fold.open = true));
    window.scrollTo(0, 1500);
    return folds.filter((fold) => fold.open).length;
  });
  await hydrated(page);
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(1400);
  await expect(page.locator('main details[open]')).toHaveCount(open);
  await context.close();
});

test('a page whose chunks are gone opens at its top', async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } }),
  );
  await page.goto(concept);
  await hydrated(page);
  await page.evaluate(() => window.scrollTo(0, 2000));
  await page.route(/\/assets\/js\/(?!page|main|runtime)/, (route) => route.fulfill({ status: 404 }));
  const next = page.locator('.pagination-nav__link--next');
  const route = (await next.getAttribute('href')) ?? '';
  const loaded = page.waitForEvent('load');
  await next.evaluate((link) => (link as HTMLElement).click());
  await loaded;
  await expect(page).toHaveURL(route);
  await page.unrouteAll();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await expect.poll(() => page.evaluate(() => history.scrollRestoration)).toBe('auto');
});

test('an encoded slash and an unknown theme in the address change nothing', async ({ page }) => {
  await page.goto(`${guide}/`);
  await page.evaluate((address) => history.replaceState(null, '', address), `${guide}%2F`);
  await page.route(`**${guide}%2F**`, (route) => route.fulfill({ path: path.join(buildFolder, guide, 'index.html') }));
  await page.goto(`${guide}%2F?docusaurus-theme=x`);
  await hydrated(page);
  await expect(page.locator('h1')).toHaveText('Errors');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
});
