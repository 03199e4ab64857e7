/**
 * What each file of `api-spec/components/examples/` shows of the world: which record, when, after which request.
 *
 * Errors are left out: they are about requests that failed, not about records.
 */
import { isRecord } from '../description/json';
import { addPeriods, addSeconds } from './calendar';
import { answerList, type Query } from './lists';
import * as objects from './objects';
import { find, getNextPeriodStart, getRefundAmount } from './timeline';
import type { JsonObject, JsonValue, Time } from './types';
import {
  ACCOUNT,
  API_KEY,
  CURRENCY,
  DESTINATION,
  NOW,
  ORGANIZATION,
  REFUNDS,
  RETURN_PAGE,
  SERVICE_KEY,
  SESSION_TOKEN,
  SUBSCRIPTIONS,
  NEW_TOKEN,
  TOKEN,
} from './history';

/** A list example and the request that it answers. */
export interface ListExample {
  readonly operation: string;
  readonly query: Query;
  readonly at: Time;
}

const { inObject } = objects;

const CREATED = '2026-03-01T09:10:00Z';
const WHAT_IF = '2026-11-20T10:00:00Z';
const BEANS_PAID = '2026-06-10T12:00:20Z';
const JONAS_CONFIRMED = '2026-10-01T10:00:00Z';
const JONAS_BACK = '2026-10-06T14:00:00Z';
const RENEWED = '2026-11-15T09:10:05Z';
const REFUNDED = '2026-06-14T10:30:00Z';

const webhooks = {
  webhookMeta: { url: ACCOUNT.webhookUrl, eventTypes: [...ORGANIZATION.events] },
  sandboxWebhookMeta: { url: ORGANIZATION.sandboxUrl, eventTypes: [...ORGANIZATION.sandboxEvents] },
};

const items = (plan: string, quantity: number): JsonObject[] => [{ quantity, plan: { id: plan } }];

const jonas = { reason: 'too-expensive', description: 'Prefers to brew without the annual plan.' };
const winter = { subscriptionId: 'sub_LeilaMonthly', description: 'Away for the winter.' };
const winterPause = { ...winter, effectiveAt: '2026-11-01T00:00:00Z', endAt: '2027-01-01T00:00:00Z' };
/** If Leila had started her pause early, extended it, and then come back on another day. */
const longerPause = { at: '2026-10-28T16:30:00Z', effectiveAt: '2026-10-28T16:30:00Z', endAt: '2027-02-01T00:00:00Z' };
const leila = find(SUBSCRIPTIONS, 'sub_LeilaMonthly');
const paidUntil = getNextPeriodStart(leila, longerPause.effectiveAt);
const unusedSeconds = (Date.parse(paidUntil) - Date.parse(longerPause.effectiveAt)) / 1000;
const resumed = { at: WHAT_IF, status: 'active', nextCharge: addSeconds(WHAT_IF, unusedSeconds) };
const cameBack = { subscriptionId: 'sub_JonasAnnual', description: 'Came back after talking with support.' };

/** The first attempt to pay for two bags of beans. A key belongs to one body, so each example has its own order. */
const beansSale = (order: string, extra: JsonObject): JsonObject => {
  const { amount } = objects.transaction('txn_MayaBeans', BEANS_PAID);
  const sent = { amount: amount ?? null, currency: CURRENCY, customerId: 'cus_MayaLindqvist', type: 'sale' };
  const redirectUrl = `${RETURN_PAGE}?order=${order}`;
  return { ...sent, ...extra, redirectUrl, idempotencyKey: `${order}-attempt-1` };
};

const seatAdded = { at: WHAT_IF, quantity: 2 };
const upgraded = { at: WHAT_IF, plan: 'pln_BrewAnnual', nextCharge: addPeriods(WHAT_IF, { unit: 'year', length: 1 }) };
const decision = '2026-08-20T09:00:00Z';

const auth = { type: 'basic', username: DESTINATION.username, password: DESTINATION.password };

