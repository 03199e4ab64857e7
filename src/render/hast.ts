/**
 * Building blocks of the static page content: `h` for elements, and `seal`, the last step before a tree is handed to
 * MDX. MDX maps plain elements to the theme's components: wanted for `a` (client navigation, broken-link check) and
 * headings (anchor check), unwanted for `code`, `pre`, `details`, `ul`, `li` and `img`, which would bring heavy
 * components; the component `Anchors` reports the anchors of all of them. `seal` marks the latter as explicit JSX, which MDX leaves alone, and turns every subtree that needs no
 * component into one HTML string, so that fields and highlighted code cost the browser next to nothing.
 */
import type { Element, ElementContent, Properties, Root } from 'hast';
import { h } from 'hastscript';
import type { MdxJsxAttribute, MdxJsxFlowElementHast } from 'mdast-util-mdx-jsx';
import { find, html, svg } from 'property-information';

export { h };

export type Content = ElementContent;
export type Child = Content | string | undefined | false | Child[];

const EXPLICIT = new Set(['code', 'details', 'img', 'li', 'pre', 'table', 'ul']);
const markup = new WeakMap<object, string>();

/** Flattens optional and nested children; strings become text. */
export function children(...list: Child[]): Content[] {
  return list.flatMap((child): Content[] => {
    if (child === undefined || child === false) return [];
    if (Array.isArray(child)) return children(...child);
    return typeof child === 'string' ? [{ type: 'text', value: child }] : [child];
  });
}

/** An element whose inside is ready-made HTML, as the highlighter makes it. The text must be escaped already. */
export function htmlElement(tagName: string, properties: Properties, html: string): Element {
  const element = h(tagName, properties);
  markup.set(element, html);
  return element;
}

export function escapeHtml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}

function attributeValue(value: Properties[string]): string {
  return Array.isArray(value) ? value.join(' ') : value === true ? '' : String(value);
}

const VOID = new Set(['br', 'hr', 'img', 'input', 'wbr']);

/** The HTML of a tree without MDX components in it. */
export function toHtml(node: Root | Content, inSvg = false): string {
  if (node.type === 'text') return escapeHtml(node.value);
  if (node.type === 'root') return node.children.map((child) => toHtml(child as Content)).join('');
  if (node.type === 'element') {
    const schema = inSvg || node.tagName === 'svg' ? svg : html;
    const attributes = Object.entries(node.properties)
      .filter(([, value]) => value !== undefined && value !== null && value !== false)
      .map(
        ([name, value]) =>
          ` ${find(schema, name).attribute}${value === true ? '' : `="${escapeHtml(attributeValue(value))}"`}`,
      );
    const open = `<${node.tagName}${attributes.join('')}>`;
    if (VOID.has(node.tagName)) return open;
    const inside = markup.get(node) ?? node.children.map((child) => toHtml(child, schema === svg)).join('');
    return `${open}${inside}</${node.tagName}>`;
  }
  return '';
}

function jsxAttributes(properties: Properties): MdxJsxAttribute[] {
  return Object.entries(properties)
    .filter(([, value]) => value !== undefined && value !== null && value !== false)
    .map(([name, value]): MdxJsxAttribute => {
      const { attribute, property } = find(html, name);
      const jsxName = /^(aria|data)-/.test(attribute) ? attribute : property;
      return { type: 'mdxJsxAttribute', name: jsxName, value: value === true ? null : attributeValue(value) };
    });
}

/** `dangerouslySetInnerHTML={{__html: "…"}}`: the content is made at build time from the description, escaped. */
function innerHtml(html: string): MdxJsxAttribute {
  return {
    type: 'mdxJsxAttribute',
    name: 'dangerouslySetInnerHTML',
    value: {
      type: 'mdxJsxAttributeValueExpression',
      value: `{__html: ${JSON.stringify(html)}}`,
      data: {
        estree: {
          type: 'Program',
          sourceType: 'module',
          comments: [],
          body: [
            {
              type: 'ExpressionStatement',
              expression: {
                type: 'ObjectExpression',
                properties: [
                  {
                    type: 'Property',
                    kind: 'init',
                    method: false,
                    shorthand: false,
                    computed: false,
                    key: { type: 'Identifier', name: '__html' },
                    value: { type: 'Literal', value: html, raw: JSON.stringify(html) },
                  },
                ],
              },
            },
          ],
        },
      },
    },
  };
}

function explicit(element: Element, attributes: MdxJsxAttribute[], content: Content[]): MdxJsxFlowElementHast {
  return {
    type: 'mdxJsxFlowElement',
    name: element.tagName,
    attributes,
    children: content,
    data: { _mdxExplicitJsx: true },
  };
}

/** A component of the theme that runs in the browser too, with attributes that are strings. */
export function component(name: string, properties: Record<string, string>): Content {
  return {
    type: 'mdxJsxTextElement',
    name,
    attributes: Object.entries(properties).map(([key, value]) => ({ type: 'mdxJsxAttribute', name: key, value })),
    children: [],
    data: { _mdxExplicitJsx: true },
  } as unknown as Content;
}

/** The words of a tree. */
export function textOf(node: Content): string {
  if (node.type === 'text') return node.value;
  return node.type === 'element' ? node.children.map(textOf).join('') : '';
}

/** Links in the page need no router; links to other pages and headings with an anchor are the theme's business. */
function needsTheme(node: Element): boolean {
  const { href, id } = node.properties;
  if (node.tagName === 'a') return id !== undefined || !(href ?? '').startsWith('#');
  return id !== undefined && /^h[1-6]$/.test(node.tagName);
}

/** Anchors of a tree apart from headings, which the theme reports itself. */
export function anchorsOf(node: Content): string[] {
  if (node.type !== 'element') return [];
  const { id } = node.properties;
  return [...(typeof id === 'string' && !needsTheme(node) ? [id] : []), ...node.children.flatMap(anchorsOf)];
}

/** True if nothing in the tree needs the theme, so that it can stand in the page as one piece of HTML. */
function isStatic(node: Content): boolean {
  if (node.type === 'text') return true;
  return node.type === 'element' && !needsTheme(node) && node.children.every(isStatic);
}

/** Last step: prepares a tree for MDX (see the top of this module). */
export function seal(node: Content): Content {
  if (node.type !== 'element') return node;
  if (!needsTheme(node) && (markup.has(node) || node.children.some((child) => child.type === 'element'))) {
    if (node.children.every(isStatic)) {
      const inside = markup.get(node) ?? node.children.map((child) => toHtml(child)).join('');
      return explicit(node, [...jsxAttributes(node.properties), innerHtml(inside)], []);
    }
  }
  const content = node.children.map(seal);
  return EXPLICIT.has(node.tagName) || (node.tagName === 'a' && !needsTheme(node))
    ? explicit(node, jsxAttributes(node.properties), content)
    : { ...node, children: content };
}

/** `code` without the theme's component. */
export function code(value: string, properties: Properties = {}): Element {
  return h('code', properties, value);
}
