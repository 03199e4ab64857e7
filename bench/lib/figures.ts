import type { Part } from './bundle';
import type { Row } from './table';

/** The bound of a figure, if it has one. */
type Bound = Pick<Row, 'atMost' | 'atLeast'>;

/** Collects the figures of a run. */
export interface Figures {
  /** The figures so far, in order. */
  readonly rows: readonly Row[];
  /** The parts of a page, by route. */
  readonly bundles: Record<string, readonly Part[]>;
  /** Adds a figure and prints it. */
  readonly add: (what: string, figure: number, unit: Row['unit'], bound?: Bound) => void;
}

/** Creates an empty collection. */
export function createFigures(): Figures {
  const rows: Row[] = [];
  const add: Figures['add'] = (what, figure, unit, bound = {}) => {
    rows.push({ what, figure, unit, ...bound });
    console.log(`${what}: ${figure.toFixed(2)} ${unit}`);
  };
  return { rows, bundles: {}, add };
}
