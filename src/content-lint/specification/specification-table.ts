/**
 * The specification of the API as data, transcribed by hand: operations, fields, enumerations, limits, security.
 *
 * It is the measure of the description and must never be generated from it. What stands in the description by a
 * numbered decision of `api-spec/README.md`, and not by the specification, is in `decision-table.ts`.
 *
 * Places in a body are written `body createCustomer primaryAddress.customerAddress.zip`,
 * `response listCustomers data.email`, `query listPlans sortBy` or `schema WebhookMetadata url`; arrays are looked through.
 */
import longEnumerations from './long-enumerations.json';

/** Which part of an exchange, of which operation (or schema), and the field in it. */
export type Place = `${'body' | 'response' | 'query' | 'schema'} ${string}`;

/**
 * The fields of an entity. `leaf` has no fields of its own; `open` is named by the specification, but what is in it is
 * not shown, or is another entity.
 */
export type FieldShape = 'leaf' | 'open' | Fields;
export interface Fields {
  readonly [name: string]: FieldShape;
}

const leaves = (...names: string[]): Fields => Object.fromEntries(names.map((name) => [name, 'leaf']));
const TIMESTAMPS = leaves('createdAt', 'updatedAt', 'deletedAt');

// ---------------------------------------------------------------------------------------------------------------------
// Section 7: the calls

export type Security = 'ApiKey' | 'SessionToken' | 'ApiKey or Bearer';
type Envelope = 'list' | 'object' | 'pdf' | 'none';

export interface SpecifiedOperation {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly query: readonly string[];
  readonly requiredQuery: readonly string[];
  readonly security: Security;
  /** The success status where the specification gives one. */
  readonly success?: 200 | 201 | 204;
  /** Errors that the specification gives to this call by name (sections 7 and 8). */
  readonly errors: readonly (404 | 409 | 422)[];
  /** Name in ENTITIES of what is sent, or nothing. */
  readonly body?: string;
  readonly envelope: Envelope;
  /** Name in ENTITIES of what comes back as `data`, or nothing. */
  readonly data?: string;
}

type Extras = Partial<Omit<SpecifiedOperation, 'id' | 'method' | 'path'>>;

const call = (
  id: string,
  request: `${SpecifiedOperation['method']} /${string}`,
  extras: Extras = {},
): SpecifiedOperation => {
  const [method, path] = request.split(' ') as [SpecifiedOperation['method'], string];
  return {
    id,
    method,
    path,
    query: [],
    requiredQuery: [],
    security: 'ApiKey',
    errors: [],
    envelope: 'object',
    ...extras,
  };
};

const BASE = '/v1/public-api/organizations/{organizationId}';
const ACCOUNT = '/v1/accounts/public-api/{accountId}';
const DESTINATIONS = '/v1/webhook-destinations';
const PAGE = ['limit', 'offset'] as const;
const PLAN_QUERY = [...PAGE, 'sortDirection', 'sortBy', 'search', 'updatedFrom', 'updatedTo'] as const;

