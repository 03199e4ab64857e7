import type { ComponentProps, ReactNode } from 'react';
import Head from '@docusaurus/Head';
import A from '@theme/MDXComponents/A';
import Code from '@theme/MDXComponents/Code';
import Heading from '@theme/MDXComponents/Heading';
import Img from '@theme/MDXComponents/Img';
import Li from '@theme/MDXComponents/Li';
import Pre from '@theme/MDXComponents/Pre';
import Ul from '@theme/MDXComponents/Ul';
import Checked from '../../components/Checked';
import Diagram from '../../components/Diagram';
import PageTools from '../../components/PageTools';

const heading = (as: ComponentProps<typeof Heading>['as']) =>
  function MDXHeading(props: Omit<ComponentProps<typeof Heading>, 'as'>): ReactNode {
    return <Heading as={as} {...props} />;
  };

/**
 * Ejected. The components for Markdown elements. Compared with the stock list, `Details` is a plain element without
 * animation, callouts are plain elements already (`src/rehype/callouts.ts`), and diagrams are drawn when they come into
 * view. Adds `Checked`, which static content uses, and `PageTools` for the home page, which has no breadcrumbs.
 */
export default {
  Head,
  a: A,
  Checked,
  code: Code,
  // Native `details` elements. The stock component animates them with a script.
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
  mermaid: Diagram,
  PageTools,
  pre: Pre,
  ul: Ul,
};
