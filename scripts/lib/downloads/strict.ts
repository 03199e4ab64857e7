/**
 * An OpenAPI Overlay for clients that don't want to check every field of a response. It requires the fields that every
 * example shows and that no client can leave out: decision D5 of `api-spec/README.md`.
 */
import { Description, type Operation } from '../../../src/description/description';
import type { OpenApiDocument, Response, Schema } from '../../../src/description/types';
import { isRecord } from '../../../src/description/json';

/** An Overlay 1.0 document that replaces the `required` of schemas. */
export interface StrictOverlay {
  readonly overlay: '1.0.0';
  readonly info: { readonly title: string; readonly version: string };
  readonly actions: readonly {
    readonly target: string;
    readonly remove?: true;
    readonly update?: { readonly required: readonly string[] };
  }[];
}

type Fields = Readonly<Record<string, unknown>>;

/** Two different examples at least: what a single one shows can be a coincidence. */
const FEWEST_EXAMPLES = 2;

/** Reads a specification for the overlay. */
class Evidence {
  /** Schemas that a request body contains. What a client sends stays as it is. */
  readonly sent = new Set<string>();
  /** Fields that the request which creates an object can leave out, by the object's schema. */
  private readonly leftOut = new Map<string, Set<string>>();
  /** Different examples of a schema in responses and events, by its name. */
  readonly shown = new Map<string, Map<string, Fields>>();

  constructor(private readonly description: Description) {
    const operations = [...description.operations.values()];
    for (const operation of operations) this.readRequest(operation);
    for (const operation of operations) this.readExamples(operation);
  }

  /** Branches and elements of a schema. */
  private *listParts(schema: Schema): Generator<Schema> {
    yield* [...(schema.allOf ?? []), ...(schema.oneOf ?? []), ...(schema.anyOf ?? [])];
    if (schema.items) yield schema.items;
    if (typeof schema.additionalProperties === 'object') yield schema.additionalProperties;
  }

  /** Properties of a schema and of its branches. */
  private collectProperties(schema: Schema): Record<string, Schema> {
    const own = this.description.resolve(schema);
    const branches = [...(own.allOf ?? []), ...(own.oneOf ?? []), ...(own.anyOf ?? [])];
    return Object.assign({}, ...branches.map((branch) => this.collectProperties(branch)), own.properties) as Record<
      string,
      Schema
    >;
  }

  private readRequest(operation: Operation): void {
    const schema = this.description.media(operation.requestBody?.content)?.media.schema;
    if (operation.method === 'event' || !schema) return;
    this.readSent(schema);
    const isCreation = operation.method === 'post' || operation.id.startsWith('upsert');
    const created = isCreation && this.findResult(operation);
    if (!created) return;
    const { required = [] } = this.description.resolve(schema);
    const optional = Object.keys(this.collectProperties(schema)).filter((name) => !required.includes(name));
    this.leftOut.set(created, new Set([...(this.leftOut.get(created) ?? []), ...optional]));
  }

  private readSent(schema: Schema): void {
    const name = Description.schemaName(schema.$ref);
    if (name !== undefined && this.sent.has(name)) return;
    if (name !== undefined) this.sent.add(name);
    const own = this.description.resolve(schema);
    for (const part of [...Object.values(own.properties ?? {}), ...this.listParts(own)]) this.readSent(part);
  }

  /** Name of the schema of the object that an operation returns. */
  private findResult(operation: Operation): string | undefined {
    const response = operation.responses.get(this.description.successStatus(operation));
    const data = this.collectProperties(this.description.media(response?.content)?.media.schema ?? {})['data'];
    return Description.schemaName(data?.$ref);
  }

  private readExamples({ method, requestBody, responses }: Operation): void {
    const contents: Response['content'][] = [...responses.values()].map(({ content }) => content);
    for (const content of method === 'event' ? [requestBody?.content] : contents) {
      const found = this.description.media(content);
      for (const { value } of this.description.examples(found?.media)) this.readShown(found?.media.schema ?? {}, value);
    }
  }

  private readShown(schema: Schema, value: unknown): void {
    const own = this.description.resolve(schema);
    if (Array.isArray(value)) value.forEach((entry) => own.items && this.readShown(own.items, entry));
    if (!isRecord(value)) return;
    const name = Description.schemaName(schema.$ref);
    if (name !== undefined && own.properties) {
      const shown = this.shown.get(name) ?? new Map<string, Fields>();
      this.shown.set(name, shown.set(JSON.stringify(value), value));
    }
    for (const branch of own.allOf ?? []) this.readShown(branch, value);
    // An object that fits several alternatives counts for each, which can only require less.
    for (const branch of [...(own.oneOf ?? []), ...(own.anyOf ?? [])]) {
      const known = this.collectProperties(branch);
      if (Object.keys(value).every((key) => key in known)) this.readShown(branch, value);
    }
    for (const [key, property] of Object.entries(own.properties ?? {})) {
      if (value[key] !== undefined) this.readShown(property, value[key]);
    }
  }

  /** The fields of a schema that the overlay requires, with those that the schema requires itself. */
  listRequired(name: string): readonly string[] {
    const { properties = {}, required = [] } = this.description.schemas[name] ?? {};
    const examples = [...(this.shown.get(name)?.values() ?? [])];
    if (!('id' in properties) || this.sent.has(name) || examples.length === 0) return required;
    const isRequired = ([key, property]: [string, Schema]): boolean => {
      if (required.includes(key)) return true;
      if (this.leftOut.get(name)?.has(key) === true || examples.some((value) => value[key] === undefined)) return false;
      return property.readOnly === true || examples.length >= FEWEST_EXAMPLES;
    };
    return Object.entries(properties)
      .filter(isRequired)
      .map(([key]) => key);
  }
}

/**
 * Generates the overlay.
 *
 * @param document - The bundled specification. It isn't changed.
 * @returns Actions for each schema that becomes stricter. `required` is removed before it's written, because tools differ in
 *   whether an update replaces an array or adds to it.
 */
export function buildStrict(document: OpenApiDocument): StrictOverlay {
  const description = new Description(document);
  const evidence = new Evidence(description);
  const actions = Object.entries(description.schemas).flatMap(([name, { required: before = [] }]) => {
    const required = evidence.listRequired(name);
    if (required.length <= before.length) return [];
    const target = `$.components.schemas['${name}']`;
    return [
      ...(before.length > 0 ? [{ target: `${target}.required`, remove: true as const }] : []),
      { target, update: { required } },
    ];
  });
  return {
    overlay: '1.0.0',
    info: { title: 'Strict responses', version: document.info.version },
    actions,
  };
}
