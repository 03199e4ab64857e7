/**
 * Works out what banks have taken for disputes, and writes entries for your books, as the guide describes in "Book
 * disputes". It reads and writes files, and sends no requests. Needs Node 20 or newer and no packages.
 *
 *   node disputes.mjs --until 2026-11-20 --time-zone America/Chicago
 *   --until 2026-11-20                 the last day to book. Run each day in order
 *   --time-zone America/Chicago        your legal time zone. Without it, days are in UTC
 *   --journal webhook-journal.jsonl    the receiver's journal. Repeat it for several files, and keep them all
 *   --notes dispute-notes.jsonl        what you've found out, see below. You write this file
 *   --entries dispute-entries.jsonl    the entries. Only this program writes this file. Keep it on a disk with backups
 *   --new-file                         creates that file. Add it only the first time: a lost file has to be restored
 *   --books books.jsonl                optional: the file of reconcile.mjs, to compare sales with disputes
 *   --organization 5f2b…               only this organization, if the journal contains several
 *
 * Notes are one JSON object a line, about any day:
 *   {"dispute": "dsp_1", "payment": "txn_1"}           the payment that you've matched
 *   {"dispute": "dsp_2", "sameMoneyAs": "dsp_1"}       a later stage of a dispute, about the same money
 *   {"dispute": "dsp_3", "separateFrom": "dsp_1"}      a dispute of another part of the same payment
 *   {"return": "payout-7/3", "dispute": "dsp_1", "amount": 580, "currency": "USD", "date": "2026-11-19"}
 *                                                      money that the bank has returned, under a reference used once
 *   {"decision": "payout-7/3", "balance": 0}           what a person has decided: the balance after the event with this
 *                                                      deduplicationId, or after this return
 *   {"settled": "dsp_1 was deleted"}                   a question that PAI support has settled, as it was printed
 *
 * An entry is what to book on its `day`: a negative `amount` is a deduction, a positive one money that's back. Give
 * your accounting system `entry` as a reference that it accepts only once. `balance` is what the bank then has. If
 * the amount is 0, there's nothing to book: the entry stores which events and returns were gone through. If you've
 * booked disputes before the first run, have PAI support send you their events, post these to your receiver, and start
 * the file with what you've booked for each:
 *   {"entry": "dsp_1/0", "dispute": "dsp_1", "day": "2026-10-31", "amount": -580, "currency": "USD", "steps": []}
 * After you restore an older file, first add the entries that your accounting system has. Otherwise, a reference is
 * used twice, and the second entry is lost. If a run crashes, delete its lock file, and run this again: it writes
 * what's missing, and no entry twice.
 *
 * Exit status:
 *   0  everything is booked
 *   1  a file or an option is wrong, and nothing was written
 *   2  a person decides about the disputes that are printed, or has to ask PAI support. The others are booked, and so is
 *      a first chargeback whose payment isn't known yet
 *
 * PAI_NOW is optional: the time of a sandbox whose clock you've moved.
 */
