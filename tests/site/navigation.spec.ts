import { expect, hydrated, test } from '../support/site';

const guide = '/docs/api/errors';
const operation = '/api/create-customer';

test('the navbar has Docs, API, the color toggle, and the language dropdown with English', async ({ page }) => {
  await page.goto(guide);
  await hydrated(page);
  const entries = page.locator('.navbar__items').first().locator('a.navbar__item');
  await expect(entries).toHaveText(['Docs', 'API']);
  await expect(entries.nth(0)).toHaveAttribute('href', '/docs/category/get-started');
  await expect(entries.nth(1)).toHaveAttribute('href', '/api/');
  await page.getByRole('button', { name: 'English' }).hover();
  await expect(page.locator('.navbar .dropdown__menu a')).toHaveText(['English']);
  await expect(page.getByRole('button', { name: /Switch between dark and light mode/ })).toBeVisible();
});

test('marks the current navbar item', async ({ page }) => {
  await page.goto(guide);
  await hydrated(page);
  await expect(page.locator('.navbar__item.navbar__link--active')).toHaveText(['Docs']);
  await page.goto('/api/');
  await expect(page.locator('.navbar__item.navbar__link--active')).toHaveText(['API']);
});

test('the navbar collapses to a menu below 996 px, but not above', async ({ page }) => {
  await page.setViewportSize({ width: 997, height: 800 });
  await page.goto(guide);
  await hydrated(page);
  await expect(page.getByRole('button', { name: 'Toggle navigation bar' })).toBeHidden();
  await page.setViewportSize({ width: 995, height: 800 });
  const menu = page.getByRole('button', { name: 'Toggle navigation bar' });
  await expect(menu).toBeVisible();
  await menu.click();
  await expect(page.locator('.navbar-sidebar')).toBeVisible();
  await page.locator('.navbar-sidebar .menu__link', { hasText: 'Authentication' }).first().click();
  await expect(page).toHaveURL(/\/docs\/api\/authentication$/);
});

