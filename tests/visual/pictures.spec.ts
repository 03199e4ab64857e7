/** The kinds of pages look as they did when they were last looked at. See README.md here. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { families } from '../../scripts/lib/browser-fonts';
import { expect, hydrated, testInOneTab as test } from '../support/site';

const kinds = {
  home: '/',
  category: '/docs/category/tutorials',
  concept: '/docs/get-started/concepts/customers',
  operation: '/api/create-transaction',
};
const sizes = { 390: 844, 1280: 800 };
const modes = ['light', 'dark'];

const views = Object.entries(kinds).flatMap(([kind, route]) =>
  Object.entries(sizes).flatMap(([width, height]) =>
    modes.map((mode) => ({ file: `${kind}-${width}-${mode}.png`, route, width: Number(width), height, mode })),
  ),
);

/** Families that headings, text, and code of the page are drawn with. */
async function drawnFamilies(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument');
  const used = new Set<string>();
  for (const selector of ['h1', 'main p', 'main pre code']) {
    const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector });
    const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
    for (const { familyName } of fonts) used.add(familyName);
  }
  await session.detach();
  return [...used].sort();
}

async function show(page: Page, { route, width, height, mode }: (typeof views)[number]): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width, height });
  await page.goto(`${route}?docusaurus-theme=${mode}`);
  await hydrated(page);
  await expect(page.locator('html')).toHaveAttribute('data-theme', mode);
}

// Other systems draw letters their own way.
if (process.platform === 'linux') {
  test('letters are drawn with the fonts of the package, and each view has its picture', async ({ page }) => {
    await page.goto(kinds.operation);
    expect(await drawnFamilies(page)).toEqual(Object.values(families).sort());
    expect(readdirSync(path.join(__dirname, 'pictures')).sort()).toEqual(views.map(({ file }) => file).sort());
  });

  for (const view of views) {
    test(`${view.route} at ${view.width} px, ${view.mode}`, async ({ page }) => {
      await show(page, view);
      await expect(page, `${view.route} looks different; see tests/visual/README.md`).toHaveScreenshot(view.file, {
        threshold: 0.2,
        maxDiffPixels: 60,
        // A busy machine needs a while for two pictures that are the same.
        timeout: 30_000,
      });
    });
  }
}
