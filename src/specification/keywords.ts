/**
 * What the site reads of an OpenAPI 3.1 document: a row per keyword, by kind of object. Everything else stops the build,
 * so that nothing is left out in silence. To teach the renderer a keyword, add its row here and its type in `types.ts`.
 */
import { provider } from '../site/provider';
import { isRecord, joinPointer } from './json';

interface Rule {
  /** The kind of the value, or of each of its entries. */
  kind?: string;
  each?: boolean;
  /** Which values, or names of entries, are known. */
  known?: RegExp;
  advice?: string;
}

const read: Rule = {};
const one = (kind: string): Rule => ({ kind });
const each = (kind: string, known?: RegExp, advice?: string): Rule => ({ kind, each: true, known, advice });
const only = (known: RegExp, advice: string): Rule => ({ known, advice });

const words = { summary: read, description: read };
const examples = { example: read, examples: each('Example') };
const content = each('MediaType');
const flow = one('Flow');
const operation = one('Operation');
const guide = one('Guide');
const STATUS = /^(\d{3}|[1-5]XX|default)$/;

const KINDS = {
  Document: {
    openapi: only(/^3\.1\./, 'Write OpenAPI 3.1.'),
    ...{ info: one('Info'), servers: each('Server'), security: read, tags: each('Tag'), 'x-tagGroups': read },
    ...{ paths: each('PathItem'), webhooks: each('PathItem'), components: one('Components'), externalDocs: guide },
  },
  // For tools: contact, license, and the guides of tags, which the menu shows.
  Info: { ...words, title: read, version: read, contact: read, license: read },
  Server: { url: only(/^[^{]*$/, 'Write a server for each URL, without variables.'), description: read },
  Tag: { name: read, description: read, externalDocs: guide },
  Guide: {
    description: read,
    url: only(new RegExp(`^${provider.docs}/`), `Link to a page of ${provider.docs}.`),
  },
  Components: {
    ...{ schemas: each('Schema'), parameters: each('Parameter'), responses: each('Response'), headers: each('Header') },
    ...{ examples: each('Example'), requestBodies: each('RequestBody'), links: each('Link') },
    securitySchemes: each('SecurityScheme'),
  },
  PathItem: {
    ...{ parameters: each('Parameter'), servers: each('Server'), get: operation, put: operation, post: operation },
    ...{ patch: operation, delete: operation, head: operation, options: operation },
  },
  Operation: {
    ...{ ...words, operationId: read, deprecated: read, externalDocs: guide, security: read },
    ...{ parameters: each('Parameter'), requestBody: one('RequestBody'), servers: each('Server'), tags: read },
    callbacks: each('Callback'),
    responses: each('Response', STATUS, 'Write a status such as "404", "5XX", or "default".'),
  },
  // By the expression of its URL.
  Callback: { '*': one('CallbackItem') },
  CallbackItem: { post: one('CallbackRequest') },
  CallbackRequest: {
    ...{
      ...words,
      operationId: read,
      externalDocs: guide,
      security: read,
      tags: read,
      requestBody: one('RequestBody'),
    },
    responses: each('CallbackResponse', STATUS),
  },
  CallbackResponse: { description: read },
  Parameter: {
    ...{ ...examples, name: read, description: read, required: read, deprecated: read, explode: read },
    in: only(/^(path|query|header|cookie)$/, 'Write path, query, header, or cookie.'),
    style: only(
      /^(simple|form|(space|pipe)Delimited|deepObject)$/,
      'Write simple, form, pipeDelimited, or deepObject.',
    ),
    ...{ schema: one('Schema'), content: each('MediaType', /\bjson\b/, 'Write JSON.') },
  },
  Header: { ...examples, description: read, required: read, deprecated: read, schema: one('Schema') },
  RequestBody: {
    ...{ description: read, required: read },
    content: each('MediaType', /\bjson\b/, 'Accept JSON, because samples and fields show no forms and files.'),
  },
  Response: { description: read, headers: each('Header'), links: each('Link'), content },
  MediaType: { ...examples, schema: one('Schema') },
  Link: { operationId: read, description: read, parameters: read },
  Example: { ...words, value: read },
  SecurityScheme: {
    ...{ description: read, name: read, bearerFormat: read, openIdConnectUrl: read, flows: one('Flows') },
    type: only(
      /^(apiKey|http|mutualTLS|oauth2|openIdConnect)$/,
      'Write apiKey, http, mutualTLS, oauth2, or openIdConnect.',
    ),
    in: only(/^(header|query|cookie)$/, 'Write header, query, or cookie.'),
    scheme: only(/^(basic|bearer)$/, 'Write basic or bearer.'),
  },
  Flows: { authorizationCode: flow, clientCredentials: flow, implicit: flow, password: flow },
  Flow: { authorizationUrl: read, tokenUrl: read, scopes: read },
  Schema: {
    ...{ $comment: read, title: read, description: read, deprecated: read, readOnly: read, writeOnly: read },
    type: only(/^(string|number|integer|boolean|object|array|null)$/, 'Write a type of JSON Schema.'),
    ...{ format: read, contentMediaType: read, contentEncoding: read, enum: read, const: read, default: read },
    ...{ example: read, examples: read, minLength: read, maxLength: read, pattern: read, minimum: read, maximum: read },
    ...{ exclusiveMinimum: read, exclusiveMaximum: read, multipleOf: read, minItems: read, maxItems: read },
    ...{ uniqueItems: read, minProperties: read, maxProperties: read, required: read, discriminator: read },
    ...{ properties: each('Schema'), patternProperties: each('Schema'), additionalProperties: one('Schema') },
    ...{ propertyNames: one('Schema'), items: one('Schema'), prefixItems: each('Schema') },
    ...{ allOf: each('Schema'), oneOf: each('Schema'), anyOf: each('Schema') },
    ...{ if: one('Schema'), then: one('Schema'), else: one('Schema') },
    ...{ 'x-enumDescriptions': read, 'x-open-enum': read },
  },
} satisfies Record<string, Record<string, Rule>>;

type Kind = keyof typeof KINDS;

/** What to write instead of a keyword. */
const INSTEAD: Record<string, string> = {
  encoding: 'Accept JSON.',
  externalValue: 'Write the example as "value".',
  not: 'Say it in "description".',
  nullable: `Write "type: [string, 'null']".`,
  operationRef: 'Write the "operationId".',
  trace: 'Use another method.',
  variables: 'Write a server for each URL.',
  $defs: 'Move the schemas to components/schemas.',
};

/** A part of the document that the site doesn't read. */
export interface UnknownPart {
  readonly pointer: string;
  readonly message: string;
}

/** An object of the document, with its kind and place. References aren't followed. */
export interface Part {
  readonly kind: Kind;
  readonly node: Record<string, unknown>;
  readonly pointer: string;
}

/**
 * Walks the document: calls `visit` for each object of a known kind, and `report` for what the site doesn't read.
 *
 * @param document - The bundled specification.
 */
export function walkDocument(
  document: unknown,
  visit: (part: Part) => void,
  report: (problem: UnknownPart) => void = () => undefined,
): void {
  const walk = (value: unknown, name: string, pointer: string): void => {
    const kind = name as Kind;
    if (!isRecord(value)) {
      if (value === false) report({ pointer, message: '`false` allows no value. Remove what has this schema.' });
      else if (value !== true) report({ pointer, message: `a ${name} is missing here. Write it.` });
      return;
    }
    const rules: Record<string, Rule> = KINDS[kind];
    visit({ kind, node: value, pointer });
    for (const [keyword, part] of Object.entries(value)) {
      const at = `${pointer}${joinPointer(keyword)}`;
      const isReference = typeof value['$ref'] === 'string' && (keyword === '$ref' || keyword in words);
      const rule = isReference ? read : Object.hasOwn(rules, keyword) ? rules[keyword] : rules['*'];
      if (rule === undefined) {
        const advice = INSTEAD[keyword] ?? 'Remove it, or add it to src/specification/keywords.ts and to the renderer.';
        report({ pointer: at, message: `the reference doesn't show "${keyword}" of a ${kind}. ${advice}` });
        continue;
      }
      const names = !rule.known ? [] : rule.each ? Object.keys(Object(part) as object) : [part].flat().map(String);
      for (const entry of names.filter((value) => rule.known?.test(value) === false)) {
        const advice = INSTEAD[entry] ?? rule.advice ?? '';
        report({ pointer: at, message: `the reference doesn't show ${keyword} "${entry}". ${advice}` });
      }
      if (rule.kind === undefined || (keyword === 'additionalProperties' && part === false)) continue;
      if (rule.each) {
        for (const [key, entry] of Object.entries(Object(part) as object)) {
          walk(entry, rule.kind, `${at}${joinPointer(key)}`);
        }
      } else walk(part, rule.kind, at);
    }
  };
  walk(document, 'Document', '');
}
