/** What only a browser can say of the look: where the focus is. */
import type { Page } from '@playwright/test';
import { expect, hydrated, test } from '../support/site';

/** Color and width of the ring around what has the focus, as the browser draws it. */
const ring = (page: Page) =>
  page.evaluate(() => {
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(document.activeElement ?? document.body);
    return `${outlineStyle} ${outlineWidth} ${outlineColor}`;
  });

/** A token as the browser writes colors. */
const getColor = (page: Page, token: string) =>
  page.evaluate((name) => {
    const probe = document.createElement('span');
    probe.style.color = `var(${name})`;
    document.body.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  }, token);

test('keyboard focus is always visible', async ({ page }) => {
  let stops = 0;
  for (const route of ['/', '/api/create-subscription', '/docs/get-started/concepts/transactions']) {
    await page.goto(route);
    await hydrated(page);
    const expected = `solid 2px ${await getColor(page, '--site-brand')}`;
    for (let step = 0; step < 15; step += 1) {
      await page.keyboard.press('Tab');
      const name = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 80));
      expect(await ring(page), `${route}: ${name ?? ''}`).toBe(expected);
      stops += 1;
    }
  }
  console.log(`${stops} stops of the keyboard`);
  await page.addStyleTag({ content: 'html :focus-visible { outline: none; }' });
  await page.keyboard.press('Tab');
  expect(await ring(page), 'a ring that is gone is noticed').toMatch(/^none/);
});
