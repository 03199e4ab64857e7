import path from 'node:path';
import type { Plugin } from '@docusaurus/types';

/**
 * Code is highlighted at build time (`src/rehype/highlight-code.ts`), so the browser needs no highlighter. The classic
 * theme still imports one on every page (35 kB gzip), so the client bundle replaces it with an empty module.
 */
export default function staticHighlightingPlugin(): Plugin {
  return {
    name: 'static-highlighting',
    configureWebpack: (_config, isServer) =>
      isServer ? {} : { resolve: { alias: { 'prism-react-renderer$': path.join(__dirname, 'no-highlighter.ts') } } },
  };
}
