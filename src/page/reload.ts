/**
 * Reloads the page if a script fails to load, because a deploy might have removed it. If the server stays broken or
 * there is no network, the page keeps its static HTML.
 */
import { whenIdle } from './idle';
import { recall, store } from './storage';

/** How long leaving a page can take. A download also fires `beforeunload`, but then the reader stays. */
const LEAVING_MS = 10_000;

let isLeaving = false;

if (typeof window !== 'undefined') {
  // When the reader follows a link, Firefox and WebKit fail pending requests. `pagehide` comes too late.
  window.addEventListener('beforeunload', () => {
    isLeaving = true;
    setTimeout(() => (isLeaving = false), LEAVING_MS);
  });
  window.addEventListener('pageshow', () => (isLeaving = false));
}

/** Whether this page view is already a reload. */
function isReloaded(): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return entry?.type === 'reload';
}

/** Whether the server has the page. Otherwise, a reload would replace the page with a browser error. */
const isThere = (): Promise<boolean> =>
  fetch(window.location.href, { method: 'HEAD', cache: 'no-store' })
    .then(({ ok }) => ok)
    .catch(() => false);

/**
 * Logs a warning and reloads the page, unless the reader is leaving, the page was already reloaded, or the server
 * doesn't have it.
 *
 * @param reason - The error.
 * @param hasMoved - Whether the reader has visited another page since the last load, so that a reload can be tried
 *   again.
 */
export async function reloadOnce(reason: unknown, hasMoved = false): Promise<void> {
  if (isLeaving) return;
  console.warn(reason);
  if (isReloaded() && !hasMoved) return;
  if (await isThere()) window.location.reload();
}

const FRAGMENT_KEY = 'pai.reload-fragment';

/**
 * Reloads the page at its scroll position, if the server has it. WebKit would go to the target of the fragment, like on
 * a first visit. Without a fragment, every browser restores the position.
 */
export async function reloadInPlace(): Promise<void> {
  if (!(await isThere())) return;
  const { hash, pathname, search } = window.location;
  if (hash !== '' && store(FRAGMENT_KEY, hash, 'sessionStorage'))
    history.replaceState(history.state, '', pathname + search);
  window.location.reload();
}

/** Restores the fragment after such a reload, and scrolling after one that Docusaurus forced (`chunk-failure.ts`). */
export function restoreFragment(): void {
  window.addEventListener('load', () => whenIdle(() => (history.scrollRestoration = 'auto')));
  const hash = recall(FRAGMENT_KEY, 'sessionStorage') ?? '';
  store(FRAGMENT_KEY, null, 'sessionStorage');
  if (hash !== '') window.addEventListener('load', () => history.replaceState(history.state, '', hash));
}
