import type { Page } from '@playwright/test';
import { accessibilityFindings } from '../support/accessibility';
import { hydrationOf } from '../support/hydration';
import { sitemapRoutes } from '../support/routes';
import { expect, hydrated, test } from '../support/site';

/** By how many pixels the page can be scrolled sideways. */
const overflow = (page: Page) =>
  page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth));

/** The ways in which a page is looked at. */
const views = [
  { mode: 'light', width: 1440 },
  { mode: 'dark', width: 390 },
  { mode: 'dark', width: 1440 },
  { mode: 'light', width: 390 },
] as const;

/** Pages of each kind, whose accessibility is judged in every view. */
const judgedInEveryView = [
  ...['/', '/api/', '/api/create-customer', '/api/list-plans', '/api/subscription-renewal-reminder-event'],
  ...['/docs/api/authentication', '/docs/get-started/concepts/pricing', '/docs/category/concepts'],
  '/docs/get-started/tutorials/pause-subscription',
];

/**
 * The other pages are made of the same parts, and are judged in two views each: both modes and both widths, the pairs in
 * turn. `AXE=all` judges every page in every view.
 */
const isJudged = (route: string, index: number, view: number) =>
  process.env['AXE'] === 'all' || judgedInEveryView.includes(route) || index % 2 === view >> 1;

test('what is wrong with a page is found', async ({ page }) => {
  await page.goto('/docs/api/errors');
  await hydrated(page);
  await page.evaluate(() => {
    const words = document.querySelector<HTMLElement>('main p');
    if (words) words.style.color = '#ccc';
    document.querySelector('main')?.insertAdjacentHTML('beforeend', '<img src="/img/logo.svg">');
  });
  const rules = (await accessibilityFindings(page)).map((finding) => finding.split(' ')[0]);
  expect(rules).toEqual(expect.arrayContaining(['color-contrast', 'image-alt']));
});

test('a page that Preact makes otherwise than its HTML is found', async ({ page }) => {
  await page.goto('/docs/api/errors');
  await hydrated(page);
  await page.evaluate(() => {
    document.querySelector('.navbar__brand')?.setAttribute('href', '/other');
    document.querySelector('.navbar__item')?.append('.');
    document.querySelector('main p')?.remove();
  });
  expect((await hydrationOf(page)).differences).toHaveLength(3);
});

for (const [index, route] of sitemapRoutes().entries()) {
  test(`${route} opens cleanly and is accessible, light and dark, desktop and phone`, async ({ page, misbehavior }) => {
    test.setTimeout(180_000);
    // Colours that are still on their way from one mode to the other would be measured halfway.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(route);
    await hydrated(page);
    const { elements, differences } = await hydrationOf(page);
    expect(elements).toBeGreaterThan(100);
    expect(differences, 'where the page differs from its HTML').toEqual([]);
    await expect(page).toHaveTitle(/.+ \| PAI$/);
    await expect(page.locator('h1')).toHaveCount(1);
    await expect(page.locator('form, input, select, textarea')).toHaveCount(0);
    for (const [view, { mode, width }] of views.entries()) {
      await page.setViewportSize({ width, height: 900 });
      expect(await overflow(page), `${width} px: pixels that the page scrolls sideways`).toBe(0);
      // The colours follow this attribute alone; the toggle itself has tests of its own.
      await page.evaluate((theme) => document.documentElement.setAttribute('data-theme', theme), mode);
      if (isJudged(route, index, view)) {
        expect(await accessibilityFindings(page), `axe, ${mode}, ${width} px`).toEqual([]);
      }
    }
    expect(misbehavior.problems, 'console, uncaught errors and failed requests').toEqual([]);
    expect(misbehavior.foreignRequests, 'requests to other hosts').toEqual([]);
  });
}
