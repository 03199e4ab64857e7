/** The world's records in the shapes of the API, each at a moment: what a request at that moment would have returned. */
import {
  find,
  getEndTime,
  getEnding,
  getInvoiceStatus,
  getLastPayment,
  getLifetimeRevenue,
  getNextCharge,
  getNextPeriodStart,
  getPaidAt,
  getRefundAmount,
  getRefunded,
  getReminderSentAt,
  getSaleState,
  getSettledAt,
  getSubscriptionStatus,
  getSubscriptionUpdatedAt,
  INVOICES,
  type Invoice,
  type InvoiceItem,
  SALES,
} from './timeline';
import { add, times } from './money';
import type {
  AddressFacts,
  CustomerFacts,
  InstrumentFacts,
  JsonObject,
  KeyFacts,
  PlanFacts,
  Time,
  TokenFacts,
} from './types';
import * as history from './history';

/** Leaves out what is `undefined`, as JSON does. */
function compact(object: Record<string, unknown>): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as JsonObject;
}

/** Wraps a record as single objects are returned. */
export const inObject = (data: JsonObject): JsonObject => ({ type: 'object', data });

/** The account; its key is shown only when it is activated. */
export function account(at: Time, withKey: boolean): JsonObject {
  const changed = at >= history.ACCOUNT.secretChangedAt;
  return compact({
    id: history.ACCOUNT.id,
    name: history.ACCOUNT.name,
    userType: 'merchant',
    apiKey: withKey ? '$NEW_API_KEY' : undefined,
    webhookUrl: history.ACCOUNT.webhookUrl,
    activatedAt: history.ACCOUNT.activatedAt,
    createdAt: history.ACCOUNT.createdAt,
    deletedAt: null,
    updatedAt: changed ? history.ACCOUNT.secretChangedAt : history.ACCOUNT.activatedAt,
  });
}

/** A key as it was created, or after its last rotation. */
export function apiKey({ id, createdAt, rotatedAt }: KeyFacts): JsonObject {
  return {
    id,
    accountId: history.ACCOUNT.id,
    createdAt,
    deletedAt: null,
    updatedAt: rotatedAt ?? createdAt,
    revokedAt: null,
    rotatedAt: rotatedAt ?? null,
  };
}

export function organization(at: Time): JsonObject {
  const registered = at >= history.ORGANIZATION.registeredAt;
  return compact({
    id: history.ORGANIZATION.id,
    accountId: history.ACCOUNT.id,
    isBillingConnected: registered,
    canDownloadGatewayReports: registered,
    isRegistered: registered,
    registeredAt: registered ? history.ORGANIZATION.registeredAt : null,
    business: registered
      ? {
          name: 'Tidewick Coffee LLC',
          dba: history.ORGANIZATION.name,
          type: 'PRIVATE_ORGANIZATION',
          public: false,
          email: history.SELLER.email,
          address: history.SELLER.address,
          city: history.SELLER.city,
          state: history.SELLER.state,
          zip: history.SELLER.zip,
          phone: { countryCode: '1', number: history.SELLER.phoneNumber },
          website: history.ORGANIZATION.website,
        }
      : { name: history.ORGANIZATION.name, website: history.ORGANIZATION.website },
    member: registered
      ? {
          firstName: 'Nora',
          lastName: 'Winslow',
          dateOfBirth: '1984-05-17',
          phone: '2065550112',
          email: 'nora@tidewick.example',
          address: '31 Alder Court',
          city: 'Seattle',
          state: 'WA',
          zip: '98122',
        }
      : undefined,
    account: registered
      ? {
          bankState: 'WA',
          method: 'bank-transfer',
          reportCurrency: history.CURRENCY,
          minimalPayoutAmount: 50,
          refundReserve: 500,
          numberLastFour: '0417',
          payoutSchedule: 'weekly',
        }
      : { reportCurrency: history.CURRENCY },
    createdAt: history.ORGANIZATION.createdAt,
    updatedAt: registered ? history.ORGANIZATION.registeredAt : history.ORGANIZATION.createdAt,
    deletedAt: null,
    isTaxJarConnected: registered,
    taxJarApiKeyLastFour: registered ? '7c2e' : undefined,
    defaultGatewayRegion: registered ? 'us' : undefined,
    defaultGatewaySlug: registered ? 'A' : 'None',
    websiteId: history.ORGANIZATION.websiteId,
    hostedOnboardingFormStatus: registered ? 'filled' : 'not-started',
  });
}

