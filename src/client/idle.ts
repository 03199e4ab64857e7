/** The longest that something waits for an idle moment, in milliseconds. */
const LONGEST_MS = 500;

/** Runs when the browser has nothing better to do; without such a moment, or a way to ask for one, a little later. */
export function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: LONGEST_MS });
  else setTimeout(run, LONGEST_MS);
}

let isPatient = false;

/**
 * Lets Docusaurus look for the files of pages ahead when the browser is idle. It does so for all links at once that come
 * into view, each against every route of the site, which keeps a phone from the page that it has just shown. Works from
 * the first page on; further calls change nothing.
 */
export function prefetchWhenIdle(): void {
  if (isPatient) return;
  isPatient = true;
  const { docusaurus } = window;
  window.docusaurus = {
    ...docusaurus,
    prefetch: (route) =>
      new Promise((resolve, reject) => {
        whenIdle(() => void Promise.resolve(docusaurus.prefetch(route) || []).then(resolve, reject));
      }),
  };
}
