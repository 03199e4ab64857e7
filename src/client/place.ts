/**
 * Keeps a reader's place if React rebuilds the page. It does so when it starts on a page that something else has changed,
 * such as a translation or an extension.
 */

const listFolds = (): HTMLDetailsElement[] => Array.from(document.querySelectorAll<HTMLDetailsElement>('main details'));

/**
 * Records the open folds, the scroll position, and the language of the page.
 *
 * @returns A function that restores what has been lost since.
 */
export function recordPlace(): () => void {
  const root = document.documentElement;
  const { lang } = root;
  const { scrollY } = window;
  const main = document.querySelector('main');
  const open = listFolds().map((fold) => fold.open);
  return () => {
    if (main?.isConnected !== true) {
      listFolds().forEach((fold, index) => (fold.open = open[index] ?? fold.open));
      window.scrollTo({ top: scrollY, behavior: 'instant' });
    }
    // The app sets the language of its HTML a frame later.
    const observer = new MutationObserver(() => {
      observer.disconnect();
      root.lang = lang;
    });
    if (lang !== 'en') observer.observe(root, { attributeFilter: ['lang'] });
  };
}
