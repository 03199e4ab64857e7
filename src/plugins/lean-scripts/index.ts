import path from 'node:path';
import type { Plugin } from '@docusaurus/types';

/** Path of a file beside this one. */
const beside = (file: string) => path.join(__dirname, file);

/** A rule that runs a loader on the files whose path holds the given parts. */
const onFiles = (loader: string, ...parts: string[]) => ({
  // A function, since the bundler does not know a RegExp that was made in the configuration's own context.
  test: (file: string) => file.includes(path.join('.docusaurus', ...parts)),
  enforce: 'pre' as const,
  use: [beside(loader)],
});

/**
 * Takes out of the browser's bundle what every page would load and no page needs. It all grows with the number of
 * pages, and every page of the site pays for it:
 *
 * - the registry of pages names each module twice more, for server rendering and for a preloading that is not used;
 * - the table of routes spells the same five lines for each page, and another table names its path and component again;
 * - two lists of documents carry what only pages that list or name documents need, and ours take it from elsewhere;
 * - the runtime knows each chunk by a name and by a hash, where the hash is enough;
 * - the site's metadata names the version of every plugin;
 * - names are sorted by the rules of a language, which the browser has to load for it;
 * - one import of `tslib` for a single function brings all of it.
 */
export default function leanScriptsPlugin(): Plugin {
  return {
    name: 'lean-scripts',
    configureWebpack: (config, isServer) =>
      isServer || config.mode !== 'production'
        ? {}
        : {
            output: { chunkFilename: 'assets/js/[contenthash:8].js' },
            module: {
              rules: [
                onFiles('registry-loader.cjs', 'registry.js'),
                onFiles('routes-loader.cjs', 'routes.js'),
                onFiles('chunk-names-loader.cjs', 'routesChunkNames.json'),
                onFiles('site-metadata-loader.cjs', 'site-metadata.json'),
                onFiles('global-data-loader.cjs', 'globalData.json'),
                onFiles('documents-loader.cjs', 'docusaurus-plugin-content-docs', 'default', 'p'),
                {
                  test: (file: string) => file.endsWith(path.join('theme-common', 'lib', 'utils', 'reactUtils.js')),
                  enforce: 'pre' as const,
                  use: [beside('plain-order-loader.cjs')],
                },
                {
                  test: (file: string) => file.includes(path.join('@docusaurus', 'utils-common')),
                  resolve: { alias: { tslib$: beside('import-default.cjs') } },
                },
              ],
            },
          },
  };
}
