/** What the sandbox has beside the API, all under `/sandbox`: its clock, its events, disputes, and the payment page. */
import type { Context, Hono } from 'hono';
import { html } from 'hono/html';
import { ASSUMPTIONS } from './assumptions';
import { chargeCard, finishCharge, finishRefund } from './billing';
import { addPeriod, toIso } from './clock';
import { Refusal } from './errors';
import type { Instrument, Invoice, PeriodUnit, Transaction } from './records';
import { getCardBehavior, checkNumber } from './rules/customers';
import { failBilling } from './rules/endings';
import { openDispute } from './rules/transactions';
import type { World } from './state';

const UNITS: readonly string[] = ['day', 'week', 'month', 'year'] satisfies PeriodUnit[];

async function readJson(context: Context): Promise<Record<string, unknown>> {
  try {
    return (await context.req.json<Record<string, unknown> | null>()) ?? {};
  } catch {
    throw new Refusal(400, 'The body isn’t valid JSON.');
  }
}

/** Moves the clock, and does all that comes due on the way. */
function moveClock(
  world: World,
  { to, by }: { to?: unknown; by?: { unit?: unknown; length?: unknown } },
): { now: string; events: number } {
  const { unit, length } = by ?? {};
  const target =
    typeof to === 'string'
      ? Date.parse(to)
      : UNITS.includes(String(unit)) && Number.isInteger(length)
        ? Date.parse(addPeriod(world.now, unit as PeriodUnit, Number(length)))
        : NaN;
  if (Number.isNaN(target) || Math.abs(target) > 8e15) {
    throw new Refusal(
      400,
      `Send {"to": "${toIso(world.clock.time)}"} or {"by": {"unit": "day", "length": 14}}; unit is one of ${UNITS.join(', ')}.`,
    );
  }
  if (target < world.clock.time) throw new Refusal(400, `The clock shows ${world.now} and runs forward only.`);
  const before = world.store.count('events');
  world.clock.moveTo(target);
  world.settle();
  return { now: world.now, events: world.store.count('events') - before };
}

/** A small page with a question, a button for each answer, and a field for a card if one can be entered. */
function page(
  context: Context,
  title: string,
  text: string,
  choices: [string, string][] = [],
  hasCardField = false,
): Response | Promise<Response> {
  const buttons = choices.map(
    ([value, label]) => html`<p><button name="choice" value="${value}">${label}</button></p>`,
  );
  return context.html(
    html`<!doctype html>
      <html lang="en">
        <meta charset="utf-8" /><meta name="viewport" content="width=device-width" /><title>${title}</title>
        <body style="font:1rem/1.5 system-ui;max-width:32rem;margin:3rem auto;padding:0 1rem">
          <p>Local sandbox: no money moves.</p>
          <h1>${title}</h1>
          <p>${text}</p>
          <form method="post">
            ${
              hasCardField
                ? html`<p>
                    <label>Another card <input name="card" inputmode="numeric" autocomplete="off" /></label>
                  </p>`
                : ''
            }
            ${buttons}
          </form>
        </body>
      </html>`,
  );
}

/** The transaction or the invoice of a payment page. */
function findPayment(world: World, id: string): { transaction?: Transaction; invoice?: Invoice } {
  const [transaction, invoice] = [world.store.get('transactions', id), world.store.get('invoices', id)];
  if (!transaction && !invoice) throw new Refusal(404, `There is nothing to pay with the ID "${id}".`);
  return { transaction, invoice };
}

/** Whether a customer can still pay an invoice. */
const canBePaid = ({ status }: Invoice): boolean =>
  ['unpaid', 'partially-paid', 'past-due', 'delinquent'].includes(status);

/** The card that the payment page offers: that of the subscription, or the customer's newest one. */
function cardFor(world: World, { subscriptionId, customerId, organizationId = '' }: Invoice): Instrument | undefined {
  const subscription = world.find('subscriptions', subscriptionId, organizationId);
  return (
    world.find('instruments', subscription?.instrumentId, organizationId) ??
    world.list('instruments', organizationId).findLast((entry) => entry.customerId === customerId)
  );
}

