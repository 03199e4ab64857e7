/**
 * The content of an operation's page before rendering: parameters by location, request body, responses, and shared error
 * object, each with permalinks. Also finds the URL that explains a field. Models are computed once per specification.
 */
import { type Specification, SpecificationError, isError, type NamedExample, type Operation } from './specification';
import { fieldTree, type FieldNode, type LongEnum, PageIds, type SchemaNode, toAnchor, walkFields } from './field-tree';
import { anchorPart, unknownName } from './names';
import type { Header, Parameter, Response, Schema } from './types';

export interface BodyModel {
  /** The first one is the type of `node`, and the others are further forms of it. */
  mediaTypes: string[];
  node: SchemaNode;
  examples: NamedExample[];
}

export interface ResponseModel {
  id: string;
  status: string;
  description: string;
  headers: FieldNode[];
  links: Response['links'];
  body?: BodyModel;
  /** Whether the body is the shared error object, which is rendered once under `OperationModel.error`. */
  usesError: boolean;
}

export interface OperationModel {
  operation: Operation;
  parameters: { place: 'path' | 'query' | 'header' | 'cookie'; fields: FieldNode[] }[];
  body?: BodyModel & { description: string; required: boolean };
  responses: ResponseModel[];
  error?: SchemaNode;
}

const PLACES = ['path', 'query', 'header', 'cookie'] as const;

/** How the values of a parameter are written, if it isn't the usual way. `type` is what they are, in words. */
function styleWords({ style, explode, content }: Partial<Parameter>, type: string): string[] {
  if (content) return ['as JSON'];
  const isPlain = explode !== false || /^(string|number|integer|boolean)/.test(type);
  const words = new Map([
    ['spaceDelimited', 'separated by spaces'],
    ['pipeDelimited', 'separated by `|`'],
    ['deepObject', 'written as `name[key]=value`'],
  ]).get(style ?? '');
  return words ? [words] : isPlain ? [] : ['separated by commas'];
}

const listTypes = (first: string, content: object | undefined): string[] => [
  ...new Set([first, ...Object.keys(content ?? {})]),
];

function build(specification: Specification, operation: Operation): OperationModel {
  const ids = new PageIds();
  const longEnums = new Map<string, LongEnum>();
  // A callback stands on the page of its operation.
  const prefix = specification.operations.get(operation.id) === operation ? '' : `callback-${operation.id}-`;
  const tree = (schema: Schema | undefined, prefix: string): SchemaNode =>
    fieldTree(specification, schema, prefix, ids, longEnums);

  // Reserve status anchors before any field can use the name, because other pages link to them.
  for (const status of operation.responses.keys()) ids.unique(`status-${status}`);

  const named = (part: Header | Parameter, name: string, start: string): FieldNode => {
    const schema = part.schema ?? ('content' in part ? specification.media(part.content)?.media.schema : undefined);
    const node = tree(schema, ids.unique(`${start}-${anchorPart(name)}`));
    const examples = specification.examples(part).map(({ value }) => value);
    return {
      name,
      required: part.required === true,
      node: {
        ...node,
        description: part.description ?? node.description,
        deprecated: node.deprecated || part.deprecated === true,
        limits: [...node.limits, ...styleWords(part, node.type)],
        examples: examples.length > 0 ? examples : node.examples,
      },
    };
  };
  const parameters = PLACES.map((place) => ({
    place,
    fields: operation.parameters
      .filter((parameter) => parameter.in === place)
      .map((parameter) => named(parameter, parameter.name, place)),
  })).filter(({ fields }) => fields.length > 0);

  let body: OperationModel['body'];
  const content = specification.media(operation.requestBody?.content);
  if (operation.requestBody && content) {
    body = {
      mediaTypes: listTypes(content.type, operation.requestBody.content),
      node: tree(content.media.schema, `${prefix}body`),
      examples: specification.examples(content.media),
      description: operation.requestBody.description ?? '',
      required: operation.requestBody.required === true,
    };
  }

  let error: SchemaNode | undefined;
  const responses = [...operation.responses].map(([status, response]): ResponseModel => {
    const media = specification.media(response.content);
    const headers = specification
      .headers(response)
      .map(([name, header]) => named(header, name, `response-${status}-header`));
    const usesError = isError(status) && media?.media.schema !== undefined && sharesError(media.media.schema);
    if (usesError) error ??= tree(media.media.schema, 'error');
    return {
      id: `status-${status}`,
      status,
      description: response.description ?? '',
      headers,
      links: response.links,
      usesError,
      body: media && {
        mediaTypes: listTypes(media.type, response.content),
        node: usesError && error ? error : tree(media.media.schema, `response-${status}`),
        examples: Object.entries(response.content ?? {}).flatMap(([type, entry]) =>
          specification.examples(entry).map((example) => ({ ...example, isText: !/\bjson\b/.test(type) })),
        ),
      },
    };
  });
  return { operation, parameters, body, responses, error };
}

