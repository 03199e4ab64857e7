/**
 * `npm run bench`: what building and reading the site costs, beside a plain Docusaurus site and the stock OpenAPI plugin,
 * all in one run on one machine. See `bench/README.md`.
 *
 * In: the repository, built once (`build/`, `.generated/`). Out: the table on the screen and, with `-- --write`, in
 * `bench/results.md` and `bench/results.json`; ratios that are a fifth worse than in the last written table are named.
 * Ends with status 1 if a build fails, or a bound that the table states is not kept.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import { format, resolveConfig } from 'prettier';
import { requireBrowser } from '../scripts/lib/browser.mjs';
import { firstSight, movingOn } from './lib/first-sight';
import { liveReload } from './lib/live-reload';
import { measure, type Measurement } from './lib/measure';
import { transferOf } from './lib/page';
import { serve } from './lib/serve';
import { ourSite, plainSite, stockSite } from './lib/sites';

const root = path.resolve(fileURLToPath(import.meta.url), '..', '..');
const work = mkdtempSync(path.join(tmpdir(), 'pai-docs-bench-'));
const folderOf = (name: string): string => path.join(work, name);
const programOf = (site: string, name: string): string => path.join(site, 'node_modules', '.bin', name);

/** A figure of the table. Ratios can be compared between machines, the rest is for orientation. */
interface Row {
  readonly what: string;
  readonly figure: number;
  readonly unit: 'ratio' | 's' | 'MiB' | 'kB' | '';
  /** Bound that must hold, if there is one. */
  readonly atMost?: number;
}
const rows: Row[] = [];
const add = (what: string, figure: number, unit: Row['unit'], atMost?: number): void => {
  rows.push({ what, figure, unit, ...(atMost === undefined ? {} : { atMost }) });
  console.log(`${what}: ${figure.toFixed(2)} ${unit}`);
};

