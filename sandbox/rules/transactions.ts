/** Transactions, invoices and disputes. */
import { roundToCents } from '../../src/pricing/formulas';
import { chargeCard, refund } from '../billing';
import { addDays } from '../clock';
import { Refusal } from '../errors';
import { makeList } from '../lists';
import { drawPdf } from '../pdf';
import type { CardBehavior, Customer, Dispute, Fields, Instrument, Transaction } from '../records';
import type { Call, Handlers, World } from '../state';
import { hasFailingExpiry, redeemToken } from './customers';
import { getNamed } from './crud';

/** The card that a body names: an instrument, or a token that is used up. Without both, the customer's primary one. */
function findCard(call: Call, customer: Customer | undefined): { instrument?: Instrument; behavior?: CardBehavior } {
  const { world } = call;
  const { token, paymentInstrumentId = customer?.primaryPaymentInstrument?.id } = (call.body['paymentInstruction'] ??
    {}) as Record<string, string | undefined>;
  if (token !== undefined) {
    const card = redeemToken(call, token);
    return { behavior: hasFailingExpiry(card, world) ? 'decline' : card.behavior };
  }
  if (paymentInstrumentId === undefined)
    throw new Refusal(400, 'paymentInstruction is missing, and the customer has no primary payment instrument.');
  const instrument = world.refer('instruments', 'paymentInstrumentId', paymentInstrumentId, call);
  if (customer && instrument.customerId !== customer.id)
    throw new Refusal(400, 'The payment instrument belongs to another customer.');
  return { instrument };
}

function createTransaction(call: Call): Transaction {
  const { world, body, organizationId } = call;
  const { idempotencyKey, customerId, redirectUrl } = body as Record<string, string | null | undefined>;
  if (idempotencyKey) {
    const sent = world.store.lookUp('transactions', idempotencyKey);
    const first = sent.find((entry) => entry.organizationId === organizationId);
    if (first) return first;
  }
  const invoices = ((body['invoiceIds'] ?? []) as string[]).map((id) =>
    world.refer('invoices', 'invoiceIds', id, call),
  );
  const customer = customerId
    ? world.refer('customers', 'customerId', customerId, call)
    : world.find('customers', invoices[0]?.customerId, organizationId);
  const paid = invoices.find(({ status }) => status === 'paid');
  if (paid) throw new Refusal(400, `The invoice ${paid.id} is paid already.`);
  const due =
    invoices.length > 0
      ? roundToCents(invoices.reduce((sum, entry) => sum + entry.totalAmount - entry.paidAmount, 0))
      : undefined;
  const type = (body['type'] as string | undefined) ?? 'sale';
  const amount = (body['amount'] as number | undefined) ?? due ?? (type === 'setup' ? 0 : undefined);
  const currency = (body['currency'] as string | undefined) ?? invoices[0]?.currency;
  if (amount === undefined || currency === undefined)
    throw new Refusal(400, 'amount and currency are missing: a charge needs both, or invoiceIds.');
  if (amount < 0 || (amount === 0 && type !== 'setup') || roundToCents(amount) !== amount) {
    throw new Refusal(400, `amount is ${amount}: it must be more than 0, with two decimals at most.`);
  }
  if (due !== undefined && amount > due)
    throw new Refusal(400, `amount is ${amount.toFixed(2)}, and only ${due.toFixed(2)} is due on the invoices.`);
  if (invoices.some((invoice) => invoice.currency !== currency))
    throw new Refusal(400, `currency is ${currency}, and the invoice has another one.`);
  const card = findCard(call, customer);
  const isMerchantInitiated = body['isMerchantInitiated'] === true;
  return chargeCard(world, {
    organizationId,
    amount,
    currency,
    type,
    customer,
    ...card,
    invoices,
    isMerchantInitiated,
    returnUrl: redirectUrl ?? undefined,
    idempotencyKey,
  });
}

const DISPUTE_CATEGORIES: [RegExp, string][] = [
  [/^10|^37$|^F|^fraud/i, 'fraud'],
  [/^11/, 'authorization'],
  [/^12/, 'processing-errors'],
  [/^13|^C/i, 'consumer-disputes'],
];

/**
 * Opens a dispute, as an issuer would. The API has no call for it.
 *
 * @throws a 400 if there's no such payment, or it can't be disputed
 */