function address({ address1, address2, country, city, region, zip }: AddressFacts): JsonObject {
  return compact({ address1, address2, country, city, region, zip });
}

/** What a customer says of themselves, as create and upsert bodies carry it. */
export function customerBody(id: string): JsonObject {
  const facts = find(history.CUSTOMERS, id);
  return compact({
    firstName: facts.firstName,
    lastName: facts.lastName,
    organization: facts.organization ?? null,
    email: facts.email,
    phoneNumber: facts.phoneNumber,
    isEnhancedDueDiligenceRequired: false,
    primaryAddress: { customerAddress: address(facts.address) },
  });
}

export const customer = (id: string): JsonObject => ({ id, ...customerBody(id) });

/** A customer as lists show them, with what they have paid. */
export function customerInList(id: string, at: Time): JsonObject {
  const revenue = getLifetimeRevenue(id, at);
  return {
    ...customer(id),
    lifetimeRevenue: { amount: revenue, currency: history.CURRENCY, amountUSD: revenue },
    lastPaymentTime: getLastPayment(id, at) ?? null,
  };
}

export function token({ id, createdAt, expiresAt }: TokenFacts = history.TOKEN): JsonObject {
  return { id, createdAt, expiratedAt: expiresAt };
}

/** What may be different about an instrument in an example that asks "what if". */
export interface InstrumentChange {
  readonly updatedAt: Time;
  readonly expireYear?: number;
}

export function instrument(id: string, change?: InstrumentChange): JsonObject {
  const facts: InstrumentFacts = find(history.INSTRUMENTS, id);
  const owner: CustomerFacts = find(history.CUSTOMERS, facts.customer);
  const { address1, address2, country, city, zip } = owner.address;
  return compact({
    id,
    createdAt: facts.createdAt,
    updatedAt: change?.updatedAt ?? facts.createdAt,
    deletedAt: null,
    type: facts.card ? 'payment-card' : 'ach',
    billingAddress: compact({
      firstName: owner.firstName,
      lastName: owner.lastName,
      country,
      address1,
      address2,
      city,
      zip,
    }),
    creditCard: facts.card && {
      creditCardLastFourDigits: facts.card.lastFour,
      brand: facts.card.brand,
      expireYear: change?.expireYear ?? facts.card.year,
      expireMonth: facts.card.month,
      stickyGatewaySlug: history.GATEWAY,
    },
    bankAccount: facts.bank && { bankName: facts.bank.name, lastFourDigits: facts.bank.lastFour },
  });
}

/** The address that a customer gives with a payment. */
export function billingAddressBody(id: string, withContact: boolean): JsonObject {
  const { firstName, lastName, email, phoneNumber, address: home } = find(history.CUSTOMERS, id);
  return compact({
    country: home.country,
    firstName,
    lastName,
    address: home.address1,
    address2: home.address2,
    city: home.city,
    region: home.region,
    zip: home.zip,
    email: withContact ? email : undefined,
    phoneNumber: withContact ? phoneNumber : undefined,
  });
}

function productFields(id: string): JsonObject {
  const facts = find(history.PRODUCTS, id);
  return {
    name: facts.name,
    unitLabel: facts.unitLabel,
    description: facts.description,
    requiresShipping: facts.requiresShipping,
    options: [...facts.options],
    taxCategoryId: '00000',
    accountingCode: facts.accountingCode,
    recognition: { debitAccountId: '2400-deferred-revenue', creditAccountId: facts.creditAccount },
  };
}

export function product(id: string): JsonObject {
  const { createdAt } = find(history.PRODUCTS, id);
  return { id, ...productFields(id), createdAt, updatedAt: createdAt, deletedAt: null };
}

export function productBody(id: string): JsonObject {
  const { type, value } = find(history.PRODUCTS, id);
  return { ...productFields(id), type, value };
}

