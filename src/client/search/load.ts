import { createEngine, type Engine } from './engine';
import type { SearchPage } from './format';

let loading: Promise<Engine> | undefined;

/** Loads the index once per visit. Rejects if that fails, and tries again the next time. */
export function loadEngine(url: string): Promise<Engine> {
  loading ??= fetch(url)
    .then((response) => (response.ok ? response.json() : Promise.reject(new Error(`${url}: ${response.status}`))))
    .then((pages: SearchPage[]) => createEngine(pages))
    .catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
  return loading;
}
