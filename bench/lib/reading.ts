/** Measures reading: what a page transfers, when it appears on a slow phone, and Lighthouse's scores. */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { type Browser, devices, type Page } from '@playwright/test';
import { npm } from '../../scripts/lib/programs.cjs';
import { type Add, median } from './figures';

const LIGHTHOUSE = 'lighthouse@12.8.2';
const VISITS = 5;

/** Lighthouse's slow 4G. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 184_320, uploadThroughput: 86_400 };

/** One page of each kind. */
const PAGES = {
  home: '/',
  category: '/docs/category/concepts',
  concept: '/docs/get-started/concepts/orders/subscriptions',
  tutorial: '/docs/get-started/tutorials/create-subscription',
  guide: '/docs/api/authentication',
  webhook: '/docs/api/webhooks/subscription-renewal-reminder',
  'reference index': '/api/',
  operation: '/api/create-transaction',
  event: '/api/subscription-renewal-reminder-event',
} as const;

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

/** Serves a built site with compression. Counts the bytes that it sends. */
async function serve(folder: string) {
  let bytes = 0;
  const server = createServer((request, response) => {
    const file = path.join(folder, decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname));
    const found = [file, path.join(file, 'index.html')].find((name) => existsSync(name) && statSync(name).isFile());
    if (found === undefined) {
      response.writeHead(404).end();
      return;
    }
    const body = gzipSync(readFileSync(found));
    bytes += body.length;
    const type = TYPES[path.extname(found)] ?? 'application/octet-stream';
    response.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    takeBytes: (): number => {
      const taken = bytes;
      bytes = 0;
      return taken;
    },
    close: () => server.close(),
  };
}

async function openPhone(browser: Browser): Promise<Page> {
  const page = await browser.newPage({ ...devices['Pixel 7'] });
  // Readers save data in these measurements, so the page doesn't prefetch.
  await page.addInitScript('Object.defineProperty(navigator, "connection", { value: { saveData: true } })');
  return page;
}

/** Opens a page on a slow phone. Returns when an element appeared, in milliseconds. */
async function visit(browser: Browser, url: string, selector: string): Promise<number> {
  const page = await openPhone(browser);
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', SLOW_4G);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.goto(url, { waitUntil: 'commit' });
  await page.waitForSelector(selector, { state: 'attached' });
  const time = await page.evaluate(() => performance.now());
  await page.context().close();
  return time;
}

/** The scores of a page, from 0 to 100. This process serves the page, so it must not block. */
async function score(url: string, browser: string): Promise<Record<string, number>> {
  const [program, ...first] = npm;
  const flags = '--chrome-flags=--headless=new --no-sandbox --disable-gpu';
  const args = ['exec', '--yes', '--', LIGHTHOUSE, url, '--output=json', '--quiet', flags];
  const { stdout } = await promisify(execFile)(program, [...first, ...args], {
    env: { ...process.env, CHROME_PATH: browser },
    maxBuffer: 64 * 1024 * 1024,
  });
  const { categories } = JSON.parse(stdout) as { categories: Record<string, { score: number }> };
  return Object.fromEntries(Object.entries(categories).map(([name, { score: of }]) => [name, Math.round(100 * of)]));
}

/**
 * Measures the pages of this site, and a page of the plain one.
 *
 * @param add - Adds a figure.
 * @param browser - The browser, with its path for Lighthouse.
 * @param folders - The built sites.
 */
export async function benchReading(
  add: Add,
  browser: { readonly started: Browser; readonly path: string },
  folders: { readonly ours: string; readonly plain: string },
): Promise<void> {
  const [ours, plain] = [await serve(folders.ours), await serve(folders.plain)];
  const weigh = async (site: typeof ours, route: string): Promise<number> => {
    const page = await openPhone(browser.started);
    await page.goto(`${site.origin}${route}`, { waitUntil: 'networkidle' });
    await page.context().close();
    return site.takeBytes() / 1000;
  };
  try {
    const plainWeight = await weigh(plain, '/page-7');
    for (const [kind, route] of Object.entries(PAGES)) {
      const weight = await weigh(ours, route);
      add(`Phone: ${kind} page, before any touch`, weight, 'kB');
      add(`Phone: ${kind} page, compared with a page of the plain site`, weight / plainWeight, 'ratio');
    }
    const times: number[] = [];
    for (let count = 0; count < VISITS; count += 1) {
      times.push(await visit(browser.started, `${ours.origin}${PAGES.operation}`, '#parameters, [id^="body-"]'));
    }
    add('Slow phone: first field of an operation', median(times), 'ms');
    for (const [kind, route] of Object.entries(PAGES)) {
      for (const [category, points] of Object.entries(await score(`${ours.origin}${route}`, browser.path))) {
        add(`Lighthouse: ${kind} page, ${category}`, points, 'points');
      }
    }
  } finally {
    ours.close();
    plain.close();
  }
}
