/** The sandbox's own time, which runs like the computer's and can be moved ahead, and its calendar, which is in UTC. */

export type PeriodUnit = 'day' | 'week' | 'month' | 'year';

const DAY = 24 * 60 * 60 * 1000;
/** The last moment that anything can be due. The clock doesn't reach it. */
const END = Date.UTC(9999, 11, 31);

/** A moment as the API writes it: RFC 3339 in UTC, without fractions of a second. */
export function toIso(time: number): string {
  return `${new Date(Math.min(time, END)).toISOString().slice(0, 19)}Z`;
}

/** The moment `days` after another. */
export const addDays = (iso: string, days: number): string => toIso(Date.parse(iso) + days * DAY);

/** The day of the month of a moment, from 1. */
export const dayOfMonth = (iso: string): number => new Date(iso).getUTCDate();

/** What periods keep to, as a plan's `periodAnchorInstruction` says it. */
export type Anchor = { method?: string; day?: number | string; week?: string; time?: string };

const WEEKDAYS = ['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY'];

/** The first day from a moment on, or with -1 the last day up to it, that is a weekday. */
function moveToWeekday(time: number, day: Anchor['day'], direction: 1 | -1 = 1): number {
  const away = (WEEKDAYS.indexOf(String(day)) - new Date(time).getUTCDay()) * direction;
  return time + ((away + 7) % 7) * DAY * direction;
}

/** Sets the time of the day, if it's one. */
function setTime(time: number, text = ''): number {
  const [, hours, minutes, seconds = 0] = /^(\d\d):(\d\d)(?::(\d\d))?/.exec(text) ?? [];
  return hours === undefined ? time : new Date(time).setUTCHours(Number(hours), Number(minutes), Number(seconds), 0);
}

/** The end of a period that begins at `iso`. Months and years keep to `anchorDay`, where the month has it. */
export function addPeriod(
  iso: string,
  unit: PeriodUnit,
  length: number,
  anchorDay = dayOfMonth(iso),
  { method, day, week, time }: Anchor = {},
): string {
  const start = new Date(iso);
  const isWeekly = method === 'day-of-week' && week === 'next';
  if (unit === 'day' || unit === 'week') {
    if (unit === 'day' || !isWeekly) return addDays(iso, length * (unit === 'week' ? 7 : 1));
    // The first period is shorter if the subscription began on another weekday.
    return toIso(setTime(moveToWeekday(start.getTime() + ((length - 1) * 7 + 1) * DAY, day), time));
  }
  const atDay = (month: number, wanted: number): number => {
    const lastDay = new Date(Date.UTC(start.getUTCFullYear(), month + 1, 0)).getUTCDate();
    return new Date(start).setUTCMonth(month, Math.min(wanted, lastDay));
  };
  let month = start.getUTCMonth();
  // A weekday after the anchor day can be in the next month.
  if (isWeekly && start.getTime() < atDay(month, anchorDay)) month -= 1;
  month += length * (unit === 'year' ? 12 : 1);
  if (method === 'day-of-month') return toIso(setTime(atDay(month, Number(day)), time));
  if (isWeekly) return toIso(setTime(moveToWeekday(atDay(month, anchorDay), day), time));
  if (method === 'day-of-week') {
    const end =
      week === 'last-in-month' ? moveToWeekday(atDay(month, 31), day, -1) : moveToWeekday(atDay(month, 1), day);
    return toIso(setTime(end, time));
  }
  return toIso(atDay(month, anchorDay));
}

/** A day as people read it on an invoice: `November 15, 2026`. */
export function formatDay(iso: string, withYear: boolean): string {
  const year = withYear ? ({ year: 'numeric' } as const) : {};
  const format = new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'long', ...year, timeZone: 'UTC' });
  return format.format(new Date(iso));
}

/** A clock that can be moved ahead. */
export class Clock {
  /** Set while what is due is done: everything then happens at the moment at which it was due. */
  held: number | undefined;

  /** @param offset how far it is ahead of the computer's clock, in milliseconds */
  constructor(public offset = 0) {}

  get time(): number {
    return this.held ?? Date.now() + this.offset;
  }

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
    if (Number.isNaN(time)) return;
    let [low, high] = [0, this.entries.length];
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
