/** Keeps the scroll position of the sidebar across full page loads. */

const KEY = 'pai.sidebar-place';

const sidebar = (): Element | null => document.querySelector('.theme-doc-sidebar-container .menu');

/** Restores the sidebar's scroll position, and saves it for the next page. */
export function keepSidebarPlace(): void {
  try {
    const place = Number(sessionStorage.getItem(KEY));
    if (place > 0) sidebar()?.scrollTo({ top: place, behavior: 'instant' });
  } catch {
    return; // Storage is blocked, so each page starts at the top.
  }
  window.addEventListener('pagehide', () => {
    try {
      sessionStorage.setItem(KEY, String(sidebar()?.scrollTop ?? 0));
    } catch {
      // Storage is full, so the next page starts at the top.
    }
  });
}
