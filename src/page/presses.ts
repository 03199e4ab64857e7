/**
 * No press is lost: a press on a control that only the app answers starts the app, is held until the app runs, and is
 * then made once. Controls that this bundle answers itself, and links, are left alone.
 */
import { isExpected, startApp, whenFailed, whenRunning } from './app';

/** What is pressed, but for what works without the app. */
const CONTROLS = 'button, [role="button"], [aria-haspopup]';
const OWN = '[data-copy], .sample__tab, .code__wrap, dialog *';

interface Press {
  readonly control: HTMLElement;
  /** Whether it was made with a key: some menus answer the key and not the click that follows it. */
  readonly byKey: boolean;
}

let held: Press | undefined;

/** The control of the app that an event is about. What the app itself has made (after a crash, say) answers already. */
function controlOf({ target }: Event, served: WeakSet<Element>): HTMLElement | null {
  const control = target instanceof Element ? target.closest<HTMLElement>(CONTROLS) : null;
  return control?.matches(OWN) === false && served.has(control) ? control : null;
}

const isPlain = (event: MouseEvent): boolean =>
  event.button === 0 && !(event.metaKey || event.altKey || event.ctrlKey || event.shiftKey);

/** Ends the wait of a press that is held. */
function release(): Press | undefined {
  const press = held;
  held = undefined;
  press?.control.removeAttribute('aria-busy');
  return press;
}

/** Forgets a press that the reader has taken back. */
export const dropPress = (): void => void release();

function replay(): void {
  const press = release();
  if (press?.byKey === true) {
    press.control.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
  }
  press?.control.click();
}

/** Listens ahead of everything else on the page. */
export function holdPresses(): void {
  const served = new WeakSet(Array.from(document.querySelectorAll(CONTROLS)));
  const reach = (event: Event): void => {
    if (isExpected() && controlOf(event, served)) startApp();
  };
  window.addEventListener('pointerdown', reach, true);
  window.addEventListener('focusin', reach, true);
  window.addEventListener(
    'click',
    (event) => {
      const control = isExpected() && isPlain(event) ? controlOf(event, served) : null;
      if (control === null) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      release();
      held = { control, byKey: event.detail === 0 };
      control.setAttribute('aria-busy', 'true');
      startApp();
    },
    true,
  );
  whenRunning(replay);
  whenFailed(dropPress);
}
