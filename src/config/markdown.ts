import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '@docusaurus/types';
import { markdownRules } from './build-rules';
import { getPageRoute } from '../site/routes';

/** Markdown settings of the site; `siteDir` is the absolute path of the repository. */
export function markdown(siteDir: string): NonNullable<Config['markdown']> {
  const docsFolder = path.join(siteDir, 'docs');
  const referenceFolder = path.join(docsFolder, 'reference');
  const isBelow = (folder: string, file: string) => file.startsWith(folder + path.sep);
  /** Whether a category page lists the page. In a folder with an index page, it lists that one only. */
  const hasCard = (file: string) => {
    const index = path.join(path.dirname(file), 'index.mdx');
    return !isBelow(referenceFolder, file) && (file === index || !existsSync(index));
  };
  return {
    mermaid: true,
    hooks: markdownRules,
    /**
     * Derives the route of every page from its path in `docs/`. The app loads the `description` of all pages on each
     * page, for cards, so the description of a page without a card moves to `summary` (`src/theme/DocItem/Metadata`).
     */
    parseFrontMatter: async (params) => {
      const result = await params.defaultParseFrontMatter(params);
      const { frontMatter } = result;
      if (isBelow(docsFolder, params.filePath)) {
        frontMatter['slug'] ??= getPageRoute(docsFolder, params.filePath);
        if (!hasCard(params.filePath)) {
          frontMatter['summary'] = frontMatter['description'];
          frontMatter['description'] = '';
        }
      }
      return result;
    },
  };
}
