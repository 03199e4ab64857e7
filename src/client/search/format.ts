/** Format of the search index (`/search-index.json`), which `src/plugins/search-index` writes and the browser reads. */

export type PageKind = 'Guide' | 'Concept' | 'Tutorial' | 'Endpoint' | 'Event' | 'Overview';

/** A section of a page, or a field or value that a page describes. */
export interface Place {
  /** Anchor on its page. Text above the first heading has none. */
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** A name from code. */
  readonly isCode?: true;
}

/** A page with its places. */
export interface SearchPage {
  readonly url: string;
  readonly title: string;
  readonly text: string;
  readonly kind: PageKind;
  /** Names from code: operation ID, method, and path, or event type. */
  readonly names: string;
  readonly places: readonly Place[];
}
