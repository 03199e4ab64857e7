import path from 'node:path';
import type { Plugin } from '@docusaurus/types';

/**
 * Code is highlighted when a page is compiled (`src/rehype/highlight-code.ts`), so the browser needs no highlighter.
 * The classic theme still imports one for every page (35 kB gzip); in the browser bundle an empty module stands in.
 */
export default function staticHighlightingPlugin(): Plugin {
  return {
    name: 'static-highlighting',
    configureWebpack: (_config, isServer) =>
      isServer ? {} : { resolve: { alias: { 'prism-react-renderer$': path.join(__dirname, 'no-highlighter.ts') } } },
  };
}
