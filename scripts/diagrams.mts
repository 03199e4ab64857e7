/**
 * `npm run diagrams`: draws the diagrams of all pages into `src/data/diagrams/`, and the build inserts them into the
 * pages. It needs no build. Unchanged diagrams are skipped unless you pass `-- --all`, and drawings without a page are
 * removed. Exits with status 1 and the reason if a diagram can't be drawn.
 */
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { diagramKey, DRAWINGS } from '../src/data/diagrams';
import { listDiagrams } from '../src/mdx/diagrams';
import { browserEnvironment } from './lib/browser-fonts';
import { requirePrograms } from './lib/test-programs.mjs';
import { drawDiagrams } from './lib/draw-diagrams';
import { root } from './lib/programs.cjs';

const folder = path.join(root, DRAWINGS);
const getFile = (key: string): string => path.join(folder, `${key}.svg`);

try {
  const sources = listDiagrams(root).map(({ source }) => source);
  if (sources.length === 0) throw new Error('No page contains a diagram.');
  mkdirSync(folder, { recursive: true });
  const isAll = process.argv.includes('--all');
  const wanted = sources.filter((source) => isAll || !existsSync(getFile(diagramKey(source))));
  await requirePrograms([]);
  const drawings = await drawDiagrams(wanted, process.env['CHROMIUM_PATH'] ?? '', browserEnvironment());
  for (const [key, svg] of drawings) writeFileSync(getFile(key), `${svg}\n`);
  const keys = new Set(sources.map((source) => `${diagramKey(source)}.svg`));
  const gone = readdirSync(folder).filter((file) => !keys.has(file));
  for (const file of gone) rmSync(path.join(folder, file));
  console.log(`${sources.length} diagrams: ${drawings.size} drawn, ${gone.length} removed.`);
} catch (error) {
  console.error(`\n✖ ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
