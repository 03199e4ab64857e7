/** The end of an operation's page names the guides that explain the call and its fields. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { loadDescription } from '../../../src/description/load';
import { type Backlinks, NO_BACKLINKS } from '../../../src/render/related-guides';
import { toHtml } from '../../../src/render/hast';
import { renderOperation } from '../../../src/render/operation';
import { bundledFile, listIds } from './support';

const description = loadDescription(bundledFile);
const renderPage = (id: string, backlinks: Backlinks): string => toHtml(renderOperation(description, id, backlinks));
const guide = { title: 'A guide', path: '/docs/a-guide' };

test('a guide of the call, and one of a field with the place of the field', () => {
  const html = renderPage('getPlan', {
    ...NO_BACKLINKS,
    operations: { getPlan: [guide] },
    fields: { 'Plan.currency': [guide] },
  });
  const [, section = ''] = html.split('id="explained-in"');
  expect(section).toContain('<li><a href="/docs/a-guide">A guide</a></li>');
  expect(section).toContain('Guides to the fields on this page: 1');
  const [, anchor = ''] = /href="#([^"]+)"><code>currency<\/code>/.exec(section) ?? [];
  expect(listIds(html)).toContain(anchor);
});

test('no guide, no section', () => {
  expect(renderPage('getPlan', NO_BACKLINKS)).not.toContain('explained-in');
  expect(renderPage('getPlan', { ...NO_BACKLINKS, fields: { 'Plan.nothing': [guide] } })).not.toContain('explained-in');
});

test('on the site, the guides of fields are named', () => {
  const file = path.join(path.dirname(bundledFile), 'backlinks.json');
  const backlinks = JSON.parse(readFileSync(file, 'utf8')) as Backlinks;
  let named = 0;
  for (const id of description.operations.keys()) {
    const html = renderPage(id, backlinks);
    const [, section = ''] = html.split('id="explained-in"');
    expect(section, id).not.toBe('');
    const anchors = [...section.matchAll(/href="#([^"]+)"><code>/g)].map(([, anchor = '']) => anchor);
    expect(
      anchors.filter((anchor) => !listIds(html).includes(anchor)),
      id,
    ).toEqual([]);
    named += anchors.length;
  }
  console.log(
    `${description.operations.size} operations and events, ${named} links to fields from the guides that explain them`,
  );
  expect(named).toBeGreaterThan(1000);
});
