/** Words of a path: `/docs/get-started/Create_Subscription.html` → `docs get started create subscription`. */
function wordsOf(path: string): string[] {
  return path
    .replace(/\.(html?|mdx?)$/i, '')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && word !== 'index');
}

/** How many letters two words share at their start, as a part of the longer one; singular and plural come near 1. */
function likeness(one: string, other: string): number {
  let shared = 0;
  while (shared < Math.min(one.length, other.length) && one[shared] === other[shared]) {
    shared += 1;
  }
  return shared < 3 ? Number(one === other) : shared / Math.max(one.length, other.length);
}

/**
 * The pages whose address is most like one that does not exist.
 *
 * @param path the address that was asked for, as the browser holds it (percent-encoded or not)
 * @param pages addresses of all pages
 * @param count how many to return at most
 * @returns the best first; none if nothing is near
 */
export function nearestPages(path: string, pages: readonly string[], count: number): string[] {
  let asked = path;
  try {
    asked = decodeURIComponent(path);
  } catch {
    // A stray percent sign: compare what was typed.
  }
  // A long address is someone's probe, and every word costs a comparison with every page.
  const words = wordsOf(asked.slice(0, 300));
  const score = (page: string) => {
    const own = wordsOf(page);
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
