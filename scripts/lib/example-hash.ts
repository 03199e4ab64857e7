/**
 * The hash by which the content-security policy of the sample page names its own script.
 */
import { createHash } from 'node:crypto';

/** The sample page, from the repository's root. */
export const SAMPLE_PAGE = 'examples/framepay/index.html';

const SCRIPT = /<script>([^]*?)<\/script>/g;
const HASH = /'(sha256-[^']*)'/g;

/** The one match of a pattern; throws with the number of matches where it is not one. */
function only(html: string, pattern: RegExp, what: string): string {
  const found = [...html.matchAll(pattern)].map(([, match = '']) => match);
  const [first] = found;
  if (first === undefined || found.length > 1) {
    throw new Error(`${SAMPLE_PAGE}:1: expected 1 of "${what}", found ${found.length}. Fix the page.`);
  }
  return first;
}

/** The hash that the inline script of a page has: `sha256-…`. Throws unless the page has exactly one such script. */
export function actualHash(html: string): string {
  const script = only(html, SCRIPT, 'inline scripts');
  return `sha256-${createHash('sha256').update(script).digest('base64')}`;
}

/** The hash that the policy of a page names. Throws unless it names exactly one. */
export function namedHash(html: string): string {
  return only(html, HASH, 'hashes in the policy');
}

/** The page with the hash of its script in its policy. Throws where one of the two is missing. */
export function withActualHash(html: string): string {
  return html.replace(`'${namedHash(html)}'`, `'${actualHash(html)}'`);
}
