/** Where records are kept: in memory, with an index for what rules look up, and with a file that holds a copy. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  ftruncateSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { connect, createServer } from 'node:net';
import path from 'node:path';
import type { Kind, Records } from './records';

/** Fields that records are looked up by. Such a field never changes once a record is stored. */
const INDEXED: Partial<Record<Kind, readonly string[]>> = {
  instruments: ['customerId'],
  logs: ['transactionId'],
  transactions: ['idempotencyKey', 'saleId'],
};

/** Keeps records in memory. */
export class Store {
  /** Is called after each change. */
  onChange?: (kind: Kind, id: string) => void;
  private readonly kinds = new Map<Kind, Map<string, Records[Kind]>>();
  /** Records of a kind and an organization, oldest first; made when they're asked for. */
  private readonly lists = new Map<string, Records[Kind][]>();
  /** Records by kind, field, and value of an indexed field, oldest first. */
  private readonly indexes = new Map<string, Map<string, Records[Kind]>>();

  private collection<K extends Kind>(kind: K): Map<string, Records[K]> {
    let found = this.kinds.get(kind);
    if (!found) this.kinds.set(kind, (found = new Map<string, Records[Kind]>()));
    return found as unknown as Map<string, Records[K]>;
  }

  private updateIndexes(kind: Kind, record: Records[Kind], isKept: boolean): void {
    for (const field of INDEXED[kind] ?? []) {
      const value = record[field];
      if (typeof value !== 'string') continue;
      const key = `${kind} ${field} ${value}`;
      const entries = this.indexes.get(key) ?? new Map<string, Records[Kind]>();
      this.indexes.set(key, entries);
      if (isKept) entries.set(record.id, record);
      else entries.delete(record.id);
    }
  }

  /** The record with an ID, if there is one. */
  get<K extends Kind>(kind: K, id: string): Records[K] | undefined {
    return this.collection(kind).get(id);
  }

  /** Adds a record, or replaces the one with its ID, and gives it back. */
  put<K extends Kind>(kind: K, record: Records[K]): Records[K] {
    const records = this.collection(kind);
    const old = records.get(record.id);
    if (old !== record) {
      records.set(record.id, record);
      this.updateIndexes(kind, record, true);
      const list = this.lists.get(`${kind} ${record.organizationId ?? ''}`);
      if (old) list?.splice(list.indexOf(old), 1, record);
      else list?.push(record);
    }
    this.onChange?.(kind, record.id);
    return record;
  }

  /** Removes a record; does nothing if there is none. */
  remove(kind: Kind, id: string): void {
    const record = this.get(kind, id);
    if (!record) return;
    this.collection(kind).delete(id);
    this.updateIndexes(kind, record, false);
    const list = this.lists.get(`${kind} ${record.organizationId ?? ''}`);
    list?.splice(list.indexOf(record), 1);
    this.onChange?.(kind, id);
  }

  /** All records of a kind, oldest first. */
  all<K extends Kind>(kind: K): Records[K][] {
    return [...this.collection(kind).values()];
  }

  /** The records of a kind that belong to an organization, oldest first. The list isn't to be changed. */
  listOf<K extends Kind>(kind: K, organizationId: string): readonly Records[K][] {
    const key = `${kind} ${organizationId}`;
    let list = this.lists.get(key) as Records[K][] | undefined;
    if (!list) {
      list = this.all(kind).filter((record) => (record.organizationId ?? '') === organizationId);
      this.lists.set(key, list);
    }
    return list;
  }

  /** The records of a kind whose indexed field has a value, oldest first. See `INDEXED`. */
  lookUp<K extends Kind>(kind: K, field: string, value: string): Records[K][] {
    return [...(this.indexes.get(`${kind} ${field} ${value}`)?.values() ?? [])] as Records[K][];
  }

  /** How many records of a kind there are. */
  count(kind: Kind): number {
    return this.collection(kind).size;
  }

  /** Everything there is, by kind. */
  dump(): Snapshot['records'] {
    return Object.fromEntries([...this.kinds].map(([kind, records]) => [kind, [...records.values()]]));
  }
}

