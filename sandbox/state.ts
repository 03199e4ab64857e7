/** What the rules work with: records, clock, events, and what is due when. */
import { randomBytes } from 'node:crypto';
import type { Specification, Operation } from '../src/specification/specification';
import { type Clock, Schedule } from './clock';
import { Refusal } from './errors';
import { EventLog } from './events';
import { type Customer, type Entity, type Fields, type Kind, type Records, TEXTS } from './records';
import type { Resolve } from './shape';
import { Store } from './store';

/** The query of a request, with each value of the type that the OpenAPI file gives it. */
export type Query = Record<string, string | number | boolean | string[] | undefined>;

/** One request that has passed the validation, by the account that its API key names. */
export interface Call {
  operation: Operation;
  world: World;
  /** Values of the path's placeholders. */
  params: Record<string, string>;
  query: Query;
  body: Fields;
  /** The organization of the path; empty where the path has none. */
  organizationId: string;
  accountId: string;
}

/** Answers an operation: a record, a list envelope, the bytes of a PDF, or nothing. */
export type Handler = (call: Call) => unknown;
/** Handlers by the `operationId` of the OpenAPI file. */
export type Handlers = Record<string, Handler>;

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A new ID that says what it's the ID of: `cus_4kX9…`. */
export const makeId = (prefix: string): string =>
  `${prefix}_${[...randomBytes(12)].map((byte) => LETTERS[byte % LETTERS.length]).join('')}`;

/** What happens to records of a kind by itself. */
export interface DueRule<K extends Kind> {
  kind: K;
  /** Moments at which the record has to be looked at again. */
  when: (record: Records[K]) => (string | null | undefined)[];
  /** Does what is due now. */
  run: (record: Records[K], world: World) => void;
}

/** Where something belongs. */
type Scope = { organizationId?: string };

export class World {
  readonly store = new Store();
  readonly events = new EventLog(this);
  /** Address at which the sandbox answers, for payment pages. */
  baseUrl = '';
  /** The status in which the next charge or refund stays, without a result. */
  heldStatus?: string;
  /** The tax on later invoices, in percent. */
  taxRate = 0;
  /** Whether the next request that isn't a GET is carried out without a response. */
  losesNextResponse = false;
  /** Advises on a request, by the fields that its body can have. */
  advise: (call: Call, fields: readonly string[]) => void = () => undefined;
  /** What was computed from lists, by its name, until a record changes. */
  kept = new WeakMap<readonly Entity[], Map<string, unknown>>();
  private readonly schedule = new Schedule();

  constructor(
    readonly specification: Specification,
    readonly resolve: Resolve,
    readonly clock: Clock,
    private readonly dueRules: readonly DueRule<Kind>[],
  ) {}

  get now(): string {
    return this.clock.now;
  }

  /** Notes that a record has changed: when it has to be looked at, and that its texts are others. */
  noteChange(kind: Kind, id: string): void {
    // Events change with every delivery, and no operation lists them.
    if (kind !== 'events') this.kept = new WeakMap();
    const record = this.store.get(kind, id);
    if (!record) return;
    record[TEXTS] = undefined;
    const rule = this.dueRules.find((entry) => entry.kind === kind);
    const run = (): void => {
      const current = this.store.get(kind, id);
      if (current) rule?.run(current, this);
    };
    for (const at of new Set(rule?.when(record))) if (at) this.schedule.add(at, run);
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
    const times = { createdAt: this.now, updatedAt: this.now, deletedAt: null };
    return this.store.put(kind, { id: makeId(prefix), ...times, ...fields } as unknown as Records[K]);
  }

  /** Changes some fields of a record. */
  change<K extends Kind>(kind: K, record: Records[K], fields: Partial<Records[K]>): Records[K] {
    return this.store.put(kind, Object.assign(record, fields, { updatedAt: this.now }));
  }

  /** The record with an ID in an organization, if there is one. */
  find<K extends Kind>(kind: K, id: string | undefined, { organizationId = '' }: Scope): Records[K] | undefined {
    const record = id === undefined ? undefined : this.store.get(kind, id);
    return record?.organizationId === organizationId ? record : undefined;
  }

  /** The record that a path names. Throws a 404 if there is none. */
  get<K extends Kind>(kind: K, id: string, scope: Scope): Records[K] {
    const record = this.find(kind, id, scope);
    if (record) return record;
    throw new Refusal(404, `There is no record with the ID "${id}" among the ${kind} of this organization.`);
  }

  /** The record that a field of the body names. Throws a 400 if there is none. */
  refer<K extends Kind>(kind: K, field: string, id = '', scope: Scope): Records[K] {
    const record = this.find(kind, id, scope);
    if (record) return record;
    throw new Refusal(400, `${field} is "${id}": this organization has no such record among its ${kind}.`);
  }

  /** A customer as subscriptions show it. */
  contact({ id, firstName, lastName, organization, email }: Partial<Customer> = {}): Fields {
    return { id, firstName, lastName, organization: organization ?? undefined, email };
  }
}
