import type { ReactNode } from 'react';
import type { Props } from '@theme/Icon/DarkMode';
import Line from '../Line';

/** Ejected. A finer drawing that weighs less on every page. */
export default function IconDarkMode(props: Props): ReactNode {
  return <Line d="M16 12.2A6.6 6.6 0 0 1 7.8 4 6.6 6.6 0 1 0 16 12.2z" {...props} />;
}
