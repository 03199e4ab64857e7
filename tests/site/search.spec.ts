/** The search: how well it answers, what it costs, and how it is used by keyboard, on a phone and with a screen reader. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { createEngine, search, type Engine } from '../../src/client/search/engine';
import type { SearchIndex } from '../../src/client/search/format';
import { accessibilityFindings } from '../support/accessibility';
import { htmlOf } from '../support/html';
import { buildFolder, sitemapRoutes } from '../support/routes';
import type { Question } from '../support/search-question';
import { searchQuestions } from '../support/search-questions';
import { askedBySomebodyElse } from '../support/search-questions-asked';
import { expect, hydrated, test } from '../support/site';

/** What a reader who opens the search and gets a result may transfer, in bytes gzip. */
const BUDGET = 120_000;
const FIRST = 0.85;
const FIRST_THREE = 0.95;

const indexFile = path.join(buildFolder, 'search-index.json');
const index = JSON.parse(readFileSync(indexFile, 'utf8')) as SearchIndex;

interface Figures {
  readonly first: number;
  readonly firstThree: number;
  readonly misses: readonly string[];
}

/** Asks every question and counts where an expected page comes first, and where among the first three. */
function ask(engine: Engine, questions: readonly Question[]): Figures {
  const positions = questions.map(({ ask, pages }) => {
    const found = search(engine, ask).pages.map(({ url }) => url);
    return { ask, pages, found, at: found.findIndex((url) => pages.includes(url)) };
  });
  const late = positions.filter(({ at }) => at < 0 || at > 2);
  return {
    first: positions.filter(({ at }) => at === 0).length,
    firstThree: questions.length - late.length,
    misses: late.map(
      ({ ask, pages, found }) => `"${ask}": ${pages.join(' or ')} is not among ${found.slice(0, 3).join(', ')}`,
    ),
  };
}

for (const { name, questions, atLeast } of [
  { name: 'the questions of readers', questions: searchQuestions, atLeast: 120 },
  { name: 'the questions of somebody else', questions: askedBySomebodyElse, atLeast: 60 },
]) {
  test(`${name} find their pages`, () => {
    const routes = new Set(sitemapRoutes());
    for (const { ask, pages } of questions) {
      for (const page of pages) expect(routes, `${ask}: the expected page exists`).toContain(page);
    }
    const { first, firstThree, misses } = ask(createEngine(index), questions);
    const count = questions.length;
    const share = (part: number): string => `${part} of ${count} (${((100 * part) / count).toFixed(1)} %)`;
    console.log(`first: ${share(first)}, in the first three: ${share(firstThree)}\n${misses.join('\n')}`);
    expect(new Set(questions.map(({ ask }) => ask)).size, 'no question twice').toBe(count);
    expect(count).toBeGreaterThanOrEqual(atLeast);
    expect(first / count).toBeGreaterThanOrEqual(FIRST);
    expect(firstThree / count).toBeGreaterThanOrEqual(FIRST_THREE);
  });
}

test('the figures fall when the index has titles only', () => {
  const { first, firstThree } = ask(createEngine({ pages: index.pages, entries: [] }), searchQuestions);
  console.log(`${first} first and ${firstThree} in the first three of ${searchQuestions.length}`);
  expect(first / searchQuestions.length).toBeLessThan(FIRST);
  expect(firstThree / searchQuestions.length).toBeLessThan(FIRST_THREE);
});

test('the index covers every page, and each of its addresses exists', () => {
  const missing: string[] = [];
  for (const [page, , anchor, name] of index.entries) {
    const route = index.pages[page]?.[0] ?? '';
    if (anchor !== '' && htmlOf(route)(`[id="${anchor.replaceAll('"', '\\"')}"]`).length === 0) {
      missing.push(`${route}#${anchor} (${name})`);
    }
  }
  console.log(`${index.pages.length} pages, ${index.entries.length} places`);
  expect(index.pages.map(([route]) => route).sort()).toEqual(sitemapRoutes().sort());
  expect(index.entries.length).toBeGreaterThan(1000);
  expect(missing).toEqual([]);
});

test('every operation is found by its id and every event by its name', () => {
  const engine = createEngine(index);
  const misses: string[] = [];
  let asked = 0;
  for (const [route, , , , names] of index.pages) {
    const [name] = names.split(' ');
    if (!name) continue;
    asked += 1;
    const found = search(engine, name)
      .pages.slice(0, 3)
      .map(({ url }) => url);
    if (!found.includes(route)) misses.push(`${name}: ${found.join(', ')}`);
  }
  console.log(`${asked} names asked`);
  expect(asked).toBeGreaterThan(80);
  expect(misses).toEqual([]);
});

/** Opens the search with the button and waits until it can answer. */
async function openSearch(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible();
}

const options = (page: Page) => page.getByRole('option');

