import { useMemo, type ReactNode } from 'react';
import ErrorBoundary from '@docusaurus/ErrorBoundary';
import { ErrorBoundaryErrorMessageFallback } from '@docusaurus/theme-common';
import { MermaidContainerClassName, useMermaidConfig, useMermaidRenderResult } from '@docusaurus/theme-mermaid/client';
import type { Props } from '@theme/Mermaid';
import { diagramLook } from './styles';

function Diagram({ value }: Props): ReactNode {
  const stock = useMermaidConfig();
  const config = useMemo(() => ({ ...stock, ...diagramLook }), [stock]);
  const result = useMermaidRenderResult({ text: value, config });
  // The box exists before the drawing, so that the following content doesn't shift.
  return (
    <div
      className={MermaidContainerClassName}
      // The text comes from the page's own source, and Mermaid sanitizes its output.
      dangerouslySetInnerHTML={{ __html: result?.svg ?? '' }}
    />
  );
}

/**
 * Ejected. Draws diagrams with the tokens of `src/css/tokens.css`. The stock component accepts no styles, and Mermaid's
 * theme variables can't contain custom properties. With tokens, one drawing works in both modes.
 */
export default function Mermaid(props: Props): ReactNode {
  return (
    <ErrorBoundary fallback={(params) => <ErrorBoundaryErrorMessageFallback {...params} />}>
      <Diagram {...props} />
    </ErrorBoundary>
  );
}
