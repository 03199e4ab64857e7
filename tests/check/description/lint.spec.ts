/** Two public rule sets over the source and over the bundle: no errors and no warnings. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { loadDescription } from '../../../src/content-lint/specification/description';
import {
  figureIn,
  lintFigure,
  lintReports,
  REDOCLY_ROW,
  SPECTRAL_ROW,
} from '../../../src/content-lint/specification/figures';
import { expectClean } from '../../support/expect-clean';
import { redoclyProblems } from '../../../src/content-lint/specification/rules/redocly';
import { spectralProblems } from '../../../src/content-lint/specification/rules/spectral';
import { joinPointer } from '../../../src/description/json';

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

test('with every rule on, the linters find only the paths that the specification dictates', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'every-rule-'));
  try {
    const [bundle, redoclyConfig, spectralConfig] = ['openapi.json', 'redocly.yaml', 'spectral.yaml'].map((name) =>
      join(folder, name),
    ) as [string, string, string];
    writeFileSync(bundle, JSON.stringify(await loadDescription()));
    writeFileSync(redoclyConfig, 'extends: [recommended-strict]\n');
    writeFileSync(spectralConfig, "extends: ['spectral:oas']\n");
    const reports = [await redoclyProblems(bundle, redoclyConfig), await spectralProblems(bundle, spectralConfig)];
    const found = reports.map(({ findings }) =>
      findings.map(({ pointer, message }) => `${/([a-z]+-[a-z-]+):/.exec(message)?.[1] ?? message} ${pointer}`).sort(),
    );
    console.log(`Redocly ${String(found[0]?.length)}, Spectral ${String(found[1]?.length)} findings`);
    const invoices = '/v1/public-api/organizations/{organizationId}/customer-invoices/';
    const overlapping = '/v1/public-api/organizations/{organizationId}/subscriptions/one-time-orders/{subscriptionId}';
    const withSlash = ['/v1/organizations/', invoices].map((item) => joinPointer('paths', item));
    expect(found).toEqual([
      [
        `no-ambiguous-paths ${joinPointer('paths', overlapping)}`,
        ...withSlash.map((place) => `no-path-trailing-slash ${place}`),
      ],
      withSlash.map((place) => `path-keys-no-trailing-slash ${place}`),
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
