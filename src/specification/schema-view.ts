/**
 * One schema, made flat for reading: references followed, `allOf` merged, `null` taken out of types, choices, and
 * enumerations. Its children are still plain schemas. Never fails on odd schemas (empty, contradictory, endless): what
 * can't be said is left out.
 */
import { isWritten, toText } from './json';
import { Specification } from './specification';
import type { JsonValue, Reference, Schema } from './types';

export interface ChoiceView {
  schema: Schema;
  /** The value of the discriminator that selects this choice. */
  value?: string;
  label?: string;
}

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
  /** Schemas of the first items of a list. */
  firstItems: Schema[];
  /** Schemas of the values of a map, by the pattern of their keys; `''` for all other keys. */
  values: Map<string, Schema>;
  /** True if no other fields are allowed. */
  closed: boolean;
  keys?: Schema;
  /** Alternatives; more than one group if `allOf` joins several `oneOf`. */
  choices: { kind: 'one of' | 'any of' | 'condition'; discriminator?: string; options: ChoiceView[] }[];
  enum?: JsonValue[];
  meanings: Record<string, string>;
  /** All scalar keywords: the outermost that says something wins. */
  keywords: Schema;
}

const MAX_DEPTH = 10;

function isNull(specification: Specification, schema: Schema): boolean {
  const { type, const: constant, enum: values } = schema.$ref ? specification.resolve<Schema>(schema) : schema;
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
    firstItems: left.firstItems.length > 0 ? left.firstItems : right.firstItems,
    values: new Map([...right.values, ...left.values]),
    closed: left.closed || right.closed,
    keys: left.keys ?? right.keys,
    choices: [...left.choices, ...right.choices],
    enum: left.enum ?? right.enum,
    meanings: { ...right.meanings, ...left.meanings },
    keywords: { ...right.keywords, ...left.keywords },
  };
}

/** The choices of a schema whose other forms refer to it in their `allOf`: each without the shared part. */
function listForms(specification: Specification, own: Schema, reference: string | undefined): ChoiceView[] {
  if (!own.discriminator?.mapping || own.oneOf || own.anyOf || reference === undefined) return [];
  return Object.entries(own.discriminator.mapping).map(([value, target]) => {
    const { allOf, ...rest } = specification.resolve<Schema>({ $ref: target });
    const title = rest.title ?? Specification.schemaName(target);
    return { value, schema: { ...rest, title, allOf: allOf?.filter(({ $ref }) => $ref !== reference) } };
  });
}

/** The value of the discriminator that selects a choice. */
function findValue({ discriminator }: Schema, { $ref }: Schema): string | undefined {
  const name = Specification.schemaName($ref);
  if (!discriminator || name === undefined) return undefined;
  return Object.entries(discriminator.mapping ?? {}).find(([, target]) => target === $ref)?.[0] ?? name;
}

/** A list of constants, each with its meaning, is an enumeration. */
function toEnumeration(specification: Specification, view: SchemaView, choices: Schema[]): boolean {
  const constants = choices.map((choice) => specification.resolve<Schema>(choice as Reference));
  if (constants.some((keywords) => keywords.const === undefined)) return false;
  view.enum = constants.map((keywords) => keywords.const ?? null);
  const meanings = constants.map(({ const: value, title, description: text, deprecated: isOld }): [string, string] => [
    toText(value),
    [isOld && 'Deprecated.', text ?? title].filter(Boolean).join(' '),
  ]);
  view.meanings = { ...view.meanings, ...Object.fromEntries(meanings) };
  return true;
}

/** A view and those of all its choices: every form that a value can have. */
export function viewForms(specification: Specification, schema: Schema | undefined): [SchemaView, ...SchemaView[]] {
  const view = viewSchema(specification, schema);
  return [
    view,
    ...view.choices.flatMap(({ options }) => options.map((choice) => viewSchema(specification, choice.schema))),
  ];
}

