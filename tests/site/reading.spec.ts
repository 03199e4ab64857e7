/** What makes reading comfortable: the list of keys, permalinks, the place kept on back, dates, print. */
import path from 'node:path';
import type { Page } from '@playwright/test';
import { pageDates } from '../../src/config/page-dates';
import { getPageRoute } from '../../src/config/routes';
import { accessibilityFindings } from '../support/accessibility';
import { loadHtml } from '../support/html';
import { root, sitemapRoutes } from '../support/routes';
import { expect, hydrated, test } from '../support/site';

const guide = '/docs/api/introduction';
const operation = '/api/create-customer';

async function open(page: Page, route: string): Promise<void> {
  await page.goto(route);
  await hydrated(page);
}

/** Blocks of code on the screen whose lines are wider than they. */
const wideBlocks = (page: Page): Promise<number> =>
  page
    .locator('pre.code__box:visible')
    .evaluateAll((blocks) => blocks.filter((block) => block.scrollWidth > block.clientWidth + 1).length);

test('without JavaScript, code has no buttons, and diagrams are drawn', async ({ browser, origin }) => {
  const context = await browser.newContext({ baseURL: origin, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/docs/api/webhooks/');
  await expect(page.locator('.copy').first()).toBeHidden();
  await expect(page.locator('.diagram > svg').first()).toBeVisible();
  await context.close();
});

for (const mode of ['light', 'dark'] as const) {
  for (const width of [1280, 390]) {
    test(`"?" lists the keys, and gives the focus back, ${mode}, ${width} px`, async ({ page, misbehavior }) => {
      await page.setViewportSize({ width, height: 800 });
      const requests: string[] = [];
      page.on('request', (request) => requests.push(new URL(request.url()).pathname));
      await open(page, `${operation}?docusaurus-theme=${mode}`);
      await page.waitForLoadState('networkidle');
      expect(requests, 'nothing of it is loaded before').not.toContain('/css/dialogs.css');
      const link = page.getByRole('link', { name: 'View as Markdown' });
      await link.focus();
      await page.keyboard.press('?');
      const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
      await expect(dialog).toBeVisible();
      const rows = await dialog.locator('.keys__row').count();
      console.log(`${rows} rows`);
      expect(rows).toBeGreaterThan(5);
      expect(await accessibilityFindings(page)).toEqual([]);
      expect(await dialog.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0);
      await page.keyboard.press('?');
      await expect(page.getByRole('dialog'), 'one at a time').toHaveCount(1);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(link).toBeFocused();
      await page.keyboard.press('?');
      await dialog.getByRole('button', { name: 'Close' }).click();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      expect(misbehavior.problems).toEqual([]);
    });
  }
}

test('"?" in the search field is text', async ({ page }) => {
  await open(page, guide);
  await page.keyboard.press('/');
  const field = page.getByRole('combobox');
  await expect(field).toBeFocused();
  await field.press('?');
  await expect(field).toHaveValue('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toHaveCount(0);
});

test('single-key shortcuts can be turned off and on, and the choice persists', async ({ page, context }) => {
  const search = page.getByRole('dialog', { name: 'Search' });
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  const toggle = keys.getByRole('button', { name: 'Single-key shortcuts' });
  await open(page, guide);
  await page.keyboard.press('?');
  await expect(toggle).toHaveAttribute('aria-pressed', 'true');
  await toggle.press('Enter');
  await expect(toggle).toHaveAttribute('aria-pressed', 'false');
  await expect(toggle).toHaveAccessibleDescription(/^Off/);
  await page.keyboard.press('Escape');

  const visits = [page, await context.newPage()];
  for (const visit of visits) {
    if (visit !== page) await open(visit, operation);
    await visit.keyboard.press('/');
    await visit.keyboard.press('?');
    await visit.keyboard.press('Control+K');
    await expect(visit.getByRole('dialog'), 'only Ctrl K has opened one').toHaveCount(1);
    await expect(visit.getByRole('combobox')).toHaveValue('');
    await visit.keyboard.press('Escape');
  }

  await page.keyboard.press('Control+K');
  await search.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await expect(search).toHaveCount(0);
  await toggle.click();
  await expect(toggle).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Escape');
  await page.keyboard.press('/');
  await expect(search).toBeVisible();
});

test('single-key shortcuts can be turned off without storage', async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await open(page, guide);
  await page.keyboard.press('?');
  await page.getByRole('button', { name: 'Single-key shortcuts' }).click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await page.keyboard.press('Control+K');
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible();
});

test('going back restores the scroll position', async ({ page }) => {
  for (const address of [guide, `${guide}#money`]) {
    await open(page, address);
    const link = page.locator('.markdown a[href="/docs/api/errors"]').last();
    await link.scrollIntoViewIfNeeded();
    const before = await page.evaluate(() => window.scrollY);
    expect(before, 'the link stands far below').toBeGreaterThan(1000);
    await link.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Errors');
    expect(await page.evaluate(() => window.scrollY), 'a new page begins at its top').toBe(0);
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('API conventions');
    await expect.poll(() => page.evaluate(() => window.scrollY), address).toBe(before);
    console.log(`${address}: ${before} px before and after`);
  }
});

test("a heading's permalink is copied", async ({ page, context, origin }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, guide);
  await page.locator('#money').hover();
  await page.locator('#money .hash-link').click();
  await expect(page).toHaveURL(`${origin}${guide}#money`);
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(`${origin}${guide}#money`);
});

test('pages show when they were last updated, if the history is complete', () => {
  const days = new Map(
    // The folder's README isn't a page.
    [...pageDates(root)].flatMap(([file, day]) =>
      file.endsWith('README.md')
        ? []
        : [[file.startsWith(path.join(root, 'src')) ? '/' : getPageRoute(path.join(root, 'docs'), file), day]],
    ),
  );
  let dated = 0;
  for (const route of sitemapRoutes()) {
    const shown = loadHtml(route)('time[itemprop="dateModified"]').attr('datetime')?.slice(0, 10);
    expect(shown, route).toBe(days.get(route));
    if (shown !== undefined) dated += 1;
  }
  console.log(`${dated} pages with a date`);
  expect(dated > 30 || days.size === 0).toBe(true);
});

test('in print, all text and samples are visible, and no controls', async ({ page }) => {
  await open(page, operation);
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  for (const hidden of ['.navbar', '.page-tools', '.copy', '.search-button'])
    await expect(page.locator(hidden).first(), hidden).toBeHidden();
  await expect(page.locator('main details:not([open])')).toHaveCount(0);
  const blocks = await page.locator('pre.code__box:visible').count();
  console.log(`${blocks} blocks of code on paper`);
  expect(blocks).toBeGreaterThan(3);
  expect(await wideBlocks(page), 'no line is cut').toBe(0);
});
