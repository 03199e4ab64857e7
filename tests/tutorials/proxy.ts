/**
 * A proxy between a program and the sandbox. It kills the program, and loses or changes requests and responses, so that
 * a test sees what the program does after a crash or a lost response.
 */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that the program has sent. */
export interface Sent {
  /** In capital letters, for example `POST`. */
  method: string;
  /** The path and the query, for example `/v1/public-api/organizations/5f2b…/customers?limit=100`. */
  url: string;
  /** The same without the organization, for example `/customers?limit=100`. */
  path: string;
  /** The text of the body; empty if there's none. */
  body: string;
}

/**
 * What happens to one request.
 *
 * - The sandbox doesn't get it: `kill-before` kills the process, `lose-request` closes the connection, and a number is
 *   the HTTP status of a response without data, which for a redirect leads to the same URL.
 * - The sandbox carries it out: `kill-after` kills the process, `lose-response` closes the connection,
 *   `request-timeout` responds with status 408 and HTML, `unreadable` with the sandbox's status and HTML, and `sale`
 *   with the sale instead of its refund.
 */
export type Fault =
  | ('kill-before' | 'kill-after' | 'lose-request' | 'lose-response')
  | ('request-timeout' | 'unreadable' | 'sale')
  | number;

/** A fault of a request that the test chooses. */
interface ChosenFault {
  kind: Fault;
  /**
   * Whether a request has the fault; without it, each that isn't a GET. It gets the request and its index in `sent`.
   */
  when?: (request: Sent, index: number) => boolean;
  /** Whether further requests have it, too; without it, the proxy clears the fault once it has happened. */
  isLasting?: boolean;
}

/**
 * A proxy on a free port of this machine. A test sets its fields, and points the program to its `url`. What the program
 * sends is passed on to the sandbox with its key, unless a field says otherwise. If the sandbox can't be reached, or a
 * function that a test has set throws, the rejection is left unhandled, which fails the test.
 */
export class FaultyProxy {
  /** The sandbox's URL, without a slash at the end. */
  target = '';
  /** The proxy's own URL, without a slash at the end; empty before `start`. */
  url = '';
  /** The requests that the program has sent, with the latest at the end. A test can empty it. */
  sent: Sent[] = [];
  /** The process that's killed. */
  child: ChildProcess | undefined;
  /** A fault of one request, or one that all requests other than GET have, as long as it's set. */
  fault: Fault | ChosenFault | undefined;
  /** The HTTP statuses of responses to the next GET requests, one for each, before the sandbox gets any. */
  failures: number[] = [];
  /** Runs once, before the next request that isn't a GET is handled, also if it has a fault. */
  meanwhile: (() => Promise<void>) | undefined;
  /** Runs before each request that the sandbox gets, as long as it's set. It gets the request. */
  before: ((request: Sent) => Promise<void> | void) | undefined;
  /** Returns the text that the program gets instead of a response's, from the request and the sandbox's text. */
  rewrite: ((request: Sent, text: string) => string) | undefined;

  private readonly server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const path = url.replace(/^\/v1\/public-api\/organizations\/[^/]+/, '');
      const last = { method, url, path, body: Buffer.concat(chunks).toString() };
      this.sent.push(last);
      void this.handle(last, headers, response);
    });
  });

  /**
   * Listens on a free port, and sets `url`.
   *
   * @returns a promise that's fulfilled once the proxy takes requests
   * @throws if no port is free, or the proxy listens already
   */
  async start(): Promise<void> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Stops listening, and closes all connections. A request that's being handled gets no response. */
  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  /**
   * Prepares the next test: clears all fields except `url`.
   *
   * @param target - The URL of the next test's sandbox, without a slash at the end.
   */
  reset(target: string): void {
    const hooks = { meanwhile: undefined, before: undefined, rewrite: undefined };
    Object.assign(this, { target, sent: [], child: undefined, fault: undefined, failures: [], ...hooks });
  }

  /** Whether the fault that's set kills the process, so that the program can't run inside the test's own. */
  get kills(): boolean {
    const kind = typeof this.fault === 'object' ? this.fault.kind : this.fault;
    return kind === 'kill-before' || kind === 'kill-after';
  }

  /** The fault of a request that has just been sent. Takes it, if it's for one request only. */
  private takeFault(request: Sent): Fault | undefined {
    const { fault } = this;
    const isRead = request.method === 'GET';
    const failure = isRead ? this.failures.shift() : undefined;
    if (failure !== undefined || fault === undefined) return failure;
    if (typeof fault !== 'object') return isRead ? undefined : fault;
    if (!(fault.when?.(request, this.sent.length - 1) ?? !isRead)) return undefined;
    if (fault.isLasting !== true) this.fault = undefined;
    return fault.kind;
  }

  private async forward(
    { method, url, body }: Pick<Sent, 'method' | 'url' | 'body'>,
    { authorization = '', 'content-type': type }: IncomingHttpHeaders,
  ): Promise<{ status: number; text: string }> {
    const headers = { authorization, ...(type === undefined ? {} : { 'content-type': type }) };
    const reply = await fetch(`${this.target}${url}`, { method, headers, ...(body === '' ? {} : { body }) });
    return { status: reply.status, text: await reply.text() };
  }

  /** Handles a request with its fault, if it has one. */
  private async handle(request: Sent, headers: IncomingHttpHeaders, response: ServerResponse): Promise<void> {
    const kind = this.takeFault(request);
    if (request.method !== 'GET') {
      const { meanwhile } = this;
      this.meanwhile = undefined;
      await meanwhile?.();
    }
    // A redirect leads to the same path, where a second request would be counted.
    if (typeof kind === 'number') return void response.writeHead(kind, { location: request.url }).end('{}');
    const isSent = kind !== 'kill-before' && kind !== 'lose-request';
    if (isSent) await this.before?.(request);
    const reply = isSent ? await this.forward(request, headers) : undefined;
    if (kind === 'kill-before' || kind === 'kill-after') this.child?.kill('SIGKILL');
    if (!reply || kind === 'kill-after' || kind === 'lose-response') return void response.destroy();
    if (kind === 'request-timeout') return void response.writeHead(408).end('<html>');
    // A response with status 204 would have no body.
    if (kind === 'unreadable') return void response.writeHead(reply.status === 204 ? 200 : reply.status).end('<html>');
    // The API can return the sale instead of the refund.
    const sale = { method: 'GET', url: request.url.replace(/\/refund$/, ''), body: '' };
    const { text } = kind === 'sale' ? await this.forward(sale, headers) : reply;
    response.writeHead(reply.status, { 'content-type': 'application/json' }).end(this.rewrite?.(request, text) ?? text);
  }
}
