/** Names of the events on the document by which the app speaks to the page's script. */

/** Another page has been put in place. */
export const PAGE_SHOWN = 'pai:page-shown';

/** The reader asks for the list of keys. */
export const SHOW_KEYS = 'pai:show-keys';
