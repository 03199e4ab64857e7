/** Products and plans. */
import { Refusal } from '../errors';
import type { Fields, Plan } from '../records';
import type { Call, Handlers } from '../state';
import { findNamed, getNamed, upsert } from './crud';

/** The sign of a currency as people write it: `USD` → `$`. */
function getCurrencySign(currency: string | undefined): string | undefined {
  if (currency === undefined) return undefined;
  const format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' });
  return format.formatToParts(0).find(({ type }) => type === 'currency')?.value;
}

/** A plan's fields from a body: some follow from others or have a default. */
function readPlan({ world, body, organizationId }: Call): Fields {
  const { productId, pricing, setup, trial, isActive = true, isTrialOnly = false, ...plan } = body as Partial<Plan>;
  if (productId !== undefined) world.refer('products', 'productId', productId, { organizationId });
  for (const [field, part] of Object.entries({ pricing, setup, trial })) {
    if ((part?.price ?? 0) < 0) throw new Refusal(400, `${field}.price is ${part?.price}: a price can't be negative.`);
  }
  const { recurringInterval: interval, currency } = plan;
  const recurringInterval = interval && { periodAnchorInstruction: { method: 'immediately' }, ...interval };
  return { ...body, recurringInterval, currencySign: getCurrencySign(currency), isActive, isTrialOnly };
}

export const catalog: Handlers = {
  createProduct: ({ world, organizationId, body }) => world.create('products', 'prd', { ...body, organizationId }),
  upsertProduct: (call) => upsert(call, 'products', call.body),
  deleteProduct: (call) => {
    const product = getNamed(call, 'products');
    const plan = call.world.store
      .listOf('plans', call.organizationId)
      .find(({ productId }) => productId === product.id);
    if (plan) throw new Refusal(409, `The product is in use by the plan "${plan.id}". Delete its plans first.`);
    call.world.store.remove('products', product.id);
  },
  createPlan: (call) =>
    call.world.create('plans', 'pln', { ...readPlan(call), organizationId: call.organizationId, revision: 1 }),
  upsertPlan: (call) =>
    upsert(call, 'plans', { ...readPlan(call), revision: (findNamed(call, 'plans')?.revision ?? 0) + 1 }),
  deletePlan: (call) => {
    const plan = getNamed(call, 'plans');
    const isUsed = call.world.store
      .listOf('subscriptions', call.organizationId)
      .some(({ items, status }) => status !== 'churned' && items.some((item) => item.planId === plan.id));
    if (isUsed)
      throw new Refusal(409, 'The plan is in use by a subscription. Set isActive to false to stop selling it.');
    call.world.store.remove('plans', plan.id);
  },
};
