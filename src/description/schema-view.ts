/**
 * One schema, made flat for reading: references followed, `allOf` merged, `null` taken out of types, choices and
 * enumerations. Input: a schema of a description; output: a `SchemaView` whose children are still plain schemas.
 * Never fails on odd schemas (empty, contradictory, endless): what cannot be said is left out.
 */
import { Description } from './description';
import type { JsonValue, Schema } from './types';

export interface SchemaView {
  /** References that were followed on the way, outermost first: what recursion is detected by. */
  references: string[];
  /** Name of the innermost named schema, without its envelope of nullability. */
  schemaName?: string;
  types: string[];
  nullable: boolean;
  properties: Map<string, Schema>;
  required: Set<string>;
  items?: Schema;
  /** Schema of the values of a map (`additionalProperties`). */
  values?: Schema;
  /** Alternatives; more than one group if `allOf` joins several `oneOf`. */
  choices: { kind: 'one of' | 'any of'; schemas: Schema[] }[];
  enum?: JsonValue[];
  /** All scalar keywords: the outermost that says something wins. */
  keywords: Schema;
}

const MAX_DEPTH = 10;

function isNull(description: Description, schema: Schema): boolean {
  const { type, const: constant, enum: values } = schema.$ref ? description.resolve<Schema>(schema) : schema;
  return type === 'null' || constant === null || (values?.length === 1 && values[0] === null);
}

/**
 * Joins two views of one value; what `left` says wins over what `right` says. A property of both is described by the
 * later part of an `allOf` (`refine`), which says what sets it apart.
 */
function join(left: SchemaView, right: SchemaView, refine = false): SchemaView {
  const properties = new Map(left.properties);
  for (const [name, schema] of right.properties) {
    const known = properties.get(name);
    properties.set(name, known ? { allOf: refine ? [schema, known] : [known, schema] } : schema);
  }
  return {
    references: [...left.references, ...right.references],
    schemaName: left.schemaName ?? right.schemaName,
    types: left.types.length > 0 ? left.types : right.types,
    nullable: left.nullable || right.nullable,
    properties,
    required: new Set([...left.required, ...right.required]),
    items: left.items ?? right.items,
    values: left.values ?? right.values,
    choices: [...left.choices, ...right.choices],
    enum: left.enum ?? right.enum,
    keywords: { ...right.keywords, ...left.keywords },
  };
}

/** The flat view of `schema`. */
export function viewSchema(description: Description, schema: Schema | undefined, depth = 0): SchemaView {
  const own: Schema = typeof schema === 'object' ? schema : {};
  if (own.$ref && depth < MAX_DEPTH) {
    const { $ref, ...siblings } = own;
    const target = description.resolve<Schema>({ $ref });
    // One step of the chain is enough: `resolve` has followed the rest.
    const inner = viewSchema(description, target, depth + 1);
    const name = Description.schemaName($ref);
    const view = join(viewSchema(description, siblings, depth + 1), inner);
    return { ...view, references: [$ref, ...view.references], schemaName: inner.schemaName ?? name };
  }

  const {
    properties,
    required,
    items,
    additionalProperties,
    allOf,
    oneOf,
    anyOf,
    type,
    enum: values,
    ...keywords
  } = own;
  const types = (Array.isArray(type) ? type : type ? [type] : []).filter((entry) => entry !== 'null');
  let view: SchemaView = {
    references: [],
    types,
    nullable: Array.isArray(type) && type.includes('null'),
    properties: new Map(Object.entries(properties ?? {})),
    required: new Set(required),
    items,
    values:
      typeof additionalProperties === 'object' && Object.keys(additionalProperties).length > 0
        ? additionalProperties
        : undefined,
    choices: [],
    enum: values?.filter((value) => value !== null),
    keywords,
  };
  if (values && values.includes(null)) view.nullable = true;

  if (depth < MAX_DEPTH) {
    for (const part of allOf ?? []) view = join(view, viewSchema(description, part, depth + 1), true);
    for (const [kind, list] of [
      ['one of', oneOf],
      ['any of', anyOf],
    ] as const) {
      if (!list) continue;
      const choices = list.filter((choice) => !isNull(description, choice));
      if (choices.length < list.length) view.nullable = true;
      const [only] = choices;
      if (only && choices.length === 1) view = join(view, viewSchema(description, only, depth + 1));
      else if (choices.length > 1) view.choices = [...view.choices, { kind, schemas: choices }];
    }
  }

  if (view.types.length === 0) {
    if (view.properties.size > 0 || view.values) view.types = ['object'];
    else if (view.items) view.types = ['array'];
    else if (view.enum?.length) view.types = [...new Set(view.enum.map((value) => typeof value as string))];
    else if (view.keywords.const !== undefined) view.types = [typeof view.keywords.const];
  }
  // A constant narrows whatever list of values stands beside it.
  if (view.keywords.const !== undefined) view.enum = undefined;
  return view;
}
