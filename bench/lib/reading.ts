/** Measures reading: slow phones, compared with pages without scripts and with a plain site, and Lighthouse. */
import type { Browser } from '@playwright/test';
import type { Figures } from './figures';
import { measureFirstLoad, firstTap, nextPage } from './first-sight';
import { CATEGORIES, measureScores } from './lighthouse';
import { GUIDE, KINDS, OPERATION } from './routes';
import { serve } from './serve';

/** What the tests of reading need. */
export interface Reading {
  readonly browser: Browser;
  /** Path of the browser, for Lighthouse. */
  readonly executablePath: string;
  /** The repository's folder. */
  readonly root: string;
  /** Folders of this site's build and of the plain site's. */
  readonly built: string;
  readonly plain: string;
}

/** Removes the scripts of a page. */
const withoutScripts = (html: string): string => html.replace(/<script\b[^>]*>.*?<\/script>/gs, '');

/**
 * Measures what readers experience: the first visit, the first tap, and the way to the next page.
 *
 * @param figures - Where to add the results.
 * @param reading - The browser and the builds.
 */
export async function benchReading({ add }: Figures, { browser, built, plain }: Reading): Promise<void> {
  const ours = await serve(built);
  const bare = await serve(built, withoutScripts);
  const beside = await serve(plain);
  try {
    const plainSight = await measureFirstLoad(browser, `${beside.origin}/page-7`, 'h1');
    add('Slow phone: blocking time of a page of the plain site', plainSight.blocked, 'ms');
    for (const [kind, route] of Object.entries(KINDS)) {
      const selector = route === OPERATION ? '.field' : 'h1';
      const sight = await measureFirstLoad(browser, `${ours.origin}${route}`, selector);
      const bareSight = await measureFirstLoad(browser, `${bare.origin}${route}`, selector);
      if (route === OPERATION)
        add('Slow phone: first field of an operation', sight.element / 1000, 's', { atMost: 0.8 });
      add(`Slow phone: largest paint of the ${kind} page`, sight.largestPaint / 1000, 's');
      add(
        `Slow phone: largest paint of the ${kind} page, compared with the same page without scripts`,
        sight.largestPaint / bareSight.largestPaint,
        'ratio',
        // On the smallest page, the page script is a third of what arrives before the words.
        { atMost: 1.15 },
      );
      add(`Slow phone: blocking time of the ${kind} page`, sight.blocked, 'ms', { atMost: 50 });
      add(`Slow phone: blocking time of the ${kind} page without scripts`, bareSight.blocked, 'ms');
      add(`Slow phone: layout shift of the ${kind} page`, sight.shift, '', { atMost: 0 });
    }
    const tap = async (menu: string) => (await firstTap(browser, `${ours.origin}${GUIDE}`, menu)) / 1000;
    add('Slow phone: first tap on the menu, with the app prefetched', await tap('.navbar-sidebar--show'), 's', {
      atMost: 1,
    });
    add("Slow phone: first tap on the menu, until it's the app's", await tap('nav.navbar-sidebar--show'), 's');
    const next = await nextPage(browser, ours.origin, OPERATION, '/api/list-transactions');
    add('Desktop: click on a prefetched page', next / 1000, 's', { atMost: 0.1 });
  } finally {
    for (const site of [ours, bare, beside]) site.close();
  }
}

/**
 * Runs Lighthouse on a page of each kind, on a page of the plain site, and on a page without scripts.
 *
 * @param figures - Where to add the results.
 * @param reading - The browser and the builds.
 */
export async function benchLighthouse({ add }: Figures, reading: Reading): Promise<void> {
  const { root, executablePath, built, plain } = reading;
  const ours = await serve(built);
  const bare = await serve(built, withoutScripts);
  const beside = await serve(plain);
  try {
    for (const [what, url] of [
      ['a page of the plain site', `${beside.origin}/page-7`],
      ['the operation page without scripts', `${bare.origin}${OPERATION}`],
    ] as const) {
      const { performance: score } = await measureScores(root, executablePath, url);
      add(`Lighthouse: performance of ${what}`, score, '');
    }
    for (const [kind, route] of Object.entries(KINDS)) {
      const scores = await measureScores(root, executablePath, `${ours.origin}${route}`);
      for (const category of CATEGORIES) {
        add(`Lighthouse: ${category} of the ${kind} page`, scores[category], '', { atLeast: 100 });
      }
      add(`Lighthouse: blocking time of the ${kind} page`, scores.blockingTime, 'ms', { atMost: 50 });
    }
  } finally {
    for (const site of [ours, bare, beside]) site.close();
  }
}
