/**
 * Rehype plugin: callouts become plain elements, so that they need no script and are in the page before any runs.
 *
 *     :::warning[A key is money]     →  <div class="theme-admonition theme-admonition-warning alert alert--warning">
 *     Text.                               <p class="callout__title">A key is money</p><p>Text.</p>
 *     :::                                </div>
 *
 * A class (`:::warning{.money}`) is kept.
 *
 * An unknown kind stops the build with file and line.
 */
import type { Element, ElementContent, Root } from 'hast';
import { h } from 'hastscript';
import { visit } from 'unist-util-visit';
import type { VFile } from 'vfile';
import { serializeToHtml } from '../render/hast';

/** Kinds of callouts: label and Infima's color. */
const KINDS: Record<string, { label: string; alert: string }> = {
  note: { label: 'Note', alert: 'secondary' },
  warning: { label: 'Warning', alert: 'warning' },
};

/** The title of a callout and its content. */
function splitCallout(callout: Element): { title: ElementContent[] | undefined; text: ElementContent[] } {
  const [first, ...rest] = callout.children;
  const { title } = callout.properties;
  if (typeof title === 'string') return { title: [{ type: 'text', value: title }], text: callout.children };
  if (first?.type === 'element' && first.tagName === 'mdxAdmonitionTitle') return { title: first.children, text: rest };
  return { title: undefined, text: callout.children };
}

export default function callouts() {
  return (tree: Root, page: VFile): void => {
    visit(tree, 'element', (node, index, parent) => {
      if (node.tagName !== 'admonition' || parent === undefined || index === undefined) return;
      const name = String(node.properties.type);
      const kind = KINDS[name];
      if (kind === undefined) {
        page.fail(`:::${name} isn't a callout on this site. Use one of these: ${Object.keys(KINDS).join(', ')}.`, node);
      }
      const { title, text } = splitCallout(node);
      const own = node.properties.className ?? [];
      const heading = h('p', { className: ['callout__title'] }, title ?? kind.label);
      parent.children[index] = h(
        'div',
        {
          className: ['theme-admonition', `theme-admonition-${name}`, 'alert', `alert--${kind.alert}`].concat(own),
        },
        serializeToHtml(heading),
        text,
      );
    });
  };
}
