/** Playwright's `test` with one of the engines, and the built site served with its security headers. */
import type { RequestListener } from 'node:http';
import { test as base, expect } from '@playwright/test';
import { listen, staticHost } from '../support/site';
import { type Engine, type EngineName, until } from './engine';
import { startFirefoxEngine } from './firefox-engine';
import { startWebKitEngine } from './webkit-engine';

export { expect };

/** The line between the browser and the site. A test can see what is requested, slow it down, and hold it back. */
export interface Line {
  /** Requests since the test began, in order. */
  readonly requests: readonly string[];
  /** How long the server waits before it sends a page, in milliseconds. */
  pageDelay: number;
  /** Holds back the answers to the first requests for these paths until `release`. */
  hold: (paths: RegExp) => void;
  /** Sends what is held back, and holds nothing back anymore. */
  release: () => void;
}

interface PerWorker {
  engineName: EngineName;
  browser_: Engine;
  server: { origin: string; line: Line; reset: () => void };
}

/** How many answers are held back at once. Browsers open six connections to a server, and a click needs one of them. */
const MOST_HELD = 4;

/** The site on a line. */
function siteOnLine(): { host: RequestListener; line: Line; reset: () => void } {
  const site = staticHost();
  let heldPaths: RegExp | undefined;
  const held: (() => void)[] = [];
  const requests: string[] = [];
  const line: Line = {
    requests,
    pageDelay: 0,
    hold: (paths) => (heldPaths = paths),
    release: () => {
      heldPaths = undefined;
      for (const send of held.splice(0)) send();
    },
  };
  const reset = () => {
    line.release();
    line.pageDelay = 0;
    requests.length = 0;
  };
  const host: RequestListener = (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    requests.push(pathname);
    const send = () => site(request, response);
    if (heldPaths?.test(pathname) === true && held.length < MOST_HELD) held.push(send);
    else if (line.pageDelay > 0 && !/\.\w+$/.test(pathname)) setTimeout(send, line.pageDelay);
    else send();
  };
  return { host, line, reset };
}

export const test = base.extend<{ engine: Engine; origin: string; line: Line }, PerWorker>({
  engineName: ['firefox', { option: true, scope: 'worker' }],
  browser_: [
    async ({ engineName }, use) => {
      // `scripts/test-engines.mjs` finds the program.
      const firefox = process.env['FIREFOX_PATH'];
      if (firefox === undefined) throw new Error('FIREFOX_PATH is not set. Run "npm run test:engines".');
      const engine = await (engineName === 'webkit' ? startWebKitEngine() : startFirefoxEngine(firefox));
      console.log(`Engine: ${engine.version}`);
      await use(engine);
      await engine.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  server: [
    async ({}, use) => {
      const { host, line, reset } = siteOnLine();
      const server = await listen(host);
      await use({ origin: server.origin, line, reset });
      server.close();
    },
    { scope: 'worker' },
  ],
  origin: async ({ server }, use) => use(server.origin),
  /** A new visitor in a desktop window, after the one before has left. */
  engine: async ({ browser_: engine, server }, use) => {
    await engine.renew();
    await engine.resize(1280, 860);
    server.reset();
    await use(engine);
    server.line.release();
  },
  line: async ({ server }, use) => use(server.line),
});

/** Paths of the app's chunks: the scripts that it requests, unlike those that start it. */
export const CHUNKS = /^\/assets\/js\/(?!page\.|main\.|runtime~main\.)/;

/**
 * Makes the app start now. It starts by itself with a mouse, which a headless browser may not report, and otherwise when
 * a reader needs it: focus on a control stands for that, without moving the page's own.
 */
export const startApp = (engine: Engine): Promise<void> =>
  engine.run(() => {
    document.querySelector('.search-button')?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
  });

/** Waits until the site's scripts have taken over the page, and everything on it is loaded. */
export async function hydrated(engine: Engine): Promise<void> {
  await until(async () => {
    // Again and again, because the page might reload in the meantime.
    await startApp(engine);
    return engine.run(
      () => document.documentElement.dataset['hasHydrated'] === 'true' && document.readyState === 'complete',
    );
  }, 'the scripts have taken over the page');
}

/** Opens a page of the site and waits until it is ready. */
export async function open(engine: Engine, address: string): Promise<void> {
  await engine.goTo(address);
  await hydrated(engine);
}

/** Whether the first element that fits the selector can be seen. */
export function isVisible(engine: Engine, selector: string): Promise<boolean> {
  return engine.run((wanted) => {
    const box = document.querySelector(wanted)?.getBoundingClientRect();
    return box !== undefined && box.width > 0 && box.height > 0 && box.bottom > 0 && box.top < innerHeight;
  }, selector);
}

/** Waits until the page is at this address, and its heading that one. */
export async function arrived(engine: Engine, route: string, heading: string): Promise<void> {
  await until(
    () =>
      engine.run(
        (wanted, title) =>
          location.pathname.replace(/\/$/, '') === wanted && document.querySelector('h1')?.textContent === title,
        route,
        heading,
      ),
    `the page ${route} with the heading "${heading}"`,
  );
}
