import type { ReactNode } from 'react';

/** Ejected and empty: there is one version of the documentation, so no page says that it is an old one. */
export default function DocVersionBanner(): ReactNode {
  return null;
}
