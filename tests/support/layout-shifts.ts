import type { Page } from '@playwright/test';

/**
 * Records the layout shifts of the pages that are opened from now on.
 *
 * @param page - A page without content so far.
 * @returns How to read the sum of the shifts of the current page, which also prints what moved. 0 means that nothing moved.
 */
export async function recordShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const shifts: { value: number; moved: string }[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
      })[]) {
        const moved = entry.sources.map(({ node, previousRect, currentRect }) => {
          const name = node instanceof Element ? node.outerHTML : node?.nodeValue;
          return `${name?.slice(0, 100)} from ${JSON.stringify(previousRect)} to ${JSON.stringify(currentRect)}`;
        });
        shifts.push({ value: entry.value, moved: moved.join('; ') });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return async () => {
    const shifts = await page.evaluate(
      () => (window as unknown as { shifts: { value: number; moved: string }[] }).shifts,
    );
    for (const { value, moved } of shifts) console.log(`shift of ${value}: ${moved}`);
    return shifts.reduce((sum, { value }) => sum + value, 0);
  };
}
