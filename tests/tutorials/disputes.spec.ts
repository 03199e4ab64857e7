/**
 * The dispute program as a reader runs it: a process that reads files. Each test is a sequence of events, returns, and
 * decisions, with the entries that it writes.
 */
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from '../support/routes';
import { expect, test } from './fixtures';

const PROGRAM = path.join(root, 'examples', 'reconciliation', 'disputes.mjs');
const ORGANIZATION = '5f2b8c1e-7a94-4d3b-9c60-2e81f0a7d4b3';

interface Entry {
  entry: string;
  dispute: string;
  payment?: string;
  day: string;
  amount: number;
  balance: number;
}

let folder: string;
const at = (name: string): string => path.join(folder, name);
test.beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'disputes-'));
  writeFileSync(at('webhook-journal.jsonl'), '');
});
test.afterEach(() => rmSync(folder, { recursive: true }));

/** Appends an event to the journal, as the receiver does, with a line break before and after it. */
function receive(step: string, day: string, fields: object = {}, type = 'dispute-updated'): void {
  const updatedAt = day.includes('T') ? day : `${day}T12:00:00Z`;
  const dispute = {
    id: 'dsp_1',
    amount: 580,
    currency: 'USD',
    status: 'response-needed',
    type: 'first-chargeback',
    deadlineAt: '2026-12-31T23:59:59Z',
    deletedAt: null,
  };
  const metadata = { ...dispute, updatedAt, ...fields };
  const received = { deduplicationId: step, type, organizationId: ORGANIZATION, metadata };
  appendFileSync(at('webhook-journal.jsonl'), `\n${JSON.stringify({ received, at: updatedAt })}\n`);
}

const note = (fields: object): void => appendFileSync(at('dispute-notes.jsonl'), `${JSON.stringify(fields)}\n`);
const match = (dispute = 'dsp_1', payment = 'txn_1'): void => note({ dispute, payment });
const returnMoney = (reference: string, date: string, amount = 580, dispute = 'dsp_1'): void =>
  note({ return: reference, dispute, amount, currency: 'USD', date });

/** Runs the program for a day, and returns its exit status and its output. */
function run(until: string, ...more: string[]): { status: number | null; output: string } {
  const isNew = existsSync(at('dispute-entries.jsonl')) ? [] : ['--new-file'];
  const args = [PROGRAM, '--until', until, ...isNew, ...more];
  const env = { PAI_NOW: '2027-01-31T12:00:00Z' };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', env });
  return { status, output: stdout + stderr };
}

const entries = (): Entry[] =>
  readFileSync(at('dispute-entries.jsonl'), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Entry);
/** Writes an entry by hand. */
const book = (fields: object): void => {
  const entry = { entry: 'dsp_1/1', dispute: 'dsp_1', day: '2026-11-01', amount: -580, currency: 'USD', steps: [] };
  appendFileSync(at('dispute-entries.jsonl'), `${JSON.stringify({ ...entry, ...fields })}\n`);
};
/** The amounts to book. An entry of zero only stores which events were gone through. */
const amounts = (): number[] =>
  entries()
    .map(({ amount }) => amount)
    .filter((amount) => amount !== 0);

for (const type of [undefined, null, 'pre-arbitration'])
  test(`a person decides about a dispute of the type ${String(type)}`, () => {
    match();
    receive('e1', '2026-11-01', { type }, 'dispute-created');
    const { status, output } = run('2026-11-01');
    expect(output).toContain('dsp_1: its type is missing or new (e1)');
    expect(status).toBe(2);
    expect(amounts()).toEqual([]);
    note({ decision: 'e1', balance: 580 });
    expect(run('2026-11-01')).toMatchObject({ status: 0 });
    expect(amounts()).toEqual([-580]);
  });

