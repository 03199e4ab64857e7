import { useEffect, useLayoutEffect, useMemo, useState, type ReactNode } from 'react';
import ExecutionEnvironment from '@docusaurus/ExecutionEnvironment';
import renderRoutes from '@docusaurus/renderRoutes';
import { useHistory, useLocation } from '@docusaurus/router';
import type { Props } from '@theme/Root';
import { interceptLinkClicks } from '../../client/follow-links';
import { recordPlace } from '../../client/place';
import { recordPositions } from '../../client/return-position';
import { notFoundMarker } from '../../site/markers';
import { decode } from '../../page/decode';

/** Whether the server returned its not-found page. Read once, before React hydrates. */
const isNotFoundPage = ExecutionEnvironment.canUseDOM && document.querySelector(`[${notFoundMarker}]`) !== null;

/** A fragment that Docusaurus can decode. A stray percent sign would crash the page. */
const decodable = (hash: string): string => (decode(hash) === undefined ? hash.replaceAll('%', '%25') : hash);

/**
 * Filled. Keeps the not-found page when the server returns it. The router accepts `/docs/api/webhooks/schemas`
 * (lowercase) and `/docs/api/errors.html` as pages, although the server doesn't have them, and React would render a
 * different page than the HTML. Until the reader navigates, such a URL counts as unknown.
 *
 * Also keeps the reader's place on a page that was changed before React hydrates it, passes on only fragments that
 * Docusaurus can decode, handles clicks on links in static HTML, and records scroll positions for going back.
 */
export default function Root({ children }: Props): ReactNode {
  const location = useLocation();
  const history = useHistory();
  useEffect(() => interceptLinkClicks(history), [history]);
  useEffect(() => recordPositions(history), [history]);
  const [{ pathname: first }] = useState(location);
  const [restorePlace] = useState(() => (ExecutionEnvironment.canUseDOM ? recordPlace() : undefined));
  useLayoutEffect(() => restorePlace?.(), [restorePlace]);
  const isUnknown = isNotFoundPage && location.pathname === first;
  const hash = decodable(location.hash);
  // Keep the same object while nothing changes, because Docusaurus treats a new one as a navigation.
  const shown = useMemo(
    () =>
      isUnknown || hash !== location.hash
        ? { ...location, hash, pathname: isUnknown ? '/404.html' : location.pathname }
        : location,
    [location, isUnknown, hash],
  );
  // One route for every path, only to pass the location on.
  return renderRoutes([{ path: '*', render: () => children }], {}, { location: shown });
}
