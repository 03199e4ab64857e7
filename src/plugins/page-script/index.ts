import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { LoadContext, Plugin } from '@docusaurus/types';
import { pageScripts } from './bundle';
import { type ChunkManifest, findChunks, listScripts, type RouteChunks } from './route-chunks';

/**
 * Writes the page script (`src/page/`) into the built site. On each page, it lists the chunks that the app needs
 * besides its scripts, so that all of them can load at the same time.
 *
 * @throws If a page's chunks aren't found.
 */
export default function pageScriptPlugin({ siteDir, generatedFilesDir }: LoadContext): Plugin {
  const readGenerated = (file: string): unknown => JSON.parse(readFileSync(path.join(generatedFilesDir, file), 'utf8'));
  return {
    name: 'page-script',
    postBuild({ outDir, routesPaths }) {
      for (const { file, text } of pageScripts(siteDir).all) {
        mkdirSync(path.dirname(path.join(outDir, file)), { recursive: true });
        writeFileSync(path.join(outDir, file), text);
      }
      const table = readGenerated('routesChunkNames.json') as RouteChunks;
      const manifest = readGenerated('client-manifest.json') as ChunkManifest;
      for (const route of routesPaths.filter((address) => !address.endsWith('404.html'))) {
        const files = listScripts(manifest, findChunks(table, route));
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
