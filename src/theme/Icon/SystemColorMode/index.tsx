import type { ReactNode } from 'react';
import type { Props } from '@theme/Icon/SystemColorMode';
import Line from '../Line';

/** Ejected. A finer drawing that weighs less on every page. */
export default function IconSystemColorMode(props: Props): ReactNode {
  return <Line d="M16.5 10a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0zM10 3.5v13m2-1.2V4.7m2 9.3V6" {...props} />;
}
