/**
 * Returns the middle value. With an even number of values, returns the upper one of the two.
 *
 * @throws If there are no values.
 */
export function median(values: readonly number[]): number {
  const middle = [...values].sort((left, right) => left - right)[values.length >> 1];
  if (middle === undefined) throw new Error('A median needs at least one value.');
  return middle;
}
