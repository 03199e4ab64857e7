import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { importWithFallback } from '../../client/chunk-failure';

interface Props {
  /** Mermaid source of the diagram. */
  value: string;
}

// Mermaid weighs more than the rest of a page.
const Drawing = lazy(() => importWithFallback(import('@theme/Mermaid')));

/** Draws the diagram before it scrolls into view. Readers who don't scroll never load Mermaid. */
const NEAR = '300px';

/**
 * A diagram without a static drawing (`src/rehype/diagrams.ts`). It's drawn when it comes near the viewport, or for
 * printing. The page also contains its source, for the Markdown version. A text alternative follows every diagram.
 */
export default function Diagram({ value }: Props): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const draw = () => setNear(true);
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) draw();
      },
      { rootMargin: NEAR },
    );
    if (box.current) observer.observe(box.current);
    window.addEventListener('beforeprint', draw);
    return () => {
      observer.disconnect();
      window.removeEventListener('beforeprint', draw);
    };
  }, []);
  return (
    <>
      <div className="diagram-box" tabIndex={0} role="group" aria-label="Diagram">
        <div className="diagram" ref={box}>
          {isNear && (
            <Suspense fallback={null}>
              <Drawing value={value} />
            </Suspense>
          )}
        </div>
      </div>
      <pre className="diagram-source" tabIndex={0}>
        <code className="language-mermaid">{value}</code>
      </pre>
    </>
  );
}
