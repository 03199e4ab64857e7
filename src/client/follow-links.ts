/**
 * Links in the content are plain HTML. This module routes clicks on them through the router, so that the next page
 * appears without a full load, and prefetches pages when their links come into view or the pointer comes near.
 */
import type { History } from 'history';
import { isPlainClick } from '../page/events';

/** Links inside the site. The browser handles those that open elsewhere. */
const LINKS = 'a[href^="/"]:not([target], [download])';

/** Files, such as a Markdown version, are not routes. */
const isPage = ({ pathname }: HTMLAnchorElement): boolean => !/\.[^/]*$/.test(pathname);

/** The internal link that an event targets. */
function findLink({ target }: Event): HTMLAnchorElement | null {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>(LINKS) : null;
  return link !== null && isPage(link) ? link : null;
}

/**
 * Routes clicks on links through the router.
 *
 * @returns A function that removes the listeners.
 */
export function interceptLinkClicks(history: History): () => void {
  const onClick = (event: MouseEvent): void => {
    const link = findLink(event);
    if (link === null || event.defaultPrevented || !isPlainClick(event)) return;
    event.preventDefault();
    const { pathname, search, hash } = link;
    const to = pathname + search + hash;
    // Like the browser, don't add a history entry for the current URL.
    if (to === history.createHref(history.location)) history.replace(to);
    else history.push(to);
  };
  const onNear = (event: Event): void => {
    const link = findLink(event);
    if (link) void window.docusaurus.preload(link.pathname);
  };
  const listening = new AbortController();
  const { signal } = listening;
  document.addEventListener('click', onClick, { signal });
  document.addEventListener('mouseover', onNear, { signal });
  document.addEventListener('touchstart', onNear, { signal, passive: true });
  return () => listening.abort();
}

let observer: IntersectionObserver | undefined;

/** Prefetches the targets of the current page's links as they come into view. */
export function prefetchVisibleLinks(): void {
  observer?.disconnect();
  observer = new IntersectionObserver((entries, self) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      self.unobserve(target);
      void window.docusaurus.prefetch((target as HTMLAnchorElement).pathname);
    }
  });
  for (const link of document.querySelectorAll<HTMLAnchorElement>(`main ${LINKS}`)) {
    if (isPage(link)) observer.observe(link);
  }
}
