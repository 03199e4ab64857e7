/**
 * Tables of guides that are made from the description: fields, enumerations, events, errors, and single limits.
 * Every function fails with a `DescriptionError` on a name that the description does not have.
 */
import kebabCase from 'lodash/kebabCase';
import type { Element } from 'hast';
import { type Description, DescriptionError, type Operation } from '../description/description';
import { sentSchemas } from '../description/directions';
import { type PageIds, walkFields } from '../description/field-tree';
import { anchorPart, unknownName } from '../description/names';
import { findField, operationModel, schemaFieldUrl, schemaPlace, schemaTree } from '../description/page-model';
import { viewForms, viewSchema } from '../description/schema-view';
import type { JsonValue, Schema } from '../description/types';
import { statusText } from './badges';
import { fieldHead, fold, foldedValues } from './fields';
import { type Child, h } from './hast';
import { inlineMarkdown, markdown } from './markdown';
import { linkOperations } from './operation-links';
import { operationLink } from './overview';
import { table } from './table';

/** `<FieldTable schema="Customer" fields="firstName email" />`. */
export function fieldTable(description: Description, schema: string, fields: string[] | undefined): Element {
  const { node, pageUrl } = schemaPlace(description, schema);
  const all = [...walkFields(node)];
  const chosen = fields
    ? fields.map((path) => {
        const field = findField(node, path);
        if (!field)
          throw new DescriptionError(
            unknownName(
              `field of ${schema}`,
              path,
              all.map((entry) => entry.path),
            ),
          );
        return { path, field };
      })
    : all.filter(({ path }) => !path.includes('.'));
  const use = sentSchemas(description).has(schema) ? 'send' : 'receive';
  const own = schemaTree(description, schema);
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
        ...linkOperations(markdown(field.description), description),
        ...foldedValues(field.enumValues, false),
      ]);
    }),
  );
}

function findEnumeration(
  description: Description,
  name: string,
): { values: JsonValue[]; meanings: Record<string, string> } {
  const [schemaName = '', ...path] = name.split('.');
  const schema = path.length > 0 ? propertySchema(description, schemaName, path) : description.getSchema(schemaName);
  const view = viewSchema(description, schema);
  const inner = view.enum ? view : viewSchema(description, view.items);
  if (!inner.enum) throw new DescriptionError(`The schema "${name}" isn't an enum. Use the name of an enum schema.`);
  return { values: inner.enum, meanings: inner.meanings };
}

/**
 * `<EnumTable schema="SubscriptionStatus" columns={…} />`: value and meaning; extra columns must cover every value and
 * nothing else.
 */
export function enumTable(
  description: Description,
  schema: string,
  columns: Record<string, Record<string, string>>,
  ids: PageIds,
): Element {
  const { values, meanings } = findEnumeration(description, schema);
  const names = values.map(String);
  for (const [title, cells] of Object.entries(columns)) {
    const missing = names.filter((name) => cells[name] === undefined);
    if (missing.length > 0) {
      throw new DescriptionError(
        `The column "${title}" has no entry for ${missing.join(', ')} of ${schema}. Add one for each value.`,
      );
    }
    for (const name of Object.keys(cells)) {
      if (!names.includes(name)) throw new DescriptionError(unknownName(`value of ${schema}`, name, names));
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
        ...(hasMeanings ? [linkOperations(inlineMarkdown(meanings[name] ?? ''), description)] : []),
        ...Object.values(columns).map((cells) => inlineMarkdown(cells[name] ?? '')),
      ];
    }),
    { className: 'enum-table stack', labeled: true },
  );
}

function propertySchema(description: Description, schemaName: string, path: string[]): Schema {
  let current: Schema = description.getSchema(schemaName);
  const done = [schemaName];
  for (const name of path) {
    const options = viewForms(description, viewSchema(description, current).items ?? current);
    const found = options.map(({ properties }) => properties.get(name)).find((schema) => schema !== undefined);
    if (!found) {
      const known = options.flatMap(({ properties }) => [...properties.keys()]);
      throw new DescriptionError(unknownName(`field of ${done.join('.')}`, name, known));
    }
    current = found;
    done.push(name);
  }
  return current;
}

