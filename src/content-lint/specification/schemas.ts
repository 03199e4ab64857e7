/**
 * Walks through the schemas of the bundled description.
 *
 * `eachSchema` visits every schema once where it is written; `listFields` gives the tree of field names that a body has,
 * with arrays, nullability and alternatives looked through; `listLeaves` gives the plain schemas behind such wrappers.
 */
import {
  listBodies,
  follow,
  listOperations,
  listWebhooks,
  type Description,
  type Header,
  type MediaType,
  type Node,
  type Operation,
  type Parameter,
  type Reference,
  type ResponseObject,
  type Schema,
} from './description';
import { isReference } from '../../description/description';
import { joinPointer } from '../../description/json';

type SchemaRole = 'component' | 'property' | 'items' | 'branch' | 'body' | 'parameter' | 'header' | 'map';

export interface SchemaPlace {
  readonly schema: Schema;
  readonly pointer: string;
  readonly role: SchemaRole;
  /** Name of the component, property, parameter or header; empty for the others. */
  readonly name: string;
}

function* within(schema: Schema, at: string, role: SchemaRole, name: string): Generator<SchemaPlace> {
  yield { schema, pointer: at, role, name };
  for (const [key, property] of Object.entries(schema.properties ?? {})) {
    yield* within(property, at + joinPointer('properties', key), 'property', key);
  }
  if (schema.items !== undefined) yield* within(schema.items, `${at}/items`, 'items', '');
  for (const keyword of ['oneOf', 'anyOf', 'allOf'] as const) {
    for (const [index, branch] of (schema[keyword] ?? []).entries()) {
      yield* within(branch, at + joinPointer(keyword, index), 'branch', '');
    }
  }
  if (typeof schema.additionalProperties === 'object') {
    yield* within(schema.additionalProperties, `${at}/additionalProperties`, 'map', '');
  }
}

function* ofContent(content: Record<string, MediaType> | undefined, at: string): Generator<SchemaPlace> {
  for (const body of listBodies(content, at)) {
    if (body.content.schema !== undefined) yield* within(body.content.schema, `${body.pointer}/schema`, 'body', '');
  }
}

function* ofParameter(parameter: Parameter | Reference, at: string): Generator<SchemaPlace> {
  if (isReference(parameter)) return;
  if (parameter.schema !== undefined) yield* within(parameter.schema, `${at}/schema`, 'parameter', parameter.name);
}

function* ofHeader(header: Header | Reference, at: string, name: string): Generator<SchemaPlace> {
  if (isReference(header)) return;
  if (header.schema !== undefined) yield* within(header.schema, `${at}/schema`, 'header', name);
}

function* ofResponse(response: ResponseObject | Reference, at: string): Generator<SchemaPlace> {
  if (isReference(response)) return;
  for (const [name, header] of Object.entries(response.headers ?? {})) {
    yield* ofHeader(header, at + joinPointer('headers', name), name);
  }
  yield* ofContent(response.content, at);
}

function* ofOperation(operation: Operation, at: string): Generator<SchemaPlace> {
  for (const [index, parameter] of (operation.parameters ?? []).entries()) {
    yield* ofParameter(parameter, `${at}/parameters/${String(index)}`);
  }
  const body = operation.requestBody;
  if (body !== undefined && !isReference(body)) yield* ofContent(body.content, `${at}/requestBody`);
  for (const [status, response] of Object.entries(operation.responses ?? {})) {
    yield* ofResponse(response, `${at}/responses/${status}`);
  }
}

