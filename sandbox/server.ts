/**
 * The HTTP side: finds the operation of a request, checks the request, lets its handler answer, and writes the reply in
 * the form of the OpenAPI file.
 */
import type { AddressInfo } from 'node:net';
import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { Description, type Operation } from '../src/description/description';
import type { OpenApiDocument } from '../src/description/types';
import { movePaymentForms } from './billing';
import { Clock } from './clock';
import { addControls, type Faults } from './controls';
import { Refusal } from './errors';
import type { Query } from './lists';
import { Reply } from './reply';
import type { Fields } from './records';
import { dueRules, handlers } from './rules';
import { EXAMPLE_NOW, seedExamples } from './seed';
import { cutToSchema } from './shape';
import { MemoryStore, readSnapshot, Saver } from './store';
import { expandReferences, OperationCheck } from './validation';
import { World } from './state';

const BODY_LIMIT = 4 * 1024 * 1024;

/** One request and its reply. */
export interface Exchange {
  method: string;
  /** Path and query. */
  target: string;
  /** Operation of the OpenAPI file; undefined for a path that it doesn't have. */
  operationId: string | undefined;
  requestBody: string;
  status: number;
  contentType: string | undefined;
  body: string;
  /** What's wrong with the request (4xx) or with the reply (500). */
  problem: string | undefined;
}

/** Settings of {@link startSandbox}. */
export interface SandboxOptions {
  /** TCP port; 0 takes a free one. */
  port: number;
  /** Address to listen on; the loopback address if it's left out. */
  host?: string;
  /** Accept what the OpenAPI file doesn't know. */
  isLenient?: boolean;
  /** Begin without the example world. */
  isEmpty?: boolean;
  /** Moment at which the clock begins, RFC 3339; the computer's time if it's left out. */
  startAt?: string;
  /** File that keeps the records. */
  dataFile?: string;
  /** Check each reply against the OpenAPI file, and answer 500 with the reason if it doesn't fit. */
  checksReplies?: boolean;
  /** Pauses before each retry of an event, in milliseconds. */
  retryPauses?: number[];
  /** Is told of every exchange. */
  onExchange?: (exchange: Exchange) => void;
}

/** A running sandbox. */
export interface Sandbox {
  url: string;
  operationCount: number;
  world: World;
  close: () => Promise<void>;
}

interface Api {
  description: Description;
  checks: OperationCheck[];
}
const known = new WeakMap<OpenApiDocument, Api>();

/** Reads the OpenAPI file once, however many sandboxes run on it. */
function readApi(document: OpenApiDocument): Api {
  let api = known.get(document);
  if (!api) {
    const description = new Description(document);
    const expanded = expandReferences(document);
    const operations = [...description.operations.values()].filter(({ method }) => method !== 'event');
    known.set(
      document,
      (api = { description, checks: operations.map((operation) => new OperationCheck(expanded, operation)) }),
    );
  }
  return api;
}

/** The credential of a request, if it has one that the operation takes; a header without a value counts as none. */
function findCredential(description: Description, { security }: Operation, context: Context): string | undefined {
  if (security.some((schemes) => schemes.length === 0)) return '';
  for (const name of security.flat()) {
    const scheme = description.getSecurityScheme(name);
    if (scheme.in === 'query') {
      const token = context.req.query(scheme.name ?? '');
      if (token) return token;
      continue;
    }
    const [word = '', value] = (context.req.header('Authorization') ?? '').split(/ +/);
    if (value && word.toLowerCase() === (scheme.type === 'http' ? scheme.scheme : 'apikey')?.toLowerCase())
      return value;
  }
  return undefined;
}

/** Statuses that the guide explains although the OpenAPI file has none of them. */
const UNDOCUMENTED = ['413', '429'];

/**
 * The refusal that a caller asks for, to try out how it's handled: `Prefer: code=500`.
 *
 * @throws a 400 if the operation doesn't have that status, because a test that asks for it would prove nothing
 */
function findWanted(description: Description, operation: Operation, context: Context): unknown {
  const status = /(?:^|[ ,;])code=(\d{3})/.exec(context.req.header('Prefer') ?? '')?.[1];
  if (status === undefined || status.startsWith('2')) return undefined;
  if (UNDOCUMENTED.includes(status)) throw new Refusal(Number(status), 'Asked for with the header Prefer.');
  const response = operation.responses.get(status);
  if (!response) {
    const others = [...operation.responses.keys()].filter((code) => !code.startsWith('2'));
    throw new Refusal(
      400,
      `The header Prefer asks for the status ${status}, which ${operation.id} doesn't have. It has ${[...others, ...UNDOCUMENTED].join(', ')}.`,
    );
  }
  return description.examples(description.media(response.content)?.media)[0]?.value;
}

