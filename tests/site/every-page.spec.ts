/**
 * Every page is loaded once, and everything that a browser can say of it is asked on that load: console, requests,
 * hydration, width, weight, diagrams, accessibility, and where its anchors are, on a desktop and at a zoom of 400 % (1,280
 * px are 320 px then).
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { accessibilityFindings, type JudgedKinds } from '../support/accessibility';
import { measureHydration } from '../support/hydration';
import { buildFolder, sitemapRoutes } from '../support/routes';
import { expect, hydrated, testInOneTab as test } from '../support/site';
import { noteFiles, weightFindings, measureWeight, weightText } from '../support/weight';

const views = [
  { mode: 'light', width: 1440 },
  { mode: 'dark', width: 320 },
] as const;

/** The kinds of elements whose contrast this worker has judged, by view. */
const judgedKinds = new Map<(typeof views)[number], JudgedKinds>(views.map((view) => [view, new Map()]));

/** Pages of each kind, whose accessibility is judged in both views. */
const judgedInBoth = [
  ...['/', '/api/', '/api/create-customer', '/api/list-plans', '/api/subscription-renewal-reminder-event'],
  ...['/docs/api/authentication', '/docs/get-started/concepts/pricing', '/docs/category/concepts'],
  '/docs/get-started/tutorials/pause-subscription',
];

/**
 * Whether a page's accessibility is judged in one view: all that people write, and every ninth of the reference, which is
 * made of the same parts. `tests/built/links.spec.ts` looks at the names and headings of all.
 */
const isJudged = (route: string, index: number) => !route.startsWith('/api/') || index % 9 === 0;

/** Letters are 14 px high in a drawing of full width; at three quarters of it they can still be read. */
const SMALLEST = 0.74;

/** What's too wide: the page, boxes that scroll besides those that may, cut lines of cards, and words in diagrams. */
const measureWidths = (page: Page) =>
  page.evaluate((smallest) => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const may = 'pre, code, .table-box, table, [role="tablist"], .diagram-box[tabindex="0"]';
    const boxes = [...document.querySelectorAll<HTMLElement>('body *')].filter(
      (box) =>
        box.scrollWidth > box.clientWidth + 1 &&
        box.clientWidth > 0 &&
        !box.matches(may) &&
        (/auto|scroll/.test(getComputedStyle(box).overflowX) || box.matches('.card *')),
    );
    const diagrams = [...document.querySelectorAll('.diagram')].flatMap((diagram) => {
      const svg = diagram.querySelector(':scope > svg[viewBox]');
      if (!svg) return ['not drawn'];
      const full = Number(svg.getAttribute('viewBox')?.split(' ')[2]);
      const over = [...svg.querySelectorAll('foreignObject')].map(
        (label) => (label.firstElementChild?.getBoundingClientRect().width ?? 0) - label.getBoundingClientRect().width,
      );
      if (Math.max(0, ...over) >= 4) return ['letters beyond their place'];
      return svg.getBoundingClientRect().width / full > smallest ? [] : ['too small to read'];
    });
    return {
      page: scrollWidth - clientWidth,
      boxes: boxes.map((box) => `${box.tagName} ${box.className}`),
      diagrams,
    };
  }, SMALLEST);

const routes = sitemapRoutes();

/** The IDs that links of the site lead to, by route. */
const anchors = new Map<string, Set<string>>(routes.map((route) => [route, new Set()]));
for (const route of routes) {
  const html = readFileSync(path.join(buildFolder, route, 'index.html'), 'utf8');
  for (const [, href = ''] of html.matchAll(/<a\s[^>]*?href="?([/#][^"\s>]*)/g)) {
    const { pathname, hash } = new URL(href.replaceAll('&amp;', '&'), `http://localhost${route}`);
    if (hash !== '') anchors.get(pathname)?.add(decodeURIComponent(hash.slice(1)));
  }
}

/** Anchors that don't exist, or end under the navigation bar. */
const findHiddenAnchors = (page: Page, ids: readonly string[]) =>
  page.evaluate((all) => {
    for (const fold of document.querySelectorAll<HTMLDetailsElement>('details')) fold.open = true;
    const bar = document.querySelector('.navbar');
    return all.flatMap((id) => {
      const target = document.getElementById(id);
      if (!target) return [`${id} doesn't exist`];
      target.scrollIntoView({ behavior: 'instant' });
      const { top } = target.getBoundingClientRect();
      return top < (bar?.getBoundingClientRect().bottom ?? 0) - 1 ? [`${id} is at ${Math.round(top)} px`] : [];
    });
  }, ids);

test('there are pages, and those of each kind', () => {
  const count = [...anchors.values()].reduce((sum, ids) => sum + ids.size, 0);
  console.log(`${routes.length} pages, ${count} anchors`);
  expect(routes.length).toBeGreaterThan(130);
  expect(count).toBeGreaterThan(1000);
  expect(judgedInBoth.filter((route) => !routes.includes(route))).toEqual([]);
});

for (const [index, route] of routes.entries()) {
  test(`${route} opens cleanly, is light enough and accessible, and fits desktop and phone`, async ({
    page,
    misbehavior,
  }) => {
    const noted = noteFiles(page);
    // Colors that are still on their way from one mode to the other would be measured halfway.
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const response = await page.goto(route, { waitUntil: 'commit' });
    await hydrated(page);
    await noted.settled();
    const files = [...noted.files];
    const { elements, differences } = await measureHydration(page, await response?.text());
    expect(elements).toBeGreaterThan(100);
    expect(differences, 'where the page differs from its HTML').toEqual([]);
    for (const [number, view] of views.entries()) {
      const { mode, width } = view;
      await page.setViewportSize({ width, height: 900 });
      // The colors follow this attribute alone; the toggle itself has tests of its own.
      await page.evaluate((theme) => document.documentElement.setAttribute('data-theme', theme), mode);
      expect(await measureWidths(page), `${width} px`).toEqual({ page: 0, boxes: [], diagrams: [] });
      if (judgedInBoth.includes(route) || (isJudged(route, index) && number === index % 2))
        expect(await accessibilityFindings(page, judgedKinds.get(view)), `axe, ${mode}, ${width} px`).toEqual([]);
      const ids = [...(anchors.get(route) ?? [])];
      expect(await findHiddenAnchors(page, ids), `anchors, ${width} px`).toEqual([]);
    }
    console.log(`${weightText(measureWeight(route, files))}, ${elements} elements`);
    expect(weightFindings(route, files), 'weight').toEqual([]);
    expect(misbehavior.problems, 'console, uncaught errors and failed requests').toEqual([]);
    expect(misbehavior.foreignRequests, 'requests to other hosts').toEqual([]);
  });
}
