/** What a page weighs: the files that it asks for are noted while it loads, and their sizes taken from the build. */
import type { Page } from '@playwright/test';
import { gzipSize } from './size';

/** What a page transfers in bytes, packed; what is fetched ahead for the next page apart. */
export interface Weight {
  readonly total: number;
  readonly script: number;
  readonly style: number;
  readonly html: number;
}

/**
 * What a page may transfer with a mouse, in kB (1,000 bytes) gzip, cold, until the network is idle, prefetching apart: a
 * plain Docusaurus page weighs 200. What draws diagrams comes when a reader scrolls to one. What a page loads before the
 * app is weighed by `tests/built/weight.spec.ts`.
 */
const usual: Weight = { total: 205, script: 170, style: 15.5, html: 26 };

/** The content of a page comes a second time with the app, as a component; the few longest pages weigh more for it. */
const long: Weight = { ...usual, total: 215, script: 175 };
const LONG_FROM = 19_000;

/** Parts of the stock explorer that no page may load. */
const forbidden = /postman|redux|faker|react-live|ApiExplorer/;

/** The files that a page has asked for. */
export interface NotedFiles {
  /** Paths of the files in their URLs, the page itself and what it fetches ahead apart; grows while the page loads. */
  readonly files: readonly string[];
  /** Waits until the page has asked for what it needs, and got it. */
  readonly settled: () => Promise<void>;
}

/**
 * Notes which files a page asks for from now on.
 *
 * @param page as yet without content
 */
export function noteFiles(page: Page): NotedFiles {
  const files: string[] = [];
  let onTheWay = 0;
  page.on('request', (request) => {
    onTheWay += 1;
    const { pathname, protocol } = new URL(request.url());
    const isAhead = request.resourceType() === 'prefetch' || 'sec-purpose' in request.headers();
    if (protocol.startsWith('http') && request.resourceType() !== 'document' && !isAhead && !files.includes(pathname))
      files.push(pathname);
  });
  for (const end of ['requestfinished', 'requestfailed'] as const)
    page.on(end as 'requestfinished', () => (onTheWay -= 1));
  const settled = async (): Promise<void> => {
    // What can wait is asked for when the browser is idle, and may ask for more.
    for (let quiet = 0; quiet < 3; quiet = onTheWay === 0 ? quiet + 1 : 0) {
      await page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => setTimeout(resolve, 20))));
    }
  };
  return { files, settled };
}

/**
 * The weight of a page.
 *
 * @param route its route
 * @param files paths of the files that it asked for
 * @throws if the build lacks one of them
 */
export function weightOf(route: string, files: readonly string[]): Weight {
  const sum = (paths: readonly string[]) => paths.reduce((total, file) => total + gzipSize(file), 0);
  const html = gzipSize(`${route.replace(/\/$/, '')}/`);
  const ending = (end: string) => sum(files.filter((file) => file.endsWith(end)));
  return { total: html + sum(files), script: ending('.js'), style: ending('.css'), html };
}

/**
 * A weight for people: `96.1 kB (script 70.0, style 10.0, html 16.1)`.
 *
 * @param weight of a page
 */
export function weightText({ total, ...parts }: Weight): string {
  const kB = (bytes: number) => (bytes / 1000).toFixed(1);
  const list = Object.entries(parts).map(([part, bytes]: [string, number]) => `${part} ${kB(bytes)}`);
  return `${kB(total)} kB (${list.join(', ')})`;
}

/**
 * What is wrong with the weight of a page.
 *
 * @param route its route
 * @param files paths of the files that it asked for
 * @returns one line per part that is over its budget and per file that no page may load
 */
export function weightFindings(route: string, files: readonly string[]): string[] {
  const weight = weightOf(
    route,
    files.filter((file) => !forbidden.test(file)),
  );
  const budget = weight.html > LONG_FROM ? long : usual;
  const over = (Object.keys(budget) as (keyof Weight)[]).filter((part) => weight[part] > budget[part] * 1000);
  return [
    ...over.map((part) => `${part} is over its budget of ${budget[part]} kB: ${weightText(weight)}`),
    ...files.filter((file) => forbidden.test(file)).map((file) => `${file} is part of the stock explorer`),
  ];
}
