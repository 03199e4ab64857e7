/** Compares what an example shows with what the world says, field by field. */
import type { JsonValue } from './types';
import { isRecord } from '../description/json';

export interface Difference {
  /** Where, as a dotted path: `data.0.lifetimeRevenue.amount`. */
  readonly field: string;
  readonly message: string;
}

const show = (value: JsonValue): string => {
  const text = JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
};

/**
 * Lists the differences between two values.
 * @param shown What the example shows.
 * @param expected What the world says.
 * @param field Path of the values, for the messages.
 * @returns One difference for each field that is missing, extra or different.
 */
export function compareValues(shown: JsonValue | undefined, expected: JsonValue, field = ''): Difference[] {
  const below = (name: string | number): string => (field === '' ? String(name) : `${field}.${name}`);
  if (shown === undefined) return [{ field, message: `is missing; the example data has ${show(expected)}` }];
  if (Array.isArray(shown) && Array.isArray(expected)) {
    const length = Math.max(shown.length, expected.length);
    return Array.from({ length }, (_, index) => {
      const [own, right] = [shown[index], expected[index]];
      if (right === undefined)
        return [{ field: below(index), message: `is one item too many; the example data has ${expected.length} here` }];
      return compareValues(own, right, below(index));
    }).flat();
  }
  if (isRecord(shown) && isRecord(expected)) {
    return [
      ...Object.entries(expected).flatMap(([name, value]) => compareValues(shown[name], value, below(name))),
      ...Object.keys(shown)
        .filter((name) => expected[name] === undefined)
        .map((name) => ({ field: below(name), message: `isn't in the example data; remove it` })),
    ];
  }
  if (shown === expected) return [];
  return [{ field, message: `is ${show(shown)}; the example data has ${show(expected)}` }];
}

/**
 * Counts the single values in a JSON value.
 * @param value Any JSON value.
 * @returns How many texts, numbers, booleans and nulls it holds.
 */
export function countValues(value: JsonValue): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce((count: number, part) => count + countValues(part), 0);
}