/** Pages of a built site and the bytes, gzip, of their HTML. */
function pagesOf(built: string): { pages: number; html: number } {
  const files = readdirSync(built, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'));
  const html = files.reduce((sum, name) => sum + gzipSync(readFileSync(path.join(built, name))).length, 0);
  return { pages: files.length, html };
}

const buildOurs = (site: string): Promise<Measurement> => measure(programOf(site, 'tsx'), ['scripts/build.mts'], site);
const buildPlain = (site: string): Promise<Measurement> => measure(programOf(site, 'docusaurus'), ['build'], site);

/** Changes a word of a page, so that one page has to be built again. */
function edit(file: string): void {
  writeFileSync(file, `${readFileSync(file, 'utf8')}\nOne more line.\n`);
}

const READ = '/docs/api/errors';
const OPERATION = '/api/create-transaction';
const EDITED = 'docs/get-started/concepts/trial.mdx';
/** Operations are there once, four times and sixteen times. */
const SIZES = [1, 4, 16];

async function benchBuilds(browser: Awaited<ReturnType<typeof chromium.launch>>): Promise<void> {
  const sizes: (Measurement & { operations: number; pages: number; transfer: number })[] = [];
  for (const copies of SIZES) {
    const site = folderOf(`ours-${String(copies)}`);
    const { operations } = ourSite(root, site, copies);
    const cold = await buildOurs(site);
    const built = path.join(site, 'build');
    const { pages, html } = pagesOf(built);
    sizes.push({ ...cold, operations, pages, transfer: await transferOf(browser, built, READ) });
    add(`${String(operations)} operations: cold build`, cold.seconds, 's');
    add(`${String(operations)} operations: peak memory`, cold.peakMiB, 'MiB', 4096);
    add(`${String(operations)} operations: HTML per page, gzip`, html / pages / 1000, 'kB');
    add(`${String(operations)} operations: ${READ} transfers`, (sizes.at(-1)?.transfer ?? 0) / 1000, 'kB');
    if (copies === 1) await benchBeside(browser, site, cold);
    rmSync(site, { recursive: true, force: true });
  }
  const [first, , last] = sizes;
  if (!first || !last) return;
  const growth = (of: (size: (typeof sizes)[number]) => number): number =>
    of(last) / of(first) / (last.pages / first.pages);
  add(
    'Time of the build against pages, 16 times the operations',
    growth(({ seconds }) => seconds),
    'ratio',
    1,
  );
  add(
    'Memory of the build against pages, 16 times the operations',
    growth(({ peakMiB }) => peakMiB),
    'ratio',
    1,
  );
  const perOperation = (last.transfer - first.transfer) / (last.operations - first.operations) / 1000;
  add('What a page transfers, per operation added elsewhere, gzip', perOperation, 'kB', 0.05);
}

/** This site, as it is, beside a plain one with as many pages and the stock plugin. */
async function benchBeside(
  browser: Awaited<ReturnType<typeof chromium.launch>>,
  ours: string,
  cold: Measurement,
): Promise<void> {
  const plain = folderOf('plain');
  plainSite(root, plain, path.join(ours, 'build'));
  const plainCold = await buildPlain(plain);
  add('Cold build, this site against a plain one with as many pages', cold.seconds / plainCold.seconds, 'ratio');
  edit(path.join(ours, EDITED));
  edit(path.join(plain, 'docs', 'page-7.md'));
  const warm = await buildOurs(ours);
  const plainWarm = await buildPlain(plain);
  add('Warm build after an edit, this site against a plain one', warm.seconds / plainWarm.seconds, 'ratio');
  add('Warm build after an edit against the cold one', warm.seconds / cold.seconds, 'ratio', 1 / 3);
  add('The same for the plain site', plainWarm.seconds / plainCold.seconds, 'ratio');
  const plainPage = await transferOf(browser, path.join(plain, 'build'), '/page-7');
  const guide = await transferOf(browser, path.join(ours, 'build'), READ);
  add(`${READ} transfers, against a page of the plain site`, guide / plainPage, 'ratio');

  await benchReading(browser, path.join(ours, 'build'), path.join(plain, 'build'));
  const reload = await liveReload(browser, ours);
  add('Live reload after an edit of a page', reload.page, 's');
  add('Live reload after an edit of the description', reload.description, 's');

  const stock = folderOf('stock');
  stockSite(root, stock, path.join(ours, '.generated', 'openapi.json'));
  await measure(programOf(stock, 'docusaurus'), ['gen-api-docs', 'all'], stock);
  const stockCold = await buildPlain(stock);
  const stockPage = await transferOf(browser, path.join(stock, 'build'), '/api/create-a-transaction');
  const operation = await transferOf(browser, path.join(ours, 'build'), OPERATION);
  add(
    'Cold build, this site against the reference of the stock plugin alone',
    cold.seconds / stockCold.seconds,
    'ratio',
  );
  add('Memory of the build, the same', cold.peakMiB / stockCold.peakMiB, 'ratio');
  add(`${OPERATION} transfers, against the stock page`, operation / stockPage, 'ratio');
  for (const site of [plain, stock]) rmSync(site, { recursive: true, force: true });
}

/** The HTML of a page without its scripts. */
const withoutScripts = (html: string): string => html.replace(/<script\b[^>]*>.*?<\/script>/gs, '');

/** What a reader sees on a slow phone, beside the same pages without scripts and a plain page; the way to the next page. */
async function benchReading(
  browser: Awaited<ReturnType<typeof chromium.launch>>,
  built: string,
  plain: string,
): Promise<void> {
  const ours = await serve(built);
  const bare = await serve(built, withoutScripts);
  const beside = await serve(plain);
  try {
    const plainSight = await firstSight(browser, `${beside.origin}/page-7`, 'h1');
    for (const [kind, route, selector] of [
      ['home', '/', 'h1'],
      ['guide', READ, 'h1'],
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

interface Results {
  readonly date: string;
  readonly machine: string;
  readonly rows: readonly Row[];
}

const resultsFile = path.join(root, 'bench', 'results.json');
const last = existsSync(resultsFile) ? (JSON.parse(readFileSync(resultsFile, 'utf8')) as Results) : undefined;
const lastOf = (what: string): number | undefined => last?.rows.find((row) => row.what === what)?.figure;

/** A ratio a fifth above the last one is no chance. */
const isWorse = ({ what, figure, unit }: Row): boolean => unit === 'ratio' && figure > 1.2 * (lastOf(what) ?? Infinity);

function tableOf(results: Results): string {
  const shown = (figure: number | undefined): string => (figure === undefined ? '–' : figure.toFixed(2));
  return [
    '# Figures',
    '',
    `${results.date}, ${results.machine}. Made by \`npm run bench -- --write\`; see [README](README.md).`,
    '',
    '| What | Figure | Unit | At most | Last |',
    '| --- | --- | --- | --- | --- |',
    ...results.rows.map(
      (row) =>
        `| ${row.what} | ${shown(row.figure)} | ${row.unit} | ${shown(row.atMost)} | ${shown(lastOf(row.what))}${isWorse(row) ? ' (worse)' : ''} |`,
    ),
    '',
  ].join('\n');
}

const browser = await chromium.launch({
  executablePath: await requireBrowser(),
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  await benchBuilds(browser);
  const versions = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const machine = `${String(cpus().length)} cores, ${String(Math.round(totalmem() / 2 ** 30))} GiB, Node ${process.version}, Docusaurus ${versions.dependencies['@docusaurus/core'] ?? ''}, Chromium ${browser.version()}`;
  const results: Results = { date: new Date().toISOString().slice(0, 10), machine, rows };
  const table = tableOf(results);
  console.log(`\n${table}`);
  if (process.argv.includes('--write')) {
    const file = path.join(root, 'bench', 'results.md');
    writeFileSync(file, await format(table, { ...(await resolveConfig(file)), filepath: file }));
    writeFileSync(resultsFile, await format(JSON.stringify(results), { filepath: resultsFile }));
    console.log(`Written to bench/results.md (${String(statSync(file).size)} bytes).`);
  }
  const broken = rows.filter(({ figure, atMost }) => atMost !== undefined && figure > atMost);
  for (const { what, figure, atMost } of broken) {
    console.error(`✖ ${what}: ${figure.toFixed(2)} is more than ${String(atMost)}.`);
  }
  for (const row of rows.filter(isWorse))
    console.error(`✖ ${row.what}: worse than last time (${String(lastOf(row.what))}).`);
  process.exitCode = broken.length > 0 ? 1 : 0;
} finally {
  await browser.close();
  rmSync(work, { recursive: true, force: true });
}
