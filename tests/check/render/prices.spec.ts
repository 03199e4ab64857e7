/** The price arithmetic of the guides, against amounts that were computed by hand. */
import { expect, test } from '@playwright/test';
import world from '../../../sandbox/world.json';
import { FORMULAS } from '../../../src/pricing/formulas';
import { price, sum } from '../../../src/render/prices';
import { renderPage, getText } from './support';

test('quantity 60 under each formula', () => {
  expect(FORMULAS.map((formula) => price(formula, 60))).toEqual([29, 600, 500, 480, 360]);
});

test('the cliffs of volume and stairstep', () => {
  expect([price('volume', 50), price('volume', 51)]).toEqual([400, 306]);
  expect([price('volume', 10), price('volume', 11)]).toEqual([100, 88]);
  expect([price('stairstep', 50), price('stairstep', 51)]).toEqual([200, 500]);
  expect([price('stairstep', 10), price('stairstep', 11)]).toEqual([50, 200]);
});

test('the example plans cost one unit what the guide says', () => {
  for (const [id, formula] of [
    ['pln_OfficeTiered', 'tiered'],
    ['pln_OfficeVolume', 'volume'],
    ['pln_OfficeStairstep', 'stairstep'],
  ] as const) {
    const plan = world.records.plans.find((entry) => entry.id === id);
    expect(plan?.pricing, id).toMatchObject({ formula, price: price(formula, 1) });
  }
});

test('tiered never falls', () => {
  for (let quantity = 2; quantity <= 200; quantity += 1) {
    expect(price('tiered', quantity)).toBeGreaterThan(price('tiered', quantity - 1));
  }
});

test('sums are exact to the cent', () => {
  expect(sum('9 * 29 + 56.60')).toBe('317.60');
  expect(sum('0.1 + 0.2')).toBe('0.30');
  expect(sum('2 * (18 + 3.60) - 1')).toBe('42.20');
  for (const bad of ['', '1 +', '(1', '1 2', 'x', '1 / 2']) expect(() => sum(bad), bad).toThrow(/Can't compute/);
});

test('table and chart show computed numbers', async () => {
  const text = getText(
    await renderPage('<PriceTable quantities="60" />\n\n<PriceChart />\n\n<Price formula="tiered" quantity={60} />'),
  );
  for (const total of ['29.00', '600.00', '500.00', '480.00', '360.00', '306.00']) expect(text).toContain(total);
});
