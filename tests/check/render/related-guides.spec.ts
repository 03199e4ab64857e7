/** The end of an operation's page names the guides that explain it. */
import { expect, test } from '@playwright/test';
import type { Backlinks } from '../../../src/render/related-guides';
import { toHtml } from '../../../src/render/hast';
import { renderOperation } from '../../../src/render/operation';
import { Specification } from '../../../src/specification/specification';
import { createDocument } from './support';

const guides = [1, 2, 3, 4, 5].map((number) => ({ title: `Guide ${number}`, path: `/docs/guide-${number}` }));

/** The guides on the page of an operation whose own guide is `url`. */
function listGuides(url: string | undefined, backlinks: Backlinks): string[] {
  const operation = url === undefined ? {} : { externalDocs: { url: `https://docs.pai.example${url}` } };
  const html = toHtml(renderOperation(new Specification(createDocument({}, {}, operation)), 'doIt', backlinks));
  const [, section = ''] = html.split('id="explained-in"');
  return [...section.matchAll(/<a href="([^"]+)">(.*?)<\/a>/g)].map(([, path, title]) => `${path} ${title}`);
}

test("lists four guides of an operation, with the specification's own, and no section without guides", () => {
  const listed = guides.map(({ title, path }) => `${path} ${title}`);
  expect(listGuides(undefined, { doIt: guides })).toEqual(listed.slice(0, 4));
  expect(listGuides('/docs/guide-4#part', { doIt: guides })).toEqual(listed.slice(0, 4));
  expect(listGuides('/docs/guide-5#part', { doIt: guides })).toEqual([
    '/docs/guide-5#part Guide 5',
    ...listed.slice(0, 3),
  ]);
  expect(listGuides('/docs/other', {})).toEqual(['/docs/other /docs/other']);
  expect(listGuides(undefined, {})).toEqual([]);
});
