import type { ReactNode } from 'react';
import { PageMetadata } from '@docusaurus/theme-common';
import Link from '@docusaurus/Link';
import useIsBrowser from '@docusaurus/useIsBrowser';
import routes from '@generated/routes';
import Heading from '@theme/Heading';
import type { Props } from '@theme/NotFound/Content';
import { categories } from '../../../config/categories';
import { nearestPages } from '../../../client/nearest-pages';
import { notFoundMarker } from '../../../config/not-found';

/** The part of a route that is read here; the table's own type is told two ways. */
interface RouteOfPage {
  readonly path?: unknown;
  readonly routes?: readonly RouteOfPage[];
}

/** Addresses of all pages: the routes that have none below them. */
function pagesOf(list: readonly RouteOfPage[]): string[] {
  return list.flatMap(({ path, routes: below }) => {
    if (below !== undefined) {
      return pagesOf(below);
    }
    return typeof path === 'string' && path.startsWith('/') && path !== '/404.html' ? [path] : [];
  });
}

/** Pages with an address like the one that was asked for; the server knows no address, so only a browser shows them. */
function Suggestions(): ReactNode {
  // The address that the reader sees: the router may have been given another one (`src/theme/Root`).
  const near = nearestPages(window.location.pathname, pagesOf(routes), 5);
  if (near.length === 0) {
    return null;
  }
  return (
    <nav aria-labelledby="not-found-suggestions">
      <Heading as="h2" id="not-found-suggestions">
        Did you mean
      </Heading>
      <ul>
        {near.map((page) => (
          <li key={page}>
            <Link to={page}>{page}</Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/**
 * Ejected: carries its own title, since unknown paths are rendered by the docs plugin's root, which gives them none
 * (the stock page is "PAI" before and after hydration); and offers a way back and pages with a similar address instead
 * of asking to write to the owner of some other site.
 */
export default function NotFoundContent({ className }: Props): ReactNode {
  const isBrowser = useIsBrowser();
  return (
    <main className={`container margin-vert--xl ${className ?? ''}`} {...{ [notFoundMarker]: '' }}>
      <PageMetadata title="Page Not Found" />
      <Heading as="h1">Page Not Found</Heading>
      <p>There is no page at this address. It may have been moved, or the link that led here is broken.</p>
      <ul>
        <li>
          <Link to="/">Home page</Link>
        </li>
        <li>
          <Link to={categories.getStarted.slug}>Get started: concepts and tutorials</Link>
        </li>
        <li>
          <Link to="/api/">API reference</Link>
        </li>
      </ul>
      {isBrowser && <Suggestions />}
    </main>
  );
}
