/** What the sandbox keeps, as far as its rules look at it. A record also keeps every other field that was sent. */
import type { Formula } from '../src/pricing/formulas';
import type { Anchor, PeriodUnit } from './clock';

/** A JSON object. */
export type Fields = Record<string, unknown>;
/** Optional fields that hold a text, most of them an ID or a moment. */
type Texts<K extends string> = Partial<Record<K, string>>;
/** Where a record keeps the texts that searches look into. No reply and no file has them. */
export const TEXTS = Symbol('texts');
/** What all records have in common. */
export type Entity = Fields &
  Texts<'organizationId'> &
  Record<'id' | 'createdAt' | 'updatedAt', string> & { [TEXTS]?: string };

type Account = Entity & Texts<'secret'> & { activatedAt?: string | null };

export type Customer = Entity &
  Texts<'firstName' | 'lastName' | 'email'> & {
    organization?: string | null;
    tags?: string[];
    primaryAddress?: { customerAddress?: Fields };
    primaryPaymentInstrument?: { id?: string; method?: string };
    lifetimeRevenue?: { amount: number; currency: string; amountUSD: number };
    lastPaymentTime?: string | null;
  };

/** What a card does when it's charged. */
export type CardBehavior = 'approve' | 'decline' | 'challenge';
export type Card = Fields & { creditCardLastFourDigits: string; expireYear: number; expireMonth: number };
export type Token = Entity & Texts<'usedAt'> & { expiratedAt: string; behavior: CardBehavior; creditCard: Card };
/** Since `provenAt`, its first approved transaction, renewals charge an instrument. */
export type Instrument = Entity & Texts<'customerId' | 'provenAt'> & { creditCard?: Card; behavior?: CardBehavior };

type Period = { unit?: PeriodUnit; length?: number };

export type Plan = Entity &
  Texts<'name' | 'currency' | 'productId'> & {
    pricing?: { price?: number; formula?: Formula };
    setup?: { price?: number };
    isActive?: boolean;
    isTrialOnly?: boolean;
    recurringInterval?: Period & { billingTiming?: 'prepaid' | 'postpaid'; periodAnchorInstruction?: Anchor };
    trial?: { price?: number; period?: Period };
    revision?: number;
  };

export type Invoice = Entity &
  Texts<'customerId' | 'subscriptionId'> &
  Record<'number' | 'status' | 'currency' | 'issueDate', string> &
  Record<'totalAmount' | 'paidAmount', number> & {
    paidOnDate: string | null;
    items?: { description: string; quantity: number; amount: number }[];
  };

/** `saleId` is the payment that a refund pays back, and `returnUrl` the page to which the payment page leads back. */
export type Transaction = Entity &
  Texts<'customerId' | 'subscriptionId' | 'instrumentId' | 'saleId' | 'redirectUrl' | 'returnUrl'> &
  Record<'amount' | 'refundAmount' | 'refundableAmount', number> &
  Record<'currency' | 'status' | 'result' | 'combinedStatus' | 'type', string> & {
    invoiceIds: string[];
    idempotencyKey?: string | null;
  };

type Item = Fields & Record<'price' | 'quantity', number> & { formula: Formula; planId: string; planName?: string };

/**
 * `paidUntil` is the end of the period that began at `periodStart`, and `startAt` is left until the start. `credit` reduces
 * the next invoices, and `pausedRemainder` is what a pause left of the period, in milliseconds.
 */
export type Subscription = Entity &
  Texts<
    'customerId' | 'instrumentId' | 'name' | 'startAt' | 'renewalTime' | 'periodStart' | 'paidUntil' | 'resumedAt'
  > &
  Texts<'trialEndsAt' | 'trialReminderSentAt' | 'openInvoiceId'> &
  Record<'nextCharge' | 'endTime' | 'renewalRemindersSentAt', string | null> &
  Partial<Record<'anchorDay' | 'setupPrice' | 'trialPrice' | 'credit' | 'pausedRemainder', number>> &
  Partial<Record<'isOneTime' | 'isTrialOnly' | 'isActivated' | 'owesSetup', boolean>> & {
    price: number;
    currency: string;
    status: string;
    isAutoPay: boolean;
    items: Item[];
    interval?: Plan['recurringInterval'];
  };

export type Cancellation = Entity &
  Texts<'subscriptionId' | 'cancelAt' | 'churnTimePolicy'> & {
    status: string;
    cancelledAt: string | null;
    churnedAt?: string | null;
    prorated?: boolean;
  };

export type Pause = Entity & Record<'subscriptionId' | 'status' | 'effectiveAt', string> & { endAt: string | null };
/** `pending` until `effectiveAt`. */
export type Reactivation = Entity &
  Texts<'effectiveAt' | 'renewalAt' | 'cancellationId'> & { subscriptionId: string; pending?: boolean };
export type Dispute = Entity & Texts<'transactionId' | 'status'> & { amount?: number; resolvedAt?: string | null };

/** The password belongs to `auth`; replies don't show it. */
export type Destination = Entity & Texts<'password'> & { url: string; auth?: { type: string; username: string } };
/** What is delivered to a destination, and what its receiver answered to each attempt. */
export type Delivery = Record<'destinationId' | 'url', string> & {
  state: 'pending' | 'delivered' | 'failed';
  attempts: { at: string; status?: number; problem?: string }[];
};
export type SandboxEvent = Entity & { type: string; body: Fields; deliveries: Delivery[] };

/** All kinds of records, by the name of their collection. */
export type Records = Record<'apiKeys' | 'organizations' | 'products' | 'logs', Entity> & {
  accounts: Account;
  customers: Customer;
  tokens: Token;
  instruments: Instrument;
  invoices: Invoice;
  plans: Plan;
  transactions: Transaction;
  subscriptions: Subscription;
  cancellations: Cancellation;
  pauses: Pause;
  reactivations: Reactivation;
  disputes: Dispute;
  destinations: Destination;
  events: SandboxEvent;
};
export type Kind = keyof Records;
