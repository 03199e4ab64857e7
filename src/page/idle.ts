/** The longest that something waits for an idle moment, in milliseconds. */
const LONGEST_MS = 500;

/**
 * Runs something when the browser has nothing better to do; without such a moment, or a way to ask for one, a little
 * later.
 *
 * @param run what is to run
 */
export function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: LONGEST_MS });
  else setTimeout(run, LONGEST_MS);
}
