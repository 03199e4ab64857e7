import path from 'node:path';
import type { Plugin } from '@docusaurus/types';

/**
 * Takes out of the configuration that every page carries what matters only while the site is built. It would tell
 * readers the folders of the machine that built the site, and no two machines would build the same bytes.
 */
export default function leanConfigPlugin(): Plugin {
  return {
    name: 'lean-config',
    configureWebpack: (config) =>
      config.mode !== 'production'
        ? {}
        : {
            module: {
              rules: [
                {
                  // A function, since the bundler does not know a RegExp that was made in the configuration's own context.
                  test: (file: string) => file.endsWith(path.join('.docusaurus', 'docusaurus.config.mjs')),
                  enforce: 'pre',
                  use: [path.join(__dirname, 'loader.cjs')],
                },
              ],
            },
          },
  };
}
