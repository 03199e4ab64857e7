/** Every kind of page looks as it did when it was last looked at. See README.md here. */
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expect, hydrated, test as base } from '../support/site';
import { difference, drawnWith, madeWith, picturesFolder, writeMadeWith, type MadeWith } from './made-with';
import { views, type View } from './views';

/** What the browser of this worker draws with, looked at once. */
const test = base.extend<object, { here: MadeWith }>({
  here: [
    async ({ browser, origin }, use) => {
      const page = await browser.newPage();
      await page.goto(origin);
      await use(await drawnWith(page));
      await page.close();
    },
    { scope: 'worker' },
  ],
});

const isRenewing = () => ['all', 'changed'].includes(test.info().config.updateSnapshots);

/** Skips if letters are drawn differently here, and says what to do. */
function requireSameLetters(here: MadeWith): void {
  if (isRenewing()) {
    writeMadeWith(here);
    return;
  }
  const reason = difference(madeWith(), here);
  if (reason !== undefined) console.log(reason);
  test.skip(reason !== undefined, reason);
}

/** Opens a page as a reader with this window and this mode sees it, at rest. */
async function show(page: Page, { route, width, height, mode, prepare }: View): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width, height });
  await page.goto(`${route}?docusaurus-theme=${mode}`);
  await hydrated(page);
  await expect(page.locator('html')).toHaveAttribute('data-theme', mode);
  await prepare?.(page);
}

for (const view of views) {
  test(`${view.file.replace('.png', '')}: ${view.route} at ${view.width} px, ${view.mode}`, async ({ page, here }) => {
    requireSameLetters(here);
    await show(page, view);
    await expect(page, `${view.route} looks different; see tests/visual/README.md`).toHaveScreenshot(view.file, {
      maxDiffPixels: 20,
      // A busy machine needs a while for two pictures that are the same.
      timeout: 30_000,
    });
  });
}

test('the pictures are those of the pages, and small', () => {
  test.skip(isRenewing(), 'The pictures are being renewed.');
  const files = readdirSync(picturesFolder).filter((file) => file.endsWith('.png'));
  const size = files.reduce((sum, file) => sum + statSync(path.join(picturesFolder, file)).size, 0);
  console.log(`${files.length} pictures, ${(size / 1e6).toFixed(1)} MB`);
  expect(files.length).toBeGreaterThan(80);
  expect(files.sort()).toEqual(views.map(({ file }) => file).sort());
  expect(size).toBeLessThan(10e6);
});

test('a heading that moved by two pixels is seen', async ({ page, here }) => {
  test.skip(isRenewing(), 'The pictures are being renewed.');
  requireSameLetters(here);
  const [view] = views;
  if (view === undefined) throw new Error('tests/visual/views.ts lists no page.');
  await show(page, view);
  await page.addStyleTag({ content: 'h1 { position: relative; top: 2px; }' });
  expect(await page.screenshot({ animations: 'disabled', caret: 'hide' })).not.toMatchSnapshot(view.file, {
    maxDiffPixels: 20,
  });
});

test('another browser is told from the one of the pictures', ({ here }) => {
  expect(difference(here, here)).toBeUndefined();
  expect(difference({ ...here, browser: '1.0' }, here)).toMatch(/made with .*"1\.0".*npm run pictures/);
  expect(difference({ ...here, fonts: { ...here.fonts, h1: 'Arial, 300.00' } }, here)).toMatch(/Arial/);
  expect(difference(undefined, here)).toMatch(/nothing/);
});
