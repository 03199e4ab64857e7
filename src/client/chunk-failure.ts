/**
 * Reloads the page once if one of its chunks fails to load, because a deploy might have removed the file.
 *
 * Docusaurus does this during navigation, and the page script (`src/page/app.ts`) for the first page. This module
 * handles chunks that a page loads later. A failed prefetch changes nothing until the reader follows the link.
 */
import { reloadOnce } from '../page/reload';

interface RouteUpdate {
  readonly previousLocation: { readonly pathname: string } | null;
  readonly location: { readonly pathname: string };
}

let hasMoved = false;

/** Reloads the page after one of its chunks failed to load. Once, until the reader moves on. */
export const reloadOutdated = (error: unknown): Promise<void> => reloadOnce(error, hasMoved);

/**
 * For `lazy`: a module that can fail to load without breaking the page.
 *
 * @returns The module, or after a failure a promise that never settles, so that the fallback stays.
 */
export function importWithFallback<Module>(module: Promise<Module>): Promise<Module> {
  return module.catch((error: unknown) => {
    void reloadOutdated(error);
    return new Promise<Module>(() => {});
  });
}

if (typeof window !== 'undefined') {
  window.addEventListener('unhandledrejection', (event) => {
    if (!(event.reason instanceof Error) || event.reason.name !== 'ChunkLoadError') return;
    if (document.documentElement.dataset['hasHydrated'] === 'true') event.preventDefault();
  });
}

/**
 * Docusaurus calls this on navigation, and for the first page without a previous location.
 *
 * @returns Called when the next page's chunks have loaded. If one fails, Docusaurus reloads instead, and the browser must
 *   not scroll the new page to the old one's position. `restoreFragment` resets it.
 */
export function onRouteUpdate({ previousLocation, location }: RouteUpdate): (() => void) | undefined {
  hasMoved ||= previousLocation !== null;
  if (previousLocation === null || previousLocation.pathname === location.pathname) return undefined;
  const { scrollRestoration } = history;
  history.scrollRestoration = 'manual';
  return () => (history.scrollRestoration = scrollRestoration);
}
