/** The shapes of the example world's facts: what happened, before anything is derived from it. */

/** A moment as RFC 3339 in UTC: `2026-03-01T09:10:00Z`. Such texts sort by time. */
export type Time = string;

/** A JSON object, as a request or a response carries it. */
export interface JsonObject {
  [key: string]: JsonValue;
}
export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;

/** A moment when something got a new status. */
interface StatusChange<Status extends string = string> {
  readonly at: Time;
  readonly status: Status;
}

export interface AddressFacts {
  readonly address1?: string;
  readonly address2?: string;
  readonly country: string;
  readonly city: string;
  readonly region?: string;
  readonly zip: string;
}

export interface CustomerFacts {
  readonly id: string;
  readonly createdAt: Time;
  readonly firstName: string;
  readonly lastName: string;
  readonly organization?: string;
  readonly email: string;
  readonly phoneNumber?: string;
  readonly language?: string;
  readonly address: AddressFacts;
  readonly tags: readonly string[];
  /** The primary payment instrument. */
  readonly primaryInstrument?: string;
}

export interface InstrumentFacts {
  readonly id: string;
  readonly customer: string;
  readonly createdAt: Time;
  readonly card?: { readonly brand: string; readonly lastFour: string; readonly year: number; readonly month: number };
  readonly bank?: { readonly name: string; readonly lastFour: string };
}

export interface ProductFacts {
  readonly id: string;
  readonly createdAt: Time;
  readonly name: string;
  readonly unitLabel: string;
  readonly description: string;
  readonly requiresShipping: boolean;
  readonly options: readonly string[];
  readonly accountingCode: string;
  readonly creditAccount: string;
  readonly type: string;
  readonly value: string;
  /** Tax on its sales, in percent of the price and added to it. */
  readonly taxRate: number;
}

type Unit = 'day' | 'week' | 'month' | 'year';

export interface Period {
  readonly unit: Unit;
  readonly length: number;
}

export interface PlanFacts {
  readonly id: string;
  readonly createdAt: Time;
  readonly product: string;
  readonly name: string;
  readonly price: number;
  readonly formula: 'fixed-fee' | 'flat-rate' | 'stairstep' | 'tiered' | 'volume';
  readonly description: string;
  readonly richDescription: string;
  readonly productOptions?: Readonly<Record<string, string>>;
  readonly setupPrice?: number;
  readonly interval?: Period & {
    readonly billingTiming: 'prepaid' | 'postpaid';
    /** `immediately` without one. */
    readonly anchor?: { readonly method: 'day-of-month'; readonly day: number };
  };
  readonly trial?: { readonly price: number; readonly period: Period };
  readonly trialOnly?: boolean;
}

/** Somebody tried to pay a charge: with the customer present, or the platform when a renewal was due. */
export interface PaymentFacts {
  readonly id: string;
  readonly at: Time;
  readonly instrument: string;
  readonly result: 'approved' | 'declined';
  /** The key that the merchant sent, if it sent one: sent again, it gives the same payment. */
  readonly idempotencyKey?: string;
  readonly ipAddress?: string;
  /** Statuses before the final one, such as `offsite`. */
  readonly before?: readonly StatusChange[];
  readonly avsResponse?: string;
  readonly cvvResponse?: string;
  readonly arn?: string;
}

/** A charge whose payments are written out, because the platform did not simply collect it. */
interface ChargeFacts {
  readonly payments: readonly PaymentFacts[];
}

export interface SubscriptionFacts {
  readonly id: string;
  readonly customer: string;
  readonly plan: string;
  readonly quantity: number;
  readonly createdAt: Time;
  readonly instrument?: string;
  /** Numbers of its invoices, one for each charge in order. */
  readonly invoices: readonly number[];
  /** How the first charge was paid; later ones are collected from the instrument when they are due. */
  readonly firstCharge?: ChargeFacts;
  /** Charges that failed when they were due, by the day of the charge. */
  readonly failures?: Readonly<Record<Time, ChargeFacts>>;
}

export interface OneTimeOrderFacts {
  readonly id: string;
  readonly customer: string;
  readonly plan: string;
  readonly quantity: number;
  readonly createdAt: Time;
  readonly issuedAt: Time;
  readonly invoice: number;
  readonly shippingFee: number;
  readonly payments: readonly PaymentFacts[];
}

export interface RefundFacts {
  readonly id: string;
  readonly at: Time;
  /** The sale that is refunded. */
  readonly sale: string;
  /** Units whose price and tax are returned. */
  readonly quantity: number;
}

export interface DisputeFacts {
  readonly id: string;
  readonly sale: string;
  readonly createdAt: Time;
  readonly deadlineAt: Time;
  readonly caseId: string;
  readonly category: string;
  readonly type: string;
  readonly reasonCode: string;
  readonly changes: readonly StatusChange[];
  /** The time of a comment, which leaves the status alone. */
  readonly commentedAt: Time;
}

interface CancellationTerms {
  readonly at: Time;
  readonly status: 'draft' | 'confirmed';
  readonly prorated?: boolean;
  readonly churnTimePolicy?: 'none' | 'now' | 'at-next-renewal';
}

export interface CancellationFacts {
  readonly id: string;
  readonly subscription: string;
  readonly cancelledBy: 'customer' | 'merchant' | 'system';
  readonly reason: string;
  readonly description: string;
  /** What was agreed, step by step; the last `confirmed` step counts. */
  readonly terms: readonly CancellationTerms[];
  /** Illustrative: how a credit is calculated is not documented. */
  readonly credit?: number;
}

export interface KeyFacts {
  readonly id: string;
  readonly createdAt: Time;
  readonly rotatedAt?: Time;
}

export interface PauseFacts {
  readonly id: string;
  readonly subscription: string;
  readonly createdAt: Time;
  readonly effectiveAt: Time;
  readonly endAt: Time;
  readonly pausedBy: 'customer' | 'merchant';
  readonly description: string;
}

export interface ReactivationFacts {
  readonly id: string;
  readonly subscription: string;
  readonly cancellation: string;
  readonly createdAt: Time;
  readonly description: string;
}

export interface TokenFacts {
  readonly id: string;
  readonly createdAt: Time;
  readonly expiresAt: Time;
  readonly card: { readonly number: string; readonly code: string; readonly month: number; readonly year: number };
}
