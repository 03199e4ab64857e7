/**
 * The keys that work alone, without Ctrl or ⌘: `/` and `?`. Who dictates to the computer may set one off by a spoken
 * word, so they can be switched off (WCAG 2.1.4): a button in the list of keys, kept over pages and visits.
 */
import { store } from './storage';

/** Key in local storage: `off`, or nothing. */
const CHOICE = 'pai.single-keys';

/** The choice of this page view, for browsers that keep nothing. */
let chosen: boolean | undefined;

/** Whether the single keys work. They do until the reader switches them off. */
export function singleKeysWork(): boolean {
  if (chosen !== undefined) return chosen;
  try {
    return localStorage.getItem(CHOICE) !== 'off';
  } catch {
    return true;
  }
}

/** Switches the single keys on or off. */
export function letSingleKeysWork(work: boolean): void {
  chosen = work;
  store(CHOICE, work ? 'on' : 'off');
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
