import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
import { buildFolder } from './routes';

/** Problems on a page that readers must never encounter. */
export interface Misbehavior {
  /** Console errors and warnings, uncaught errors, failed requests. */
  problems: string[];
  /** URLs of requests to other hosts. */
  foreignRequests: string[];
}

/**
 * The response headers of a path, parsed from the built `_headers` like Netlify and Cloudflare Pages do.
 *
 * @param pattern - The path as the file spells it.
 */
export function builtHeaders(pattern = '/*'): [name: string, value: string][] {
  const blocks = readFileSync(path.join(buildFolder, '_headers'), 'utf8').split('\n\n');
  const own = blocks.find((block) => block.trimStart().startsWith(`${pattern}\n`)) ?? '';
  return [...own.matchAll(/^ {2}([\w-]+): (.+)$/gm)].map(([, name = '', value = '']) => [name, value]);
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.md': 'text/markdown; charset=utf-8',
};

/** The path behind an address; one that no file has, if it can't be decoded. */
function decode(pathname: string): string {
  try {
    return decodeURIComponent(pathname).replaceAll('\0', '');
  } catch {
    return 'no-such-file';
  }
}

/** Serves the production build like a static host, with its headers, so that browsers keep files like those of readers. */
export function staticHost(): RequestListener {
  const headers = builtHeaders();
  const assetHeaders = builtHeaders('/assets/*');
  return (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    for (const [name, value] of [...headers, ...(pathname.startsWith('/assets/') ? assetHeaders : [])])
      response.setHeader(name, value);
    const file = path.join(buildFolder, decode(pathname));
    const found = [file, path.join(file, 'index.html')].find((name) => existsSync(name) && statSync(name).isFile());
    const type = TYPES[path.extname(found ?? '404.html')] ?? 'application/octet-stream';
    response.writeHead(found === undefined ? 404 : 200, { 'content-type': type });
    response.end(readFileSync(found ?? path.join(buildFolder, '404.html')));
  };
}

/** Starts a server on a free port. The caller closes it. */
export async function listen(listener: RequestListener): Promise<{ origin: string; close: () => void }> {
  const server = await new Promise<Server>((resolve) => {
    const started = createServer(listener).listen(0, 'localhost', () => resolve(started));
  });
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** What tests listen to. */
const EVENTS = ['console', 'pageerror', 'request', 'requestfinished', 'requestfailed'];

/** Playwright's `test`, with the built site on a separate free port per worker. */
export const test = base.extend<{ misbehavior: Misbehavior }, { origin: string }>({
  origin: [
    async ({}, use) => {
      const server = await listen(staticHost());
      await use(server.origin);
      server.close();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ origin }, use) => use(origin),
  misbehavior: async ({ page, origin }, use) => {
    await use(watch(page, origin));
  },
});

/**
 * The same, with one tab per worker, as a reader has who goes from page to page: scripts are fetched and compiled once.
 * What a test stores, the next one finds.
 */
export const testInOneTab = test.extend<object, { tab: Page }>({
  tab: [
    async ({ browser, origin }, use) => {
      const tab = await browser.newPage({ baseURL: origin, viewport: { width: 1440, height: 900 } });
      await use(tab);
      await tab.close();
    },
    { scope: 'worker' },
  ],
  page: async ({ tab }, use) => {
    await use(tab);
    for (const event of EVENTS) tab.removeAllListeners(event);
    await tab.goto('about:blank');
  },
});

export { expect };

/** Starts recording problems on the page. */
export function watch(page: Page, origin: string): Misbehavior {
  const found: Misbehavior = { problems: [], foreignRequests: [] };
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') {
      found.problems.push(`${message.type()}: ${message.text()}`);
    }
  });
  page.on('pageerror', (error) => found.problems.push(`uncaught: ${error.message}`));
  page.on('requestfailed', (request) => {
    // Leaving a page cancels its pending requests.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') {
      found.problems.push(`failed: ${request.url()}`);
    }
  });
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(origin) && !url.startsWith('data:') && !url.startsWith('blob:')) {
      found.foreignRequests.push(url);
    }
  });
  return found;
}

/**
 * Waits until React has hydrated the page. On a touch screen, that happens when a reader needs it, so this dispatches a
 * focus event on a control without moving the focus.
 */
export async function hydrated(page: Page): Promise<void> {
  // Repeat until hydrated, because the page might reload in the meantime.
  await page.waitForFunction(
    () => {
      document.querySelector('.search-button')?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
      return document.documentElement.dataset['hasHydrated'] === 'true';
    },
    undefined,
    { polling: 50 },
  );
}

/**
 * Gives something that must not happen the time to happen, since nothing signals that it didn't.
 *
 * @param page the page on which it could happen
 * @param milliseconds several times what it would take
 */
export function waitForNothing(page: Page, milliseconds: number): Promise<void> {
  // A fixed time, because nothing signals what doesn't happen. A slow machine can't fail a test by it.
  return page.waitForTimeout(milliseconds);
}
