import path from 'node:path';
import type { LoadContext, Plugin } from '@docusaurus/types';

/**
 * Makes every page depend on the bundled specification and on the links back to guides. When they change, live reload
 * and the persistent build cache compile the pages again. Without it, pages whose own file is unchanged would keep the
 * old content.
 */
export default function descriptionDependencyPlugin(context: LoadContext): Plugin {
  const files = ['openapi.json', 'backlinks.json'].map((name) => path.join(context.siteDir, '.generated', name));
  return {
    name: 'description-dependency',
    getPathsToWatch: () => files,
    configureWebpack: () => ({
      module: {
        rules: [
          {
            // A function, because the bundler doesn't recognize a RegExp from the configuration's own context.
            test: (resource: string) => resource.endsWith('.mdx'),
            enforce: 'pre',
            use: [{ loader: path.join(__dirname, 'loader.cjs'), options: { files } }],
          },
        ],
      },
    }),
  };
}
