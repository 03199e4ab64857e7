/**
 * Keeps a reader's place if React rebuilds the page. It does so when it starts on a page that something else has changed,
 * such as a translation or an extension.
 */
import ExecutionEnvironment from '@docusaurus/ExecutionEnvironment';

const listFolds = (): HTMLDetailsElement[] => Array.from(document.querySelectorAll<HTMLDetailsElement>('main details'));

/** Keeps the language of a translated page, which the app sets several times until it's running. */
function keepLanguage(): void {
  const root = document.documentElement;
  const { lang } = root;
  const observer = new MutationObserver(() => {
    if (root.lang !== lang) root.lang = lang;
    if (root.dataset['hasHydrated'] === 'true') observer.disconnect();
  });
  observer.observe(root, { attributeFilter: ['lang', 'data-has-hydrated'] });
}

if (ExecutionEnvironment.canUseDOM) keepLanguage();

/**
 * Records the open folds and the scroll position of the page.
 *
 * @returns A function that restores them if React has rebuilt the page since.
 */
export function recordPlace(): () => void {
  const { scrollY } = window;
  const main = document.querySelector('main');
  const open = listFolds().map((fold) => fold.open);
  return () => {
    if (main?.isConnected === true) return;
    listFolds().forEach((fold, index) => (fold.open = open[index] ?? fold.open));
    window.scrollTo({ top: scrollY, behavior: 'instant' });
  };
}
