/**
 * From a product to a refund with a typed client: `npm install openapi-fetch`, and save the downloaded `api.d.ts` beside
 * this file. Every path, field, and value below is checked by the compiler, without a cast.
 */
import createClient from 'openapi-fetch';
import type { paths } from './api';

/** Where and for whom the journey runs. */
interface Settings {
  baseUrl: string;
  /** The whole value of the header: `ApiKey ACCOUNT-ID_API-KEY_API-KEY-ID`. */
  authorization: string;
  organizationId: string;
}

/** Returns the data of a response, or throws what the API reports. */
function unwrap<T>(what: string, result: { data?: T; error?: unknown; response: Response }): T {
  if (result.data === undefined) {
    throw new Error(`${what}: ${result.response.status} ${JSON.stringify(result.error)}`);
  }
  return result.data;
}

/** Sells a subscription, takes a payment, and refunds part of it. Returns the IDs of what was created. */
export async function runJourney({ baseUrl, authorization, organizationId }: Settings): Promise<string[]> {
  const api = createClient<paths>({ baseUrl, headers: { Authorization: authorization } });
  const path = { organizationId };

  const product = unwrap(
    'create the product',
    await api.POST('/v1/public-api/organizations/{organizationId}/products', {
      params: { path },
      body: { name: 'Brew Guide Membership', unitLabel: 'seat', type: 'service', value: 'brew-guide' },
    }),
  ).data;

  const plan = unwrap(
    'create the plan',
    await api.POST('/v1/public-api/organizations/{organizationId}/plans', {
      params: { path },
      body: {
        name: 'Brew Guide Monthly',
        productId: product.id,
        currency: 'USD',
        pricing: { formula: 'flat-rate', price: 29 },
        isActive: true,
        isTrialOnly: false,
        recurringInterval: {
          unit: 'month',
          length: 1,
          billingTiming: 'prepaid',
          periodAnchorInstruction: { method: 'immediately' },
        },
      },
    }),
  ).data;

  const customer = unwrap(
    'create the customer',
    await api.POST('/v1/public-api/organizations/{organizationId}/customers', {
      params: { path },
      body: {
        firstName: 'Maya',
        lastName: 'Lindqvist',
        email: 'maya@lindqvist.example',
      },
    }),
  ).data;

  // In production, create the token in the browser with FramePay: card numbers never reach your server.
  const token = unwrap(
    'create the token',
    await api.POST('/v1/public-api/organizations/{organizationId}/payment-instruments/tokens', {
      params: { path },
      body: {
        primaryAccountNumber: '4111111111111111',
        cardVerificationValue: '123',
        expirationMonth: 4,
        expirationYear: 2031,
      },
    }),
  ).data;

  const card = unwrap(
    'add the card',
    await api.POST('/v1/public-api/organizations/{organizationId}/customers/{customerId}/payment-instruments', {
      params: { path: { ...path, customerId: customer.id } },
      body: { token: token.id },
    }),
  ).data;

  const subscription = unwrap(
    'create the subscription',
    await api.POST('/v1/public-api/organizations/{organizationId}/subscriptions', {
      params: { path },
      body: {
        customerId: customer.id,
        isTrialOnly: false,
        items: [{ quantity: 1, plan: { id: plan.id } }],
        paymentInstrumentId: card.id,
      },
    }),
  ).data;

  // The first invoice is open until the card has paid it. With more invoices than a page holds, look at every page.
  const invoices = unwrap(
    'list the invoices',
    await api.GET('/v1/public-api/organizations/{organizationId}/customer-invoices/', {
      params: { path, query: { limit: 100, offset: 0 } },
    }),
  ).data;
  const invoice = invoices.find(({ customerId, status }) => customerId === customer.id && status === 'unpaid');
  if (invoice?.id === undefined || invoice.totalAmount === undefined) throw new Error('No invoice is open.');

  const payment = unwrap(
    'pay the invoice',
    await api.POST('/v1/public-api/organizations/{organizationId}/transactions', {
      params: { path },
      body: {
        type: 'sale',
        amount: invoice.totalAmount,
        currency: 'USD',
        customerId: customer.id,
        invoiceIds: [invoice.id],
        paymentInstruction: { paymentInstrumentId: card.id },
        // Store the key before you send it, and reuse it only to retry this very request.
        idempotencyKey: `${invoice.id}-attempt-1`,
      },
    }),
  ).data;
  const isPaid = payment.type === 'sale' && payment.result === 'approved' && payment.status === 'completed';
  if (!isPaid) throw new Error(`The payment is ${payment.result}.`);

  const refund = unwrap(
    'refund a part',
    await api.POST('/v1/public-api/organizations/{organizationId}/transactions/{transactionId}/refund', {
      params: { path: { ...path, transactionId: payment.id } },
      body: { amount: 9.5 },
    }),
  ).data;

  return [product, plan, customer, token, card, subscription, payment, refund].map(({ id }) => id);
}
