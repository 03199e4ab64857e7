/** What a reader does on a page, and between pages. */
import { arrived, CHUNKS, expect, hydrated, isVisible, open, startApp, test } from './fixtures';
import { type Engine, type EngineName, until } from './engine';

const guide = '/docs/api/introduction';
const operation = '/api/create-customer';

const attribute = (engine: Engine, selector: string, name: string): Promise<string | null> =>
  engine.run((wanted, key) => document.querySelector(wanted)?.getAttribute(key) ?? null, selector, name);
const scrolled = (engine: Engine): Promise<number> => engine.run(() => Math.round(scrollY));

test.afterEach(async ({ engine }) => {
  expect(await engine.takeProblems(), 'console, policy and requests').toEqual([]);
});

test('switches the color mode and keeps it', async ({ engine, origin }) => {
  await open(engine, `${origin}${guide}`);
  expect(await attribute(engine, 'html', 'data-theme')).toBe('light');
  const light = await engine.run(() => getComputedStyle(document.documentElement).backgroundColor);
  await engine.click('.navbar button[class*="toggleButton"]');
  await until(async () => (await attribute(engine, 'html', 'data-theme')) === 'dark', 'the page is dark');
  expect(await engine.run(() => getComputedStyle(document.documentElement).backgroundColor)).not.toBe(light);
  await open(engine, `${origin}${operation}`);
  expect(await attribute(engine, 'html', 'data-theme'), 'on the next page').toBe('dark');
});

test('opens the menu on a phone and follows its links', async ({ engine, origin }) => {
  await engine.resize(390, 844);
  await open(engine, `${origin}/docs/api/errors`);
  await engine.click('.navbar__toggle');
  const entry = '.navbar-sidebar .menu__link[href="/docs/api/authentication"]';
  await until(() => isVisible(engine, entry), 'the menu shows the pages');
  // It slides in.
  await until(
    () => engine.run(() => document.querySelector('.navbar-sidebar')?.getBoundingClientRect().left === 0),
    'it is open',
  );
  await engine.click(entry);
  await arrived(engine, '/docs/api/authentication', 'Authentication');
  await until(() => engine.run(() => document.querySelector('.navbar-sidebar--show') === null), 'the menu closes');
});

test('opens and closes a sidebar category, and marks the current page', async ({ engine, origin }) => {
  await open(engine, `${origin}/docs/api/errors`);
  expect(await attribute(engine, '.theme-doc-sidebar-menu a[href="/docs/api/errors"]', 'aria-current')).toBe('page');
  const button = '.theme-doc-sidebar-menu button[aria-label*="\'Concepts\'"]';
  expect(await attribute(engine, button, 'aria-expanded')).toBe('false');
  await engine.click(button);
  await until(async () => (await attribute(engine, button, 'aria-expanded')) === 'true', 'the category is open');
  await until(
    () => isVisible(engine, '.theme-doc-sidebar-menu a[href="/docs/get-started/concepts/customers"]'),
    'its pages show',
  );
  await engine.click(button);
  await until(async () => (await attribute(engine, button, 'aria-expanded')) === 'false', 'the category is closed');
});

test('the search works with the keyboard', async ({ engine, origin }) => {
  await open(engine, `${origin}/docs/api/errors`);
  await engine.press('/');
  await until(
    () => engine.run(() => document.activeElement?.matches('.search__field') === true),
    'the field has the focus',
  );
  await engine.type('createCustomer');
  await until(() => isVisible(engine, '.search__option'), 'pages are found');
  await engine.press('ArrowDown');
  await until(
    () => engine.run(() => document.querySelectorAll('.search__option')[1]?.getAttribute('aria-selected') === 'true'),
    'the second one is chosen',
  );
  await engine.press('Escape');
  await until(() => engine.run(() => document.querySelector('dialog[open]') === null), 'it is closed');
  await engine.press('Control', 'k');
  await until(() => engine.run(() => document.activeElement?.matches('.search__field') === true), 'it opens by Ctrl K');
  await engine.type('createCustomer');
  await until(() => isVisible(engine, '.search__option'), 'pages are found');
  await engine.press('Enter');
  await arrived(engine, '/api/create-customer', 'Create a customer');
});

test('the search works with the mouse', async ({ engine, origin }) => {
  await open(engine, `${origin}${guide}`);
  await engine.click('.search-button');
  await until(
    () => engine.run(() => document.activeElement?.matches('.search__field') === true),
    'the field has the focus',
  );
  await engine.type('refund');
  await until(() => isVisible(engine, '.search__option'), 'pages are found');
  const target = await engine.run(() => document.querySelector<HTMLAnchorElement>('.search__option')?.pathname ?? '');
  await engine.click('.search__option');
  await until(() => engine.run((path) => location.pathname === path, target), `the page is ${target}`);
  await until(() => engine.run(() => document.querySelector('dialog[open]') === null), 'the search is closed');
});

