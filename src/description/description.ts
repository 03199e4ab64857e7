/**
 * Typed access to a bundled OpenAPI specification: operations by ID, webhook events, schemas by name, and `$ref`
 * resolution. Getters throw a `DescriptionError` with the closest match for unknown names.
 */
import kebabCase from 'lodash/kebabCase';
import { unknownName } from './names';
import type {
  Example,
  Header,
  JsonValue,
  MediaType,
  Method,
  OpenApiDocument,
  OperationObject,
  Parameter,
  PathItem,
  Reference,
  RequestBody,
  Response,
  Schema,
  SecurityScheme,
} from './types';
import { findAt } from './json';

/** An unknown name or reference. The message is a complete sentence for the author. */
export class DescriptionError extends Error {}

const METHODS: Method[] = ['get', 'put', 'post', 'patch', 'delete', 'head', 'options'];

export interface NamedExample {
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
}

/** Whether a part of the specification is a reference to another one. */
export function isReference(value: object | undefined): value is Reference {
  return value !== undefined && '$ref' in value && typeof value.$ref === 'string';
}

export class Description {
  readonly operations = new Map<string, Operation>();
  readonly tags: { name: string; description: string }[];
  readonly schemas: Record<string, Schema>;
  readonly serverUrl: string;
  /** Results that are computed once per specification. Each user has its own key. */
  readonly cache = new Map<string, unknown>();

  constructor(readonly document: OpenApiDocument) {
    this.schemas = document.components?.schemas ?? {};
    this.serverUrl = (document.servers?.[0]?.url ?? '').replace(/\/$/, '');
    this.tags = (document.tags ?? []).map(({ name, description = '' }) => ({ name, description }));
    for (const [path, item] of Object.entries(document.paths ?? {})) this.addPathItem(path, item, false);
    for (const [name, item] of Object.entries(document.webhooks ?? {})) this.addPathItem(name, item, true);
  }

  private addPathItem(path: string, itemOrReference: PathItem, event: boolean): void {
    const item = this.resolve<PathItem>(itemOrReference);
    for (const method of METHODS) {
      const operation = item[method];
      if (!operation) continue;
      const id = operation.operationId;
      if (!id) {
        throw new DescriptionError(`${method.toUpperCase()} ${path} has no operationId. Add one in api-spec/paths.`);
      }
      if (this.operations.has(id)) {
        throw new DescriptionError(
          `Two operations have the operationId "${id}". Rename one of them in api-spec/paths.`,
        );
      }
      this.operations.set(id, this.operation(id, method, path, item, operation, event));
    }
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
      if (seen.has($ref)) throw new DescriptionError(`The reference ${$ref} points to itself.`);
      seen.add($ref);
      siblings = { ...rest, ...siblings };
      current = this.pointer($ref);
    }
    return { ...current, ...siblings } as T;
  }

  private pointer(reference: string): object {
    if (!reference.startsWith('#/')) {
      throw new DescriptionError(
        `The reference ${reference} points outside the document. Bundle the specification first.`,
      );
    }
    const current = findAt(this.document, decodeURIComponent(reference.slice(1)));
    if (typeof current !== 'object' || current === null) {
      throw new DescriptionError(`Can't resolve the reference ${reference}.`);
    }
    return current;
  }

  /** The name of the schema that a reference points to, if it is one. */
  static schemaName(reference: string | undefined): string | undefined {
    return /^#\/components\/schemas\/([^/]+)$/.exec(reference ?? '')?.[1];
  }

  getOperation(id: string): Operation {
    const operation = this.operations.get(id);
    if (!operation) throw new DescriptionError(unknownName('operation', id, this.operations.keys()));
    return operation;
  }

  getSchema(name: string): Schema {
    const schema = this.schemas[name];
    if (!schema) throw new DescriptionError(unknownName('schema', name, Object.keys(this.schemas)));
    return schema;
  }

  getSecurityScheme(name: string): SecurityScheme {
    const schemes = this.document.components?.securitySchemes ?? {};
    const scheme = schemes[name];
    if (!scheme) throw new DescriptionError(unknownName('security scheme', name, Object.keys(schemes)));
    return this.resolve<SecurityScheme>(scheme);
  }

  /** Webhook events in the order of the description. */
  get events(): Operation[] {
    return [...this.operations.values()].filter((operation) => operation.method === 'event');
  }

  getEvent(type: string): Operation {
    const event = this.events.find((operation) => operation.path === type);
    if (!event)
      throw new DescriptionError(
        unknownName(
          'event type',
          type,
          this.events.map(({ path }) => path),
        ),
      );
    return event;
  }

  getTag(name: string): { name: string; description: string; operations: Operation[] } {
    const tag = this.tags.find((entry) => entry.name === name);
    if (!tag)
      throw new DescriptionError(
        unknownName(
          'tag',
          name,
          this.tags.map((entry) => entry.name),
        ),
      );
    return { ...tag, operations: [...this.operations.values()].filter((operation) => operation.tag === name) };
  }

  getResponse(operation: Operation, status: string): Response {
    const response = operation.responses.get(status);
    if (!response) {
      throw new DescriptionError(unknownName(`status of ${operation.id}`, status, operation.responses.keys()));
    }
    return response;
  }

  /** The lowest 2xx status of an operation, or its first status. */
  successStatus(operation: Operation): string {
    const statuses = [...operation.responses.keys()];
    const success = statuses.find((status) => status.startsWith('2')) ?? statuses[0];
    if (!success)
      throw new DescriptionError(`${operation.id} has no responses. Add one to its file in api-spec/paths.`);
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
      return {
        names: component ? [component, key] : [key],
        summary: summary ?? key,
        description,
        value: value ?? null,
      };
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
      throw new DescriptionError(
        only
          ? `${where} has ${examples.length} examples. Choose one: ${names}.`
          : `${where} has no example. Add one to api-spec/components/examples.`,
      );
    }
    const found = examples.find((example) => example.names.includes(name));
    if (!found) {
      throw new DescriptionError(
        unknownName(
          `example of ${where}`,
          name,
          examples.map(({ names }) => names[0] ?? ''),
        ),
      );
    }
    return found;
  }

  headers(response: Response): [string, Header][] {
    return Object.entries(response.headers ?? {}).map(([name, header]) => [name, this.resolve<Header>(header)]);
  }
}
