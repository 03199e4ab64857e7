/**
 * Price arithmetic of the guides: the five formulas with one set of numbers, computed and never typed, and sums of
 * amounts. The arithmetic is in `src/pricing`, which the local sandbox uses as well.
 */
import type { Element } from 'hast';
import { SpecificationError } from '../specification/specification';
import { unknownName } from '../specification/names';
import { BANDS, computePrice, type Formula, FORMULAS, PricingError, roundToCents } from '../pricing/formulas';
import { children, type Content, h } from './hast';
import { table } from './table';

/** The prices of the guides' tables: the fixed fee, the total of the first tier, and otherwise the price of one unit. */
const PRICES: Record<Formula, number> = { 'fixed-fee': 29, 'flat-rate': 10, stairstep: 50, tiered: 10, volume: 10 };

const EXPLANATIONS: Record<Formula, string> = {
  'fixed-fee': 'Fixed fee',
  'flat-rate': 'Flat rate',
  stairstep: 'Stairstep',
  tiered: 'Tiered',
  volume: 'Volume',
};

/** Total of an order in major units. Fails on an unknown formula and on quantities below 1. */
export function price(name: string, quantity: number): number {
  const formula = FORMULAS.find((entry) => entry === name);
  if (!formula) throw new SpecificationError(unknownName('pricing formula', name, FORMULAS));
  try {
    return computePrice(formula, PRICES[formula], quantity);
  } catch (error) {
    throw error instanceof PricingError ? new SpecificationError(error.message) : error;
  }
}

/** `480.00` */
export function amount(value: number): string {
  return roundToCents(value).toFixed(2);
}

/** `9 * 29 + 56.60` → `317.60`. Plus, minus, times and brackets; fails on anything else. */
export function sum(expression: string): string {
  const tokens = expression.match(/\d+(?:\.\d+)?|[-+*()]|\S/g) ?? [];
  let position = 0;
  const fail = (): never => {
    throw new SpecificationError(`Can't compute "${expression}". Use numbers, +, -, *, and parentheses.`);
  };
  const factor = (): number => {
    const token = tokens[position++];
    if (token === '(') {
      const value = total();
      return tokens[position++] === ')' ? value : fail();
    }
    return token !== undefined && /^\d/.test(token) ? Number(token) : fail();
  };
  const product = (): number => {
    let value = factor();
    while (tokens[position] === '*') {
      position += 1;
      value *= factor();
    }
    return value;
  };
  const total = (): number => {
    let value = product();
    while (tokens[position] === '+' || tokens[position] === '-') {
      value = tokens[position++] === '+' ? value + product() : value - product();
    }
    return value;
  };
  const value = total();
  return position === tokens.length ? amount(value) : fail();
}

/** `<PriceTable quantities="1 10 11" />`. */
export function priceTable(quantities: readonly number[], columns: readonly Formula[] = FORMULAS): Element {
  return table(
    'Price by quantity and formula',
    ['Quantity', ...columns.map((formula) => h('code', formula))],
    quantities.map((quantity) => [String(quantity), ...columns.map((formula) => amount(price(formula, quantity)))]),
    { className: 'figures' },
  );
}

const CHART = { width: 480, height: 300, left: 48, right: 88, top: 16, bottom: 40, quantities: 60, highest: 520 };
const CHART_FORMULAS: Formula[] = ['volume', 'stairstep'];
const COLORS: Partial<Record<Formula, string>> = { volume: 'var(--site-brand)', stairstep: 'var(--site-money)' };
const CLIFFS = [1, 10, 11, 50, 51, 60];

function x(quantity: number): number {
  return CHART.left + (quantity / CHART.quantities) * (CHART.width - CHART.left - CHART.right);
}

function y(value: number): number {
  return CHART.height - CHART.bottom - (value / CHART.highest) * (CHART.height - CHART.top - CHART.bottom);
}

/** One line per band: the gap between two lines is the cliff. */
function drawLine(formula: Formula): Element[] {
  return BANDS.map(({ first, last }) => {
    const from = first;
    const to = Math.min(last, CHART.quantities);
    const point = (quantity: number): string => `${x(quantity).toFixed(1)},${y(price(formula, quantity)).toFixed(1)}`;
    return h('polyline', {
      fill: 'none',
      stroke: COLORS[formula],
      strokeWidth: 2.5,
      strokeDasharray: formula === 'stairstep' ? '7 4' : undefined,
      points: `${point(from)} ${point(to)}`,
    });
  });
}

/** `<PriceChart />`: volume and stairstep over the quantity, with the same numbers as a table below. */
export function priceChart(): Content[] {
  const label =
    'Line chart: total price from quantity 1 to 60. ' +
    `Volume falls from ${price('volume', 10)} to ${price('volume', 11)} at 11 and from ${price('volume', 50)} to ${price('volume', 51)} at 51. ` +
    `Stairstep rises from ${price('stairstep', 10)} to ${price('stairstep', 11)} at 11 and from ${price('stairstep', 50)} to ${price('stairstep', 51)} at 51.`;
  const grid = [0, 100, 200, 300, 400, 500].flatMap((value) => [
    h('line', { stroke: 'var(--site-border)', x1: x(0), x2: x(60), y1: y(value), y2: y(value) }),
    h('text', { x: CHART.left - 8, y: y(value) + 4, textAnchor: 'end' }, String(value)),
  ]);
  const ticks = [10, 20, 30, 40, 50, 60].map((quantity) =>
    h('text', { x: x(quantity), y: CHART.height - 18, textAnchor: 'middle' }, String(quantity)),
  );
  const names = CHART_FORMULAS.map((formula) =>
    h('text', { fill: COLORS[formula], x: x(60) + 8, y: y(price(formula, 60)) + 4 }, EXPLANATIONS[formula]),
  );
  const svg = h(
    'svg',
    {
      role: 'img',
      ariaLabel: label,
      viewBox: `0 0 ${CHART.width} ${CHART.height}`,
      fill: 'var(--site-text-muted)',
      fontSize: 13,
    },
    grid,
    ticks,
    h('text', { x: x(30), y: CHART.height - 2, textAnchor: 'middle' }, 'Quantity'),
    CHART_FORMULAS.flatMap(drawLine),
    names,
  );
  return children(
    h(
      'figure',
      { className: ['chart-box'] },
      svg,
      h('figcaption', 'Total price by quantity, in the order’s currency.'),
    ),
    priceTable(CLIFFS, CHART_FORMULAS),
  );
}
