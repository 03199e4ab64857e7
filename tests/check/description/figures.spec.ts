/** The table of figures in the README is what the rules measure now. */
import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { loadDescription } from '../../../src/content-lint/specification/description';
import {
  figureIn,
  figuresIn,
  computeFigures,
  figuresTable,
  REDOCLY_ROW,
  splitRows,
  SPECTRAL_ROW,
  TOOLS_ROW,
} from '../../../src/content-lint/specification/figures';

test('the statistics in api-spec/README.md are current', async () => {
  const readme = readFileSync('api-spec/README.md', 'utf8');
  // The rows of the linters and of the tools take long; lint.spec.ts and tools.spec.ts compare them.
  const slow = {
    redocly: figureIn(readme, REDOCLY_ROW) ?? '',
    spectral: figureIn(readme, SPECTRAL_ROW) ?? '',
    tools: figureIn(readme, TOOLS_ROW) ?? '',
  };
  const current = splitRows(figuresTable(computeFigures(await loadDescription(), readme, slow)));
  expect(current).toHaveLength(15);
  expect(figuresIn(readme), 'run `npm run figures -- --write` and commit the table').toEqual(current);
});
