/**
 * What a browser does with a site: what a page transfers until the network is idle, and how long a change takes to be seen
 * in the browser of somebody who writes.
 */
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser } from '@playwright/test';
import serveHandler from 'serve-handler';

/** The file of a built site that answers a path, as a static host finds it. */
function fileOf(folder: string, pathname: string): string | undefined {
  const file = path.join(folder, decodeURIComponent(pathname));
  return [file, `${file}.html`, path.join(file, 'index.html')].find(
    (name) => existsSync(name) && statSync(name).isFile(),
  );
}

/** Bytes, gzip, that a reader who saves data transfers for a page of a built site. */
export async function transferOf(browser: Browser, folder: string, route: string): Promise<number> {
  const server = createServer((request, response) => {
    void serveHandler(request, response, { public: folder, cleanUrls: true, directoryListing: false });
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const origin = `http://localhost:${String((server.address() as AddressInfo).port)}`;
  const page = await browser.newPage();
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } }),
  );
  let bytes = 0;
  page.on('request', (request) => {
    const file = fileOf(folder, new URL(request.url()).pathname);
    if (file !== undefined) bytes += gzipSync(readFileSync(file), { level: 9 }).length;
  });
  await page.goto(`${origin}${route}`, { waitUntil: 'networkidle' });
  await page.close();
  server.closeAllConnections();
  server.close();
  return bytes;
}

/** Seconds from saving a file until its new text is in the open page; the file is put back. */
export async function reloadTime(
  browser: Browser,
  address: string,
  file: string,
  change: { from: string; to: string },
): Promise<number> {
  const before = readFileSync(file, 'utf8');
  if (!before.includes(change.from)) throw new Error(`${file} does not hold "${change.from}".`);
  const page = await browser.newPage();
  await page.goto(address, { waitUntil: 'load' });
  await page.getByText(change.from).first().waitFor({ timeout: 120_000 });
  const began = performance.now();
  writeFileSync(file, before.replace(change.from, change.to));
  await page.getByText(change.to).first().waitFor({ timeout: 120_000 });
  const seconds = (performance.now() - began) / 1000;
  writeFileSync(file, before);
  await page.close();
  return seconds;
}
