let styled: Promise<void> | undefined;

/**
 * Loads the style sheet of the dialogs once, and resolves when it's ready. Also resolves if the sheet fails to load,
 * because a dialog works without it.
 */
export function styleDialogs(): Promise<void> {
  styled ??= new Promise((resolve) => {
    const sheet = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: '/css/dialogs.css' });
    sheet.onload = sheet.onerror = () => resolve();
    document.head.append(sheet);
  });
  return styled;
}
