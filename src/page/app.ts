/**
 * Starts the app: React and Docusaurus' client, which the words of a page do not need. The template of the pages
 * (`src/config/page-template.ts`) names the app's scripts on the script element of this bundle, and the build its parts.
 *
 * With a mouse the app starts at the first idle moment after the page has loaded. On a touch screen it waits until a
 * reader uses a part of the page that needs it: running it takes a phone a good part of a second.
 */
import { whenIdle } from './idle';
import { reloadOnce } from './reload-once';

const { app = '', chunks = '' } = document.querySelector<HTMLElement>('script[data-app]')?.dataset ?? {};

/** Addresses of the app's scripts, in order. Without any (`npm start`) the app runs by itself. */
const scripts = app.split(' ').filter(Boolean);

/** Addresses of what the app asks for on this page once it runs: they lie beside its scripts. */
const folder = scripts[0]?.replace(/[^/]*$/, '') ?? '';
const parts = chunks
  .split(' ')
  .filter(Boolean)
  .map((name) => `${folder}${name}.js`);

/** What the app sets once it has taken over the page. */
const HYDRATED = 'data-has-hydrated';

let state: 'waiting' | 'loading' | 'failed' = 'waiting';
const onFailure: (() => void)[] = [];

/** Whether the app answers the reader. */
export const isRunning = (): boolean =>
  scripts.length === 0 || document.documentElement.getAttribute(HYDRATED) === 'true';

/** Whether the app may still come: presses are worth holding until then. */
export const isExpected = (): boolean => !isRunning() && state !== 'failed';

/** Whether the reader's connection is slow or must not be used for what may never be needed, as Docusaurus has it. */
export function savesData(): boolean {
  const { connection } = navigator as { connection?: { effectiveType?: string; saveData?: boolean } };
  return connection?.saveData === true || connection?.effectiveType?.includes('2g') === true;
}

/**
 * Runs something as soon as the app answers the reader.
 *
 * @param run called once; at once if the app runs already
 */
export function whenRunning(run: () => void): void {
  if (isRunning()) {
    run();
    return;
  }
  const observer = new MutationObserver(() => {
    if (!isRunning()) return;
    observer.disconnect();
    run();
  });
  observer.observe(document.documentElement, { attributeFilter: [HYDRATED] });
}

/**
 * Runs something when the app cannot be had.
 *
 * @param run called at each failure
 */
export const whenFailed = (run: () => void): void => void onFailure.push(run);

function fail(reason: unknown, next: 'waiting' | 'failed'): void {
  state = next;
  for (const run of onFailure) run();
  void reloadOnce(reason);
}

/** Loads and runs the app, unless that was done already. */
export function startApp(): void {
  if (state !== 'waiting' || isRunning()) return;
  state = 'loading';
  let loaded = 0;
  for (const src of scripts) {
    const script = Object.assign(document.createElement('script'), { src, async: false });
    script.addEventListener('load', () => (loaded += 1));
    // A script that has run must not run twice; before the first one, the next press may try again.
    script.addEventListener('error', () => {
      if (state === 'loading') fail(new Error(`Couldn't load ${src}.`), loaded === 0 ? 'waiting' : 'failed');
    });
    document.head.append(script);
  }
}

/** Has the browser load the app and its parts ahead, without running them. */
function prefetchApp(): void {
  if (savesData()) return;
  for (const href of [...scripts, ...parts]) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'prefetch', as: 'script', href }));
  }
}

/** Starts the app when the time has come for this device. */
export function scheduleApp(): void {
  // The inline script of Docusaurus' banner for a wrong base URL takes a site without this object for broken.
  (window as { docusaurus?: unknown }).docusaurus ??= { prefetch: () => false, preload: () => false };
  window.addEventListener('unhandledrejection', (event) => {
    if (isRunning() || !(event.reason instanceof Error) || event.reason.name !== 'ChunkLoadError') return;
    // It is spoken of once, as a warning.
    event.preventDefault();
    fail(event.reason, 'failed');
  });
  const go = matchMedia('(any-pointer: fine)').matches ? startApp : prefetchApp;
  const afterLoad = (): void => whenIdle(go);
  if (document.readyState === 'complete') afterLoad();
  else window.addEventListener('load', afterLoad);
}
