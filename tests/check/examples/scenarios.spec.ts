/**
 * The scenarios that readers ask for most: each has an example on the page of an operation, and a guide that shows the
 * example or links to that page.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import kebabCase from 'lodash/kebabCase';
import { Description, type NamedExample } from '../../../src/description/description';
import { operationModel } from '../../../src/description/page-model';
import { loadDescription } from '../../../src/content-lint/specification/description';

type Scenario = [scenario: string, example: string, operation: string, guide: string];

const concepts = 'docs/get-started/concepts';
const SCENARIOS: readonly Scenario[] = [
  ['offsite payment with redirectUrl', 'transaction-offsite', 'getTransaction', 'docs/api/test-cards.mdx'],
  ['waiting payment', 'transaction-waiting', 'createTransaction', 'docs/api/test-cards.mdx'],
  ['3DS', 'transaction-3ds-authentication', 'createTransaction', 'docs/api/test-cards.mdx'],
  ['AVS, CVV, and ARN', 'transaction-verified', 'getTransaction', `${concepts}/transactions.mdx`],
  ['partial refund', 'transaction-refund-create', 'refundTransaction', `${concepts}/transactions.mdx`],
  ['tiered plan', 'plan-tiered', 'getPlan', `${concepts}/pricing.mdx`],
  ['volume plan', 'plan-volume', 'getPlan', `${concepts}/pricing.mdx`],
  ['stairstep plan', 'plan-stairstep', 'getPlan', `${concepts}/pricing.mdx`],
  ['setup fee', 'plan-setup-fee', 'getPlan', `${concepts}/pricing.mdx`],
  ['postpaid plan', 'plan-postpaid', 'getPlan', `${concepts}/recurring-interval.mdx`],
  ['day-of-month anchor', 'plan-day-of-month', 'getPlan', `${concepts}/recurring-interval.mdx`],
  [
    'confirmed cancellation',
    'subscription-cancellation',
    'getSubscriptionCancellation',
    `${concepts}/orders/subscription-cancellations.mdx`,
  ],
  ['trial-only plan', 'plan-trial-only', 'createPlan', `${concepts}/trial.mdx`],
  ['trial-only subscription', 'subscription-create-trial-only', 'createSubscription', `${concepts}/trial.mdx`],
  ['first page', 'customer-list-first-page', 'listCustomers', 'docs/api/introduction.mdx'],
  ['middle page', 'customer-list-middle-page', 'listCustomers', 'docs/api/introduction.mdx'],
  ['last page', 'customer-list-last-page', 'listCustomers', 'docs/api/introduction.mdx'],
  ['empty page', 'customer-list-empty', 'listCustomers', 'docs/api/introduction.mdx'],
];

/** The example files of an operation's page, by the texts that the page shows. */
function listExamples(description: Description, operation: string): NamedExample[] {
  const { body, responses } = operationModel(description, operation);
  return [body, ...responses.map((response) => response.body)].flatMap((part) => part?.examples ?? []);
}

/** What is wrong with a scenario. */
function findFault(description: Description, [scenario, example, operation, guide]: Scenario, text: string) {
  const names = description.document.components?.examples;
  const summary = names?.[example]?.summary;
  if (summary === undefined || !listExamples(description, operation).some((shown) => shown.summary === summary))
    return `${scenario}: the page of ${operation} doesn't show the example "${example}"`;
  const links = [`example="${example}"`, `="${operation}"`, `/api/${kebabCase(operation)}`];
  return links.some((link) => text.includes(link))
    ? undefined
    : `${scenario}: ${guide} neither shows "${example}" nor links to ${operation}; add an <OperationLink>`;
}

test('each scenario is on the page of its operation, and a guide uses it', async () => {
  const description = new Description(await loadDescription());
  const faults = SCENARIOS.map((entry) => findFault(description, entry, readFileSync(entry[3], 'utf8')));
  console.log(`${SCENARIOS.length} scenarios`);
  expect(SCENARIOS.length).toBeGreaterThan(0);
  expect(faults.filter((fault) => fault !== undefined)).toEqual([]);
});

test('a scenario without its example, or without a link in the guide, is found', async () => {
  const description = new Description(await loadDescription());
  expect(findFault(description, ['Tiers', 'plan-tiered', 'createPlan', 'a.mdx'], '')).toContain("doesn't show");
  expect(findFault(description, ['Tiers', 'plan-tiered', 'getPlan', 'a.mdx'], 'Text.')).toContain(
    'a.mdx neither shows',
  );
});
