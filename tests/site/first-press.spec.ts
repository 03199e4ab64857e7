/**
 * The app starts when a reader needs it: with a mouse when the page has loaded and the browser is idle, on a touch screen
 * with the first press. No press is lost, and until then the page works without it.
 */
import { type Browser, devices, type Locator, type Page } from '@playwright/test';
import { expect as baseExpect, test, watch, waitForNothing } from '../support/site';

/** The app takes its time on a machine that runs other tests too. */
const expect = baseExpect.configure({ timeout: 20_000 });

const guide = '/docs/api/errors';
const phone = { ...devices['Pixel 7'], defaultBrowserType: undefined };
const isAppScript = (url: string) => /\/assets\/js\/(?:main|runtime~main)\./.test(url);
const isHydrated = (page: Page) => page.evaluate(() => document.documentElement.dataset['hasHydrated'] === 'true');
const theme = (page: Page) => page.locator('html').getAttribute('data-theme');

/** Whether React has taken over, by the mark that it leaves on its root. */
const hasReact = (page: Page) =>
  page.evaluate(() =>
    Object.keys(document.querySelector('#__docusaurus') ?? {}).some((key) => key.startsWith('__reactContainer$')),
  );

const earlyMenu = (page: Page) => page.locator('.early-menu');

interface Visit {
  readonly page: Page;
  /** App scripts that were asked for, prefetches aside. */
  readonly scripts: string[];
  readonly problems: string[];
}

/** Opens a page with a phone's touch screen, or with a mouse and the app's scripts held back. */
async function open(browser: Browser, origin: string, route: string, kind: 'phone' | 'desktop'): Promise<Visit> {
  const context = await browser.newContext({
    ...(kind === 'phone' ? phone : { viewport: { width: 1280, height: 900 } }),
    baseURL: origin,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await context.newPage();
  const { problems } = watch(page, origin);
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (isAppScript(request.url()) && request.resourceType() === 'script') scripts.push(request.url());
  });
  if (kind === 'desktop') {
    // Pressed on a slow line: the app's scripts are on their way.
    await page.route(isAppScriptUrl, async (request) => {
      await new Promise((resolve) => setTimeout(resolve, 700));
      await request.continue();
    });
  }
  await page.goto(route, { waitUntil: kind === 'desktop' ? 'domcontentloaded' : 'load' });
  return { page, scripts, problems };
}
const isAppScriptUrl = (url: URL) => isAppScript(url.pathname);

interface Control {
  readonly name: string;
  readonly route: string;
  readonly on: readonly ('phone' | 'desktop')[];
  readonly press: (page: Page) => Promise<void>;
  /** Fails unless the press has done its work, and has done it once. */
  readonly works: (page: Page) => Promise<void>;
}

const both = ['phone', 'desktop'] as const;
const caret = (page: Page) =>
  page.locator('.theme-doc-sidebar-menu').getByRole('button', { name: /sidebar category 'Concepts'/ });
const controls: Control[] = [
  {
    name: 'the mobile menu',
    route: guide,
    on: ['phone'],
    press: (page) => page.getByRole('button', { name: 'Toggle navigation bar' }).tap(),
    works: (page) => expect(page.locator('nav.navbar-sidebar--show')).toBeVisible(),
  },
  {
    name: '"On this page"',
    route: guide,
    on: ['phone'],
    press: (page) => page.getByRole('button', { name: 'On this page' }).tap(),
    works: (page) => expect(page.locator('[class*="tocCollapsibleContent"] ul').first()).toBeVisible(),
  },
  {
    name: "a category's caret",
    route: guide,
    on: ['desktop'],
    press: (page) => caret(page).click(),
    works: (page) => expect(caret(page)).toHaveAttribute('aria-expanded', 'true'),
  },
  {
    name: 'the color mode',
    route: guide,
    on: ['desktop'],
    press: (page) =>
      page.getByRole('button', { name: 'Switch between dark and light mode (currently light mode)' }).click(),
    works: async (page) => {
      await expect.poll(() => theme(page)).toBe('dark');
      await expect(page.getByRole('button', { name: /currently dark mode/ })).toBeVisible();
    },
  },
  {
    name: 'the language menu, by keyboard',
    route: guide,
    on: ['desktop'],
    press: (page) => page.getByRole('button', { name: 'English' }).press('Enter'),
    works: (page) => expect(page.locator('.dropdown--show')).toBeVisible(),
  },
  {
    name: 'closing the announcement',
    route: '/',
    on: both,
    press: (page) => page.getByRole('button', { name: 'Close' }).click(),
    works: (page) => expect(page.locator('[class*="announcementBar_"]')).toHaveCount(0),
  },
  {
    name: 'the search button',
    route: guide,
    on: both,
    press: (page) => page.getByRole('button', { name: 'Search' }).click(),
    works: async (page) => {
      await expect(page.getByRole('combobox')).toBeFocused();
      await expect(page.getByRole('dialog')).toHaveCount(1);
    },
  },
  ...(['Control+k', 'Meta+k', '/'] as const).map((key): Control => ({
    name: `${key} and what is typed after it`,
    route: guide,
    on: both,
    press: async (page) => {
      await page.keyboard.press(key);
      await page.keyboard.type('refundx?');
      await page.keyboard.press('Backspace');
      await page.keyboard.press('Backspace');
    },
    works: async (page) => {
      await expect(page.getByRole('combobox')).toHaveValue('refund');
      await expect(page.getByRole('option').first()).toBeVisible();
      await expect(page.getByRole('dialog')).toHaveCount(1);
    },
  })),
];

