/** What the benchmark has found so far. */
import type { Part } from './bundle';
import type { Row } from './table';

export const rows: Row[] = [];

/** Notes a figure, and says it. */
export const add = (what: string, figure: number, unit: Row['unit'], atMost?: number, atLeast?: number): void => {
  rows.push({ what, figure, unit, ...(atMost !== undefined && { atMost }), ...(atLeast !== undefined && { atLeast }) });
  console.log(`${what}: ${figure.toFixed(2)} ${unit}`);
};

/** What pages are made of, by route. */
export const bundles: Record<string, readonly Part[]> = {};
