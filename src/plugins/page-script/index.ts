import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { LoadContext, Plugin } from '@docusaurus/types';
import { pageScripts } from '../../config/page-script';
import { chunksOfRoute, type RouteChunks } from './route-chunks';

/** The parts of the bundler that this plugin uses, which are the same in Rspack and webpack. */
interface Compiler {
  hooks: { done: { tap(name: string, run: (stats: Stats) => void): void } };
}
interface Stats {
  toJson(options: object): { namedChunkGroups?: Record<string, { assets?: readonly { name: string }[] }> };
}

const name = 'page-script';

/**
 * Writes the page script (`src/page/`) into the built site. On each page, it lists the chunks that the app needs
 * besides its scripts, so that all of them can load at the same time.
 *
 * @throws If a page's chunks aren't found.
 */
export default function pageScriptPlugin({ siteDir, generatedFilesDir }: LoadContext): Plugin {
  /** The scripts of each Docusaurus chunk, by name. */
  const filesOf = new Map<string, string[]>();
  const noteFiles = {
    apply: (compiler: Compiler): void => {
      compiler.hooks.done.tap(name, (stats) => {
        for (const [chunk, { assets = [] }] of Object.entries(
          stats.toJson({ all: false, chunkGroups: true }).namedChunkGroups ?? {},
        )) {
          filesOf.set(
            chunk,
            assets.map((asset) => asset.name).filter((file) => file.endsWith('.js')),
          );
        }
      });
    },
  };
  return {
    name,
    configureWebpack: (config, isServer) => (isServer || config.mode !== 'production' ? {} : { plugins: [noteFiles] }),
    postBuild({ outDir, routesPaths }) {
      for (const { file, text } of pageScripts(siteDir).all) {
        mkdirSync(path.dirname(path.join(outDir, file)), { recursive: true });
        writeFileSync(path.join(outDir, file), text);
      }
      const table = JSON.parse(
        readFileSync(path.join(generatedFilesDir, 'routesChunkNames.json'), 'utf8'),
      ) as RouteChunks;
      for (const route of routesPaths.filter((address) => !address.endsWith('404.html'))) {
        const files = [...new Set(chunksOfRoute(table, route).flatMap((chunk) => filesOf.get(chunk) ?? []))];
        if (files.length === 0) throw new Error(`${route}: can't determine the page's scripts. Check ${__filename}.`);
        const page = path.join(outDir, route, 'index.html');
        const html = readFileSync(page, 'utf8');
        // Next to the app's scripts, so the names are enough.
        const chunks = files.map((chunk) => path.basename(chunk, '.js')).join(' ');
        const named = html.replace(/ data-app="[^"]*"/, (app) => `${app} data-chunks="${chunks}"`);
        if (named === html) throw new Error(`${page} doesn't load the page script. Check ${__filename}.`);
        writeFileSync(page, named);
      }
      return Promise.resolve();
    },
  };
}
