import type { LoadContext, Plugin } from '@docusaurus/types';
import { PurgeCSS } from 'purgecss';
import { pageScripts } from '../../config/page-script';
import type { OpenReader } from '../built-pages';

/**
 * Class names that no script holds whole, because the theme puts them together when it runs.
 */
const composedNames = [/^col--\d+$/, /^theme-/];

/**
 * Parts of Infima and of the theme that no page has, although scripts hold words that look like their class names:
 * there are no tags, no dark bars, no sidebar that folds away, no callout of success. A page that comes to use one
 * of them stops the build (`openAbsentParts`).
 */
const absentParts =
  /^(?:navbar--dark|footer--dark|tag(?:_|s_|WithCount|Regular)|collapseSidebarButton|expandButton|alert--success|sidebarLogo|avatar|badge|hero|pills|tabs|pagination(?!-nav)|button--(?!primary|secondary|sm|outline)|text--(?!truncate|center)|shadow--|card-demo)/;

/**
 * Reads the finished pages: styles that are taken away must not be missed.
 *
 * @throws if a page uses a class that `absentParts` names, with page and class
 */
export const openAbsentParts: OpenReader<string[]> = () => ({
  makers: [__filename],
  find: ({ html }) => {
    const classes = html('[class]')
      .toArray()
      .flatMap((element) => (html(element).attr('class') ?? '').split(/\s+/));
    return [...new Set(classes)].filter((name) => absentParts.test(name)).sort();
  },
  use({ route }, found) {
    if (found.length === 0) return;
    throw new Error(
      `${route} uses ${found.join(', ')}, but the build removes those styles. Remove the name from "absentParts" in src/plugins/lean-styles.`,
    );
  },
  close: () => undefined,
});

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
 * Every page's classes stand in the built scripts (pages are scripts too), so what those do not mention is not used.
 */
class LeanStyles {
  constructor(private readonly siteDir: string) {}

  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap(name, (compilation) => {
      compilation.hooks.processAssets.tapPromise({ name, stage: stageAfterMinification }, async () => {
        const assets = compilation.getAssets();
        const scripts = assets
          .filter((asset) => asset.name.endsWith('.js'))
          .map((asset) => asset.source.source().toString());
        const own = pageScripts(this.siteDir).all.map(({ text }) => text);
        const content = [...scripts, ...own].map((raw) => ({ raw, extension: 'js' }));
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
            throw new Error(`${asset.name}: the style sheet is empty after purging. Check ${name}.`);
          }
          compilation.updateAsset(asset.name, new compiler.webpack.sources.RawSource(result.css));
        }
      });
    });
  }
}

/** Docusaurus plugin: see `LeanStyles`. Works on the browser's production bundle only. */
export default function leanStylesPlugin({ siteDir }: LoadContext): Plugin {
  return {
    name,
    configureWebpack: (config, isServer) =>
      isServer || config.mode !== 'production' ? {} : { plugins: [new LeanStyles(siteDir)] },
  };
}
