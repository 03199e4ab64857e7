/**
 * All names and values that pages can show as code, from the specification and the data of the FramePay and test card
 * pages. `classify` returns the kind of a piece of code, or `undefined` if it's unknown.
 */
import kebabCase from 'lodash/kebabCase';
import { provider } from '../config/provider';
import { framePay, framePayAssets } from '../data/framepay';
import { specialTestValues, testBankAccounts, testCards } from '../data/test-cards';
import type { Description } from '../description/description';
import { upperSnakeCase } from '../description/names';
import type { Example, JsonValue, Schema } from '../description/types';
import { viewSchema } from '../description/schema-view';
import { collectFacts, fieldKey } from './facts';

/** The kinds of code spans. */
type CodeKind =
  | 'path'
  | 'operation'
  | 'schema'
  | 'field'
  | 'parameter'
  | 'enum value'
  | 'event'
  | 'status'
  | 'header'
  | 'method'
  | 'environment variable'
  | 'literal'
  | 'example value'
  | 'host'
  | 'security scheme'
  | 'script name'
  | 'file';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
/** Variables that samples read besides those of path parameters. */
const VARIABLES = ['PAI_API', 'PAI_API_KEY', 'PAI_ORGANIZATION_ID', 'PAI_ACCOUNT_ID'];
const BASE = '/v1/public-api/organizations/{organizationId}';

function walkScalars(value: JsonValue | undefined, add: (text: string) => void): void {
  if (value === undefined || value === null) return;
  if (Array.isArray(value)) for (const item of value) walkScalars(item, add);
  else if (typeof value === 'object') for (const item of Object.values(value)) walkScalars(item, add);
  else add(String(value));
}

function schemaExamples(schema: Schema | undefined, add: (text: string) => void, depth = 0): void {
  if (schema === undefined || typeof schema !== 'object' || depth > 8) return;
  walkScalars(schema.examples, add);
  walkScalars(schema.example, add);
  const parts = [schema.items, ...(schema.allOf ?? []), ...(schema.oneOf ?? []), ...(schema.anyOf ?? [])];
  for (const part of [...parts, ...Object.values(schema.properties ?? {})]) schemaExamples(part, add, depth + 1);
}

export class Vocabulary {
  readonly fieldNames = new Map<string, string[]>();
  readonly values = new Map<string, string[]>();
  readonly parameters = new Set<string>();
  readonly headers = new Set<string>();
  readonly events: ReadonlySet<string>;
  readonly statuses: ReadonlySet<string>;
  readonly variables = new Set(VARIABLES);
  private readonly examples = new Set<string>();
  private readonly script = new Set<string>();
  private readonly mediaTypes = new Set<string>();

  constructor(readonly description: Description) {
    const { fields, enumerations, statuses } = collectFacts(description);
    this.statuses = statuses;
    this.events = new Set(description.events.map(({ path }) => path));
    const note = (map: Map<string, string[]>, name: string, key: string): void =>
      void map.set(name, [...(map.get(name) ?? []), key]);
    for (const { key, name } of fields.values()) note(this.fieldNames, name, key);
    for (const [name, values] of enumerations) for (const value of values) note(this.values, value, `${name}.${value}`);
    this.readOperations();
    this.readExamples();
    this.readConstants();
    this.readScript();
  }

  private readOperations(): void {
    const { description } = this;
    for (const operation of description.operations.values()) {
      for (const { in: place, name } of operation.parameters) {
        if (place === 'header') this.headers.add(name);
        this.parameters.add(name);
        if (place === 'path') this.variables.add(upperSnakeCase(name));
      }
      for (const response of operation.responses.values()) {
        for (const [name] of description.headers(response)) this.headers.add(name);
        for (const type of Object.keys(response.content ?? {})) this.mediaTypes.add(type);
      }
      for (const type of Object.keys(operation.requestBody?.content ?? {})) this.mediaTypes.add(type);
    }
    for (const scheme of Object.values(description.document.components?.securitySchemes ?? {})) {
      if (scheme.in === 'header' && scheme.name) this.headers.add(scheme.name);
      if (scheme.scheme === 'bearer') this.headers.add('Authorization');
    }
  }

  private readExamples(): void {
    const add = (text: string): void => void this.examples.add(text);
    const { components } = this.description.document;
    for (const { value } of Object.values<Example>(components?.examples ?? {})) walkScalars(value, add);
    for (const schema of Object.values(components?.schemas ?? {})) schemaExamples(schema, add);
    for (const operation of this.description.operations.values()) {
      for (const { example, schema } of operation.parameters) {
        walkScalars(example, add);
        schemaExamples(schema, add);
      }
    }
  }