export const OPERATIONS: readonly SpecifiedOperation[] = [
  call('activateAccount', `PATCH ${ACCOUNT}`, { body: 'Secret', data: 'Account' }),
  call('changeAccountSecret', `PATCH ${ACCOUNT}/secrets`, { body: 'SecretChange', data: 'Account' }),
  call('retrieveApiKey', `PUT ${ACCOUNT}/api-keys`, { body: 'Secret', data: 'ApiKey' }),
  call('createApiKey', `POST ${ACCOUNT}/api-keys`, { success: 201, body: 'Secret', data: 'ApiKey' }),
  call('rotateApiKey', `PATCH ${ACCOUNT}/api-keys/{apiKeyId}`, { data: 'ApiKey' }),

  call('createAccessPermit', 'POST /v1/access-permits', {
    query: ['accountId'],
    requiredQuery: ['accountId'],
    body: 'AccessPermitCreate',
    data: 'AccessPermit',
  }),
  call('createOrganizationAccessPermit', 'POST /v2/organizations/{organizationId}/access-permits', {
    success: 201,
    body: 'OrganizationAccessPermitCreate',
    data: 'AccessPermit',
  }),
  call('redeemSession', 'POST /v1/redeem-session', {
    query: ['sessionToken'],
    requiredQuery: ['sessionToken'],
    security: 'SessionToken',
    envelope: 'none',
  }),

  call('createOrganization', 'POST /v1/organizations/', {
    success: 201,
    body: 'OrganizationCreate',
    data: 'Organization',
  }),
  call('getOrganization', `GET ${BASE}`, { data: 'Organization' }),
  call('getPublishableKey', 'GET /v1/organizations/{organizationId}/public-keys/publishable', {
    security: 'ApiKey or Bearer',
    data: 'PublicKey',
  }),
  call('getReadyToPay', `GET ${BASE}/ready-to-pay`, { data: 'ReadyToPay' }),

  call('listCustomers', `GET ${BASE}/customers`, {
    query: [
      ...PAGE,
      'search',
      'showTestData',
      'sortBy',
      'sortDirection',
      'revenueMin',
      'revenueMax',
      'createdFrom',
      'createdTo',
      'countries',
      'primaryPaymentInstrumentMethods',
      'lastPaymentFrom',
      'lastPaymentTo',
      'isVip',
    ],
    envelope: 'list',
    data: 'CustomerListItem',
  }),
  call('createCustomer', `POST ${BASE}/customers`, { success: 201, body: 'CustomerCreate', data: 'Customer' }),
  call('getCustomer', `GET ${BASE}/customers/{customerId}`, { query: ['showTestData'], data: 'Customer' }),
  call('updateCustomer', `PATCH ${BASE}/customers/{customerId}`, { body: 'CustomerUpdate', data: 'Customer' }),
  call('upsertCustomer', `PUT ${BASE}/customers/{customerId}`, {
    success: 201,
    body: 'CustomerCreate',
    data: 'Customer',
  }),
  call('listCustomerPaymentInstruments', `GET ${BASE}/customers/{customerId}/payment-instruments`, {
    query: ['search'],
    envelope: 'list',
    data: 'PaymentInstrument',
  }),
  call('createPaymentInstrument', `POST ${BASE}/customers/{customerId}/payment-instruments`, {
    body: 'PaymentInstrumentCreate',
    data: 'PaymentInstrument',
  }),
  call('updatePaymentInstrument', `PATCH ${BASE}/payment-instruments/{paymentInstrumentId}`, {
    body: 'PaymentInstrumentUpdate',
    data: 'PaymentInstrument',
  }),
  call('deletePaymentInstrument', `DELETE ${BASE}/payment-instruments/{paymentInstrumentId}`, { envelope: 'none' }),
  call('listPaymentInstrumentTokens', `GET ${BASE}/payment-instruments/tokens`, {
    envelope: 'list',
    data: 'PaymentInstrumentToken',
  }),
  call('createPaymentInstrumentToken', `POST ${BASE}/payment-instruments/tokens`, {
    body: 'PaymentInstrumentTokenCreate',
    data: 'PaymentInstrumentToken',
  }),
  call('getPaymentInstrumentToken', `GET ${BASE}/payment-instruments/tokens/{tokenId}`, {
    data: 'PaymentInstrumentToken',
  }),

  call('listCustomerInvoices', `GET ${BASE}/customer-invoices/`, { envelope: 'list', data: 'CustomerInvoice' }),
  call('getCustomerInvoicePdf', `GET ${BASE}/customer-invoices/{customerInvoiceId}`, { envelope: 'pdf' }),
  call('updateDispute', `PUT ${BASE}/disputes/{disputeId}`, { body: 'DisputeUpdate', data: 'Dispute' }),

  call('listPlans', `GET ${BASE}/plans`, { query: PLAN_QUERY, envelope: 'list', data: 'Plan' }),
  call('createPlan', `POST ${BASE}/plans`, { body: 'PlanCreate', data: 'Plan' }),
  call('getPlan', `GET ${BASE}/plans/{planId}`, { data: 'Plan' }),
  call('upsertPlan', `PUT ${BASE}/plans/{planId}`, { body: 'PlanCreate', data: 'Plan' }),
  call('deletePlan', `DELETE ${BASE}/plans/{planId}`, { success: 204, errors: [409], envelope: 'none' }),
  // "Same pattern" as plans.
  call('listProducts', `GET ${BASE}/products`, { query: PLAN_QUERY, envelope: 'list', data: 'Product' }),
  call('createProduct', `POST ${BASE}/products`, { body: 'ProductCreate', data: 'Product' }),
  call('getProduct', `GET ${BASE}/products/{productId}`, { data: 'Product' }),
  call('upsertProduct', `PUT ${BASE}/products/{productId}`, { body: 'ProductCreate', data: 'Product' }),
  call('deleteProduct', `DELETE ${BASE}/products/{productId}`, { success: 204, errors: [409], envelope: 'none' }),

  call('listTransactions', `GET ${BASE}/transactions`, {
    query: [
      ...PAGE,
      'sortDirection',
      'sortBy',
      'combinedStatuses',
      'paymentMethods',
      'search',
      'showTestData',
      'subscriptionId',
      'customerId',
      'amountMin',
      'amountMax',
      'dateFrom',
      'dateTo',
      'paymentType',
      'currencies',
      'gateways',
    ],
    envelope: 'list',
    data: 'Transaction',
  }),
  call('createTransaction', `POST ${BASE}/transactions`, {
    success: 201,
    body: 'TransactionCreate',
    data: 'Transaction',
  }),
  call('getTransaction', `GET ${BASE}/transactions/{transactionId}`, { data: 'Transaction' }),
  call('listTransactionLogs', `GET ${BASE}/transactions/{transactionId}/logs`, {
    envelope: 'list',
    data: 'TransactionLog',
  }),
  call('refundTransaction', `POST ${BASE}/transactions/{transactionId}/refund`, {
    errors: [409, 422],
    body: 'Refund',
    data: 'Transaction',
  }),

  call('listSubscriptions', `GET ${BASE}/subscriptions`, {
    query: [
      ...PAGE,
      'sortDirection',
      'sortBy',
      'search',
      'createdFrom',
      'createdTo',
      'nextChargeFrom',
      'nextChargeTo',
      'renewability',
      'customerId',
      'statuses',
      'currencies',
      'amountMin',
      'amountMax',
      'showTestData',
    ],
    envelope: 'list',
    data: 'Subscription',
  }),
  call('createSubscription', `POST ${BASE}/subscriptions`, {
    success: 201,
    body: 'SubscriptionCreate',
    data: 'Subscription',
  }),
  call('getSubscription', `GET ${BASE}/subscriptions/{subscriptionId}`, { data: 'Subscription' }),
  call('updateSubscription', `PUT ${BASE}/subscriptions/{subscriptionId}`, {
    body: 'SubscriptionCreate',
    data: 'Subscription',
  }),
  call('deleteSubscription', `DELETE ${BASE}/subscriptions/{subscriptionId}`, { envelope: 'none' }),
  call('changeSubscriptionItems', `POST ${BASE}/subscriptions/{subscriptionId}/items`, {
    success: 201,
    body: 'SubscriptionItemsChange',
    data: 'Subscription',
  }),
  call('createOneTimeOrder', `POST ${BASE}/subscriptions/one-time-orders`, {
    body: 'OneTimeOrderCreate',
    data: 'Subscription',
  }),
  call('upsertOneTimeOrder', `PUT ${BASE}/subscriptions/one-time-orders/{subscriptionId}`, {
    body: 'OneTimeOrderCreate',
    data: 'Subscription',
  }),

  call('listSubscriptionCancellations', `GET ${BASE}/subscription-cancellations`, {
    query: ['sortBy', 'statuses', 'createdFrom', 'createdTo', 'reasons', 'cancelledBy', 'showTestData'],
    envelope: 'list',
    data: 'SubscriptionCancellation',
  }),
  call('createSubscriptionCancellation', `POST ${BASE}/subscription-cancellations`, {
    body: 'SubscriptionCancellationCreate',
    data: 'SubscriptionCancellation',
  }),
  call('getSubscriptionCancellation', `GET ${BASE}/subscription-cancellations/{subscriptionCancellationId}`, {
    data: 'SubscriptionCancellation',
  }),
  call('updateSubscriptionCancellation', `PATCH ${BASE}/subscription-cancellations/{subscriptionCancellationId}`, {
    body: 'SubscriptionCancellationUpdate',
    data: 'SubscriptionCancellation',
  }),
  call('deleteSubscriptionCancellation', `DELETE ${BASE}/subscription-cancellations/{subscriptionCancellationId}`, {
    success: 204,
    errors: [404, 409],
    envelope: 'none',
  }),

  call('listSubscriptionPauses', `GET ${BASE}/subscription-pauses`, { envelope: 'list', data: 'SubscriptionPause' }),
  call('createSubscriptionPause', `POST ${BASE}/subscription-pauses`, {
    body: 'SubscriptionPauseCreate',
    data: 'SubscriptionPause',
  }),
  call('getSubscriptionPause', `GET ${BASE}/subscription-pauses/{subscriptionPauseId}`, { data: 'SubscriptionPause' }),
  call('updateSubscriptionPause', `PUT ${BASE}/subscription-pauses/{subscriptionPauseId}`, {
    body: 'SubscriptionPauseCreate',
    data: 'SubscriptionPause',
  }),
  // Section 8 names pauses among the deletes that answer 409.
  call('deleteSubscriptionPause', `DELETE ${BASE}/subscription-pauses/{subscriptionPauseId}`, {
    errors: [409],
    envelope: 'none',
  }),

  call('listSubscriptionReactivations', `GET ${BASE}/subscription-reactivations`, {
    envelope: 'list',
    data: 'SubscriptionReactivation',
  }),
  call('createSubscriptionReactivation', `POST ${BASE}/subscription-reactivations`, {
    errors: [422],
    body: 'SubscriptionReactivationCreate',
    data: 'SubscriptionReactivation',
  }),
  call('getSubscriptionReactivation', `GET ${BASE}/subscription-reactivations/{subscriptionReactivationId}`, {
    data: 'SubscriptionReactivation',
  }),

  call('listWebhookDestinations', `GET ${DESTINATIONS}`, { envelope: 'list', data: 'WebhookDestination' }),
  call('createWebhookDestination', `POST ${DESTINATIONS}`, {
    body: 'WebhookDestinationCreate',
    data: 'WebhookDestination',
  }),
  call('getWebhookDestination', `GET ${DESTINATIONS}/{webhookDestinationId}`, { data: 'WebhookDestination' }),
  call('updateWebhookDestination', `PATCH ${DESTINATIONS}/{webhookDestinationId}`, {
    body: 'WebhookDestinationCreate',
    data: 'WebhookDestination',
  }),
  call('deleteWebhookDestination', `DELETE ${DESTINATIONS}/{webhookDestinationId}`, { envelope: 'none' }),
];

