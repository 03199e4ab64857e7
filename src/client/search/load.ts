/**
 * Loads the index when a reader first opens the search, and keeps it for the visit. After a failure, opening the search
 * tries again.
 */
import { createEngine, type Engine } from './engine';
import type { SearchIndex } from './format';

let loading: Promise<Engine> | undefined;

async function fetchEngine(url: string): Promise<Engine> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return createEngine((await response.json()) as SearchIndex);
}

/** The search engine. Rejects if the index fails to load. */
export function loadEngine(url: string): Promise<Engine> {
  loading ??= fetchEngine(url).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}
