/**
 * Starts the app: React and the Docusaurus client, which reading a page doesn't need. The page template
 * (`src/config/page-template.ts`) lists the app's scripts on this bundle's script element, and the build adds the
 * page's chunks.
 *
 * With a mouse, the app starts at the first idle moment after the page loads. On a touch screen, it waits until the
 * reader uses a control that needs it, because running it takes a phone a good part of a second.
 */
import { whenIdle } from './idle';
import { reloadInPlace, reloadOnce } from './reload';

const { app = '', chunks = '', menu = '' } = document.querySelector<HTMLElement>('script[data-app]')?.dataset ?? {};

/** URLs of the app's scripts, in order. Without any (`npm start`), the app runs automatically. */
const scripts = app.split(' ').filter(Boolean);

/** URLs of the chunks that the app requests on this page. They are in the same folder as its scripts. */
const folder = scripts[0]?.replace(/[^/]*$/, '') ?? '';
const parts = chunks
  .split(' ')
  .filter(Boolean)
  .map((name) => `${folder}${name}.js`);

/** The attribute that the app sets after hydration. */
const HYDRATED = 'data-has-hydrated';

let state: 'waiting' | 'loading' | 'failed' = 'waiting';
const onFailure: (() => void)[] = [];

/** Whether the app handles events. */
export const isRunning = (): boolean =>
  scripts.length === 0 || document.documentElement.getAttribute(HYDRATED) === 'true';

/** Whether the app can still start. Until then, presses are queued. */
export const isExpected = (): boolean => !isRunning() && state !== 'failed';

/** Whether the connection is slow or the reader saves data. Docusaurus uses the same conditions. */
export function savesData(): boolean {
  const { connection } = navigator as { connection?: { effectiveType?: string; saveData?: boolean } };
  return connection?.saveData === true || connection?.effectiveType?.includes('2g') === true;
}

/** Runs a function once, as soon as the app is running, which can be immediately. */
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
 * Runs a function each time the app fails to load.
 *
 * @param run - Called on each failure.
 */
export const whenFailed = (run: () => void): void => void onFailure.push(run);

function fail(reason: unknown, next: 'waiting' | 'failed'): void {
  state = next;
  for (const run of onFailure) run();
  void reloadOnce(reason);
}

/**
 * Reloads a page that the reader left while the app was loading, and went back to. WebKit keeps such a page, but fails
 * its pending requests, so that the app would never run.
 */
function resume({ persisted }: PageTransitionEvent): void {
  if (persisted && state !== 'waiting' && !isRunning()) void reloadInPlace();
}

/** Loads and runs the app, unless it has already started. */
export function startApp(): void {
  if (state !== 'waiting' || isRunning()) return;
  state = 'loading';
  let loaded = 0;
  for (const src of scripts) {
    const script = Object.assign(document.createElement('script'), { src, async: false });
    script.addEventListener('load', () => (loaded += 1));
    // A script must not run twice. If the first one failed to load, the next press can try again.
    script.addEventListener('error', () => {
      if (state === 'loading') fail(new Error(`Couldn't load ${src}.`), loaded === 0 ? 'waiting' : 'failed');
    });
    document.head.append(script);
  }
  // Chunks can run before the scripts that request them, and once is enough.
  for (const src of parts.splice(0)) {
    const script = Object.assign(document.createElement('script'), { src });
    // The bundler would wait for the element of a chunk that has already failed.
    script.onerror = () => script.remove();
    document.head.append(script);
  }
}

/** Prefetches the app, its chunks, and the menu without running them. */
function prefetchApp(): void {
  if (savesData()) return;
  for (const href of [menu, ...scripts, ...parts].filter(Boolean)) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'prefetch', as: 'script', href }));
  }
}

/** Schedules the start of the app, depending on the device. */
export function scheduleApp(): void {
  // Docusaurus' inline script for wrong base URLs considers a site without this object broken.
  (window as { docusaurus?: unknown }).docusaurus ??= { prefetch: () => false, preload: () => false };
  window.addEventListener('unhandledrejection', (event) => {
    if (isRunning() || !(event.reason instanceof Error) || event.reason.name !== 'ChunkLoadError') return;
    // `fail` logs it once, as a warning.
    event.preventDefault();
    fail(event.reason, 'failed');
  });
  window.addEventListener('pageshow', resume);
  const go = matchMedia('(any-pointer: fine)').matches ? startApp : prefetchApp;
  const afterLoad = (): void => whenIdle(go);
  if (document.readyState === 'complete') afterLoad();
  else window.addEventListener('load', afterLoad);
}
