/**
 * What a reader on a slow phone sees, and when: a processor four times slower, slow 4G, nothing cached. And how long the
 * way to the next page takes on a desk, once it is loaded ahead.
 */
import type { Browser, CDPSession, Page } from '@playwright/test';

/** Milliseconds after the navigation began. */
export interface FirstSight {
  /** Until the first element of the given selector is in the page. */
  readonly element: number;
  readonly largestPaint: number;
  /** Sum of what long tasks take beyond 50 ms. */
  readonly blocked: number;
  readonly shift: number;
}

interface Seen {
  largestPaint: number;
  blocked: number;
  shift: number;
  element: number;
}

/** Slow 4G, as Lighthouse has it. */
const slow = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6e6 / 8) * 0.9,
  uploadThroughput: (750e3 / 8) * 0.9,
};

async function asSlowPhone(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', slow);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  return session;
}

/** Opens the address once, cold. */
async function look(browser: Browser, address: string, selector: string): Promise<FirstSight> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await asSlowPhone(page);
  // What runs this file names functions with a helper that no page has.
  await page.addInitScript('globalThis.__name ??= (value) => value');
  await page.addInitScript((wanted) => {
    const seen: Seen = { largestPaint: 0, blocked: 0, shift: 0, element: 0 };
    Object.assign(window, { seen });
    const on = (type: string, note: (entry: PerformanceEntry) => void): void => {
      new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
    };
    on('largest-contentful-paint', (entry) => (seen.largestPaint = entry.startTime));
    on('longtask', (entry) => (seen.blocked += Math.max(0, entry.duration - 50)));
    on('layout-shift', (entry) => (seen.shift += (entry as PerformanceEntry & { value: number }).value));
    new MutationObserver((_changes, observer) => {
      if (document.querySelector(wanted) === null) return;
      seen.element = performance.now();
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  }, selector);
  await page.goto(address, { waitUntil: 'networkidle', timeout: 120_000 });
  // The browser tells of a paint some time after it.
  await page
    .waitForFunction(() => {
      const { seen } = window as unknown as { seen: Seen };
      return seen.largestPaint > 0 && seen.element > 0;
    })
    .catch((cause: unknown) => {
      throw new Error(`${address}: the browser has reported no paint.`, { cause });
    });
  const seen = await page.evaluate(() => (window as unknown as { seen: Seen }).seen);
  await context.close();
  return seen;
}

const median = (values: number[]): number => [...values].sort((left, right) => left - right)[values.length >> 1] ?? 0;

/** The median of several visits. */
export async function firstSight(browser: Browser, address: string, selector: string, visits = 5): Promise<FirstSight> {
  const seen: FirstSight[] = [];
  for (let visit = 0; visit < visits; visit += 1) seen.push(await look(browser, address, selector));
  const of = (name: keyof FirstSight): number => median(seen.map((sight) => sight[name]));
  return { element: of('element'), largestPaint: of('largestPaint'), blocked: of('blocked'), shift: of('shift') };
}

/** Milliseconds from a click on a link in the sidebar until the next page's heading is there, loaded ahead by hovering. */
export async function movingOn(browser: Browser, origin: string, from: string, to: string): Promise<number> {
  const times: number[] = [];
  for (let visit = 0; visit < 5; visit += 1) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    await page.goto(`${origin}${from}`, { waitUntil: 'networkidle' });
    const link = page.locator(`.theme-doc-sidebar-menu a[href="${to}"]`).first();
    await link.hover();
    await page.waitForLoadState('networkidle');
    times.push(
      await link.evaluate(
        (anchor: HTMLElement) =>
          new Promise<number>((resolve) => {
            const heading = document.querySelector('h1')?.textContent;
            const began = performance.now();
            const observer = new MutationObserver(() => {
              if (document.querySelector('h1')?.textContent === heading) return;
              observer.disconnect();
              requestAnimationFrame(() => resolve(performance.now() - began));
            });
            observer.observe(document.body, { childList: true, subtree: true, characterData: true });
            anchor.click();
          }),
      ),
    );
    await page.close();
  }
  return median(times);
}
