import type { ReactNode } from 'react';
import DocCard from '@theme-original/DocCard';
import type { Props } from '@theme/DocCard';
import { usePageDescription } from '../../components/PageDescription';

/**
 * Wrapped. Shows the description of a category, or of its index page, on the category's card. The stock card shows the
 * number of children. Cards of pages are unchanged.
 */
export default function DocCardWithLine({ item, ...props }: Props): ReactNode {
  const description = usePageDescription(item.type === 'category' ? (item.href ?? '') : '');
  return <DocCard {...props} item={item.type === 'category' ? { description, ...item } : item} />;
}
