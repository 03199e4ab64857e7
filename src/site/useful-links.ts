/** Where most readers want to go. The search shows them before and without a result, and the not-found page always. */
export const usefulLinks: readonly (readonly [href: string, title: string])[] = [
  ['/docs/get-started/tutorials/account-api-keys-guide', 'Get your API keys'],
  ['/docs/get-started/tutorials/collect-payment', 'Collect a payment'],
  ['/docs/get-started/tutorials/create-subscription', 'Create a subscription'],
  ['/docs/api/webhooks/', 'Webhooks'],
  ['/docs/api/errors', 'Errors'],
  ['/api/', 'API reference'],
];
