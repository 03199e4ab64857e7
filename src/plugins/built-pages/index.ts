import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LoadContext, Plugin, PluginModule } from '@docusaurus/types';
import { openBuildStore, withoutAssetNames } from '../build-store';
import { type BuiltPage, type PageFacts, parsePage } from './page';

/** Makes something of the finished pages. */
export interface PageReader<Found = unknown> {
  /** Files on which it depends what is found in a page. */
  readonly makers: readonly string[];
  /** Takes out of a page what is needed of it, as plain data. It is kept, and asked for again when the page has changed. */
  find(page: BuiltPage): Found;
  /** Makes something of what was found; called page by page, in the order of the routes. */
  use(page: PageFacts, found: Found): void;
  /** Called after the last page. */
  close(): void;
}

/** Opens a reader for a build into the folder `outDir`. */
export type OpenReader<Found = unknown> = (context: LoadContext, outDir: string) => PageReader<Found>;

/** What is kept of a page: what is known of it, and what each reader has found. */
interface Kept {
  readonly facts: PageFacts;
  readonly found: readonly unknown[];
}

/**
 * Shows every page of a finished build but the 404 page to the given readers, in the order of the routes, so that what is
 * made of them never depends on the machine. Parsing is the dear part of it: each page is parsed once for all of them,
 * and not again while it stays the same. One page is in memory at a time: a thousand would not fit.
 *
 * The build stops if there is no page, or a reader cannot take one.
 */
export default function builtPages(...openers: readonly OpenReader[]): PluginModule {
  return (context): Plugin => ({
    name: 'built-pages',
    async postBuild({ outDir, routesPaths }) {
      const readers = openers.map((open) => open(context, outDir));
      const routes = [...new Set(routesPaths)]
        .filter((route) => existsSync(path.join(outDir, route, 'index.html')))
        .sort();
      if (routes.length === 0) throw new Error(`${outDir} contains no page.`);
      const makers = readers.flatMap(({ makers: files }) => files);
      const store = openBuildStore(context.siteDir, 'pages', [path.join(__dirname, 'page.ts'), ...makers]);
      for (const route of routes) {
        const html = readFileSync(path.join(outDir, route, 'index.html'), 'utf8');
        const kept = store.get(`${route}\n${withoutAssetNames(html)}`, () => {
          const page = parsePage(html, route);
          const { title, description } = page;
          const known: Kept = {
            facts: { route, title, description },
            found: readers.map((reader) => reader.find(page)),
          };
          return JSON.stringify(known);
        });
        const { facts, found } = JSON.parse(kept.toString()) as Kept;
        readers.forEach((reader, index) => reader.use(facts, found[index]));
        // Node gives back the memory of drawn cards (3 MB each) only between two turns of its loop.
        await nextTurn();
      }
      store.close();
      readers.forEach((reader) => reader.close());
    },
  });
}
