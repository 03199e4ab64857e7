/** Arranges the results of a search in groups of rows, as the dialog shows them. Pure functions. */
import type { Results } from './engine';

/** A result: what it's called, where it is, and what it says. */
interface Row {
  readonly url: string;
  readonly title: string;
  readonly where: string;
  readonly text: string;
  readonly method?: string;
  /** The title is a name from code. */
  readonly isCode?: boolean;
}

/** Rows below a label. */
export interface Group {
  readonly label: string;
  readonly rows: readonly Row[];
}

/** `/v1/public-api/organizations/{organizationId}/plans` → `…/plans`: what all paths begin with says nothing. */
const shorten = (path: string): string =>
  path.replace(/^\/v1\/public-api(?:\/organizations\/\{organizationId\})?/, '…');

/** Rows of a page: itself and its best match, because more of one page would push others out of view. */
const MOST_HITS = 1;

/**
 * Groups the results. Operations come first if the name of one contains the words of the query: readers who type `refund`
 * want the request.
 */
export function groupResults({ pages }: Results, query: string): Group[] {
  const operations: Row[] = [];
  const guides: Row[] = [];
  const names: Row[] = [];
  for (const { kind, url, title, description, names: words, hits } of pages) {
    if (kind === 'Endpoint') {
      const [, method = '', path = ''] = words.split(' ');
      operations.push({ url, title, where: shorten(path), text: '', method });
    } else if (kind === 'Event') {
      operations.push({ url, title, where: words, text: '', method: 'EVENT' });
    } else {
      guides.push({ url, title, where: kind, text: description });
    }
    for (const { kind: part, url: place, name, text } of hits.slice(0, MOST_HITS)) {
      if (part === 'section') guides.push({ url: place, title: name, where: title, text });
      else names.push({ url: place, title: name, where: title, text, isCode: true });
    }
  }
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const isNamed = ({ title }: Row): boolean => words.every((word) => title.toLowerCase().includes(word));
  const api: Group = {
    label: 'API reference',
    rows: [...operations.filter(isNamed), ...operations.filter((row) => !isNamed(row))],
  };
  const rest: Group[] = [
    { label: 'Pages', rows: guides },
    { label: 'Fields and values', rows: names },
  ];
  const first = operations.some(isNamed) || pages[0]?.kind === 'Endpoint' || pages[0]?.kind === 'Event';
  return (first ? [api, ...rest] : [...rest.slice(0, 1), api, ...rest.slice(1)]).filter(({ rows }) => rows.length > 0);
}
