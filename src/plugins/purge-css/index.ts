import type { CurrentBundler, LoadContext, Plugin } from '@docusaurus/types';
import { type AcceptedPlugin, parse, type Rule } from 'postcss';
import { PurgeCSS } from 'purgecss';
import { pageScripts } from '../page-script/bundle';
import type { OpenVisitor } from '../post-build-pages';
import { dropOverridden } from './overridden';

/**
 * Parts of Infima and the theme that no page uses, although scripts contain words that look like their class names:
 * tags, dark navbars, a collapsible sidebar, and success callouts. A page that uses one of them fails the build
 * (`openAbsentParts`).
 */
const absentParts =
  /^(?:navbar--(?:dark|primary)|navbarHid|darkNavbar|footer(?:--dark|LogoLink)|tag(?:_|s_|WithCount|Regular)|collapseSidebarButton|expandButton|alert--success|sidebar(?:Logo|Hidden|With)|doc(?:\w+Enhanced|SidebarContainerHidden)|menu(?:ExternalLink|HtmlItem)|anchorTargetHide|containsTaskList|iconEdit|img_|clean-list|col--(?:2|offset)|margin-vert--(?!lg)|padding--none|avatar|badge|hero|pills|tabs|pagination(?!-nav)|button--(?!primary)|text--(?!truncate|center)|shadow--|card-demo)/;

/**
 * Reads the built pages to verify that no removed style is needed.
 *
 * @throws If a page uses a class in `absentParts`, with the page and class.
 */
export const openAbsentParts: OpenVisitor<string[]> = () => ({
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
      `${route} uses ${found.join(', ')}, but the build removes those styles. Remove the name from "absentParts" in src/plugins/purge-css.`,
    );
  },
  close: () => undefined,
});

/**
 * Separates the rules of Infima and the theme, which Docusaurus puts into cascade layers, from our own, which all stay:
 * PurgeCSS would drop some that are in use, such as `:is(a, b):hover`.
 */
function splitByLayer(css: string): { stock: string; own: string } {
  const [stock, own] = [true, false].map((isStock) => {
    const sheet = parse(css);
    sheet.each((node) => {
      if ((node.type === 'atrule' && node.name === 'layer') !== isStock) node.remove();
    });
    return sheet.toString();
  });
  return { stock: stock ?? '', own: own ?? '' };
}

/** The custom properties that a text uses. */
const listVariables = (text: string): string[] =>
  Array.from(text.matchAll(/var\((--[\w-]+)/g), ([, used]) => used ?? '');

/** Parts of Infima that our own style sheets describe in full: each would have to be undone there, and they weigh 3 kB. */
const replacedParts =
  /(?:^|[ >])(?:blockquote|code|h[456]|hr|iframe|kbd|pre|table)(?![\w-])|\.(?:alert|breadcrumbs|button|card|col|footer|markdown|pagination-nav|row|table-of-contents)(?![a-z])/;

/** Drops them before the styles are built, so that `npm start` shows the same site. */
const dropReplacedParts: AcceptedPlugin = {
  postcssPlugin: 'replaced-parts',
  Once(root) {
    if (root.source?.input.file?.includes('infima') !== true) return;
    const rules: Rule[] = [];
    root.walkRules((rule) => void rules.push(rule));
    for (const rule of rules) {
      const selectors = rule.selectors.filter((selector) => !replacedParts.test(selector));
      if (selectors.length === 0) rule.remove();
      else rule.selectors = selectors;
    }
  },
};

/** The bundler's compiler, which this plugin uses the same way in Rspack and webpack. */
type Compiler = InstanceType<CurrentBundler['instance']['Compiler']>;

const name = 'purge-css';

/** After minification, and before file names are computed from the contents. */
const stageAfterMinification = 700;

/**
 * Removes unused stock styles from the built style sheet: Infima styles a hundred components, and the site uses a dozen. The
 * built scripts contain every page's class names, because pages are scripts too, so a class that isn't in them is
 * unused.
 */
const removeUnusedStyles = (siteDir: string) => ({
  apply: (compiler: Compiler): void => {
    compiler.hooks.thisCompilation.tap(name, (compilation) => {
      compilation.hooks.processAssets.tapPromise({ name, stage: stageAfterMinification }, async () => {
        const assets = compilation.getAssets();
        const scripts = assets
          .filter((asset) => asset.name.endsWith('.js'))
          .map((asset) => asset.source.source().toString());
        const own = pageScripts(siteDir).all.map(({ text }) => text);
        const content = [...scripts, ...own].map((raw) => ({ raw, extension: 'js' }));
        // The theme's icons use some custom properties that no style sheet uses.
        const inScripts = scripts.flatMap(listVariables);
        for (const asset of assets.filter((candidate) => candidate.name.endsWith('.css'))) {
          const { stock, own } = splitByLayer(asset.source.source().toString());
          const [result] = await new PurgeCSS().purge({
            content,
            css: [{ raw: stock }],
            variables: true,
            dynamicAttributes: ['data-announcement-bar-initially-dismissed'],
            blocklist: [absentParts],
            // No script contains the names in `theme-…` in full, because Docusaurus composes them.
            safelist: {
              deep: [/^theme-/],
              standard: ['html', 'body'],
              variables: [...inScripts, ...listVariables(own)],
            },
          });
          if (result === undefined || result.css.length === 0) {
            throw new Error(`${asset.name}: the style sheet is empty after purging. Check ${name}.`);
          }
          const css = dropOverridden(parse(result.css).append(parse(own)).toString());
          compilation.updateAsset(asset.name, new compiler.webpack.sources.RawSource(css));
        }
      });
    });
  },
});

/** Docusaurus plugin for both. `removeUnusedStyles` only runs on the client's production bundle. */
export default function purgeCssPlugin({ siteDir }: LoadContext): Plugin {
  return {
    name,
    configurePostCss: (options) => ({ ...options, plugins: [...options.plugins, dropReplacedParts] }),
    configureWebpack: (config, isServer) =>
      isServer || config.mode !== 'production' ? {} : { plugins: [removeUnusedStyles(siteDir)] },
  };
}
