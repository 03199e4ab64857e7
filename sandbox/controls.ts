/** What the sandbox has beside the API, all under `/sandbox`: its clock, its events, disputes, and the payment page. */
import { chargeCard, finishCharge, finishRefund, getDue } from './billing';
import { checkNumber, getCardBehavior } from './cards';
import { addPeriod, type PeriodUnit } from './clock';
import { Refusal } from './errors';
import type { Fields, Instrument, Invoice, Transaction } from './records';
import { failBilling } from './rules/subscriptions';
import { openDispute } from './rules/transactions';
import type { World } from './state';

/** A request, and the parts of its path; for a control, those after `/sandbox`. */
export type ControlRequest = { method: string; path: readonly string[]; query: URLSearchParams; text: string };

/** An answer before it's written. `problem` is for the console. */
export type Answer = Partial<Record<'type' | 'problem', string>> & {
  status: number;
  body?: string | Buffer;
  headers?: Record<string, string>;
};

/** An answer with JSON. */
export const toJson = (status: number, body: unknown): Answer => ({
  ...{ status, type: 'application/json', body: JSON.stringify(body) },
});

const UNITS: readonly unknown[] = ['day', 'week', 'month', 'year'] satisfies PeriodUnit[];
const CHOICES = ['approved', 'declined', 'abandoned'] as const;
const UNFINISHED: readonly unknown[] = ['sending', 'waiting', 'not-sent', 'timeout'];
const CENTURY = 100 * 365.25 * 24 * 60 * 60 * 1000;
const LAST_DAY = Date.UTC(9999, 11, 30);

/** A body's JSON, if there is one. Throws a 400 if it's broken, or said to be something else. */
export function readJson(text: string, type = 'application/json'): unknown {
  if (text === '') return undefined;
  if (!/\bjson\b/.test(type))
    throw new Refusal(400, `The body needs the header Content-Type: application/json; this one has "${type}".`);
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new Refusal(400, `The body isn’t valid JSON: ${(error as Error).message}`);
  }
}

/** Moves the clock, and does all that comes due on the way. */
function moveClock(world: World, { to, by }: Fields): Fields {
  const { unit, length } = (by ?? {}) as Fields;
  const isPeriod = UNITS.includes(unit) && Number.isInteger(length) && Math.abs(Number(length)) < 1e6;
  const { time } = world.clock;
  const end = isPeriod ? addPeriod(world.now, unit as PeriodUnit, Number(length)) : '';
  const target = Date.parse(typeof to === 'string' ? to : end);
  if (Number.isNaN(target))
    throw new Refusal(400, `Send {"to": "${world.now}"} or {"by": {"unit": "day", "length": 14}}.`);
  if (target < time - 1000) throw new Refusal(400, `The clock shows ${world.now} and runs forward only.`);
  if (target - time > CENTURY || target > LAST_DAY)
    throw new Refusal(400, 'The clock moves by 100 years at most, and not beyond the year 9999.');
  const before = world.store.count('events');
  world.clock.offset += Math.max(0, target - time);
  world.settle();
  return { now: world.now, events: world.store.count('events') - before };
}

const escape = (text: string): string => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** A small page with a question, a button for each answer, and a field for a card if one can be entered. */
function showPage(title: string, text: string, choices: readonly string[] = [], hasCardField = false): Answer {
  const buttons = choices.map((choice) => `<p><button name="choice" value="${choice}">${choice}</button></p>`);
  const card = '<p><label>Another card <input name="card" inputmode="numeric" autocomplete="off"></label></p>';
  const body = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escape(title)}</title><body style="font:1rem/1.5 system-ui;max-width:32rem;margin:3rem auto;padding:0 1rem">
