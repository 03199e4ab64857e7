/**
 * What the mock adds to its server's own choice of replies. Everything here is a pure function of the description and
 * of one request: which documented example fits the request best, which identifiers exist, and what a refusal says.
 */
import { Description, type Operation } from '../../src/description/description';
import type { Example, JsonValue, MediaType, OpenApiDocument, Reference } from '../../src/description/types';
import { describeFilesAsStrings } from './mock-binary';

/** One call, as far as the choice of its reply depends on it. */
export interface Call {
  /** Method in upper case. */
  method: string;
  /** Path without the query. */
  path: string;
  /** Parsed body, if there is one. */
  body?: JsonValue;
}

/** An operation that a call goes to, with the values of its path parameters. */
export interface Match {
  operation: Operation;
  parameters: Map<string, string>;
}

/** A violation as the mock server lists them in the header `sl-violations`. */
export interface Violation {
  location: string[];
  message: string;
  code?: string | number;
}

/** All strings, numbers and booleans of a value, as text. */
function scalarsOf(value: JsonValue, into = new Set<string>()): Set<string> {
  if (value !== null && typeof value === 'object') {
    for (const entry of Array.isArray(value) ? value : Object.values(value)) {
      scalarsOf(entry, into);
    }
  } else if (typeof value === 'string' || typeof value === 'number') {
    into.add(String(value));
  }
  return into;
}

/** A copy of a value in which a text that names a variable (`$PAI_API_KEY`) is a sample: a shell would expand it. */
function fillPlaceholders(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(fillPlaceholders);
  }
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, fillPlaceholders(entry)]));
  }
  return typeof value === 'string' && isPlaceholder(value) ? 'sample' : value;
}

/** Says whether a sample text stands for the value of a variable. */
export function isPlaceholder(text: string): boolean {
  return /^\$[A-Z][A-Z0-9_]+$/.test(text);
}

/** The identifier of the record that a reply carries, if it carries one. */
function recordId(value: JsonValue): JsonValue | undefined {
  const data = value !== null && typeof value === 'object' && !Array.isArray(value) ? value['data'] : undefined;
  return data !== null && typeof data === 'object' && !Array.isArray(data) ? data['id'] : undefined;
}

/** The description's operations and examples, arranged for a mock that answers from them. */
export class MockReplies {
  /** The document for the mock server: without webhooks, and with every example wherever its schema is answered. */
  readonly document: OpenApiDocument;
  private readonly description: Description;
  private readonly world: Set<string>;
  /** How many of the examples of an operation's success are its own: they come first. */
  private readonly ownExamples: Map<string, number>;
  private readonly patterns: { operation: Operation; pattern: RegExp; names: string[] }[];

  /** @param source bundled description; it is not changed */
  constructor(source: OpenApiDocument) {
    this.document = fillPlaceholders(source) as OpenApiDocument;
    delete this.document.webhooks;
    // The mock server would deliver events to the URLs of the examples.
    for (const item of Object.values(this.document.paths ?? {})) delete item.post?.callbacks;
    describeFilesAsStrings(this.document);
    this.description = new Description(this.document);
    this.ownExamples = shareExamples(this.description);
    this.world = worldOf(this.description);
    this.patterns = [...this.description.operations.values()]
      .map((operation) => ({
        operation,
        pattern: new RegExp(`^${operation.path.replace(/[.+?^$()|[\]\\]/g, '\\$&').replace(/\{[^}]+\}/g, '([^/]+)')}$`),
        names: [...operation.path.matchAll(/\{([^}]+)\}/g)].map((found) => found[1] ?? ''),
      }))
      // A path that is written out wins over one with a placeholder in the same place.
      .sort((left, right) => left.names.length - right.names.length);
  }

  /** How many operations there are to answer. */
  get operationCount(): number {
    return this.description.operations.size;
  }

  /** The operation of a call, if there is one. */
  match({ method, path }: Call): Match | undefined {
    for (const { operation, pattern, names } of this.patterns) {
      const found = operation.method === method.toLowerCase() ? pattern.exec(path) : null;
      if (found) {
        return {
          operation,
          parameters: new Map(names.map((name, index) => [name, decodeURIComponent(found[index + 1] ?? '')])),
        };
      }
    }
    return undefined;
  }

  /**
   * What to ask the mock server for, as the value of its `Prefer` header.
   *
   * @returns `code=404` for an identifier that occurs in no example, `example=…` where one of several examples fits
   * best, and undefined where the server's own choice is right
   */
  prefer(call: Call): string | undefined {
    const match = this.match(call);
    if (!match) {
      return undefined;
    }
    const { operation, parameters } = match;
    // An upsert makes the record that it does not find.
    const mayCreate = operation.id.startsWith('upsert');
    const unknown = [...parameters.values()].some((value) => !this.world.has(value));
    if (unknown && !mayCreate && operation.responses.has('404')) {
      return 'code=404';
    }
    const key = this.bestExample(match, call.body);
    return key === undefined ? undefined : `example=${key}`;
  }

  /**
   * The operation's own example whose record is the one asked for and that shares most values with the request. A
   * record that only another operation shows is taken from there.
   */
  private bestExample({ operation, parameters }: Match, body: JsonValue | undefined): string | undefined {
    const examples = Object.entries(successMedia(this.description, operation)?.examples ?? {}).map(([key, entry]) => ({
      key,
      value: this.description.resolve<Example>(entry).value ?? null,
    }));
    const own = examples.slice(0, this.ownExamples.get(operation.id) ?? 0);
    // A path that ends with an identifier asks for that record; below it are records of other identifiers.
    const asked = operation.path.endsWith('}') ? [...parameters.values()].at(-1) : undefined;
    const isAsked = ({ value }: { value: JsonValue }) => asked !== undefined && recordId(value) === asked;
    const fitting = own.some(isAsked) ? own.filter(isAsked) : examples.filter(isAsked).slice(0, 1);
    const sent = scalarsOf([body ?? null, ...parameters.values()]);
    const shared = ({ value }: { value: JsonValue }) => [...scalarsOf(value)].filter((text) => sent.has(text)).length;
    // The sort is stable: among equals the first one of the description wins.
    return (fitting.length > 0 ? fitting : own).sort((left, right) => shared(right) - shared(left))[0]?.key;
  }
}

