/**
 * Typed access to a bundled OpenAPI specification: operations by ID, webhook events, schemas by name, and `$ref`
 * resolution. Getters throw a `SpecificationError` with the closest match for unknown names.
 */
import kebabCase from 'lodash/kebabCase';
import { unknownName } from './names';
import type {
  Example,
  ExternalDocs,
  Header,
  JsonValue,
  MediaType,
  Method,
  OpenApiDocument,
  OperationObject,
} from './types';
import type { Parameter, PathItem, Reference, RequestBody, Response, Schema, SecurityScheme } from './types';
import { findAt } from './json';

/** An unknown name or reference. The message is a complete sentence for the author. */
export class SpecificationError extends Error {}

/** @throws SpecificationError on an unknown name */
function getKnown<T>(kind: string, name: string, known: ReadonlyMap<string, T>): T {
  const found = known.get(name);
  if (found === undefined) throw new SpecificationError(unknownName(kind, name, known.keys()));
  return found;
}

const METHODS: Method[] = ['get', 'put', 'post', 'patch', 'delete', 'head', 'options'];

export interface NamedExample {
  /** True for an example of a body that isn't JSON. */
  isText?: boolean;
  /** Key in the media type, or the component's name. Both identify the example. */
  names: string[];
  summary: string;
  description?: string;
  value: JsonValue;
}

export interface Operation {
  id: string;
  /** ID of the page under `/api/`. */
  pageId: string;
  /** URL of the operation's page. */
  url: string;
  /** HTTP method in lowercase, or `event` for a request that PAI sends to the reader. */
  method: Method | 'event';
  /** Path with placeholders, or the event type of a webhook. */
  path: string;
  summary: string;
  description: string;
  tag: string;
  deprecated: boolean;
  parameters: Parameter[];
  requestBody?: RequestBody;
  responses: Map<string, Response>;
  /** Alternatives, each with the schemes that are required together. An alternative without any is anonymous. */
  security: string[][];
  /** Scopes that the schemes need, by name of the scheme. */
  scopes: Map<string, string[]>;
  /** Base URL, if it isn't that of the API. */
  server?: string;
  /** Requests that PAI sends because of this one. The path is the expression of their URL. */
  callbacks: Operation[];
  /** The guide that explains it best. */
  guide?: ExternalDocs;
}

/** Whether a status is that of an error. `default` stands for all statuses that aren't named. */
export const isError = (status: string): boolean => /^[45]|^default$/.test(status);

/** Whether a part of the specification is a reference to another one. */
function isReference(value: object | undefined): value is Reference {
  return value !== undefined && '$ref' in value && typeof value.$ref === 'string';
}

export class Specification {
  readonly operations = new Map<string, Operation>();
  readonly tags: { name: string; description: string }[];
  readonly schemas: Record<string, Schema>;
  readonly serverUrl: string;
  private readonly results = new Map<string, unknown>();

  constructor(readonly document: OpenApiDocument) {
    this.schemas = document.components?.schemas ?? {};
    this.serverUrl = (document.servers?.[0]?.url ?? '').replace(/\/$/, '');
    this.tags = (document.tags ?? []).map(({ name, description = '' }) => ({ name, description }));
    for (const [path, item] of Object.entries(document.paths ?? {})) this.addPathItem(path, item, false);
    for (const [name, item] of Object.entries(document.webhooks ?? {})) this.addPathItem(name, item, true);
  }

  /** Computes a result once per specification. Each kind of result has its own key. */
  once<T>(key: string, compute: () => T): T {
    if (!this.results.has(key)) this.results.set(key, compute());
    return this.results.get(key) as T;
  }

  private addPathItem(path: string, itemOrReference: PathItem, event: boolean): void {
    const item = this.resolve<PathItem>(itemOrReference);
    for (const method of METHODS) {
      const operation = item[method];
      if (!operation) continue;
      const id = operation.operationId;
      if (!id || this.operations.has(id)) {
        throw new SpecificationError(
          `${method.toUpperCase()} ${path} has no operationId of its own. Write another one.`,
        );
      }
      this.operations.set(id, this.operation(id, method, path, item, operation, event));
    }
  }

  /** The requests that PAI sends because of an operation, by their name. */
  callbacks(operation: OperationObject): Operation[] {
    return Object.entries(operation.callbacks ?? {}).flatMap(([name, expressions]) =>
      Object.entries(expressions).flatMap(([expression, item]) =>
        METHODS.flatMap((method) => {
          const request = item[method];
          return request ? this.operation(name, method, expression, item, request, true) : [];
        }),
      ),
    );
  }

  private operation(
    id: string,
    method: Method,
    path: string,
    item: PathItem,
    operation: OperationObject,
    event: boolean,
  ): Operation {
    const parameters = new Map<string, Parameter>();
    for (const entry of [...(item.parameters ?? []), ...(operation.parameters ?? [])]) {
      const parameter = this.resolve<Parameter>(entry);
      parameters.set(`${parameter.in} ${parameter.name}`, parameter);
    }
    const pageId = kebabCase(id);
    const security = operation.security ?? this.document.security ?? [];
    const responses = Object.entries(operation.responses ?? {}).sort(([left], [right]) => left.localeCompare(right));
    return {
      id,
      pageId,
      url: `/api/${pageId}`,
      method: event ? 'event' : method,
      path,
      summary: operation.summary ?? id,
      description: operation.description ?? '',
      tag: operation.tags?.[0] ?? 'Other',
      deprecated: operation.deprecated === true,
      parameters: [...parameters.values()],
      requestBody: operation.requestBody ? this.resolve<RequestBody>(operation.requestBody) : undefined,
      responses: new Map(responses.map(([status, response]) => [status, this.resolve<Response>(response)])),
      security: security.map((choice) => Object.keys(choice)),
      scopes: new Map(security.flatMap((choice) => Object.entries(choice))),
      callbacks: this.callbacks(operation),
      guide: operation.externalDocs,
      server: (operation.servers ?? item.servers)?.[0]?.url.replace(/\/$/, ''),
    };
  }

