/** Category pages: each child has a line on what the reader can do after it. */
import { expect, test } from '@playwright/test';
import { load, type CheerioAPI } from 'cheerio';
import { categories } from '../../src/config/categories';
import { loadHtml } from '../support/html';

const slugs = Object.values(categories).map(({ slug }) => slug);

/** What is wrong with the cards of a category page, and how many it has. */
function checkCards(html: CheerioAPI, route: string): { cards: number; findings: string[] } {
  const cards = html('.theme-doc-card-container').toArray();
  const findings = cards.flatMap((card) => {
    const title = html(card).find('.theme-doc-card-title').text();
    const line = html(card).find('.theme-doc-card-description').text();
    // Without a line of its own, a category shows the number of its children.
    return line === '' || /^\d+ items?$/.test(line) ? [`${route}: "${title}" has no line, only "${line}"`] : [];
  });
  return { cards: cards.length, findings };
}

test('every card of a category has a description', () => {
  const results = slugs.map((route) => checkCards(loadHtml(route), route));
  const cards = results.reduce((sum, result) => sum + result.cards, 0);
  console.log(`${slugs.length} category pages, ${cards} cards`);
  for (const [at, result] of results.entries()) expect(result.cards, slugs[at]).toBeGreaterThan(1);
  expect(results.flatMap(({ findings }) => findings)).toEqual([]);
});

test('finds a card without a description', () => {
  const html = load(
    '<a class="theme-doc-card-container"><b class="theme-doc-card-title">Orders</b>' +
      '<p class="theme-doc-card-description">7 items</p></a>',
  );
  expect(checkCards(html, '/docs/category/concepts').findings).toEqual([
    '/docs/category/concepts: "Orders" has no line, only "7 items"',
  ]);
});
