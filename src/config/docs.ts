import type { MDXOptions } from '@docusaurus/mdx-loader';
import type { Options } from '@docusaurus/plugin-content-docs';
import callouts from '../rehype/callouts';
import diagrams from '../rehype/diagrams';
import expandComponents from '../rehype/expand-components';
import highlightCode from '../rehype/highlight-code';
import scrollTables from '../rehype/scroll-tables';
import inlineStaticHtml from '../rehype/inline-static-html';
import { getDocsEditLink } from './edit-links';
import { provider } from '../site/provider';

/**
 * Plugins that turn components and code blocks into static HTML. Paths are relative to the repository, because
 * Docusaurus writes options into the client bundle and builds must be identical on every machine.
 */
export const rehypePlugins: MDXOptions['rehypePlugins'] = [
  callouts,
  diagrams,
  scrollTables,
  [expandComponents, { specificationFile: '.generated/openapi.json' }],
  [highlightCode, { root: '.' }],
  inlineStaticHtml,
];

/** Options of the single docs instance that serves guides and reference alike. */
export const docs: Options = {
  path: 'docs',
  routeBasePath: '/',
  sidebarPath: './sidebars.ts',
  sidebarCollapsible: true,
  breadcrumbs: true,
  rehypePlugins,
  editUrl: getDocsEditLink(provider.repository),
  showLastUpdateTime: true,
};
