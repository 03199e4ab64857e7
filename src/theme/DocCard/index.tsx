import type { ReactNode } from 'react';
import { useDocsVersion } from '@docusaurus/plugin-content-docs/client';
import DocCard from '@theme-original/DocCard';
import type { Props } from '@theme/DocCard';
import { categories } from '../../config/categories';

/** The id of the document at an address below `/docs/`: `/docs/api/webhooks/` → `api/webhooks/index`. */
const idOf = (href: string): string => href.replace(/^\/docs\//, '').replace(/\/$/, '/index');

/**
 * Wrapped: gives the card of a category a line, that of the category's text or of the page that heads it. The stock card
 * shows the number of children. A page's card takes its line from the page.
 */
export default function DocCardWithLine({ item, ...props }: Props): ReactNode {
  const { docs } = useDocsVersion();
  if (item.type !== 'category') return <DocCard {...props} item={item} />;
  const href = item.href ?? '';
  const generated = Object.values(categories).find(({ slug }) => slug === href);
  const description = item.description ?? generated?.description ?? docs[idOf(href)]?.description;
  return <DocCard {...props} item={{ ...item, description }} />;
}
