/**
 * The facts of the description that pages explain: fields, enumeration values, limits, statuses, each with a key that
 * is the same from wherever it is reached. In: a `Description`. Out: a `Facts` record, made once per description.
 *
 * Keys: a field is `Schema.field` of the innermost named schema (`Customer.primaryAddress`, `CustomerAddress.zip`), with
 * more dots for unnamed objects; a value is `Enumeration.value` (or `Schema.field.value` for an unnamed enumeration); a
 * limit is the key of its field, or of its named scalar (`Id.maxLength`), and the keyword; a limit of a parameter is
 * `query.limit.maximum=100`, because parameters of one name and limit are one fact.
 */
import type { Description } from '../description/description';
import { viewSchema } from '../description/schema-view';
import type { JsonValue, Schema } from '../description/types';

const LIMIT_KEYWORDS = [
  'maxLength',
  'minLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minItems',
  'maxItems',
  'default',
] as const;

interface FieldFact {
  readonly key: string;
  readonly name: string;
  /** Key of the field's enum. */
  readonly enumeration?: string;
  /** Keys of the field's limits. */
  readonly limits: readonly string[];
  /**
   * The values that the field accepts, without its description. Fields with the same signature share an explanation.
   */
  readonly signature: string;
  /** Key of the schema that holds the fields below this one, if it is an object or a list of them. */
  readonly holds?: string;
}

interface Facts {
  readonly fields: ReadonlyMap<string, FieldFact>;
  /** Keys of the fields right below a schema or an unnamed object. */
  readonly below: ReadonlyMap<string, readonly string[]>;
  /** Values by enumeration. */
  readonly enumerations: ReadonlyMap<string, readonly string[]>;
  /** Value of each limit by key. */
  readonly limits: ReadonlyMap<string, JsonValue>;
  /** Keys of the fields that are sent in bodies of requests. */
  readonly payload: ReadonlySet<string>;
  /** Limits of a parameter by `operationId.place.name`. */
  readonly parameterLimits: ReadonlyMap<string, readonly string[]>;
  /** Statuses of API responses. Readers choose the statuses of their responses to events. */
  readonly statuses: ReadonlySet<string>;
}

interface Draft {
  fields: Map<string, FieldFact>;
  below: Map<string, string[]>;
  enumerations: Map<string, readonly string[]>;
  limits: Map<string, JsonValue>;
}

const WORDS = new Set([
  ...['description', 'examples', 'example', 'title', 'readOnly', 'writeOnly', 'deprecated'],
  'x-rule',
]);

function getSignature(schema: Schema): string {
  return JSON.stringify(schema, (key, value: unknown) => (WORDS.has(key) ? undefined : value));
}

/** Name of the schema behind a field, if its fields belong to that schema and not to the field. */
function findSchemaName(description: Description, schema: Schema | undefined): string | undefined {
  return schema && viewSchema(description, schema).schemaName;
}

/** Records the limits of a value, and returns their keys. */
function noteLimits(description: Description, schema: Schema, key: string, draft: Draft): string[] {
  const view = viewSchema(description, schema);
  const inner = view.items === undefined ? undefined : viewSchema(description, view.items);
  const keys: string[] = [];
  for (const { keywords, schemaName } of inner ? [view, inner] : [view]) {
    const named = schemaName === undefined ? undefined : description.schemas[schemaName];
    for (const keyword of LIMIT_KEYWORDS) {
      const value = keywords[keyword];
      // "Not empty" is what a required value is anyway.
      if (value === undefined || (keyword === 'minLength' && value === 1)) continue;
      const limit = `${named?.[keyword] === value ? (schemaName ?? key) : key}.${keyword}`;
      draft.limits.set(limit, value);
      keys.push(limit);
    }
  }
  return keys;
}

/** Records the enum of a value, and returns its key. */
function noteEnumeration(description: Description, schema: Schema, key: string, draft: Draft): string | undefined {
  const view = viewSchema(description, schema);
  const inner = view.items === undefined ? view : viewSchema(description, view.items);
  if (inner.enum === undefined || inner.enum.length === 0) return undefined;
  const name = inner.schemaName ?? key;
  draft.enumerations.set(name, inner.enum.map(String));
  return name;
}

