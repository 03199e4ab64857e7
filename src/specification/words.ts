/**
 * Types and limits of a schema in words: `array of Customer`, `at most 45 characters`, `0 to 100`. Pure functions of
 * a `SchemaView`; a keyword without a wording here is not rendered.
 */
import { showNumbers, toText } from './json';
import { Specification } from './specification';
import { viewSchema, type SchemaView } from './schema-view';
import type { JsonValue, Schema } from './types';

/** Formats of numbers that add nothing to the type for people. */
const NUMBER_FORMATS = new Set(['decimal', 'double', 'float']);

const FORMATS = new Map(
  Object.entries({
    email: 'email address',
    uri: 'URL',
    url: 'URL',
    'date-time': 'date and time (RFC 3339)',
    date: 'date (RFC 3339)',
    uuid: 'UUID',
    binary: 'binary',
    ipv4: 'IPv4 address',
    ipv6: 'IPv6 address',
  }),
);

function describeType(specification: Specification, schema: Schema | undefined, depth: number): string {
  return depth > 4 ? 'any value' : typeWords(specification, viewSchema(specification, schema), depth);
}

/** Describes the type of a value. */
export function typeWords(specification: Specification, view: SchemaView, depth = 0): string {
  const group = view.choices.find(({ kind }) => kind !== 'condition');
  if (group && view.properties.size === 0) {
    const words = [...new Set(group.options.map(({ schema }) => describeType(specification, schema, depth + 1)))];
    return words.length === 1 ? (words[0] ?? '') : `${group.kind} ${words.join(', ')}`;
  }
  if (view.types.length === 0) return 'any value';
  return view.types
    .map((type) => {
      if (type === 'array') return `array of ${describeType(specification, view.items, depth + 1)}`;
      const values = view.values.get('');
      if (type === 'object' && values && view.properties.size === 0)
        return `map of ${describeType(specification, values, depth + 1)}`;
      return type === 'object' ? (view.schemaName ?? type) : type;
    })
    .join(' or ');
}

function range(low: Schema['minimum'], high: Schema['maximum'], unit: string): string | undefined {
  const units = (count: number | string): string =>
    unit && count === 1 ? ` ${unit.replace(/s$/, '')}` : unit && ` ${unit}`;
  if (low !== undefined && high !== undefined) {
    return low === high ? `exactly ${low}${units(low)}` : `${low} to ${high}${units(high)}`;
  }
  if (high !== undefined) return `at most ${high}${units(high)}`;
  return low === undefined || (unit !== '' && low === 0) ? undefined : `at least ${low}${units(low)}`;
}

/** Stands for a backquote inside a value, because backquotes mark code in a phrase. */
export const BACKQUOTE = '\uE001';

/** A value as code in a phrase. Texts have quotes only if nothing else would show. */
export function code(value: JsonValue): string {
  const text = toText(value).trim() === '' ? JSON.stringify(value) : toText(value);
  return `\`${text.replaceAll('`', BACKQUOTE)}\``;
}

/** Describes the limits of a value in short phrases. Values in backquotes are code. */
export function limitWords(specification: Specification, view: SchemaView, depth = 0): string[] {
  const { keywords, items, keys } = view;
  const { format, contentMediaType, contentEncoding } = keywords;
  // An endless list of lists ends.
  const item = items && depth < 3 ? viewSchema(specification, items) : undefined;
  const limits = [
    keywords.const === undefined ? undefined : `always ${code(keywords.const)}`,
    range(keywords.minLength, keywords.maxLength, 'characters'),
    range(keywords.minimum, keywords.maximum, ''),
    keywords.exclusiveMinimum === undefined ? undefined : `greater than ${keywords.exclusiveMinimum}`,
    keywords.exclusiveMaximum === undefined ? undefined : `less than ${keywords.exclusiveMaximum}`,
    keywords.multipleOf === undefined ? undefined : `a multiple of ${keywords.multipleOf}`,
    range(keywords.minItems, keywords.maxItems, 'items'),
    keywords.uniqueItems ? 'unique items' : undefined,
    range(keywords.minProperties, keywords.maxProperties, 'keys'),
    format && !NUMBER_FORMATS.has(format) ? (FORMATS.get(format) ?? `format ${format}`) : undefined,
    contentEncoding,
    contentMediaType && code(contentMediaType),
    keywords.pattern ? `matches ${code(keywords.pattern)}` : undefined,
    view.closed ? 'no other fields' : undefined,
    ...(keys && depth < 3
      ? limitWords(specification, viewSchema(specification, keys), depth + 1).map((limit) => `each key ${limit}`)
      : []),
    keywords.default === undefined ? undefined : `default ${code(keywords.default)}`,
    ...(item
      ? [
          ...limitWords(specification, item, depth + 1),
          item.nullable && 'nullable',
          item.keywords.deprecated && 'deprecated',
        ].map((limit) => limit && `each ${limit}`)
      : []),
  ];
  return limits.flatMap((limit) => (limit ? [showNumbers(limit)] : []));
}
