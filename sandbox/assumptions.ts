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
    'They’re refused with 400. With --lenient they’re accepted and kept.',
  ),
  assume('Requests', 'Which errorCode a refusal has.', 'A name of the status, such as bad-request.'),
  assume(
    'API keys',
    'Which keys exist before the first one was created.',
    'Every key is accepted. What stands before the first underscore counts as the account’s ID.',
  ),
  assume(
    'Accounts',
    'How an account comes to be.',
    'Every account ID names an account. It takes the first secret that’s sent.',
  ),
  assume('Accounts', 'What a wrong secret is answered with.', '403.'),
  assume(
    'Sessions',
    'How long a session token works, and what’s in the new JWT.',
    'It works once. The JWT isn’t signed.',
  ),
  assume(
    'Amounts',
    'The range of an amount.',
    'Payments are more than 0, prices 0 or more. Refunds and payments have at most two decimals.',
  ),
  assume(
    'Lists',
    'How filters combine, and whether ranges include their ends.',
    'All filters hold together (AND), and both ends are included.',
  ),
  assume(
    'Lists',
    'The order without sortBy and sortDirection, and what search looks at.',
    'Newest first, and with sortBy the greatest first. search looks at every text of a record that isn’t an ID, in any case.',
  ),
  assume('Lists', 'What isVip=false asks for.', 'Nothing: the list has all customers.'),
  assume('Lists', 'What showTestData changes.', 'Nothing: every record of a sandbox is test data.'),
  assume(
    'Pricing',
    'The bands of stairstep, tiered and volume: pricing has one price only.',
    'The bands of the pricing guide: 1–10 at the full price, 11–50 at 80 %, 51 or more at 60 %; for stairstep 5, 20 and 50 times the price.',
  ),
  assume(
    'Pricing',
    'How tax, shipping and rounding go into an invoice.',
    'No tax and no shipping. Amounts are rounded to two decimals.',
  ),
  assume(
    'Plans',
    'What a plan in the body of an item changes besides its ID.',
    'Its fields replace those of the stored plan, for this subscription only.',
  ),
  assume('Plans', 'The period anchor of a plan that’s created without one.', 'immediately.'),
  assume(
    'Products and plans',
    'When exactly a deletion conflicts.',
    'A product with a plan, and a plan with an item of a subscription that hasn’t churned, answer 409.',
  ),
  assume(
    'Test cards',
    'Cards other than those of the test-card guide.',
    'They’re approved if the check digit is right.',
  ),
  assume(
    'Test cards',
    'Which card starts a 3-D Secure challenge.',
    'Any card with the CVV 333. The payment then waits on the page in redirectUrl until you confirm it, decline it or leave.',
  ),
  assume(
    'Transactions',
    'How an authentication and its sale relate.',
    'There’s one transaction: the sale is offsite first and completed afterwards.',
  ),
  assume(
    'Transactions',
    'What a repeated idempotencyKey with another body does.',
    'It gives the first transaction, too.',
  ),
  assume(
    'Transactions',
    'The type of a transaction that was created with the type setup.',
    'authorize, over 0 unless an amount is sent.',
  ),
  assume(
    'Tokens',
    'How long a token works, and what a used one is answered with.',
    '30 minutes. A used or expired token is answered with 400.',
  ),
  assume(
    'References',
    'What a body is answered with that names a record that doesn’t exist.',
    '400. An ID in the path is answered with 404.',
  ),
  assume(
    'Subscriptions',
    'The status between the end of a trial and the first payment.',
    'trial-ended, until the first payment makes it active. A card that has never paid isn’t charged by itself.',
  ),
  assume(
    'Subscriptions',
    'The status before the first payment, and before startAt.',
    'connected. The first period begins with the payment.',
  ),
  assume(
    'Subscriptions',
    'What a failed renewal does.',
    'The subscription is unpaid and has no nextCharge until its invoice is paid. There are no retries: the sandbox has no retry rule.',
  ),
  assume('Subscriptions', 'What deleting a subscription that isn’t pending is answered with.', '403.'),
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
    'Cancellations',
    'What an undocumented status of a subscription is answered with.',
    'Only an active subscription can be canceled or paused; any other is answered with 400.',
  ),
  assume('Cancellations', 'Who canceled or paused, if the body can’t say.', 'merchant.'),
  assume(
    'Cancellations',
    'What a confirmed cancellation without a subscription does.',
    'Nothing, until an update names one.',
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
    'It can, and nothing is charged before renewalAt.',
  ),
  assume(
    'One-time orders',
    'How items reach an order, since the body names the customer only.',
    'With --lenient, items are taken as in a subscription. Without it, the order is empty.',
  ),
  assume(
    'Events',
    'The pauses between deliveries.',
    '1 s, 5 s, 30 s, 2 min and 10 min, each after an answer other than 200 or none within 10 s. Then the delivery has failed.',
  ),
  assume('Events', 'When reminders are sent.', 'Always: 3 days before the end of a trial, 7 days before a renewal.'),
  assume('Events', 'Hosts that can’t exist (.example, .test, .invalid).', 'Nothing is sent there.'),
  assume(
    'Disputes',
    'How a dispute begins.',
    'With POST /sandbox/disputes {"transactionId": "…"}. The deadline is 14 days later.',
  ),
];

/** The table as text, for the terminal. */
export function explainAssumptions(): string {
  const parts = ASSUMPTIONS.map(({ about, open, decision }) => `${about}: ${open}\n    → ${decision}`);
  return `The documentation leaves these points open. The sandbox decides them as follows; the API may differ.\n\n${parts.join('\n')}\n`;
}
