/** The search index: how well it answers, and that it covers every page. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { createEngine, search, type Engine } from '../../src/client/search/engine';
import type { EntryRow, SearchIndex } from '../../src/client/search/format';
import { listIds, loadHtml } from '../support/html';
import { buildFolder, sitemapRoutes } from '../support/routes';
import type { Question } from '../support/search-question';
import { searchQuestions } from '../support/search-questions';
import { askedBySomebodyElse } from '../support/search-questions-asked';
import { merchantQuestions, type SectionQuestion } from '../support/search-questions-merchants';

const FIRST = 0.85;
const FIRST_THREE = 0.95;

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

/** The section that a place belongs to: itself, or the `h2` above an `h3`. */
function findSection(place: string): string {
  const [route = '', anchor = ''] = place.split('#');
  const headings = loadHtml(route)('.markdown').find('h2[id], h3[id]').toArray();
  const at = headings.findIndex(({ attribs }) => attribs['id'] === anchor);
  const section = headings.slice(0, at + 1).findLast(({ tagName }) => tagName === 'h2');
  return section === undefined ? place : `${route}#${section.attribs['id'] ?? ''}`;
}

/** The questions that don't find a section that answers them, or a part of it, on one of the first three pages. */
function listMissed(engine: Engine, questions: readonly SectionQuestion[]): string[] {
  return questions.flatMap(({ ask: question, sections }) => {
    const places = search(engine, question)
      .pages.slice(0, 3)
      .flatMap(({ hits }) => hits.map(({ url }) => url));
    const found = places.some((place) => sections.includes(place) || sections.includes(findSection(place)));
    return found ? [] : [`"${question}": ${sections.join(' or ')} is not among ${places.join(', ')}`];
  });
}

test("merchants' questions find their section", () => {
  for (const { ask: question, sections } of merchantQuestions) {
    for (const section of sections) {
      const [route = '', anchor = ''] = section.split('#');
      expect(listIds(route), `${question}: the expected section exists`).toContain(anchor);
    }
  }
  console.log(`${merchantQuestions.length} questions`);
  expect(merchantQuestions.length).toBeGreaterThanOrEqual(60);
  expect(listMissed(createEngine(index), merchantQuestions)).toEqual([]);
});

test('sections are not found when the index has only the first passage of each', () => {
  const entries = index.entries.map(([page, kind, anchor, name, ...passages]): EntryRow => {
    return [page, kind, anchor, name, ...passages.slice(0, 1)];
  });
  const missed = listMissed(createEngine({ pages: index.pages, entries }), merchantQuestions);
  console.log(`${missed.length} of ${merchantQuestions.length} missed`);
  expect(missed.length).toBeGreaterThan(3);
});

test('shows each place once, with the passage that answers', () => {
  const engine = createEngine(index);
  const twice: string[] = [];
  const later = new Set(index.entries.flatMap(([, , , , , ...passages]) => passages));
  let shown = 0;
  let fromLater = 0;
  for (const { ask: question } of [...searchQuestions, ...askedBySomebodyElse, ...merchantQuestions]) {
    const hits = search(engine, question).pages.flatMap((page) => page.hits);
    const places = hits.map(({ url }) => url);
    shown += places.length;
    fromLater += hits.filter(({ text }) => later.has(text)).length;
    if (new Set(places).size !== places.length) twice.push(`${question}: ${places.join(', ')}`);
  }
  console.log(`${shown} places shown, ${fromLater} with a later passage of their section`);
  expect(shown).toBeGreaterThan(1000);
  expect(fromLater).toBeGreaterThan(100);
  expect(twice).toEqual([]);

  const hits = search(engine, 'difference between voided and revoked').pages.flatMap((page) => page.hits);
  const row = hits.find(({ url }) => url === '/docs/api/introduction#similar-terms')?.text ?? '';
  expect(row).toContain('revoked');
});

test('contractions and plurals of abbreviations find what their words find', () => {
  const engine = createEngine(index);
  for (const [query, same, term] of [
    ["payments that haven't shipped", 'payments that have not shipped', 'ship'],
    ['customer IDs', 'customer ID', 'id'],
    ['APIs', 'API', 'api'],
  ] as const) {
    const { terms } = search(engine, query);
    expect(terms, query).toContain(term);
    expect(terms, query).toEqual(search(engine, same).terms);
  }
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
