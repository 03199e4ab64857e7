import type { ReactNode } from 'react';
import Head from '@docusaurus/Head';
import { useBreadcrumbsStructuredData } from '@docusaurus/plugin-content-docs/client';
import type { Props } from '@theme/DocBreadcrumbs/StructuredData';

/** JSON for a script element. A title with `</script>` or `<!--` can't end it. */
export const toScript = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

/** Replaced. The original writes a title as it is. */
export default function DocBreadcrumbsStructuredData({ breadcrumbs }: Props): ReactNode {
  const data = useBreadcrumbsStructuredData({ breadcrumbs });
  return (
    <Head>
      <script type="application/ld+json">{toScript(data)}</script>
    </Head>
  );
}
