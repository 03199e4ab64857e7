/**
 * A mock server made of the description: it must answer every call as described and refuse what the description forbids.
 *
 * `mockAnswers` starts Prism on a free port with the description given, sends every operation with its own examples and
 * judges the answers; it ends the server in every case. It rejects if the server doesn't start.
 */
import { createLogger } from '@stoplight/prism-core';
import { getHttpOperationsFromSpec } from '@stoplight/prism-http';
import { createServer } from '@stoplight/prism-http-server';
import { isReference } from '../../../description/description';
import { describeFilesAsStrings } from '../mock-binary';
import {
  listExamples,
  listOperations,
  listResponses,
  listRequestBodies,
  type Description,
  type Node,
  type OperationEntry,
  type Parameter,
} from '../description';
import type { Finding, Report } from '../finding';
import { listElements, listFields, listLeaves } from '../schemas';
import { createValidator, type Validator } from '../validator';

const KEY = 'ApiKey 0b9f6a52-3c1d-4e87-a2f4-6d5e8c7b9a10_sample_key_7Hq2LsVd9TnX';

interface Server {
  readonly base: string;
  readonly stop: () => Promise<void>;
}

/** Starts Prism with the settings of its command `mock`, without its log. */
async function startMock(description: Description): Promise<Server> {
  const served = structuredClone(description);
  describeFilesAsStrings(served);
  const server = createServer(await getHttpOperationsFromSpec(served), {
    cors: true,
    config: {
      isProxy: false,
      validateRequest: true,
      validateResponse: true,
      checkSecurity: true,
      errors: false,
      upstreamProxy: undefined,
      mock: { dynamic: false },
    },
    components: { logger: createLogger('mock', { level: 'silent' }) },
  });
  return { base: await server.listen(0, '127.0.0.1'), stop: () => server.close() };
}

interface Call {
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body?: unknown;
}

/** The first example that a parameter has, on itself or on its schema. */
function chooseExample(description: Description, parameter: Parameter, at: string): unknown {
  if (parameter.example !== undefined) return parameter.example;
  const named = Object.values(parameter.examples ?? {})[0];
  if (named !== undefined && !isReference(named) && named.value !== undefined) return named.value;
  const schema = parameter.schema ?? {};
  const own = schema.examples?.[0];
  if (own !== undefined) return own;
  return listLeaves(description, schema, `${at}/schema`).find((leaf) => leaf.schema.examples !== undefined)?.schema
    .examples?.[0];
}

/** The call that the description's own examples make, with every query parameter. */
function buildCall(description: Description, entry: OperationEntry, base: string): Call {
  let path = entry.path;
  const query = new URLSearchParams();
  for (const { parameter, pointer } of entry.parameters) {
    const value = chooseExample(description, parameter, pointer);
    if (parameter.in === 'path') {
      path = path.replace(`{${parameter.name}}`, encodeURIComponent(String(value)));
    } else if (parameter.in === 'query') {
      for (const item of Array.isArray(value) ? (value as unknown[]) : [value])
        query.append(parameter.name, String(item));
    }
  }
  const body = listRequestBodies(description, entry).flatMap((found) => listExamples(description, found))[0]?.example
    .value;
  const suffix = query.size > 0 ? `?${query.toString()}` : '';
  const headers = {
    Authorization: KEY,
    Accept: 'application/json, application/pdf',
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
  };
  return { method: entry.method, url: `${base}${path}${suffix}`, headers, body };
}

async function send(call: Call): Promise<Response> {
  return fetch(call.url, {
    method: call.method,
    headers: call.headers,
    ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
  });
}

/** What is wrong with the answer to a valid call. */
async function judge(
  description: Description,
  validator: Validator,
  entry: OperationEntry,
  answer: Response,
): Promise<string | undefined> {
  const responses = listResponses(description, entry).filter((response) => response.status.startsWith('2'));
  const response = responses.find((found) => found.status === String(answer.status));
  if (response === undefined) return `answered ${String(answer.status)}: ${(await answer.text()).slice(0, 300)}`;
  for (const header of Object.keys(response.response.headers ?? {})) {
    if (!answer.headers.has(header)) return `answered without the header ${header}`;
  }
  const json = response.bodies.find((body) => body.mediaType === 'application/json');
  if (json === undefined) return undefined;
  const wrong = validator.wrong(`${json.pointer}/schema`, await answer.json());
  return wrong === undefined ? undefined : `answered against the schema: ${wrong}`;
}