test.describe('every control that needs the app', () => {
  for (const { name, route, on, press, works } of controls) {
    for (const kind of on) {
      test(`${name}: the first press works, ${kind}`, async ({ browser, origin }) => {
        const { page, problems } = await open(browser, origin, route, kind);
        expect(await isHydrated(page), 'pressed before the app runs').toBe(false);
        await press(page);
        await works(page);
        // A second run of the same press would undo the first.
        await waitForNothing(page, 200);
        await works(page);
        expect(await hasReact(page)).toBe(true);
        expect(await page.locator('[aria-busy]').count()).toBe(0);
        expect(problems).toEqual([]);
        await page.context().close();
      });
    }
  }

  test("a canceled press doesn't open the search later", async ({ browser, origin }) => {
    const { page } = await open(browser, origin, guide, 'desktop');
    await page.keyboard.press('/');
    await page.keyboard.press('Escape');
    await expect.poll(() => isHydrated(page)).toBe(true);
    await waitForNothing(page, 300);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.context().close();
  });
});

test('these features work on a phone without the app: copy page, code, tabs, collapsed sections, shortcuts, and cards', async ({
  browser,
  origin,
}) => {
  const { page, scripts, problems } = await open(browser, origin, '/api/create-customer', 'phone');
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await page.getByRole('button', { name: 'Copy page' }).tap();
  await expect(page.getByRole('button', { name: 'Copied' }).first()).toBeVisible();
  expect(await clipboard()).toMatch(/^# Create a customer/);
  await page.getByRole('tab', { name: 'Python' }).first().tap();
  await expect(page.locator('.sample__panel[data-language="python"]').first()).toBeVisible();
  await page.locator('.sample .copy').first().tap();
  await expect.poll(clipboard).toContain('import');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.goto('/api/create-customer#response-201-data.primaryAddress.customerAddress.zip');
  await expect(page.locator('[id="response-201-data.primaryAddress.customerAddress.zip"]')).toBeInViewport();
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await expect(page.locator('main details:not([open])')).toHaveCount(0);
  await page.goto('/docs/category/concepts');
  await page.locator('a.card').first().tap();
  await expect(page).toHaveURL(/\/docs\/get-started\/concepts\//);
  expect(await isHydrated(page)).toBe(false);
  expect(scripts, 'app scripts that ran').toEqual([]);
  expect(problems).toEqual([]);
  await page.context().close();
});

test('on a phone, only a reader who needs the app starts it: not time, scrolling, or reading', async ({
  browser,
  origin,
}) => {
  const { page, scripts, problems } = await open(browser, origin, guide, 'phone');
  await page.waitForLoadState('networkidle');
  for (let step = 0; step < 5; step += 1) {
    await page.mouse.wheel(0, 800);
    // A reader pauses between two strokes.
    await page.waitForTimeout(100);
  }
  await page.locator('main p').last().tap();
  await waitForNothing(page, 500);
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(500);
  expect(await page.locator('head link[rel="prefetch"][as="script"]').count(), 'loaded ahead').toBeGreaterThan(1);
  expect(scripts, 'but not run').toEqual([]);
  expect(await hasReact(page)).toBe(false);
  await page.getByRole('button', { name: 'Search' }).focus();
  await expect.poll(() => hasReact(page), 'the focus of a control starts it').toBe(true);
  expect(problems).toEqual([]);
  await page.context().close();
});

test('with a mouse, the app starts automatically, with React', async ({ page }) => {
  await page.goto(guide);
  await expect.poll(() => isHydrated(page)).toBe(true);
  expect(await hasReact(page)).toBe(true);
});

for (const { name, connection } of [
  { name: '2g', connection: { effectiveType: '2g', saveData: false } },
  { name: 'data saver', connection: { effectiveType: '4g', saveData: true } },
]) {
  test(`on ${name} a phone loads nothing ahead, and a press works all the same`, async ({ browser, origin }) => {
    const context = await browser.newContext({ ...phone, baseURL: origin });
    const page = await context.newPage();
    await page.addInitScript((value) => Object.defineProperty(navigator, 'connection', { value }), connection);
    await page.goto(guide);
    await page.waitForLoadState('networkidle');
    await expect(page.locator('link[rel="prefetch"]')).toHaveCount(0);
    await expect(page.locator('script[type="speculationrules"]')).toHaveCount(0);
    await page.getByRole('button', { name: 'Toggle navigation bar' }).tap();
    await expect(page.locator('nav.navbar-sidebar--show')).toBeVisible();
    await context.close();
  });
}

test('if an app script fails, the page reloads once, stays readable, and a press tries again', async ({
  browser,
  origin,
}) => {
  const context = await browser.newContext({ ...phone, baseURL: origin });
  const page = await context.newPage();
  const { problems } = watch(page, origin);
  let loads = 0;
  page.on('request', (request) => (loads += Number(request.resourceType() === 'document')));
  await page.route(isAppScriptUrl, (route) => route.fulfill({ status: 404, contentType: 'text/html', body: 'Gone' }));
  await page.goto(guide);
  const menu = page.getByRole('button', { name: 'Toggle navigation bar' });
  await menu.tap();
  await expect.poll(() => loads).toBe(2);
  await page.waitForLoadState('load');
  await menu.tap();
  await waitForNothing(page, 500);
  expect(loads, 'no third load').toBe(2);
  await expect(page.locator('h1')).toHaveText('Errors');
  expect(await page.locator('[aria-busy]').count()).toBe(0);
  expect(problems.filter((problem) => problem.startsWith('warning')).length).toBeGreaterThan(0);
  await expect(
    earlyMenu(page).getByRole('link', { name: 'Authentication' }),
    'the links work without the app',
  ).toBeVisible();
  await page.unroute(isAppScriptUrl);
  await earlyMenu(page).getByRole('button', { name: 'Close navigation bar' }).tap();
  await menu.tap();
  await expect(page.locator('nav.navbar-sidebar--show')).toBeVisible();
  await context.close();
});

test.describe("the menu before the app runs, and the app's menu in its place", () => {
  /** Opens a page with the app's scripts held back, and its menu. */
  async function openMenu(browser: Browser, origin: string, route: string) {
    const { page, problems } = await open(browser, origin, route, 'phone');
    let release = (): void => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(isAppScriptUrl, async (request) => {
      await held;
      await request.continue();
    });
    await page.getByRole('button', { name: 'Toggle navigation bar' }).tap();
    await expect(earlyMenu(page).locator('.navbar-sidebar')).toBeInViewport();
    await expect(page.locator('.navbar__toggle')).toHaveAttribute('aria-expanded', 'true');
    expect(await hasReact(page)).toBe(false);
    return { page, problems, release };
  }
  const listLinks = (menu: Locator) =>
    menu
      .locator('.menu a[href]:not([href="#"])')
      .evaluateAll((links) =>
        links
          .filter((link) => link.closest('[inert]') === null)
          .map((link) => `${link.textContent} ${link.getAttribute('href')}`),
      );

  for (const route of [guide, '/']) {
    test(`both have the same links: ${route}`, async ({ browser, origin }) => {
      const { page, problems, release } = await openMenu(browser, origin, route);
      const early = await listLinks(earlyMenu(page));
      release();
      await expect(page.locator('nav.navbar-sidebar--show')).toBeVisible();
      await expect(earlyMenu(page)).toHaveCount(0);
      const own = await listLinks(page.locator('nav .navbar-sidebar'));
      console.log(`${early.length} links`);
      expect(early.length).toBeGreaterThan(1);
      expect(early).toEqual(own);
      // Opened once, and still scrollable after it's closed.
      await page.getByRole('button', { name: 'Close navigation bar' }).tap();
      await expect(page.locator('nav.navbar-sidebar--show')).toHaveCount(0);
      await expect(page.locator('body')).not.toHaveCSS('overflow', 'hidden');
      await expect(page.locator('.navbar__toggle')).toHaveAttribute('aria-expanded', 'false');
      expect(problems).toEqual([]);
      await page.context().close();
    });
  }

  test('a category that the reader expands is expanded afterward', async ({ browser, origin }) => {
    const { page, release } = await openMenu(browser, origin, guide);
    await earlyMenu(page)
      .getByRole('button', { name: /'Webhooks'/ })
      .tap();
    release();
    await expect(page.locator('nav .navbar-sidebar').getByRole('button', { name: /'Webhooks'/ })).toHaveAttribute(
      'aria-expanded',
      'true',
    );
    await expect(earlyMenu(page)).toHaveCount(0);
    await page.context().close();
  });

  test('a link works', async ({ browser, origin }) => {
    const { page } = await openMenu(browser, origin, guide);
    await earlyMenu(page).getByRole('link', { name: 'Authentication' }).tap();
    await expect(page.locator('h1')).toHaveText('Authentication');
    await page.context().close();
  });

  test('a menu that the reader closes stays closed when the app runs', async ({ browser, origin }) => {
    const { page, release } = await openMenu(browser, origin, guide);
    await earlyMenu(page).getByRole('button', { name: 'Close navigation bar' }).tap();
    await expect(earlyMenu(page)).toHaveCount(0);
    await expect(page.locator('.navbar__toggle')).toHaveAttribute('aria-expanded', 'false');
    release();
    await expect.poll(() => hasReact(page)).toBe(true);
    await expect.poll(() => isHydrated(page)).toBe(true);
    await waitForNothing(page, 200);
    await expect(page.locator('nav.navbar-sidebar--show')).toHaveCount(0);
    await expect(page.locator('body')).not.toHaveCSS('overflow', 'hidden');
    await page.context().close();
  });
});

test("the page's chunks load beside the app's scripts, not after them", async ({ browser, origin }) => {
  const context = await browser.newContext({ ...phone, baseURL: origin });
  const page = await context.newPage();
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
  await page.goto(guide);
  const chunks = (await page.locator('script[data-chunks]').getAttribute('data-chunks'))?.split(' ') ?? [];
  expect(chunks.length).toBeGreaterThan(3);
  const counts = new Map<string, number>();
  page.on('request', (request) => {
    const name = /\/assets\/js\/(.+)\.js$/.exec(request.url())?.[1] ?? '';
    if (chunks.includes(name)) counts.set(name, (counts.get(name) ?? 0) + 1);
  });
  let release = (): void => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(isAppScriptUrl, async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Toggle navigation bar' }).tap();
  await expect.poll(() => counts.size).toBe(chunks.length);
  release();
  await expect(page.locator('nav.navbar-sidebar--show')).toBeVisible();
  expect(Math.max(...counts.values()), 'requests of a chunk').toBe(1);
  await context.close();
});

test("without a network, a failed script doesn't replace the page with a browser error", async ({
  browser,
  origin,
}) => {
  const context = await browser.newContext({ ...phone, baseURL: origin });
  const page = await context.newPage();
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } }),
  );
  await page.goto(guide);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Toggle navigation bar' }).tap();
  await waitForNothing(page, 800);
  await expect(page.locator('h1')).toHaveText('Errors');
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Toggle navigation bar' }).tap();
  await expect(page.locator('nav.navbar-sidebar--show')).toBeVisible();
  await context.close();
});

