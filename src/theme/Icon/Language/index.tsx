import type { ReactNode } from 'react';
import type { Props } from '@theme/Icon/Language';
import Line from '../Line';

/** Ejected. A finer drawing that weighs less on every page. */
export default function IconLanguage(props: Props): ReactNode {
  return (
    <Line
      d="M16.5 10a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0zm-13 0h13M10 3.5c2.7 3.6 2.7 9.4 0 13-2.7-3.6-2.7-9.4 0-13z"
      {...props}
    />
  );
}
