import type { ReactNode } from 'react';
import Head from '@docusaurus/Head';
import type { Props } from '@theme/Error';

/**
 * Ejected. The page shown when the layout itself crashes, in the words of the page inside the layout
 * (`@theme/ErrorPageContent`): the stock text has no period. Uses no theme components, because whatever crashed the layout
 * might crash them too, and no style attributes.
 */
export default function ErrorOutsideLayout({ error, tryAgain }: Props): ReactNode {
  return (
    <main className="container margin-vert--xl">
      <Head>
        <title>Page Error</title>
      </Head>
      <h1>This page crashed.</h1>
      <button type="button" className="button button--primary margin-vert--md" onClick={tryAgain}>
        Try again
      </button>
      <p>{error.message}</p>
    </main>
  );
}