  /** Treat constants as enums with one value. */
  private readConstants(): void {
    const visit = (schema: Schema | undefined, depth: number): void => {
      if (schema === undefined || typeof schema !== 'object' || depth > 8) return;
      if (typeof schema.const === 'string') this.values.set(schema.const, this.values.get(schema.const) ?? []);
      const parts = [schema.items, ...(schema.allOf ?? []), ...(schema.oneOf ?? []), ...(schema.anyOf ?? [])];
      for (const part of [...parts, ...Object.values(schema.properties ?? {})]) visit(part, depth + 1);
    };
    for (const schema of Object.values(this.description.schemas)) visit(schema, 0);
  }

  /** Names of the FramePay script and of the sandbox's test data. */
  private readScript(): void {
    const { script } = this;
    script.add(framePayAssets.global);
    for (const { entries } of Object.values(framePay)) {
      for (const { name } of entries) {
        script.add(name);
        const bare = name.replace(/\(.*$/, '');
        for (const part of [bare, ...bare.split('.')]) script.add(part);
      }
    }
    for (const { number } of testCards) script.add(number);
    for (const { iban } of testBankAccounts) script.add(iban);
    for (const { value } of specialTestValues) script.add(value);
  }

  /** Whether a dotted path is a chain of fields of a schema, or starts with a schema's name. */
  isFieldPath(path: string): boolean {
    const [first = '', ...rest] = path.replaceAll('[]', '').split('.');
    if (this.description.schemas[first] !== undefined && rest.length > 0) {
      return fieldKey(this.description, first, rest.join('.')) !== undefined;
    }
    return this.listKeys(path).length > 0;
  }

  /** Keys of all fields that a dotted path can end at: `pricing.formula` starts at any field `pricing`. */
  listKeys(path: string): string[] {
    const { fields } = collectFacts(this.description);
    const [first = '', ...rest] = path.replaceAll('[]', '').split('.');
    let keys = this.fieldNames.get(first) ?? [];
    for (const name of rest) {
      keys = keys.flatMap((key) => {
        const holds = fields.get(key)?.holds;
        const below = holds === undefined ? [] : this.fieldsIn(holds);
        return below.filter((candidate) => fields.get(candidate)?.name === name);
      });
    }
    return [...new Set(keys)];
  }

  private fieldsIn(holder: string): readonly string[] {
    const { below } = collectFacts(this.description);
    const own = below.get(holder) ?? [];
    if (this.description.schemas[holder] === undefined) return own;
    const view = viewSchema(this.description, { $ref: `#/components/schemas/${holder}` });
    return [
      ...own,
      ...view.choices.flatMap(({ schemas }) =>
        schemas.flatMap((choice) => below.get(viewSchema(this.description, choice).schemaName ?? '') ?? []),
      ),
    ];
  }

  /**
   * Finds the operation of a path as written on a page. `…` at the start is the common base, `$NAME` and concrete IDs
   * match path parameters, and `*` matches any part. Without a method, any operation of the path matches. With
   * `prefix`, the start of a known path matches too.
   */
  findPath(written: string, method?: string): { operationId?: string; prefix: boolean } | undefined {
    const [path = ''] = written.replace(/^…/, BASE).split('?');
    const trimmed = path.replace(/\/$/, '');
    const parts = trimmed.split('/');
    const fits = (known: string[]): boolean =>
      parts.every((part, index) => {
        const other = known[index] ?? '';
        if (part === '*' && other !== '') return true;
        if (!/^\{.*\}$/.test(other)) return part === other;
        // A placeholder with another name is another parameter. A concrete value can be any parameter.
        return /^\{.*\}$/.test(part) ? part === other : part !== '';
      });
    let prefix = false;
    let otherMethod = false;
    for (const operation of this.description.operations.values()) {
      if (operation.method === 'event') continue;
      const known = operation.path.replace(/\/$/, '').split('/');
      if (!fits(known)) continue;
      if (known.length > parts.length) prefix = true;
      else if (method === undefined || operation.method === method.toLowerCase()) {
        return { operationId: operation.id, prefix: false };
      } else otherMethod = true;
    }
    return prefix && method === undefined && !otherMethod ? { prefix: true } : undefined;
  }

  private isLiteral(code: string): boolean {
    if (/^-?\d+(\.\d+)*$/.test(code) || ['true', 'false', 'null'].includes(code)) return true;
    if (/^\d{4}-\d\d-\d\d(T[\d:.]+Z)?$/.test(code)) return true;
    if (!/^["[{]/.test(code)) return false;
    try {
      JSON.parse(code);
      return true;
    } catch {
      // Not a complete JSON value, so not a literal. The caller tries other kinds.
      return false;
    }
  }

  /** `statuses=active&statuses=paused`, `isActive: false`: a known name with a known value. */
  private isPair(code: string): boolean {
    if (/^[\w.]+=[^&]*(&[\w.]+=[^&]*)*$/.test(code)) {
      return code.split('&').every((pair) => {
        const [name = '', value = ''] = pair.split('=');
        return this.parameters.has(name) && this.isValue(value);
      });
    }
    const match = /^"?([\w.]+)"?: (.+)$/.exec(code);
    return match !== null && this.isFieldPath(match[1] ?? '') && this.isValue((match[2] ?? '').replace(/^"|"$/g, ''));
  }

  /** Whether an example contains the number, regardless of trailing zeros. */
  isExampleNumber(number: string): boolean {
    return this.examples.has(String(Number(number)));
  }

  private isValue(value: string): boolean {
    return value === '…' || this.values.has(value) || this.isLiteral(value) || this.examples.has(value);
  }

  private isHeader(code: string): boolean {
    const [name = '', ...value] = code.split(': ');
    if (name === 'Content-Type') return value.length === 0 || this.mediaTypes.has(value.join(': '));
    if (!this.headers.has(name)) return false;
    return value.length === 0 || /^(ApiKey|Bearer|Basic) \S/.test(value.join(': '));
  }

  /** The kind of a piece of code, or `undefined` if the specification doesn't contain it. */
  classify(code: string): CodeKind | undefined {
    const { description } = this;
    const call = /^(GET|POST|PUT|PATCH|DELETE) (\S+)$/.exec(code);
    if (call) return this.findPath(call[2] ?? '', call[1]) ? 'path' : undefined;
    if (METHODS.includes(code)) return 'method';
    if (/^(\/|…\/)\S*$/.test(code)) return this.findPath(code) || this.endsPath(code) ? 'path' : undefined;
    if (description.operations.has(code)) return 'operation';
    if (this.events.has(code) || (/-…?$/.test(code) && this.startsEvents(code.replace('…', '')))) return 'event';
    if (description.schemas[code] !== undefined) return 'schema';
    if (/^[45]\d\d$|^[123]\d\d$/.test(code) && this.statuses.has(code)) return 'status';
    if (this.isFieldPath(code)) return 'field';
    if (this.parameters.has(code)) return 'parameter';
    if (this.values.has(code)) return 'enum value';
    if (this.isHeader(code)) return 'header';
    if (this.variables.has(code.replace(/^\$\{?|\}$/g, ''))) return 'environment variable';
    if (description.document.components?.securitySchemes?.[code] !== undefined) return 'security scheme';
    if (this.script.has(code)) return 'script name';
    if (this.examples.has(code)) return 'example value';
    // A three-digit number in code style is a status, so it must be one of the API's.
    if (/^[1-5]\d\d$/.test(code)) return undefined;
    if (this.isLiteral(code) || this.isPair(code)) return 'literal';
    if (/^https:\/\//.test(code)) return this.isHost(code) ? 'host' : undefined;
    if (/^[\w-]+(\/[\w.-]+)+$/.test(code) && this.mediaTypes.has(code)) return 'header';
    return undefined;
  }

  /** `/payments`: the end of a path below the common base. */
  private endsPath(code: string): boolean {
    const path = code.replace(/^…/, '');
    return this.findPath(`${BASE}${path}`) !== undefined;
  }

  private startsEvents(start: string): boolean {
    return [...this.events].some((event) => event.startsWith(start));
  }

  private isHost(url: string): boolean {
    const host = [provider.api, provider.docs, provider.homepage, provider.framepay].find((known) =>
      url.startsWith(known),
    );
    if (host === undefined) return this.examples.has(url);
    const path = url.slice(host.length);
    return host !== provider.api || path === '' || path === '/' || this.findPath(path) !== undefined;
  }

  /** Candidates for spelling suggestions. */
  known(): string[] {
    const { description } = this;
    return [
      ...this.fieldNames.keys(),
      ...this.values.keys(),
      ...this.parameters,
      ...description.operations.keys(),
      ...Object.keys(description.schemas),
      ...[...description.operations.values()].map(({ path }) => path),
    ];
  }

  /** Routes that pages can link to besides handwritten pages: operations and events. */
  referenceRoutes(): Map<string, string> {
    return new Map([...this.description.operations.values()].map(({ id }) => [`/api/${kebabCase(id)}`, id]));
  }
}
