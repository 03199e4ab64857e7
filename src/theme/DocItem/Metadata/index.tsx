import type { ReactNode } from 'react';
import Head from '@docusaurus/Head';
import { PageMetadata } from '@docusaurus/theme-common';
import { useDoc } from '@docusaurus/plugin-content-docs/client';
import DocItemMetadata from '@theme-original/DocItem/Metadata';
import { cardUrl } from '../../../client/page-files';
import { provider } from '../../../site/provider';
import { toScript } from '../../DocBreadcrumbs/StructuredData';

/**
 * Wrapped. Adds the page as a schema.org article. The theme adds the breadcrumbs. Titles of operation pages include
 * "API reference", because some tutorials have the same heading.
 */
export default function DocItemMetadataWrapper(): ReactNode {
  const { metadata, frontMatter } = useDoc();
  const isOperation = metadata.permalink.startsWith('/api/') && metadata.permalink !== '/api/';
  // The description of a page without a card (`src/config/markdown.ts`).
  const { summary } = frontMatter as { summary?: string };
  const organization = { '@type': 'Organization', name: provider.name, url: provider.homepage };
  const article = {
    '@context': 'https://schema.org',
    '@type': 'TechArticle',
    headline: metadata.title,
    description: summary ?? metadata.description,
    url: `${provider.docs}${metadata.permalink}`,
    image: `${provider.docs}${cardUrl(metadata.permalink)}`,
    inLanguage: 'en',
    dateModified: metadata.lastUpdatedAt ? new Date(metadata.lastUpdatedAt).toISOString().slice(0, 10) : undefined,
    author: organization,
    publisher: organization,
  };
  return (
    <>
      <DocItemMetadata />
      <PageMetadata title={isOperation ? `${metadata.title}: API reference` : undefined} description={summary} />
      <Head>
        <script type="application/ld+json">{toScript(article)}</script>
      </Head>
    </>
  );
}
