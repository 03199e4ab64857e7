/**
 * The OpenAPI file as OpenAPI 3.0.3, for tools that reject 3.1.
 *
 * Written here because the packages for it leave `type: 'null'` and unused components behind, which is what the tools that
 * need 3.0 trip over.
 */
import { isRecord, toRecord } from '../../../src/specification/json';

type Node = Record<string, unknown>;

/** What a schema says in words, because OpenAPI 3.0 has no keyword for it. */
const IN_WORDS: Record<string, (value: unknown, schema: Node) => string> = {
  patternProperties: (value, { additionalProperties }) =>
    `Keys can match ${listNames(value)}.${additionalProperties === false ? ' There are no other keys.' : ''}`,
  propertyNames: () => 'The names of its keys are limited.',
  prefixItems: (value, { items }) =>
    `The first items have types of their own: ${listTypes(value)}.${isRecord(items) ? ` The others: ${listTypes([items])}.` : ''}`,
  if: () => 'Further rules depend on its values.',
  then: () => '',
  else: () => '',
};

const listNames = (value: unknown): string =>
  Object.keys(toRecord(value))
    .map((name) => `\`${name}\``)
    .join(', ');

const listTypes = (value: unknown): string =>
  (Array.isArray(value) ? value : [])
    .map(toRecord)
    .map(({ type, $ref = 'any value' }) => [type ?? String($ref).split('/').at(-1)].flat().map(String).join(' or '))
    .join(', ');

/** Keywords that are left out beside another one, because in 3.0 they would hold for what that one describes, too. */
const LEFT_OUT: Record<string, string> = { items: 'prefixItems', additionalProperties: 'patternProperties' };

const mapValues = (value: unknown, convert: (part: unknown, key: string) => unknown): Node =>
  Object.fromEntries(Object.entries(toRecord(value)).map(([key, part]) => [key, convert(part, key)]));

const isNull = (schema: unknown): boolean => toRecord(schema)['type'] === 'null';

/** Converts one file. */
class Converter {
  /** References that are being copied. */
  private readonly open = new Set<string>();

  constructor(private readonly document: Node) {}

  /** What a reference leads to, converted. */
  private target(reference: string): Node {
    const name = reference.split('/').at(-1) ?? '';
    return this.schema(toRecord(toRecord(this.document['components'])['schemas'])[name]) as Node;
  }

  /** A schema with the keywords of 3.0. */
  schema(value: unknown): unknown {
    if (!isRecord(value)) return value === true ? {} : value;
    const { $ref, ...rest } = value;
    if (typeof $ref === 'string') {
      // In 3.0, whatever is beside a reference is ignored.
      return Object.keys(rest).length === 0 ? { $ref } : { ...(this.schema(rest) as Node), allOf: [{ $ref }] };
    }
    return this.types(this.alternatives(this.keywords(value)));
  }

  /** Keywords that have another name or form, and the schemas inside. */
  private keywords(schema: Node): Node {
    const isLeftOut = (key: string): boolean => (LEFT_OUT[key] ?? '') in schema;
    const hasItems = 'items' in schema && !isLeftOut('items');
    // In 3.0, a list says what it holds.
    const out: Node = [schema['type']].flat().includes('array') && !hasItems ? { items: {} } : {};
    const words = Object.keys(IN_WORDS).flatMap((key) =>
      key in schema ? (IN_WORDS[key]?.(schema[key], schema) ?? '') : [],
    );
    for (const [key, part] of Object.entries(schema)) {
      if (isLeftOut(key)) continue;
      if (key === 'const') out['enum'] = [part];
      else if (key === 'examples') {
        if (Array.isArray(part) && part.length > 0) [out['example']] = part as unknown[];
      } else if (key === 'exclusiveMinimum' || key === 'exclusiveMaximum') {
        out[key === 'exclusiveMinimum' ? 'minimum' : 'maximum'] = part;
        out[key] = true;
      } else if (key === 'contentMediaType' || key === 'contentEncoding') {
        out['format'] = schema['contentEncoding'] === 'base64' ? 'byte' : 'binary';
      } else if (key === 'properties') out[key] = mapValues(part, (child) => this.schema(child));
      else if (key === 'items' || (key === 'additionalProperties' && isRecord(part))) out[key] = this.schema(part);
      else if (['oneOf', 'anyOf', 'allOf'].includes(key) && Array.isArray(part)) {
        // `null` as an alternative is taken out below.
        out[key] = (part as unknown[]).map((child) => (isNull(child) ? child : this.schema(child)));
      } else if (key !== '$comment' && !(key in IN_WORDS)) out[key] = part;
    }
    const text = [out['description'], ...words].filter(Boolean).join(' ');
    return words.length > 0 ? { ...out, description: text } : out;
  }

