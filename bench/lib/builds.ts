/** What a build costs: at several sizes, cold and warm, beside a plain site and the stock plugin. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser } from '@playwright/test';
import { programFile } from '../../scripts/lib/programs.cjs';
import { partsOf, withReport } from './bundle';
import { add, bundles, rows } from './figures';
import { liveReload } from './live-reload';
import { measure, type Measurement } from './measure';
import { filesOf, gzipSizeOf, transferOf } from './page';
import { benchLighthouse, benchReading } from './reading';
import { EDITED, GUIDE, HEAVIEST, OPERATION } from './routes';
import { ourSite, plainSite, stockSite } from './sites';

/** Pages of a built site and the bytes, gzip, of their HTML. */
function pagesOf(built: string): { pages: number; html: number } {
  const files = readdirSync(built, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'));
  const html = files.reduce((sum, name) => sum + gzipSizeOf(path.join(built, name)), 0);
  return { pages: files.length, html };
}

const buildOurs = (site: string): Promise<Measurement> =>
  measure([programFile('tsx', site), 'scripts/build.mts'], site);
const buildPlain = (site: string): Promise<Measurement> => measure([programFile('docusaurus', site), 'build'], site);

// The entry takes them from here: its own import would be another copy of that module, which holds nothing.
export { bundles, rows };

/** Changes a word of a page, so that one page has to be built again. */
function edit(file: string): void {
  writeFileSync(file, `${readFileSync(file, 'utf8')}\nOne more line.\n`);
}

/** Operations are there once, four times and sixteen times. */
const SIZES = [1, 4, 16];

/** The repository, a folder to work in, and what a browser is started with. */
export interface Bench {
  readonly root: string;
  readonly work: string;
  readonly browser: Browser;
  readonly executablePath: string;
}

/** Builds once more with source maps, and lists what pages are made of. */
async function benchBundles(browser: Browser, site: string): Promise<void> {
  withReport(site);
  await buildOurs(site);
  const built = path.join(site, 'build');
  for (const route of [HEAVIEST, OPERATION, '/']) bundles[route] = partsOf(site, await filesOf(browser, built, route));
}

/**
 * Builds this site with more and more operations, and once beside the others.
 *
 * Fails if a build fails, with the end of what it printed.
 */
export async function benchBuilds(bench: Bench): Promise<void> {
  const { root, work, browser } = bench;
  const sizes: (Measurement & { operations: number; pages: number; transfer: number })[] = [];
  for (const copies of SIZES) {
    const site = path.join(work, `ours-${String(copies)}`);
    const { operations } = ourSite(root, site, copies);
    const cold = await buildOurs(site);
    const built = path.join(site, 'build');
    const { pages, html } = pagesOf(built);
    sizes.push({ ...cold, operations, pages, transfer: await transferOf(browser, built, GUIDE) });
    add(`${String(operations)} operations: cold build`, cold.seconds, 's');
    add(`${String(operations)} operations: peak memory`, cold.peakMiB, 'MiB', 4096);
    add(`${String(operations)} operations: HTML per page, gzip`, html / pages / 1000, 'kB');
    add(`${String(operations)} operations: ${GUIDE} transfers`, (sizes.at(-1)?.transfer ?? 0) / 1000, 'kB');
    if (copies === 1) await benchBeside(bench, site, cold);
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
async function benchBeside(bench: Bench, ours: string, cold: Measurement): Promise<void> {
  const { root, work, browser } = bench;
  const plain = path.join(work, 'plain');
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
  const guide = await transferOf(browser, path.join(ours, 'build'), GUIDE);
  add(`${GUIDE} transfers, against a page of the plain site`, guide / plainPage, 'ratio');

  await benchLighthouse(root, bench.executablePath, path.join(ours, 'build'), path.join(plain, 'build'));
  await benchReading(browser, path.join(ours, 'build'), path.join(plain, 'build'));
  const reload = await liveReload(browser, ours);
  add('Live reload after an edit of a page', reload.page, 's');
  add('Live reload after an edit of the description', reload.description, 's');

  const stock = path.join(work, 'stock');
  stockSite(root, stock, path.join(ours, '.generated', 'openapi.json'));
  await measure([programFile('docusaurus', stock), 'gen-api-docs', 'all'], stock);
  const stockCold = await buildPlain(stock);
  const stockPage = await transferOf(browser, path.join(stock, 'build'), OPERATION);
  const operation = await transferOf(browser, path.join(ours, 'build'), OPERATION);
  add(
    'Cold build, this site against the reference of the stock plugin alone',
    cold.seconds / stockCold.seconds,
    'ratio',
  );
  add('Memory of the build, the same', cold.peakMiB / stockCold.peakMiB, 'ratio');
  add(`${OPERATION} transfers, against the stock page`, operation / stockPage, 'ratio');
  await benchBundles(browser, ours);
  for (const site of [plain, stock]) rmSync(site, { recursive: true, force: true });
}
