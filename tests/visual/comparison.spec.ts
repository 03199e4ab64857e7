/** What the comparison of pictures lets through, and what it sees: `pictures.spec.ts` relies on it. */
import { statSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expect } from '../support/site';
import { keptPictures, obstacle, picturesFolder, tolerance } from './compare';
import { show, test } from './show';
import { views } from './views';

const still = { animations: 'disabled', caret: 'hide' } as const;

/** Most bytes that all pictures take: git keeps every version of each. */
const MOST_BYTES = 10e6;

test('the screenshots match the pages, and are small', () => {
  const files = keptPictures();
  const size = files.reduce((sum, file) => sum + statSync(path.join(picturesFolder, file)).size, 0);
  console.log(`${files.length} pictures, ${(size / 1e6).toFixed(1)} MB`);
  expect(files.length).toBeGreaterThan(80);
  expect(files.sort()).toEqual(views.map(({ file }) => file).sort());
  expect(size).toBeLessThan(MOST_BYTES);
});

/** The picture with the edges of all letters and lines drawn a little otherwise, as by another version of the browser. */
async function withOtherEdges(page: Page, picture: Buffer): Promise<{ picture: Buffer; changed: number }> {
  const { data, changed } = await page.evaluate(
    async (source) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = new OffscreenCanvas(image.width, image.height);
      const context = canvas.getContext('2d');
      if (context === null) throw new Error('no canvas');
      context.drawImage(image, 0, 0);
      const pixels = context.getImageData(0, 0, image.width, image.height);
      const before = Uint8ClampedArray.from(pixels.data);
      const row = image.width * 4;
      let changed = 0;
      for (let at = 0; at < before.length; at += 4) {
        const isEdge = [-4, 4, -row, row].some((step) => {
          const there = before[at + step];
          return there !== undefined && Math.abs(there - (before[at] ?? 0)) > 24;
        });
        if (!isEdge) continue;
        changed += 1;
        // A twelfth of the way between black and white, now lighter and now darker.
        for (const channel of [0, 1, 2])
          pixels.data[at + channel] = (before[at + channel] ?? 0) + (at % 12 === 0 ? -20 : 20);
      }
      context.putImageData(pixels, 0, 0);
      const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer());
      return { data: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')), changed };
    },
    `data:image/png;base64,${picture.toString('base64')}`,
  );
  return { picture: Buffer.from(data, 'base64'), changed };
}

/** A view of each kind of page, on a desk and on a phone. */
const samples = views.filter(
  ({ prepare, width, mode }) => prepare === undefined && [390, 1280].includes(width) && mode === 'light',
);

for (const view of samples) {
  const name = view.file.replace('.png', '');
  test(`${name}: a heading that moved by two pixels is seen, edges drawn otherwise are not`, async ({
    page,
    browser,
  }) => {
    await show(page, view);
    const picture = await page.screenshot(still);
    expect(picture).toMatchSnapshot(view.file, tolerance);

    const blank = await browser.newPage();
    const other = await withOtherEdges(blank, picture);
    await blank.close();
    console.log(`${name}: ${other.changed} pixels drawn otherwise`);
    expect(other.changed).toBeGreaterThan(1000);
    expect(other.picture).toMatchSnapshot(view.file, tolerance);

    let moved = 0;
    for (const heading of await page.locator('main :is(h1, h2, h3, h4):visible').all()) {
      const box = await heading.boundingBox();
      if (box === null || box.y < 70 || box.y + box.height > view.height) continue;
      await heading.evaluate((element) => (element.style.translate = '0 2px'));
      expect(await page.screenshot(still), await heading.innerText()).not.toMatchSnapshot(view.file, tolerance);
      await heading.evaluate((element) => (element.style.translate = ''));
      moved += 1;
    }
    expect(moved, 'headings moved').toBeGreaterThan(0);
  });
}

test('other fonts are a failure, and other systems are reported', () => {
  const own = ['DejaVu Sans', 'DejaVu Sans Mono'];
  expect(obstacle(own, 'linux')).toBeUndefined();
  expect(() => obstacle(['Arial', ...own], 'linux')).toThrow(/drawn with Arial, .* in place of DejaVu Sans/);
  expect(() => obstacle([], 'linux')).toThrow(/no font/);
  expect(obstacle(own, 'darwin')).toMatch(/Linux alone/);
});