/** Query parameters that the specification writes with brackets: they take a list. */
export const LIST_QUERY: readonly string[] = [
  'countries',
  'primaryPaymentInstrumentMethods',
  'combinedStatuses',
  'paymentMethods',
  'currencies',
  'gateways',
  'statuses',
  'reasons',
];

/** The envelopes of section 7. */
export const ENVELOPES: Readonly<Record<'list' | 'object', { fields: Fields; type: string }>> = {
  list: {
    type: 'list',
    fields: { type: 'leaf', totalCount: 'leaf', paginationMeta: leaves('limit', 'offset'), data: 'open' },
  },
  object: { type: 'object', fields: { type: 'leaf', data: 'open' } },
};

// ---------------------------------------------------------------------------------------------------------------------
// Section 3: entities and their fields

const WEBHOOK_REGISTRATION = leaves('url', 'eventTypes');
const RECOGNITION = leaves('debitAccountId', 'creditAccountId');
const PRICING = leaves('price', 'formula');
const PERIOD = leaves('unit', 'length');
const TRIAL: Fields = { price: 'leaf', period: PERIOD };
const TRIAL_SUBSCRIPTION = leaves('enabled', 'endAt');
const RECURRING_INTERVAL: Fields = {
  periodAnchorInstruction: leaves('day', 'week', 'time'),
  ...leaves('unit', 'length', 'billingTiming'),
};
const PLAN_ITEM: Fields = {
  ...leaves('id', 'name', 'currency', 'productId'),
  pricing: PRICING,
  recurringInterval: RECURRING_INTERVAL,
  trial: TRIAL,
};
const SUBSCRIPTION_ITEM: Fields = {
  ...leaves('price', 'quantity', 'formula', 'currency', 'planId', 'planName'),
  bilingCycle: PERIOD,
};
const PAYLOAD_ITEM: Fields = { quantity: 'leaf', plan: PLAN_ITEM };
const PLAN_SENT: Fields = {
  ...leaves('name', 'currency', 'productId', 'description', 'richDescription', 'isActive', 'isTrialOnly'),
  pricing: PRICING,
  productOptions: 'open',
  setup: leaves('approvalLink', 'price'),
};
const PRODUCT_SENT: Fields = {
  ...leaves('name', 'unitLabel', 'description', 'requiresShipping', 'taxCategoryId', 'accountingCode'),
  options: 'open',
  recognition: RECOGNITION,
};
const CUSTOMER_SENT: Fields = {
  ...leaves('firstName', 'lastName', 'organization', 'email', 'phoneNumber', 'isEnhancedDueDiligenceRequired'),
  primaryAddress: { customerAddress: leaves('address1', 'address2', 'country', 'city', 'region', 'zip') },
};
const PARTY = leaves('name', 'email', 'address', 'city', 'country', 'zip', 'phoneNumber', 'state');
const CANCELLATION_SENT = leaves('reason', 'cancelAt', 'description', 'status');