/** What the first line of a file holds; `clockOffset` is how far the clock is ahead, in milliseconds. */
type Snapshot = { version: number; clockOffset: number; records: Partial<{ [K in Kind]: Records[K][] }> };

/** What each further line holds: a record as it is after a change, or none if it was removed. */
type Change = { clockOffset: number; kind: Kind; id: string; record?: Records[Kind] };

/** Reads the records of a file, if there is one; gives how far the clock was ahead. Throws if it holds something else. */
export function readFile(file: string, store: Store): number | undefined {
  if (!existsSync(file)) return undefined;
  const [first = '', ...lines] = readFileSync(file, 'utf8').split('\n');
  try {
    const { version, records, ...snapshot } = JSON.parse(first) as Snapshot;
    let { clockOffset } = snapshot;
    if (version !== 1) throw new Error();
    for (const [kind, list] of Object.entries(records)) for (const record of list) store.put(kind as Kind, record);
    // After the last line break is what a process wrote when it was killed.
    for (const line of lines.slice(0, -1)) {
      const change = JSON.parse(line) as Change;
      if (change.record) store.put(change.kind, change.record);
      else store.remove(change.kind, change.id);
      ({ clockOffset } = change);
    }
    return clockOffset;
  } catch {
    throw new Error(`${file} doesn't hold a sandbox's data. Move it away, or name another file with --data.`);
  }
}

/** Writes a copy of everything when it begins, and then a line per changed record, before its request is answered. */
export class Saver {
  private readonly handle: number;
  private size: number;
  private savedOffset: number;
  private readonly changed = new Map<string, { kind: Kind; id: string }>();

  /** Throws if the file can't be written. */
  constructor(
    file: string,
    private readonly store: Store,
    private readonly clock: { offset: number },
  ) {
    this.savedOffset = clock.offset;
    const snapshot: Snapshot = { version: 1, clockOffset: clock.offset, records: store.dump() };
    const text = `${JSON.stringify(snapshot)}\n`;
    writeFileSync(`${file}.tmp`, text, { flush: true });
    // The copy takes the place of the old one at once, so that there's always one of both.
    renameSync(`${file}.tmp`, file);
    this.handle = openSync(file, 'a');
    this.size = Buffer.byteLength(text);
  }

  /** Notes that a record has changed. */
  note(kind: Kind, id: string): void {
    this.changed.set(`${kind} ${id}`, { kind, id });
  }

  /** Writes what hasn't been written yet. Throws if that isn't possible; the next call tries again. */
  flush(): void {
    const { offset: clockOffset } = this.clock;
    if (this.changed.size === 0 && clockOffset === this.savedOffset) return;
    const changes = this.changed.size > 0 ? [...this.changed.values()] : [{ kind: 'events', id: '' } as const];
    const lines = changes.map(({ kind, id }): Change => ({ clockOffset, kind, id, record: this.store.get(kind, id) }));
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    try {
      writeFileSync(this.handle, text);
    } catch (error) {
      // Nothing is left behind of a text that doesn't fit.
      ftruncateSync(this.handle, this.size);
      throw error;
    }
    this.size += Buffer.byteLength(text);
    this.savedOffset = clockOffset;
    this.changed.clear();
  }
}

/** Lets one sandbox use a file, by a name that the system frees when its process ends. Gives what frees it before. */
export async function lockFile(file: string): Promise<() => void> {
  const target = existsSync(file)
    ? realpathSync(file)
    : path.join(realpathSync(path.dirname(file)), path.basename(file));
  const name = `pai-sandbox-${createHash('sha256').update(target).digest('hex').slice(0, 32)}`;
  const names: Partial<Record<NodeJS.Platform, string>> = { linux: `\0${name}`, win32: `\\\\.\\pipe\\${name}` };
  const address = names[process.platform] ?? `/tmp/${name}`;
  // Elsewhere the name is a file, which a process that was killed leaves behind: nobody answers there.
  const isLeft = address.startsWith('/') && !(await once(connect(address), 'connect').catch(() => undefined));
  if (isLeft) rmSync(address, { force: true });
  const lock = createServer().listen(address);
  await once(lock, 'listening').catch(() => {
    throw new Error(`Another sandbox uses ${file}. Stop it, or name another file with --data.`);
  });
  return () => void lock.close();
}
