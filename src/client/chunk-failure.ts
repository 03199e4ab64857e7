/**
 * A part of a page that cannot be loaded: the file may be gone since a deploy, so the page is loaded again, once.
 *
 * Docusaurus does so when the reader goes from page to page. This module does it for the first page and for the parts
 * that a page loads later; on a server that stays broken the page keeps what its HTML says.
 */

let hasMoved = false;

/** A load that was asked for again already is not asked for a third time, unless the reader has moved on since. */
function mayReload(): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return hasMoved || entry?.type !== 'reload';
}

/** Logs a warning and loads the page again, if that was not tried yet. */
export function reloadOnce(error: unknown): void {
  console.warn(error);
  if (mayReload()) window.location.reload();
}

/**
 * For `lazy`: a module whose loading may fail without breaking the page.
 *
 * @returns the module, or a promise that stays open after a failure, so that what stands in its place stays
 */
export function loadedOrKept<Module>(module: Promise<Module>): Promise<Module> {
  return module.catch((error: unknown) => {
    reloadOnce(error);
    return new Promise<Module>(() => {});
  });
}

if (typeof window !== 'undefined') {
  window.addEventListener('unhandledrejection', (event) => {
    if (!(event.reason instanceof Error) || event.reason.name !== 'ChunkLoadError') return;
    // It is spoken of once, as a warning.
    event.preventDefault();
    reloadOnce(event.reason);
  });
}

/** Docusaurus calls this when the reader goes to another page, and for the first one without a previous location. */
export function onRouteUpdate({ previousLocation }: { previousLocation: unknown }): void {
  hasMoved ||= previousLocation !== null;
}
