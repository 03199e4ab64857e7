/** Checks requests and replies against the OpenAPI file. Ajv does the work, and what's stricter than the file follows. */
import Ajv2020, { type ErrorObject, type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { fullFormats } from 'ajv-formats/dist/formats';
import type { Specification, Operation } from '../src/specification/specification';
import { isRecord } from '../src/specification/json';
import { nearestName } from '../src/specification/names';
import type { OpenApiDocument, Schema } from '../src/specification/types';
import { collectProperties, listBranches, type Resolve } from './shape';
import type { Query } from './state';

/** Upper limits of numbers in bodies, so that no sum leaves the range that a number holds exactly. */
const LIMITS = new Map([
  ['amount', 999_999_999.99],
  ['price', 999_999_999.99],
  ['quantity', 1_000_000],
  ['length', 10_000],
]);

/** One sentence per number of a body that is beyond its limit. */
function findTooLarge(value: unknown, place = ''): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, entry]) => {
    const limit = LIMITS.get(name);
    if (limit === undefined || typeof entry !== 'number') return findTooLarge(entry, `${place}${name}.`);
    return entry > limit ? [`${place}${name} must be <= ${limit}`] : [];
  });
}

/** One sentence per field that the schema doesn't have; a schema without properties leaves them open. */
function findUnknownFields(schema: Schema, value: unknown, place: string, resolve: Resolve): string[] {
  if (Array.isArray(value)) {
    const { items = {} } = resolve(schema);
    return value.flatMap((entry, index) => findUnknownFields(items, entry, `${place}${index}.`, resolve));
  }
  const properties = collectProperties(schema, resolve);
  if (properties.size === 0 || !isRecord(value)) return [];
  return Object.entries(value).flatMap(([name, entry]) => {
    const [first, ...others] = properties.get(name) ?? [];
    if (!first) return [describeUnknown(`field "${place}${name}"`, name, [...properties.keys()])];
    return others.length === 0 ? findUnknownFields(first, entry, `${place}${name}.`, resolve) : [];
  });
}

function describeUnknown(what: string, name: string, names: readonly string[]): string {
  const nearest = nearestName(name, names);
  return `The API doesn't know the ${what}. ${nearest ? `Did you mean "${nearest}"? ` : ''}It takes ${names.join(', ') || 'none'}.`;
}

/** `email must match …`; `where` stands for the value as a whole. */
function explain({ instancePath, keyword, message = '', params }: ErrorObject, where: string): string {
  const field = instancePath.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~');
  const { allowedValues, additionalProperty: extra } = params as Record<string, unknown>;
  const values = Array.isArray(allowedValues) ? `: ${allowedValues.map(String).join(', ')}` : '';
  const detail = typeof extra === 'string' ? `; found '${extra}'` : values;
  const text = keyword === 'oneOf' ? 'must be exactly one of the documented forms' : message;
  return `${field === '' ? `The ${where}` : field} ${text}${detail}`;
}

/** The file itself is checked elsewhere. */
const QUIET = { strict: false, validateSchema: false, logger: false } as const;

/** The OpenAPI file, as the checks of its operations need it. */
export class Rules {
  private readonly ajv = addFormats(new Ajv2020({ ...QUIET, allErrors: true, verbose: true, ownProperties: true }));

  constructor(
    document: OpenApiDocument,
    readonly specification: Specification,
    readonly resolve: Resolve,
  ) {
    const isTime = fullFormats['date-time'] as { validate: (text: string) => boolean };
    // A leap second is a moment that no clock of JavaScript has.
    const validate = (text: string): boolean => isTime.validate(text) && !Number.isNaN(Date.parse(text));
    this.ajv.addFormat('date-time', { validate }).addSchema(document, 'api');
  }

  /** A function that checks values against a schema. References lead to the whole file, compiled as far as needed. */
  compile(schema: object): ValidateFunction {
    return this.ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"api#/')) as object);
  }

  /** A keyword of a schema, wherever it stands in its `allOf` or, beside null, its `oneOf`. */
  findKeyword<K extends 'type' | 'default'>(schema: Schema, keyword: K): Schema[K] {
    const own = this.resolve(schema);
    const inner = listBranches(own).map((part) => this.findKeyword(part, keyword));
    return own[keyword] ?? inner.find((found) => found !== undefined && found !== 'null');
  }
}

/** Checks one operation. */
export class OperationCheck {
  /** The body's schema, if the operation takes JSON. */
  readonly bodySchema: Schema | undefined;
  private readonly compiled = new Map<string, ValidateFunction>();

  constructor(
    readonly rules: Rules,
    readonly operation: Operation,
  ) {
    const { type = '', media } = rules.specification.media(operation.requestBody?.content) ?? {};
    this.bodySchema = type.includes('json') ? media?.schema : undefined;
  }

