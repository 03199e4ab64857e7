import type { ReactNode } from 'react';
import Head from '@docusaurus/Head';
import { useLocation } from '@docusaurus/router';
import SiteMetadata from '@theme-original/SiteMetadata';
import { cardOf, isNotFound, markdownUrl } from '../../client/page-files';
import { provider } from '../../config/provider';

/** Wrapped. Links the page's Markdown version, its social card, and the changelog feed in the head of every page. */
export default function SiteMetadataWrapper(): ReactNode {
  const { pathname } = useLocation();
  const card = `${provider.docs}${cardOf(pathname)}`;
  return (
    <>
      <SiteMetadata />
      {!isNotFound(pathname) && (
        <Head>
          <link rel="alternate" type="text/markdown" href={`${provider.docs}${markdownUrl(pathname)}`} />
          <link
            rel="alternate"
            type="application/atom+xml"
            title={`${provider.name} API changelog`}
            href={`${provider.docs}/api-changes.xml`}
          />
          <meta property="og:site_name" content={provider.name} />
          <meta property="og:type" content={pathname === '/' ? 'website' : 'article'} />
          <meta property="og:image" content={card} />
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
          <meta name="twitter:image" content={card} />
        </Head>
      )}
    </>
  );
}
