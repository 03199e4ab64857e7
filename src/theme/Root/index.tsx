import { useEffect, useState, type ReactNode } from 'react';
import ExecutionEnvironment from '@docusaurus/ExecutionEnvironment';
import renderRoutes from '@docusaurus/renderRoutes';
import { useHistory, useLocation } from '@docusaurus/router';
import type { Props } from '@theme/Root';
import { followLinks } from '../../client/follow-links';
import { notFoundMarker } from '../../config/not-found';

/** Whether the server answered with its not-found page; read once, before Preact takes the page over. */
const isNotFoundPage = ExecutionEnvironment.canUseDOM && document.querySelector(`[${notFoundMarker}]`) !== null;

/**
 * Filled: keeps the not-found page what the server says it is. The router takes `/docs/api/webhooks/schemas` (lower
 * case) and `/docs/api/errors.html` for pages, where the server has none, and Preact would render another page
 * than the one in the HTML. Until the reader goes elsewhere, such an address counts as unknown.
 *
 * And follows the links of ready-made HTML.
 */
export default function Root({ children }: Props): ReactNode {
  const location = useLocation();
  const history = useHistory();
  useEffect(() => followLinks(history), [history]);
  const [{ pathname: first }] = useState(location);
  const isUnknown = isNotFoundPage && location.pathname === first;
  // One route for every address, only to hand the location down.
  return renderRoutes(
    [{ path: '*', render: () => children }],
    {},
    { location: isUnknown ? { ...location, pathname: '/404.html' } : location },
  );
}
