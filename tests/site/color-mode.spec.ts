/** The color mode beyond the round of the toggle, which `navigation.spec.ts` goes: nothing flashes, and the keyboard. */
import type { BrowserContext, Page } from '@playwright/test';
import { expect, hydrated, test } from '../support/site';

const guide = '/docs/api/errors';
const toggle = (page: Page) => page.getByRole('button', { name: /^Switch between dark and light mode/ });

/** Records the mode and background of every frame before it is painted. */
function recordFrames(): void {
  const frames: string[] = [];
  Object.assign(window, { frames_: frames });
  const look = (): void => {
    // Before there is a body, nothing can be seen.
    if (document.querySelector('body > *')) {
      const color = getComputedStyle(document.body).backgroundColor;
      const shown = color === 'rgba(0, 0, 0, 0)' ? getComputedStyle(document.documentElement).backgroundColor : color;
      const entry = `${document.documentElement.dataset['theme'] ?? 'none'} ${shown}`;
      if (frames.at(-1) !== entry) frames.push(entry);
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

interface Look {
  /** The first frame that was painted, as a picture, while no script of the site had come yet. */
  first: Buffer;
  settled: Buffer;
  /** Different looks of the page in their order, from the first frame until React has taken over and painted. */
  frames: string[];
}

/** Opens the guide with the site's scripts held back until the first frame is painted. */
async function lookAt(context: BrowserContext, alter: (html: string) => string = (html) => html): Promise<Look> {
  const page = await context.newPage();
  await page.addInitScript(recordFrames);
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/assets/js/**', async (route) => {
    await held;
    await route.continue();
  });
  await page.route(`**${guide}`, async (route) => {
    const response = await route.fetch();
    // Altered scripts have no hash in the policy.
    const headers = { ...response.headers(), 'content-security-policy': '' };
    await route.fulfill({ response, headers, body: alter(await response.text()) });
  });
  await page.goto(guide, { waitUntil: 'commit' });
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  // A strip beside the text: nothing but the background of the page.
  const clip = { x: 400, y: 300, width: 40, height: 200 };
  const first = await page.screenshot({ clip, animations: 'disabled' });
  release();
  await hydrated(page);
  await page.waitForLoadState('load');
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  const settled = await page.screenshot({ clip, animations: 'disabled' });
  const frames = await page.evaluate(() => (window as unknown as { frames_: string[] }).frames_);
  await page.close();
  return { first, settled, frames };
}

/** Chooses a mode the way readers do. */
async function choose(context: BrowserContext, clicks: number): Promise<void> {
  const page = await context.newPage();
  await page.goto(guide);
  await hydrated(page);
  for (let click = 0; click < clicks; click += 1) {
    await toggle(page).click();
  }
  await page.close();
}

const cases = [
  { title: 'nothing chosen, dark system', system: 'dark', clicks: 0, mode: 'light' },
  { title: 'dark chosen, light system', system: 'light', clicks: 1, mode: 'dark' },
  { title: 'system chosen, dark system', system: 'dark', clicks: 2, mode: 'dark' },
  { title: 'light chosen again, dark system', system: 'dark', clicks: 3, mode: 'light' },
] as const;

for (const { title, system, clicks, mode } of cases) {
  test(`no flash: ${title}`, async ({ browser, origin }) => {
    const context = await browser.newContext({ baseURL: origin, colorScheme: system });
    await choose(context, clicks);
    const { first, settled, frames } = await lookAt(context);
    expect(first.equals(settled), 'the first painted frame looks as the settled one').toBe(true);
    expect(frames, 'one look in all frames').toHaveLength(1);
    expect(frames[0]).toMatch(new RegExp(`^${mode} `));
    await context.close();
  });
}

test('detects a flash: with delayed inline scripts, the first frame differs', async ({ browser, origin }) => {
  const context = await browser.newContext({ baseURL: origin, colorScheme: 'light' });
  await choose(context, 1);
  const { first, settled, frames } = await lookAt(context, (html) =>
    html.replace(/<script>(.*?)<\/script>/gs, '<script>addEventListener("load", () => { $1 })</script>'),
  );
  expect(first.equals(settled)).toBe(false);
  expect(frames.length).toBeGreaterThan(1);
  await context.close();
});

test('follows the system setting in every open tab, but only once the reader chose it', async ({ browser, origin }) => {
  const context = await browser.newContext({ baseURL: origin, colorScheme: 'light' });
  const [page, other] = [await context.newPage(), await context.newPage()];
  for (const tab of [page, other]) {
    await tab.goto(guide);
    await hydrated(tab);
  }
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html'), 'not chosen, not followed').toHaveAttribute('data-theme', 'light');
  await toggle(page).click();
  await expect(other.locator('html'), 'the choice holds in the other tab').toHaveAttribute('data-theme', 'dark');
  await toggle(page).click();
  for (const colorScheme of ['light', 'dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
  }
  await context.close();
});

test('the keyboard cycles through the same states, and the button shows the current one', async ({ page }) => {
  await page.goto(guide);
  await hydrated(page);
  const button = toggle(page);
  await page.locator('.navbar__brand').focus();
  for (let presses = 0; !(await button.evaluate((found) => found === document.activeElement)); presses += 1) {
    expect(presses, 'the toggle is reached with Tab').toBeLessThan(12);
    await page.keyboard.press('Tab');
  }
  const seen: string[] = [];
  for (const key of ['Enter', 'Space', 'Enter']) {
    await page.keyboard.press(key);
    seen.push(/currently (\w+)/.exec((await button.getAttribute('aria-label')) ?? '')?.[1] ?? '');
  }
  expect(seen).toEqual(['dark', 'system', 'light']);
  const outline = await button.evaluate((found) => getComputedStyle(found).outlineStyle);
  expect(outline, 'the focus is visible').not.toBe('none');
});
