/** Troubles that readers have on documentation sites: keys, dialogs, copying, translation, deploys, odd addresses. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Locator, type Page, devices } from '@playwright/test';
import { buildFolder, sitemapRoutes } from '../support/routes';
import { expect, hydrated, listen, staticHost, test, waitForNothing } from '../support/site';

const guide = '/docs/api/errors';
const concept = '/docs/get-started/concepts/transactions';
const operation = '/api/create-customer';
const dialog = (page: Page) => page.locator('dialog[open]');
const field = (page: Page) => page.getByRole('combobox');
const status = (page: Page) => page.getByRole('dialog').getByRole('status');

async function open(page: Page, route: string): Promise<void> {
  await page.goto(route);
  await hydrated(page);
}

async function openSearch(page: Page): Promise<void> {
  await open(page, guide);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await field(page).fill('refund');
  await expect(page.getByRole('option').first()).toBeVisible();
}

/** Presses a key the way a browser reports it, with properties that Playwright can't set. */
const sendKey = (page: Page, key: Record<string, string | number | boolean>) =>
  page.evaluate((init) => {
    const event = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init });
    (document.activeElement ?? document.body).dispatchEvent(event);
  }, key);

/** Changes texts as a browser's translation does. */
const translate = (texts: Locator) =>
  texts.evaluateAll((elements) => {
    for (const element of elements) {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const found: Node[] = [];
      while (walker.nextNode()) found.push(walker.currentNode);
      for (const text of found) {
        const font = document.createElementNS('http://www.w3.org/1999/xhtml', 'font');
        font.textContent = `[${text.textContent ?? ''}]`;
        (text as Text).replaceWith(font);
      }
    }
  });

test('the current page is in view in the sidebar and in the menu of a phone', async ({ page }) => {
  const routes = sitemapRoutes().filter((route, index) => route !== '/' && index % 12 === 0);
  const measure = (sidebar: string) =>
    page.locator(`${sidebar} a[aria-current="page"][href^="${new URL(page.url()).pathname}"]`).evaluate((entry) => {
      const { top, bottom } = entry.getBoundingClientRect();
      return Math.min(top, window.innerHeight - bottom);
    });
  for (const route of routes) {
    await page.setViewportSize({ width: 1366, height: 650 });
    await page.goto(route);
    await page.evaluate(() => sessionStorage.clear());
    expect(await measure('.theme-doc-sidebar-container'), route).toBeGreaterThan(0);
  }
  await page.setViewportSize({ width: 390, height: 650 });
  await open(page, routes.at(-1) ?? '');
  await page.getByRole('button', { name: 'Toggle navigation bar' }).click();
  await expect.poll(() => measure('.navbar-sidebar')).toBeGreaterThan(0);
});

test('the search survives a dragged selection, an input method, and a translation', async ({ page, misbehavior }) => {
  await openSearch(page);
  const box = await field(page).boundingBox();
  await page.mouse.move((box?.x ?? 0) + 40, (box?.y ?? 0) + 10);
  await page.mouse.down();
  await page.mouse.move(5, 500);
  await page.mouse.up();
  await expect(field(page), 'a drag that ends outside').toHaveValue('refund');
  await sendKey(page, { key: 'Escape', isComposing: true });
  await sendKey(page, { key: 'Enter', keyCode: 229 });
  await expect(dialog(page), 'keys of an input method').toBeVisible();
  expect(new URL(page.url()).pathname).toBe(guide);
  for (const [query, said] of [
    ['zzzz', /^No results for “zzzz”/],
    ['refund', /pages? found/],
    ['xxxx', /^No results for “xxxx”/],
    ['plan', /^\d+ pages? found/],
  ] as const) {
    await translate(page.getByRole('dialog').locator('p, a'));
    await field(page).fill(query);
    await expect(status(page), query).toHaveText(said);
  }
  await expect(page.getByRole('option').first()).toContainText(/plan/i);
  await page.mouse.click(5, 500);
  await expect(dialog(page)).toHaveCount(0);
  await sendKey(page, { key: 'л', code: 'KeyK', ctrlKey: true });
  await expect(field(page), 'Ctrl K without Latin letters').toBeFocused();
  expect(misbehavior.problems).toEqual([]);
});