/** Requests and responses about single records, by the name of their file. */
const SINGLE: Readonly<Record<string, JsonObject>> = {
  'access-permit-create': { cfWorkspaceHash: ORGANIZATION.workspace, isOwner: true, ...webhooks },
  'access-permit-create-existing': { organizationId: ORGANIZATION.id, isOwner: false },
  'access-permit': inObject({
    redirectUrl: `https://www.pai.example/sign-in?sessionToken=${SESSION_TOKEN}`,
    organizationId: ORGANIZATION.id,
  }),
  'account-secret': { secret: ACCOUNT.secret },
  'account-secret-change': { secret: ACCOUNT.secret, newSecret: ACCOUNT.newSecret },
  account: inObject(objects.account(ACCOUNT.activatedAt, true)),
  'account-secret-changed': inObject(objects.account(ACCOUNT.secretChangedAt, false)),
  'api-key': inObject(objects.apiKey(API_KEY)),
  'api-key-created': inObject(objects.apiKey({ ...SERVICE_KEY, rotatedAt: undefined })),
  'api-key-rotated': inObject(objects.apiKey(SERVICE_KEY)),
  'organization-create': {
    organizationName: ORGANIZATION.name,
    website: ORGANIZATION.website,
    country: ORGANIZATION.country,
    reportCurrency: CURRENCY,
    cfWorkspaceHash: ORGANIZATION.workspace,
    ...webhooks,
  },
  'organization-created': inObject(objects.organization(ORGANIZATION.createdAt)),
  organization: inObject(objects.organization(NOW)),
  'organization-access-permit-create': { isOwner: false },
  'public-key': inObject({ value: ORGANIZATION.publishableKey }),
  'ready-to-pay': inObject({ paymentMethods: ['payment-card', 'ach'], creditCardBrand: ['Visa', 'MasterCard'] }),

  'customer-create': objects.customerBody('cus_MayaLindqvist'),
  'customer-create-company': objects.customerBody('cus_JonasOkafor'),
  'customer-upsert': objects.customerBody('cus_JonasOkafor'),
  'customer-update': { primaryPaymentInstrument: { method: 'payment-card', id: 'pin_MayaVisa1111' } },
  'customer-update-tags': { phoneNumber: '2065550100', tags: ['vip'] },
  customer: inObject(objects.customer('cus_MayaLindqvist')),
  'customer-company': inObject(objects.customer('cus_JonasOkafor')),
  'customer-arabic-name': inObject(objects.customer('cus_LeilaHaddad')),

  'payment-instrument-token-create': {
    primaryAccountNumber: TOKEN.card.number,
    cardVerificationValue: TOKEN.card.code,
    expirationMonth: TOKEN.card.month,
    expirationYear: TOKEN.card.year,
  },
  'payment-instrument-token': inObject(objects.token()),
  'payment-instrument-create': { token: TOKEN.id },
  'payment-instrument': inObject(objects.instrument('pin_MayaVisa1111')),
  'payment-instrument-update': {
    billingAddress: objects.billingAddressBody('cus_MayaLindqvist', true),
    creditCard: { expireMonth: 4, expireYear: 2034 },
  },
  'payment-instrument-update-backup': { useAsBackup: true },
  'payment-instrument-renewed': inObject(
    objects.instrument('pin_MayaVisa1111', { updatedAt: '2026-11-20T08:00:00Z', expireYear: 2034 }),
  ),
  'payment-instrument-bank-account': inObject(
    objects.instrument('pin_MayaBank0532', { updatedAt: '2026-11-20T08:05:00Z' }),
  ),

  'product-create': objects.productBody('prd_BrewGuide'),
  'product-create-goods': objects.productBody('prd_HouseBlend'),
  'product-upsert': objects.productBody('prd_BrewGuide'),
  product: inObject(objects.product('prd_BrewGuide')),
  'product-goods': inObject(objects.product('prd_HouseBlend')),

  'plan-create': objects.planBody('pln_BrewMonthly'),
  'plan-create-annual': objects.planBody('pln_BrewAnnual'),
  'plan-create-one-time': objects.planBody('pln_HouseBlendBag'),
  'plan-create-trial-only': objects.planBody('pln_BrewTaster'),
  'plan-upsert': objects.planBody('pln_BrewMonthly'),
  plan: inObject(objects.plan('pln_BrewMonthly')),
  'plan-annual': inObject(objects.plan('pln_BrewAnnual')),
  'plan-one-time': inObject(objects.plan('pln_HouseBlendBag')),
  'plan-trial-only': inObject(objects.plan('pln_BrewTaster')),

  'plan-tiered': inObject(objects.plan('pln_OfficeTiered')),
  'plan-volume': inObject(objects.plan('pln_OfficeVolume')),
  'plan-stairstep': inObject(objects.plan('pln_OfficeStairstep')),
  'plan-setup-fee': inObject(objects.plan('pln_CuppingClub')),
  'plan-postpaid': inObject(objects.plan('pln_OfficePostpaid')),
  'plan-day-of-month': inObject(objects.plan('pln_FirstOfMonth')),
  'subscription-trial-only': inObject(objects.subscription('sub_AmaraTaster', '2026-11-16T14:00:00Z')),
  'transaction-waiting': inObject(objects.transaction('txn_TheoBeans', '2026-07-08T16:45:30Z')),
  'transaction-offsite': inObject(objects.transaction('txn_TheoBeans', '2026-07-08T16:45:50Z')),
  'transaction-3ds-authentication': inObject(objects.transaction('txn_TheoBeans3ds', '2026-07-08T16:45:30Z')),
  'transaction-verified': inObject(objects.transaction('txn_PriyaNov10', NOW)),

  'subscription-create': {
    customerId: 'cus_MayaLindqvist',
    isTrialOnly: false,
    items: items('pln_BrewMonthly', 1),
    paymentInstrumentId: 'pin_MayaVisa1111',
  },
  'subscription-create-annual': {
    customerId: 'cus_JonasOkafor',
    isTrialOnly: false,
    items: items('pln_BrewAnnual', 2),
    paymentInstrumentId: 'pin_JonasMc4444',
  },
  'subscription-create-trial-only': {
    customerId: 'cus_AmaraDiallo',
    isTrialOnly: true,
    items: items('pln_BrewTaster', 1),
  },
  'subscription-created': inObject(objects.subscription('sub_MayaMonthly', CREATED)),
  'subscription-annual-created': inObject(objects.subscription('sub_JonasAnnual', '2026-05-04T15:30:00Z')),
  subscription: inObject(objects.subscription('sub_MayaMonthly', NOW)),
  'subscription-annual': inObject(objects.subscription('sub_JonasAnnual', NOW)),
  'subscription-paused': inObject(objects.subscription('sub_LeilaMonthly', NOW)),
  'subscription-resumed': inObject(objects.subscription('sub_LeilaMonthly', NOW, resumed)),
  'subscription-canceled': inObject(objects.subscription('sub_JonasAnnual', JONAS_CONFIRMED)),
  'subscription-reactivated': inObject(objects.subscription('sub_JonasAnnual', JONAS_BACK)),
  'subscription-update': {
    customerId: 'cus_MayaLindqvist',
    isTrialOnly: false,
    items: items('pln_BrewMonthly', 1),
    paymentInstrumentId: 'pin_MayaBank0532',
    renewalTime: '2026-12-15T09:10:00Z',
  },
  'subscription-updated': inObject(objects.subscription('sub_MayaMonthly', NOW, { at: WHAT_IF })),
  'subscription-items-change': {
    items: items('pln_BrewAnnual', 1),
    retainRenewalTime: 'reset',
    proRataCredit: true,
  },
  'subscription-items-change-retain': {
    items: items('pln_BrewMonthly', 2),
    retainRenewalTime: 'retain',
    proRataCredit: true,
  },
  'subscription-upgraded': inObject(objects.subscription('sub_MayaMonthly', NOW, upgraded)),
  'subscription-seat-added': inObject(objects.subscription('sub_MayaMonthly', NOW, seatAdded)),

  'one-time-order-create': { customerId: 'cus_MayaLindqvist' },
  'one-time-order-upsert': { customerId: 'cus_MayaLindqvist' },
  'one-time-order-created': inObject(objects.oneTimeOrder('sub_MayaBeans', '2026-06-10T12:00:00Z', false)),
  'one-time-order': inObject(objects.oneTimeOrder('sub_MayaBeans', NOW)),

  'subscription-cancellation-create-draft': { ...jonas, status: 'draft' },
  'subscription-cancellation-create-later': {
    reason: 'did-not-use',
    cancelAt: '2026-12-01T00:00:00Z',
    description: 'No time to brew this winter.',
    status: 'draft',
  },
  'subscription-cancellation-update': {
    ...jonas,
    status: 'confirmed',
    subscriptionId: 'sub_JonasAnnual',
    prorated: false,
    churnTimePolicy: 'at-next-renewal',
  },
  'subscription-cancellation-update-reason': jonas,
  'subscription-cancellation': inObject(objects.cancellation('can_JonasOct01', JONAS_CONFIRMED)),
  'subscription-cancellation-created': inObject(objects.cancellation('can_JonasOct01', '2026-10-01T09:56:00Z')),
  'subscription-cancellation-draft': inObject(objects.cancellation('can_JonasOct01', '2026-10-01T09:58:00Z')),
  'subscription-cancellation-credited': inObject(objects.cancellation('can_TomasAug12', NOW)),

  'subscription-pause-create': winterPause,
  'subscription-pause-create-open-ended': {
    subscriptionId: 'sub_LeilaMonthly',
    description: null,
    endAt: null,
  },
  'subscription-pause-update': { ...winter, effectiveAt: longerPause.effectiveAt, endAt: longerPause.endAt },
  'subscription-pause-pending': inObject(objects.pause('pau_LeilaWinter', '2026-10-28T16:20:00Z')),
  'subscription-pause-extended': inObject(objects.pause('pau_LeilaWinter', longerPause.at, longerPause)),
  'subscription-pause': inObject(objects.pause('pau_LeilaWinter', NOW)),

  'subscription-reactivation-create': {
    ...cameBack,
    effectiveAt: '2026-10-06T14:00:00Z',
    renewalAt: '2027-05-04T15:30:00Z',
    paymentInstrumentId: 'pin_JonasMc4444',
  },
  'subscription-reactivation-create-minimal': cameBack,
  'subscription-reactivation': inObject(objects.reactivation('rea_JonasOct06')),

  'transaction-create-by-instrument': beansSale('tw-2026-0093', {
    paymentInstruction: { paymentInstrumentId: 'pin_MayaVisa1111' },
    invoiceIds: ['inv_2026-06-0093'],
    metadata: { shelf: 'B12' },
    isMerchantInitiated: false,
  }),
  'transaction-create-by-token': beansSale('tw-2026-0203', {
    paymentInstruction: { token: NEW_TOKEN.id },
    isMerchantInitiated: false,
    billingAddress: objects.billingAddressBody('cus_MayaLindqvist', false),
  }),
  'transaction-approved': inObject(objects.transaction('txn_MayaBeans', BEANS_PAID)),
  'transaction-declined': inObject(objects.transaction('txn_JonasDeclined', NOW)),
  'transaction-disputed': inObject(objects.transaction('txn_JonasMay04', NOW)),
  'transaction-partially-refunded': inObject(objects.transaction('txn_MayaBeans', NOW)),
  'transaction-refund-create': { amount: getRefundAmount(find(REFUNDS, 'txn_MayaBeansRefund')) },
  'transaction-refund-create-rest': {},
  'transaction-refund': inObject(objects.transaction('txn_MayaBeansRefund', NOW)),
  transaction: inObject(objects.transaction('txn_MayaNov15', NOW)),

  dispute: inObject(objects.dispute('dsp_JonasFraud', '2026-07-02T08:00:00Z')),
  'dispute-under-review': inObject(objects.dispute('dsp_JonasFraud', NOW)),
  'dispute-update': {
    transactionId: 'txn_JonasMay04',
    currency: CURRENCY,
    amount: objects.transaction('txn_JonasMay04', NOW)['amount'] ?? null,
    reasonCode: '37',
    type: 'first-chargeback',
    status: 'under-review',
    postedAt: '2026-07-02T08:00:00Z',
  },

  'webhook-destination-create': { url: DESTINATION.url, auth },
  'webhook-destination-create-open': { url: DESTINATION.url },
  'webhook-destination-update': { url: DESTINATION.url, auth: { ...auth, password: DESTINATION.newPassword } },
  'webhook-destination': inObject(objects.destination()),
  'webhook-destination-updated': inObject({ ...objects.destination(), updatedAt: WHAT_IF }),
};

