/**
 * `npm run figures`: prints the statistics of the OpenAPI specification. `-- --write` updates them in
 * api-spec/README.md.
 *
 * Exits with status 1 and the reason if the specification can't be bundled, a tool produces no report, or the markers
 * in the README are missing.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { loadDescription } from '../src/content-lint/specification/description';
import {
  computeFigures,
  figuresTable,
  computeSlowFigures,
  withFigures,
} from '../src/content-lint/specification/figures';

const README = 'api-spec/README.md';

try {
  const readme = readFileSync(README, 'utf8');
  const description = await loadDescription();
  const table = figuresTable(computeFigures(description, readme, await computeSlowFigures(description)));
  console.log(table);
  if (process.argv.includes('--write')) {
    const options = { ...(await resolveConfig(README)), filepath: README };
    writeFileSync(README, await format(withFigures(readme, table), options));
    console.log(`\nWritten to ${README}.`);
  }
} catch (error) {
  console.error(`\n✖ ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
