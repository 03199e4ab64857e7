/** What the sandbox keeps, as far as its rules look at it. A record also keeps every other field that was sent. */
import type { Formula } from '../src/pricing/formulas';

/** A JSON object. */
export type Fields = Record<string, unknown>;

/** What all records have in common. */
export interface Entity extends Fields {
  id: string;
  organizationId?: string;
  createdAt: string;
  updatedAt: string;
}

export interface Account extends Entity {
  secret?: string;
  activatedAt?: string | null;
}

/** A one-time way to sign in; its ID is the token. */
interface Session extends Entity {
  usedAt?: string;
}

export interface Customer extends Entity {
  firstName?: string;
  lastName?: string;
  organization?: string | null;
  email?: string;
  tags?: string[];
  primaryAddress?: { customerAddress?: Fields };
  primaryPaymentInstrument?: { id?: string; method?: string };
  lifetimeRevenue?: { amount: number; currency: string; amountUSD: number };
  lastPaymentTime?: string | null;
}

/** What a card does when it's charged; see the assumptions for which card does what. */
export type CardBehavior = 'approve' | 'decline' | 'challenge';

export interface Token extends Entity {
  expiratedAt: string;
  usedAt?: string;
  behavior: CardBehavior;
  creditCard: Card;
}

interface Card extends Fields {
  creditCardLastFourDigits: string;
  expireYear: number;
  expireMonth: number;
}

export interface Instrument extends Entity {
  customerId?: string;
  type?: string;
  creditCard?: Card;
  behavior?: CardBehavior;
  /** Set by the first approved transaction: only then do renewals charge it. */
  provenAt?: string;
  deletedAt?: string | null;
}

interface Interval extends Fields {
  unit?: PeriodUnit;
  length?: number;
  billingTiming?: 'prepaid' | 'postpaid';
}
export type PeriodUnit = 'day' | 'week' | 'month' | 'year';
interface Trial extends Fields {
  price?: number;
  period?: { unit?: PeriodUnit; length?: number };
}

export interface Plan extends Entity {
  name?: string;
  currency?: string;
  productId?: string;
  pricing?: { price?: number; formula?: Formula };
  setup?: { price?: number };
  isActive?: boolean;
  isTrialOnly?: boolean;
  recurringInterval?: Interval;
  trial?: Trial;
  revision?: number;
}

export interface Invoice extends Entity {
  number: string;
  status: string;
  currency: string;
  totalAmount: number;
  customerId?: string;
  subscriptionId?: string;
  paidAmount: number;
  issueDate: string;
  paidOnDate: string | null;
}

export interface Transaction extends Entity {
  amount: number;
  refundAmount: number;
  refundableAmount: number;
  currency: string;
  status: string;
  result: string;
  combinedStatus: string;
  type: string;
  customerId?: string;
  subscriptionId?: string;
  invoiceIds: string[];
  instrumentId?: string;
  idempotencyKey?: string | null;
  /** The payment that a refund pays back. */
  saleId?: string;
  redirectUrl?: string;
  /** The merchant's page, to which the payment page leads back. */
  returnUrl?: string;
}

export interface SubscriptionItem extends Fields {
  price: number;
  quantity: number;
  formula: Formula;
  currency: string;
  planId: string;
}

export interface Subscription extends Entity {
  price: number;
  currency: string;
  status: string;
  customerId?: string;
  isAutoPay: boolean;
  nextCharge: string | null;
  endTime: string | null;
  renewalRemindersSentAt: string | null;
  items: SubscriptionItem[];
  interval?: Interval;
  isOneTime?: boolean;
  isTrialOnly?: boolean;
  setupPrice?: number;
  instrumentId?: string;
  /** When a subscription that hasn't started yet starts. */
  startAt?: string;
  trialEndsAt?: string;
  trialReminderSentAt?: string;
  /** End of the period that the latest invoice pays for. */
  paidUntil?: string;
  openInvoiceId?: string;
  /** Whether a first payment succeeded, which is announced once. */
  isActivated?: boolean;
  /** Whether the setup price is part of the next charge, which a postpaid plan makes at the end of a period. */
  owesSetup?: boolean;
  /** When a canceled or paused subscription became active again. */
  resumedAt?: string;
  /** When the order of an unpaid subscription began to count as delinquent. */
  delinquentSince?: string;
  /** What was left of the period when a pause began, in milliseconds. */
  pausedRemainder?: number;
}

export interface Cancellation extends Entity {
  subscriptionId?: string;
  status: string;
  reason?: string;
  cancelledBy: string;
  cancelAt?: string;
  cancelledAt: string | null;
  churnedAt?: string | null;
  churnTimePolicy?: string;
  prorated?: boolean;
}

export interface Pause extends Entity {
  subscriptionId: string;
  status: string;
  effectiveAt: string;
  endAt: string | null;
}

export interface Reactivation extends Entity {
  subscriptionId: string;
  effectiveAt?: string;
  renewalAt?: string;
  cancellationId?: string;
  pending?: boolean;
}

export interface Dispute extends Entity {
  transactionId?: string;
  status?: string;
  amount?: number;
  resolvedAt?: string | null;
}

export interface Destination extends Entity {
  url: string;
  auth?: { type: string; username: string };
  /** Belongs to `auth`; replies don't show it. */
  password?: string;
}

/** One try to deliver an event. */
interface Attempt {
  at: string;
  /** Status that the receiver answered; undefined if none came. */
  status?: number;
  problem?: string;
}

export interface SandboxEvent extends Entity {
  type: string;
  body: Fields;
  deliveries: { destinationId: string; url: string; state: 'pending' | 'delivered' | 'failed'; attempts: Attempt[] }[];
}

/** All kinds of records, by the name of their collection. */
export interface Records {
  accounts: Account;
  apiKeys: Entity;
  sessions: Session;
  organizations: Entity;
  customers: Customer;
  tokens: Token;
  instruments: Instrument;
  invoices: Invoice;
  products: Entity;
  plans: Plan;
  transactions: Transaction;
  logs: Entity;
  subscriptions: Subscription;
  cancellations: Cancellation;
  pauses: Pause;
  reactivations: Reactivation;
  disputes: Dispute;
  destinations: Destination;
  events: SandboxEvent;
}
export type Kind = keyof Records;
