/**
 * Every page is loaded once, and everything that a browser can say of it is asked on that load: console, requests,
 * hydration, width, weight and accessibility.
 */
import type { Page } from '@playwright/test';
import { accessibilityFindings, type JudgedKinds } from '../support/accessibility';
import { measureHydration } from '../support/hydration';
import { sitemapRoutes } from '../support/routes';
import { expect, hydrated, testInOneWindow as test } from '../support/site';
import { noteFiles, weightFindings, measureWeight, weightText } from '../support/weight';

/** By how many pixels the page can be scrolled sideways. */
const overflow = (page: Page) =>
  page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth));

/** The ways in which a page is looked at. */
const views = [
  { mode: 'light', width: 1440 },
  { mode: 'dark', width: 390 },
  { mode: 'dark', width: 1440 },
  { mode: 'light', width: 390 },
] as const;

/** The kinds of elements whose contrast this worker has judged, by view. */
const judgedKinds = new Map<(typeof views)[number], JudgedKinds>(views.map((view) => [view, new Map()]));

/** Pages of each kind, whose accessibility is judged in every view. */
const judgedInEveryView = [
  ...['/', '/api/', '/api/create-customer', '/api/list-plans', '/api/subscription-renewal-reminder-event'],
  ...['/docs/api/authentication', '/docs/get-started/concepts/pricing', '/docs/category/concepts'],
  '/docs/get-started/tutorials/pause-subscription',
];

/**
 * The other pages are made of the same parts, and are judged in one view each, modes and widths in turn. `AXE=all`
 * judges every page in every view.
 */
function judgedIn(route: string, index: number): readonly (typeof views)[number][] {
  const inAll = process.env['AXE'] === 'all' || judgedInEveryView.includes(route);
  return inAll ? views : views.filter((_, view) => view === index % views.length);
}

test('finds problems on a page', async ({ page }) => {
  await page.goto('/docs/api/errors');
  await hydrated(page);
  await page.evaluate(() => {
    const words = document.querySelector<HTMLElement>('main p');
    if (words) words.style.color = '#ccc';
    const unmarked = '<p>Read <a href="/" style="color: #444; text-decoration: none">what</a> is next.</p>';
    document.querySelector('main')?.insertAdjacentHTML('beforeend', `<img src="/img/favicon.svg">${unmarked}`);
  });
  for (const judged of [undefined, new Map() satisfies JudgedKinds]) {
    const rules = (await accessibilityFindings(page, judged)).map((finding) => finding.split(' ')[0]);
    expect(rules).toEqual(expect.arrayContaining(['color-contrast', 'image-alt', 'link-in-text-block']));
  }
});

test('colors are judged for the first elements of a kind, on whatever page they are', async ({ page }) => {
  const judged: JudgedKinds = new Map();
  const fade = (count: number) =>
    page.evaluate((length) => {
      const items = Array.from({ length }, () => '<b class="faded" style="color: #eee">Faint</b>').join('');
      document.querySelector('.markdown')?.insertAdjacentHTML('beforeend', `<p>${items}</p>`);
    }, count);
  await page.goto('/docs/api/errors');
  await hydrated(page);
  expect(await accessibilityFindings(page, judged)).toEqual([]);
  const kinds = judged.size;
  await fade(5);
  expect(await accessibilityFindings(page, judged)).toEqual([expect.stringMatching(/^color-contrast \(2\): /)]);
  expect(judged.size).toBe(kinds + 1);
  await page.goto('/docs/api/introduction');
  await hydrated(page);
  await fade(1);
  expect(await accessibilityFindings(page, judged), 'judged on the page before').toEqual([]);
  expect(await accessibilityFindings(page), 'without what was judged before').toHaveLength(1);
});

test('finds a page that React renders differently from its HTML', async ({ page }) => {
  await page.goto('/docs/api/errors');
  await hydrated(page);
  await page.evaluate(() => {
    document.querySelector('.navbar__brand')?.setAttribute('href', '/other');
    document.querySelector('.navbar__item')?.append('.');
    document.querySelector('main p')?.remove();
  });
  expect((await measureHydration(page)).differences).toHaveLength(3);
});

const routes = sitemapRoutes();

test('checks every page in every required view', () => {
  const judged = routes.flatMap((route, index) => judgedIn(route, index));
  const counts = views.map((view) => judged.filter((one) => one === view).length);
  console.log(`${routes.length} pages, judged ${judged.length} times: ${counts.join(' + ')} in the four views`);
  expect(routes.length).toBeGreaterThan(130);
  expect(routes.filter((route, index) => judgedIn(route, index).length === 0)).toEqual([]);
  expect(Math.min(...counts)).toBeGreaterThan(routes.length / 5);
  expect(judgedInEveryView.filter((route) => !routes.includes(route))).toEqual([]);
});

for (const [index, route] of routes.entries()) {
  test(`${route} opens cleanly, is light enough and accessible, and fits desktop and phone`, async ({
    page,
    misbehavior,
  }) => {
    test.setTimeout(180_000);
    const noted = noteFiles(page);
    // Colors that are still on their way from one mode to the other would be measured halfway.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const response = await page.goto(route);
    await hydrated(page);
    await noted.settled();
    // From here on the page is moved, which brings diagrams near, and with them what draws them.
    const files = [...noted.files];
    const { elements, differences } = await measureHydration(page, await response?.text());
    expect(elements).toBeGreaterThan(100);
    expect(differences, 'where the page differs from its HTML').toEqual([]);
    await expect(page).toHaveTitle(/.+ \| PAI$/);
    expect(await page.locator('h1').count()).toBe(1);
    expect(await page.locator('form, input, select, textarea').count()).toBe(0);
    const judged = judgedIn(route, index);
    // Every width once, and what is judged besides.
    for (const view of new Set([...views.slice(0, 2), ...judged])) {
      const { mode, width } = view;
      await page.setViewportSize({ width, height: 900 });
      expect(await overflow(page), `${width} px: pixels that the page scrolls sideways`).toBe(0);
      if (!judged.includes(view)) continue;
      // The colors follow this attribute alone; the toggle itself has tests of its own.
      await page.evaluate((theme) => document.documentElement.setAttribute('data-theme', theme), mode);
      expect(await accessibilityFindings(page, judgedKinds.get(view)), `axe, ${mode}, ${width} px`).toEqual([]);
    }
    console.log(`${weightText(measureWeight(route, files))}, ${elements} elements`);
    expect(weightFindings(route, files), 'weight').toEqual([]);
    expect(misbehavior.problems, 'console, uncaught errors and failed requests').toEqual([]);
    expect(misbehavior.foreignRequests, 'requests to other hosts').toEqual([]);
  });
}