/** Walks the fields of a schema, and returns their keys. `owner` is the key for unnamed parts. */
function walkSchema(
  description: Description,
  schema: Schema,
  owner: string,
  draft: Draft,
  met: Set<string>,
  depth = 0,
): void {
  if (depth > 12) return;
  let view = viewSchema(description, schema);
  for (let hops = 0; view.items !== undefined && hops < 3; hops += 1) view = viewSchema(description, view.items);
  const parts = [
    view,
    ...view.choices.flatMap(({ schemas }) => schemas.map((choice) => viewSchema(description, choice))),
  ];
  for (const part of parts) {
    const holder = part.schemaName ?? view.schemaName ?? owner;
    for (const [name, property] of part.properties) {
      const key = `${holder}.${name}`;
      if (met.has(key)) continue;
      met.add(key);
      const items = viewSchema(description, property).items;
      const inside = findSchemaName(description, property) ?? findSchemaName(description, items) ?? key;
      const below = draft.below.get(holder) ?? [];
      if (!below.includes(key)) draft.below.set(holder, [...below, key]);
      walkSchema(description, property, inside, draft, met, depth + 1);
      draft.fields.set(key, {
        key,
        name,
        enumeration: noteEnumeration(description, property, key, draft),
        limits: noteLimits(description, property, key, draft),
        signature: getSignature(property),
        ...(draft.below.has(inside) ? { holds: inside } : {}),
      });
    }
    // Choices that are lists of choices keep their fields one level deeper.
    for (const { schemas } of part === view ? [] : part.choices) {
      for (const choice of schemas) walkSchema(description, choice, holder, draft, met, depth + 1);
    }
  }
}

function build(description: Description): Facts {
  const draft: Draft = { fields: new Map(), below: new Map(), enumerations: new Map(), limits: new Map() };
  const met = new Set<string>();
  for (const [name, schema] of Object.entries(description.schemas)) {
    const reference: Schema = { $ref: `#/components/schemas/${name}` };
    walkSchema(description, reference, name, draft, met);
    noteEnumeration(description, reference, name, draft);
    if (schema.properties === undefined) noteLimits(description, reference, name, draft);
  }
  const payload = new Set<string>();
  const parameterLimits = new Map<string, string[]>();
  const statuses = new Set<string>();
  for (const operation of description.operations.values()) {
    if (operation.method === 'event') continue;
    for (const status of operation.responses.keys()) statuses.add(status);
    const body = description.media(operation.requestBody?.content)?.media.schema;
    if (body) walkSchema(description, body, operation.id, draft, payload);
    for (const { in: place, name, schema = {} } of operation.parameters) {
      noteEnumeration(description, schema, `${place}.${name}`, draft);
      const own: Draft = { ...draft, limits: new Map() };
      const keys = noteLimits(description, schema, `${place}.${name}`, own).map((key) => {
        const value = own.limits.get(key) ?? null;
        const known = key.startsWith(`${place}.`) ? `${key}=${JSON.stringify(value)}` : key;
        draft.limits.set(known, value);
        return known;
      });
      parameterLimits.set(`${operation.id}.${place}.${name}`, keys);
    }
  }
  return { ...draft, payload, parameterLimits, statuses };
}

/** The facts of a description. */
export function collectFacts(description: Description): Facts {
  const known = description.cache.get('prose facts') as Facts | undefined;
  if (known) return known;
  const facts = build(description);
  description.cache.set('prose facts', facts);
  return facts;
}

/**
 * The key of a field that a page names by schema and dotted path (`Customer`, `primaryAddress.customerAddress.zip`), or
 * `undefined` if there is none.
 */
export function fieldKey(description: Description, schema: string, path: string): string | undefined {
  const { fields, below } = collectFacts(description);
  if (description.schemas[schema] === undefined) return undefined;
  const start = findSchemaName(description, { $ref: `#/components/schemas/${schema}` }) ?? schema;
  let holder: string | undefined = start;
  let key: string | undefined;
  for (const name of path.split('.')) {
    if (holder === undefined) return undefined;
    key = (below.get(holder) ?? []).find((candidate) => fields.get(candidate)?.name === name);
    // The fields of a choice belong to the schema of the choice.
    key ??= choiceField(description, holder, name);
    holder = key === undefined ? undefined : fields.get(key)?.holds;
  }
  return key;
}

function choiceField(description: Description, holder: string, name: string): string | undefined {
  if (description.schemas[holder] === undefined) return undefined;
  const view = viewSchema(description, { $ref: `#/components/schemas/${holder}` });
  const { fields } = collectFacts(description);
  for (const { schemas } of view.choices) {
    for (const choice of schemas) {
      const owner = findSchemaName(description, choice);
      if (owner !== undefined && fields.has(`${owner}.${name}`)) return `${owner}.${name}`;
    }
  }
  return undefined;
}

/** Keys of the fields right below a schema, those of its choices included. */
export function listSchemaFields(description: Description, schema: string): string[] {
  const { below } = collectFacts(description);
  const start = findSchemaName(description, { $ref: `#/components/schemas/${schema}` }) ?? schema;
  const view = viewSchema(description, { $ref: `#/components/schemas/${schema}` });
  const choices = view.choices.flatMap(({ schemas }) =>
    schemas.map((choice) => findSchemaName(description, choice) ?? ''),
  );
  return [start, ...choices].flatMap((name) => below.get(name) ?? []);
}
