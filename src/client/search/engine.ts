/**
 * The search itself, on MiniSearch: pure functions that know neither browser nor page, so that the tests ask the same
 * questions in the same way as readers.
 */
import MiniSearch, { type SearchResult } from 'minisearch';
import { ENTRY_KINDS, PAGE_KINDS, type EntryKind, type PageKind, type SearchIndex } from './format';
import { conceptsOf, termOf, wordsOf, type Concept } from './words';

/** A place within a page. */
export interface Hit {
  readonly kind: EntryKind;
  readonly url: string;
  readonly name: string;
  readonly text: string;
}

/** A page with the places in it that fit best. */
export interface PageResult {
  readonly kind: PageKind;
  readonly url: string;
  readonly title: string;
  readonly description: string;
  readonly hits: readonly Hit[];
  readonly score: number;
}

/** What `search` gives: the pages, best first, and the words to mark in them. */
export interface Results {
  readonly pages: readonly PageResult[];
  readonly terms: ReadonlySet<string>;
}

interface Document {
  readonly id: number;
  readonly title: string;
  readonly names: string;
  readonly page: string;
  readonly outline: string;
  readonly text: string;
}

/** An index that is ready to be asked. */
export interface Engine {
  readonly index: SearchIndex;
  readonly documents: MiniSearch<Document>;
}

const MOST_PAGES = 8;
const MOST_HITS = 3;

/** How much a find of each kind counts: pages first, since a reader who wants a field types its name. */
const KIND_WEIGHT: Record<EntryKind | 'page', number> = { page: 1.6, section: 1, status: 1.3, field: 0.6, value: 0.6 };

/** Finds that answer a part of the question lose more than their share. */
const COVERAGE_POWER = 2;

/**
 * How much a page of each kind counts. Who asks in words wants an explanation first; who types a name out of code wants
 * the reference. An overview repeats what the pages below it say.
 */
const WORDS_WEIGHT: Record<PageKind, number> = {
  Guide: 1.7,
  Concept: 1.7,
  Tutorial: 1.5,
  'API call': 1,
  Event: 0.5,
  Overview: 0.6,
};
const NAME_WEIGHT: Record<PageKind, number> = {
  Guide: 1,
  Concept: 1,
  Tutorial: 0.7,
  'API call': 1.2,
  Event: 1,
  Overview: 0.4,
};

/** `proRataCredit`, `/v1/plans`, `dispute-created`, `GET plans`: names out of code, paths and logs. */
const isName = (query: string): boolean => /[a-z][A-Z]|[/_]|^\S+-\S+$|^(GET|POST|PUT|PATCH|DELETE) /.test(query.trim());

/** Makes the index ready. In: the content of `/search-index.json`. Takes about a tenth of a second. */
export function createEngine(index: SearchIndex): Engine {
  const documents = new MiniSearch<Document>({
    fields: ['title', 'names', 'page', 'outline', 'text'],
    tokenize: wordsOf,
    processTerm: termOf,
  });
  const outlines = index.pages.map((): string[] => []);
  for (const [page, kind, , name] of index.entries) {
    if (ENTRY_KINDS[kind] === 'section') outlines[page]?.push(name);
  }
  documents.addAll([
    ...index.pages.map(([, title, , description, names], id) => ({
      id,
      title,
      names,
      page: '',
      outline: outlines[id]?.join(' ') ?? '',
      text: description,
    })),
    ...index.entries.map(([page, , , name, text], number) => ({
      id: index.pages.length + number,
      title: name,
      names: '',
      page: index.pages[page]?.[1] ?? '',
      outline: '',
      text,
    })),
  ]);
  return { index, documents };
}

/** True if the index holds the word as it stands. */
function knows(documents: MiniSearch<Document>, term: string): boolean {
  return documents.search(term, { tokenize: (text) => [text], processTerm: (word) => word }).length > 0;
}

/** Which of the concepts a find answers. */
function answered(found: SearchResult, concepts: readonly Concept[]): number {
  const terms = new Set(found.queryTerms);
  const own = concepts.filter(({ term }) => terms.has(term)).length;
  const other = concepts.filter(
    ({ term, others }) => !terms.has(term) && others.some((word) => terms.has(word)),
  ).length;
  return own + 0.8 * other;
}

const phraseOf = (query: string): string => query.trim().replace(/\s+/g, ' ').toLowerCase();

const termsOf = (text: string): string =>
  wordsOf(text)
    .map(termOf)
    .filter((term) => term !== null)
    .join(' ');

