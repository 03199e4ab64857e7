/** Two public rule sets over the source and over the bundle: no errors and no warnings. */
import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { loadDescription } from '../../../src/content-lint/specification/description';
import {
  figureIn,
  lintFigure,
  lintReports,
  REDOCLY_ROW,
  SPECTRAL_ROW,
} from '../../../src/content-lint/specification/figures';
import { expectClean } from '../../../src/content-lint/specification/finding';

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
  const renew = 'run `npm run figures -- --write`';
  expect(figureIn(readme, REDOCLY_ROW), renew).toBe(lintFigure(redocly));
  expect(figureIn(readme, SPECTRAL_ROW), renew).toBe(lintFigure(spectral));
});
