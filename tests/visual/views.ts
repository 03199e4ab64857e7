/** What pictures are kept of: kinds of pages, and the widths and modes in which each is seen. */
import type { Page } from '@playwright/test';

const modes = ['light', 'dark'] as const;
type Mode = (typeof modes)[number];

export interface View {
  /** Name of the picture's file. */
  readonly file: string;
  readonly route: string;
  readonly width: number;
  readonly height: number;
  readonly mode: Mode;
  /** What is done on the page before it is looked at. */
  readonly prepare?: (page: Page) => Promise<void>;
}

const heights: Readonly<Record<number, number>> = { 390: 844, 768: 760, 1280: 680, 1920: 600 };

const scrollTo = (selector: string) => async (page: Page) =>
  page.locator(selector).evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));

async function drawn(page: Page): Promise<void> {
  // It is drawn when it comes near; the words above it may move a little while their neighbors are drawn.
  await scrollTo('.diagram >> nth=0')(page);
  await page.locator('.diagram svg[viewBox]').first().waitFor();
  await scrollTo('.diagram >> nth=0')(page);
}

async function searched(page: Page): Promise<void> {
  await page.locator('.search-button').click();
  await page.locator('.search__field').fill('refund');
  await page.locator('.search__option').first().waitFor();
}

interface Kind {
  readonly name: string;
  readonly route: string;
  readonly prepare?: View['prepare'];
  /** Widths at which it is seen; all of them if nothing is said. */
  readonly widths?: readonly number[];
}

/** For what looks alike on all phones, and on all desks. */
const smallAndLarge = [390, 1280];

const kinds: readonly Kind[] = [
  { name: 'home', route: '/' },
  { name: 'map', route: '/', prepare: scrollTo('.map'), widths: [768, 1280] },
  { name: 'category', route: '/docs/category/concepts' },
  { name: 'concept', route: '/docs/get-started/concepts/transactions' },
  { name: 'diagram', route: '/docs/get-started/concepts/orders/subscriptions', prepare: drawn },
  { name: 'tutorial', route: '/docs/get-started/tutorials/pause-subscription' },
  { name: 'guide', route: '/docs/api/errors' },
  { name: 'webhook', route: '/docs/api/webhooks/subscription-renewal-reminder' },
  { name: 'operation', route: '/api/create-subscription' },
  { name: 'reference', route: '/api/' },
  { name: 'not-found', route: '/docs/get-started/concepts/custmers', widths: smallAndLarge },
  { name: 'search', route: '/', prepare: searched, widths: smallAndLarge },
];

/** Each kind at its widths, in both modes. */
export const views: readonly View[] = kinds.flatMap(({ name, route, prepare, widths }) =>
  Object.entries(heights).flatMap(([text, height]): View[] => {
    const width = Number(text);
    if (widths?.includes(width) === false) return [];
    return modes.map((mode) => {
      const file = `${name}-${width}-${mode}.png`;
      return { file, route, width, height, mode, ...(prepare && { prepare }) };
    });
  }),
);
