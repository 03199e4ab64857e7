import type { ReactNode } from 'react';
import type { Props } from '@theme/CodeBlock';

/**
 * Ejected. A plain block for code that React renders. Code on pages is highlighted at build time
 * (`src/rehype/highlight-code.ts`), so it doesn't need the stock component's highlighter (35 kB gzip).
 */
export default function CodeBlock({ children }: Props): ReactNode {
  return (
    // Keyboard users must be able to scroll a block that is wider than the page.
    <pre className="code__pre" tabIndex={0}>
      <code>{children}</code>
    </pre>
  );
}
