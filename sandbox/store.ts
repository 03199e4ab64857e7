/**
 * Where records are kept: one interface, one implementation in memory, and a file that can hold a copy.
 *
 * The file is written beside its place and then renamed, so a reader finds the old copy or the new one and never half
 * of one, whenever the process is ended.
 */
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import type { Fields, Kind, Records } from './records';

/** Fields that records are looked up by, one per kind. Such a field never changes once a record is stored. */
const INDEXED: Partial<Record<Kind, string>> = {
  instruments: 'customerId',
  logs: 'transactionId',
  transactions: 'idempotencyKey',
};

/** Everything that the rules need of a place to keep records. */
export interface Store {
  /** The record with an ID, if there is one. */
  get: <K extends Kind>(kind: K, id: string) => Records[K] | undefined;
  /** Adds a record or replaces the one with its ID, and gives it back. */
  put: <K extends Kind>(kind: K, record: Records[K]) => Records[K];
  /** Removes a record; does nothing if there is none. */
  remove: (kind: Kind, id: string) => void;
  /** All records of a kind, oldest first. */
  all: <K extends Kind>(kind: K) => Records[K][];
  /**
   * The records of a kind whose indexed field has a value, oldest first.
   *
   * @throws an Error if the kind has no indexed field; see `INDEXED`
   */
  lookUp: <K extends Kind>(kind: K, value: string) => Records[K][];
  /** How many records of a kind there are. */
  count: (kind: Kind) => number;
  /** Is called after each change. */
  onChange?: (kind: Kind, id: string) => void;
}

/** What a file holds. */
export interface Snapshot {
  /** Version of this form; a file with another one isn't read. */
  version: 1;
  /** How far the sandbox's clock is ahead of the computer's, in milliseconds. */
  clockOffset: number;
  records: Partial<{ [K in Kind]: Records[K][] }>;
}

/** Keeps records in memory. */
export class MemoryStore implements Store {
  onChange?: (kind: Kind, id: string) => void;
  private readonly kinds = new Map<Kind, Map<string, Records[Kind]>>();
  /** IDs by kind and value of the indexed field, in the order of the records. */
  private readonly indexes = new Map<string, Set<string>>();

  /** The IDs that share an indexed value; undefined for a record without one. */
  private idsFor(kind: Kind, record: Fields): Set<string> | undefined {
    const value = record[INDEXED[kind] ?? ''];
    if (typeof value !== 'string') return undefined;
    const key = `${kind} ${value}`;
    const ids = this.indexes.get(key) ?? new Set();
    this.indexes.set(key, ids);
    return ids;
  }

  private collection<K extends Kind>(kind: K): Map<string, Records[K]> {
    let found = this.kinds.get(kind);
    if (!found) this.kinds.set(kind, (found = new Map<string, Records[Kind]>()));
    return found as unknown as Map<string, Records[K]>;
  }

  get<K extends Kind>(kind: K, id: string): Records[K] | undefined {
    return this.collection(kind).get(id);
  }

  put<K extends Kind>(kind: K, record: Records[K]): Records[K] {
    this.collection(kind).set(record.id, record);
    this.idsFor(kind, record)?.add(record.id);
    this.onChange?.(kind, record.id);
    return record;
  }

  remove(kind: Kind, id: string): void {
    const record = this.collection(kind).get(id);
    if (!record) return;
    this.collection(kind).delete(id);
    this.idsFor(kind, record)?.delete(id);
    this.onChange?.(kind, id);
  }

  lookUp<K extends Kind>(kind: K, value: string): Records[K][] {
    if (INDEXED[kind] === undefined) throw new Error(`The store has no index of ${kind}. Add one to INDEXED.`);
    const ids = this.indexes.get(`${kind} ${value}`) ?? [];
    return [...ids].flatMap((id) => this.get(kind, id) ?? []);
  }

  all<K extends Kind>(kind: K): Records[K][] {
    return [...this.collection(kind).values()];
  }

  count(kind: Kind): number {
    return this.collection(kind).size;
  }

  /** Everything there is, by kind. */
  dump(): Snapshot['records'] {
    return Object.fromEntries([...this.kinds].map(([kind, records]) => [kind, [...records.values()]]));
  }

  /** Takes the records of a file. */
  load(records: Snapshot['records']): void {
    for (const [kind, list] of Object.entries(records)) {
      for (const record of list) this.put(kind as Kind, record);
    }
  }
}

/**
 * Reads a file that {@link writeSnapshot} wrote.
 *
 * @param file path of the file
 * @returns its content; undefined if there is no such file yet
 * @throws an Error that says what to do if the file holds something else
 */
export function readSnapshot(file: string): Snapshot | undefined {
  if (!existsSync(file)) return undefined;
  try {
    const snapshot = JSON.parse(readFileSync(file, 'utf8')) as Partial<Snapshot> | null;
    if (snapshot?.version === 1 && typeof snapshot.records === 'object') return snapshot as Snapshot;
  } catch {
    // Said below, whatever is wrong with it.
  }
  throw new Error(`${file} doesn't hold a sandbox's data. Move it away, or name another file with --data.`);
}

/**
 * Writes a file as a whole or not at all.
 *
 * @param file path of the file; `<file>.tmp` is used on the way
 * @param snapshot what it holds afterwards
 */
export function writeSnapshot(file: string, snapshot: Snapshot): void {
  const handle = openSync(`${file}.tmp`, 'w');
  try {
    writeSync(handle, JSON.stringify(snapshot));
    // Without this, a machine that loses power could have the new name and none of the new content.
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(`${file}.tmp`, file);
}

/** Writes changes to a file soon after they're made, many changes at once. */
export class Saver {
  private timer: NodeJS.Timeout | undefined;
  /** Writing takes longer the more there is; the pause grows with it, so that the sandbox keeps answering. */
  private pause = 50;

  constructor(
    private readonly file: string,
    private readonly take: () => Snapshot,
  ) {}

  /** Notes that something has changed. */
  schedule(): void {
    this.timer ??= setTimeout(() => this.flush(), this.pause);
  }

  /** Writes what hasn't been written yet. */
  flush(): void {
    if (this.timer === undefined) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    const start = performance.now();
    writeSnapshot(this.file, this.take());
    this.pause = Math.max(50, (performance.now() - start) * 10);
  }
}
