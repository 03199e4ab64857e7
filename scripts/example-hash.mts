/**
 * `npm run examples:hash`: writes the hash of the inline script into the policy of the FramePay example page,
 * `examples/framepay/index.html`.
 *
 * Prints the hash. Exits with status 1 and the reason if the page has no inline script, several of them, or no policy
 * with a hash.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { actualHash, SAMPLE_PAGE, withActualHash } from './lib/example-hash';

const file = path.resolve(fileURLToPath(import.meta.url), '..', '..', SAMPLE_PAGE);

try {
  const html = readFileSync(file, 'utf8');
  const renewed = withActualHash(html);
  if (renewed !== html) writeFileSync(file, renewed);
  console.log(`${SAMPLE_PAGE}: ${actualHash(renewed)}${renewed === html ? ' (unchanged)' : ''}`);
} catch (error) {
  console.error(`\n✖ ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
