/**
 * What the app does beside showing pages. Docusaurus loads this as a client module. The page's own script
 * (`src/page/`) is told of every page that is put in place; `npm start`, which has no such script, loads it from here.
 */
import ExecutionEnvironment from '@docusaurus/ExecutionEnvironment';
import { PAGE_SHOWN } from '../page/events';
import { whenIdle } from '../page/idle';
import { loadAhead } from './follow-links';
import { prefetchSparingly } from './prefetch';

if (process.env.NODE_ENV !== 'production' && ExecutionEnvironment.canUseDOM) void import('../page');

/** Docusaurus calls this after the first and every further page has been put in place. */
export function onRouteDidUpdate(): void {
  prefetchSparingly();
  document.dispatchEvent(new Event(PAGE_SHOWN));
  whenIdle(loadAhead);
}
