/** Each list that a page shows answers the request above it, and a list that doesn't is found. */
import { expect, test } from '@playwright/test';
import { loadDescription } from '../../../src/description/load';
import { parsePages, readSources } from '../../../src/coverage/pages';
import { descriptionFile, root } from '../../support/routes';
import { checkPageLists } from './page-lists';

const description = loadDescription(descriptionFile);

test('each list on a page answers the request above it', () => {
  const { pages } = parsePages(readSources(root));
  const { findings, compared } = checkPageLists(pages, description);
  console.log(`${compared} lists compared with their requests on ${pages.length} pages; ${findings.length} findings`);
  expect(compared).toBeGreaterThan(8);
  expect(findings, findings.join('\n')).toEqual([]);
});

/** A page with the subscription ID in its text, a request with the given query, and the list below it. */
const findFindings = (query: string, list: string, operation = 'listTransactions', below = ''): string => {
  const text = [
    '---',
    'kind: guide',
    'title: A page',
    '---',
    '',
    'The subscription is `sub_JonasAnnual`.',
    '',
    `<Request operation="${operation}" query={{${query}}} />`,
    '',
    `<Response operation="${operation}" status="200" ${list} />`,
    '',
    below,
  ].join('\n');
  const { pages } = parsePages([{ file: 'docs/api/page.mdx', text }]);
  expect(pages).toHaveLength(1);
  return checkPageLists(pages, description).findings.join('\n');
};

const SORTED = 'sortBy: "date", sortDirection: "desc", limit: 10';

test('accepts a list that answers its request', () => {
  expect(findFindings('combinedStatuses: ["disputed"], limit: 10', 'example="transaction-list-disputed"')).toBe('');
  expect(findFindings(`subscriptionId: "$SUBSCRIPTION_ID", ${SORTED}`, 'example="transaction-list-reactivated"')).toBe(
    '',
  );
});

test('finds a list of other objects', () => {
  expect(findFindings('combinedStatuses: ["disputed"], limit: 10', 'example="transaction-list"')).toMatch(
    /page\.mdx:10: listTransactions: the shown list doesn't answer the request above it: totalCount/,
  );
});

test('finds another limit', () => {
  expect(findFindings('combinedStatuses: ["disputed"], limit: 2', 'example="transaction-list-disputed"')).toContain(
    'paginationMeta.limit',
  );
});

test('finds a list without the filter of its request', () => {
  expect(
    findFindings('customerId: "$CUSTOMER_ID", limit: 10', 'example="subscription-list-paused"', 'listSubscriptions'),
  ).toContain('isn\'t filtered by "customerId"');
});

test('finds a list about someone whom the page does not mention', () => {
  expect(
    findFindings('subscriptionId: "$SUBSCRIPTION_ID", limit: 2', 'example="transaction-list-subscription"'),
  ).toContain("is for sub_MayaMonthly, which this page doesn't mention before");
});

test('finds a text that counts more rows than the list has', () => {
  const listed = (below: string): string =>
    findFindings(
      'combinedStatuses: ["disputed"], limit: 10',
      'example="transaction-list-disputed"',
      'listTransactions',
      below,
    );
  expect(listed('- **Check:** The one latest transaction is the sale.')).toBe('');
  expect(listed('- **Check:** The three latest transactions are the sales.')).toMatch(
    /page\.mdx:12: the text says "three latest transactions", but the list above it has 1/,
  );
});
