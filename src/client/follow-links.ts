/**
 * Links in the words of a page are plain HTML. Here they are followed as the router's own are: the next page is shown
 * without loading the site anew, and is loaded ahead when its link comes into view or the pointer near.
 */
import type { History } from 'history';

/** Links inside the site. Those that open beside the page are the browser's business. */
const LINKS = 'a[href^="/"]:not([target], [download])';

/** Files, such as a Markdown twin, are no pages of the router. */
const isPage = ({ pathname }: HTMLAnchorElement): boolean => !/\.[^/]*$/.test(pathname);

/** The link to a page that an event is about. */
function linkOf({ target }: Event): HTMLAnchorElement | null {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>(LINKS) : null;
  return link !== null && isPage(link) ? link : null;
}

const isPlain = (event: MouseEvent): boolean =>
  event.button === 0 && !(event.metaKey || event.altKey || event.ctrlKey || event.shiftKey);

/**
 * Leads the reader's clicks to the router.
 *
 * @returns what ends it
 */
export function followLinks(history: History): () => void {
  const onClick = (event: MouseEvent): void => {
    const link = linkOf(event);
    if (link === null || event.defaultPrevented || !isPlain(event)) return;
    event.preventDefault();
    const { pathname, search, hash } = link;
    const to = pathname + search + hash;
    // As the browser does, the same place again is no step forward.
    if (to === history.createHref(history.location)) history.replace(to);
    else history.push(to);
  };
  const onNear = (event: Event): void => {
    const link = linkOf(event);
    if (link) void window.docusaurus.preload(link.pathname);
  };
  document.addEventListener('click', onClick);
  document.addEventListener('mouseover', onNear);
  document.addEventListener('touchstart', onNear, { passive: true });
  return () => {
    document.removeEventListener('click', onClick);
    document.removeEventListener('mouseover', onNear);
    document.removeEventListener('touchstart', onNear);
  };
}

let observer: IntersectionObserver | undefined;

/** Loads ahead what the links of the page that is shown now lead to, as they come into view. */
export function loadAhead(): void {
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
