import { recall, store } from './storage';

const KEY = 'pai.sidebar-place';

const sidebar = (): Element | null => document.querySelector('.theme-doc-sidebar-container .menu');

/** Keeps the scroll position of the sidebar across full page loads. */
export function keepSidebarPlace(): void {
  const place = Number(recall(KEY, 'sessionStorage'));
  if (place > 0) sidebar()?.scrollTo({ top: place, behavior: 'instant' });
  window.addEventListener('pagehide', () => store(KEY, String(sidebar()?.scrollTop ?? 0), 'sessionStorage'));
}
