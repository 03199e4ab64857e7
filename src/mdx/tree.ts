/**
 * Reads text, lines, and literal attributes of MDX trees. Non-literal attributes are left out, because the renderer rejects
 * them with its own message.
 */
import type { Nodes } from 'mdast';
import type { MdxJsxFlowElement, MdxJsxTextElement } from 'mdast-util-mdx-jsx';
import { SpecificationError } from '../specification/specification';
import { readAttribute } from './attributes';
import type { JsonValue } from '../specification/types';

export type JsxElement = MdxJsxFlowElement | MdxJsxTextElement;

/** Whether the node is a component or element. */
export function isJsx(node: Nodes): node is JsxElement {
  return node.type === 'mdxJsxFlowElement' || node.type === 'mdxJsxTextElement';
}

/** The line where a node starts. */
export function getLine(node: Nodes): number {
  return node.position?.start.line ?? 1;
}

/** Text and inline code of a node, without components. */
export function getText(node: Nodes): string {
  if (node.type === 'text' || node.type === 'inlineCode') return node.value;
  return 'children' in node ? node.children.map(getText).join('') : '';
}

/** The literal attributes of a component by name. */
export function readAttributes(node: JsxElement): Record<string, JsonValue> {
  const readable = node.attributes.flatMap((attribute) => {
    try {
      return [readAttribute(attribute)];
    } catch (error) {
      if (error instanceof SpecificationError) return [];
      throw error;
    }
  });
  return Object.fromEntries(readable);
}

/** A string or number attribute as text. Empty for anything else. */
export function toWord(value: JsonValue | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** A string attribute of a component, split at whitespace and commas. */
export function toWords(value: JsonValue | undefined): string[] {
  return typeof value === 'string' ? value.split(/[\s,]+/).filter(Boolean) : [];
}

/** All strings in an attribute's value, at any depth, such as the extra columns of an enum table. */
export function attributeTexts(value: JsonValue | undefined): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(attributeTexts) : [];
}

/** The content of a comment (`{/* … *\/}`), if the node is one. */
export function getComment(node: Nodes): string | undefined {
  if (node.type !== 'mdxFlowExpression' && node.type !== 'mdxTextExpression') return undefined;
  return /^\s*\/\*([\s\S]*)\*\/\s*$/.exec(node.value)?.[1]?.trim();
}
