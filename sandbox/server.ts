/** The HTTP side: finds the operation of a request, checks it, lets its handler answer, and writes the reply. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Specification, type Operation } from '../src/specification/specification';
import type { OpenApiDocument } from '../src/specification/types';
import { movePaymentForms } from './billing';
import { Clock } from './clock';
import { type Answer, answerControl, type ControlRequest, readJson, toJson } from './controls';
import { Refusal } from './errors';
import type { Entity, Fields } from './records';
import { dueRules, handlers } from './rules';
import { EXAMPLE_NOW, seedExamples } from './seed';
import { createAdviser } from './advice';
import { cutToSchema, makeResolve, type Resolve } from './shape';
import { type Call, World } from './state';
import { lockFile, readFile, Saver } from './store';
import { OperationCheck, Rules } from './validation';

const BODY_LIMIT = 4 * 1024 * 1024;
/** The status of a body over the limit, which the OpenAPI file doesn't have. */
const TOO_LARGE = '413';

/** One request to the API and its reply. `problem` is what's wrong with the request (4xx) or with the reply (500). */
export type Exchange = Record<'method' | 'target' | 'requestBody' | 'body', string> & {
  status: number;
} & Record<'operationId' | 'contentType' | 'problem', string | undefined>;

/** Settings of {@link startSandbox}. */
export interface SandboxOptions {
  /** TCP port; 0 takes a free one. */
  port: number;
  /** Origins whose pages may call the sandbox, such as `http://localhost:5173`. */
  allowedOrigins?: readonly string[];
  /** Begin without the example data. */
  isEmpty?: boolean;
  /** Moment at which the clock begins, RFC 3339; the computer's time if it's left out. */
  startAt?: string;
  /** File that keeps the records. */
  dataFile?: string;
  /** Check each reply against the OpenAPI file, and answer 500 with the reason if it doesn't fit. */
  checksReplies?: boolean;
  /** Pauses before each retry of an event, in milliseconds. */
  retryPauses?: number[];
  /** Is called with advice for the developer, once for each kind. */
  onAdvice?: (text: string) => void;
  /** Is told of every exchange with the API. */
  onExchange?: (exchange: Exchange) => void;
}

/** A running sandbox. */
export type Sandbox = { url: string; operationCount: number; world: World; close: () => Promise<void> };

/** A request whose path was understood. */
type Request = ControlRequest & { headers: IncomingHttpHeaders };

function refuse(error: unknown): Answer {
  if (error instanceof Refusal) return { ...toJson(error.status, error.body), problem: error.message };
  const { message, stack } = error as Error;
  // Where the fault is belongs on the console, not into a reply.
  return { ...toJson(500, new Refusal(500, `The sandbox has a fault: ${message}`).body), problem: stack };
}

/** Parts of a path, decoded. Throws a 400 for what no address of the API has. */
function splitPath(path: string, query: string): string[] {
  try {
    decodeURIComponent(query);
    const parts = path.split('/').slice(1).map(decodeURIComponent);
    if (/^[!-~]*$/.test(path) && !parts.some((part) => /\p{Cc}|[/\\]/u.test(part))) return parts;
  } catch {
    // Said below.
  }
  throw new Refusal(
    400,
    'The address has characters that no ID has. Encode it as UTF-8, and leave slashes out of IDs.',
  );
}

/** The body as text. One over the limit is read to its end, so that the client sees the answer. */
async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= BODY_LIMIT) chunks.push(chunk);
  }
  if (size > BODY_LIMIT) throw new Refusal(413, 'The body has more than 4 MB.');
  return Buffer.concat(chunks).toString();
}