const typeOf = (value: JsonValue): string => (value === null ? 'null' : isWritten(value) ? 'number' : typeof value);

/** The flat view of `schema`. */
export function viewSchema(
  specification: Specification,
  schema: Schema | undefined,
  depth = 0,
  reference?: string,
  isPart = false,
): SchemaView {
  const own: Schema = typeof schema === 'object' ? schema : {};
  if (own.$ref && depth < MAX_DEPTH) {
    const { $ref, ...siblings } = own;
    const target = specification.resolve<Schema>({ $ref });
    // One step of the chain is enough: `resolve` has followed the rest.
    const inner = viewSchema(specification, target, depth + 1, $ref, isPart);
    const name = Specification.schemaName($ref);
    const view = join(viewSchema(specification, siblings, depth + 1), inner);
    return { ...view, references: [$ref, ...view.references], schemaName: inner.schemaName ?? name };
  }

  const { properties, patternProperties, additionalProperties: rest, propertyNames, required, items, ...others } = own;
  const { prefixItems, allOf, oneOf, anyOf, if: test, then, else: otherwise, type, enum: values, ...keywords } = others;
  const types = [type ?? []].flat();
  let view: SchemaView = {
    references: [],
    types: types.length === 1 ? types : types.filter((entry) => entry !== 'null'),
    nullable: types.includes('null') || values?.includes(null) === true,
    properties: new Map(Object.entries(properties ?? {})),
    required: new Set(required),
    items: typeof items === 'object' && Object.keys(items).length > 0 ? items : undefined,
    firstItems: prefixItems ?? [],
    values: new Map(Object.entries(patternProperties ?? {})),
    closed: rest === false,
    keys: propertyNames,
    choices: [],
    enum: values?.filter((value) => value !== null),
    meanings: own['x-enumDescriptions'] ?? {},
    keywords,
  };
  if (typeof rest === 'object' && Object.keys(rest).length > 0) view.values.set('', rest);

  if (depth < MAX_DEPTH) {
    for (const part of allOf ?? []) {
      view = join(view, viewSchema(specification, part, depth + 1, undefined, true), true);
    }
    for (const [kind, list] of [
      ['one of', oneOf],
      ['any of', anyOf],
    ] as const) {
      if (!list) continue;
      const choices = list.filter((choice) => !isNull(specification, choice));
      if (choices.length < list.length) view.nullable = true;
      const [only] = choices;
      if (only && choices.length === 1) view = join(view, viewSchema(specification, only, depth + 1));
      else if (choices.length > 1 && !toEnumeration(specification, view, choices)) {
        const options = choices.map((choice) => ({ schema: choice, value: findValue(own, choice) }));
        view.choices = [...view.choices, { kind, discriminator: own.discriminator?.propertyName, options }];
      }
    }
    const forms = isPart ? [] : listForms(specification, own, reference);
    const discriminator = own.discriminator?.propertyName;
    if (forms.length > 0) view.choices = [...view.choices, { kind: 'one of', discriminator, options: forms }];
    if (test) {
      const parts: [string, Schema | undefined][] = [
        ['If', test],
        ['Then', then],
        ['Otherwise', otherwise],
      ];
      const options = parts.flatMap(([label, part]) => (part ? [{ schema: part, label }] : []));
      view.choices = [...view.choices, { kind: 'condition', options }];
    }
  }

  if (view.types.length === 0) {
    if (view.properties.size > 0 || view.values.size > 0) view.types = ['object'];
    else if (view.items || view.firstItems.length > 0) view.types = ['array'];
    else if (view.enum?.length) view.types = [...new Set(view.enum.map(typeOf))];
    else if (view.keywords.const !== undefined) view.types = [typeOf(view.keywords.const)];
  }
  // A constant narrows whatever list of values stands beside it.
  if (view.keywords.const !== undefined) view.enum = undefined;
  return view;
}
