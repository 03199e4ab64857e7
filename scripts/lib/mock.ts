/**
 * The local PAI: a mock of the API on this machine, made from the description alone.
 *
 * Prism (a mock server for OpenAPI) validates every request and answers with the documented examples. In front of it
 * stands a small server that tells Prism which example fits the request, and mends what Prism answers otherwise than
 * the description means: refusals say what is wrong and have the status 400, an empty key counts as none, and an
 * invoice is a PDF.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import {
  createServer,
  request as forward,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
} from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { JsonValue, OpenApiDocument } from '../../src/description/types';
import { badRequest, explain, isCredential, MockReplies, violationsOf } from './mock-replies';
import { samplePdf } from './sample-pdf';

/** The address where the mock listens, and that Prism uses behind it: this machine only. */
const HOST = '127.0.0.1';
const START_LIMIT_MS = 60_000;

/** One request and its reply, as the mock saw them. */
export interface Exchange {
  method: string;
  /** Path and query. */
  target: string;
  /** Operation of the description; undefined for a path that it does not have. */
  operationId: string | undefined;
  requestBody: string;
  status: number;
  contentType: string | undefined;
  body: string;
  /** What is wrong with the request (4xx) or with the documented example (500). */
  problem: string | undefined;
}

/** A running mock. */
export interface Mock {
  url: string;
  operationCount: number;
  close: () => Promise<void>;
}

/** Settings of {@link startMock}. */
export interface MockOptions {
  /** TCP port; 0 takes a free one. */
  port: number;
  /** Is told of every exchange. */
  onExchange?: (exchange: Exchange) => void;
}

interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) {
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

/** Listens and gives the port; rejects if it is taken. */
function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, HOST, () => resolve((server.address() as AddressInfo).port));
  });
}