/** The credential of a request, if it has one that the operation takes; a header without a value counts as none. */
function findCredential(specification: Specification, { security }: Operation, request: Request): string | undefined {
  if (security.every((schemes) => schemes.length === 0)) return '';
  const [word = '', value] = (request.headers.authorization ?? '').split(/ +/);
  for (const name of security.flat()) {
    const { type, in: place, name: key = '', ...rest } = specification.getSecurityScheme(name);
    const { scheme = type === 'apiKey' ? 'apikey' : 'bearer' } = rest;
    if (place !== 'query' && /^(authorization)?$/i.test(key)) {
      if (value && word.toLowerCase() === scheme) return value;
    } else {
      const cookie = request.headers.cookie?.split(/; */).find((entry) => entry.startsWith(`${key}=`));
      const header = place === 'cookie' ? cookie?.slice(key.length + 1) : request.headers[key.toLowerCase()];
      const sent = place === 'query' ? request.query.get(key) : header;
      if (sent) return String(sent);
    }
  }
  // Without TLS, there are no certificates.
  const isCertificate = (name: string): boolean => specification.getSecurityScheme(name).type === 'mutualTLS';
  return security.some((schemes) => schemes.every(isCertificate)) ? '' : undefined;
}

/** The refusal that a caller asks for with `Prefer: code=500`. Throws a 400 if the operation doesn't have that status. */
function findWanted(specification: Specification, { id, responses }: Operation, prefer: unknown): Answer | undefined {
  const [, status = '2'] = /(?:^|[ ,;])code=(\d{3})/.exec(String(prefer)) ?? [];
  if (status.startsWith('2')) return undefined;
  if (status === TOO_LARGE) throw new Refusal(413, 'Asked for with the header Prefer.');
  const others = [...responses.keys(), TOO_LARGE].filter((code) => !code.startsWith('2'));
  const response = responses.get(status);
  if (!response)
    throw new Refusal(400, `Prefer: code=${status}, which ${id} doesn't have. It has ${others.join(', ')}.`);
  const [example] = specification.examples(specification.media(response.content)?.media);
  return { ...toJson(Number(status), example?.value), problem: 'asked for with the header Prefer' };
}

/** An operation with its check and the parts of its path. */
type Route = { check: OperationCheck; method: string; parts: string[] };

const fits = ({ parts }: Route, path: readonly string[]): boolean =>
  parts.length === path.length &&
  parts.every((part, index) => (part.startsWith('{') ? path[index] !== '' : part === path[index]));

type Api = { specification: Specification; resolve: Resolve; routes: Route[] };
const known = new WeakMap<OpenApiDocument, Api>();

/** Reads the OpenAPI file once, however many sandboxes run on it. */
function readApi(document: OpenApiDocument): Api {
  const found = known.get(document);
  if (found) return found;
  const specification = new Specification(document);
  const resolve = makeResolve(specification);
  const rules = new Rules(document, specification, resolve);
  const routes = [...specification.operations.values()]
    .filter(({ method }) => method !== 'event')
    // A path that is written out goes before one with a placeholder in the same place.
    .sort((left, right) => left.path.split('{').length - right.path.split('{').length)
    .map((operation): Route => {
      const [method, parts] = [operation.method.toUpperCase(), operation.path.split('/').slice(1)];
      return { check: new OperationCheck(rules, operation), method, parts };
    });
  const api = { specification, resolve, routes };
  known.set(document, api);
  return api;
}

/** Lets the handler of an operation do what was asked for, and cuts what it gives to the form of a reply. */
function carryOut({ rules, bodySchema }: OperationCheck, call: Call): Answer {
  const { world, operation, organizationId } = call;
  const { specification } = world;
  world.settle();
  if (organizationId !== '' && !world.store.get('organizations', organizationId))
    throw new Refusal(404, `There is no organization "${organizationId}". Create one with POST /v1/organizations/.`);
  world.advise(call, Object.keys((bodySchema && rules.resolve(bodySchema).properties) ?? {}));
  const response = specification.getResponse(operation, specification.successStatus(operation));
  // `default` and `2XX` stand for several statuses.
  const status = Number(specification.successStatus(operation)) || 200;
  const { type, media } = specification.media(response.content) ?? {};
  const handler = Object.hasOwn(handlers, operation.id) ? handlers[operation.id] : undefined;
  if (!handler) {
    const example = specification.examples(media)[0]?.value ?? {};
    const given = { ...toJson(status, example), problem: 'answered with its example: the sandbox has no rule for it' };
    const headers: Record<string, string> = {};
    for (const [name, { example: token }] of specification.headers(response))
      if (typeof token === 'string') headers[name] = token;
    return { ...given, headers, type, ...(typeof example === 'string' ? { body: example } : {}) };
  }
  const value = handler(call);
  if (!media) return { status };
  if (value instanceof Buffer) return { status, type, body: value };
  const isList = (value as Entity)['type'] === 'list' && Array.isArray((value as Entity)['data']);
  const envelope = isList ? value : { type: 'object', data: value };
  return toJson(status, cutToSchema(media.schema ?? {}, envelope, rules.resolve));
}

