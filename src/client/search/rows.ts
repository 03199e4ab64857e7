/** Arranges the results of a search in groups of rows, as the dialog shows them. */
import type { Results } from './engine';
import type { SearchPage } from './format';
import { splitAtTerms } from './marks';

/** A result: what it's called, where it is, and what it says. */
interface Row {
  readonly url: string;
  readonly title: string;
  readonly where: string;
  readonly text: string;
  readonly method?: string;
  readonly isCode?: boolean;
}

/** Rows below a label. */
export interface Group {
  readonly label: string;
  readonly rows: readonly Row[];
}

function toRow({ kind, url, title, text, names }: SearchPage): Row {
  const [, method, path = ''] = names.split(' ');
  if (kind === 'Event') return { url, title, where: names, text: '', method: 'EVENT' };
  if (kind !== 'Endpoint') return { url, title, where: kind, text };
  // What all paths begin with says nothing.
  const where = path.replace(/^\/v1\/public-api(?:\/organizations\/\{organizationId\}(?=\/))?/, '…');
  return { url, title, where, text: '', method };
}

/**
 * Groups the results: each page and its best place, if they show what matches, or else the page. Operations come first
 * if the name of one contains the words of the query: readers who type `refund` want the request.
 */
export function groupResults({ pages, terms }: Results, query: string): Group[] {
  const words = query.toLowerCase().split(/\s+/);
  const isNamed = ({ title }: Row): boolean => words.every((word) => title.toLowerCase().includes(word));
  const isShown = (...texts: string[]): boolean =>
    splitAtTerms(texts.join(' '), terms).some(({ isMarked }) => isMarked);
  const found = pages.map(({ page, places: [place] }) => {
    const row = toRow(page);
    const shown: Row[] =
      place && isShown(place.title, place.text)
        ? [{ ...place, url: `${page.url}#${place.id}`, where: page.title }]
        : [];
    return { rows: shown.length === 0 || isShown(row.title, row.where, row.text) ? [row] : [], shown };
  });
  const all = found.flatMap(({ rows }) => rows);
  const operations = all.filter(({ method }) => method);
  const places = found.flatMap(({ shown }) => shown);
  const api = {
    label: 'API reference',
    rows: [...operations.filter(isNamed), ...operations.filter((row) => !isNamed(row))],
  };
  const guides = {
    label: 'Pages',
    rows: [...all.filter(({ method }) => !method), ...places.filter(({ isCode }) => !isCode)],
  };
  const fields = { label: 'Fields and values', rows: places.filter(({ isCode }) => isCode) };
  const isApiFirst = operations.some(isNamed) || all[0]?.method !== undefined;
  return (isApiFirst ? [api, guides, fields] : [guides, api, fields]).filter(({ rows }) => rows.length > 0);
}
