let styled: Promise<void> | undefined;

/**
 * Loads the style sheet of the dialogs once, and resolves when it's ready. Also resolves if the sheet fails to load,
 * because a dialog works without it.
 *
 * @param url - URL of the style sheet.
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