/** The JSON of an operation's success. */
function successMedia(description: Description, operation: Operation): MediaType | undefined {
  return description.media(description.getResponse(operation, description.successStatus(operation)).content)?.media;
}

/**
 * Lets every operation answer with all examples of the schema that it answers with, its own ones first.
 *
 * @returns how many examples each operation had before
 */
function shareExamples(description: Description): Map<string, number> {
  const pools = new Map<string, Record<string, Example | Reference>>();
  const own = new Map<string, number>();
  const medias = [...description.operations.values()].flatMap((operation) => {
    const media = successMedia(description, operation);
    own.set(operation.id, Object.keys(media?.examples ?? {}).length);
    return media?.schema?.$ref === undefined ? [] : [{ media, schema: media.schema.$ref }];
  });
  for (const { media, schema } of medias) {
    pools.set(schema, { ...media.examples, ...pools.get(schema) });
  }
  for (const { media, schema } of medias) {
    const foreign = Object.entries(pools.get(schema) ?? {}).filter(([key]) => !(key in (media.examples ?? {})));
    media.examples = { ...media.examples, ...Object.fromEntries(foreign) };
  }
  return own;
}

/** Every value of every example of a body: what exists, as far as the mock knows. */
function worldOf(description: Description): Set<string> {
  const world = new Set<string>();
  for (const operation of description.operations.values()) {
    const bodies = [operation.requestBody, ...operation.responses.values()];
    for (const body of bodies) {
      for (const example of description.examples(description.media(body?.content)?.media)) {
        scalarsOf(example.value, world);
      }
    }
    for (const parameter of operation.parameters.filter(({ in: place }) => place === 'path')) {
      const samples = [
        parameter.example,
        ...(parameter.schema ? (description.resolve(parameter.schema).examples ?? []) : []),
      ];
      samples.forEach((sample) => scalarsOf(sample ?? null, world));
    }
  }
  return world;
}

/** The violations that a reply of the mock server lists. */
export function violationsOf(header: string | string[] | undefined): Violation[] {
  const text = Array.isArray(header) ? header.join('') : header;
  if (text === undefined) {
    return [];
  }
  try {
    return JSON.parse(text) as Violation[];
  } catch {
    // The server cuts very long lists; their beginning says enough.
    return [{ location: ['request'], message: text.slice(0, 500) }];
  }
}

/** One line for people about what is wrong with a request or a reply. */
export function explain(violations: Violation[]): string {
  return violations.map(({ location, message }) => `${location.join('.')}: ${message}`).join('; ');
}

/** The body of a 400, in the shape that the description gives it, with what is wrong with this very request. */
export function badRequest(violations: Violation[]): string {
  const details = violations.map(({ message }) => message.replace(/^Request (body )?(property )?/, '')).join('; ');
  return JSON.stringify({ errorCode: 'bad-request', statusCode: 400, message: 'Validation failed.', details });
}

/** A header that holds no credentials counts as missing, as it does with the API. */
export function isCredential(header: string | undefined): boolean {
  return /^(ApiKey|Bearer) +\S/.test(header ?? '');
}
