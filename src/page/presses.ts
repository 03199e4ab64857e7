/**
 * Queues presses until the app runs. A press on a control that needs the app starts the app, and is replayed once the
 * app runs. The queue ignores links, and controls that this bundle handles. A phone's menu opens immediately, with the
 * links of the page.
 */
import { isExpected, isRunning, startApp, whenFailed, whenRunning } from './app';
import { isPlainClick } from './events';

/** Selectors of controls, and of those that work without the app. */
const CONTROLS = 'button, [role="button"], [aria-haspopup]';
const OWN = '[data-copy], .sample__tab, dialog *';

interface Press {
  readonly control: HTMLElement;
  /** Whether the reader used the keyboard. Some menus handle the key and not the click that follows. */
  readonly byKey: boolean;
}

let held: Press | undefined;

/**
 * The app's control that an event targets. Controls that the app itself rendered, such as after a crash, already work.
 */
function findControl({ target }: Event, served: WeakSet<Element>): HTMLElement | null {
  const control = target instanceof Element ? target.closest<HTMLElement>(CONTROLS) : null;
  return control?.matches(OWN) === false && served.has(control) ? control : null;
}

/** Drops the queued press, and returns it. */
export function dropPress(): Press | undefined {
  const press = held;
  held = undefined;
  press?.control.removeAttribute('aria-busy');
  return press;
}

function replay(): void {
  const press = dropPress();
  if (press?.byKey === true) {
    press.control.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
  }
  press?.control.click();
}

/** Listens in the capture phase, before any other listener on the page. */
export function holdPresses(): void {
  const served = new WeakSet(Array.from(document.querySelectorAll(CONTROLS)));
  const reach = (event: Event): void => {
    if (isExpected() && findControl(event, served)) startApp();
  };
  window.addEventListener('pointerdown', reach, true);
  window.addEventListener('focusin', reach, true);
  window.addEventListener(
    'click',
    (event) => {
      const control = !isRunning() && isPlainClick(event) ? findControl(event, served) : null;
      if (control?.matches('.navbar__toggle') === true)
        // If it can't load, the app's menu opens, or the app reports that it failed.
        import('./menu').then(({ openMenu }) => openMenu({ whenRunning, dropPress })).catch(() => undefined);
      if (control === null || !isExpected()) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      dropPress();
      held = { control, byKey: event.detail === 0 };
      control.setAttribute('aria-busy', 'true');
      startApp();
    },
    true,
  );
  whenRunning(replay);
  whenFailed(dropPress);
}