/** Which card a payment page charges, in words. */
function nameCard(instrument: Instrument | undefined): string {
  if (!instrument?.creditCard) return 'a card that is approved, since none is stored';
  const { creditCardLastFourDigits, expireMonth, expireYear } = instrument.creditCard;
  return `the stored card that ends in ${creditCardLastFourDigits} and expires ${expireMonth}/${expireYear}`;
}

/** Charges an invoice: to the number that the customer entered, for this payment only, or to the stored card. */
function payInvoice(world: World, invoice: Invoice, number: string): Transaction {
  const { organizationId = '', totalAmount, paidAmount, currency } = invoice;
  const instrument = number === '' ? cardFor(world, invoice) : undefined;
  const customer = world.find('customers', invoice.customerId, organizationId);
  const cardBehavior = number === '' ? instrument?.behavior : getCardBehavior(number, '');
  // The customer is there and confirms on this very page, so a challenge needs no second one.
  const behavior = cardBehavior === 'challenge' ? 'approve' : cardBehavior;
  return chargeCard(world, {
    organizationId,
    amount: totalAmount - paidAmount,
    currency,
    type: 'sale',
    customer,
    instrument,
    behavior,
    invoices: [invoice],
    isMerchantInitiated: false,
  });
}

const UNFINISHED: readonly unknown[] = ['sending', 'waiting', 'not-sent', 'timeout'];

/** Lets the next charge or refund stay without a result, whoever starts it. */
function holdNextPayment(world: World, { status }: { status?: unknown }): { status: string } {
  if (!UNFINISHED.includes(status))
    throw new Refusal(400, `Send {"status": "timeout"}; status is one of ${UNFINISHED.join(', ')}.`);
  world.heldStatus = String(status);
  return { status: world.heldStatus };
}

/** Ends a charge or a refund that was held. */
function finishPayment(
  world: World,
  { transactionId, result }: { transactionId?: string; result?: unknown },
): Transaction {
  if (result !== 'approved' && result !== 'declined') throw new Refusal(400, 'result must be approved or declined.');
  const transaction = transactionId === undefined ? undefined : world.store.get('transactions', transactionId);
  if (!transaction || !UNFINISHED.includes(transaction.status))
    throw new Refusal(400, `transactionId must name a transaction whose status is one of ${UNFINISHED.join(', ')}.`);
  return (transaction.type === 'refund' ? finishRefund : finishCharge)(world, transaction, result);
}

/** Sets the tax on the invoices that are issued from now on. */
function setTax(world: World, { rate, isIncluded = false }: Record<string, unknown>): object {
  if (typeof rate !== 'number' || !(rate >= 0 && rate <= 100) || typeof isIncluded !== 'boolean')
    throw new Refusal(400, 'Send {"rate": 10, "isIncluded": false}; rate is in percent, from 0 to 100.');
  world.tax = { rate, isIncluded };
  return world.tax;
}

/** What the sandbox does wrong on request. */
export interface Faults {
  /** Carries out the next request that isn't a GET, and closes its connection without a response. */
  losesNextResponse: boolean;
}

