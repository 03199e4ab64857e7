/** The language tabs of code samples. All tab groups on the site follow the reader's last choice. */
import { LANGUAGE_KEY, SAMPLE_LANGUAGES, type SampleLanguage } from './languages';
import { store } from './storage';

const root = document.documentElement;

/** The attribute of the `html` element that the style sheet uses. */
const LANGUAGE_ATTRIBUTE = 'data-sample-language';

/** A tab of a sample. */
export const TAB = '.sample__tab';

function currentLanguage(): SampleLanguage {
  const chosen = root.getAttribute(LANGUAGE_ATTRIBUTE);
  return SAMPLE_LANGUAGES.find(({ id }) => id === chosen)?.id ?? SAMPLE_LANGUAGES[0].id;
}

/** Tells assistive technology which tab is selected. The style sheet shows the panel. */
export function markTabs(): void {
  const language = currentLanguage();
  for (const tab of Array.from(document.querySelectorAll<HTMLElement>(TAB))) {
    const selected = tab.dataset.language === language;
    tab.setAttribute('aria-selected', String(selected));
    tab.tabIndex = selected ? 0 : -1;
  }
}

/** Selects a language in every tab group. The tab that the reader clicked keeps its position on the screen. */
export function chooseLanguage(tab: HTMLElement): void {
  const { language } = tab.dataset;
  if (!language) return;
  const { top } = tab.getBoundingClientRect();
  root.setAttribute(LANGUAGE_ATTRIBUTE, language);
  markTabs();
  window.scrollBy({ top: tab.getBoundingClientRect().top - top, behavior: 'instant' });
  store(LANGUAGE_KEY, language);
}

/** Moves between the tabs of a group with the WAI-ARIA keys, and selects the tab that gets the focus. */
export function moveBetweenTabs(event: KeyboardEvent, tab: HTMLElement): void {
  const tabs = Array.from(tab.parentElement?.querySelectorAll<HTMLElement>(TAB) ?? []);
  const index = tabs.indexOf(tab);
  const next = {
    ArrowLeft: tabs[(index - 1 + tabs.length) % tabs.length],
    ArrowRight: tabs[(index + 1) % tabs.length],
    Home: tabs[0],
    End: tabs[tabs.length - 1],
  }[event.key];
  if (!next) return;
  event.preventDefault();
  chooseLanguage(next);
  next.focus({ preventScroll: true });
}
