/** The pages that the benchmark opens, and the file that it edits. */

/** A guide that doesn't list operations. If it grows with the number of operations, every page does. */
export const GUIDE = '/docs/api/authentication';
export const OPERATION = '/api/create-transaction';
/** The heaviest guide. */
export const HEAVIEST = '/docs/api/subscriptions';
/** The page to edit, and its file. */
export const EDITED = '/docs/get-started/concepts/trial';
export const EDITED_FILE = 'docs/get-started/concepts/trial.mdx';
/** The operation to edit, and its file. */
export const EDITED_OPERATION = '/api/create-access-permit';
export const EDITED_OPERATION_FILE = 'api-spec/paths/access-permits.yaml';

/** One page of each kind. */
export const KINDS: Readonly<Record<string, string>> = {
  home: '/',
  category: '/docs/category/concepts',
  concept: '/docs/get-started/concepts/orders/subscriptions',
  tutorial: '/docs/get-started/tutorials/create-subscription',
  guide: GUIDE,
  webhook: '/docs/api/webhooks/subscription-renewal-reminder',
  'reference index': '/api/',
  operation: OPERATION,
  event: '/api/subscription-renewal-reminder-event',
};
