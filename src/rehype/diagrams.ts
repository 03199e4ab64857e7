/**
 * Rehype plugin: gives every Mermaid diagram the size at which it is drawn, from `src/data/diagram-sizes.json`, so that
 * the page keeps room for it. A diagram that is not in the file keeps none; `tests/site/diagrams.spec.ts` finds it, and
 * `npm run diagrams` records it.
 */
import type { Root } from 'hast';
import { visit } from 'unist-util-visit';
import { diagramKey, diagramSizes } from '../data/diagrams';

export default function diagrams() {
  return (tree: Root): void => {
    visit(tree, 'element', (node) => {
      if (node.tagName !== 'mermaid') return;
      const size = diagramSizes[diagramKey(String(node.properties.value))];
      if (size !== undefined) [node.properties.width, node.properties.height] = size.map(String);
    });
  };
}