test('the language menu, which shows on hover, closes on Escape', async ({ page }) => {
  await open(page, guide);
  const button = page.getByRole('button', { name: 'English' });
  const list = page.locator('.navbar .dropdown__menu');
  await button.hover();
  await expect(list).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
  await page.mouse.move(5, 500);
  await button.hover();
  await expect(list).toBeVisible();
  await page.mouse.move(5, 500);
  await button.press('Enter');
  await expect(list).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
  await expect(button).toBeFocused();
  await button.press('Enter');
  await expect(list, 'and opens again').toBeVisible();
});

test('the phone menu holds the focus and closes on Escape, before and after the app runs', async ({
  browser,
  origin,
}) => {
  const context = await browser.newContext({
    ...devices['Pixel 7'],
    viewport: { width: 320, height: 256 },
    baseURL: origin,
  });
  const page = await context.newPage();
  const toggle = page.getByRole('button', { name: 'Toggle navigation bar' });
  const menu = page.getByRole('dialog', { name: 'Menu' });
  const tryMenu = async (): Promise<void> => {
    await toggle.press('Enter');
    await expect(menu.getByRole('button', { name: 'Close navigation bar' })).toBeFocused();
    for (let press = 0; press < 12; press += 1) {
      await page.keyboard.press('Tab');
      const isInside = await page.evaluate(
        () => document.activeElement === document.body || document.activeElement?.closest('[role="dialog"]') !== null,
      );
      expect(isInside).toBe(true);
    }
    await page.keyboard.press('Escape');
    await expect(toggle).toBeFocused();
    await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  };
  let release = (): void => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/assets\/js\/(?:main|runtime~main)\./, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(guide);
  await tryMenu();
  release();
  await hydrated(page);
  await tryMenu();
  await context.close();
});

test('a failed app says so where the reader pressed', async ({ page }) => {
  const failure = page.locator('.load-failure');
  await page.route(/\/assets\/js\/(?!page\.)/, (route) => route.abort());
  await page.goto(guide);
  // The first failure reloads the page, in case of a deploy.
  await page.reload();
  await page.keyboard.press('?');
  await expect(failure).toContainText("Couldn't load the keyboard shortcuts");
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(failure).toContainText("Couldn't load search");
  await expect(failure.locator('a')).toHaveCount(2);
});

test('copies without a clipboard, and says so if nothing is copied', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const reader = await context.newPage();
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
    Object.defineProperty(window, 'isSecureContext', { value: false });
  });
  await reader.goto('/');
  await page.goto(operation);
  const said = page.locator('#site-announcement');
  const controls = [
    ['.op__endpoint button[data-copy]', /\/v1\/public-api/],
    ['main h2 a.hash-link >> nth=0', /\/api\/create-customer#/],
  ] as const;
  for (const [control, copied] of controls) {
    await page.bringToFront();
    await page.locator(control).click();
    await expect(said).toContainText(/copied/i);
    await reader.bringToFront();
    expect(await reader.evaluate(() => navigator.clipboard.readText())).toMatch(copied);
  }
  await page.evaluate(() => Object.assign(document, { execCommand: () => false }));
  for (const [control] of controls) {
    await said.evaluate((region) => region.replaceChildren());
    await page.locator(control).click();
    await expect(said).toContainText('Copy failed');
  }
});

test('a selected article has no words of buttons, and code stays left to right', async ({ page }) => {
  await page.goto(operation);
  await page.evaluate(() => (document.documentElement.dir = 'rtl'));
  const { words, turned } = await page.evaluate(() => {
    getSelection()?.selectAllChildren(document.querySelector('main') ?? document.body);
    const codes = [...document.querySelectorAll('main :is(pre, code, .path)')];
    return {
      words: getSelection()?.toString() ?? '',
      turned: codes.filter((code) => getComputedStyle(code).direction === 'rtl').length,
    };
  });
  expect(words).toContain('Create a customer');
  expect(words).not.toMatch(/Copy|Wrap/);
  expect(turned, 'pieces of code').toBe(0);
});

