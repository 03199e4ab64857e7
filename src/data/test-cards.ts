/** Test cards, test bank accounts, and values that force a decline: the source of the tables on `/docs/api/test-cards`. */

/** What a value does in the sandbox. */
type TestOutcome = 'approved' | 'declined';

/** A card of the sandbox. */
export interface TestCard {
  /** A value of the `CardBrand` enumeration of the specification. */
  readonly brand: string;
  /** The number without spaces; the length of the number is the length of this string. */
  readonly number: string;
  /** The result of the first transaction that uses the card. */
  readonly outcome: TestOutcome;
  /** How many digits the card verification value has. */
  readonly cvvLength: 3 | 4;
}

/** A bank account of the sandbox, named by its IBAN. */
export interface TestBankAccount {
  readonly iban: string;
  readonly outcome: TestOutcome;
}

/** A value that changes the outcome of an otherwise approved card. */
export interface SpecialTestValue {
  /** The request field that carries the value. */
  readonly field: string;
  readonly value: string;
  readonly appliesTo: string;
  readonly outcome: TestOutcome;
  readonly meaning: string;
}

/** Two cards per brand: the first approved, the second declined. */
export const testCards: readonly TestCard[] = [
  { brand: 'Visa', number: '4111111111111111', outcome: 'approved', cvvLength: 3 },
  { brand: 'Visa', number: '4000000000000002', outcome: 'declined', cvvLength: 3 },
  { brand: 'MasterCard', number: '5555555555554444', outcome: 'approved', cvvLength: 3 },
  { brand: 'MasterCard', number: '5105105105105100', outcome: 'declined', cvvLength: 3 },
  { brand: 'American-Express', number: '378282246310005', outcome: 'approved', cvvLength: 4 },
  { brand: 'American-Express', number: '371449635398431', outcome: 'declined', cvvLength: 4 },
  { brand: 'Discover', number: '6011111111111117', outcome: 'approved', cvvLength: 3 },
  { brand: 'Discover', number: '6011000990139424', outcome: 'declined', cvvLength: 3 },
  { brand: 'Diners-Club', number: '30569309025904', outcome: 'approved', cvvLength: 3 },
  { brand: 'Diners-Club', number: '38520000023237', outcome: 'declined', cvvLength: 3 },
  { brand: 'JCB', number: '3530111333300000', outcome: 'approved', cvvLength: 3 },
  { brand: 'JCB', number: '3566002020360505', outcome: 'declined', cvvLength: 3 },
  { brand: 'China-UnionPay', number: '6253111111111114', outcome: 'approved', cvvLength: 3 },
  { brand: 'China-UnionPay', number: '6243030000000001', outcome: 'declined', cvvLength: 3 },
  { brand: 'Maestro', number: '6759641111111119', outcome: 'approved', cvvLength: 3 },
  { brand: 'Maestro', number: '6771790000000018', outcome: 'declined', cvvLength: 3 },
];

/** One approved and one declined bank account. */
export const testBankAccounts: readonly TestBankAccount[] = [
  { iban: 'DE89370400440532013000', outcome: 'approved' },
  { iban: 'DE62370400440532013001', outcome: 'declined' },
];

/** Values to avoid unless a decline is wanted. */
export const specialTestValues: readonly SpecialTestValue[] = [
  {
    field: 'cardVerificationValue',
    value: '000',
    appliesTo: 'Cards with a 3-digit CVV',
    outcome: 'declined',
    meaning: "The CVV doesn't match.",
  },
  {
    field: 'cardVerificationValue',
    value: '0000',
    appliesTo: 'American Express',
    outcome: 'declined',
    meaning: "The CVV doesn't match.",
  },
  {
    field: 'expirationMonth / expirationYear',
    value: '10 / 2051',
    appliesTo: 'All cards',
    outcome: 'declined',
    meaning: "The expiry date doesn't match.",
  },
];
