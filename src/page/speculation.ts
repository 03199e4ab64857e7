/** Browsers prefetch and prerender pages (`src/plugins/html-tags/speculation-rules.ts`) only where that's free for the reader. */
import { isRunning, savesData, whenRunning } from './app';

/** Removes the rules on slow or metered connections, and once the app prefetches pages itself. */
export function limitSpeculation(): void {
  const remove = (): void => {
    for (const rules of Array.from(document.querySelectorAll('script[type="speculationrules"]'))) rules.remove();
  };
  if (savesData()) remove();
  else if (!isRunning()) whenRunning(remove);
}
