/** Diagrams are drawn when they come near the view, in the room that is kept for them. `npm run diagrams` records it. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { load } from 'cheerio';
import { diagramKey, diagramSizes } from '../../src/data/diagrams';
import { buildFolder, root, sitemapRoutes } from '../support/routes';
import { expect, hydrated, test } from '../support/site';

const recordFile = path.join(root, 'src', 'data', 'diagram-sizes.json');
const isRecording = () => ['all', 'changed'].includes(test.info().config.updateSnapshots);

/** Letters differ a little between machines; more than that is another diagram. */
const TOLERANCE = 0.1;

const withDiagrams = sitemapRoutes().filter(
  (route) => load(readFileSync(path.join(buildFolder, route, 'index.html'), 'utf8'))('.diagram').length > 0,
);

/** Letters are 14 px high in a drawing of full width; at three quarters of it they can still be read. */
const SMALLEST = 0.74;

interface Drawn {
  key: string;
  /** Of the drawing itself, in CSS pixels. */
  size: [width: number, height: number];
  /** How much smaller the drawing is on a phone. */
  onPhone: number;
}

/** Scrolls to each diagram of the page and says how it is drawn. */
async function drawnOn(page: Page, route: string): Promise<Drawn[]> {
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto(route);
  await hydrated(page);
  const drawn: Drawn[] = [];
  for (const diagram of await page.locator('.diagram').all()) {
    await diagram.scrollIntoViewIfNeeded();
    const svg = diagram.locator('svg[viewBox]').first();
    await svg.waitFor();
    const [, , width = 0, height = 0] = ((await svg.getAttribute('viewBox')) ?? '').split(' ').map(Number);
    const source = await diagram.evaluate((drawing) => drawing.parentElement?.nextElementSibling?.textContent ?? '');
    drawn.push({ key: diagramKey(source), size: [Math.round(width), Math.round(height)], onPhone: 0 });
  }
  await page.setViewportSize({ width: 390, height: 844 });
  const phone = await page.locator('.diagram svg[viewBox]').evaluateAll((svgs) => ({
    widths: svgs.map((svg) => svg.getBoundingClientRect().width),
    page: document.documentElement.scrollWidth,
  }));
  expect(phone.page, `${route} scrolls sideways on a phone`).toBeLessThanOrEqual(390);
  for (const [index, diagram] of drawn.entries()) diagram.onPhone = (phone.widths[index] ?? 0) / diagram.size[0];
  return drawn;
}

test('every diagram is drawn in the room that is kept for it, and can be read on a phone', async ({ page }) => {
  test.setTimeout(240_000);
  const drawn: Drawn[] = [];
  for (const route of withDiagrams) drawn.push(...(await drawnOn(page, route)));
  console.log(`${drawn.length} diagrams on ${withDiagrams.length} pages`);
  expect(drawn.length).toBeGreaterThan(15);
  if (isRecording()) {
    const sorted = [...drawn].sort((left, right) => left.key.localeCompare(right.key));
    const record = Object.fromEntries(sorted.map(({ key, size }) => [key, size.join(' x ')]));
    writeFileSync(recordFile, `${JSON.stringify(record, null, 2)}\n`);
    return;
  }
  const wrong = drawn.filter(({ key, size }) => {
    const recorded = diagramSizes[key];
    return !recorded || size.some((length, index) => Math.abs(length / (recorded[index] ?? 0) - 1) > TOLERANCE);
  });
  expect(wrong, 'diagrams without room or with the wrong one: run `npm run diagrams` and commit').toEqual([]);
  expect(Object.keys(diagramSizes).sort(), 'sizes of diagrams that are gone: run `npm run diagrams`').toEqual(
    drawn.map(({ key }) => key).sort(),
  );
  const scales = drawn.map(({ onPhone }) => onPhone);
  console.log(`smallest on a phone: ${Math.round(100 * Math.min(...scales))} % of full width`);
  expect(Math.min(...scales)).toBeGreaterThan(SMALLEST);
});

test('a diagram is not loaded before it comes near, and moves nothing when it does', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 400 });
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('.js')) scripts.push(request.url());
  });
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const shift = entry as PerformanceEntry & { value: number };
        document.documentElement.dataset['shift'] = String(
          Number(document.documentElement.dataset['shift'] ?? 0) + shift.value,
        );
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto('/docs/get-started/concepts/trial');
  await hydrated(page);
  await page.waitForLoadState('networkidle');
  const before = scripts.length;
  await expect(page.locator('.diagram svg')).toHaveCount(0);
  const below = page.locator('.diagram-box ~ p').first();
  await page
    .locator('.diagram')
    .first()
    .evaluate((box) => box.scrollIntoView({ block: 'center' }));
  const place = (await below.boundingBox())?.y ?? 0;
  await page.locator('.diagram svg[viewBox]').first().waitFor();
  expect(scripts.length).toBeGreaterThan(before);
  expect(Math.abs(((await below.boundingBox())?.y ?? 0) - place), 'what follows the diagram moved').toBeLessThan(8);
  expect(Number((await page.locator('html').getAttribute('data-shift')) ?? 0)).toBeLessThan(0.01);
});
