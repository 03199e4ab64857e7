/** Every kind of page, on a desk and a phone, in both modes: clean console, no violation of the policy, nothing too wide. */
import { expect, isVisible, open, test } from './fixtures';
import { until } from './engine';

const pages = [
  ...['/', '/docs/category/concepts', '/docs/get-started/concepts/transactions'],
  ...['/docs/get-started/concepts/orders/subscriptions', '/docs/get-started/tutorials/collect-payment'],
  ...['/docs/api/errors', '/docs/api/framepay/', '/docs/api/webhooks/', '/api/', '/api/create-transaction'],
  ...['/api/subscription-renewal-reminder-event', '/no-such-page'],
];

/** What browsers say of the not-found page itself. */
const isStatusOfPage = (problem: string): boolean => /404/.test(problem) && /no-such-page|status of 404/.test(problem);

for (const width of [1280, 390]) {
  for (const mode of ['light', 'dark']) {
    test(`every kind of page at ${width} px, ${mode}`, async ({ engine, origin }) => {
      await engine.resize(width, width === 390 ? 844 : 860);
      const findings: string[] = [];
      for (const page of pages) {
        await open(engine, `${origin}${page}?docusaurus-theme=${mode}`);
        const { tooWide, theme, words } = await engine.run(() => ({
          tooWide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
          theme: document.documentElement.dataset['theme'],
          words: document.querySelector('main')?.innerText.length ?? 0,
        }));
        if (tooWide > 0) findings.push(`${page}: ${tooWide} px too wide`);
        if (theme !== mode) findings.push(`${page}: is ${theme ?? 'without a mode'}`);
        if (words < 60) findings.push(`${page}: has only ${words} letters`);
        const problems = await engine.takeProblems();
        findings.push(
          ...problems.filter((problem) => !isStatusOfPage(problem)).map((problem) => `${page}: ${problem}`),
        );
      }
      console.log(`${pages.length} pages at ${width} px, ${mode}`);
      expect(findings).toEqual([]);
    });
  }
}

test('detects problems on a page', async ({ engine, origin }) => {
  await open(engine, `${origin}/docs/api/errors`);
  await engine.takeProblems();
  await engine.run(() => {
    console.error('Said by a test.');
    document.body.insertAdjacentHTML(
      'beforeend',
      '<img src="https://evil.example/x.png"><p style="width: 5000px">.</p>',
    );
    void import(`${location.origin}/no-such-file.js`).catch(() => undefined);
  });
  const problems: string[] = [];
  await until(async () => {
    problems.push(...(await engine.takeProblems()));
    const text = problems.join('\n');
    return ['Said by a test', 'evil.example', 'no-such-file'].every((part) => text.includes(part));
  }, 'the error, the foreign picture and the missing file are reported');
  expect(await engine.run(() => document.documentElement.scrollWidth > innerWidth)).toBe(true);
});

test('prefetches each file once, within the policy', async ({ engine, origin }) => {
  await open(engine, `${origin}/docs/api/introduction`);
  await engine.hover('.theme-doc-sidebar-menu a[href="/docs/api/errors"]');
  await until(
    () => engine.run(() => document.querySelector('link[rel="prefetch"]') !== null),
    'something is fetched ahead',
  );
  await engine.run(() => scrollTo(0, document.body.scrollHeight));
  await engine.run(() => new Promise<void>((resolve) => setTimeout(resolve, 500)));
  const files = await engine.run(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel="prefetch"]')].map(({ href }) => href),
  );
  console.log(`${files.length} files fetched ahead`);
  expect(files.length).toBeGreaterThan(0);
  expect(files.length - new Set(files).size, 'files that are asked for more than once').toBe(0);
  expect(await engine.takeProblems()).toEqual([]);
});

test('draws a diagram when it scrolls into view', async ({ engine, origin }) => {
  await open(engine, `${origin}/docs/get-started/concepts/orders/subscriptions`);
  await engine.run(() => document.querySelector('.diagram')?.scrollIntoView({ block: 'center' }));
  await until(() => isVisible(engine, '.diagram svg[viewBox]'), 'the diagram is drawn');
  const words = await engine.run(() => document.querySelector('.diagram svg')?.textContent.trim().length ?? 0);
  expect(words).toBeGreaterThan(20);
  expect(await engine.takeProblems()).toEqual([]);
});
