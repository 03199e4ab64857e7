import type { ReactNode } from 'react';
import ThemedImage from '@theme-original/ThemedImage';
import type { Props } from '@theme/ThemedImage';

/**
 * Wrapped: for an image of ordinary priority React writes a preload into the HTML, ahead of the first element of the
 * page. Both logos would be fetched before the words, and Preact, which does not know of those preloads, would find each
 * part of the page one place away and move it.
 */
export default function ThemedImageWrapper(props: Props): ReactNode {
  return <ThemedImage {...props} fetchPriority="low" />;
}
