/**
 * Questions that merchants ask before they go live and when something goes wrong, each with the section that answers it.
 * The questions were written before the sections.
 */
import { concepts, orders } from './search-question';

/** A question and the addresses, with anchor, of the sections that answer it. */
export interface SectionQuestion {
  readonly ask: string;
  /** Addresses such as `/docs/api/introduction#go-live-checklist`. */
  readonly sections: readonly string[];
}

/** Builds the questions that one section answers; a heading below it may be the nearer place. */
const askSection = (section: string | readonly string[], ...questions: string[]): SectionQuestion[] =>
  questions.map((ask) => ({ ask, sections: [section].flat() }));

/** Questions by the section that answers them, five for each section. */
export const merchantQuestions: readonly SectionQuestion[] = [
  ...askSection(
    '/docs/api/introduction#go-live-checklist',
    'go-live checklist',
    'what to do before going live',
    'ready for production',
    'checklist before the first real payment',
    'separate test and live keys',
  ),
  ...askSection(
    '/docs/api/introduction#similar-terms',
    'difference between canceled and churned',
    'status result combinedStatus difference',
    'account organization customer difference',
    'voided or revoked',
    'similar terms glossary',
  ),
  ...askSection(
    '/docs/api/subscriptions#migrate',
    'migrate from another system',
    'import customers with my own IDs',
    'import cards from another provider',
    'avoid billing customers twice during migration',
    'dry run of a migration',
  ),
  ...askSection(
    '/docs/api/subscriptions#upgrade-paths',
    'what an upgrade costs',
    'upgrade in the middle of a period',
    'add a seat mid month',
    'reset or retain with credit example',
    'upgrade amount due now',
  ),
  ...askSection(
    '/docs/api/subscriptions#quote-a-change',
    'quote an upgrade',
    'preview a plan change',
    'estimate a change before making it',
    'tell the customer what an upgrade costs',
    'upgrade charge declined',
  ),
  ...askSection(
    '/docs/api/test-cards#test-over-time',
    'test clock',
    'test renewals over time',
    'test a trial end',
    'simulate a failed renewal',
    'test matrix for subscriptions',
  ),
  ...askSection(
    ['/docs/api/framepay/#pci', '/docs/api/framepay/#card-data-you-can-store-and-log'],
    'PCI questionnaire',
    'SAQ A conditions',
    'what card data may I store',
    'log card numbers',
    'PCI DSS compliance',
  ),
  ...askSection(
    '/docs/api/framepay/#strong-customer-authentication',
    'FramePay 3D Secure',
    'redirect in framepay',
    '3DS iframe',
    'framepay payment pending',
    'what my page shows after a payment',
  ),
  ...askSection(
    `${orders}/subscription-flow#when-a-renewal-fails`,
    'renewal fails',
    'failed renewal',
    'subscription unpaid what now',
    'customer cannot pay renewal',
    'dunning',
    'does PAI retry a declined renewal',
    'link for a customer to pay an unpaid invoice',
    'new card after a failed renewal',
    'subscription canceled for billing-failure',
    'message to a customer whose renewal was declined',
  ),
  ...askSection(
    [`${orders}/subscription-cancellations#requests`, `${orders}/subscription-cancellations#charge-in-progress`],
    'customer asks to cancel',
    'cancel an unpaid subscription',
    'cancel a paused subscription',
    'cancel a postpaid subscription',
    'charge in progress when canceling',
  ),
  ...askSection(
    `${orders}/subscription-cancellations#refund-unused`,
    'refund unused time',
    'how much to refund after a cancellation',
    'money back when canceling',
    'calculate a prorated refund',
    'refund an upgrade after canceling',
  ),
  ...askSection(
    `${concepts}/transactions#strong-customer-authentication`,
    'strong customer authentication',
    'merchant initiated payment',
    'isMerchantInitiated when to set',
    'renewal needs authentication',
    'PSD2 SCA',
  ),
  ...askSection(
    `${concepts}/payment-instruments#replace-the-card`,
    'replace the card of a subscription',
    'change card of running subscription',
    'new card for renewals',
    'expired card replace',
    'update payment method of a subscription',
  ),
  ...askSection(
    `${concepts}/transactions#reconcile-payments`,
    'reconciliation',
    'reconcile payments daily',
    'match payouts',
    'bookkeeping export',
    'arn reference number',
  ),
  ...askSection(
    `${concepts}/invoices#reconcile-invoices`,
    'reconcile invoices',
    'match invoices with payments',
    'which payment paid this invoice',
    'match an order to its invoice',
    'tax report from invoices',
  ),
  ...askSection(
    `${concepts}/transactions#authorize-then-what`,
    'capture an authorization',
    'authorize then capture',
    'void an authorization',
    'setup transaction',
    'release a hold',
  ),
  ...askSection(
    `${concepts}/trial#one-trial`,
    'one trial per customer',
    'second free trial',
    'customer had a trial before',
    'prevent repeated trials',
    'plan without a trial for returning customers',
  ),
  ...askSection(
    ['/docs/api/introduction#incidents', '/docs/api/introduction#many-declines', '/docs/api/introduction#go-back'],
    'many declines in a short time',
    'something goes wrong after going live',
    'incident checklist',
    'go back after going live',
    'card testing attack',
  ),
  ...askSection(
    `${concepts}/transactions#refund-safely`,
    'refund without paying twice',
    'refund request got no response',
    'refund was declined',
    'pending refund',
    'message to the customer about a refund',
  ),
  ...askSection(
    `${concepts}/invoices#book-a-refund`,
    'refund one item with its tax',
    'book a refund',
    'refund tax of an item',
    'credit note',
    'refund shipping',
  ),
  ...askSection(
    `${concepts}/invoices#book-disputes`,
    'book a dispute',
    'bookkeeping of chargebacks',
    'second chargeback after the first',
    'lost dispute in the books',
    'who has the disputed money',
  ),
  ...askSection(
    `${orders}/subscription-cancellations#undo`,
    'undo a cancellation',
    'keep my subscription button',
    'customer changed their mind after canceling',
    'delete a cancellation',
    'withdraw a cancellation',
  ),
  ...askSection(
    `${orders}/subscription-cancellations#refund-unused`,
    'refund unused time',
    'refund the rest of the period',
    'how much to refund after a cancellation',
    'setup fee in a refund',
    'money back when canceling',
  ),
  ...askSection(
    `${orders}/subscription-pauses#stop-all`,
    'stop all charges',
    'stop charging everyone',
    'pause all subscriptions',
    'wrong charges emergency stop',
    'resume all subscriptions after an incident',
  ),
];
