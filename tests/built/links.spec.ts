import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { VAGUE } from '../../checks/pages/links';
import { loadHtml, listIds } from '../support/html';
import { buildFolder, sitemapRoutes } from '../support/routes';

/** Routes as the sitemap writes them, found with and without a trailing slash. */
const routes = new Map(sitemapRoutes().map((route) => [route.replace(/\/$/, ''), route]));

test('every link leads to an existing page, anchor, or file', () => {
  const broken: string[] = [];
  let links = 0;
  let anchors = 0;
  for (const route of routes.values()) {
    const page = loadHtml(route);
    for (const element of page('a[href]').toArray()) {
      const url = new URL(page(element).attr('href') ?? '', `https://docs.pai.example${route}`);
      if (url.origin !== 'https://docs.pai.example') {
        continue;
      }
      links += 1;
      const target = routes.get(url.pathname.replace(/\/$/, ''));
      if (target === undefined) {
        const file = path.join(buildFolder, url.pathname);
        if (!existsSync(file) || !statSync(file).isFile()) {
          broken.push(`${route}: ${url.pathname} is neither a page nor a file`);
        }
        continue;
      }
      const anchor = decodeURIComponent(url.hash.slice(1));
      if (anchor !== '') {
        anchors += 1;
        if (!listIds(target).has(anchor)) broken.push(`${route}: ${url.pathname}#${anchor}: no such anchor`);
      }
    }
  }
  console.log(`${links} internal links, ${anchors} of them to anchors, on ${routes.size} pages`);
  expect(links).toBeGreaterThan(1000);
  expect(anchors).toBeGreaterThan(100);
  expect([...new Set(broken)]).toEqual([]);
});

test('no page has duplicate IDs, skipped heading levels, or parts without a name', () => {
  const findings: string[] = [];
  let ids = 0;
  for (const route of routes.values()) {
    const page = loadHtml(route);
    const seen = new Set<string>();
    for (const element of page('[id]').toArray()) {
      const id = page(element).attr('id') ?? '';
      ids += 1;
      if (seen.has(id)) findings.push(`${route}: id "${id}" twice`);
      seen.add(id);
    }
    for (const element of page('main a[href]').toArray()) {
      const link = page(element);
      const text = (link.attr('aria-label') ?? link.text()).trim();
      if (text === '' || VAGUE.includes(text.toLowerCase())) {
        findings.push(`${route}: link to ${link.attr('href') ?? ''} has the text "${text}"`);
      }
    }
    for (const element of page('button, summary, img, svg[role="img"]').toArray()) {
      const part = page(element);
      const name = ['aria-label', 'aria-labelledby', 'alt', 'title'].some(
        (attribute) => part.attr(attribute) !== undefined,
      );
      if (!name && part.text().trim() === '') findings.push(`${route}: ${page.html(element)} has no name`);
    }
    let level = 0;
    for (const { tagName } of page('main').find('h1, h2, h3, h4, h5, h6').toArray()) {
      const next = Number(tagName.slice(1));
      if (next > level + 1) findings.push(`${route}: <${tagName}> follows <h${level}>`);
      level = next;
    }
  }
  console.log(`${ids} ids on ${routes.size} pages`);
  expect(ids).toBeGreaterThan(1000);
  expect(findings).toEqual([]);
});
