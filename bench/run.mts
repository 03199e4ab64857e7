/**
 * `npm run bench`: measures the cost of building and reading the site, compared with a plain Docusaurus site and the stock
 * OpenAPI plugin, in one run on one machine. See `bench/README.md`.
 *
 * Prints a table and, with `-- --write`, writes it to `bench/results.md` and `bench/results.json`. Reports ratios that are
 * 20% worse than in the last written table. Exits with status 1 if a build fails or a figure exceeds its limit.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { format, resolveConfig } from 'prettier';
import { requireBrowser } from '../scripts/lib/browser.mjs';
import { requireDependencies } from '../scripts/lib/setup.mjs';
import { benchBuilds } from './lib/builds';
import { createFigures } from './lib/figures';
import { benchSandbox } from './lib/sandbox';
import { isBroken, isWorse, formatTable, type Results } from './lib/table';

const root = path.resolve(fileURLToPath(import.meta.url), '..', '..');
const work = mkdtempSync(path.join(tmpdir(), 'pai-docs-bench-'));
const resultsFile = path.join(root, 'bench', 'results.json');
const figures = createFigures();
const last = existsSync(resultsFile) ? (JSON.parse(readFileSync(resultsFile, 'utf8')) as Results) : undefined;

await requireDependencies(path.join(root, 'bench'));
const executablePath = await requireBrowser();
const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  await benchSandbox(figures, root, work);
  await benchBuilds({ figures, root, work, browser, executablePath });
  const { rows, bundles } = figures;
  if (rows.length === 0 || Object.keys(bundles).length === 0) throw new Error('The benchmark measured nothing.');
  const versions = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const machine = `${String(cpus().length)} cores, ${String(Math.round(totalmem() / 2 ** 30))} GiB, Node ${process.version}, Docusaurus ${versions.dependencies['@docusaurus/core'] ?? ''}, Chromium ${browser.version()}`;
  const results: Results = { date: new Date().toISOString().slice(0, 10), machine, rows, bundles };
  const table = formatTable(results, last);
  console.log(`\n${table}`);
  if (process.argv.includes('--write')) {
    const file = path.join(root, 'bench', 'results.md');
    writeFileSync(file, await format(table, { ...(await resolveConfig(file)), filepath: file }));
    writeFileSync(resultsFile, await format(JSON.stringify(results), { filepath: resultsFile }));
    console.log('Wrote bench/results.md and bench/results.json.');
  }
  const broken = rows.filter(isBroken);
  for (const { what, figure, atMost, atLeast } of broken) {
    console.error(`✖ ${what}: ${figure.toFixed(2)}. The limit is ${String(atMost ?? atLeast)}.`);
  }
  for (const { what } of rows.filter((row) => isWorse(row, last))) {
    console.error(`✖ ${what}: 20% worse than in the last table.`);
  }
  process.exitCode = broken.length > 0 ? 1 : 0;
} finally {
  await browser.close();
  rmSync(work, { recursive: true, force: true });
}
