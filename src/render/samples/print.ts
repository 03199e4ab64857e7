/**
 * Prints JSON values as literals of a language: short objects and lists on one line, the others with a line per entry. The
 * only object in a list shares the lines of its brackets.
 */
import { isRecord, isWritten, toText } from '../../specification/json';
import type { JsonValue } from '../../specification/types';
import { splitVariables } from './request';

/** How a language writes values. */
export interface Style {
  text: (text: string) => string;
  /** A name with what separates it from its value. */
  key: (name: string) => string;
  object: readonly [open: string, close: string];
  /** An object without fields, if it isn't just the brackets. */
  emptyObject?: string;
  /** What stands between the brackets of an object and its content on one line. */
  padding: string;
  /** After the last entry of several lines. */
  lastComma: string;
  indent: string;
  /** `null`, `true`, and `false`, if they're written differently. */
  words?: Record<string, string>;
}

/** The longest line of an object or a list: as wide as the narrowest column. */
const ONE_LINE = 44;

/**
 * Prints a value.
 *
 * @param start - Indentation of the line that it starts on.
 * @param key - What precedes it on that line.
 */
export function printValue(value: JsonValue, style: Style, start = '', key = ''): string {
  if (isWritten(value)) return toText(value);
  if (typeof value === 'string') return style.text(value);
  if (value === null || typeof value !== 'object') return style.words?.[String(value)] ?? String(value);
  const isList = Array.isArray(value);
  const [open, close] = isList ? ['[', ']'] : style.object;
  const inside = `${start}${style.indent}`;
  const entries = isList
    ? value.map((item) => printValue(item, style, inside))
    : Object.entries(value).map(([name, entry]) => {
        const before = style.key(name);
        return `${before}${printValue(entry, style, inside, before)}`;
      });
  if (entries.length === 0) return (!isList && style.emptyObject) || `${open}${close}`;
  const padding = isList ? '' : style.padding;
  const line = `${open}${padding}${entries.join(', ')}${padding}${close}`;
  if (`${start}${key}${line}`.length <= ONE_LINE && !line.includes('\n')) return line;
  if (isList && value.length === 1 && isRecord(value[0]))
    return `${open}${printValue(value[0], style, start, key)}${close}`;
  return `${open}\n${inside}${entries.join(`,\n${inside}`)}${style.lastComma}\n${start}${close}`;
}

/**
 * Prints a text with variables as parts that are joined by a sign.
 *
 * @param literal - A piece of text as a literal.
 * @param variable - A variable of the environment as an expression.
 */
export function joinParts(
  text: string,
  literal: (text: string) => string,
  variable: (name: string) => string,
  sign: string,
): string {
  const parts = splitVariables(text).map((part) =>
    part.variable === undefined ? literal(part.text) : variable(part.variable),
  );
  return parts.length === 0 ? literal('') : parts.join(sign);
}

/** JSON, as a shell or a Go program embeds it. `text` is the inside of a string, between its quotes. */
export const jsonStyle = (text: (inside: string) => string): Style => ({
  text: (value) => `"${text(value)}"`,
  key: (name) => `"${text(name)}": `,
  object: ['{', '}'],
  padding: ' ',
  lastComma: '',
  indent: '  ',
});

/** A text as JSON writes it, without the quotes. */
export const escapeJson = (text: string): string => JSON.stringify(text).slice(1, -1);

/** A value as JSON, in the form of the samples. */
export const printJson = (value: JsonValue): string => printValue(value, jsonStyle(escapeJson));