function planParts(facts: PlanFacts): { lead: JsonObject; rest: JsonObject; terms: JsonObject } {
  const { interval } = facts;
  return {
    lead: compact({
      name: facts.name,
      currency: history.CURRENCY,
      productId: facts.product,
      pricing: { price: facts.price, formula: facts.formula },
      description: facts.description,
      richDescription: facts.richDescription,
      productOptions: facts.productOptions,
    }),
    rest: compact({ setup: facts.setupPrice === undefined ? undefined : { price: facts.setupPrice }, isActive: true }),
    terms: compact({
      isTrialOnly: facts.trialOnly ?? false,
      recurringInterval: interval && {
        periodAnchorInstruction: interval.anchor ?? { method: 'immediately' },
        unit: interval.unit,
        length: interval.length,
        billingTiming: interval.billingTiming,
      },
      trial: facts.trial,
    }),
  };
}

export function plan(id: string): JsonObject {
  const facts = find(history.PLANS, id);
  const { lead, rest, terms } = planParts(facts);
  const { createdAt } = facts;
  return {
    id,
    ...lead,
    currencySign: '$',
    ...rest,
    revision: 1,
    ...terms,
    createdAt,
    updatedAt: createdAt,
    deletedAt: null,
  };
}

export function planBody(id: string): JsonObject {
  const { lead, rest, terms } = planParts(find(history.PLANS, id));
  return { ...lead, ...rest, ...terms };
}

function orderCustomer(id: string): JsonObject {
  const { firstName, lastName, organization: company, email } = find(history.CUSTOMERS, id);
  return compact({ id, firstName, lastName, organization: company, email });
}

/** `month` → `months`: trials and plans count in singular units, billing cycles in plural ones. */
const toCycle = (facts: PlanFacts): JsonObject | undefined =>
  facts.interval && { unit: `${facts.interval.unit}s`, length: facts.interval.length };

/** What is different about a subscription in an example that asks "what if". */
export interface SubscriptionChange {
  /** When the change was made. */
  readonly at: Time;
  readonly plan?: string;
  readonly quantity?: number;
  readonly status?: string;
  readonly isAutoPay?: boolean;
  readonly nextCharge?: Time | null;
}

/** A subscription at a moment, or as it would be after a change. */
export function subscription(id: string, at: Time, change?: SubscriptionChange): JsonObject {
  const facts = find(history.SUBSCRIPTIONS, id);
  const sold = find(history.PLANS, change?.plan ?? facts.plan);
  const quantity = change?.quantity ?? facts.quantity;
  return compact({
    id,
    createdAt: facts.createdAt,
    updatedAt: change?.at ?? getSubscriptionUpdatedAt(facts, at),
    deletedAt: null,
    organizationId: history.ORGANIZATION.id,
    price: times(sold.price, quantity),
    currency: history.CURRENCY,
    status: change?.status ?? getSubscriptionStatus(facts, at),
    name: sold.name,
    customer: orderCustomer(facts.customer),
    bilingCycle: toCycle(sold),
    isAutoPay: change?.isAutoPay ?? facts.instrument !== undefined,
    nextCharge: change?.nextCharge === undefined ? getNextCharge(facts, at) : change.nextCharge,
    endTime: getEndTime(facts, at),
    delinquencyPeriod: null,
    renewalRemindersSentAt: getReminderSentAt(facts, at),
    items: [
      compact({
        price: sold.price,
        quantity,
        formula: sold.formula,
        currency: history.CURRENCY,
        planId: sold.id,
        planName: sold.name,
        bilingCycle: toCycle(sold),
      }),
    ],
  });
}

