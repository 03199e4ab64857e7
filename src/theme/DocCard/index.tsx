import type { ReactNode } from 'react';
import { useDocById } from '@docusaurus/plugin-content-docs/client';
import DocCard from '@theme-original/DocCard';
import type { Props } from '@theme/DocCard';
import { categories } from '../../config/categories';

/**
 * Gives the card of a category its line: that of the category's text, or of the page that heads it. The stock card shows
 * the number of children. A `description` in `sidebars.ts` would do the same, and weigh on every page of the site.
 */
export default function DocCardWithLine(props: Props): ReactNode {
  const { item } = props;
  const href = item.type === 'category' ? item.href : undefined;
  const generated = Object.values(categories).find(({ slug }) => slug === href);
  // A page that heads a category is the index of its folder: /docs/api/webhooks/ is api/webhooks/index.
  const heading = useDocById(generated ? undefined : href?.replace(/^\/docs\/(.*\/)$/, '$1index'));
  if (item.type !== 'category') return <DocCard {...props} />;
  return <DocCard {...props} item={{ ...item, description: generated?.description ?? heading?.description }} />;
}
