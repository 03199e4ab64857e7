/** The world as a table for people: `api-spec/README.md` shows it between two markers. */
import { formatDay } from './calendar';
import {
  getCharges,
  getNextCharge,
  getPaidAt,
  getSubscriptionStatus,
  find,
  INVOICES,
  SALES,
  getRefundAmount,
  getLifetimeRevenue,
  getInvoiceStatus,
} from './timeline';
import * as objects from './objects';
import * as history from './history';

const START = '<!-- world:start -->';
const END = '<!-- world:end -->';

const money = (amount: number): string => `${amount.toFixed(2)} ${history.CURRENCY}`;
const name = (id: string): string => {
  const { firstName, lastName } = find(history.CUSTOMERS, id);
  return `${firstName} ${lastName}`;
};
const sentence = (...parts: readonly (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined).join(', ');

type Row = readonly [kind: string, id: string, facts: string];

function* listMerchantRows(): Generator<Row> {
  yield [
    'Account',
    history.ACCOUNT.id,
    sentence(history.ACCOUNT.name, `created ${history.ACCOUNT.createdAt}`, `activated ${history.ACCOUNT.activatedAt}`),
  ];
  yield ['API key', history.API_KEY.id, sentence(`created ${history.API_KEY.createdAt}`, 'in samples `$PAI_API_KEY`')];
  yield [
    'Second API key',
    history.SERVICE_KEY.id,
    sentence(`created ${history.SERVICE_KEY.createdAt}`, `rotated ${history.SERVICE_KEY.rotatedAt ?? 'never'}`),
  ];
  yield [
    'Account secret',
    history.ACCOUNT.secret,
    `changed to \`${history.ACCOUNT.newSecret}\` ${history.ACCOUNT.secretChangedAt}`,
  ];
  yield [
    'Organization',
    history.ORGANIZATION.id,
    sentence(history.ORGANIZATION.name, history.ORGANIZATION.website, `created ${history.ORGANIZATION.createdAt}`),
  ];
  yield ['Publishable key', history.ORGANIZATION.publishableKey, 'of the sandbox'];
  yield [
    'Webhook destination',
    history.DESTINATION.id,
    sentence(
      history.DESTINATION.url,
      `user \`${history.DESTINATION.username}\``,
      `created ${history.DESTINATION.createdAt}`,
    ),
  ];
  for (const product of history.PRODUCTS)
    yield [
      'Product',
      product.id,
      sentence(product.name, `per ${product.unitLabel}`, `tax ${product.taxRate} %`, `created ${product.createdAt}`),
    ];
  for (const plan of history.PLANS) {
    const { interval, trial } = plan;
    yield [
      'Plan',
      plan.id,
      sentence(
        plan.name,
        money(plan.price),
        plan.formula,
        interval
          ? `every ${interval.length} ${interval.unit}, ${interval.billingTiming}`
          : plan.trialOnly
            ? 'trial-only'
            : 'one-time',
        trial && `trial ${trial.price.toFixed(2)} for ${trial.period.length} ${trial.period.unit}s`,
        plan.setupPrice === undefined ? undefined : `setup ${money(plan.setupPrice)}`,
        interval?.anchor && `on day ${interval.anchor.day} of the month`,
      ),
    ];
  }
}

function* listPeopleRows(): Generator<Row> {
  for (const customer of history.CUSTOMERS) {
    const revenue = getLifetimeRevenue(customer.id, history.NOW);
    yield [
      'Customer',
      customer.id,
      sentence(
        name(customer.id),
        customer.organization && `of ${customer.organization}`,
        customer.email,
        `${customer.address.city}, ${customer.address.country}`,
        customer.tags.length > 0 ? `tag ${customer.tags.join(', ')}` : undefined,
        `created ${customer.createdAt}`,
        revenue > 0 ? `lifetime revenue ${money(revenue)}` : undefined,
      ),
    ];
  }
  for (const { id, card, createdAt, expiresAt } of history.TOKENS)
    yield ['Token', id, sentence(`card ${card.number}`, `created ${createdAt}`, `expires ${expiresAt}`)];
  for (const { id, customer, card, bank, createdAt } of history.INSTRUMENTS)
    yield [
      'Payment instrument',
      id,
      sentence(
        name(customer),
        card && `${card.brand} ending ${card.lastFour}, ${card.month}/${card.year}`,
        bank && `${bank.name}, account ending ${bank.lastFour}`,
        `created ${createdAt}`,
      ),
    ];
}

function* listOrderRows(): Generator<Row> {
  for (const order of history.SUBSCRIPTIONS) {
    const next = getNextCharge(order, history.NOW);
    yield [
      'Subscription',
      order.id,
      sentence(
        name(order.customer),
        `${find(history.PLANS, order.plan).name} × ${order.quantity}`,
        `created ${order.createdAt}`,
        `${getCharges(order).length} charges`,
        getSubscriptionStatus(order, history.NOW),
        next === null ? 'no next charge' : `next charge ${next}`,
      ),
    ];
  }
  for (const order of history.ONE_TIME_ORDERS)
    yield [
      'One-time order',
      order.id,
      sentence(
        name(order.customer),
        `${find(history.PLANS, order.plan).name} × ${order.quantity}`,
        `created ${order.createdAt}`,
      ),
    ];
  for (const { id, terms, subscription } of history.CANCELLATIONS) {
    const last = terms.at(-1);
    const { status = null } = objects.cancellation(id, history.NOW);
    yield [
      'Cancellation',
      id,
      sentence(
        `of \`${subscription}\``,
        `confirmed ${last?.at ?? ''}`,
        last?.churnTimePolicy,
        typeof status === 'string' ? status : undefined,
      ),
    ];
  }
  for (const pause of history.PAUSES)
    yield [
      'Pause',
      pause.id,
      sentence(
        `of \`${pause.subscription}\``,
        `created ${pause.createdAt}`,
        `from ${pause.effectiveAt} to ${pause.endAt}`,
      ),
    ];
  for (const reactivation of history.REACTIVATIONS)
    yield [
      'Reactivation',
      reactivation.id,
      sentence(`of \`${reactivation.subscription}\``, `created ${reactivation.createdAt}`),
    ];
}

function* listPaymentRows(): Generator<Row> {
  for (const invoice of INVOICES)
    yield [
      'Invoice',
      invoice.id,
      sentence(
        `\`${invoice.number}\``,
        `of \`${invoice.order}\``,
        `issued ${formatDay(invoice.issuedAt, true)}`,
        money(invoice.total),
        invoice.totalTax > 0 ? `tax ${money(invoice.totalTax)} included` : undefined,
        getInvoiceStatus(invoice, history.NOW),
        getPaidAt(invoice, history.NOW) && `paid ${getPaidAt(invoice, history.NOW) ?? ''}`,
      ),
    ];
  for (const sale of SALES)
    yield [
      'Sale',
      sale.id,
      sentence(`of \`${sale.invoice.id}\``, money(sale.invoice.total), sale.result, `created ${sale.at}`),
    ];
  yield [
    'Authentication',
    history.AUTHENTICATION.id,
    sentence(`before \`${history.AUTHENTICATION.sale}\``, `created ${history.AUTHENTICATION.at}`),
  ];
  for (const refund of history.REFUNDS)
    yield [
      'Refund',
      refund.id,
      sentence(`of \`${refund.sale}\``, money(getRefundAmount(refund)), `created ${refund.at}`),
    ];
  for (const dispute of history.DISPUTES)
    yield [
      'Dispute',
      dispute.id,
      sentence(
        `of \`${dispute.sale}\``,
        `reason code ${dispute.reasonCode}`,
        `created ${dispute.createdAt}`,
        `deadline ${dispute.deadlineAt}`,
      ),
    ];
}

/** The world's table as Markdown, without its markers. */
function writeWorldTable(): string {
  const rows = [...listMerchantRows(), ...listPeopleRows(), ...listOrderRows(), ...listPaymentRows()];
  return [
    '| Object | ID | Facts |',
    '| --- | --- | --- |',
    ...rows.map(([kind, id, facts]) => `| ${kind} | \`${id}\` | ${facts} |`),
  ].join('\n');
}

/**
 * Puts the table between the markers of a README.
 * @param readme Text of the README.
 * @returns The text with the world's present table.
 * @throws {Error} If a marker is missing.
 */
export function withWorldTable(readme: string): string {
  const [start, end] = [readme.indexOf(START), readme.indexOf(END)];
  if (start < 0 || end < start)
    throw new Error(`api-spec/README.md is missing ${START} or ${END}; put both around the table of example data`);
  return `${readme.slice(0, start + START.length)}\n\n${writeWorldTable()}\n\n${readme.slice(end)}`;
}
