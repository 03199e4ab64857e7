/** What a reader sees when something breaks: chunks, storage, scripts, and the code of a page. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { pageFiles } from '../support/html';
import { buildFolder } from '../support/routes';
import { expect, hydrated, test } from '../support/site';

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

const crash = '(()=>{if(globalThis.isBroken)throw new Error("Broken by a test.")})()';

test('a page that crashes shows the message, keeps the navbar, and "Try again" recovers', async ({ page }) => {
  await page.addInitScript(savesData);
  await page.goto(start);
  await hydrated(page);
  await page.evaluate(() => Object.assign(window, { isBroken: true }));
  await page.route('**/assets/js/*.js', async (route) => {
    const response = await route.fetch();
    const text = await response.text();
    // The page's headings are made in a function that runs whenever the page is rendered.
    await route.fulfill({
      response,
      body: text.replace(/\{id:("[\w-]+"),children:/, `{id:(${crash},$1),children:`),
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

test('pages are fetched ahead when their links come near, but not on 2g or with data saver', async ({
  browser,
  origin,
}) => {
  for (const [effectiveType, saveData, prefetches] of [
    ['4g', false, true],
    ['2g', false, false],
    ['slow-2g', false, false],
    ['4g', true, false],
  ] as const) {
    const page = await browser.newPage({ baseURL: origin });
    await page.addInitScript((value) => Object.defineProperty(navigator, 'connection', { value }), {
      effectiveType,
      saveData,
    });
    await page.goto(start);
    await hydrated(page);
    const ahead = page.locator('link[rel="prefetch"]');
    await link(page, target).hover();
    await page.locator('main a[href^="/docs/"]').last().scrollIntoViewIfNeeded();
    await page.waitForLoadState('networkidle');
    if (prefetches) {
      await expect.poll(() => ahead.count()).toBeGreaterThan(3);
      const files = await ahead.evaluateAll((all) => all.map((file) => (file as HTMLLinkElement).href));
      expect(new Set(files).size, 'each file once').toBe(files.length);
    } else await expect(ahead, `${effectiveType} ${saveData}`).toHaveCount(0);
    await link(page, target).click();
    await expect(page.locator('h1')).toHaveText('Errors');
    await page.close();
  }
});

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
  'has invalid values': {
    prepare: () => {
      if (localStorage.getItem('test') !== null) return;
      const names = ['test', 'theme', 'docusaurus.announcement.dismiss', 'docs-preferred-version-default'];
      for (const name of [...names, 'pai.sample-language', 'pai.single-keys']) localStorage.setItem(name, '{"<x>"');
    },
    expected: /^$/,
  },
};
for (const [state, { prepare, expected }] of Object.entries(storageFaults)) {
  test(`storage that ${state}: everything works for the visit, and nothing throws`, async ({ page, misbehavior }) => {
    await page.addInitScript(prepare);
    await useEverything(page);
    expect(misbehavior.problems.filter((problem) => !expected.test(problem))).toEqual([]);
  });
}

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
  await page.goto(withDiagram);
  await expect(page.locator('.diagram > svg').first()).toBeVisible();
  await expect(page.locator('.diagram-source').first(), 'its source is for the Markdown version').toBeHidden();
  await link(page, '/docs/category/get-started').click();
  await expect(page).toHaveURL('/docs/category/get-started');
  await context.close();
});
