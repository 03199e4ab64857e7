import type { ReactNode } from 'react';
import Head from '@docusaurus/Head';
import type { Props } from '@theme/Error';

/**
 * Ejected. The page shown when the layout itself crashes. The stock text has no period, unlike the page inside the
 * layout (`@theme/ErrorPageContent`), and the specification (section 2) has one wording for both. Uses no theme
 * components, because whatever crashed the layout might crash them too, and no style attributes.
 */
export default function ErrorOutsideLayout({ error, tryAgain }: Props): ReactNode {
  return (
    <main className="container margin-vert--xl">
      <Head>
        <title>Page Error</title>
      </Head>
      {/* eslint-disable-next-line no-restricted-syntax -- the theme's heading needs the layout's contexts */}
      <h1>This page crashed.</h1>
      <button type="button" className="button button--primary margin-vert--md" onClick={tryAgain}>
        Try again
      </button>
      <p>{error.message}</p>
    </main>
  );
}
