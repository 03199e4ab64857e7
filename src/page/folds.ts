/** Opens `details` elements for a URL fragment inside them, and for printing. */
import { decode } from './decode';

/**
 * Opens every `details` element at and around the target of the fragment, and scrolls to it, because it might have been
 * hidden.
 */
export function openTarget(): void {
  const hash = window.location.hash.slice(1);
  const id = decode(hash) ?? hash;
  const target = id ? document.getElementById(id) : null;
  if (!target) return;
  const folds: HTMLDetailsElement[] = [];
  for (let fold = target.closest('details'); fold; fold = fold.parentElement?.closest('details') ?? null)
    folds.push(fold);
  const closed = folds.filter(({ open }) => !open);
  for (const fold of closed) fold.open = true;
  if (closed.length > 0) target.scrollIntoView();
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