for (const width of [390, 1280])
  test(`without JavaScript, no button shows that needs it, and the navbar leads on, at ${width} px`, async ({
    browser,
    origin,
  }) => {
    const viewport = { width, height: 800 };
    const context = await browser.newContext({ baseURL: origin, javaScriptEnabled: false, viewport });
    const page = await context.newPage();
    for (const route of ['/', guide, operation]) {
      await page.goto(route);
      await expect(page.locator('main h1').first()).toBeVisible();
      const shown = await page.locator('button:visible').evaluateAll((all) => all.map(({ outerHTML }) => outerHTML));
      expect(shown, route).toEqual([]);
      await expect(page.locator('.navbar').getByRole('link', { name: 'API', exact: true })).toBeVisible();
    }
    await context.close();
  });

test('a translated page keeps its open folds, its place, and its language when the app starts', async ({
  browser,
  origin,
}) => {
  const context = await browser.newContext({ ...devices['Pixel 7'], baseURL: origin });
  const page = await context.newPage();
  await page.goto('/api/create-transaction');
  await translate(page.locator('main p, .navbar a'));
  const folds = await page.evaluate(() => {
    document.documentElement.lang = 'de';
    const all = [...document.querySelectorAll<HTMLDetailsElement>('main details')];
    all.slice(0, 2).forEach((fold) => (fold.open = true));
    window.scrollTo(0, 1500);
    return all.filter((fold) => fold.open).length;
  });
  await hydrated(page);
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(1400);
  await expect(page.locator('main details[open]')).toHaveCount(folds);
  await context.close();
});

test('a page that stays open over three deploys opens other pages at their top, and the search', async ({ page }) => {
  let release = 0;
  const site = staticHost();
  // Every release has its own addresses of scripts, and the earlier ones are gone.
  const server = await listen((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const own = `/assets/js-${release}/`;
    const isScript = pathname.startsWith(own);
    if (isScript || (!pathname.startsWith('/assets/') && !/\.\w+$/.test(pathname))) {
      const file = isScript ? pathname.replace(own, 'assets/js/') : path.join(pathname, 'index.html');
      const text = readFileSync(path.join(buildFolder, file), 'utf8').replaceAll('assets/js/', own.slice(1));
      response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' }).end(text);
    } else if (pathname.startsWith('/assets/js')) {
      response.writeHead(404).end('Gone');
    } else site(request, response);
  });
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } }),
  );
  await open(page, server.origin + concept);
  for (let deploy = 1; deploy <= 3; deploy += 1) {
    release = deploy;
    await page.evaluate(() => window.scrollTo(0, 2000));
    const next = page.locator('.pagination-nav__link--next');
    const route = (await next.getAttribute('href')) ?? '';
    const loaded = page.waitForEvent('load');
    await next.evaluate((link) => (link as HTMLElement).click());
    await loaded;
    await expect(page).toHaveURL(server.origin + route);
    await hydrated(page);
    expect(await page.evaluate(() => window.scrollY), 'a new page begins at its top').toBe(0);
    await expect.poll(() => page.evaluate(() => history.scrollRestoration)).toBe('auto');
  }
  // The next release comes while the reader stays on the page.
  await page.locator('.theme-doc-sidebar-menu a[href="/docs/category/concepts"]').click();
  await expect(page.locator('h1')).toHaveText('Concepts');
  release += 1;
  const reloaded = page.waitForEvent('load');
  await page.keyboard.press('/');
  await reloaded;
  await hydrated(page);
  await page.keyboard.press('/');
  await field(page).fill('refund');
  await expect(page.getByRole('option').first()).toBeVisible();
  server.close();
});

test('an encoded slash and an unknown theme in the address change nothing', async ({ page }) => {
  await page.route(`**${guide}%2F**`, (route) => route.fulfill({ path: path.join(buildFolder, guide, 'index.html') }));
  await page.goto(`${guide}%2F?docusaurus-theme=x`);
  await hydrated(page);
  await expect(page.locator('h1')).toHaveText('Errors');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
});