export function openDispute(
  world: World,
  {
    transactionId,
    reasonCode = 'fraudulent',
    type = 'first-chargeback',
    amount,
  }: { transactionId?: string; reasonCode?: string; type?: string; amount?: number },
): Dispute {
  const sale = transactionId === undefined ? undefined : world.store.get('transactions', transactionId);
  if (!sale || sale.refundableAmount <= 0 || sale.status === 'disputed') {
    throw new Refusal(400, 'transactionId must name an approved sale that is neither refunded nor disputed.');
  }
  const disputed = amount ?? sale.refundableAmount;
  if (!(disputed > 0 && disputed <= sale.refundableAmount) || roundToCents(disputed) !== disputed)
    throw new Refusal(400, `amount must be more than 0 and at most ${sale.refundableAmount.toFixed(2)}.`);
  for (const [name, value, schema] of [
    ['reasonCode', reasonCode, 'DisputeReasonCode'],
    ['type', type, 'DisputeType'],
  ] as const) {
    const { enum: values = [] } = world.description.getSchema(schema);
    if (!values.includes(value)) throw new Refusal(400, `${name} must be one of ${(values as string[]).join(', ')}.`);
  }
  const { organizationId = '', currency, customerId } = sale;
  world.change('transactions', sale, {
    status: 'disputed',
    combinedStatus: 'disputed',
    permissionsBundle: { isRefundable: false },
  });
  const dispute = world.create('disputes', 'dsp', {
    organizationId,
    transactionId: sale.id,
    amount: disputed,
    currency,
    status: 'response-needed',
    category: DISPUTE_CATEGORIES.find(([start]) => start.test(reasonCode))?.[1] ?? 'uncategorized',
    type,
    reasonCode,
    caseId: `CB-${Math.floor(10_000 + Math.random() * 90_000)}`,
    customer: world.find('customers', customerId, organizationId),
    gatewaySlug: 'default',
    deadlineAt: addDays(world.now, 14),
    resolvedAt: null,
  });
  world.events.emit('dispute-created', organizationId, dispute);
  return dispute;
}

function updateDispute(call: Call): Dispute {
  const { world, body, organizationId } = call;
  const dispute = getNamed(call, 'disputes');
  const { transactionId, amount, status } = body as Partial<Dispute>;
  if (transactionId !== undefined) world.refer('transactions', 'transactionId', transactionId, call);
  if (amount !== undefined && amount < 0) throw new Refusal(400, `amount is ${amount}: it can't be negative.`);
  const isOver = status === 'won' || status === 'lost' || status === 'forfeited';
  world.change('disputes', dispute, { ...body, resolvedAt: isOver ? world.now : (dispute.resolvedAt ?? null) });
  const sale = world.find('transactions', dispute.transactionId, organizationId);
  if (sale?.status === 'disputed' && isOver) {
    const refunded = sale.refundableAmount > 0 ? 'partially-refunded' : 'refunded';
    const back = sale.refundAmount > 0 ? refunded : 'completed';
    const end =
      status === 'won'
        ? { status: back, combinedStatus: back, permissionsBundle: { isRefundable: sale.refundableAmount > 0 } }
        : {
            refundableAmount: Math.max(
              0,
              roundToCents(sale.refundableAmount - (dispute.amount ?? sale.refundableAmount)),
            ),
          };
    world.change('transactions', sale, end);
  }
  world.events.emit(
    status === 'won' || status === 'lost' ? `dispute-${status}` : 'dispute-updated',
    organizationId,
    dispute,
  );
  return dispute;
}

export const transactions: Handlers = {
  createTransaction,
  listTransactionLogs: (call) => {
    const { id } = getNamed(call, 'transactions');
    return makeList(call, call.world.store.lookUp('logs', id).reverse());
  },
  refundTransaction: (call) =>
    refund(call.world, getNamed(call, 'transactions'), call.body['amount'] as number | undefined),
  getCustomerInvoicePdf: (call) => {
    const { number, totalAmount, currency, status, items } = getNamed(call, 'invoices');
    const lines = ((items ?? []) as Fields[]).map(
      (item) => `${String(item['quantity'])} x ${String(item['description'])}: ${Number(item['amount']).toFixed(2)}`,
    );
    return drawPdf([
      `Invoice ${number} of the local sandbox`,
      ...lines,
      `Total: ${totalAmount.toFixed(2)} ${currency}`,
      `Status: ${status}`,
    ]);
  },
  updateDispute,
};
