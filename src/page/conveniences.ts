/**
 * Interactive behavior of the static content, by event delegation on the document: language tabs, copy buttons, permalinks, `details` elements, and keyboard shortcuts. If the browser blocks storage or the clipboard, only
 * that convenience is lost.
 */
import { copyPermalink, copyWith } from './copying';
import { SHOW_KEYS } from './events';
import { listenToFolds, openTarget } from './folds';
import { hideHoverMenu } from './hover-menu';
import { chooseLanguage, markTabs, moveBetweenTabs, TAB } from './language-tabs';
import { sayLoadFailed } from './load-failure';
import { isSingleKey, setSingleKeyShortcuts, singleKeysWork } from './single-keys';

/** Links to their own anchor. A click copies the URL. */
const PERMALINKS = 'a.hash-link, a.field__name, a.value__name, a.choice__name, a.statuses__name';

/** Attribute of the `html` element that tells the style sheet that scripts run. */
const SCRIPT_ATTRIBUTE = 'data-js';

function onClick({ target }: MouseEvent): void {
  if (!(target instanceof Element)) return;
  const tab = target.closest<HTMLElement>(TAB);
  if (tab) chooseLanguage(tab);
  const button = target.closest<HTMLElement>('button[data-copy]');
  if (button) void copyWith(button);
  const link = target.closest<HTMLAnchorElement>(PERMALINKS);
  if (link?.hash && link.pathname === window.location.pathname) void copyPermalink(link);
}

/** Listens for events in the content, on every page. */
export function listenToPage(): void {
  // The inline script in the head sets this before the first paint, unless a policy blocked it.
  document.documentElement.setAttribute(SCRIPT_ATTRIBUTE, '');
  const showKeys = (): void =>
    void import('./keyboard-help').then(
      ({ showKeyboardHelp }) => showKeyboardHelp({ work: singleKeysWork, letWork: setSingleKeyShortcuts }),
      () => sayLoadFailed('the keyboard shortcuts'),
    );
  document.addEventListener('click', onClick);
  document.addEventListener('keydown', (event) => {
    const { target } = event;
    if (target instanceof HTMLElement && target.matches(TAB)) moveBetweenTabs(event, target);
    if (isSingleKey(event, '?')) showKeys();
    if (event.key === 'Escape') hideHoverMenu();
  });
  document.addEventListener(SHOW_KEYS, showKeys);
  listenToFolds();
}

/** Updates what depends on the content, after a page is shown. */
export function refreshPage(): void {
  markTabs();
  openTarget();
}
