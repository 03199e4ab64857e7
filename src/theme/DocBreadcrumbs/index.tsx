import type { ReactNode } from 'react';
import DocBreadcrumbs from '@theme-original/DocBreadcrumbs';
import PageTools from '../../components/PageTools';

/** Wrapped. Adds "Copy page" and the link to the Markdown version beside the breadcrumbs. */
export default function DocBreadcrumbsWrapper(): ReactNode {
  return (
    <div className="page-top">
      <DocBreadcrumbs />
      <PageTools />
    </div>
  );
}
