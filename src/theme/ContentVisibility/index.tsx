import type { ReactNode } from 'react';

/**
 * Ejected and emptied. The stock component warns about drafts and unlisted pages, which this site doesn't have, and
 * loads callouts for it on every page (4 kB gzip).
 */
export default function ContentVisibility(): ReactNode {
  return null;
}
