/** Opens `details` elements for a URL fragment inside them, and for printing. */

/** The ID in the URL fragment. A stray percent sign stays as it is. */
function idOfAddress(): string {
  const hash = window.location.hash.slice(1);
  try {
    return decodeURIComponent(hash);
  } catch {
    return hash;
  }
}

/**
 * Opens every `details` element around the target of the fragment, and scrolls to it, because it might have been
 * hidden.
 */
export function openTarget(): void {
  const id = idOfAddress();
  const target = id ? document.getElementById(id) : null;
  if (!target) return;
  let opened = false;
  const own = target.querySelector<HTMLDetailsElement>(':scope > details');
  const folds = own && target.parentElement?.classList.contains('long-enums') ? [own] : [];
  for (let fold = target.closest('details'); fold; fold = fold.parentElement?.closest('details') ?? null)
    folds.push(fold);
  for (const fold of folds) {
    if (!fold.open) {
      fold.open = true;
      opened = true;
    }
  }
  if (opened) target.scrollIntoView();
}

let openedForPrint: HTMLDetailsElement[] = [];

/** Listens for changes of the fragment and for printing. */
export function listenToFolds(): void {
  window.addEventListener('hashchange', openTarget);
  window.addEventListener('beforeprint', () => {
    openedForPrint = Array.from(document.querySelectorAll<HTMLDetailsElement>('main details:not([open])'));
    for (const fold of openedForPrint) fold.open = true;
  });
  window.addEventListener('afterprint', () => {
    for (const fold of openedForPrint) fold.open = false;
    openedForPrint = [];
  });
}
