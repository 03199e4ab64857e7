import type { ReactNode } from 'react';
import Head from '@docusaurus/Head';
import DocBreadcrumbs from '@theme-original/DocBreadcrumbs';
import PageTools from '../../components/PageTools';

/**
 * Wrapped. Adds "Copy page" and the link to the Markdown version beside the breadcrumbs. A browser that knows `expect`
 * first paints the page once it has parsed them, so that the sidebar before them doesn't shift.
 */
export default function DocBreadcrumbsWrapper(): ReactNode {
  return (
    <div className="page-top" id="page-top">
      <Head>
        <link rel="expect" href="#page-top" blocking="render" />
      </Head>
      <DocBreadcrumbs />
      <PageTools />
    </div>
  );
}
