/** The end of an operation's page names the guides that explain it. */
import { expect, test } from '@playwright/test';
import { loadSpecification } from '../../../src/specification/load';
import { type Backlinks, NO_BACKLINKS } from '../../../src/render/related-guides';
import { toHtml } from '../../../src/render/hast';
import { renderOperation } from '../../../src/render/operation';
import { bundledFile } from './support';

const specification = loadSpecification(bundledFile);
const renderPage = (backlinks: Backlinks): string => toHtml(renderOperation(specification, 'getPlan', backlinks));
const guides = [1, 2, 3, 4, 5].map((number) => ({ title: `Guide ${number}`, path: `/docs/guide-${number}` }));

test('lists four guides of an operation, and no section without guides', () => {
  const [, section = ''] = renderPage({ operations: { getPlan: guides } }).split('id="explained-in"');
  expect([...section.matchAll(/<a href="([^"]+)">Guide \d<\/a>/g)].map(([, path]) => path)).toEqual(
    guides.slice(0, 4).map(({ path }) => path),
  );
  expect(renderPage(NO_BACKLINKS)).not.toContain('explained-in');
});
