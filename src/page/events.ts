/** Names of the document events that the app sends to the page script. */

/** A new page is shown. */
export const PAGE_SHOWN = 'pai:page-shown';

/** The reader opens the keyboard shortcuts. */
export const SHOW_KEYS = 'pai:show-keys';
