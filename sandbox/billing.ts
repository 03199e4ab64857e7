/** Money: invoices, charges, what happens after a charge, and refunds. */
import { roundToCents } from '../src/pricing/formulas';
import { Refusal } from './errors';
import type { CardBehavior, Customer, Fields, Instrument, Invoice, Subscription, Transaction } from './records';
import { hasFailingExpiry } from './rules/customers';
import type { World } from './state';

/** One line of an invoice. */
export interface Line {
  description: string;
  quantity: number;
  unitPrice: number;
  amount: number;
}

/** A line with its tax, as an invoice shows it. */
interface InvoiceItem extends Line {
  /** In percent. */
  taxRate: number;
  taxAmount: number;
}

/** What a charge needs to know. */
export interface Charge {
  organizationId: string;
  amount: number;
  currency: string;
  type: string;
  customer?: Customer;
  instrument?: Instrument;
  /** How the card answers, if it comes from a token instead of an instrument. */
  behavior?: CardBehavior;
  subscriptionId?: string;
  invoices: Invoice[];
  isMerchantInitiated: boolean;
  /** The merchant's page for the way back from a challenge. */
  returnUrl?: string;
  idempotencyKey?: string | null;
}

/** What else happens when an invoice has been paid; set by the subscriptions' rules. */
export const afterPayment: ((world: World, invoice: Invoice) => void)[] = [];

const formatName = (customer: Customer | undefined): string =>
  [customer?.firstName, customer?.lastName].filter(Boolean).join(' ');

function party(customer: Customer | undefined): Fields {
  const { address1, address2, city, country, zip, region } = (customer?.primaryAddress?.customerAddress ??
    {}) as Record<string, string | undefined>;
  const address = [address1, address2].filter(Boolean).join(', ') || undefined;
  return {
    name: formatName(customer),
    email: customer?.email,
    address,
    city,
    country,
    zip,
    state: region,
    phoneNumber: customer?.['phoneNumber'],
  };
}

/** Address of an invoice's payment page. */
const getPaymentFormUrl = (world: World, invoiceId: string): string => `${world.baseUrl}/sandbox/pay/${invoiceId}`;

/** Lets each stored invoice point to this sandbox's payment page: the example data and saved states have other addresses. */
export function movePaymentForms(world: World): void {
  for (const invoice of world.store.all('invoices')) {
    world.store.put('invoices', { ...invoice, paymentFormUrl: getPaymentFormUrl(world, invoice.id) });
  }
}

/** Adds the tax that a test has set to the lines of an invoice, on top of their amounts or included in them. */
function taxLines({ tax }: World, lines: Line[]): { items: InvoiceItem[]; totalTax: number; taxOnTop: number } {
  const taxRate = tax?.rate ?? 0;
  const base = tax?.isIncluded === true ? 100 + taxRate : 100;
  const items = lines.map((line) => ({ ...line, taxRate, taxAmount: roundToCents((line.amount * taxRate) / base) }));
  const totalTax = roundToCents(items.reduce((sum, { taxAmount }) => sum + taxAmount, 0));
  return { items, totalTax, taxOnTop: tax?.isIncluded === true ? 0 : totalTax };
}

/** Issues an invoice; one over nothing is paid at once. Without a tax that a test has set, it has none (an assumption). */
export function issueInvoice(
  world: World,
  {
    organizationId,
    customer,
    subscription,
    currency,
    lines,
  }: { organizationId: string; customer?: Customer; subscription?: Subscription; currency: string; lines: Line[] },
): Invoice {
  const { now } = world;
  const { items, totalTax, taxOnTop } = taxLines(world, lines);
  const total = Math.max(0, roundToCents(lines.reduce((sum, { amount }) => sum + amount, taxOnTop)));
  const count = world.store.count('invoices') + 1;
  const business = (world.store.get('organizations', organizationId)?.['business'] ?? {}) as Fields;
  const invoice = world.create('invoices', 'inv', {
    organizationId,
    number: `SB-${now.slice(0, 4)}-${String(count).padStart(4, '0')}`,
    status: total === 0 ? 'paid' : 'unpaid',
    currency,
    totalAmount: total,
    totalTax,
    shippingFee: 0,
    issueDate: now,
    dueDate: now,
    paidOnDate: total === 0 ? now : null,
    items,
    buyer: party(customer),
    seller: { name: business['name'], email: business['email'], country: business['country'] },
    customerId: customer?.id,
    subscriptionId: subscription?.id,
    paidAmount: 0,
  });
  return world.change('invoices', invoice, { paymentFormUrl: getPaymentFormUrl(world, invoice.id) });
}

function writeLog(
  world: World,
  transaction: Transaction,
  status: string,
  message: string,
  amount = transaction.amount,
): void {
  const { organizationId, id, currency, isMerchantInitiated } = transaction;
  const triggeredBy = isMerchantInitiated === true ? 'merchant' : 'customer';
  const data = { amount, currency };
  world.create('logs', 'log', {
    organizationId,
    transactionId: id,
    status,
    message,
    occurredAt: world.now,
    triggeredBy,
    data,
  });
}

