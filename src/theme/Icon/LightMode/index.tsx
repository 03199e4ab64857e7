import type { ReactNode } from 'react';
import type { Props } from '@theme/Icon/LightMode';
import Line from '../Line';

/** Ejected. A finer drawing that weighs less on every page. */
export default function IconLightMode(props: Props): ReactNode {
  return (
    <Line
      d="M13 10a3 3 0 1 1-6 0 3 3 0 0 1 6 0zM10 2.5V4m0 12v1.5M2.5 10H4m12 0h1.5M4.7 4.7l1 1m8.6 8.6 1 1m0-10.6-1 1m-8.6 8.6-1 1"
      {...props}
    />
  );
}
