/** Diagrams stand drawn in their pages: without scripts, in both modes, readable on a phone. */
import { devices, type Page } from '@playwright/test';
import { loadHtml } from '../support/html';
import { sitemapRoutes } from '../support/routes';
import { expect, test, waitForNothing } from '../support/site';

const withDiagrams = sitemapRoutes().filter((route) => loadHtml(route)('.diagram').length > 0);

/** Letters are 14 px high in a drawing of full width; at three quarters of it they can still be read. */
const SMALLEST = 0.74;

interface Drawn {
  /** Of the drawing itself, in CSS pixels. */
  readonly full: number;
  readonly shown: number;
  /** How much the letters stand out of what was drawn for them, sideways. */
  readonly over: number;
}

const drawnOn = (page: Page): Promise<Drawn[]> =>
  page.locator('.diagram').evaluateAll((boxes) =>
    boxes.flatMap((box) => {
      const svg = box.querySelector(':scope > svg[viewBox]');
      if (svg === null) return [];
      const [, , full = 0] = (svg.getAttribute('viewBox') ?? '').split(' ').map(Number);
      const { width } = svg.getBoundingClientRect();
      const labels = [...svg.querySelectorAll('foreignObject')].map((label) => {
        const inside = label.firstElementChild?.getBoundingClientRect().width ?? 0;
        return inside - label.getBoundingClientRect().width;
      });
      return [{ full, shown: width, over: Math.max(0, ...labels) }];
    }),
  );

test('every diagram is drawn without scripts, fits its text, and is readable on a phone', async ({
  browser,
  origin,
}) => {
  test.setTimeout(180_000);
  const context = await browser.newContext({ baseURL: origin, javaScriptEnabled: false });
  const page = await context.newPage();
  let drawn = 0;
  const small: string[] = [];
  for (const route of withDiagrams) {
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.goto(route);
    const count = await page.locator('.diagram').count();
    await expect(page.locator('.diagram > svg').first(), route).toBeVisible();
    await expect(page.locator('.diagram-source').first(), 'its source is for the Markdown twin').toBeHidden();
    const wide = await drawnOn(page);
    expect(wide, `${route}: diagrams without a drawing`).toHaveLength(count);
    drawn += count;
    expect(Math.max(...wide.map(({ over }) => over)), `${route}: letters beyond their place`).toBeLessThan(4);
    await page.setViewportSize({ width: 390, height: 844 });
    for (const { full, shown } of await drawnOn(page)) {
      if (shown / full <= SMALLEST) small.push(`${route}: ${Math.round((100 * shown) / full)} %`);
    }
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(overflow, `${route} scrolls sideways on a phone`).toBeLessThanOrEqual(390);
  }
  console.log(`${drawn} diagrams on ${withDiagrams.length} pages`);
  expect(drawn).toBeGreaterThan(15);
  expect(small, 'too small to read').toEqual([]);
  await context.close();
});

test('a drawing follows the color mode, and finds a missing one', async ({ page }) => {
  await page.goto(withDiagrams[0] ?? '');
  const fill = () =>
    page
      .locator('.diagram :is(.node rect, .node path, rect.actor, .statediagram-state rect)')
      .first()
      .evaluate((shape) => getComputedStyle(shape).fill);
  const light = await fill();
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'));
  expect(await fill()).not.toBe(light);
  await page.evaluate(() => document.querySelector('.diagram > svg')?.remove());
  expect((await drawnOn(page)).length).toBeLessThan(await page.locator('.diagram').count());
});

test("scrolling to a diagram on a phone doesn't start the app", async ({ browser, origin }) => {
  const context = await browser.newContext({ ...devices['Pixel 7'], baseURL: origin });
  const page = await context.newPage();
  await page.goto('/docs/get-started/concepts/trial');
  await page.locator('.diagram').first().scrollIntoViewIfNeeded();
  await waitForNothing(page, 500);
  expect(await page.evaluate(() => [...document.scripts].filter(({ src }) => /\/main\./.test(src)).length)).toBe(0);
  await context.close();
});
