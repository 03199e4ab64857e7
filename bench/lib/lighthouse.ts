/** What Lighthouse says of a page, as it judges a phone: slow 4G and a processor four times slower, simulated. */
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';

/** The parts of its judgement, by Lighthouse's own names. */
export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
type Category = (typeof CATEGORIES)[number];

/** Points from 0 to 100. */
export type Scores = Record<Category, number>;

/**
 * The middle one of three judgements, part by part.
 *
 * Fails if Lighthouse gives no report, or leaves a part out.
 */
export async function scoresOf(browser: string, address: string): Promise<Scores> {
  const seen: Scores[] = [];
  for (let visit = 0; visit < 3; visit += 1) {
    const chrome = await launch({
      chromePath: browser,
      chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu'],
    });
    try {
      const result = await lighthouse(address, {
        port: chrome.port,
        logLevel: 'error',
        onlyCategories: [...CATEGORIES],
      });
      const score = (category: Category): number => {
        const points = result?.lhr.categories[category]?.score;
        if (points == null) throw new Error(`${address}: Lighthouse has no score for ${category}.`);
        return Math.round(100 * points);
      };
      seen.push(Object.fromEntries(CATEGORIES.map((category) => [category, score(category)])) as Scores);
    } finally {
      chrome.kill();
    }
  }
  const middle = (category: Category): number =>
    seen.map((scores) => scores[category]).sort((left, right) => left - right)[1] ?? 0;
  return Object.fromEntries(CATEGORIES.map((category) => [category, middle(category)])) as Scores;
}
