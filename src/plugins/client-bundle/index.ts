import path from 'node:path';
import type { Plugin } from '@docusaurus/types';

/**
 * Keeps out of the app's scripts what only the build needs: the second name that Docusaurus gives to chunks, for their
 * route, and the lists of addresses for the link check (`src/rehype/inline-static-html.ts`).
 */
export default function clientBundlePlugin(): Plugin {
  return {
    name: 'client-bundle',
    configureWebpack({ mode }, isServer, { currentBundler }) {
      if (isServer || mode !== 'production') return {};
      const { DefinePlugin } = currentBundler.instance;
      return {
        output: { chunkFilename: 'assets/js/[id].[contenthash:8].js' },
        resolve: { alias: { tslib$: path.join(__dirname, 'tslib.ts') } },
        plugins: [new DefinePlugin({ 'typeof window': '"object"' })],
      };
    },
  };
}
