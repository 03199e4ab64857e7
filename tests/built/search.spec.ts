/** The search index: that readers find what they ask for, and that it covers every page. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { createEngine, search } from '../../src/client/search/engine';
import type { SearchPage } from '../../src/client/search/format';
import { listIds } from '../support/html';
import { buildFolder, sitemapRoutes } from '../support/routes';
import { searchQuestions } from '../support/search-questions';

const pages = JSON.parse(readFileSync(path.join(buildFolder, 'search-index.json'), 'utf8')) as SearchPage[];
const engine = createEngine(pages);

const findPages = (query: string): string[] => search(engine, query).pages.map(({ page }) => page.url);

for (const [who, questions] of Object.entries(searchQuestions)) {
  test(`nine of ten questions of ${who} find their page among the first three`, () => {
    const misses = Object.entries(questions).flatMap(([query, wanted]) => {
      expect(sitemapRoutes(), `${query}: the expected pages exist`).toEqual(expect.arrayContaining([...wanted]));
      const found = findPages(query).slice(0, 3);
      return found.some((url) => wanted.includes(url)) ? [] : [`"${query}" finds ${found.join(', ')}`];
    });
    const count = Object.keys(questions).length;
    console.log(`${count - misses.length} of ${count}\n${misses.join('\n')}`);
    expect(count).toBeGreaterThanOrEqual(25);
    expect(misses.length / count, misses.join('\n')).toBeLessThanOrEqual(0.1);
  });
}

test('contractions and plurals of abbreviations find what their words find', () => {
  for (const [query, same] of [
    ["payments that haven't shipped", 'payments that have not shipped'],
    ['customer IDs', 'customer ID'],
    ['APIs', 'API'],
  ] as const) {
    expect(search(engine, query).terms, query).toEqual(search(engine, same).terms);
  }
});

test('the index covers every page, and all its URLs exist', () => {
  const places = pages.flatMap(({ url, places: all }) => all.map((place) => ({ url, ...place })));
  const missing = places.filter(({ url, id }) => id !== '' && !listIds(url).has(id));
  console.log(`${pages.length} pages, ${places.length} places`);
  expect(pages.map(({ url }) => url).sort()).toEqual(sitemapRoutes().sort());
  expect(places.length).toBeGreaterThan(1000);
  expect(missing).toEqual([]);
});

test('finds every operation by its ID and every event by its name', () => {
  const named = pages.filter(({ names }) => names !== '');
  const misses = named.filter(
    ({ url, names }) =>
      !findPages(names.split(' ')[0] ?? '')
        .slice(0, 3)
        .includes(url),
  );
  expect(named.length).toBeGreaterThan(80);
  expect(misses).toEqual([]);
});
