/**
 * The program that refunds a sale, as a reader runs it: a process, over HTTP, against the sandbox. A proxy between them
 * kills the program, and loses or changes requests and responses. What counts is how many refunds the sandbox stores.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Transaction } from '../../sandbox/records';
import { startSandbox } from '../../sandbox/server';
import { type Caller, createProduct, planFields, startEmpty, storeCard } from '../sandbox/api';
import { root } from '../support/routes';
import { description, expect, test } from './fixtures';
import { FaultyProxy } from './proxy';

const SCRIPT = path.join(root, 'examples', 'refunds', 'refund.mjs');
const MINUTE = 60_000;

/** A refund in the program's file. */
interface Entry extends Record<string, unknown> {
  state: string;
  refund?: string;
  message: string;
  sentAt: string;
}

let caller: Caller;
let folder: string;
let customer: string;
let card: string;
const proxy = new FaultyProxy();

test.describe.configure({ mode: 'default' });
test.beforeAll(() => proxy.start());
test.afterAll(() => proxy.close());
test.beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'refund-'));
  caller = await startEmpty();
  proxy.reset(caller.sandbox.url);
  customer = (await caller.call('POST', '/customers', { firstName: 'Maya' })).id;
  card = (await storeCard(caller, customer)).id;
});
test.afterEach(async () => {
  rmSync(folder, { recursive: true });
  await caller.sandbox.close();
});

/** Charges the customer, without an invoice unless there's an ID of one. */
const sell = async (amount: number, invoiceIds: string[] = [], currency = 'USD'): Promise<string> =>
  (
    await caller.call('POST', '/transactions', {
      ...{ type: 'sale', amount, currency, customerId: customer, invoiceIds },
      ...{ paymentInstruction: { paymentInstrumentId: card }, isMerchantInitiated: true },
    })
  ).id;

/** Sells two bags of beans at 18.00 with a tax of 10 percent on top, and shipping for 17.00. */
async function sellBeans(): Promise<{ sale: string; invoice: string }> {
  const product = await createProduct(caller);
  const plan = await caller.call('POST', '/plans', {
    ...planFields(product.id),
    recurringInterval: { unit: 'month', length: 1 },
  });
  const items = [{ quantity: 2, plan: { id: plan.id } }];
  await caller.call('POST', '/subscriptions', {
    customerId: customer,
    isTrialOnly: false,
    items,
    paymentInstrumentId: card,
  });
  const [invoice] = caller.sandbox.world.store.all('invoices');
  if (!invoice) throw new Error('There is no invoice.');
  const line = { description: 'Beans', quantity: 2, unitPrice: 18, amount: 36, taxRate: 10, taxAmount: 3.6 };
  caller.sandbox.world.change('invoices', invoice, {
    items: [line],
    totalTax: 3.6,
    shippingFee: 17,
    totalAmount: 56.6,
  });
  return { sale: await sell(56.6, [invoice.id]), invoice: invoice.id };
}

const file = (): string => path.join(folder, 'refunds.json');
const readFile = (): Entry[] => JSON.parse(readFileSync(file(), 'utf8')) as Entry[];
const countPosts = (): number => proxy.sent.filter(({ method }) => method === 'POST').length;
const listRefunds = (): Transaction[] =>
  caller.sandbox.world.store.all('transactions').filter(({ type }) => type === 'refund');
const readSale = (id: string): Transaction | undefined => caller.sandbox.world.store.get('transactions', id);
const later = (minutes: number): string => new Date(Date.now() + minutes * MINUTE).toISOString();
/** A refund that a colleague creates in the dashboard. */
const refundByHand = async (sale: string, amount: number): Promise<string> =>
  (await caller.call('POST', `/transactions/${sale}/refund`, { amount })).id;
const holdNext = (): Promise<unknown> =>
  caller.send('POST', '/sandbox/hold-next-payment', { status: 'sending' }).then(({ status }) => {
    expect(status).toBeLessThan(300);
  });
const finish = async (transactionId: string, result: string): Promise<void> => {
  const { status } = await caller.send('POST', '/sandbox/finish-payment', { transactionId, result });
  expect(status).toBeLessThan(300);
};

interface Outcome {
  status: number | null;
  output: string;
}

