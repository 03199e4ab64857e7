/** The sidebar stays where it was scrolled to when the next page is loaded the ordinary way. */

const KEY = 'pai.sidebar-place';

const sidebar = (): Element | null => document.querySelector('.theme-doc-sidebar-container .menu');

/** Puts the sidebar where it was on the page before, and remembers its place for the next one. */
export function keepSidebarPlace(): void {
  try {
    const place = Number(sessionStorage.getItem(KEY));
    if (place > 0) sidebar()?.scrollTo({ top: place, behavior: 'instant' });
  } catch {
    return; // Storage is closed: each page starts at the top.
  }
  window.addEventListener('pagehide', () => {
    try {
      sessionStorage.setItem(KEY, String(sidebar()?.scrollTop ?? 0));
    } catch {
      // Storage is full: the next page starts at the top.
    }
  });
}
