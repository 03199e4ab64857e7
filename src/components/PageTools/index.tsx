import type { ReactNode } from 'react';
import { useLocation } from '@docusaurus/router';
import useBaseUrl from '@docusaurus/useBaseUrl';
import { markdownUrl } from '../../client/page-files';

/**
 * "Copy page" and the link to the Markdown version. The page script copies (`src/page/copying.ts`), because Safari only
 * allows copying during a click event, which is over once React has started.
 */
export default function PageTools(): ReactNode {
  const twin = useBaseUrl(markdownUrl(useLocation().pathname));
  return (
    <div className="page-tools">
      <button type="button" className="page-tools__copy" data-copy="" data-twin={twin}>
        Copy page
      </button>
      {/* A file, not a route: the router must not try to open it. */}
      <a href={twin}>View as Markdown</a>
    </div>
  );
}
