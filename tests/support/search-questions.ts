/**
 * What readers search for, and the pages that answer it. A second page is listed if it answers equally well. Add a
 * question when someone didn't find something, and never change an expected page to please the search.
 */
const concepts = '/docs/get-started/concepts';
const orders = `${concepts}/orders`;
const tutorials = '/docs/get-started/tutorials';

/** The questions by who asks, each with the routes that answer it. */
export const searchQuestions: Readonly<
  Record<'developers' | 'merchants', Readonly<Record<string, readonly string[]>>>
> = {
  developers: {
    'POST /v1/redeem-session': ['/api/redeem-session'],
    '/subscription-cancellations': ['/api/list-subscription-cancellations', `${orders}/subscription-cancellations`],
    proRataCredit: ['/api/change-subscription-items', '/docs/api/subscriptions'],
    deduplicationId: ['/docs/api/webhooks/', '/docs/api/webhooks/Schemas'],
    idempotencyKey: ['/api/create-transaction', '/docs/api/introduction'],
    stickyGatewaySlug: ['/api/update-payment-instrument', `${concepts}/payment-instruments`],
    periodAnchorInstruction: [`${concepts}/recurring-interval`],
    'token-ready': ['/docs/api/framepay/framepay-events'],
    errorCode: ['/docs/api/errors'],
    '422': ['/docs/api/errors'],
    'Missing auth token': ['/docs/api/errors', '/docs/api/authentication'],
    'conflict when deleting a plan': ['/api/delete-plan', `${tutorials}/plan-crud`],
    'rotate api key': ['/api/rotate-api-key', '/docs/api/authentication'],
    'session token': ['/docs/api/authentication', '/api/redeem-session'],
    pagination: ['/docs/api/introduction'],
    'amount in cents or decimals': ['/docs/api/introduction'],
    'date format': ['/docs/api/introduction'],
    'can I retry a failed request': ['/docs/api/errors', '/docs/api/introduction'],
    'test card that gets declined': ['/docs/api/test-cards'],
    'content security policy for card form': ['/docs/api/framepay/'],
    'style the card input': ['/docs/api/framepay/framepay-reference', '/docs/api/framepay/'],
    'google pay button': ['/docs/api/framepay/framepay-express-methods'],
    'verify webhook came from PAI': ['/docs/api/webhooks/', `${tutorials}/webhook-setup`],
    'which events are there': ['/docs/api/webhooks/', '/docs/api/webhooks/Schemas'],
    'typescript types': ['/docs/api/webhooks/Schemas'],
    'transaction-declined': ['/api/transaction-declined-event'],
    refnd: [`${concepts}/transactions`, '/api/refund-transaction'],
    'subscripton pause': [
      `${orders}/subscription-pauses`,
      `${tutorials}/pause-subscription`,
      '/api/create-subscription-pause',
    ],
    'recuring intervall': [`${concepts}/recurring-interval`],
    'download invoice as pdf': ['/api/get-customer-invoice-pdf'],
  },
  merchants: {
    refund: ['/api/refund-transaction', `${concepts}/transactions`],
    'refund without paying twice': [`${concepts}/transactions`],
    'is a payment paid': [`${concepts}/transactions`, `${tutorials}/collect-payment`],
    'charge a card': [`${tutorials}/collect-payment`, '/api/create-transaction'],
    '3d secure redirect': [`${concepts}/transactions`, `${tutorials}/collect-payment`, '/docs/api/test-cards'],
    'capture an authorization': [`${concepts}/transactions`],
    'go-live checklist': ['/docs/api/introduction'],
    'difference between canceled and churned': [
      '/docs/api/introduction',
      `${orders}/subscription-cancellations`,
      `${orders}/subscriptions`,
    ],
    'free trial': [`${concepts}/trial`],
    'charge automatically after a free trial': [`${concepts}/trial`],
    'monthly billing': [`${concepts}/recurring-interval`],
    'subscription renews on the 31st': [`${concepts}/recurring-interval`],
    'tiered vs volume pricing': [`${concepts}/pricing`],
    'vat number': [`${concepts}/pricing`, `${concepts}/invoices`],
    'difference between product and plan': [`${concepts}/products-and-plans`],
    'move subscriber to a more expensive plan': ['/api/change-subscription-items', '/docs/api/subscriptions'],
    'what an upgrade costs': ['/docs/api/subscriptions', `${orders}/subscriptions`],
    'renewal fails': [`${orders}/subscription-flow`],
    'link for a customer to pay an unpaid invoice': [`${orders}/subscription-flow`, `${concepts}/invoices`],
    'replace the card of a subscription': [`${concepts}/payment-instruments`],
    'expired card': [`${concepts}/payment-instruments`, '/api/update-payment-instrument'],
    'how do I cancel a subscription': [`${tutorials}/cancel-subscription`, `${orders}/subscription-cancellations`],
    'undo a cancellation': [
      '/api/delete-subscription-cancellation',
      `${orders}/subscription-cancellations`,
      `${tutorials}/cancel-subscription`,
    ],
    'customer wants to take a break for two months': [
      `${tutorials}/pause-subscription`,
      `${orders}/subscription-pauses`,
      '/api/create-subscription-pause',
    ],
    'bring back a churned customer': [`${tutorials}/reactivation-subscription`, `${orders}/subscription-reactivation`],
    'chargeback deadline': [`${tutorials}/webhook-disputes`, '/api/update-dispute', '/api/dispute-created-event'],
    'sell something once': [`${orders}/one-time-order`, '/api/create-one-time-order'],
    'migrate from another system': ['/docs/api/subscriptions'],
    'PCI DSS compliance': ['/docs/api/framepay/'],
    'leaked api key': ['/docs/api/authentication'],
  },
};
