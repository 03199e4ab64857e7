import path from 'node:path';
import type { MDXOptions } from '@docusaurus/mdx-loader';
import type { Options } from '@docusaurus/plugin-content-docs';
import callouts from '../rehype/callouts';
import diagrams from '../rehype/diagrams';
import expandComponents from '../rehype/expand-components';
import highlightCode from '../rehype/highlight-code';
import scrollTables from '../rehype/scroll-tables';
import sealProse from '../rehype/seal-prose';
import { editLinkOfDocs } from './edit-links';
import { provider } from './provider';

/** What turns the components and code fences of a page into static HTML; `siteDir` is the repository's path. */
export function rehypePlugins(siteDir: string): MDXOptions['rehypePlugins'] {
  return [
    callouts,
    diagrams,
    scrollTables,
    [expandComponents, { descriptionFile: path.join(siteDir, '.generated', 'openapi.json') }],
    [highlightCode, { root: siteDir }],
    sealProse,
  ];
}

/** Options of the single docs instance that serves guides and reference alike. */
export function docs(siteDir: string): Options {
  return {
    path: 'docs',
    routeBasePath: '/',
    sidebarPath: path.join(siteDir, 'sidebars.ts'),
    sidebarCollapsible: true,
    breadcrumbs: true,
    rehypePlugins: rehypePlugins(siteDir),
    editUrl: editLinkOfDocs(provider.repository),
    showLastUpdateTime: true,
  };
}
