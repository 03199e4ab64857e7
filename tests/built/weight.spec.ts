/** What a page weighs, as far as its files tell. `tests/site/weight.spec.ts` opens the pages. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { htmlOf } from '../support/html';
import { buildFolder, sitemapRoutes } from '../support/routes';
import { gzipSize } from '../support/size';

test('what stands between the reader and the words is light', () => {
  const budget = 60_000;
  const sights = sitemapRoutes().map((route) => {
    const page = htmlOf(route);
    const styles = page('link[rel="stylesheet"]').toArray();
    const scripts = page('script[src]:not([defer], [async], [type="module"])').toArray();
    const files = [...styles.map(({ attribs }) => attribs['href']), ...scripts.map(({ attribs }) => attribs['src'])];
    const size = [`${route.replace(/\/$/, '')}/`, ...files].reduce((sum, file) => sum + gzipSize(file ?? ''), 0);
    return { route, size, scripts: scripts.length };
  });
  sights.sort((a, b) => b.size - a.size);
  const line = ({ route, size }: (typeof sights)[number]) => `${(size / 1000).toFixed(1)} kB ${route}`;
  console.log(`${sights.length} pages; HTML, styles and scripts that block: ${sights.slice(0, 1).map(line).join('')}`);
  expect(sights.length).toBeGreaterThan(130);
  expect(sights.filter(({ scripts }) => scripts > 0)).toEqual([]);
  expect(sights.filter(({ size }) => size > budget).map(line)).toEqual([]);
});

test('no built script holds a part of the stock explorer', () => {
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
