/**
 * Rehype plugin: replaces the components of a page by static content made from the bundled specification.
 *
 *     The limit is <Limit of="listCustomers.query.limit.maximum" />.
 *     →  The limit is 100.
 *
 * Option: `specificationFile`, path of the bundled specification (JSON), from the folder of the build. Guides that
 * mention an operation are read from `backlinks.json` beside it, if it's there. A wrong name, a missing attribute, or a
 * component in the wrong place stops the build with file, line, and what to do.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Nodes, Root } from 'hast';
import type { MdxJsxFlowElementHast, MdxJsxTextElementHast } from 'mdast-util-mdx-jsx';
import type { VFile } from 'vfile';
import { SpecificationError } from '../specification/specification';
import { PageIds } from '../specification/field-tree';
import { loadSpecification } from '../specification/load';
import { nearestName } from '../specification/names';
import type { JsonValue } from '../specification/types';
import { readAttribute } from '../mdx/attributes';
import { Attributes, COMPONENTS, type RenderContext } from '../render/components';
import { getPayloadFiles } from '../render/payload-schema';
import type { Backlinks } from '../render/related-guides';
import { type Content, h, serializeToHtml } from '../render/hast';

export interface Options {
  specificationFile: string;
}

type JsxElement = MdxJsxFlowElementHast | MdxJsxTextElementHast;
type Parent = Extract<Nodes, { children: unknown[] }> | JsxElement;

function isJsx(node: { type: string }): node is JsxElement {
  return node.type === 'mdxJsxFlowElement' || node.type === 'mdxJsxTextElement';
}

function readAttributes(node: JsxElement): Record<string, JsonValue> {
  return Object.fromEntries(node.attributes.map(readAttribute));
}

/** The guides for each operation and field, from the file that `npm run generate` writes. None before its first run. */
function readBacklinks(file: string): Backlinks {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Backlinks) : {};
}

function expand(node: JsxElement, name: string, parent: Parent, context: RenderContext): Content[] {
  const component = COMPONENTS[name];
  if (!component) return [];
  const place = parent.type === 'element' ? parent.tagName : '';
  if (/^h[1-6]$/.test(place)) {
    throw new SpecificationError(
      `<${name}> can't be in a heading, because the table of contents can't show it. Move it.`,
    );
  }
  if (!component.inline && node.type === 'mdxJsxTextElement') {
    throw new SpecificationError(
      `<${name}> can't be inside a paragraph. Put it on its own line, with a blank line before and after.`,
    );
  }
  if (node.children.length > 0)
    throw new SpecificationError(`<${name}> can't have content. Close the tag: <${name} … />.`);
  const result = component.render(new Attributes(name, readAttributes(node)), context);
  const parts = Array.isArray(result) ? result : [result];
  const content = parts.map(serializeToHtml);
  // MDX removes the paragraph around an inline component that is alone in it.
  const isAlone = component.inline && node.type === 'mdxJsxFlowElement' && parent.type === 'root';
  return isAlone ? [h('p', content)] : content;
}

export default function expandComponents(options: Options) {
  return (tree: Root, file: VFile): void => {
    const specificationFile = path.resolve(file.cwd, options.specificationFile);
    const backlinksFile = path.join(path.dirname(specificationFile), 'backlinks.json');
    let context: RenderContext | undefined;
    let number = 0;
    const createContext = (): RenderContext =>
      (context ??= {
        specification: loadSpecification(specificationFile, true),
        backlinks: readBacklinks(backlinksFile),
        payloadFiles: getPayloadFiles(specificationFile),
        ids: new PageIds(),
        nextNumber: () => (number += 1),
      });

    const walk = (parent: Parent): void => {
      for (let index = 0; index < parent.children.length; index += 1) {
        const node = parent.children[index];
        if (!node) continue;
        if (isJsx(node) && node.name && Object.hasOwn(COMPONENTS, node.name)) {
          try {
            const content = expand(node, node.name, parent, createContext());
            (parent.children as Content[]).splice(index, 1, ...content);
            index += content.length - 1;
          } catch (error) {
            if (error instanceof SpecificationError) file.fail(error.message, node.position);
            throw error;
          }
        } else if (isJsx(node) && node.name && /^[A-Z][A-Za-z]+$/.test(node.name)) {
          failOnTypo(node.name, node, file);
          walk(node);
        } else if ('children' in node) {
          walk(node);
        }
      }
    };
    walk(tree);
  };
}

/** Other components (admonitions, tabs) are left alone. A similar name is a typo. */
function failOnTypo(name: string, node: JsxElement, file: VFile): void {
  const nearest = nearestName(name, Object.keys(COMPONENTS));
  if (nearest && nearest.toLowerCase().slice(0, 4) === name.toLowerCase().slice(0, 4)) {
    file.fail(`Unknown component <${name}>. Did you mean <${nearest}>?`, node.position);
  }
}