/** `/v1/plans/{planId}/items` → `v1/plans/items`, `plans/items`, `items`; nothing for a path that ends with an id. */
function tailsOf(path: string): string[] {
  if (/\}\/?$/.test(path)) return [];
  const parts = path.split('/').filter((part) => part !== '' && !part.startsWith('{'));
  return parts.map((_, index) => parts.slice(index).join('/'));
}

/** How well a name is the very thing that was typed: 0 to 1. */
function likeness(name: string, wanted: string): number {
  const own = termsOf(name);
  if (own === '') return 0;
  // A path is also known by its end: `/subscription-cancellations`, `payment-instruments/tokens`.
  if (name.startsWith('/') && tailsOf(name).some((tail) => termsOf(tail) === wanted)) return 1;
  if (own === wanted) return 1;
  return wanted.length > 2 && own.includes(wanted) ? 0.3 * (wanted.length / own.length) : 0;
}

/**
 * Asks a question.
 *
 * @returns at most eight pages, each with at most three places in it; nothing for a query without words
 */
export function search({ index, documents }: Engine, query: string): Results {
  const concepts = conceptsOf(query);
  if (concepts.length === 0) return { pages: [], terms: new Set() };
  const own = new Set(concepts.map(({ term }) => term));
  const words = [...new Set(concepts.flatMap(({ term, others }) => [term, ...others]))];
  const known = new Set(words.filter((word) => knows(documents, word)));
  const weights = isName(query) ? NAME_WEIGHT : WORDS_WEIGHT;
  const found = documents.search(words.join(' '), {
    tokenize: (text) => text.split(' '),
    processTerm: (term) => term,
    boost: { title: 4, names: 5, page: 2, outline: 1.2 },
    boostTerm: (term) => (own.has(term) ? 1 : 0.8),
    // A word that no page has may be the beginning of one, or a slip of the pen.
    prefix: (term) => own.has(term) && term.length > 2 && !known.has(term),
    fuzzy: (term) => (own.has(term) && !known.has(term) && term.length > 3 ? (term.length > 5 ? 2 : 1) : false),
    weights: { prefix: 0.4, fuzzy: 0.25 },
    bm25: { k: 1.2, b: 0.6, d: 0.4 },
  });
  const wanted = termsOf(query);
  const terms = new Set<string>();
  const pages = new Map<number, { score: number; best: number; hits: { score: number; hit: Hit }[] }>();

  for (const result of found) {
    const id = result.id as number;
    const entry = index.entries[id - index.pages.length];
    const number = entry ? entry[0] : id;
    const page = index.pages[number];
    if (!page) continue;
    const kind = entry ? (ENTRY_KINDS[entry[1]] ?? 'section') : 'page';
    const names = entry ? [entry[3], entry[3].split(': ').at(-1) ?? ''] : [page[1], ...page[4].split(' ')];
    const exact = Math.max(...names.map((name) => likeness(name, wanted)));
    const said = (entry ? `${page[1]} ${entry[3]} ${entry[4]}` : `${page[1]} ${page[3]}`).toLowerCase();
    const phrase = concepts.length > 1 && said.includes(phraseOf(query)) ? 1.5 : 1;
    const coverage = answered(result, concepts) / concepts.length;
    const pageKind = PAGE_KINDS[page[2]] ?? 'Guide';
    const score =
      result.score * coverage ** COVERAGE_POWER * KIND_WEIGHT[kind] * weights[pageKind] * phrase * (1 + 2 * exact);
    const group = pages.get(number) ?? { score: 0, best: 0, hits: [] };
    group.best = Math.max(group.best, score);
    group.score += score;
    if (entry && entry[2] !== '' && group.hits.length < MOST_HITS * 4) {
      group.hits.push({
        score,
        hit: {
          kind: ENTRY_KINDS[entry[1]] ?? 'section',
          url: `${page[0]}#${entry[2]}`,
          name: entry[3],
          text: entry[4],
        },
      });
    }
    pages.set(number, group);
    for (const term of result.terms) terms.add(term);
  }

  const ranked = [...pages]
    .map(([number, { score, best, hits }]) => ({ number, hits, score: best + 0.12 * Math.min(score - best, best * 3) }))
    .sort((left, right) => right.score - left.score || left.number - right.number)
    .slice(0, MOST_PAGES);
  return {
    terms,
    pages: ranked.map(({ number, score, hits }): PageResult => {
      const [url, title, kind, description] = index.pages[number] ?? ['', '', 0, ''];
      const top = hits.sort((left, right) => right.score - left.score).slice(0, MOST_HITS);
      return { kind: PAGE_KINDS[kind] ?? 'Guide', url, title, description, score, hits: top.map(({ hit }) => hit) };
    }),
  };
}
