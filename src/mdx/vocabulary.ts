/** The names and values of the specification that pages can show as code. */
import { provider } from '../site/provider';
import type { Specification, Operation } from '../specification/specification';
import { walkFields } from '../specification/field-tree';
import { isRecord } from '../specification/json';
import { walkDocument } from '../specification/keywords';
import { upperSnakeCase } from '../specification/names';
import { findField, operationModel, schemaTree } from '../specification/page-model';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const BASE = '/v1/public-api/organizations/{organizationId}';

/** All texts and numbers in a value. */
function listScalars(value: unknown): string[] {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listScalars) : [];
}

export class Vocabulary {
  readonly statuses = new Set<string>();
  /** Names: fields, parameters, headers, schemas, operations, events, and values of enumerations. */
  private readonly names = new Set<string>(METHODS);
  /** Other values: examples, media types, and environment variables. */
  private readonly values = new Set(['PAI_API', 'PAI_API_KEY', 'Authorization', 'Content-Type']);
  /** The dotted path of each field of each page, between dots. */
  private readonly paths: string;

  constructor(readonly specification: Specification) {
    const paths = new Set<string>();
    for (const { id, path, method, parameters, responses } of specification.operations.values()) {
      this.names.add(id).add(path);
      for (const { name } of parameters) this.values.add(upperSnakeCase(name)).add(`PAI_${upperSnakeCase(name)}`);
      if (method !== 'event') for (const status of responses.keys()) this.statuses.add(status);
      const { body, responses: models } = operationModel(specification, id);
      for (const node of [body?.node, ...models.map((response) => response.body?.node)]) {
        for (const field of node ? walkFields(node) : []) paths.add(`.${field.path}.`);
      }
    }
    this.paths = [...paths].join('\n');
    for (const name of [...Object.keys(specification.schemas), ...specification.tags.map(({ name }) => name)]) {
      this.names.add(name);
    }
    walkDocument(specification.document, ({ kind, node }) => this.readPart(kind, node));
  }

  private readPart(kind: string, node: Record<string, unknown>): void {
    const names = [node['name'], node['properties'], node['headers'], node['securitySchemes']];
    for (const part of names) {
      for (const name of isRecord(part) ? Object.keys(part) : listScalars(part)) this.names.add(name);
    }
    if (kind === 'Schema') for (const name of listScalars([node['enum'], node['const']])) this.names.add(name);
    for (const value of listScalars([node['example'], node['default'], node['value'], node['examples']])) {
      this.values.add(value);
    }
    if (isRecord(node['content'])) for (const type of Object.keys(node['content'])) this.values.add(type);
  }

  /** Whether a dotted path is a chain of fields, or starts with a schema's name. */
  private isFieldPath(written: string): boolean {
    const path = written.replaceAll('[]', '');
    const [first = '', ...rest] = path.split('.');
    if (rest.length > 0 && Object.hasOwn(this.specification.schemas, first)) {
      return findField(schemaTree(this.specification, first), rest.join('.')) !== undefined;
    }
    return this.paths.includes(`.${path}.`);
  }

  /** Whether the specification has a piece of code: a name, a value, a path, or a name with its value. */
  isKnown(code: string): boolean {
    if (this.names.has(code) || this.values.has(code.replace(/^\$\{?|\}$/g, '')) || this.isFieldPath(code)) return true;
    const call = /^(?:([A-Z]+) )?([/…]\S*)$/.exec(code);
    if (call) {
      const [, method, path = ''] = call;
      return [path, `${BASE}${path}`].some((written) => this.findPath(written, method) !== undefined);
    }
    if (/-…?$/.test(code)) return this.specification.events.some(({ path }) => path.startsWith(code.replace('…', '')));
    if (code.startsWith(provider.api)) return this.findPath(code.slice(provider.api.length)) !== undefined;
    const pairs = code.split('&').map((pair) => /^"?([\w.-]+)"?(?:=|: )(.*)$/.exec(pair));
    return pairs.every((pair) => pair !== null && (this.names.has(pair[1] ?? '') || this.isFieldPath(pair[1] ?? '')));
  }

  /** The operation or event that a piece of code names. */
  findOperation(code: string): Operation | undefined {
    const [path = '', method] = code.split(' ').reverse();
    const id = path.startsWith('/') ? this.findPath(path, method)?.operationId : code;
    return (
      this.specification.operations.get(id ?? '') ?? this.specification.events.find((event) => event.path === code)
    );
  }

  /**
   * Finds the operation of a path as written on a page. `…` at the start is the common base, `$NAME` and concrete IDs
   * match path parameters, and `*` matches any part. Without a method, any operation of the path matches, and so does the
   * start of a known path, without an ID.
   */
  findPath(written: string, method?: string): { operationId?: string } | undefined {
    const [path = ''] = written.replace(/^…/, BASE).split('?');
    const parts = path.replace(/\/$/, '').split('/');
    const fits = (known: string[]): boolean =>
      parts.every((part, index) => {
        const other = known[index] ?? '';
        if (part === '*' && other !== '') return true;
        if (!/^\{.*\}$/.test(other)) return part === other;
        // A placeholder with another name is another parameter. A concrete value can be any parameter.
        return /^\{.*\}$/.test(part) ? part === other : part !== '';
      });
    const found = [...this.specification.operations.values()]
      .filter((operation) => operation.method !== 'event')
      .map((operation) => ({ operation, known: operation.path.replace(/\/$/, '').split('/') }))
      .filter(({ known }) => fits(known));
    const whole = found.filter(({ known }) => known.length === parts.length);
    const exact = whole.find(({ operation }) => method === undefined || operation.method === method.toLowerCase());
    if (exact) return { operationId: exact.operation.id };
    return found.length > 0 && method === undefined && whole.length === 0 ? {} : undefined;
  }

  /** Candidates for spelling suggestions. */
  known(): Iterable<string> {
    return this.names;
  }

  /** The ID of each operation and event by the route of its page. */
  referenceRoutes(): Map<string, string> {
    return new Map([...this.specification.operations.values()].map(({ id, url }) => [url, id]));
  }
}
