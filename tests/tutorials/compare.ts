/**
 * Is a reply what the page says? Pure functions: in go what the page shows and what came, out come findings, one line
 * each, empty if they agree.
 */
import { isPlaceholder } from '../../scripts/lib/mock-replies';
import type { JsonValue } from '../../src/description/types';

/** What stands in a shown JSON in the place of values that are left out. */
const restKey = '\u2026';

/**
 * Parses JSON as a page shows it, where a line with `…` stands for fields that are left out.
 *
 * @throws a SyntaxError if it is no JSON even so
 */
export function parseShown(text: string): JsonValue {
  const closed = text.replace(/(^|\n)(\s*)…(?=\s*,?\s*(\n|$))/g, `$1$2"${restKey}": "${restKey}"`);
  return JSON.parse(closed) as JsonValue;
}

/** A value in a message. */
function shortly(value: JsonValue | undefined): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}

function isRecord(value: JsonValue | undefined): value is Record<string, JsonValue> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Compares the JSON that a page shows with the one that came.
 *
 * Objects with `…` may have more fields than are shown, `$NAME` stands for any text, and the `details` of an error are
 * text for people that differs.
 *
 * @returns one finding per field that is not as shown
 */
export function compareJson(shown: JsonValue | undefined, actual: JsonValue | undefined, place = ''): string[] {
  const where = place === '' ? 'the reply' : place;
  if (place === 'details' && typeof shown === 'string' && typeof actual === 'string') {
    return [];
  }
  if (typeof shown === 'string' && isPlaceholder(shown) && typeof actual === 'string' && actual !== '') {
    return [];
  }
  if (isRecord(shown) && isRecord(actual)) {
    const open = restKey in shown;
    const names = new Set([...Object.keys(shown), ...(open ? [] : Object.keys(actual))]);
    names.delete(restKey);
    return [...names].flatMap((name) =>
      compareJson(shown[name], actual[name], place === '' ? name : `${place}.${name}`),
    );
  }
  if (Array.isArray(shown) && Array.isArray(actual)) {
    const lengths =
      shown.length === actual.length ? [] : [`${where} has ${actual.length} entries, the page shows ${shown.length}`];
    return [...lengths, ...shown.flatMap((entry, index) => compareJson(entry, actual[index], `${place}.${index}`))];
  }
  return shown === actual ? [] : [`${where} is ${shortly(actual)}, the page shows ${shortly(shown)}`];
}

/** The value at a path of names and indexes (`data.0.id`). */
export function valueAt(value: JsonValue | undefined, path: string): JsonValue | undefined {
  return path.split('.').reduce<JsonValue | undefined>((current, name) => {
    if (Array.isArray(current)) {
      return current[Number(name)];
    }
    return isRecord(current) ? current[name] : undefined;
  }, value);
}

/** Parses a body; undefined if it is no JSON. */
export function parseBody(body: string): JsonValue | undefined {
  try {
    return JSON.parse(body) as JsonValue;
  } catch {
    return undefined;
  }
}
