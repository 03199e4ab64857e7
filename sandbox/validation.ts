/**
 * Checks requests and replies against the OpenAPI file: Prism's validator does the work, and what is stricter than the
 * file follows after it (see `sandbox/assumptions.ts`).
 */
import { transformOas3Operation } from '@stoplight/http-spec/oas3/operation';
import { validateInput, validateOutput } from '@stoplight/prism-http/dist/validator';
import type { Operation } from '../src/description/description';
import { nearestName } from '../src/description/names';
import type { OpenApiDocument, Schema } from '../src/description/types';
import type { Fields } from './records';
import { findAt, isRecord } from '../src/description/json';

/** A request or reply, as far as it's checked. */
export interface Checked {
  method: string;
  path: string;
  query: Record<string, string | string[]>;
  headers: Record<string, string>;
  body: unknown;
}

interface Problem {
  path?: (string | number)[];
  message: string;
  code?: string | number;
}

/** An operation in the form that Prism works with. */
type PrismOperation = Parameters<typeof validateInput>[0]['resource'];

/** What Prism's validator gives: the problems on the left, or nothing of interest on the right. */
interface Verdict {
  _tag: string;
  left?: Problem[];
}

/** A copy of the document with every reference replaced by what it refers to, and without examples. */
export function expandReferences(document: OpenApiDocument): OpenApiDocument {
  const known = new Map<string, unknown>();
  const expand = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(expand);
    if (!isRecord(value)) return value;
    const { $ref, ...rest } = value;
    const entries = Object.entries(rest).filter(([key, entry]) => key !== 'examples' || !Array.isArray(entry));
    const own = Object.fromEntries(entries.map(([key, entry]) => [key, expand(entry)]));
    if (typeof $ref !== 'string') return own;
    if (!known.has($ref)) known.set($ref, expand(findAt(document, $ref.slice(1))));
    return { ...(known.get($ref) as Fields), ...own };
  };
  return {
    ...(expand({
      paths: document.paths,
      components: { securitySchemes: document.components?.securitySchemes },
    }) as object),
    openapi: document.openapi,
    info: document.info,
  };
}

/** All properties that a schema names, in whatever branch; undefined for a schema that leaves them open. */
function collectProperties(schema: Schema): Record<string, Schema[]> | undefined {
  const found: Record<string, Schema[]> = {};
  const walk = (part: Schema): void => {
    for (const [name, property] of Object.entries(part.properties ?? {})) {
      (found[name] ??= []).push(property);
    }
    for (const branch of [...(part.allOf ?? []), ...(part.oneOf ?? []), ...(part.anyOf ?? [])]) walk(branch);
  };
  walk(schema);
  return Object.keys(found).length === 0 ? undefined : found;
}

/** One sentence per field that the schema doesn't have. */
function findUnknownFields(schema: Schema, value: unknown, place: string): string[] {
  if (Array.isArray(value)) {
    const { items } = schema;
    return items ? value.flatMap((entry, index) => findUnknownFields(items, entry, `${place}${index}.`)) : [];
  }
  const properties = isRecord(value) ? collectProperties(schema) : undefined;
  if (!properties || !isRecord(value)) return [];
  return Object.entries(value).flatMap(([name, entry]) => {
    const known = properties[name];
    if (known) return known.length === 1 && known[0] ? findUnknownFields(known[0], entry, `${place}${name}.`) : [];
    return [describeUnknown(`field "${place}${name}"`, name, Object.keys(properties))];
  });
}

function describeUnknown(what: string, name: string, names: string[]): string {
  const nearest = nearestName(name, names);
  return `The API doesn't know the ${what}. ${nearest ? `Did you mean "${nearest}"? ` : ''}It takes ${names.length === 0 ? 'none' : names.join(', ')}.`;
}

/** `Request body property email must match …` → `email must match …`. */
function explain({ message, path }: Problem): string {
  const text = message
    .replace(/^(Request|Response) (body|query|path|header)( property| parameter)? ?/, '')
    .replace('must match exactly one schema in oneOf', 'must be exactly one of the documented forms');
  return path && path.length < 2 ? `The ${path.join('.') || 'body'} ${text}` : text;
}

/** The message with the names of query parameters as they're documented. Prism writes them in lower case. */
function restoreNames(message: string, names: readonly string[]): string {
  return names.reduce((text, name) => text.replace(new RegExp(`\\b${name.toLowerCase()}\\b`, 'g'), name), message);
}

/** Checks one operation. */
export class OperationCheck {
  private prepared: PrismOperation | undefined;

  /**
   * @param document the OpenAPI file with its references expanded
   * @param operation the operation, as the file has it
   */
  constructor(
    private readonly document: OpenApiDocument,
    readonly operation: Operation,
  ) {}

  private get resource(): PrismOperation {
    // Not before it's needed: preparing all operations takes half a second.
    this.prepared ??= transformOas3Operation({
      document: this.document as never,
      name: this.operation.path,
      method: this.operation.method,
      config: { documentProp: 'paths', nameProp: 'path' },
    } as never) as unknown as PrismOperation;
    return this.prepared;
  }

  /** The schema of the body with its references expanded. */
  get bodySchema(): Schema | undefined {
    const item = this.document.paths?.[this.operation.path] as Record<string, Operation> | undefined;
    return item?.[this.operation.method]?.requestBody?.content?.['application/json']?.schema;
  }

  /** What is wrong with a request: one sentence each, the documented rules first. */
  findProblems(request: Checked, isLenient: boolean): string[] {
    const { method, path, query, headers, body } = request;
    const verdict = validateInput({
      resource: this.resource,
      element: { method: method as never, url: { path, query }, headers, body },
    }) as Verdict;
    const names = this.operation.parameters.filter((entry) => entry.in === 'query').map(({ name }) => name);
    const problems = (verdict.left ?? []).map((problem) =>
      problem.path?.[0] === 'query' ? restoreNames(explain(problem), names) : explain(problem),
    );
    if (isLenient) return problems;
    const unknown = Object.keys(query).filter((name) => !names.includes(name));
    return [
      ...unknown.map((name) => describeUnknown(`query parameter "${name}"`, name, names)),
      ...(this.bodySchema ? findUnknownFields(this.bodySchema, body, '') : []),
      ...problems,
    ];
  }

  /** What is wrong with a reply; the names of its headers are in lower case. */
  findReplyProblems(status: number, headers: Record<string, string>, body: unknown): string[] {
    const verdict = validateOutput({
      resource: this.resource,
      element: { statusCode: status, headers, body },
    }) as Verdict;
    return (verdict.left ?? []).map(explain);
  }
}
