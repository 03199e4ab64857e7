/** Copies to the clipboard: the copy buttons of code blocks and pages, and the permalinks of headings and fields. */

const COPIED_MS = 2000;

/** One polite live region for the whole page. */
function announce(text: string): void {
  let region = document.getElementById('site-announcement');
  if (!region) {
    region = document.createElement('div');
    Object.assign(region, { id: 'site-announcement', className: 'visually-hidden', role: 'status' });
    document.body.append(region);
  }
  region.textContent = text;
}

async function fetchText(url: string): Promise<string> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${String(response.status)}`);
  return response.text();
}

/** Copies a text. Over plain HTTP, there is no clipboard, but browsers still copy a selection. */
async function copyText(text: string): Promise<void> {
  const { clipboard } = navigator as { clipboard?: Clipboard };
  if (clipboard) return clipboard.writeText(text);
  const focused = document.activeElement;
  const area = Object.assign(document.createElement('textarea'), { value: text, className: 'visually-hidden' });
  document.body.append(area);
  area.select();
  // Deprecated, but nothing else copies without a secure context.
  const copied = (document as { execCommand: (command: 'copy') => boolean }).execCommand('copy');
  area.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  if (!copied) throw new Error('The browser copied nothing.');
}

/** Copies the text at a URL. Safari only accepts a promise that is passed to the clipboard during the click event. */
async function copyFrom(url: string): Promise<void> {
  const text = fetchText(url);
  if (!window.isSecureContext || typeof ClipboardItem === 'undefined') return copyText(await text);
  const blob = text.then((content) => new Blob([content], { type: 'text/plain' }));
  return navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
}

/** Whether a copy succeeds. Without permission or a secure context, readers can still select the text manually. */
const succeeds = (copying: Promise<void>): Promise<boolean> =>
  copying.then(
    () => true,
    () => false,
  );

/** Shows the outcome of a copy on its button for a moment, and announces it to assistive technology. */
async function sayOn(button: HTMLElement, copying: Promise<void>): Promise<void> {
  const outcome = (await succeeds(copying)) ? 'copied' : 'failed';
  announce(outcome === 'copied' ? 'Copied to clipboard.' : 'Copy failed. Select the text and copy it manually.');
  if (button.dataset['outcome'] !== undefined) return;
  button.dataset['outcome'] = outcome;
  // Buttons without a word show the outcome as their icon.
  const word = button.textContent;
  if (word !== '') button.textContent = outcome === 'copied' ? 'Copied' : 'Copy failed';
  setTimeout(() => {
    button.textContent = word;
    delete button.dataset['outcome'];
  }, COPIED_MS);
}

/** Copies the button's own text, the code that shows in its figure, or the page's Markdown version. */
export function copyWith(button: HTMLElement): Promise<void> {
  const { copy, twin } = button.dataset;
  const shown = (): string =>
    Array.from(button.closest('.code')?.querySelectorAll('code') ?? []).find(({ offsetParent }) => offsetParent)
      ?.textContent ?? '';
  return sayOn(button, twin === undefined ? copyText(copy || shown()) : copyFrom(twin));
}

/** Copies the URL of a heading or field. */
export async function copyPermalink(link: HTMLAnchorElement): Promise<void> {
  const copied = await succeeds(copyText(link.href));
  announce(copied ? 'Link copied to clipboard.' : 'Copy failed. Copy the link from the address bar.');
}
