import type { Options, ThemeConfig } from '@docusaurus/preset-classic';
import type { Config } from '@docusaurus/types';
import { buildRules } from './src/config/build-rules';
import { colorMode } from './src/config/color-mode';
import { docs, rehypePlugins } from './src/config/docs';
import { getPagesEditLink } from './src/config/edit-links';
import { markdown } from './src/config/markdown';
import { announcementBar, footer, navbar } from './src/config/navigation';
import { openapi } from './src/config/openapi';
import { versionControl } from './src/config/page-dates';
import { pageScripts } from './src/plugins/page-script/bundle';
import { pageTemplate } from './src/config/page-template';
import { provider } from './src/site/provider';
import { sitemap } from './src/config/sitemap';
import postBuildPages from './src/plugins/post-build-pages';
import clientBundle from './src/plugins/client-bundle';
import specificationDependency from './src/plugins/specification-dependency';
import htmlTags from './src/plugins/html-tags';
import purgeCss, { openAbsentParts } from './src/plugins/purge-css';
import markdownPages from './src/plugins/markdown-pages';
import openapiTheme from './src/plugins/openapi-theme';
import socialCards from './src/plugins/social-cards';
import pageScriptPlugin from './src/plugins/page-script';
import searchIndex from './src/plugins/search-index';
import staticHighlighting from './src/plugins/static-highlighting';

const siteDir = __dirname;

const preset: Options = {
  docs,
  blog: false,
  pages: {
    // The folder's README is not a page.
    include: ['**/*.mdx'],
    rehypePlugins,
    editUrl: getPagesEditLink(provider.repository),
    showLastUpdateTime: true,
  },
  sitemap: sitemap(siteDir),
  theme: {
    customCss: ['tokens', 'frame', 'content', 'diagrams', 'reference', 'home'].map((name) => `./src/css/${name}.css`),
  },
};

const themeConfig: ThemeConfig = {
  colorMode,
  navbar,
  footer,
  announcementBar,
  docs: { sidebar: { hideable: false, autoCollapseCategories: false } },
  tableOfContents: { minHeadingLevel: 2, maxHeadingLevel: 3 },
  mermaid: { theme: { light: 'base', dark: 'base' } },
};

const config: Config = {
  title: provider.name,
  titleDelimiter: '|',
  tagline: provider.tagline,
  favicon: 'img/favicon.svg',
  url: provider.docs,
  baseUrl: '/',
  baseUrlIssueBanner: true,
  noIndex: false,
  i18n: { defaultLocale: 'en', locales: ['en'] },
  future: { v4: true, faster: true, experimental_vcs: versionControl() },
  ...buildRules,
  ssrTemplate: pageTemplate(pageScripts(siteDir)),
  markdown: markdown(siteDir),
  staticDirectories: ['static', '.generated/static'],
  presets: [['classic', preset]],
  plugins: [
    openapi,
    clientBundle,
    specificationDependency,
    htmlTags,
    purgeCss,
    staticHighlighting,
    postBuildPages(searchIndex, markdownPages, socialCards, openAbsentParts),
    pageScriptPlugin,
  ],
  themes: ['@docusaurus/theme-mermaid', openapiTheme],
  clientModules: ['./src/client/index.ts', './src/client/chunk-failure.ts', './src/client/layout.ts'],
  themeConfig,
};

export default config;
