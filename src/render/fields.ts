/** Draws a field tree as nested lists; every field and enumeration value is a permalink to itself. */
import type { Element } from 'hast';
import type { EnumValue, FieldNode, LongEnum, SchemaNode } from '../description/field-tree';
import type { JsonValue } from '../description/types';
import { badge, phrase } from './badges';
import { children, type Content, h } from './hast';
import { inlineMarkdown, markdown } from './markdown';

/** Who reads the fields decides on the words: a caller has to send them, a reader of a reply finds them. */
export type FieldUse = 'send' | 'receive';

function exampleText(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function valueItem({ id, value, meaning }: EnumValue): Element {
  return h(
    'li',
    { className: ['value'], id },
    children(
      h('a', { className: ['value__name'], href: `#${id}` }, h('code', value)),
      meaning && [' ', inlineMarkdown(meaning)],
    ),
  );
}

/** Marks, type and limits behind a field's name. */
export function fieldFacts(node: SchemaNode, required: boolean, use: FieldUse): Content[] {
  const limits = [...node.limits];
  if (node.enumValues.length > 1) limits.push(`one of ${node.enumValues.length} values`);
  return children(
    h('span', { className: ['field__type'] }, node.type),
    required && (use === 'send' ? badge('required', 'required') : badge('always present', 'present')),
    !required && use === 'send' && badge('optional', 'optional'),
    node.nullable && badge('nullable', 'nullable'),
    node.readOnly && use === 'send' && badge('read-only', 'read-only'),
    node.writeOnly && use === 'receive' && badge('never returned', 'write-only'),
    node.deprecated && badge('deprecated', 'deprecated'),
    limits.map((limit) => h('span', { className: ['field__limit'] }, phrase(limit))),
    node.longEnum && [
      h(
        'a',
        { className: ['field__limit'], href: `#${node.longEnum.id}` },
        `one of ${node.longEnum.values.length} values`,
      ),
    ],
  ).flatMap((part, index): Content[] => (index > 0 ? [{ type: 'text', value: ' ' }, part] : [part]));
}

function details(summary: string, content: Content[], open: boolean): Element {
  return h('details', { className: ['more'], open }, h('summary', summary), content);
}

function count(fields: FieldNode[]): string {
  return fields.length === 1 ? '1 field' : `${fields.length} fields`;
}

/** What a reader came for stands unfolded: the record in the envelope of a reply or of a delivery. */
const ENVELOPE = ['data', 'metadata'];

/** What stands below a node: values, fields, choices. `open` shows the fields without a fold. */
export function nodeContent(node: SchemaNode, use: FieldUse, name: string, open: boolean): Content[] {
  const list = node.fields.length > 0 ? fieldList(node.fields, use, open ? ENVELOPE : []) : undefined;
  return children(
    node.enumValues.length > 0 && h('ul', { className: ['values'] }, node.enumValues.map(valueItem)),
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
    list && (open ? list : details(`${name}: ${count(node.fields)}`, [list], false)),
    node.choices.map(({ kind, options }) =>
      h(
        'div',
        { className: ['choices'] },
        h('p', { className: ['choices__kind'] }, kind === 'one of' ? 'Exactly one of:' : 'At least one of:'),
        h(
          'ul',
          { className: ['choices__list'] },
          options.map(({ id, label, node: option }) =>
            h(
              'li',
              { className: ['choice'], id },
              h(
                'p',
                { className: ['choice__head'] },
                children(
                  h('a', { className: ['choice__name'], href: `#${id}` }, label),
                  option.type !== 'object' &&
                    option.fields.length === 0 && [' ', ...fieldFacts(option, true, use).slice(0, 1)],
                ),
              ),
              markdown(option.description),
              nodeContent(option, use, label, true),
            ),
          ),
        ),
      ),
    ),
  );
}

function fieldItem({ name, required, node }: FieldNode, use: FieldUse, unfolded: string[] = []): Element {
  const isLeaf = node.fields.length === 0 && node.choices.length === 0;
  return h(
    'li',
    { className: ['field'], id: node.id },
    h(
      'p',
      { className: ['field__head'] },
      h('a', { className: ['field__name'], href: `#${node.id}` }, h('code', name)),
      ' ',
      fieldFacts(node, required, use),
    ),
    markdown(node.description),
    node.example !== undefined && isLeaf && node.enumValues.length === 0
      ? [h('p', { className: ['field__example'] }, 'Example: ', h('code', exampleText(node.example)))]
      : [],
    nodeContent(node, use, name, use === 'receive' && unfolded.includes(name)),
  );
}

export function fieldList(fields: FieldNode[], use: FieldUse, unfolded: string[] = []): Element {
  return h(
    'ul',
    { className: ['fields'] },
    fields.map((field) => fieldItem(field, use, unfolded)),
  );
}

/** The long enumerations of a page, each once and folded. */
export function longEnumList(lists: LongEnum[]): Element {
  return h(
    'ul',
    { className: ['long-enums'] },
    lists.map(({ id, name, values }) =>
      h(
        'li',
        { id },
        h(
          'details',
          { className: ['more'] },
          h('summary', `${name}: ${values.length} values`),
          values.some(({ meaning }) => meaning)
            ? h(
                'ul',
                { className: ['values'] },
                values.map(({ value, meaning }) =>
                  h(
                    'li',
                    { className: ['value'] },
                    children(h('code', value), meaning && [' ', inlineMarkdown(meaning)]),
                  ),
                ),
              )
            : h('p', { className: ['long-enums__values'] }, h('code', values.map(({ value }) => value).join(', '))),
        ),
      ),
    ),
  );
}
