import type { ListsOf } from './types';

const load = async (): Promise<Record<string, string[]>> => {
  const module = await import('@site/.generated/long-lists.json');
  return module.default;
};

/** The browser finds the values in the page and loads the lists only where they are not. */
export const listsOf: ListsOf = Object.assign(load, { onServer: () => '' });
