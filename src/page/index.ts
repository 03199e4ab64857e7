/**
 * The script that every page loads. It handles everything that works without a framework, and starts the app when a
 * reader needs it. `src/plugins/page-script/bundle.ts` bundles it, and `npm start` loads it as part of the app.
 */
import { isRunning, scheduleApp } from './app';
import { keepColorMode } from './color-mode';
import { listenToPage, refreshPage } from './conveniences';
import { PAGE_SHOWN } from './events';
import { holdPresses } from './presses';
import { restoreFragment } from './reload';
import { listenToSearchKeys } from './search-keys';
import { keepSidebarPlace } from './sidebar-place';
import { limitSpeculation } from './speculation';

listenToSearchKeys();
holdPresses();
listenToPage();
keepColorMode(isRunning);
keepSidebarPlace();
restoreFragment();
refreshPage();
document.addEventListener(PAGE_SHOWN, refreshPage);
scheduleApp();
limitSpeculation();
