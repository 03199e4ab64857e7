/** The downloads on the front page of the reference: each with its real size and its purpose. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { load } from 'cheerio';
import { expect, test } from '@playwright/test';
import { h, toHtml } from '../../../src/render/hast';
import { formatSize, renderOverview } from '../../../src/render/overview';
import { bundled } from './support';

const folder = path.join('.generated', 'static');

/** Links to downloads without the size of their file behind them. */
function findWrongSizes(html: string): string[] {
  const page = load(html);
  return page('a[target]')
    .toArray()
    .flatMap((link) => {
      const file = (page(link).attr('href') ?? '').slice(1);
      const source = path.join(folder, file);
      if (!existsSync(source)) return [];
      const next = link.nextSibling;
      const text = next !== null && 'data' in next ? next.data : '';
      const wanted = ` (${formatSize(statSync(source).size)})`;
      return text.startsWith(wanted) ? [] : [`${file}: "${text}" instead of "${wanted}"`];
    });
}

test('every download is listed with its size and purpose', () => {
  const html = toHtml(h('div', renderOverview(bundled(), 'downloads')));
  expect(findWrongSizes(html)).toEqual([]);
  const page = load(html);
  const listed = new Set(
    page('a[target]')
      .toArray()
      .map((link) => page(link).attr('href')?.slice(1)),
  );
  const files = readdirSync(path.join(folder, 'downloads')).map((file) => `downloads/${file}`);
  expect(files.filter((file) => !listed.has(file))).toEqual([]);
  expect(listed).toContain('schemas/WebhookEvent.json');
  const purposes = page('li > :last-child')
    .toArray()
    .map((item) => page(item).text());
  expect(purposes.filter((text) => text.length < 10)).toEqual([]);
  console.log(`${listed.size} links, ${files.length} files, ${purposes.length} purposes`);
});
