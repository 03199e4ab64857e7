import type { ReactNode } from 'react';
import DocBreadcrumbs from '@theme-original/DocBreadcrumbs';
import PageTools from '../../components/PageTools';

/** Wrapped: beside the breadcrumbs stand the page's tools, which take its Markdown twin away. */
export default function DocBreadcrumbsWrapper(): ReactNode {
  return (
    <div className="page-top">
      <DocBreadcrumbs />
      <PageTools />
    </div>
  );
}
