/**
 * The search engine, built on MiniSearch. Pure functions without access to the browser or page, so that tests search
 * exactly like readers.
 */
import MiniSearch, { type SearchOptions, type SearchResult } from 'minisearch';
import {
  ENTRY_KINDS,
  PAGE_KINDS,
  type EntryKind,
  type EntryRow,
  type PageKind,
  type PageRow,
  type SearchIndex,
} from './format';
import { findConcepts, toTerm, tokenize, type Concept } from './words';

/** A section or field of a page, with its best passage and how well that matches. */
interface Hit {
  readonly score: number;
  readonly kind: EntryKind;
  readonly url: string;
  readonly name: string;
  readonly text: string;
}

/** A page with its best matches. */
interface PageResult {
  readonly kind: PageKind;
  readonly url: string;
  readonly title: string;
  readonly description: string;
  readonly hits: readonly Hit[];
}

/** The result of `search`: the pages, best first, and the terms to highlight. */
export interface Results {
  readonly pages: readonly PageResult[];
  readonly terms: ReadonlySet<string>;
}

const FIELDS = ['title', 'names', 'page', 'outline', 'text'] as const;
type Document = { readonly id: number } & Readonly<Record<(typeof FIELDS)[number], string>>;

/** An entry of the index and one of its passages. */
interface Passage {
  readonly entry: EntryRow;
  readonly text: string;
}

/** An index that is ready to search. The documents are the pages, followed by the passages. */
export interface Engine {
  readonly index: SearchIndex;
  readonly passages: readonly Passage[];
  readonly documents: MiniSearch<Document>;
}

const MOST_PAGES = 8;
const MOST_HITS = 3;

/** Weight of each kind of entry. Pages rank first, because a reader who wants a field types its name. */
const KIND_WEIGHT: Record<EntryKind | 'page', number> = { page: 1.6, section: 1, status: 1.3, field: 0.6, value: 0.6 };

/** Matches for only part of the query lose more than their share. */
const COVERAGE_POWER = 2;

/** How much of a page's other matches is added to its best one, and the maximum. */
const REST_SHARE = 0.2;
const REST_LIMIT = 3;

/** Weight of a match through a synonym. */
const OTHER_WORD = 0.8;

/** Weight of a text that contains the query as typed, or its words in the same order. */
const PHRASE = 2;

/**
 * Weight of each kind of page. Readers who search in words want an explanation first. Readers who type a name from code
 * want the reference. Overviews repeat their child pages.
 */
const PAGE_WEIGHT: Record<PageKind, { readonly words: number; readonly name: number }> = {
  Guide: { words: 1.7, name: 1 },
  Concept: { words: 1.8, name: 1.2 },
  Tutorial: { words: 1.3, name: 0.7 },
  Endpoint: { words: 1, name: 1.2 },
  Event: { words: 0.5, name: 1 },
  Overview: { words: 0.6, name: 0.4 },
};

/** Names from code, paths, and logs: `proRataCredit`, `/v1/plans`, `dispute-created`, `GET plans`. */
const isName = (query: string): boolean => /[a-z][A-Z]|[/_]|^\S+-\S+$|^(GET|POST|PUT|PATCH|DELETE) /.test(query.trim());

/** Builds the index from the content of `/search-index.json`, in a fraction of a second. */
export function createEngine(index: SearchIndex): Engine {
  const documents = new MiniSearch<Document>({ fields: [...FIELDS], tokenize, processTerm: toTerm });
  const passages = index.entries.flatMap((entry): Passage[] => {
    const [, , , , ...texts] = entry;
    return (texts.length > 0 ? texts : ['']).map((text) => ({ entry, text }));
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
    ...passages.map(({ entry: [page, , , name], text }, number) => ({
      id: index.pages.length + number,
      title: name,
      names: '',
      page: index.pages[page]?.[1] ?? '',
      outline: '',
      text,
    })),
  ]);
  return { index, passages, documents };
}

/** How well an entry matches a concept, and whether through the reader's own word (1) or a synonym (less). */
interface Place {
  readonly score: number;
  readonly share: number;
}

/** The matches of one concept. */
interface Found {
  /** The reader's word as indexed, without typos. */
  readonly term: string;
  /** Weight of the concept: higher if fewer entries contain it. */
  readonly weight: number;
  /** Matches by document number. */
  readonly places: ReadonlyMap<number, Place>;
  /** The matched terms, for highlighting. */
  readonly terms: ReadonlySet<string>;
}

/** Entries that contain a term exactly, or similar terms. */
function lookUp({ documents }: Engine, term: string, way: SearchOptions = {}): SearchResult[] {
  return documents.search(term, {
    tokenize: (text) => [text],
    processTerm: (word) => word,
    boost: { title: 4, names: 5, page: 2, outline: 1.2 },
    weights: { prefix: 0.5, fuzzy: 0.8 },
    bm25: { k: 1.2, b: 0.6, d: 0.4 },
    ...way,
  });
}

/**
 * Entries that contain the reader's own word. If none does, the word is treated as a prefix or a typo. A typo can be in
 * the ending, so the word is also tried with its ending.
 */
function lookUpOwn(engine: Engine, { term, word }: Concept): SearchResult[] {
  let found = lookUp(engine, term);
  if (found.length === 0 && term.length > 2) {
    found = lookUp(engine, term, { prefix: true, fuzzy: term.length > 3 ? 1 : false });
  }
  if (found.length === 0 && word.length > 5) found = lookUp(engine, word, { fuzzy: 2 });
  return found;
}

