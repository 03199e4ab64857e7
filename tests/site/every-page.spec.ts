import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { sitemapRoutes } from '../support/routes';
import { expect, hydrated, test } from '../support/site';

/** One line per rule that the page breaks, with the first element that breaks it. */
async function accessibilityFindings(page: Page): Promise<string[]> {
  const results = await new AxeBuilder({ page }).analyze();
  return results.violations.map(({ id, nodes }) => `${id} (${nodes.length}): ${nodes[0]?.html ?? ''}`);
}

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
 * The other pages are made of the same parts, and are judged in one view each, in turn; `AXE=all` judges every page in
 * every view, which takes a quarter of an hour.
 */
const isJudged = (route: string, index: number, view: number) =>
  process.env['AXE'] === 'all' || judgedInEveryView.includes(route) || index % views.length === view;

for (const [index, route] of sitemapRoutes().entries()) {
  test(`${route} opens cleanly and is accessible, light and dark, desktop and phone`, async ({ page, misbehavior }) => {
    test.setTimeout(180_000);
    // Colours that are still on their way from one mode to the other would be measured halfway.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(route);
    await hydrated(page);
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
