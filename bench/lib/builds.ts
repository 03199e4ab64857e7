/** Measures building: at several sizes, cold and warm, compared with a plain site and with the stock plugin. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser } from '@playwright/test';
import { programFile } from '../../scripts/lib/programs.cjs';
import { listParts, withReport } from './bundle';
import type { Figures } from './figures';
import { liveReload } from './live-reload';
import { measure, type Measurement } from './measure';
import { filesBeforeTouch, listRequestedFiles, measureGzip, measureGzipTotal } from './page';
import { benchLighthouse, benchReading } from './reading';
import { EDITED_FILE, GUIDE, HEAVIEST, OPERATION } from './routes';
import { ourSite, plainSite, stockSite } from './sites';

/** What the benchmark works with. */
export interface Bench {
  readonly figures: Figures;
  /** The repository's folder. */
  readonly root: string;
  /** A folder for the sites. */
  readonly work: string;
  readonly browser: Browser;
  /** Path of the browser. */
  readonly executablePath: string;
}

/** How many times the specification contains each operation. */
const SIZES = [1, 4, 16];

/** Returns the number of pages of a built site, and the compressed size of their HTML in bytes. */
function measurePages(built: string): { pages: number; html: number } {
  const files = readdirSync(built, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'));
  return { pages: files.length, html: measureGzipTotal(files.map((name) => path.join(built, name))) };
}

const buildOurs = (site: string): Promise<Measurement> =>
  measure([programFile('tsx', site), 'scripts/build.mts'], site);
const buildPlain = (site: string): Promise<Measurement> => measure([programFile('docusaurus', site), 'build'], site);

/** Adds a line to a page. */
function edit(file: string): void {
  writeFileSync(file, `${readFileSync(file, 'utf8')}\nOne more line.\n`);
}

/** Builds a site again with source maps, and records the parts of some pages. */
async function benchBundles({ figures, browser }: Bench, site: string): Promise<void> {
  withReport(site);
  await buildOurs(site);
  const built = path.join(site, 'build');
  for (const route of [HEAVIEST, OPERATION, '/'])
    figures.bundles[route] = listParts(site, await listRequestedFiles(browser, built, route));
}

/** Compares this site with a plain one of as many pages. */
async function comparePlain(bench: Bench, ours: string, cold: Measurement): Promise<void> {
  const { figures, root, work, browser, executablePath } = bench;
  const { add } = figures;
  const plain = path.join(work, 'plain');
  plainSite(root, plain, path.join(ours, 'build'));
  const plainCold = await buildPlain(plain);
  add('Cold build, compared with a plain site of as many pages', cold.seconds / plainCold.seconds, 'ratio');
  edit(path.join(ours, EDITED_FILE));
  edit(path.join(plain, 'docs', 'page-7.md'));
  const warm = await buildOurs(ours);
  const plainWarm = await buildPlain(plain);
  add('Warm build after an edit, compared with a plain site', warm.seconds / plainWarm.seconds, 'ratio');
  add('Warm build after an edit, compared with the cold build', warm.seconds / cold.seconds, 'ratio', {
    atMost: 1 / 3,
  });
  add('The same for the plain site', plainWarm.seconds / plainCold.seconds, 'ratio');
  const built = { ours: path.join(ours, 'build'), plain: path.join(plain, 'build') };
  const plainPage = measureGzipTotal(await listRequestedFiles(browser, built.plain, '/page-7'));
  add('Desktop: a page of the plain site transfers', plainPage / 1000, 'kB');
  for (const route of [GUIDE, OPERATION, HEAVIEST]) {
    const early = await filesBeforeTouch(browser, built.ours, route);
    const all = await listRequestedFiles(browser, built.ours, route);
    add(`Phone: ${route} transfers before any touch`, measureGzipTotal(early) / 1000, 'kB');
    add(
      `Desktop: ${route} transfers later, for the app`,
      (measureGzipTotal(all) - measureGzipTotal(early)) / 1000,
      'kB',
    );
    add(
      `Phone: ${route} before any touch, compared with a page of the plain site`,
      measureGzipTotal(early) / plainPage,
      'ratio',
    );
  }
  const reading = { browser, executablePath, root, built: built.ours, plain: built.plain };
  await benchReading(figures, reading);
  await benchLighthouse(figures, reading);
  rmSync(plain, { recursive: true, force: true });
}

/** Compares this site with the reference of the stock plugin. */
async function compareStock({ figures, root, work, browser }: Bench, ours: string, cold: Measurement): Promise<void> {
  const stock = path.join(work, 'stock');
  stockSite(root, stock, path.join(ours, '.generated', 'openapi.json'));
  await measure([programFile('docusaurus', stock), 'gen-api-docs', 'all'], stock);
  const stockCold = await buildPlain(stock);
  const [page, stockPage] = [
    measureGzipTotal(await listRequestedFiles(browser, path.join(ours, 'build'), OPERATION)),
    measureGzipTotal(await listRequestedFiles(browser, path.join(stock, 'build'), OPERATION)),
  ];
  figures.add('Cold build, compared with the stock plugin', cold.seconds / stockCold.seconds, 'ratio');
  figures.add('Peak memory of the build, compared with the stock plugin', cold.peakMiB / stockCold.peakMiB, 'ratio');
  figures.add(`Desktop: ${OPERATION} transfers, compared with the stock page`, page / stockPage, 'ratio');
  rmSync(stock, { recursive: true, force: true });
}

/** What grows with the number of operations. Sizes are compressed, in bytes. */
interface Size extends Measurement {
  readonly operations: number;
  readonly pages: number;
  /** The HTML of a guide, what it transfers before any touch, and in total. */
  readonly html: number;
  readonly early: number;
  readonly total: number;
}

/** Adds the growth from the smallest to the largest site. */
function compareSizes({ add }: Figures, first: Size, last: Size): void {
  const growth = (of: (size: Size) => number): number => of(last) / of(first) / (last.pages / first.pages);
  const perOperation = (of: (size: Size) => number): number =>
    (of(last) - of(first)) / (last.operations - first.operations) / 1000;
  const time = growth(({ seconds }) => seconds);
  add('Time of the build per page, with 16 times the operations', time, 'ratio', { atMost: 1 });
  const memory = growth(({ peakMiB }) => peakMiB);
  add('Peak memory of the build per page, with 16 times the operations', memory, 'ratio', { atMost: 1 });
  const early = perOperation((size) => size.early);
  add(`Phone: ${GUIDE} transfers before any touch, per added operation`, early, 'kB', { atMost: 0.005 });
  const later = perOperation(({ total, early: before }) => total - before);
  add(`Desktop: ${GUIDE} transfers later, per added operation`, later, 'kB', { atMost: 0.15 });
}

/**
 * Builds this site with more and more operations, and compares the smallest one with the other sites.
 *
 * @param bench - What the benchmark works with. Results are added to its figures.
 * @throws If a build fails, with the end of its output.
 */
export async function benchBuilds(bench: Bench): Promise<void> {
  const { figures, root, work, browser } = bench;
  const sizes: Size[] = [];
  for (const copies of SIZES) {
    const site = path.join(work, `ours-${String(copies)}`);
    const { operations } = ourSite(root, site, copies);
    const cold = await buildOurs(site);
    const built = path.join(site, 'build');
    const { pages, html: allHtml } = measurePages(built);
    const [early, total] = [
      measureGzipTotal(await filesBeforeTouch(browser, built, GUIDE)),
      measureGzipTotal(await listRequestedFiles(browser, built, GUIDE)),
    ];
    const html = measureGzip(path.join(built, GUIDE, 'index.html'));
    sizes.push({ ...cold, operations, pages, html, early, total });
    const label = `${String(operations)} operations`;
    figures.add(`${label}: cold build`, cold.seconds, 's');
    figures.add(`${label}: peak memory`, cold.peakMiB, 'MiB', { atMost: 4096 });
    figures.add(`${label}: HTML per page`, allHtml / pages / 1000, 'kB');
    figures.add(`${label}: HTML of ${GUIDE}`, html / 1000, 'kB');
    if (copies === 1) {
      await comparePlain(bench, site, cold);
      const reload = await liveReload(browser, site);
      figures.add('Live reload after an edit of a page', reload.page, 's');
      figures.add('Live reload after an edit of the specification', reload.specification, 's', { atMost: 5 });
      await compareStock(bench, site, cold);
      await benchBundles(bench, site);
    }
    rmSync(site, { recursive: true, force: true });
  }
  const [first, last] = [sizes[0], sizes.at(-1)];
  if (first && last) compareSizes(figures, first, last);
}