test('after a restore without the entries of zero, no reference is used twice', () => {
  match();
  receive('e1', '2026-11-01', {}, 'dispute-created');
  run('2026-11-01');
  const older = readFileSync(at('dispute-entries.jsonl'), 'utf8');
  receive('e2', '2026-11-05', { status: 'won' });
  run('2026-11-05');
  returnMoney('payout-7/3', '2026-11-08');
  run('2026-11-08');
  expect(entries().map(({ entry }) => entry)).toEqual(['dsp_1/1', 'dsp_1/2', 'dsp_1/3']);
  // The accounting system has only what was booked: the first and the third.
  const booked = { entry: 'dsp_1/3', dispute: 'dsp_1', day: '2026-11-08', amount: 580, currency: 'USD' };
  writeFileSync(at('dispute-entries.jsonl'), `${older}${JSON.stringify(booked)}\n`);
  receive('e3', '2026-11-10', { type: 'second-chargeback' });
  expect(run('2026-11-10').status).toBe(0);
  expect(entries().map(({ entry }) => entry)).toEqual(['dsp_1/1', 'dsp_1/3', 'dsp_1/4']);
  expect(amounts()).toEqual([-580, 580, -580]);
});

test('the example of the page: won, returned, disputed again under another ID, and lost', () => {
  match();
  receive('e1', '2026-11-01', {}, 'dispute-created');
  expect(run('2026-11-01')).toMatchObject({ status: 0 });
  receive('e2', '2026-11-05', { status: 'won' });
  expect(run('2026-11-05')).toMatchObject({ status: 0 });
  expect(amounts()).toEqual([-580]);
  returnMoney('payout-7/3', '2026-11-08');
  expect(run('2026-11-08')).toMatchObject({ status: 0 });
  expect(amounts()).toEqual([-580, 580]);
  receive('e3', '2026-11-10', { id: 'dsp_2', type: 'second-chargeback' }, 'dispute-created');
  match('dsp_2');
  note({ dispute: 'dsp_2', sameMoneyAs: 'dsp_1' });
  expect(run('2026-11-10')).toMatchObject({ status: 0 });
  receive('e4', '2026-11-12', { id: 'dsp_2', type: 'second-chargeback', status: 'lost' });
  expect(run('2026-11-12')).toMatchObject({ status: 0 });
  expect(entries().map(({ entry, amount, balance, payment, day }) => [entry, amount, balance, payment, day])).toEqual([
    ['dsp_1/1', -580, 580, 'txn_1', '2026-11-01'],
    ['dsp_1/2', 0, 580, 'txn_1', '2026-11-05'],
    ['dsp_1/3', 580, 0, 'txn_1', '2026-11-08'],
    ['dsp_1/4', -580, 580, 'txn_1', '2026-11-10'],
    ['dsp_1/5', 0, 580, 'txn_1', '2026-11-12'],
  ]);
});

test('a second run of the same day, and one after an interruption, write nothing twice', () => {
  match();
  receive('e1', '2026-11-01', {}, 'dispute-created');
  run('2026-11-01');
  expect(run('2026-11-01')).toMatchObject({ status: 0 });
  expect(amounts()).toEqual([-580]);
  // The last entry was written only in part, so it was never reported.
  writeFileSync(at('dispute-entries.jsonl'), readFileSync(at('dispute-entries.jsonl'), 'utf8').slice(0, -20));
  run('2026-11-01');
  expect(entries()).toMatchObject([{ entry: 'dsp_1/1', amount: -580 }]);
});

test('an event that is delivered twice, late, or cut short changes nothing', () => {
  match();
  receive('e2', '2026-11-05', { status: 'lost' });
  receive('e1', '2026-11-01', {}, 'dispute-created');
  receive('e1', '2026-11-01', {}, 'dispute-created');
  appendFileSync(at('webhook-journal.jsonl'), '\n{"received": {"dedup');
  expect(run('2026-11-05')).toMatchObject({ status: 0 });
  expect(amounts()).toEqual([-580]);
});

