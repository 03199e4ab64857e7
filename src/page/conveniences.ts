/**
 * What the static content needs of a browser, by event delegation on the document: language tabs of samples, buttons of
 * code, "Copy page", permalinks of headings and fields, folds, the list of keys. A browser that refuses storage or
 * clipboard loses the convenience and nothing else.
 */
import { markWrapButtons, toggleWrap } from './code-wrap';
import { copyPermalink, copyWith } from './copying';
import { SHOW_KEYS } from './events';
import { listenToFolds, openTarget } from './folds';
import { whenIdle } from './idle';
import { chooseLanguage, markTabs, moveBetweenTabs, TAB } from './language-tabs';
import { isSingleKey, letSingleKeysWork, singleKeysWork } from './single-keys';

/** Links that name their own place; a click copies the address. */
const PERMALINKS = 'a.hash-link, a.field__name, a.value__name, a.choice__name, a.statuses__name';

/** Attribute of the `html` element that says to the style sheet that scripts run. */
const SCRIPT_ATTRIBUTE = 'data-js';

function onClick({ target }: MouseEvent): void {
  if (!(target instanceof Element)) return;
  const tab = target.closest<HTMLElement>(TAB);
  if (tab) chooseLanguage(tab);
  const button = target.closest<HTMLElement>('button[data-copy]');
  if (button) void copyWith(button);
  const wrap = target.closest<HTMLElement>('.code__wrap');
  if (wrap) toggleWrap(wrap);
  const link = target.closest<HTMLAnchorElement>(PERMALINKS);
  if (link?.hash && link.pathname === window.location.pathname) void copyPermalink(link);
}

/** Listens to what readers do with the content of pages, whichever page is shown. */
export function listenToPage(): void {
  // The head's script has done so before the first paint, unless a policy kept it from running.
  document.documentElement.setAttribute(SCRIPT_ATTRIBUTE, '');
  const showKeys = (): void =>
    void import('./keyboard-help').then(({ showKeyboardHelp }) =>
      showKeyboardHelp('/css/dialogs.css', { work: singleKeysWork, letWork: letSingleKeysWork }),
    );
  document.addEventListener('click', onClick);
  document.addEventListener('keydown', (event) => {
    const { target } = event;
    if (target instanceof HTMLElement && target.matches(TAB)) moveBetweenTabs(event, target);
    if (isSingleKey(event, '?')) showKeys();
  });
  document.addEventListener(SHOW_KEYS, showKeys);
  listenToFolds();
}

/** Brings what depends on the content up to date, after a page has been put in place. */
export function refreshPage(): void {
  markTabs();
  openTarget();
  // Nobody needs them in the moment in which the page appears, and a phone has enough to do then.
  whenIdle(markWrapButtons);
}
