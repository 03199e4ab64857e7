/** One difference between two OpenAPI files, and how much it matters to someone who integrates. */
import { findAt, isRecord, toRecord } from '../../../src/description/json';

/**
 * - `breaking`: a request that worked can fail, or code that reads a response or an event can fail.
 * - `additive`: something new can be sent or is received; what exists keeps working.
 * - `editorial`: texts, examples, and names that never travel over the network.
 */
export type Level = 'breaking' | 'additive' | 'editorial';

/** All levels, the most severe first. */
export const levels: readonly Level[] = ['breaking', 'additive', 'editorial'];

/** A classified difference. */
export interface Change {
  readonly level: Level;
  /** Where it is, for people: `createCustomer request › address › city`. */
  readonly place: string;
  /** What is different, as a clause without a period. */
  readonly what: string;
}

/** Whether readers write a value (requests) or read it (responses and events): most rules are mirrored. */
export type Direction = 'sent' | 'received';

/** Any object of an OpenAPI file. */
export type Node = Record<string, unknown>;

/**
 * Reads a list.
 *
 * @param value anything from an OpenAPI file
 * @returns the value, or an empty list if it's something else or missing
 */
export const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Whether two parts of OpenAPI files are the same, whatever the order of their keys. */
export const isSame = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other);

/** JSON with sorted keys, which also tells a missing value from `null`. */
function canonical(value: unknown): string {
  return JSON.stringify({ value }, (_key, part: unknown) =>
    isRecord(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part,
  );
}

/** One OpenAPI file whose references can be followed. */
export class SpecFile {
  constructor(readonly document: Node) {}

  /**
   * Follows a reference, and the references behind it.
   *
   * @param value an object of the file
   * @returns what it refers to, with the last reference's name; the object itself if it's no reference
   * @throws if a reference leads nowhere or in a circle
   */
  resolve(value: unknown): { node: Node; name: string | undefined } {
    let node = toRecord(value);
    let name: string | undefined;
    for (let hops = 0; typeof node['$ref'] === 'string'; hops += 1) {
      const reference = node['$ref'];
      const target = findAt(this.document, decodeURIComponent(reference.slice(1)));
      if (!isRecord(target) || hops > 20)
        throw new Error(`Can't resolve the reference ${reference}. Bundle the file first.`);
      node = target;
      name = reference.split('/').at(-1);
    }
    return { node, name };
  }
}
