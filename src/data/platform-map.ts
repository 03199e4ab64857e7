/**
 * The picture of the whole on the home page: seven parts from the product to the money, in the order in which they are
 * made. The style sheet (`src/css/home.css`) knows the place of each part and the arrows between them.
 */
export interface MapPart {
  /** Names the part for the style sheet, which knows its place. */
  readonly id: string;
  readonly name: string;
  /** The page that explains it. */
  readonly concept: string;
  /** What it is, in half a sentence. */
  readonly text: string;
  /** The field that contains its ID in the objects that come after it, if there is one. */
  readonly gives?: { readonly field: string; readonly to: string };
  /** Ids of the calls that make and read it. */
  readonly calls: readonly string[];
}

const concepts = '/docs/get-started/concepts';

export const platformMap: readonly MapPart[] = [
  {
    id: 'product',
    name: 'Product',
    concept: `${concepts}/products-and-plans`,
    text: 'What you sell.',
    gives: { field: 'productId', to: 'the plan' },
    calls: ['createProduct', 'listProducts'],
  },
  {
    id: 'plan',
    name: 'Plan',
    concept: `${concepts}/products-and-plans`,
    text: "Sets the product's price, billing interval, and trial.",
    gives: { field: 'plan.id', to: "the subscription's items" },
    calls: ['createPlan', 'listPlans'],
  },
  {
    id: 'customer',
    name: 'Customer',
    concept: `${concepts}/customers`,
    text: 'The person or company that buys from you.',
    gives: { field: 'customerId', to: 'the payment instrument, the subscription, and the transaction' },
    calls: ['createCustomer', 'listCustomers'],
  },
  {
    id: 'instrument',
    name: 'Payment instrument',
    concept: `${concepts}/payment-instruments`,
    text: 'The stored card or bank account that pays.',
    gives: { field: 'paymentInstrumentId', to: 'the subscription and the transaction' },
    calls: ['createPaymentInstrument', 'listCustomerPaymentInstruments'],
  },
  {
    id: 'subscription',
    name: 'Subscription',
    concept: `${concepts}/orders/subscriptions`,
    text: "The order that renews: a customer's plans, payment instrument, and next charge.",
    gives: { field: 'subscriptionId', to: 'pauses, cancellations, and reactivations' },
    calls: ['createSubscription', 'listSubscriptions'],
  },
  {
    id: 'invoice',
    name: 'Invoice',
    concept: `${concepts}/invoices`,
    text: 'What the customer owes for one cycle or one purchase. PAI creates it from the order.',
    calls: ['listCustomerInvoices', 'getCustomerInvoicePdf'],
  },
  {
    id: 'transaction',
    name: 'Transaction',
    concept: `${concepts}/transactions`,
    text: 'Pays the invoice, and shows whether the payment succeeded.',
    calls: ['createTransaction', 'listTransactions', 'refundTransaction'],
  },
];
