/** The benchmark's table: its rows, which of them exceed a limit or got worse, and its Markdown. */
import type { Part } from './bundle';

/** A figure. Ratios are comparable between machines. All other units are for orientation. */
export interface Row {
  readonly what: string;
  readonly figure: number;
  readonly unit: 'ratio' | 's' | 'ms' | 'MiB' | 'kB' | '';
  /** Limits, if any. */
  readonly atMost?: number;
  readonly atLeast?: number;
}

/** The results of a run. */
export interface Results {
  /** Date of the run, as YYYY-MM-DD. */
  readonly date: string;
  readonly machine: string;
  readonly rows: readonly Row[];
  /** The parts of a page, by route. */
  readonly bundles: Readonly<Record<string, readonly Part[]>>;
}

/** Whether a figure exceeds its limit. */
export const isBroken = ({ figure, atMost = Infinity, atLeast = -Infinity }: Row): boolean =>
  figure > atMost || figure < atLeast;

const findLast = (last: Results | undefined, what: string): number | undefined =>
  last?.rows.find((row) => row.what === what)?.figure;

/** Whether a ratio is more than 20% above the last one. If so, measure again before you look for the cause. */
export const isWorse = ({ what, figure, unit }: Row, last: Results | undefined): boolean =>
  unit === 'ratio' && figure > 1.2 * (findLast(last, what) ?? Infinity);

/** Size in bytes below which parts are combined into one row. */
const SMALL = 500;

/** Lists the parts of the pages, in kB gzip, heaviest first. */
function formatListing(listed: Results['bundles']): string[] {
  const routes = Object.keys(listed);
  const sumBytes = (route: string, names: Set<string>): number =>
    (listed[route] ?? []).filter(({ name }) => names.has(name)).reduce((sum, { bytes }) => sum + bytes, 0);
  const names = [...new Set(routes.flatMap((route) => (listed[route] ?? []).map(({ name }) => name)))];
  const most = (name: string): number => Math.max(...routes.map((route) => sumBytes(route, new Set([name]))));
  const large = names.filter((name) => most(name) >= SMALL).sort((left, right) => most(right) - most(left));
  const small = names.filter((name) => most(name) < SMALL);
  const row = (title: string, part: Set<string>): string =>
    `| ${[title, ...routes.map((route) => (sumBytes(route, part) / 1000).toFixed(1))].join(' | ')} |`;
  return [
    '## Parts of a page',
    '',
    'Sizes are in kB (gzip), on a desktop and without prefetched files. The size of a file is divided among its modules in proportion to their own compressed sizes.',
    '',
    `| Part | ${routes.map((route) => `\`${route}\``).join(' | ')} |`,
    `| --- | ${routes.map(() => '---').join(' | ')} |`,
    ...large.map((name) => row(name, new Set([name]))),
    row(`${String(small.length)} smaller parts`, new Set(small)),
    row('Total', new Set(names)),
    '',
  ];
}

/**
 * Formats results as Markdown.
 *
 * @param results - The results of this run.
 * @param last - The last written results, to compare with.
 */
export function formatTable(results: Results, last: Results | undefined): string {
  const shown = (figure: number | undefined): string => (figure === undefined ? '–' : figure.toFixed(2));
  const bound = ({ atMost, atLeast }: Row): string => (atLeast === undefined ? shown(atMost) : `≥ ${String(atLeast)}`);
  return [
    '# Results',
    '',
    `${results.date}, ${results.machine}. Written by \`npm run bench -- --write\`. See the [README](README.md).`,
    '',
    '| What | Figure | Unit | Limit | Last |',
    '| --- | --- | --- | --- | --- |',
    ...results.rows.map(
      (row) =>
        `| ${row.what} | ${shown(row.figure)} | ${row.unit} | ${bound(row)} | ${shown(findLast(last, row.what))}${isWorse(row, last) ? ' (worse)' : ''} |`,
    ),
    '',
    ...formatListing(results.bundles),
  ].join('\n');
}
