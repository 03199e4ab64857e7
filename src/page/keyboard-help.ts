/**
 * The dialog with keyboard shortcuts, without a framework. It loads with its style sheet when a reader first presses `?`
 * or opens it from the search. The browser traps the focus, closes the dialog on Escape, and restores the focus.
 */
import { styleDialogs } from './dialog-styles';

/**
 * Reads and sets whether single-key shortcuts work. A parameter, because importing the module here as well would make
 * the bundler split it off into another file that every page loads.
 */
interface SingleKeys {
  readonly work: () => boolean;
  readonly letWork: (work: boolean) => void;
}

const KEYS: readonly [keys: readonly string[], what: string][] = [
  [['/', 'Ctrl K', '⌘ K'], 'Open search'],
  [['↑', '↓'], 'Navigate search results'],
  [['Enter'], 'Open the selected result'],
  [['Ctrl Enter', '⌘ Enter'], 'Open the selected result in a new tab'],
  [['←', '→', 'Home', 'End'], 'Switch between the language tabs of a code sample'],
  [['Tab'], 'Move to the next link or button'],
  [['Esc'], 'Close the dialog'],
  [['?'], 'Show keyboard shortcuts'],
];

const rows = KEYS.map(([keys, what]) => {
  const names = keys.map((key) => `<kbd>${key}</kbd>`).join(' ');
  return `<div><dt>${names}</dt><dd>${what}</dd></div>`;
});

/** The label of the switch never changes. `aria-pressed` shows its state. */
const CONTENT = `
<div class="dialog__bar">
  <h2 class="dialog__title" id="keyboard-help-title">Keyboard shortcuts</h2>
  <button type="button" class="dialog__close">Close</button>
</div>
<dl class="facts">${rows.join('')}</dl>
<p class="keys__choice">
  <button type="button" class="button keys__switch" aria-describedby="single-keys-state">Single-key shortcuts</button>
  <span class="keys__state" id="single-keys-state"></span>
</p>`;

/** Shows the dialog, unless one is already open. */
export async function showKeyboardHelp({ work, letWork }: SingleKeys): Promise<void> {
  await styleDialogs();
  if (document.querySelector('dialog[open]')) return;
  const dialog = Object.assign(document.createElement('dialog'), { className: 'dialog', innerHTML: CONTENT });
  dialog.setAttribute('aria-labelledby', 'keyboard-help-title');
  const showState = (): void => {
    dialog.querySelector('.keys__switch')?.setAttribute('aria-pressed', String(work()));
    const state = work() ? '/ and ? work without Ctrl or ⌘.' : 'Off: / and ? do nothing. Ctrl K and ⌘ K open search.';
    dialog.querySelector('.keys__state')?.replaceChildren(state);
  };
  showState();
  let pressed: EventTarget | null = null;
  dialog.addEventListener('pointerdown', ({ target }) => (pressed = target));
  dialog.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return;
    if (target.matches('.keys__switch')) {
      letWork(!work());
      showState();
    }
    // A press and a release on the backdrop close the dialog. Keyboard users have Escape and the button.
    if ((target === dialog && pressed === dialog) || target.matches('.dialog__close')) dialog.close();
  });
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
