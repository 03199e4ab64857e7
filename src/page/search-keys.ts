/**
 * Keyboard shortcuts of the search: `Ctrl K`, `⌘ K`, and `/` press its button. Keeps what the reader types until the
 * search field appears, and then inserts it.
 */
import { whenFailed } from './app';
import { sayLoadFailed } from './load-failure';
import { dropPress } from './presses';
import { isSingleKey } from './single-keys';

const BUTTON = '.search-button';
const FIELD = 'dialog [role="combobox"]';
/** The message beside the button if the search fails to load. */
const FAILED = '.search-button__failed';

/** How long typed keys wait for the field, in milliseconds. */
const LONGEST_MS = 15_000;

let typed: string | undefined;
let timer: number | undefined;

function begin(): void {
  // A queued press is replayed, so keep what was typed in between.
  typed ??= '';
  clearTimeout(timer);
  timer = window.setTimeout(end, LONGEST_MS);
}

function end(): void {
  typed = undefined;
  clearTimeout(timer);
}

/** Adds text to a React field. React only notices values set through the browser's own setter. */
function type(field: HTMLInputElement, text: string): void {
  const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
  value?.set?.call(field, field.value + text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Keeps a key that is meant for the field. */
function keep(event: KeyboardEvent): void {
  if (document.querySelector(FAILED)) end();
  if (typed === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === 'Escape') {
    dropPress();
    end();
  } else if (event.key === 'Backspace') typed = typed.slice(0, -1);
  else if (event.key.length === 1) typed += event.key;
  else if (event.key !== 'Enter') return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

const isSearchKey = (event: KeyboardEvent): boolean =>
  isSingleKey(event, '/') ||
  ((event.ctrlKey || event.metaKey) &&
    !event.shiftKey &&
    !event.altKey &&
    // A layout without Latin letters has the key, but not its letter.
    (event.key.toLowerCase() === 'k' || (event.code === 'KeyK' && !/^[a-z]$/i.test(event.key))));

/** Presses the search button for its shortcuts, and keeps what is typed after any press on it. */
export function listenToSearchKeys(): void {
  whenFailed(() => {
    if (typed !== undefined) sayLoadFailed('search');
    end();
  });
  // Registered before the press queue, which stops the event.
  window.addEventListener(
    'click',
    (event) => {
      if (event.target instanceof Element && event.target.closest(BUTTON)) begin();
      else if (event.isTrusted) end();
    },
    true,
  );
  window.addEventListener(
    'keydown',
    (event) => {
      if (typed !== undefined) {
        keep(event);
        return;
      }
      if (!isSearchKey(event)) return;
      event.preventDefault();
      const button = document.querySelector<HTMLElement>(BUTTON);
      if (button === null || document.querySelector('dialog[open]')) return;
      // The dialog restores the previous focus. If nothing had the focus, the button gets it.
      if (document.activeElement === document.body) button.focus({ preventScroll: true });
      button.click();
    },
    true,
  );
  document.addEventListener('focusin', ({ target }) => {
    if (typed === undefined || !(target instanceof HTMLInputElement) || !target.matches(FIELD)) return;
    const text = typed;
    end();
    if (text !== '') type(target, text);
  });
}
