/**
 * `npm run coverage`: shows which page explains each operation, entity, field, value, limit, and status.
 *
 * Reads the pages and `.generated/openapi.json` (run `npm run generate` first). Prints the totals and everything
 * required without an explanation, and writes the details to `.generated/static/coverage.json`. Exits with status 1 if
 * a required explanation is missing.
 */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkCoverage, coverageLines } from '../src/coverage/coverage';
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
