/** Loading ahead without haste: Docusaurus does so for all links at once that come into view. */
import { whenIdle } from '../page/idle';

let isSparing = false;

/** Links to files that are to be loaded ahead. */
const prefetches = (): HTMLLinkElement[] =>
  Array.from(document.querySelectorAll<HTMLLinkElement>('head > link[rel="prefetch"]'));

/** Docusaurus adds a link for each file of each page, although nearly all pages share most of their files. */
function removeRepeated(): void {
  const seen = new Set<string>();
  for (const link of prefetches()) {
    if (seen.has(link.href)) link.remove();
    seen.add(link.href);
  }
}

/**
 * Lets Docusaurus look for the files of pages ahead when the browser is idle, since it holds each link against every
 * route of the site, and leaves one prefetch link per file. Works from the first page on; further calls change nothing.
 */
export function prefetchSparingly(): void {
  if (isSparing) return;
  isSparing = true;
  const { docusaurus } = window;
  window.docusaurus = {
    ...docusaurus,
    prefetch: (route) =>
      new Promise((resolve, reject) => {
        whenIdle(() => {
          const loading = Promise.resolve(docusaurus.prefetch(route) || []);
          removeRepeated();
          loading.then(resolve, reject);
        });
      }),
  };
}
