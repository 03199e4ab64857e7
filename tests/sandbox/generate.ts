/** Generates bodies from a JSON Schema whose references are expanded: valid ones, and ones that break it in one place. */
import fc, { type Arbitrary } from 'fast-check';
import type { JsonValue, Schema } from '../../src/description/types';
import { isRecord } from '../../src/description/json';

/** A body that breaks its schema. */
export interface BrokenBody {
  /** What is wrong with the field. */
  readonly fault: 'missing' | 'wrong type' | 'unknown field' | 'out of range';
  /** Name of the field that the error must mention. */
  readonly field: string;
  readonly body: JsonValue;
}

type Fields = Record<string, JsonValue>;

/** Strings of a format. A format that isn't listed has any text. */
const FORMATS: Readonly<Record<string, Arbitrary<string>>> = {
  'date-time': fc
    .date({ min: new Date('2020-01-01'), max: new Date('2039-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString()),
  email: fc.stringMatching(/^[a-z]{1,10}$/).map((name) => `${name}@reader.example`),
  uri: fc.stringMatching(/^[a-z]{1,10}$/).map((name) => `https://merchant.example/${name}`),
};

function generateText({ format = '', minLength = 0, maxLength = 60 }: Schema): Arbitrary<string> {
  const known = FORMATS[format];
  if (known) return known.filter((text) => text.length <= maxLength);
  return fc.string({ minLength, maxLength: Math.max(minLength, Math.min(maxLength, 60)), unit: 'grapheme-ascii' });
}

function generateNumber({ type, format, minimum = 0, maximum }: Schema): Arbitrary<number> {
  if (type === 'integer') return fc.integer({ min: minimum, max: maximum ?? minimum + 1000 });
  const step = format === undefined ? 1 : 100;
  return fc.integer({ min: minimum * step, max: (maximum ?? minimum + 1000) * step }).map((value) => value / step);
}

function generateFields({ properties = {}, required = [] }: Schema, isComplete: boolean): Arbitrary<Fields> {
  const writable = Object.entries(properties).filter(([, property]) => property.readOnly !== true);
  const fields = Object.fromEntries(writable.map(([name, property]) => [name, validBody(property, isComplete)]));
  return fc.record(fields, { requiredKeys: isComplete ? Object.keys(fields) : required, noNullPrototype: true });
}

/**
 * Values that a schema allows.
 *
 * @param schema - A schema without references.
 * @param isComplete - Whether objects have all optional fields, and arrays at least one element.
 * @throws On a keyword that it doesn't know how to generate from.
 */
export function validBody(schema: Schema, isComplete = false): Arbitrary<JsonValue> {
  const branches = schema.oneOf ?? schema.anyOf;
  if (branches) return fc.oneof(...branches.map((branch) => validBody(branch, isComplete)));
  if (schema.allOf) {
    const [only, ...others] = schema.allOf;
    if (only && others.length === 0) return validBody(only, isComplete);
    return fc
      .tuple(...schema.allOf.map((part) => validBody(part, isComplete)))
      .map((parts) => Object.assign({}, ...parts.filter(isRecord)) as Fields);
  }
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const types = [schema.type ?? (schema.properties ? 'object' : 'any')].flat();
  return fc.oneof(...types.map((type) => generateValue({ ...schema, type }, isComplete)));
}

function generateValue(schema: Schema, isComplete: boolean): Arbitrary<JsonValue> {
  switch (schema.type) {
    case 'string':
      return generateText(schema);
    case 'integer':
    case 'number':
      return generateNumber(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(validBody(schema.items ?? {}, isComplete), {
        minLength: isComplete ? 1 : (schema.minItems ?? 0),
        maxLength: 3,
      });
    case 'object':
      if (schema.properties) return generateFields(schema, isComplete);
      return fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), fc.constantFrom('a', 'b'), { maxKeys: 3 });
    case 'any':
      return fc.constantFrom<JsonValue>('a', 1, true);
    default:
      throw new Error(
        `Can't generate a value of the type ${String(schema.type)}. Add it to tests/sandbox/generate.ts.`,
      );
  }
}

/** A value that no type of a schema allows, or nothing if every type is allowed. */
function chooseWrongType(schema: Schema): JsonValue | undefined {
  const branches = schema.oneOf ?? schema.anyOf;
  if (schema.allOf || branches?.some(({ type, enum: values }) => type === undefined && values === undefined))
    return undefined;
  const types = (branches ?? [schema]).flatMap(({ type, enum: values }) => type ?? (values ? 'string' : []));
  if (types.length === 0) return undefined;
  // A boolean can't be read as another type, as `5` can be for "5".
  return types.includes('boolean') ? (types.includes('object') ? undefined : { not: 'a boolean' }) : true;
}

/** A value outside the limits or the values of a schema. */
function chooseOutOfRange(schema: Schema): JsonValue | undefined {
  if (schema.const !== undefined) return 'no-such-value';
  if (schema.enum) return schema['x-open-enum'] === true ? undefined : 'no-such-value';
  if (schema.maxLength !== undefined) return 'x'.repeat(schema.maxLength + 1);
  if (schema.minimum !== undefined) return schema.minimum - 1;
  if (schema.maximum !== undefined) return schema.maximum + 1;
  if (schema.format !== undefined && schema.format in FORMATS) return 'not valid';
  return (schema.minLength ?? 0) > 0 ? '' : undefined;
}

/**
 * Breaks a valid body in each way that its schema allows, one field at a time.
 *
 * @param schema - The schema of the body, without references.
 * @param body - A body with as many fields as possible: objects in it are broken too.
 */
export function brokenBodies(schema: Schema, body: JsonValue): BrokenBody[] {
  if (!isRecord(body)) return [];
  const { properties = {}, required = [] } = schema;
  const broken: BrokenBody[] = [
    { fault: 'unknown field', field: 'noSuchField', body: { ...body, noSuchField: 'x' } },
    ...required.map((field): BrokenBody => {
      const rest = Object.fromEntries(Object.entries(body).filter(([name]) => name !== field));
      return { fault: 'missing', field, body: rest };
    }),
  ];
  for (const [field, property] of Object.entries(properties)) {
    if (property.readOnly === true) continue;
    const add = (fault: BrokenBody['fault'], value: JsonValue | undefined): void => {
      if (value !== undefined) broken.push({ fault, field, body: { ...body, [field]: value } });
    };
    add('wrong type', chooseWrongType(property));
    add('out of range', chooseOutOfRange(property));
    const inner = body[field];
    if (property.properties && isRecord(inner)) {
      for (const { body: part, ...rest } of brokenBodies(property, inner)) {
        broken.push({ ...rest, body: { ...body, [field]: part } });
      }
    }
    const [first, ...others] = Array.isArray(inner) ? inner : [];
    if (property.items?.properties && isRecord(first)) {
      for (const { body: part, ...rest } of brokenBodies(property.items, first)) {
        broken.push({ ...rest, body: { ...body, [field]: [part, ...others] } });
      }
    }
  }
  return broken;
}
