/** A mistyped test card costs a reader an afternoon: check digits, lengths, and brands of the numbers. */
import { expect, test } from '@playwright/test';
import { testBankAccounts, testCards } from '../../../src/data/test-cards';
import { loadSpecification } from '../../../src/specification/load';
import { specificationFile } from '../../support/routes';

/** ISO/IEC 7812-1 (Luhn): every second digit from the right is doubled, and the sum of all digits is a multiple of 10. */
function hasLuhnChecksum(number: string): boolean {
  const sum = Array.from(number, Number)
    .reverse()
    .reduce((total, digit, index) => {
      const value = digit * (index % 2 === 1 ? 2 : 1);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
  return sum % 10 === 0;
}

/** ISO 13616: the first four characters go to the end, letters become 10 to 35, and the remainder by 97 is 1. */
function hasIbanChecksum(iban: string): boolean {
  const moved = iban.slice(4) + iban.slice(0, 4);
  return BigInt(moved.replace(/[A-Z]/g, (letter) => String(parseInt(letter, 36)))) % 97n === 1n;
}

test('test cards and accounts have valid check digits, and their brands are values of CardBrand', () => {
  const brands = loadSpecification(specificationFile).getSchema('CardBrand').enum ?? [];
  const wrong = [
    ...testCards.filter(({ number, brand }) => !hasLuhnChecksum(number) || !brands.includes(brand)),
    ...testBankAccounts.filter(({ iban }) => !hasIbanChecksum(iban)),
  ];
  expect(wrong, 'correct these in src/data/test-cards.ts').toEqual([]);
  expect(Math.min(testCards.length, testBankAccounts.length)).toBeGreaterThan(0);
});
