/**
 * Single-key shortcuts: `/` and `?`, without Ctrl or ⌘. Speech input can trigger them by accident, so readers can turn
 * them off in the keyboard shortcuts dialog (WCAG 2.1.4). The choice persists across pages and visits.
 */
import { recall, store } from './storage';

/** Key in local storage. The value is `off` or missing. */
const CHOICE = 'pai.single-keys';

/** Whether single-key shortcuts are on, which is the default. */
export function singleKeysWork(): boolean {
  return (document.documentElement.dataset['singleKeys'] ?? recall(CHOICE)) !== 'off';
}

/** Turns single-key shortcuts on or off. Without storage, the choice lasts for this page view. */
export function setSingleKeyShortcuts(work: boolean): void {
  const choice = work ? 'on' : 'off';
  document.documentElement.dataset['singleKeys'] = choice;
  store(CHOICE, choice);
}

/** Whether the reader is typing into a field. */
const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));

/** Whether the reader pressed the key as a shortcut. */
export function isSingleKey(event: KeyboardEvent, key: string): boolean {
  return (
    event.key === key &&
    !(event.ctrlKey || event.metaKey || event.altKey) &&
    !isWriting(event.target) &&
    singleKeysWork()
  );
}
