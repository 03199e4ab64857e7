/**
 * A request as the samples show it: where it goes, what it sends, and what is done with the response. Built from an
 * operation of the specification and what a page asks for. Texts of pages can contain variables (`$CUSTOMER_ID`), which
 * each language reads from the environment. In data of the specification, a `$` is only a character.
 */
import { type Specification, SpecificationError, type Operation } from '../../specification/specification';
import { toText } from '../../specification/json';
import { unknownName, upperSnakeCase } from '../../specification/names';
import type { JsonValue, Parameter } from '../../specification/types';

type ResponseKind = 'json' | 'file' | 'headers' | 'status';

export interface SampleRequest {
  method: string;
  /** Complete, with the variable of the API's base URL. */
  url: string;
  /** The query of the URL, not encoded. */
  query: [string, string][];
  headers: [string, string][];
  /** Whether the client identifies itself with a certificate (mutual TLS). */
  certificate: boolean;
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
  /** A body that can contain variables. */
  body?: JsonValue;
  /** A body from the specification. */
  example?: JsonValue;
  path?: Record<string, JsonValue>;
  query?: Record<string, JsonValue>;
  save?: Record<string, JsonValue>;
  status?: string;
}

/** The variable with the API's base URL. */
const API = '$PAI_API';
const KEY = '$PAI_API_KEY';
const VARIABLES = new Map([
  ['organizationId', '$PAI_ORGANIZATION_ID'],
  ['accountId', '$PAI_ACCOUNT_ID'],
  ['sessionToken', '$PAI_SESSION_TOKEN'],
]);
const VARIABLE = /(\$[A-Z][A-Z0-9_]*)/;
/** Stands for a `$` that doesn't begin a variable. */
const DOLLAR = '\uE000';
/** Query parameters that a sample shows although they're optional. */
const SAMPLE_QUERY = ['limit', 'offset'];

/** The variable with the value of a parameter: `$CUSTOMER_ID` for `customerId`. */
export function toVariable(name: string): string {
  return VARIABLES.get(name) ?? `$${upperSnakeCase(name)}`;
}

/** Marks every `$` in data of the specification as a character. */
function toLiteral(value: JsonValue): JsonValue {
  return JSON.parse(JSON.stringify(value).replaceAll('$', DOLLAR)) as JsonValue;
}

/** Headers, cookies, and query parameters that authenticate a request, and whether a certificate does. */
export function credentials(
  specification: Specification,
  security: string[][],
): Record<'header' | 'query' | 'cookie', [string, string][]> & { certificate: boolean } {
  const parts: ReturnType<typeof credentials> = { header: [], query: [], cookie: [], certificate: false };
  for (const name of security.find((choice) => choice.length > 0) ?? []) {
    const { type, scheme, in: place = 'header', name: key = name } = specification.getSecurityScheme(name);
    if (type === 'mutualTLS') parts.certificate = true;
    else if (type === 'http' && scheme === 'basic')
      parts.header.push(['Authorization', 'Basic $PAI_BASIC_CREDENTIALS']);
    else if (type !== 'apiKey') parts.header.push(['Authorization', 'Bearer $PAI_BEARER_TOKEN']);
    else if (place === 'header') parts.header.push([key, key === 'Authorization' ? `ApiKey ${KEY}` : KEY]);
    else parts[place].push([key, toVariable(key)]);
  }
  return parts;
}

/** The value of a parameter in a sample: a variable for an ID, otherwise its example. */
function sampleValue(specification: Specification, parameter: Parameter): JsonValue | undefined {
  const { name, example, schema } = parameter;
  if (VARIABLES.has(name) || name.endsWith('Id')) return toVariable(name);
  const { examples: ofSchema, example: single, const: only } = schema ? specification.resolve(schema) : {};
  const media = specification.media(parameter.content)?.media ?? parameter;
  const known = example ?? specification.examples(media)[0]?.value ?? only ?? ofSchema?.[0] ?? single;
  return known === undefined ? undefined : toLiteral(known);
}

const SEPARATORS: Record<string, string> = { form: ',', simple: ',', spaceDelimited: ' ', pipeDelimited: '|' };

/** A parameter as names and values, in the style of the parameter. */
function serialize({ name, in: place, style, explode, content }: Parameter, value: JsonValue): [string, string][] {
  const usedStyle = style ?? (place === 'query' || place === 'cookie' ? 'form' : 'simple');
  if (content || typeof value !== 'object' || value === null) return [[name, toText(value)]];
  const isExploded = explode ?? usedStyle === 'form';
  const entries = Object.entries(value).map(([key, entry]): [string, string] => [key, toText(entry)]);
  if (usedStyle === 'deepObject') return entries.map(([key, entry]) => [`${name}[${key}]`, entry]);
  const isList = Array.isArray(value);
  if (isExploded && place !== 'header') return isList ? entries.map(([, entry]) => [name, entry]) : entries;
  const parts = isList ? entries.map(([, entry]) => entry) : entries.flat();
  return [[name, parts.join(SEPARATORS[usedStyle])]];
}

