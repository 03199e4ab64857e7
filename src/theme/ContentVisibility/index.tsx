import type { ReactNode } from 'react';

/**
 * Ejected and emptied: the stock component warns of drafts and unlisted pages, which this site has none of, and loads
 * the callouts for it on every page (4 kB gzip).
 */
export default function ContentVisibility(): ReactNode {
  return null;
}
