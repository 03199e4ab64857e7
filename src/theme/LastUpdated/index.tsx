import type { ReactNode } from 'react';
import type { Props } from '@theme/LastUpdated';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/**
 * Ejected: the same words without `Intl`, whose first use takes a phone 80 ms while it makes the page ready. The site is
 * in English; who changed a page is not shown.
 */
export default function LastUpdated({ lastUpdatedAt }: Props): ReactNode {
  if (lastUpdatedAt == null) return null;
  const date = new Date(lastUpdatedAt);
  return (
    <span className="theme-last-updated">
      Last updated on{' '}
      <b>
        <time dateTime={date.toISOString()} itemProp="dateModified">
          {`${MONTHS[date.getUTCMonth()] ?? ''} ${date.getUTCDate()}, ${date.getUTCFullYear()}`}
        </time>
      </b>
    </span>
  );
}
