import { useEffect, useMemo, useState, type ReactNode } from 'react';
import ExecutionEnvironment from '@docusaurus/ExecutionEnvironment';
import renderRoutes from '@docusaurus/renderRoutes';
import { useHistory, useLocation } from '@docusaurus/router';
import type { Props } from '@theme/Root';
import { followLinks } from '../../client/follow-links';
import { notFoundMarker } from '../../config/not-found';

/** Whether the server answered with its not-found page; read once, before React takes the page over. */
const isNotFoundPage = ExecutionEnvironment.canUseDOM && document.querySelector(`[${notFoundMarker}]`) !== null;

/** A fragment as Docusaurus takes it: one with a stray percent sign (`#50%`) would crash the page. */
function decodable(hash: string): string {
  try {
    decodeURIComponent(hash);
    return hash;
  } catch {
    return hash.replaceAll('%', '%25');
  }
}

/**
 * Filled: keeps the not-found page what the server says it is. The router takes `/docs/api/webhooks/schemas` (lower
 * case) and `/docs/api/errors.html` for pages, where the server has none, and React would render another page
 * than the one in the HTML. Until the reader goes elsewhere, such an address counts as unknown.
 *
 * Hands down a fragment that Docusaurus can decode, and follows the links of ready-made HTML.
 */
export default function Root({ children }: Props): ReactNode {
  const location = useLocation();
  const history = useHistory();
  useEffect(() => followLinks(history), [history]);
  const [{ pathname: first }] = useState(location);
  const isUnknown = isNotFoundPage && location.pathname === first;
  const hash = decodable(location.hash);
  // The same object while nothing is changed: Docusaurus takes another one for a navigation.
  const shown = useMemo(
    () =>
      isUnknown || hash !== location.hash
        ? { ...location, hash, pathname: isUnknown ? '/404.html' : location.pathname }
        : location,
    [location, isUnknown, hash],
  );
  // One route for every address, only to hand the location down.
  return renderRoutes([{ path: '*', render: () => children }], {}, { location: shown });
}
