/** What's the same for many kinds of records: lists, reads, plain deletions and upserts. One line per operation. */
import { Refusal } from '../errors';
import { makeList } from '../lists';
import type { Fields, Kind, Records } from '../records';
import type { Call, Handler, Handlers } from '../state';

/** Operations that list all records of a kind. */
const LISTS: Record<string, Kind> = {
  listCustomers: 'customers',
  listPaymentInstrumentTokens: 'tokens',
  listCustomerInvoices: 'invoices',
  listProducts: 'products',
  listPlans: 'plans',
  listTransactions: 'transactions',
  listSubscriptionCancellations: 'cancellations',
  listSubscriptionPauses: 'pauses',
  listSubscriptionReactivations: 'reactivations',
  listWebhookDestinations: 'destinations',
};

/** Operations that show one record as it's stored. */
const READS: Record<string, Kind> = {
  getCustomer: 'customers',
  getPaymentInstrumentToken: 'tokens',
  getProduct: 'products',
  getPlan: 'plans',
  getTransaction: 'transactions',
  getSubscriptionCancellation: 'cancellations',
  getSubscriptionPause: 'pauses',
  getSubscriptionReactivation: 'reactivations',
  getWebhookDestination: 'destinations',
};

/** Operations that remove a record that nothing else depends on. */
const DELETIONS: Record<string, Kind> = {
  deletePaymentInstrument: 'instruments',
  deleteWebhookDestination: 'destinations',
};

/** The value of a path's last placeholder, which names the record that the call is about. */
function lastId({ operation, params }: Call): string {
  const [, name = ''] = [...operation.path.matchAll(/\{(\w+)\}/g)].at(-1) ?? [];
  return params[name] ?? '';
}

/**
 * The record that a call's path names.
 *
 * @throws a 404 if there is none
 */
export function getNamed<K extends Kind>(call: Call, kind: K): Records[K] {
  return call.world.get(kind, lastId(call), call);
}

/** The record that a call's path names, if there is one. */
export function findNamed<K extends Kind>(call: Call, kind: K): Records[K] | undefined {
  return call.world.find(kind, lastId(call), call.organizationId);
}

/**
 * Replaces the record that a call's path names, or makes it with this ID.
 *
 * @throws a 404 if the ID is that of another organization's record
 */
export function upsert(call: Call, kind: 'products' | 'plans' | 'customers', fields: Fields): unknown {
  const { world, organizationId } = call;
  const id = lastId(call);
  const taken = world.store.get(kind, id);
  if (taken && taken.organizationId !== organizationId)
    throw new Refusal(404, 'Another organization has a record with this ID.');
  const times = taken ? { createdAt: taken.createdAt } : {};
  return world.create(kind, '', { ...fields, id, organizationId, ...times });
}

/** A handler for each operation of a table. */
function makeHandlers(table: Record<string, Kind>, make: (kind: Kind) => Handler): Handlers {
  return Object.fromEntries(Object.entries(table).map(([id, kind]) => [id, make(kind)]));
}

export const crud: Handlers = {
  ...makeHandlers(LISTS, (kind) => (call) => makeList(call, call.world.list(kind, call.organizationId))),
  ...makeHandlers(READS, (kind) => (call) => getNamed(call, kind)),
  ...makeHandlers(DELETIONS, (kind) => (call) => {
    call.world.store.remove(kind, getNamed(call, kind).id);
  }),
};