export const ENTITIES: Readonly<Record<string, Fields>> = {
  Account: { ...leaves('id', 'name', 'userType', 'apiKey', 'webhookUrl', 'activatedAt'), ...TIMESTAMPS },
  ApiKey: { ...leaves('id', 'accountId', 'revokedAt', 'rotatedAt'), ...TIMESTAMPS },
  Secret: leaves('secret'),
  SecretChange: leaves('secret', 'newSecret'),

  AccessPermitCreate: {
    ...leaves('organizationId', 'cfWorkspaceHash', 'isOwner'),
    webhookMeta: WEBHOOK_REGISTRATION,
    sandboxWebhookMeta: WEBHOOK_REGISTRATION,
  },
  OrganizationAccessPermitCreate: leaves('isOwner'),
  AccessPermit: leaves('redirectUrl', 'organizationId'),
  OrganizationCreate: {
    ...leaves('organizationName', 'website', 'country', 'reportCurrency', 'cfWorkspaceHash'),
    webhookMeta: WEBHOOK_REGISTRATION,
    sandboxWebhookMeta: WEBHOOK_REGISTRATION,
  },
  Organization: {
    ...leaves(
      'id',
      'accountId',
      'isBillingConnected',
      'canDownloadGatewayReports',
      'isRegistered',
      'registeredAt',
      'isTaxJarConnected',
      'taxJarApiKeyLastFour',
      'defaultGatewayRegion',
      'defaultGatewaySlug',
      'websiteId',
      'hostedOnboardingFormStatus',
    ),
    business: {
      ...leaves('name', 'dba', 'type', 'public', 'email', 'address', 'city', 'state', 'zip', 'website'),
      phone: leaves('countryCode', 'number'),
    },
    member: {
      ...leaves('firstName', 'lastName', 'dateOfBirth', 'email', 'address', 'city', 'state', 'zip'),
      phone: 'open',
    },
    account: leaves(
      'bankState',
      'method',
      'reportCurrency',
      'minimalPayoutAmount',
      'refundReserve',
      'numberLastFour',
      'payoutSchedule',
    ),
    ...TIMESTAMPS,
  },
  PublicKey: leaves('value'),
  ReadyToPay: { paymentMethods: 'leaf', creditCardBrand: 'leaf' },
  WebhookMetadata: {
    ...leaves('url', 'eventTypes', 'taxCategoryId', 'accountingCode', 'createdAt', 'updatedAt'),
    recognition: RECOGNITION,
  },
  WebhookRegistrationMetadata: WEBHOOK_REGISTRATION,
  WebhookDestination: {
    ...leaves('id', 'createdAt', 'updatedAt', 'url'),
    auth: leaves('type', 'username', 'password'),
  },
  WebhookDestinationCreate: { url: 'leaf', auth: leaves('type', 'username', 'password') },

  CustomerCreate: CUSTOMER_SENT,
  Customer: CUSTOMER_SENT,
  CustomerListItem: { ...CUSTOMER_SENT, lifetimeRevenue: 'leaf', lastPaymentTime: 'leaf' },
  CustomerUpdate: {
    ...CUSTOMER_SENT,
    ...leaves('tags', 'name', 'dateOfBirth', 'jobTitle'),
    address: 'open',
    primaryPaymentInstrument: leaves('method', 'id'),
  },
  CustomerInvoice: {
    ...leaves(
      'number',
      'totalAmount',
      'totalTax',
      'currency',
      'id',
      'status',
      'issueDate',
      'dueDate',
      'paidOnDate',
      'paymentFormUrl',
      'customerId',
      'shippingFee',
    ),
    items: leaves('description', 'quantity', 'unitPrice', 'amount', 'taxRate', 'taxAmount'),
    buyer: PARTY,
    seller: PARTY,
    organizationTaxNumber: leaves('type', 'value'),
  },
  Dispute: {
    ...leaves(
      'id',
      'resolvedAt',
      'deadlineAt',
      'organizationId',
      'amount',
      'currency',
      'status',
      'category',
      'type',
      'caseId',
      'reasonCode',
      'gatewaySlug',
    ),
    ...TIMESTAMPS,
    customer: 'open',
  },
  DisputeUpdate: leaves('transactionId', 'currency', 'amount', 'reasonCode', 'type', 'status', 'postedAt'),
  PaymentInstrument: {
    id: 'leaf',
    ...TIMESTAMPS,
    type: 'leaf',
    billingAddress: leaves('firstName', 'lastName', 'country', 'address1', 'address2', 'city', 'zip'),
    bankAccount: leaves('bankName', 'lastFourDigits'),
    creditCard: leaves(
      'creditCardLastFourDigits',
      'brand',
      'expireYear',
      'expireMonth',
      'expireDate',
      'stickyGatewaySlug',
    ),
  },
  PaymentInstrumentCreate: leaves('token'),
  PaymentInstrumentUpdate: {
    billingAddress: leaves(
      'country',
      'firstName',
      'lastName',
      'organization',
      'address',
      'address2',
      'city',
      'region',
      'zip',
      'email',
      'phoneNumber',
    ),
    creditCard: leaves('expireMonth', 'expireYear'),
    ...leaves('stickyGatewaySlug', 'method', 'useAsBackup'),
  },
  PaymentInstrumentToken: leaves('id', 'createdAt', 'expiratedAt'),
  PaymentInstrumentTokenCreate: leaves(
    'primaryAccountNumber',
    'cardVerificationValue',
    'expirationMonth',
    'expirationYear',
  ),

  // The specification lists one set of fields for plans and one for products and does not part what is sent from what
  // comes back: `currencySign` (that of the currency), `revision`, the id and the time stamps are the platform's.
  Plan: { ...PLAN_SENT, ...leaves('currencySign', 'revision'), ...TIMESTAMPS },
  PlanCreate: PLAN_SENT,
  Product: { id: 'leaf', ...PRODUCT_SENT, ...TIMESTAMPS },
  ProductCreate: { ...PRODUCT_SENT, ...leaves('type', 'value') },

  Subscription: {
    id: 'leaf',
    ...TIMESTAMPS,
    ...leaves(
      'organizationId',
      'price',
      'currency',
      'status',
      'name',
      'isAutoPay',
      'nextCharge',
      'endTime',
      'delinquencyPeriod',
      'renewalRemindersSentAt',
    ),
    customer: 'open',
    bilingCycle: PERIOD,
    items: SUBSCRIPTION_ITEM,
  },
  TrialSubscription: TRIAL_SUBSCRIPTION,
  SubscriptionCreate: {
    ...leaves('customerId', 'isTrialOnly', 'paymentInstrumentId', 'renewalTime', 'startAt'),
    items: PAYLOAD_ITEM,
    trial: TRIAL_SUBSCRIPTION,
  },
  SubscriptionItemsChange: { items: PAYLOAD_ITEM, ...leaves('retainRenewalTime', 'proRataCredit') },
  OneTimeOrderCreate: leaves('customerId'),
  SubscriptionCancellation: {
    ...leaves(
      'id',
      'organizationId',
      'subscriptionId',
      'proratedInvoiceId',
      'appliedInvoiceId',
      'cancelledBy',
      'reason',
      'description',
      'prorated',
      'status',
      'cancelledAt',
      'updatedAt',
      'churnedAt',
      'churnTimePolicy',
    ),
    lineItems: leaves(
      'type',
      'description',
      'unitPriceAmount',
      'unitPriceCurrency',
      'quantity',
      'periodStartsAt',
      'periodEndsAt',
      'createdAt',
    ),
    lineItemsSubtotal: leaves('amount', 'currency'),
  },
  SubscriptionCancellationCreate: CANCELLATION_SENT,
  SubscriptionCancellationUpdate: {
    ...CANCELLATION_SENT,
    ...leaves('subscriptionId', 'prorated', 'churnedAt', 'churnTimePolicy'),
  },
  SubscriptionPause: leaves(
    'id',
    'subscriptionId',
    'status',
    'pausedBy',
    'description',
    'effectiveAt',
    'endAt',
    'createdAt',
    'updatedTime',
  ),
  // The specification shows no payload; decision D11 names the fields of the record that a caller can know.
  SubscriptionPauseCreate: {},
  SubscriptionReactivation: leaves(
    'id',
    'subscriptionId',
    'cancellationId',
    'description',
    'renewalAt',
    'createdAt',
    'updatedTime',
  ),
  SubscriptionReactivationCreate: leaves(
    'subscriptionId',
    'description',
    'effectiveAt',
    'renewalAt',
    'paymentInstrumentId',
  ),

  Transaction: {
    id: 'leaf',
    ...TIMESTAMPS,
    ...leaves(
      'amount',
      'refundAmount',
      'refundableAmount',
      'currency',
      'status',
      'result',
      'combinedStatus',
      'date',
      'type',
      'paymentType',
      'gatewayName',
      'subscriptionId',
      'paymentLink',
      'redirectUrl',
      'avsResponse',
      'cvvResponse',
      'arn',
      'ipAddress',
      'fingerprint',
      'isMerchantInitiated',
    ),
    customer: leaves('name', 'email', 'origin', 'language'),
    paymentInstrument: 'open',
    invoices: leaves('date', 'amount', 'currency'),
    data3ds: 'open',
    permissionsBundle: leaves('isRefundable'),
  },
  TransactionCreate: {
    ...leaves(
      'amount',
      'customerId',
      'currency',
      'redirectUrl',
      'idempotencyKey',
      'invoiceIds',
      'isMerchantInitiated',
      'type',
    ),
    paymentInstruction: leaves('token', 'paymentInstrumentId'),
    metadata: 'open',
    billingAddress: 'open',
  },
  TransactionLog: {
    ...leaves('status', 'occurredAt', 'message', 'transactionId', 'triggeredBy'),
    data: leaves('amount', 'currency'),
  },
  Refund: leaves('amount'),
  ApiError: leaves('errorCode', 'statusCode', 'message', 'details'),
};