/** Answers an operation of the API. */
function answerOperation({ check, parts }: Route, request: Request, world: World): Answer {
  const { operation } = check;
  const { path, query, headers, text } = request;
  const credential = findCredential(world.specification, operation, request);
  if (credential === undefined) throw new Refusal(401, 'Missing auth token');
  const params = Object.fromEntries(
    parts.flatMap((part, index) => (part.startsWith('{') ? [[part.slice(1, -1), path[index] ?? '']] : [])),
  ) as Record<string, string>;
  const takesJson = check.bodySchema !== undefined || operation.requestBody === undefined;
  const body = takesJson ? readJson(text, headers['content-type'] ?? '') : undefined;
  const problems = check.findProblems({ params, query, headers, body });
  if (problems.length > 0) throw new Refusal(400, ...problems);
  const [accountId = ''] = credential.split('_');
  const { organizationId = '' } = params;
  const known = { operation, world, params, query: check.readQuery(query), body: (body ?? {}) as Fields };
  return (
    findWanted(world.specification, operation, headers['prefer']) ??
    carryOut(check, { ...known, organizationId, accountId })
  );
}

/** Refuses a path or method that the API doesn't have, and says what it has. */
function findNothing({ method, path }: Request, routes: readonly Route[]): Refusal {
  const others = routes
    .filter((entry) => fits(entry, path))
    .map((entry) => `${entry.method} /${entry.parts.join('/')}`);
  const advice = others.length > 0 ? `It knows ${others.join(', ')}.` : 'See the API reference for all operations.';
  return new Refusal(404, `The API has no ${method} /${path.join('/')}. ${advice}`);
}

