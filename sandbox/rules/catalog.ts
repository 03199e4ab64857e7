/** Products and plans. */
import { Refusal } from '../errors';
import { makeList } from '../lists';
import type { Fields, Kind, Plan } from '../records';
import type { Call, Handler, Handlers } from '../world';

/** Handlers of a list, a read and a delete, which are the same for many kinds. */
export function listOf(kind: Kind): Handler {
  return (call) => makeList(call, call.world.list(kind, call.organizationId));
}
export function readOf(kind: Kind, parameter: string): Handler {
  return (call) => call.world.get(kind, call.params[parameter], call);
}

/** The sign of a currency as people write it: `USD` → `$`. */
function signOf(currency: string | undefined): string | undefined {
  if (currency === undefined) return undefined;
  const parts = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  }).formatToParts(0);
  return parts.find(({ type }) => type === 'currency')?.value;
}

function checkPlan({ world, body, organizationId }: Call): void {
  const { productId, pricing, setup, trial } = body as Partial<Plan>;
  if (productId !== undefined) world.refer('products', 'productId', productId, { organizationId });
  for (const [field, price] of [
    ['pricing.price', pricing?.price],
    ['setup.price', setup?.price],
    ['trial.price', trial?.price],
  ] as const) {
    if (price !== undefined && price < 0) throw new Refusal(400, `${field} is ${price}: a price can't be negative.`);
  }
}

/** Fields of a plan that follow from the others or have a default. */
function derivePlan(body: Fields): Fields {
  const { isActive = true, isTrialOnly = false, currency, recurringInterval } = body as Partial<Plan>;
  const interval = recurringInterval && { periodAnchorInstruction: { method: 'immediately' }, ...recurringInterval };
  return { ...body, recurringInterval: interval, currencySign: signOf(currency), isActive, isTrialOnly };
}

function planIsUsed({ world, organizationId }: Call, planId: string): boolean {
  return world
    .list('subscriptions', organizationId)
    .some(({ items, status }) => status !== 'churned' && items.some((item) => item.planId === planId));
}

export const catalog: Handlers = {
  listProducts: listOf('products'),
  getProduct: readOf('products', 'productId'),
  createProduct: ({ world, organizationId, body }) => world.create('products', 'prd', { ...body, organizationId }),
  upsertProduct: (call) => upsert(call, 'products', 'productId', call.body),
  deleteProduct: (call) => {
    const { world, params, organizationId } = call;
    const product = world.get('products', params['productId'], call);
    const plan = world.list('plans', organizationId).find(({ productId }) => productId === product.id);
    if (plan) throw new Refusal(409, `The product is in use by the plan "${plan.id}". Delete its plans first.`);
    world.store.remove('products', product.id);
  },
  listPlans: listOf('plans'),
  getPlan: readOf('plans', 'planId'),
  createPlan: (call) => {
    checkPlan(call);
    const { world, organizationId, body } = call;
    return world.create('plans', 'pln', { ...derivePlan(body), organizationId, revision: 1 });
  },
  upsertPlan: (call) => {
    checkPlan(call);
    const old = call.world.find('plans', call.params['planId'], call.organizationId);
    return upsert(call, 'plans', 'planId', { ...derivePlan(call.body), revision: (old?.revision ?? 0) + 1 });
  },
  deletePlan: (call) => {
    const plan = call.world.get('plans', call.params['planId'], call);
    if (planIsUsed(call, plan.id)) {
      throw new Refusal(409, 'The plan is in use by a subscription. Set isActive to false to stop selling it.');
    }
    call.world.store.remove('plans', plan.id);
  },
};

/** Replaces a record, or makes it with the ID of the path if there is none. */
export function upsert(
  call: Call,
  kind: 'products' | 'plans' | 'customers',
  parameter: string,
  fields: Fields,
): unknown {
  const { world, organizationId } = call;
  const id = call.params[parameter] ?? '';
  const taken = world.store.get(kind, id);
  if (taken && taken.organizationId !== organizationId)
    throw new Refusal(404, 'Another organization has a record with this ID.');
  const times = taken ? { createdAt: taken.createdAt } : {};
  return world.create(kind, '', { ...fields, id, organizationId, ...times });
}
