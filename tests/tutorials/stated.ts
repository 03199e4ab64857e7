/**
 * Where a reader's own records differ from the example on a page, and the page says so. Each entry quotes the page's
 * sentence: without that sentence, the difference is a finding again.
 */
import type { TutorialPage } from './page';

interface StatedDifference {
  page: string;
  operation: string;
  /** Place in the reply, as findings name it. */
  place: RegExp;
  /** The page's own words. */
  sentence: string;
}

const STATED: readonly StatedDifference[] = [
  {
    page: 'create-organization',
    operation: 'getOrganization',
    place: /^data\.account\.\w+ is nothing/,
    sentence: 'The example shows an organization after its registration. Yours is still new.',
  },
  {
    page: 'create-subscription',
    operation: 'listTransactions',
    place: /^data is empty/,
    sentence: "During a free trial, there's no such transaction.",
  },
  {
    page: 'reactivation-subscription',
    operation: 'listTransactions',
    place: /^data is empty/,
    sentence: "If there's none, the customer hasn't been charged.",
  },
  {
    page: 'cancel-subscription',
    operation: 'createSubscriptionCancellation',
    place: /^data\.subscriptionId is nothing/,
    sentence: '`data.subscriptionId`. It might be missing or wrong.',
  },
];

/** Says whether a page announces a difference between its example and what a reader gets. */
export function isStated(page: TutorialPage, operation: string, difference: string): boolean {
  return STATED.some(
    (entry) =>
      entry.page === page.name &&
      entry.operation === operation &&
      entry.place.test(difference) &&
      page.source.includes(entry.sentence),
  );
}
