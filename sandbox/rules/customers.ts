/** Customers, card tokens and payment instruments. */
import { checkExpiry, checkNumber, findBrand, getCardBehavior, isExpired, redeemToken } from '../cards';
import { addDays } from '../clock';
import { Refusal } from '../errors';
import { makeList } from '../lists';
import type { Customer, Fields, Instrument } from '../records';
import type { Handlers } from '../state';
import { findNamed, getNamed, upsert } from './crud';

const TOKEN_LIFE_MINUTES = 30;
const DEFAULTS = { isEnhancedDueDiligenceRequired: false, lastPaymentTime: null };

export const customers: Handlers = {
  createCustomer: ({ world, organizationId, body }) =>
    world.create('customers', 'cus', { ...DEFAULTS, ...body, organizationId }),
  upsertCustomer: (call) => {
    const { tags, lifetimeRevenue, lastPaymentTime = null }: Partial<Customer> = findNamed(call, 'customers') ?? {};
    return upsert(call, 'customers', { ...DEFAULTS, tags, lifetimeRevenue, lastPaymentTime, ...call.body });
  },
  updateCustomer: (call) => {
    const customer = getNamed(call, 'customers');
    // Replies have the address in another place.
    const { address, ...body } = call.body as Partial<Customer> & { address?: Fields };
    const { id } = body.primaryPaymentInstrument ?? {};
    if (id !== undefined) call.world.refer('instruments', 'primaryPaymentInstrument.id', id, call);
    const moved = address === undefined ? {} : { primaryAddress: { customerAddress: address } };
    return call.world.change('customers', customer, { ...body, ...moved });
  },
  listCustomerPaymentInstruments: (call) =>
    makeList(call, call.world.store.lookUp('instruments', 'customerId', getNamed(call, 'customers').id)),
  createPaymentInstrument: (call) => {
    const { id: customerId, firstName, lastName, primaryAddress } = getNamed(call, 'customers');
    const { creditCard, behavior } = redeemToken(call, String(call.body['token']));
    return call.world.create('instruments', 'pin', {
      organizationId: call.organizationId,
      customerId,
      type: 'payment-card',
      billingAddress: { firstName, lastName, ...primaryAddress?.customerAddress },
      creditCard: { ...creditCard, stickyGatewaySlug: 'default' },
      behavior,
    });
  },
  updatePaymentInstrument: (call) => {
    const { world } = call;
    const instrument = getNamed(call, 'instruments');
    const { creditCard, stickyGatewaySlug, billingAddress, ...rest } = call.body as Partial<Instrument>;
    const changes: Partial<Instrument> = rest;
    if (instrument.creditCard) {
      if (creditCard && isExpired(instrument.creditCard, world))
        throw new Refusal(400, 'The card has expired. Store it again, with a new token.');
      const gateway = stickyGatewaySlug === undefined ? {} : { stickyGatewaySlug };
      changes.creditCard = { ...instrument.creditCard, ...creditCard, ...gateway };
    }
    checkExpiry(world, changes.creditCard ?? creditCard ?? {});
    if (billingAddress !== undefined) {
      const { address, ...sent } = billingAddress as Fields;
      const moved = address === undefined ? {} : { address1: address };
      changes['billingAddress'] = { ...(instrument['billingAddress'] as Fields), ...sent, ...moved };
    }
    return world.change('instruments', instrument, changes);
  },
  createPaymentInstrumentToken: ({ world, organizationId, body }) => {
    const { expirationMonth: expireMonth, expirationYear: expireYear } = body as Record<string, number>;
    const number = String(body['primaryAccountNumber']).replace(/[ -]/g, '');
    checkNumber(number, 'primaryAccountNumber');
    checkExpiry(world, { expireYear, expireMonth });
    // Only what may be kept of a card is kept: neither the number nor the CVV.
    return world.create('tokens', 'tok', {
      organizationId,
      expiratedAt: addDays(world.now, TOKEN_LIFE_MINUTES / 1440),
      behavior: getCardBehavior(number, String(body['cardVerificationValue'])),
      creditCard: {
        creditCardLastFourDigits: number.slice(-4),
        brand: findBrand(number),
        expireYear: Number(expireYear),
        expireMonth: Number(expireMonth),
      },
    });
  },
};
