/** Category pages: all of a child's line can be read. */
import { categories } from '../../src/config/categories';
import { expect, hydrated, test } from '../support/site';

const slugs = Object.values(categories).map(({ slug }) => slug);

test('no line is cut off on a phone or a desktop', async ({ page }) => {
  let lines = 0;
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    for (const route of slugs) {
      await page.goto(route);
      await hydrated(page);
      const cut = await page
        .locator('a.card p')
        .evaluateAll((nodes) =>
          nodes.map((node) => ({ text: node.textContent, cut: node.scrollWidth > node.clientWidth })),
        );
      lines += cut.length;
      expect(
        cut.filter((line) => line.cut).map(({ text }) => text),
        `${route} at ${width} px`,
      ).toEqual([]);
    }
  }
  console.log(`${lines} lines measured`);
  expect(lines).toBeGreaterThan(0);
});

test('finds a line that is cut off', async ({ page }) => {
  await page.goto(slugs[0] ?? '');
  await hydrated(page);
  const line = page.locator('a.card p').first();
  const cut = await line.evaluate((node) => {
    // The theme's own look, which our style sheet takes back.
    (node as HTMLElement).style.whiteSpace = 'nowrap';
    (node as HTMLElement).style.overflow = 'hidden';
    return node.scrollWidth > node.clientWidth;
  });
  expect(cut).toBe(true);
});
