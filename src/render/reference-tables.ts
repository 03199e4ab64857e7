/**
 * Tables of guides that are made from the specification: fields, enumerations, events, errors, and single limits.
 * Every function fails with a `SpecificationError` on a name that the specification does not have.
 */
import kebabCase from 'lodash/kebabCase';
import type { Element } from 'hast';
import { type Specification, SpecificationError, type Operation } from '../specification/specification';
import { sentSchemas } from '../specification/references';
import { type PageIds, walkFields } from '../specification/field-tree';
import { toText } from '../specification/json';
import { anchorPart, unknownName } from '../specification/names';
import { findField, operationModel, schemaFieldUrl, schemaPlace, schemaTree } from '../specification/page-model';
import { viewForms, viewSchema } from '../specification/schema-view';
import type { JsonValue, Schema } from '../specification/types';
import { statusText } from './badges';
import { fieldHead, fold, foldedValues } from './fields';
import { type Child, h } from './hast';
import { inlineMarkdown, markdown } from './markdown';
import { linkOperations } from './operation-links';
import { operationLink } from './overview';
import { table } from './table';

/** `<FieldTable schema="Customer" fields="firstName email" />`. */
export function fieldTable(specification: Specification, schema: string, fields: string[] | undefined): Element {
  const { node, pageUrl } = schemaPlace(specification, schema);
  const all = [...walkFields(node)];
  const chosen = fields
    ? fields.map((path) => {
        const field = findField(node, path);
        if (!field)
          throw new SpecificationError(
            unknownName(
              `field of ${schema}`,
              path,
              all.map((entry) => entry.path),
            ),
          );
        return { path, field };
      })
    : all.filter(({ path }) => !path.includes('.'));
  const use = sentSchemas(specification).has(schema) ? 'send' : 'receive';
  const own = schemaTree(specification, schema);
  return h(
    'ul',
    { className: ['fields'], ariaLabel: `Fields of ${schema}` },
    chosen.map(({ path, field: place }) => {
      const { required, node: field } = findField(own, path) ?? place;
      const name = h('code', path);
      return h('li', { className: ['field'] }, [
        fieldHead(
          pageUrl ? h('a', { href: `${pageUrl}#${place.node.id}`, className: ['field__name'] }, name) : name,
          { ...field, longEnum: undefined },
          required,
          use,
        ),
        ...linkOperations(markdown(field.description), specification),
        ...foldedValues(field.enumValues, false),
      ]);
    }),
  );
}

function findEnumeration(
  specification: Specification,
  name: string,
): { values: JsonValue[]; meanings: Record<string, string> } {
  const [schemaName = '', ...path] = name.split('.');
  const schema =
    path.length > 0 ? propertySchema(specification, schemaName, path) : specification.getSchema(schemaName);
  const view = viewSchema(specification, schema);
  const inner = view.enum ? view : viewSchema(specification, view.items);
  if (!inner.enum) throw new SpecificationError(`The schema "${name}" isn't an enum. Use the name of an enum schema.`);
  return { values: inner.enum, meanings: inner.meanings };
}

/**
 * `<EnumTable schema="SubscriptionStatus" columns={…} />`: value and meaning; extra columns must cover every value and
 * nothing else.
 */
export function enumTable(
  specification: Specification,
  schema: string,
  columns: Record<string, Record<string, string>>,
  ids: PageIds,
): Element {
  const { values, meanings } = findEnumeration(specification, schema);
  const names = values.map(toText);
  for (const [title, cells] of Object.entries(columns)) {
    const missing = names.filter((name) => cells[name] === undefined);
    if (missing.length > 0) {
      throw new SpecificationError(
        `The column "${title}" has no entry for ${missing.join(', ')} of ${schema}. Add one for each value.`,
      );
    }
    for (const name of Object.keys(cells)) {
      if (!names.includes(name)) throw new SpecificationError(unknownName(`value of ${schema}`, name, names));
    }
  }
  const hasMeanings = Object.keys(meanings).length > 0;
  return table(
    `Values of ${schema}`,
    ['Value', ...(hasMeanings ? ['Meaning'] : []), ...Object.keys(columns)],
    names.map((name) => {
      const id = ids.unique(`${kebabCase(schema)}-${anchorPart(name)}`);
      return [
        [h('a', { id, href: `#${id}`, className: ['value__name'] }, h('code', name))],
        ...(hasMeanings ? [linkOperations(inlineMarkdown(meanings[name] ?? ''), specification)] : []),
        ...Object.values(columns).map((cells) => inlineMarkdown(cells[name] ?? '')),
      ];
    }),
    { className: 'enum-table stack', labeled: true },
  );
}

function propertySchema(specification: Specification, schemaName: string, path: string[]): Schema {
  let current: Schema = specification.getSchema(schemaName);
  const done = [schemaName];
  for (const name of path) {
    const options = viewForms(specification, viewSchema(specification, current).items ?? current);
    const found = options.map(({ properties }) => properties.get(name)).find((schema) => schema !== undefined);
    if (!found) {
      const known = options.flatMap(({ properties }) => [...properties.keys()]);
      throw new SpecificationError(unknownName(`field of ${done.join('.')}`, name, known));
    }
    current = found;
    done.push(name);
  }
  return current;
}

