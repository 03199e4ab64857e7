import { categories } from '../site/categories';
import { decode } from '../page/decode';

/** The category of each folder, which readers reach by cutting off the end of an address. */
const FOLDERS: Readonly<Record<string, string>> = {
  '/docs': categories.getStarted.slug,
  '/docs/category': categories.getStarted.slug,
  '/docs/get-started': categories.getStarted.slug,
  '/docs/get-started/concepts': categories.concepts.slug,
  '/docs/get-started/tutorials': categories.tutorials.slug,
  '/docs/api': categories.paiApi.slug,
};

/** Words of a path: `/docs/get-started/Create_Subscription.html` → `docs get started create subscription`. */
function splitPath(path: string): string[] {
  return path
    .replace(/\.(html?|mdx?)$/i, '')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && word !== 'index');
}

/** Length of the common prefix of two words, relative to the longer one. Singular and plural are close to 1. */
function likeness(one: string, other: string): number {
  let shared = 0;
  while (shared < Math.min(one.length, other.length) && one[shared] === other[shared]) {
    shared += 1;
  }
  return shared < 3 ? Number(one === other) : shared / Math.max(one.length, other.length);
}

/**
 * Finds the pages with the most similar paths to one that doesn't exist.
 *
 * @param path - The requested path, percent-encoded or not.
 * @param pages - The paths of all pages.
 * @param count - The maximum number of results.
 * @returns The best match first, or an empty list.
 */
export function nearestPages(path: string, pages: readonly string[], count: number): string[] {
  const folder = FOLDERS[path.replace(/\/+$/, '')];
  if (folder !== undefined) return [folder];
  // Long paths come from scanners, and each word is compared with every page.
  const words = splitPath((decode(path) ?? path).slice(0, 300));
  const score = (page: string) => {
    const own = splitPath(page);
    const found = words.reduce((sum, word, index) => {
      const weight = index === words.length - 1 ? 2 : 1;
      return sum + weight * Math.max(0, ...own.map((other) => likeness(word, other)));
    }, 0);
    return found / (words.length + 1 + own.length / 4);
  };
  return pages
    .map((page) => ({ page, score: score(page) }))
    .filter((candidate) => candidate.score > 0.35)
    .sort((one, other) => other.score - one.score || one.page.localeCompare(other.page, 'en'))
    .slice(0, count)
    .map(({ page }) => page);
}
