/**
 * The fields of a body or a parameter as a tree that only needs to be drawn: every node has its permalink, its type
 * and limits in words, its enumeration values and its children. The renderer, the tables of guides and the search for
 * a field's address all read this tree, so that an anchor is made in one place.
 * Endless schemas are cut where a schema contains itself: the node then points to the permalink of the outer one.
 */
import { Specification } from './specification';
import { toText } from './json';
import { anchorPart, sentenceCase } from './names';
import { type ChoiceView, viewSchema, type SchemaView } from './schema-view';
import type { JsonValue, Schema } from './types';
import { code, limitWords, typeWords } from './words';

/** More values than this are one folded list at the first field of a page that has them, instead of a row each. */
const LONG_ENUM = 30;
const MAX_DEPTH = 12;

export interface EnumValue {
  id: string;
  value: string;
  meaning?: string;
}

export interface LongEnum {
  id: string;
  name: string;
  values: EnumValue[];
}

interface Choice {
  id: string;
  label: string;
  /** What selects this choice: a phrase with code in backquotes. */
  when?: string;
  node: SchemaNode;
}

export interface SchemaNode {
  id: string;
  schemaName?: string;
  type: string;
  nullable: boolean;
  deprecated: boolean;
  readOnly: boolean;
  writeOnly: boolean;
  description: string;
  limits: string[];
  examples: JsonValue[];
  enumValues: EnumValue[];
  openEnum: boolean;
  /** Shown in the node with `ownsEnum`. */
  longEnum?: LongEnum;
  ownsEnum?: boolean;
  fields: FieldNode[];
  choices: { kind: string; options: Choice[] }[];
  /** The outer node that this one repeats. */
  repeats?: { id: string; name: string };
}

export interface FieldNode {
  name: string;
  required: boolean;
  node: SchemaNode;
}

/** Where a node is on its page. A complete response has no permalink but the heading of its status. */
export const toAnchor = (id: string): string => id.replace(/^response-([^-]+)$/, 'status-$1');

/** Hands out element ids, each once per page; the second of a name gets a number. */
export class PageIds {
  private readonly used = new Set<string>();

  unique(wanted: string): string {
    let id = wanted;
    for (let number = 2; this.used.has(id); number += 1) id = `${wanted}-${number}`;
    this.used.add(id);
    return id;
  }
}

interface Context {
  specification: Specification;
  ids: PageIds;
  longEnums: Map<string, LongEnum>;
  /** References that are open above this node, with the node that opened them. */
  open: Map<string, { id: string; name: string }>;
  depth: number;
}

function enumValues(view: SchemaView, id: string, ids: PageIds): EnumValue[] {
  return (view.enum ?? []).map((value) => ({
    id: ids.unique(`${id}--${anchorPart(toText(value))}`),
    value: toText(value),
    meaning: Object.hasOwn(view.meanings, toText(value)) ? view.meanings[toText(value)] : undefined,
  }));
}

function choiceLabel(context: Context, choice: ChoiceView, position: number): string {
  const view = viewSchema(context.specification, choice.schema);
  const label = choice.label ?? view.keywords.title;
  const isRule = view.properties.size === 0 && view.required.size > 0;
  if (choice.label !== undefined && isRule) return `${choice.label} with ${[...view.required].join(' and ')}`;
  if (label !== undefined) return label;
  if (view.schemaName) return sentenceCase(view.schemaName);
  if (isRule) return `With ${[...view.required].join(' and ')}`;
  const names = [...view.properties.keys()];
  if (names.length > 0 && names.length <= 3) return `With ${names.join(', ')}`;
  const type = typeWords(context.specification, view);
  return type === 'any value' || type === 'object'
    ? `Choice ${position}`
    : type.charAt(0).toUpperCase() + type.slice(1);
}

function listExamples({ keywords }: SchemaView): JsonValue[] {
  // A part of an `allOf` can narrow a value whose example another part brings: an event's own type.
  if (keywords.const !== undefined) return [keywords.const];
  return keywords.examples ?? (keywords.example === undefined ? [] : [keywords.example]);
}

/** The description of a value, with that of a list's items if it's written beside them. */
function describe(
  specification: Specification,
  { types, keywords, items }: SchemaView,
  own = keywords.description ?? '',
  depth = 0,
): string {
  if (!types.includes('array') || !items || depth > 3) return own;
  const item = viewSchema(specification, items);
  const given = items.description ?? (own === '' ? item.keywords.description : undefined) ?? '';
  const ofItems = describe(specification, item, given, depth + 1);
  return own && ofItems ? `${own}\n\nEach item: ${ofItems}` : own || ofItems;
}

/** Whether the type of a map's values doesn't say all about them. */
function hasDetails(specification: Specification, schema: Schema | undefined, depth = 0): boolean {
  if (schema === undefined || depth > 3) return false;
  const view = viewSchema(specification, schema);
  return (
    view.properties.size + view.choices.length + view.values.size + limitWords(specification, view).length > 0 ||
    view.enum !== undefined ||
    view.nullable ||
    view.keywords.description !== undefined ||
    hasDetails(specification, view.items, depth + 1)
  );
}

