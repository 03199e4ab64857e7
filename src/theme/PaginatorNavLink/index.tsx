import type { ReactNode } from 'react';
import Link from '@docusaurus/Link';
import type { Props } from '@theme/PaginatorNavLink';
import { usePageDescription } from '../../components/PageDescription';

/** Ejected. Adds the description of the page, which the stock link has no place for. */
export default function PaginatorNavLink({ permalink, title, subLabel, isNext }: Props): ReactNode {
  return (
    <Link className={`pagination-nav__link pagination-nav__link--${isNext ? 'next' : 'prev'}`} to={permalink}>
      <div className="pagination-nav__sublabel">{subLabel}</div>
      <div className="pagination-nav__label">{title}</div>
      {usePageDescription(permalink)}
    </Link>
  );
}