/** Looks up a concept by the reader's word and its synonyms. */
function findConcept(engine: Engine, concept: Concept): Found {
  const own = lookUpOwn(engine, concept);
  const places = new Map<number, Place>();
  const terms = new Set<string>();
  const add = (results: readonly SearchResult[], share: number): void => {
    for (const { id, score, terms: met } of results) {
      const known = places.get(id as number);
      places.set(id as number, { score: Math.max(known?.score ?? 0, score * share), share: known?.share ?? share });
      for (const term of met) terms.add(term);
    }
  };
  add(own, 1);
  for (const other of concept.others) add(lookUp(engine, other), OTHER_WORD);
  return {
    term: own[0]?.terms[0] ?? concept.term,
    weight: Math.log(1 + engine.documents.documentCount / (1 + places.size)),
    places,
    terms,
  };
}

const toTerms = (text: string): string =>
  tokenize(text)
    .map(toTerm)
    .filter((term) => term !== null)
    .join(' ');

/** `/v1/plans/{planId}/items` → `v1/plans/items`, `plans/items`, `items`; nothing for a path that ends with an id. */
function listTails(path: string): string[] {
  if (/\}\/?$/.test(path)) return [];
  const parts = path.split('/').filter((part) => part !== '' && !part.startsWith('{'));
  return parts.map((_, index) => parts.slice(index).join('/'));
}

/** How exactly a name matches the query, from 0 to 1. */
function likeness(name: string, wanted: string): number {
  const own = toTerms(name);
  if (own === '') return 0;
  // A path also matches by its end: `/subscription-cancellations`, `payment-instruments/tokens`.
  if (name.startsWith('/') && listTails(name).some((tail) => toTerms(tail) === wanted)) return 1;
  if (own === wanted) return 1;
  return wanted.length > 2 && own.includes(wanted) ? 0.3 * (wanted.length / own.length) : 0;
}

/** Adds a match to the matches of a page. Each place is listed once, with its best passage. */
function addHit(hits: Map<string, Hit>, hit: Hit): void {
  if ((hits.get(hit.url)?.score ?? -1) < hit.score) hits.set(hit.url, hit);
}

/**
 * Searches the index.
 *
 * @returns Up to eight pages, each with up to three matches. Empty for a query without words.
 */
export function search(engine: Engine, query: string): Results {
  const { index, passages } = engine;
  const concepts = findConcepts(query);
  const finds = concepts.map((concept) => findConcept(engine, concept));
  const words = query.trim().replace(/\s+/g, ' ').toLowerCase();
  const whole = finds.reduce((sum, { weight }) => sum + weight, 0);
  const asked = isName(query) ? 'name' : 'words';
  const wanted = finds.map(({ term }) => term).join(' ');
  const terms = new Set(finds.flatMap((find) => [...find.terms]));
  const groups = new Map<number, { page: PageRow; own: number; hits: Map<string, Hit> }>();

  /** Whether a text contains the query as typed or, for three words and more, its words in the same order. */
  const hasPhrase = (text: string, id: number): boolean =>
    concepts.length > 1 &&
    (text.toLowerCase().includes(words) ||
      (concepts.length > 2 &&
        asked === 'words' &&
        finds.every(({ places }) => places.get(id)?.share === 1) &&
        ` ${toTerms(text)} `.includes(` ${wanted} `)));

  for (const id of new Set(finds.flatMap(({ places }) => [...places.keys()]))) {
    const passage = passages[id - index.pages.length];
    const entry = passage?.entry;
    const number = entry ? entry[0] : id;
    const page = index.pages[number];
    if (!page) continue;
    const kind = entry ? (ENTRY_KINDS[entry[1]] ?? 'section') : 'page';
    const names = entry ? [entry[3], entry[3].split(': ').at(-1) ?? ''] : [page[1], ...page[4].split(' ')];
    const exact = Math.max(...names.map((name) => likeness(name, wanted)));
    const text = passage ? `${page[1]} ${passage.entry[3]} ${passage.text}` : `${page[1]} ${page[3]}`;
    const coverage = finds.reduce((sum, { weight, places }) => sum + weight * (places.get(id)?.share ?? 0), 0) / whole;
    const score =
      finds.reduce((sum, { places }) => sum + (places.get(id)?.score ?? 0), 0) *
      coverage ** COVERAGE_POWER *
      KIND_WEIGHT[kind] *
      PAGE_WEIGHT[PAGE_KINDS[page[2]] ?? 'Guide'][asked] *
      (hasPhrase(text, id) ? PHRASE : 1) *
      (1 + 2 * exact);
    const group = groups.get(number) ?? { page, own: 0, hits: new Map<string, Hit>() };
    groups.set(number, group);
    if (passage && kind !== 'page') {
      const [, , anchor, name] = passage.entry;
      addHit(group.hits, { score, kind, url: `${page[0]}#${anchor}`, name, text: passage.text });
    } else {
      group.own = score;
    }
  }

  const ranked = [...groups]
    .map(([number, { page, own, hits }]) => {
      const scores = [own, ...[...hits.values()].map(({ score }) => score)];
      const best = Math.max(...scores);
      const rest = scores.reduce((sum, score) => sum + score, 0) - best;
      return { page, hits: [...hits.values()], number, score: best + REST_SHARE * Math.min(rest, best * REST_LIMIT) };
    })
    .sort((left, right) => right.score - left.score || left.number - right.number)
    .slice(0, MOST_PAGES);
  const pages = ranked.map(({ page: [url, title, kind, description], hits }): PageResult => {
    // Text above the first heading has no anchor, and is found through its page.
    const places = hits.filter((hit) => !hit.url.endsWith('#'));
    const top = places.sort((left, right) => right.score - left.score).slice(0, MOST_HITS);
    return { kind: PAGE_KINDS[kind] ?? 'Guide', url, title, description, hits: top };
  });
  return { pages, terms };
}
