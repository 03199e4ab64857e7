/**
 * Fetches the index when the search is opened for the first time, and keeps it for the visit. A failure is forgotten,
 * so that opening again tries again.
 */
import { createEngine, type Engine } from './engine';
import type { SearchIndex } from './format';

let loading: Promise<Engine> | undefined;

async function fetchEngine(url: string): Promise<Engine> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return createEngine((await response.json()) as SearchIndex);
}

/** The engine; rejects if the index cannot be fetched. */
export function loadEngine(url: string): Promise<Engine> {
  loading ??= fetchEngine(url).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}
