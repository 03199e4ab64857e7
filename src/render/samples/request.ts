/**
 * A request as the samples show it: where it goes, what it carries and what is done with the response. Built from an
 * operation of the description and what a page asks for. Strings may hold variables (`$CUSTOMER_ID`), which every
 * language reads from the environment.
 */
import { type Description, DescriptionError, type Operation } from '../../description/description';
import { unknownName, upperSnakeCase } from '../../description/names';
import type { JsonValue } from '../../description/types';

type ResponseKind = 'json' | 'file' | 'headers' | 'status';

export interface SampleRequest {
  method: string;
  /** Path without host, variables in it. */
  path: string;
  query: [string, string][];
  headers: [string, string][];
  body?: JsonValue;
  /** How the response carries its result. */
  response: ResponseKind;
  /** Name of the file that a binary response is written to. */
  file: string;
  /** Header that carries the result when there is no body. */
  header: string;
  /** Variables to be kept for the next step: name and path of the value in the response. */
  save: [string, string][];
}

export interface SampleOptions {
  body?: JsonValue;
  path?: Record<string, JsonValue>;
  query?: Record<string, JsonValue>;
  save?: Record<string, JsonValue>;
  status?: string;
}

/** The variable with the API's address; the description's first server when it is not set. */
export const API_VARIABLE = 'PAI_API';

const VARIABLES: Record<string, string> = {
  organizationId: '$PAI_ORGANIZATION_ID',
  accountId: '$PAI_ACCOUNT_ID',
  sessionToken: '$PAI_SESSION_TOKEN',
};
const KEY = '$PAI_API_KEY';
const SAMPLE_QUERY = ['limit', 'offset'];

/** The variable with the value of a parameter: `$CUSTOMER_ID` for `customerId`. */
export function toVariable(name: string): string {
  return VARIABLES[name] ?? `$${upperSnakeCase(name)}`;
}

function authentication(
  description: Description,
  operation: Operation,
): { headers: [string, string][]; query: [string, string][] } {
  const headers: [string, string][] = [];
  const query: [string, string][] = [];
  for (const name of operation.security.find((choice) => choice.length > 0) ?? []) {
    const scheme = description.getSecurityScheme(name);
    if (scheme.type === 'http') headers.push(['Authorization', 'Bearer $PAI_BEARER_TOKEN']);
    else if (scheme.in === 'query') query.push([scheme.name ?? '', toVariable(scheme.name ?? '')]);
    else headers.push([scheme.name ?? '', scheme.name === 'Authorization' ? `ApiKey ${KEY}` : KEY]);
  }
  return { headers, query };
}

/** A value as a text: a string as it is, and anything else as JSON. */
export function formatValue(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function buildQuery(
  description: Description,
  operation: Operation,
  wanted: Record<string, JsonValue> | undefined,
): [string, string][] {
  const parameters = operation.parameters.filter((parameter) => parameter.in === 'query');
  const known = parameters.map(({ name }) => name);
  const values = new Map<string, JsonValue>();
  for (const { name, required, example, schema } of parameters) {
    const sample = example ?? (schema && description.resolve(schema).examples?.[0]);
    if (required)
      values.set(name, VARIABLES[name] ?? (name.endsWith('Id') ? toVariable(name) : (sample ?? toVariable(name))));
    else if (!wanted && SAMPLE_QUERY.includes(name)) values.set(name, sample ?? 0);
  }
  for (const [name, value] of Object.entries(wanted ?? {})) {
    if (!known.includes(name))
      throw new DescriptionError(unknownName(`query parameter of ${operation.id}`, name, known));
    values.set(name, value);
  }
  return [...values].flatMap(([name, value]): [string, string][] =>
    Array.isArray(value) ? value.map((item) => [name, formatValue(item)]) : [[name, formatValue(value)]],
  );
}

/** The request of an operation. Fails on unknown parameters and on a missing body. */
export function sampleRequest(description: Description, operation: Operation, options: SampleOptions): SampleRequest {
  const names = [...operation.path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1] ?? '');
  for (const name of Object.keys(options.path ?? {})) {
    if (!names.includes(name))
      throw new DescriptionError(unknownName(`path parameter of ${operation.id}`, name, names));
  }
  const path = operation.path.replace(/\{([^}]+)\}/g, (_, name: string) => {
    const value = options.path?.[name];
    return value === undefined ? toVariable(name) : encodeUnlessVariable(formatValue(value));
  });
  const needed = authentication(description, operation);
  const query = buildQuery(description, operation, options.query);
  for (const entry of needed.query) {
    if (!query.some(([name]) => name === entry[0])) query.push(entry);
  }
  const headers = [...needed.headers];
  if (options.body !== undefined) headers.push(['Content-Type', 'application/json']);

  const status = options.status ?? description.successStatus(operation);
  const response = description.getResponse(operation, status);
  const media = description.media(response.content);
  const [header] = description.headers(response)[0] ?? [''];
  const kind: ResponseKind = media ? (/\bjson\b/.test(media.type) ? 'json' : 'file') : header ? 'headers' : 'status';
  // The operation can also return errors as JSON, so the request asks for the file's type.
  if (media && kind === 'file') headers.push(['Accept', media.type]);
  const save = Object.entries(options.save ?? {}).map(([name, value]): [string, string] => [name, formatValue(value)]);
  if (save.length > 0 && kind !== 'json') {
    throw new DescriptionError(
      `"save" requires a JSON response, and ${operation.id} has none for status ${status}. Remove "save".`,
    );
  }
  return {
    method: operation.method.toUpperCase(),
    path,
    query,
    headers,
    body: options.body,
    response: kind,
    file: `response.${media?.type.split('/').pop() ?? 'bin'}`,
    header,
    save,
  };
}

/** Variables that a request reads, in order of use, without those that have a default. */
export function listVariables(request: SampleRequest): string[] {
  const text = JSON.stringify([request.path, request.headers, request.query, request.body ?? null]);
  return [...new Set([...text.matchAll(/\$([A-Z][A-Z0-9_]+)/g)].map((match) => match[1] ?? ''))];
}

export interface Part {
  text?: string;
  variable?: string;
}

/** Splits a text into literal parts and variables. */
export function splitVariables(text: string): Part[] {
  return text
    .split(/(\$[A-Z][A-Z0-9_]+)/)
    .filter((part) => part !== '')
    .map((part) => (/^\$[A-Z][A-Z0-9_]+$/.test(part) ? { variable: part.slice(1) } : { text: part }));
}

/** Encodes a text for an address, except for its variables. */
export function encodeUnlessVariable(value: string): string {
  return splitVariables(value)
    .map(({ text, variable }) => (variable ? `$${variable}` : encodeURIComponent(text ?? '').replaceAll("'", '%27')))
    .join('');
}

/** `data.0.id` → `['data', 0, 'id']`. */
export function splitPath(path: string): (string | number)[] {
  return path.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part));
}
