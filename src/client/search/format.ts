/**
 * Format of the search index (`/search-index.json`), which `src/plugins/search-index` writes and the browser reads.
 * Uses arrays instead of objects, because property names would be a third of the file.
 */

/** The kinds of pages, which are also labels in the results. */
export const PAGE_KINDS = ['Guide', 'Concept', 'Tutorial', 'Endpoint', 'Event', 'Overview'] as const;
export type PageKind = (typeof PAGE_KINDS)[number];

export const ENTRY_KINDS = ['section', 'field', 'value', 'status'] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** Route, title, index in `PAGE_KINDS`, description, and other names (operation ID, method and path, event type). */
export type PageRow = readonly [route: string, title: string, kind: number, description: string, names: string];

/** Index of the page, index in `ENTRY_KINDS`, anchor, name, and text. */
export type EntryRow = readonly [page: number, kind: number, anchor: string, name: string, text: string];

/** The whole file. */
export interface SearchIndex {
  readonly pages: readonly PageRow[];
  readonly entries: readonly EntryRow[];
}