/** Entities that are the schema of a name and not the whole body of a call. */
export const NAMED_SCHEMAS = [
  'WebhookMetadata',
  'WebhookRegistrationMetadata',
  'TrialSubscription',
  'ApiError',
] as const;

/** Fields that the specification calls required. */
export const REQUIRED: readonly Place[] = [
  ...[
    'organizationName',
    'website',
    'country',
    'reportCurrency',
    'cfWorkspaceHash',
    'webhookMeta',
    'sandboxWebhookMeta',
  ].map((field): Place => `body createOrganization ${field}`),
  'schema WebhookRegistrationMetadata url',
  'schema WebhookRegistrationMetadata eventTypes',
  ...['id', 'createdAt', 'updatedAt', 'url'].map((field): Place => `response getWebhookDestination data.${field}`),
  'body createWebhookDestination url',
  // "either token, or paymentInstrumentId": each is what its alternative is about.
  'schema PaymentInstruction token',
  'schema PaymentInstruction paymentInstrumentId',
  'body createPaymentInstrument token',
  'body createProduct type',
  'body createProduct value',
  'body upsertProduct type',
  'body upsertProduct value',
  'body createSubscription items.plan.id',
  'body changeSubscriptionItems items.plan.id',
];

/** Fields that the specification calls optional. */
export const OPTIONAL: readonly Place[] = [
  'response getWebhookDestination data.auth',
  'body createWebhookDestination auth',
  'body refundTransaction amount',
  'schema RecurringInterval periodAnchorInstruction.time',
];

/** Fields that the specification calls nullable, or null in some state. */
export const NULLABLE: readonly Place[] = [
  'body createCustomer organization',
  'body updateCustomer organization',
  'body upsertCustomer organization',
  'response getCustomer data.organization',
  'response listCustomers data.organization',
  'response getSubscription data.nextCharge',
  'response getSubscriptionPause data.description',
  'response getSubscriptionPause data.endAt',
  'body createTransaction idempotencyKey',
];

/** Fields that the specification calls deprecated. */
export const DEPRECATED: readonly Place[] = [
  'body updateCustomer name',
  'response createPaymentInstrument data.creditCard.expireDate',
];

// ---------------------------------------------------------------------------------------------------------------------
// Sections 3, 4 and 9: enumerations

export interface Enumeration {
  readonly name: string;
  readonly values: readonly string[];
  /** True where the specification says that its list goes on. */
  readonly open?: boolean;
  readonly at: readonly Place[];
}

const enumeration = (name: string, values: string | readonly string[], ...at: Place[]): Enumeration => ({
  name,
  values: typeof values === 'string' ? values.split(' ') : values,
  at,
});
const openEnumeration = (name: string, values: readonly string[], ...at: Place[]): Enumeration => ({
  name,
  values,
  open: true,
  at,
});

const SORTED_LISTS = ['listCustomers', 'listPlans', 'listProducts', 'listTransactions', 'listSubscriptions'];

