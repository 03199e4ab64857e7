/**
 * Restores the scroll position when the reader goes back or forward to a URL with a fragment. Docusaurus and Chromium
 * would scroll to the target of the fragment. Without a fragment, every browser restores the position.
 */
import { whenIdle } from '../page/idle';
import type { History, Location } from 'history';

const positions = new Map<string, number>();
let pending: number | undefined;

/** Identifies an entry of the history. The first entry and those that the browser adds have no key. */
const identify = ({ key = '', pathname, search, hash }: Location): string => `${key} ${pathname}${search}${hash}`;

/**
 * Records the scroll position of every entry that the reader leaves.
 *
 * @returns A function that stops recording.
 */
export function recordPositions(history: History): () => void {
  let { location: last } = history;
  return history.listen((location, action) => {
    // If the page of the entry was never shown, its recorded position stands.
    if (pending === undefined) positions.set(identify(last), window.scrollY);
    const isReturn = action === 'POP' && location.hash !== '' && location.pathname !== last.pathname;
    pending = isReturn ? positions.get(identify(location)) : undefined;
    last = location;
    // Otherwise, Chromium scrolls to the target after everyone else.
    if (pending !== undefined) window.history.scrollRestoration = 'manual';
  });
}

/** Scrolls to the recorded position, after Docusaurus has scrolled to the target. */
export function restorePosition(): void {
  if (pending === undefined) return;
  window.scrollTo({ top: pending, behavior: 'instant' });
  pending = undefined;
  whenIdle(() => {
    window.history.scrollRestoration = 'auto';
  });
}
