import type { ReactNode } from 'react';
import type { Props } from '@theme/CodeBlock';

/**
 * Ejected: a plain block. Code on pages is highlighted at build time (`src/rehype/highlight-code.ts`); this is what is
 * left for code that React itself renders, without the highlighter that the stock component brings (35 kB gzip).
 */
export default function CodeBlock({ children }: Props): ReactNode {
  return (
    // Keyboard users must be able to scroll a block that is wider than the page.
    <pre className="code__pre" tabIndex={0}>
      <code>{children}</code>
    </pre>
  );
}
