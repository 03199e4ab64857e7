/**
 * Form of the search index (`/search-index.json`): written by `src/plugins/search-index`, read in the browser. Lists
 * instead of objects, since the names would be a third of the file.
 */

/** What a page is, for the label in the results. */
export const PAGE_KINDS = ['Guide', 'Concept', 'Tutorial', 'Endpoint', 'Event', 'Overview'] as const;
export type PageKind = (typeof PAGE_KINDS)[number];

/** What an entry of a page is. */
export const ENTRY_KINDS = ['section', 'field', 'value', 'status'] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** Route, title, index in `PAGE_KINDS`, description, other names (operation id, method and path, event type). */
export type PageRow = readonly [route: string, title: string, kind: number, description: string, names: string];

/** Index of the page, index in `ENTRY_KINDS`, anchor, name, text. */
export type EntryRow = readonly [page: number, kind: number, anchor: string, name: string, text: string];

/** The whole file. */
export interface SearchIndex {
  readonly pages: readonly PageRow[];
  readonly entries: readonly EntryRow[];
}
