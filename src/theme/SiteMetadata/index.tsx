import type { ReactNode } from 'react';
import Head from '@docusaurus/Head';
import { useLocation } from '@docusaurus/router';
import SiteMetadata from '@theme-original/SiteMetadata';
import { cardUrl, isNotFound, markdownUrl } from '../../client/page-files';
import { provider } from '../../site/provider';

/** Wrapped. Links the page's Markdown version and its social card in the head. */
export default function SiteMetadataWrapper(): ReactNode {
  const { pathname } = useLocation();
  const card = `${provider.docs}${cardUrl(pathname)}`;
  return (
    <>
      <SiteMetadata />
      {!isNotFound(pathname) && (
        <Head>
          <link rel="alternate" type="text/markdown" href={`${provider.docs}${markdownUrl(pathname)}`} />
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
