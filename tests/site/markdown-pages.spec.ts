/** "Copy page" gives a reader the page as Markdown; `tests/built/markdown-pages.spec.ts` says what that holds. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { markdownUrl } from '../../src/client/page-files';
import { buildFolder } from '../support/routes';
import { expect, hydrated, test } from '../support/site';

const twin = (route: string): string => readFileSync(path.join(buildFolder, markdownUrl(route)), 'utf8');

test('"Copy page" copies the Markdown version and confirms it', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  for (const route of [
    '/',
    '/docs/api/errors',
    '/docs/api/webhooks/',
    '/docs/category/concepts',
    '/api/create-customer',
  ]) {
    await page.goto(route);
    await hydrated(page);
    await page.getByRole('button', { name: 'Copy page' }).click();
    await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText()), route).toBe(twin(route));
    await expect(page.getByRole('link', { name: 'View as Markdown' })).toHaveAttribute('href', markdownUrl(route));
  }
});

test("shows a message when the Markdown version can't be fetched", async ({ page }) => {
  await page.route('**/*.md', (route) => route.abort());
  await page.goto('/docs/api/errors');
  await hydrated(page);
  await page.getByRole('button', { name: 'Copy page' }).click();
  await expect(page.getByRole('button', { name: 'Copy failed' })).toBeVisible();
});
