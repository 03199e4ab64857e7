import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
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

/** Serves the production build the way a static host does. */
function startServer(): Promise<Server> {
  const server = createServer((request, response) => {
    void serveHandler(request, response, { public: buildFolder, cleanUrls: true, directoryListing: false });
  });
  return new Promise((resolve) => server.listen(0, 'localhost', () => resolve(server)));
}

/** Playwright's `test` with the built site on a free port of its own per worker. */
export const test = base.extend<{ misbehavior: Misbehavior }, { origin: string }>({
  origin: [
    async ({}, use) => {
      const server = await startServer();
      await use(`http://localhost:${(server.address() as AddressInfo).port}`);
      server.closeAllConnections();
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
function watch(page: Page, origin: string): Misbehavior {
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

/** Waits until React has taken over the page. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForSelector('html[data-has-hydrated="true"]', { state: 'attached' });
}
