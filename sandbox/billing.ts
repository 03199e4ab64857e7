/** Money: invoices, charges, what happens after a charge, and refunds. */
import { roundToCents } from '../src/pricing/formulas';
import { hasFailingExpiry } from './cards';
import { Refusal } from './errors';
import type { CardBehavior, Customer, Fields, Instrument, Invoice, Subscription, Transaction } from './records';
import type { World } from './state';

/** One line of an invoice. */
export type Line = Record<'quantity' | 'unitPrice' | 'amount', number> & { description: string };

/** What a charge needs to know. */
interface Charge {
  organizationId?: string;
  amount: number;
  currency: string;
  type: string;
  customer?: Customer;
  instrument?: Instrument;
  /** How the card answers, if it comes from a token instead of an instrument. */
  behavior?: CardBehavior;
  invoices: readonly Invoice[];
  isMerchantInitiated: boolean;
  /** The merchant's page for the way back from a challenge. */
  returnUrl?: string;
  idempotencyKey?: string | null;
}

/** What else happens when an invoice has been paid; set by the subscriptions' rules. */
export const afterPayment: ((world: World, invoice: Invoice) => void)[] = [];

/** What's still to be paid of an invoice. */
export const getDue = ({ totalAmount, paidAmount }: Invoice): number => roundToCents(totalAmount - paidAmount);

const formatName = (customer?: Customer): string => [customer?.firstName, customer?.lastName].filter(Boolean).join(' ');

function makeBuyer(customer?: Customer): Fields {
  const { address1, address2, region, city, country, zip } = customer?.primaryAddress?.customerAddress ?? {};
  const address = [address1, address2].filter(Boolean).join(', ') || undefined;
  const { email, phoneNumber }: Partial<Customer> = customer ?? {};
  return { name: formatName(customer), email, address, city, country, zip, state: region, phoneNumber };
}

/** Lets each invoice point to this sandbox's payment page: the example data and saved states have other addresses. */
export function movePaymentForms(world: World): void {
  for (const invoice of world.store.all('invoices'))
    invoice['paymentFormUrl'] = `${world.baseUrl}/sandbox/pay/${invoice.id}`;
}

/** Issues an invoice, with the tax that a test has set; one over nothing is paid at once. */
export function issueInvoice(
  world: World,
  customer: Customer | undefined,
  { id, organizationId = '', currency }: Subscription,
  lines: readonly Line[],
): Invoice {
  const { now, taxRate } = world;
  const items = lines.map((line) => ({ ...line, taxRate, taxAmount: roundToCents((line.amount * taxRate) / 100) }));
  const totalTax = roundToCents(items.reduce((sum, { taxAmount }) => sum + taxAmount, 0));
  const total = lines.reduce((sum, { amount }) => sum + amount, totalTax);
  const totalAmount = Math.max(0, roundToCents(total));
  const business = (world.store.get('organizations', organizationId)?.['business'] ?? {}) as Fields;
  const invoice = world.create('invoices', 'inv', {
    ...{ organizationId, customerId: customer?.id, subscriptionId: id, currency, items, totalAmount, totalTax },
    ...{ shippingFee: 0, paidAmount: 0, issueDate: now, dueDate: now, buyer: makeBuyer(customer) },
    number: `SB-${now.slice(0, 4)}-${String(world.store.count('invoices') + 1).padStart(4, '0')}`,
    status: totalAmount === 0 ? 'paid' : 'unpaid',
    paidOnDate: totalAmount === 0 ? now : null,
    seller: { name: business['name'], email: business['email'], country: business['country'] },
  });
  return world.change('invoices', invoice, { paymentFormUrl: `${world.baseUrl}/sandbox/pay/${invoice.id}` });
}

function writeLog(world: World, of: Transaction, status: string, message: string, amount = of.amount): void {
  const { organizationId, id: transactionId, currency, isMerchantInitiated } = of;
  const triggeredBy = isMerchantInitiated === true ? 'merchant' : 'customer';
  const data = { amount, currency };
  const fields = { organizationId, transactionId, status, message, triggeredBy, data };
  world.create('logs', 'log', { ...fields, occurredAt: world.now });
}

/** Adds a transaction that has no result yet. */
function createTransaction(world: World, fields: Fields): Transaction {
  const none = { refundAmount: 0, refundableAmount: 0, invoices: [], invoiceIds: [], data3ds: null };
  return world.create('transactions', 'txn', {
    ...none,
    ...{ status: 'sending', result: 'unknown', combinedStatus: 'sending', gatewayName: 'default', date: world.now },
    permissionsBundle: { isRefundable: false },
    ...fields,
  });
}

