/** The sandbox's own time: it runs like the computer's, and can be moved ahead. */
import type { PeriodUnit } from './records';

const DAY = 24 * 60 * 60 * 1000;

/**
 * Writes a moment as the API does.
 *
 * @param time milliseconds since 1970
 * @returns RFC 3339 in UTC, without fractions of a second
 */
export function toIso(time: number): string {
  return `${new Date(time).toISOString().slice(0, 19)}Z`;
}

/** The moment `days` after another. */
export function addDays(iso: string, days: number): string {
  return toIso(Date.parse(iso) + days * DAY);
}

/**
 * Adds a billing period or a trial period.
 *
 * @param iso where the period begins
 * @param unit day, week, month or year
 * @param length how many of them
 * @param anchorDay day of the month that renewals keep to, where the month is long enough
 * @returns where it ends; the last day of the month if the month is too short
 */
export function addPeriod(iso: string, unit: PeriodUnit, length: number, anchorDay?: number): string {
  if (unit === 'day' || unit === 'week') return addDays(iso, length * (unit === 'week' ? 7 : 1));
  const date = new Date(iso);
  const day = anchorDay ?? date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + length * (unit === 'year' ? 12 : 1));
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, lastDay));
  return toIso(date.getTime());
}

/** A day as people read it on an invoice: `November 15, 2026`. */
export function formatDay(iso: string, withYear: boolean): string {
  const year = withYear ? ({ year: 'numeric' } as const) : {};
  return new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'long', ...year, timeZone: 'UTC' }).format(
    new Date(iso),
  );
}

/** A clock that can be moved ahead. */
export class Clock {
  /** @param offset how far it is ahead of the computer's clock, in milliseconds */
  constructor(public offset = 0) {}

  /** Set while what is due is done: everything then happens at the moment at which it was due. */
  held: number | undefined;

  /** Is called after the clock was moved. */
  onMove?: () => void;

  /** Moves the clock ahead to a moment. */
  moveTo(time: number): void {
    this.offset += time - this.time;
    this.onMove?.();
  }

  /** The present moment in milliseconds. */
  get time(): number {
    return this.held ?? Date.now() + this.offset;
  }

  /** The present moment as the API writes it. */
  get now(): string {
    return toIso(this.time);
  }
}

/** Moments at which something is due, in order. Entries may be outdated: whoever takes one looks at the record again. */
export class Schedule {
  private readonly entries: { at: number; run: () => void }[] = [];

  /** Notes that `run` is due at a moment. */
  add(at: string, run: () => void): void {
    const time = Date.parse(at);
    let low = 0;
    let high = this.entries.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      // The list is in descending order, so that the next entry can be taken from its end.
      if ((this.entries[middle]?.at ?? 0) > time) low = middle + 1;
      else high = middle;
    }
    this.entries.splice(low, 0, { at: time, run });
  }

  /** Takes the next entry that is due at `time`, if there is one. */
  take(time: number): { at: number; run: () => void } | undefined {
    const next = this.entries.at(-1);
    return next && next.at <= time ? this.entries.pop() : undefined;
  }
}
