import path from 'node:path';
import type { Plugin } from '@docusaurus/types';

/**
 * Keeps what a page says once: in its HTML. The browser's script of a page would hold every ready-made piece of HTML
 * (field lists, samples, tables) a second time, although Preact leaves what the server wrote as it is. The loader moves
 * the pieces of a page into a file of its own, which only a reader who comes by a link inside the site needs; see
 * `pieces.ts`. The route registry asks for that file together with the page's script (`lean-scripts`).
 */
export default function leanContentPlugin(): Plugin {
  return {
    name: 'lean-content',
    configureWebpack: (config, isServer) =>
      isServer || config.mode !== 'production'
        ? {}
        : {
            resolve: { alias: { 'lean-content$': path.join(__dirname, 'pieces.ts') } },
            module: {
              rules: [
                {
                  // A function, since the bundler does not know a RegExp that was made in the configuration's own context.
                  test: (file: string) => file.endsWith('.mdx'),
                  enforce: 'post',
                  use: [path.join(__dirname, 'loader.cjs')],
                },
              ],
            },
          },
  };
}
