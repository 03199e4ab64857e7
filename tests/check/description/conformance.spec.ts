/**
 * The description against the specification, both ways: zero missing, zero extra.
 *
 * The specification's side is `specification-table.ts`; decisions of the README are in `decision-table.ts`.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import {
  DECIDED_ENUMERATIONS,
  DECIDED_FIELDS,
  DECIDED_LIMITS,
  DECIDED_QUERY,
  DECIDED_REQUIRED,
} from '../../../src/content-lint/specification/decision-table';
import { loadDescription, type Description } from '../../../src/content-lint/specification/description';
import { type Report } from '../../../src/content-lint/specification/finding';
import { expectClean } from '../../support/expect-clean';
import { conformingAlternatives } from '../../../src/content-lint/specification/rules/conformance-alternatives';
import { conformingEnumerations } from '../../../src/content-lint/specification/rules/conformance-enumerations';
import {
  conformingFields,
  conformingMarks,
  conformingRequired,
} from '../../../src/content-lint/specification/rules/conformance-fields';
import { conformingLimits } from '../../../src/content-lint/specification/rules/conformance-limits';
import {
  conformingOperations,
  conformingParameters,
  conformingSecurity,
} from '../../../src/content-lint/specification/rules/conformance-operations';
import {
  conformingResponses,
  conformingStatuses,
} from '../../../src/content-lint/specification/rules/conformance-statuses';
import { ENUMERATIONS } from '../../../src/content-lint/specification/specification-table';

const RULES: readonly { title: string; rule: (description: Description) => Report }[] = [
  { title: 'operations', rule: conformingOperations },
  { title: 'parameters', rule: conformingParameters },
  { title: 'security', rule: conformingSecurity },
  { title: 'fields', rule: conformingFields },
  { title: 'marks of fields', rule: conformingMarks },
  { title: 'required fields', rule: conformingRequired },
  { title: 'enumerations', rule: conformingEnumerations },
  { title: 'limits', rule: conformingLimits },
  { title: 'values let through and refused', rule: conformingAlternatives },
  { title: 'statuses', rule: conformingStatuses },
  { title: 'responses', rule: conformingResponses },
];

/** Where to go from a finding. */
const HINT =
  'If the API has changed, change src/content-lint/specification/specification-table.ts too. What the API contract ' +
  'leaves open needs a decision in api-spec/README.md and an entry in src/content-lint/specification/decision-table.ts.';

for (const { title, rule } of RULES) {
  test(`the description conforms to the specification: ${title}`, async () => {
    expectClean(title, rule(await loadDescription()), HINT);
  });
}

test('the webhook events are those of the enumeration of event types', async () => {
  const { webhooks } = await loadDescription();
  const types = ENUMERATIONS.find((enumeration) => enumeration.name === 'webhook event type')?.values ?? [];
  expect(types.length).toBeGreaterThan(0);
  expect(Object.keys(webhooks ?? {}).sort()).toEqual([...types].sort());
});

test('every decision that the table names is in the README', () => {
  const readme = readFileSync('api-spec/README.md', 'utf8');
  const named = new Set(
    [...DECIDED_FIELDS, ...DECIDED_REQUIRED, ...DECIDED_QUERY, ...DECIDED_LIMITS, ...DECIDED_ENUMERATIONS].map(
      (item) => item.decision,
    ),
  );
  expect(named.size).toBeGreaterThan(0);
  expect(
    [...named].filter((decision) => !new RegExp(`^\\| ${decision}\\s*\\|`, 'm').test(readme)),
    'decisions without a row',
  ).toEqual([]);
});
