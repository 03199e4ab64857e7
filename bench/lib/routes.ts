/** The pages that are looked at. */
/** A guide that lists no operations: what it transfers more with more of them is what every page pays. */
export const GUIDE = '/docs/api/authentication';
export const OPERATION = '/api/create-transaction';
/** The heaviest guide. */
export const HEAVIEST = '/docs/api/webhooks/';
/** A page of a copied site that is changed, to build or load it again. */
export const EDITED = 'docs/get-started/concepts/trial.mdx';

/** One page of each kind. */
export const KINDS: Record<string, string> = {
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
