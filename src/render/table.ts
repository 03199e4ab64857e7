/** Tables that scroll in their own box, reachable with the keyboard; the first column names the row. */
import type { Element } from 'hast';
import { children, type Child, h } from './hast';

export interface TableOptions {
  /** Class of the table, for columns of figures and the like. */
  className?: string;
  /** Column that names the row; the first one if nothing is said. */
  header?: number;
  /** For tables whose rows are stacked on a phone: the cells say there what they are. */
  labeled?: boolean;
}

/** A cell's name for the style sheet; a column that is named by an element has none. */
const getLabel = (column: Child | undefined, wanted: boolean): { dataLabel?: string } =>
  wanted && typeof column === 'string' ? { dataLabel: column } : {};

/**
 * @param label - what the table holds, for the label of the scrolling box.
 * @param rows - cells of each row.
 */
export function table(
  label: string,
  columns: Child[],
  rows: Child[][],
  { className, header = 0, labeled = false }: TableOptions = {},
): Element {
  return h(
    'div',
    { className: ['table-box'], tabIndex: 0, role: 'group', ariaLabel: label },
    h(
      'table',
      className ? { className: [className] } : {},
      h(
        'thead',
        h(
          'tr',
          columns.map((column) => h('th', { scope: 'col' }, children(column))),
        ),
      ),
      h(
        'tbody',
        rows.map((cells) =>
          h(
            'tr',
            cells.map((cell, index) =>
              index === header
                ? h('th', { scope: 'row' }, children(cell))
                : h('td', getLabel(columns[index], labeled), children(cell)),
            ),
          ),
        ),
      ),
    ),
  );
}