/** The instrument as a transaction shows it: as it was then. */
function takeSnapshot(instrument: Instrument | undefined): Fields | null {
  return instrument ? structuredClone(instrument) : null;
}

/**
 * Charges a card, and does what follows from the outcome.
 *
 * @returns the transaction: approved, declined, waiting for the cardholder, or held
 */
export function chargeCard(world: World, charge: Charge): Transaction {
  const {
    organizationId,
    amount,
    currency,
    type,
    customer,
    instrument,
    invoices,
    idempotencyKey,
    isMerchantInitiated,
    returnUrl,
  } = charge;
  const subscriptionId = charge.subscriptionId ?? invoices.find((invoice) => invoice.subscriptionId)?.subscriptionId;
  const order = subscriptionId === undefined ? undefined : world.store.get('subscriptions', subscriptionId);
  const transaction = world.create('transactions', 'txn', {
    organizationId,
    amount,
    refundAmount: 0,
    refundableAmount: 0,
    currency,
    status: 'sending',
    result: 'unknown',
    combinedStatus: 'sending',
    // `setup` is a type that is sent and no type of a transaction.
    type: type === 'setup' ? 'authorize' : type,
    paymentType: order && order.isOneTime !== true ? 'subscription-payment' : 'one-time-payment',
    customer: { name: formatName(customer), email: customer?.email },
    customerId: customer?.id,
    paymentInstrument: takeSnapshot(instrument),
    instrumentId: instrument?.id,
    invoices: invoices.map((invoice) => ({
      date: invoice.issueDate,
      amount: Math.min(amount, invoice.totalAmount - invoice.paidAmount),
      currency,
    })),
    invoiceIds: invoices.map(({ id }) => id),
    gatewayName: 'default',
    subscriptionId,
    date: world.now,
    data3ds: null,
    isMerchantInitiated,
    permissionsBundle: { isRefundable: false },
    idempotencyKey,
    returnUrl,
  });
  writeLog(world, transaction, 'transaction-initiated', 'The transaction was started.');
  if (hold(world, transaction)) return transaction;
  const behavior = charge.behavior ?? instrument?.behavior ?? 'approve';
  if (behavior === 'decline' || (instrument && hasFailingExpiry(instrument, world)))
    return finishCharge(world, transaction, 'declined');
  if (behavior === 'challenge' && !isMerchantInitiated) {
    const open = {
      status: 'offsite',
      combinedStatus: 'offsite',
      redirectUrl: `${world.baseUrl}/sandbox/pay/${transaction.id}`,
    };
    writeLog(world, transaction, 'customer-redirected-offsite', 'The cardholder has to confirm the payment.');
    return world.change('transactions', transaction, open);
  }
  return finishCharge(world, transaction, 'approved');
}

/** Leaves a charge or a refund without a result if a test asked for it. */
function hold(world: World, transaction: Transaction): boolean {
  const { heldStatus: status } = world;
  if (status === undefined) return false;
  world.heldStatus = undefined;
  world.change('transactions', transaction, { status, combinedStatus: status });
  return true;
}

/** Ends a charge: approved, declined, or abandoned by the cardholder. */
export function finishCharge(
  world: World,
  transaction: Transaction,
  result: 'approved' | 'declined' | 'abandoned',
): Transaction {
  const organizationId = transaction.organizationId ?? '';
  const wasOffsite = transaction.status === 'offsite';
  const isPaid = result === 'approved' && (transaction.type === 'sale' || transaction.type === 'capture');
  world.change('transactions', transaction, {
    status: 'completed',
    result,
    combinedStatus: result === 'approved' ? 'completed' : result,
    refundableAmount: isPaid ? transaction.amount : 0,
    permissionsBundle: { isRefundable: isPaid && transaction.amount > 0 },
    redirectUrl: undefined,
    ...(wasOffsite ? { data3ds: { completedAt: world.now } } : {}),
  });
  writeLog(world, transaction, `transaction-${result}`, `The transaction was ${result}.`);
  if (wasOffsite) world.events.emit('offsite-payment-completed', organizationId, transaction);
  if (result !== 'approved') {
    world.events.emit('transaction-declined', organizationId, transaction);
    return transaction;
  }
  const instrument = world.find('instruments', transaction.instrumentId, organizationId);
  if (instrument && instrument.provenAt === undefined) world.change('instruments', instrument, { provenAt: world.now });
  world.events.emit('transaction-processed', organizationId, transaction);
  if (isPaid) settlePayment(world, transaction);
  return transaction;
}

