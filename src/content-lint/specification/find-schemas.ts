/**
 * Finds the place that a line of the specification table names: `body createCustomer primaryAddress.customerAddress.zip`.
 *
 * Input: the description and a place. Output: the schemas written there (more than one where alternatives are), or an
 * empty list when the description has no such place. Never throws for a missing place: that is a finding of the caller.
 */
import {
  follow,
  listOperations,
  listResponses,
  listRequestBodies,
  type Description,
  type OperationEntry,
  type Schema,
} from './description';
import { listFields } from './schemas';
import type { Place } from './specification-table';
import { joinPointer, splitPointer } from '../../description/json';

export interface SchemaAt {
  readonly schema: Schema;
  readonly pointer: string;
}

/** The operation of an id. */
function findOperation(description: Description, id: string): OperationEntry | undefined {
  return listOperations(description).find((entry) => entry.id === id);
}

/** The schemas of an operation's JSON request body. */
export function sentBy(description: Description, id: string): SchemaAt[] {
  const entry = findOperation(description, id);
  if (entry === undefined) return [];
  return listRequestBodies(description, entry)
    .filter((body) => body.mediaType === 'application/json')
    .map((body) => ({ schema: body.content.schema ?? {}, pointer: `${body.pointer}/schema` }));
}

/** The schemas of an operation's JSON success responses. */
export function findSuccessSchemas(description: Description, id: string): SchemaAt[] {
  const entry = findOperation(description, id);
  if (entry === undefined) return [];
  return listResponses(description, entry)
    .filter((response) => response.status.startsWith('2'))
    .flatMap((response) => response.bodies)
    .filter((body) => body.mediaType === 'application/json')
    .map((body) => ({ schema: body.content.schema ?? {}, pointer: `${body.pointer}/schema` }));
}

function findStart(
  description: Description,
  kind: string,
  subject: string,
  first: string,
): { places: SchemaAt[]; rest: boolean } {
  if (kind === 'body') return { places: sentBy(description, subject), rest: true };
  if (kind === 'response') return { places: findSuccessSchemas(description, subject), rest: true };
  if (kind === 'schema') {
    const schema = description.components?.schemas?.[subject];
    return {
      places: schema === undefined ? [] : [{ schema, pointer: joinPointer('components', 'schemas', subject) }],
      rest: true,
    };
  }
  const found = findOperation(description, subject)?.parameters.find(
    ({ parameter }) => parameter.in === 'query' && parameter.name === first,
  );
  const schema = found?.parameter.schema;
  return {
    places: found === undefined || schema === undefined ? [] : [{ schema, pointer: `${found.pointer}/schema` }],
    rest: false,
  };
}

/** The schemas at a place. */
export function schemasAt(description: Description, place: Place): SchemaAt[] {
  const [kind = '', subject = '', path = ''] = place.split(' ');
  const start = findStart(description, kind, subject, path);
  if (!start.rest || path === '') return start.places;
  let places: readonly SchemaAt[] = start.places;
  for (const name of path.split('.')) places = listFields(description, places).get(name)?.places ?? [];
  return [...places];
}

export interface FieldAt {
  readonly place: Place;
  /** Dotted path in the body. */
  readonly path: string;
  readonly at: SchemaAt;
}

const DEEPEST = 8;

/** Every field that an operation sends or answers with, at any depth; a circle of schemas ends at a depth of eight. */
export function* fieldsBelow(description: Description, kind: 'body' | 'response', id: string): Generator<FieldAt> {
  const walk = function* (places: readonly SchemaAt[], prefix: string): Generator<FieldAt> {
    if (prefix.split('.').length > DEEPEST) return;
    for (const [name, field] of listFields(description, places)) {
      for (const at of field.places) yield { place: `${kind} ${id} ${prefix}${name}`, path: prefix + name, at };
      yield* walk(field.places, `${prefix}${name}.`);
    }
  };
  yield* walk(kind === 'body' ? sentBy(description, id) : findSuccessSchemas(description, id), '');
}

/** Whether the field at a place is in `required` of every schema that declares it. */
export function isRequired(description: Description, found: SchemaAt): boolean {
  const [, owner = ''] = /^(.*)\/properties\/[^/]+$/.exec(found.pointer) ?? [];
  const name = splitPointer(found.pointer).at(-1) ?? '';
  const parent = follow<Schema>(description, { $ref: `#${owner}` }, owner).node;
  return (parent.required ?? []).includes(name);
}
