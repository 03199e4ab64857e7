/** The search engine: MiniSearch, and what pages and their places weigh. Pure functions, so that tests search like readers. */
import MiniSearch from 'minisearch';
import type { PageKind, Place, SearchPage } from './format';
import { toTerm, toTerms, tokenize } from './words';

/** A page or a place, as MiniSearch indexes it. */
interface Document {
  readonly id: number;
  readonly page: SearchPage;
  readonly place?: Place;
  readonly title: string;
  readonly text: string;
  /** Names of a page, and the title of a place's page. */
  readonly names: string;
  readonly parent: string;
}

/** An index that is ready to search. */
export interface Engine {
  readonly documents: readonly Document[];
  readonly index: MiniSearch<Document>;
}

/** A page that matches, and its matching places, best first. */
interface Found {
  readonly page: SearchPage;
  readonly places: readonly Place[];
}

/** The pages, best first, and the terms that they match. */
export interface Results {
  readonly pages: readonly Found[];
  readonly terms: ReadonlySet<string>;
}

const MOST_PAGES = 8;

/** Readers who search in words want an explanation, and readers who type a name from code want the reference. */
const WEIGHTS: Record<PageKind, { readonly words: number; readonly name: number }> = {
  Guide: { words: 1.7, name: 1 },
  Concept: { words: 1.8, name: 1.2 },
  Tutorial: { words: 1.3, name: 0.7 },
  Endpoint: { words: 1, name: 1.2 },
  Event: { words: 0.5, name: 1 },
  Overview: { words: 0.6, name: 0.4 },
};

/** Pages rank before their sections, and fields last: a reader who wants a field types its name. */
const weigh = (place: Place | undefined): number => (place ? (place.isCode ? 0.6 : 1) : 1.6);

/** Names from code, paths, and logs: `proRataCredit`, `/v1/plans`, `dispute-created`, `GET plans`. */
const isName = (query: string): boolean => /[a-z][A-Z]|[/_]|^\S+-\S+$|^(GET|POST|PUT|PATCH|DELETE) /.test(query.trim());

/** Builds the index from the content of `/search-index.json`, in a fraction of a second. */
export function createEngine(pages: readonly SearchPage[]): Engine {
  const documents = pages
    .flatMap((page): Omit<Document, 'id'>[] => [
      { page, title: page.title, text: page.text, names: page.names, parent: '' },
      ...page.places.map((place) => ({ page, place, ...place, names: '', parent: page.title })),
    ])
    .map((document, id) => ({ ...document, id }));
  const index = new MiniSearch<Document>({
    fields: ['title', 'names', 'parent', 'text'],
    tokenize,
    processTerm: toTerms,
    searchOptions: {
      boost: { title: 4, names: 5, parent: 2 },
      bm25: { k: 1.2, b: 0.6, d: 0.4 },
      prefix: (term, index, terms) => index === terms.length - 1 && term.length > 2,
      fuzzy: (term) => term.length > 3 && 0.2,
      processTerm: toTerm,
    },
  });
  index.addAll(documents);
  return { documents, index };
}

/** Searches the index. Gives up to eight pages; none for a query without words. */
export function search({ documents, index }: Engine, query: string): Results {
  const asked = isName(query) ? 'name' : 'words';
  const boostDocument = (id: number): number => {
    const document = documents[id];
    return document ? WEIGHTS[document.page.kind][asked] * weigh(document.place) : 1;
  };
  const terms = new Set<string>();
  const groups = new Map<SearchPage, { best: number; rest: number; places: Place[] }>();
  for (const { id, score, terms: matched } of index.search(query, { boostDocument })) {
    const document = documents[id as number];
    if (!document) continue;
    const group = groups.get(document.page) ?? { best: score, rest: -score, places: [] };
    groups.set(document.page, group);
    group.rest += score;
    // Text above the first heading only ranks its page.
    if (document.place?.id) group.places.push(document.place);
    for (const term of matched) terms.add(term);
  }
  // Other matches add a share of their scores, up to a limit.
  const total = ({ best, rest }: { best: number; rest: number }): number => best + 0.2 * Math.min(rest, 3 * best);
  const pages = [...groups].sort(([, left], [, right]) => total(right) - total(left)).slice(0, MOST_PAGES);
  return { terms, pages: pages.map(([page, { places }]) => ({ page, places })) };
}
