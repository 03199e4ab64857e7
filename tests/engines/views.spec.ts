/** Every kind of page, on a desk and a phone, in both modes: clean console, no violation of the policy, nothing too wide. */
import { arrived, CHUNKS, listChunks, expect, hydrated, isVisible, type Line, open, test } from './fixtures';
import { type Engine, until } from './engine';

const pages = [
  ...['/', '/docs/category/concepts', '/docs/get-started/concepts/transactions'],
  ...['/docs/get-started/concepts/orders/subscriptions', '/docs/get-started/tutorials/collect-payment'],
  ...['/docs/api/errors', '/docs/api/framepay/', '/docs/api/webhooks/', '/api/', '/api/create-transaction'],
  ...['/api/list-customers', '/api/subscription-renewal-reminder-event', '/no-such-page'],
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

/** Width of the Cyrillic letter ZHE in DejaVu Sans, in units of 1/2048 of the font size. */
const ZHE = 2206;

test('draws with the fonts of the package, not those of the machine', async ({ engine, origin }) => {
  await open(engine, `${origin}/docs/api/errors`);
  const width = await engine.run(() => {
    document.body.insertAdjacentHTML('beforeend', '<span id="zhe" style="font: 100px system-ui">\u0416</span>');
    return document.querySelector('#zhe')?.getBoundingClientRect().width ?? 0;
  });
  expect(width).toBeCloseTo((ZHE / 2048) * 100, 0);
});

test('detects problems on a page', async ({ engine, origin, line }) => {
  line.hold(CHUNKS);
  await engine.goTo(`${origin}/docs/api/errors`);
  await expect(hydrated(engine, 500), 'the app is held back').rejects.toThrow('the scripts have taken over the page');
  line.release();
  await hydrated(engine);
  await engine.takeProblems();
  const canPrefetch = await engine.run(() => {
    console.error('Said by a test.');
    document.body.insertAdjacentHTML(
      'beforeend',
      '<img src="https://evil.example/x.png"><p style="width: 5000px">.</p>',
    );
    document.head.insertAdjacentHTML('beforeend', '<link rel="prefetch" href="https://evil.example/link.js">');
    void import(`${location.origin}/no-such-file.js`).catch(() => undefined);
    void fetch('https://evil.example/fetch.js').catch(() => undefined);
    return document.createElement('link').relList.supports('prefetch');
  });
  const expected = ['Said by a test', 'evil.example/x.png', 'evil.example/fetch.js', 'no-such-file'];
  if (canPrefetch) expected.push('evil.example/link.js');
  const problems: string[] = [];
  await until(async () => {
    problems.push(...(await engine.takeProblems()));
    return expected.every((part) => problems.some((problem) => problem.includes(part)));
  }, 'the error, what the policy forbids, and the missing file are reported').catch((error: unknown) => {
    throw new Error(`${String(error)} Reported: ${problems.join('; ')}`);
  });
  expect(await engine.run(() => document.documentElement.scrollWidth > innerWidth)).toBe(true);
});

/** Scripts that the browser has requested more than once. */
const repeated = (line: Line): string[] => {
  const scripts = line.requests.map(({ path }) => path).filter((path) => path.startsWith('/assets/js/'));
  return scripts.filter((path, index) => scripts.indexOf(path) !== index);
};

/** Waits until the browser has all of these files, by a link to fetch them ahead or by a request of the script. */
const areFetched = (engine: Engine, paths: string[]): Promise<void> =>
  until(
    () =>
      engine.run((wanted) => {
        const names = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
        return wanted.every((path) => names.includes(path));
      }, paths),
    `${paths.join(', ')} fetched ahead`,
  );

// WebKit has no links to prefetch files, so that Docusaurus requests the files there by script. What the server is asked
// for is the same in all engines.
test('the app fetches pages ahead, each file once, within the policy', async ({ engine, origin, line }) => {
  const start = '/docs/api/introduction';
  const own = listChunks(start);
  const newOn = (route: string) => listChunks(route).filter((chunk) => !own.includes(chunk));
  await open(engine, `${origin}${start}`);
  expect(newOn('/docs/api/errors').length).toBeGreaterThan(0);
  await engine.hover('.theme-doc-sidebar-menu a[href="/docs/api/errors"]');
  await areFetched(engine, newOn('/docs/api/errors'));
  const next = '.pagination-nav__link--next';
  const target = await engine.run((selector) => {
    const link = document.querySelector<HTMLAnchorElement>(selector);
    link?.scrollIntoView({ block: 'center', behavior: 'instant' });
    return link?.pathname ?? '';
  }, next);
  expect(newOn(target).length).toBeGreaterThan(0);
  await areFetched(engine, newOn(target));
  await engine.click(next);
  await arrived(engine, target, 'Authentication');
  console.log(`${new Set(line.requests.map(({ path }) => path)).size} files requested`);
  // Of other pages, WebKit asks again for a file that is still on its way when the pointer comes over a link.
  const visited = [start, '/docs/api/errors', target].flatMap(listChunks);
  const findRepeated = () => repeated(line).filter((path) => visited.includes(path));
  expect(findRepeated(), 'files requested more than once').toEqual([]);
  expect(await engine.takeProblems()).toEqual([]);
  const [again = ''] = newOn(target);
  await engine.run((file) => fetch(file, { cache: 'reload' }).then(() => undefined), again);
  expect(findRepeated(), 'a second request is found').toEqual([again]);
});

test('before the app runs, Chromium alone fetches pages ahead, within the policy', async ({
  engine,
  engineName,
  origin,
  line,
}) => {
  line.hold(CHUNKS);
  await engine.goTo(`${origin}/docs/api/introduction`);
  const knowsRules = await engine.run(() => HTMLScriptElement.supports('speculationrules'));
  expect(knowsRules, 'Firefox and WebKit have no rules for it').toBe(engineName === 'chromium');
  await engine.hover('.theme-doc-sidebar-menu a[href="/docs/api/errors"]');
  const ahead = () => line.requests.filter(({ isAhead, path }) => isAhead && path === '/docs/api/errors');
  if (knowsRules) await until(() => Promise.resolve(ahead().length > 0), 'the page under the pointer is fetched ahead');
  await engine.click('.theme-doc-sidebar-menu a[href="/docs/api/errors"]');
  await arrived(engine, '/docs/api/errors', 'Errors');
  line.release();
  await hydrated(engine);
  expect(
    line.requests.filter(({ path }) => path === '/docs/api/errors'),
    'the page is loaded once',
  ).toHaveLength(1);
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
