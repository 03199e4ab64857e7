import path from 'node:path';
import type { LoadContext, Plugin } from '@docusaurus/types';
import { DRAWINGS } from '../../data/diagrams';

/**
 * Makes every page depend on what it shows of the bundled specification and on the links back to guides, and pages with
 * a diagram on the drawings. When they change, live reload and the persistent build cache compile the pages again.
 * Builds compile all pages when anything in the specification changes; live reload, only those that name what changed.
 */
export default function specificationDependencyPlugin({ siteDir }: LoadContext): Plugin {
  const drawings = path.join(siteDir, DRAWINGS);
  return {
    name: 'specification-dependency',
    getPathsToWatch: () => [path.join(drawings, '*.svg')],
    configureWebpack: ({ mode }) => ({
      module: {
        rules: [
          {
            // A function, because the bundler doesn't recognize a RegExp from the configuration's own context.
            test: (resource: string) => resource.endsWith('.mdx'),
            enforce: 'pre',
            loader: path.join(__dirname, 'loader.cjs'),
            options: { generated: path.join(siteDir, '.generated'), drawings, byName: mode === 'development' },
          },
        ],
      },
    }),
  };
}
