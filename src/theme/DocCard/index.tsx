import type { ReactNode } from 'react';
import lines from '@generated/document-lines/default/document-lines.json';
import DocCard from '@theme-original/DocCard';
import type { Props } from '@theme/DocCard';
import { categories } from '../../config/categories';

/**
 * Gives a card its line: the description of the page, that of the category's text, or of the page that heads the category.
 * The stock card takes it from a list in every page of the site, and shows the number of children for a category. A
 * `description` in `sidebars.ts` would weigh on every page, too.
 */
export default function DocCardWithLine({ item, ...props }: Props): ReactNode {
  const href = ('href' in item && item.href) || '';
  const generated = Object.values(categories).find(({ slug }) => slug === href);
  return (
    <DocCard {...props} item={{ ...item, docId: undefined, description: generated?.description ?? lines[href] }} />
  );
}