/** Sets a transaction's status where replies have it. */
function setStatus(world: World, transaction: Transaction, status: string, fields: Fields = {}): Transaction {
  return world.change('transactions', transaction, { status, combinedStatus: status, ...fields });
}

/** Leaves a charge or a refund without a result if a test asked for it. */
function hold(world: World, transaction: Transaction): boolean {
  const { heldStatus } = world;
  world.heldStatus = undefined;
  if (heldStatus !== undefined) setStatus(world, transaction, heldStatus);
  return heldStatus !== undefined;
}

/** Charges a card, and does what follows. The transaction is approved, declined, held, or waits for the cardholder. */
export function chargeCard(
  world: World,
  { customer, instrument, behavior, invoices, type, ...charge }: Charge,
): Transaction {
  const { amount, currency, isMerchantInitiated } = charge;
  const subscriptionId = invoices.find((invoice) => invoice.subscriptionId)?.subscriptionId;
  const order = subscriptionId === undefined ? undefined : world.store.get('subscriptions', subscriptionId);
  const transaction = createTransaction(world, {
    ...charge,
    // `setup` is a type that is sent and no type of a transaction.
    type: type === 'setup' ? 'authorize' : type,
    paymentType: order && order.isOneTime !== true ? 'subscription-payment' : 'one-time-payment',
    customer: { name: formatName(customer), email: customer?.email },
    customerId: customer?.id,
    // The instrument as it is now.
    paymentInstrument: structuredClone(instrument) ?? null,
    instrumentId: instrument?.id,
    invoices: invoices.map((entry) => ({ date: entry.issueDate, amount: Math.min(amount, getDue(entry)), currency })),
    invoiceIds: invoices.map(({ id }) => id),
    subscriptionId,
  });
  writeLog(world, transaction, 'transaction-initiated', 'The transaction was started.');
  if (hold(world, transaction)) return transaction;
  const answer = behavior ?? instrument?.behavior ?? 'approve';
  if (answer === 'decline' || (instrument && hasFailingExpiry(instrument, world)))
    return finishCharge(world, transaction, 'declined');
  if (answer !== 'challenge' || isMerchantInitiated) return finishCharge(world, transaction, 'approved');
  writeLog(world, transaction, 'customer-redirected-offsite', 'The cardholder has to confirm the payment.');
  return setStatus(world, transaction, 'offsite', { redirectUrl: `${world.baseUrl}/sandbox/pay/${transaction.id}` });
}

/** Ends a charge: approved, declined, or abandoned by the cardholder. */
export function finishCharge(
  world: World,
  transaction: Transaction,
  result: 'approved' | 'declined' | 'abandoned',
): Transaction {
  const { organizationId = '', amount, type, status } = transaction;
  const wasOffsite = status === 'offsite';
  const isPaid = result === 'approved' && (type === 'sale' || type === 'capture');
  world.change('transactions', transaction, {
    status: 'completed',
    result,
    combinedStatus: result === 'approved' ? 'completed' : result,
    refundableAmount: isPaid ? amount : 0,
    permissionsBundle: { isRefundable: isPaid && amount > 0 },
    redirectUrl: undefined,
    ...(wasOffsite ? { data3ds: { completedAt: world.now } } : {}),
  });
  writeLog(world, transaction, `transaction-${result}`, `The transaction was ${result}.`);
  if (wasOffsite) world.events.emit('offsite-payment-completed', organizationId, transaction);
  const event = result === 'approved' ? 'transaction-processed' : 'transaction-declined';
  const instrument = world.find('instruments', transaction.instrumentId, transaction);
  if (result === 'approved' && instrument && instrument.provenAt === undefined)
    world.change('instruments', instrument, { provenAt: world.now });
  world.events.emit(event, organizationId, transaction);
  if (isPaid) bookPayment(world, transaction);
  return transaction;
}

