/**
 * What a browser does with a site: what a page transfers until the network is idle, and how long a change takes to be seen
 * in the browser of somebody who writes.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Browser } from '@playwright/test';
import { fileOf, serve } from './serve';

/** The files that a reader who saves data loads for a page of a built site. */
export async function filesOf(browser: Browser, folder: string, route: string): Promise<string[]> {
  const { origin, close } = await serve(folder);
  const page = await browser.newPage();
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } }),
  );
  const files = new Set<string>();
  page.on('request', (request) => {
    const file = fileOf(folder, new URL(request.url()).pathname);
    if (file !== undefined) files.add(file);
  });
  await page.goto(`${origin}${route}`);
  // Every Docusaurus site says when React has taken over; only then it has asked for all its scripts.
  await page.waitForSelector('html[data-has-hydrated="true"]', { state: 'attached' });
  await page.waitForLoadState('networkidle');
  await page.close();
  close();
  return [...files];
}

/** Bytes, gzip, of a file. */
export const gzipSizeOf = (file: string): number => gzipSync(readFileSync(file), { level: 9 }).length;

/** Bytes, gzip, that a reader who saves data transfers for a page of a built site. */
export async function transferOf(browser: Browser, folder: string, route: string): Promise<number> {
  return (await filesOf(browser, folder, route)).reduce((sum, file) => sum + gzipSizeOf(file), 0);
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