  /** `oneOf: [X, null]` as a nullable X. */
  private alternatives(schema: Node): Node {
    const keyword = (['oneOf', 'anyOf'] as const).find((name) => Array.isArray(schema[name]));
    if (keyword === undefined) return schema;
    const list = schema[keyword] as unknown[];
    const kept = list.filter((part) => !isNull(part));
    if (kept.length === list.length) return schema;
    const rest = Object.fromEntries(Object.entries(schema).filter(([key]) => key !== keyword));
    const [only] = kept;
    if (kept.length > 1) return { ...rest, [keyword]: [...kept.slice(0, -1), this.nullable(kept.at(-1))] };
    return { ...this.nullable(only), ...rest };
  }

  /**
   * A schema that also allows `null`. What a reference leads to is copied: beside `allOf`, `nullable` allows nothing that
   * the referenced schema doesn't.
   */
  private nullable(schema: unknown): Node {
    const { $ref, allOf, ...own } = toRecord(schema);
    const [first] = Array.isArray(allOf) && allOf.length === 1 ? (allOf as unknown[]) : [];
    const reference = $ref ?? toRecord(first)['$ref'];
    if (typeof reference === 'string') {
      // A schema that contains itself can't be copied into itself.
      if (this.open.has(reference)) return { ...own, allOf: [{ $ref: reference }], nullable: true };
      this.open.add(reference);
      const copy = this.nullable({ ...this.target(reference), ...own });
      this.open.delete(reference);
      return copy;
    }
    const node = toRecord(schema);
    const keyword = (['oneOf', 'anyOf'] as const).find((name) => Array.isArray(node[name]));
    if (keyword !== undefined) {
      const list = node[keyword] as unknown[];
      return { ...node, [keyword]: [...list.slice(0, -1), this.nullable(list.at(-1))] };
    }
    const enumeration = Array.isArray(node['enum']) ? { enum: [...(node['enum'] as unknown[]), null] } : {};
    return { ...node, ...enumeration, nullable: true };
  }

  /** A list of types: 3.0 has one type, and `nullable` beside it. */
  private types(schema: Node): Node {
    const { type, ...rest } = schema;
    if (!Array.isArray(type) && type !== 'null') return schema;
    const all = [type].flat() as unknown[];
    const types = all.filter((name) => name !== 'null');
    const nullable = types.length < all.length ? { nullable: true } : {};
    if (types.length === 0) return { ...rest, ...nullable, enum: [null] };
    if (types.length === 1) return { type: types[0], ...nullable, ...rest };
    const { items } = rest;
    const anyOf = types.map((name, index) => ({
      ...{ type: name, ...(name === 'array' ? { items } : {}), ...(index === 0 ? nullable : {}) },
    }));
    return { ...rest, anyOf };
  }

  /**
   * The schema of a parameter. A reference with something beside it is written out, because `allOf` in a path's parameters
   * ends some generators.
   */
  private parameter(value: unknown): unknown {
    const { $ref, ...rest } = toRecord(value);
    if (typeof $ref !== 'string' || Object.keys(rest).length === 0) return this.schema(value);
    return { ...this.target($ref), ...(this.schema(rest) as Node) };
  }

  /** Everything that isn't a schema: only the keys that differ are touched. */
  part(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((child) => this.part(child));
    if (!isRecord(value)) return value;
    if (typeof value['$ref'] === 'string') return { $ref: value['$ref'] };
    return Object.fromEntries(
      Object.entries(value).map(([key, child]) => {
        if (key === 'schema') return [key, 'in' in value ? this.parameter(child) : this.schema(child)];
        if (key === 'schemas') return [key, mapValues(child, (schema) => this.schema(schema))];
        // A header or a component can have the name of an extension or a keyword.
        if (/^(headers|parameters|requestBodies|responses)$/.test(key) && isRecord(child))
          return [key, mapValues(child, (entry) => this.part(entry))];
        if (key === 'content') return [key, mapValues(child, (media, type) => this.media(media, type))];
        // Values of examples are data, whatever their keys are called.
        if (key === 'value' || key === 'example' || key.startsWith('x-')) return [key, child];
        return [key, this.part(child)];
      }),
    );
  }

