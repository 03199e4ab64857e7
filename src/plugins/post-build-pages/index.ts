import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LoadContext, Plugin, PluginModule } from '@docusaurus/types';
import { openBuildStore, withoutAssetNames } from './build-store';
import { type BuiltPage, type PageFacts, parsePage } from './page';

/** Processes the built pages. */
export interface PageVisitor<Found = unknown> {
  /** Files that the extracted data depends on. */
  readonly makers: readonly string[];
  /** Extracts plain data from a page. The data is cached until the page changes. */
  find(page: BuiltPage): Found;
  /** Processes the extracted data, page by page in the order of the routes. */
  use(page: PageFacts, found: Found): void;
  /** Called after the last page. */
  close(): void;
}

/** Creates a reader for a build into `outDir`. */
export type OpenVisitor<Found = unknown> = (
  context: LoadContext,
  outDir: string,
) => PageVisitor<Found> | Promise<PageVisitor<Found>>;

/** Cached data of a page: its metadata, and what each reader extracted. */
interface Kept {
  readonly facts: PageFacts;
  readonly found: readonly unknown[];
}

/**
 * Passes every built page except the 404 page to the given readers, in the order of the routes, so that results never
 * depend on the machine. Parsing is expensive, so each page is parsed once for all readers, and not again until it
 * changes. Only one page is in memory at a time, because a thousand wouldn't fit.
 *
 * @throws If there is no page, or if a reader rejects one.
 */
export default function postBuildPages(...openers: readonly OpenVisitor[]): PluginModule {
  return (context): Plugin => ({
    name: 'post-build-pages',
    async postBuild({ outDir, routesPaths }) {
      const readers = await Promise.all(openers.map(async (open) => open(context, outDir)));
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
        // Node only frees the memory of drawn cards (3 MB each) between two turns of the event loop.
        await nextTurn();
      }
      store.close();
      readers.forEach((reader) => reader.close());
    },
  });
}
