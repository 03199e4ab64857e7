/** What makes reading comfortable: the list of keys, visible focus, copying, the place kept on back, and dates. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { markdownUrl } from '../../src/client/page-files';
import { pageDates } from '../../src/config/page-dates';
import { getPageRoute } from '../../src/site/routes';
import { accessibilityFindings } from '../support/accessibility';
import { loadHtml } from '../support/html';
import { buildFolder, root, sitemapRoutes } from '../support/routes';
import { expect, hydrated, test } from '../support/site';

const guide = '/docs/api/introduction';
const operation = '/api/create-customer';

async function open(page: Page, route: string): Promise<void> {
  await page.goto(route);
  await hydrated(page);
}

for (const [mode, width] of [
  ['light', 1280],
  ['dark', 390],
] as const) {
  test(`"?" lists the keys, and gives the focus back, ${mode}, ${width} px`, async ({ page, misbehavior }) => {
    await page.setViewportSize({ width, height: 800 });
    await open(page, `${operation}?docusaurus-theme=${mode}`);
    await page.waitForLoadState('networkidle');
    await expect(page.locator('link[href="/css/dialogs.css"]'), 'nothing of it is loaded before').toHaveCount(0);
    const link = page.getByRole('link', { name: 'View as Markdown' });
    await link.focus();
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(dialog).toBeVisible();
    expect(await dialog.locator('dt').count()).toBeGreaterThan(5);
    expect(await accessibilityFindings(page)).toEqual([]);
    expect(await dialog.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0);
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog'), 'one at a time').toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(link).toBeFocused();
    await page.keyboard.press('/');
    await page.getByRole('combobox').press('?');
    await expect(page.getByRole('combobox'), 'in a field, it is text').toHaveValue('?');
    await expect(dialog).toHaveCount(0);
    expect(misbehavior.problems).toEqual([]);
  });
}

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
  await search.getByRole('button', { name: /shortcuts/ }).click();
  await expect(search).toHaveCount(0);
  await toggle.click();
  await expect(toggle).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Escape');
  await page.keyboard.press('/');
  await expect(search).toBeVisible();
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

test('copies the page as Markdown, code, and the permalinks of headings and fields', async ({
  page,
  context,
  origin,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  const button = page.getByRole('button', { name: 'Copy page' });
  for (const route of ['/', '/docs/api/webhooks/', '/docs/category/concepts', operation]) {
    await open(page, route);
    await button.click();
    await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
    expect(await copied(), route).toBe(readFileSync(path.join(buildFolder, markdownUrl(route)), 'utf8'));
    await expect(page.getByRole('link', { name: 'View as Markdown' })).toHaveAttribute('href', markdownUrl(route));
  }
  await page.locator('.sample button[data-copy]:visible').first().click();
  await expect.poll(copied).toContain('curl');
  const heading = page.locator('main h2:has(.hash-link)').first();
  await heading.hover();
  await heading.locator('.hash-link').click();
  await expect.poll(copied).toBe(`${origin}${operation}#${(await heading.getAttribute('id')) ?? ''}`);
  await page.locator('[id="body-email"] a.field__name').click();
  await expect(page).toHaveURL(`${origin}${operation}#body-email`);
  await expect.poll(copied).toBe(`${origin}${operation}#body-email`);
  await page.route('**/*.md', (route) => route.abort());
  await page.reload();
  await button.click();
  await expect(page.getByRole('button', { name: 'Copy failed' })).toBeVisible();
});

test('keyboard focus is always visible', async ({ page }) => {
  for (const route of ['/', '/api/create-subscription', '/docs/get-started/concepts/transactions']) {
    await open(page, route);
    for (let step = 0; step < 15; step += 1) {
      await page.keyboard.press('Tab');
      const { name, ring } = await page.evaluate(() => {
        const focused = document.activeElement ?? document.body;
        const { outlineStyle, outlineWidth } = getComputedStyle(focused);
        return { name: focused.outerHTML.slice(0, 80), ring: `${outlineStyle} ${outlineWidth}` };
      });
      expect(ring, `${route}: ${name}`).toBe('solid 2px');
    }
  }
});

test('pages show when they were last updated, if the history is complete', () => {
  const days = new Map(
    // The folder's README isn't a page.
    [...pageDates(root)]
      .filter(([file]) => file.endsWith('.mdx') && !file.startsWith(path.join(root, 'src')))
      .map(([file, day]) => [getPageRoute(path.join(root, 'docs'), file), day]),
  );
  const dated = sitemapRoutes().filter((route) => days.has(route));
  for (const route of dated)
    expect(loadHtml(route)('time[itemprop="dateModified"]').attr('datetime')?.slice(0, 10), route).toBe(
      days.get(route),
    );
  console.log(`${dated.length} pages with a date`);
  expect(dated.length > 30 || days.size === 0).toBe(true);
});
