/** What the app and the page script tell each other, as names of document events, and how both read a click. */

/** A new page is shown. */
export const PAGE_SHOWN = 'pai:page-shown';

/** The reader opens the keyboard shortcuts. */
export const SHOW_KEYS = 'pai:show-keys';

/** Whether a click opens its target here. Otherwise, the reader wants a new tab, a window, or a download. */
export const isPlainClick = (
  event: Pick<MouseEvent, 'button' | 'metaKey' | 'altKey' | 'ctrlKey' | 'shiftKey'>,
): boolean => event.button === 0 && !(event.metaKey || event.altKey || event.ctrlKey || event.shiftKey);
