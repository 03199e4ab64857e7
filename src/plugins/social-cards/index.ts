import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cardUrl } from '../../client/page-files';
import { provider } from '../../site/provider';
import { openBuildStore } from '../post-build-pages/build-store';
import type { OpenVisitor } from '../post-build-pages';
import { cardSvg, loadCardDrawer } from '../../brand/social-card';

/**
 * Draws the social card of every page into `/cards/`. `src/theme/SiteMetadata` and `src/theme/DocItem/Metadata` add the
 * meta tags to the head.
 */
const socialCards: OpenVisitor<string> = async ({ siteDir }, outDir) => {
  const drawCard = await loadCardDrawer();
  // Keyed by what is drawn rather than by the page, because most edits don't change the card.
  const store = openBuildStore(siteDir, 'cards', [path.join(siteDir, 'src', 'brand', 'social-card.ts')]);
  return {
    makers: [],
    /** The breadcrumbs. */
    find: ({ html }) =>
      html('.breadcrumbs__link span')
        .toArray()
        .slice(0, -1)
        .map((node) => html(node).text())
        .join(' › '),
    use({ route, title, description }, way) {
      const file = path.join(outDir, cardUrl(route));
      const section = way || (route.startsWith('/api/') ? 'API reference' : 'Documentation');
      mkdirSync(path.dirname(file), { recursive: true });
      const svg = cardSvg({ provider: provider.name, section, title, description });
      const card = store.get(svg, () => drawCard(svg));
      writeFileSync(file, card);
    },
    close: store.close,
  };
};

export default socialCards;