test('an address that is cut off leads to its category in one click', async ({ page }) => {
  for (const [address, title] of [
    ['/docs', 'Get started'],
    ['/docs/get-started', 'Get started'],
    ['/docs/api/', 'API guides'],
  ] as const) {
    await open(page, address);
    await expect(page.locator('h1')).toHaveText('Page not found');
    await page.getByRole('navigation', { name: 'Similar pages' }).locator('li a').click();
    await expect(page.locator('h1'), address).toHaveText(title);
  }
});

test('forced colors: every text stands out, also found words, and the selected tab differs', async ({ page }) => {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ forcedColors: 'active', colorScheme });
    await openSearch(page);
    const { count, faint } = await page.evaluate(
      (canvas) => {
        const lightness = (color: string) => Number(/\d+, (\d+)/.exec(color)?.[1]);
        const findBack = (element: Element | null): string => {
          const back = element ? getComputedStyle(element).backgroundColor : canvas;
          return element && /, 0\)$/.test(back) ? findBack(element.parentElement) : back;
        };
        const texts = [...document.querySelectorAll('body *')].filter(
          (element) =>
            element.getClientRects().length > 0 &&
            [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== ''),
        );
        const found = texts.filter(
          (text) => Math.abs(lightness(getComputedStyle(text).color) - lightness(findBack(text))) < 100,
        );
        return { count: texts.length, faint: found.map((text) => text.outerHTML.slice(0, 100)) };
      },
      colorScheme === 'dark' ? 'rgb(0, 0, 0)' : 'rgb(255, 255, 255)',
    );
    expect(count).toBeGreaterThan(100);
    expect(faint, colorScheme).toEqual([]);
  }
  await page.goto(operation);
  const tabs = page.locator('.sample__tabs').first().locator('.sample__tab');
  const looks = await tabs.evaluateAll((all) =>
    all.map((tab) => {
      const { color, backgroundColor, borderBottomColor, outlineStyle } = getComputedStyle(tab);
      return [color, backgroundColor, borderBottomColor, outlineStyle].join();
    }),
  );
  expect(looks.filter((look) => look === looks[0])).toHaveLength(1);
});

test('print is complete and uses the colors of the light mode', async ({ page }) => {
  // Colors that are still on their way from one mode to the other would be measured halfway.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, operation);
  const colors = () =>
    page
      .locator('main :is(p, a, .token, code)')
      .evaluateAll((all) => [...new Set(all.map((text) => getComputedStyle(text).color))].sort());
  const light = await colors();
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'));
  expect(await colors()).not.toEqual(light);
  await page.emulateMedia({ media: 'print', reducedMotion: 'reduce' });
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  expect(await colors()).toEqual(light);
  for (const control of ['.navbar', '.page-tools', 'button[data-copy]', '.search-button'])
    await expect(page.locator(control).first(), control).toBeHidden();
  await expect(page.locator('main details:not([open])')).toHaveCount(0);
  const cut = await page
    .locator('pre.code__box:visible')
    .evaluateAll((blocks) => blocks.filter((block) => block.scrollWidth > block.clientWidth + 1).length);
  expect(cut, 'blocks of code with a cut line').toBe(0);
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
  await open(page, guide);
  expect(await moving(), 'parts that move otherwise').toBeGreaterThan(0);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await moving()).toBe(0);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior)).toBe('auto');
});

test('below another path, a banner says what is wrong, and the text can be read', async ({ page }) => {
  const site = staticHost();
  const server = await listen((request, response) => {
    if (request.url?.startsWith('/sub/') !== true) response.writeHead(404).end();
    else site(Object.assign(request, { url: request.url.replace('/sub', '') }), response);
  });
  await page.goto(`${server.origin}/sub/`);
  await expect(page.getByText('Your Docusaurus site did not load properly.')).toBeVisible();
  await expect(page.locator('#__docusaurus-base-url-issue-banner')).toContainText('We suggest trying baseUrl = /sub/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto('/');
  await waitForNothing(page, 200);
  await expect(page.locator('#__docusaurus-base-url-issue-banner')).toHaveCount(0);
  server.close();
});
