import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from '@docusaurus/types';
import { cardOf } from '../../client/page-files';
import { provider } from '../../config/provider';
import { readBuiltPages } from '../built-pages';
import { drawCard } from './card';

/**
 * Draws the card of every page into `/cards/`. The tags that name it, and everything else about a page that machines
 * read, are put into the head by `src/theme/SiteMetadata` and `src/theme/DocItem/Metadata`.
 */
export default function pageMetadataPlugin(): Plugin {
  return {
    name: 'page-metadata',
    postBuild({ outDir, routesPaths }) {
      for (const { route, title, description, html } of readBuiltPages(outDir, routesPaths)) {
        const file = path.join(outDir, cardOf(route));
        const crumbs = html('.breadcrumbs__link span')
          .toArray()
          .map((node) => html(node).text());
        const section =
          crumbs.slice(0, -1).join(' › ') || (route.startsWith('/api/') ? 'API reference' : 'Documentation');
        mkdirSync(path.dirname(file), { recursive: true });
        writeFileSync(file, drawCard({ provider: provider.name, section, title, description }));
      }
      return Promise.resolve();
    },
  };
}
