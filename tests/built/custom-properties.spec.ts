/** The build removes unused styles. None that a script or a page uses may be among them. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { loadHtml } from '../support/html';
import { buildFolder, sitemapRoutes } from '../support/routes';

const read = (...parts: string[]): string => readFileSync(path.join(buildFolder, ...parts), 'utf8');
const findAll = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, found = '']) => found);

const styles = (): string =>
  readdirSync(path.join(buildFolder, 'assets', 'css'))
    .map((file) => read('assets', 'css', file))
    .join('\n');

/** The scripts that pages load. The chunks of Mermaid aren't among them, because they have colors of their own. */
function listScripts(): string[] {
  const files = sitemapRoutes().flatMap((route) => {
    const { app = '', chunks = '', menu = '' } = loadHtml(route)('script[data-app]').data() as Record<string, string>;
    return [...app.split(' '), menu, ...chunks.split(' ').map((name) => `/assets/js/${name}.js`)];
  });
  return [...new Set(files)];
}

/** Custom properties without a fallback that nothing defines. */
function findUndefined(uses: string, css: string): string[] {
  const defined = new Set(findAll(`${css}\n${uses}`, /(--[\w-]+)["']?\s*[:,]/g));
  return [...new Set(findAll(uses, /var\((--[\w-]+)\)/g))].filter((name) => !defined.has(name));
}

test('every custom property that pages and their scripts use is in the style sheet', () => {
  const scripts = listScripts();
  const uses = [...scripts.map((file) => read(file)), ...sitemapRoutes().map((route) => loadHtml(route).html())].join(
    '\n',
  );
  console.log(
    `${scripts.length} scripts, ${new Set(findAll(uses, /var\((--[\w-]+)\)/g)).size} properties outside the style sheet`,
  );
  expect(scripts.length).toBeGreaterThan(130);
  expect(findUndefined(uses, styles())).toEqual([]);
});
