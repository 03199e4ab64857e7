import path from 'node:path';
import { buildSync } from 'esbuild';

/** A script that is made for the browser. */
export interface Script {
  /** Its file below the site's base. The name changes with the content, since servers let browsers keep it for good. */
  readonly file: string;
  readonly text: string;
}

/** The script that every page loads, and those that it loads when they are needed. */
export interface PageScripts {
  readonly main: Script;
  readonly all: readonly Script[];
}

const made = new Map<string, PageScripts>();

/**
 * Bundles `src/page/`, apart from Docusaurus' bundle: the template of the pages names the file, and is part of the
 * configuration.
 *
 * @param siteDir path of the repository
 * @returns the scripts; the same sources give the same bytes
 * @throws if a source cannot be compiled, with file and line
 */
export function pageScripts(siteDir: string): PageScripts {
  const known = made.get(siteDir);
  if (known !== undefined) return known;
  const folder = path.join(siteDir, 'assets', 'js');
  const { outputFiles } = buildSync({
    absWorkingDir: siteDir,
    entryPoints: { page: path.join('src', 'page', 'index.ts') },
    entryNames: '[name].[hash]',
    chunkNames: 'page-[name].[hash]',
    outdir: folder,
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    // The oldest browsers of `browserslist` in package.json.
    target: ['chrome109', 'edge109', 'firefox121', 'safari16.4'],
    charset: 'utf8',
    legalComments: 'none',
    write: false,
  });
  const all = outputFiles.map(({ path: file, text }) => ({ file: `assets/js/${path.basename(file)}`, text }));
  const main = all.find(({ file }) => path.basename(file).startsWith('page.'));
  if (main === undefined)
    throw new Error('src/page/index.ts: the bundler produced no script. Check src/config/page-script.ts.');
  const scripts = { main, all };
  made.set(siteDir, scripts);
  return scripts;
}
