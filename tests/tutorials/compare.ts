/** Compares the JSON that a page shows with what was sent and what came back. Findings are one line each. */
import { isRecord } from '../../src/specification/json';
import type { JsonValue } from '../../src/specification/types';

/** What the page leaves out. */
const REST = '…';

/** Fields whose value the page promises; others are examples. */
const PROMISED = new Set(['type', 'status', 'result', 'combinedStatus', 'statusCode']);

/**
 * Parses JSON as a page shows it, where `…` at the end of an object stands for fields that are left out.
 *
 * @throws SyntaxError if it isn't JSON.
 */
export function parseShown(text: string): JsonValue {
  return JSON.parse(text.replace(/(?<=[{,]\s*)…(?=\s*\})/g, `"${REST}": ""`)) as JsonValue;
}

/** Parses a body; undefined if it isn't JSON. */
export function parseBody(body: string): JsonValue | undefined {
  try {
    return JSON.parse(body) as JsonValue;
  } catch {
    return undefined;
  }
}

/** The value at a path of names and indexes, such as `data.0.id`. */
export function valueAt(value: JsonValue | undefined, place: string): JsonValue | undefined {
  return place.split('.').reduce<JsonValue | undefined>((current, name) => {
    if (Array.isArray(current)) return current[Number(name)];
    return isRecord(current) ? current[name] : undefined;
  }, value);
}

const getKind = (value: JsonValue | undefined): string => (Array.isArray(value) ? 'list' : typeof value);

/**
 * Compares shown JSON with a response: each shown field must have come with a value of the shown kind, and statuses with
 * the shown value. IDs, times, and amounts are the reader's own.
 */
export function compareJson(shown: JsonValue | undefined, came: JsonValue | undefined, place = 'response'): string[] {
  const differs = [`${place} is ${JSON.stringify(came)}, the page shows ${JSON.stringify(shown)}`];
  if (isRecord(shown) && isRecord(came)) {
    const names = Object.keys(shown).filter((name) => name !== REST);
    return names.flatMap((name) => compareJson(shown[name], came[name], `${place}.${name}`));
  }
  if (Array.isArray(shown) && Array.isArray(came)) {
    const [first] = shown;
    if (first === undefined) return [];
    if (came.length === 0) return differs;
    const names = isRecord(first) ? Object.keys(first).filter((name) => name !== REST) : [];
    const missing = names.filter((name) => !came.some((entry) => isRecord(entry) && name in entry));
    return missing.map((name) => `${place} has no "${name}", which the page shows`);
  }
  const isPromised = PROMISED.has(place.split('.').at(-1) ?? '');
  if (came === undefined || isPromised) return shown === came ? [] : differs;
  return shown === null || came === null || getKind(shown) === getKind(came) ? [] : differs;
}

/** Values that each reader has of their own: IDs and times. */
const isOwn = (name: string, value: JsonValue): boolean =>
  /(^id|Ids?)$/.test(name) || (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T|^https?:/.test(value));

/** Compares a request's body with the response that the page shows: a reader who sends one price must not see another. */
export function compareSent(sent: JsonValue | undefined, shown: JsonValue | undefined, place = ''): string[] {
  if (!isRecord(sent) || !isRecord(shown)) return [];
  return Object.entries(sent).flatMap(([name, value]) => {
    const other = shown[name];
    if (isRecord(value)) return compareSent(value, other, `${place}${name}.`);
    if (other === undefined || Array.isArray(value) || other === value || isOwn(name, value)) return [];
    return [`${place}${name} is sent as ${JSON.stringify(value)}, the page shows ${JSON.stringify(other)}`];
  });
}