const lost = { status: 'lost', at: decision };
const won = { status: 'won', at: decision };
const maya = 'sub_MayaMonthly';

/** What each event carries, by its type. */
const EVENTS: Readonly<Record<string, JsonObject>> = {
  'dispute-created': objects.dispute('dsp_JonasFraud', '2026-07-02T08:00:00Z'),
  'dispute-comments': objects.dispute('dsp_JonasFraud', '2026-07-03T09:00:00Z'),
  'dispute-updated': objects.dispute('dsp_JonasFraud', '2026-07-09T13:20:00Z'),
  'dispute-lost': objects.dispute('dsp_JonasFraud', decision, lost),
  'dispute-won': objects.dispute('dsp_JonasFraud', decision, won),
  'offsite-payment-completed': objects.transaction('txn_TheoBeans', '2026-07-08T16:47:15Z'),
  'order-delinquency-reached': objects.subscription('sub_OskarMonthly', NOW),
  'subscription-activated': objects.subscription('sub_JonasAnnual', '2026-05-04T15:36:10Z'),
  'subscription-canceled': objects.subscription('sub_JonasAnnual', JONAS_CONFIRMED),
  'subscription-churned': objects.subscription('sub_TomasAnnual', '2026-08-12T09:00:00Z'),
  'subscription-downgraded': objects.subscription('sub_JonasAnnual', NOW, { at: WHAT_IF, quantity: 1 }),
  'subscription-items-changed': objects.subscription(maya, NOW, seatAdded),
  'subscription-modified': objects.subscription(maya, NOW, { at: WHAT_IF, isAutoPay: false }),
  'subscription-reactivated': objects.subscription('sub_JonasAnnual', JONAS_BACK),
  'subscription-renewal-reminder': objects.subscription(maya, '2026-11-08T09:10:00Z'),
  'subscription-renewed': objects.subscription(maya, RENEWED),
  'subscription-trial-changed': objects.subscription(maya, '2026-03-04T10:00:00Z', {
    at: '2026-03-04T10:00:00Z',
    nextCharge: '2026-03-22T09:10:00Z',
  }),
  'subscription-trial-end-reminder': objects.subscription(maya, '2026-03-12T09:10:00Z'),
  'subscription-trial-ended': objects.subscription(maya, '2026-03-15T09:10:00Z'),
  'subscription-upgraded': objects.subscription(maya, NOW, upgraded),
  'transaction-declined': objects.transaction('txn_OskarNov18', NOW),
  'transaction-processed': objects.transaction('txn_MayaNov15', RENEWED),
};

