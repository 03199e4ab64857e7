let styled: Promise<void> | undefined;

/**
 * Fetches the style sheet of the dialogs, once; resolves when it is there. Without it a dialog is plain, but there: a
 * sheet that cannot be had resolves too.
 *
 * @param url address of the sheet
 */
export function styleDialogs(url: string): Promise<void> {
  styled ??= new Promise((resolve) => {
    const sheet = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: url });
    sheet.addEventListener('load', () => resolve());
    sheet.addEventListener('error', () => resolve());
    document.head.append(sheet);
  });
  return styled;
}
