/**
 * The dialog with keyboard shortcuts, without a framework. It loads with its style sheet when a reader first presses `?`
 * or opens it from the search. The browser traps the focus, closes the dialog on Escape, and restores the focus.
 */
import { styleDialogs } from './dialog-styles';

/** Reads and sets whether single-key shortcuts work. A parameter rather than an import, because this file loads separately. */
export interface SingleKeys {
  readonly work: () => boolean;
  readonly letWork: (work: boolean) => void;
}

const KEYS: readonly [keys: readonly string[], what: string][] = [
  [['/', 'Ctrl K', '⌘ K'], 'Open search'],
  [['↑', '↓'], 'Navigate search results'],
  [['Enter'], 'Open the selected result'],
  [['Ctrl Enter', '⌘ Enter'], 'Open the selected result in a new tab'],
  [['←', '→', 'Home', 'End'], 'Switch between the language tabs of a code sample'],
  [
    ['Tab'],
    'Move to the next link, button, or code block. On a new page, the first press offers to skip to the content',
  ],
  [['Esc'], 'Close the dialog'],
  [['?'], 'Show keyboard shortcuts'],
];

const element = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
  ...content: (Node | string)[]
): HTMLElementTagNameMap[Name] => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...content);
  return made;
};

/** The switch for single-key shortcuts. Its label never changes; `aria-pressed` shows its state. */
function singleKeysSwitch({ work: singleKeysWork, letWork }: SingleKeys): HTMLElement {
  const button = element('button', { type: 'button', className: 'keys__switch' }, 'Single-key shortcuts');
  const state = element('span', { className: 'keys__state', id: 'single-keys-state' });
  const say = (): void => {
    const work = singleKeysWork();
    button.setAttribute('aria-pressed', String(work));
    state.textContent = work
      ? '/ and ? work without Ctrl or ⌘.'
      : 'Off: / and ? do nothing. Ctrl K and ⌘ K open search.';
  };
  button.setAttribute('aria-describedby', state.id);
  button.addEventListener('click', () => {
    letWork(!singleKeysWork());
    say();
  });
  say();
  return element('p', { className: 'keys__choice' }, button, ' ', state);
}

function build(singleKeys: SingleKeys): HTMLDialogElement {
  const list = element('dl', { className: 'keys' });
  for (const [keys, what] of KEYS) {
    const names = keys.flatMap((key) => [element('kbd', {}, key), ' ']);
    list.append(element('div', { className: 'keys__row' }, element('dt', {}, ...names), element('dd', {}, what)));
  }
  const close = element('button', { type: 'button', className: 'dialog__close' }, 'Close');
  const title = element('h2', { className: 'dialog__title', id: 'keyboard-help-title' }, 'Keyboard shortcuts');
  const dialog = element(
    'dialog',
    { className: 'dialog' },
    element('div', { className: 'dialog__bar' }, title, close),
    list,
    singleKeysSwitch(singleKeys),
  );
  dialog.setAttribute('aria-labelledby', title.id);
  close.addEventListener('click', () => dialog.close());
  // A click on the backdrop closes the dialog. Keyboard users have Escape and the button.
  dialog.addEventListener('click', (event) => event.target === dialog && dialog.close());
  dialog.addEventListener('close', () => dialog.remove());
  return dialog;
}

/** Shows the dialog, unless one is already open. */
export async function showKeyboardHelp(styleUrl: string, singleKeys: SingleKeys): Promise<void> {
  await styleDialogs(styleUrl);
  if (document.querySelector('dialog[open]')) return;
  const dialog = build(singleKeys);
  document.body.append(dialog);
  dialog.showModal();
}
