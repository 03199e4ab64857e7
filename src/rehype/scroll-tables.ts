/**
 * Rehype plugin: puts the tables of Markdown into a box that scrolls sideways and is reached with the keyboard, as the
 * tables of components are.
 *
 *     <table>…</table>  →  <div class="table-box" tabindex="0" role="group" aria-label="Table"><table>…</table></div>
 *
 * Never fails. Runs before the components are expanded, so that it meets Markdown's tables only.
 */
import type { Element, Root } from 'hast';
import { SKIP, visit } from 'unist-util-visit';
import { h } from '../render/hast';

export default function scrollTables() {
  return (tree: Root): void => {
    visit(tree, 'element', (node: Element, index, parent) => {
      if (node.tagName !== 'table' || parent === undefined || index === undefined) return undefined;
      parent.children[index] = h(
        'div',
        { className: ['table-box'], tabIndex: 0, role: 'group', ariaLabel: 'Table' },
        node,
      );
      return SKIP;
    });
  };
}