  /** What is wrong with a value. The schema is compiled when it's first needed. Fields that are `hidden` can be missing. */
  private find(name: string, schema: () => object, value: unknown, hidden: 'readOnly' | 'writeOnly'): string[] {
    let validate = this.compiled.get(name);
    if (!validate) this.compiled.set(name, (validate = this.rules.compile(schema())));
    if (validate(value)) return [];
    const isHidden = ({ keyword, params, parentSchema }: ErrorObject): boolean => {
      const property = (parentSchema as Schema | undefined)?.properties?.[String(params['missingProperty'])];
      const $ref = property?.$ref?.replace(/^api/, '');
      return keyword === 'required' && this.rules.resolve({ ...property, ...($ref ? { $ref } : {}) })[hidden] === true;
    };
    return (validate.errors ?? []).filter((error) => !isHidden(error)).map((error) => explain(error, name));
  }

  /** The query with each value of the type that the OpenAPI file gives it. A list's name may end with `[]`. */
  readQuery(query: URLSearchParams): Query {
    const parameters = this.operation.parameters.filter((entry) => entry.in === 'query');
    const read = ({ name, schema = {} }: (typeof parameters)[number]): Query[string] => {
      const type = this.rules.findKeyword(schema, 'type');
      const values = [...query.getAll(name), ...(type === 'array' ? query.getAll(`${name}[]`) : [])];
      const [value = ''] = values;
      if (values.length === 0) return this.rules.findKeyword(schema, 'default') as Query[string];
      if (type === 'array' || values.length > 1) return values;
      const isNumber = (type === 'integer' || type === 'number') && value.trim() !== '' && !Number.isNaN(Number(value));
      if (isNumber) return Number(value);
      return type === 'boolean' && /^(true|false)$/.test(value) ? value === 'true' : value;
    };
    return Object.fromEntries(parameters.map((parameter) => [parameter.name, read(parameter)]));
  }

  /** What is wrong with a request: one sentence each. A body that isn't JSON is undefined. */
  findProblems(request: { params: object; query: URLSearchParams; headers: object; body: unknown }): string[] {
    const { bodySchema, rules, operation } = this;
    const { params: path, query, headers: header, body } = request;
    const problems: string[] = [];
    const parameters = operation.parameters.filter((entry) => entry.in === 'query');
    const names = parameters.map(({ name }) => name);
    const credentials = operation.security.flat().map((name) => rules.specification.getSecurityScheme(name).name ?? '');
    // Objects, and lists in one text, are written into a query in ways that aren't read here.
    const isRead = parameters.every(
      ({ style = 'form', explode = true, content, schema = {} }) =>
        style === 'form' && explode && !content && rules.findKeyword(schema, 'type') !== 'object',
    );
    const isList = ({ schema = {} }: (typeof parameters)[number]): boolean =>
      rules.findKeyword(schema, 'type') === 'array';
    const lists = parameters.filter(isList).map(({ name }) => `${name}[]`);
    for (const name of isRead ? query.keys() : []) {
      const isKnown = [...names, ...lists, ...credentials].includes(name);
      if (!isKnown) problems.push(describeUnknown(`query parameter "${name}"`, name, names));
    }
    if (bodySchema && body !== undefined && body !== null) {
      problems.push(...findUnknownFields(bodySchema, body, '', rules.resolve), ...findTooLarge(body));
      problems.push(...this.find('body', () => bodySchema, body, 'readOnly'));
    } else if (bodySchema && operation.requestBody?.required === true) problems.push('Body parameter is required');
    for (const [place, value] of Object.entries({ path, query: this.readQuery(query), header })) {
      const parameters = operation.parameters.filter((entry) => entry.in === place);
      const spell = (name: string): string => (place === 'header' ? name.toLowerCase() : name);
      const schema = (): object => ({
        type: 'object',
        properties: Object.fromEntries(parameters.map((entry) => [spell(entry.name), entry.schema ?? {}])),
        required: parameters.filter(({ required }) => required === true).map(({ name }) => spell(name)),
      });
      if (parameters.length > 0 && (isRead || place !== 'query'))
        problems.push(...this.find(place, schema, value, 'readOnly'));
    }
    return [...new Set(problems)];
  }

  /** What is wrong with a reply, as one line. */
  findReplyProblem(reply: { status: number; type?: string; body?: string | Buffer }): string | undefined {
    const { status, type, body } = reply;
    const { specification } = this.rules;
    const response = this.operation.responses.get(String(status));
    const media = specification.media(response?.content);
    let problems = response && media?.type === type ? [] : [`it has no status ${status} with the type ${String(type)}`];
    if (problems.length === 0 && media?.type.includes('json'))
      problems = this.find(`reply ${status}`, () => media.media.schema ?? {}, JSON.parse(String(body)), 'writeOnly');
    return problems.length === 0 ? undefined : `The reply isn't as the OpenAPI file says: ${problems.join('; ')}`;
  }
}
