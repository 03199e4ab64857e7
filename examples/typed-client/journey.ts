/**
 * From a product to a refund with a typed client: `npm install openapi-fetch`, and save the downloaded `api.d.ts` beside
 * this file. Every path, field, and value below is checked by the compiler, without a cast.
 */
import createClient from 'openapi-fetch';
import type { paths } from './api';

/** Returns the data of a response, or throws what the API reports. */
function unwrap<T>({ data, error, response }: { data?: T; error?: unknown; response: Response }): T {
  if (data === undefined) throw new Error(`${response.url}: ${response.status} ${JSON.stringify(error)}`);
  return data;
}

type Settings = Record<'baseUrl' | 'authorization' | 'organizationId', string>;

/** Sells a subscription, takes its first payment, and refunds part of it. Returns the IDs of what was created. */
export async function runJourney({ baseUrl, authorization, organizationId }: Settings): Promise<string[]> {
  const api = createClient<paths>({ baseUrl, headers: { Authorization: authorization } });
  const path = { organizationId };

  const product = await api.POST('/v1/public-api/organizations/{organizationId}/products', {
    params: { path },
    body: { name: 'Brew Guide Membership', unitLabel: 'seat', type: 'service', value: 'brew-guide' },
  });
  const productId = unwrap(product).data.id;

  const periodAnchorInstruction = { method: 'immediately' } as const;
  const plan = await api.POST('/v1/public-api/organizations/{organizationId}/plans', {
    params: { path },
    body: {
      name: 'Brew Guide Monthly',
      productId,
      currency: 'USD',
      pricing: { formula: 'flat-rate', price: 29 },
      isActive: true,
      isTrialOnly: false,
      recurringInterval: { unit: 'month', length: 1, billingTiming: 'prepaid', periodAnchorInstruction },
    },
  });
  const planId = unwrap(plan).data.id;

  const customer = await api.POST('/v1/public-api/organizations/{organizationId}/customers', {
    params: { path },
    body: { firstName: 'Maya', lastName: 'Lindqvist', email: 'maya@lindqvist.example' },
  });
  const customerId = unwrap(customer).data.id;

  // In production, create the token in the browser with FramePay: card numbers never reach your server.
  const created = await api.POST('/v1/public-api/organizations/{organizationId}/payment-instruments/tokens', {
    params: { path },
    body: {
      primaryAccountNumber: '4111111111111111',
      cardVerificationValue: '123',
      expirationMonth: 4,
      expirationYear: 2031,
    },
  });
  const { data: token } = unwrap(created);

  const card = await api.POST(
    '/v1/public-api/organizations/{organizationId}/customers/{customerId}/payment-instruments',
    { params: { path: { organizationId, customerId } }, body: { token: token.id } },
  );
  const paymentInstrumentId = unwrap(card).data.id;

  const subscription = await api.POST('/v1/public-api/organizations/{organizationId}/subscriptions', {
    params: { path },
    body: { customerId, isTrialOnly: false, items: [{ quantity: 1, plan: { id: planId } }], paymentInstrumentId },
  });
  const subscriptionId = unwrap(subscription).data.id;

  // The first invoice is open until it's paid. With more than 100 invoices, read every page.
  const invoices = await api.GET('/v1/public-api/organizations/{organizationId}/customer-invoices/', {
    params: { path, query: { limit: 100, offset: 0 } },
  });
  const invoice = unwrap(invoices).data.find((entry) => entry.customerId === customerId && entry.status === 'unpaid');
  if (invoice?.id === undefined || invoice.totalAmount === undefined) throw new Error('No invoice is open.');

  const sale = await api.POST('/v1/public-api/organizations/{organizationId}/transactions', {
    params: { path },
    body: {
      type: 'sale',
      amount: invoice.totalAmount,
      currency: 'USD',
      customerId,
      invoiceIds: [invoice.id],
      paymentInstruction: { paymentInstrumentId },
      idempotencyKey: `${invoice.id}-attempt-1`, // Store it before you send it.
    },
  });
  const { id: transactionId, type, result, status } = unwrap(sale).data;
  if (type !== 'sale' || result !== 'approved' || status !== 'completed') throw new Error(`The payment is ${result}.`);

  const refund = await api.POST('/v1/public-api/organizations/{organizationId}/transactions/{transactionId}/refund', {
    params: { path: { organizationId, transactionId } },
    body: { amount: 9.5 },
  });
  const refundId = unwrap(refund).data.id;
  return [productId, planId, customerId, token.id, paymentInstrumentId, subscriptionId, transactionId, refundId];
}
