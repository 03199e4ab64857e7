/** What a reader does on a page, and between pages. */
import { arrived, CHUNKS, expect, hydrated, isVisible, open, startApp, test } from './fixtures';
import { type Engine, type EngineName, until } from './engine';

const guide = '/docs/api/introduction';
const operation = '/api/create-customer';

const attribute = (engine: Engine, selector: string, name: string): Promise<string | null> =>
  engine.run((wanted, key) => document.querySelector(wanted)?.getAttribute(key) ?? null, selector, name);
/** Whether the search field has the focus. */
const hasField = (engine: Engine): Promise<boolean> =>
  engine.run(() => document.activeElement?.getAttribute('role') === 'combobox');
const scrolled = (engine: Engine): Promise<number> => engine.run(() => Math.round(scrollY));

test.afterEach(async ({ engine }) => {
  expect(await engine.takeProblems(), 'console, policy and requests').toEqual([]);
});

test('with a mouse, the app starts by itself, and switches the color mode for good', async ({
  engine,
  origin,
  engineName,
}) => {
  await engine.goTo(`${origin}/docs/api/errors`);
  const hasMouse = await engine.run(() => matchMedia('(any-pointer: fine)').matches);
  expect(hasMouse || engineName === 'webkit').toBe(true);
  if (!hasMouse) await startApp(engine);
  await until(async () => (await attribute(engine, 'html', 'data-has-hydrated')) === 'true', 'the app runs');
  await engine.click('.navbar button[class*="toggleButton"]');
  await until(async () => (await attribute(engine, 'html', 'data-theme')) === 'dark', 'the page is dark');
  await open(engine, `${origin}${operation}`);
  expect(await attribute(engine, 'html', 'data-theme'), 'on the next page').toBe('dark');
});

test('the menu of a phone holds the focus, closes on Escape, and leads to pages', async ({ engine, origin }) => {
  await engine.resize(390, 844);
  await open(engine, `${origin}/docs/api/errors`);
  const isOpen = () => engine.run(() => document.querySelector('.navbar-sidebar--show') !== null);
  const focus = () =>
    engine.run(() => document.activeElement?.closest('[role="dialog"], .navbar__toggle')?.getAttribute('role'));
  await engine.click('.navbar__toggle');
  await until(async () => (await focus()) === 'dialog', 'the focus is in the menu');
  await engine.press('Escape');
  await until(
    async () => !(await isOpen()) && (await focus()) === null,
    'the menu closes, and its button has the focus',
  );
  await until(
    () =>
      engine.run(() => {
        const backdrop = document.querySelector('.navbar-sidebar__backdrop');
        return backdrop === null || getComputedStyle(backdrop).visibility === 'hidden';
      }),
    'nothing covers the button',
  );
  await engine.click('.navbar__toggle');
  // It slides in.
  await until(
    () => engine.run(() => document.querySelector('.navbar-sidebar')?.getBoundingClientRect().left === 0),
    'it is open',
  );
  await engine.click('.navbar-sidebar .menu__link[href="/docs/api/authentication"]');
  await arrived(engine, '/docs/api/authentication', 'Authentication');
  await until(async () => !(await isOpen()), 'the menu closes');
});

test('a menu on hover closes on Escape, and a sidebar category opens', async ({ engine, origin }) => {
  await open(engine, `${origin}/docs/api/errors`);
  const isShown = () =>
    engine.run(() => {
      const list = document.querySelector('.navbar .dropdown__menu');
      return list !== null && getComputedStyle(list).visibility === 'visible';
    });
  await engine.hover('.navbar .dropdown');
  await until(isShown, 'the languages show');
  await engine.press('Escape');
  await until(async () => !(await isShown()), 'they are hidden');
  expect(await attribute(engine, '.theme-doc-sidebar-menu a[href="/docs/api/errors"]', 'aria-current')).toBe('page');
  const button = '.theme-doc-sidebar-menu button[aria-label*="\'Concepts\'"]';
  await engine.click(button);
  await until(async () => (await attribute(engine, button, 'aria-expanded')) === 'true', 'the category is open');
  await until(
    () => isVisible(engine, '.theme-doc-sidebar-menu a[href="/docs/get-started/concepts/customers"]'),
    'its pages show',
  );
});

test('the search works with the keyboard and the mouse', async ({ engine, origin }) => {
  await open(engine, `${origin}/docs/api/errors`);
  const search = async (text: string): Promise<void> => {
    await until(() => hasField(engine), 'the field has the focus');
    await engine.type(text);
    await until(() => isVisible(engine, '.search mark'), 'pages are found');
  };
  const isClosed = () => engine.run(() => document.querySelector('dialog[open]') === null);
  await engine.press('/');
  await search('createCustomer');
  await engine.press('ArrowDown');
  await until(
    () => engine.run(() => document.querySelectorAll('[role="option"]')[1]?.getAttribute('aria-selected') === 'true'),
    'the second one is chosen',
  );
  await engine.press('Escape');
  await until(isClosed, 'it is closed');
  await engine.press('Control', 'k');
  await search('createCustomer');
  await engine.press('Enter');
  await arrived(engine, '/api/create-customer', 'Create a customer');
  await engine.click('.search-button');
  await search('refund');
  const target = await engine.run(() => document.querySelector<HTMLAnchorElement>('[role="option"]')?.pathname ?? '');
  await engine.click('[role="option"]');
  await until(() => engine.run((path) => location.pathname === path, target), `the page is ${target}`);
  await until(isClosed, 'the search is closed');
});

