/** What only a browser can say of the look: where the focus is, and that diagrams are drawn the same for everybody. */
import type { Page } from '@playwright/test';
import { expect, hydrated, test } from '../support/site';

/** Color and width of the ring around what has the focus, as the browser draws it. */
const ring = (page: Page) =>
  page.evaluate(() => {
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(document.activeElement ?? document.body);
    return `${outlineStyle} ${outlineWidth} ${outlineColor}`;
  });

/** A token as the browser writes colors. */
const colorOf = (page: Page, token: string) =>
  page.evaluate((name) => {
    const probe = document.createElement('span');
    probe.style.color = `var(${name})`;
    document.body.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  }, token);

test('the keyboard always sees where it is', async ({ page }) => {
  let stops = 0;
  for (const route of ['/', '/api/create-subscription', '/docs/get-started/concepts/transactions']) {
    await page.goto(route);
    await hydrated(page);
    const expected = `solid 2px ${await colorOf(page, '--site-brand')}`;
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

test('diagrams are drawn the same without motion', async ({ page }) => {
  const sizes: Record<string, (string | null)[]> = {};
  const routes = ['/docs/get-started/concepts/orders/subscriptions', '/docs/get-started/concepts/transactions'];
  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    await page.emulateMedia({ reducedMotion });
    for (const route of routes) {
      await page.goto(route);
      await hydrated(page);
      const drawn = page.locator('.docusaurus-mermaid-container > svg');
      for (const diagram of await page.locator('.diagram').all()) {
        await diagram.scrollIntoViewIfNeeded();
        await diagram.locator('svg[viewBox]').first().waitFor();
      }
      const boxes = await drawn.evaluateAll((all) => all.map((svg) => svg.getAttribute('viewBox')));
      sizes[reducedMotion] = [...(sizes[reducedMotion] ?? []), ...boxes];
    }
  }
  console.log(`${sizes['reduce']?.length ?? 0} diagrams`);
  expect(sizes['reduce']?.length).toBeGreaterThan(3);
  expect(sizes['reduce']).toEqual(sizes['no-preference']);
});