/** The query with each value of the type that the OpenAPI file gives it. */
function readQuery(description: Description, operation: Operation, raw: Record<string, string[]>): Query {
  return Object.fromEntries(
    operation.parameters
      .filter((entry) => entry.in === 'query')
      .map(({ name, schema = {} }) => {
        const { type, default: standard } = description.resolve(schema);
        const values = raw[name];
        const [value] = values ?? [];
        if (value === undefined) return [name, standard as Query[string]];
        return [
          name,
          type === 'array'
            ? values
            : type === 'integer' || type === 'number'
              ? Number(value)
              : type === 'boolean'
                ? value === 'true'
                : value,
        ];
      }),
  );
}

async function readBody(context: Context): Promise<{ text: string; value: unknown }> {
  const text = await context.req.text();
  if (text === '') return { text, value: undefined };
  const type = context.req.header('Content-Type') ?? '';
  if (!/\bjson\b/.test(type))
    throw new Refusal(
      400,
      `The body must be JSON with the header Content-Type: application/json; this one has "${type}".`,
    );
  try {
    return { text, value: JSON.parse(text) as unknown };
  } catch (error) {
    throw new Refusal(400, `The body isn’t valid JSON: ${(error as Error).message}`);
  }
}

/**
 * Starts a sandbox.
 *
 * @param document the OpenAPI file, bundled
 * @param options settings
 * @returns the running sandbox; it must be closed
 * @throws if the port is taken, the data file can't be read, or an operation has no handler
 */
