/**
 * Links from the reference back to guides: the titles and routes of the pages that explain each operation, in the order of
 * the routes.
 */
import type { Backlink, Backlinks } from '../render/related-guides';
import type { Page } from './pages';
import type { Usage } from './usage';

/** The links of all pages except the home page, which links to everything. */
export function collectBacklinks(pages: readonly Page[], usage: Usage): Backlinks {
  const titles = new Map(pages.map(({ route, title }) => [route, title]));
  const toLinks = (map: ReadonlyMap<string, ReadonlySet<string>>): Record<string, Backlink[]> =>
    Object.fromEntries(
      [...map]
        .map(([key, routes]): [string, Backlink[]] => [
          key,
          [...routes]
            .filter((route) => route !== '/')
            .sort()
            .map((path) => ({ title: titles.get(path) ?? path, path })),
        ])
        .filter(([, links]) => links.length > 0)
        .sort(([left], [right]) => left.localeCompare(right)),
    );
  return { operations: toLinks(usage.operations) };
}
