/** Measures the weight of a page: records the files that it requests, and reads their sizes from the build. */
import type { Page, Request } from '@playwright/test';
import { gzipSize } from './size';

/** The compressed transfer size of a page in bytes, without prefetched files. */
export interface Weight {
  readonly total: number;
  readonly script: number;
  readonly style: number;
  readonly html: number;
}

/**
 * The budget of a page with a mouse, in kB (1,000 bytes) gzip, with an empty cache, until the network is idle, and
 * without prefetching. A plain Docusaurus page is 200 kB. Mermaid loads when a reader scrolls to a diagram.
 * `tests/built/weight.spec.ts` measures what a page loads before the app.
 */
const BUDGET: Weight = { total: 200, script: 169, style: 13, html: 20 };

/** Parts of the stock explorer, which no page can load. */
const forbidden = /postman|redux|faker|react-live|ApiExplorer/;

/** The files that a page has requested. */
export interface NotedFiles {
  /** URL paths of the files, without the page and prefetched files. Grows while the page loads. */
  readonly files: readonly string[];
  /** Waits until the page has loaded everything it needs. */
  readonly settled: () => Promise<void>;
}

/**
 * Starts recording the files that a page requests.
 *
 * @param page - A page without content so far.
 */
export function noteFiles(page: Page): NotedFiles {
  const files: string[] = [];
  const onTheWay = new Set<Request>();
  page.on('request', (request) => {
    onTheWay.add(request);
    const { pathname, protocol } = new URL(request.url());
    const isAhead = request.resourceType() === 'prefetch' || 'sec-purpose' in request.headers();
    if (protocol.startsWith('http') && request.resourceType() !== 'document' && !isAhead && !files.includes(pathname))
      files.push(pathname);
  });
  for (const end of ['requestfinished', 'requestfailed'] as const)
    page.on(end as 'requestfinished', (request) => onTheWay.delete(request));
  const settled = async (): Promise<void> => {
    // Deferred requests start when the browser is idle, and can cause others.
    for (let quiet = 0; quiet < 2; quiet = onTheWay.size === 0 ? quiet + 1 : 0) {
      await page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => setTimeout(resolve, 20))));
    }
  };
  return { files, settled };
}

/**
 * Computes the weight of a page.
 *
 * @param route - The route of the page.
 * @param files - Paths of the requested files.
 * @throws If the build lacks one of them.
 */
export function measureWeight(route: string, files: readonly string[]): Weight {
  const sum = (paths: readonly string[]) => paths.reduce((total, file) => total + gzipSize(file), 0);
  const html = gzipSize(`${route.replace(/\/$/, '')}/`);
  const ending = (end: string) => sum(files.filter((file) => file.endsWith(end)));
  return { total: html + sum(files), script: ending('.js'), style: ending('.css'), html };
}

/**
 * Formats a weight: `96.1 kB (script 70.0, style 10.0, html 16.1)`.
 *
 * @param weight - The weight of a page.
 */
export function weightText({ total, ...parts }: Weight): string {
  const kB = (bytes: number) => (bytes / 1000).toFixed(1);
  const list = Object.entries(parts).map(([part, bytes]: [string, number]) => `${part} ${kB(bytes)}`);
  return `${kB(total)} kB (${list.join(', ')})`;
}

/**
 * Checks the weight of a page.
 *
 * @param route - The route of the page.
 * @param files - Paths of the requested files.
 * @returns One line per exceeded budget, and per forbidden file.
 */
export function weightFindings(route: string, files: readonly string[]): string[] {
  const weight = measureWeight(
    route,
    files.filter((file) => !forbidden.test(file)),
  );
  const over = (Object.keys(BUDGET) as (keyof Weight)[]).filter((part) => weight[part] > BUDGET[part] * 1000);
  return [
    ...over.map((part) => `${part} is over its budget of ${BUDGET[part]} kB: ${weightText(weight)}`),
    ...files.filter((file) => forbidden.test(file)).map((file) => `${file} is part of the stock explorer`),
  ];
}
