/** The requests that PAI sends because of another one: where to, and with what. */
import type { Specification, Operation } from '../specification/specification';
import type { SchemaNode } from '../specification/field-tree';
import { operationModel, schemaPlace } from '../specification/page-model';
import { nodeContent } from './fields';
import { children, type Child, type Content, h } from './hast';
import { markdown } from './markdown';

/** The fields of a body, or links to the pages that show them. */
function describeBody(specification: Specification, node: SchemaNode): Content[] {
  const url = (option: SchemaNode): string | undefined =>
    option.schemaName === undefined ? undefined : schemaPlace(specification, option.schemaName).pageUrl;
  const forms = node.choices.length > 0 ? node.choices.flatMap(({ options }) => options) : [{ label: node.type, node }];
  if (forms.some((form) => url(form.node) === undefined)) return nodeContent(node, 'receive', true);
  // Several events can have the same fields.
  const different = new Map(forms.map((form) => [form.label, form]));
  const links = [...different.values()].flatMap(({ label, node: form }, index): Child[] => [
    index > 0 && ', ',
    h('a', { href: url(form) }, label),
  ]);
  return [h('p', children('Body: ', links, '.'))];
}

/** The callbacks of an operation, or nothing. */
export function callbackSection(specification: Specification, operation: Operation): Content[] {
  if (operation.callbacks.length === 0) return [];
  return children(
    h('h2', { id: 'callbacks' }, 'Callbacks'),
    operation.callbacks.map((callback) => {
      const { body, responses } = operationModel(specification, callback);
      return [
        h('h3', { id: body?.node.id }, callback.summary),
        h('p', 'PAI sends ', h('code', `POST ${callback.path}`), '.'),
        markdown(callback.description),
        body && [...markdown(body.description), ...describeBody(specification, body.node)],
        h(
          'ul',
          responses.map((response) => h('li', h('code', response.status), ': ', markdown(response.description))),
        ),
      ];
    }),
  );
}
