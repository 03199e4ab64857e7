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

/** All properties that a schema names, in whatever branch; its own ones are the last. */
export function collectProperties(schema: Schema, resolve: Resolve): Map<string, Schema[]> {
  const found = new Map<string, Schema[]>();
  const seen = new Set<Schema>();
  const walk = (part: Schema): void => {
    if (seen.has(part)) return;
    seen.add(part);
    const own = resolve(part);
    listBranches(own).forEach(walk);
    for (const [name, property] of Object.entries(own.properties ?? {}))
      found.set(name, [...(found.get(name) ?? []), property]);
  };
  walk(schema);
  return found;
}

/** Of several alternatives, the one that names most of the record's fields; otherwise the schema itself. */
function pickAlternative(schema: Schema, record: Fields, resolve: Resolve): Schema {
  const { properties, allOf, oneOf = [], anyOf = [] } = resolve(schema);
  if (properties ?? allOf) return schema;
  const countKnown = (part: Schema): number =>
    [...collectProperties(part, resolve).keys()].filter((name) => record[name] !== undefined).length;
  return [...oneOf, ...anyOf].reduce((best, part) => (countKnown(part) > countKnown(best) ? part : best), schema);
}

const cache = new WeakMap<Schema, Map<string, Schema[]>>();

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
  if (!known) cache.set(picked, (known = collectProperties(picked, resolve)));
  if (known.size === 0) return value;
  const cut: Fields = {};
  for (const [name, properties] of known)
    if (Object.hasOwn(record, name) && record[name] !== undefined)
      cut[name] = cutToSchema(properties.at(-1) ?? {}, record[name], resolve);
  return cut;
}
