/**
 * Long lines of code wrap or scroll sideways, in all blocks of the site alike, as the reader chooses with the button
 * beside "Copy". The choice stands as an attribute of the `html` element, which the style sheet looks at.
 */
import { holdInPlace } from './hold-in-place';
import { store } from './storage';

/** Where the choice is kept in the browser's local storage, and what stands there when lines wrap. */
export const WRAP_KEY = 'pai.wrap-code';
export const WRAPPED = 'on';

const isWrapped = (): boolean => document.documentElement.dataset['wrapCode'] !== undefined;

/** A button beside "Copy". The HTML does without: it works with this script only, and would weigh 1 kB on long pages. */
function addButton(copy: Element): void {
  if (copy.previousElementSibling?.matches('.code__wrap')) return;
  const what = copy.getAttribute('aria-label')?.replace(/^Copy /, '') ?? 'code';
  const button = Object.assign(document.createElement('button'), { type: 'button', className: 'code__wrap' });
  button.setAttribute('aria-label', `Wrap lines of ${what}`);
  button.textContent = 'Wrap';
  copy.before(button);
}

/** Gives every block of code of the page its button, which says whether lines wrap. */
export function markWrapButtons(): void {
  for (const copy of Array.from(document.querySelectorAll('.code > .code__copy'))) addButton(copy);
  for (const button of Array.from(document.querySelectorAll('.code__wrap')))
    button.setAttribute('aria-pressed', String(isWrapped()));
}

/** Turns wrapping on or off. The button stays where it is on the screen, although the code above it changes height. */
export function toggleWrap(button: HTMLElement): void {
  const wrap = !isWrapped();
  holdInPlace(button, () => {
    document.documentElement.toggleAttribute('data-wrap-code', wrap);
    markWrapButtons();
  });
  store(WRAP_KEY, wrap ? WRAPPED : 'off');
}
