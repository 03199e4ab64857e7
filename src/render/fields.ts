/** Draws a field tree as nested lists; every field is a permalink to itself, and every value an anchor. */
import type { Element } from 'hast';
import {
  type EnumValue,
  type FieldNode,
  type LongEnum,
  type SchemaNode,
  walkFields,
} from '../specification/field-tree';
import type { JsonValue } from '../specification/types';
import { code } from '../specification/words';
import { phrase } from './badges';
import { children, type Child, type Content, h } from './hast';
import { inlineMarkdown, markdown } from './markdown';

/** Who reads the fields decides on the words: a caller has to send them, a reader of a reply finds them. */
export type FieldUse = 'send' | 'receive';

/** How a list of fields is drawn. */
export interface ListOptions {
  use: FieldUse;
  /** Shows the examples of its fields: of parameters, which samples don't always have. */
  examples?: boolean;
}

/** More values than these fold. */
const MOST_VALUES = 8;

function exampleLine(examples: JsonValue[]): Element {
  const list = examples.map((value) => phrase(code(value)));
  const joined = list.flatMap((part, index): Child[] => [index > 0 && ', ', part]);
  return h('p', { className: ['field__example'] }, children(list.length > 1 ? 'Examples: ' : 'Example: ', joined));
}

/** A value with its meaning. On guides and in long lists, it isn't an anchor. */
const valueItem = ({ id, value, meaning }: EnumValue, isAnchor: boolean): Element =>
  h(
    'li',
    { className: ['value'], id: isAnchor && id },
    children(h('code', value), meaning && [' ', h('span', inlineMarkdown(meaning))]),
  );

/** A fold. Its content is in the HTML. */
export function fold(summary: string, content: Child): Element {
  return h('details', { className: ['more'] }, h('summary', summary), children(content));
}

const valueList = (values: EnumValue[], isAnchor: boolean): Element =>
  h(
    'ul',
    { className: ['values'] },
    values.map((value) => valueItem(value, isAnchor)),
  );

/** Values in two aligned columns: eight, then the others in a fold. One more than eight isn't worth a fold. */
export function foldedValues(values: EnumValue[], isAnchor = true): Content[] {
  if (values.length <= MOST_VALUES + 1) return values.length > 0 ? [valueList(values, isAnchor)] : [];
  const rest = values.slice(MOST_VALUES);
  return [valueList(values.slice(0, MOST_VALUES), isAnchor), fold(`${rest.length} more`, [valueList(rest, isAnchor)])];
}

/** The type without the names of schemas, which only code needs: `array of Invoice` → `array of objects`. */
const nameType = (type: string): string =>
  type
    .replace(/\b[A-Z][a-z]\w+/g, 'object')
    .replace(/\b(?:one|any) of (\w+)(?:, \1)+\b/g, '$1')
    .replace(/\b(array|map) of (string|number|integer|boolean|object)\b/g, '$1 of $2s');

/** A long enumeration, folded. */
function longEnumFold({ id, values }: LongEnum): Element {
  const list = values.some(({ meaning }) => meaning)
    ? valueList(values, false)
    : h('p', h('code', values.map(({ value }) => value).join(', ')));
  return h('details', { className: ['more'], id }, h('summary', `${values.length} values`), list);
}

/** Type and limits of a value in one phrase, so that it wraps like text: `string or null, 255 characters at most`. */
function typePhrase(node: SchemaNode, use: FieldUse): Content[] {
  const { type, nullable, limits, longEnum, ownsEnum, readOnly, writeOnly } = node;
  const parts: Child[] = [
    nullable && !/\bnull$/.test(type) ? `${nameType(type)} or null` : nameType(type),
    ...limits.filter((limit) => !/^(each )?at least 1 character$/.test(limit)).map(phrase),
    longEnum && !ownsEnum && h('a', { href: `#${longEnum.id}` }, `one of ${longEnum.values.length}`),
    readOnly && use === 'send' && 'read-only',
    writeOnly && use === 'receive' && 'never returned',
  ];
  return children(parts.filter(Boolean).flatMap((part, index): Child[] => (index > 0 ? [', ', part] : [part])));
}

/** The line of a field: name, type and limits, and whether it's always there. */
export function fieldHead(name: Child, node: SchemaNode, required: boolean, use: FieldUse): Element {
  return h(
    'p',
    { className: ['field__head'] },
    children(
      name,
      ' ',
      h(
        'span',
        { className: ['field__type'] },
        children(typePhrase(node, use), required && use === 'receive' && ', always present'),
      ),
      node.deprecated && [' ', h('span', { className: ['field__deprecated'] }, 'deprecated')],
      required && use === 'send' && [' ', h('span', { className: ['field__required'] }, 'required')],
    ),
  );
}

/** Whether a field has to be sent, or is always received. */
const isGiven = ({ required, node }: FieldNode, use: FieldUse): boolean =>
  required && !(use === 'send' ? node.readOnly : node.writeOnly);

