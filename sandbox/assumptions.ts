/**
 * What the sandbox decides where the documentation says nothing: one table, printed by `--explain` and answered by
 * `GET /sandbox/assumptions`. Nothing here is the API's behavior. A rule that isn't documented needs a line here.
 */

/** One decision of the sandbox. */
export interface Assumption {
  /** What it's about. */
  about: string;
  /** What the documentation leaves open. */
  open: string;
  /** What the sandbox does. */
  decision: string;
}

const assume = (about: string, open: string, decision: string): Assumption => ({ about, open, decision });

export const ASSUMPTIONS: readonly Assumption[] = [
  assume(
    'Requests',
    'What the API does with fields and query parameters that it doesn’t know.',
    'They’re rejected with 400, even if the operation documents no 400. With --lenient they’re accepted and kept.',
  ),
  assume('Requests', 'Which errorCode an error has.', 'A name of the status, such as bad-request.'),
  assume(
    'API keys',
    'Which keys exist before the first one was created.',
    'Every key is accepted. The part before the first underscore is the account’s ID.',
  ),
  assume(
    'Accounts',
    'How an account is created.',
    'Every account ID has an account. Its secret is the first one that’s sent.',
  ),
  assume('Accounts', 'Response to a wrong secret.', '403.'),
  assume(
    'Sessions',
    'How long a session token works, and what’s in the new JWT.',
    'It works once. The JWT isn’t signed.',
  ),
  assume(
    'Amounts',
    'The range of an amount.',
    'Payments are more than 0, except those of the type setup, and prices 0 or more. Refunds and payments have at most two decimals.',
  ),
  assume(
    'Lists',
    'How filters combine, and whether ranges include their ends.',
    'All filters must match (AND), and both ends are included.',
  ),
  assume(
    'Lists',
    'The order without sortBy and sortDirection, and what search looks at.',
    'Newest first, and with sortBy the greatest first. search matches every text of an object except IDs, in any case.',
  ),
  assume('Lists', 'Effect of isVip=false.', 'None: the list has all customers.'),
  assume('Lists', 'Effect of showTestData.', 'None: everything in a sandbox is test data.'),
  assume(
    'Pricing',
    'The bands of stairstep, tiered and volume: pricing has one price only.',
    'The bands of the pricing guide: 1–10 at the full price, 11–50 at 80 %, 51 or more at 60 %. For stairstep, the price is the total of the first band; those of the others are 4 and 10 times as much.',
  ),
  assume(
    'Pricing',
    'How tax, shipping and rounding go into an invoice.',
    'No shipping, and no tax unless you set one with POST /sandbox/tax {"rate": 10, "isIncluded": false}. It then applies to each line of later invoices, in percent. Amounts are rounded to two decimals, in every currency.',
  ),
  assume(
    'Plans',
    'What a plan in the body of an item changes besides its ID.',
    'Its fields replace those of the stored plan, for this subscription only.',
  ),
  assume(
    'Plans',
    'Whether a running subscription can be changed to a plan that isn’t active.',
    'It can, so a change can be undone. A new subscription returns 400.',
  ),
  assume('Plans', 'The period anchor of a plan that’s created without one.', 'immediately.'),
  assume(
    'Products and plans',
    'When exactly a deletion conflicts.',
    'A product with a plan returns 409, and so does a plan in a subscription that hasn’t churned.',
  ),
  assume(
    'Test cards',
    'Cards other than those of the test-card guide.',
    'They’re approved if the check digit is right.',
  ),
  assume(
    'Test cards',
    'Which card starts a 3D Secure challenge.',
    'Any card with the CVV 333. The payment then waits on the page in redirectUrl until you confirm it, decline it, or leave. A charge with isMerchantInitiated isn’t challenged.',
  ),
  assume(
    'Organizations',
    'Which payment methods are ready, and the publishable key.',
    'Each organization takes cards of the brands of the test cards. The key is pk_sandbox_ and the organization’s ID.',
  ),
  assume(
    'Transactions',
    'What a payment shows while its refund has no result, and which event a declined refund sends.',
    'refundAmount and refundableAmount change once the refund is approved, and until then, another refund of the payment returns 409. A declined refund sends transaction-declined. To see both, use POST /sandbox/hold-next-payment {"status": "sending"} before the refund, and POST /sandbox/finish-payment {"transactionId": "…", "result": "declined"} after it.',
  ),
  assume(
    'Transactions',
    'What a charge for an invoice that is paid already does.',
    'It returns 400. The payment page and a payment that was pending can still pay an invoice twice.',
  ),
  assume(
    'Transactions',
    'What a dispute does to a payment.',
    'The payment is disputed and can’t be refunded. Its invoice doesn’t change. A refund that was in progress can still be approved. Once the dispute is won, the payment is as before. A lost dispute leaves it disputed, with refundableAmount reduced by the dispute’s amount, and it still can’t be refunded.',
  ),
  assume(
    'Transactions',
    'How an authentication and its sale relate.',
    'There’s one transaction: the sale is offsite first and completed afterwards.',
  ),
  assume(
    'Transactions',
    'Which card a payment without a paymentInstruction charges.',
    'The customer’s primary payment instrument. Without one, the API returns 400.',
  ),
  assume(
    'Transactions',
    'Effect of the same idempotencyKey with another body.',
    'It returns the first transaction as well.',
  ),
  assume(
    'Transactions',
    'The type of a transaction that was created with the type setup.',
    'authorize, with the amount that you send, which can be 0.',
  ),
  assume(
    'Payment instruments',
    'Whether a setup or an authorization activates a card, as a sale does.',
    'It does. Any approved transaction counts.',
  ),
  assume(
    'Payment instruments',
    'Whether a card stays active after its only payment was refunded.',
    'It does. Renewals charge it.',
  ),
  assume(
    'Payment instruments',
    'What a renewal does with an expired card.',
    'It charges the card. The charge is declined.',
  ),
  assume(
    'Payment instruments',
    'What an update of the expiry date does to a test card.',
    'The new date counts from the next charge on. With 10/2051, each charge is declined. An expired card’s date can’t change: 400.',
  ),
  assume(
    'Payment instruments',
    'Which card the payment page charges.',
    'The test card whose number you enter, for this payment only. Without one, the subscription’s card, otherwise the customer’s newest one.',
  ),
  assume(
    'Tokens',
    'How long a token works, and the response to a used one.',
    '30 minutes. A used or expired token returns 400.',
  ),
  assume(
    'References',
    'Response when a body references an object that doesn’t exist.',
    '400. An unknown ID in the path returns 404.',
  ),
  assume(
    'Subscriptions',
    'The status between the end of a trial and the first payment.',
    'trial-ended, until the first payment makes it active. A card that has never paid isn’t charged automatically.',
  ),
  assume(
    'Subscriptions',
    'What a change of items, a cancellation that’s undone, and a reactivation do to a trial-only subscription.',
    'It still ends with its trial, and nothing is charged for the change or after the trial. Another isTrialOnly in an update returns 400. After the trial, a change of items returns 400, undoing a cancellation 409, and a reactivation 422.',
  ),
  assume('Subscriptions', 'isAutoPay of a new subscription.', 'true, also without a payment instrument.'),
  assume(
    'Subscriptions',
    'The status and nextCharge before the first payment, and before startAt.',
    'connected. nextCharge is startAt if that’s in the future and a charge is due then; otherwise, it’s null. The first period begins with the payment. A trial with a price begins at sign-up, paid or not.',
  ),
  assume(
    'Subscriptions',
    'When a postpaid plan activates its subscription, and when it charges the setup price.',
    'The subscription is active when its first full period begins, and subscription-activated is sent. The setup price is part of the first charge, at the end of that period.',
  ),
  assume(
    'Subscriptions',
    'Whether setup.price and trial.price are per unit, and what charges the setup price again.',
    'Each is charged once per subscription, whatever the quantity, the setup price with the first full charge after sign-up or a trial. A reactivation charges it only if the trial continues. A change of items never does.',
  ),
  assume(
    'Subscriptions',
    'When the first full charge is due if a plan has a trial and a day-of-month anchor.',
    'When the trial ends. The period then runs to the anchor day of the next month.',
  ),
  assume(
    'Subscriptions',
    'What happens if the subscription’s payment instrument is deleted.',
    'The renewal isn’t charged: the subscription is unpaid, without a transaction or an event.',
  ),
  assume(
    'Subscriptions',
    'What a failed renewal does.',
    'The subscription is unpaid and has no nextCharge until its invoice is paid. No further invoices are issued in the meantime. There are no retries: the sandbox has no retry rule. POST /sandbox/billing-failures {"subscriptionId": "…"} cancels the subscription, as such a rule does at its end. Its invoice stays open, and paying it changes nothing else.',
  ),
  assume(
    'Subscriptions',
    'What a renewal does if the card has never paid.',
    'The same, but without a transaction or an event.',
  ),
  assume(
    'Subscriptions',
    'Whether a new card makes PAI charge the open invoice.',
    'It doesn’t. Charge the invoice, or use the payment page.',
  ),
  assume(
    'Subscriptions',
    'What happens to periods that were missed while a subscription was unpaid.',
    'They’re charged one after another as soon as the open invoice is paid.',
  ),
  assume(
    'Subscriptions',
    'When an order becomes delinquent.',
    '14 days after a failed renewal: the invoice is past-due, and order-delinquency-reached is sent with the subscription.',
  ),
  assume(
    'Subscriptions',
    'What an update with unchanged items or an unchanged trial reports.',
    'subscription-modified. The events for changed items and trials are sent only if something changed.',
  ),
  assume('Subscriptions', 'Response when you delete a subscription that isn’t pending.', '403.'),
  assume(
    'Billing cycles',
    'What happens in short months.',
    'The last day of the month. A day-of-month anchor is kept; anchors on days of the week aren’t computed.',
  ),
  assume(
    'Changes of items',
    'How a proration is calculated, and what retainRenewalTime is by default.',
    'By the second, with the price times what’s left of the period. Credit goes to the next invoices. The default is retain.',
  ),
  assume(
    'Changes of items',
    'Whether a credit depends on what was paid.',
    'It doesn’t. It’s calculated from the current price, even if that hasn’t been paid.',
  ),
  assume(
    'Changes of items',
    'Whether a declined charge undoes the change.',
    'It doesn’t. With retain, the subscription stays active at its new price, and the invoice of the difference stays unpaid. With reset, the subscription is unpaid.',
  ),
  assume(
    'Cancellations',
    'Response when you cancel or pause a subscription whose status doesn’t allow it.',
    'Only an active subscription can be canceled or paused; any other returns 400.',
  ),
  assume('Cancellations', 'The value of cancelledBy, which the body can’t set.', 'merchant.'),
  assume(
    'Cancellations',
    'What a cancelAt at the renewal’s time or in the past does, and whether a response contains it.',
    'At the renewal’s time, the renewal is charged first, and then the subscription ends without a credit. In the past, it’s canceled immediately. No response contains it.',
  ),
  assume(
    'Cancellations',
    'Whether cancelAt takes effect while the subscription is paused or unpaid.',
    'It doesn’t. The subscription renews once it’s active again.',
  ),
  assume(
    'Cancellations',
    'How the credit of a prorated cancellation is calculated.',
    'As the unused share of the billing cycle, multiplied by the subscription’s price, whatever was paid.',
  ),
  assume(
    'Cancellations',
    'What churnTimePolicy does while the cancellation waits for its cancelAt.',
    'Nothing until then: the subscription stays active.',
  ),
  assume(
    'Cancellations',
    'Effect of a confirmed cancellation without a subscription.',
    'None, until an update sets one.',
  ),
  assume(
    'Cancellations',
    'What an update changes once the subscription is canceled.',
    'churnTimePolicy, churnedAt, and prorated count from the update on: with now, access ends immediately. Another subscriptionId, a cancelAt, and the status draft return 400.',
  ),
  assume(
    'Cancellations',
    'Which event deleting a cancellation sends.',
    'subscription-reactivated, if it was canceled.',
  ),
  assume(
    'Pauses',
    'The next charge after a pause.',
    'What was left of the period when the pause began runs on after it.',
  ),
  assume('Pauses', 'Whether an update keeps the fields that it leaves out.', 'It does.'),
  assume(
    'Reactivations',
    'Whether a churned subscription can come back, and whether that’s charged.',
    'It can, and nothing is charged before renewalAt. Without renewalAt, that’s one period later.',
  ),
  assume(
    'One-time orders',
    'How items get into an order, because the body has only the customer.',
    'With --lenient, items are taken as in a subscription. Without it, the order is empty.',
  ),
  assume(
    'One-time orders',
    'What an update does to a pending order’s invoice, and to a paid order.',
    'The invoice is voided, and a new one is issued. A paid order can’t change: 400.',
  ),
  assume(
    'Events',
    'The pauses between deliveries.',
    '1 s, 5 s, 30 s, 2 min, and 10 min, each after a response other than 200 or none within 10 s. Then the delivery has failed.',
  ),
  assume('Events', 'Which event an approved authorization or setup sends.', 'transaction-processed.'),
  assume(
    'Events',
    'Which event a payment that the customer left sends.',
    'offsite-payment-completed and transaction-declined, as a declined one does.',
  ),
  assume(
    'Events',
    'When reminders are sent.',
    '3 days before the end of a trial, 7 days before a renewal. If that moment has passed when the period begins or the subscription becomes active again, none is sent.',
  ),
  assume('Events', 'Hosts that can’t exist (.example, .test, .invalid).', 'Nothing is sent there.'),
  assume(
    'Disputes',
    'How a dispute begins.',
    'With POST /sandbox/disputes {"transactionId": "…"}, and amount if only a part is disputed. The deadline is 14 days later.',
  ),
];

/** The table as text, for the terminal. */
export function explainAssumptions(): string {
  const parts = ASSUMPTIONS.map(({ about, open, decision }) => `${about}: ${open}\n    → ${decision}`);
  return `The documentation leaves these points open. The sandbox decides them as follows; the API may differ.\n\n${parts.join('\n')}\n`;
}
