/**
 * The script that every page loads: what readers need of a browser without a framework, and what starts the app when
 * they need that. `src/config/page-script.ts` bundles it; `npm start` loads it as a part of the app.
 */
import { isRunning, scheduleApp } from './app';
import { keepColorMode } from './color-mode';
import { listenToPage, refreshPage } from './conveniences';
import { PAGE_SHOWN } from './events';
import { holdPresses } from './presses';
import { listenToSearchKeys } from './search-keys';
import { keepSidebarPlace } from './sidebar-place';
import { limitSpeculation } from './speculation';
import { startForDiagrams } from './undrawn-diagrams';

listenToSearchKeys();
holdPresses();
listenToPage();
keepColorMode(isRunning);
keepSidebarPlace();
refreshPage();
document.addEventListener(PAGE_SHOWN, refreshPage);
scheduleApp();
limitSpeculation();
startForDiagrams();
