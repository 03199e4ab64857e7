/**
 * Computes the five pricing formulas. The tables in the guides and the local sandbox use this module, so that their
 * amounts match.
 *
 * The API's `pricing` object has one price and no tiers. To show what a tiered formula does, we use example tiers: 1 to
 * 10, 11 to 50, and 51 or more.
 */

/** The formulas of the API, in the order of its enumeration. */
export const FORMULAS = ['fixed-fee', 'flat-rate', 'stairstep', 'tiered', 'volume'] as const;
/** Name of a pricing formula. */
export type Formula = (typeof FORMULAS)[number];

/**
 * For each tier, as multiples of the plan's price: `unit` is the price of one unit, `step` that of the entire order. The
 * price of a stairstep plan is the total of its first tier.
 */
export const BANDS = [
  { first: 1, last: 10, unit: 1, step: 1 },
  { first: 11, last: 50, unit: 0.8, step: 4 },
  { first: 51, last: Infinity, unit: 0.6, step: 10 },
] as const;

/** An invalid quantity or formula. The message is a sentence for the client. */
export class PricingError extends Error {}

/**
 * Rounds an amount in major units to whole cents.
 *
 * @param value amount, possibly with a binary fraction such as 0.1 + 0.2
 * @returns the nearest amount with two decimals
 */
export function roundToCents(value: number): number {
  return Math.round((value + Number.EPSILON) * 100) / 100;
}

/**
 * Computes the total of an order.
 *
 * @param formula how the quantity turns into an amount
 * @param price the plan's price in major units
 * @param quantity number of units, a whole number from 1
 * @returns the total in major units, rounded to cents
 * @throws {@link PricingError} if the quantity isn't a whole number of at least 1
 */
export function computePrice(formula: Formula, price: number, quantity: number): number {
  const band = BANDS.find(({ last }) => quantity <= last);
  if (!band || quantity < 1 || !Number.isInteger(quantity)) {
    throw new PricingError(`The quantity ${quantity} has no price. Use a whole number of 1 or more.`);
  }
  switch (formula) {
    case 'fixed-fee':
      return roundToCents(price);
    case 'flat-rate':
      return roundToCents(price * quantity);
    case 'stairstep':
      return roundToCents(price * band.step);
    case 'volume':
      return roundToCents(price * band.unit * quantity);
    case 'tiered':
      return roundToCents(
        BANDS.reduce(
          (total, { first, last, unit }) => total + Math.max(0, Math.min(quantity, last) - first + 1) * unit * price,
          0,
        ),
      );
  }
}