export async function startSandbox(document: OpenApiDocument, options: SandboxOptions): Promise<Sandbox> {
  const { description, checks } = readApi(document);
  const store = new MemoryStore();
  const saved = options.dataFile === undefined ? undefined : readSnapshot(options.dataFile);
  const start = options.startAt === undefined ? Date.now() : Date.parse(options.startAt);
  // The example world ends at its present; from there on it lives by the sandbox's rules.
  const startOffset = (options.isEmpty === true ? start : Math.max(start, Date.parse(EXAMPLE_NOW))) - Date.now();
  const world = new World(store, description, new Clock(saved?.clockOffset ?? startOffset), '');
  if (options.retryPauses) world.events.retryPauses = options.retryPauses;
  for (const [kind, rule] of dueRules) world.addDueRule(kind, rule);
  const saver =
    options.dataFile === undefined
      ? undefined
      : new Saver(options.dataFile, () => ({ version: 1, clockOffset: world.clock.offset, records: store.dump() }));
  store.onChange = (kind, id) => {
    world.plan(kind, id);
    saver?.schedule();
  };

  world.clock.onMove = () => saver?.schedule();

  const app = new Hono();
  const refuse = (context: Context, error: unknown): Response => {
    const refusal =
      error instanceof Refusal
        ? error
        : new Refusal(500, error instanceof Error ? (error.stack ?? error.message) : String(error));
    return context.json(refusal.body, refusal.status as 400);
  };
  const limitBody = bodyLimit({
    maxSize: BODY_LIMIT,
    onError: (context) => refuse(context, new Refusal(413, 'The body has more than 4 MB.')),
  });

  const answer = async (
    check: OperationCheck,
    context: Context,
  ): Promise<{ response: Response; text: string; problem?: string }> => {
    const { operation } = check;
    let text = '';
    try {
      const credential = findCredential(description, operation, context);
      if (credential === undefined) throw new Refusal(401, 'Missing auth token');
      const raw = context.req.queries();
      const request = await readBody(context);
      text = request.text;
      const query = Object.fromEntries(
        Object.entries(raw).map(([name, values]) => [name, values.length > 1 ? values : (values[0] ?? '')]),
      );
      const headers = context.req.header();
      const problems = check.findProblems(
        { method: operation.method, path: context.req.path, query, headers, body: request.value },
        options.isLenient === true,
      );
      if (problems.length > 0) throw new Refusal(400, ...new Set(problems));
      const wanted = findWanted(description, operation, context) as Fields | undefined;
      if (wanted) {
        const response = context.json(wanted, Number(wanted['statusCode']) as 400);
        return { response, text, problem: 'asked for with the header Prefer' };
      }
      world.settle();
      const params = context.req.param() as Record<string, string>;
      const { organizationId = '' } = params;
      if (organizationId !== '' && !store.get('organizations', organizationId)) {
        throw new Refusal(
          404,
          `There is no organization "${organizationId}". Create one with POST /v1/organizations/ and use its ID.`,
        );
      }
      const accountId = credential.split('_')[0] ?? '';
      const handler = handlers[operation.id];
      const result = handler?.({
        operation,
        world,
        params,
        query: readQuery(description, operation, raw),
        body: (request.value ?? {}) as Fields,
        organizationId,
        accountId,
      });
      return { text, ...reply(check, context, result) };
    } catch (error) {
      const response = refuse(context, error);
      return { response, text, problem: error instanceof Refusal ? error.message : String(error) };
    }
  };

  const reply = ({ operation }: OperationCheck, context: Context, result: unknown): { response: Response } => {
    const { body: value, headers } = result instanceof Reply ? result : { body: result, headers: {} };
    const status = Number(description.successStatus(operation));
    const media = description.media(description.getResponse(operation, String(status)).content);
    if (!media) return { response: context.body(null, status as 204, headers) };
    if (value instanceof Buffer)
      return { response: context.body(new Uint8Array(value), status as 200, { 'Content-Type': media.type }) };
    const isList = (value as Fields)['type'] === 'list' && Array.isArray((value as Fields)['data']);
    const envelope = isList ? value : { type: 'object', data: value };
    const body = cutToSchema(media.media.schema ?? {}, envelope, (part) => description.resolve(part));
    return { response: context.json(body as object, status as 200, headers) };
  };

  const report = async (
    context: Context,
    operationId: string | undefined,
    text: string,
    response: Response,
    problem?: string,
  ): Promise<void> => {
    if (!options.onExchange) return;
    const { pathname, search } = new URL(context.req.url);
    const contentType = response.headers.get('Content-Type')?.split(';')[0];
    options.onExchange({
      method: context.req.method,
      target: pathname + search,
      operationId,
      requestBody: text,
      status: response.status,
      contentType,
      body: await response.clone().text(),
      problem,
    });
  };

  app.onError((error, context) => refuse(context, error));
  const faults: Faults = { losesNextResponse: false };
  addControls(app, world, options.host !== undefined, faults);
  // A path that is written out goes before one with a placeholder in the same place.
  const sorted = [...checks].sort(
    (left, right) => left.operation.path.split('{').length - right.operation.path.split('{').length,
  );
  for (const check of sorted) {
    const { id, method, path } = check.operation;
    if (!handlers[id]) throw new Error(`The sandbox has no handler for ${id}. Add one in sandbox/rules.`);
    app.on(method.toUpperCase(), path.replace(/\{(\w+)\}/g, ':$1'), limitBody, async (context) => {
      const answered = await answer(check, context);
      let { response, problem } = answered;
      if (options.checksReplies === true) {
        const wrong = await findReplyProblem(check, response);
        if (wrong !== undefined)
          ({ response, problem } = { response: refuse(context, new Refusal(500, wrong)), problem: wrong });
      }
      await report(context, id, answered.text, response, problem);
      if (faults.losesNextResponse && method !== 'get') {
        faults.losesNextResponse = false;
        (context.env as HttpBindings).outgoing.destroy();
        return RESPONSE_ALREADY_SENT;
      }
      return response;
    });
  }
  app.notFound(async (context) => {
    const paths = checks.filter(({ operation }) =>
      new RegExp(`^${operation.path.replace(/\{\w+\}/g, '[^/]+')}/?$`).test(context.req.path.replace(/\/$/, '')),
    );
    const advice =
      paths.length > 0
        ? ` It knows ${paths.map(({ operation }) => `${operation.method.toUpperCase()} ${operation.path}`).join(', ')}.`
        : ' See the API reference for all operations.';
    const reason = `The API has no ${context.req.method} ${context.req.path}.${advice}`;
    const response = refuse(context, new Refusal(404, reason));
    await report(context, undefined, await context.req.text(), response, reason);
    return response;
  });

  if (saved) store.load(saved.records);
  else if (options.isEmpty !== true) seedExamples(world);
  const server = createAdaptorServer({ fetch: app.fetch });
  const host = options.host ?? '127.0.0.1';
  await new Promise<void>((resolve, reject) =>
    server.once('error', reject).listen({ port: options.port, host, backlog: 4096 }, resolve),
  );
  const { port } = server.address() as AddressInfo;
  const url = `http://localhost:${port}`;
  world.baseUrl = url;
  movePaymentForms(world);
  world.events.resume();
  const timer = setInterval(() => world.settle(), 1000).unref();
  const close = async (): Promise<void> => {
    clearInterval(timer);
    world.events.close();
    saver?.flush();
    if ('closeAllConnections' in server) server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url, operationCount: checks.length, world, close };
}

/** What is wrong with a reply, as one line. */
async function findReplyProblem(check: OperationCheck, response: Response): Promise<string | undefined> {
  // Beyond the OpenAPI file: a body that is too large, and too many requests.
  if (UNDOCUMENTED.includes(String(response.status))) return undefined;
  const headers = Object.fromEntries(response.headers);
  const text = await response.clone().text();
  const isJson = headers['content-type']?.startsWith('application/json') === true;
  const body: unknown = isJson ? JSON.parse(text) : text === '' ? undefined : text;
  const problems = check.findReplyProblems(response.status, headers, body);
  return problems.length > 0
    ? `The reply of ${check.operation.id} isn't as documented: ${problems.join('; ')}`
    : undefined;
}
