/**
 * `npm run bench`: measures the cost of building and reading the site, compared with a plain Docusaurus site, in one run on
 * one machine. See `bench/README.md`. With `-- --write`, it also writes the table to `bench/results.md`.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { root } from '../scripts/lib/programs.cjs';
import { requirePrograms } from '../scripts/lib/test-programs.mjs';
import { benchBuilds } from './lib/builds';
import type { Add, Figure } from './lib/figures';
import { benchReading } from './lib/reading';
import { benchSandbox } from './lib/sandbox';

const work = mkdtempSync(path.join(tmpdir(), 'pai-docs-bench-'));
const figures: Figure[] = [];
const add: Add = (what, figure, unit) => {
  figures.push({ what, figure, unit });
  console.log(`${what}: ${figure.toFixed(2)} ${unit}`);
};

await requirePrograms([]);
const executablePath = process.env['CHROMIUM_PATH'] ?? '';
const started = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
try {
  await benchSandbox(add);
  const plain = benchBuilds(add, work);
  await benchReading(add, { started, path: executablePath }, { ours: path.join(root, 'build'), plain });
  if (process.argv.includes('--write')) {
    const day = new Date().toISOString().slice(0, 10);
    const rows = figures.map(({ what, figure, unit }) => `| ${what} | ${figure.toFixed(2)} | ${unit} |\n`).join('');
    const head = `${day}, ${cpus().length} cores, Node ${process.version}, Chromium ${started.version()}.`;
    const text = `# Results\n\n${head}\n\n| What | Figure | Unit |\n| --- | --- | --- |\n${rows}`;
    writeFileSync(path.join(root, 'bench', 'results.md'), text);
  }
} finally {
  await started.close();
  rmSync(work, { recursive: true, force: true });
}
