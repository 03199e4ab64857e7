/** The hash of the FramePay example page's inline script in its Content-Security-Policy. */
import { createHash } from 'node:crypto';

/** Path of the example page, relative to the repository. */
export const SAMPLE_PAGE = 'examples/framepay/index.html';

const SCRIPT = /<script>([^]*?)<\/script>/g;
const HASH = /'(sha256-[^']*)'/g;

/**
 * Returns the only match of a pattern.
 *
 * @throws If there isn't exactly one match.
 */
function only(html: string, pattern: RegExp, what: string): string {
  const found = [...html.matchAll(pattern)].map(([, match = '']) => match);
  const [first] = found;
  if (first === undefined || found.length > 1) {
    throw new Error(`${SAMPLE_PAGE}:1: expected 1 of "${what}", found ${found.length}. Fix the page.`);
  }
  return first;
}

/**
 * Computes the hash of a page's inline script: `sha256-…`.
 *
 * @throws Unless the page has exactly one inline script.
 */
export function actualHash(html: string): string {
  const script = only(html, SCRIPT, 'inline scripts');
  return `sha256-${createHash('sha256').update(script).digest('base64')}`;
}

/**
 * Reads the hash in a page's policy.
 *
 * @throws Unless the policy contains exactly one hash.
 */
export function namedHash(html: string): string {
  return only(html, HASH, 'hashes in the policy');
}

/**
 * Updates the hash in a page's policy.
 *
 * @throws If the script or the hash is missing.
 */
export function withActualHash(html: string): string {
  return html.replace(`'${namedHash(html)}'`, `'${actualHash(html)}'`);
}
