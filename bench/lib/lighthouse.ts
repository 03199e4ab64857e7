/** Runs Lighthouse as a phone: simulated slow 4G and a 4× CPU slowdown. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { programFile } from '../../scripts/lib/programs.cjs';
import { median } from './median';

/** The categories to score, by Lighthouse's names. */
export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
type Category = (typeof CATEGORIES)[number];

/** What Lighthouse reports of a page. */
export interface Scores extends Record<Category, number> {
  /** Total blocking time, in milliseconds. */
  readonly blockingTime: number;
}

interface Report {
  readonly categories: Partial<Record<Category, { readonly score: number | null }>>;
  readonly audits: Readonly<
    Record<string, { readonly title: string; readonly score: number | null; readonly numericValue?: number }>
  >;
}

const run = promisify(execFile);

/** Scores a page once, in a separate process, because Lighthouse sends its functions' source to the page. */
async function scoreOnce(root: string, browser: string, url: string): Promise<Scores> {
  const { stdout } = await run(
    process.execPath,
    [
      programFile('lighthouse', path.join(root, 'bench')),
      url,
      '--output=json',
      '--quiet',
      '--no-enable-error-reporting',
      `--only-categories=${CATEGORIES.join(',')}`,
      '--chrome-flags=--headless=new --no-sandbox --disable-gpu',
    ],
    { env: { ...process.env, CHROME_PATH: browser }, maxBuffer: 64 * 1024 * 1024 },
  );
  const { categories, audits } = JSON.parse(stdout) as Report;
  const points = CATEGORIES.map((category): [Category, number] => {
    const score = categories[category]?.score;
    if (score == null) throw new Error(`${url}: Lighthouse has no score for ${category}.`);
    return [category, Math.round(100 * score)];
  });
  const blockingTime = audits['total-blocking-time']?.numericValue;
  if (blockingTime === undefined) throw new Error(`${url}: Lighthouse has no total blocking time.`);
  if (points.some(([, score]) => score < 100)) {
    const lost = Object.values(audits).filter(({ score }) => score !== null && score < 0.9);
    console.log(`${url}: ${lost.map(({ title }) => title).join('; ')}`);
  }
  return { ...(Object.fromEntries(points) as Record<Category, number>), blockingTime };
}

/**
 * Scores a page several times, and takes the median of each score.
 *
 * @param root - The repository's folder, with Lighthouse installed in `bench/`.
 * @param browser - Path of the browser.
 * @param url - URL of the page.
 * @param runs - How often to score it.
 * @throws If Lighthouse fails or leaves out a category.
 */
export async function measureScores(root: string, browser: string, url: string, runs = 3): Promise<Scores> {
  const all: Scores[] = [];
  for (let count = 0; count < runs; count += 1) all.push(await scoreOnce(root, browser, url));
  const names = [...CATEGORIES, 'blockingTime'] as const;
  return Object.fromEntries(
    names.map((name) => [name, median(all.map((scores) => scores[name]))]),
  ) as unknown as Scores;
}