/** A port of this machine that nothing uses at the moment. */
export async function freePort(): Promise<number> {
  const probe = createServer();
  const port = await listen(probe, 0);
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/** Says whether a process has ended, by itself or by a signal. */
function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

/** Waits until something listens on the port. */
async function accepting(port: number, child: ChildProcess, output: () => string): Promise<void> {
  const limit = Date.now() + START_LIMIT_MS;
  while (Date.now() < limit && !hasEnded(child)) {
    const open = await new Promise<boolean>((resolve) => {
      const socket = connect(port, HOST, () => resolve(true)).once('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
    if (open) {
      return;
    }
    await new Promise((wake) => setTimeout(wake, 100));
  }
  child.kill();
  throw new Error(`Prism did not start (status ${child.exitCode ?? 'none'}):\n${output()}`);
}

/** Starts Prism on a free port. */
async function startPrism(file: string): Promise<{ port: number; child: ChildProcess }> {
  const port = await freePort();
  const program = createRequire(path.join(process.cwd(), 'package.json')).resolve('@stoplight/prism-cli');
  const args = [
    program,
    'mock',
    '--errors',
    '--cors=false',
    '--verboseLevel',
    'fatal',
    '--host',
    HOST,
    '--port',
    String(port),
    file,
  ];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (output = `${output}${chunk.toString()}`.slice(-4000)));
  }
  const stop = () => child.kill();
  process.once('exit', stop);
  child.once('exit', () => process.off('exit', stop));
  await accepting(port, child, () => output);
  return { port, child };
}

/** Hands a request on to Prism. */
function askPrism(port: number, message: IncomingMessage, headers: IncomingHttpHeaders, body: Buffer): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const outgoing = forward(
      { host: HOST, port, method: message.method, path: message.url, headers, agent: false },
      (reply) => {
        bodyOf(reply).then(
          (content) => resolve({ status: reply.statusCode ?? 500, headers: reply.headers, body: content }),
          reject,
        );
      },
    );
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}

function parsed(text: string): { value?: JsonValue; broken: boolean } {
  try {
    return { value: JSON.parse(text) as JsonValue, broken: false };
  } catch {
    return { broken: text !== '' };
  }
}

/** The headers for Prism: the request's own, without empty credentials, with the example that fits. */
function headersFor(headers: IncomingHttpHeaders, prefer: string | undefined): IncomingHttpHeaders {
  const result: IncomingHttpHeaders = { ...headers };
  delete result['transfer-encoding'];
  if (!isCredential(headers.authorization)) {
    delete result.authorization;
  }
  // A reader may ask for a documented reply by name: https://docs.stoplight.io/docs/prism (request headers).
  if (prefer !== undefined && headers['prefer'] === undefined) {
    result['prefer'] = prefer;
  }
  return result;
}

/** Mends what Prism answers otherwise than the description means. */
function mend(reply: Reply, brokenJson: boolean): Reply {
  const violations = violationsOf(reply.headers['sl-violations']);
  if (brokenJson && reply.status === 400) {
    violations.push({ location: ['request', 'body'], message: 'The body is no valid JSON' });
  }
  const refused = reply.status === 400 || reply.status === 422;
  if (refused && violations.length > 0) {
    const headers = { ...reply.headers, 'content-type': 'application/json' };
    return { status: 400, headers, body: Buffer.from(badRequest(violations)) };
  }
  if (reply.status === 200 && reply.headers['content-type'] === 'application/pdf') {
    return { ...reply, body: samplePdf('A sample invoice of the local mock') };
  }
  return reply;
}

/**
 * Starts the mock.
 *
 * @param source bundled description
 * @returns the running mock; it must be closed
 * @throws if the port is taken or Prism does not start
 */
export async function startMock(source: OpenApiDocument, options: MockOptions): Promise<Mock> {
  const replies = new MockReplies(source);
  const folder = mkdtempSync(path.join(tmpdir(), 'pai-mock-'));
  const file = path.join(folder, 'openapi.json');
  writeFileSync(file, JSON.stringify(replies.document));
  const { port: prismPort, child } = await startPrism(file);

  async function answer(message: IncomingMessage): Promise<Reply> {
    const body = await bodyOf(message);
    const text = body.toString('utf8');
    const { value, broken } = parsed(text);
    const method = message.method ?? 'GET';
    const target = message.url ?? '/';
    const call = { method, path: new URL(target, 'http://localhost').pathname, body: value };
    const headers = headersFor(message.headers, replies.prefer(call));
    if (body.length > 0) {
      headers['content-length'] = String(body.length);
    }
    const raw = await askPrism(prismPort, message, headers, body);
    const isJson = /\bjson\b/.test(message.headers['content-type'] ?? '');
    const reply = mend(raw, broken && isJson);
    options.onExchange?.({
      method,
      target,
      operationId: replies.match(call)?.operation.id,
      requestBody: text,
      status: reply.status,
      contentType: reply.headers['content-type'],
      body: reply.body.toString('utf8'),
      problem:
        reply.status < 400
          ? undefined
          : explain(violationsOf(raw.headers['sl-violations'])) || reply.body.toString('utf8'),
    });
    return reply;
  }

  const server = createServer((message, response) => {
    answer(message).then(
      ({ status, headers, body }) => {
        const own = new Set([
          'connection',
          'keep-alive',
          'transfer-encoding',
          'content-length',
          'sl-violations',
          'date',
        ]);
        for (const [name, value] of Object.entries(headers)) {
          if (value !== undefined && !own.has(name)) {
            response.setHeader(name, value);
          }
        }
        response.writeHead(status, status === 204 ? {} : { 'content-length': body.length }).end(body);
      },
      (error: unknown) =>
        response.writeHead(502).end(`The mock failed: ${error instanceof Error ? error.message : String(error)}\n`),
    );
  });
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    if (!hasEnded(child)) {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill();
      await ended;
    }
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const port = await listen(server, options.port);
    return { url: `http://localhost:${port}`, operationCount: replies.operationCount, close };
  } catch (error) {
    await close().catch(() => undefined);
    throw error;
  }
}
