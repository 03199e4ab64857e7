/**
 * Test cards, test bank accounts and values that force a decline: the single source of the tables on
 * `/docs/api/test-cards`.
 *
 * Goes in: nothing. Comes out: three frozen lists. Nothing is thrown; a check tests each number (Luhn or IBAN
 * checksum, brand range, length) and ties the brands to the `CardBrand` enumeration of the description.
 */

/** What a value does in the sandbox. */
type TestOutcome = 'approved' | 'declined';

/** Where a statement comes from; the project's ledger of sources uses the same words. */
type TestDataGround = 'public documentation of the payments engine';

/** A card of the sandbox. */
export interface TestCard {
  /** A value of the `CardBrand` enumeration of the description. */
  readonly brand: string;
  /** The number without spaces; the length of the number is the length of this string. */
  readonly number: string;
  /** The result of the first transaction that uses the card. */
  readonly outcome: TestOutcome;
  /** How many digits the card verification value has. */
  readonly cvvLength: 3 | 4;
  /** The request that shows the outcome. */
  readonly step: 'transaction';
  readonly ground: TestDataGround;
}

/** A bank account of the sandbox, named by its IBAN. */
export interface TestBankAccount {
  readonly iban: string;
  readonly outcome: TestOutcome;
  readonly step: 'transaction';
  readonly ground: TestDataGround;
}

/** A value that changes the outcome of an otherwise approved card. */
export interface SpecialTestValue {
  /** The request field that carries the value. */
  readonly field: string;
  readonly value: string;
  readonly appliesTo: string;
  readonly outcome: TestOutcome;
  readonly meaning: string;
  readonly ground: TestDataGround;
}

const engine = { step: 'transaction', ground: 'public documentation of the payments engine' } as const;

/** Two cards per brand: the first approved, the second declined. */
export const testCards: readonly TestCard[] = [
  { brand: 'Visa', number: '4111111111111111', outcome: 'approved', cvvLength: 3, ...engine },
  { brand: 'Visa', number: '4000000000000002', outcome: 'declined', cvvLength: 3, ...engine },
  { brand: 'MasterCard', number: '5555555555554444', outcome: 'approved', cvvLength: 3, ...engine },
  { brand: 'MasterCard', number: '5105105105105100', outcome: 'declined', cvvLength: 3, ...engine },
  { brand: 'American-Express', number: '378282246310005', outcome: 'approved', cvvLength: 4, ...engine },
  { brand: 'American-Express', number: '371449635398431', outcome: 'declined', cvvLength: 4, ...engine },
  { brand: 'Discover', number: '6011111111111117', outcome: 'approved', cvvLength: 3, ...engine },
  { brand: 'Discover', number: '6011000990139424', outcome: 'declined', cvvLength: 3, ...engine },
  { brand: 'Diners-Club', number: '30569309025904', outcome: 'approved', cvvLength: 3, ...engine },
  { brand: 'Diners-Club', number: '38520000023237', outcome: 'declined', cvvLength: 3, ...engine },
  { brand: 'JCB', number: '3530111333300000', outcome: 'approved', cvvLength: 3, ...engine },
  { brand: 'JCB', number: '3566002020360505', outcome: 'declined', cvvLength: 3, ...engine },
  { brand: 'China-UnionPay', number: '6253111111111114', outcome: 'approved', cvvLength: 3, ...engine },
  { brand: 'China-UnionPay', number: '6243030000000001', outcome: 'declined', cvvLength: 3, ...engine },
  { brand: 'Maestro', number: '6759641111111119', outcome: 'approved', cvvLength: 3, ...engine },
  { brand: 'Maestro', number: '6771790000000018', outcome: 'declined', cvvLength: 3, ...engine },
];

/** One approved and one declined bank account. */
export const testBankAccounts: readonly TestBankAccount[] = [
  { iban: 'DE89370400440532013000', outcome: 'approved', ...engine },
  { iban: 'DE62370400440532013001', outcome: 'declined', ...engine },
];

/** Values to avoid unless a decline is wanted. */
export const specialTestValues: readonly SpecialTestValue[] = [
  {
    field: 'cardVerificationValue',
    value: '000',
    appliesTo: 'Cards with a 3-digit CVV',
    outcome: 'declined',
    meaning: "The CVV doesn't match.",
    ground: engine.ground,
  },
  {
    field: 'cardVerificationValue',
    value: '0000',
    appliesTo: 'American-Express',
    outcome: 'declined',
    meaning: "The CVV doesn't match.",
    ground: engine.ground,
  },
  {
    field: 'expirationMonth / expirationYear',
    value: '10 / 2051',
    appliesTo: 'All cards',
    outcome: 'declined',
    meaning: "The expiry date doesn't match, or the card counts as expired.",
    ground: engine.ground,
  },
];
