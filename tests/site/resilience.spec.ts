/** What a reader sees when something breaks: chunks, storage, scripts, an old worker, a wrong base, odd settings. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { pageFiles } from '../support/html';
import { buildFolder, sitemapRoutes } from '../support/routes';
import { expect, hydrated, listen, staticHost, test, watch } from '../support/site';

const start = '/docs/api/authentication';
const target = '/docs/api/errors';
const withDiagram = '/docs/get-started/concepts/orders/subscriptions';
const mainScripts = /\/assets\/js\/(?:page|main|runtime~main)\./;

/** Counts the loads of whole pages. */
function countLoads(page: Page): () => number {
  let loads = 0;
  page.on('request', (request) => (loads += Number(request.resourceType() === 'document')));
  return () => loads;
}

/** Lets the chunks of pages fail from now on; the main scripts are there. Returns how to mend them. */
async function breakChunks(page: Page): Promise<() => Promise<void>> {
  const isChunk = (url: URL) => url.pathname.startsWith('/assets/js/') && !mainScripts.test(url.pathname);
  await page.route(isChunk, (route) => route.fulfill({ status: 404, contentType: 'text/html', body: 'Gone' }));
  return () => page.unroute(isChunk);
}

/** Changes what a script says on its way to the browser. Fails if no built script is changed by it. */
async function alterScript(page: Page, alter: (text: string) => string): Promise<void> {
  const folder = path.join(buildFolder, 'assets', 'js');
  const altered = readdirSync(folder).flatMap((file) => {
    const text = readFileSync(path.join(folder, file), 'utf8');
    return alter(text) === text ? [] : [{ file, body: alter(text) }];
  });
  if (altered.length === 0) throw new Error('resilience.spec.ts: there is nothing to alter.');
  for (const { file, body } of altered) {
    await page.route(`**/assets/js/${file}`, (route) => route.fulfill({ contentType: 'text/javascript', body }));
  }
}

/** No prefetching, so that what a test breaks is not there already. */
const savesData = () =>
  Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } });
const twoFrames = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
const link = (page: Page, href: string) => page.locator(`.theme-doc-sidebar-menu a[href="${href}"]`).first();

test.describe('chunks', () => {
  test.beforeEach(({ page }) => page.addInitScript(savesData));

  test('a missing chunk causes a warning and one reload, and no loop while the server stays broken', async ({
    page,
    misbehavior,
  }) => {
    await page.goto(start);
    await hydrated(page);
    await breakChunks(page);
    const loads = countLoads(page);
    await link(page, target).click();
    await page.waitForEvent('load');
    await expect(page).toHaveURL(target);
    await expect(page.locator('h1')).toHaveText('Errors');
    // The second page says that it cannot load its chunks either; after that nothing more happens.
    await expect
      .poll(() => misbehavior.problems.filter((problem) => /^warning: .*ChunkLoadError/.test(problem)).length)
      .toBe(2);
    await twoFrames(page);
    expect(loads(), 'page loads after the click').toBe(1);
    expect(misbehavior.problems.filter((problem) => problem.startsWith('uncaught'))).toEqual([]);
    await page.locator('main a[href^="/docs/"]').first().click();
    await page.waitForURL((url) => url.pathname !== target);
    await expect.poll(loads, 'links are plain links then, and each page is tried twice').toBe(3);
  });

  test('after a deploy during a visit, the reload loads the new release', async ({ page }) => {
    await page.goto(start);
    await hydrated(page);
    const mend = await breakChunks(page);
    // The new release has its own chunks, from its first page on.
    await page.route(`**${target}`, async (route) => {
      await mend();
      await route.continue();
    });
    await link(page, target).click();
    await page.waitForEvent('load');
    await hydrated(page);
    await link(page, start).click();
    await expect(page.locator('h1')).toHaveText('Authentication');
  });

  test('an old cached page with missing chunks reloads once', async ({ page, misbehavior }) => {
    const loads = countLoads(page);
    await breakChunks(page);
    await page.goto(start);
    await expect.poll(loads).toBe(2);
    await expect.poll(() => misbehavior.problems.filter((problem) => problem.startsWith('warning')).length).toBe(2);
    await twoFrames(page);
    expect(loads(), 'no third load').toBe(2);
    await expect(page.locator('h1')).toHaveText('Authentication');
    expect(misbehavior.problems.filter((problem) => problem.startsWith('uncaught'))).toEqual([]);
  });

  test("the loader's Retry loads what failed", async ({ page }) => {
    // Docusaurus reloads before its loader is seen; with that taken out, the loader is what is left.
    await alterScript(page, (text) =>
      text.replace('window.location.reload()}),!1', 'this.setState({nextRouteHasLoaded:!0})}),!1'),
    );
    await page.goto(start);
    await hydrated(page);
    const mend = await breakChunks(page);
    await link(page, target).click();
    const retry = page.getByRole('button', { name: 'Retry', exact: true });
    await expect(retry).toBeVisible();
    await mend();
    await retry.click();
    await expect(page.locator('h1')).toHaveText('Errors');
    await expect(retry).toHaveCount(0);
  });
});

