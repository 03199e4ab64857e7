import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { loadedOrKept } from '../../client/chunk-failure';

interface Props {
  /** Source of the diagram, in Mermaid's language. */
  value: string;
}

// What draws diagrams weighs more than all the rest of a page.
const Drawing = lazy(() => loadedOrKept(import('@theme/Mermaid')));

/** A reader who scrolls meets the diagram drawn; one who does not, never loads what draws it. */
const NEAR = '300px';

/**
 * A diagram that is not drawn in the page yet (`src/rehype/diagrams.ts`): it is drawn when it comes near the view, or for
 * printing. Its source stands in the page too: the style sheet shows it where no script runs, and the Markdown twin takes
 * it over. Every diagram is told in words beside it as well.
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
