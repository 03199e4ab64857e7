import type { ReactNode } from 'react';
import pages from '@generated/docusaurus-plugin-content-docs/default/p/index-466.json';
import DocSidebar from '@theme/DocSidebar';

/** The sidebar of the other pages, as the menu of a phone. The home page shows none beside its content. */
export default function SiteMenu(): ReactNode {
  return (
    <div hidden>
      <DocSidebar
        sidebar={pages.version.docsSidebars['docs'] ?? []}
        path="/"
        onCollapse={() => undefined}
        isHidden={false}
      />
    </div>
  );
}
