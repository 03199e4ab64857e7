/** Cuts records to what the OpenAPI file says a reply has: what the sandbox keeps for itself stays inside. */
import type { Specification } from '../src/specification/specification';
import type { Schema } from '../src/specification/types';
import type { Fields } from './records';

/** Gives the schema that a reference stands for. */
export type Resolve = (schema: Schema) => Schema;

/** Follows references of an OpenAPI file, each once: replies look at thousands of schemas a second. */
export function makeResolve(specification: Specification): Resolve {
  const known = new WeakMap<Schema, Schema>();
  return (schema) => {
    let found = known.get(schema);
    if (!found) known.set(schema, (found = specification.resolve<Schema>(schema)));
    return found;
  };
}

/** The branches of a schema that say more about its fields. */
export const listBranches = ({ allOf = [], oneOf = [], anyOf = [] }: Schema): Schema[] => [
  ...allOf,
  ...oneOf,
  ...anyOf,
];

/** Properties of a schema, with those of its `allOf` and, for alternatives, of the first one that has any. */
function collectProperties(schema: Schema, resolve: Resolve, seen: readonly Schema[] = []): Record<string, Schema> {
  if (seen.includes(schema)) return {};
  const { properties, allOf = [], oneOf = [], anyOf = [] } = resolve(schema);
  const collect = (part: Schema): Record<string, Schema> => collectProperties(part, resolve, [...seen, schema]);
  return {
    ...[...oneOf, ...anyOf].map(collect).find((part) => Object.keys(part).length > 0),
    ...Object.fromEntries(allOf.flatMap((part) => Object.entries(collect(part)))),
    ...properties,
  };
}

/** Of several alternatives, the one that names most of the record's fields; otherwise the schema itself. */
function pickAlternative(schema: Schema, record: Fields, resolve: Resolve): Schema {
  const { properties, allOf, oneOf = [], anyOf = [] } = resolve(schema);
  if (properties ?? allOf) return schema;
  const countKnown = (part: Schema): number =>
    Object.keys(collectProperties(part, resolve)).filter((name) => record[name] !== undefined).length;
  return [...oneOf, ...anyOf].reduce((best, part) => (countKnown(part) > countKnown(best) ? part : best), schema);
}

const cache = new WeakMap<Schema, [name: string, property: Schema][]>();

/** A copy of a record, a list, or a single value without fields that the schema doesn't have, and undefined ones. */
export function cutToSchema(schema: Schema, value: unknown, resolve: Resolve): unknown {
  if (Array.isArray(value)) {
    const own = resolve(schema);
    const items = own.items ?? listBranches(own).find((part) => resolve(part).items)?.items;
    return items ? value.map((entry) => cutToSchema(items, entry, resolve)) : (value as unknown[]);
  }
  if (typeof value !== 'object' || value === null) return value;
  const record = value as Fields;
  const picked = pickAlternative(schema, record, resolve);
  let known = cache.get(picked);
  if (!known) cache.set(picked, (known = Object.entries(collectProperties(picked, resolve))));
  if (known.length === 0) return value;
  return Object.fromEntries(
    known.flatMap(([name, property]) =>
      Object.hasOwn(record, name) && record[name] !== undefined
        ? [[name, cutToSchema(property, record[name], resolve)]]
        : [],
    ),
  );
}
