/**
 * The keys that work alone, without Ctrl or ⌘: `/` and `?`. Who dictates to the computer may set one off by a spoken
 * word, so they can be switched off (WCAG 2.1.4): a button in the list of keys, kept over pages and visits.
 */
import { store } from './storage';

/** Key in local storage: `off`, or nothing. */
const CHOICE = 'pai.single-keys';

/** Whether the single keys work. They do until the reader switches them off. */
export function singleKeysWork(): boolean {
  const { singleKeys } = document.documentElement.dataset;
  if (singleKeys !== undefined) return singleKeys === 'on';
  try {
    return localStorage.getItem(CHOICE) !== 'off';
  } catch {
    return true;
  }
}

/** Switches the single keys on or off; for this page view also in browsers that keep nothing. */
export function letSingleKeysWork(work: boolean): void {
  const choice = work ? 'on' : 'off';
  document.documentElement.dataset['singleKeys'] = choice;
  store(CHOICE, choice);
}

/** True where a key belongs to what the reader is writing. */
const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));

/** True if the reader has pressed the key alone, to command the page. */
export function isSingleKey(event: KeyboardEvent, key: string): boolean {
  return (
    event.key === key &&
    !(event.ctrlKey || event.metaKey || event.altKey) &&
    !isWriting(event.target) &&
    singleKeysWork()
  );
}
