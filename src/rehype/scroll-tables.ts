/**
 * Rehype plugin: makes the tables and the inline code of Markdown fit narrow screens.
 *
 * - A table gets a box that scrolls sideways and is reached with the keyboard, as the tables of components have.
 * - A wide table of three or more columns gets the class `stack`, and its cells the names of their columns: on a phone,
 *   each row stacks under its first cell.
 * - A cell with a component among words gets the class `mixed`, so that an operation in it stays inline.
 * - A path in code breaks between its segments, and a short code with hyphens, such as a date, doesn't break.
 *
 * Never fails. Runs before the components are expanded, so that it meets Markdown's elements only.
 */
import type { Element, Root } from 'hast';
import { SKIP, visit } from 'unist-util-visit';
import { getText, h } from '../render/hast';
import { pathCode } from '../render/operation';

/** Characters of the longest cells, or words, of all columns together, from which on a phone stacks a table's rows. */
const WIDE = { cells: 90, words: 43 };
/** Characters of code that fit a cell on a phone. */
const SHORT = 24;

const elements = (parent: Element, tagName?: string): Element[] =>
  parent.children.filter(
    (child): child is Element => child.type === 'element' && (tagName === undefined || child.tagName === tagName),
  );

const isComponent = ({ type }: { type: string }): boolean => type === 'mdxJsxTextElement';

function stackIfWide(table: Element): void {
  const [head = [], ...rows] = elements(table).flatMap((part) => elements(part, 'tr').map((row) => elements(row)));
  const sumLongest = (end: RegExp): number =>
    head
      .map((_, column) => [head, ...rows].flatMap((cells) => (cells[column] ? getText(cells[column]).split(end) : [])))
      .reduce((sum, parts) => sum + Math.max(...parts.map(({ length }) => length)), 0);
  if (head.length < 3 || (sumLongest(/$/) < WIDE.cells && sumLongest(/\s/) < WIDE.words)) return;
  table.properties.className = ['stack'];
  for (const cells of rows) {
    for (const [column, cell] of cells.entries()) {
      const name = head[column];
      if (column > 0 && name) cell.properties.dataLabel = getText(name);
    }
  }
}

export default function scrollTables() {
  return (tree: Root): void => {
    visit(tree, 'element', (node: Element, index, parent) => {
      if (parent === undefined || index === undefined) return undefined;
      if (node.tagName === 'pre') return SKIP;
      if (node.tagName === 'code') {
        const text = getText(node);
        if (/^\/[\w{]/.test(text)) parent.children[index] = pathCode(text);
        else if (text.length <= SHORT && /^\S+-\S+$/.test(text)) node.properties.className = ['keep'];
        return SKIP;
      }
      if (node.tagName === 'td' && node.children.length > 1 && node.children.some(isComponent))
        node.properties.className = ['mixed'];
      if (node.tagName !== 'table') return undefined;
      stackIfWide(node);
      const box = h('div', { className: ['table-box'], tabIndex: 0, role: 'group', ariaLabel: 'Table' }, [node]);
      parent.children[index] = box;
      return undefined;
    });
  };
}
