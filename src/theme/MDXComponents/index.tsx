import { lazy, Suspense, type ComponentProps, type ReactNode } from 'react';
import Head from '@docusaurus/Head';
import A from '@theme/MDXComponents/A';
import Code from '@theme/MDXComponents/Code';
import Heading from '@theme/MDXComponents/Heading';
import Img from '@theme/MDXComponents/Img';
import Li from '@theme/MDXComponents/Li';
import Pre from '@theme/MDXComponents/Pre';
import Ul from '@theme/MDXComponents/Ul';
import { loadedOrKept } from '../../client/chunk-failure';
import LongList from '../../components/LongList';

// Callouts and diagrams stand on guides only; the pages of the reference need not load them (5 kB gzip).
const LazyAdmonition = lazy(() => loadedOrKept(import('@theme/Admonition')));
const LazyMermaid = lazy(() => loadedOrKept(import('@theme/Mermaid')));

/** Colors of the stylesheet by kind of callout, where they have another name. */
const alerts: Partial<Record<string, string>> = { note: 'secondary', tip: 'success' };

/**
 * A callout. The server renders it whole; until its script has come, and where that fails, the plain words stand there.
 */
function Admonition(props: ComponentProps<typeof LazyAdmonition>): ReactNode {
  const { type, title, children } = props;
  const plain = (
    <div className={`theme-admonition alert alert--${alerts[type] ?? type}`}>
      {title !== undefined && (
        <p>
          <strong>{title}</strong>
        </p>
      )}
      {children}
    </div>
  );
  return (
    <Suspense fallback={plain}>
      <LazyAdmonition {...props} />
    </Suspense>
  );
}

/** A diagram, drawn in the browser. */
function Mermaid(props: ComponentProps<typeof LazyMermaid>): ReactNode {
  return (
    <Suspense fallback={null}>
      <LazyMermaid {...props} />
    </Suspense>
  );
}

/** A heading of the given level, with its anchor. */
const heading = (as: ComponentProps<typeof Heading>['as']) =>
  function MDXHeading(props: Omit<ComponentProps<typeof Heading>, 'as'>): ReactNode {
    return <Heading as={as} {...props} />;
  };

/**
 * Ejected: what Markdown becomes. As the stock list, without the animated `Details` (ours are plain elements), with
 * callouts and diagrams loaded where they stand, and with `LongList`, the one component of ours that runs in the browser.
 */
export default {
  Head,
  a: A,
  admonition: Admonition,
  code: Code,
  // Folds are the browser's own; the stock component animates them with a script.
  details: 'details',
  Details: 'details',
  h1: heading('h1'),
  h2: heading('h2'),
  h3: heading('h3'),
  h4: heading('h4'),
  h5: heading('h5'),
  h6: heading('h6'),
  img: Img,
  li: Li,
  LongList,
  mermaid: Mermaid,
  pre: Pre,
  ul: Ul,
};
