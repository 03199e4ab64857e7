import path from 'node:path';
import type { Plugin } from '@docusaurus/types';

/**
 * Resolves `long-lists` for `src/components/LongList`: on the server the lists themselves, in the browser a way to load
 * them when they are needed.
 */
export default function longListsPlugin(): Plugin {
  return {
    name: 'long-lists',
    configureWebpack: (_config, isServer) => ({
      resolve: { alias: { 'long-lists$': path.join(__dirname, isServer ? 'on-server.ts' : 'in-browser.ts') } },
    }),
  };
}
