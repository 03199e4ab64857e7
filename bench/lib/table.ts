/** The table of the benchmark: its rows, which of them break a bound or are worse than last time, and how it is written. */
import type { Part } from './bundle';

/** A figure of the table. Ratios can be compared between machines, the rest is for orientation. */
export interface Row {
  readonly what: string;
  readonly figure: number;
  readonly unit: 'ratio' | 's' | 'MiB' | 'kB' | '';
  /** Bounds that must hold, if there are any. */
  readonly atMost?: number;
  readonly atLeast?: number;
}

export interface Results {
  /** Day of the run, as YYYY-MM-DD. */
  readonly date: string;
  readonly machine: string;
  readonly rows: readonly Row[];
  /** What pages are made of, by route. */
  readonly bundles: Readonly<Record<string, readonly Part[]>>;
}

/** True if the figure is on the wrong side of its bound. */
export const isBroken = ({ figure, atMost = Infinity, atLeast = -Infinity }: Row): boolean =>
  figure > atMost || figure < atLeast;

const lastOf = (last: Results | undefined, what: string): number | undefined =>
  last?.rows.find((row) => row.what === what)?.figure;

/** True if a ratio is more than a fifth above the last one: a reason to measure again, and then to look for the cause. */
export const isWorse = ({ what, figure, unit }: Row, last: Results | undefined): boolean =>
  unit === 'ratio' && figure > 1.2 * (lastOf(last, what) ?? Infinity);

/** Parts that are lighter than this stand together. */
const SMALL = 500;

/** What the listed pages are made of, in kB, gzip, the heaviest part first. */
function listingOf(listed: Results['bundles']): string[] {
  const routes = Object.keys(listed);
  const bytesOf = (route: string, names: Set<string>): number =>
    (listed[route] ?? []).filter(({ name }) => names.has(name)).reduce((sum, { bytes }) => sum + bytes, 0);
  const names = [...new Set(routes.flatMap((route) => (listed[route] ?? []).map(({ name }) => name)))];
  const most = (name: string): number => Math.max(...routes.map((route) => bytesOf(route, new Set([name]))));
  const large = names.filter((name) => most(name) >= SMALL).sort((left, right) => most(right) - most(left));
  const small = names.filter((name) => most(name) < SMALL);
  const row = (title: string, part: Set<string>): string =>
    `| ${[title, ...routes.map((route) => (bytesOf(route, part) / 1000).toFixed(1))].join(' | ')} |`;
  return [
    '## What a page is made of',
    '',
    `kB, gzip, without what is loaded ahead. A module's share of a file is its share of the sizes of all modules in it.`,
    '',
    `| Part | ${routes.map((route) => `\`${route}\``).join(' | ')} |`,
    `| --- | ${routes.map(() => '---').join(' | ')} |`,
    ...large.map((name) => row(name, new Set([name]))),
    row(`${String(small.length)} smaller parts`, new Set(small)),
    row('In all', new Set(names)),
    '',
  ];
}

/** The results as Markdown, beside those of the last run. */
export function tableOf(results: Results, last: Results | undefined): string {
  const shown = (figure: number | undefined): string => (figure === undefined ? '–' : figure.toFixed(2));
  const bound = ({ atMost, atLeast }: Row): string =>
    atLeast === undefined ? shown(atMost) : `at least ${String(atLeast)}`;
  return [
    '# Figures',
    '',
    `${results.date}, ${results.machine}. Made by \`npm run bench -- --write\`; see [README](README.md).`,
    '',
    '| What | Figure | Unit | At most, or as said | Last |',
    '| --- | --- | --- | --- | --- |',
    ...results.rows.map(
      (row) =>
        `| ${row.what} | ${shown(row.figure)} | ${row.unit} | ${bound(row)} | ${shown(lastOf(last, row.what))}${isWorse(row, last) ? ' (worse)' : ''} |`,
    ),
    '',
    ...listingOf(results.bundles),
  ].join('\n');
}
