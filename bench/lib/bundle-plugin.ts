import { createRequire } from 'node:module';
import type { Plugin } from '@docusaurus/types';

// Docusaurus' own way of loading modules stumbles over `import.meta` in this package; Node, from 20.19 on, does not.
const { default: SondaRspackPlugin } = createRequire(__filename)('sonda/rspack') as typeof import('sonda/rspack');

/** Name of the report, beside the site's configuration. */
export const REPORT = 'bundle-report';

/** For copies of the site in the benchmark: the browser's bundles with source maps, and Sonda's report of what is in them. */
export default function bundlePlugin(): Plugin {
  return {
    name: 'bundle-report',
    configureWebpack: (_config, isServer) =>
      isServer
        ? {}
        : {
            devtool: 'source-map',
            plugins: [
              new SondaRspackPlugin({ format: 'json', filename: REPORT, outputDir: '.', gzip: true, open: false }),
            ],
          },
  };
}