<p>Local sandbox: no money moves.</p><h1>${escape(title)}</h1><p>${escape(text)}</p>
<form method="post">${hasCardField ? card : ''}${buttons.join('')}</form></body></html>`;
  return { status: 200, type: 'text/html; charset=utf-8', body };
}

/** Whether a customer can still pay an invoice. */
const canBePaid = ({ status }: Invoice): boolean =>
  ['unpaid', 'partially-paid', 'past-due', 'delinquent'].includes(status);

/** The card that the payment page offers: that of the subscription, or the customer's newest one. */
function findCard(world: World, invoice: Invoice): Instrument | undefined {
  const { instrumentId } = world.find('subscriptions', invoice.subscriptionId, invoice) ?? {};
  const newest = world.store.lookUp('instruments', 'customerId', invoice.customerId ?? '').at(-1);
  return world.find('instruments', instrumentId, invoice) ?? newest;
}

/** Which card a payment page charges, in words. */
function nameCard({ creditCard }: Partial<Instrument> = {}): string {
  if (!creditCard) return 'a card that is approved, since none is stored';
  const { creditCardLastFourDigits: digits, expireMonth, expireYear } = creditCard;
  return `the stored card that ends in ${digits} and expires ${expireMonth}/${expireYear}`;
}

/** Charges an invoice: to the number that the customer entered, for this payment only, or to the stored card. */
function payInvoice(world: World, invoice: Invoice, number: string): Answer {
  const { organizationId, currency } = invoice;
  const stored = number === '' ? findCard(world, invoice) : undefined;
  const answer = number === '' ? stored?.behavior : getCardBehavior(number, '');
  const name = number === '' ? nameCard(stored) : `the card that ends in ${number.slice(-4)}`;
  const { result } = chargeCard(world, {
    ...{ organizationId, amount: getDue(invoice), currency, type: 'sale', invoices: [invoice], instrument: stored },
    customer: world.find('customers', invoice.customerId, invoice),
    // The customer is there and confirms on this very page, so a challenge needs no second one.
    behavior: answer === 'challenge' ? 'approve' : answer,
    isMerchantInitiated: false,
  });
  const title = result === 'approved' ? 'Paid' : 'Not paid';
  return showPage(title, `The payment is ${result}. It charged ${name}.`);
}

/** The page of an invoice, or of a 3D Secure challenge, and what its buttons do. */
function pay(world: World, { method, path: [, id = ''], text }: ControlRequest): Answer {
  const [transaction, invoice] = [world.store.get('transactions', id), world.store.get('invoices', id)];
  const isOpen = transaction ? transaction.status === 'offsite' : invoice && canBePaid(invoice);
  if (isOpen === undefined) throw new Refusal(404, `There is nothing to pay with the ID "${id}".`);
  if (method === 'GET') {
    if (!isOpen) return showPage('Nothing to pay', 'This payment is over.');
    const amount = transaction?.amount ?? (invoice ? getDue(invoice) : 0);
    const title = `Pay ${amount.toFixed(2)} ${(transaction ?? invoice)?.currency ?? ''}`;
    if (!invoice) return showPage(title, 'Choose how the payment ends.', CHOICES);
    return showPage(title, `This charges ${nameCard(findCard(world, invoice))}, or another test card.`, CHOICES, true);
  }
  const form = new URLSearchParams(text);
  const choice = CHOICES.find((known) => known === form.get('choice'));
  if (!choice) throw new Refusal(400, `Send the form field "choice" as one of ${CHOICES.join(', ')}.`);
  if (!isOpen) throw new Refusal(409, 'This payment is over.');
  if (invoice) {
    if (choice !== 'approved') return showPage('Not paid', 'The invoice is still open.');
    const number = (form.get('card') ?? '').replace(/[ -]/g, '');
    if (number !== '') checkNumber(number, 'The form field "card"');
    return payInvoice(world, invoice, number);
  }
  const { returnUrl: back } = finishCharge(world, transaction as Transaction, choice);
  // A reader without a merchant's page of their own stays here.
  if (back !== undefined && !/\.(example|test|invalid)$/.test(new URL(back).hostname))
    return { status: 303, headers: { Location: back } };
  return showPage('Done', `The payment is ${choice}.`);
}

function holdPayment(world: World, { status }: Fields): Fields {
  if (!UNFINISHED.includes(status)) throw new Refusal(400, `status must be one of ${UNFINISHED.join(', ')}.`);
  return { status: (world.heldStatus = String(status)) };
}

/** Ends a charge or a refund that was held. */
function finishPayment(world: World, { transactionId, result }: Fields): Transaction {
  if (result !== 'approved' && result !== 'declined') throw new Refusal(400, 'result must be approved or declined.');
  const transaction = world.store.get('transactions', String(transactionId));
  if (!transaction || !UNFINISHED.includes(transaction.status))
    throw new Refusal(400, `transactionId must name a transaction whose status is one of ${UNFINISHED.join(', ')}.`);
  return (transaction.type === 'refund' ? finishRefund : finishCharge)(world, transaction, result);
}

/** Sets the tax on the invoices that are issued from now on. */
function setTax(world: World, { rate }: Fields): Fields {
  if (typeof rate !== 'number' || !(rate >= 0 && rate <= 100))
    throw new Refusal(400, 'Send {"rate": 10}; rate is in percent, from 0 to 100.');
  return { rate: (world.taxRate = rate) };
}

function listEvents(world: World, query: URLSearchParams): Fields {
  const type = query.get('type');
  const events = world.store.all('events').filter((event) => type === null || event.type === type);
  return { totalCount: events.length, data: events.reverse().slice(0, Number(query.get('limit') ?? 100)) };
}

/** Every control: what is called, the status of its answer, and what it does with the JSON that was sent. */
type Run = (world: World, body: Fields, request: ControlRequest) => unknown;
const CONTROLS: Record<string, [status: number, run: Run]> = {
  'GET clock': [200, (world) => ({ now: world.now })],
  'POST clock': [200, moveClock],
  'GET events': [200, (world, _, { query }) => listEvents(world, query)],
  'POST events/redeliver': [202, (world, _, { path }) => world.events.redeliver(path[1] ?? '')],
  'POST billing-failures': [201, failBilling],
  'POST disputes': [201, openDispute],
  'POST lose-next-response': [202, (world) => ({ losesNextResponse: (world.losesNextResponse = true) })],
  'POST hold-next-payment': [202, holdPayment],
  'POST finish-payment': [200, finishPayment],
  'POST tax': [200, setTax],
};

/** Answers a request under `/sandbox`. Throws a 404 if there's no such control. */
export function answerControl(world: World, request: ControlRequest): Answer {
  const { method, path } = request;
  const [name = '', , last] = path;
  if (name === 'pay' && path.length === 2 && (method === 'GET' || method === 'POST')) return pay(world, request);
  if (name === 'sign-in') return showPage('Sign in', 'Here your colleague would sign in.');
  const control = CONTROLS[`${method} ${path.length === 3 ? `${name}/${last ?? ''}` : path.join('/')}`];
  if (!control) throw new Refusal(404, `The sandbox has no ${method} /sandbox/${path.join('/')}.`);
  const [status, run] = control;
  return toJson(status, run(world, (readJson(request.text) ?? {}) as Fields, request));
}
