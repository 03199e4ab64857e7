/** The search index: how well it answers, and that it covers every page. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { createEngine, search, type Engine } from '../../src/client/search/engine';
import type { SearchIndex } from '../../src/client/search/format';
import { listIds } from '../support/html';
import { buildFolder, sitemapRoutes } from '../support/routes';
import type { Question } from '../support/search-question';
import { searchQuestions } from '../support/search-questions';
import { askedBySomebodyElse } from '../support/search-questions-asked';
import { merchantQuestions } from '../support/search-questions-merchants';

const FIRST = 0.85;
const FIRST_THREE = 0.95;
/** Share of the merchants' questions whose section is among the places that the search shows. */
const SECTIONS = 0.9;

const indexFile = path.join(buildFolder, 'search-index.json');
const index = JSON.parse(readFileSync(indexFile, 'utf8')) as SearchIndex;

interface Figures {
  readonly first: number;
  readonly firstThree: number;
  readonly misses: readonly string[];
}

/** Asks every question and counts where an expected page comes first, and where among the first three. */
function ask(engine: Engine, questions: readonly Question[]): Figures {
  const positions = questions.map(({ ask, pages }) => {
    const found = search(engine, ask).pages.map(({ url }) => url);
    return { ask, pages, found, at: found.findIndex((url) => pages.includes(url)) };
  });
  const late = positions.filter(({ at }) => at < 0 || at > 2);
  return {
    first: positions.filter(({ at }) => at === 0).length,
    firstThree: questions.length - late.length,
    misses: late.map(
      ({ ask, pages, found }) => `"${ask}": ${pages.join(' or ')} is not among ${found.slice(0, 3).join(', ')}`,
    ),
  };
}

for (const { name, questions, atLeast } of [
  { name: 'the questions of readers', questions: searchQuestions, atLeast: 120 },
  { name: 'the questions of somebody else', questions: askedBySomebodyElse, atLeast: 60 },
]) {
  test(`${name} find their pages`, () => {
    const routes = new Set(sitemapRoutes());
    for (const { ask, pages } of questions) {
      for (const page of pages) expect(routes, `${ask}: the expected page exists`).toContain(page);
    }
    const { first, firstThree, misses } = ask(createEngine(index), questions);
    const count = questions.length;
    const share = (part: number): string => `${part} of ${count} (${((100 * part) / count).toFixed(1)} %)`;
    console.log(`first: ${share(first)}, in the first three: ${share(firstThree)}\n${misses.join('\n')}`);
    expect(new Set(questions.map(({ ask }) => ask)).size, 'no question twice').toBe(count);
    expect(count).toBeGreaterThanOrEqual(atLeast);
    expect(first / count).toBeGreaterThanOrEqual(FIRST);
    expect(firstThree / count).toBeGreaterThanOrEqual(FIRST_THREE);
  });
}

test("merchants' questions find their page and section", () => {
  const engine = createEngine(index);
  const missed: string[] = [];
  let firstThree = 0;
  let sections = 0;
  for (const { ask: question, sections: expected } of merchantQuestions) {
    const pages = search(engine, question).pages.slice(0, 3);
    const found = pages.find(({ url }) => expected.some((section) => section.startsWith(`${url}#`)));
    if (found !== undefined) firstThree += 1;
    if (found?.hits.some(({ url }) => expected.includes(url))) {
      sections += 1;
    } else {
      const places = pages.flatMap(({ url, hits }) => [url, ...hits.map((hit) => hit.url)]);
      missed.push(`"${question}": ${places.join(', ')}`);
    }
  }
  const count = merchantQuestions.length;
  console.log(`${count} questions: page in the first three ${firstThree}, section ${sections}\n${missed.join('\n')}`);
  expect(count).toBeGreaterThanOrEqual(60);
  expect(firstThree / count).toBeGreaterThanOrEqual(FIRST_THREE);
  expect(sections / count).toBeGreaterThanOrEqual(SECTIONS);
});

test('the scores drop when the index only has titles', () => {
  const { first, firstThree } = ask(createEngine({ pages: index.pages, entries: [] }), searchQuestions);
  console.log(`${first} first and ${firstThree} in the first three of ${searchQuestions.length}`);
  expect(first / searchQuestions.length).toBeLessThan(FIRST);
  expect(firstThree / searchQuestions.length).toBeLessThan(FIRST_THREE);
});

test('the index covers every page, and all its URLs exist', () => {
  const missing: string[] = [];
  for (const [page, , anchor, name] of index.entries) {
    const route = index.pages[page]?.[0] ?? '';
    if (anchor !== '' && !listIds(route).has(anchor)) missing.push(`${route}#${anchor} (${name})`);
  }
  console.log(`${index.pages.length} pages, ${index.entries.length} places`);
  expect(index.pages.map(([route]) => route).sort()).toEqual(sitemapRoutes().sort());
  expect(index.entries.length).toBeGreaterThan(1000);
  expect(missing).toEqual([]);
});

test('finds every operation by its ID and every event by its name', () => {
  const engine = createEngine(index);
  const misses: string[] = [];
  let asked = 0;
  for (const [route, , , , names] of index.pages) {
    const [name] = names.split(' ');
    if (!name) continue;
    asked += 1;
    const found = search(engine, name)
      .pages.slice(0, 3)
      .map(({ url }) => url);
    if (!found.includes(route)) misses.push(`${name}: ${found.join(', ')}`);
  }
  console.log(`${asked} names asked`);
  expect(asked).toBeGreaterThan(80);
  expect(misses).toEqual([]);
});
