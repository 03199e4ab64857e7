import type { ReactNode } from 'react';
import { useDocsData } from '@docusaurus/plugin-content-docs/client';
import { PageMetadata } from '@docusaurus/theme-common';
import Link from '@docusaurus/Link';
import useIsBrowser from '@docusaurus/useIsBrowser';
import Heading from '@theme/Heading';
import type { Props } from '@theme/NotFound/Content';
import { nearestPages } from '../../../client/nearest-pages';
import { notFoundMarker } from '../../../site/markers';
import { usefulLinks } from '../../../site/useful-links';

/** Pages with a path similar to the requested one. Only a browser shows them, because the build has no requested path. */
function Suggestions(): ReactNode {
  const pages = useDocsData(undefined).versions.flatMap(({ docs }) => docs.map(({ path }) => path));
  // The URL that the reader sees. The router's location can differ (`src/theme/Root`).
  const near = nearestPages(window.location.pathname, pages, 5);
  if (near.length === 0) return null;
  return (
    <nav aria-labelledby="not-found-suggestions">
      <Heading as="h2" id="not-found-suggestions">
        Similar pages
      </Heading>
      <ul className="related">
        {near.map((page) => (
          <li key={page}>
            <Link to={page}>{page}</Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The search opens once the app runs; until then, the page script holds the press. */
const openSearch = (): void => document.querySelector<HTMLElement>('.search-button')?.click();

/**
 * Ejected. Sets its own title, because the docs plugin's root renders unknown paths without one (the stock page is titled
 * "PAI" before and after hydration). Offers the search, useful links, and similar pages, where the stock page asks readers
 * to contact the owner of the linking site.
 */
export default function NotFoundContent({ className }: Props): ReactNode {
  const isBrowser = useIsBrowser();
  return (
    <main className={`container not-found ${className ?? ''}`} {...{ [notFoundMarker]: '' }}>
      <PageMetadata title="Page not found" />
      <Heading as="h1">Page not found</Heading>
      <p>We couldn't find that page. It might have moved, or the link might be broken.</p>
      <button type="button" className="button button--primary" onClick={openSearch}>
        Search the docs
      </button>
      {isBrowser && <Suggestions />}
      <ul className="related">
        {usefulLinks.map(([href, title]) => (
          <li key={href}>
            <Link to={href}>{title}</Link>
          </li>
        ))}
      </ul>
    </main>
  );
}
