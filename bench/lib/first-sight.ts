/** What a reader experiences: the first visit on a slow phone, the first tap, and the way to the next page on a desktop. */
import { type Browser, devices, type Page } from '@playwright/test';
import { median } from './median';

/** How a page appears on a slow phone. Times are in milliseconds after the navigation began. */
export interface FirstSight {
  /** When the first element of the given selector is in the page. */
  readonly element: number;
  readonly largestPaint: number;
  /** Total of what long tasks take beyond 50 ms. */
  readonly blocked: number;
  /** Cumulative layout shift. */
  readonly shift: number;
}

type Seen = { -readonly [Name in keyof FirstSight]: number };

/** Lighthouse's slow 4G. */
const slow4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6e6 / 8) * 0.9,
  uploadThroughput: (750e3 / 8) * 0.9,
};

const VISITS = 5;

/** A phone with a touch screen. */
export const phone = { ...devices['Pixel 7'], defaultBrowserType: undefined };

/** Opens a page on a phone with a touch screen and an empty cache. */
async function openPhone(browser: Browser): Promise<Page> {
  const context = await browser.newContext(phone);
  const page = await context.newPage();
  // The transpiler's helper for function names is missing in the page.
  await page.addInitScript('globalThis.__name ??= (value) => value');
  return page;
}

/** Slows down the CPU and, if requested, the network. */
async function slowDown(page: Page, { network }: { network: boolean }): Promise<void> {
  const session = await page.context().newCDPSession(page);
  if (network) {
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', slow4G);
  }
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
}

/** Visits a page once. */
async function visit(browser: Browser, url: string, selector: string): Promise<FirstSight> {
  const page = await openPhone(browser);
  await slowDown(page, { network: true });
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
  await page.goto(url, { waitUntil: 'networkidle', timeout: 120_000 });
  // The browser reports a paint some time after it.
  await page
    .waitForFunction(() => {
      const { seen } = window as unknown as { seen: Seen };
      return seen.largestPaint > 0 && seen.element > 0;
    })
    .catch((cause: unknown) => {
      throw new Error(`${url}: the browser reported no paint.`, { cause });
    });
  const seen = await page.evaluate(() => (window as unknown as { seen: Seen }).seen);
  await page.context().close();
  return seen;
}

/**
 * Visits a page several times on a slow phone, without touching it.
 *
 * @param browser - The browser.
 * @param url - URL of the page.
 * @param selector - The element to wait for.
 * @returns The median of each figure.
 */
export async function measureFirstLoad(browser: Browser, url: string, selector: string): Promise<FirstSight> {
  const seen: FirstSight[] = [];
  for (let count = 0; count < VISITS; count += 1) seen.push(await visit(browser, url, selector));
  const of = (name: keyof FirstSight): number => median(seen.map((sight) => sight[name]));
  return { element: of('element'), largestPaint: of('largestPaint'), blocked: of('blocked'), shift: of('shift') };
}

/**
 * Measures the first tap on the menu of a slow phone, after the browser has prefetched the app.
 *
 * @param browser - The browser.
 * @param url - URL of a page.
 * @param menu - A selector that matches when the menu is open.
 * @returns The median time until then, in milliseconds.
 */
export async function firstTap(browser: Browser, url: string, menu: string): Promise<number> {
  const times: number[] = [];
  for (let count = 0; count < VISITS; count += 1) {
    const page = await openPhone(browser);
    await page.goto(url, { waitUntil: 'networkidle' });
    await page.waitForFunction(() => document.querySelector('link[rel="prefetch"][as="script"]') !== null);
    await page.waitForLoadState('networkidle');
    await slowDown(page, { network: false });
    const opened = page.evaluate(
      (selector) =>
        new Promise<number>((resolve) => {
          let began = 0;
          addEventListener('pointerdown', (event) => (began ||= event.timeStamp), true);
          new MutationObserver((_changes, observer) => {
            if (document.querySelector(selector) === null) return;
            observer.disconnect();
            requestAnimationFrame((now) => resolve(now - began));
          }).observe(document, { attributes: true, childList: true, subtree: true });
        }),
      menu,
    );
    await page.locator('.navbar__toggle').tap();
    times.push(await opened);
    await page.context().close();
  }
  return median(times);
}

/**
 * Measures the way to the next page on a desktop, which hovering over the link prefetches.
 *
 * @param browser - The browser.
 * @param origin - Origin of the site.
 * @param from - Route of the page with the link.
 * @param to - Route of the next page.
 * @returns The median time from the click until the next page's heading is there, in milliseconds.
 */
export async function nextPage(browser: Browser, origin: string, from: string, to: string): Promise<number> {
  const times: number[] = [];
  for (let count = 0; count < VISITS; count += 1) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    await page.goto(`${origin}${from}`);
    await page.waitForSelector('html[data-has-hydrated="true"]', { state: 'attached' });
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
