/** Amounts of the example world, reckoned in whole cents so that no binary fraction shows. */

const toCents = (amount: number): number => Math.round(amount * 100);

/**
 * Adds amounts.
 * @param amounts Amounts in major units.
 * @returns Their sum, exact to the cent.
 */
export function add(...amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + toCents(amount), 0) / 100;
}

/**
 * Multiplies an amount.
 * @param amount An amount in major units.
 * @param factor What it is multiplied by.
 * @returns The product, rounded to the cent.
 */
export function times(amount: number, factor: number): number {
  return Math.round(toCents(amount) * factor) / 100;
}