export const ENUMERATIONS: readonly Enumeration[] = [
  enumeration('customer tags', 'discounted vip', 'body updateCustomer tags'),
  enumeration('type of a tax number', 'eu-vat other', 'response listCustomerInvoices data.organizationTaxNumber.type'),
  enumeration('type of a business', 'PRIVATE_ORGANIZATION', 'response getOrganization data.business.type'),
  enumeration('default gateway slug', 'None B A', 'response getOrganization data.defaultGatewaySlug'),
  enumeration(
    'status of the hosted onboarding form',
    'not-started started filled',
    'response getOrganization data.hostedOnboardingFormStatus',
  ),
  enumeration('payout schedule', 'daily weekly monthly', 'response getOrganization data.account.payoutSchedule'),
  enumeration(
    'webhook authentication',
    'basic',
    'body createWebhookDestination auth.type',
    'body updateWebhookDestination auth.type',
    'response getWebhookDestination data.auth.type',
  ),
  enumeration(
    'card brand',
    'Visa MasterCard American-Express Discover Maestro Solo Electron JCB Voyager Diners-Club ' +
      'Switch Laser China-UnionPay AstroPay-Card',
    'response createPaymentInstrument data.creditCard.brand',
    'response getReadyToPay data.creditCardBrand',
  ),
  enumeration(
    'pricing formula',
    'fixed-fee flat-rate stairstep tiered volume',
    'body createPlan pricing.formula',
    'body upsertPlan pricing.formula',
    'response getPlan data.pricing.formula',
    'response getSubscription data.items.formula',
    'body createSubscription items.plan.pricing.formula',
  ),
  enumeration(
    'day of the week',
    'MONDAY TUESDAY WEDNESDAY THURSDAY FRIDAY SATURDAY SUNDAY',
    'body createSubscription items.plan.recurringInterval.periodAnchorInstruction.day',
  ),
  enumeration(
    'week of an anchor',
    'next first-in-month last-in-month',
    'body createSubscription items.plan.recurringInterval.periodAnchorInstruction.week',
  ),
  enumeration(
    'billing timing',
    'prepaid postpaid',
    'body createSubscription items.plan.recurringInterval.billingTiming',
  ),
  enumeration(
    'period unit',
    'day week month year',
    'body createSubscription items.plan.trial.period.unit',
    'body createSubscription items.plan.recurringInterval.unit',
  ),
  enumeration(
    'billing cycle unit',
    'days weeks months years',
    'response getSubscription data.bilingCycle.unit',
    'response getSubscription data.items.bilingCycle.unit',
  ),
  enumeration('retain renewal time', 'reset retain', 'body changeSubscriptionItems retainRenewalTime'),
  enumeration('renewability', 'automatic manual', 'query listSubscriptions renewability'),
  enumeration(
    'subscription status',
    'connected active canceled churned suspended paused unpaid trial-ended voided',
    'response getSubscription data.status',
    'response listSubscriptions data.status',
    'query listSubscriptions statuses',
  ),
  enumeration(
    'invoice status',
    'draft unpaid paid partially-paid abandoned voided refunded partially-refunded disputed ' + 'delinquent past-due',
    'response listCustomerInvoices data.status',
  ),
  enumeration(
    'dispute status',
    'response-needed forfeited won lost unknown under-review',
    'response updateDispute data.status',
    'body updateDispute status',
  ),
  enumeration(
    'dispute category',
    'uncategorized fraud authorization consumer-disputes processing-errors',
    'response updateDispute data.category',
  ),
  enumeration(
    'dispute type',
    'information-request fraud arbitration first-chargeback second-chargeback ethoca-alert ' + 'verifi-alert',
    'response updateDispute data.type',
    'body updateDispute type',
  ),
  enumeration(
    'combined status of a transaction',
    'abandoned canceled declined completed refunded voided ' +
      'partially-refunded waiting timeout not-sent disputed sending offsite',
    'response getTransaction data.combinedStatus',
    'query listTransactions combinedStatuses',
  ),
  enumeration(
    'transaction status',
    'completed refunded voided partially-refunded waiting timeout not-sent disputed ' + 'sending offsite',
    'response getTransaction data.status',
  ),
  enumeration(
    'transaction result',
    'abandoned approved canceled declined unknown',
    'response getTransaction data.result',
  ),
  enumeration(
    'transaction type',
    '3ds-authentication authorize capture credit refund sale void',
    'response getTransaction data.type',
  ),
  enumeration('transaction type to create', 'sale authorize setup', 'body createTransaction type'),
  enumeration(
    'payment type of a transaction',
    'one-time-payment subscription-payment',
    'response getTransaction data.paymentType',
    'query listTransactions paymentType',
  ),
  enumeration(
    'cancellation status',
    'draft confirmed completed revoked',
    'response getSubscriptionCancellation data.status',
    'query listSubscriptionCancellations statuses',
    'body createSubscriptionCancellation status',
    'body updateSubscriptionCancellation status',
  ),
  enumeration(
    'who canceled',
    'customer merchant system',
    'response getSubscriptionCancellation data.cancelledBy',
    'query listSubscriptionCancellations cancelledBy',
  ),
  enumeration(
    'churn time policy',
    'none now at-next-renewal',
    'response getSubscriptionCancellation data.churnTimePolicy',
    'body updateSubscriptionCancellation churnTimePolicy',
  ),
  enumeration(
    'cancellation reason',
    'did-not-use did-not-want missing-features bugs-or-problems do-not-remember ' +
      'risk-warning contract-expired too-expensive other billing-failure',
    'response getSubscriptionCancellation data.reason',
    'query listSubscriptionCancellations reasons',
    'body createSubscriptionCancellation reason',
    'body updateSubscriptionCancellation reason',
  ),
  enumeration(
    'type of a cancellation line item',
    'debit credit',
    'response getSubscriptionCancellation data.lineItems.type',
  ),
  enumeration('pause status', 'pending ongoing revoked finished', 'response getSubscriptionPause data.status'),
  enumeration('who paused', 'customer merchant', 'response getSubscriptionPause data.pausedBy'),
  enumeration(
    'gateway slug',
    'default paypal klarna coinbase nmi stripe',
    'query listTransactions gateways',
    'body updatePaymentInstrument stickyGatewaySlug',
    'response createPaymentInstrument data.creditCard.stickyGatewaySlug',
    'response updateDispute data.gatewaySlug',
  ),
  enumeration('sort direction', 'asc desc', ...SORTED_LISTS.map((id): Place => `query ${id} sortDirection`)),
  enumeration(
    'sort field of customers',
    'createdAt email name country lifetimeRevenue lastPaymentTime',
    'query listCustomers sortBy',
  ),
  enumeration('sort field of plans', 'createdAt updatedAt', 'query listPlans sortBy', 'query listProducts sortBy'),
  enumeration(
    'sort field of transactions',
    'createdAt updatedAt title customerName date paymentType gatewayName',
    'query listTransactions sortBy',
  ),
  enumeration(
    'sort field of subscriptions',
    'createdAt nextCharge isAutoPay price customerName',
    'query listSubscriptions sortBy',
  ),
  enumeration(
    'sort field of cancellations',
    'createdAt updatedAt cancelledAt churnedAt',
    'query listSubscriptionCancellations sortBy',
  ),

  openEnumeration(
    'payment method',
    longEnumerations.paymentMethods,
    'query listTransactions paymentMethods',
    'query listCustomers primaryPaymentInstrumentMethods',
    'response getReadyToPay data.paymentMethods',
    'body updatePaymentInstrument method',
    'body updateCustomer primaryPaymentInstrument.method',
  ),
  openEnumeration(
    'dispute reason code',
    longEnumerations.disputeReasonCodes,
    'response updateDispute data.reasonCode',
    'body updateDispute reasonCode',
  ),
  openEnumeration(
    'transaction log status',
    longEnumerations.transactionLogStatuses,
    'response listTransactionLogs data.status',
  ),
  openEnumeration(
    'webhook event type',
    longEnumerations.webhookEventTypes,
    'body createOrganization webhookMeta.eventTypes',
    'body createAccessPermit webhookMeta.eventTypes',
  ),
  enumeration(
    'currency',
    longEnumerations.currencies,
    'response getTransaction data.currency',
    'body createTransaction currency',
    'query listTransactions currencies',
    'query listSubscriptions currencies',
    'body createPlan currency',
    'response getPlan data.currency',
    'response getSubscription data.currency',
    'response listCustomerInvoices data.currency',
    'body updateDispute currency',
    'response getTransaction data.invoices.currency',
    'response listTransactionLogs data.data.currency',
    'response getSubscriptionCancellation data.lineItems.unitPriceCurrency',
    'response getSubscriptionCancellation data.lineItemsSubtotal.currency',
    'body createSubscription items.plan.currency',
    'response updateDispute data.currency',
  ),
  enumeration(
    'report currency',
    longEnumerations.currencies.filter((code) => code !== 'SSP'),
    'body createOrganization reportCurrency',
    'response getOrganization data.account.reportCurrency',
  ),
  enumeration(
    'country',
    longEnumerations.countries,
    'body createOrganization country',
    'query listCustomers countries',
    'body createCustomer primaryAddress.customerAddress.country',
    'body updatePaymentInstrument billingAddress.country',
    'response getCustomer data.primaryAddress.customerAddress.country',
  ),
];