const FIRST_PAGE = { limit: 10, offset: 0 };
const OLDEST_FIRST = { sortBy: 'createdAt', sortDirection: 'asc' };
const CATALOG_SEARCH = {
  ...FIRST_PAGE,
  sortDirection: 'desc',
  sortBy: 'createdAt',
  search: 'brew',
  updatedFrom: '2026-01-01T00:00:00Z',
  updatedTo: '2026-11-20T00:00:00Z',
};
const list = (operation: string, query: Query, at: Time = NOW): ListExample => ({ operation, query, at });

/**
 * List responses and their requests. The first example of an operation answers the request that its parameters' examples
 * make together, so that a reader sees one request and its response.
 */
export const LIST_EXAMPLES: Readonly<Record<string, ListExample>> = {
  'customer-list': list('listCustomers', {
    ...FIRST_PAGE,
    search: 'seattle',
    showTestData: false,
    sortBy: 'lifetimeRevenue',
    sortDirection: 'desc',
    revenueMin: 100,
    revenueMax: 1000,
    createdFrom: '2026-01-01T00:00:00Z',
    createdTo: '2026-11-20T23:59:59Z',
    countries: ['US', 'CA'],
    primaryPaymentInstrumentMethods: ['payment-card', 'ach'],
    lastPaymentFrom: '2026-01-01T00:00:00Z',
    lastPaymentTo: '2026-11-20T23:59:59Z',
    isVip: false,
  }),
  'customer-list-first-page': list('listCustomers', { limit: 4, offset: 0, ...OLDEST_FIRST }),
  'customer-list-middle-page': list('listCustomers', { limit: 4, offset: 4, ...OLDEST_FIRST }),
  'customer-list-last-page': list('listCustomers', { limit: 10, offset: 10, ...OLDEST_FIRST }),
  'customer-list-empty': list('listCustomers', { limit: 10, offset: 20, ...OLDEST_FIRST }),
  // Invoices have no filters: a page of them as it was on a day when there were few.
  'customer-invoice-list': list('listCustomerInvoices', FIRST_PAGE, '2026-06-10T12:00:20Z'),
  'payment-instrument-list': list('listCustomerPaymentInstruments', {
    ...FIRST_PAGE,
    customerId: 'cus_MayaLindqvist',
    search: 'harbor',
  }),
  'payment-instrument-token-list': list('listPaymentInstrumentTokens', FIRST_PAGE),
  'plan-list': list('listPlans', CATALOG_SEARCH),
  'product-list': list('listProducts', CATALOG_SEARCH),
  'subscription-list': list('listSubscriptions', {
    ...FIRST_PAGE,
    sortDirection: 'desc',
    sortBy: 'createdAt',
    search: 'brew',
    createdFrom: '2026-01-01T00:00:00Z',
    createdTo: '2026-11-20T00:00:00Z',
    nextChargeFrom: '2026-12-01T00:00:00Z',
    nextChargeTo: '2026-12-31T23:59:59Z',
    renewability: 'automatic',
    customerId: 'cus_MayaLindqvist',
    statuses: ['active', 'paused'],
    currencies: ['USD'],
    amountMin: 10,
    amountMax: 600,
    showTestData: false,
  }),
  'subscription-list-customer': list('listSubscriptions', { limit: 10, customerId: 'cus_MayaLindqvist' }, CREATED),
  'subscription-list-paused': list('listSubscriptions', { limit: 10, statuses: ['paused'] }),
  'subscription-cancellation-list': list('listSubscriptionCancellations', {
    ...FIRST_PAGE,
    sortBy: 'cancelledAt',
    statuses: ['confirmed', 'completed'],
    createdFrom: '2026-01-01T00:00:00Z',
    createdTo: '2026-11-20T00:00:00Z',
    reasons: ['too-expensive', 'did-not-use'],
    cancelledBy: 'customer',
    showTestData: false,
  }),
  'subscription-pause-list': list('listSubscriptionPauses', FIRST_PAGE),
  'subscription-reactivation-list': list('listSubscriptionReactivations', FIRST_PAGE),
  'transaction-list': list('listTransactions', {
    ...FIRST_PAGE,
    sortDirection: 'desc',
    sortBy: 'date',
    combinedStatuses: ['completed', 'partially-refunded'],
    paymentMethods: ['payment-card'],
    search: 'lindqvist',
    showTestData: false,
    subscriptionId: 'sub_MayaMonthly',
    customerId: 'cus_MayaLindqvist',
    amountMin: 10,
    amountMax: 600,
    dateFrom: '2026-10-01T00:00:00Z',
    dateTo: '2026-11-20T23:59:59Z',
    paymentType: 'subscription-payment',
    currencies: ['USD'],
    gateways: ['stripe'],
  }),
  'transaction-list-customer': list(
    'listTransactions',
    { limit: 2, sortDirection: 'desc', sortBy: 'date', customerId: 'cus_MayaLindqvist' },
    REFUNDED,
  ),
  'transaction-list-subscription': list('listTransactions', {
    limit: 2,
    sortDirection: 'desc',
    sortBy: 'date',
    subscriptionId: 'sub_MayaMonthly',
  }),
  'transaction-list-reactivated': list(
    'listTransactions',
    { limit: 10, sortDirection: 'desc', sortBy: 'date', subscriptionId: 'sub_JonasAnnual' },
    JONAS_BACK,
  ),
  'transaction-list-disputed': list('listTransactions', { limit: 10, combinedStatuses: ['disputed'] }),
  'transaction-log-list': list('listTransactionLogs', { ...FIRST_PAGE, transactionId: 'txn_MayaBeans' }),
  'webhook-destination-list': list('listWebhookDestinations', FIRST_PAGE),
};

/** Names of all examples that show records of the world, events included. */
export const EXAMPLE_NAMES: readonly string[] = [
  ...Object.keys(SINGLE),
  ...Object.keys(LIST_EXAMPLES),
  ...Object.keys(EVENTS).map((type) => `event-${type}`),
];

/**
 * Says what an example must show.
 * @param name Name of its file in `api-spec/components/examples/`, without the extension.
 * @param written What the file shows now: the ID of an event's delivery is taken from it, because nothing derives it.
 * @returns The whole value, or `undefined` for a name that the world does not know.
 */
export function getExpectedExample(name: string, written: JsonValue | undefined): JsonObject | undefined {
  const asked = LIST_EXAMPLES[name];
  if (asked) return answerList(asked.operation, asked.query, asked.at);
  const type = name.replace(/^event-/, '');
  const metadata = name === type ? undefined : EVENTS[type];
  if (!metadata) return SINGLE[name];
  const delivery = isRecord(written) ? written : {};
  return {
    deduplicationId: delivery['deduplicationId'] ?? null,
    type,
    organizationId: ORGANIZATION.id,
    metadata,
  };
}
