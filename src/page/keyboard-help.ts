/**
 * The list of the site's keys: a modal dialog without a framework, fetched with its style sheet when a reader presses
 * `?` for the first time, or asks for it in the search. The browser keeps the focus inside, closes it on Escape and gives
 * the focus back.
 */
import { styleDialogs } from './dialog-styles';

/** The keys that work alone: whether they do, and how to say so. Given, not imported: this file is loaded apart. */
export interface SingleKeys {
  readonly work: () => boolean;
  readonly letWork: (work: boolean) => void;
}

const KEYS: readonly [keys: readonly string[], what: string][] = [
  [['/', 'Ctrl K', '⌘ K'], 'Open the search'],
  [['↑', '↓'], 'Choose a result of the search'],
  [['Enter'], 'Open the result'],
  [['Ctrl Enter', '⌘ Enter'], 'Open the result in a new tab'],
  [['←', '→', 'Home', 'End'], 'Choose the language, on the tabs of a sample'],
  [['Tab'], 'Go to the next link, button or block of code; the first stop of a page skips to its content'],
  [['Esc'], 'Close a dialog'],
  [['?'], 'Show these keys'],
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

/** The switch of the keys that work alone. Its words stay; pressed or not says the rest. */
function singleKeysSwitch({ work: singleKeysWork, letWork }: SingleKeys): HTMLElement {
  const button = element('button', { type: 'button', className: 'keys__switch' }, 'Single keys');
  const state = element('span', { className: 'keys__state', id: 'single-keys-state' });
  const say = (): void => {
    const work = singleKeysWork();
    button.setAttribute('aria-pressed', String(work));
    state.textContent = work
      ? '/ and ? work without Ctrl or ⌘.'
      : 'Off: / and ? do nothing. Ctrl K and ⌘ K open the search.';
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
  const title = element('h2', { className: 'dialog__title', id: 'keyboard-help-title' }, 'Keys');
  const dialog = element(
    'dialog',
    { className: 'dialog' },
    element('div', { className: 'dialog__bar' }, title, close),
    list,
    singleKeysSwitch(singleKeys),
  );
  dialog.setAttribute('aria-labelledby', title.id);
  close.addEventListener('click', () => dialog.close());
  // The click is a convenience of the pointer; keys have Escape and the button.
  dialog.addEventListener('click', (event) => event.target === dialog && dialog.close());
  dialog.addEventListener('close', () => dialog.remove());
  return dialog;
}

/** Shows the list, unless a dialog is open already. */
export async function showKeyboardHelp(styleUrl: string, singleKeys: SingleKeys): Promise<void> {
  await styleDialogs(styleUrl);
  if (document.querySelector('dialog[open]')) return;
  const dialog = build(singleKeys);
  document.body.append(dialog);
  dialog.showModal();
}
