/**
 * The keys of the search: `Ctrl K`, `⌘ K` and `/` press its button. What the reader types until the field of the search
 * is there is kept, and put into it.
 */
import { whenFailed } from './app';
import { dropPress } from './presses';
import { isSingleKey } from './single-keys';

const BUTTON = '.search-button';
const FIELD = 'dialog [role="combobox"]';
/** What the button says if the search cannot be had. */
const FAILED = '.search-button__failed';

/** The longest that typed keys wait for the field, in milliseconds. */
const LONGEST_MS = 15_000;

let typed: string | undefined;
let timer: number | undefined;

function begin(): void {
  // A press that was held is made again: what was typed in between stays.
  typed ??= '';
  clearTimeout(timer);
  timer = window.setTimeout(end, LONGEST_MS);
}

function end(): void {
  typed = undefined;
  clearTimeout(timer);
}

/** Adds text to a field of React's, which only notices what the browser's own setter has set. */
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
  ((event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'k');

/** Presses the button of the search for its keys, and keeps what is typed after any press on it. */
export function listenToSearchKeys(): void {
  whenFailed(end);
  // Before what holds presses, which stops the event.
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
      // The dialog gives the focus back to what had it; a key pressed on the bare page leaves that to the button.
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
