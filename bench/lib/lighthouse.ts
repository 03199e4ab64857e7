/** What Lighthouse says of a page, as it judges a phone: slow 4G and a processor four times slower, simulated. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { programFile } from '../../scripts/lib/programs.cjs';

/** The parts of its judgement, by Lighthouse's own names. */
export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
type Category = (typeof CATEGORIES)[number];

/** Points from 0 to 100. */
export type Scores = Record<Category, number>;

interface Report {
  readonly categories: Partial<Record<Category, { readonly score: number | null }>>;
  readonly audits: Readonly<Record<string, { readonly title: string; readonly score: number | null }>>;
}

const run = promisify(execFile);

/**
 * Judges a page, in a process of its own: Lighthouse sends its functions into the page, as they stand in its files.
 *
 * Fails if it gives no report, or leaves a part out.
 */
export async function scoresOf(root: string, browser: string, address: string): Promise<Scores> {
  const { stdout } = await run(
    process.execPath,
    [
      programFile('lighthouse', path.join(root, 'bench')),
      address,
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
    if (score == null) throw new Error(`${address}: Lighthouse has no score for ${category}.`);
    return [category, Math.round(100 * score)];
  });
  if (points.some(([category, score]) => category !== 'performance' && score < 100)) {
    const lost = Object.values(audits).filter(({ score }) => score !== null && score < 0.9);
    console.log(`${address}: ${lost.map(({ title }) => title).join('; ')}`);
  }
  return Object.fromEntries(points) as Scores;
}