/** Books a payment: revenue of the customer, and the invoices that it pays. */
function bookPayment(world: World, transaction: Transaction): void {
  const { amount, currency, customerId, invoiceIds } = transaction;
  const customer = world.find('customers', customerId, transaction);
  if (customer) {
    const revenue = roundToCents((customer.lifetimeRevenue?.amount ?? 0) + amount);
    const lifetimeRevenue = { amount: revenue, currency, amountUSD: revenue };
    world.change('customers', customer, { lifetimeRevenue, lastPaymentTime: world.now });
  }
  let left = amount;
  for (const id of invoiceIds) {
    const invoice = world.find('invoices', id, transaction);
    if (!invoice) continue;
    const part = Math.min(left, getDue(invoice));
    left = roundToCents(left - part);
    const paidAmount = roundToCents(invoice.paidAmount + part);
    const isPaid = paidAmount >= invoice.totalAmount;
    const status = isPaid ? 'paid' : 'partially-paid';
    world.change('invoices', invoice, { paidAmount, status, paidOnDate: isPaid ? world.now : null });
    if (isPaid) afterPayment.forEach((follow) => follow(world, invoice));
  }
}

/** Refunds a payment, wholly or in part. Throws a 409 if the payment can't be refunded, a 422 if the amount can't. */
export function refund(world: World, sale: Transaction, amount = sale.refundableAmount): Transaction {
  const { id: saleId, refundableAmount, type, result, status } = sale;
  if (type !== 'sale' && type !== 'capture')
    throw new Refusal(409, `A transaction of the type ${type} can't be refunded.`);
  if (result !== 'approved') throw new Refusal(409, `The transaction collected nothing: its result is ${result}.`);
  if (status === 'disputed') throw new Refusal(409, 'The transaction is disputed. Settle the dispute first.');
  if (refundableAmount <= 0) throw new Refusal(409, 'Nothing is left to refund: refundableAmount is 0.');
  if (world.store.lookUp('transactions', 'saleId', saleId).some((entry) => entry.result === 'unknown'))
    throw new Refusal(409, 'Another refund of the transaction is in progress. Wait for its result.');
  if (amount <= 0 || roundToCents(amount) !== amount)
    throw new Refusal(422, `amount is ${amount}: it must be more than 0, with two decimals at most.`);
  if (amount > refundableAmount)
    throw new Refusal(422, `amount is ${amount}, and refundableAmount is only ${refundableAmount}.`);
  const { organizationId, customer, customerId, paymentInstrument, instrumentId, ...rest } = sale;
  const { gatewayName, subscriptionId, paymentType, currency } = rest;
  const made = createTransaction(world, {
    ...{ organizationId, customer, customerId, paymentInstrument, instrumentId, gatewayName, subscriptionId },
    ...{ paymentType, currency, amount, type: 'refund', saleId, isMerchantInitiated: true },
  });
  return hold(world, made) ? made : finishRefund(world, made, 'approved');
}

/** Ends a refund, and takes it from the payment. Throws a 409 if less is left of that by now. */
export function finishRefund(world: World, made: Transaction, result: 'approved' | 'declined'): Transaction {
  const sale = world.find('transactions', made.saleId, made);
  if (result === 'approved' && sale) takeBack(world, sale, made.amount);
  const combinedStatus = result === 'approved' ? 'completed' : result;
  world.change('transactions', made, { status: 'completed', result, combinedStatus });
  const outcome = result === 'approved' ? 'processed' : result;
  writeLog(world, made, `transaction-${outcome}`, `The refund was ${outcome}.`);
  world.events.emit(`transaction-${outcome}`, made.organizationId, made);
  return made;
}

/** Takes a refund from what's left of a payment, and marks the payment and its invoices. */
function takeBack(world: World, sale: Transaction, amount: number): void {
  const { refundableAmount, refundAmount } = sale;
  if (amount > refundableAmount)
    throw new Refusal(409, `The refund can't be approved: refundableAmount is only ${refundableAmount.toFixed(2)}.`);
  const left = roundToCents(refundableAmount - amount);
  const isDisputed = sale.status === 'disputed';
  const refunded = left === 0 ? 'refunded' : 'partially-refunded';
  setStatus(world, sale, isDisputed ? 'disputed' : refunded, {
    refundAmount: roundToCents(refundAmount + amount),
    refundableAmount: left,
    permissionsBundle: { isRefundable: left > 0 && !isDisputed },
  });
  const message = `${left === 0 ? 'The' : 'A part of the'} transaction was refunded.`;
  writeLog(world, sale, `transaction-${refunded}`, message, amount);
  markInvoices(world, sale, refunded);
}

/** Gives the invoices that a payment paid another status. */
export function markInvoices(world: World, sale: Transaction, status: string): void {
  for (const id of sale.invoiceIds) {
    const invoice = world.find('invoices', id, sale);
    if (invoice) world.change('invoices', invoice, { status });
  }
}
