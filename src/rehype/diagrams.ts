/**
 * Rehype plugin: puts the drawing of every Mermaid diagram into the page, with its source for the Markdown version.
 *
 *     <mermaid value="flowchart LR …" />  →  <div class="diagram-box"><div class="diagram"><svg …></div></div><pre …>
 *
 * A diagram that wasn't drawn since it was changed stays a component, which draws it in the browser, and the build warns
 * of it with file, line, and what to do.
 */
import type { Root } from 'hast';
import { SKIP, visit } from 'unist-util-visit';
import type { VFile } from 'vfile';
import { findDrawing } from '../data/diagrams';
import { h, htmlElement } from '../render/hast';

export default function diagrams() {
  return (tree: Root, file: VFile): void => {
    visit(tree, 'element', (node, index, parent) => {
      if (node.tagName !== 'mermaid' || index === undefined || parent === undefined) return undefined;
      const source = String(node.properties.value);
      const drawing = findDrawing(file.cwd, source);
      if (drawing === undefined) {
        const line = node.position?.start.line;
        console.warn(
          `[WARNING] ${file.path}${line === undefined ? '' : `:${String(line)}`}: this diagram has no static drawing, so readers' browsers draw it. Run "npm run diagrams" and commit the result.`,
        );
        return undefined;
      }
      const { svg, width, height } = drawing;
      const style = `--diagram-width:${String(width)}px;aspect-ratio:${String(width)} / ${String(height)}`;
      parent.children.splice(
        index,
        1,
        h('div', { className: ['diagram-box'], tabIndex: 0, role: 'group', ariaLabel: 'Diagram' }, [
          htmlElement('div', { className: ['diagram'], style }, svg),
        ]),
        h('pre', { className: ['diagram-source'] }, [h('code', { className: ['language-mermaid'] }, source)]),
      );
      return [SKIP, index + 2];
    });
  };
}
