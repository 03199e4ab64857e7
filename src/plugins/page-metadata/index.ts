import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cardOf } from '../../client/page-files';
import { provider } from '../../config/provider';
import { openBuildStore } from '../build-store';
import type { OpenReader } from '../built-pages';
import { cardSvg, drawCard } from './card';

/**
 * Draws the card of every page into `/cards/`. The tags that name it, and everything else about a page that machines
 * read, are put into the head by `src/theme/SiteMetadata` and `src/theme/DocItem/Metadata`.
 */
const pageMetadata: OpenReader<string> = ({ siteDir }, outDir) => {
  // By what is drawn, and not by the page: most edits leave the card as it is.
  const store = openBuildStore(siteDir, 'cards', [path.join(__dirname, 'card.ts')]);
  return {
    makers: [],
    /** The way to the page. */
    find: ({ html }) =>
      html('.breadcrumbs__link span')
        .toArray()
        .slice(0, -1)
        .map((node) => html(node).text())
        .join(' › '),
    use({ route, title, description }, way) {
      const file = path.join(outDir, cardOf(route));
      const section = way || (route.startsWith('/api/') ? 'API reference' : 'Documentation');
      mkdirSync(path.dirname(file), { recursive: true });
      const svg = cardSvg({ provider: provider.name, section, title, description });
      writeFileSync(
        file,
        store.get(svg, () => drawCard(svg)),
      );
    },
    close: store.close,
  };
};

export default pageMetadata;
