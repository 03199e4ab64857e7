/** What cards do: which ones are approved, which dates are possible, and what a token is good for. */
import { testCards } from '../src/data/test-cards';
import { Refusal } from './errors';
import type { Card, CardBehavior, Token } from './records';
import type { Call, World } from './state';

/** The CVV that starts a 3D Secure challenge in this sandbox. */
const CHALLENGE_CVV = '333';

/** The brand of a card number; for one that isn't a test card, that of a test card that begins alike. */
export const findBrand = (number: string): string | undefined =>
  (testCards.find((card) => card.number === number) ?? testCards.find((card) => card.number[0] === number[0]))?.brand;

/** How a card answers a charge. */
export function getCardBehavior(number: string, cvv: string): CardBehavior {
  const isDeclined = testCards.some((card) => card.number === number && card.outcome === 'declined');
  if (isDeclined || /^0+$/.test(cvv)) return 'decline';
  return cvv === CHALLENGE_CVV ? 'challenge' : 'approve';
}

/** Refuses a number that fails the check digit, as every card form does. */
export function checkNumber(number: string, field: string): void {
  const digits = Array.from(number)
    .reverse()
    .map((digit, index) => Number(digit) * (index % 2 === 1 ? 2 : 1));
  const sum = digits.reduce((total, value) => total + (value > 9 ? value - 9 : value), 0);
  if (!/^\d{12,19}$/.test(number) || sum % 10 !== 0)
    throw new Refusal(400, `${field} isn't a card number: it must be 12 to 19 digits with a valid check digit.`);
}

/** Refuses an expiry date in the past, or more than 50 years ahead. */
export function checkExpiry(world: World, { expireYear, expireMonth }: Partial<Card>): void {
  const today = new Date(world.clock.time);
  const [year, month] = [today.getUTCFullYear(), today.getUTCMonth() + 1];
  if (expireYear !== undefined && (expireYear < year || expireYear > year + 50))
    throw new Refusal(400, `The expiry year ${expireYear} isn't possible: it must be from ${year} to ${year + 50}.`);
  if (expireYear === year && expireMonth !== undefined && expireMonth < month)
    throw new Refusal(400, `The card has expired: in ${year} the expiry month must be at least ${month}.`);
}

/** Whether the last month of a card is over. */
export const isExpired = ({ expireYear, expireMonth }: Card, world: World): boolean =>
  Date.UTC(expireYear, expireMonth, 1) <= world.clock.time;

/** Whether a card's expiry date makes its charges fail: it's over, or it's the date that is always declined. */
export const hasFailingExpiry = ({ creditCard }: { creditCard?: Card }, world: World): boolean =>
  creditCard !== undefined &&
  ((creditCard.expireYear === 2051 && creditCard.expireMonth === 10) || isExpired(creditCard, world));

/** Uses up a token. Throws a 400 if there is no such token, or it was used or has expired. */
export function redeemToken(call: Call, id: string): Token {
  const token = call.world.refer('tokens', 'token', id, call);
  if (token.usedAt !== undefined)
    throw new Refusal(400, 'The token was used before. A token works once: create a new one.');
  if (Date.parse(token.expiratedAt) <= call.world.clock.time)
    throw new Refusal(400, `The token expired at ${token.expiratedAt}. Create a new one.`);
  return call.world.change('tokens', token, { usedAt: call.world.now });
}