/** Whether a list says once, and not with each field, that its fields are always present. */
export const areAllPresent = (fields: FieldNode[], use: FieldUse): boolean =>
  use === 'receive' && fields.length > 1 && fields.every((field) => isGiven(field, use));

/** Says that all fields of a list are present, and whether that's so for the fields inside them. */
function presentNote(node: SchemaNode): Element {
  const isPartial = [...walkFields(node)].some(({ field }) => !field.required);
  const inside = " Fields inside them can be missing unless they're marked “always present.”";
  return h('p', { className: ['field__note'] }, `These fields are always present.${isPartial ? inside : ''}`);
}

const countFields = ({ length }: FieldNode[]): string => (length === 1 ? '1 field' : `${length} fields`);

/** What stands below a node: values, fields, choices. `open` shows the fields without a fold. */
export function nodeContent(node: SchemaNode, use: FieldUse, open: boolean): Content[] {
  const list = node.fields.length > 0 && [
    areAllPresent(node.fields, use) && presentNote(node),
    fieldList(node.fields, { use }),
  ];
  return children(
    foldedValues(node.enumValues),
    node.ownsEnum && node.longEnum && longEnumFold(node.longEnum),
    node.openEnum &&
      h('p', { className: ['field__note'] }, "New values can be added, so handle values that aren't listed."),
    node.repeats &&
      h(
        'p',
        { className: ['field__note'] },
        'The same fields as ',
        h('a', { href: `#${node.repeats.id}` }, node.repeats.name),
        '.',
      ),
    list && (open ? list : fold(countFields(node.fields), list)),
    node.choices.map(({ kind, options }) => [
      h(
        'p',
        { className: ['field__note'] },
        kind === 'condition'
          ? 'Depending on the values:'
          : `${use === 'send' ? 'Send' : 'Contains'} ${kind === 'one of' ? 'exactly' : 'at least'} one of these:`,
      ),
      h(
        'ul',
        { className: ['fields', 'choices'] },
        options.map(({ id, label, when, node: option }) => {
          const [only, ...others] = option.fields;
          const hasMore = when || option.description || option.deprecated || option.nullable;
          if (
            kind === 'one of' &&
            only?.required &&
            !hasMore &&
            others.length + option.choices.length === 0 &&
            option.limits.every((limit) => limit === 'no other fields')
          )
            return fieldItem(only, { use }, false);
          return h(
            'li',
            { className: ['choice'], id },
            h(
              'p',
              { className: ['field__head'] },
              children(
                h('a', { className: ['choice__name'], href: `#${id}` }, label),
                when && [' if ', phrase(when)],
                ((option.type !== 'object' && option.fields.length === 0) ||
                  option.nullable ||
                  option.limits.length > 0) && [
                  ' ',
                  h('span', { className: ['field__type'] }, typePhrase(option, use)),
                ],
                option.deprecated && [' ', h('span', { className: ['field__deprecated'] }, 'deprecated')],
              ),
            ),
            markdown(option.description),
            nodeContent(option, use, true),
          );
        }),
      ),
    ]),
  );
}

/** A field with what it means and what it holds. */
function fieldItem({ name, node }: FieldNode, { use, examples = false }: ListOptions, isMarked: boolean): Element {
  // Beside a sample, one example says nothing new, and an object is in the sample.
  const listed = examples
    ? node.examples
    : node.examples.filter((value) => value !== null && typeof value !== 'object');
  return h(
    'li',
    { className: ['field'], id: node.id },
    fieldHead(h('a', { className: ['field__name'], href: `#${node.id}` }, h('code', name)), node, isMarked, use),
    // The only value says it all.
    node.limits[0]?.startsWith('always ') ? [] : markdown(node.description),
    listed.length > (examples ? 0 : 1) && node.enumValues.length === 0 ? [exampleLine(listed)] : [],
    nodeContent(node, use, false),
  );
}

/** What a caller decides about first: what is required, then what changes the behavior, then the rest. */
function rankField({ name, required, node }: FieldNode): number {
  if (node.deprecated || node.readOnly) return 4;
  if (required) return 0;
  if (name === 'type') return 1;
  const decides =
    name === 'idempotencyKey' || node.enumValues.length + node.choices.length > 0 || node.type === 'boolean';
  return decides ? 2 : 3;
}

/** Fields as a list. A caller finds the decisive ones first; a reader finds them in the order of the response. */
export function fieldList(fields: FieldNode[], options: ListOptions): Element {
  const ordered =
    options.use === 'send' ? [...fields].sort((left, right) => rankField(left) - rankField(right)) : fields;
  return h(
    'ul',
    { className: ['fields'] },
    ordered.map((field) =>
      fieldItem(field, options, isGiven(field, options.use) && !areAllPresent(fields, options.use)),
    ),
  );
}