/** Books a payment: revenue of the customer, and the invoices that it pays. */
function settlePayment(
  world: World,
  { organizationId = '', amount, currency, customerId, invoiceIds }: Transaction,
): void {
  const customer = world.find('customers', customerId, organizationId);
  if (customer) {
    const revenue = roundToCents((customer.lifetimeRevenue?.amount ?? 0) + amount);
    world.change('customers', customer, {
      lifetimeRevenue: { amount: revenue, currency, amountUSD: revenue },
      lastPaymentTime: world.now,
    });
  }
  let left = amount;
  for (const id of invoiceIds) {
    const invoice = world.find('invoices', id, organizationId);
    if (!invoice) continue;
    const part = Math.min(left, roundToCents(invoice.totalAmount - invoice.paidAmount));
    left = roundToCents(left - part);
    const paidAmount = roundToCents(invoice.paidAmount + part);
    const isPaid = paidAmount >= invoice.totalAmount;
    world.change('invoices', invoice, {
      paidAmount,
      status: isPaid ? 'paid' : 'partially-paid',
      paidOnDate: isPaid ? world.now : null,
    });
    if (isPaid) afterPayment.forEach((follow) => follow(world, invoice));
  }
}

/**
 * Refunds a payment, wholly or in part.
 *
 * @param amount how much; undefined for all that is left
 * @returns the refund, a transaction of its own: approved, or held
 * @throws a 409 if the payment can't be refunded, a 422 if the amount can't
 */
export function refund(world: World, sale: Transaction, amount: number | undefined): Transaction {
  const { organizationId = '', currency, refundableAmount } = sale;
  if (sale.type !== 'sale' && sale.type !== 'capture')
    throw new Refusal(409, `A transaction of the type ${sale.type} can't be refunded.`);
  if (sale.result !== 'approved')
    throw new Refusal(409, `The transaction collected nothing: its result is ${sale.result}.`);
  if (sale.status === 'disputed') throw new Refusal(409, 'The transaction is disputed. Settle the dispute first.');
  if (refundableAmount <= 0) throw new Refusal(409, 'Nothing is left to refund: refundableAmount is 0.');
  if (world.store.all('transactions').some(({ saleId, result }) => saleId === sale.id && result === 'unknown'))
    throw new Refusal(409, 'Another refund of the transaction is in progress. Wait for its result.');
  const part = amount ?? refundableAmount;
  if (part <= 0 || roundToCents(part) !== part)
    throw new Refusal(422, `amount is ${part}: it must be more than 0, with two decimals at most.`);
  if (part > refundableAmount)
    throw new Refusal(
      422,
      `amount is ${part.toFixed(2)}, and refundableAmount is only ${refundableAmount.toFixed(2)}.`,
    );
  const { customer, customerId, paymentInstrument, instrumentId, gatewayName, subscriptionId, paymentType } = sale;
  const made = world.create('transactions', 'txn', {
    ...{
      organizationId,
      customer,
      customerId,
      paymentInstrument,
      instrumentId,
      gatewayName,
      subscriptionId,
      paymentType,
      currency,
    },
    ...{
      amount: part,
      refundAmount: 0,
      refundableAmount: 0,
      type: 'refund',
      saleId: sale.id,
      invoices: [],
      invoiceIds: [],
      date: world.now,
    },
    ...{
      status: 'sending',
      result: 'unknown',
      combinedStatus: 'sending',
      data3ds: null,
      isMerchantInitiated: true,
    },
    permissionsBundle: { isRefundable: false },
  });
  return hold(world, made) ? made : finishRefund(world, made, 'approved');
}

/**
 * Ends a refund. What's paid back is taken from the payment only now.
 *
 * @throws a 409 if less is left of the payment by now
 */
export function finishRefund(world: World, made: Transaction, result: 'approved' | 'declined'): Transaction {
  const { organizationId = '', amount } = made;
  const sale = world.find('transactions', made.saleId, organizationId);
  if (result === 'approved' && sale) takeBack(world, sale, amount);
  world.change('transactions', made, {
    status: 'completed',
    result,
    combinedStatus: result === 'approved' ? 'completed' : result,
  });
  const outcome = result === 'approved' ? 'processed' : result;
  writeLog(world, made, `transaction-${outcome}`, `The refund was ${outcome}.`);
  world.events.emit(`transaction-${outcome}`, organizationId, made);
  return made;
}

/** Takes a refund from what's left of a payment, and marks the payment and its invoices. */
function takeBack(world: World, sale: Transaction, amount: number): void {
  const { organizationId = '', refundableAmount, invoiceIds } = sale;
  if (amount > refundableAmount)
    throw new Refusal(409, `The refund can't be approved: refundableAmount is only ${refundableAmount.toFixed(2)}.`);
  const left = roundToCents(refundableAmount - amount);
  const isDisputed = sale.status === 'disputed';
  const refunded = left === 0 ? 'refunded' : 'partially-refunded';
  const status = isDisputed ? 'disputed' : refunded;
  world.change('transactions', sale, {
    refundAmount: roundToCents(sale.refundAmount + amount),
    refundableAmount: left,
    status,
    combinedStatus: status,
    permissionsBundle: { isRefundable: left > 0 && !isDisputed },
  });
  writeLog(
    world,
    sale,
    `transaction-${refunded}`,
    left === 0 ? 'The transaction was refunded.' : 'A part of the transaction was refunded.',
    amount,
  );
  for (const id of invoiceIds) {
    const invoice = world.find('invoices', id, organizationId);
    if (invoice) world.change('invoices', invoice, { status: refunded });
  }
}
