/**
 * `npm run coverage`: which page explains which operation, entity, field, value, limit and status.
 *
 * In: the pages and `.generated/openapi.json` (`npm run generate` makes it). Out: the totals and everything that must
 * be explained and is not, on the console; all of it in `.generated/static/coverage.json`. Ends with status 1 if
 * something must be explained and is not.
 */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkCoverage, coverageLines } from '../src/prose/coverage';
import { writeCoverage } from './lib/backlinks';

const root = path.resolve(fileURLToPath(import.meta.url), '..', '..');

try {
  const coverage = writeCoverage(root);
  console.log(coverageLines(coverage).join('\n'));
  const { findings } = checkCoverage(coverage);
  if (findings.length > 0) {
    console.error(`\n✖ Not explained on any page: ${findings.length}`);
    for (const { message } of findings) console.error(`  ${message}`);
    process.exitCode = 1;
  }
} catch (error) {
  console.error(`\n✖ ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
