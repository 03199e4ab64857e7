/** The search in the browser: what it costs, and how it is used by keyboard, on a phone and with a screen reader. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { accessibilityFindings } from '../support/accessibility';
import { buildFolder } from '../support/routes';
import { expect, hydrated, test } from '../support/site';

/** What a reader who opens the search and gets a result may transfer, in bytes gzip. */
const BUDGET = 120_000;

/** Opens the search with the button and waits until it can answer. */
async function openSearch(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible();
}

const options = (page: Page) => page.getByRole('option');

test('loads nothing before it opens, and stays within the budget for opening and the first result', async ({
  page,
  misbehavior,
}) => {
  let bytes = 0;
  const requests: string[] = [];
  page.on('request', (request) => {
    // Pages that links lead to are prefetched meanwhile, with this type.
    if (request.resourceType() !== 'other') requests.push(new URL(request.url()).pathname);
  });
  await page.goto('/docs/api/errors', { waitUntil: 'networkidle' });
  await hydrated(page);
  await expect(page.locator('input')).toHaveCount(0);
  expect(requests.filter((request) => /search/.test(request))).toEqual([]);
  const before = requests.length;
  await openSearch(page);
  await page.getByRole('combobox').fill('proRataCredit');
  await expect(options(page).first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  for (const request of requests.slice(before)) {
    const size = gzipSync(readFileSync(path.join(buildFolder, request)), { level: 9 }).length;
    console.log(`${(size / 1000).toFixed(1)} kB ${request}`);
    bytes += size;
  }
  expect(requests).toContain('/search-index.json');
  expect(bytes).toBeLessThanOrEqual(BUDGET);
  expect(misbehavior.problems).toEqual([]);
  expect(misbehavior.foreignRequests).toEqual([]);
});

test('works with the keyboard alone: open, select, follow, and close, and restores the focus', async ({ page }) => {
  await page.goto('/docs/api/errors');
  await hydrated(page);
  for (const keys of ['/', 'Control+k', 'Meta+k']) {
    await page.keyboard.press(keys);
    const field = page.getByRole('combobox');
    await expect(field, keys).toBeFocused();
    await field.fill('refund');
    await expect(options(page).first()).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('ArrowDown');
    await expect(options(page).nth(1)).toHaveAttribute('aria-selected', 'true');
    await expect(field).toHaveAttribute('aria-activedescendant', (await options(page).nth(1).getAttribute('id')) ?? '');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await expect(options(page).last()).toHaveAttribute('aria-selected', 'true');
    for (let presses = 0; presses < 4; presses += 1) {
      await page.keyboard.press('Tab');
      // After the last stop, the focus is in the browser's own controls.
      const isBehind = await page.evaluate(() => document.activeElement?.matches('body :not(dialog, dialog *)'));
      expect(isBehind, 'the focus leaves the dialog').toBe(false);
    }
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeFocused();
  }
  await page.keyboard.press('/');
  await page.getByRole('combobox').fill('createCustomer');
  await expect(options(page).first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/api\/create-customer$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create a customer');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('results are grouped, highlight the terms, and lead to a field inside collapsed sections', async ({ page }) => {
  await page.goto('/');
  await hydrated(page);
  await openSearch(page);
  const status = page.getByRole('dialog').getByRole('status');
  await page.getByRole('combobox').fill('zzzzqqqq');
  await expect(status).toContainText('No results');
  await page.getByRole('combobox').fill('proRataCredit');
  await expect(status).toHaveText(/\d+ pages? found\./);
  await expect(page.getByRole('dialog').getByRole('group').first()).toBeVisible();
  await expect(
    page
      .locator('.search mark')
      .filter({ hasText: /^proRataCredit$/ })
      .first(),
  ).toBeVisible();
  const field = page.locator('.search a[href^="/api/"][href*="#"]').first();
  const target = (await field.getAttribute('href')) ?? '';
  await field.click();
  await expect(page).toHaveURL(target);
  await expect(page.locator(`[id="${target.split('#')[1] ?? ''}"]`)).toBeInViewport();
});

for (const [mode, width] of [
  ['light', 1440],
  ['dark', 390],
] as const) {
  test(`axe finds nothing with the dialog open, ${mode}, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`/docs/api/errors?docusaurus-theme=${mode}`);
    await hydrated(page);
    await openSearch(page);
    for (const query of ['', 'refund', 'zzzzqqqq']) {
      await page.getByRole('combobox').fill(query);
      if (query === 'refund') await expect(options(page).first()).toContainText(/refund/i);
      expect(await accessibilityFindings(page), `"${query}"`).toEqual([]);
    }
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });
}

test("shows a message when the index can't be fetched, and tries again on the next opening", async ({ page }) => {
  await page.route('**/search-index.json', (route) => route.abort());
  await page.goto('/docs/api/errors');
  await hydrated(page);
  await openSearch(page);
  await expect(page.getByRole('dialog').getByRole('status')).toContainText("Couldn't load search");
  await page.getByRole('button', { name: 'Close', exact: true }).last().click();
  await page.unroute('**/search-index.json');
  await openSearch(page);
  await page.getByRole('combobox').fill('refund');
  await expect(options(page).first()).toBeVisible();
});
