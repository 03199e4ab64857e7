import path from 'node:path';
import type { LoadContext, Plugin } from '@docusaurus/types';
import { DRAWINGS } from '../../data/diagrams';

/**
 * Makes every page depend on the bundled specification and on the links back to guides, and pages with a diagram on the
 * drawings. When they change, live reload and the persistent build cache compile the pages again. Without it, pages
 * whose own file is unchanged would keep the old content.
 */
export default function descriptionDependencyPlugin(context: LoadContext): Plugin {
  const files = ['openapi.json', 'backlinks.json'].map((name) => path.join(context.siteDir, '.generated', name));
  const drawings = path.join(context.siteDir, DRAWINGS);
  return {
    name: 'description-dependency',
    getPathsToWatch: () => [...files, path.join(drawings, '*.svg')],
    configureWebpack: () => ({
      module: {
        rules: [
          {
            // A function, because the bundler doesn't recognize a RegExp from the configuration's own context.
            test: (resource: string) => resource.endsWith('.mdx'),
            enforce: 'pre',
            use: [{ loader: path.join(__dirname, 'loader.cjs'), options: { files, drawings } }],
          },
        ],
      },
    }),
  };
}
