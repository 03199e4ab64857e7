/** Products and plans. */
import { Refusal } from '../errors';
import type { Fields, Plan } from '../records';
import type { Call, Handlers } from '../state';
import { findNamed, getNamed, upsert } from './crud';

/** The sign of a currency as people write it: `USD` → `$`. */
function getCurrencySign(currency: string | undefined): string | undefined {
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
  return { ...body, recurringInterval: interval, currencySign: getCurrencySign(currency), isActive, isTrialOnly };
}

function planIsUsed({ world, organizationId }: Call, planId: string): boolean {
  return world
    .list('subscriptions', organizationId)
    .some(({ items, status }) => status !== 'churned' && items.some((item) => item.planId === planId));
}

export const catalog: Handlers = {
  createProduct: ({ world, organizationId, body }) => world.create('products', 'prd', { ...body, organizationId }),
  upsertProduct: (call) => upsert(call, 'products', call.body),
  deleteProduct: (call) => {
    const { world, organizationId } = call;
    const product = getNamed(call, 'products');
    const plan = world.list('plans', organizationId).find(({ productId }) => productId === product.id);
    if (plan) throw new Refusal(409, `The product is in use by the plan "${plan.id}". Delete its plans first.`);
    world.store.remove('products', product.id);
  },
  createPlan: (call) => {
    checkPlan(call);
    const { world, organizationId, body } = call;
    return world.create('plans', 'pln', { ...derivePlan(body), organizationId, revision: 1 });
  },
  upsertPlan: (call) => {
    checkPlan(call);
    const old = findNamed(call, 'plans');
    return upsert(call, 'plans', { ...derivePlan(call.body), revision: (old?.revision ?? 0) + 1 });
  },
  deletePlan: (call) => {
    const plan = getNamed(call, 'plans');
    if (planIsUsed(call, plan.id)) {
      throw new Refusal(409, 'The plan is in use by a subscription. Set isActive to false to stop selling it.');
    }
    call.world.store.remove('plans', plan.id);
  },
};
