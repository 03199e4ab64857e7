/** Reloads the page without moving it. WebKit alone goes to the target of the fragment, like on a first visit. */
import { isThere } from './reload-once';

const KEY = 'pai.reload-place';

/** Reloads the page at its scroll position, if the server has it. Otherwise, the page keeps its static HTML. */
export async function reloadInPlace(): Promise<void> {
  if (!(await isThere())) return;
  try {
    sessionStorage.setItem(KEY, String(window.scrollY));
  } catch {
    // Storage is blocked, so the browser decides on the position.
  }
  window.location.reload();
}

/** Restores the scroll position after such a reload. */
export function restorePlace(): void {
  try {
    const place = sessionStorage.getItem(KEY);
    if (place === null) return;
    sessionStorage.removeItem(KEY);
    window.addEventListener('load', () => window.scrollTo({ top: Number(place), behavior: 'instant' }));
  } catch {
    // Storage is blocked, so there is nothing to restore.
  }
}