/** Starts a sandbox on a bundled OpenAPI file. Throws if the port is taken, or the data file can't be used. */
export async function startSandbox(document: OpenApiDocument, options: SandboxOptions): Promise<Sandbox> {
  const { specification, resolve, routes } = readApi(document);
  const { dataFile, startAt, isEmpty = false, allowedOrigins = [] } = options;
  const lock = dataFile === undefined ? undefined : await lockFile(dataFile);
  const start = startAt === undefined ? Date.now() : Date.parse(startAt);
  // The example data ends at its present; from there on it lives by the sandbox's rules.
  const clock = new Clock((isEmpty ? start : Math.max(start, Date.parse(EXAMPLE_NOW))) - Date.now());
  const world = new World(specification, resolve, clock, dueRules);
  world.advise = createAdviser(options.onAdvice ?? (() => undefined));
  world.events.retryPauses = options.retryPauses ?? world.events.retryPauses;
  let saver: Saver | undefined;
  world.store.onChange = (kind, id) => {
    world.noteChange(kind, id);
    saver?.note(kind, id);
  };
  const save = (): void => {
    try {
      saver?.flush();
    } catch (error) {
      throw new Refusal(500, `The data file can't be written: ${(error as Error).message}.`);
    }
  };

  /** Answers a request, by an operation if the API has one for it. */
  const answer = (message: IncomingMessage, text: string): { route?: Route; run: () => Answer } => {
    const { headers, url = '/' } = message;
    const { host = '', origin = `http://${host}` } = headers;
    if (!/^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host))
      throw new Refusal(403, `The sandbox answers on localhost only, and the request names the host "${host}".`);
    // The sandbox's own pages, and callers without a browser, are at home.
    if (origin !== `http://${host}` && !allowedOrigins.includes(origin))
      throw new Refusal(403, `To admit pages of ${origin}, start the sandbox with --allow-origin ${origin}.`);
    const [target = '', ...rest] = url.split('?');
    const search = rest.join('?');
    const method = message.method === 'HEAD' ? 'GET' : (message.method ?? 'GET');
    const request = { method, path: splitPath(target, search), query: new URLSearchParams(search), headers, text };
    if (method === 'OPTIONS' && headers['access-control-request-method'] !== undefined)
      return { run: () => ({ status: 204 }) };
    const [first, ...path] = request.path;
    if (first === 'sandbox') return { run: () => answerControl(world, { ...request, path }) };
    const route = routes.find((entry) => entry.method === method && fits(entry, request.path));
    if (!route) throw findNothing(request, routes);
    return { route, run: () => answerOperation(route, request, world) };
  };

  const handle = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = 'GET', url = '/', headers } = message;
    let text = '';
    let route: Route | undefined;
    let given: Answer;
    try {
      text = await readText(message);
      const found = answer(message, text);
      ({ route } = found);
      given = found.run();
      if (method !== 'GET' && method !== 'HEAD') save();
    } catch (error) {
      given = refuse(error);
    }
    const wrong = options.checksReplies === true ? route?.check.findReplyProblem(given) : undefined;
    if (wrong !== undefined && String(given.status) !== TOO_LARGE)
      given = refuse(new Refusal(500, `${wrong} (${given.problem ?? ''})`));
    const { status, type, body = '', problem } = given;
    if (world.losesNextResponse && route && method !== 'GET') {
      world.losesNextResponse = false;
      response.destroy();
    } else {
      if (headers.origin !== undefined && allowedOrigins.includes(headers.origin)) {
        response.setHeader('Access-Control-Allow-Origin', headers.origin).setHeader('Vary', 'Origin');
        response.setHeader('Access-Control-Allow-Methods', 'GET, POST, PUT, PATCH, DELETE');
        response.setHeader('Access-Control-Allow-Headers', 'Authorization, Content-Type, Prefer');
      }
      if (type !== undefined)
        response.setHeader('Content-Type', type).setHeader('Content-Length', Buffer.byteLength(body));
      response.writeHead(status, given.headers).end(body);
    }
    if (!route && /^\/(sandbox\b.*)?$/.test(url)) return;
    const { id: operationId } = route?.check.operation ?? {};
    const sent = { method, target: url, operationId, requestBody: text };
    options.onExchange?.({ ...sent, status, problem, contentType: type, body: body.toString() });
  };

  const server = createServer((message, response) => void handle(message, response));
  server.on('clientError', (_, socket) => {
    const { body = '' } = refuse(new Refusal(400, 'The request isn’t HTTP. Encode its path as UTF-8.'));
    const head = `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}`;
    if (socket.writable) socket.end(`${head}\r\nConnection: close\r\n\r\n${body.toString()}`);
  });
  try {
    const savedOffset = dataFile === undefined ? undefined : readFile(dataFile, world.store);
    if (savedOffset !== undefined) clock.offset = savedOffset;
    else if (!isEmpty) seedExamples(world);
    await new Promise<void>((resolve, reject) =>
      server.once('error', reject).listen({ port: options.port, host: '127.0.0.1', backlog: 4096 }, resolve),
    );
    world.baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    movePaymentForms(world);
    if (dataFile !== undefined) saver = new Saver(dataFile, world.store, clock);
  } catch (error) {
    server.close();
    lock?.();
    throw error;
  }
  const tick = (): void => {
    try {
      world.settle();
      save();
    } catch (error) {
      console.error((error as Error).message);
    }
  };
  const timer = setInterval(tick, 1000).unref();
  const close = async (): Promise<void> => {
    clearInterval(timer);
    world.events.close();
    tick();
    lock?.();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: world.baseUrl, operationCount: routes.length, world, close };
}
