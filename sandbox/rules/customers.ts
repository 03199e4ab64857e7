/** Customers, card tokens and payment instruments. */
import { testCards } from '../../src/data/test-cards';
import { addDays } from '../clock';
import { Refusal } from '../errors';
import { makeList } from '../lists';
import type { CardBehavior, Customer, Fields, Instrument, Token } from '../records';
import type { Call, Handlers, World } from '../state';
import { findNamed, getNamed, upsert } from './crud';

/** The CVV that starts a 3D Secure challenge in this sandbox; an assumption. */
const CHALLENGE_CVV = '333';
const TOKEN_LIFE_MINUTES = 30;

/** Brands by their first digits, for numbers that aren't test cards. */
const BRANDS: [RegExp, string][] = [
  [/^4/, 'Visa'],
  [/^(5[1-5]|2[2-7])/, 'MasterCard'],
  [/^3[47]/, 'American-Express'],
  [/^(30|36|38)/, 'Diners-Club'],
  [/^35/, 'JCB'],
  [/^62/, 'China-UnionPay'],
  [/^6011|^65/, 'Discover'],
  [/^(50|5[6-9]|6)/, 'Maestro'],
];

/** How a card answers a charge. */
export function getCardBehavior(number: string, cvv: string): CardBehavior {
  const known = testCards.find((card) => card.number === number);
  if (known?.outcome === 'declined' || /^0+$/.test(cvv)) return 'decline';
  return cvv === CHALLENGE_CVV ? 'challenge' : 'approve';
}

/** Refuses an expiry date that the specification's rules forbid. */
function checkExpiry(world: World, year: number | undefined, month: number | undefined): void {
  const today = new Date(world.clock.time);
  const [thisYear, thisMonth] = [today.getUTCFullYear(), today.getUTCMonth() + 1];
  if (year !== undefined && (year < thisYear || year > thisYear + 50)) {
    throw new Refusal(400, `The expiry year ${year} isn't possible: it must be from ${thisYear} to ${thisYear + 50}.`);
  }
  if (year === thisYear && month !== undefined && month < thisMonth) {
    throw new Refusal(400, `The card has expired: in ${thisYear} the expiry month must be at least ${thisMonth}.`);
  }
}

/** Whether the last month of a card is over. */
const isExpired = ({ expireYear, expireMonth }: { expireYear: number; expireMonth: number }, world: World): boolean =>
  Date.UTC(expireYear, expireMonth, 1) <= world.clock.time;