test('selects the sample language by mouse and keyboard, on the entire site', async ({ engine, origin }) => {
  await open(engine, `${origin}${operation}`);
  const panel = (language: string) => `.sample__panel[data-language="${language}"]`;
  const isShown = (language: string) =>
    engine.run(
      (selector) => (document.querySelector(selector)?.getBoundingClientRect().height ?? 0) > 0,
      panel(language),
    );
  expect(await isShown('curl')).toBe(true);
  await engine.click('.sample__tab[data-language="python"], [role="tab"][id$="python"]');
  await until(() => isShown('python'), 'Python is shown');
  expect(await isShown('curl')).toBe(false);
  await engine.press('ArrowRight');
  await until(() => isShown('php'), 'the next language is shown');
  await open(engine, `${origin}/docs/get-started/tutorials/create-subscription`);
  expect(await isShown('php'), 'on a tutorial too').toBe(true);
});

test('copies a sample that can be pasted', async ({ engine, origin }) => {
  await open(engine, `${origin}${operation}`);
  const sample = await engine.run(() => {
    const button = [...document.querySelectorAll<HTMLElement>('.sample .copy')].find(
      ({ offsetHeight }) => offsetHeight > 0,
    );
    button?.setAttribute('data-test', 'copy');
    return button?.closest('figure, .sample__panel')?.querySelector('pre')?.textContent.trim() ?? '';
  });
  expect(sample).toContain('curl');
  await engine.click('[data-test="copy"]');
  await until(
    () => engine.run(() => document.querySelector('[data-test="copy"]')?.textContent === 'Copied'),
    'it says so',
  );
  await engine.press('/');
  await until(
    () => engine.run(() => document.activeElement?.matches('.search__field') === true),
    'the field has the focus',
  );
  await engine.press('Control', 'v');
  const pasted = () => engine.run(() => document.querySelector<HTMLInputElement>('.search__field')?.value ?? '');
  await until(async () => (await pasted()).length > 20, 'something is pasted');
  expect((await pasted()).replace(/\s+/g, '')).toBe(sample.replace(/\s+/g, ''));
  await engine.press('Escape');
});

test('"On this page" leads to a heading and highlights it', async ({ engine, origin }) => {
  await open(engine, `${origin}${guide}`);
  const entry = '.table-of-contents__link[href="#money"]';
  await engine.click(entry);
  await until(() => engine.run(() => location.hash === '#money'), 'the address names the heading');
  await until(() => isVisible(engine, '#money'), 'the heading is in view');
  await until(
    () =>
      engine.run(
        (link) => document.querySelector(link)?.classList.contains('table-of-contents__link--active') === true,
        entry,
      ),
    'its entry is marked',
  );
});

/** Scrolls to the last link to the errors page, and marks it. Returns the position. */
async function scrollToLink(engine: Engine): Promise<number> {
  const before = await engine.run(() => {
    document.documentElement.dataset['stays'] = 'yes';
    const links = [...document.querySelectorAll('.markdown a[href="/docs/api/errors"]')];
    // WebKit's driver clicks the middle of the box, which isn't on a link that continues on the next line.
    const link = links.filter((one) => one.getClientRects().length === 1).at(-1);
    link?.setAttribute('data-test', 'leave');
    link?.scrollIntoView({ block: 'center', behavior: 'instant' });
    return Math.round(scrollY);
  });
  expect(before, 'the link stands far below').toBeGreaterThan(1000);
  return before;
}

/** Follows the marked link, and arrives at the top of the errors page. */
async function follow(engine: Engine): Promise<void> {
  await engine.click('[data-test="leave"]');
  await arrived(engine, '/docs/api/errors', 'Errors');
  await until(async () => (await scrolled(engine)) === 0, 'a new page begins at its top');
}

/** Goes back to the guide, and waits until it is where it was. */
async function goBack(engine: Engine, before: number, limit?: number): Promise<void> {
  // Later, because the document might not be there anymore to say that it did.
  await engine.run(() => void setTimeout(() => history.back(), 0));
  await arrived(engine, guide, 'API conventions');
  let position = NaN;
  await until(
    async () => {
      position = await scrolled(engine);
      return Math.abs(position - before) <= 2;
    },
    `back at ${before} px`,
    limit,
  ).catch((error: unknown) => {
    throw new Error(`${String(error)} It is at ${position} px.`);
  });
}

/** The problems, without Firefox's own: it fails the requests of a page that is gone, and nothing can handle that. */
async function takeProblemsAfterLeaving(engine: Engine, engineName: EngineName): Promise<string[]> {
  const problems = await engine.takeProblems();
  return engineName === 'firefox' ? problems.filter((problem) => !/^uncaught: ChunkLoadError/.test(problem)) : problems;
}

/** The app has taken over the page that the reader went back to, and has not moved it. */
async function expectInPlace(engine: Engine, address: string, before: number): Promise<void> {
  await until(async () => Math.abs((await scrolled(engine)) - before) <= 2, `still at ${before} px with the app`);
  expect(await engine.run(() => location.pathname + location.hash)).toBe(address);
  console.log(`${address}: back at ${before} px`);
}

