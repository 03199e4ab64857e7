/** Measures what a page transfers. */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from '@playwright/test';
import { phone } from './first-sight';
import { findFile, serve } from './serve';

/** Returns the compressed size of a file, in bytes. */
export const measureGzip = (file: string): number => gzipSync(readFileSync(file), { level: 9 }).length;

/** Returns the compressed size of several files, in bytes. */
export const measureGzipTotal = (files: readonly string[]): number =>
  files.reduce((sum, file) => sum + measureGzip(file), 0);

/** Opens a page of a built site, and returns the files that it requested. Nothing is prefetched. */
async function record(page: Page, folder: string, route: string, loaded: () => Promise<unknown>): Promise<string[]> {
  const { origin, close } = await serve(folder);
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } }),
  );
  const files = new Set<string>();
  page.on('request', (request) => {
    const file = findFile(folder, new URL(request.url()).pathname);
    if (file !== undefined) files.add(file);
  });
  await page.goto(`${origin}${route}`);
  await loaded();
  await page.waitForLoadState('networkidle');
  await page.context().close();
  close();
  return [...files];
}

/**
 * Lists the files that a page loads on a desktop, where the app starts on its own.
 *
 * @param browser - The browser.
 * @param folder - Folder of a built Docusaurus site.
 * @param route - Route of the page.
 */
export async function listRequestedFiles(browser: Browser, folder: string, route: string): Promise<string[]> {
  const page = await browser.newPage();
  // Docusaurus marks the page after hydration. By then, the page has requested all its scripts.
  const hydrated = () => page.waitForSelector('html[data-has-hydrated="true"]', { state: 'attached' });
  return record(page, folder, route, hydrated);
}

/**
 * Lists the files that a page loads on a phone before the reader touches it.
 *
 * @param browser - The browser.
 * @param folder - Folder of a built site.
 * @param route - Route of the page.
 */
export async function filesBeforeTouch(browser: Browser, folder: string, route: string): Promise<string[]> {
  const page = await browser.newPage(phone);
  return record(page, folder, route, () => page.waitForLoadState('load'));
}
