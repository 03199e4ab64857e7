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

/** Says at every button of the page whether lines wrap. */
export function markWrapButtons(): void {
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
