import type { Plugin } from '@docusaurus/types';
import { PurgeCSS } from 'purgecss';

/**
 * Class names that no script holds whole, because the theme puts them together when it runs.
 */
const composedNames = [/^col--\d+$/, /^theme-/];

/**
 * Parts of Infima that no page has, although scripts hold words that look like their class names.
 */
const absentParts =
  /^(?:avatar|badge|hero|pills|tabs|pagination(?!-nav)|button--(?!primary|secondary|sm|outline)|text--(?!truncate|center)|shadow--|card-demo)/;

/** The few parts of the bundler's compilation that are used here (the same in Rspack and webpack). */
interface Compilation {
  hooks: { processAssets: { tapPromise(options: { name: string; stage: number }, run: () => Promise<void>): void } };
  getAssets(): { name: string; source: { source(): string | Buffer } }[];
  updateAsset(name: string, source: unknown): void;
}
interface Compiler {
  hooks: { thisCompilation: { tap(name: string, run: (compilation: Compilation) => void): void } };
  webpack: { sources: { RawSource: new (text: string) => unknown } };
}

const name = 'lean-styles';

/** After minification and before file names are made from the contents. */
const stageAfterMinification = 700;

/**
 * Leaves out of the built stylesheet what no page can use: Infima styles a hundred components, the site shows a dozen.
 * Every page's classes stand in the built scripts (pages are scripts too) or in the pieces of HTML that `lean-content`
 * took out of them, so what neither mentions is not used.
 */
class LeanStyles {
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap(name, (compilation) => {
      compilation.hooks.processAssets.tapPromise({ name, stage: stageAfterMinification }, async () => {
        const assets = compilation.getAssets();
        const content = assets
          .filter((asset) => /\.js(?:on)?$/.test(asset.name))
          .map((asset) => ({ raw: asset.source.source().toString(), extension: 'js' }));
        for (const asset of assets.filter((candidate) => candidate.name.endsWith('.css'))) {
          const raw = asset.source.source().toString();
          const [result] = await new PurgeCSS().purge({
            content,
            css: [{ raw }],
            variables: true,
            dynamicAttributes: ['data-announcement-bar-initially-dismissed'],
            blocklist: [absentParts],
            safelist: { deep: composedNames, standard: ['html', 'body'], variables: [/^--site-/] },
          });
          if (result === undefined || result.css.length === 0) {
            throw new Error(`${asset.name}: nothing was left of the stylesheet; look at ${name}.`);
          }
          compilation.updateAsset(asset.name, new compiler.webpack.sources.RawSource(result.css));
        }
      });
    });
  }
}

/** Docusaurus plugin: see `LeanStyles`. Works on the browser's production bundle only. */
export default function leanStylesPlugin(): Plugin {
  return {
    name,
    configureWebpack: (config, isServer) =>
      isServer || config.mode !== 'production' ? {} : { plugins: [new LeanStyles()] },
  };
}