test('a second chargeback before the money is back is booked once, with the same ID or another one', () => {
  match();
  receive('e1', '2026-11-01', {}, 'dispute-created');
  receive('e2', '2026-11-05', { type: 'second-chargeback' });
  receive('e3', '2026-11-06', { id: 'dsp_2', type: 'second-chargeback' }, 'dispute-created');
  match('dsp_2');
  note({ dispute: 'dsp_2', sameMoneyAs: 'dsp_1' });
  expect(run('2026-11-06')).toMatchObject({ status: 0 });
  expect(amounts()).toEqual([-580]);
});

test('two disputes of one payment wait until a note says whether they are about the same money', () => {
  match();
  match('dsp_2');
  receive('e1', '2026-11-01', { amount: 100 }, 'dispute-created');
  receive('e2', '2026-11-02', { id: 'dsp_2', amount: 50 }, 'dispute-created');
  const { status, output } = run('2026-11-02');
  expect(status).toBe(2);
  expect(output).toContain('A person decides: dsp_2: add a note whether');
  expect(amounts()).toEqual([-100]);
  note({ dispute: 'dsp_2', separateFrom: 'dsp_1' });
  expect(run('2026-11-03')).toMatchObject({ status: 0 });
  expect(amounts()).toEqual([-100, -50]);
});

test('a dispute without a payment is booked under its ID, and not again once it is matched', () => {
  receive('e1', '2026-11-01', {}, 'dispute-created');
  const { status, output } = run('2026-11-01');
  expect(status).toBe(2);
  expect(output).toContain('A person decides: dsp_1: match its payment');
  match();
  expect(run('2026-11-02')).toMatchObject({ status: 0 });
  expect(amounts()).toEqual([-580]);
});

test('an information request, an alert, and a comment move no money', () => {
  match();
  receive('e1', '2026-11-01', { type: 'information-request' }, 'dispute-created');
  receive('e2', '2026-11-02', { type: 'information-request' }, 'dispute-comments');
  receive('e3', '2026-11-03', { type: 'information-request', status: 'won' });
  expect(run('2026-11-03')).toMatchObject({ status: 0 });
  expect(amounts()).toEqual([]);
  receive('e4', '2026-11-04', { status: 'response-needed' });
  expect(run('2026-11-04')).toMatchObject({ status: 0 });
  expect(amounts()).toEqual([-580]);
});

test('a higher amount is booked, and days are those of the legal time zone', () => {
  match();
  receive('e1', '2026-11-02T03:00:00Z', { amount: 100.5 }, 'dispute-created');
  expect(run('2026-11-01', '--time-zone', 'UTC')).toMatchObject({ status: 0 });
  expect(amounts()).toEqual([]);
  run('2026-11-01', '--time-zone', 'America/Chicago');
  receive('e2', '2026-11-03', { amount: 200 });
  expect(run('2026-11-03')).toMatchObject({ status: 0 });
  expect(amounts()).toEqual([-100.5, -99.5]);
});

/** Sequences in which the events don't show what the bank has, with the reason that's printed. */
const DECISIONS: Record<string, [reason: string, step: string, tell: () => void]> = {
  'a lower amount': ['lower than before', 'e2', () => receive('e2', '2026-11-05', { amount: 300 })],
  'a higher amount after a return': [
    'amount is higher, but money was returned',
    'e2',
    () => {
      returnMoney('r1', '2026-11-04', 100);
      receive('e2', '2026-11-05', { amount: 700 });
    },
  ],
  'a loss after a return': [
    "it's lost, but money was returned",
    'e2',
    () => {
      returnMoney('r1', '2026-11-04', 580);
      receive('e2', '2026-11-05', { status: 'lost' });
    },
  ],
  'another chargeback after a partial return': [
    'only a part was returned',
    'e2',
    () => {
      returnMoney('r1', '2026-11-04', 100);
      receive('e2', '2026-11-05', { type: 'second-chargeback' });
    },
  ],
  'another chargeback on the day of a return': [
    'on the same day',
    'r1',
    () => {
      returnMoney('r1', '2026-11-05', 580);
      receive('e2', '2026-11-05T01:00:00Z', { type: 'second-chargeback' });
    },
  ],
  'more returned than taken': ['an event is missing', 'r1', () => returnMoney('r1', '2026-11-05', 600)],
  'a chargeback in another currency': ["it's in EUR", 'e2', () => receive('e2', '2026-11-05', { currency: 'EUR' })],
  'a new stage that is already won': [
    'an event before that is missing',
    'e2',
    () => receive('e2', '2026-11-05', { type: 'second-chargeback', status: 'won' }),
  ],
};

