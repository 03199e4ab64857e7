/** What reading costs: on a slow phone, beside the same pages without scripts and a plain site, and by Lighthouse. */
import type { Browser } from '@playwright/test';
import { add } from './figures';
import { firstSight, movingOn } from './first-sight';
import { CATEGORIES, scoresOf } from './lighthouse';
import { GUIDE, KINDS, OPERATION } from './routes';
import { serve } from './serve';

/** The HTML of a page without its scripts. */
const withoutScripts = (html: string): string => html.replace(/<script\b[^>]*>.*?<\/script>/gs, '');

/** What a reader sees on a slow phone, beside the same pages without scripts and a plain page; the way to the next page. */
export async function benchReading(browser: Browser, built: string, plain: string): Promise<void> {
  const ours = await serve(built);
  const bare = await serve(built, withoutScripts);
  const beside = await serve(plain);
  try {
    const plainSight = await firstSight(browser, `${beside.origin}/page-7`, 'h1');
    for (const [kind, route, selector] of [
      ['home', '/', 'h1'],
      ['guide', GUIDE, 'h1'],
      ['operation', OPERATION, '.field'],
    ] as const) {
      const sight = await firstSight(browser, `${ours.origin}${route}`, selector);
      const bareSight = await firstSight(browser, `${bare.origin}${route}`, selector);
      if (kind === 'operation') add('Slow phone: first field of an operation', sight.element / 1000, 's', 0.8);
      add(`Slow phone: largest paint of the ${kind} page`, sight.largestPaint / 1000, 's');
      add(
        `Slow phone: largest paint of the ${kind} page against the same without scripts`,
        sight.largestPaint / bareSight.largestPaint,
        'ratio',
        1.1,
      );
      add(
        `Slow phone: blocked time of the ${kind} page against a plain page`,
        sight.blocked / Math.max(1, plainSight.blocked),
        'ratio',
        1,
      );
      add(`Slow phone: layout shift of the ${kind} page`, sight.shift, '', 0.001);
    }
    const next = await movingOn(browser, ours.origin, OPERATION, '/api/list-transactions');
    add('A click shows the next page, loaded ahead', next / 1000, 's', 0.1);
  } finally {
    for (const site of [ours, bare, beside]) site.close();
  }
}

/** What Lighthouse says of a page of each kind, and how fast it finds an ordinary page and one without scripts here. */
export async function benchLighthouse(root: string, executable: string, built: string, plain: string): Promise<void> {
  const { origin, close } = await serve(built);
  const bare = await serve(built, withoutScripts);
  const beside = await serve(plain);
  try {
    for (const [what, address] of [
      ['a page of the plain site', `${beside.origin}/page-7`],
      ['the operation page without scripts', `${bare.origin}${OPERATION}`],
    ] as const) {
      const { performance: speed } = await scoresOf(root, executable, address);
      add(`Lighthouse: performance of ${what}`, speed, '');
    }
    for (const [kind, route] of Object.entries(KINDS)) {
      const scores = await scoresOf(root, executable, `${origin}${route}`);
      for (const category of CATEGORIES) {
        const atLeast = category === 'performance' ? 98 : 100;
        add(`Lighthouse: ${category} of the ${kind} page`, scores[category], '', undefined, atLeast);
      }
    }
  } finally {
    close();
    bare.close();
    beside.close();
  }
}