test('copies a sample that can be pasted', async ({ engine, origin }) => {
  await open(engine, `${origin}${operation}`);
  const sample = await engine.run(() => {
    const button = [...document.querySelectorAll<HTMLElement>('.sample button[data-copy]')].find(
      ({ offsetHeight }) => offsetHeight > 0,
    );
    button?.setAttribute('data-test', 'copy');
    return button?.closest('.code')?.querySelector('pre')?.textContent.trim() ?? '';
  });
  expect(sample).toContain('curl');
  await engine.click('[data-test="copy"]');
  await until(
    () => engine.run(() => document.querySelector('#site-announcement')?.textContent.startsWith('Copied') === true),
    'it says so',
  );
  await engine.press('/');
  await until(() => hasField(engine), 'the field has the focus');
  await engine.press('Control', 'v');
  const pasted = () => engine.run(() => document.querySelector<HTMLInputElement>('[role="combobox"]')?.value ?? '');
  await until(async () => (await pasted()).length > 20, 'something is pasted');
  expect((await pasted()).replace(/\s+/g, '')).toBe(sample.replace(/\s+/g, ''));
  await engine.press('Escape');
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
async function goBack(engine: Engine, before: number): Promise<void> {
  // Later, because the document might not be there anymore to say that it did.
  await engine.run(() => void setTimeout(() => history.back(), 0));
  await arrived(engine, guide, 'API conventions');
  await until(async () => Math.abs((await scrolled(engine)) - before) <= 2, `back at ${before} px`);
}

/** The problems, without Firefox's own: it fails the requests of a page that is gone, and nothing can handle that. */
async function takeProblemsAfterLeaving(engine: Engine, engineName: EngineName): Promise<string[]> {
  const problems = await engine.takeProblems();
  return engineName === 'firefox' ? problems.filter((problem) => !/^uncaught: ChunkLoadError/.test(problem)) : problems;
}

/** The app has taken over the page that the reader went back to, and has not moved it. */
async function expectInPlace(engine: Engine, address: string, before: number): Promise<void> {
  await hydrated(engine);
  await until(async () => Math.abs((await scrolled(engine)) - before) <= 2, `still at ${before} px with the app`);
  expect(await engine.run(() => location.pathname + location.hash)).toBe(address);
  console.log(`${address}: back at ${before} px`);
}

for (const address of [guide, `${guide}#money`]) {
  test(`from ${address}, going back restores the scroll position, in the app and across documents`, async ({
    engine,
    origin,
  }) => {
    await open(engine, `${origin}${address}`);
    for (const stays of ['yes', null]) {
      const before = await scrollToLink(engine);
      // The browser itself follows a link with a target.
      if (stays === null)
        await engine.run(() => document.querySelector('[data-test="leave"]')?.setAttribute('target', '_self'));
      await follow(engine);
      expect(await attribute(engine, 'html', 'data-stays'), 'whether the document stays').toBe(stays);
      await goBack(engine, before);
      await expectInPlace(engine, address, before);
    }
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
    await until(() => Promise.resolve(line.requests.some((path) => CHUNKS.test(path))), 'a chunk is requested');
    const before = await scrollToLink(engine);
    await follow(engine);
    line.release();
    await hydrated(engine);
    expect(await takeProblemsAfterLeaving(engine, engineName)).toEqual([]);
    await goBack(engine, before);
    await expectInPlace(engine, address, before);
    await engine.press('/');
    await until(() => hasField(engine), 'the search opens');
    await engine.press('Escape');
  });
}

test('a link to a field in a collapsed section expands it', async ({ engine, origin }) => {
  const id = 'response-201-data.primaryAddress.customerAddress.zip';
  const isSeen = () => isVisible(engine, `[id="${id}"]`);
  await open(engine, `${origin}${operation}#${id}`);
  await until(isSeen, 'the field is in view on arrival');
  await open(engine, `${origin}/docs/api/errors`);
  await open(engine, `${origin}${operation}`);
  expect(await isSeen()).toBe(false);
  await engine.run((hash) => {
    location.hash = hash;
  }, id);
  await until(isSeen, 'the field is in view once the address names it');
});

for (const { moment, held } of [
  { moment: 'while the app is loading', held: /^\/assets\/js\/main\./ },
  { moment: 'while its chunks are loading', held: CHUNKS },
]) {
  test(`a link that is clicked ${moment} leads on`, async ({ engine, engineName, origin, line }) => {
    line.hold(held);
    line.pageDelay = 700;
    await engine.goTo(`${origin}/docs/api/errors`);
    await startApp(engine);
    await until(() => Promise.resolve(line.requests.some((path) => held.test(path))), moment);
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
      line.requests.filter((path) => path === '/api/'),
      'the page is loaded once',
    ).toHaveLength(1);
    expect(await takeProblemsAfterLeaving(engine, engineName)).toEqual([]);
  });
}
