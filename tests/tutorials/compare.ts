/**
 * Is a reply what the page says, and what was sent? Pure functions: in go what the page shows or the request held and
 * what came, out come findings, one line each, empty if they agree.
 */
import type { JsonValue } from '../../src/description/types';
import { isRecord } from '../../src/description/json';

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

/** Says whether a sample text stands for the value of a variable. */
function isPlaceholder(text: string): boolean {
  return /^\$[A-Z][A-Z0-9_]+$/.test(text);
}

/** Fields that say how something stands: here the page's value is a promise, elsewhere it is a sample. */
const STATES = new Set(['type', 'status', 'result', 'combinedStatus', 'statusCode']);

const getKind = (value: JsonValue | undefined): string =>
  value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value;

/**
 * Compares the JSON that a page shows with the one that came.
 *
 * Every shown field must have come, with a value of the shown kind (or `null`, where a time or a text may be missing),
 * and states with the shown value. That other values are right is for {@link compareSentBody}: the page shows the
 * example world, and every reader has a world of their own.
 *
 * @returns one finding per field that is not as shown
 */
export function compareJson(shown: JsonValue | undefined, actual: JsonValue | undefined, place = ''): string[] {
  const where = place === '' ? 'the reply' : place;
  const name = place.split('.').at(-1) ?? '';
  const differs = [`${where} is ${shortly(actual)}, the page shows ${shortly(shown)}`];
  if (typeof shown === 'string' && isPlaceholder(shown))
    return typeof actual === 'string' && actual !== '' ? [] : differs;
  if (isRecord(shown) && isRecord(actual)) {
    const names = Object.keys(shown).filter((key) => key !== restKey);
    return names.flatMap((key) => compareJson(shown[key], actual[key], place === '' ? key : `${place}.${key}`));
  }
  if (Array.isArray(shown) && Array.isArray(actual)) {
    const [sample] = shown;
    if (sample === undefined) return [];
    if (actual.length === 0) return [`${where} is empty, the page shows ${shown.length} entries`];
    if (!isRecord(sample)) return [];
    const missing = Object.keys(sample).filter(
      (key) => key !== restKey && !actual.some((each) => isRecord(each) && key in each),
    );
    return missing.map((key) => `${place}.0.${key} is nothing, the page shows ${shortly(sample[key])}`);
  }
  if (actual === undefined || STATES.has(name)) return shown === actual ? [] : differs;
  return getKind(shown) === getKind(actual) || shown === null || actual === null ? [] : differs;
}

/**
 * Compares what was sent with what came back: each value that the reply has a field for.
 *
 * @param sent the request's body, cut to the fields that the reply's schema has
 * @param came the record of the reply
 * @returns one finding per value that came back as another one, or not at all
 */
export function compareSentBody(sent: JsonValue | undefined, came: JsonValue | undefined, place = ''): string[] {
  if (isRecord(sent)) {
    return Object.entries(sent).flatMap(([name, value]) =>
      compareSentBody(value, isRecord(came) ? came[name] : undefined, place === '' ? name : `${place}.${name}`),
    );
  }
  if (Array.isArray(sent)) {
    return sent.flatMap((value, index) =>
      compareSentBody(value, Array.isArray(came) ? came[index] : undefined, `${place}.${index}`),
    );
  }
  return sent === came ? [] : [`${place} was sent as ${shortly(sent)} and came back as ${shortly(came)}`];
}

/** Values that each reader has of their own: IDs and times. */
const isOwn = (name: string, value: JsonValue): boolean =>
  /(^id|Ids?)$/.test(name) || (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T/.test(value));

/**
 * Compares what was sent with what the page shows for it: a reader who sends one price and sees another is lost.
 *
 * @param sent the request's body
 * @param shown the record that the page shows
 * @returns one finding per field that is shown with another value, IDs and times excepted
 */
export function compareShownWithSent(sent: JsonValue | undefined, shown: JsonValue | undefined, place = ''): string[] {
  if (!isRecord(sent) || !isRecord(shown)) return [];
  return Object.entries(sent).flatMap(([name, value]) => {
    const other = shown[name];
    const where = place === '' ? name : `${place}.${name}`;
    if (isRecord(value)) {
      const unsent = isRecord(other) ? Object.keys(other).filter((key) => key !== restKey && !(key in value)) : [];
      return [
        ...unsent.map(
          (key) => `${where}.${key} isn't sent, the page shows ${shortly(isRecord(other) ? other[key] : other)}`,
        ),
        ...compareShownWithSent(value, other, where),
      ];
    }
    if (other === undefined || Array.isArray(value) || other === value || isOwn(name, value)) return [];
    return [`${where} is sent as ${shortly(value)}, the page shows ${shortly(other)}`];
  });
}

/** The last name in a path that starts a sentence of `details`: `id` of `items[0].plan.id must not be empty`. */
function namedField(detail: JsonValue): string | undefined {
  return typeof detail === 'string' ? /([A-Za-z0-9]+)(\s|$)/.exec(detail)?.[1] : undefined;
}

/**
 * Compares the reasons that a page shows for a rejected request with the ones that came: each shown one must be about a
 * field that was rejected. The words are the reader's API's own.
 *
 * @returns one finding per shown reason about a field that wasn't rejected
 */
export function compareDetails(shown: JsonValue | undefined, actual: JsonValue | undefined): string[] {
  if (!Array.isArray(shown) || actual === undefined) return [];
  const came = JSON.stringify(actual);
  return shown.flatMap((detail) => {
    const field = namedField(detail);
    if (field !== undefined && new RegExp(`\\b${field}\\b`).test(came)) return [];
    return [`details shows ${shortly(detail)}, the request is rejected for ${came}`];
  });
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
