/**
 * Docusaurus client module. Notifies the page script (`src/page/`) of every page that is shown. `npm start` has no page
 * script, so it loads it from here.
 */
import ExecutionEnvironment from '@docusaurus/ExecutionEnvironment';
import { PAGE_SHOWN } from '../page/events';
import { whenIdle } from '../page/idle';
import { prefetchVisibleLinks } from './follow-links';
import { prefetchSparingly } from './prefetch';
import { restorePosition } from './return-position';

if (process.env.NODE_ENV !== 'production' && ExecutionEnvironment.canUseDOM) void import('../page');

/** Docusaurus calls this after each page is shown, including the first. */
export function onRouteDidUpdate(): void {
  restorePosition();
  prefetchSparingly();
  document.dispatchEvent(new Event(PAGE_SHOWN));
  whenIdle(prefetchVisibleLinks);
}
