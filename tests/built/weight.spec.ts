/** What a page weighs, as far as its files tell. `tests/site/every-page.spec.ts` opens the pages. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import type { CheerioAPI } from 'cheerio';
import { loadHtml } from '../support/html';
import { buildFolder, sitemapRoutes } from '../support/routes';
import { gzipSize } from '../support/size';

/** What a page may transfer before the app, in kB (1,000 bytes) gzip: all that a reader on a phone pays for reading. */
const BUDGET = 36;

/**
 * Bytes that the HTML has a browser load at once: itself, style sheets, scripts, and pictures. Chromium and Firefox load
 * the SVG icon and leave out the PNG, which is for browsers without SVG icons.
 */
function sizeBeforeApp(route: string, page: CheerioAPI): number {
  const files = new Set([
    ...page('link:is([rel="stylesheet"], [rel="preload"], [rel="icon"]:not([type="image/png"]))')
      .toArray()
      .map(({ attribs }) => attribs['href']),
    ...page(':is(script, img)[src]')
      .toArray()
      .map(({ attribs }) => attribs['src']),
  ]);
  return [`${route.replace(/\/$/, '')}/`, ...files].reduce((sum, file) => sum + gzipSize(file ?? ''), 0);
}

test("pages stay within the size budget before the app, and scripts don't precede the content", () => {
  const pages = sitemapRoutes().map((route) => {
    const page = loadHtml(route);
    const blocking = page('script[src]:not([defer], [async], [type="module"])').length;
    return { route, size: sizeBeforeApp(route, page), blocking };
  });
  pages.sort((a, b) => b.size - a.size);
  const line = ({ route, size }: (typeof pages)[number]) => `${(size / 1000).toFixed(2)} kB ${route}`;
  console.log(`${pages.length} pages before the app; heaviest:\n${pages.slice(0, 3).map(line).join('\n')}`);
  expect(pages.length).toBeGreaterThan(130);
  expect(pages.filter(({ blocking }) => blocking > 0)).toEqual([]);
  expect(pages.filter(({ size }) => size > BUDGET * 1000).map(line)).toEqual([]);
});

test('no built script contains part of the stock explorer', () => {
  const folder = path.join(buildFolder, 'assets', 'js');
  const files = readdirSync(folder).filter((file) => file.endsWith('.js'));
  // Texts that stand in those libraries even when they are minified.
  const marks = ['postman-collection', 'Redux Toolkit', 'createSlice', 'faker.locale', 'react-live', 'X-Explorer'];
  const found = files.flatMap((file) => {
    const script = readFileSync(path.join(folder, file), 'utf8');
    return marks.filter((mark) => script.includes(mark)).map((mark) => `${file}: ${mark}`);
  });
  console.log(`${files.length} scripts, ${marks.length} marks each`);
  expect(files.length).toBeGreaterThan(100);
  expect(found).toEqual([]);
});
