/**
 * Reading JSON whose shape isn't known: objects, numbers as they're written, and places in a document as JSON Pointers
 * (RFC 6901).
 */

/** Whether a value is an object with named parts, rather than a list. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value as an object. Empty if it's something else or missing. */
export const toRecord = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});

/** Joins plain segments: `paths`, `/v1/plans` → `/paths/~1v1~1plans`. */
export const joinPointer = (...segments: readonly (string | number)[]): string =>
  segments.map((segment) => `/${String(segment).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** Splits a pointer into plain segments: the reverse of `joinPointer`. */
export const splitPointer = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));

/**
 * Finds the value at a pointer.
 *
 * @param document - An object or a list.
 * @param pointer - `/paths/~1v1~1plans/get`, or the part of a reference after its `#`.
 * @returns Nothing if a segment is missing. References on the way aren't followed.
 */
export const findAt = (document: unknown, pointer: string): unknown =>
  splitPointer(pointer).reduce<unknown>((value, segment) => {
    // `constructor` is an ordinary name.
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, segment)) return undefined;
    return (value as Record<string, unknown>)[segment];
  }, document);

/** Marks a text that holds a number as it's written, such as `10.00`, which JavaScript would print as 10. */
const WRITTEN = '\uE003';
const DECIMAL = /^-?(0|[1-9]\d*)\.\d+$/;

/** Marks a number as written. Nothing if its value is printed the same, or if it has another form than `-10.00`. */
export const markNumber = (text: string): string | undefined =>
  DECIMAL.test(text) && String(Number(text)) !== text ? WRITTEN + text : undefined;

/** Whether a value is a marked number. */
export const isWritten = (value: unknown): boolean => typeof value === 'string' && value.startsWith(WRITTEN);

/** Reads JSON with marked numbers. */
export const parseWritten = (json: string): unknown =>
  JSON.parse(
    json.replace(/"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g, (token) => {
      const marked = markNumber(token);
      return marked === undefined ? token : JSON.stringify(marked);
    }),
  );

/** A text, such as JSON or YAML, with its marked numbers as numbers. */
export const showNumbers = (text: string): string => text.replace(/("?)\uE003([-\d.]+)\1/g, '$2');

/** A value as a text: a string as it is, a number as it's written, and anything else as JSON. */
export const toText = (value: unknown): string =>
  showNumbers(typeof value === 'string' ? value : JSON.stringify(value));
