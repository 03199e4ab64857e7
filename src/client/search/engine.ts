/** The search engine, built on MiniSearch. Pure functions, so that tests search exactly like readers. */
import MiniSearch, { type SearchOptions, type SearchResult } from 'minisearch';
import { ENTRY_KINDS, PAGE_KINDS, type EntryKind, type PageKind, type SearchIndex } from './format';
import { findConcepts, toTerm, tokenize, type Concept } from './words';

/** A section or field of a page that matches. */
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
  /** Other names, such as the method and path of an operation. */
  readonly names: string;
  readonly hits: readonly Hit[];
}

/** The pages, best first, and the terms to highlight. */
export interface Results {
  readonly pages: readonly PageResult[];
  readonly terms: ReadonlySet<string>;
}

const FIELDS = ['title', 'names', 'page', 'text'] as const;
type Document = { readonly id: number } & Readonly<Record<(typeof FIELDS)[number], string>>;

/** An index that is ready to search. The documents are the pages, followed by the entries. */
export interface Engine {
  readonly index: SearchIndex;
  readonly documents: MiniSearch<Document>;
}

const MOST_PAGES = 8;
const MOST_HITS = 3;

/** Weight of each kind of match. Pages rank first, because a reader who wants a field types its name. */
const KIND_WEIGHT: Record<EntryKind | 'page', number> = { page: 1.6, section: 1, status: 1.3, field: 0.6, value: 0.6 };

/** Readers who search in words want an explanation, and readers who type a name from code want the reference. */
const PAGE_WEIGHT: Record<PageKind, { readonly words: number; readonly name: number }> = {
  Guide: { words: 1.7, name: 1 },
  Concept: { words: 1.8, name: 1.2 },
  Tutorial: { words: 1.3, name: 0.7 },
  Endpoint: { words: 1, name: 1.2 },
  Event: { words: 0.5, name: 1 },
  Overview: { words: 0.6, name: 0.4 },
};

/** Weight of a match through a synonym. */
const SYNONYM = 0.8;

/** How much of a page's other matches is added to its best one, and the maximum. */
const REST_SHARE = 0.2;
const REST_LIMIT = 3;

/** Names from code, paths, and logs: `proRataCredit`, `/v1/plans`, `dispute-created`, `GET plans`. */
const isName = (query: string): boolean => /[a-z][A-Z]|[/_]|^\S+-\S+$|^(GET|POST|PUT|PATCH|DELETE) /.test(query.trim());

/** Builds the index from the content of `/search-index.json`, in a fraction of a second. */
export function createEngine(index: SearchIndex): Engine {
  const documents = new MiniSearch<Document>({ fields: [...FIELDS], tokenize, processTerm: toTerm });
  documents.addAll([
    ...index.pages.map(([, title, , text, names], id) => ({ id, title, names, page: '', text })),
    ...index.entries.map(([page, , , title, text], number) => ({
      id: index.pages.length + number,
      title,
      names: '',
      page: index.pages[page]?.[1] ?? '',
      text,
    })),
  ]);
  return { index, documents };
}

/** The matches of one concept: their share of it (1, or less for a synonym) and their score, by document. */
type Matches = Map<number, { readonly share: number; readonly score: number }>;

/** Looks up a concept by the reader's word, as a prefix or typo if nothing contains it, and by its synonyms. */
function findMatches({ documents }: Engine, { term, word, others }: Concept, terms: Set<string>): Matches {
  const lookUp = (sought: string, way: SearchOptions = {}): SearchResult[] =>
    documents.search(sought, {
      tokenize: (text) => [text],
      processTerm: (text) => text,
      boost: { title: 4, names: 5, page: 2 },
      bm25: { k: 1.2, b: 0.6, d: 0.4 },
      ...way,
    });
  let own = lookUp(term);
  if (own.length === 0 && term.length > 2) own = lookUp(term, { prefix: true, fuzzy: term.length > 3 ? 1 : false });
  if (own.length === 0 && word.length > 5) own = lookUp(word, { fuzzy: 2 });
  const matches: Matches = new Map();
  const add = (results: readonly SearchResult[], share: number): void => {
    for (const { id, score, terms: met } of results) {
      const known = matches.get(id as number);
      matches.set(id as number, { share: known?.share ?? share, score: Math.max(known?.score ?? 0, score * share) });
      for (const found of met) terms.add(found);
    }
  };
  add(own, 1);
  for (const other of others) add(lookUp(other), SYNONYM);
  return matches;
}

/**
 * Searches the index.
 *
 * @returns Up to eight pages, each with up to three matches. Empty for a query without words.
 */
export function search(engine: Engine, query: string): Results {
  const { index, documents } = engine;
  const terms = new Set<string>();
  const finds = findConcepts(query).map((concept) => findMatches(engine, concept, terms));
  // A rare word counts more than a frequent one.
  const weights = finds.map((matches) => Math.log(1 + documents.documentCount / (1 + matches.size)));
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  const asked = isName(query) ? 'name' : 'words';
  const groups = new Map<number, { own: number; hits: Hit[] }>();
  for (const id of new Set(finds.flatMap((matches) => [...matches.keys()]))) {
    const entry = index.entries[id - index.pages.length];
    const number = entry ? entry[0] : id;
    const [route, , pageKind] = index.pages[number] ?? ['', '', 0];
    const kind = entry ? (ENTRY_KINDS[entry[1]] ?? 'section') : 'page';
    const sum = finds.reduce((total, matches) => total + (matches.get(id)?.score ?? 0), 0);
    const coverage = finds.reduce(
      (total, matches, at) => total + (weights[at] ?? 0) * (matches.get(id)?.share ?? 0),
      0,
    );
    // A match of only part of the query loses more than its share.
    const score =
      sum * (coverage / whole) ** 2 * KIND_WEIGHT[kind] * PAGE_WEIGHT[PAGE_KINDS[pageKind] ?? 'Guide'][asked];
    const group = groups.get(number) ?? { own: 0, hits: [] };
    groups.set(number, group);
    if (!entry || kind === 'page') group.own = score;
    else group.hits.push({ score, kind, url: `${route}#${entry[2]}`, name: entry[3], text: entry[4] });
  }
  const pages = [...groups].map(([number, { own, hits }]) => {
    hits.sort((left, right) => right.score - left.score);
    const scores = [own, ...hits.map(({ score }) => score)];
    const best = Math.max(...scores);
    const rest = scores.reduce((sum, score) => sum + score, 0) - best;
    return { number, hits, score: best + REST_SHARE * Math.min(rest, best * REST_LIMIT) };
  });
  pages.sort((left, right) => right.score - left.score || left.number - right.number);
  return {
    terms,
    pages: pages.slice(0, MOST_PAGES).flatMap(({ number, hits }) => {
      const page = index.pages[number];
      if (!page) return [];
      const [url, title, kind, description, names] = page;
      // Text above the first heading has no anchor. It only ranks its page.
      const places = hits.filter((hit) => !hit.url.endsWith('#')).slice(0, MOST_HITS);
      return [{ kind: PAGE_KINDS[kind] ?? 'Guide', url, title, description, names, hits: places }];
    }),
  };
}