for (const [name, [reason, step, tell]] of Object.entries(DECISIONS)) {
  test(`a person decides about ${name}, and the decision is used from then on`, () => {
    match();
    receive('e1', '2026-11-01', {}, 'dispute-created');
    tell();
    const { status, output } = run('2026-11-05');
    expect(status).toBe(2);
    expect(output).toMatch(new RegExp(`A person decides: dsp_1: .*${reason}.* \\(${step}\\)`));
    expect(amounts()).toEqual([]);
    note({ decision: step, balance: 250 });
    expect(run('2026-11-06')).toMatchObject({ status: 0 });
    expect(amounts()).toEqual([-250]);
    returnMoney('r9', '2026-11-09', 250);
    expect(run('2026-11-09')).toMatchObject({ status: 0 });
    expect(amounts()).toEqual([-250, 250]);
  });
}

for (const [name, fields, reason] of [
  ['won', { status: 'won' }, 'an event before that is missing'],
  ['lost and never a chargeback', { type: 'information-request', status: 'lost' }, 'never was a chargeback'],
  ['a second chargeback without a payment', { type: 'second-chargeback' }, 'match its payment first'],
] as const) {
  test(`a person decides about a dispute whose first event is ${name}`, () => {
    if (!name.startsWith('a second')) match();
    receive('e1', '2026-11-01', fields);
    const { status, output } = run('2026-11-01');
    expect(status).toBe(2);
    expect(output).toContain(reason);
    expect(amounts()).toEqual([]);
  });
}

test('an event that was booked and is missing later stops its dispute', () => {
  match();
  receive('e1', '2026-11-01', {}, 'dispute-created');
  returnMoney('r1', '2026-11-02');
  run('2026-11-02');
  writeFileSync(at('dispute-notes.jsonl'), '');
  match();
  receive('e2', '2026-11-03', { amount: 600 });
  const { status, output } = run('2026-11-03');
  expect(status).toBe(2);
  expect(output).toContain('A person decides: dsp_1: r1 is missing. Restore the journal or the note');
  expect(amounts()).toEqual([]);
});