test.describe('a page that crashes', () => {
  const crash = '(()=>{if(globalThis.isBroken)throw new Error("Broken by a test.")})()';

  test('inside the layout: shows the message, keeps the navbar, and "Try again" recovers', async ({ page }) => {
    await page.addInitScript(savesData);
    await page.goto(start);
    await hydrated(page);
    await page.evaluate(() => Object.assign(window, { isBroken: true }));
    await page.route('**/assets/js/*.js', async (route) => {
      const response = await route.fetch();
      const text = await response.text();
      // The page's text is made in a function that runs whenever the page is rendered.
      await route.fulfill({
        response,
        body: text.replace('{id:"the-body",children:', `{id:(${crash},"the-body"),children:`),
      });
    });
    await link(page, target).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page crashed.');
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    const again = page.getByRole('button', { name: 'Try again', exact: true });
    await again.click();
    await expect(again, 'still broken').toBeVisible();
    await page.evaluate(() => Object.assign(window, { isBroken: false }));
    await again.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Errors');
  });

  test('outside the layout: shows the same message, and "Try again" recovers', async ({ page }) => {
    await page.addInitScript(() => Object.assign(window, { isBroken: true }));
    await alterScript(page, (text) =>
      text.replace('className:"container container-fluid"', `className:(${crash},"container container-fluid")`),
    );
    await page.goto(target);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page crashed.');
    await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
    await expect(page).toHaveTitle('Page Error');
    await page.evaluate(() => Object.assign(window, { isBroken: false }));
    await page.getByRole('button', { name: 'Try again', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Errors');
    await expect(page).toHaveTitle('Errors | PAI');
    await expect(page.getByRole('contentinfo')).toBeVisible();
  });
});

test('the home page shows a banner only under a wrong base URL', async ({ page, origin }) => {
  const banner = page.getByText('Your Docusaurus site did not load properly.');
  await page.goto('/');
  await hydrated(page);
  await expect(banner).toHaveCount(0);
  await page.route(`${origin}/sub/**`, async (route) =>
    route.fulfill({ response: await route.fetch({ url: route.request().url().replace('/sub', '') }) }),
  );
  await page.route(`${origin}/assets/**`, (route) => route.fulfill({ status: 404 }));
  await page.goto('/sub/');
  await expect(banner).toBeVisible();
  await expect(page.locator('#__docusaurus-base-url-issue-banner')).toContainText('We suggest trying baseUrl = /sub/');
});

test("a not-found page stays, however similar its URL is to a page's", async ({ page, origin }) => {
  const asked = [
    ...['/docs/api/webhooks/schemas', '/API/create-customer', '/docs/api/Errors', '/docs/api/errors.html'],
    ...['/no-such-page', '/docs/%E0%A4%A', '/api/create-customer/more', `/${'x/'.repeat(200)}`],
  ];
  const notFound = readFileSync(path.join(buildFolder, '404.html'), 'utf8');
  for (const address of asked) {
    const tab = await page.context().newPage();
    const { problems } = watch(tab, origin);
    // As a server answers that knows files only.
    await tab.route(`${origin}${address}`, (route) =>
      route.fulfill({ status: 404, contentType: 'text/html', body: notFound }),
    );
    await tab.goto(address);
    await hydrated(tab);
    await expect(tab.locator('h1'), address).toHaveText('Page Not Found');
    await expect(tab, address).toHaveTitle('Page Not Found | PAI');
    await expect(tab.locator('main a[href="/"]'), `${address}: a way back`).toBeVisible();
    expect(
      problems.filter((problem) => !problem.includes('status of 404')),
      address,
    ).toEqual([]);
    await tab.close();
  }
  await page.goto('/docs/api/webhooks/schemas');
  await hydrated(page);
  await expect(page.getByRole('navigation', { name: 'Similar pages' })).toContainText('/docs/api/webhooks/Schemas');
  await page.getByRole('link', { name: '/docs/api/webhooks/Schemas' }).click();
  await expect(page.locator('h1')).not.toHaveText('Page Not Found');
  console.log(`${asked.length} addresses that are no page`);
});

test('duplicate slashes are merged: the page hydrates with the corrected URL', async ({
  page,
  origin,
  misbehavior,
}) => {
  await page.route(`${origin}//docs//api/errors`, async (route) =>
    route.fulfill({ response: await route.fetch({ url: `${origin}${target}` }) }),
  );
  await page.goto(`${origin}//docs//api/errors`);
  await hydrated(page);
  await expect(page).toHaveURL(target);
  expect(misbehavior.problems).toEqual([]);
});

test('the progress bar appears after 200 ms, and not before', async ({ page }) => {
  await page.addInitScript(savesData);
  await page.clock.install();
  await page.goto(start);
  await hydrated(page);
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/assets/js/*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.clock.pauseAt(Date.now() + 60_000);
  const asked = page.waitForRequest('**/assets/js/*.js');
  await link(page, target).dispatchEvent('click');
  await asked;
  const bar = page.locator('#nprogress .bar');
  await page.clock.runFor(199);
  await expect(bar).toHaveCount(0);
  await page.clock.runFor(1);
  await expect(bar).toBeAttached();
  release();
  await expect(page.locator('h1')).toHaveText('Errors');
  await page.clock.resume();
  await expect(bar).toHaveCount(0);
});

for (const { name, connection, prefetches } of [
  { name: 'on a usual line', connection: { effectiveType: '4g', saveData: false }, prefetches: true },
  { name: 'on 2g', connection: { effectiveType: '2g', saveData: false }, prefetches: false },
  { name: 'on slow 2g', connection: { effectiveType: 'slow-2g', saveData: false }, prefetches: false },
  { name: 'with data saver', connection: { effectiveType: '4g', saveData: true }, prefetches: false },
]) {
  test(`pages are ${prefetches ? '' : 'not '}fetched ahead ${name}`, async ({ page, misbehavior }) => {
    await page.addInitScript((value) => Object.defineProperty(navigator, 'connection', { value }), connection);
    await page.goto(start);
    await hydrated(page);
    await twoFrames(page);
    const scripts: string[] = [];
    page.on('request', (request) => scripts.push(request.url()));
    await link(page, target).hover();
    await twoFrames(page);
    const ahead = page.locator('link[rel="prefetch"]');
    if (prefetches) {
      await expect.poll(() => ahead.count()).toBeGreaterThan(0);
    } else {
      await expect(ahead).toHaveCount(0);
      expect(scripts).toEqual([]);
    }
    await link(page, target).click();
    await expect(page.locator('h1')).toHaveText('Errors');
    expect(misbehavior.problems).toEqual([]);
  });
}

/** Uses what remembers something: color mode, announcement, sample language. */
async function useEverything(page: Page): Promise<void> {
  await page.goto('/api/create-customer');
  await hydrated(page);
  await page.getByRole('button', { name: /^Switch between/ }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await page.getByRole('tab', { name: 'Python' }).first().click();
  await expect(page.locator('html')).toHaveAttribute('data-sample-language', 'python');
  await page.locator('a[href="/api/"]').first().click();
  await expect(page).toHaveURL('/api/');
}

const storageFaults: Record<string, { prepare: () => void; expected: RegExp }> = {
  'is blocked, as with cookies off': {
    prepare: () => {
      const blocked = () => {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      };
      Object.defineProperty(window, 'localStorage', { get: blocked });
      Object.defineProperty(window, 'sessionStorage', { get: blocked });
      Object.defineProperty(navigator, 'cookieEnabled', { value: false });
    },
    expected: /^warning: Docusaurus browser storage is not available/,
  },
  'is full': {
    prepare: () => {
      Storage.prototype.setItem = () => {
        throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
      };
    },
    expected: /^error: Docusaurus storage error, can't set/,
  },
};
for (const [state, { prepare, expected }] of Object.entries(storageFaults)) {
  test(`storage that ${state}: everything works for the visit, and nothing throws`, async ({ page, misbehavior }) => {
    await page.addInitScript(prepare);
    await useEverything(page);
    expect(misbehavior.problems.filter((problem) => !expected.test(problem))).toEqual([]);
  });
}

test('with invalid values in storage, the page uses the defaults', async ({ page, misbehavior }) => {
  await page.goto(start);
  await hydrated(page);
  await page.evaluate(() => {
    const names = ['theme', 'docusaurus.announcement.dismiss', 'docs-preferred-version-default', 'pai.sample-language'];
    for (const name of [...names, ...Object.keys(localStorage)]) localStorage.setItem(name, '{"<x>"');
  });
  await useEverything(page);
  expect(misbehavior.problems).toEqual([]);
});

test('keeps the selected docs version in local storage, and discards one that no longer exists', async ({ page }) => {
  await page.goto(start);
  await hydrated(page);
  // The site's names in local storage end in a digest of its address.
  const key = await page.evaluate(() => {
    const theme = document.documentElement.innerHTML.match(/getItem\("theme(-\w+)?"\)/);
    const name = `docs-preferred-version-default${theme?.[1] ?? ''}`;
    localStorage.setItem(name, 'current');
    return name;
  });
  const kept = () => page.evaluate((name) => localStorage.getItem(name), key);
  await page.reload();
  await hydrated(page);
  await page.goto('/api/');
  await hydrated(page);
  expect(await kept()).toBe('current');
  await page.evaluate((name) => localStorage.setItem(name, 'gone'), key);
  await page.reload();
  await hydrated(page);
  await expect.poll(kept).toBeNull();
});

test('without JavaScript, every page is complete and its links work', async ({ browser, origin }) => {
  const hidden = pageFiles().filter((file) =>
    /<div hidden[^>]*id=["']?S:|<template id=["']?B:/.test(readFileSync(path.join(buildFolder, file), 'utf8')),
  );
  expect(hidden, 'pages with text that only a script puts in place').toEqual([]);
  const context = await browser.newContext({ baseURL: origin, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(target);
  await expect(page.locator('main .theme-admonition').first()).toBeVisible();
  await page.goto('/api/create-customer');
  await expect(page.getByText('The customer', { exact: false }).first()).toBeVisible();
  await expect(page.locator('.sample__panel').last(), 'every language is shown').toBeVisible();
  await link(page, '/docs/category/get-started').click();
  await expect(page).toHaveURL('/docs/category/get-started');
  await context.close();
});

test("removes an earlier site's service worker and its cached pages", async ({ browser }) => {
  const host = staticHost();
  let isOld = true;
  const server = await listen((request, response) => {
    if (request.url === '/sw.js' && isOld) {
      response.writeHead(200, { 'content-type': 'text/javascript' });
      response.end(`self.addEventListener('install', () => self.skipWaiting());
        self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
        self.addEventListener('fetch', (event) => event.request.mode === 'navigate' && event.respondWith(
          new Response('<title>Old</title><h1>Old page</h1>', { headers: { 'content-type': 'text/html' } })));`);
    } else {
      host(request, response);
    }
  });
  const context: BrowserContext = await browser.newContext({ baseURL: server.origin });
  const page = await context.newPage();
  await page.goto('/');
  await page.evaluate(async () => {
    const controlled = new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve));
    await navigator.serviceWorker.register('/sw.js');
    await controlled;
  });
  await page.goto(target);
  await expect(page.locator('h1')).toHaveText('Old page');
  isOld = false;
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  await expect(page.locator('h1')).toHaveText('Errors');
  await hydrated(page);
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
  await context.close();
  server.close();
});

/** By how much the page can be scrolled sideways, and what besides code and tables has such a box of its own. */
function sidewaysScrolling(): { page: number; boxes: string[] } {
  const { scrollWidth, clientWidth } = document.documentElement;
  const boxes = [...document.querySelectorAll<HTMLElement>('body *')].filter(
    (element) =>
      element.scrollWidth > element.clientWidth + 1 &&
      /auto|scroll/.test(getComputedStyle(element).overflowX) &&
      // A diagram may scroll in its box if the keyboard can reach the box.
      !element.matches('pre, code, .table-box, table, [role="tablist"], .diagram-box[tabindex="0"]') &&
      element.clientWidth > 0,
  );
  return { page: scrollWidth - clientWidth, boxes: boxes.map((box) => `${box.tagName} ${box.className}`) };
}

// 1,280 px at a zoom of 400 % are 320 px. Four parts, for two workers.
for (const part of [0, 1, 2, 3]) {
  test(`at 320 px no page scrolls sideways but code, tables and diagrams in their box, part ${part + 1} of 4`, async ({
    browser,
    origin,
  }) => {
    const context = await browser.newContext({
      baseURL: origin,
      javaScriptEnabled: false,
      viewport: { width: 320, height: 640 },
    });
    const page = await context.newPage();
    await page.route('**/*.{png,svg,woff2}', (route) => route.abort());
    const routes = [...sitemapRoutes(), '/no-such-page'].filter((_route, index) => index % 4 === part);
    const findings: string[] = [];
    for (const route of routes) {
      await page.goto(route);
      const found = await page.evaluate(sidewaysScrolling);
      if (found.page > 0 || found.boxes.length > 0) findings.push(`${route}: ${JSON.stringify(found)}`);
    }
    console.log(`${routes.length} routes at 320 px`);
    expect(routes.length).toBeGreaterThan(20);
    expect(findings).toEqual([]);
    // It can fail.
    await page.evaluate(() => document.querySelector('h1')?.setAttribute('style', 'width: 400px'));
    expect((await page.evaluate(sidewaysScrolling)).page).toBeGreaterThan(0);
    await context.close();
  });
}

test('at 320 px with JavaScript, the menu, samples, and diagrams fit too', async ({ page, misbehavior }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const route of ['/', '/api/create-customer', withDiagram]) {
    await page.goto(route);
    await hydrated(page);
    expect(await page.evaluate(sidewaysScrolling), route).toEqual({ page: 0, boxes: [] });
  }
  await page.locator('.diagram').first().scrollIntoViewIfNeeded();
  await expect(page.locator('.diagram > svg').first()).toBeVisible();
  expect((await page.evaluate(sidewaysScrolling)).page).toBe(0);
  await page.getByRole('button', { name: 'Toggle navigation bar' }).click();
  await expect(page.locator('.navbar-sidebar')).toBeVisible();
  expect(misbehavior.problems).toEqual([]);
});

test('reduced motion: nothing moves', async ({ page }) => {
  const moving = () =>
    page.evaluate(() => {
      const seconds = (text: string) => Math.max(...text.split(',').map((part) => Number.parseFloat(part)));
      return [...document.querySelectorAll('body *')].filter((element) => {
        const style = getComputedStyle(element);
        return seconds(style.transitionDuration) > 0.001 || seconds(style.animationDuration) > 0.001;
      }).length;
    });
  await page.goto(target);
  await hydrated(page);
  expect(await moving(), 'parts that move otherwise').toBeGreaterThan(0);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await moving()).toBe(0);
  const scroll = await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior);
  expect(scroll).toBe('auto');
});

test('forced colors: text, links, the selected tab, and focus are distinguishable', async ({ page, misbehavior }) => {
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
  await page.goto('/api/create-customer');
  await hydrated(page);
  const colors = await page.evaluate(() => {
    const of = (selector: string, property: 'color' | 'backgroundColor') => {
      const element = document.querySelector(selector);
      return element === null ? `no ${selector}` : getComputedStyle(element)[property];
    };
    return { text: of('main p', 'color'), back: of('body', 'backgroundColor'), link: of('main p a', 'color') };
  });
  expect(colors.text).not.toBe(colors.back);
  expect(colors.link).not.toBe(colors.text);
  const looks = await page
    .locator('.sample__tabs')
    .first()
    .locator('.sample__tab')
    .evaluateAll((tabs) =>
      tabs.map((tab) => {
        const { color, backgroundColor, borderBottomColor, borderBottomWidth } = getComputedStyle(tab);
        return [color, backgroundColor, borderBottomColor, borderBottomWidth].join();
      }),
    );
  expect(
    looks.filter((look) => look === looks[0]),
    'the chosen tab looks like no other',
  ).toHaveLength(1);
  await page.locator('.sample__tab').first().focus();
  await page.keyboard.press('ArrowRight');
  const outline = await page.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outlineStyle);
  expect(outline).not.toBe('none');
  expect(misbehavior.problems).toEqual([]);
});

test('right-to-left names stay between their quotes, in code order', async ({ page }) => {
  const names = ['مها الأحمد', 'נועה לוי'];
  await page.goto('/api/create-customer');
  await hydrated(page);
  const measureLeft = (isolated: boolean) =>
    page.evaluate(
      ([texts, bidi]) => {
        const code = document.querySelector('.code__box code');
        if (code === null) return [];
        // As the highlighter writes a list of two names.
        code.innerHTML = texts.map((text) => `<span class="token string">"${text}"</span>`).join(', ');
        const spans = [...code.querySelectorAll('span')];
        if (bidi !== '') for (const span of spans) span.style.unicodeBidi = bidi;
        return spans.map((span) => {
          const name = document.createRange();
          name.setStart(span.firstChild ?? span, 1);
          name.setEnd(span.firstChild ?? span, span.innerText.length - 1);
          return Math.round(name.getBoundingClientRect().left);
        });
      },
      [names, isolated ? '' : 'normal'] as const,
    );
  const [first = 0, second = 0] = await measureLeft(true);
  expect(first).toBeLessThan(second);
  const [turnedFirst = 0, turnedSecond = 0] = await measureLeft(false);
  expect(turnedFirst, 'without the rule the comma turns with them').toBeGreaterThan(turnedSecond);
});