/** Runs the program with exactly these arguments. A killed run leaves its lock, which a person deletes. */
async function runAs(args: string[], variables: Record<string, string> = {}): Promise<Outcome> {
  const env = {
    PATH: process.env['PATH'],
    PAI_API: proxy.url,
    PAI_API_KEY: 'acc_key_id',
    PAI_ORGANIZATION_ID: caller.sandbox.world.store.all('organizations')[0]?.id,
    REFUND_PAUSE_MS: '1',
    ...variables,
  };
  const own = spawn(process.execPath, [SCRIPT, ...args], { cwd: folder, env });
  proxy.child = own;
  let output = '';
  for (const stream of [own.stdout, own.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [status] = (await once(own, 'close')) as [number | null];
  if (own.signalCode === 'SIGKILL') {
    expect(existsSync(`${file()}.lock`), 'the lock is left over').toBe(true);
    rmSync(`${file()}.lock`);
  }
  return { status, output };
}

/** Runs the program, at a time if there's one, and creates the file if there's none. */
const run = (args: string[], at?: string): Promise<Outcome> =>
  runAs([...args, ...(existsSync(file()) ? [] : ['--new-file'])], at === undefined ? {} : { PAI_NOW: at });

const details = (sale: string, reason: string): string[] => [
  `--sale=${sale}`,
  `--customer=${customer}`,
  `--reason=${reason}`,
];
/** Names a unit of the order, a separate one for each reason, unless the arguments say what's refunded. */
const nameItem = (reason: string, args: string[] = []): string[] =>
  args.some((name) => /^--(no-line|item)/.test(name)) ? [] : [`--item=${reason}/1`];
/** Sends a refund of an amount with its tax, as on the command line. */
const send = (sale: string, reason: string, amount = '19.80', args: string[] = [], at?: string): Promise<Outcome> =>
  run(['send', ...details(sale, reason), `--amount=${amount}`, '--tax=1.80', ...nameItem(reason, args), ...args], at);
const sendLine = (sale: string, reason: string, invoice: string, quantity = '1'): Promise<Outcome> =>
  run(['send', ...details(sale, reason), `--invoice=${invoice}`, '--line=1', `--quantity=${quantity}`]);
const follow = (at?: string): Promise<Outcome> => run(['follow'], at);
const close = (sale: string, reason: string, at?: string): Promise<Outcome> =>
  run(['close', `--sale=${sale}`, `--reason=${reason}`, '--note=PAI support, case 4711'], at);
const adopt = (refund: string, sale: string, reason: string, amount = '19.80', args: string[] = []): Promise<Outcome> =>
  run([
    ...['adopt', `--refund=${refund}`, ...details(sale, reason), `--amount=${amount}`, '--tax=1.80'],
    ...nameItem(reason, args),
    ...args,
  ]);
/** Follows a refund that was adopted after a lost response, until the request can no longer become visible. */
async function expectDoneAfterAnHour(): Promise<void> {
  const early = await follow(later(59));
  expect(early.output).toContain('Refunded. Book it. Your own request might still become visible');
  expect(early.status).toBe(2);
  expect((await follow(later(61))).output).toContain('Refunded. Book it."');
  expect(await follow(later(62)), 'it has been handled').toEqual({ status: 0, output: '' });
}

test('one unit of an invoice line is refunded once, and can be booked from the file', async () => {
  const { sale, invoice } = await sellBeans();
  const first = await sendLine(sale, 'return-0031', invoice);
  expect(first.status, first.output).toBe(0);
  const [refund] = listRefunds();
  const booked = { state: 'refunded', net: '18.00', tax: '1.80', amount: '19.80', currency: 'USD', sale };
  expect(readFile()).toMatchObject([{ ...booked, refund: refund?.id, reason: 'return-0031', customer }]);
  expect(JSON.parse(first.output)).toMatchObject({ ...booked, refund: refund?.id });
  expect(existsSync(`${file()}.lock`), 'the lock is gone').toBe(false);
  // The same reason again prints the same, and sends nothing. Other details are a mistake.
  expect(await sendLine(sale, 'return-0031', invoice)).toEqual(first);
  expect((await sendLine(sale, 'return-0031', invoice, '2')).status).toBe(1);
  expect((await sendLine(sale, 'return-0032', invoice, '2')).output).toContain('1 of 2 units left');
  expect((await sendLine(sale, 'return-0032', invoice)).status).toBe(0);
  const third = await sendLine(sale, 'return-0033', invoice);
  expect(third.output).toContain('0 of 2 units left');
  expect(third.status).toBe(1);
  const byAmount = ['--amount=1', '--tax=0', `--invoice=${invoice}`, '--line=1'];
  expect((await run(['send', ...details(sale, 'return-0034'), ...byAmount])).status, 'by amount').toBe(1);
  expect(proxy.sent.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
    '{"amount":19.8}',
    '{"amount":19.8}',
  ]);
  expect((await follow()).status).toBe(0);
  expect(readSale(sale)?.refundAmount).toBe(39.6);
});

for (const kind of ['kill-before', 'kill-after', 'lose-request', 'lose-response', 'unreadable', 500, 408] as const) {
  test(`after a refund request with the fault ${kind}, nothing is sent again`, async () => {
    const [sale, other] = [await sell(56.6), await sell(56.6)];
    proxy.fault = kind;
    const first = await send(sale, 'return-0031');
    expect(first.status, first.output).toBe(String(kind).startsWith('kill') ? null : 2);
    proxy.fault = undefined;
    expect(readFile()).toMatchObject([{ state: 'open' }]);
    expect(readFile()[0]?.refund).toBeUndefined();
    expect((await send(sale, 'return-0031')).status).toBe(2);
    expect((await send(sale, 'return-0032')).status, 'the same sale').toBe(1);
    expect((await send(other, 'return-0033')).status, 'the same customer and amount').toBe(1);
    expect(countPosts()).toBe(1);
    const isCarriedOut = ['kill-after', 'lose-response', 'unreadable'].includes(String(kind));
    if (isCarriedOut) {
      const id = listRefunds()[0]?.id ?? '';
      const guess = await follow();
      expect(guess.output).toContain(`It might be ${id} (approved)`);
      expect(guess.output).toContain(
        "run adopt with its ID, and this one's reason and details. If it's for the same return, but",
      );
      expect(guess.status, 'found only by its amount').toBe(4);
      expect(readFile()).toMatchObject([{ state: 'open' }]);
      expect((await adopt(id, sale, 'return-0031', '18.00')).status, 'without its tax').toBe(1);
      expect((await adopt(id, sale, 'return-0031')).status, "perhaps a colleague's").toBe(2);
      expect(readFile()).toMatchObject([{ state: 'refunded', refund: id }]);
      await expectDoneAfterAnHour();
    } else {
      expect((await follow()).output).toContain('No new refund of this amount is visible');
      expect((await close(sale, 'return-0031')).output, 'too early').toContain('might become visible until');
      expect((await follow(later(59))).status).toBe(2);
      expect((await follow(later(61))).status).toBe(4);
      expect(listRefunds()).toEqual([]);
      expect((await close(sale, 'return-0031', later(61))).status).toBe(0);
      expect((await send(sale, 'return-0031')).status).toBe(0);
      expect(readFile()).toMatchObject([{ state: 'closed' }, { state: 'refunded' }]);
    }
    expect(listRefunds()).toHaveLength(1);
    expect((await send(sale, 'return-0031')).status).toBe(0);
    expect(listRefunds()).toHaveLength(1);
  });
}

test('a refund whose response is the sale is found in the list, and adopted by a person', async () => {
  const [sale, other] = [await sell(56.6), await sell(56.6)];
  // An earlier refund of the same amount that came to nothing isn't suggested.
  await holdNext();
  await finish(await refundByHand(other, 19.8), 'declined');
  proxy.fault = 'sale';
  const { status, output } = await send(sale, 'return-0031');
  expect(output).toContain(`It might be ${listRefunds().at(-1)?.id ?? ''} (approved). The sale's refundAmount`);
  expect(status).toBe(4);
  expect((await adopt(listRefunds().at(-1)?.id ?? '', sale, 'return-0031')).status).toBe(2);
  expect(readFile()).toMatchObject([{ state: 'refunded', refund: listRefunds().at(-1)?.id }]);
});

test('a refund on the second page of the list is found', async () => {
  const sale = await sell(56.6);
  for (let count = 0; count < 105; count += 1) await sell(1);
  proxy.fault = 'lose-response';
  expect((await send(sale, 'return-0031')).status).toBe(2);
  expect((await follow()).output).toContain(`It might be ${listRefunds()[0]?.id ?? ''} (approved)`);
});

test('a pending refund keeps others waiting until it is approved', async () => {
  const [sale, other] = [await sell(56.6), await sell(56.6)];
  await holdNext();
  expect((await send(sale, 'return-0031')).status).toBe(2);
  const [refund] = listRefunds();
  expect(readFile()).toMatchObject([{ state: 'open', refund: refund?.id }]);
  const conflict = await send(sale, 'return-0032', '5.00');
  expect(conflict.output).toContain(`return-0031 of ${sale} is open. Run follow`);
  expect(conflict.status).toBe(1);
  expect((await send(other, 'return-0033')).status, 'the same amount').toBe(1);
  expect((await send(other, 'return-0033', '5.00')).status, 'another sale and amount').toBe(0);
  expect((await follow()).status).toBe(2);
  const late = await follow(later(61));
  expect(late.output).toContain('Contact PAI support');
  expect(late.status).toBe(4);
  await finish(refund?.id ?? '', 'approved');
  expect((await follow()).status).toBe(0);
  expect(readFile()).toMatchObject([{ state: 'refunded' }, { state: 'refunded' }]);
});

test('a declined refund is sent again only after a person has closed it', async () => {
  const sale = await sell(56.6);
  await holdNext();
  await send(sale, 'return-0031');
  const id = listRefunds()[0]?.id ?? '';
  await finish(id, 'declined');
  // A colleague refunds the sale instead.
  const byHand = await refundByHand(sale, 5);
  expect((await follow()).status, 'the refundAmount has changed').toBe(4);
  expect((await close(sale, 'return-0031')).output).toContain("adopt what's missing");
  expect((await adopt(byHand, sale, 'call-0007', '5.00')).status).toBe(0);
  for (const name of ['first', 'second', 'third']) {
    const { status, output } = await follow();
    expect(output, name).toContain(`Nothing was refunded: ${id} is declined`);
    expect(status, name).toBe(3);
  }
  expect((await send(sale, 'return-0031')).status).toBe(3);
  expect(countPosts()).toBe(1);
  expect((await close(sale, 'return-0031')).status).toBe(0);
  expect(await follow(), 'it has been handled').toEqual({ status: 0, output: '' });
  expect((await send(sale, 'return-0031')).status).toBe(0);
  expect(readFile().map(({ state }) => state)).toEqual(['closed', 'refunded', 'refunded']);
});

test('what was paid outside PAI is not refunded, too', async () => {
  const { sale, invoice } = await sellBeans();
  const line = [`--invoice=${invoice}`, '--line=1', '--quantity=2'];
  await holdNext();
  await sendLine(sale, 'return-0031', invoice, '2');
  await finish(listRefunds()[0]?.id ?? '', 'declined');
  expect((await follow()).status).toBe(3);
  const again = await sendLine(sale, 'return-0032', invoice, '2');
  expect(again.output, 'the line was declined for another reason').toContain('return-0031 of');
  expect(again.status).toBe(1);

  const money = ['--amount=39.60', '--tax=3.60', '--note=transfer 4711'];
  const pay = (reason: string, args: string[]) => run(['pay-outside', ...details(sale, reason), ...args]);
  expect((await pay('return-0031', [...line, ...money.slice(0, 2)])).status, 'without a note').toBe(1);
  expect((await pay('return-0032', [...line, ...money])).output, 'another reason').toContain('is declined. Run follow');
  expect((await pay('return-0031', [...line, ...money])).status).toBe(0);
  expect(readFile()).toMatchObject([{ state: 'paid-outside', net: '36.00', note: 'transfer 4711' }]);
  expect((await pay('return-0031', [...line, ...money])).status, 'twice').toBe(1);
  expect(await follow(), 'the declined refund has been handled').toEqual({ status: 0, output: '' });
  expect((await sendLine(sale, 'return-0032', invoice)).output).toContain('0 of 2 units left');
  // 17.00 of 56.60 is left.
  expect((await send(sale, 'return-0033', '17.01', ['--no-line'])).status).toBe(4);
  expect((await send(sale, 'return-0033', '17.00', ['--no-line'])).status).toBe(0);
  expect(listRefunds().map(({ amount, result }) => [amount, result])).toEqual([
    [39.6, 'declined'],
    [17, 'approved'],
  ]);
  const more = await pay('return-0034', ['--amount=0.01', '--tax=0', '--note=transfer 4712', '--no-line']);
  expect(more.output).toContain("Don't pay it. Only 0.00 USD can be refunded");
  expect(more.status).toBe(4);
  expect((await close(sale, 'return-0031')).status, 'the transfer came back').toBe(0);
  const tooMuch = await pay('return-0035', [...line, '--amount=39.61', '--tax=3.60', '--note=transfer 4711']);
  expect(tooMuch.output).toContain('You can refund 39.60 for line 1');
  expect((await sendLine(sale, 'return-0032', invoice)).status).toBe(0);
  await refundByHand(sale, 1);
  const unknown = await pay('return-0034', ['--amount=1', '--tax=0', '--note=transfer 4712', '--no-line']);
  expect(unknown.output, "a colleague's refund").toContain("Adopt what's missing");
});

test('what is open is not paid in another way', async () => {
  const sale = await sell(56.6);
  proxy.fault = 'lose-request';
  await send(sale, 'return-0031');
  const pay = ['--amount=19.80', '--tax=1.80', '--item=return-0031/1', '--note=transfer 4711'];
  for (const args of [[], ['--by-dispute', '--lost-dispute=19.80']]) {
    const { status, output } = await run(['pay-outside', ...details(sale, 'return-0031'), ...pay, ...args]);
    expect(output).toContain(
      'return-0031 is open. Run follow, and close it once PAI support has confirmed that nothing was refunded.',
    );
    expect(status).toBe(1);
  }
  expect(readFile()).toMatchObject([{ state: 'open' }]);
});

test('a reason is used once across all sales, of any customer', async () => {
  const sale = await sell(56.6);
  expect((await send(sale, 'return-0031')).status).toBe(0);
  customer = (await caller.call('POST', '/customers', { firstName: 'Theo' })).id;
  card = (await storeCard(caller, customer)).id;
  const [other, third] = [await sell(56.6), await sell(56.6)];
  const pay = (args: string[] = []) =>
    run([
      ...['pay-outside', ...details(other, ' RETURN-0031'), '--amount=5', '--tax=0', '--note=transfer 4711'],
      ...['--item=beans/1', ...args],
    ]);
  const rejected = [
    await send(other, 'Return-0031', '5.00'),
    await pay(),
    await pay(['--by-dispute', '--lost-dispute=5']),
  ];
  for (const { status, output } of rejected) {
    expect(output).toContain(
      `return-0031 is refunded on ${sale}. Don't refund the same line or unit again. For another one of the return, use a reason such as return-0031/2.`,
    );
    expect(status).toBe(1);
  }
  expect(readFile()).toMatchObject([{ state: 'refunded' }]);
  expect((await send(other, 'return-0031/2', '5.00')).status).toBe(0);
  await holdNext();
  await send(other, 'return-0032', '6.00');
  await finish(listRefunds().at(-1)?.id ?? '', 'declined');
  expect((await follow()).status).toBe(3);
  expect((await send(third, 'return-0032', '6.00')).output).toContain(
    `return-0032 is declined on ${other}. Don't refund`,
  );
  expect((await close(other, 'return-0032')).output).toContain('You can send it again."');
  expect((await send(third, 'return-0032', '6.00')).status).toBe(0);
});

test('a second refund of a return that is refunded on another sale is adopted as owed only', async () => {
  const [sale, other] = [await sell(56.6), await sell(56.6)];
  proxy.fault = 'lose-response';
  await send(sale, 'return-0031');
  proxy.fault = undefined;
  const own = listRefunds().at(-1)?.id ?? '';
  const second = await refundByHand(other, 19.8);
  expect((await adopt(second, other, 'return-0031', '19.80', ['--no-line'])).status).toBe(0);
  const { status, output } = await adopt(own, sale, 'return-0031', '19.80', ['--item=return-0031/1']);
  expect(output).toContain(`return-0031 is refunded on ${other}, so this is a second payment`);
  expect(status).toBe(1);
  const args = ['adopt', `--refund=${own}`, ...details(sale, 'owed-0031'), '--owed', '--amount=19.80', '--tax=0'];
  expect((await run(args)).output).toContain('The customer owes you this amount');
});

test('a refund of another sale that can be for the same return stops the next one', async () => {
  const [sale, other] = [await sell(56.6), await sell(56.6)];
  // Neither the refund of a card check nor one in another currency counts.
  await refundByHand(await sell(1), 1);
  await refundByHand(await sell(56.6, [], 'EUR'), 19.8);
  const id = await refundByHand(other, 19.8);
  const message = `Refunds of this customer aren't in your file: ${id}. Adopt them, with their own reasons if they're for other returns. If one is for this return, you're done.`;
  const pay = (reason: string, args: string[] = []) =>
    run([
      ...['pay-outside', ...details(sale, reason), '--amount=19.80', '--tax=1.80', '--note=transfer 4711'],
      ...[`--item=${reason}/1`, ...args],
    ]);
  const [sent, paid] = [await send(sale, 'return-0031'), await pay('return-0031')];
  expect(sent.output).toContain(`"Not sent. ${message}"`);
  expect(paid.output).toContain(`"Don't pay it. ${message}"`);
  expect([sent.status, paid.status]).toEqual([4, 4]);
  expect((await pay('return-0032', ['--by-dispute', '--lost-dispute=19.80'])).status).toBe(0);
  const larger = await send(sale, 'return-0033', '19.81');
  expect(larger.output, 'a colleague might have refunded less').toContain(message);
  expect(larger.status).toBe(4);
  expect((await adopt(id, other, 'call-0007')).status).toBe(0);
  const own = await refundByHand(sale, 5);
  const both = await send(sale, 'return-0031', '5.00');
  expect(both.output).toContain(`Adopt what's missing. Refunds of this customer aren't in your file: ${own}. Adopt`);
  expect((await adopt(own, sale, 'call-0008', '5.00')).status).toBe(0);
  const confirmed = ['--item=return-0031/1', '--not-for-this-return'];
  expect((await send(sale, 'return-0031')).output, 'a lost dispute has paid').toContain('add --not-for-this-return');
  expect((await send(sale, 'return-0031', '19.80', confirmed)).status).toBe(0);
  expect(countPosts()).toBe(1);
});

test('an extra sale of an invoice, and more than a line is worth, are not refunded by line', async () => {
  const { sale, invoice } = await sellBeans();
  const line = [`--invoice=${invoice}`, '--line=1'];
  const more = await run(['send', ...details(sale, 'return-0031'), ...line, '--amount=19.81', '--tax=1.80']);
  expect(more.output).toContain('You can refund 19.80 for line 1');
  expect(more.status).toBe(1);
  const tax = await run(['send', ...details(sale, 'return-0031'), ...line, '--amount=19.80', '--tax=1.81']);
  expect(tax.output).toContain("A tax of 1.81 doesn't fit 19.80 USD");
  expect(tax.status).toBe(1);
  const { world } = caller.sandbox;
  const { id: extra } = world.create('transactions', 'txn', {
    ...(readSale(sale) ?? {}),
    id: 'txn_Extra',
  });
  const double = await sendLine(sale, 'return-0031', invoice);
  expect(double.output).toContain(`${extra} have paid ${invoice}`);
  expect(double.status).toBe(1);
  const args = ['--amount=56.60', '--tax=0', '--no-line'];
  // With another invoice like it, each of the two sales is for one of them.
  const first = world.store.get('invoices', invoice);
  if (!first) throw new Error('There is no invoice.');
  const alike = world.create('invoices', 'inv', { ...first, id: 'inv_Alike' });
  const line1 = await run(['send', ...details(sale, 'return-0031'), ...line, '--quantity=1', '--dry-run']);
  expect(line1.output).toContain('All checks passed');
  world.change('invoices', alike, { totalAmount: 1 });
  expect((await run(['send', ...details(extra, 'paid-twice'), ...args])).status).toBe(0);
  expect((await sendLine(sale, 'return-0031', invoice)).status).toBe(0);
});

test("a colleague's refund of an invoiced sale is stored with its line, or with all", async () => {
  const { sale, invoice } = await sellBeans();
  const id = await refundByHand(sale, 19.8);
  const unknown = await adopt(id, sale, 'call-0007');
  expect(unknown.output).toContain('Add --invoice and --line');
  expect(unknown.status).toBe(1);
  const pay = ['--amount=1', '--tax=0', '--note=transfer 4711'];
  expect((await run(['pay-outside', ...details(sale, 'call-0008'), ...pay])).status).toBe(1);
  const args = [
    `--refund=${id}`,
    ...details(sale, 'call-0007'),
    '--amount=19.80',
    '--tax=1.80',
    `--invoice=${invoice}`,
  ];
  expect((await run(['adopt', ...args, '--line=all'])).status).toBe(0);
  const next = await sendLine(sale, 'return-0031', invoice);
  expect(next.output).toContain('call-0007 is for several lines');
  expect(next.status).toBe(1);
  const all = [`--invoice=${invoice}`, '--line=all'];
  expect((await run(['send', ...details(sale, 'return-0032'), ...all])).output).toContain('one refund for each line');
  expect(countPosts()).toBe(0);
});

test('a line that has another description than before is left to a person', async () => {
  const { sale, invoice } = await sellBeans();
  expect((await sendLine(sale, 'return-0031', invoice)).status).toBe(0);
  const { world } = caller.sandbox;
  const stored = world.store.get('invoices', invoice);
  if (!stored) throw new Error('There is no invoice.');
  const items = stored['items'] as object[];
  world.change('invoices', stored, { items: [{ ...items[0], description: 'Brush' }] });
  const moved = await sendLine(sale, 'return-0032', invoice);
  expect(moved.output).toContain('was "Beans" before');
  expect(moved.status).toBe(1);
});

test('a sale with an invoice is refunded by line, unless there is no line', async () => {
  const { sale, invoice } = await sellBeans();
  expect((await sendLine(sale, 'return-0031', invoice)).status).toBe(0);
  const second = await send(sale, 'return-0032', '19.80');
  expect(second.output).toContain('Add --invoice and --line');
  expect(second.status).toBe(1);
  expect(countPosts()).toBe(1);
  expect((await send(sale, 'unused-time', '5.00', ['--no-line'])).status).toBe(0);
});

test('an invoice of the same moment is told apart by its amount', async () => {
  const { sale, invoice } = await sellBeans();
  const { world } = caller.sandbox;
  const first = world.store.get('invoices', invoice);
  if (!first) throw new Error('There is no invoice.');
  const { id: twin } = world.create('invoices', 'inv', { ...first, id: 'inv_Twin', totalAmount: 60 });
  const wrong = await sendLine(sale, 'return-0031', twin);
  expect(wrong.output).toContain(`${sale} hasn't paid ${twin}`);
  expect(wrong.status).toBe(1);
  expect((await sendLine(sale, 'return-0031', invoice)).status).toBe(0);
});

test("a colleague's refund stops the request until it's adopted", async () => {
  const [sale, other] = [await sell(56.6), await sell(56.6)];
  await holdNext();
  const id = await refundByHand(other, 19.8);
  const pending = await send(sale, 'return-0031', '5.00');
  expect(pending.output).toContain(`Pending refunds aren't in your file: ${id}`);
  expect(pending.status).toBe(4);
  expect((await adopt(id, other, 'call-0007')).status, 'pending').toBe(2);
  expect((await adopt(id, sale, 'call-0008')).output).toContain('already stored');
  await finish(id, 'approved');
  expect((await follow()).status).toBe(0);
  const byHand = await refundByHand(sale, 19.8);
  const approved = await send(sale, 'return-0031');
  expect(approved.output).toContain('19.80 USD is refunded, but your file has 0.00 USD');
  expect(approved.status).toBe(4);
  expect((await adopt(byHand, other, 'call-0009')).output).toContain("doesn't include");
  expect((await adopt(byHand, sale, 'call-0009', '19.79')).status, 'another amount').toBe(1);
  expect((await adopt(byHand, sale, 'call-0009')).status).toBe(0);
  expect(countPosts()).toBe(0);
  expect((await send(sale, 'return-0031')).status).toBe(0);
  expect(readFile().filter(({ state }) => state === 'refunded')).toHaveLength(3);
});

test("a lost refund isn't taken for a colleague's of another sale", async () => {
  const [sale, other] = [await sell(56.6), await sell(56.6)];
  proxy.fault = 'lose-request';
  await send(sale, 'return-0031');
  proxy.fault = undefined;
  const id = await refundByHand(other, 19.8);
  const early = await follow();
  expect(early.output).toContain(`It might be ${id} (approved). The sale's refundAmount has changed by 0.00 USD`);
  expect(early.status).toBe(4);
  expect((await adopt(id, sale, 'return-0031')).output).toContain("doesn't include");
  const second = await refundByHand(sale, 19.8);
  const several = await follow();
  expect(several.output).toContain(`It might be ${id} (approved) or ${second} (approved)`);
  expect(several.status).toBe(4);
  // The one of the other sale is rejected, and isn't suggested again.
  expect((await adopt(id, other, 'call-0007')).status).toBe(0);
  expect((await follow()).output).toContain(`It might be ${second} (approved). The`);
  expect((await adopt(second, sale, 'return-0031')).status).toBe(2);
  expect(readFile()).toMatchObject([{ state: 'refunded', refund: second }, { refund: id }]);
  expect(countPosts()).toBe(1);
});

for (const kind of ['lose-request', 'lose-response'] as const) {
  test(`a colleague's refund of the same return, after the fault ${kind}, is left to a person`, async () => {
    const sale = await sell(56.6);
    proxy.fault = kind;
    await send(sale, 'return-0031');
    proxy.fault = undefined;
    const byHand = await refundByHand(sale, 19.8);
    const ids = listRefunds().map(({ id }) => id);
    const { status, output } = await follow();
    for (const id of ids) expect(output).toContain(`${id} (approved)`);
    const both =
      'changed by 39.60 USD. Together, they are 39.60 USD. If both are for this return, adopt one of them, and the other one with --owed. Only';
    expect(output).toContain(kind === 'lose-response' ? both : 'changed by 19.80 USD. Only');
    expect(status).toBe(4);
    expect(readFile()).toMatchObject([{ state: 'open' }]);
    expect(readFile()[0]?.refund, 'none of them is taken').toBeUndefined();
    expect((await send(sale, 'return-0031')).status, 'the same reason').toBe(4);
    expect((await send(sale, 'return-0032')).status, 'another reason').toBe(1);
    expect((await close(sale, 'return-0031', later(61))).output, 'closed').toContain("adopt what's missing");
    const adopted = await adopt(byHand, sale, 'return-0031');
    if (kind === 'lose-response') {
      expect(adopted.output, 'both are in refundAmount').toContain('19.80 USD more than your file has');
      expect(adopted.status).toBe(4);
      expect((await follow(later(61))).status, 'until a person has decided').toBe(4);
      const second = ids.find((id) => id !== byHand) ?? '';
      const owed = [`--refund=${second}`, ...details(sale, 'refunded-twice'), '--amount=19.80', '--owed'];
      expect((await run(['adopt', ...owed])).status).toBe(0);
    } else expect(adopted.status, 'the request might become visible').toBe(2);
    await expectDoneAfterAnHour();
    expect((await send(sale, 'return-0031')).status).toBe(0);
    expect(countPosts(), 'nothing is sent again').toBe(1);
    expect(listRefunds().map(({ id }) => id)).toEqual(ids);
  });
}

test('a refund that is pending when a dispute opens is left to a person', async () => {
  const [sale, lost] = [await sell(56.6), await sell(49)];
  await holdNext();
  expect((await send(sale, 'return-0031')).status).toBe(2);
  proxy.fault = 'lose-request';
  expect((await send(lost, 'return-0032', '5.00')).status).toBe(2);
  for (const transactionId of [sale, lost]) await caller.call('POST', '/sandbox/disputes', { transactionId });
  const { status, output } = await follow();
  const advice = 'so it might be paid back twice. Immediately send PAI support';
  expect(output).toContain(`${sale} is disputed, ${advice} the refund's ID, date, and arn.`);
  expect(output, 'no response').toContain(`${lost} is disputed, ${advice} the sale's ID and when you sent it.`);
  expect(status).toBe(4);
  await finish(listRefunds()[0]?.id ?? '', 'approved');
  for (const name of ['first', 'second']) {
    const late = await follow();
    expect(late.output, name).toContain(
      `Refunded. Book it. ${sale} is disputed, ${advice} the refund's ID, date, and arn.`,
    );
    expect(late.status, name).toBe(4);
  }
  expect(readFile()).toMatchObject([{ state: 'refunded' }, { state: 'open' }]);
  expect((await close(sale, 'return-0031')).status, 'PAI support knows').toBe(0);
  expect(readFile()).toMatchObject([{ state: 'refunded', note: 'PAI support, case 4711' }, { state: 'open' }]);
  expect((await follow()).output).not.toContain('return-0031');
  expect((await send(sale, 'return-0031')).output).toContain('"state":"refunded"');
  expect(countPosts()).toBe(2);
});

test('a lost response on a sale that is disputed by now is reported', async () => {
  const sale = await sell(56.6);
  proxy.fault = 'lose-response';
  await send(sale, 'return-0031');
  await caller.call('POST', '/sandbox/disputes', { transactionId: sale });
  const { status, output } = await follow();
  expect(output).toContain(`It might be ${listRefunds()[0]?.id ?? ''} (approved)`);
  expect(output).toContain("Immediately send PAI support the refund's ID, date, and arn.");
  expect(status).toBe(4);
});

test("a colleague's refund between the check and the request is reported", async () => {
  const sale = await sell(56.6);
  proxy.meanwhile = async () => {
    await refundByHand(sale, 18);
  };
  const { status, output } = await send(sale, 'return-0031');
  expect(output).toContain('The sale has 18.00 USD more than your file has');
  expect(status).toBe(4);
  expect((await follow()).status).toBe(4);
  expect((await close(sale, 'return-0031')).output).toContain("adopt what's missing");
  const byHand = listRefunds()[0]?.id ?? '';
  const owed = [`--refund=${byHand}`, ...details(sale, 'refunded-twice'), '--amount=18.00', '--owed'];
  expect((await run(['adopt', ...owed])).status).toBe(0);
  expect((await follow()).status).toBe(0);
  expect(await follow(), 'it has been handled').toEqual({ status: 0, output: '' });
  expect(readFile()).toMatchObject([{ state: 'refunded' }, { state: 'refunded' }]);
});

test('a request that is still pending an hour after another refund was adopted is reported', async () => {
  const sale = await sell(56.6);
  await holdNext();
  proxy.fault = 'lose-response';
  await send(sale, 'return-0031');
  proxy.fault = undefined;
  const own = listRefunds()[0]?.id ?? '';
  const refund = caller.sandbox.world.store.get('transactions', own);
  if (!refund) throw new Error('There is no refund.');
  // The colleague's refund is possible only while ours isn't visible yet.
  caller.sandbox.world.change('transactions', refund, { result: 'declined' });
  const byHand = await refundByHand(sale, 19.8);
  const adopted = await adopt(byHand, sale, 'return-0031');
  expect(adopted.status, adopted.output).toBe(2);
  expect((await close(sale, 'return-0031')).output, 'too early').toContain('might become visible until');
  caller.sandbox.world.change('transactions', refund, { result: 'unknown' });
  const late = await follow(later(61));
  expect(late.output).toContain(`Pending refunds aren't in your file: ${own}`);
  expect(late.status).toBe(4);
  await finish(own, 'approved');
  expect((await follow(later(62))).output).toContain('19.80 USD more than your file has');
});

for (const kind of ['lose-request', 409] as const) {
  test(`after the fault ${kind}, a colleague's refund of the same return with another amount ends it`, async () => {
    const { sale, invoice } = await sellBeans();
    const plain = await sell(56.6);
    proxy.fault = kind;
    await sendLine(sale, 'return-0031', invoice);
    await send(plain, 'return-0032', '9.80');
    proxy.fault = undefined;
    const [first, second] = [await refundByHand(sale, 18), await refundByHand(plain, 8)];
    const line = [`--invoice=${invoice}`, '--line=1', '--quantity=1', '--tax=1.64'];
    const refused = await run(['adopt', `--refund=${first}`, ...details(sale, 'return-0031'), '--amount=18', ...line]);
    expect(refused.output).toContain('add --same-return');
    expect(refused.status).toBe(1);
    const same = ['--amount=18', ...line, '--same-return'];
    const expected = kind === 409 ? 0 : 2;
    const adopted = await run(['adopt', `--refund=${first}`, ...details(sale, 'return-0031'), ...same]);
    const rest =
      "Refunded. Book it. It's 1.80 USD less than yours. If the customer is owed that, send it with --no-line.";
    if (kind === 409) expect(adopted.output).toContain(rest);
    else {
      // The rest isn't sent while the own request might still refund everything.
      expect(adopted.output).toContain(
        'less than yours. If the customer is owed that, send it with --no-line after 20',
      );
      const early = await send(sale, 'rest-0031', '1.80', ['--no-line']);
      const end = new Date(Date.parse(readFile()[0]?.sentAt ?? '') + 60 * MINUTE).toISOString();
      const advice = `return-0031 of ${sale} might still be refunded a second time. Run follow after ${end}.`;
      expect(early.output).toContain(advice);
      expect(early.status).toBe(1);
    }
    expect(adopted.status).toBe(expected);
    expect((await adopt(second, plain, 'return-0032', '8.00', ['--same-return'])).status).toBe(expected);
    expect(readFile()).toMatchObject([
      { state: 'refunded', refund: first, amount: '18.00', net: '16.36', tax: '1.64' },
      { state: 'refunded', refund: second, amount: '8.00', net: '6.20', tax: '1.80' },
    ]);
    // Neither the reason nor the unit is refunded again.
    expect((await sendLine(sale, 'return-0031', invoice)).status).toBe(expected);
    expect((await sendLine(sale, 'return-0033', invoice, '2')).output).toContain('1 of 2 units left');
    expect((await send(plain, 'return-0032', '9.80')).status).toBe(1);
    const late = await follow(later(61));
    expect(late.output).toEqual(kind === 409 ? '' : expect.stringContaining(rest));
    expect(late.status).toBe(0);
    expect((await send(plain, 'return-0034', '9.80', ['--item=return-0032/1'])).output).toContain('the second time');
    expect(countPosts()).toBe(2);
    expect((await send(sale, 'rest-0031', '1.80', ['--no-line'])).status).toBe(0);
  });
}

test('a lost dispute is confirmed as not being for this return', async () => {
  const [sale, lost] = [await sell(20), await sell(56.6)];
  const alone = await send(sale, 'return-0031', '5.00', ['--lost-dispute=5']);
  expect(alone.output).toContain(
    "made sure that the lost part wasn't for this return, and that no dispute of the sale is open, add --not-for-this-return. If it was, use pay-outside",
  );
  expect(alone.status).toBe(4);
  expect(countPosts()).toBe(0);
  expect((await send(sale, 'return-0031', '5.00', ['--lost-dispute=5', '--not-for-this-return'])).status).toBe(0);

  const { id } = (await caller.call('POST', '/sandbox/disputes', { transactionId: lost, amount: 19.8 })) as {
    id: string;
  };
  const pay = (args: string[], amount = '19.80') =>
    run([
      ...['pay-outside', ...details(lost, 'return-0032'), `--amount=${amount}`, '--tax=1.80', '--note=transfer 4711'],
      ...['--item=beans/2', ...args],
    ]);
  const fields = { transactionId: lost, amount: 19.8, currency: 'USD', reasonCode: 'fraudulent' };
  await caller.call('PUT', `/disputes/${id}`, {
    ...fields,
    ...{ type: 'first-chargeback', status: 'lost', postedAt: later(0) },
  });
  expect(readSale(lost)?.status, 'it stays').toBe('disputed');
  const both = ['--lost-dispute=19.80', '--not-for-this-return'];
  expect((await send(lost, 'return-0032', '19.80', ['--item=beans/2', ...both])).output).toContain("Don't refund it");
  for (const args of [[], ['--lost-dispute=19.80'], ['--not-for-this-return']]) {
    const { status, output } = await pay(args);
    expect(output, args.join(' ')).toContain("Don't pay it.");
    expect(status, args.join(' ')).toBe(4);
  }
  expect((await pay(both, '36.81')).output).toContain('Only 36.80 USD can be refunded');
  expect(readFile().map(({ state }) => state)).toEqual(['refunded', 'not-sent']);
  expect((await pay(both)).status).toBe(0);
  expect(readFile()).toMatchObject([{ state: 'refunded' }, { state: 'not-sent' }, { state: 'paid-outside' }]);
});

test('a return that a lost dispute has paid for is neither refunded nor paid again', async () => {
  const { sale, invoice } = await sellBeans();
  const plain = await sell(56.6);
  expect((await sendLine(sale, 'return-0030', invoice)).status).toBe(0);
  for (const transactionId of [sale, plain])
    await caller.call('POST', '/sandbox/disputes', { transactionId, amount: 19.8 });
  const line = [`--invoice=${invoice}`, '--line=1'];
  const money = ['--amount=19.80', '--tax=1.80'];
  const pay = (of: string, reason: string, args: string[], lost = ['--lost-dispute=19.80']) =>
    run(['pay-outside', ...details(of, reason), ...args, '--note=dispute 4711', '--by-dispute', ...lost]);
  for (const args of [['--returned'], ['--not-for-this-return']])
    expect((await pay(sale, 'return-0031', [...line, ...money, ...args])).output).toContain('Use --by-dispute only');
  expect((await send(plain, 'return-0032', '5.00', ['--by-dispute'])).output).toContain('Use --by-dispute only');
  for (const lost of [[], ['--lost-dispute=0'], ['--lost-dispute=-19.80']]) {
    const { status, output } = await pay(sale, 'return-0031', [...line, ...money], lost);
    expect(output, lost.join(' ')).toContain(
      "Add --lost-dispute with what you've lost. Use --by-dispute only once the dispute is lost or forfeited.",
    );
    expect(status, lost.join(' ')).toBe(1);
  }
  const byDispute = ['--by-dispute', '--lost-dispute=19.80'];
  const unnoted = await run(['pay-outside', ...details(sale, 'return-0031'), ...line, ...money, ...byDispute]);
  expect(unnoted.output, 'without a note').toContain('and --note');
  expect((await pay(sale, 'return-0031', money)).output, 'without a line').toContain('Add --invoice and --line');
  for (const [amount, lost, most] of [
    ['19.81', '19.80', '19.80'],
    ['56.61', '100', '56.60'],
  ] as const) {
    const args = [`--amount=${amount}`, '--tax=1.80', '--item=beans/1'];
    const above = await pay(plain, 'return-0032', args, [`--lost-dispute=${lost}`]);
    expect(above.output).toContain(
      `With this return, disputes of ${plain} have paid for ${amount}, but at most ${most} is lost. Correct --amount or --lost-dispute.`,
    );
    expect(above.status).toBe(1);
  }

  // A refund that wasn't sent, because the sale is disputed, doesn't keep it from being stored.
  expect((await sendLine(sale, 'return-0031', invoice)).status).toBe(4);
  const stored = await pay(sale, 'return-0031', [...line, ...money]);
  expect(stored.output).toContain("The lost dispute has paid for it. Don't pay or refund it, and don't book it again");
  expect(stored.status).toBe(0);
  expect((await pay(plain, 'return-0032', [...money, '--item=beans/1'])).status).toBe(0);
  expect(readFile().slice(-2)).toMatchObject([
    { state: 'paid-by-dispute', net: '18.00', note: 'dispute 4711' },
    { state: 'paid-by-dispute', item: 'beans/1' },
  ]);
  expect((await follow()).output, 'it has been handled').not.toContain('paid-by-dispute');
  expect((await sendLine(sale, 'return-0031', invoice)).output, 'the reason').toContain("Don't pay or refund it");
  expect((await sendLine(sale, 'return-0033', invoice)).output, 'the line').toContain('0 of 2 units left');
  expect((await send(plain, 'return-0033', '19.80', ['--item=beans/1'])).output).toContain('the second time');
  expect((await pay(plain, 'return-0033', [...money, '--item=beans/1'])).output).toContain('the second time');
  expect((await pay(plain, 'return-0032', [...money, '--item=beans/1'])).status, 'twice').toBe(1);
  const sum = await pay(plain, 'return-0035', ['--amount=0.01', '--tax=0', '--item=beans/3']);
  expect(sum.output, 'with the first return').toContain('have paid for 19.81, but at most 19.80 is lost');
  // The amount reduces what's left only once, as the lost part.
  const next = (amount: string) =>
    run([
      ...['pay-outside', ...details(plain, 'return-0034'), `--amount=${amount}`, '--tax=0', '--note=transfer 4712'],
      ...['--item=beans/2', '--lost-dispute=19.80', '--not-for-this-return'],
    ]);
  expect((await next('36.81')).output).toContain('Only 36.80 USD can be refunded');
  expect((await next('36.80')).status).toBe(0);
  expect((await close(plain, 'return-0032')).status, 'a person was wrong').toBe(0);
  expect((await pay(plain, 'return-0032', [...money, '--item=beans/1'])).status, 'once more').toBe(0);
  expect(countPosts()).toBe(1);
});

test('a declined refund is replaced by what a lost dispute has paid', async () => {
  const sale = await sell(56.6);
  await holdNext();
  await send(sale, 'return-0031');
  await finish(listRefunds()[0]?.id ?? '', 'declined');
  expect((await follow()).status).toBe(3);
  await caller.call('POST', '/sandbox/disputes', { transactionId: sale });
  const byDispute = [
    ...['--amount=19.80', '--tax=1.80', '--note=dispute 4711', '--by-dispute', '--lost-dispute=56.60'],
    '--item=return-0031/1',
  ];
  expect((await run(['pay-outside', ...details(sale, 'return-0032'), ...byDispute])).output).toContain('is declined');
  expect((await run(['pay-outside', ...details(sale, 'return-0031'), ...byDispute])).status).toBe(0);
  expect(readFile()).toMatchObject([{ state: 'paid-by-dispute' }]);
  expect(await follow(), 'it has been handled').toEqual({ status: 0, output: '' });
});

test('a lost refund is not closed while an approved one that might be it is not in the file', async () => {
  const [sale, other] = [await sell(56.6), await sell(56.6)];
  proxy.fault = 'lose-request';
  await send(sale, 'return-0031');
  proxy.fault = undefined;
  const ids = [await refundByHand(other, 19.8), await refundByHand(other, 19.8)];
  const refused = await close(sale, 'return-0031', later(61));
  expect(refused.output).toContain(
    `${ids.join(', ')} might be this refund. Adopt it, with its own reason if it's for another return, and then close`,
  );
  expect(refused.status).toBe(1);
  expect(readFile()).toMatchObject([{ state: 'open' }]);
  // The first is for the same return, but on another sale.
  expect((await adopt(ids[0] ?? '', other, 'return-0031')).output).toContain('more than your file has');
  expect((await close(sale, 'return-0031', later(61))).output).toContain(`${ids[1] ?? ''} might be this refund`);
  expect((await adopt(ids[1] ?? '', other, 'call-0007')).status).toBe(0);
  const closed = await close(sale, 'return-0031', later(61));
  expect(closed.output).toContain(
    `"Closed: this attempt has refunded nothing. The return is refunded on ${other}, so don't send it again."`,
  );
  expect(closed.status).toBe(0);
  expect((await send(sale, 'return-0031')).output).toContain(`return-0031 is refunded on ${other}`);
});

test("after a 409, a colleague's refund of another sale doesn't keep it from being closed", async () => {
  const [sale, other] = [await sell(56.6), await sell(56.6)];
  proxy.fault = 409;
  await send(sale, 'return-0031');
  proxy.fault = undefined;
  await refundByHand(other, 19.8);
  const closed = await close(sale, 'return-0031');
  expect(closed.output).toContain('You can send it again."');
  expect(closed.status).toBe(0);
});

test('a refund of a disputed sale that came to nothing is not sent again during the dispute', async () => {
  const sale = await sell(56.6);
  proxy.fault = 409;
  await send(sale, 'return-0031');
  proxy.fault = undefined;
  await caller.call('POST', '/sandbox/disputes', { transactionId: sale });
  const { status, output } = await close(sale, 'return-0031');
  expect(output).toContain(
    'You can send it again once the dispute is over, unless the customer got the money through it."',
  );
  expect(status).toBe(0);
});

test('the usage is printed with --help, or without a command', async () => {
  for (const [args, status] of [
    [['--help'], 0],
    [['send', '--help'], 0],
    [[], 1],
  ] as const) {
    const usage = await runAs([...args], { PAI_API_KEY: '' });
    expect(usage.output, args.join(' ')).toMatch(/^Refunds part or all of a sale[^]+\n {2}node refund\.mjs follow\n/);
    expect(usage.output).toMatch(/status here\.\n$/);
    expect(usage.status, args.join(' ')).toBe(status);
  }
  expect(existsSync(file())).toBe(false);
});

test("a colleague's one refund for several units keeps them from being refunded again", async () => {
  const { sale, invoice } = await sellBeans();
  const plain = await sell(56.6);
  proxy.fault = 409;
  await sendLine(sale, 'return-0031', invoice);
  await send(plain, 'return-0032', '9.80');
  proxy.fault = undefined;
  const [both, other] = [await refundByHand(sale, 39.6), await refundByHand(plain, 19.6)];
  const all = [`--invoice=${invoice}`, '--line=all', '--amount=39.60', '--tax=3.60'];
  const wider = ['adopt', `--refund=${both}`, ...details(sale, 'return-0031'), ...all];
  expect((await run(wider)).output).toContain('add --same-return');
  expect((await run([...wider, '--same-return'])).status).toBe(0);
  expect((await sendLine(sale, 'return-0033', invoice)).output).toContain('is for several lines');
  // Without an invoice, what's above the unit waits for a person, and nothing more is refunded until then.
  const more = await adopt(other, plain, 'return-0032', '19.60', ['--same-return']);
  expect(more.output).toContain("9.80 USD is above the line's share");
  expect(more.status).toBe(4);
  const next = await send(plain, 'return-0034', '9.80');
  expect(next.output).toContain('A person decides about return-0032');
  expect(next.status).toBe(1);
  expect(countPosts()).toBe(2);
  expect((await close(plain, 'return-0032')).status).toBe(0);
  expect((await send(plain, 'return-0034', '9.80')).status).toBe(0);
});

test("a colleague's refund of a line is stored only with the line's tax", async () => {
  const { sale, invoice } = await sellBeans();
  const store = (refund: string, amount: string, tax: string, reason: string) =>
    run([
      ...['adopt', `--refund=${refund}`, ...details(sale, reason), `--amount=${amount}`, `--tax=${tax}`],
      ...[`--invoice=${invoice}`, '--line=1'],
    ]);
  const id = await refundByHand(sale, 19.8);
  for (const tax of ['0', '0.90', '1.82']) {
    const { status, output } = await store(id, '19.80', tax, 'call-0007');
    expect(output, tax).toContain(`A tax of ${tax} doesn't fit 19.80 USD of line 1`);
    expect(status, tax).toBe(1);
  }
  expect((await store(id, '19.80', '1.80', 'call-0007')).status).toBe(0);
  // More than the line is worth can't be undone. The tax is that of the line.
  const more = await refundByHand(sale, 25);
  expect((await store(more, '25.00', '2.27', 'call-0008')).status).toBe(1);
  expect((await store(more, '25.00', '1.80', 'call-0008')).status, "above the line's share").toBe(4);
  expect((await sendLine(sale, 'return-0031', invoice)).output).toContain('0 of 2 units left');
});

test('a pending refund is not closed, and one that was closed before it was visible stops another one', async () => {
  const [sale, other] = [await sell(56.6), await sell(56.6)];
  await holdNext();
  await send(other, 'return-0030', '5.00');
  const early = await close(other, 'return-0030');
  expect(early.output).toContain('might still be approved');
  expect(early.status).toBe(1);
  await finish(listRefunds()[0]?.id ?? '', 'approved');
  expect((await follow()).status).toBe(0);

  await holdNext();
  proxy.fault = 'lose-response';
  await send(sale, 'return-0031');
  proxy.fault = undefined;
  const id = listRefunds().at(-1)?.id ?? '';
  const visible = await close(sale, 'return-0031', later(61));
  expect(visible.output, 'it is in the list').toContain(`${id} is sending`);
  expect(visible.status).toBe(1);
  const refund = caller.sandbox.world.store.get('transactions', id);
  if (!refund) throw new Error('There is no refund.');
  // It becomes visible later.
  caller.sandbox.world.change('transactions', refund, { result: 'declined' });
  expect((await close(sale, 'return-0031', later(61))).status).toBe(0);
  caller.sandbox.world.change('transactions', refund, { result: 'unknown' });
  expect((await send(sale, 'return-0032')).output).toContain(`Pending refunds aren't in your file: ${id}`);
  await finish(id, 'approved');
  expect((await send(sale, 'return-0032')).status, 'approved after all').toBe(4);
  expect((await adopt(id, sale, 'return-0031')).status).toBe(0);
  expect(countPosts()).toBe(2);
});

test("a refund in another currency isn't taken for a lost one", async () => {
  const [sale, euros] = [await sell(56.6), await sell(56.6, [], 'EUR')];
  proxy.fault = 'lose-request';
  await send(sale, 'return-0031');
  await refundByHand(euros, 19.8);
  expect((await follow()).output).toContain('No new refund of this amount is visible');
});

test('a lost refund that is declined stays open until a person closes it', async () => {
  const sale = await sell(56.6);
  await holdNext();
  proxy.fault = 'lose-response';
  await send(sale, 'return-0031');
  expect((await follow()).output).toContain('(unknown). The');
  await finish(listRefunds()[0]?.id ?? '', 'declined');
  const declined = await follow();
  expect(declined.output).toContain('(declined). The');
  expect(declined.status).toBe(4);
  expect(readFile()).toMatchObject([{ state: 'open' }]);
});

for (const status of [409, 422]) {
  test(`a ${status} is left to a person, and another refund isn't taken for it`, async () => {
    const sale = await sell(56.6);
    proxy.fault = status;
    const first = await send(sale, 'return-0031');
    expect(first.output).toContain(
      "store it with adopt and this one's reason, with --same-return if its amount differs",
    );
    expect(first.status).toBe(4);
    proxy.fault = undefined;
    const id = await refundByHand(sale, 19.8);
    expect((await follow()).status).toBe(4);
    expect((await send(sale, 'return-0031')).status).toBe(4);
    expect((await close(sale, 'return-0031')).output).toContain("adopt what's missing");
    expect((await adopt(id, sale, 'call-0007')).status).toBe(0);
    const closed = await close(sale, 'return-0031');
    expect(closed.output).toContain(`Send it again only if ${id} was for something else.`);
    expect(closed.status).toBe(0);
    expect(countPosts()).toBe(1);
  });

  test(`after a ${status}, a colleague's refund for the same return is this refund`, async () => {
    const sale = await sell(56.6);
    proxy.fault = status;
    await send(sale, 'return-0031');
    proxy.fault = undefined;
    const id = await refundByHand(sale, 19.8);
    expect((await adopt(id, sale, 'return-0031')).status).toBe(0);
    expect(readFile()).toMatchObject([{ reason: 'return-0031', state: 'refunded', refund: id }]);
    expect((await send(sale, 'return-0031')).output).toContain('return-0031');
    expect(countPosts(), 'nothing more is sent').toBe(1);
  });
}

test('another 4xx status shows that nothing was refunded, and can be sent again', async () => {
  const sale = await sell(56.6);
  for (const status of [400, 401, 429]) {
    proxy.fault = status;
    expect((await send(sale, 'return-0031')).status).toBe(3);
  }
  proxy.fault = undefined;
  expect((await send(sale, 'return-0031')).status).toBe(0);
  expect(readFile().map(({ state }) => state)).toEqual(['rejected', 'rejected', 'rejected', 'refunded']);
});

test('a redirect is not followed', async () => {
  const sale = await sell(56.6);
  proxy.fault = 307;
  expect((await send(sale, 'return-0031')).status).toBe(2);
  expect(countPosts()).toBe(1);
});

test('a disputed sale, and more than what is left of it, are left to a person', async () => {
  const [sale, disputed] = [await sell(20), await sell(56.6)];
  await caller.call('POST', '/sandbox/disputes', { transactionId: disputed });
  const first = await send(disputed, 'return-0031');
  expect(first.output).toContain('is disputed');
  expect(first.status).toBe(4);
  expect((await send(sale, 'return-0032', '20.01')).output).toContain('Only 20.00 USD can be refunded');
  const lost = ['--lost-dispute=5', '--not-for-this-return'];
  expect((await send(sale, 'return-0032', '15.01', lost)).status).toBe(4);
  expect((await send(sale, 'return-0032', '20.01', ['--lost-dispute=-5', lost[1] ?? ''])).status).not.toBe(0);
  expect(readFile()).toMatchObject([{ state: 'not-sent' }, { state: 'not-sent' }]);
  expect(countPosts()).toBe(0);
  expect((await send(sale, 'return-0032', '15.00', lost)).status).toBe(0);
  const wrong = await send('txn_none', 'return-0033');
  expect(wrong.output).toContain('Correct the IDs');
  expect(wrong.status).toBe(1);
});

test('a reason or an item that is typed differently is the same', async () => {
  const { sale, invoice } = await sellBeans();
  expect((await sendLine(sale, 'return-0031', invoice)).status).toBe(0);
  for (const reason of ['Return-0031', ' return-0031 ', 'RETURN-0031']) {
    const again = await sendLine(sale, reason, invoice);
    expect(again.output, reason).toContain('"reason":"return-0031"');
    expect(again.status, reason).toBe(0);
    expect((await sendLine(sale, reason, invoice, '2')).status, reason).toBe(1);
  }
  expect((await sendLine(sale, ' ', invoice)).output).toContain('Add --sale, --customer, and --reason');
  expect(countPosts()).toBe(1);
  const plain = await sell(79.2);
  expect((await send(plain, 'return-0032', '19.80', ['--item=Beans/1'])).status).toBe(0);
  for (const item of [' beans/1', 'BEANS /1 ', 'beans/ 1', ' All '])
    expect((await send(plain, 'return-0033', '19.80', [`--item=${item}`])).output, item).toContain('the second time');
  expect(countPosts()).toBe(2);
});

test("a colleague's refund above the line's share is left to a person, also with its tax", async () => {
  const { sale, invoice } = await sellBeans();
  const id = await refundByHand(sale, 25);
  const store = (tax: string) =>
    run([
      ...['adopt', `--refund=${id}`, ...details(sale, 'call-0007'), '--amount=25.00', `--tax=${tax}`],
      ...[`--invoice=${invoice}`, '--line=1'],
    ]);
  const wrong = await store('2.27');
  expect(wrong.output).toContain("A tax of 2.27 doesn't fit 25.00 USD");
  expect(wrong.output).toContain(', but 1.80 does.');
  expect(wrong.status).toBe(1);
  const message = "5.20 USD is above the line's share. A person decides about the other units, and then closes this.";
  for (const { status, output } of [await store('1.80'), await follow(), await follow()]) {
    expect(output).toContain(`Refunded. Book it. ${message}`);
    expect(status).toBe(4);
  }
  expect((await close(sale, 'call-0007')).status).toBe(0);
  expect(await follow(), 'it has been handled').toEqual({ status: 0, output: '' });
  expect(readFile()).toMatchObject([{ state: 'refunded', amount: '25.00', tax: '1.80', aboveShare: '5.20' }]);
});

test('more than a line can be worth is not sent after a discount either', async () => {
  const { sale, invoice } = await sellBeans();
  const stored = caller.sandbox.world.store.get('invoices', invoice);
  if (!stored) throw new Error('There is no invoice.');
  const book = { description: 'Book', quantity: 1, unitPrice: 10, amount: 10, taxRate: 0, taxAmount: 0 };
  caller.sandbox.world.change('invoices', stored, { items: [book], totalTax: 3.6 });
  const line = [`--invoice=${invoice}`, '--line=1', '--tax=0'];
  const more = await run(['send', ...details(sale, 'return-0031'), '--amount=10.01', ...line]);
  expect(more.output).toContain('You can refund 10.00 for line 1');
  expect((await run(['send', ...details(sale, 'return-0031'), '--amount=10.00', ...line])).status).toBe(0);
});

test('an approved refund that fails later is closed, and then paid in another way', async () => {
  const { sale, invoice } = await sellBeans();
  expect((await sendLine(sale, 'return-0031', invoice)).status).toBe(0);
  expect((await close(sale, 'return-0031')).output, 'while it is approved').toContain("isn't open, declined, or paid");
  const { world } = caller.sandbox;
  const [refund, paid] = [listRefunds()[0], readSale(sale)];
  if (!refund || !paid) throw new Error('There is no refund.');
  world.change('transactions', refund, { result: 'declined' });
  world.change('transactions', paid, { refundAmount: 0, refundableAmount: 56.6, status: 'completed' });
  const other = await sendLine(sale, 'return-0032', invoice);
  expect(other.output).toContain('Only 0.00 USD is refunded, but your file has 19.80 USD. Close the refund that has');
  const closed = await close(sale, 'return-0031');
  expect(closed.output).toContain(`${refund.id} is declined now, so it has refunded nothing. Reverse its booking.`);
  expect(closed.status).toBe(3);
  const outside = ['--amount=19.80', '--tax=1.80', '--note=transfer', `--invoice=${invoice}`, '--line=1'];
  expect((await run(['pay-outside', ...details(sale, 'return-0031'), ...outside])).status).toBe(0);
  expect((await sendLine(sale, 'return-0032', invoice)).status, 'the other unit').toBe(0);
});

test('a refund that is owed and has failed since is not taken for one that was paid back', async () => {
  const { sale, invoice } = await sellBeans();
  expect((await sendLine(sale, 'return-0031', invoice)).status).toBe(0);
  const id = await refundByHand(sale, 19.8);
  const owe = [`--refund=${id}`, ...details(sale, 'refunded-twice'), '--owed', '--amount=19.80'];
  expect((await run(['adopt', ...owe])).status).toBe(0);
  const { world } = caller.sandbox;
  const [second, paid] = [readSale(id), readSale(sale)];
  if (!second || !paid) throw new Error('There is no refund.');
  world.change('transactions', second, { result: 'declined' });
  world.change('transactions', paid, { refundAmount: 19.8, refundableAmount: 36.8 });
  expect((await close(sale, 'refunded-twice')).output).toContain(`${id} is declined now, so it has refunded nothing.`);
  expect(readFile()[1]).toMatchObject({ state: 'declined' });
  expect(readFile()[1]).not.toHaveProperty('repaidAt');
});

test('a duplicate refund that the customer owes is a receivable, not a refund to book', async () => {
  const { sale, invoice } = await sellBeans();
  expect((await sendLine(sale, 'return-0031', invoice)).status).toBe(0);
  await holdNext();
  const id = await refundByHand(sale, 19.8);
  const owe = (args: string[], reason = 'refunded-twice') =>
    run(['adopt', `--refund=${id}`, ...details(sale, reason), '--owed', '--amount=19.80', ...args]);
  for (const args of [[`--invoice=${invoice}`, '--line=1'], ['--item=beans/2'], ['--tax=1.80']]) {
    const { status, output } = await owe(args);
    expect(output, args.join(' ')).toContain('Use --owed only with adopt, without a line, an item, or a tax');
    expect(status, args.join(' ')).toBe(1);
  }
  expect((await send(sale, 'unused-time', '5.00', ['--no-line', '--owed'])).status, 'with send').toBe(1);
  expect((await owe([])).status, 'pending').toBe(2);
  expect(readFile()[1]).toMatchObject({ state: 'open', owed: true });
  await finish(id, 'approved');
  const { status, output } = await follow();
  expect(output).toContain('"The customer owes you this amount. Book it as a receivable."');
  expect(output).not.toContain('Refunded');
  expect(output).toContain('"owed":true');
  expect(status).toBe(0);
  expect(readFile()[1]).toMatchObject({ state: 'refunded', refund: id, tax: '0.00', owed: true });
  expect((await sendLine(sale, 'return-0032', invoice)).output, 'a unit is left').toContain('Only 17.00 USD');
  expect(readSale(sale)?.refundAmount).toBe(39.6);
  const outside = ['--amount=19.80', '--tax=1.80', '--note=transfer', `--invoice=${invoice}`, '--line=1'];
  const pay = () => run(['pay-outside', ...details(sale, 'return-0032'), ...outside]);
  expect((await pay()).output, 'the money of the second unit is with the customer').toContain('Only 17.00 USD');
  const repaid = await close(sale, 'refunded-twice');
  expect(repaid.output).toContain('The customer has paid it back. Book that against the receivable.');
  expect(readFile()[1]).toMatchObject({ state: 'refunded', owed: true, repaidAt: expect.any(String) });
  expect((await close(sale, 'refunded-twice')).status, 'once').toBe(1);
  expect((await sendLine(sale, 'return-0032', invoice)).output, 'PAI has no more').toContain('Only 17.00 USD');
  expect((await pay()).status).toBe(0);
  expect(readFile().at(-1)).toMatchObject({ state: 'paid-outside', amount: '19.80' });
});

test("a refund that the customer owes doesn't end an open one", async () => {
  const sale = await sell(56.6);
  proxy.fault = 422;
  await send(sale, 'unused-time', '19.80', ['--no-line']);
  proxy.fault = undefined;
  const id = await refundByHand(sale, 19.8);
  const owe = (reason: string) =>
    run(['adopt', `--refund=${id}`, ...details(sale, reason), '--owed', '--amount=19.80', '--tax=0', '--same-return']);
  expect((await owe('unused-time')).output).toContain('Use another reason');
  expect((await owe('refunded-twice')).status).toBe(0);
  expect(readFile()).toMatchObject([{ state: 'open' }, { owed: true }]);
});

test("a refund of another order isn't adopted", async () => {
  const sale = await sell(56.6);
  const id = await refundByHand(sale, 19.8);
  const { world } = caller.sandbox;
  const setOrder = (transaction: string, subscriptionId: string | undefined) => {
    const stored = world.store.get('transactions', transaction);
    if (!stored) throw new Error('There is no transaction.');
    world.change('transactions', stored, { subscriptionId });
  };
  setOrder(sale, 'sub_Beans');
  setOrder(id, 'sub_Tea');
  const other = await adopt(id, sale, 'call-0007');
  expect(other.output).toContain(`${id} is for sub_Tea, but ${sale} for sub_Beans. Correct --sale.`);
  expect(other.status).toBe(1);
  expect(existsSync(file())).toBe(false);
  setOrder(id, undefined);
  expect((await adopt(id, sale, 'call-0007')).status, 'without an order').toBe(0);
});

test('after a lost response, a change by another amount is left to a person', async () => {
  const sale = await sell(56.6);
  proxy.fault = 'lose-request';
  await send(sale, 'return-0031');
  proxy.fault = undefined;
  const byHand = await refundByHand(sale, 18);
  const { status, output } = await follow();
  expect(output).toContain(
    "has changed by 18.00 USD. That isn't this refund's amount. Look for refunds that add up to it. Compare the sale's refunds with your file.",
  );
  expect(status).toBe(4);
  expect((await adopt(byHand, sale, 'call-0007', '18.00')).status).toBe(0);
  const late = await follow();
  expect(late.output).not.toContain('Look for refunds');
  expect(late.status).toBe(2);
  await refundByHand(sale, 18);
  await refundByHand(await sell(56.6), 19.8);
  expect((await follow()).output, 'one that it might be').toContain("That isn't this refund's amount. Look for");
});

test('an amount that is none is never sent', async () => {
  const sale = await sell(56.6);
  for (const amount of ['', '0', '-5', '5,00', '1.005', 'NaN', 'Infinity', '1e1', '1.79'])
    expect((await send(sale, 'return-0031', amount)).status, amount).toBe(1);
  expect((await run(['send', ...details(sale, 'return-0031')])).status, 'without an amount').toBe(1);
  expect((await run(['send', ...details(sale, 'return-0031'), '--amount=5'])).status, 'without a tax').toBe(1);
  expect(existsSync(file())).toBe(false);
  expect(countPosts()).toBe(0);
});

test('a dry run checks everything, but sends and stores nothing', async () => {
  const sale = await sell(56.6);
  const { status, output } = await send(sale, 'return-0031', '19.80', ['--dry-run']);
  expect(JSON.parse(output)).toMatchObject({ state: 'not-sent', net: '18.00', amount: '19.80', sale });
  expect(status).toBe(0);
  expect((await send(sale, 'return-0031', '56.61', ['--dry-run'])).status).toBe(4);
  expect(existsSync(file())).toBe(false);
  expect(countPosts()).toBe(0);
});

test('two runs at once send one refund', async () => {
  const sale = await sell(56.6);
  const others: Outcome[] = [];
  proxy.meanwhile = async () => {
    others.push(await send(sale, 'return-0031'), await send(sale, 'return-0032', '5.00'), await follow());
  };
  expect((await send(sale, 'return-0031')).status).toBe(0);
  expect(others.map(({ status }) => status)).toEqual([1, 1, 1]);
  for (const { output } of others) expect(output).toContain('is working on these refunds');
  expect(countPosts()).toBe(1);
  expect(listRefunds()).toHaveLength(1);
});

test('a lock that is left over is not removed', async () => {
  const sale = await sell(56.6);
  writeFileSync(`${file()}.lock`, '4711');
  const { status, output } = await send(sale, 'return-0031');
  expect(output).toContain('after a crash, delete refunds.json.lock, and run follow. This run sent nothing.');
  expect(output).not.toContain('Nothing was sent');
  expect(status).toBe(1);
  expect(proxy.sent).toEqual([]);
  expect(readFileSync(`${file()}.lock`, 'utf8')).toBe('4711');
});

test('an outage before the request sends nothing, and a short one is bridged', async () => {
  const sale = await sell(56.6);
  proxy.failures = [500, 503, 429, 502];
  const { status, output } = await send(sale, 'return-0031');
  expect(output).toContain('returned 502');
  expect(status).toBe(1);
  proxy.failures = [500, 429];
  expect((await send(sale, 'return-0031')).status).toBe(0);
  expect(listRefunds()).toHaveLength(1);
});

test('a file that cannot be written after the request does not look as if nothing was sent', async () => {
  const sale = await sell(56.6);
  proxy.meanwhile = async () => {
    await mkdir(`${file()}.tmp`);
  };
  const { status, output } = await send(sale, 'return-0031');
  expect(output).toContain('It might have been sent. Run follow.');
  expect(status).toBe(2);
  rmSync(`${file()}.tmp`, { recursive: true });
  proxy.meanwhile = undefined;
  expect((await follow()).status, 'its ID is not stored').toBe(4);
  expect((await adopt(listRefunds()[0]?.id ?? '', sale, 'return-0031')).status).toBe(2);
  expect(listRefunds()).toHaveLength(1);
});

test('a file that cannot be stored or read sends nothing', async () => {
  const sale = await sell(56.6);
  mkdirSync(`${file()}.tmp`);
  expect((await send(sale, 'return-0031')).status).toBe(1);
  for (const text of ['[{', '{}', '[{"state": "Open"}]']) {
    writeFileSync(file(), text);
    const { status, output } = await send(sale, 'return-0031');
    expect(output).toContain("refunds.json isn't valid");
    expect(status).toBe(1);
  }
  expect(countPosts()).toBe(0);
});

test('a missing file stops everything unless it is new', async () => {
  const sale = await sell(56.6);
  const first = ['send', ...details(sale, 'return-0031'), '--amount=19.80', '--tax=1.80', '--item=beans/1'];
  const missing = await runAs(first);
  expect(missing.output).toContain('refunds.json is missing. Correct --file, restore it, or add --new-file');
  expect(missing.status).toBe(1);
  expect((await runAs(['follow'])).status).toBe(1);
  expect((await runAs([...first, '--new-file'])).status).toBe(0);
  const again = await runAs([...first, '--new-file']);
  expect(again.output, 'a new file that exists').toContain('Omit --new-file');
  expect(again.status).toBe(1);
  expect((await runAs([...first, '--file=refund.json'])).status, 'a mistyped file').toBe(1);
  rmSync(file());
  expect((await runAs(first)).status, 'a lost file').toBe(1);
  expect(countPosts()).toBe(1);
  expect(existsSync(`${file()}.lock`)).toBe(false);
});

test('each unit of an order without an invoice is refunded once', async () => {
  const [sale, other] = [await sell(79.2), await sell(79.2)];
  const sendItem = (reason: string, item: string, of = sale) => send(of, reason, '19.80', [`--item=${item}`]);
  const without = await run(['send', ...details(sale, 'return-0031'), '--amount=19.80', '--tax=1.80']);
  expect(without.output).toContain('Add --item');
  expect(without.status).toBe(1);
  for (const item of ['beans', 'beans/0', '/1', ''])
    expect((await sendItem('return-0031', item)).output, item).toContain('one unit such as beans/1');
  expect((await send(sale, 'return-0031', '5.00', ['--item=beans/1', '--no-line'])).status, 'both').toBe(1);
  expect((await sendItem('return-0031', 'beans/1')).status).toBe(0);
  for (const item of ['beans/1', 'Beans/1', 'all']) {
    const again = await sendItem('return-0032', item);
    expect(again.output, item).toContain('beans/1 was the item, so this would be the second time');
    expect(again.status, item).toBe(1);
  }
  expect((await sendItem('return-0031', 'beans/2')).output, 'the same reason').toContain('is already used');
  const pay = ['--amount=19.80', '--tax=1.80', '--note=transfer 4711'];
  expect((await run(['pay-outside', ...details(sale, 'return-0032'), ...pay, '--item=beans/1'])).status).toBe(1);
  expect((await sendItem('return-0032', 'beans/2')).status).toBe(0);
  expect((await run(['pay-outside', ...details(sale, 'return-0033'), ...pay, '--item=beans/3'])).status).toBe(0);
  expect((await sendItem('return-0034', 'beans/3')).status, 'paid outside PAI').toBe(1);
  expect((await sendItem('return-0035', 'beans/1', other)).status, 'another order').toBe(0);
  // A refund of the whole order leaves no unit.
  expect((await sendItem('return-0036', 'all', await sell(79.2))).status).toBe(0);
  expect(countPosts()).toBe(4);
});

test('money that came back is paid outside PAI once more', async () => {
  const sale = await sell(56.6);
  const pay = (note: string, args: string[] = []) =>
    run([
      ...['pay-outside', ...details(sale, 'return-0031'), '--amount=19.80', '--tax=1.80', '--item=beans/1'],
      ...[`--note=${note}`, ...args],
    ]);
  expect((await pay('transfer 4711', ['--returned'])).output, 'not paid yet').toContain('is not stored');
  expect((await pay('transfer 4711')).status).toBe(0);
  expect((await pay('transfer 4712')).status, 'without --returned').toBe(1);
  const again = await pay('transfer 4712', ['--returned']);
  expect(again.output).toContain("Don't book it again");
  expect(again.status).toBe(0);
  const returned = { note: 'transfer 4711' };
  expect(readFile(), 'it counts once').toMatchObject([
    { state: 'paid-outside', amount: '19.80', note: 'transfer 4712', returned },
  ]);
  const third = await pay('transfer 4713', ['--returned']);
  expect(third.output).toContain('Money can come back only once');
  expect(third.status).toBe(1);
  expect((await send(sale, 'return-0032', '36.81')).output).toContain('Only 36.80 USD can be refunded');
  expect((await adopt(await refundByHand(sale, 19.8), sale, 'return-0031')).status, "a colleague's").toBe(1);
});

test('the tax of a line has to fit its amount', async () => {
  const { sale, invoice } = await sellBeans();
  const { world } = caller.sandbox;
  const stored = world.store.get('invoices', invoice);
  if (!stored) throw new Error('There is no invoice.');
  const [beans] = stored['items'] as object[];
  const check = (line: number, amount: string, tax: string) => {
    const money = [`--amount=${amount}`, `--tax=${tax}`, '--dry-run'];
    return run(['send', ...details(sale, 'return-0031'), `--invoice=${invoice}`, `--line=${line}`, ...money]);
  };
  for (const tax of ['0.88', '0.92', '1.80', '0']) {
    const { status, output } = await check(1, '9.90', tax);
    expect(output, tax).toContain(`A tax of ${tax} doesn't fit 9.90 USD of line 1`);
    expect(status, tax).toBe(1);
  }
  for (const tax of ['0.89', '0.90', '0.91']) expect((await check(1, '9.90', tax)).status, tax).toBe(0);
  // After a discount, the line can't be computed. The invoice's tax is higher than that of each unit.
  const book = { description: 'Book', quantity: 1, unitPrice: 20, amount: 20, taxRate: 0, taxAmount: 0 };
  world.change('invoices', stored, { items: [beans, book], totalTax: 3.6 });
  expect((await check(2, '15.00', '0')).status).toBe(0);
  expect((await check(2, '15.00', '1.36')).status, 'the tax of the other line').toBe(1);
  expect((await check(1, '11.00', '1.00')).status).toBe(0);
  expect((await check(1, '11.00', '0.98')).status, 'less than its share').toBe(1);
  expect((await check(1, '19.80', '1.82')).status, "above the unit's tax").toBe(1);
  expect(countPosts()).toBe(0);
});

test('the first lines list each exit status on a line of its own', () => {
  const lines = readFileSync(SCRIPT, 'utf8').split('*/')[0]?.split('\n') ?? [];
  const statuses = lines.flatMap((line) => /^ \* {3}(\d) {2}\S/.exec(line)?.[1] ?? []);
  expect(statuses).toEqual(['0', '1', '2', '3', '4']);
});

test('the example on the page works with the example data of the sandbox', async () => {
  await caller.sandbox.close();
  caller = { ...caller, sandbox: await startSandbox(description, { port: 0, checksReplies: true }) };
  proxy.reset(caller.sandbox.url);
  const page = readFileSync(path.join(root, 'docs', 'get-started', 'concepts', 'transactions.mdx'), 'utf8');
  const commands = page.replaceAll('\\\n', '').match(/^node refund\.mjs .*/gm) ?? [];
  expect(commands.length).toBeGreaterThan(1);
  for (const command of commands) {
    const { status, output } = await runAs(command.split(/\s+/).slice(2));
    expect(status, output).toBe(0);
  }
  expect(readFile()).toMatchObject([{ state: 'refunded' }]);
});

test('an invoice of another sale or customer is not used', async () => {
  const { invoice } = await sellBeans();
  const other = await sell(56.6);
  expect((await sendLine(other, 'return-0031', invoice)).output).toContain(`hasn't paid ${invoice}`);
  expect((await sendLine(other, 'return-0031', 'inv_none')).output).toContain('has no invoice inv_none');
  expect(countPosts()).toBe(0);
});

interface Money {
  amount: string;
  net: string;
  tax: string;
}
interface Program {
  computeLine: (all: object[], refund: { line: number; quantity: number }, invoice: object) => Money;
  toUnits: (value: unknown, currency: string) => number;
  toText: (units: number, currency: string) => string;
}
const load = async (): Promise<Program> => (await import(pathToFileURL(SCRIPT).href)) as Program;

/** An invoice with lines of `[amount, taxAmount, quantity]`. */
const makeInvoice = (
  lines: [number, number?, number?][],
  totalTax: number,
  totalAmount: number,
  currency = 'USD',
): object => ({
  ...{ id: 'inv_1', currency, totalTax, totalAmount, shippingFee: 2.8 },
  items: lines.map(([amount, taxAmount, quantity = 1]) => ({ amount, taxAmount, quantity })),
  ...(currency === 'USD' ? {} : { shippingFee: 0 }),
});

test('a line is computed as the page says', async () => {
  const { computeLine } = await load();
  const compute = (invoice: object, line = 1, quantity = 1, all: object[] = []): string => {
    const { amount, net, tax } = computeLine(all, { line, quantity }, invoice);
    return `${amount} = ${net} + ${tax}`;
  };
  const beansAndBrush: [number, number][] = [
    [20, 2],
    [22, 2.2],
  ];
  expect(compute(makeInvoice(beansAndBrush, 4.2, 49)), 'tax on top').toBe('22.00 = 20.00 + 2.00');
  expect(compute(makeInvoice(beansAndBrush, 4.2, 44.8)), 'tax included').toBe('20.00 = 18.00 + 2.00');
  expect(() => compute(makeInvoice(beansAndBrush, 4.2, 48)), 'a discount').toThrow("don't add up to totalAmount");
  const withGap = makeInvoice(beansAndBrush, 4.18, 48.98);
  expect(compute(withGap), 'the first line keeps its tax').toBe('22.00 = 20.00 + 2.00');
  expect(compute(withGap, 2), 'the last line takes the difference').toBe('24.18 = 22.00 + 2.18');
  expect(() => compute(makeInvoice(beansAndBrush, 4.17, 48.97))).toThrow("don't add up to totalTax");
  expect(
    () =>
      compute(
        makeInvoice(
          [
            [20, 2],
            [-5, 0],
          ],
          2,
          19.8,
        ),
      ),
    'a credit',
  ).toThrow('negative');
  expect(() => compute(makeInvoice([[20]], 2, 24.8)), 'no tax on the line').toThrow('An amount or a tax is missing');
  expect(() => compute(makeInvoice(beansAndBrush, 4.2, 49), 3)).toThrow('Correct --line');
  const yen = makeInvoice([[1000, 100, 3]], 100, 1100, 'JPY');
  expect(compute(yen)).toBe('366 = 333 + 33');
  expect(compute(makeInvoice([[1.234, 0, 1]], 0, 1.234, 'KWD'))).toBe('1.234 = 1.234 + 0.000');
});

test('the parts of a line add up', async () => {
  const { computeLine, toUnits } = await load();
  for (const [amount, tax, total, expected] of [
    [10, 1, 13.8, 1100],
    [10, 1, 12.8, 1000],
    [0.05, 0.01, 2.86, 6],
    [0.05, 0.01, 2.85, 5],
  ] as const) {
    const invoice = makeInvoice([[amount, tax, 3]], tax, total);
    const all: object[] = [];
    for (let count = 1; count <= 3; count += 1) {
      const money = computeLine(all, { line: 1, quantity: 1 }, invoice);
      all.push({ ...money, line: 1, quantity: 1, state: count === 1 ? 'open' : 'refunded' });
    }
    const sum = (name: keyof Money): number =>
      all.reduce((units: number, money) => units + toUnits((money as Money)[name], 'USD'), 0);
    expect(sum('amount')).toBe(expected);
    expect(sum('tax')).toBe(toUnits(tax, 'USD'));
    expect(() => computeLine(all, { line: 1, quantity: 1 }, invoice)).toThrow('0 of 3 units left');
  }
  const halves = makeInvoice([[10, 1, 3]], 1, 13.8);
  // Half of the first unit was refunded by choice. The others keep their shares, and the last one takes only the
  // rounding.
  const reduced = { line: 1, quantity: 1, state: 'refunded', amount: '1.83', net: '1.66', tax: '0.17' };
  const full = { ...reduced, amount: '3.66', net: '3.33', tax: '0.33' };
  expect(computeLine([reduced, full], { line: 1, quantity: 1 }, halves)).toMatchObject({ net: '3.34', tax: '0.34' });
  expect(computeLine([reduced], { line: 1, quantity: 2 }, halves)).toMatchObject({ net: '6.67', tax: '0.67' });
  expect(computeLine([reduced], { line: 1, quantity: 1 }, halves)).toMatchObject({ net: '3.33', tax: '0.33' });
  const larger = { ...reduced, amount: '9.90', net: '9.00', tax: '0.90' };
  expect(computeLine([larger], { line: 1, quantity: 1 }, halves), 'never more than is left').toMatchObject({
    net: '1.00',
    tax: '0.10',
  });
  expect(computeLine([], { line: 1, quantity: 2 }, halves)).toMatchObject({ net: '6.66', tax: '0.66' });
});

test('amounts are converted without rounding', async () => {
  const { toUnits, toText } = await load();
  expect(toUnits(19.8, 'USD')).toBe(1980);
  expect(toUnits(0.1 + 0.2, 'USD')).toBe(30);
  expect(toUnits('1.10', 'USD')).toBe(110);
  expect(toUnits(1500, 'JPY')).toBe(1500);
  expect(toUnits(1.234, 'KWD')).toBe(1234);
  for (const value of [19.805, '1.5.0', undefined, null, NaN, 1e21]) expect(() => toUnits(value, 'USD')).toThrow();
  expect(() => toUnits('1.5', 'JPY')).toThrow('up to 0 decimals');
  expect([toText(5, 'USD'), toText(1980, 'USD'), toText(5, 'JPY'), toText(1234, 'KWD'), toText(-5, 'USD')]).toEqual([
    '0.05',
    '19.80',
    '5',
    '1.234',
    '-0.05',
  ]);
});