interface BadCall {
  readonly kind: 'missing required fields' | 'over-long fields' | 'wrong enumeration values' | 'missing keys';
  readonly what: string;
  readonly call: Call;
}

/** The call with one query parameter changed. */
function withQuery(call: Call, name: string, value: string): Call {
  const url = new URL(call.url);
  url.searchParams.set(name, value);
  return { ...call, url: url.href };
}

/** Bad calls made of a good one: each breaks exactly one thing that the description forbids. */
function* buildBadCalls(description: Description, entry: OperationEntry, good: Call): Generator<BadCall> {
  const security = entry.operation.security ?? [];
  const url = new URL(good.url);
  if (security.some((item) => 'SessionToken' in item)) url.searchParams.delete('sessionToken');
  const headers = Object.fromEntries(Object.entries(good.headers).filter(([name]) => name !== 'Authorization'));
  yield { kind: 'missing keys', what: 'no key', call: { ...good, url: url.href, headers } };
  for (const { parameter, pointer } of entry.parameters.filter((found) => found.parameter.in === 'query')) {
    const leaves = listElements(description, parameter.schema ?? {}, `${pointer}/schema`);
    if (leaves.length > 0 && leaves.every((leaf) => leaf.schema.enum !== undefined)) {
      const call = withQuery(good, parameter.name, 'no-such-value');
      yield { kind: 'wrong enumeration values', what: `?${parameter.name}=no-such-value`, call };
    }
  }
  const body = listRequestBodies(description, entry)[0];
  const value = good.body as Node | undefined;
  if (body?.content.schema === undefined || value === undefined) return;
  const places = [{ schema: body.content.schema, pointer: `${body.pointer}/schema` }];
  const required = listLeaves(description, body.content.schema, body.pointer).flatMap(
    (leaf) => leaf.schema.required ?? [],
  );
  for (const name of required) {
    const rest = Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
    yield { kind: 'missing required fields', what: `no ${name}`, call: { ...good, body: rest } };
  }
  for (const [name, field] of listFields(description, places)) {
    const leaves = field.places.flatMap((place) => listLeaves(description, place.schema, place.pointer));
    const longest = Math.max(...leaves.map((leaf) => leaf.schema.maxLength ?? Infinity));
    if (Number.isFinite(longest)) {
      const call = { ...good, body: { ...value, [name]: 'x'.repeat(longest + 1) } };
      yield { kind: 'over-long fields', what: `${name} of ${String(longest + 1)} characters`, call };
    }
    if (leaves.length > 0 && leaves.every((leaf) => leaf.schema.enum !== undefined)) {
      const call = { ...good, body: { ...value, [name]: 'no-such-value' } };
      yield { kind: 'wrong enumeration values', what: `${name}: no-such-value`, call };
    }
  }
}

/** Sends every operation and every bad call to a mock of the description. */
export async function mockAnswers(description: Description): Promise<Report> {
  const validator = createValidator(description);
  const findings: Finding[] = [];
  const counts = {
    'calls answered as described': 0,
    'missing required fields': 0,
    'over-long fields': 0,
    'wrong enumeration values': 0,
    'missing keys': 0,
  };
  const server = await startMock(description);
  try {
    for (const entry of listOperations(description)) {
      const good = buildCall(description, entry, server.base);
      const wrong = await judge(description, validator, entry, await send(good));
      if (wrong === undefined) counts['calls answered as described'] += 1;
      else findings.push({ pointer: entry.pointer, message: `the mock of ${entry.id} ${wrong}` });
      for (const { kind, what, call } of buildBadCalls(description, entry, good)) {
        const { status } = await send(call);
        if (status >= 400 && status < 500) counts[kind] += 1;
        else
          findings.push({
            pointer: entry.pointer,
            message: `the mock of ${entry.id} answers ${String(status)} to a call with ${what}`,
          });
      }
    }
  } finally {
    await server.stop();
  }
  return { findings, checked: Math.min(...Object.values(counts)), counts };
}