test('disputes are compared with the transactions', () => {
  const deadlineAt = '2026-11-02T00:00:00Z';
  match();
  receive('e1', '2026-11-01', { deadlineAt }, 'dispute-created');
  receive('e2', '2026-11-01', { id: 'dsp_2', deadlineAt }, 'dispute-created');
  match('dsp_2', 'txn_2');
  receive('e3', '2026-11-02', { id: 'dsp_2', status: 'won' });
  receive('e4', '2026-11-01', { id: 'dsp_3', deletedAt: '2026-11-03T00:00:00Z' });
  match('dsp_3', 'txn_3');
  const sale = { type: 'sale', currency: 'USD', amount: 600, refundAmount: 0 };
  const sales = [
    { ...sale, id: 'txn_1', status: 'completed', refundAmount: 100 },
    { ...sale, id: 'txn_2', status: 'disputed' },
    { ...sale, id: 'txn_4', status: 'disputed' },
  ];
  writeFileSync(at('books.jsonl'), sales.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const { status, output } = run('2026-12-20', '--books', 'books.jsonl');
  expect(status).toBe(2);
  const asked = [
    'dsp_1 is response-needed ten days after its deadline',
    'dsp_1 is response-needed, but txn_1 is completed',
    "dsp_2 is won, but 580.00 USD isn't back",
    'dsp_3 was deleted',
    'txn_1: its refunds and disputes are 680.00 USD of 600',
    'txn_2 is disputed, but all its disputes are won',
    'txn_4 is disputed, but none is matched to it',
  ];
  for (const question of asked) expect(output).toContain(`Ask PAI support: ${question}`);
  expect(output.match(/Ask PAI support/g)).toHaveLength(asked.length);
});

test('an event after the last day to book is not booked, but answers questions', () => {
  match();
  receive('e1', '2026-11-02', {}, 'dispute-created');
  const sale = { type: 'sale', id: 'txn_1', currency: 'USD', amount: 580, refundAmount: 0, status: 'disputed' };
  writeFileSync(at('books.jsonl'), `${JSON.stringify(sale)}\n`);
  expect(run('2026-11-01', '--books', 'books.jsonl')).toMatchObject({ status: 0 });
  expect(amounts()).toEqual([]);
});

test('a won dispute whose money was taken again is no question', () => {
  match();
  receive('e1', '2026-10-01', {}, 'dispute-created');
  receive('e2', '2026-10-02', { status: 'won' });
  returnMoney('r1', '2026-10-03');
  receive('e3', '2026-10-05', { id: 'dsp_2', type: 'second-chargeback' }, 'dispute-created');
  match('dsp_2');
  note({ dispute: 'dsp_2', sameMoneyAs: 'dsp_1' });
  receive('e4', '2026-10-08', { id: 'dsp_2', type: 'second-chargeback', status: 'lost' });
  expect(run('2026-11-30')).toMatchObject({ status: 0 });
  expect(amounts()).toEqual([-580]);
});

test('a note that names the older dispute last, or a lost first event, books nothing twice', () => {
  receive('e1', '2026-11-02', { id: 'dsp_2' }, 'dispute-created');
  receive('e2', '2026-11-20', {}, 'dispute-created');
  match('dsp_2');
  note({ dispute: 'dsp_2', sameMoneyAs: 'dsp_1' });
  for (const day of ['2026-11-02', '2026-11-03', '2026-11-21']) expect(run(day)).toMatchObject({ status: 0 });
  expect(amounts()).toEqual([-580]);
});

test('of two disputes of a payment, the one that is booked stays so if an older event arrives later', () => {
  match('dsp_2');
  receive('e2', '2026-11-02', { id: 'dsp_2' }, 'dispute-created');
  expect(run('2026-11-02')).toMatchObject({ status: 0 });
  receive('e1', '2026-11-01', {}, 'dispute-created');
  match();
  const { status, output } = run('2026-11-03');
  expect(status).toBe(2);
  expect(output).toContain('A person decides: dsp_1: add a note');
  expect(amounts()).toEqual([-580]);
});

test('a deleted event is no stage, and a question that is settled is not printed again', () => {
  match();
  receive('e1', '2026-11-01', { deletedAt: '2026-11-01T12:00:00Z' }, 'dispute-created');
  expect(run('2026-11-01').output).toContain('Ask PAI support: dsp_1 was deleted');
  note({ settled: 'dsp_1 was deleted' });
  expect(run('2026-11-02')).toMatchObject({ status: 0 });
  receive('e2', '2026-11-03');
  expect(run('2026-11-03')).toMatchObject({ status: 0 });
  expect(amounts()).toEqual([-580]);
});

test('a last entry that was written by hand without a line break counts', () => {
  match();
  receive('e1', '2026-11-01', {}, 'dispute-created');
  book({});
  writeFileSync(at('dispute-entries.jsonl'), readFileSync(at('dispute-entries.jsonl'), 'utf8').trimEnd());
  returnMoney('r1', '2026-11-02');
  expect(run('2026-11-02')).toMatchObject({ status: 0 });
  expect(amounts()).toEqual([-580, 580]);
});

test('what was booked before the first run is not booked again', () => {
  match();
  receive('e1', '2026-11-01', {}, 'dispute-created');
  const booked = { entry: 'dsp_1/0', dispute: 'dsp_1', day: '2026-10-31', amount: -580, currency: 'USD', steps: [] };
  writeFileSync(at('dispute-entries.jsonl'), `${JSON.stringify(booked)}\n`);
  expect(run('2026-11-01')).toMatchObject({ status: 0 });
  returnMoney('r1', '2026-11-02');
  run('2026-11-02');
  expect(amounts()).toEqual([-580, 580]);
});

/** Wrong input, and a part of the message. */
const WRONG: Record<string, [message: string, break_: () => string[]]> = {
  'no day': ['Add --until', () => ['--until', 'today']],
  'a day before the last one': ['Run days in order', () => [...(run('2026-11-09'), []), '--until', '2026-11-08']],
  'a note with an unknown field': ['line 2: this note', () => (note({ dispute: 'dsp_1', paymnet: 'x' }), [])],
  'a note about an unknown dispute': ['no event has the dispute dsp_9', () => (match('dsp_9'), [])],
  'two payments for a dispute': ['says something else about dsp_1', () => (match('dsp_1', 'txn_2'), [])],
  'a return that is stored twice differently': [
    'says something else about r1',
    () => (returnMoney('r1', '2026-11-02'), returnMoney('r1', '2026-11-03'), []),
  ],
  'a decision about nothing': ['has the ID e77', () => (note({ decision: 'e77', balance: 0 }), [])],
  'a circle': ['form a circle', () => (note({ dispute: 'dsp_1', sameMoneyAs: 'dsp_1' }), [])],
  'a missing journal': ['ENOENT', () => ['--journal', 'other.jsonl']],
  'missing entries': ['ENOENT', () => ['--entries', at('lost.jsonl')]],
  'a day that does not exist': ['Add --until', () => ['--until', '2026-11-31']],
  'a day in the future': ['Add --until', () => ['--until', '2027-02-01']],
  'a return on a day that does not exist': ['line 2: this note', () => (returnMoney('r1', '2026-19-11'), [])],
  'an entry that is there twice': ['line 2: dsp_1/1 is there twice', () => (book({}), book({}), [])],
  'an entry of an unknown dispute': ['no event has the dispute dsp_9', () => (book({ dispute: 'dsp_9' }), [])],
  'an entry without an amount': ['line 1: entry, day, amount', () => (book({ amount: undefined, amout: -580 }), [])],
  'another run': ['Another run is working', () => (writeFileSync(at('dispute-entries.jsonl.lock'), ''), [])],
  'an event without an object': ['has no id, amount', () => (receive('e5', '2026-11-05', { id: undefined }), [])],
  'an event without an amount': ['has no id, amount', () => (receive('e5', '2026-11-05', { amount: null }), [])],
  'two organizations': [
    'several organizations',
    () => {
      const text = readFileSync(at('webhook-journal.jsonl'), 'utf8').replaceAll(ORGANIZATION, 'other');
      appendFileSync(at('webhook-journal.jsonl'), text.replaceAll('e1', 'e6'));
      return [];
    },
  ],
};

for (const [name, [message, break_]] of Object.entries(WRONG)) {
  test(`wrong input writes nothing: ${name}`, () => {
    match();
    receive('e1', '2026-11-01', {}, 'dispute-created');
    writeFileSync(at('dispute-entries.jsonl'), '');
    const more = break_();
    const before = readFileSync(at('dispute-entries.jsonl'), 'utf8');
    const { status, output } = run('2026-11-09', ...more);
    expect(output).toContain(message);
    expect(status).toBe(1);
    expect(readFileSync(at('dispute-entries.jsonl'), 'utf8')).toBe(before);
    expect(existsSync(at('lost.jsonl'))).toBe(false);
  });
}