  /** Follows a chain of `#/…` references. Siblings of a `$ref` (3.1) override its target. */
  resolve<T extends object>(value: T | Reference): T {
    const seen = new Set<string>();
    let current: object = value;
    let siblings: object = {};
    while (isReference(current)) {
      const { $ref, ...rest } = current;
      if (seen.has($ref)) throw new SpecificationError(`The reference ${$ref} points to itself.`);
      seen.add($ref);
      siblings = { ...rest, ...siblings };
      current = this.pointer($ref);
    }
    return { ...current, ...siblings } as T;
  }

  private pointer(reference: string): object {
    const found = reference.startsWith('#/')
      ? findAt(this.document, decodeURIComponent(reference.slice(1)))
      : undefined;
    if (typeof found !== 'object' || found === null) {
      throw new SpecificationError(`The reference ${reference} leads nowhere. Bundle the specification first.`);
    }
    return found;
  }

  /** The name of the schema that a reference points to, if it is one. */
  static schemaName(reference: string | undefined): string | undefined {
    return /^#\/components\/schemas\/([^/]+)$/.exec(reference ?? '')?.[1];
  }

  getOperation(id: string): Operation {
    return getKnown('operation', id, this.operations);
  }

  getSchema(name: string): Schema {
    return getKnown('schema', name, new Map(Object.entries(this.schemas)));
  }

  getSecurityScheme(name: string): SecurityScheme {
    const schemes = Object.entries(this.document.components?.securitySchemes ?? {});
    return this.resolve<SecurityScheme>(getKnown('security scheme', name, new Map(schemes)));
  }

  /** Webhook events in the order of the specification. */
  get events(): Operation[] {
    return [...this.operations.values()].filter((operation) => operation.method === 'event');
  }

  getEvent(type: string): Operation {
    return getKnown('event type', type, new Map(this.events.map((event) => [event.path, event])));
  }

  getTag(name: string): { name: string; description: string; operations: Operation[] } {
    const tag = getKnown('tag', name, new Map(this.tags.map((entry) => [entry.name, entry])));
    return { ...tag, operations: [...this.operations.values()].filter((operation) => operation.tag === name) };
  }

  getResponse(operation: Operation, status: string): Response {
    return getKnown(`status of ${operation.id}`, status, operation.responses);
  }

  /** The lowest 2xx status of an operation, or its first status, preferably not an error's. */
  successStatus(operation: Operation): string {
    const statuses = [...operation.responses.keys()];
    const success =
      statuses.find((status) => status.startsWith('2')) ??
      statuses.find((status) => !/^[45]/.test(status)) ??
      statuses[0];
    if (!success)
      throw new SpecificationError(`${operation.id} has no responses. Add one to its file in api-spec/paths.`);
    return success;
  }

  /** The JSON media type of a body, or its first one. */
  media(content: Record<string, MediaType> | undefined): { type: string; media: MediaType } | undefined {
    const entries = Object.entries(content ?? {});
    const entry = entries.find(([type]) => /\bjson\b/.test(type)) ?? entries[0];
    return entry ? { type: entry[0], media: entry[1] } : undefined;
  }

  /** Complete examples of a body, in the order of the specification. */
  examples(media: MediaType | undefined): NamedExample[] {
    const examples = Object.entries(media?.examples ?? {}).map(([key, entry]): NamedExample => {
      const component = isReference(entry) ? entry.$ref.split('/').pop() : undefined;
      const { summary, description, value } = this.resolve<Example>(entry);
      const names = component ? [component, key] : [key];
      return { names, summary: summary ?? key, description, value: value ?? null };
    });
    if (examples.length === 0 && media?.example !== undefined) {
      return [{ names: ['example'], summary: 'Example', value: media.example }];
    }
    return examples;
  }

  /** A named example of a body, or the only one if no name is given. Messages use `where` to identify the body. */
  getExample(media: MediaType | undefined, name: string | undefined, where: string): NamedExample {
    const examples = this.examples(media);
    const [only] = examples;
    if (name === undefined) {
      if (only && examples.length === 1) return only;
      const names = examples.map((example) => example.names[0]).join(', ');
      throw new SpecificationError(
        only
          ? `${where} has ${examples.length} examples. Choose one: ${names}.`
          : `${where} has no example. Add one to api-spec/components/examples.`,
      );
    }
    const byName = examples.flatMap((example) => example.names.map((known) => [known, example] as const));
    return getKnown(`example of ${where}`, name, new Map(byName));
  }

  headers(response: Response): [string, Header][] {
    return Object.entries(response.headers ?? {}).map(([name, header]) => [name, this.resolve<Header>(header)]);
  }
}
