/**
 * The app starts when a reader needs it: with a mouse when the page has loaded and the browser is idle, on a touch screen
 * with the first press. No press is lost, and until then the page works without it.
 */
import { type BrowserContextOptions, devices, type Locator, type Page } from '@playwright/test';
import { expect, test as base, watch, waitForNothing } from '../support/site';

const guide = '/docs/api/errors';
const isAppScript = (url: URL) => /\/assets\/js\/(?:main|runtime~main)\./.test(url.pathname);
const isHydrated = (page: Page) => page.evaluate(() => document.documentElement.dataset['hasHydrated'] === 'true');
const theme = (page: Page) => page.locator('html').getAttribute('data-theme');
const toggle = (page: Page) => page.getByRole('button', { name: 'Toggle navigation bar' });
const earlyMenu = (page: Page) => page.locator('.early-menu');
const appMenu = (page: Page) => page.locator('nav.navbar-sidebar--show');
const savesData = () =>
  Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } });

/** Whether React has taken over, by the mark that it leaves on its root. */
const hasReact = (page: Page) =>
  page.evaluate(() =>
    Object.keys(document.querySelector('#__docusaurus') ?? {}).some((key) => key.startsWith('__reactContainer$')),
  );

/** Holds back the app's scripts. Returns how to let them go. */
async function hold(page: Page): Promise<() => void> {
  let release = (): void => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(isAppScript, async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

interface Visit {
  readonly page: Page;
  /** App scripts that were asked for, prefetches aside. */
  readonly scripts: string[];
  readonly problems: string[];
}

const test = base.extend<{ visit: (options?: BrowserContextOptions, kind?: 'phone' | 'desktop') => Promise<Visit> }>({
  visit: async ({ browser, origin }, use) => {
    const close: (() => Promise<void>)[] = [];
    await use(async (options = {}, kind = 'phone') => {
      const context = await browser.newContext({
        ...(kind === 'phone' ? { ...devices['Pixel 7'], defaultBrowserType: undefined } : {}),
        baseURL: origin,
        permissions: ['clipboard-read', 'clipboard-write'],
        ...options,
      });
      close.push(() => context.close());
      const page = await context.newPage();
      const scripts: string[] = [];
      page.on('request', (request) => {
        if (isAppScript(new URL(request.url())) && request.resourceType() === 'script') scripts.push(request.url());
      });
      return { page, scripts, problems: watch(page, origin).problems };
    });
    for (const end of close) await end();
  },
});

interface Control {
  readonly name: string;
  readonly route?: string;
  readonly on: readonly ('phone' | 'desktop')[];
  readonly press: (page: Page) => Promise<void>;
  /** Fails unless the press has done its work, and has done it once. */
  readonly works: (page: Page) => Promise<void>;
}

const caret = (page: Page) =>
  page.locator('.theme-doc-sidebar-menu').getByRole('button', { name: /sidebar category 'Concepts'/ });
const controls: Control[] = [
  {
    name: 'the mobile menu',
    on: ['phone'],
    press: (page) => toggle(page).tap(),
    works: (page) => expect(appMenu(page)).toBeVisible(),
  },
  {
    name: '"On this page"',
    on: ['phone'],
    press: (page) => page.getByRole('button', { name: 'On this page' }).tap(),
    works: (page) => expect(page.locator('[class*="tocCollapsibleContent"] ul').first()).toBeVisible(),
  },
  {
    name: "a category's caret",
    on: ['desktop'],
    press: (page) => caret(page).click(),
    works: (page) => expect(caret(page)).toHaveAttribute('aria-expanded', 'true'),
  },
  {
    name: 'the color mode',
    on: ['desktop'],
    press: (page) => page.getByRole('button', { name: /currently light mode/ }).click(),
    works: async (page) => {
      await expect.poll(() => theme(page)).toBe('dark');
      await expect(page.getByRole('button', { name: /currently dark mode/ })).toBeVisible();
    },
  },
  {
    name: 'the language menu, by keyboard',
    on: ['desktop'],
    press: (page) => page.getByRole('button', { name: 'English' }).press('Enter'),
    works: (page) => expect(page.locator('.dropdown--show')).toBeVisible(),
  },
  {
    name: 'closing the announcement',
    route: '/',
    on: ['phone'],
    press: (page) => page.getByRole('button', { name: 'Close' }).click(),
    works: (page) => expect(page.locator('[class*="announcementBar_"]')).toHaveCount(0),
  },
  {
    name: 'the search button',
    on: ['phone', 'desktop'],
    press: (page) => page.getByRole('button', { name: 'Search', exact: true }).click(),
    works: async (page) => {
      await expect(page.getByRole('combobox')).toBeFocused();
      await expect(page.getByRole('dialog')).toHaveCount(1);
    },
  },
  ...(['Control+k', '/'] as const).map((key): Control => ({
    name: `${key} and what is typed after it`,
    on: ['desktop'],
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

for (const { name, route = guide, on, press, works } of controls) {
  for (const kind of on) {
    test(`${name}: the first press works, ${kind}`, async ({ visit }) => {
      const { page, problems } = await visit({}, kind);
      const release = kind === 'desktop' ? await hold(page) : () => undefined;
      await page.goto(route, { waitUntil: kind === 'desktop' ? 'domcontentloaded' : 'load' });
      expect(await isHydrated(page), 'pressed before the app runs').toBe(false);
      await press(page);
      release();
      await works(page);
      // A second run of the same press would undo the first.
      await waitForNothing(page, 200);
      await works(page);
      expect(await hasReact(page)).toBe(true);
      expect(await page.locator('[aria-busy]').count()).toBe(0);
      expect(problems).toEqual([]);
    });
  }
}

test("a canceled press doesn't open the search later, and a link followed meanwhile works", async ({ visit }) => {
  const { page } = await visit({}, 'desktop');
  const release = await hold(page);
  await page.goto(guide, { waitUntil: 'domcontentloaded' });
  await page.keyboard.press('/');
  await page.keyboard.press('Escape');
  release();
  await expect.poll(() => isHydrated(page)).toBe(true);
  await waitForNothing(page, 300);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const releaseAgain = await hold(page);
  await page.reload({ waitUntil: 'domcontentloaded' });
  await page.keyboard.press('/');
  await page.locator('main a[href^="/docs/"], main a[href^="/api/"]').first().click();
  releaseAgain();
  await page.waitForURL((url) => url.pathname !== guide);
  await waitForNothing(page, 1000);
  expect(new URL(page.url()).pathname, 'no reload interrupts it').not.toBe(guide);
});

test('these features work on a phone without the app: copying, tabs, collapsed sections, shortcuts, and cards', async ({
  visit,
}) => {
  const { page, scripts, problems } = await visit();
  await page.goto('/api/create-customer');
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await page.getByRole('button', { name: 'Copy page' }).tap();
  await expect(page.getByRole('button', { name: 'Copied' }).first()).toBeVisible();
  expect(await clipboard()).toMatch(/^# Create a customer/);
  await page.getByRole('tab', { name: 'Python' }).first().tap();
  await expect(page.locator('.sample__panel[data-language="python"]').first()).toBeVisible();
  await page.locator('.sample button[data-copy]:visible').first().tap();
  await expect.poll(clipboard).toContain('import');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.goto('/api/create-customer#response-201-data.primaryAddress.customerAddress.zip');
  await expect(page.locator('[id="response-201-data.primaryAddress.customerAddress.zip"]')).toBeInViewport();
  await page.goto('/docs/category/concepts');
  await page.locator('a.card').first().tap();
  await expect(page).toHaveURL(/\/docs\/get-started\/concepts\//);
  expect(await isHydrated(page)).toBe(false);
  expect(scripts, 'app scripts that ran').toEqual([]);
  expect(problems).toEqual([]);
});

test('on a phone, only a reader who needs the app starts it: not time, scrolling, or reading', async ({ visit }) => {
  const { page, scripts, problems } = await visit();
  await page.goto('/docs/get-started/concepts/trial');
  await page.waitForLoadState('networkidle');
  await page.locator('.diagram').first().scrollIntoViewIfNeeded();
  await page.locator('main p').last().tap();
  await waitForNothing(page, 500);
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(500);
  expect(await page.locator('head link[rel="prefetch"][as="script"]').count(), 'loaded ahead').toBeGreaterThan(1);
  expect(scripts, 'but not run').toEqual([]);
  expect(await hasReact(page)).toBe(false);
  await page.getByRole('button', { name: 'Search', exact: true }).focus();
  await expect.poll(() => hasReact(page), 'the focus of a control starts it').toBe(true);
  expect(problems).toEqual([]);
});

test('with a mouse, the app starts automatically, with React', async ({ page }) => {
  await page.goto(guide);
  await expect.poll(() => isHydrated(page)).toBe(true);
  expect(await hasReact(page)).toBe(true);
});

test('with data saver, a phone loads nothing ahead, and a press works all the same', async ({ visit }) => {
  const { page } = await visit();
  await page.addInitScript(savesData);
  await page.goto(guide);
  await page.waitForLoadState('networkidle');
  await expect(page.locator('link[rel="prefetch"], script[type="speculationrules"]')).toHaveCount(0);
  await page.context().setOffline(true);
  await toggle(page).tap();
  await waitForNothing(page, 800);
  await expect(page.locator('h1'), 'a failed script leaves the page').toHaveText('Errors');
  await page.context().setOffline(false);
  await toggle(page).tap();
  await expect(appMenu(page)).toBeVisible();
});

test('if an app script fails, the page reloads once, stays readable, and a press tries again', async ({ visit }) => {
  const { page, problems } = await visit();
  let loads = 0;
  page.on('request', (request) => (loads += Number(request.resourceType() === 'document')));
  await page.route(isAppScript, (route) => route.fulfill({ status: 404, contentType: 'text/html', body: 'Gone' }));
  await page.goto(guide);
  await toggle(page).tap();
  await expect.poll(() => loads).toBe(2);
  await page.waitForLoadState('load');
  await toggle(page).tap();
  await waitForNothing(page, 500);
  expect(loads, 'no third load').toBe(2);
  await expect(page.locator('h1')).toHaveText('Errors');
  expect(await page.locator('[aria-busy]').count()).toBe(0);
  expect(problems.filter((problem) => problem.startsWith('warning')).length).toBeGreaterThan(0);
  const link = earlyMenu(page).getByRole('link', { name: 'Authentication' });
  await expect(link, 'the links work without the app').toBeVisible();
  await page.unroute(isAppScript);
  await earlyMenu(page).getByRole('button', { name: 'Close navigation bar' }).tap();
  await toggle(page).tap();
  await expect(appMenu(page)).toBeVisible();
});

test.describe("the menu before the app runs, and the app's menu in its place", () => {
  /** Opens the menu of a page with the app's scripts held back. */
  async function openMenu(page: Page, route: string): Promise<() => void> {
    await page.goto(route);
    const release = await hold(page);
    await toggle(page).tap();
    await expect(earlyMenu(page).locator('.navbar-sidebar')).toBeInViewport();
    await expect(page.locator('.navbar__toggle')).toHaveAttribute('aria-expanded', 'true');
    expect(await hasReact(page)).toBe(false);
    return release;
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
    test(`both have the same links: ${route}`, async ({ visit }) => {
      const { page, problems } = await visit();
      const release = await openMenu(page, route);
      const early = await listLinks(earlyMenu(page));
      const category = { name: /'Webhooks'/ };
      await earlyMenu(page).getByRole('button', category).tap();
      release();
      await expect(appMenu(page)).toBeVisible();
      await expect(earlyMenu(page)).toHaveCount(0);
      const own = page.locator('nav .navbar-sidebar');
      await expect(own.getByRole('button', category)).toHaveAttribute('aria-expanded', 'true');
      // With the app, a closed category is no link.
      const shared = (await listLinks(own)).filter((link) => early.includes(link));
      expect(shared.length).toBeGreaterThan(8);
      // Opened once, and the page is still scrollable after it's closed.
      await page.getByRole('button', { name: 'Close navigation bar' }).tap();
      await expect(appMenu(page)).toHaveCount(0);
      await expect(page.locator('body')).not.toHaveCSS('overflow', 'hidden');
      expect(problems).toEqual([]);
    });
  }

  test('a menu that the reader closes stays closed when the app runs', async ({ visit }) => {
    const { page } = await visit();
    const release = await openMenu(page, guide);
    await earlyMenu(page).getByRole('button', { name: 'Close navigation bar' }).tap();
    await expect(earlyMenu(page)).toHaveCount(0);
    await expect(page.locator('.navbar__toggle')).toHaveAttribute('aria-expanded', 'false');
    release();
    await expect.poll(() => isHydrated(page)).toBe(true);
    await waitForNothing(page, 200);
    await expect(appMenu(page)).toHaveCount(0);
    await expect(page.locator('body')).not.toHaveCSS('overflow', 'hidden');
  });
});

test('before the app runs, the color mode and its button follow the system and other tabs', async ({ visit }) => {
  const { page } = await visit({ colorScheme: 'light' });
  const other = await page.context().newPage();
  await other.goto(guide);
  await page.goto(guide);
  const key = await page.evaluate(
    () => /getItem\(["'](theme(?:-\w+)?)["']\)/.exec(document.documentElement.innerHTML)?.[1] ?? '',
  );
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
});

test('the sidebar keeps its scroll position across full page loads', async ({ visit }) => {
  const { page } = await visit({ viewport: { width: 1280, height: 700 } });
  await page.goto('/api/create-customer');
  const sidebar = page.locator('.theme-doc-sidebar-container .menu');
  const before = await sidebar.evaluate((menu) => {
    menu.scrollBy({ top: 60, behavior: 'instant' });
    return menu.scrollTop;
  });
  expect(before).toBeGreaterThan(0);
  await page.evaluate(() => (window.location.href = '/api/list-customers'));
  await expect(page.locator('h1')).toHaveText(/customers/);
  await expect.poll(() => sidebar.evaluate((menu) => menu.scrollTop)).toBe(before);
  expect(await isHydrated(page)).toBe(false);
});

test("a fragment that can't be decoded doesn't crash the page, before the app or with it", async ({
  visit,
  page,
  misbehavior,
}) => {
  const { page: early, problems } = await visit();
  await early.goto(`${guide}#50%`);
  await expect(early.locator('h1')).toHaveText('Errors');
  expect(problems).toEqual([]);
  await page.goto(`${guide}#50%`);
  await expect.poll(() => isHydrated(page)).toBe(true);
  await page.evaluate(() => (window.location.hash = '#75%'));
  await page.locator('.theme-doc-sidebar-menu a[href="/docs/api/authentication"]').first().click();
  await expect(page.locator('h1')).toHaveText('Authentication');
  await page.goBack();
  await expect(page.locator('h1')).toHaveText('Errors');
  expect(misbehavior.problems).toEqual([]);
});
