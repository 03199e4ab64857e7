import path from 'node:path';
import type { Plugin } from '@docusaurus/types';

/**
 * Keeps every page whole in its HTML. React writes what stands in a `Suspense` (callouts, diagrams) to the end of the
 * page, hidden, with a script that moves it into place, if it came late or much stands before it. A stream gains by
 * that; in a file it hides text from every reader without JavaScript.
 */
export default function wholeHtmlPlugin(): Plugin {
  return {
    name: 'whole-html',
    configureWebpack: (_config, isServer) =>
      isServer
        ? {
            module: {
              rules: [
                {
                  // A function, since the bundler does not know a RegExp made in the configuration's own context.
                  test: (file: string) => file.endsWith(path.join('core', 'lib', 'client', 'renderToHtml.js')),
                  enforce: 'pre' as const,
                  use: [path.join(__dirname, 'loader.cjs')],
                },
              ],
            },
          }
        : {},
  };
}
