/** A figure of the benchmark. */
export interface Figure {
  readonly what: string;
  readonly figure: number;
  readonly unit: 's' | 'ms' | 'kB' | 'ratio' | 'points' | 'per second';
}

/** Adds a figure, and prints it. */
export type Add = (what: string, figure: number, unit: Figure['unit']) => void;

/** The middle one of some values. */
export const median = (values: readonly number[]): number =>
  [...values].sort((left, right) => left - right)[values.length >> 1] ?? NaN;