/** `CustomerCreate.firstName.maxLength` or `listCustomers.query.limit.maximum` → the keyword's value as text. */
export function limit(description: Description, of: string): string {
  const parts = of.split('.');
  const keyword = parts.pop() ?? '';
  const [first = '', ...path] = parts;
  let schema: Schema | undefined;
  const operation = description.operations.get(first);
  if (operation) {
    const [place, name] = path;
    const places = operation.parameters.filter((parameter) => parameter.in === place);
    schema = places.find((parameter) => parameter.name === name)?.schema;
    if (!schema) {
      const known = operation.parameters.map((parameter) => `${parameter.in}.${parameter.name}`);
      throw new DescriptionError(unknownName(`parameter of ${first}`, path.join('.'), known));
    }
  } else if (description.schemas[first]) {
    schema = propertySchema(description, first, path);
  } else {
    throw new DescriptionError(
      unknownName('schema or operation', first, [
        ...Object.keys(description.schemas),
        ...description.operations.keys(),
      ]),
    );
  }
  const view = viewSchema(description, schema);
  const keywords = { ...(view.items ? viewSchema(description, view.items).keywords : {}), ...view.keywords };
  const value = (keywords as Record<string, JsonValue | undefined>)[keyword];
  if (value === undefined || typeof value === 'object') {
    const known = Object.entries(keywords)
      .filter(([name, entry]) => typeof entry !== 'object' && name !== 'description')
      .map(([name]) => name);
    throw new DescriptionError(unknownName(`limit of ${parts.join('.')}`, keyword, known));
  }
  return String(value);
}

function renderRecord(description: Description, event: Operation): Child[] {
  const root = operationModel(description, event.id).body?.node;
  const record = root?.fields.find(({ node }) => node.fields.length > 0 || node.choices.length > 0);
  if (!record) return ['none'];
  const names = record.node.schemaName
    ? [record.node.schemaName]
    : record.node.choices.flatMap(({ options }) => options.flatMap(({ node }) => node.schemaName ?? []));
  return names.flatMap((name, index): Child[] => {
    const url = schemaFieldUrl(description, name);
    return [index > 0 && ' or ', url ? h('a', { href: url }, name) : name];
  });
}

/** First sentence of a Markdown text. */
function firstSentence(text: string): string {
  return /^[\s\S]*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text;
}

/** `<EventTable />`: every event type with its object and meaning. */
export function eventTable(description: Description): Element {
  return table(
    'Webhook events',
    ['Event type', 'Object', 'Description'],
    description.events.map((event) => [
      [h('a', { href: event.url }, h('code', event.path))],
      renderRecord(description, event),
      inlineMarkdown(firstSentence(event.description)),
    ]),
    { className: 'stack', labeled: true },
  );
}

/** Operations by error status, in ascending order. Excludes events, whose statuses readers return themselves. */
function byStatus(description: Description): Map<string, Operation[]> {
  const result = new Map<string, Operation[]>();
  for (const operation of description.operations.values()) {
    if (operation.method === 'event') continue;
    for (const status of operation.responses.keys()) {
      if (/^[45]/.test(status)) result.set(status, [...(result.get(status) ?? []), operation]);
    }
  }
  return new Map([...result].sort(([left], [right]) => left.localeCompare(right)));
}

function findOperations(description: Description, status: string): Operation[] {
  const statuses = byStatus(description);
  const operations = statuses.get(status);
  if (!operations) throw new DescriptionError(unknownName('error status', status, statuses.keys()));
  return operations;
}

/** `<ErrorTable />`: the meaning of each status and the number of operations that return it. */
export function errorTable(description: Description): Element {
  return table(
    'Errors',
    ['Status', 'Meaning', 'Operations'],
    [...byStatus(description)].map(([status, operations]) => {
      const [first] = operations;
      const meaning = first ? description.getResponse(first, status).description : '';
      return [
        [h('a', { id: `status-${status}`, href: `#status-${status}`, className: ['value__name'] }, statusText(status))],
        inlineMarkdown(meaning ?? ''),
        [String(operations.length)],
      ];
    }),
  );
}

/** `<ErrorOperations status="409" />`. */
export function errorOperations(description: Description, status: string): Element {
  const links = findOperations(description, status).map((operation) =>
    h('li', operationLink(operation, undefined, undefined)),
  );
  return fold(`Endpoints with this error: ${links.length}`, h('ul', { className: ['op-list'] }, links));
}

/** `<ErrorMatrix />`: operation by status. */
export function errorMatrix(description: Description): Element {
  const statuses = byStatus(description);
  const operations = [...description.operations.values()].filter(({ method }) => method !== 'event');
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
