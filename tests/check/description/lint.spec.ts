/** Two public rule sets over the source and over the bundle: no errors and no warnings. */
import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { loadDescription } from './description';
import { figureIn, LINT_ROW, lintFigure, lintReports } from './figures';
import { expectClean } from './finding';

test.setTimeout(240_000);

test('Redocly recommended-strict and Spectral spectral:oas find nothing in source and bundle', async () => {
  const { redocly, spectral } = await lintReports(await loadDescription());
  for (const [index, what] of ['source', 'bundle'].entries()) {
    for (const [name, report] of [
      ['Redocly recommended-strict', redocly[index]],
      ['Spectral spectral:oas', spectral[index]],
    ] as const) {
      expect(report, `${name} was not run on the ${what}`).toBeDefined();
      if (report !== undefined) expectClean(`${name}, ${what}`, report);
    }
  }
  const readme = readFileSync('api-spec/README.md', 'utf8');
  expect(figureIn(readme, LINT_ROW), 'run `npm run figures -- --write`').toBe(lintFigure(redocly, spectral));
});