test('nothing is loaded before it is opened; opening and the first result keep the budget', async ({
  page,
  misbehavior,
}) => {
  let bytes = 0;
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await page.goto('/docs/api/errors', { waitUntil: 'networkidle' });
  await hydrated(page);
  await expect(page.locator('input')).toHaveCount(0);
  expect(requests.filter((request) => /search/.test(request))).toEqual([]);
  const before = requests.length;
  await openSearch(page);
  await page.getByRole('combobox').fill('proRataCredit');
  await expect(options(page).first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  for (const request of requests.slice(before)) {
    const size = gzipSync(readFileSync(path.join(buildFolder, request)), { level: 9 }).length;
    console.log(`${(size / 1000).toFixed(1)} kB ${request}`);
    bytes += size;
  }
  console.log(`${(bytes / 1000).toFixed(1)} kB in all`);
  expect(requests).toContain('/search-index.json');
  expect(bytes).toBeLessThanOrEqual(BUDGET);
  expect(misbehavior.problems).toEqual([]);
  expect(misbehavior.foreignRequests).toEqual([]);
});

test('it is used with keys alone: open, choose, go, close, and the focus comes back', async ({ page }) => {
  await page.goto('/docs/api/errors');
  await hydrated(page);
  for (const keys of ['/', 'Control+k', 'Meta+k']) {
    await page.keyboard.press(keys);
    const field = page.getByRole('combobox');
    await expect(field, keys).toBeFocused();
    await field.fill('refund');
    await expect(options(page).first()).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('ArrowDown');
    await expect(options(page).nth(1)).toHaveAttribute('aria-selected', 'true');
    await expect(field).toHaveAttribute('aria-activedescendant', (await options(page).nth(1).getAttribute('id')) ?? '');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await expect(options(page).last()).toHaveAttribute('aria-selected', 'true');
    for (let presses = 0; presses < 4; presses += 1) {
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.closest('dialog') !== null), 'focus stays inside').toBe(
        true,
      );
    }
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeFocused();
  }
  await page.keyboard.press('/');
  await page.getByRole('combobox').fill('createCustomer');
  await expect(options(page).first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/api\/create-customer$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create a customer');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('results are grouped by page, say what they are and mark the words', async ({ page }) => {
  await page.goto('/');
  await hydrated(page);
  await openSearch(page);
  await page.getByRole('combobox').fill('proRataCredit');
  await expect(page.locator('.search__page').first()).toHaveAttribute('role', 'group');
  await expect(page.locator('.search mark').first()).toHaveText('proRataCredit');
  await expect(page.locator('.search__kind', { hasText: 'Field' }).first()).toBeVisible();
  await expect(page.getByRole('dialog').getByRole('status')).toHaveText(/\d+ pages? found\./);
  await page.getByRole('combobox').fill('zzzzqqqq');
  await expect(page.getByRole('dialog').getByRole('status')).toContainText('Nothing found');
  await page.locator('.search').click({ position: { x: 5, y: 5 } });
});

test('a result leads to the field itself, inside its folds', async ({ page }) => {
  await page.goto('/');
  await hydrated(page);
  await openSearch(page);
  await page.getByRole('combobox').fill('createCustomer');
  const field = page.locator('.search__option--inner').first();
  const target = (await field.getAttribute('href')) ?? '';
  await field.click();
  await expect(page).toHaveURL(new RegExp(`${target.replaceAll('.', '\\.')}$`));
  await expect(page.locator(`[id="${target.split('#')[1] ?? ''}"]`)).toBeInViewport();
});

for (const mode of ['light', 'dark'] as const) {
  for (const width of [1440, 390]) {
    test(`axe finds nothing with the dialog open, ${mode}, ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(`/docs/api/errors?docusaurus-theme=${mode}`);
      await hydrated(page);
      await openSearch(page);
      for (const query of ['', 'refund', 'zzzzqqqq']) {
        await page.getByRole('combobox').fill(query);
        if (query === 'refund') await expect(options(page).first()).toBeVisible();
        expect(await accessibilityFindings(page), `"${query}"`).toEqual([]);
      }
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
    });
  }
}

test('an index that cannot be fetched is said, and the next opening tries again', async ({ page }) => {
  await page.route('**/search-index.json', (route) => route.abort());
  await page.goto('/docs/api/errors');
  await hydrated(page);
  await openSearch(page);
  await expect(page.getByRole('dialog').getByRole('status')).toContainText('could not be loaded');
  await page.getByRole('button', { name: 'Close', exact: true }).last().click();
  await page.unroute('**/search-index.json');
  await openSearch(page);
  await page.getByRole('combobox').fill('refund');
  await expect(options(page).first()).toBeVisible();
});

test('it works under a strict policy, without eval and without styles in line', async ({ page }) => {
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) =>
      console.error(`policy: ${event.violatedDirective}`),
    );
  });
  const problems: string[] = [];
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  await page.route('**/docs/api/errors', async (route) => {
    const response = await route.fetch();
    const headers = {
      ...response.headers(),
      'content-security-policy':
        "default-src 'none'; img-src 'self' data:; connect-src 'self'; style-src 'self' 'unsafe-inline'; script-src 'self' 'unsafe-inline'",
    };
    await route.fulfill({ response, headers });
  });
  await page.goto('/docs/api/errors');
  await hydrated(page);
  await openSearch(page);
  await page.getByRole('combobox').fill('409');
  await expect(options(page).first()).toBeVisible();
  expect(problems).toEqual([]);
});
