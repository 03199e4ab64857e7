/**
 * A script that cannot be loaded may be gone since a deployment: the page is loaded again, once. On a server that stays
 * broken, or without a network, the page keeps what its HTML says.
 */

/** How long a reader may take to leave. A download asks to leave too, and then the reader stays. */
const LEAVING_MS = 10_000;

let isLeaving = false;

if (typeof window !== 'undefined') {
  // Firefox and WebKit fail what a page is still loading once the reader follows a link. `pagehide` comes too late.
  window.addEventListener('beforeunload', () => {
    isLeaving = true;
    setTimeout(() => (isLeaving = false), LEAVING_MS);
  });
  window.addEventListener('pageshow', () => (isLeaving = false));
}

/** Whether the page was loaded again already. */
function isReloaded(): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return entry?.type === 'reload';
}

/** Whether the server has the page: a reload without it would replace the page with an error of the browser. */
async function isThere(): Promise<boolean> {
  try {
    return (await fetch(window.location.href, { method: 'HEAD', cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}

/**
 * Logs a warning, and loads the page again unless the reader is leaving, the page was loaded again already, or it
 * cannot be had.
 *
 * @param reason what could not be loaded
 * @param hasMoved whether the reader has gone to another page since the last load, so that this one may be tried again
 */
export async function reloadOnce(reason: unknown, hasMoved = false): Promise<void> {
  if (isLeaving) return;
  console.warn(reason);
  if (isReloaded() && !hasMoved) return;
  if (await isThere()) window.location.reload();
}
