import { readFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
import serveHandler from 'serve-handler';
import { buildFolder } from './routes';

/** What a page did that a reader must never see. */
export interface Misbehavior {
  /** Console errors and warnings, uncaught errors, failed requests. */
  problems: string[];
  /** Addresses of requests to any other host than the site's own. */
  foreignRequests: string[];
}

/** The headers of every response, read from the built `_headers` as Netlify and Cloudflare Pages read it. */
export function builtHeaders(): [name: string, value: string][] {
  const [everywhere = ''] = readFileSync(path.join(buildFolder, '_headers'), 'utf8').split('\n\n');
  return [...everywhere.matchAll(/^ {2}([\w-]+): (.+)$/gm)].map(([, name = '', value = '']) => [name, value]);
}

/** Serves the production build the way a static host does, with the security headers that it brings along. */
export function staticHost(): RequestListener {
  const headers = builtHeaders();
  return (request, response) => {
    headers.forEach(([name, value]) => response.setHeader(name, value));
    void serveHandler(request, response, { public: buildFolder, cleanUrls: true, directoryListing: false });
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

/** Playwright's `test` with the built site on a free port of its own per worker. */
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

export { expect };

/** Records what the page does wrong from now on. */
export function watch(page: Page, origin: string): Misbehavior {
  const found: Misbehavior = { problems: [], foreignRequests: [] };
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') {
      found.problems.push(`${message.type()}: ${message.text()}`);
    }
  });
  page.on('pageerror', (error) => found.problems.push(`uncaught: ${error.message}`));
  page.on('requestfailed', (request) => {
    // Leaving a page cancels what it was still fetching.
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
 * Waits until React has taken over the page. On a touch screen it does so when a reader needs it; here the focus of a
 * control stands for that, without moving the page's own.
 */
export async function hydrated(page: Page): Promise<void> {
  // Again until it is there: a page may be loaded anew meanwhile.
  await page.waitForFunction(
    () => {
      document.querySelector('.search-button')?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
      return document.documentElement.dataset['hasHydrated'] === 'true';
    },
    undefined,
    { polling: 50 },
  );
}