import { realpathSync } from 'node:fs';
import { appendFile, readFile, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const DAY = 24 * 60 * 60 * 1000;
/** Amounts are in thousandths, the most decimals that a currency has, so that sums are exact. */
const UNITS = 1000;
const LOST = ['lost', 'forfeited'];
const DECIDED = ['won', ...LOST];

const toUnits = (amount) => Math.round(amount * UNITS);
const show = (units, currency) => `${(units / UNITS).toFixed(units % 10 === 0 ? 2 : 3)} ${currency}`;
/** Whether a text is a day that exists, such as 2026-11-20. */
const isDay = (text) => {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === text;
};
const isReturn = ({ time }) => time === undefined;
const CHARGEBACKS = ['first-chargeback', 'second-chargeback'];
/** The types with which the bank takes no money yet, or has taken it before. */
const OTHER_TYPES = ['information-request', 'fraud', 'arbitration', 'ethoca-alert', 'verifi-alert'];
const isChargeback = ({ type }) => CHARGEBACKS.includes(type);

/** Ends the run before anything is written. */
function reject(message) {
  throw new Error(message);
}

/** Parses a file with one JSON object a line. Only a journal may have lines that were cut short by a crash. */
function parseLines(text, name, mayBeCut = false) {
  const lines = text.split('\n').map((line, index) => {
    try {
      return line.trim() === '' ? undefined : { ...JSON.parse(line), line: `${name}, line ${index + 1}` };
    } catch (error) {
      return mayBeCut ? undefined : reject(`${name}, line ${index + 1}: ${error.message}. Correct the line.`);
    }
  });
  return lines.filter(Boolean);
}

/**
 * Reads the events of disputes from journals, each once.
 *
 * @param lines - Lines of the receiver's journal.
 * @param toDay - Returns the legal day of a time.
 */
export function readEvents(lines, toDay, organization) {
  const found = new Map();
  for (const { received, line } of lines) {
    if (!received?.type.startsWith('dispute-') || (organization && received.organizationId !== organization)) continue;
    const { deduplicationId: step, type: name, metadata = {} } = received;
    const { id, amount, currency, updatedAt } = metadata;
    const isWhole = id && currency && Number.isFinite(amount) && !Number.isNaN(Date.parse(updatedAt));
    if (!isWhole)
      reject(
        `${line}: the dispute has no id, amount, currency, or updatedAt. If you've posted it, stop the receiver, and correct the line. Otherwise, ask PAI support.`,
      );
    // If two events have the same time, the first one is older, and a decision is the latest.
    const rank = name === 'dispute-created' ? 0 : DECIDED.includes(metadata.status) ? 2 : 1;
    const event = {
      ...metadata,
      step,
      rank,
      amount: toUnits(amount),
      time: Date.parse(updatedAt),
      day: toDay(updatedAt),
    };
    if (!found.has(step)) found.set(step, { ...event, dispute: id, organization: received.organizationId });
  }
  const events = [...found.values()];
  if (new Set(events.map((event) => event.organization)).size > 1)
    reject('The journal contains several organizations. Add --organization, and use separate files for each.');
  return events;
}

/** Sorts your notes by what they say, and stops at one that says nothing, so that a mistyped name isn't overlooked. */
export function readNotes(lines, events) {
  const notes = {
    payments: new Map(),
    sameMoney: new Map(),
    separate: new Set(),
    returns: new Map(),
    decisions: new Map(),
    settled: new Set(),
  };
  const known = new Set(events.map(({ dispute }) => dispute));
  for (const { line, ...note } of lines) {
    const names = Object.keys(note).sort().join(' ');
    const { dispute, date, currency } = note;
    const refuse = (problem) => reject(`${line}: ${problem}`);
    for (const id of [dispute, note.sameMoneyAs, note.separateFrom])
      if (id !== undefined && !known.has(id)) refuse(`no event has the dispute ${id}. Correct the ID.`);
    const put = (map, key, value) => {
      const isOther = map.has(key) && JSON.stringify(map.get(key)) !== JSON.stringify(value);
      map.set(key, isOther ? refuse(`another line says something else about ${key}. Keep one of them.`) : value);
    };
    if (names === 'dispute payment') put(notes.payments, dispute, note.payment);
    else if (names === 'dispute sameMoneyAs') put(notes.sameMoney, dispute, note.sameMoneyAs);
    else if (names === 'dispute separateFrom') notes.separate.add([dispute, note.separateFrom].sort().join(' '));
    else if (names === 'balance decision' && note.balance >= 0)
      put(notes.decisions, note.decision, toUnits(note.balance));
    else if (names === 'amount currency date dispute return' && note.amount > 0 && isDay(date))
      put(notes.returns, note.return, {
        step: note.return,
        dispute,
        amount: toUnits(note.amount),
        currency,
        day: date,
      });
    else if (names === 'settled') notes.settled.add(note.settled);
    else refuse('this note is incomplete or has an unknown field. Compare it with the first lines of disputes.mjs.');
  }
  const steps = new Set([...events.map(({ step }) => step), ...notes.returns.keys()]);
  const stray = [...notes.decisions.keys()].find((step) => !steps.has(step));
  if (stray !== undefined) reject(`No event or return has the ID ${stray}. Correct the note with this decision.`);
  return notes;
}

/** Puts disputes about the same money together, with their events and returns in order, until a day if it's given. */
function groupDisputes(events, notes, until) {
  const findFirst = (id, seen = []) => {
    if (seen.includes(id)) reject(`The notes with sameMoneyAs for ${seen.join(', ')} form a circle. Remove one.`);
    return notes.sameMoney.has(id) ? findFirst(notes.sameMoney.get(id), [...seen, id]) : id;
  };
  const groups = new Map();
  for (const step of [...events, ...notes.returns.values()]) {
    if (until && step.day > until) continue;
    const id = findFirst(step.dispute);
    const group = groups.get(id) ?? { id, steps: [], disputes: new Set([id]) };
    groups.set(id, group);
    group.steps.push(step);
    group.disputes.add(step.dispute);
  }
  for (const group of groups.values()) {
    const payments = [...group.disputes].map((id) => notes.payments.get(id)).filter(Boolean);
    if (new Set(payments).size > 1)
      reject(`${group.id} has several payments: ${payments.join(', ')}. Correct the notes.`);
    [group.payment] = payments;
    // A return has no time, and comes after the events of its day.
    const order = (a, b) =>
      a.day.localeCompare(b.day) || (a.time ?? Infinity) - (b.time ?? Infinity) || a.rank - b.rank;
    group.steps.sort((a, b) => order(a, b) || 0);
    group.currency = group.steps[0].currency;
  }
  return [...groups.values()].sort((a, b) => a.steps[0].day.localeCompare(b.steps[0].day));
}

/** Finds out whether the bank can have taken money with an event, compared with the earlier events of the same ID. */
function compare(step, { previous, stages }) {
  const isNewStage = isChargeback(step) && !stages.has(step.type);
  const isNewlyLost = LOST.includes(step.status) && !LOST.includes(previous?.status);
  const change = stages.size > 0 && !isNewStage ? step.amount - previous.amount : 0;
  return { isNewStage, isNewlyLost, isRaised: change > 0, isLowered: change < 0 };
}

/**
 * Decides what the bank has after an event or a return.
 *
 * @param before - What it had before, in thousandths.
 * @param past - The `previous` event of the same ID and its `stages` so far; of all disputes about the same money, what
 *   was `returned` since the bank last took some, and the day on which it can have taken some, `takenOn`.
 * @returns the new balance, or a text that says why a person decides
 */
function judge(step, before, past, { currency, payment }) {
  const { previous, stages, returned, takenOn } = past;
  if (step.currency !== currency) return `it's in ${step.currency} instead of ${currency}`;
  if (isReturn(step)) {
    if (step.day === takenOn) return 'the bank took and returned money on the same day';
    if (step.amount > before) return 'the bank has returned more than it had, so an event is missing';
    return before - step.amount;
  }
  if (step.deletedAt) return before;
  if (!isChargeback(step) && !OTHER_TYPES.includes(step.type)) return 'its type is missing or new';
  const { isNewStage, isNewlyLost, isRaised, isLowered } = compare(step, past);
  if (step.status === 'won' && (!previous || isNewStage)) return "it's won, but an event before that is missing";
  if (isNewStage && step.type === 'second-chargeback' && !payment)
    return "it can be about money that's already booked, so match its payment first";
  if (isNewStage && returned > 0 && before > 0) return 'a chargeback follows after only a part was returned';
  if (isLowered) return 'its amount is lower than before, and a return can be the same money';
  if (isNewlyLost && !isNewStage && stages.size === 0) return "it's lost, but it never was a chargeback";
  if ((isNewlyLost || isRaised) && !isNewStage && returned > 0)
    return `${isRaised ? 'its amount is higher' : `it's ${step.status}`}, but money was returned before`;
  return isNewStage || isNewlyLost || isRaised ? Math.max(step.amount, before) : before;
}

/** Goes through the events and returns of a dispute. Stops at the first one that a person decides about. */
function walk({ steps, ...group }, decisions) {
  const past = { returned: 0, takenOn: undefined };
  const ofDispute = new Map();
  let balance = 0;
  for (const step of steps) {
    const own = ofDispute.get(step.dispute) ?? { previous: undefined, stages: new Set() };
    const result = decisions.get(step.step) ?? judge(step, balance, { ...past, ...own }, group);
    if (typeof result === 'string') return { balance, problem: `${step.dispute}: ${result} (${step.step})` };
    if (isReturn(step)) {
      past.returned += balance - result;
    } else {
      const { isNewStage, isNewlyLost, isRaised } = compare(step, own);
      const hasTaken = !step.deletedAt && (isNewStage || isNewlyLost || isRaised);
      if (hasTaken) Object.assign(past, { returned: 0, takenOn: step.day });
      if (isChargeback(step) && !step.deletedAt) own.stages.add(step.type);
      ofDispute.set(step.dispute, { ...own, previous: step });
    }
    if (decisions.has(step.step)) Object.assign(past, { returned: 0, takenOn: undefined });
    balance = result;
  }
  return { balance, latest: [...ofDispute.values()].map(({ previous }) => previous) };
}

/** Finds what PAI support should be asked about a dispute. */
function questionDispute({ payment, currency, balance, latest }, sales, end) {
  const sale = sales.get(payment);
  // A later dispute about the same money can have taken it again.
  const isWon = latest.every((event) => event.status === 'won');
  return latest.flatMap(({ dispute, status, deadlineAt, deletedAt, time }) => {
    const isOpen = !DECIDED.includes(status);
    return [
      deletedAt && `${dispute} was deleted`,
      isOpen && Date.parse(deadlineAt) + 10 * DAY < end && `${dispute} is ${status} ten days after its deadline`,
      isOpen && sale && sale.status !== 'disputed' && `${dispute} is ${status}, but ${payment} is ${sale.status}`,
      isWon && balance > 0 && time + 30 * DAY < end && `${dispute} is won, but ${show(balance, currency)} isn't back`,
    ].filter(Boolean);
  });
}

/**
 * Computes the entries that are missing.
 *
 * @param events - From `readEvents`.
 * @param notes - From `readNotes`.
 * @param entries - The entries written so far.
 * @param until - The last day to book, such as 2026-11-20.
 * @returns `fresh` entries, and what a person has to decide
 */
export function bookDisputes({ events, notes, entries, until }) {
  const findOwn = ({ disputes }) => entries.filter((entry) => disputes.has(entry.dispute));
  // One that's already booked stays booked, even if another one turns out to be older.
  const isBooked = (group) => Number(findOwn(group).length > 0);
  const groups = groupDisputes(events, notes, until).sort((a, b) => isBooked(b) - isBooked(a));
  const [fresh, decide] = [[], []];
  const isUnclear = (one, other) =>
    one.payment && one.payment === other.payment && !notes.separate.has([one.id, other.id].sort().join(' '));
  groups.forEach((group, index) => {
    const { id, steps, payment, currency } = group;
    const own = findOwn(group);
    const ids = steps.map(({ step }) => step);
    const stored = own.flatMap((entry) => entry.steps);
    const lost = stored.filter((step) => !ids.includes(step));
    const twin = groups.slice(0, index).find((other) => isUnclear(group, other));
    const result = walk(group, notes.decisions);
    if (!payment) decide.push(`${id}: match its payment`);
    if (lost.length > 0) return decide.push(`${id}: ${lost.join(', ')} is missing. Restore the journal or the note`);
    if (twin) return decide.push(`${id}: add a note whether it's about the same money as ${twin.id}`);
    if (result.problem) return decide.push(result.problem);
    const booked = -own.reduce((sum, entry) => sum + toUnits(entry.amount), 0);
    if (result.balance === booked && ids.every((step) => stored.includes(step))) return undefined;
    // After a restore, entries of zero can be missing, because nothing was booked for them.
    const numbers = entries
      .filter(({ dispute }) => dispute === id)
      .map((one) => Number(one.entry.split('/').at(-1)) || 0);
    const entry = `${id}/${Math.max(numbers.length, ...numbers) + 1}`;
    const [amount, balance] = [(booked - result.balance) / UNITS, result.balance / UNITS];
    return fresh.push({ entry, dispute: id, payment, day: until, amount, balance, currency, steps: ids });
  });
  return { fresh, decide };
}

/**
 * Finds what PAI support should be asked. Compares all events, because the transactions can be newer than the last day
 * to book.
 *
 * @param books - Transactions, of which the last line for an ID counts.
 * @param end - The end of the last day to book, in milliseconds.
 * @returns texts such as "dsp_1 was deleted"
 */
export function findQuestions({ events, notes, books, end }) {
  const sales = new Map(books.map((transaction) => [transaction.id, transaction]));
  const walked = groupDisputes(events, notes).map((group) => ({ ...group, ...walk(group, notes.decisions) }));
  const questions = walked.flatMap((group) => (group.problem ? [] : questionDispute(group, sales, end)));
  for (const { id, status, amount, refundAmount = 0, currency } of sales.values()) {
    const own = walked.filter(({ payment }) => payment === id);
    const isClear = own.every(({ problem }) => !problem);
    const isOver = isClear && own.every(({ latest }) => latest.every((event) => event.status === 'won'));
    const sum = own.reduce((total, { balance }) => total + balance, 0) + toUnits(refundAmount);
    if (status === 'disputed' && isOver)
      questions.push(`${id} is disputed, but ${own.length > 0 ? 'all its disputes are won' : 'none is matched to it'}`);
    if (own.length > 0 && sum > toUnits(amount))
      questions.push(`${id}: its refunds and disputes are ${show(sum, currency)} of ${amount}`);
  }
  return questions.filter((question) => !notes.settled.has(question));
}

/** Returns a function that turns a time into a day of the time zone, such as 2026-11-20. */
export function makeToDay(timeZone) {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
  return (time) => format.format(new Date(time));
}

/** Reads a file. Without one that's optional, it's an empty text. */
const readText = (file, isOptional) =>
  readFile(file, 'utf8').catch((error) => (isOptional && error.code === 'ENOENT' ? '' : reject(error.message)));

/** Reads the entries, and cuts off a last line that was written only in part. */
async function readEntries(file, isNew, events) {
  const text = await readText(file, isNew);
  if (isNew && text !== '') reject(`${file} exists. Omit --new-file.`);
  const end = text.lastIndexOf('\n') + 1;
  const isCut = parseLines(text.slice(end), file, true).length === 0;
  const whole = isCut ? text.slice(0, end) : `${text}\n`;
  const entries = parseLines(whole, file).map((line) => ({ steps: [], ...line }));
  const [known, seen] = [new Set(events.map(({ dispute }) => dispute)), new Set()];
  for (const { line, entry, dispute, day, amount, steps } of entries) {
    if (!known.has(dispute))
      reject(`${line}: no event has the dispute ${dispute}. Correct the ID, or post its events.`);
    if (seen.has(entry)) reject(`${line}: ${entry} is there twice. Keep one of them.`);
    if (!entry || !isDay(day) || !Number.isFinite(amount) || !Array.isArray(steps))
      reject(`${line}: entry, day, amount, or steps is missing or wrong. Correct the line.`);
    seen.add(entry);
  }
  if (whole !== text) await writeFile(file, whole, { flush: true });
  return entries;
}

/** Reads the first lines of this file, which say how to use it. */
async function readUsage() {
  const [comment] = (await readFile(fileURLToPath(import.meta.url), 'utf8')).split('\n */');
  return comment.replace(/^\/\*\*\n|^ \* ?/gm, '');
}

async function main() {
  if (process.argv.includes('--help')) return console.log(await readUsage());
  const { values } = parseArgs({
    options: {
      until: { type: 'string' },
      'time-zone': { type: 'string', default: 'UTC' },
      journal: { type: 'string', multiple: true, default: ['webhook-journal.jsonl'] },
      notes: { type: 'string', default: 'dispute-notes.jsonl' },
      entries: { type: 'string', default: 'dispute-entries.jsonl' },
      'new-file': { type: 'boolean', default: false },
      books: { type: 'string' },
      organization: { type: 'string' },
    },
  });
  const { until } = values;
  const toDay = makeToDay(values['time-zone']);
  const today = toDay(process.env.PAI_NOW ?? Date.now());
  if (!isDay(until) || until > today) reject(`Add --until with a day that isn't after ${today}.`);
  const lock = `${values.entries}.lock`;
  const busy = `Another run is working. If none is, for example after a crash, delete ${lock}.`;
  await writeFile(lock, '', { flag: 'wx' }).catch(({ code, message }) => reject(code === 'EEXIST' ? busy : message));
  try {
    await runDay({ ...values, toDay });
  } finally {
    await rm(lock, { force: true });
  }
}

/** Books a day, and prints what was booked and what's left to a person. */
async function runDay({ until, organization, toDay, ...values }) {
  const journals = await Promise.all(values.journal.map(async (file) => parseLines(await readText(file), file, true)));
  const events = readEvents(journals.flat(), toDay, organization);
  const notes = readNotes(parseLines(await readText(values.notes, true), values.notes), events);
  const entries = await readEntries(values.entries, values['new-file'], events);
  const later = entries.find(({ day }) => day > until);
  if (later) reject(`${later.entry} was booked on ${later.day}, after --until. Run days in order.`);
  const books = values.books ? parseLines(await readText(values.books), values.books) : [];
  const end = Date.parse(`${until}T00:00:00Z`) + DAY;
  const { fresh, decide } = bookDisputes({ events, notes, entries, until });
  const ask = findQuestions({ events, notes, books, end });
  const text = fresh.map((entry) => `${JSON.stringify(entry)}\n`).join('');
  await appendFile(values.entries, text, { flush: true });
  for (const { dispute, payment, amount, balance, currency } of fresh)
    console.log(
      `${dispute} (${payment ?? 'no payment'}): book ${show(toUnits(amount), currency)}, the bank has ${balance}`,
    );
  for (const line of decide) console.log(`A person decides: ${line}`);
  for (const line of ask) console.log(`Ask PAI support: ${line}`);
  console.log(`${fresh.length} entries written, ${events.length} events of disputes read`);
  if (decide.length + ask.length > 0) process.exitCode = 2;
}

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  try {
    await main();
  } catch (error) {
    console.error(`disputes: ${error.message}`);
    process.exitCode = 1;
  }
}