// ---------------------------------------------------------------------------------------------------------------------
// Sections 5 and 9: limits

export type Keyword = 'maxLength' | 'minLength' | 'minimum' | 'maximum' | 'default' | 'format' | 'type';
export interface Limit {
  readonly at: Place;
  readonly keyword: Keyword;
  readonly value: number | string | boolean;
}

const limits = (keyword: Keyword, value: Limit['value'], ...at: Place[]): Limit[] =>
  at.map((place) => ({ at: place, keyword, value }));
const CUSTOMER_BODIES = ['createCustomer', 'updateCustomer', 'upsertCustomer'] as const;
const ofCustomers = (field: string): Place[] => CUSTOMER_BODIES.map((id): Place => `body ${id} ${field}`);
/** The limits of a customer's address hold for the primary address and for the `address` of the update call. */
const ofAddresses = (field: string): Place[] => [
  ...ofCustomers(`primaryAddress.customerAddress.${field}`),
  `body updateCustomer address.${field}`,
];
const LISTS = OPERATIONS.filter((operation) => operation.envelope === 'list').map((operation) => operation.id);
const ITEM_BODIES = ['createSubscription', 'updateSubscription', 'changeSubscriptionItems'] as const;
const ofItems = (field: string): Place[] => ITEM_BODIES.map((id): Place => `body ${id} items.plan.${field}`);
/** A recurring interval or a trial is sent in plans and in the plan items of subscriptions; its limits hold in both. */
const ofIntervals = (field: string): Place[] => [
  ...ofItems(field),
  ...['createPlan', 'upsertPlan'].map((id): Place => `body ${id} ${field}`),
];

export const LIMITS: readonly Limit[] = [
  ...limits('maxLength', 45, ...ofCustomers('firstName'), ...ofCustomers('lastName')),
  ...limits('maxLength', 255, ...ofCustomers('organization')),
  ...limits('maxLength', 10, ...ofCustomers('phoneNumber')),
  ...limits('maxLength', 60, ...ofAddresses('address1'), ...ofAddresses('address2')),
  ...limits('maxLength', 45, ...ofAddresses('city'), ...ofAddresses('region')),
  ...limits('maxLength', 10, ...ofAddresses('zip')),
  ...limits('format', 'email', ...ofCustomers('email')),
  // Not in the update: a client that fills in defaults would reset the flag with each change of another field (D7).
  ...limits(
    'default',
    false,
    'body createCustomer isEnhancedDueDiligenceRequired',
    'body upsertCustomer isEnhancedDueDiligenceRequired',
  ),
  ...limits(
    'type',
    'boolean',
    ...ofCustomers('isEnhancedDueDiligenceRequired'),
    'body changeSubscriptionItems proRataCredit',
  ),
  ...limits('format', 'float', 'body refundTransaction amount'),
  ...limits('maxLength', 91, 'body updateCustomer name'),
  ...limits('maxLength', 255, 'body updateCustomer jobTitle'),
  ...limits('maxLength', 60, 'body createOrganization organizationName'),
  ...limits('maxLength', 65, 'body createOrganization website'),
  ...limits(
    'maxLength',
    10,
    'body updatePaymentInstrument billingAddress.zip',
    'body updatePaymentInstrument billingAddress.phoneNumber',
  ),
  ...limits('minimum', 1, ...ofIntervals('recurringInterval.length'), ...ofIntervals('trial.period.length')),
  ...limits('minimum', 1, ...ofIntervals('recurringInterval.periodAnchorInstruction.day')),
  ...limits('maximum', 31, ...ofIntervals('recurringInterval.periodAnchorInstruction.day')),
  ...limits(
    'minimum',
    0,
    'query listTransactions amountMin',
    'query listTransactions amountMax',
    'query listSubscriptions amountMin',
    'query listSubscriptions amountMax',
  ),
  ...limits(
    'maxLength',
    255,
    'body createSubscriptionCancellation description',
    'body updateSubscriptionCancellation description',
    'body createSubscriptionPause description',
    'body updateSubscriptionPause description',
    'body createSubscriptionReactivation description',
  ),
  ...limits(
    'maxLength',
    50,
    'body updateSubscriptionCancellation subscriptionId',
    'body createSubscriptionPause subscriptionId',
    'body createSubscriptionReactivation subscriptionId',
    'body createSubscriptionReactivation paymentInstrumentId',
    'body createSubscription customerId',
    'body createSubscription paymentInstrumentId',
    'body updateSubscription customerId',
    'body updateSubscription paymentInstrumentId',
    'body createOneTimeOrder customerId',
    'body upsertOneTimeOrder customerId',
    'body createTransaction customerId',
    'body createTransaction paymentInstruction.paymentInstrumentId',
    'query listTransactions subscriptionId',
    'query listTransactions customerId',
    'query listSubscriptions customerId',
    ...ofItems('id'),
    ...ofItems('productId'),
    'body createPlan productId',
    'body upsertPlan productId',
    'body updateDispute transactionId',
  ),
  ...limits('maxLength', 1024, 'body createTransaction redirectUrl'),
  ...limits('maxLength', 100, 'body createTransaction idempotencyKey'),
  ...LISTS.flatMap((id) => [
    ...limits('type', 'integer', `query ${id} limit`),
    ...limits('minimum', 0, `query ${id} limit`),
    ...limits('maximum', 100, `query ${id} limit`),
    ...limits('default', 20, `query ${id} limit`),
    ...limits('type', 'number', `query ${id} offset`),
    ...limits('minimum', 0, `query ${id} offset`),
  ]),
];

