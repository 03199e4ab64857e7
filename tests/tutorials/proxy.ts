/**
 * A proxy between a program and the sandbox. It kills the program, and loses or changes requests and responses, so that
 * a test sees what the program does after a crash or a lost response.
 */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that the program has sent. */
export interface Sent {
  method: string;
  url: string;
  body: string;
}
/**
 * What happens to one request, before or after the sandbox has carried it out. A number is the status of a response
 * without data.
 */
export type Fault = 'kill-before' | 'kill-after' | 'lose-request' | 'lose-response' | 'unreadable' | 'sale' | number;

/** What the proxy does, and what it has seen. A test sets the fields, and `reset` clears them. */
export class FaultyProxy {
  /** The sandbox's URL. */
  target = '';
  url = '';
  sent: Sent[] = [];
  /** The process that's killed. */
  child: ChildProcess | undefined;
  /** Applies to requests that change something, as long as it's set. */
  fault: Fault | undefined;
  /** The status of responses to GET requests, one for each, before the sandbox gets any. */
  failures: number[] = [];
  /** Runs once, before the sandbox gets a request that changes something. */
  meanwhile: (() => Promise<void>) | undefined;

  private readonly server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '' } = request;
      const last = { method, url, body: Buffer.concat(chunks).toString() };
      this.sent.push(last);
      void this.handle(last, response);
    });
  });

  async start(): Promise<void> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.server.close();
  }

  /** Prepares the next test. */
  reset(target: string): void {
    Object.assign(this, { target, sent: [], child: undefined, fault: undefined, failures: [], meanwhile: undefined });
  }

  private async forward({ method, url, body }: Sent): Promise<{ status: number; text: string }> {
    const headers = { authorization: 'ApiKey acc_key_id', 'content-type': 'application/json' };
    const reply = await fetch(`${this.target}${url}`, { method, headers, ...(body === '' ? {} : { body }) });
    return { status: reply.status, text: await reply.text() };
  }

  /** Handles a request with its fault, if it has one. */
  private async handle(request: Sent, response: ServerResponse): Promise<void> {
    const isRead = request.method === 'GET';
    const kind = isRead ? this.failures.shift() : this.fault;
    const before = isRead ? undefined : this.meanwhile;
    if (!isRead) this.meanwhile = undefined;
    await before?.();
    // A redirect leads to the same path, where a second request would be counted.
    if (typeof kind === 'number') return void response.writeHead(kind, { location: request.url }).end('{}');
    const isSent = kind !== 'kill-before' && kind !== 'lose-request';
    const reply = isSent ? await this.forward(request) : undefined;
    if (kind?.startsWith('kill') === true) this.child?.kill('SIGKILL');
    if (!reply || kind === 'kill-after' || kind === 'lose-response') return void response.destroy();
    // The API can return the sale instead of the refund.
    const sale = { method: 'GET', url: request.url.replace(/\/refund$/, ''), body: '' };
    const { text } = kind === 'sale' ? await this.forward(sale) : reply;
    response.writeHead(reply.status).end(kind === 'unreadable' ? '<html>' : text);
  }
}
