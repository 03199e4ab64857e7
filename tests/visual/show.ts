/** A page as a picture is taken of it. */
import type { Page } from '@playwright/test';
import { expect, hydrated, testInOneWindow as base } from '../support/site';
import { drawnFamilies, obstacle } from './compare';
import type { View } from './views';

/** A page with words, a heading and code. */
const SAMPLE = '/docs/api/errors';

/** The test of this folder: skips where pictures cannot be compared, fails if the letters are not those of the package. */
export const test = base.extend<{ comparable: undefined }, { letters: readonly string[] }>({
  letters: [
    async ({ browser, origin }, use) => {
      const page = await browser.newPage();
      await page.goto(origin + SAMPLE);
      await use(await drawnFamilies(page));
      await page.close();
    },
    { scope: 'worker' },
  ],
  comparable: [
    async ({ letters }, use, testInfo) => {
      const reason = obstacle(letters);
      testInfo.skip(reason !== undefined, reason ?? '');
      await use(undefined);
    },
    { auto: true },
  ],
});

/** Opens a page as a reader with this window and this mode sees it, at rest. */
export async function show(page: Page, { route, width, height, mode, prepare }: View): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width, height });
  await page.goto(`${route}?docusaurus-theme=${mode}`);
  await hydrated(page);
  await expect(page.locator('html')).toHaveAttribute('data-theme', mode);
  await prepare?.(page);
}
