/** Reading JSON whose shape isn't known: objects, and places in a document as JSON Pointers (RFC 6901). */

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