/** `CustomerCreate.firstName.maxLength` or `listCustomers.query.limit.maximum` → the keyword's value as text. */
export function limit(specification: Specification, of: string): string {
  const parts = of.split('.');
  const keyword = parts.pop() ?? '';
  const [first = '', ...path] = parts;
  let schema: Schema | undefined;
  const operation = specification.operations.get(first);
  if (operation) {
    const [place, name] = path;
    const places = operation.parameters.filter((parameter) => parameter.in === place);
    schema = places.find((parameter) => parameter.name === name)?.schema;
    if (!schema) {
      const known = operation.parameters.map((parameter) => `${parameter.in}.${parameter.name}`);
      throw new SpecificationError(unknownName(`parameter of ${first}`, path.join('.'), known));
    }
  } else if (specification.schemas[first]) {
    schema = propertySchema(specification, first, path);
  } else {
    throw new SpecificationError(
      unknownName('schema or operation', first, [
        ...Object.keys(specification.schemas),
        ...specification.operations.keys(),
      ]),
    );
  }
  const view = viewSchema(specification, schema);
  const keywords = { ...(view.items ? viewSchema(specification, view.items).keywords : {}), ...view.keywords };
  const value = (keywords as Record<string, JsonValue | undefined>)[keyword];
  if (value === undefined || typeof value === 'object') {
    const known = Object.entries(keywords)
      .filter(([name, entry]) => typeof entry !== 'object' && name !== 'description')
      .map(([name]) => name);
    throw new SpecificationError(unknownName(`limit of ${parts.join('.')}`, keyword, known));
  }
  return toText(value);
}

function renderRecord(specification: Specification, event: Operation): Child[] {
  const root = operationModel(specification, event.id).body?.node;
  const record = root?.fields.find(({ node }) => node.fields.length > 0 || node.choices.length > 0);
  if (!record) return ['none'];
  const names = record.node.schemaName
    ? [record.node.schemaName]
    : record.node.choices.flatMap(({ options }) => options.flatMap(({ node }) => node.schemaName ?? []));
  return names.flatMap((name, index): Child[] => {
    const url = schemaFieldUrl(specification, name);
    return [index > 0 && ' or ', url ? h('a', { href: url }, name) : name];
  });
}

/** First sentence of a Markdown text. */
function firstSentence(text: string): string {
  return /^[\s\S]*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text;
}

/** `<EventTable />`: every event type with its object and meaning. */
export function eventTable(specification: Specification): Element {
  return table(
    'Webhook events',
    ['Event type', 'Object', 'Specification'],
    specification.events.map((event) => [
      [h('a', { href: event.url }, h('code', event.path))],
      renderRecord(specification, event),
      inlineMarkdown(firstSentence(event.description)),
    ]),
    { className: 'stack', labeled: true },
  );
}

/** Operations by error status, in ascending order. Excludes events, whose statuses readers return themselves. */
function byStatus(specification: Specification): Map<string, Operation[]> {
  const result = new Map<string, Operation[]>();
  for (const operation of specification.operations.values()) {
    if (operation.method === 'event') continue;
    for (const status of operation.responses.keys()) {
      if (/^[45]/.test(status)) result.set(status, [...(result.get(status) ?? []), operation]);
    }
  }
  return new Map([...result].sort(([left], [right]) => left.localeCompare(right)));
}

function findOperations(specification: Specification, status: string): Operation[] {
  const statuses = byStatus(specification);
  const operations = statuses.get(status);
  if (!operations) throw new SpecificationError(unknownName('error status', status, statuses.keys()));
  return operations;
}

/** `<ErrorTable />`: the meaning of each status and the number of operations that return it. */
export function errorTable(specification: Specification): Element {
  return table(
    'Errors',
    ['Status', 'Meaning', 'Operations'],
    [...byStatus(specification)].map(([status, operations]) => {
      const [first] = operations;
      const meaning = first ? specification.getResponse(first, status).description : '';
      return [
        [h('a', { id: `status-${status}`, href: `#status-${status}`, className: ['value__name'] }, statusText(status))],
        inlineMarkdown(meaning ?? ''),
        [String(operations.length)],
      ];
    }),
  );
}

/** `<ErrorOperations status="409" />`. */
export function errorOperations(specification: Specification, status: string): Element {
  const links = findOperations(specification, status).map((operation) => h('li', operationLink(operation)));
  return fold(`Endpoints with this error: ${links.length}`, h('ul', { className: ['op-list'] }, links));
}

/** `<ErrorMatrix />`: operation by status. */
export function errorMatrix(specification: Specification): Element {
  const statuses = byStatus(specification);
  const operations = [...specification.operations.values()].filter(({ method }) => method !== 'event');
  return table(
    'Errors by operation',
    ['Operation', ...statuses.keys()],
    operations.map((operation) => [
      [h('a', { href: operation.url }, operation.summary)],
      ...[...statuses.keys()].map((status) => (operation.responses.has(status) ? [status] : ['–'])),
    ]),
    { className: 'error-matrix' },
  );
}
