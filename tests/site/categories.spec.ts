/** Category pages: each child has a line on what the reader can do after it, and all of the line can be read. */
import { load, type CheerioAPI } from 'cheerio';
import { categories } from '../../src/config/categories';
import { htmlOf } from '../support/html';
import { expect, hydrated, test } from '../support/site';

const slugs = Object.values(categories).map(({ slug }) => slug);

/** What is wrong with the cards of a category page, and how many it has. */
function cardsOf(html: CheerioAPI, route: string): { cards: number; findings: string[] } {
  const cards = html('.theme-doc-card-container').toArray();
  const findings = cards.flatMap((card) => {
    const title = html(card).find('.theme-doc-card-title').text();
    const line = html(card).find('.theme-doc-card-description').text();
    // Without a line of its own, a category shows the number of its children.
    return line === '' || /^\d+ items?$/.test(line) ? [`${route}: "${title}" has no line, only "${line}"`] : [];
  });
  return { cards: cards.length, findings };
}

test('every child of a category has a line of its own', () => {
  const results = slugs.map((route) => cardsOf(htmlOf(route), route));
  const cards = results.reduce((sum, result) => sum + result.cards, 0);
  console.log(`${slugs.length} category pages, ${cards} cards`);
  for (const [at, result] of results.entries()) expect(result.cards, slugs[at]).toBeGreaterThan(1);
  expect(results.flatMap(({ findings }) => findings)).toEqual([]);
});

test('a card without a line is found', () => {
  const html = load(
    '<a class="theme-doc-card-container"><b class="theme-doc-card-title">Orders</b>' +
      '<p class="theme-doc-card-description">7 items</p></a>',
  );
  expect(cardsOf(html, '/docs/category/concepts').findings).toEqual([
    '/docs/category/concepts: "Orders" has no line, only "7 items"',
  ]);
});

test('no line is cut off, on a phone or a desktop', async ({ page }) => {
  let lines = 0;
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    for (const route of slugs) {
      await page.goto(route);
      await hydrated(page);
      const cut = await page
        .locator('.theme-doc-card-description')
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

test('a line that is cut off is found', async ({ page }) => {
  await page.goto(slugs[0] ?? '');
  await hydrated(page);
  const line = page.locator('.theme-doc-card-description').first();
  const cut = await line.evaluate((node) => {
    // The theme's own look, which our style sheet takes back.
    (node as HTMLElement).style.whiteSpace = 'nowrap';
    (node as HTMLElement).style.overflow = 'hidden';
    return node.scrollWidth > node.clientWidth;
  });
  expect(cut).toBe(true);
});