for (const address of [guide, `${guide}#money`]) {
  test(`from ${address}, a link doesn't reload the site, and going back restores the scroll position`, async ({
    engine,
    origin,
  }) => {
    await open(engine, `${origin}${address}`);
    const before = await scrollToLink(engine);
    await follow(engine);
    expect(await attribute(engine, 'html', 'data-stays'), 'the document stays').toBe('yes');
    await goBack(engine, before);
    await expectInPlace(engine, address, before);
  });

  test(`from ${address}, going back across documents restores the scroll position`, async ({ engine, origin }) => {
    await open(engine, `${origin}${address}`);
    const before = await scrollToLink(engine);
    // The browser itself follows a link with a target.
    await engine.run(() => document.querySelector('[data-test="leave"]')?.setAttribute('target', '_self'));
    await follow(engine);
    expect(await attribute(engine, 'html', 'data-stays'), 'it is another document').toBeNull();
    await goBack(engine, before);
    await hydrated(engine);
    await expectInPlace(engine, address, before);
  });

  test(`from ${address}, going back to a page that was left while it was loading finishes it`, async ({
    engine,
    engineName,
    origin,
    line,
  }) => {
    line.hold(CHUNKS);
    await engine.goTo(`${origin}${address}`);
    await startApp(engine);
    await until(() => Promise.resolve(line.requests.some(({ path }) => CHUNKS.test(path))), 'a chunk is requested');
    const before = await scrollToLink(engine);
    await follow(engine);
    line.release();
    await hydrated(engine);
    expect(await takeProblemsAfterLeaving(engine, engineName)).toEqual([]);
    await goBack(engine, before);
    await hydrated(engine);
    await expectInPlace(engine, address, before);
    await engine.press('/');
    await until(() => isVisible(engine, '.search__field'), 'the search opens');
    await engine.press('Escape');
  });
}

test('detects that the scroll position is not restored', async ({ engine, origin }) => {
  await open(engine, `${origin}${guide}`);
  const before = await scrollToLink(engine);
  await engine.run(() => (history.scrollRestoration = 'manual'));
  await follow(engine);
  await expect(goBack(engine, before, 500)).rejects.toThrow(`back at ${before} px. It is at 0 px.`);
});

test('a link to a field in a collapsed section expands it', async ({ engine, origin }) => {
  const id = 'response-201-data.primaryAddress.customerAddress.zip';
  const isSeen = () => isVisible(engine, `[id="${id}"]`);
  await open(engine, `${origin}${operation}#${id}`);
  await until(isSeen, 'the field is in view on arrival');
  await engine.goTo(`${origin}/docs/api/errors`);
  await open(engine, `${origin}${operation}`);
  expect(await isSeen()).toBe(false);
  await engine.run((hash) => {
    location.hash = hash;
  }, id);
  await until(isSeen, 'the field is in view once the address names it');
});

test('the announcement stays dismissed', async ({ engine, origin }) => {
  const bar = '[class*="announcementBar_"]';
  await open(engine, `${origin}/`);
  expect(await isVisible(engine, bar)).toBe(true);
  await engine.click(`${bar} button[aria-label="Close"]`);
  await until(async () => !(await isVisible(engine, bar)), 'the bar is gone');
  await open(engine, `${origin}${guide}`);
  expect(await isVisible(engine, bar), 'on the next page').toBe(false);
});

for (const { moment, held, requested } of [
  { moment: 'before the app is requested', held: /^\/assets\/js\/(?:main|runtime)/ },
  { moment: 'while the app is loading', held: /^\/assets\/js\/main\./, requested: /^\/assets\/js\/main\./ },
  { moment: 'while its chunks are loading', held: CHUNKS, requested: CHUNKS },
]) {
  test(`a link that is clicked ${moment} leads on`, async ({ engine, engineName, origin, line }) => {
    line.hold(held);
    line.pageDelay = 700;
    await engine.goTo(`${origin}/docs/api/errors`);
    if (requested !== undefined) {
      await startApp(engine);
      await until(() => Promise.resolve(line.requests.some(({ path }) => requested.test(path))), moment);
    }
    const wasHydrated = await engine.run(() => {
      const state = document.documentElement.dataset['hasHydrated'];
      setTimeout(() => document.querySelector<HTMLAnchorElement>('.navbar a[href="/api/"]')?.click(), 0);
      return state;
    });
    expect(wasHydrated, 'the click comes before the app').not.toBe('true');
    await arrived(engine, '/api', 'API reference');
    line.release();
    await hydrated(engine);
    expect(await engine.run(() => location.pathname.replace(/\/$/, ''))).toBe('/api');
    expect(
      line.requests.filter(({ path }) => path === '/api/'),
      'the page is loaded once',
    ).toHaveLength(1);
    expect(await takeProblemsAfterLeaving(engine, engineName)).toEqual([]);
  });
}
