/** What readers do with the description: types, a client, a Postman collection, a mock server. */
import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { loadDescription, listOperations } from '../../../src/content-lint/specification/description';
import { figureIn, TOOLS_ROW, toolReports, toolsFigure } from '../../../src/content-lint/specification/figures';
import { expectClean } from '../../support/expect-clean';

test.setTimeout(240_000);

test('types and a client compile, Postman imports the file, and a mock returns valid responses and rejects invalid requests', async () => {
  const description = await loadDescription();
  const reports = await toolReports(description);
  expectClean('openapi-typescript', reports.types);
  expectClean('openapi-fetch', reports.client);
  expectClean('Postman import', reports.postman);
  expectClean('Prism mock', reports.mock);
  expect(reports.mock.counts?.['calls answered as described']).toBe(listOperations(description).length);
  const readme = readFileSync('api-spec/README.md', 'utf8');
  expect(figureIn(readme, TOOLS_ROW), 'run `npm run figures -- --write`').toBe(toolsFigure(reports));
});
