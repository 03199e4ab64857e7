/** Pages are loaded ahead by the browser (`src/config/page-template.ts`) where that costs no one anything. */
import { isRunning, savesData, whenRunning } from './app';

/** Takes the rules away on a slow or dear connection, and once the app loads pages ahead itself. */
export function limitSpeculation(): void {
  const remove = (): void => {
    for (const rules of Array.from(document.querySelectorAll('script[type="speculationrules"]'))) rules.remove();
  };
  if (savesData()) remove();
  else if (!isRunning()) whenRunning(remove);
}
