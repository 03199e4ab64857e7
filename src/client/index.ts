/**
 * What the static content needs of a browser, by event delegation on the document: language tabs of samples, buttons of
 * code, permalinks of headings and fields, folds that open for the address' anchor and for printing, the list of keys.
 * Docusaurus loads this as a client module. A browser that refuses storage or clipboard loses the convenience and
 * nothing else.
 */
import { markWrapButtons, toggleWrap } from './code-wrap';
import { holdInPlace } from './hold-in-place';
import { loadAhead } from './follow-links';
import { prefetchWhenIdle, whenIdle } from './idle';
import { isSingleKey } from './single-keys';
import { LANGUAGE_KEY, SAMPLE_LANGUAGES, type SampleLanguage } from './languages';
import { store } from './storage';

const root = typeof document === 'undefined' ? undefined : document.documentElement;
const COPIED_MS = 2000;

/** Links that name their own place; a click copies the address. */
const PERMALINKS = 'a.hash-link, a.field__name, a.value__name, a.choice__name, a.statuses__name';

/** Attributes of the `html` element that the style sheet looks at. */
const SCRIPT_ATTRIBUTE = 'data-js';
const LANGUAGE_ATTRIBUTE = 'data-sample-language';

function currentLanguage(): SampleLanguage {
  const chosen = root?.getAttribute(LANGUAGE_ATTRIBUTE);
  return SAMPLE_LANGUAGES.find(({ id }) => id === chosen)?.id ?? SAMPLE_LANGUAGES[0].id;
}

/** Tells assistive technology which tab is chosen; what is visible is up to the style sheet. */
function markTabs(): void {
  const language = currentLanguage();
  for (const tab of Array.from(document.querySelectorAll<HTMLElement>('.sample__tab'))) {
    const selected = tab.dataset.language === language;
    tab.setAttribute('aria-selected', String(selected));
    tab.tabIndex = selected ? 0 : -1;
  }
}

/** Every tab group of the page follows, and the place where the reader clicked stays where it is on the screen. */
function choose(tab: HTMLElement): void {
  const { language } = tab.dataset;
  if (!root || !language) return;
  holdInPlace(tab, () => {
    root.setAttribute(LANGUAGE_ATTRIBUTE, language);
    markTabs();
  });
  store(LANGUAGE_KEY, language);
}

function moveBetweenTabs(event: KeyboardEvent, tab: HTMLElement): void {
  const tabs = Array.from(tab.parentElement?.querySelectorAll<HTMLElement>('.sample__tab') ?? []);
  const index = tabs.indexOf(tab);
  const next = {
    ArrowLeft: tabs[(index - 1 + tabs.length) % tabs.length],
    ArrowRight: tabs[(index + 1) % tabs.length],
    Home: tabs[0],
    End: tabs[tabs.length - 1],
  }[event.key];
  if (!next) return;
  event.preventDefault();
  choose(next);
  next.focus({ preventScroll: true });
}

/** One polite live region for the whole page. */
function announce(text: string): void {
  let region = document.getElementById('site-announcement');
  if (!region) {
    region = document.createElement('div');
    region.id = 'site-announcement';
    region.className = 'visually-hidden';
    region.setAttribute('role', 'status');
    document.body.append(region);
  }
  region.textContent = text;
}

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // No permission or no secure context: the text can still be selected by hand.
    return false;
  }
}

async function copyCode(button: HTMLElement): Promise<void> {
  const code = button.closest('.code, .op__endpoint')?.querySelector('code')?.textContent ?? '';
  const copied = await copy(code);
  const word = button.textContent;
  if (button.dataset.copy === 'busy') return;
  button.dataset.copy = 'busy';
  button.textContent = copied ? 'Copied' : 'Failed';
  announce(copied ? 'Copied to the clipboard.' : 'The browser did not allow copying.');
  setTimeout(() => {
    button.textContent = word;
    button.dataset.copy = '';
  }, COPIED_MS);
}

async function copyPermalink(link: HTMLAnchorElement): Promise<void> {
  if (await copy(link.href)) announce('Link copied to the clipboard.');
}

/** Opens every fold around the element that the address names, and goes there again, since it may have been hidden. */
function openTarget(): void {
  const id = decodeURIComponent(window.location.hash.slice(1));
  const target = id ? document.getElementById(id) : null;
  if (!target) return;
  let opened = false;
  const own = target.querySelector<HTMLDetailsElement>(':scope > details');
  const folds = own && target.parentElement?.classList.contains('long-enums') ? [own] : [];
  for (let fold = target.closest('details'); fold; fold = fold.parentElement?.closest('details') ?? null)
    folds.push(fold);
  for (const fold of folds) {
    if (!fold.open) {
      fold.open = true;
      opened = true;
    }
  }
  if (opened) target.scrollIntoView();
}

let openedForPrint: HTMLDetailsElement[] = [];

function listen(): void {
  document.addEventListener('click', (event) => {
    if (!(event.target instanceof Element)) return;
    const tab = event.target.closest<HTMLElement>('.sample__tab');
    if (tab) choose(tab);
    const button = event.target.closest<HTMLElement>('button[data-copy]');
    if (button) void copyCode(button);
    const wrap = event.target.closest<HTMLElement>('.code__wrap');
    if (wrap) toggleWrap(wrap);
    const link = event.target.closest<HTMLAnchorElement>(PERMALINKS);
    if (link?.hash && link.pathname === window.location.pathname) void copyPermalink(link);
  });
  document.addEventListener('keydown', (event) => {
    if (event.target instanceof HTMLElement && event.target.matches('.sample__tab'))
      moveBetweenTabs(event, event.target);
    if (isSingleKey(event, '?'))
      void import('./keyboard-help').then(({ showKeyboardHelp }) => showKeyboardHelp('/css/dialogs.css'));
  });
  window.addEventListener('hashchange', openTarget);
  window.addEventListener('beforeprint', () => {
    openedForPrint = Array.from(document.querySelectorAll<HTMLDetailsElement>('main details:not([open])'));
    for (const fold of openedForPrint) fold.open = true;
  });
  window.addEventListener('afterprint', () => {
    for (const fold of openedForPrint) fold.open = false;
    openedForPrint = [];
  });
}

if (root) {
  // The head's script has done so before the first paint, unless a policy kept it from running.
  root.setAttribute(SCRIPT_ATTRIBUTE, '');
  listen();
}

/** Docusaurus calls this after the first and every further page has been put in place. */
export function onRouteDidUpdate(): void {
  prefetchWhenIdle();
  markTabs();
  openTarget();
  // Nobody needs them in the moment in which the page appears, and a phone has enough to do then.
  whenIdle(markWrapButtons);
  whenIdle(loadAhead);
}
