import { createRequire } from 'node:module';
import type { Plugin } from '@docusaurus/types';

/** The part of Sonda that the plugin uses. The package is installed in `bench/`, where the compiler doesn't look. */
interface Sonda {
  readonly default: new (options: {
    format: 'json';
    filename: string;
    outputDir: string;
    gzip: boolean;
    open: boolean;
  }) => { apply(compiler: unknown): void };
}

/** Name of the report, in the site's folder, without extension. */
export const REPORT = 'bundle-report';

/** Adds source maps and Sonda's report to the browser bundles. Used by the benchmark's copies of the site. */
export default function bundlePlugin(): Plugin {
  // Docusaurus can't load this package, because it uses `import.meta`. Node can, from version 20.19.
  const { default: SondaRspackPlugin } = createRequire(__filename)('sonda/rspack') as Sonda;
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
