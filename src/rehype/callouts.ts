/**
 * Rehype plugin: callouts become plain elements, so that they need no script and are in the page before any runs.
 *
 *     :::warning[A key is money]     →  <div class="theme-admonition theme-admonition-warning alert alert--warning">
 *     Text.                               <p class="callout__title"><svg…/>A key is money</p><p>Text.</p>
 *     :::                                </div>
 *
 * A class (`:::warning{.money}`) is kept.
 *
 * An unknown kind stops the build with file and line.
 */
import type { Element, ElementContent, Root } from 'hast';
import { h, s } from 'hastscript';
import { visit } from 'unist-util-visit';
import type { VFile } from 'vfile';
import { serializeToHtml } from '../render/hast';

/** Kinds of callouts: label, Infima's color, and the path of a 16 by 16 icon. */
const KINDS: Record<string, { label: string; alert: string; icon: string }> = {
  note: {
    label: 'Note',
    alert: 'secondary',
    icon: 'M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM7.2 4.4h1.6V6H7.2zm0 2.8h1.6v4.4H7.2z',
  },
  warning: {
    label: 'Warning',
    alert: 'warning',
    icon: 'M8 1.3.9 13.9h14.2zM7.2 6h1.6v4H7.2zm0 4.8h1.6v1.6H7.2z',
  },
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
      const icon = s(
        'svg',
        { viewBox: '0 0 16 16', ariaHidden: 'true' },
        s('path', { d: kind.icon, fillRule: 'evenodd' }),
      );
      const heading = h('p', { className: ['callout__title'] }, icon, title ?? kind.label);
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
