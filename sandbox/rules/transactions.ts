/** Transactions, invoices and disputes. */
import { roundToCents } from '../../src/pricing/formulas';
import { chargeCard, getDue, markInvoices, refund } from '../billing';
import { hasFailingExpiry, redeemToken } from '../cards';
import { addDays } from '../clock';
import { Refusal } from '../errors';
import { makeList } from '../lists';
import { drawPdf } from '../pdf';
import type { CardBehavior, Customer, Dispute, Fields, Instrument, Transaction } from '../records';
import type { Call, Handlers, World } from '../state';
import { getNamed } from './crud';

/** The card that a body names: an instrument, or a token that is used up. Without both, the customer's primary one. */
function findCard(call: Call, customer: Customer): { instrument?: Instrument; behavior?: CardBehavior } {
  const { token, paymentInstrumentId = customer.primaryPaymentInstrument?.id } = (call.body['paymentInstruction'] ??
    {}) as Record<string, string | undefined>;
  if (token !== undefined) {
    const card = redeemToken(call, token);
    return { behavior: hasFailingExpiry(card, call.world) ? 'decline' : card.behavior };
  }
  if (paymentInstrumentId === undefined)
    throw new Refusal(400, 'paymentInstruction is missing, and the customer has no primary payment instrument.');
  const instrument = call.world.refer('instruments', 'paymentInstrumentId', paymentInstrumentId, call);
  if (instrument.customerId !== customer.id)
    throw new Refusal(400, 'The payment instrument belongs to another customer.');
  return { instrument };
}

function createTransaction(call: Call): Transaction {
  const { world, organizationId } = call;
  const { idempotencyKey, redirectUrl, invoiceIds = [], ...body } = call.body as Partial<Transaction>;
  const { amount = 0, currency = '', type = 'sale' } = body;
  if (idempotencyKey) {
    const sent = world.store.lookUp('transactions', 'idempotencyKey', idempotencyKey);
    const first = sent.find((entry) => entry.organizationId === organizationId);
    if (first) return first;
  }
  const invoices = invoiceIds.map((id) => world.refer('invoices', 'invoiceIds', id, call));
  const customer = world.refer('customers', 'customerId', body.customerId, call);
  const paid = invoices.find(({ status }) => status === 'paid');
  if (paid) throw new Refusal(400, `The invoice ${paid.id} is paid already.`);
  const due = roundToCents(invoices.reduce((sum, entry) => sum + getDue(entry), 0));
  if (amount < 0 || (amount === 0 && type !== 'setup') || roundToCents(amount) !== amount)
    throw new Refusal(400, `amount is ${amount}: it must be more than 0, with two decimals at most.`);
  if (invoices.length > 0 && amount > due)
    throw new Refusal(400, `amount is ${amount.toFixed(2)}, and only ${due.toFixed(2)} is due on the invoices.`);
  if (invoices.some((invoice) => invoice.currency !== currency))
    throw new Refusal(400, `currency is ${currency}, and the invoice has another one.`);
  const isMerchantInitiated = body['isMerchantInitiated'] === true;
  const terms = { organizationId, amount, currency, type, customer, invoices, isMerchantInitiated };
  return chargeCard(world, { ...terms, ...findCard(call, customer), returnUrl: redirectUrl, idempotencyKey });
}

/** Opens a dispute, as an issuer would. Throws a 400 if there's no such payment, or it can't be disputed. */
export function openDispute(world: World, { transactionId = '', ...sent }: Fields): Dispute {
  const sale = world.store.get('transactions', String(transactionId));
  if (!sale || sale.refundableAmount <= 0 || sale.status === 'disputed')
    throw new Refusal(400, 'transactionId must name an approved sale that is neither refunded nor disputed.');
  const { organizationId, refundableAmount, currency } = sale;
  const amount = sent['amount'] ?? refundableAmount;
  if (typeof amount !== 'number' || !(amount > 0 && amount <= refundableAmount) || roundToCents(amount) !== amount)
    throw new Refusal(400, `amount must be more than 0 and at most ${refundableAmount.toFixed(2)}.`);
  const disputed = { status: 'disputed', combinedStatus: 'disputed', permissionsBundle: { isRefundable: false } };
  world.change('transactions', sale, disputed);
  markInvoices(world, sale, 'disputed');
  const dispute = world.create('disputes', 'dsp', {
    ...{ organizationId, transactionId: sale.id, amount, currency, status: 'response-needed' },
    ...{ type: 'first-chargeback', reasonCode: 'fraudulent', category: 'fraud' },
    caseId: `CB-${Math.floor(10_000 + Math.random() * 90_000)}`,
    customer: world.find('customers', sale.customerId, sale),
    gatewaySlug: 'default',
    deadlineAt: addDays(world.now, 14),
    resolvedAt: null,
  });
  world.events.emit('dispute-created', organizationId, dispute);
  return dispute;
}

function updateDispute(call: Call): Dispute {
  const { world, body } = call;
  const dispute = getNamed(call, 'disputes');
  const { transactionId, amount, status } = body as Partial<Dispute>;
  if (transactionId !== undefined) world.refer('transactions', 'transactionId', transactionId, call);
  if (amount !== undefined && amount < 0) throw new Refusal(400, `amount is ${amount}: it can't be negative.`);
  const isOver = status === 'won' || status === 'lost' || status === 'forfeited';
  world.change('disputes', dispute, { ...body, resolvedAt: isOver ? world.now : (dispute.resolvedAt ?? null) });
  const sale = world.find('transactions', dispute.transactionId, call);
  if (sale?.status === 'disputed' && isOver) {
    const { refundableAmount: left } = sale;
    const back = sale.refundAmount === 0 ? 'completed' : left > 0 ? 'partially-refunded' : 'refunded';
    const won = { status: back, combinedStatus: back, permissionsBundle: { isRefundable: left > 0 } };
    const lost = { refundableAmount: Math.max(0, roundToCents(left - (dispute.amount ?? left))) };
    world.change('transactions', sale, status === 'won' ? won : lost);
    if (status === 'won') markInvoices(world, sale, back === 'completed' ? 'paid' : back);
  }
  const event = status === 'won' || status === 'lost' ? `dispute-${status}` : 'dispute-updated';
  world.events.emit(event, call.organizationId, dispute);
  return dispute;
}

export const transactions: Handlers = {
  createTransaction,
  listTransactionLogs: (call) =>
    makeList(call, call.world.store.lookUp('logs', 'transactionId', getNamed(call, 'transactions').id).reverse()),
  refundTransaction: (call) =>
    refund(call.world, getNamed(call, 'transactions'), call.body['amount'] as number | undefined),
  getCustomerInvoicePdf: (call) => {
    const { number, totalAmount, currency, status, items = [] } = getNamed(call, 'invoices');
    return drawPdf([
      `Invoice ${number} of the local sandbox`,
      ...items.map(({ quantity, description, amount }) => `${quantity} x ${description}: ${amount.toFixed(2)}`),
      `Total: ${totalAmount.toFixed(2)} ${currency}`,
      `Status: ${status}`,
    ]);
  },
  updateDispute,
};