/** Every schema of the description at the place where it is written, references not followed. */
export function* eachSchema(description: Description): Generator<SchemaPlace> {
  const components = description.components ?? {};
  for (const [name, schema] of Object.entries(components.schemas ?? {})) {
    yield* within(schema, joinPointer('components', 'schemas', name), 'component', name);
  }
  for (const [name, parameter] of Object.entries(components.parameters ?? {})) {
    yield* ofParameter(parameter, joinPointer('components', 'parameters', name));
  }
  for (const [name, response] of Object.entries(components.responses ?? {})) {
    yield* ofResponse(response, joinPointer('components', 'responses', name));
  }
  for (const [name, body] of Object.entries(components.requestBodies ?? {})) {
    yield* ofContent(body.content, joinPointer('components', 'requestBodies', name));
  }
  for (const [name, header] of Object.entries(components.headers ?? {})) {
    yield* ofHeader(header, joinPointer('components', 'headers', name), name);
  }
  for (const root of ['paths', 'webhooks'] as const) {
    for (const [path, item] of Object.entries(description[root] ?? {})) {
      for (const [index, parameter] of (item.parameters ?? []).entries()) {
        yield* ofParameter(parameter, joinPointer(root, path, 'parameters', index));
      }
    }
  }
  for (const entry of [...listOperations(description), ...listWebhooks(description)]) {
    yield* ofOperation(entry.operation, entry.pointer);
  }
}

/** The plain schemas behind references and alternatives; the null branch is left out. Arrays are not opened. */
export function listLeaves(
  description: Description,
  schema: Schema,
  at: string,
  depth = 0,
): { schema: Schema; pointer: string }[] {
  if (depth > 12) return [];
  const { node, pointer: where } = follow(description, schema, at);
  const branches = (['oneOf', 'anyOf', 'allOf'] as const).flatMap((keyword) =>
    (node[keyword] ?? []).flatMap((branch, index) =>
      listLeaves(description, branch, where + joinPointer(keyword, index), depth + 1),
    ),
  );
  const plain = branches.length === 0 || node.properties !== undefined || node.enum !== undefined;
  const isNull = node.type === 'null';
  return [...(plain && !isNull ? [{ schema: node, pointer: where }] : []), ...branches];
}

/** The plain schemas of the things in an array (or of the schema itself when it is none), at any depth of arrays. */
export function listElements(
  description: Description,
  schema: Schema,
  at: string,
  depth = 0,
): { schema: Schema; pointer: string }[] {
  return listLeaves(description, schema, at).flatMap((leaf) =>
    leaf.schema.items !== undefined && depth < 4
      ? listElements(description, leaf.schema.items, `${leaf.pointer}/items`, depth + 1)
      : [leaf],
  );
}

export interface Field {
  /** Pointers of every schema that declares the field. */
  readonly places: readonly { schema: Schema; pointer: string }[];
}

/** The fields that a body has at its first level, arrays and alternatives looked through. */
export function listFields(
  description: Description,
  places: readonly { schema: Schema; pointer: string }[],
): Map<string, Field> {
  const fields = new Map<string, { places: { schema: Schema; pointer: string }[] }>();
  for (const place of places) {
    for (const element of listElements(description, place.schema, place.pointer)) {
      for (const [name, schema] of Object.entries(element.schema.properties ?? {})) {
        const field = fields.get(name) ?? { places: [] };
        field.places.push({ schema, pointer: element.pointer + joinPointer('properties', name) });
        fields.set(name, field);
      }
    }
  }
  return fields;
}

/** A copy of a schema with every reference replaced by what it names; a circle ends in an empty schema. */
export function dereference(description: Description, schema: Schema, open: readonly string[] = []): Schema {
  const visit = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(visit);
    if (typeof node !== 'object' || node === null) return node;
    const { $ref, ...siblings } = node as Node;
    if (typeof $ref !== 'string') {
      // Values are data, not schemas: what looks like a reference in them is none.
      return Object.fromEntries(
        Object.entries(node).map(([key, value]) => [
          key,
          ['examples', 'example', 'enum', 'const', 'default'].includes(key) && !isSchemaMap(value)
            ? value
            : visit(value),
        ]),
      );
    }
    if (open.includes($ref)) return {};
    const target = follow(description, { $ref }, '').node as Schema;
    return { ...dereference(description, target, [...open, $ref]), ...siblings };
  };
  return visit(schema) as Schema;
}

/** A property may be called `default` or `examples`; then its value is a schema. */
function isSchemaMap(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    ('type' in value || '$ref' in value || 'oneOf' in value)
  );
}