/** A one-time order. Which status such an order has is not documented, so it shows none. */
export function oneTimeOrder(id: string, at: Time, withItems = true): JsonObject {
  const facts = find(history.ONE_TIME_ORDERS, id);
  const sold = find(history.PLANS, facts.plan);
  const invoice = find(INVOICES, INVOICES.find(({ order }) => order === id)?.id ?? '');
  return compact({
    id,
    createdAt: facts.createdAt,
    updatedAt: getPaidAt(invoice, at) ?? facts.createdAt,
    deletedAt: null,
    organizationId: history.ORGANIZATION.id,
    price: withItems ? times(sold.price, facts.quantity) : 0,
    currency: history.CURRENCY,
    name: withItems ? sold.name : undefined,
    customer: orderCustomer(facts.customer),
    nextCharge: null,
    endTime: null,
    delinquencyPeriod: null,
    renewalRemindersSentAt: null,
    items: withItems
      ? [
          {
            price: sold.price,
            quantity: facts.quantity,
            formula: sold.formula,
            currency: history.CURRENCY,
            planId: sold.id,
            planName: sold.name,
          },
        ]
      : [],
  });
}

function buyer(id: string): JsonObject {
  const facts = find(history.CUSTOMERS, id);
  const { address1, address2, city, country, zip, region } = facts.address;
  return compact({
    name: `${facts.firstName} ${facts.lastName}`,
    email: facts.email,
    address: [address1, address2].filter((line) => line !== undefined).join(', ') || undefined,
    city,
    country,
    zip,
    phoneNumber: facts.phoneNumber,
    state: region,
  });
}

export function invoice(id: string, at: Time): JsonObject {
  const facts = find(INVOICES, id);
  return {
    id,
    number: facts.number,
    status: getInvoiceStatus(facts, at),
    currency: history.CURRENCY,
    totalAmount: facts.total,
    totalTax: facts.totalTax,
    shippingFee: facts.shippingFee,
    issueDate: facts.issuedAt,
    dueDate: facts.issuedAt,
    paidOnDate: getPaidAt(facts, at) ?? null,
    items: facts.items.map((item: InvoiceItem) => ({ ...item })),
    paymentFormUrl: `${history.PAYMENT_PAGES}${id}`,
    buyer: buyer(facts.customer),
    seller: { ...history.SELLER },
    customerId: facts.customer,
    organizationTaxNumber: { type: 'other', value: history.ORGANIZATION.taxNumber },
  };
}

function payer(id: string): JsonObject {
  const facts = find(history.CUSTOMERS, id);
  return {
    name: `${facts.firstName} ${facts.lastName}`,
    email: facts.email,
    origin: history.ORGANIZATION.host,
    language: facts.language ?? 'en',
  };
}

/** The part of a transaction that is for an invoice. */
const invoicePart = (facts: Invoice, amount: number): JsonObject[] => [
  { date: facts.issuedAt, amount, currency: history.CURRENCY },
];

/** Statuses in which the customer is expected on another page. */
const OFFSITE = ['offsite', 'waiting'];

function sale(id: string, at: Time): JsonObject {
  const facts = find(SALES, id);
  const state = getSaleState(facts, at);
  const { total } = facts.invoice;
  const paid = state.result === 'approved';
  const refunded = getRefunded(facts, at);
  return compact({
    id,
    createdAt: facts.at,
    updatedAt: state.updatedAt,
    deletedAt: null,
    amount: total,
    refundAmount: refunded,
    refundableAmount: paid ? add(total, -refunded) : 0,
    currency: history.CURRENCY,
    status: state.status,
    result: state.result,
    combinedStatus: state.combinedStatus,
    customer: payer(facts.customer),
    date: facts.at,
    type: 'sale',
    paymentType: facts.paymentType,
    paymentInstrument: instrument(facts.instrument),
    invoices: invoicePart(facts.invoice, total),
    gatewayName: history.GATEWAY,
    subscriptionId: facts.order,
    redirectUrl: OFFSITE.includes(state.status) ? `${history.PAYMENT_PAGES}${id}` : undefined,
    data3ds: null,
    avsResponse: facts.avsResponse,
    cvvResponse: facts.cvvResponse,
    arn: facts.arn,
    ipAddress: facts.ipAddress,
    isMerchantInitiated: facts.merchantInitiated,
    permissionsBundle: { isRefundable: ['completed', 'partially-refunded'].includes(state.status) && paid },
  });
}

