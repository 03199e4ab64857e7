/**
 * Reloads the page once if one of its chunks fails to load, because a deploy might have removed the file.
 *
 * Docusaurus does this during navigation, and the page script (`src/page/app.ts`) for the first page. This module
 * handles chunks that a page loads later. A failed prefetch changes nothing until the reader follows the link.
 */
import { reloadOnce } from '../page/reload';

let hasMoved = false;

/**
 * For `lazy`: a module that can fail to load without breaking the page.
 *
 * @returns The module, or after a failure a promise that never settles, so that the fallback stays.
 */
export function importWithFallback<Module>(module: Promise<Module>): Promise<Module> {
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

/** Docusaurus calls this on navigation, and for the first page without a previous location. */
export function onRouteUpdate({ previousLocation }: { previousLocation: unknown }): void {
  hasMoved ||= previousLocation !== null;
}
