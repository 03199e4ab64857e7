/** How good the description is beyond being right: prose, examples, errors, meanings, one world. */
import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { loadDescription, type Description } from '../../../src/content-lint/specification/description';
import { type Report } from '../../../src/content-lint/specification/finding';
import { expectClean } from '../../support/expect-clean';
import { described, requiredBodies } from '../../../src/content-lint/specification/rules/described';
import { completeDocument } from '../../../src/content-lint/specification/rules/document';
import { enumerationDescriptions } from '../../../src/content-lint/specification/rules/enumeration-descriptions';
import { errorMatrix } from '../../../src/content-lint/specification/rules/error-matrix';
import { exampleValidity } from '../../../src/content-lint/specification/rules/example-validity';
import { fittingErrors } from '../../../src/content-lint/specification/rules/fitting-errors';
import { namedExamples } from '../../../src/content-lint/specification/rules/named-examples';
import { operationIds } from '../../../src/content-lint/specification/rules/operation-ids';
import { plausiblePages } from '../../../src/content-lint/specification/rules/pages';
import { partialUpdates } from '../../../src/content-lint/specification/rules/partial-updates';
import { plainPaths } from '../../../src/content-lint/specification/rules/paths';
import { plausibleExamples } from '../../../src/content-lint/specification/rules/plausible-examples';
import {
  computeMedianWords,
  operationDescriptions,
  summaries,
} from '../../../src/content-lint/specification/rules/prose-of-operations';
import { plainProse } from '../../../src/content-lint/specification/rules/raw-markup';
import { linkDescriptions } from '../../../src/content-lint/specification/rules/links';
import { sampledBodies } from '../../../src/content-lint/specification/rules/sampler';
import { scalarExamples } from '../../../src/content-lint/specification/rules/scalar-examples';
import { undocumented } from '../../../src/content-lint/specification/rules/undocumented';
import {
  creationTimes,
  unusedExamples,
  worldIdentifiers,
  listExampleIds,
  worldRecords,
  worldSums,
} from '../../../src/content-lint/specification/rules/example-consistency';

const MEDIAN_WORDS = 40;

const RULES: readonly { title: string; rule: (description: Description) => Report }[] = [
  { title: 'summaries start with a verb', rule: summaries },
  { title: 'operations are described', rule: operationDescriptions },
  { title: 'bodies have named examples', rule: namedExamples },
  { title: 'no example is unused', rule: unusedExamples },
  { title: 'request bodies are required', rule: requiredBodies },
  { title: 'no example breaks its schema', rule: exampleValidity },
  { title: 'errors are described with examples', rule: errorMatrix },
  { title: 'error examples fit their operation', rule: fittingErrors },
  { title: 'everything named is described', rule: described },
  { title: 'scalar properties have examples', rule: scalarExamples },
  { title: 'samples are free of placeholders', rule: sampledBodies },
  { title: 'enumeration values have meanings', rule: enumerationDescriptions },
  { title: 'operation ids are addresses', rule: operationIds },
  { title: 'links repeat their operation', rule: linkDescriptions },
  { title: 'badges are whole sentences', rule: undocumented },
  { title: 'prose is plain Markdown', rule: plainProse },
  { title: 'paths are told apart', rule: plainPaths },
  { title: 'partial updates have no defaults', rule: partialUpdates },
  { title: 'the file is complete as a document', rule: completeDocument },
  { title: 'amounts add up', rule: worldSums },
  { title: 'pages can exist', rule: plausiblePages },
];

for (const { title, rule } of RULES) {
  test(title, async () => {
    expectClean(title, rule(await loadDescription()));
  });
}

test('IDs are in the example data', async () => {
  const world = listExampleIds(readFileSync('api-spec/README.md', 'utf8'));
  expect(world.size, 'the README has no world of examples').toBeGreaterThan(20);
  expectClean('identifiers are of one world', worldIdentifiers(await loadDescription(), world));
});

test('an object is the same in every example', async () => {
  const created = creationTimes(readFileSync('api-spec/README.md', 'utf8'));
  expect(created.size, 'no record of the world says when it was created').toBeGreaterThan(5);
  expectClean('a record is the same in every example', worldRecords(await loadDescription(), created));
});

test('examples claim only what can be true', async () => {
  const created = creationTimes(readFileSync('api-spec/README.md', 'utf8'));
  expectClean('examples are plausible', plausibleExamples(await loadDescription(), created));
});

test('the median length of operation descriptions is sufficient', async () => {
  expect(computeMedianWords(await loadDescription())).toBeGreaterThanOrEqual(MEDIAN_WORDS);
});