function buildParameters(
  specification: Specification,
  operation: Operation,
  wanted: Record<string, JsonValue> | undefined,
): Record<string, [string, string][]> {
  const known = operation.parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
  for (const name of Object.keys(wanted ?? {})) {
    if (!known.includes(name))
      throw new SpecificationError(unknownName(`query parameter of ${operation.id}`, name, known));
  }
  const result: Record<string, [string, string][]> = { header: [], query: [], cookie: [] };
  // What the page sets comes after what is required.
  const required = operation.parameters.filter(({ name }) => wanted?.[name] === undefined);
  for (const parameter of required) {
    const isShown =
      parameter.required || (parameter.in === 'query' && !wanted && SAMPLE_QUERY.includes(parameter.name));
    const value = sampleValue(specification, parameter) ?? (parameter.required ? toVariable(parameter.name) : 0);
    if (isShown) result[parameter.in]?.push(...serialize(parameter, value));
  }
  for (const [name, value] of Object.entries(wanted ?? {})) {
    const parameter = operation.parameters.find((entry) => entry.in === 'query' && entry.name === name);
    if (parameter) result['query']?.push(...serialize(parameter, value));
  }
  return result;
}

/**
 * Builds the request of an operation.
 *
 * @throws SpecificationError on an unknown parameter, and if values are saved from a response without JSON
 */
export function sampleRequest(
  specification: Specification,
  operation: Operation,
  options: SampleOptions,
): SampleRequest {
  const names = [...operation.path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1] ?? '');
  for (const name of Object.keys(options.path ?? {})) {
    if (!names.includes(name))
      throw new SpecificationError(unknownName(`path parameter of ${operation.id}`, name, names));
  }
  const path = operation.path.replace(/\{([^}]+)\}/g, (_, name: string) => {
    const value = options.path?.[name];
    return value === undefined ? toVariable(name) : encodeUnlessVariable(toText(value));
  });
  const needed = credentials(specification, operation.security);
  const parameters = buildParameters(specification, operation, options.query);
  const both = (place: 'query' | 'cookie'): [string, string][] => {
    const own = parameters[place] ?? [];
    return [...own, ...needed[place].filter(([name]) => !own.some(([known]) => known === name))];
  };
  const query = both('query');
  const cookies = both('cookie').map(([name, value]) => `${name}=${value}`);
  const headers: [string, string][] = [...needed.header, ...(parameters['header'] ?? [])];
  if (cookies.length > 0) headers.push(['Cookie', cookies.join('; ')]);
  const body = options.body ?? (options.example === undefined ? undefined : toLiteral(options.example));
  const type = specification.media(operation.requestBody?.content)?.type ?? 'application/json';
  if (body !== undefined) headers.push(['Content-Type', type]);

  const status = options.status ?? specification.successStatus(operation);
  const response = specification.getResponse(operation, status);
  const media = specification.media(response.content);
  const [header] = specification.headers(response)[0] ?? [''];
  const kind: ResponseKind = media ? (/\bjson\b/.test(media.type) ? 'json' : 'file') : header ? 'headers' : 'status';
  // The operation can also return errors as JSON, so the request asks for the file's type.
  if (media && kind === 'file') headers.push(['Accept', media.type]);
  const save = Object.entries(options.save ?? {}).map(([name, value]): [string, string] => [name, toText(value)]);
  if (save.length > 0 && kind !== 'json') {
    throw new SpecificationError(
      `"save" requires a JSON response, and ${operation.id} has none for status ${status}. Remove "save".`,
    );
  }
  const search = query.map(([name, value]) => `${encodeUnlessVariable(name)}=${encodeUnlessVariable(value)}`).join('&');
  return {
    method: operation.method.toUpperCase(),
    url: `${operation.server ?? API}${path}${search && `?${search}`}`,
    query,
    headers,
    certificate: needed.certificate,
    body,
    response: kind,
    file: `response.${media?.type.split('/').pop() ?? 'bin'}`,
    header,
    save,
  };
}

/** The variables that a request reads, in order of use. */
export function listVariables({ url, headers, body }: SampleRequest): string[] {
  const text = JSON.stringify([url, headers, body ?? null]);
  return [...new Set(splitVariables(text).flatMap(({ variable }) => variable ?? []))];
}

export type Part = { text: string; variable?: undefined } | { text?: undefined; variable: string };

/** Splits a text into literal parts and variables. */
export function splitVariables(text: string): Part[] {
  return text
    .split(VARIABLE)
    .map((part, index): Part =>
      index % 2 === 1 ? { variable: part.slice(1) } : { text: part.replaceAll(DOLLAR, '$') },
    )
    .filter((part) => part.text !== '');
}

/** Encodes a text for an address, except for its variables. */
function encodeUnlessVariable(value: string): string {
  return splitVariables(value)
    .map(({ text, variable }) => (variable ? `$${variable}` : encodeURIComponent(text ?? '').replaceAll("'", '%27')))
    .join('');
}

/** `data.0.id` → `['data', 0, 'id']`. */
export function splitPath(path: string): (string | number)[] {
  return path.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part));
}
