/** Dates of the example world: all in UTC, all as RFC 3339 texts without fractions of a second. */
import type { Period, Time } from './types';

const toTime = (date: Date): Time => date.toISOString().replace('.000Z', 'Z');

/**
 * Adds billing periods to a moment.
 * @param time Where to start.
 * @param period Unit and length of one period.
 * @param count How many periods; negative numbers go back.
 * @returns The moment so many periods later, at the same time of day.
 * @throws {Error} If the month reached has no such day: what the API does then is not documented, so no example shows it.
 */
export function addPeriods(time: Time, { unit, length }: Period, count = 1): Time {
  const date = new Date(time);
  const day = date.getUTCDate();
  if (unit === 'day' || unit === 'week') {
    date.setUTCDate(day + count * length * (unit === 'week' ? 7 : 1));
    return toTime(date);
  }
  date.setUTCMonth(date.getUTCMonth() + count * length * (unit === 'year' ? 12 : 1));
  if (date.getUTCDate() !== day)
    throw new Error(`example data: ${time} has no counterpart ${count * length} ${unit}s later; choose an earlier day`);
  return toTime(date);
}

/**
 * Adds seconds to a moment.
 * @param time Where to start.
 * @param seconds How many.
 * @returns The moment so many seconds later.
 */
export function addSeconds(time: Time, seconds: number): Time {
  return toTime(new Date(Date.parse(time) + seconds * 1000));
}

/**
 * Writes a day as people read it on an invoice.
 * @param time A moment of that day.
 * @param withYear Whether the year is written too.
 * @returns For example `November 15, 2026`.
 */
export function formatDay(time: Time, withYear: boolean): string {
  return new Intl.DateTimeFormat('en-US', {
    day: 'numeric',
    month: 'long',
    ...(withYear ? { year: 'numeric' } : {}),
    timeZone: 'UTC',
  }).format(new Date(time));
}

/**
 * Finds the last of some moments that is not after another one.
 * @param times The moments, in any order; `undefined` is passed over.
 * @param at The latest moment that counts.
 * @returns The latest moment, or `undefined` if all come later.
 */
export function latest(times: readonly (Time | undefined)[], at: Time): Time | undefined {
  return times
    .filter((time): time is Time => time !== undefined && time <= at)
    .sort()
    .at(-1);
}