function refund(id: string): JsonObject {
  const facts = find(history.REFUNDS, id);
  const returned = find(SALES, facts.sale);
  const amount = getRefundAmount(facts);
  return {
    id,
    createdAt: facts.at,
    updatedAt: facts.at,
    deletedAt: null,
    amount,
    refundAmount: 0,
    refundableAmount: 0,
    currency: history.CURRENCY,
    status: 'completed',
    result: 'approved',
    combinedStatus: 'completed',
    customer: payer(returned.customer),
    date: facts.at,
    type: 'refund',
    paymentType: returned.paymentType,
    paymentInstrument: instrument(returned.instrument),
    invoices: invoicePart(returned.invoice, amount),
    gatewayName: history.GATEWAY,
    subscriptionId: returned.order,
    data3ds: null,
    isMerchantInitiated: true,
    permissionsBundle: { isRefundable: false },
  };
}

/** The authentication by 3D Secure that the sale waits for: no payment. */
function authentication(at: Time): JsonObject {
  const paid = find(SALES, history.AUTHENTICATION.sale);
  const done = at >= getSettledAt(paid);
  return compact({
    id: history.AUTHENTICATION.id,
    createdAt: history.AUTHENTICATION.at,
    updatedAt: done ? getSettledAt(paid) : history.AUTHENTICATION.at,
    deletedAt: null,
    amount: paid.invoice.total,
    refundAmount: 0,
    refundableAmount: 0,
    currency: history.CURRENCY,
    status: done ? 'completed' : 'waiting',
    result: done ? 'approved' : 'unknown',
    combinedStatus: done ? 'completed' : 'waiting',
    customer: payer(paid.customer),
    date: history.AUTHENTICATION.at,
    type: '3ds-authentication',
    paymentType: paid.paymentType,
    paymentInstrument: instrument(paid.instrument),
    invoices: [],
    gatewayName: history.GATEWAY,
    redirectUrl: done ? undefined : `${history.PAYMENT_PAGES}${history.AUTHENTICATION.id}`,
    data3ds: null,
    ipAddress: paid.ipAddress,
    isMerchantInitiated: false,
    permissionsBundle: { isRefundable: false },
  });
}

/** A transaction of any kind at a moment. */
export function transaction(id: string, at: Time): JsonObject {
  if (id === history.AUTHENTICATION.id) return authentication(at);
  return history.REFUNDS.some((facts) => facts.id === id) ? refund(id) : sale(id, at);
}

/** The log of a sale; messages and who triggered an entry are illustrative. */
export function transactionLog(id: string, at: Time): JsonObject[] {
  const facts = find(SALES, id);
  const entry = (status: string, occurredAt: Time, message: string, triggeredBy: string, amount: number) => ({
    status,
    occurredAt,
    message,
    transactionId: id,
    triggeredBy,
    data: { amount, currency: history.CURRENCY },
  });
  const { total } = facts.invoice;
  const settledAt = getSettledAt(facts);
  return [
    entry('transaction-initiated', facts.at, 'The transaction was started.', 'customer', total),
    entry('transaction-approved', settledAt, 'The gateway approved the transaction.', 'system', total),
    entry('transaction-processed', settledAt, 'The transaction was processed.', 'system', total),
    ...history.REFUNDS.filter((made) => made.sale === id && made.at <= at).map((made) =>
      entry(
        'transaction-partially-refunded',
        made.at,
        'Part of the transaction was refunded.',
        'merchant',
        getRefundAmount(made),
      ),
    ),
  ].filter(({ occurredAt }) => occurredAt <= at);
}

/** A dispute at a moment; `decided` shows one that was won or lost. */
export function dispute(id: string, at: Time, decided?: { readonly status: string; readonly at: Time }): JsonObject {
  const facts = find(history.DISPUTES, id);
  const disputed = find(SALES, facts.sale);
  const change = facts.changes.findLast((candidate) => candidate.at <= at);
  if (!change) throw new Error(`example world: ${id} had not begun at ${at}`);
  const moments = [change.at, facts.commentedAt].filter((moment) => moment <= at).sort();
  return {
    id,
    createdAt: facts.createdAt,
    updatedAt: decided?.at ?? moments.at(-1) ?? change.at,
    deletedAt: null,
    resolvedAt: decided?.at ?? null,
    deadlineAt: facts.deadlineAt,
    organizationId: history.ORGANIZATION.id,
    amount: disputed.invoice.total,
    currency: history.CURRENCY,
    status: decided?.status ?? change.status,
    category: facts.category,
    type: facts.type,
    caseId: facts.caseId,
    customer: customer(disputed.customer),
    reasonCode: facts.reasonCode,
    gatewaySlug: history.GATEWAY,
  };
}

