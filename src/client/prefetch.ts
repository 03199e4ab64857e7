/** Throttled prefetching. Docusaurus prefetches for all visible links at the same time. */
import { whenIdle } from '../page/idle';

let isSparing = false;

/** Docusaurus adds a link per file of each page, although most pages share most of their files. */
function removeRepeated(): void {
  const seen = new Set<string>();
  for (const link of document.querySelectorAll<HTMLLinkElement>('head > link[rel="prefetch"]')) {
    if (seen.has(link.href)) link.remove();
    seen.add(link.href);
  }
}

/**
 * Delays Docusaurus' prefetching until the browser is idle, because it compares each link with every route, and removes
 * duplicate prefetch links. Has no effect after the first call.
 */
export function prefetchSparingly(): void {
  if (isSparing) return;
  isSparing = true;
  const { docusaurus } = window;
  window.docusaurus = {
    ...docusaurus,
    prefetch: (route) =>
      new Promise((resolve) => {
        whenIdle(() => {
          resolve(docusaurus.prefetch(route) || []);
          removeRepeated();
        });
      }),
  };
}