/** "Currency filter items 3 characters; country filter items 2 characters"; "country exactly 2 characters". */
export const EXACT_LENGTHS: readonly { at: Place; length: number }[] = [
  { at: 'query listTransactions currencies', length: 3 },
  { at: 'query listSubscriptions currencies', length: 3 },
  { at: 'query listCustomers countries', length: 2 },
  ...ofAddresses('country').map((at) => ({ at, length: 2 })),
];

/**
 * "expireMonth must be at least the current month when the year is the current year; expireYear from the current year to
 * current year + 50": the rule moves with the date, so it stands in words and in `x-rule`, at each of these fields.
 */
export const MOVING_RULES: readonly Place[] = [
  'body updatePaymentInstrument creditCard.expireMonth',
  'body updatePaymentInstrument creditCard.expireYear',
];

export interface Alternative {
  readonly at: Place;
  /** Values that the specification lets through, whole. */
  readonly good: readonly unknown[];
  /** Values that it does not let through. */
  readonly bad: readonly unknown[];
}

const ANCHORS = {
  good: [
    { method: 'day-of-month', day: 1 },
    { method: 'day-of-month', day: 31, time: '09:00:00' },
    { method: 'day-of-week', day: 'MONDAY', week: 'next', time: '09:00:00' },
    { method: 'day-of-week', day: 'SUNDAY', week: 'last-in-month', time: '09:00:00' },
    { method: 'immediately' },
  ],
  bad: [
    { method: 'day-of-month', day: 0 },
    { method: 'day-of-month', day: 32 },
    { method: 'day-of-week', day: 'Monday', week: 'next', time: '09:00:00' },
    { method: 'day-of-week', day: 'MONDAY', week: 'second-in-month', time: '09:00:00' },
    { method: 'day-of-year', day: 1 },
  ],
} as const;

/** Rules that keywords alone do not show: tried with values. */
export const ALTERNATIVES: readonly Alternative[] = [
  {
    at: 'body createTransaction paymentInstruction',
    good: [{ token: 'tok_5vXc0RmK2dQe' }, { paymentInstrumentId: 'pin_MayaVisa1111' }],
    bad: [
      {},
      { token: 'tok_5vXc0RmK2dQe', paymentInstrumentId: 'pin_MayaVisa1111' },
      { paymentInstrumentId: 'p'.repeat(51) },
    ],
  },
  ...['createSubscription', 'changeSubscriptionItems'].map((id): Alternative => ({
    at: `body ${id} items.plan.recurringInterval.periodAnchorInstruction`,
    ...ANCHORS,
  })),
  { at: 'body createOrganization reportCurrency', good: ['USD', 'EUR'], bad: ['SSP', 'US', 'usd'] },
  ...ofAddresses('country').map((at): Alternative => ({ at, good: ['US'], bad: ['USA', 'U', 'us'] })),
  ...ofCustomers('phoneNumber').map((at): Alternative => ({ at, good: ['2065550100'], bad: ['+1 555 555 0100'] })),
  ...ofCustomers('organization').map((at): Alternative => ({
    at,
    good: ['Okafor Studio', null, 'x'.repeat(255)],
    bad: ['x'.repeat(256), 7],
  })),
  ...LISTS.flatMap((id): Alternative[] => [
    { at: `query ${id} limit`, good: [0, 20, 100], bad: [-1, 101, 1.5] },
    { at: `query ${id} offset`, good: [0, 10], bad: [-1] },
  ]),
  { at: 'body createTransaction idempotencyKey', good: [null, 'x'.repeat(100)], bad: ['x'.repeat(101)] },
  { at: 'body createTransaction type', good: ['sale', 'authorize', 'setup'], bad: ['capture', 'refund'] },
  {
    at: 'body createSubscription items.plan.trial',
    good: [{ price: 0, period: { unit: 'day', length: 14 } }],
    bad: [
      { price: 0, period: { unit: 'days', length: 14 } },
      { price: 0, period: { unit: 'day', length: 0 } },
    ],
  },
  {
    at: 'body createWebhookDestination auth',
    good: [{ type: 'basic', username: 'pai-hooks', password: 'correct-horse-battery' }],
    bad: [{ type: 'bearer', username: 'pai-hooks', password: 'correct-horse-battery' }],
  },
  { at: 'body refundTransaction amount', good: [10.5], bad: ['10.50'] },
  { at: 'response getSubscription data.nextCharge', good: [null, '2026-12-15T09:10:00Z'], bad: ['tomorrow'] },
  { at: 'response getSubscriptionPause data.endAt', good: [null, '2027-01-01T00:00:00Z'], bad: ['never'] },
];

/** Section 8. */
export const ERROR_STATUSES = [400, 401, 403, 404, 409, 422, 500] as const;
/** Errors whose body has `details`. */
export const DETAILED_ERRORS = [400, 422] as const;
/** "example message: Missing auth token". */
export const UNAUTHORIZED_MESSAGE = 'Missing auth token';
