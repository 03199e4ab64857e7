import type { Page } from '@playwright/test';

/**
 * Records the layout shifts of the pages that are opened from now on.
 *
 * @param page - A page without content so far.
 * @returns How to read the sum of the shifts of the current page. 0 means that nothing moved.
 */
export async function recordShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () =>
    page.evaluate(() => (window as unknown as { shifts: number[] }).shifts.reduce((sum, value) => sum + value, 0));
}
