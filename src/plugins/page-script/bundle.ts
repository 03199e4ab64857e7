import path from 'node:path';
import { buildSync } from 'esbuild';

/** A script bundled for the browser. */
interface Script {
  /** Its file, relative to the base URL. The name changes with the content, because browsers cache it indefinitely. */
  readonly file: string;
  readonly text: string;
}

/** The script that every page loads, and those that it loads on demand. */
export interface PageScripts {
  readonly main: Script;
  readonly all: readonly Script[];
  /** The one of them that a phone prefetches together with the app: the menu's. */
  readonly menu: Script;
}

const made = new Map<string, PageScripts>();

/**
 * Bundles `src/page/` separately from Docusaurus, because the page template, which is part of the configuration,
 * references the file.
 *
 * @param siteDir - Path of the repository.
 * @returns The scripts. The same sources produce the same bytes.
 * @throws If a source doesn't compile, with file and line.
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
  const find = (isIt: (script: Script) => boolean): Script => {
    const script = all.find(isIt);
    if (script === undefined)
      throw new Error("src/page/: the bundler's output lacks a script. Check src/plugins/page-script/bundle.ts.");
    return script;
  };
  const main = find(({ file }) => path.basename(file).startsWith('page.'));
  const menu = find(({ text }) => text.includes('early-menu'));
  const scripts = { main, all, menu };
  made.set(siteDir, scripts);
  return scripts;
}
