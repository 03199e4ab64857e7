/**
 * Rehype plugin, the last one: what is left of Markdown's own elements becomes ready-made HTML, together with what the
 * components put into them. The anchors and links of all of it are handed to the build's check.
 *
 *     <p>See <a href="/docs/api/errors">errors</a>.</p>
 *     →  <p dangerouslySetInnerHTML={{ __html: 'See <a href="/docs/api/errors">errors</a>.' }} />
 *        <Checked ids="" links="/docs/api/errors" />
 *
 * Never fails.
 */
import type { Root } from 'hast';
import { collectAddresses, component, type Content, serializeToHtml } from '../render/hast';

export default function inlineStaticHtml() {
  return (tree: Root): void => {
    const { ids, links } = collectAddresses(tree);
    tree.children = tree.children.map((child) => serializeToHtml(child as Content));
    tree.children.push(component('Checked', { ids: ids.join(' '), links: [...new Set(links)].join(' ') }));
  };
}