/** A cancellation at a moment. */
export function cancellation(id: string, at: Time): JsonObject {
  const facts = find(history.CANCELLATIONS, id);
  const terms = facts.terms.findLast((step) => step.at <= at);
  if (!terms) throw new Error(`example world: ${id} had not been created at ${at}`);
  const canceled = find(history.SUBSCRIPTIONS, facts.subscription);
  const ending = terms.status === 'confirmed' ? getEnding(id) : undefined;
  const undoneAt = ending?.undoneAt !== undefined && ending.undoneAt <= at ? ending.undoneAt : undefined;
  const status = undoneAt !== undefined ? 'revoked' : ending && ending.churnedAt <= at ? 'completed' : terms.status;
  const credit = terms.prorated ? facts.credit : undefined;
  const charged =
    credit === undefined ? undefined : INVOICES.findLast((made) => made.order === canceled.id && made.issuedAt <= at);
  return compact({
    id,
    organizationId: history.ORGANIZATION.id,
    subscriptionId: canceled.id,
    proratedInvoiceId: charged?.id,
    appliedInvoiceId: terms.status === 'confirmed' ? charged?.id : undefined,
    cancelledBy: facts.cancelledBy,
    reason: facts.reason,
    description: facts.description,
    prorated: terms.prorated,
    status,
    cancelledAt: ending?.cancelledAt ?? null,
    updatedAt: undoneAt ?? terms.at,
    churnedAt: ending?.churnedAt ?? null,
    churnTimePolicy: terms.churnTimePolicy,
    lineItems:
      credit === undefined
        ? []
        : [
            {
              type: 'credit',
              description: `Credit for the unused part of ${find(history.PLANS, canceled.plan).name}`,
              unitPriceAmount: credit,
              unitPriceCurrency: history.CURRENCY,
              quantity: 1,
              periodStartsAt: terms.at,
              periodEndsAt: getNextPeriodStart(canceled, terms.at),
              createdAt: terms.at,
            },
          ],
    lineItemsSubtotal: credit === undefined ? undefined : { amount: credit, currency: history.CURRENCY },
  });
}

/** Other times of a pause than those that came to be. */
export interface PauseChange {
  /** When the change was made. */
  readonly at: Time;
  readonly effectiveAt: Time;
  readonly endAt: Time;
}

/** A pause at a moment. */
export function pause(id: string, at: Time, change?: PauseChange): JsonObject {
  const facts = find(history.PAUSES, id);
  const { effectiveAt, endAt } = change ?? facts;
  const status = at < effectiveAt ? 'pending' : at < endAt ? 'ongoing' : 'finished';
  const updatedAt = status === 'pending' ? facts.createdAt : status === 'ongoing' ? effectiveAt : endAt;
  return {
    id,
    subscriptionId: facts.subscription,
    status,
    pausedBy: facts.pausedBy,
    description: facts.description,
    effectiveAt,
    endAt,
    createdAt: facts.createdAt,
    updatedTime: change?.at ?? updatedAt,
  };
}

/** A reactivation; the renewal time is what the subscription had before it was canceled. */
export function reactivation(id: string): JsonObject {
  const facts = find(history.REACTIVATIONS, id);
  return {
    id,
    subscriptionId: facts.subscription,
    cancellationId: facts.cancellation,
    description: facts.description,
    renewalAt: getNextPeriodStart(find(history.SUBSCRIPTIONS, facts.subscription), facts.createdAt),
    createdAt: facts.createdAt,
    updatedTime: facts.createdAt,
  };
}

/** A webhook destination as it is returned: without the password. */
export function destination(): JsonObject {
  return {
    id: history.DESTINATION.id,
    createdAt: history.DESTINATION.createdAt,
    updatedAt: history.DESTINATION.createdAt,
    url: history.DESTINATION.url,
    auth: { type: 'basic', username: history.DESTINATION.username },
  };
}
