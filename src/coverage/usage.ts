/**
 * Finds what each page explains: the operations, schemas, fields, enum values, limits, statuses, and events that it
 * uses, with the keys of `facts.ts`. Only visible uses count: a component, a link to the reference, or unambiguous code
 * in a sentence.
 */
import type { Description } from '../description/description';
import { LONG_ENUM } from '../description/field-tree';
import { collectFacts, fieldKey, listSchemaFields } from './facts';
import { splitText } from './page-text';
import type { Page } from './pages';
import { readAttributes, isJsx, type JsxElement, walk, toWord, toWords } from './tree';
import type { Vocabulary } from './vocabulary';

/** What pages explain, each with the routes of the pages. */
export interface Usage {
  /** Operations and events by operation id. */
  readonly operations: Map<string, Set<string>>;
  readonly schemas: Map<string, Set<string>>;
  readonly fields: Map<string, Set<string>>;
  readonly values: Map<string, Set<string>>;
  readonly limits: Map<string, Set<string>>;
  readonly statuses: Map<string, Set<string>>;
}

type Kind = keyof Usage;

/** The related schemas for creating, updating, and returning the same object. */
export function getFamily(schema: string): string {
  return schema.replace(/(Create|Update|Upsert|Input|ListItem)$/, '');
}

class Collector {
  readonly usage: Usage = {
    operations: new Map(),
    schemas: new Map(),
    fields: new Map(),
    values: new Map(),
    limits: new Map(),
    statuses: new Map(),
  };
  private route = '';

  constructor(
    private readonly description: Description,
    private readonly vocabulary: Vocabulary,
  ) {}

  page(page: Page): void {
    this.route = page.route;
    const reference = this.vocabulary.referenceRoutes();
    walk(page.tree, (node) => {
      if (isJsx(node)) this.component(node);
      if (node.type === 'link') this.note('operations', reference.get(node.url.split('#')[0] ?? ''));
    });
    for (const { text, isCode } of splitText(page)) if (isCode) this.code(text);
  }

  private note(kind: Kind, key: string | undefined): void {
    if (key === undefined) return;
    const routes = this.usage[kind].get(key) ?? new Set();
    this.usage[kind].set(key, routes.add(this.route));
  }

  /** A field in a table: its text, limits, and schema. */
  private field(key: string | undefined): void {
    const fact = key === undefined ? undefined : collectFacts(this.description).fields.get(key);
    if (!fact) return;
    this.note('fields', fact.key);
    this.note('schemas', fact.key.split('.')[0]);
    for (const limit of fact.limits) this.note('limits', limit);
    this.codes(fact.enumeration);
  }

  /**
   * A field's table covers enums with a single value, and those with too many values for individual descriptions (such
   * as country codes), because it explains the codes and links to their list.
   */
  private codes(enumeration: string | undefined): void {
    const values = collectFacts(this.description).enumerations.get(enumeration ?? '') ?? [];
    if (values.length > 1 && values.length <= LONG_ENUM) return;
    for (const value of values) this.note('values', `${enumeration ?? ''}.${value}`);
  }

  private event(id: string, type: string): void {
    this.note('operations', id);
    this.note('values', `WebhookEventType.${type}`);
  }

  private findOperations({ id, ids, tag, operation }: Record<string, unknown>): string[] {
    if (typeof tag === 'string') {
      return [...this.description.operations.values()].flatMap((entry) => (entry.tag === tag ? [entry.id] : []));
    }
    const named = [id, operation].filter((value) => typeof value === 'string');
    return [...named, ...(typeof ids === 'string' ? toWords(ids) : [])];
  }

  private component(node: JsxElement): void {
    const attributes = readAttributes(node);
    const { description } = this;
    const { schema, fields, of, status, type, operation } = attributes;
    switch (node.name) {
      case 'OperationLink':
      case 'OperationTable':
      case 'Request':
        for (const id of this.findOperations(attributes)) this.note('operations', id);
        break;
      case 'Response':
      case 'ErrorResponse': {
        const found = description.operations.get(toWord(operation));
        if (!found) break;
        this.note('operations', found.id);
        this.note('statuses', status === undefined ? description.successStatus(found) : toWord(status));
        break;
      }
      case 'FieldTable':
      case 'PayloadSchema': {
        const name = toWord(schema);
        if (description.schemas[name] === undefined) break;
        this.note('schemas', name);
        // A path also references the objects along the way.
        const paths = toWords(fields).flatMap((path) =>
          path.split('.').map((_, index, parts) => parts.slice(0, index + 1).join('.')),
        );
        const keys =
          fields === undefined
            ? listSchemaFields(description, name)
            : paths.map((path) => fieldKey(description, name, path));
        for (const key of keys) this.field(key);
        break;
      }
      case 'EnumTable': {
        const name = toWord(schema);
        this.note('schemas', name);
        for (const value of collectFacts(description).enumerations.get(name) ?? [])
          this.note('values', `${name}.${value}`);
        break;
      }
      case 'Limit':
        this.limit(toWord(of));
        break;
      case 'EventPayload':
        for (const { id, path } of description.events) if (path === type) this.event(id, path);
        break;
      case 'EventTable':
        for (const { id, path } of description.events) this.event(id, path);
        break;
      case 'ErrorTable':
        for (const name of collectFacts(description).statuses) if (/^[45]/.test(name)) this.note('statuses', name);
        break;
      case 'ErrorOperations':
      case 'ErrorRow':
        this.note('statuses', toWord(status));
        break;
    }
  }

  private limit(of: string): void {
    const { parameterLimits, fields } = collectFacts(this.description);
    const parts = of.split('.');
    const keyword = parts.pop() ?? '';
    const [first = '', ...path] = parts;
    const endsWith = (key: string): boolean => key.split('=')[0]?.endsWith(`.${keyword}`) === true;
    if (path.length === 0) this.note('limits', of);
    for (const key of parameterLimits.get(parts.join('.')) ?? []) if (endsWith(key)) this.note('limits', key);
    const field = fieldKey(this.description, first, path.join('.'));
    for (const key of fields.get(field ?? '')?.limits ?? []) if (endsWith(key)) this.note('limits', key);
  }

  /** Code in a sentence counts if it's unambiguous. */
  private code(text: string): void {
    const { vocabulary, description } = this;
    const kind = vocabulary.classify(text);
    if (kind === 'operation') this.note('operations', text);
    if (kind === 'path') {
      const [path = '', method] = text.split(' ').reverse();
      this.note('operations', vocabulary.findPath(path, method)?.operationId);
    }
    if (kind === 'schema') this.note('schemas', text);
    if (kind === 'status') this.note('statuses', text);
    if (kind === 'event') for (const { id, path } of description.events) if (path === text) this.event(id, path);
    const values = vocabulary.values.get(text) ?? [];
    if (values.length === 1) this.note('values', values[0]);
    const [schema = '', ...path] = text.split('.');
    if (description.schemas[schema] !== undefined && path.length > 0) {
      this.note('fields', fieldKey(description, schema, path.join('.')));
      return;
    }
    const keys = vocabulary.listKeys(text);
    const families = new Set(keys.map((key) => getFamily(key.split('.')[0] ?? '')));
    if (families.size === 1) for (const key of keys) this.note('fields', key);
  }
}

/** What all pages explain. */
export function collectUsage(pages: readonly Page[], vocabulary: Vocabulary): Usage {
  const collector = new Collector(vocabulary.description, vocabulary);
  for (const page of pages) collector.page(page);
  return collector.usage;
}
