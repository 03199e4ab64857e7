/**
 * Hides a menu that shows on hover, such as the languages, until the pointer has left it or a key opens it (WCAG 1.4.13).
 */
export function hideHoverMenu(): void {
  for (const menu of Array.from(document.querySelectorAll('.dropdown:is(:hover, .dropdown--show)'))) {
    const list = menu.querySelector<HTMLElement>('.dropdown__menu');
    if (!list) continue;
    if (list.contains(document.activeElement)) menu.querySelector<HTMLElement>('[aria-haspopup]')?.focus();
    list.style.visibility = 'hidden';
    const show = (): void => void list.style.removeProperty('visibility');
    for (const type of ['mouseleave', 'keydown']) menu.addEventListener(type, show, { once: true });
  }
  // The theme closes what a key has opened on a press elsewhere.
  document.dispatchEvent(new Event('touchstart'));
}
