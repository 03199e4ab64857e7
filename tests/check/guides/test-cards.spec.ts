/**
 * The sandbox's numbers are what the page says they are: check digits, ranges and lengths of the brand, and names of
 * brands that the description knows. A made-up or mistyped number would cost a reader an afternoon.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import {
  specialTestValues,
  testBankAccounts,
  testCards,
  type SpecialTestValue,
  type TestBankAccount,
  type TestCard,
} from '../../../src/data/test-cards';
import { loadDescription } from '../../../src/description/load';
import { collectFacts } from '../../../src/coverage/facts';
import { descriptionFile, root } from '../../support/routes';
import { lineIn, type GuideReport } from './findings';
import { expectClean } from '../../support/expect-clean';

const FILE = 'src/data/test-cards.ts';
const source = readFileSync(path.join(root, FILE), 'utf8');

/** What the numbers of a brand have in common. */
interface BrandNumbers {
  /** Beginnings of its numbers, as inclusive ranges of equally long numbers: `[51, 55]` is 51 to 55. */
  readonly prefixes: readonly (readonly [number, number])[];
  /** Possible numbers of digits. */
  readonly lengths: readonly number[];
  /** Digits of the CVV. */
  readonly cvvLength: number;
}

/** The ranges that the networks publish, by brand of the description. Of two matching ranges, the longer prefix counts. */
const BRANDS: Readonly<Record<string, BrandNumbers>> = {
  Visa: { prefixes: [[4, 4]], lengths: [13, 16, 19], cvvLength: 3 },
  MasterCard: {
    prefixes: [
      [51, 55],
      [2221, 2720],
    ],
    lengths: [16],
    cvvLength: 3,
  },
  'American-Express': {
    prefixes: [
      [34, 34],
      [37, 37],
    ],
    lengths: [15],
    cvvLength: 4,
  },
  Discover: {
    prefixes: [
      [6011, 6011],
      [644, 649],
      [65, 65],
    ],
    lengths: [16, 19],
    cvvLength: 3,
  },
  'Diners-Club': {
    prefixes: [
      [300, 305],
      [36, 36],
      [38, 39],
    ],
    lengths: [14, 16, 19],
    cvvLength: 3,
  },
  JCB: { prefixes: [[3528, 3589]], lengths: [16, 17, 18, 19], cvvLength: 3 },
  'China-UnionPay': {
    prefixes: [
      [620, 629],
      [810, 817],
    ],
    lengths: [14, 15, 16, 17, 18, 19],
    cvvLength: 3,
  },
  Maestro: {
    prefixes: [
      [5018, 5018],
      [5020, 5020],
      [5038, 5038],
      [56, 58],
      [6304, 6304],
      [67, 67],
    ],
    lengths: [12, 13, 14, 15, 16, 17, 18, 19],
    cvvLength: 3,
  },
};

/** Returns the brand whose ranges contain a card number, or undefined. */
function findBrand(number: string): string | undefined {
  const matches = Object.entries(BRANDS).flatMap(([brand, { prefixes }]) =>
    prefixes.flatMap(([from, to]) => {
      const length = String(from).length;
      const start = Number(number.slice(0, length));
      return start >= from && start <= to ? [{ brand, length }] : [];
    }),
  );
  return matches.sort((one, other) => other.length - one.length)[0]?.brand;
}

