import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { categories } from '../../src/site/categories';
import { loadHtml } from '../support/html';
import { buildFolder, operationRoutes, sitemapRoutes, specifiedRoutes } from '../support/routes';

test('the sitemap and the specified routes are the same set', () => {
  const built = sitemapRoutes();
  const expected = [...specifiedRoutes, ...operationRoutes()];
  console.log(
    `${specifiedRoutes.length} specified routes + ${operationRoutes().length} operations and events; sitemap: ${built.length}`,
  );
  expect(specifiedRoutes.length).toBe(48);
  expect(
    built.filter((route) => !expected.includes(route)),
    'routes that nobody specified',
  ).toEqual([]);
  expect(
    expected.filter((route) => !built.includes(route)),
    'specified routes that are missing',
  ).toEqual([]);
  expect(new Set(built).size, 'no route twice').toBe(built.length);
});

test('every route has its own file, title, description, and canonical link', () => {
  const titles = new Map<string, string>();
  const twice: string[] = [];
  for (const route of sitemapRoutes()) {
    const file = path.join(buildFolder, route, 'index.html');
    expect(existsSync(file), file).toBe(true);
    const html = readFileSync(file, 'utf8');
    const title = /<title[^>]*>([^<]*)<\/title>/.exec(html)?.[1] ?? '';
    expect(title, `${route}: title ends with the delimiter and the name`).toMatch(/^.+ \| PAI$/);
    const other = titles.get(title);
    if (other !== undefined) twice.push(`"${title}": ${other} and ${route}`);
    titles.set(title, route);
    expect(html.match(/<h1[ >]/g), `${route}: one main heading`).toHaveLength(1);
    expect(html, `${route}: meta description`).toMatch(/<meta[^>]+name="?description"?/);
    expect(html, `${route}: canonical`).toContain(`https://docs.pai.example${route}`);
    expect(html, `${route}: indexable`).not.toMatch(/<meta[^>]+noindex/);
    expect(html, `${route}: no form controls`).not.toMatch(/<(form|input|select|textarea)[ >]/);
  }
  console.log(`${titles.size} titles`);
  expect(twice, 'titles that two pages share').toEqual([]);
  expect(titles.size).toBeGreaterThan(100);
});

test('the specification is available as YAML and JSON', () => {
  for (const file of ['openapi.json', 'openapi.yaml']) {
    const text = readFileSync(path.join(buildFolder, file), 'utf8');
    expect(text, file).toContain('payments API');
    expect(text, file).toContain('0.0.1');
  }
});

test('every card of a category page has a line on what the reader can do', () => {
  for (const { slug } of Object.values(categories)) {
    const html = loadHtml(slug);
    const cards = html('a.card').toArray();
    expect(cards.length, slug).toBeGreaterThan(1);
    for (const card of cards) expect(html(card).find('p').text(), slug).toMatch(/^\p{L}.{30}/u);
  }
});
