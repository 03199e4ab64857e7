import type { ReactNode } from 'react';

/** Ejected and emptied. Long pages have "On this page", and the button would cover their text. */
export default function BackToTopButton(): ReactNode {
  return null;
}
