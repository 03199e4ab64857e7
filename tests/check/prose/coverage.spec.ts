/** Every operation, entity, value, limit, status and sent field is explained on a page. */
import { expect, test } from '@playwright/test';
import { collectBacklinks } from '../../../src/coverage/backlinks';
import { checkCoverage, coverageLines, computeCoverage } from '../../../src/coverage/coverage';
import { collectUsage } from '../../../src/coverage/usage';
import { loadSubject, parse } from './subject';
import { expectClean } from '../../support/expect-clean';

test('the pages explain the API', async () => {
  const { pages, vocabulary, description } = parse(await loadSubject());
  const coverage = computeCoverage(description, collectUsage(pages, vocabulary));
  console.log(coverageLines(coverage).join('\n'));
  expectClean('Coverage', checkCoverage(coverage));
});

test('the reference links back to pages', async () => {
  const { pages, vocabulary } = parse(await loadSubject());
  const { operations, schemas, fields } = collectBacklinks(pages, collectUsage(pages, vocabulary));
  const counts = {
    operations: Object.keys(operations).length,
    schemas: Object.keys(schemas).length,
    fields: Object.keys(fields).length,
  };
  expectClean('Backlinks', { findings: [], counts });
  expect(operations['createCustomer']).toContainEqual({
    title: 'Customers',
    path: '/docs/get-started/concepts/customers',
  });
  expect(Object.values(operations).flat(), 'the home page is no explanation').not.toContainEqual(
    expect.objectContaining({ path: '/' }),
  );
});
