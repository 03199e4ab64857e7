/** Makes a phone's menu modal: the page script's, and then the app's. */

/** What stays reachable beside a menu. */
const BESIDE = '.navbar-sidebar__backdrop, .early-menu, script';

/**
 * Makes everything outside a menu inert, moves the focus into it, brings the link of the current page to the middle, and
 * closes the menu on Escape.
 *
 * @param menu - The open menu.
 * @param close - Called on Escape.
 * @returns A function that undoes it, and moves the focus back to the button that opens the menu.
 */
export function makeModal(menu: HTMLElement, close: () => void): () => void {
  const outside: HTMLElement[] = [];
  for (let part = menu; part.parentElement && part !== document.body; part = part.parentElement) {
    const siblings = Array.from(part.parentElement.children) as HTMLElement[];
    outside.push(...siblings.filter((sibling) => sibling !== part && !sibling.inert && !sibling.matches(BESIDE)));
  }
  for (const part of outside) part.inert = true;
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') close();
  };
  document.addEventListener('keydown', onKey);
  const current = Array.from(menu.querySelectorAll('.menu__link--active')).pop();
  const panel = current?.closest('.menu');
  if (current && panel) panel.scrollTop += current.getBoundingClientRect().top - panel.clientHeight / 2;
  const first = menu.querySelector<HTMLElement>('.navbar-sidebar__close');
  // A menu that slides in can't have the focus before it's visible, which takes a slow phone some frames.
  let tries = 60;
  const focus = (): void => {
    first?.focus();
    tries -= 1;
    if (tries > 0 && document.activeElement !== first) requestAnimationFrame(focus);
  };
  requestAnimationFrame(focus);
  return () => {
    tries = 0;
    document.removeEventListener('keydown', onKey);
    for (const part of outside) part.inert = false;
    document.querySelector<HTMLElement>('.navbar__toggle')?.focus();
  };
}
