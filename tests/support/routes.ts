import { readFileSync } from 'node:fs';
import path from 'node:path';
import { loadSpecification } from '../../src/specification/load';

/** Absolute paths of the repository, the built site, and the bundled specification. */
export const root = path.resolve(__dirname, '..', '..');
export const buildFolder = path.join(root, 'build');
export const specificationFile = path.join(root, '.generated', 'openapi.json');

const concepts = [
  ...['customers', 'invoices', 'organizations', 'payment-instruments', 'pricing', 'products-and-plans'],
  ...['recurring-interval', 'transactions', 'trial'],
];
const orders = [
  ...['', 'one-time-order', 'subscription-cancellations', 'subscription-flow', 'subscription-pauses'],
  ...['subscription-reactivation', 'subscription-webhooks', 'subscriptions'],
];
const tutorials = [
  ...['account-api-keys-guide', 'cancel-subscription', 'collect-payment', 'create-customer-with-payment-instrument'],
  ...['create-organization', 'create-subscription', 'pause-subscription', 'plan-crud', 'product-crud'],
  ...['reactivation-subscription', 'webhook-disputes', 'webhook-setup'],
];

/** The routes that the site promises, besides those of operations and events. */
export const specifiedRoutes: readonly string[] = [
  '/',
  '/api/',
  ...['authentication', 'errors', 'introduction', 'subscriptions', 'test-cards'].map((name) => `/docs/api/${name}`),
  ...['', 'framepay-events', 'framepay-express-methods', 'framepay-reference'].map(
    (name) => `/docs/api/framepay/${name}`,
  ),
  ...['', 'Schemas', 'subscription-renewal-reminder', 'subscription-trial-end-reminder'].map(
    (name) => `/docs/api/webhooks/${name}`,
  ),
  ...['concepts', 'get-started', 'pai-api', 'tutorials'].map((name) => `/docs/category/${name}`),
  ...concepts.map((name) => `/docs/get-started/concepts/${name}`),
  ...orders.map((name) => `/docs/get-started/concepts/orders/${name}`),
  ...tutorials.map((name) => `/docs/get-started/tutorials/${name}`),
];

/** The generated pages, one per operation and webhook event. */
export function operationRoutes(): string[] {
  return [...loadSpecification(specificationFile).operations.values()].map(({ url }) => url);
}

/** The routes in the built sitemap. */
export function sitemapRoutes(): string[] {
  const sitemap = readFileSync(path.join(buildFolder, 'sitemap.xml'), 'utf8');
  return [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map((match) => new URL(match[1] ?? '').pathname);
}
