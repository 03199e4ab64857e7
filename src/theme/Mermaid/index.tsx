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
  // The box is there before the drawing is, so that what follows does not start at its place.
  return (
    <div
      className={MermaidContainerClassName}
      // The text comes from the page's own source, and Mermaid cleans what it draws.
      dangerouslySetInnerHTML={{ __html: result?.svg ?? '' }}
    />
  );
}

/**
 * Ejected: diagrams are drawn in the tokens of `src/css/tokens.css`. The stock component takes no style, and Mermaid's
 * own theme variables cannot hold custom properties; with these, both modes are one drawing.
 */
export default function Mermaid(props: Props): ReactNode {
  return (
    <ErrorBoundary fallback={(params) => <ErrorBoundaryErrorMessageFallback {...params} />}>
      <Diagram {...props} />
    </ErrorBoundary>
  );
}
