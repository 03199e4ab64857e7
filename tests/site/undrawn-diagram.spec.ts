/**
 * A diagram without a static drawing, as in a page that somebody has just written: the build warns, and the browser
 * draws it. The site itself has none, so a small copy of it is built with one.
 */
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { makeCopy, page as pageWith, runIn, type Outcome } from '../support/build-copy';
import { expect, hydrated, listen, staticHost, test as base, watch } from '../support/site';

interface Copy {
  readonly folder: string;
  readonly origin: string;
  readonly build: Outcome;
}

const FILLER = Array.from({ length: 30 }, (_, index) => `Paragraph ${index + 1}.`).join('\n\n');
const DIAGRAM = '```mermaid\nflowchart LR\n  a["Undrawn one"] --> b["Undrawn two"]\n```';
const route = '/docs/api/undrawn';

const test = base.extend<object, { copy: Copy }>({
  copy: [
    async ({}, use) => {
      const folder = makeCopy({ 'docs/api/undrawn.mdx': pageWith('Undrawn', `${FILLER}\n\n${DIAGRAM}\n\nThe end.`) });
      const build = runIn(folder, ['docusaurus', 'build']);
      const server = await listen(staticHost(path.join(folder, 'build')));
      await use({ folder, build, origin: server.origin });
      server.close();
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});

test.describe.configure({ mode: 'serial', timeout: 180_000 });

/** Opens the page and brings its diagram into view. */
async function openAtDiagram(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}${route}`);
  await hydrated(page);
  await page.locator('.diagram').scrollIntoViewIfNeeded();
}

test('the build warns with the file and the command, and keeps the source on the page', async ({ copy, browser }) => {
  expect(copy.build.status, copy.build.output).toBe(0);
  expect(copy.build.output).toMatch(/\[WARNING\] \S*docs\/api\/undrawn\.mdx\S*: .* Run "npm run diagrams"/);
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${copy.origin}${route}`);
  await expect(page.getByText('Undrawn one')).toBeVisible();
  await context.close();
});

test('the browser draws the diagram when it comes near, the same without motion, and nothing above it moves', async ({
  copy,
  page,
}) => {
  const drawn = page.locator('.diagram svg[viewBox]');
  const boxes: (string | null)[] = [];
  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    await page.emulateMedia({ reducedMotion });
    await page.goto(`${copy.origin}${route}`);
    await hydrated(page);
    await page.waitForLoadState('networkidle');
    await expect(drawn).toHaveCount(0);
    await page.locator('.diagram').scrollIntoViewIfNeeded();
    const above = page.getByText('Paragraph 30.');
    const place = await above.evaluate((words) => words.getBoundingClientRect().top + window.scrollY);
    await drawn.waitFor();
    await expect(drawn.getByText('Undrawn two')).toBeVisible();
    expect(await above.evaluate((words) => words.getBoundingClientRect().top + window.scrollY)).toBe(place);
    boxes.push(await drawn.getAttribute('viewBox'));
  }
  expect(boxes[0]).toMatch(/^[-\d. ]+$/);
  expect(boxes[1]).toBe(boxes[0]);
});

test('if the code that draws is missing, the page reloads once and stays readable', async ({ copy, page }) => {
  const misbehavior = watch(page, copy.origin);
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } });
  });
  let loads = 0;
  page.on('request', (request) => (loads += Number(request.resourceType() === 'document')));
  // The chunk that draws is the one that names Mermaid's container.
  await page.route('**/assets/js/*.js', async (route) => {
    const { pathname } = new URL(route.request().url());
    const draws = readFileSync(path.join(copy.folder, 'build', pathname), 'utf8').includes(
      'docusaurus-mermaid-container',
    );
    await (draws && !/\/(?:page|main|runtime~main)\./.test(pathname) ? route.abort() : route.continue());
  });
  const warnings = () => misbehavior.problems.filter((problem) => /^warning: .*ChunkLoadError/.test(problem)).length;
  await openAtDiagram(page, copy.origin);
  await expect.poll(() => loads, 'the guarded reload').toBe(2);
  await hydrated(page);
  await page.locator('.diagram').scrollIntoViewIfNeeded();
  await expect.poll(warnings).toBe(2);
  await expect(page.locator('h1')).toHaveText('Undrawn');
  await expect(page.getByText('The end.')).toBeVisible();
  await expect(page.locator('.diagram svg')).toHaveCount(0);
  expect(loads).toBe(2);
  expect(misbehavior.problems.filter((problem) => problem.startsWith('uncaught'))).toEqual([]);
});
