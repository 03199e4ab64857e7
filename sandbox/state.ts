/** What the rules work with: records, clock, events, and what is due when. */
import { randomBytes } from 'node:crypto';
import type { Description, Operation } from '../src/description/description';
import { Clock, Schedule } from './clock';
import { Refusal } from './errors';
import { EventLog } from './events';
import type { Query } from './lists';
import type { Entity, Fields, Kind, Records } from './records';
import type { Store } from './store';

/** One request that has passed the validation. */
export interface Call {
  operation: Operation;
  world: World;
  /** Values of the path's placeholders. */
  params: Record<string, string>;
  query: Query;
  body: Fields;
  /** The organization of the path; empty where the path has none. */
  organizationId: string;
  /** The account that the API key names. */
  accountId: string;
}

/** Answers an operation: a record, a list envelope, the bytes of a PDF, or nothing. */
export type Handler = (call: Call) => unknown;
/** Handlers by the `operationId` of the OpenAPI file. */
export type Handlers = Record<string, Handler>;

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A new ID that says what it's the ID of: `cus_4kX9…`. */
export function makeId(prefix: string): string {
  return `${prefix}_${[...randomBytes(12)].map((byte) => LETTERS[byte % LETTERS.length]).join('')}`;
}

/** Gives the moments at which something is due for a record, and does it. */
export interface DueRule<K extends Kind> {
  /** Moments at which the record has to be looked at again. */
  when: (record: Records[K]) => (string | null | undefined)[];
  /** Does what is due now. */
  run: (record: Records[K], world: World) => void;
}

export class World {
  readonly schedule = new Schedule();
  readonly events: EventLog;
  /** What happens by itself, by the kind of record that it happens to. */
  private readonly dueRules = new Map<Kind, DueRule<Kind>>();
  /** The status in which the next charge or refund stays, without a result. */
  heldStatus?: string;
  /** The tax on later invoices, in percent: on top of prices, or included in them. */
  tax?: { rate: number; isIncluded: boolean };

  /**
   * @param store where records are kept
   * @param description the OpenAPI file
   * @param clock the sandbox's time
   * @param baseUrl address at which the sandbox answers, for payment pages
   */
  constructor(
    readonly store: Store,
    readonly description: Description,
    readonly clock: Clock,
    public baseUrl: string,
  ) {
    this.events = new EventLog(this);
  }

  get now(): string {
    return this.clock.now;
  }

  /** Registers what happens by itself to records of a kind. */
  addDueRule<K extends Kind>(kind: K, rule: DueRule<K>): void {
    this.dueRules.set(kind, rule as unknown as DueRule<Kind>);
  }

  /** Notes when a record has to be looked at. Called for each change of the store. */
  plan(kind: Kind, id: string): void {
    const rule = this.dueRules.get(kind);
    const record = rule && this.store.get(kind, id);
    if (!record) return;
    for (const at of new Set(rule.when(record))) {
      if (at) this.schedule.add(at, () => this.runDue(kind, id));
    }
  }

  private runDue(kind: Kind, id: string): void {
    const record = this.store.get(kind, id);
    if (record) this.dueRules.get(kind)?.run(record, this);
  }

  /** Does everything that is due, each at its own moment. */
  settle(): void {
    const { time } = this.clock;
    for (let next = this.schedule.take(time); next; next = this.schedule.take(time)) {
      this.clock.held = Math.max(next.at, 0);
      try {
        next.run();
      } finally {
        this.clock.held = undefined;
      }
    }
  }

  /** Adds a record with a new ID and the present time. */
  create<K extends Kind>(
    kind: K,
    prefix: string,
    fields: Omit<Records[K], 'id' | 'createdAt' | 'updatedAt'> & { id?: string },
  ): Records[K] {
    const { now } = this;
    const record = { id: makeId(prefix), createdAt: now, updatedAt: now, deletedAt: null, ...fields };
    return this.store.put(kind, record as unknown as Records[K]);
  }

  /** Changes some fields of a record. */
  change<K extends Kind>(kind: K, record: Records[K], fields: Partial<Records[K]>): Records[K] {
    return this.store.put(kind, Object.assign(record, fields, { updatedAt: this.now }));
  }

  /** Records of a kind that belong to an organization, oldest first. */
  list<K extends Kind>(kind: K, organizationId: string): Records[K][] {
    return this.store.all(kind).filter((record: Entity) => record.organizationId === organizationId);
  }

  /** The record with an ID in an organization, if there is one. */
  find<K extends Kind>(kind: K, id: string | undefined, organizationId: string): Records[K] | undefined {
    const record = id === undefined ? undefined : this.store.get(kind, id);
    return record?.organizationId === organizationId ? record : undefined;
  }

  /**
   * The record that a path names.
   *
   * @throws a 404 if there is none
   */
  get<K extends Kind>(kind: K, id: string | undefined, { organizationId }: { organizationId: string }): Records[K] {
    const record = this.find(kind, id, organizationId);
    if (!record)
      throw new Refusal(404, `There is no record with the ID "${id ?? ''}" among the ${kind} of this organization.`);
    return record;
  }

  /**
   * The record that a field of the body names.
   *
   * @throws a 400 if there is none
   */
  refer<K extends Kind>(
    kind: K,
    field: string,
    id: string | undefined,
    { organizationId }: { organizationId: string },
  ): Records[K] {
    const record = this.find(kind, id, organizationId);
    if (!record)
      throw new Refusal(400, `${field} is "${id ?? ''}": this organization has no such record among its ${kind}.`);
    return record;
  }
}
