import { useDocsVersion } from '@docusaurus/plugin-content-docs/client';
import { categories } from '../../site/categories';

/** The document ID for a path below `/docs/`: `/docs/api/webhooks/` → `api/webhooks/index`. */
const toDocId = (href: string): string => href.replace(/^\/docs\//, '').replace(/\/$/, '/index');

/**
 * The description of a page or category.
 *
 * @param href - Its path.
 */
export function usePageDescription(href: string): string | undefined {
  const { docs } = useDocsVersion();
  return Object.values(categories).find(({ slug }) => slug === href)?.description ?? docs[toDocId(href)]?.description;
}
