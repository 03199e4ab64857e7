/**
 * The end of an operation's page: which guides explain the call, and which explain its records and fields. What the
 * guides explain is found when the reference is generated (`.generated/backlinks.json`).
 */
import type { OperationModel } from '../description/page-model';
import type { SchemaNode } from '../description/field-tree';
import { children, type Content, h } from './hast';

/** A guide that mentions something of the description. */
export interface Backlink {
  readonly title: string;
  readonly path: string;
}

/**
 * Content of `.generated/backlinks.json`: guides by what they explain: operation or event id, schema name,
 * `Schema.field` with the innermost named schema that holds the field.
 */
export interface Backlinks {
  readonly operations: Readonly<Record<string, readonly Backlink[]>>;
  readonly schemas: Readonly<Record<string, readonly Backlink[]>>;
  readonly fields: Readonly<Record<string, readonly Backlink[]>>;
}

export const NO_BACKLINKS: Backlinks = { operations: {}, schemas: {}, fields: {} };

/** Records and fields of a page under the names that `Backlinks` has for them, with their place on the page. */
function listPlaces(model: OperationModel): Map<string, { id: string; name: string }> {
  const places = new Map<string, { id: string; name: string }>();
  const add = (key: string, id: string, name: string): void => {
    if (!places.has(key)) places.set(key, { id, name });
  };
  const walk = (node: SchemaNode, owner: string): void => {
    const holder = node.schemaName ?? owner;
    if (node.schemaName) add(node.schemaName, node.id, node.schemaName);
    for (const { name, node: field } of node.fields) {
      if (holder !== '') add(`${holder}.${name}`, field.id, name);
      walk(field, holder === '' ? '' : `${holder}.${name}`);
    }
    for (const { options } of node.choices) for (const option of options) walk(option.node, holder);
  };
  const bodies = [model.body, ...model.responses.map(({ body }) => body)];
  for (const body of bodies) if (body) walk(body.node, '');
  return places;
}

/** A page with what it explains of this one. */
interface Explanation {
  page: Backlink;
  things: { id: string; name: string }[];
}

function explanations(model: OperationModel, { schemas, fields }: Backlinks): Explanation[] {
  const found = new Map<string, Explanation>();
  for (const [key, place] of listPlaces(model)) {
    for (const page of (key.includes('.') ? fields : schemas)[key] ?? []) {
      const explanation = found.get(page.path) ?? { page, things: [] };
      explanation.things.push(place);
      found.set(page.path, explanation);
    }
  }
  // The page that explains the most fields is first.
  return [...found.values()].sort((left, right) => right.things.length - left.things.length);
}

const pageLink = ({ title, path }: Backlink): Content => h('a', { href: path }, title);

/** The section, or nothing if no guide covers the operation. */
export function explainedIn(model: OperationModel, backlinks: Backlinks): Content[] {
  const guides = backlinks.operations[model.operation.id] ?? [];
  const ofFields = explanations(model, backlinks);
  if (guides.length + ofFields.length === 0) return [];
  return children(
    h('h2', { id: 'explained-in' }, 'Related guides'),
    guides.length > 0 &&
      h(
        'ul',
        { className: ['op__backlinks'] },
        guides.map((guide) => h('li', pageLink(guide))),
      ),
    ofFields.length > 0 &&
      h('details', { className: ['more'] }, [
        h('summary', `Guides to the fields on this page: ${ofFields.length}`),
        h(
          'ul',
          { className: ['op__backlinks'] },
          ofFields.map(({ page, things }) =>
            h(
              'li',
              children(
                pageLink(page),
                h(
                  'span',
                  things.flatMap(({ id, name }, index): Content[] =>
                    children(index === 0 ? ': ' : ', ', h('a', { href: `#${id}` }, h('code', name))),
                  ),
                ),
              ),
            ),
          ),
        ),
      ]),
  );
}
