import type { ReactNode } from 'react';
import { useLocation } from '@docusaurus/router';
import useBaseUrl from '@docusaurus/useBaseUrl';
import { twinOf } from '../../client/page-files';

/**
 * What takes the page away: its Markdown twin is copied or opened. The page's own script copies (`src/page/copying.ts`):
 * Safari lets a page copy only while it handles a click, which a click that waited for React no longer is.
 */
export default function PageTools(): ReactNode {
  const twin = useBaseUrl(twinOf(useLocation().pathname));
  return (
    <div className="page-tools">
      <button type="button" className="page-tools__copy" data-copy="" data-twin={twin}>
        Copy page
      </button>
      {/* eslint-disable-next-line @docusaurus/no-html-links -- A file, not a route: the router must not try to open it. */}
      <a href={twin}>View as Markdown</a>
    </div>
  );
}
