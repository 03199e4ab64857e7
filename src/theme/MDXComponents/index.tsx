import { lazy, Suspense, type ComponentProps, type ReactNode } from 'react';
import Head from '@docusaurus/Head';
import A from '@theme/MDXComponents/A';
import Code from '@theme/MDXComponents/Code';
import Heading from '@theme/MDXComponents/Heading';
import Img from '@theme/MDXComponents/Img';
import Li from '@theme/MDXComponents/Li';
import Pre from '@theme/MDXComponents/Pre';
import Ul from '@theme/MDXComponents/Ul';
import LongList from '../../components/LongList';
import PageTools from '../../components/PageTools';

// Callouts and diagrams stand on guides only; the pages of the reference need not load them (5 kB gzip).
const LazyAdmonition = lazy(() => import('@theme/Admonition'));
const LazyMermaid = lazy(() => import('@theme/Mermaid'));

/** A callout; the server renders it whole, the browser takes it over once its script is there. */
function Admonition(props: ComponentProps<typeof LazyAdmonition>): ReactNode {
  return (
    <Suspense fallback={null}>
      <LazyAdmonition {...props} />
    </Suspense>
  );
}

/**
 * A diagram, drawn in the browser. Its source stands in the page too: the style sheet shows it where no script runs, and
 * the Markdown twin takes it over.
 */
function Mermaid(props: ComponentProps<typeof LazyMermaid>): ReactNode {
  return (
    <>
      <Suspense fallback={null}>
        <LazyMermaid {...props} />
      </Suspense>
      <pre className="diagram-source" tabIndex={0}>
        <code className="language-mermaid">{props.value}</code>
      </pre>
    </>
  );
}

/** A heading of the given level, with its anchor. */
const heading = (as: ComponentProps<typeof Heading>['as']) =>
  function MDXHeading(props: Omit<ComponentProps<typeof Heading>, 'as'>): ReactNode {
    return <Heading as={as} {...props} />;
  };

/**
 * Ejected: what Markdown becomes. As the stock list, without the animated `Details` (ours are plain elements), with
 * callouts and diagrams loaded where they stand, and with the two components of ours that run in the
 * browser: `LongList`, and `PageTools` for the home page, which has no breadcrumbs to stand beside.
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
  PageTools,
  pre: Pre,
  ul: Ul,
};
