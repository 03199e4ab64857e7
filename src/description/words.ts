/**
 * Types and limits of a schema in words: `array of Customer`, `at most 45 characters`, `0 to 100`. Pure functions of
 * a `SchemaView`; a keyword without a wording here is not rendered.
 */
import { Description } from './description';
import { viewSchema, type SchemaView } from './schema-view';
import type { Schema } from './types';

/** Formats of numbers that add nothing to the type for people. */
const NUMBER_FORMATS = new Set(['decimal', 'double', 'float']);

const FORMATS: Record<string, string> = {
  email: 'email address',
  uri: 'URL',
  url: 'URL',
  'date-time': 'date and time (RFC 3339)',
  date: 'date (RFC 3339)',
  uuid: 'UUID',
  binary: 'binary',
  ipv4: 'IPv4 address',
  ipv6: 'IPv6 address',
};

function describeType(description: Description, schema: Schema | undefined, depth: number): string {
  return depth > 4 ? 'any value' : typeWords(description, viewSchema(description, schema), depth);
}

/** Describes the type of a value. */
export function typeWords(description: Description, view: SchemaView, depth = 0): string {
  const [group] = view.choices;
  if (group && view.properties.size === 0) {
    const words = [...new Set(group.schemas.map((choice) => describeType(description, choice, depth + 1)))];
    return words.length === 1 ? (words[0] ?? '') : `${group.kind} ${words.join(', ')}`;
  }
  if (view.types.length === 0) return 'any value';
  return view.types
    .map((type) => {
      if (type === 'array') return `array of ${describeType(description, view.items, depth + 1)}`;
      if (type !== 'object') return type;
      if (view.values && view.properties.size === 0)
        return `map of ${describeType(description, view.values, depth + 1)}`;
      return view.schemaName ?? 'object';
    })
    .join(' or ');
}

function range(low: number | undefined, high: number | undefined, unit: string): string | undefined {
  const units = (count: number): string => (unit && count === 1 ? ` ${unit.replace(/s$/, '')}` : unit && ` ${unit}`);
  if (low !== undefined && high !== undefined) {
    return low === high ? `exactly ${low}${units(low)}` : `${low} to ${high}${units(high)}`;
  }
  if (high !== undefined) return `at most ${high}${units(high)}`;
  return low === undefined || (unit !== '' && low === 0) ? undefined : `at least ${low}${units(low)}`;
}

/** Describes the limits of a value in short phrases. Values in backticks are code. */
export function limitWords(view: SchemaView): string[] {
  const { keywords } = view;
  const limits = [
    keywords.const === undefined ? undefined : `always \`${JSON.stringify(keywords.const).replace(/^"|"$/g, '')}\``,
    range(keywords.minLength, keywords.maxLength, 'characters'),
    range(keywords.minimum, keywords.maximum, ''),
    keywords.exclusiveMinimum === undefined ? undefined : `greater than ${keywords.exclusiveMinimum}`,
    keywords.exclusiveMaximum === undefined ? undefined : `less than ${keywords.exclusiveMaximum}`,
    keywords.multipleOf === undefined ? undefined : `a multiple of ${keywords.multipleOf}`,
    range(keywords.minItems, keywords.maxItems, 'items'),
    keywords.uniqueItems ? 'unique items' : undefined,
    range(keywords.minProperties, keywords.maxProperties, 'keys'),
    keywords.format && !NUMBER_FORMATS.has(keywords.format)
      ? (FORMATS[keywords.format] ?? `format ${keywords.format}`)
      : undefined,
    keywords.pattern ? `matches \`${keywords.pattern}\`` : undefined,
    keywords.default === undefined
      ? undefined
      : `default \`${JSON.stringify(keywords.default).replace(/^"|"$/g, '')}\``,
  ];
  return limits.filter((limit) => limit !== undefined);
}
