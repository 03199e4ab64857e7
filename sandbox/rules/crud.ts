/** What's the same for many kinds of records: lists, reads, plain deletions and upserts. */
import { Refusal } from '../errors';
import { makeList } from '../lists';
import type { Fields, Kind, Records } from '../records';
import type { Call, Handler, Handlers } from '../state';

/** Kinds whose records `list…s` lists and `get…` shows as they're stored, by their name in operation IDs. */
const KINDS: Record<string, Kind> = {
  Customer: 'customers',
  PaymentInstrumentToken: 'tokens',
  CustomerInvoice: 'invoices',
  Product: 'products',
  Plan: 'plans',
  Transaction: 'transactions',
  SubscriptionCancellation: 'cancellations',
  SubscriptionPause: 'pauses',
  SubscriptionReactivation: 'reactivations',
  WebhookDestination: 'destinations',
};

/** The value of a path's last placeholder, which names the record that the call is about. */
const lastId = ({ operation, params }: Call): string => params[/.*\{(\w+)\}/.exec(operation.path)?.[1] ?? ''] ?? '';

/** The record that a call's path names. Throws a 404 if there is none. */
export const getNamed = <K extends Kind>(call: Call, kind: K): Records[K] => call.world.get(kind, lastId(call), call);

/** The record that a call's path names, if there is one. */
export const findNamed = <K extends Kind>(call: Call, kind: K): Records[K] | undefined =>
  call.world.find(kind, lastId(call), call);

/** Replaces the record that a call's path names, or makes it. Throws a 404 if another organization has the ID. */
export function upsert(call: Call, kind: 'products' | 'plans' | 'customers', fields: Fields): unknown {
  const { world, organizationId } = call;
  const id = lastId(call);
  const taken = world.store.get(kind, id);
  if (taken && taken.organizationId !== organizationId)
    throw new Refusal(404, 'Another organization has a record with this ID.');
  return world.create(kind, '', { ...fields, id, organizationId, ...(taken ? { createdAt: taken.createdAt } : {}) });
}

/** Removes the record that a call's path names. */
const makeDeletion =
  (kind: Kind): Handler =>
  (call) =>
    call.world.store.remove(kind, getNamed(call, kind).id);

export const crud: Handlers = {
  ...Object.fromEntries(
    Object.entries(KINDS).flatMap(([name, kind]): [string, Handler][] => [
      [`list${name}s`, (call) => makeList(call, call.world.store.listOf(kind, call.organizationId))],
      [`get${name}`, (call) => getNamed(call, kind)],
    ]),
  ),
  deletePaymentInstrument: makeDeletion('instruments'),
  deleteWebhookDestination: makeDeletion('destinations'),
};