function sharesError(schema: Schema): boolean {
  return schema.$ref === '#/components/schemas/ErrorResponse';
}

/** The model of an operation's page, or of a callback. */
export function operationModel(specification: Specification, id: string | Operation): OperationModel {
  if (typeof id !== 'string') return build(specification, id);
  return specification.once(`page ${id}`, () => build(specification, specification.getOperation(id)));
}

interface Place {
  url: string;
  node: SchemaNode;
  rank: number;
}

/**
 * Lower is better: the body that is the schema itself, then the response with a single object, then lists and events.
 */
function rank(operation: Operation, place: 'body' | 'response', depth: number): number {
  const events = operation.method === 'event' ? 1000 : 0;
  const lists = operation.method === 'get' && operation.id.startsWith('list') ? 100 : 0;
  const changes = place === 'response' && operation.method !== 'get' ? 50 : 0;
  return events + lists + changes + depth * 10 + (place === 'body' ? 0 : 1);
}

function locateSchemas(specification: Specification): Map<string, Place> {
  const places = new Map<string, Place>();
  const offer = (node: SchemaNode, url: string, value: number): void => {
    if (!node.schemaName || node.repeats) return;
    const best = places.get(node.schemaName);
    if (!best || value < best.rank) places.set(node.schemaName, { url: `${url}#${node.id}`, node, rank: value });
  };
  for (const { id, url } of specification.operations.values()) {
    const { operation, body, responses, error } = operationModel(specification, id);
    const roots: ['body' | 'response', SchemaNode][] = [];
    if (body) roots.push(['body', body.node]);
    for (const response of responses) {
      if (response.body && !response.usesError) roots.push(['response', response.body.node]);
    }
    for (const [place, root] of roots) {
      offer(root, url, rank(operation, place, 0));
      for (const { path, field } of walkFields(root)) {
        offer(field.node, url, rank(operation, place, path.split('.').length));
      }
      for (const { options } of root.choices) {
        for (const option of options) offer(option.node, url, rank(operation, place, 1));
      }
    }
    if (error) offer(error, url, 2000);
  }
  return places;
}

/** Finds the field `path` (names with dots) in a tree, or in one of its choices. */
export function findField(root: SchemaNode, path: string): FieldNode | undefined {
  for (const entry of walkFields(root)) {
    if (entry.path === path) return entry.field;
  }
  return undefined;
}

/** The tree of a named schema on the page that shows it best. Without a URL if no operation shows the schema. */
export function schemaPlace(specification: Specification, name: string): { node: SchemaNode; pageUrl?: string } {
  specification.getSchema(name);
  const place = specification.once('places of schemas', () => locateSchemas(specification)).get(name);
  if (place) return { node: place.node, pageUrl: place.url.split('#')[0] };
  return { node: schemaTree(specification, name) };
}

/** The tree of a named schema on its own. A page can show a narrower form, as events do. */
export function schemaTree(specification: Specification, name: string): SchemaNode {
  return fieldTree(specification, { $ref: `#/components/schemas/${name}` }, name, new PageIds(), new Map());
}

/**
 * URL of a field's permalink: `schemaFieldUrl(specification, 'Customer', 'email')` →
 * `/api/get-customer#response-200-data.email`. Without a field, the URL of the schema. Throws on an unknown name.
 */
export function schemaFieldUrl(specification: Specification, name: string, path?: string): string | undefined {
  const { node, pageUrl } = schemaPlace(specification, name);
  const field = path === undefined ? undefined : findField(node, path);
  if (path !== undefined && !field) {
    throw new SpecificationError(
      unknownName(
        `field of ${name}`,
        path,
        [...walkFields(node)].map((entry) => entry.path),
      ),
    );
  }
  return pageUrl && `${pageUrl}#${toAnchor((field?.node ?? node).id)}`;
}
