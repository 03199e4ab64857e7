/** The benchmark's table tells what breaks a bound and what is worse than last time. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { isBroken, isWorse, formatTable, type Results } from '../../../bench/lib/table';
import { root } from '../../support/routes';

const written = JSON.parse(readFileSync(path.join(root, 'bench', 'results.json'), 'utf8')) as Results;

test('reports only ratios that are more than 20% worse than in the last table', () => {
  const ratios = written.rows.filter(({ unit, figure }) => unit === 'ratio' && figure > 0);
  expect(ratios.length).toBeGreaterThan(5);
  for (const row of ratios) {
    expect(isWorse({ ...row, figure: row.figure * 1.25 }, written), row.what).toBe(true);
    expect(isWorse({ ...row, figure: row.figure * 1.15 }, written), row.what).toBe(false);
    expect(isWorse({ ...row, figure: row.figure * 9 }, undefined), 'nothing to compare with').toBe(false);
    expect(isWorse({ ...row, unit: 's', figure: row.figure * 9 }, written), 'seconds differ by machine').toBe(false);
  }
  console.log(`${ratios.length} ratios`);
});

test('reports a figure that exceeds its limit', () => {
  const row = { what: 'x', figure: 1, unit: '' } as const;
  expect(
    [
      { ...row, atMost: 0.9 },
      { ...row, atLeast: 2 },
    ].map(isBroken),
  ).toEqual([true, true]);
  expect([row, { ...row, atMost: 1 }, { ...row, atLeast: 1 }].map(isBroken)).toEqual([false, false, false]);
});

test('the written table contains every figure and the composition of pages', () => {
  const table = formatTable(written, written);
  expect(written.rows.length).toBeGreaterThan(50);
  for (const { what, figure } of written.rows) expect(table).toContain(`${what} | ${figure.toFixed(2)}`);
  expect(Object.keys(written.bundles).length).toBeGreaterThan(2);
  for (const route of Object.keys(written.bundles)) expect(table).toContain(`\`${route}\``);
  console.log(`${written.rows.length} rows`);
});
