import type { SidebarsConfig } from '@docusaurus/plugin-content-docs';
import reference from './docs/reference/sidebar';
import { categories, type Category } from './src/site/categories';
import { referenceSidebar } from './src/reference/sidebar';

const concepts = 'get-started/concepts';
const tutorials = 'get-started/tutorials';

/** A category whose page is generated from its children's descriptions. */
const generated = ({ label, slug, description }: Category) =>
  ({ type: 'category', label, link: { type: 'generated-index', slug, title: label, description } }) as const;

/** The one sidebar of guides and reference, in the order of a first integration. */
const sidebars: SidebarsConfig = {
  docs: [
    {
      ...generated(categories.getStarted),
      collapsible: false,
      items: [
        {
          ...generated(categories.concepts),
          items: [
            `${concepts}/customers`,
            `${concepts}/organizations`,
            `${concepts}/products-and-plans`,
            `${concepts}/pricing`,
            `${concepts}/recurring-interval`,
            `${concepts}/trial`,
            `${concepts}/payment-instruments`,
            `${concepts}/transactions`,
            {
              type: 'category',
              label: 'Orders',
              link: { type: 'doc', id: `${concepts}/orders/index` },
              items: [
                `${concepts}/orders/subscriptions`,
                `${concepts}/orders/subscription-flow`,
                `${concepts}/orders/one-time-order`,
                `${concepts}/orders/subscription-pauses`,
                `${concepts}/orders/subscription-cancellations`,
                `${concepts}/orders/subscription-reactivation`,
                `${concepts}/orders/subscription-webhooks`,
              ],
            },
            `${concepts}/invoices`,
          ],
        },
        {
          ...generated(categories.tutorials),
          items: [
            `${tutorials}/account-api-keys-guide`,
            `${tutorials}/create-organization`,
            `${tutorials}/product-crud`,
            `${tutorials}/plan-crud`,
            `${tutorials}/create-customer-with-payment-instrument`,
            `${tutorials}/collect-payment`,
            `${tutorials}/create-subscription`,
            `${tutorials}/pause-subscription`,
            `${tutorials}/cancel-subscription`,
            `${tutorials}/reactivation-subscription`,
            `${tutorials}/webhook-setup`,
            `${tutorials}/webhook-disputes`,
          ],
        },
      ],
    },
    {
      ...generated(categories.paiApi),
      collapsible: false,
      items: [
        'api/introduction',
        'api/authentication',
        'api/errors',
        {
          type: 'category',
          label: 'FramePay',
          link: { type: 'doc', id: 'api/framepay/index' },
          items: [
            'api/framepay/framepay-reference',
            'api/framepay/framepay-events',
            'api/framepay/framepay-express-methods',
          ],
        },
        'api/subscriptions',
        'api/test-cards',
        {
          type: 'category',
          label: 'Webhooks',
          link: { type: 'doc', id: 'api/webhooks/index' },
          items: [
            'api/webhooks/Schemas',
            'api/webhooks/subscription-renewal-reminder',
            'api/webhooks/subscription-trial-end-reminder',
          ],
        },
      ],
    },
    referenceSidebar(reference),
  ],
};

export default sidebars;
