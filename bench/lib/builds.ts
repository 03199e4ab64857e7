/** Measures building, cold and warm, compared with a plain Docusaurus site of as many pages. */
import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { programFile, root } from '../../scripts/lib/programs.cjs';
import type { Add } from './figures';

const EDITED = 'docs/get-started/concepts/trial.mdx';

/** Creates a folder with a link to each of the repository's packages, so that each site has its own caches. */
function createSite(folder: string): void {
  mkdirSync(path.join(folder, 'node_modules'), { recursive: true });
  for (const name of readdirSync(path.join(root, 'node_modules'))) {
    if (name === '.cache') continue;
    symlinkSync(path.join(root, 'node_modules', name), path.join(folder, 'node_modules', name));
  }
}

/** Copies this site: every file that git knows. */
function copyOurs(folder: string): void {
  createSite(folder);
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean);
  for (const file of files) cpSync(path.join(root, file), path.join(folder, file));
}

/** Writes a plain site whose pages are the Markdown versions of this site's. */
function writePlain(folder: string): void {
  createSite(folder);
  mkdirSync(path.join(folder, 'docs'));
  const built = path.join(root, 'build');
  const pages = readdirSync(built, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));
  if (pages.length === 0) throw new Error('build/ has no pages. Run "npm run build" first.');
  pages.forEach((name, index) => {
    const text = readFileSync(path.join(built, name), 'utf8').replace(/\]\((?:https?:\/\/[^)]*)\)/g, '](#)');
    const page = `---\ntitle: Page ${index}\nformat: md\n---\n\n${text}`;
    writeFileSync(path.join(folder, 'docs', `page-${index}.md`), page);
  });
  const { browserslist } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as object & {
    browserslist: unknown;
  };
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ name: 'plain', private: true, browserslist }));
  const config = `export default {
    title: 'Plain', url: 'https://plain.example', baseUrl: '/', future: { v4: true, faster: true },
    onBrokenLinks: 'ignore', markdown: { format: 'detect' },
    presets: [['classic', { blog: false, pages: false, docs: { routeBasePath: '/' } }]],
  };\n`;
  writeFileSync(path.join(folder, 'docusaurus.config.mjs'), config);
}

/** Runs a program of a package in a folder. Returns the seconds. Throws if it fails, with its output. */
function time(folder: string, program: string, ...args: string[]): number {
  const began = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, [programFile(program), ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed in ${folder}:\n${stdout}${stderr}`);
  return (performance.now() - began) / 1000;
}

/**
 * Builds both sites twice.
 *
 * @param add - Adds a figure.
 * @param work - A folder for the sites.
 * @returns The folder of the plain site's build.
 */
export function benchBuilds(add: Add, work: string): string {
  const [ours, plain] = [path.join(work, 'ours'), path.join(work, 'plain')];
  copyOurs(ours);
  writePlain(plain);
  const buildOurs = (): number => time(ours, 'tsx', 'scripts/build.mts');
  const buildPlain = (): number => time(plain, 'docusaurus', 'build');
  const cold = { ours: buildOurs(), plain: buildPlain() };
  appendFileSync(path.join(ours, EDITED), '\nOne more line.\n');
  appendFileSync(path.join(plain, 'docs', 'page-7.md'), '\nOne more line.\n');
  const warm = { ours: buildOurs(), plain: buildPlain() };
  add('Cold build', cold.ours, 's');
  add('Cold build, compared with a plain site of as many pages', cold.ours / cold.plain, 'ratio');
  add('Warm build after an edit', warm.ours, 's');
  add('Warm build after an edit, compared with the plain site', warm.ours / warm.plain, 'ratio');
  return path.join(plain, 'build');
}
