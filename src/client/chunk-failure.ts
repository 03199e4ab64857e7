/**
 * A part of a page that cannot be loaded: the file may be gone since a deployment, so the page is loaded again, once.
 *
 * Docusaurus does so when the reader goes from page to page, and the page's own script (`src/page/app.ts`) for the first
 * page. This module does it for the parts that a page loads later. What was only loaded ahead may fail: nothing is shown,
 * and the reader who follows the link finds out.
 */
import { reloadOnce } from '../page/reload-once';

let hasMoved = false;

/**
 * For `lazy`: a module whose loading may fail without breaking the page.
 *
 * @returns the module, or a promise that stays open after a failure, so that what stands in its place stays
 */
export function loadedOrKept<Module>(module: Promise<Module>): Promise<Module> {
  return module.catch((error: unknown) => {
    void reloadOnce(error, hasMoved);
    return new Promise<Module>(() => {});
  });
}

if (typeof window !== 'undefined') {
  window.addEventListener('unhandledrejection', (event) => {
    if (!(event.reason instanceof Error) || event.reason.name !== 'ChunkLoadError') return;
    if (document.documentElement.dataset['hasHydrated'] === 'true') event.preventDefault();
  });
}

/** Docusaurus calls this when the reader goes to another page, and for the first one without a previous location. */
export function onRouteUpdate({ previousLocation }: { previousLocation: unknown }): void {
  hasMoved ||= previousLocation !== null;
}
