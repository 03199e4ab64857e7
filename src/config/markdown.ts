import path from 'node:path';
import type { Config } from '@docusaurus/types';
import { markdownRules } from './build-rules';
import { getPageRoute } from './routes';

/** Markdown settings of the site; `siteDir` is the absolute path of the repository. */
export function markdown(siteDir: string): NonNullable<Config['markdown']> {
  const docsFolder = path.join(siteDir, 'docs');
  return {
    mermaid: true,
    hooks: markdownRules,
    /** Derives the route of every page from its path in `docs/`. */
    parseFrontMatter: async (params) => {
      const result = await params.defaultParseFrontMatter(params);
      if (params.filePath.startsWith(docsFolder + path.sep) && result.frontMatter['slug'] === undefined) {
        result.frontMatter['slug'] = getPageRoute(docsFolder, params.filePath);
      }
      return result;
    },
  };
}
