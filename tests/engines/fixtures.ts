/** Playwright's `test` with one of the engines, and the built site served with its security headers. */
import type { RequestListener } from 'node:http';
import { test as base, expect } from '@playwright/test';
import { listen, staticHost } from '../support/site';
import { type Engine, type EngineName, until } from './engine';
import { startPuppeteerEngine } from './puppeteer-engine';
import { startWebKitEngine } from './webkit-engine';

export { expect };

/** Programs of the engines; `scripts/test-engines.mjs` finds them. */
function programOf(name: 'chromium' | 'firefox'): string {
  const variable = `${name.toUpperCase()}_PATH`;
  const program = process.env[variable];
  if (program === undefined) throw new Error(`${variable} is not set. Run "npm run test:engines".`);
  return program;
}

interface PerWorker {
  engineName: EngineName;
  browser_: Engine;
  server: { origin: string; delays: Delays };
}

/** How long the server waits before it answers, in milliseconds, for tests of slow lines. */
export interface Delays {
  chunks: number;
  pages: number;
}

/** The site on a server that can be slow. */
function slowHost(delays: Delays): RequestListener {
  const host = staticHost();
  return (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const isChunk = pathname.startsWith('/assets/js/') && !/\/(?:page|main|runtime~main)\./.test(pathname);
    const isPage = !/\.\w+$/.test(pathname);
    const delay = isChunk ? delays.chunks : isPage ? delays.pages : 0;
    if (delay === 0) host(request, response);
    else setTimeout(() => host(request, response), delay);
  };
}

export const test = base.extend<{ engine: Engine; origin: string; delays: Delays }, PerWorker>({
  engineName: ['chromium', { option: true, scope: 'worker' }],
  browser_: [
    async ({ engineName }, use) => {
      const engine = await (engineName === 'webkit'
        ? startWebKitEngine()
        : startPuppeteerEngine(engineName, programOf(engineName)));
      console.log(`Engine: ${engine.version}`);
      await use(engine);
      await engine.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  server: [
    async ({}, use) => {
      const delays = { chunks: 0, pages: 0 };
      const server = await listen(slowHost(delays));
      await use({ origin: server.origin, delays });
      server.close();
    },
    { scope: 'worker' },
  ],
  origin: async ({ server }, use) => use(server.origin),
  delays: async ({ server }, use) => {
    await use(server.delays);
    Object.assign(server.delays, { chunks: 0, pages: 0 });
  },
  /** A new visitor in a desktop window. */
  engine: async ({ browser_: engine }, use) => {
    await engine.renew();
    await engine.resize(1280, 860);
    await use(engine);
  },
});

/**
 * Waits until the site's scripts have taken over the page. A headless browser may report no mouse, in which case the app
 * starts when a reader needs it: focus on a control stands for that, without moving the page's own.
 *
 * @param engine with a page of the site
 */
export async function hydrated(engine: Engine): Promise<void> {
  await until(
    () =>
      engine.run(() => {
        document.querySelector('.search-button')?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
        return document.documentElement.dataset['hasHydrated'] === 'true';
      }),
    'the scripts have taken over the page',
  );
}

/**
 * Opens a page of the site and waits until it is ready.
 *
 * @param engine the browser
 * @param address of the page
 */
export async function open(engine: Engine, address: string): Promise<void> {
  await engine.goTo(address);
  await hydrated(engine);
}

/**
 * Whether the first element that fits the selector can be seen.
 *
 * @param engine with the page
 * @param selector of the element
 */
export function isVisible(engine: Engine, selector: string): Promise<boolean> {
  return engine.run((wanted) => {
    const box = document.querySelector(wanted)?.getBoundingClientRect();
    return box !== undefined && box.width > 0 && box.height > 0 && box.bottom > 0 && box.top < innerHeight;
  }, selector);
}

/**
 * Waits until the path of the page is this one, and its heading that one.
 *
 * @param engine with the page
 * @param path of the address
 * @param heading of the page
 */
export async function arrived(engine: Engine, path: string, heading: string): Promise<void> {
  await until(
    () =>
      engine.run(
        (wanted, title) =>
          location.pathname.replace(/\/$/, '') === wanted && document.querySelector('h1')?.textContent === title,
        path,
        heading,
      ),
    `the page ${path} with the heading "${heading}"`,
  );
}
