import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { LoadContext, Plugin } from '@docusaurus/types';
import { cardOf } from '../../client/page-files';
import { provider } from '../../config/provider';
import { openBuildStore } from '../build-store';
import { readBuiltPages } from '../built-pages';
import { cardSvg, drawCard } from './card';

/**
 * Draws the card of every page into `/cards/`. The tags that name it, and everything else about a page that machines
 * read, are put into the head by `src/theme/SiteMetadata` and `src/theme/DocItem/Metadata`.
 */
export default function pageMetadataPlugin({ siteDir }: LoadContext): Plugin {
  return {
    name: 'page-metadata',
    postBuild({ outDir, routesPaths }) {
      const store = openBuildStore(siteDir, 'cards', [path.join(__dirname, 'card.ts')]);
      for (const { route, title, description, html } of readBuiltPages(outDir, routesPaths)) {
        const file = path.join(outDir, cardOf(route));
        const crumbs = html('.breadcrumbs__link span')
          .toArray()
          .map((node) => html(node).text());
        const section =
          crumbs.slice(0, -1).join(' › ') || (route.startsWith('/api/') ? 'API reference' : 'Documentation');
        mkdirSync(path.dirname(file), { recursive: true });
        const svg = cardSvg({ provider: provider.name, section, title, description });
        writeFileSync(
          file,
          store.get(svg, () => drawCard(svg)),
        );
      }
      store.close();
      return Promise.resolve();
    },
  };
}