/** ISO/IEC 7812-1 (Luhn): every second digit from the right is doubled, and the sum of all digits is a multiple of 10. */
function hasLuhnChecksum(number: string): boolean {
  const digits = Array.from(number, Number).reverse();
  const sum = digits.reduce((total, digit, index) => {
    const value = digit * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return /^\d+$/.test(number) && sum % 10 === 0;
}

/** Length of an IBAN by country, for the countries whose accounts the page lists. */
const IBAN_LENGTHS: Readonly<Record<string, number>> = { DE: 22 };

interface TestData {
  readonly cards: readonly TestCard[];
  readonly accounts: readonly TestBankAccount[];
  readonly specialValues: readonly SpecialTestValue[];
}

const data: TestData = { cards: testCards, accounts: testBankAccounts, specialValues: specialTestValues };

/** ISO 13616: the first four characters go to the end, letters become 10 to 35, and the remainder by 97 is 1. */
function hasIbanChecksum(iban: string): boolean {
  const moved = iban.slice(4) + iban.slice(0, 4);
  const digits = moved.replace(/[A-Z]/g, (letter) => String(parseInt(letter, 36)));
  return /^\d+$/.test(digits) && BigInt(digits) % 97n === 1n;
}

function cardFaults(card: TestCard, brands: readonly string[]): string[] {
  if (!brands.includes(card.brand))
    return [`${card.brand} is no CardBrand of the description; write one of its values`];
  const expected = BRANDS[card.brand];
  if (expected === undefined) return [`${card.brand} has no known ranges; add them to BRANDS`];
  const found = findBrand(card.number);
  if (found !== card.brand) {
    return [
      `the number lies in the ranges of ${found ?? 'no brand'}, not of ${card.brand}; correct the number or the brand`,
    ];
  }
  const faults: string[] = [];
  if (!hasLuhnChecksum(card.number) || !expected.lengths.includes(card.number.length)) {
    faults.push(
      `the check digit or the length is wrong (${card.brand} has ${expected.lengths.join(', ')} digits); correct it`,
    );
  }
  if (expected.cvvLength !== card.cvvLength) {
    faults.push(`the CVV of ${card.brand} has ${expected.cvvLength} digits, not ${card.cvvLength}; correct cvvLength`);
  }
  return faults;
}

/** Checks numbers, brands and forcing values. */
function checkTestData({ cards, accounts, specialValues }: TestData): GuideReport {
  const description = loadDescription(descriptionFile);
  const { fields, enumerations } = collectFacts(description);
  const brands = enumerations.get('CardBrand') ?? [];
  const findings: string[] = [];
  const add = (place: string, what: string): void =>
    void findings.push(`${FILE}:${lineIn(source, place)}: ${place}: ${what}`);

  for (const card of cards) for (const fault of cardFaults(card, brands)) add(card.number, fault);
  for (const brand of new Set(cards.map((card) => card.brand))) {
    for (const outcome of ['approved', 'declined']) {
      if (!cards.some((card) => card.brand === brand && card.outcome === outcome)) {
        add(brand, `there is no card with the outcome ${outcome}; add one or take the brand out`);
      }
    }
  }
  for (const { iban } of accounts) {
    const country = iban.slice(0, 2);
    if (IBAN_LENGTHS[country] !== iban.length) add(iban, `the IBAN has not the length of ${country}; correct it`);
    if (!hasIbanChecksum(iban)) add(iban, 'the check digits of the IBAN are wrong; correct it');
  }
  const written = [...cards.map(({ number }) => number), ...accounts.map(({ iban }) => iban)];
  for (const value of written) {
    if (written.indexOf(value) !== written.lastIndexOf(value)) add(value, 'the number stands twice; take one out');
  }

  const fieldNames = new Set([...fields.values()].map(({ name }) => name));
  const cvvLengths = new Set<number>(cards.map(({ cvvLength }) => cvvLength));
  for (const { field, value, appliesTo } of specialValues) {
    for (const name of field.split(' / ')) {
      if (!fieldNames.has(name)) add(field, `${name} is no field of the description; correct it`);
    }
    if (field === 'cardVerificationValue' && !cvvLengths.delete(value.length)) {
      add(value, `no card has a CVV of ${value.length} digits, or the value stands twice; correct it`);
    }
    if (
      brands.includes(appliesTo) &&
      !cards.some((card) => card.brand === appliesTo && card.cvvLength === value.length)
    ) {
      add(value, `${appliesTo} has no CVV of ${value.length} digits; correct appliesTo`);
    }
  }
  for (const length of cvvLengths)
    add('specialTestValues', `no value forces a decline for CVVs of ${length} digits; add one`);
  return {
    findings,
    counts: {
      cards: cards.length,
      'brands of the description': brands.length,
      'bank accounts': accounts.length,
      'forcing values': specialValues.length,
    },
  };
}

test('test cards: check digits, ranges, brands and lengths', () => {
  expectClean('test cards', checkTestData(data));
});

test('test cards: outcomes are results of a transaction', () => {
  const results = collectFacts(loadDescription(descriptionFile)).enumerations.get('TransactionResult') ?? [];
  const outcomes = [...testCards, ...testBankAccounts, ...specialTestValues].map(({ outcome }) => outcome);
  expect([...new Set(outcomes)].filter((outcome) => !results.includes(outcome))).toEqual([]);
  expect(outcomes.length).toBeGreaterThan(0);
});

test('test cards: a broken number, brand, length or IBAN is found', () => {
  const [card, ...otherCards] = data.cards;
  const [account, ...otherAccounts] = data.accounts;
  if (card === undefined || account === undefined) throw new Error(`${FILE}: the lists are empty; fill them`);
  const withCard = (changes: Partial<TestCard>): readonly string[] =>
    checkTestData({ ...data, cards: [{ ...card, ...changes }, ...otherCards] }).findings;
  const withIban = (iban: string): readonly string[] =>
    checkTestData({ ...data, accounts: [{ ...account, iban }, ...otherAccounts] }).findings;

  expect(withCard({ number: '4111111111111112' })).toEqual([expect.stringContaining('the check digit or the length')]);
  expect(withCard({ number: '411111111111111' })).toEqual([expect.stringContaining('the check digit or the length')]);
  expect(withCard({ number: '2223003122003222' })).toEqual([
    expect.stringContaining('ranges of MasterCard, not of Visa'),
  ]);
  expect(withCard({ brand: 'VISA' })[0]).toContain('VISA is no CardBrand');
  expect(withCard({ cvvLength: 4 })).toEqual([expect.stringContaining('has 3 digits, not 4')]);
  expect(withCard({ outcome: 'declined' })).toEqual([expect.stringContaining('no card with the outcome approved')]);
  expect(withCard({ number: '4000000000000002' })).toContainEqual(expect.stringContaining('stands twice'));
  expect(withIban('DE89370400440532013001')).toEqual([expect.stringContaining('check digits of the IBAN')]);
  expect(withIban('DE8937040044053201300')).toContainEqual(expect.stringContaining('length of DE'));
  const [value, ...otherValues] = data.specialValues;
  if (value === undefined) throw new Error(`${FILE}: specialTestValues is empty; fill it`);
  const renamed = checkTestData({ ...data, specialValues: [{ ...value, field: 'cvv' }, ...otherValues] });
  expect(renamed.findings).toContainEqual(expect.stringContaining('cvv is no field of the description'));
});