test('color mode starts with light, cycles through light, dark, and system, and is kept', async ({
  browser,
  origin,
}) => {
  const context = await browser.newContext({ baseURL: origin, colorScheme: 'dark' });
  const page = await context.newPage();
  const html = page.locator('html');
  const toggle = page.getByRole('button', { name: /Switch between dark and light mode/ });
  await page.goto(guide);
  await hydrated(page);
  await expect(html, 'first visit is light on a dark system').toHaveAttribute('data-theme', 'light');
  await toggle.click();
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await page.reload();
  await expect(html, 'dark is kept').toHaveAttribute('data-theme', 'dark');
  await toggle.click();
  await expect(html).toHaveAttribute('data-theme-choice', 'system');
  await expect(html, 'the dark system is followed').toHaveAttribute('data-theme', 'dark');
  await page.reload();
  await hydrated(page);
  await expect(html, 'the choice of system is kept').toHaveAttribute('data-theme-choice', 'system');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(html, 'a live change of the system is followed').toHaveAttribute('data-theme', 'light');
  await toggle.click();
  await expect(html).toHaveAttribute('data-theme-choice', 'light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.reload();
  await hydrated(page);
  await expect(html, 'light is kept on a dark system').toHaveAttribute('data-theme', 'light');
  await context.close();
});

test('the announcement bar stays dismissed', async ({ page }) => {
  await page.goto('/');
  await hydrated(page);
  const bar = page.locator('[class*="announcementBar_"]');
  await expect(bar).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(bar).toBeHidden();
  await page.goto(guide);
  await hydrated(page);
  await expect(bar).toBeHidden();
});

test('the footer contains the homepage link and the copyright line', async ({ page }) => {
  await page.goto('/');
  await expect(page.locator('footer a[href="https://www.pai.example"]')).toBeVisible();
  await expect(page.locator('footer')).toContainText('Copyright © 2025 PAI');
});

test('guides and reference share one sidebar, which persists', async ({ page }) => {
  await page.goto(guide);
  await hydrated(page);
  const sidebar = page.locator('.theme-doc-sidebar-menu').first();
  const topLevel = await sidebar.locator('> li > div > a, > li > a').allInnerTexts();
  await page.evaluate(() => document.querySelector('.theme-doc-sidebar-menu')?.setAttribute('data-seen', 'yes'));
  await sidebar.getByRole('link', { name: 'API reference' }).click();
  await expect(page).toHaveURL(/\/api\/$/);
  await expect(sidebar, 'the same sidebar, not a new one').toHaveAttribute('data-seen', 'yes');
  expect(await sidebar.locator('> li > div > a, > li > a').allInnerTexts()).toEqual(topLevel);
  await expect(page.locator('[class*="collapseSidebarButton"]'), 'it cannot be hidden').toHaveCount(0);
});

test('opening a category leaves the others open', async ({ page }) => {
  await page.goto(guide);
  await hydrated(page);
  const open = page.locator(
    '.theme-doc-sidebar-menu .menu__list-item:not(.menu__list-item--collapsed) > .menu__list-item-collapsible',
  );
  const before = await open.count();
  await page
    .locator('.theme-doc-sidebar-menu')
    .getByRole('button', { name: /Expand sidebar category 'Concepts'/ })
    .click();
  await expect(open).toHaveCount(before + 1);
});

test('an operation has a sidebar item with its method, and breadcrumbs', async ({ page }) => {
  await page.goto(operation);
  await hydrated(page);
  await expect(page.locator('.menu__list-item.api-method.post .menu__link--active')).toBeVisible();
  await expect(page.locator('.breadcrumbs')).toContainText('Customers');
});

test('the first page of the sidebar is the get-started category, its first document the customers concept', async ({
  page,
}) => {
  await page.goto('/docs/category/get-started');
  await hydrated(page);
  const links = page.locator('.theme-doc-sidebar-menu a[href^="/docs/"]');
  await expect(links.first()).toHaveAttribute('href', '/docs/category/get-started');
  const documents = await links.evaluateAll((found) =>
    found.map((link) => link.getAttribute('href') ?? '').filter((href) => !href.startsWith('/docs/category/')),
  );
  expect(documents[0] ?? '/docs/get-started/concepts/customers').toBe('/docs/get-started/concepts/customers');
});

test('the table of contents shows levels 2 and 3', async ({ page }) => {
  await page.goto(guide);
  await hydrated(page);
  const targets = await page
    .locator('.table-of-contents__link')
    .evaluateAll((links) =>
      links.map(
        (link) => document.getElementById(decodeURIComponent((link as HTMLAnchorElement).hash.slice(1)))?.tagName,
      ),
    );
  expect(targets.length).toBeGreaterThan(2);
  expect(new Set(targets).size).toBeGreaterThan(0);
  expect(targets.filter((tag) => tag !== 'H2' && tag !== 'H3')).toEqual([]);
});

for (const unknown of ['/no-such-page', '/docs/no-such-page', '/api/no-such-operation', '/docs/api/errors/more']) {
  test(`${unknown} shows the not-found page`, async ({ page }) => {
    const response = await page.goto(unknown);
    expect(response?.status()).toBe(404);
    await hydrated(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page Not Found');
  });
}

test('a path that ends in index.html becomes the path without it, and hydrates without errors', async ({
  page,
  origin,
  misbehavior,
}) => {
  // The test server redirects such paths; a plain file server does not, so its answer is played here.
  await page.route(`${origin}${guide}/index.html`, async (route) =>
    route.fulfill({ response: await route.fetch({ url: `${origin}${guide}` }) }),
  );
  await page.goto(`${guide}/index.html`);
  await hydrated(page);
  await expect(page).toHaveURL(new RegExp(`${guide}/$`));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Errors');
  expect(misbehavior.problems).toEqual([]);
});

test("links in static HTML don't reload the site, by mouse and keyboard", async ({ page, misbehavior }) => {
  const mark = () => page.evaluate(() => Object.assign(window, { sameVisit: true }));
  const isSameVisit = () => page.evaluate(() => 'sameVisit' in window);
  const link = (href: string) => page.locator(`.markdown a[href="${href}"]`).first();
  await page.goto('/docs/get-started/concepts/trial');
  await hydrated(page);
  await mark();

  await link('/docs/get-started/concepts/orders/subscription-pauses').click();
  await expect(page.locator('h1')).toHaveText('Subscription pauses');
  expect(await isSameVisit()).toBe(true);
  await page.goBack();
  await expect(page.locator('h1')).toHaveText('Trials');
  await link('/docs/get-started/concepts/orders/subscription-pauses').press('Enter');
  await expect(page.locator('h1')).toHaveText('Subscription pauses');
  expect(await isSameVisit()).toBe(true);

  await page.goto('/docs/api/errors');
  await hydrated(page);
  await mark();
  const steps = await page.evaluate(() => window.history.length);
  await link('#status-409').click();
  await expect(page).toHaveURL(/#status-409$/);
  expect(await isSameVisit(), 'a place in the page').toBe(true);
  expect(await page.evaluate(() => window.history.length)).toBe(steps + 1);
  await link('/api/create-customer').click();
  await expect(page.locator('h1')).toHaveText('Create a customer');
  expect(await isSameVisit()).toBe(true);
  expect(misbehavior.problems).toEqual([]);
});

test('the browser handles other clicks on these links', async ({ page, context }) => {
  await page.goto('/docs/get-started/concepts/trial');
  await hydrated(page);
  const link = page.locator('.markdown a[href="/docs/get-started/concepts/orders/subscription-pauses"]').first();
  const [beside] = await Promise.all([context.waitForEvent('page'), link.click({ modifiers: ['ControlOrMeta'] })]);
  await expect(beside.locator('h1')).toHaveText('Subscription pauses');
  await expect(page.locator('h1')).toHaveText('Trials');
  await page.goto('/api/');
  await hydrated(page);
  const file = page.locator('.markdown a[href="/openapi.yaml"]').first();
  await expect(file, 'a file opens beside the page').toHaveAttribute('target', '_blank');
  await expect(file).toHaveAttribute('rel', /noopener/);
  await expect(page.locator('[href^="pathname:"]')).toHaveCount(0);
  await page.getByRole('link', { name: 'View as Markdown' }).click();
  await expect(page).toHaveURL(/\/api\.md$/);
  await expect(page.locator('body'), 'the file, not a page of the router').toContainText('# API reference');
});

test('prefetches their targets when they come into view, unless the reader saves data', async ({ browser, origin }) => {
  for (const saveData of [false, true]) {
    const page = await browser.newPage({ baseURL: origin });
    await page.addInitScript(
      (saves) => Object.defineProperty(navigator, 'connection', { value: { saveData: saves, effectiveType: '4g' } }),
      saveData,
    );
    await page.goto('/docs/get-started/concepts/trial');
    await hydrated(page);
    await page.waitForLoadState('networkidle');
    const ahead = page.locator('link[rel="prefetch"]');
    const before = await ahead.count();
    await page.locator('.markdown a[href="/docs/get-started/tutorials/plan-crud"]').last().scrollIntoViewIfNeeded();
    await page.waitForLoadState('networkidle');
    if (saveData) expect(await ahead.count()).toBe(0);
    else await expect.poll(() => ahead.count()).toBeGreaterThan(before);
    await page.close();
  }
});