function node(context: Context, schema: Schema | undefined, id: string, prefix: string): SchemaNode {
  const { specification, ids, longEnums } = context;
  const view = viewSchema(specification, schema);
  // The values of a list are described with the list: their enumeration, limits and fields belong to the same name.
  const item = view.types.includes('array') && view.items ? viewSchema(specification, view.items) : undefined;
  const inner = item ?? view;
  const result: SchemaNode = {
    id,
    schemaName: view.schemaName ?? item?.schemaName,
    type: typeWords(specification, view),
    nullable: view.nullable,
    deprecated: view.keywords.deprecated === true,
    readOnly: view.keywords.readOnly === true,
    writeOnly: view.keywords.writeOnly === true,
    description: describe(specification, view),
    limits: limitWords(specification, view),
    examples: [listExamples(view), item ? listExamples(item) : []].find((list) => list.length > 0) ?? [],
    enumValues: [],
    openEnum: inner.keywords['x-open-enum'] === true,
    fields: [],
    choices: [],
  };
  if (inner.enum && inner.enum.length > 0) {
    if (inner.enum.length > LONG_ENUM) {
      const name = inner.schemaName ?? id;
      const key = inner.schemaName ?? JSON.stringify(inner.enum);
      const known = longEnums.get(key);
      const listId = known?.id ?? ids.unique(`enum-${anchorPart(name)}`);
      result.longEnum = known ?? { id: listId, name, values: enumValues(inner, listId, ids) };
      result.ownsEnum = known === undefined;
      longEnums.set(key, result.longEnum);
    } else {
      result.enumValues = enumValues(inner, id, ids);
    }
  }

  const references = [...view.references, ...(item?.references ?? [])];
  const outer = references.map((reference) => context.open.get(reference)).find((entry) => entry !== undefined);
  if (outer || context.depth >= MAX_DEPTH) {
    result.repeats = outer ?? { id: toAnchor(prefix), name: result.type };
    return result;
  }
  const open = new Map(context.open);
  for (const reference of references)
    open.set(reference, { id: toAnchor(id), name: Specification.schemaName(reference) ?? result.type });
  const below: Context = { ...context, open, depth: context.depth + 1 };

  const separator = id === prefix ? '-' : '.';
  const child = (name: string, childSchema: Schema, required: boolean): FieldNode => {
    const childId = ids.unique(`${id}${separator}${anchorPart(name)}`);
    return { name, required, node: node(below, childSchema, childId, prefix) };
  };
  for (const [name, property] of inner.properties) result.fields.push(child(name, property, inner.required.has(name)));
  for (const [pattern, values] of inner.values) {
    if (pattern === '' && inner.properties.size === 0 && !hasDetails(specification, values)) continue;
    result.fields.push(child(pattern ? `any key like ${pattern}` : 'any other key', values, false));
  }
  view.firstItems.forEach((schema, index) =>
    result.fields.push(child(`item ${index + 1}`, schema, index < (view.keywords.minItems ?? 0))),
  );
  // A list of lists, or a list whose items are a choice, keeps its inner structure under the same prefix.
  if (item?.types.includes('array') && item.items) {
    const nested = node(below, item.items, id, prefix);
    result.fields.push(...nested.fields);
    result.choices.push(...nested.choices);
    if (nested.enumValues.length > 0) result.enumValues = nested.enumValues;
    result.longEnum ??= nested.longEnum;
    result.ownsEnum ??= nested.ownsEnum;
    result.repeats = nested.repeats;
  }
  for (const group of inner.choices) {
    const options = group.options.map((choice, index): Choice => {
      const label = choiceLabel(below, choice, index + 1);
      const choiceId = ids.unique(`${id}${separator}${anchorPart(label.toLowerCase())}`);
      const when = choice.value && group.discriminator && `${code(group.discriminator)} is ${code(choice.value)}`;
      return { id: choiceId, label, when, node: node(below, choice.schema, choiceId, prefix) };
    });
    result.choices.push({ kind: group.kind, options });
  }
  return result;
}

/**
 * The tree of one schema.
 * @param prefix - start of every permalink in it: `body`, `response-200`, or the whole id of a parameter.
 */
export function fieldTree(
  specification: Specification,
  schema: Schema | undefined,
  prefix: string,
  ids: PageIds,
  longEnums: Map<string, LongEnum>,
): SchemaNode {
  return node({ specification, ids, longEnums, open: new Map(), depth: 0 }, schema, prefix, prefix);
}

/** Every field of a tree, outer ones first, choices included; `path` is its name with dots. */
export function* walkFields(root: SchemaNode, path = ''): Generator<{ path: string; field: FieldNode }> {
  for (const field of root.fields) {
    const name = path ? `${path}.${field.name}` : field.name;
    yield { path: name, field };
    yield* walkFields(field.node, name);
  }
  for (const { options } of root.choices) {
    for (const option of options) yield* walkFields(option.node, path);
  }
}
