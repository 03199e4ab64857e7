/** Reloads the page without moving it. WebKit would go to the target of the fragment, like on a first visit. */
import { isThere } from './reload-once';

const KEY = 'pai.reload-fragment';

/** Reloads the page at its scroll position, if the server has it. Otherwise, the page keeps its static HTML. */
export async function reloadInPlace(): Promise<void> {
  if (!(await isThere())) return;
  const { hash, pathname, search } = window.location;
  try {
    sessionStorage.setItem(KEY, hash);
    // Without a fragment, every browser restores the position.
    if (hash !== '') history.replaceState(history.state, '', pathname + search);
  } catch {
    // Storage is blocked, so the fragment stays, and WebKit goes to its target.
  }
  window.location.reload();
}

/** Restores the fragment after such a reload. */
export function restoreFragment(): void {
  try {
    const hash = sessionStorage.getItem(KEY) ?? '';
    sessionStorage.removeItem(KEY);
    if (hash !== '') window.addEventListener('load', () => history.replaceState(history.state, '', hash));
  } catch {
    // Storage is blocked, so there is nothing to restore.
  }
}
