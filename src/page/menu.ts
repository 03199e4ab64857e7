/**
 * The menu of a phone, from the first tap until the app runs: the links that the page already contains, in the shape of
 * the app's own menu, which then takes its place. It loads when a reader first opens the menu.
 */

import { makeModal } from './modal';

/** Parts of the press queue. Parameters, because importing the modules here would split them off (`keyboard-help.ts`). */
interface Queue {
  readonly whenRunning: (run: () => void) => void;
  readonly dropPress: () => void;
}

const FRAME = `
<div class="navbar-sidebar__backdrop"></div>
<div class="navbar-sidebar" role="dialog" aria-modal="true" aria-label="Menu">
  <div class="navbar-sidebar__brand">
    <button type="button" class="clean-btn navbar-sidebar__close" aria-label="Close navigation bar">
      <svg viewBox="0 0 15 15" width="21" height="21" stroke="var(--ifm-color-emphasis-600)" stroke-width="1.2">
        <path d="M.75.75l13.5 13.5M14.25.75L.75 14.25"></path>
      </svg>
    </button>
  </div>
  <div class="navbar-sidebar__items"><div class="navbar-sidebar__item menu"></div></div>
</div>`;

const BACK = '<button type="button" class="clean-btn navbar-sidebar__back">← Back to main menu</button>';

/** Copies parts of the page. They work without the app if they're links. */
const copyAll = (selector: string): HTMLElement[] =>
  Array.from(document.querySelectorAll<HTMLElement>(selector), (part) => part.cloneNode(true) as HTMLElement);

/** The main menu, which a page without a sidebar shows: the links of the navigation bar. */
function listMain(): HTMLElement {
  const list = Object.assign(document.createElement('ul'), { className: 'menu__list' });
  for (const link of copyAll('.navbar__items > a.navbar__link')) {
    link.className = 'menu__link';
    const item = Object.assign(document.createElement('li'), { className: 'menu__list-item' });
    item.append(link);
    list.append(item);
  }
  return list;
}

const getLabel = (button: Element): string | null => button.getAttribute('aria-label') ?? button.textContent;

/** Tells the page that the menu is open or closed, as the app does, which later resets both. */
function show(isOpen: boolean): void {
  document.querySelector('.navbar__toggle')?.setAttribute('aria-expanded', String(isOpen));
  document.body.style.overflow = isOpen ? 'hidden' : '';
}

/**
 * Opens the menu, unless it's open.
 *
 * @param queue - Tells when the app runs, and drops the press that opened the menu if the reader closes it.
 */
export function openMenu({ whenRunning, dropPress }: Queue): void {
  if (document.querySelector('.early-menu')) return;
  const menu = Object.assign(document.createElement('div'), {
    className: 'early-menu navbar-sidebar--show',
    innerHTML: FRAME,
  });
  const get = (selector: string) => menu.querySelector<HTMLElement>(selector);
  menu.style.cssText = 'position: relative; z-index: calc(var(--ifm-z-index-fixed) + 1)';
  get('.navbar-sidebar__brand')?.prepend(...copyAll('.navbar__brand'), ...copyAll('.color-mode'));
  get('.color-mode')?.style.setProperty('width', '2rem');
  const [sidebar] = copyAll('.theme-doc-sidebar-menu');
  if (sidebar) get('.menu')?.insertAdjacentHTML('afterbegin', BACK);
  get('.menu')?.append(sidebar ?? listMain());

  /** The button that the reader pressed, which the app's menu has, too. */
  let pressed: string | null = null;
  const close = (): void => {
    dropPress();
    menu.remove();
    show(false);
    release();
  };
  menu.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button, .navbar-sidebar__backdrop') : null;
    if (button?.matches('.navbar-sidebar__close, .navbar-sidebar__backdrop') === true) {
      close();
    } else if (button) {
      pressed = getLabel(button);
      button.setAttribute('aria-busy', 'true');
    }
  });

  const handOver = (): void => {
    if (!menu.isConnected) return;
    // A finger that is down finishes its press first.
    if (menu.matches(':active')) {
      menu.addEventListener('click', handOver, { once: true });
      return;
    }
    // The app's menu takes the place without sliding in.
    const parts = Array.from(
      document.querySelectorAll<HTMLElement>('.navbar :is(.navbar-sidebar, .navbar-sidebar__backdrop)'),
    );
    for (const part of parts) part.style.transition = 'none';
    const own = parts.find((part) => part.matches('.navbar-sidebar'));
    for (const panel of own?.querySelectorAll('.menu') ?? []) panel.scrollTop = get('.menu')?.scrollTop ?? 0;
    menu.remove();
    release();
    const buttons = Array.from(own?.querySelectorAll('button') ?? []);
    if (pressed !== null) buttons.find((button) => getLabel(button) === pressed)?.click();
    requestAnimationFrame(() => {
      for (const part of parts) part.style.transition = '';
    });
  };
  // The press that opens the app's menu is replayed first.
  whenRunning(() => requestAnimationFrame(handOver));
  show(true);
  document.body.append(menu);
  const release = makeModal(menu, close);
}