  /** A file has no schema in 3.1; in 3.0 it's a binary text. */
  private media(value: unknown, type: string): unknown {
    const media = this.part(value) as Node;
    const isFile = !/json|text|form/.test(type) && Object.keys(toRecord(media['schema'])).length === 0;
    return isFile ? { ...media, schema: { type: 'string', format: 'binary' } } : media;
  }
}

/** Names of components that something refers to, directly or by way of others. */
function usedComponents(document: Node): Set<string> {
  const components = toRecord(document['components']);
  const used = new Set<string>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    if (!isRecord(value)) return;
    for (const [key, part] of Object.entries(value)) {
      const targets = key === '$ref' ? [part] : key === 'mapping' ? Object.values(toRecord(part)) : [];
      for (const target of targets) {
        if (typeof target !== 'string' || used.has(target)) continue;
        used.add(target);
        const [, , kind = '', name = ''] = target.split('/');
        visit(toRecord(components[kind])[name]);
      }
      visit(part);
    }
  };
  visit(document['paths']);
  return used;
}

/** Says in words which requests need a client certificate (mutual TLS), in place. */
function describeCertificates(document: Node): void {
  const components = toRecord(document['components']);
  const schemes = Object.entries(toRecord(components['securitySchemes']));
  const certificates = schemes.filter(([, scheme]) => toRecord(scheme)['type'] === 'mutualTLS').map(([name]) => name);
  if (certificates.length === 0) return;
  const others = (part: unknown): Node =>
    Object.fromEntries(Object.entries(toRecord(part)).filter(([name]) => !certificates.includes(name)));
  components['securitySchemes'] = others(components['securitySchemes']);
  const isNeeded = (choice: unknown): boolean => certificates.some((name) => Object.hasOwn(toRecord(choice), name));
  const operations = Object.values(toRecord(document['paths'])).flatMap((item) => Object.values(toRecord(item)));
  for (const holder of [document, ...operations].map(toRecord)) {
    const { security } = holder;
    if (!Array.isArray(security) || !security.some(isNeeded)) continue;
    const words = `${security.every(isNeeded) ? 'Send' : 'You can send'} your client certificate (mutual TLS).`;
    const described = holder === document ? toRecord(document['info']) : holder;
    described['description'] = [described['description'], words].filter(Boolean).join('\n\n');
    holder['security'] = security.map(others);
  }
}

/**
 * Converts a bundled OpenAPI 3.1 file to 3.0.3: everything but the webhooks, which 3.0 doesn't have.
 *
 * @param source the bundled file; it isn't changed
 * @returns the converted file, without components that only webhooks use
 */
export function toOpenApi30(source: object): Record<string, unknown> {
  const document = structuredClone(source) as Node;
  delete document['webhooks'];
  describeCertificates(document);
  const { license, ...info } = toRecord(document['info']);
  delete info['summary'];
  const { identifier, ...rest } = toRecord(license);
  const url = typeof identifier === 'string' ? { url: `https://spdx.org/licenses/${identifier}.html` } : {};
  const used = usedComponents(document);
  document['components'] = Object.fromEntries(
    Object.entries(toRecord(document['components'])).flatMap(([kind, components]) => {
      const kept = Object.entries(toRecord(components)).filter(
        ([name]) => kind === 'securitySchemes' || used.has(`#/components/${kind}/${name}`),
      );
      return kept.length === 0 || kind === 'pathItems' ? [] : [[kind, Object.fromEntries(kept)]];
    }),
  );
  const tags = new Set(
    Object.values(toRecord(document['paths'])).flatMap((item) =>
      Object.values(toRecord(item)).flatMap((operation) => [toRecord(operation)['tags'] ?? []].flat() as string[]),
    ),
  );
  const list = Array.isArray(document['tags']) ? (document['tags'] as Node[]) : [];
  const converted = new Converter(document).part(document) as Node;
  return {
    ...converted,
    openapi: '3.0.3',
    info: { ...info, ...(license === undefined ? {} : { license: { ...rest, ...url } }) },
    tags: list.filter(({ name }) => tags.has(String(name))),
  };
}
