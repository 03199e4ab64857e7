import type { ReactNode } from 'react';
import { useDocsVersion } from '@docusaurus/plugin-content-docs/client';
import DocCard from '@theme-original/DocCard';
import type { Props } from '@theme/DocCard';
import { categories } from '../../config/categories';

/** The document ID for a path below `/docs/`: `/docs/api/webhooks/` → `api/webhooks/index`. */
const toDocId = (href: string): string => href.replace(/^\/docs\//, '').replace(/\/$/, '/index');

/**
 * Wrapped. Shows the description of a category, or of its index page, on the category's card. The stock card shows the
 * number of children. Cards of pages are unchanged.
 */
export default function DocCardWithLine({ item, ...props }: Props): ReactNode {
  const { docs } = useDocsVersion();
  if (item.type !== 'category') return <DocCard {...props} item={item} />;
  const href = item.href ?? '';
  const generated = Object.values(categories).find(({ slug }) => slug === href);
  const description = item.description ?? generated?.description ?? docs[toDocId(href)]?.description;
  return <DocCard {...props} item={{ ...item, description }} />;
}