/** Adds the routes under `/sandbox`, and refuses pages of other sites that reach for this machine by a name of their own. */
export function addControls(app: Hono, world: World, isPublic: boolean, faults: Faults): void {
  app.use('*', async (context, next) => {
    const host = context.req.header('Host') ?? '';
    if (!isPublic && !/^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host))
      throw new Refusal(403, `The sandbox answers on localhost only, and the request names the host "${host}".`);
    await next();
  });
  app.get('/', (context) =>
    page(
      context,
      'PAI sandbox',
      'The API answers here. See /sandbox/assumptions for what this sandbox decides by itself.',
    ),
  );
  app.get('/sandbox/assumptions', (context) => context.json({ data: ASSUMPTIONS }));
  app.get('/sandbox/clock', (context) => context.json({ now: world.now }));
  app.post('/sandbox/clock', async (context) => context.json(moveClock(world, await readJson(context))));
  app.get('/sandbox/events', (context) => {
    const type = context.req.query('type');
    const events = world.store.all('events').filter((event) => type === undefined || event.type === type);
    return context.json({
      totalCount: events.length,
      data: events.reverse().slice(0, Number(context.req.query('limit') ?? 100)),
    });
  });
  app.post('/sandbox/events/:id/redeliver', (context) =>
    context.json(world.events.redeliver(context.req.param('id')), 202),
  );
  app.post('/sandbox/billing-failures', async (context) =>
    context.json(failBilling(world, await readJson(context)), 201),
  );
  app.post('/sandbox/lose-next-response', (context) => {
    faults.losesNextResponse = true;
    return context.json({ losesNextResponse: true }, 202);
  });
  app.post('/sandbox/hold-next-payment', async (context) =>
    context.json(holdNextPayment(world, await readJson(context)), 202),
  );
  app.post('/sandbox/finish-payment', async (context) => context.json(finishPayment(world, await readJson(context))));
  app.post('/sandbox/tax', async (context) => context.json(setTax(world, await readJson(context))));
  app.post('/sandbox/disputes', async (context) => context.json(openDispute(world, await readJson(context)), 201));
  app.get('/sandbox/sign-in', (context) =>
    page(
      context,
      'Sign in',
      'Here your colleague would sign in. Redeem the session token with POST /v1/redeem-session.',
    ),
  );
  app.get('/sandbox/pay/:id', (context) => {
    const { transaction, invoice } = findPayment(world, context.req.param('id'));
    const { amount, currency } = transaction ?? {
      amount: (invoice?.totalAmount ?? 0) - (invoice?.paidAmount ?? 0),
      currency: invoice?.currency ?? '',
    };
    const isOpen = transaction ? transaction.status === 'offsite' : invoice !== undefined && canBePaid(invoice);
    if (!isOpen)
      return page(context, 'Nothing to pay', 'This payment is over. Read it with the API to see how it ended.');
    const choices: [string, string][] = [
      ['approved', 'Confirm the payment'],
      ['declined', 'Decline it'],
      ['abandoned', 'Leave without paying'],
    ];
    return page(
      context,
      `Pay ${amount.toFixed(2)} ${currency}`,
      invoice
        ? `This charges ${nameCard(cardFor(world, invoice))}, unless you enter the number of another test card.`
        : 'Your bank asks you to confirm this payment.',
      choices,
      invoice !== undefined,
    );
  });
  app.post('/sandbox/pay/:id', async (context) => {
    const { transaction, invoice } = findPayment(world, context.req.param('id'));
    const { choice, card } = await context.req.parseBody<{ choice?: string; card?: string }>();
    if (choice !== 'approved' && choice !== 'declined' && choice !== 'abandoned')
      throw new Refusal(400, 'Send the form field "choice" as approved, declined, or abandoned.');
    if (transaction) {
      if (transaction.status !== 'offsite') throw new Refusal(409, 'This payment is over already.');
      finishCharge(world, transaction, choice);
      // A reader without a merchant's page of their own stays here.
      const back = transaction.returnUrl;
      return back !== undefined && !/\.(example|test|invalid)$/.test(new URL(back).hostname)
        ? context.redirect(back, 303)
        : page(context, 'Done', `The payment is ${choice}. The customer would now return to ${back ?? 'your page'}.`);
    }
    if (!invoice || !canBePaid(invoice))
      throw new Refusal(409, 'This invoice is paid or void, so nothing can be paid.');
    if (choice !== 'approved') return page(context, 'Not paid', 'The invoice is still open.');
    const number = (card ?? '').replace(/[ -]/g, '');
    if (number !== '') checkNumber(number, 'The form field "card"');
    const charged = number === '' ? nameCard(cardFor(world, invoice)) : `the card that ends in ${number.slice(-4)}`;
    const { result } = payInvoice(world, invoice, number);
    if (result === 'approved') return page(context, 'Paid', `The payment is approved. It charged ${charged}.`);
    return page(
      context,
      'Not paid',
      `The payment is ${result}. It charged ${charged}. Go back and enter the number of a test card that is approved.`,
    );
  });
}
