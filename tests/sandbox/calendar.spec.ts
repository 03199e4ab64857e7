/** The calendar: when periods end, over twenty years, for every day of the year, and how far the clock can be moved. */
import { expect, test } from '@playwright/test';
import { addPeriod, dayOfMonth } from '../../sandbox/clock';
import { startEmpty, subscribe } from './api';

const YEARS = 20;
type Unit = 'week' | 'month' | 'year';
const WEEKDAYS = ['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY'];

/** Every day of a leap year, at a time of day. */
const everyDay = Array.from({ length: 366 }, (_, day) => new Date(Date.UTC(2028, 0, day + 1, 9, 10)).toISOString());
const lastDay = (iso: string): number =>
  new Date(Date.UTC(new Date(iso).getUTCFullYear(), new Date(iso).getUTCMonth() + 1, 0)).getUTCDate();
const monthOf = (iso: string): number => new Date(iso).getUTCFullYear() * 12 + new Date(iso).getUTCMonth();

/** The ends of the periods that follow a moment, over twenty years. */
function listEnds(from: string, unit: Unit, length: number, anchor = {}): string[] {
  const count = Math.floor((YEARS * (unit === 'year' ? 1 : unit === 'month' ? 12 : 52)) / length);
  const ends: string[] = [];
  for (let end = from; ends.length < count; ends.push(end))
    end = addPeriod(end, unit, length, dayOfMonth(from), anchor);
  return ends;
}

/** The first ten characters of some moments. */
const toDays = (moments: string[]): string[] => moments.map((moment) => moment.slice(0, 10));

test('a period ends on the day of the activation, or on the last day of a month that is too short', () => {
  const faults: string[] = [];
  let checked = 0;
  for (const from of everyDay) {
    for (const [unit, length, months] of [
      ['month', 1, 1],
      ['month', 3, 3],
      ['year', 1, 12],
    ] as const) {
      listEnds(from, unit, length).forEach((end, index) => {
        const isRightMonth = monthOf(end) === monthOf(from) + (index + 1) * months;
        const isRightDay = dayOfMonth(end) === Math.min(dayOfMonth(from), lastDay(end));
        if (!isRightMonth || !isRightDay || !end.includes('T09:10')) faults.push(`${from}, ${length} ${unit}: ${end}`);
        checked += 1;
      });
    }
  }
  console.log(`${checked} periods checked`);
  expect(faults.slice(0, 5)).toEqual([]);
  const monthly = listEnds('2027-01-31T00:00:00Z', 'month', 1);
  expect(toDays(monthly.slice(0, 3))).toEqual(['2027-02-28', '2027-03-31', '2027-04-30']);
  const yearly = listEnds('2028-02-29T00:00:00Z', 'year', 1);
  expect(toDays(yearly.slice(2, 4))).toEqual(['2031-02-28', '2032-02-29']);
});

test('a period ends on the anchor of its plan, at its time', () => {
  const faults: string[] = [];
  let checked = 0;
  const check = (from: string, unit: Unit, anchor: object, isRight: (end: string) => boolean): void => {
    const ends = listEnds(from, unit, 1, { ...anchor, time: '06:30:00' });
    const isWrong = (end: string, index: number): boolean =>
      !isRight(end) || !end.endsWith('T06:30:00Z') || Date.parse(end) <= Date.parse(ends[index - 1] ?? from);
    // No period is lost or added.
    const years = (Date.parse(ends.at(-1) ?? '') - Date.parse(from)) / (365.2425 * 86_400_000);
    if (ends.some(isWrong) || Math.abs(years - YEARS) > 0.15) faults.push(`${from} ${unit} ${JSON.stringify(anchor)}`);
    checked += ends.length;
  };
  everyDay.forEach((from, index) => {
    const day = (index % 31) + 1;
    const weekday = WEEKDAYS[index % 7] ?? '';
    const isWeekday = (end: string): boolean => WEEKDAYS[new Date(end).getUTCDay()] === weekday;
    const of = (week: string): object => ({ method: 'day-of-week', day: weekday, week });
    for (const unit of ['month', 'year'] as const) {
      check(from, unit, { method: 'day-of-month', day }, (end) => dayOfMonth(end) === Math.min(day, lastDay(end)));
      check(from, unit, of('next'), isWeekday);
      check(from, unit, of('first-in-month'), (end) => isWeekday(end) && dayOfMonth(end) <= 7);
      check(from, unit, of('last-in-month'), (end) => isWeekday(end) && dayOfMonth(end) > lastDay(end) - 7);
    }
    check(from, 'week', of('next'), isWeekday);
  });
  console.log(`${checked} periods with an anchor checked`);
  expect(faults.slice(0, 5)).toEqual([]);
  const weekly = listEnds('2026-11-20T00:00:00Z', 'week', 1, { method: 'day-of-week', day: 'MONDAY', week: 'next' });
  expect(toDays(weekly.slice(0, 2))).toEqual(['2026-11-23', '2026-11-30']);
});

test('a subscription of January 31 renews on the last day of February, and then on March 31', async () => {
  const caller = await startEmpty({ startAt: '2027-01-31T12:00:00Z' });
  const { read, id } = await subscribe(caller);
  const days: string[] = [];
  for (let month = 0; month < 3; month += 1) {
    const { nextCharge } = await read();
    days.push(nextCharge.slice(0, 10));
    await caller.moveTo(nextCharge);
  }
  expect(days).toEqual(['2027-02-28', '2027-03-31', '2027-04-30']);
  // A new renewal date is the new anchor.
  await caller.call('PUT', `/subscriptions/${id}`, { renewalTime: '2027-05-30T12:00:00Z' });
  await caller.moveTo('2027-05-30T12:00:00Z');
  expect((await read()).nextCharge).toBe('2027-06-30T12:00:00Z');
  await caller.sandbox.close();
});

test('the clock runs forward only, by a century at most, and not beyond the year 9999', async () => {
  const { send, call, moveTo, sandbox } = await startEmpty();
  const { now } = await call('GET', '/sandbox/clock');
  const year = Number(now.slice(0, 4));
  const bodies = [
    ...[{ to: `${year + 102}-01-01T00:00:00Z` }, { to: '2001-01-01T00:00:00Z' }, { to: '+012000-01-01T00:00:00Z' }],
    ...[
      { by: { unit: 'year', length: 101 } },
      { by: { unit: 'day', length: 1e9 } },
      { by: { unit: 'era', length: 1 } },
    ],
    ...[{ by: { unit: 'day', length: -1 } }, { to: 'soon' }, {}],
  ];
  for (const body of bodies)
    expect((await send('POST', '/sandbox/clock', body)).status, JSON.stringify(body)).toBe(400);
  expect(await moveTo(`${year + 99}-01-01T00:00:00Z`)).toMatchObject({ now: `${year + 99}-01-01T00:00:00Z` });
  sandbox.world.clock.offset += Date.parse('9999-12-01T00:00:00Z') - sandbox.world.clock.time;
  expect((await send('POST', '/sandbox/clock', { by: { unit: 'month', length: 1 } })).status).toBe(400);
  await sandbox.close();
});