/** Refuses a number that fails the check digit, as every card form does. */
export function checkNumber(number: string, field = 'primaryAccountNumber'): void {
  const sum = Array.from(number)
    .reverse()
    .reduce((total, digit, index) => {
      const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
  if (!/^\d{12,19}$/.test(number) || sum % 10 !== 0) {
    throw new Refusal(400, `${field} isn't a card number: it must be 12 to 19 digits with a valid check digit.`);
  }
}

/**
 * Uses up a token.
 *
 * @throws a 400 if there is no such token, or it was used or has expired
 */
export function redeemToken(call: Call, id: string): Token {
  const token = call.world.refer('tokens', 'token', id, call);
  if (token.usedAt !== undefined)
    throw new Refusal(400, 'The token was used before. A token works once: create a new one.');
  if (Date.parse(token.expiratedAt) <= call.world.clock.time) {
    throw new Refusal(400, `The token expired at ${token.expiratedAt}. Create a new one.`);
  }
  return call.world.change('tokens', token, { usedAt: call.world.now });
}

/**
 * Whether a card's expiry date makes its charges fail: its last month is over, or it's the date of the test-card guide
 * that is always declined. Read at each charge, because an update can change the date.
 */
export function hasFailingExpiry({ creditCard }: Pick<Instrument, 'creditCard'>, world: World): boolean {
  if (creditCard === undefined) return false;
  const { expireYear, expireMonth } = creditCard;
  const isDeclinedDate = expireYear === 2051 && expireMonth === 10;
  return isDeclinedDate || isExpired(creditCard, world);
}

/** The billing address of an instrument from what a body sends (`address` there, `address1` in replies). */
function toBillingAddress({ address, ...rest }: Fields): Fields {
  return { ...rest, ...(address === undefined ? {} : { address1: address }) };
}

/** Fields of a customer's body, with the documented default and the address where replies have it. */
function customerFields({ address, ...body }: Fields): Fields {
  return address === undefined ? body : { ...body, primaryAddress: { customerAddress: address } };
}

export const customers: Handlers = {
  createCustomer: ({ world, organizationId, body }) =>
    world.create('customers', 'cus', {
      isEnhancedDueDiligenceRequired: false,
      lastPaymentTime: null,
      ...body,
      organizationId,
    }),
  upsertCustomer: (call) => {
    const { tags, lifetimeRevenue, lastPaymentTime = null }: Partial<Customer> = findNamed(call, 'customers') ?? {};
    const kept = { tags, lifetimeRevenue, lastPaymentTime };
    return upsert(call, 'customers', { isEnhancedDueDiligenceRequired: false, ...kept, ...call.body });
  },
  updateCustomer: (call) => {
    const { world, body } = call;
    const customer = getNamed(call, 'customers');
    const primary = (body as Partial<Customer>).primaryPaymentInstrument?.id;
    if (primary !== undefined) world.refer('instruments', 'primaryPaymentInstrument.id', primary, call);
    return world.change('customers', customer, customerFields(body));
  },
  listCustomerPaymentInstruments: (call) => {
    const { id } = getNamed(call, 'customers');
    return makeList(call, call.world.store.lookUp('instruments', id));
  },
  createPaymentInstrument: (call) => {
    const { world, organizationId, body } = call;
    const customer = getNamed(call, 'customers');
    const { creditCard, behavior } = redeemToken(call, String(body['token']));
    const { customerAddress } = customer.primaryAddress ?? {};
    const billingAddress = { firstName: customer.firstName, lastName: customer.lastName, ...customerAddress };
    return world.create('instruments', 'pin', {
      organizationId,
      customerId: customer.id,
      type: 'payment-card',
      billingAddress,
      creditCard: { ...creditCard, stickyGatewaySlug: 'default' },
      behavior,
    });
  },
  updatePaymentInstrument: (call) => {
    const { world, body } = call;
    const instrument = getNamed(call, 'instruments');
    const { creditCard, stickyGatewaySlug, billingAddress, ...rest } = body as Partial<Instrument>;
    // The guide: an expired card can't be reactivated.
    if (creditCard && instrument.creditCard && isExpired(instrument.creditCard, world))
      throw new Refusal(
        400,
        'The card has expired, so its expiry date can’t change. Store it again, with a new token.',
      );
    checkExpiry(
      world,
      creditCard?.expireYear ?? instrument.creditCard?.expireYear,
      creditCard?.expireMonth ?? instrument.creditCard?.expireMonth,
    );
    const card = instrument.creditCard && {
      ...instrument.creditCard,
      ...creditCard,
      ...(stickyGatewaySlug ? { stickyGatewaySlug } : {}),
    };
    const address = billingAddress && {
      ...(instrument['billingAddress'] as Fields),
      ...toBillingAddress(billingAddress as Fields),
    };
    return world.change('instruments', instrument, {
      ...rest,
      ...(card ? { creditCard: card } : {}),
      ...(address ? { billingAddress: address } : {}),
    });
  },
  createPaymentInstrumentToken: ({ world, organizationId, body }) => {
    const { expirationMonth: expireMonth, expirationYear: expireYear } = body as {
      expirationMonth: number;
      expirationYear: number;
    };
    const number = String(body['primaryAccountNumber']).replace(/[ -]/g, '');
    checkNumber(number);
    checkExpiry(world, expireYear, expireMonth);
    // Only what may be kept of a card is kept: neither the number nor the CVV.
    const creditCard = {
      creditCardLastFourDigits: number.slice(-4),
      brand:
        testCards.find((card) => card.number === number)?.brand ?? BRANDS.find(([start]) => start.test(number))?.[1],
      expireYear,
      expireMonth,
    };
    const behavior = getCardBehavior(number, String(body['cardVerificationValue']));
    return world.create('tokens', 'tok', {
      organizationId,
      expiratedAt: addDays(world.now, TOKEN_LIFE_MINUTES / 1440),
      behavior,
      creditCard,
    });
  },
};
