import path from 'node:path';
import type { LoadContext, Plugin } from '@docusaurus/types';
import { DRAWINGS } from '../../data/diagrams';

/**
 * Makes every page depend on what it shows of the bundled specification and on the links back to guides, and pages with
 * a diagram on the drawings. When they change, live reload and the persistent build cache compile the pages again.
 * Without it, pages whose own file is unchanged would keep the old content. Builds compile all pages again when anything
 * in the specification changes; live reload, only those that name what changed.
 */
export default function descriptionDependencyPlugin(context: LoadContext): Plugin {
  const generated = path.join(context.siteDir, '.generated');
  const drawings = path.join(context.siteDir, DRAWINGS);
  return {
    name: 'description-dependency',
    getPathsToWatch: () => [path.join(drawings, '*.svg')],
    configureWebpack: ({ mode }) => ({
      module: {
        rules: [
          {
            // A function, because the bundler doesn't recognize a RegExp from the configuration's own context.
            test: (resource: string) => resource.endsWith('.mdx'),
            enforce: 'pre',
            use: [
              {
                loader: path.join(__dirname, 'loader.cjs'),
                options: {
                  files: [path.join(generated, 'backlinks.json')],
                  whole: ['openapi.json', 'payload-types.json'].map((name) => path.join(generated, name)),
                  parts: mode === 'development' ? path.join(generated, 'parts') : undefined,
                  drawings,
                },
              },
            ],
          },
        ],
      },
    }),
  };
}
