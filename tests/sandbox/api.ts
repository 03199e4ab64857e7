/** What the sandbox's tests share: a sandbox, a caller, and a receiver of events. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../sandbox/server';
import { readDescription } from '../tutorials/fixtures';

/** The bundled description. */
export const description = readDescription();

/** A JSON object of a reply, with the fields that tests look into; a test that reads one which isn't there fails. */
export interface Data extends Record<string, unknown> {
  id: string;
  createdAt: string;
  nextCharge: string;
  status: string;
  amount: number;
  refundAmount: number;
  refundableAmount: number;
  paymentFormUrl: string;
  redirectUrl?: string;
  firstName: string;
  /** The clock's time. */
  now: string;
  deliveries: { state: string; attempts: { status?: number }[] }[];
}

/** The body of a reply: a record, a list, an error, or what the controls answer. */
interface Body extends Data {
  data: Data;
  message: string;
  details?: string | string[];
  totalCount: number;
  paginationMeta: object;
}

/** A sandbox, and calls to one organization of it. Each reply is checked against the description. */
export interface Caller {
  sandbox: Sandbox;
  /** Sends a call; a path that begins with `/v` or `/sandbox` is taken as it is, others are below the organization. */
  send: (method: string, path: string, body?: unknown) => Promise<{ status: number; body: Body }>;
  /** Sends a call that must succeed; gives `data`. */
  call: (method: string, path: string, body?: unknown) => Promise<Data>;
  /** Reads a list that must be answered; gives its records. */
  list: (path: string) => Promise<Data[]>;
}

/** Starts an empty sandbox with one organization. */
export async function startEmpty(options: Partial<SandboxOptions> = {}): Promise<Caller> {
  const sandbox = await startSandbox(description, { port: 0, isEmpty: true, checksReplies: true, ...options });
  let base = '';
  const send: Caller['send'] = async (method, path, body) => {
    const reply = await fetch(`${sandbox.url}${/^\/(v\d|sandbox)/.test(path) ? path : base + path}`, {
      method,
      headers: {
        Authorization: 'ApiKey acc_key_id',
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await reply.text();
    return { status: reply.status, body: JSON.parse(text === '' ? '{}' : text) as Body };
  };
  const call: Caller['call'] = async (method, path, body) => {
    const reply = await send(method, path, body);
    if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
    // What the controls answer has no envelope.
    return 'data' in reply.body ? reply.body.data : reply.body;
  };
  const list: Caller['list'] = async (path) => (await call('GET', path)) as unknown as Data[];
  const meta = { url: 'https://merchant.example/hooks', eventTypes: ['transaction-processed'] };
  const organization = await call('POST', '/v1/organizations/', {
    organizationName: 'Test',
    website: 'https://merchant.example',
    country: 'US',
    reportCurrency: 'USD',
    cfWorkspaceHash: 'test',
    webhookMeta: meta,
    sandboxWebhookMeta: meta,
  });
  base = `/v1/public-api/organizations/${organization.id}`;
  return { sandbox, send, call, list };
}

/** An event as a receiver got it. */
export interface Received {
  type: string;
  deduplicationId: string;
  organizationId: string;
  metadata: object;
  authorization: string | undefined;
}

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
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${port}/hooks`, received, close };
}

/** Stores a card on a customer. */
export async function storeCard({ call }: Pick<Caller, 'call'>, customerId: string, card: object = {}): Promise<Data> {
  const body = {
    primaryAccountNumber: '4111111111111111',
    cardVerificationValue: '123',
    expirationMonth: 12,
    expirationYear: 2040,
  };
  const token = await call('POST', '/payment-instruments/tokens', { ...body, ...card });
  return call('POST', `/customers/${customerId}/payment-instruments`, { token: token.id });
}

/** The fields that the specification asks of every plan. */
export const planFields = (productId: string) => ({
  name: 'Plan',
  currency: 'USD',
  productId,
  pricing: { price: 5, formula: 'flat-rate' },
  isTrialOnly: false,
});

/** Creates a product to sell. */
export const createProduct = ({ call }: Pick<Caller, 'call'>): Promise<Data> =>
  call('POST', '/products', { name: 'Desk', type: 'service', value: 'desk' });
