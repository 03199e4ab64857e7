/**
 * The picture of the whole on the home page: seven parts from the product to the money, column by
 * column. The style sheet (`src/css/home.css`) draws the arrows between them.
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
  readonly gives?: string;
}

const concepts = '/docs/get-started/concepts';

export const platformMap: readonly MapPart[] = [
  {
    id: 'product',
    name: 'Product',
    concept: `${concepts}/products-and-plans`,
    text: 'What you sell.',
    gives: 'productId',
  },
  {
    id: 'customer',
    name: 'Customer',
    concept: `${concepts}/customers`,
    text: 'The person or company that buys from you.',
    gives: 'customerId',
  },
  {
    id: 'plan',
    name: 'Plan',
    concept: `${concepts}/products-and-plans`,
    text: "Sets the product's price, billing interval, and trial.",
    gives: 'plan.id',
  },
  {
    id: 'instrument',
    name: 'Payment instrument',
    concept: `${concepts}/payment-instruments`,
    text: 'The stored card or bank account that pays.',
    gives: 'paymentInstrumentId',
  },
  {
    id: 'subscription',
    name: 'Subscription',
    concept: `${concepts}/orders/subscriptions`,
    text: "The order that renews: a customer's plans, payment instrument, and next charge.",
    gives: 'subscriptionId',
  },
  {
    id: 'invoice',
    name: 'Invoice',
    concept: `${concepts}/invoices`,
    text: 'What the customer owes for one cycle or one purchase. PAI creates it from the order.',
  },
  {
    id: 'transaction',
    name: 'Transaction',
    concept: `${concepts}/transactions`,
    text: 'Pays the invoice, and shows whether the payment succeeded.',
  },
];