test('before the app runs, the color mode and its button follow the system and other tabs', async ({
  browser,
  origin,
}) => {
  const context = await browser.newContext({ ...phone, baseURL: origin, colorScheme: 'light' });
  const page = await context.newPage();
  const other = await context.newPage();
  await other.goto(guide);
  await page.goto(guide);
  const key = await page.evaluate(
    () => /getItem\(["'](theme(?:-\w+)?)["']\)/.exec(document.documentElement.innerHTML)?.[1] ?? '',
  );
  expect(key).not.toBe('');
  const label = () => page.locator('button.color-mode').first().getAttribute('aria-label');
  expect(await label()).toContain('currently light mode');
  await other.evaluate((name) => localStorage.setItem(name, 'dark'), key);
  await expect.poll(() => theme(page)).toBe('dark');
  expect(await label()).toContain('currently dark mode');
  await other.evaluate((name) => {
    localStorage.setItem('pai.follow-system', 'true');
    localStorage.removeItem(name);
  }, key);
  await expect.poll(() => theme(page)).toBe('light');
  expect(await label()).toContain('currently system mode');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => theme(page)).toBe('dark');
  expect(await isHydrated(page)).toBe(false);
  await context.close();
});

test('the sidebar keeps its scroll position across full page loads', async ({ browser, origin }) => {
  const context = await browser.newContext({
    hasTouch: true,
    isMobile: true,
    viewport: { width: 1280, height: 700 },
    baseURL: origin,
  });
  const page = await context.newPage();
  await page.goto('/api/create-customer');
  const sidebar = page.locator('.theme-doc-sidebar-container .menu');
  await sidebar.evaluate((menu) => menu.scrollTo({ top: 260, behavior: 'instant' }));
  await page.evaluate(() => (window.location.href = '/api/list-plans'));
  await expect(page.locator('h1')).toHaveText(/plans/);
  await expect.poll(() => sidebar.evaluate((menu) => menu.scrollTop)).toBe(260);
  expect(await isHydrated(page)).toBe(false);
  await context.close();
});

test('the home page shows no banner for a wrong base URL before the app starts', async ({ browser, origin }) => {
  const { page, problems } = await open(browser, origin, '/', 'phone');
  await page.waitForLoadState('networkidle');
  await expect(page.locator('#__docusaurus-base-url-issue-banner')).toHaveCount(0);
  expect(await isHydrated(page)).toBe(false);
  expect(problems).toEqual([]);
  await page.context().close();
});

test('a link followed while scripts load works, and no reload interrupts it', async ({ browser, origin }) => {
  const { page } = await open(browser, origin, guide, 'desktop');
  await page.keyboard.press('/');
  await page.locator('main a[href^="/docs/"], main a[href^="/api/"]').first().click();
  await page.waitForURL((url) => url.pathname !== guide);
  await waitForNothing(page, 1500);
  expect(new URL(page.url()).pathname).not.toBe(guide);
  await page.context().close();
});

test("a fragment that can't be decoded doesn't crash the page, before the app or with it", async ({
  browser,
  origin,
  page,
  misbehavior,
}) => {
  const visit = await open(browser, origin, `${guide}#50%`, 'phone');
  await expect(visit.page.locator('h1')).toHaveText('Errors');
  expect(visit.problems).toEqual([]);
  await visit.page.context().close();
  await page.goto(`${guide}#50%`);
  await expect.poll(() => isHydrated(page)).toBe(true);
  await page.evaluate(() => (window.location.hash = '#75%'));
  await page.locator('.theme-doc-sidebar-menu a[href="/docs/api/authentication"]').first().click();
  await expect(page.locator('h1')).toHaveText('Authentication');
  await page.goBack();
  await expect(page.locator('h1')).toHaveText('Errors');
  expect(misbehavior.problems).toEqual([]);
});

test('hovering over a link without a network changes nothing', async ({ page, context }) => {
  await page.goto(guide);
  await expect.poll(() => isHydrated(page)).toBe(true);
  await context.setOffline(true);
  let left = false;
  page.on('framenavigated', () => (left = true));
  for (const link of await page.locator('.theme-doc-sidebar-menu a:visible').all()) await link.hover();
  await waitForNothing(page, 500);
  expect(left).toBe(false);
  await expect(page.locator('h1')).toHaveText('Errors');
});

test('prefetches each file with one link', async ({ page }) => {
  await page.goto('/api/');
  await expect.poll(() => isHydrated(page)).toBe(true);
  await page.waitForLoadState('networkidle');
  const links = page.locator('head link[rel="prefetch"]');
  // Screen by screen, because only pages whose links come into view are prefetched.
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 600);
      return links.count();
    })
    .toBeGreaterThan(30);
  await waitForNothing(page, 1500);
  const ahead = await links.evaluateAll((all) => all.map((link) => (link as HTMLLinkElement).href));
  console.log(`${ahead.length} files loaded ahead`);
  expect(new Set(ahead).size).toBe(ahead.length);
});
