/** The longest wait for an idle moment, in milliseconds. */
const LONGEST_MS = 500;

/**
 * Runs a function when the browser is idle, or a little later if there is no idle moment or no API for it.
 *
 * @param run - The function to run.
 */
export function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: LONGEST_MS });
  else setTimeout(run, LONGEST_MS);
}
