/** The color mode: the round of the toggle, by mouse and keyboard, what is kept, and that nothing flashes. */
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

/** Opens the guide, with the site's scripts held back until the first frame is painted, and returns its looks in order. */
async function listLooks(context: BrowserContext): Promise<string[]> {
  const page = await context.newPage();
  await page.addInitScript(recordFrames);
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/assets/js/**', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(guide, { waitUntil: 'commit' });
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  release();
  await hydrated(page);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  const frames = await page.evaluate(() => (window as unknown as { frames_: string[] }).frames_);
  await page.close();
  return frames;
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
  { title: 'dark chosen, light system', system: 'light', clicks: 1, mode: 'dark' },
  { title: 'light chosen again, dark system', system: 'dark', clicks: 3, mode: 'light' },
] as const;

for (const { title, system, clicks, mode } of cases) {
  test(`no flash: ${title}`, async ({ browser, origin }) => {
    const context = await browser.newContext({ baseURL: origin, colorScheme: system });
    await choose(context, clicks);
    const frames = await listLooks(context);
    expect(frames, 'one look in all frames').toHaveLength(1);
    expect(frames[0]).toMatch(new RegExp(`^${mode} `));
    await context.close();
  });
}

test('starts with light, cycles through light, dark, and system by mouse and keyboard, and is kept', async ({
  browser,
  origin,
}) => {
  const context = await browser.newContext({ baseURL: origin, colorScheme: 'dark' });
  const [page, other] = [await context.newPage(), await context.newPage()];
  const html = page.locator('html');
  for (const tab of [page, other]) {
    await tab.goto(guide);
    await hydrated(tab);
  }
  await expect(html, 'a first visit is light on a dark system').toHaveAttribute('data-theme', 'light');
  const button = toggle(page);
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await expect(button).toHaveAccessibleName(/currently dark/);
  await expect(other.locator('html'), 'in the other tab too').toHaveAttribute('data-theme', 'dark');
  await page.reload();
  await hydrated(page);
  await expect(html, 'dark is kept').toHaveAttribute('data-theme', 'dark');
  await button.click();
  await expect(button).toHaveAccessibleName(/currently system/);
  await page.reload();
  await hydrated(page);
  await expect(html, 'the choice of system is kept').toHaveAttribute('data-theme-choice', 'system');
  for (const colorScheme of ['light', 'dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(html).toHaveAttribute('data-theme', colorScheme);
  }
  await button.press('Space');
  await expect(button).toHaveAccessibleName(/currently light/);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.reload();
  await hydrated(page);
  await expect(html, 'light is kept on a dark system').toHaveAttribute('data-theme', 'light');
  await context.close();
});
