import path from 'node:path';
import { buildFolder } from '../support/routes';
import { expect, hydrated, test } from '../support/site';

const guide = '/docs/api/errors';
const operation = '/api/create-customer';
const contentLink = '.markdown > p a[href^="/docs/"]:not([href*="#"])';

test('the navbar has Docs, API, the color toggle, and the language dropdown with English', async ({ page }) => {
  await page.goto(guide);
  await hydrated(page);
  const entries = page.locator('.navbar__items').first().locator('a.navbar__item');
  const active = page.locator('.navbar__item.navbar__link--active');
  await expect(entries).toHaveText(['Docs', 'API']);
  await expect(entries.nth(0)).toHaveAttribute('href', '/docs/category/get-started');
  await expect(entries.nth(1)).toHaveAttribute('href', '/api/');
  await expect(active).toHaveText(['Docs']);
  await page.getByRole('button', { name: 'English' }).hover();
  await expect(page.locator('.navbar .dropdown__menu a')).toHaveText(['English']);
  await expect(page.getByRole('button', { name: /Switch between dark and light mode/ })).toBeVisible();
  await entries.nth(1).click();
  await expect(active).toHaveText(['API']);
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

test('the announcement bar stays dismissed, and the footer has the homepage and the copyright', async ({ page }) => {
  await page.goto('/');
  await hydrated(page);
  const bar = page.locator('[class*="announcementBar_"]');
  await expect(bar).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(bar).toBeHidden();
  await page.goto(guide);
  await hydrated(page);
  await expect(bar).toBeHidden();
  await expect(page.locator('footer a[href="https://www.pai.example"]')).toBeVisible();
  await expect(page.getByRole('contentinfo')).toContainText('Copyright © 2025 PAI');
});

test('guides and reference share one sidebar, whose categories stay open', async ({ page }) => {
  await page.goto(guide);
  await hydrated(page);
  const sidebar = page.locator('.theme-doc-sidebar-menu').first();
  const listTop = () => sidebar.locator('> li > div > a, > li > a').allInnerTexts();
  const open = sidebar.locator('.menu__list-item:not(.menu__list-item--collapsed) > .menu__list-item-collapsible');
  const before = await open.count();
  await sidebar.getByRole('button', { name: /Expand sidebar category 'Concepts'/ }).click();
  await expect(open, 'opening one leaves the others open').toHaveCount(before + 1);
  const links = sidebar.locator('a[href^="/docs/"]');
  await expect(links.first()).toHaveAttribute('href', '/docs/category/get-started');
  const documents = await links.evaluateAll((found) =>
    found.map((link) => link.getAttribute('href') ?? '').filter((href) => !href.startsWith('/docs/category/')),
  );
  expect(documents[0], 'the default document').toBe('/docs/get-started/concepts/customers');
  const topLevel = await listTop();
  await sidebar.evaluate((menu) => menu.setAttribute('data-seen', 'yes'));
  await sidebar.getByRole('link', { name: 'API reference' }).click();
  await expect(page).toHaveURL(/\/api\/$/);
  await expect(sidebar, 'the same sidebar, not a new one').toHaveAttribute('data-seen', 'yes');
  expect(await listTop()).toEqual(topLevel);
  await expect(page.locator('[class*="collapseSidebarButton"]'), 'it cannot be hidden').toHaveCount(0);
  await page.goto(operation);
  await expect(page.locator('.menu__list-item.api-method.post .menu__link--active')).toBeVisible();
  await expect(page.locator('.breadcrumbs')).toContainText('Customers');
});

test('the table of contents shows levels 2 and 3', async ({ page }) => {
  await page.goto(guide);
  const targets = await page
    .locator('.table-of-contents__link')
    .evaluateAll((links) =>
      links.map(
        (link) => document.getElementById(decodeURIComponent((link as HTMLAnchorElement).hash.slice(1)))?.tagName,
      ),
    );
  expect(targets.length).toBeGreaterThan(2);
  expect(targets.filter((tag) => tag !== 'H2' && tag !== 'H3')).toEqual([]);
});

test("a path that isn't a route shows the not-found page, however similar it is to one", async ({
  page,
  misbehavior,
}) => {
  const asked = [
    ...['/no-such-page', '/docs/no-such-page', '/api/no-such-operation', '/docs/api/errors/more', '/docs/%E0%A4%A'],
    ...['/docs/api/Errors', '/API/create-customer', `/${'x/'.repeat(200)}`, '/docs/api/webhooks/schemas'],
  ];
  // As a server answers that knows files only.
  await page.route(
    ({ pathname }) => asked.includes(pathname),
    (route) => route.fulfill({ status: 404, path: path.join(buildFolder, '404.html') }),
  );
  for (const address of asked) {
    await page.goto(address);
    await hydrated(page);
    await expect(page.locator('h1'), address).toHaveText('Page not found');
    await expect(page, address).toHaveTitle('Page not found | PAI');
  }
  await page.getByRole('link', { name: '/docs/api/webhooks/Schemas' }).click();
  await expect(page.locator('h1')).not.toHaveText('Page not found');
  expect(misbehavior.problems.filter((problem) => !problem.includes('status of 404'))).toEqual([]);
});

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
  const link = (href: string) => page.locator(`.markdown a[href="${href}"]:visible`).first();
  await page.goto('/docs/get-started/concepts/trial');
  await hydrated(page);
  await mark();
  const other = page.locator(contentLink).first();
  const address = (await other.getAttribute('href')) ?? '';
  await other.click();
  await expect(page).toHaveURL(address);
  await expect(page.locator('h1')).not.toHaveText('Trials');
  expect(await isSameVisit()).toBe(true);
  await page.goBack();
  await expect(page.locator('h1')).toHaveText('Trials');
  await other.press('Enter');
  await expect(page).toHaveURL(address);
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
  const link = page.locator(contentLink).first();
  const [beside] = await Promise.all([context.waitForEvent('page'), link.click({ modifiers: ['ControlOrMeta'] })]);
  await expect(beside).toHaveURL((await link.getAttribute('href')) ?? '');
  await expect(page.locator('h1')).toHaveText('Trials');
  await page.goto('/api/');
  await hydrated(page);
  const file = page.locator('.markdown a[href="/openapi.yaml"]').first();
  await expect(file, 'a file opens beside the page').toHaveAttribute('target', '_blank');
  await expect(file).toHaveAttribute('rel', /noopener/);
  await page.getByRole('link', { name: 'View as Markdown' }).click();
  await expect(page).toHaveURL(/\/api\.md$/);
  await expect(page.locator('body'), 'the file, not a page of the router').toContainText('# API reference');
});
