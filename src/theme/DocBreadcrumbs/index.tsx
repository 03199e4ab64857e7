import type { ReactNode } from 'react';
import Head from '@docusaurus/Head';
import DocBreadcrumbs from '@theme-original/DocBreadcrumbs';
import PageTools from '../../components/PageTools';
import { sidebarPlaceScript } from '../../page/sidebar-place';

/**
 * Wrapped. Adds "Copy page" and the link to the Markdown version beside the breadcrumbs, and scrolls the sidebar to the
 * active entry. A browser that knows `expect` first paints the page once it has parsed them, so that the sidebar before
 * them doesn't move.
 */
export default function DocBreadcrumbsWrapper(): ReactNode {
  return (
    <div className="page-top" id="page-top">
      <Head>
        <link rel="expect" href="#page-top" blocking="render" />
      </Head>
      <script dangerouslySetInnerHTML={{ __html: sidebarPlaceScript }} />
      <DocBreadcrumbs />
      <PageTools />
    </div>
  );
}
