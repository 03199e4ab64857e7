/**
 * Wraps long lines of code, or scrolls them, in all code blocks on the site. Readers choose with the button beside
 * "Copy". The choice is an attribute of the `html` element, which the style sheet uses.
 */
import { preserveScrollPosition } from './preserve-scroll-position';
import { store } from './storage';

/** Key and value in local storage. */
export const WRAP_KEY = 'pai.wrap-code';
export const WRAPPED = 'on';

const isWrapped = (): boolean => document.documentElement.dataset['wrapCode'] !== undefined;

/**
 * A button beside "Copy". It isn't in the HTML, because it only works with this script and would add 1 kB to long
 * pages.
 */
function addButton(copy: Element): void {
  if (copy.previousElementSibling?.matches('.code__wrap')) return;
  const what = copy.getAttribute('aria-label')?.replace(/^Copy /, '') ?? 'code';
  const button = Object.assign(document.createElement('button'), {
    type: 'button',
    className: 'code__wrap',
    ariaLabel: `Wrap lines of ${what}`,
    textContent: 'Wrap',
  });
  copy.before(button);
}

/** Adds the button to every code block, with its current state. */
export function markWrapButtons(): void {
  for (const copy of Array.from(document.querySelectorAll('.code > .code__copy'))) addButton(copy);
  for (const button of Array.from(document.querySelectorAll('.code__wrap')))
    button.setAttribute('aria-pressed', String(isWrapped()));
}

/** Turns wrapping on or off. The button keeps its position on the screen, although the code above it changes height. */
export function toggleWrap(button: HTMLElement): void {
  const wrap = !isWrapped();
  preserveScrollPosition(button, () => {
    document.documentElement.toggleAttribute('data-wrap-code', wrap);
    markWrapButtons();
  });
  store(WRAP_KEY, wrap ? WRAPPED : 'off');
}
