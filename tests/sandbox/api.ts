/** What the sandbox's tests share: a sandbox with calls to one organization, a receiver of events, and a subscriber. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../sandbox/server';
import type { OpenApiDocument } from '../../src/specification/types';
import { specification as document } from '../tutorials/fixtures';

export { document };

/** A JSON object of a reply, with the fields that tests look into; a test that reads one which isn't there fails. */
export type Data = Record<string, unknown> &
  Record<'id' | 'createdAt' | 'nextCharge' | 'endTime' | 'status' | 'paymentFormUrl' | 'now', string> &
  Record<'amount' | 'totalAmount' | 'refundAmount' | 'refundableAmount', number> & {
    redirectUrl?: string;
    deliveries: { state: string; attempts: { status?: number }[] }[];
  };

/** The body of a reply: a record, a list, an error, or what the controls answer. */
type Body = Data & {
  data: Data;
  message: string;
  details?: string | string[];
  totalCount: number;
};

/** A sandbox, and calls to one organization of it. Each reply is checked against the OpenAPI file. */
export interface Caller {
  sandbox: Sandbox;
  /** Path of the organization. */
  base: string;
  /** Sends a call; a path that begins with `/v` or `/sandbox` is taken as it is, others are below the organization. */
  send: (
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<{ status: number; body: Body }>;
  /** Sends a call that must succeed; gives `data`. */
  call: (method: string, path: string, body?: unknown) => Promise<Data>;
  /** Reads a list that must be answered; gives its records. */
  list: (path: string) => Promise<Data[]>;
  moveTo: (to: string) => Promise<Data>;
  countEvents: (type: string) => Promise<number>;
}

/** Starts an empty sandbox with one organization. */
export async function startEmpty(
  options: Partial<SandboxOptions> = {},
  file: OpenApiDocument = document,
): Promise<Caller> {
  const sandbox = await startSandbox(file, { port: 0, isEmpty: true, checksReplies: true, ...options });
  const caller = { sandbox, base: '' } as Caller;
  caller.send = async (method, path, body, headers = {}) => {
    const type: Record<string, string> = body === undefined ? {} : { 'Content-Type': 'application/json' };
    const reply = await fetch(`${sandbox.url}${/^\/(v\d|sandbox)/.test(path) ? path : caller.base + path}`, {
      method,
      headers: { Authorization: 'ApiKey acc_key_id', ...type, ...headers },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await reply.text();
    return { status: reply.status, body: JSON.parse(text === '' ? '{}' : text) as Body };
  };
  caller.call = async (method, path, body) => {
    const reply = await caller.send(method, path, body);
    if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
    // What the controls answer has no envelope.
    return 'data' in reply.body ? reply.body.data : reply.body;
  };
  caller.list = async (path) => (await caller.call('GET', path)) as unknown as Data[];
  caller.moveTo = (to) => caller.call('POST', '/sandbox/clock', { to });
  caller.countEvents = async (type) => (await caller.send('GET', `/sandbox/events?type=${type}`)).body.totalCount;
  const meta = { url: 'https://merchant.example/hooks', eventTypes: ['transaction-processed'] };
  const organization = {
    ...{ organizationName: 'Test', website: 'https://merchant.example', country: 'US', reportCurrency: 'USD' },
    ...{ cfWorkspaceHash: 'test', webhookMeta: meta, sandboxWebhookMeta: meta },
  };
  caller.base = `/v1/public-api/organizations/${(await caller.call('POST', '/v1/organizations/', organization)).id}`;
  return caller;
}

/** An event as a receiver got it. */
type Received = Record<'type' | 'deduplicationId', string> & { authorization: string | undefined };

/** A receiver of events on this machine; `answer` decides the status of each answer. */
export async function startReceiver(
  answer: (count: number) => number = () => 200,
): Promise<{ url: string; received: Received[]; close: () => Promise<unknown> }> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      received.push({ ...(JSON.parse(text) as Received), authorization: request.headers.authorization });
      response.writeHead(answer(received.length)).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`, received, close };
}

/** Creates a token of a card. Its verification value decides whether payments need 3D Secure. */
export const createToken = ({ call }: Caller, card: object = {}): Promise<Data> => {
  const number = { primaryAccountNumber: '4111111111111111', cardVerificationValue: '123' };
  return call('POST', '/payment-instruments/tokens', { ...number, expirationMonth: 12, expirationYear: 2040, ...card });
};

/** Stores a card on a customer. */
export const storeCard = async (caller: Caller, customerId: string, card: object = {}): Promise<Data> => {
  const { id: token } = await createToken(caller, card);
  return caller.call('POST', `/customers/${customerId}/payment-instruments`, { token });
};

/** The fields that the specification asks of every plan. */
export const planFields = (productId: string) => ({
  ...{ name: 'Plan', currency: 'USD', productId, isTrialOnly: false },
  pricing: { price: 5, formula: 'flat-rate' },
});

/** Creates a product to sell. */
export const createProduct = ({ call }: Caller): Promise<Data> =>
  call('POST', '/products', { name: 'Desk', type: 'service', value: 'desk' });

/** A body of a sale to a stored card. */
export const makeSale = (customerId: string, paymentInstrumentId: string, fields: object = {}) => ({
  ...{ type: 'sale', amount: 5, currency: 'USD', customerId, paymentInstruction: { paymentInstrumentId }, ...fields },
});

/** Pays an invoice on its payment page. */
export const pay = (url: string, fields: Record<string, string> = {}): Promise<Response> =>
  fetch(url, { method: 'POST', body: new URLSearchParams({ choice: 'approved', ...fields }) });

/** Invoices that can still be paid. */
export const listOpen = async ({ list }: Caller): Promise<Data[]> =>
  (await list('/customer-invoices/')).filter(({ status }) => ['unpaid', 'past-due'].includes(status));

/** A subscriber of a monthly plan for 5.00: the IDs of the customer, the card, the plan, and the subscription. */
type Subscriber = Record<'customerId' | 'cardId' | 'planId' | 'id', string> & { read: () => Promise<Data> };

/** Creates a monthly subscription. Unless there's a trial or a later charge, its first invoice is paid on its page. */
export async function subscribe(caller: Caller, plan: object = {}, order: object = {}): Promise<Subscriber> {
  const { call } = caller;
  const product = await createProduct(caller);
  const interval = { recurringInterval: { unit: 'month', length: 1 } };
  const { id: planId } = await call('POST', '/plans', { ...planFields(product.id), ...interval, ...plan });
  const { id: customerId } = await call('POST', '/customers', { firstName: 'Ada' });
  const { id: cardId } = await storeCard(caller, customerId);
  const items = [{ quantity: 1, plan: { id: planId } }];
  const body = { customerId, isTrialOnly: false, items, paymentInstrumentId: cardId, ...order };
  const { id } = await call('POST', '/subscriptions', body);
  for (const { paymentFormUrl } of await listOpen(caller)) await pay(paymentFormUrl);
  return { customerId, cardId, planId, id, read: () => call('GET', `/subscriptions/${id}`) };
}

/** A trial of so many days, as a plan's fields. */
export const freeTrial = (days: number, price = 0) => ({ trial: { price, period: { unit: 'day', length: days } } });
