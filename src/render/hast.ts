/**
 * Building blocks of the static page content: `h` for elements, and `serializeToHtml`, the last step before a tree is
 * handed to MDX. It turns every subtree that needs no component into one HTML string, so that words, fields, and
 * highlighted code cost the browser next to nothing. Headings need the theme (anchor, table of contents), and diagrams are
 * components. Links need neither: `src/client/follow-links.ts` leads to the next page, and the component `Checked` tells
 * the build what to check. Elements that MDX would map to heavier components of the theme become explicit JSX, which it
 * leaves alone.
 */
import { valueToEstree } from 'estree-util-value-to-estree';
import type { Element, ElementContent, Properties, Root } from 'hast';
import { h } from 'hastscript';
import type { MdxJsxAttribute, MdxJsxFlowElementHast } from 'mdast-util-mdx-jsx';
import { toHtml as serialize } from 'hast-util-to-html';
import { find, html } from 'property-information';

export { h };

export type Content = ElementContent;
export type Child = Content | string | undefined | false | Child[];

const EXPLICIT = new Set(['code', 'details', 'img', 'li', 'pre', 'table', 'ul']);
/** What explicit elements were made from, so that they can become part of a larger piece of HTML. */
const originals = new WeakMap<object, Element>();

/** Flattens optional and nested children; strings become text. */
export function children(...list: Child[]): Content[] {
  return list.flatMap((child): Content[] => {
    if (child === undefined || child === false) return [];
    if (Array.isArray(child)) return children(...child);
    return typeof child === 'string' ? [{ type: 'text', value: child }] : [child];
  });
}

/** An element whose inside is ready-made HTML, as the highlighter makes it. The text must be escaped already. */
export const htmlElement = (tagName: string, properties: Properties, html: string): Element => ({
  ...h(tagName, properties),
  children: [{ type: 'raw', value: html }],
});

export function escapeHtml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}

function attributeValue(value: Properties[string]): string {
  return Array.isArray(value) ? value.join(' ') : value === true ? '' : String(value);
}

const VOID = new Set(['br', 'hr', 'img', 'input', 'wbr']);

/** True if the address begins with a protocol, as Docusaurus tells what leads out of the site. */
const isOutside = (address: string): boolean => /^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(address);

/** What Docusaurus' links add: those that lead out of the site, or to a file of it (`pathname://`), open beside it. */
function linkProperties(node: Element): Properties {
  const { href } = node.properties;
  if (node.tagName !== 'a' || typeof href !== 'string' || !isOutside(href)) return node.properties;
  const own = { ...node.properties, href: href.replace(/^pathname:\/\//, '') };
  return { target: '_blank', rel: ['noopener', 'noreferrer'], ...own };
}

/** The tree as plain elements: without what earlier steps made for MDX, and with the properties of links. */
function restore(node: Content): Content {
  const element = originals.get(node) ?? node;
  if (element.type !== 'element') return element;
  return { ...element, properties: linkProperties(element), children: element.children.map(restore) };
}

/** Writes a tree without MDX components as HTML. */
export function toHtml(node: Root | Content, space: 'html' | 'svg' = 'html'): string {
  const tree = node.type === 'root' ? node.children.map((child) => restore(child as Content)) : restore(node);
  return serialize(tree, { allowDangerousHtml: true, characterReferences: { useNamedReferences: true }, space });
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

/** `dangerouslySetInnerHTML={{__html: "…"}}`: the content is made at build time from the specification, escaped. */
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
          body: [{ type: 'ExpressionStatement', expression: valueToEstree({ __html: html }) }],
        },
      },
    },
  };
}

function explicit(element: Element, more: MdxJsxAttribute[], content: Content[]): MdxJsxFlowElementHast {
  const made: MdxJsxFlowElementHast = {
    type: 'mdxJsxFlowElement',
    name: element.tagName,
    attributes: [...jsxAttributes(linkProperties(element)), ...more],
    children: content,
    data: { _mdxExplicitJsx: true },
  };
  originals.set(made, element);
  return made;
}

/** The expression `typeof window === 'undefined' && "…"`, which the app's bundle leaves out. */
function buildOnly(text: string): object {
  const window = {
    type: 'UnaryExpression',
    operator: 'typeof',
    prefix: true,
    argument: { type: 'Identifier', name: 'window' },
  };
  const left = {
    type: 'BinaryExpression',
    operator: '===',
    left: window,
    right: { type: 'Literal', value: 'undefined' },
  };
  const expression = { type: 'LogicalExpression', operator: '&&', left, right: { type: 'Literal', value: text } };
  const estree = {
    type: 'Program',
    sourceType: 'module',
    comments: [],
    body: [{ type: 'ExpressionStatement', expression }],
  };
  return { type: 'mdxJsxAttributeValueExpression', value: JSON.stringify(text), data: { estree } };
}

/** A component of the theme whose attributes are texts that only the build needs. In the browser, they're `false`. */
export function component(name: string, properties: Record<string, string>): Content {
  return {
    type: 'mdxJsxTextElement',
    name,
    attributes: Object.entries(properties).map(([key, text]) => ({
      type: 'mdxJsxAttribute',
      name: key,
      value: buildOnly(text),
    })),
    children: [],
    data: { _mdxExplicitJsx: true },
  } as unknown as Content;
}

/** The words of a tree. */
export function getText(node: Content): string {
  if (node.type === 'text') return node.value;
  return node.type === 'element' ? node.children.map(getText).join('') : '';
}

/** Headings with an anchor are the theme's business. */
const needsTheme = ({ tagName, properties }: Element): boolean =>
  /^h[1-6]$/.test(tagName) && properties.id !== undefined;

/** Anchors and links of ready-made HTML, which the build is told to check. */
export interface Addresses {
  readonly ids: string[];
  /** Links inside the site. */
  readonly links: string[];
}

/** The addresses of a tree. The theme reports headings itself. */
export function collectAddresses(node: Content | Root): Addresses {
  const element = originals.get(node) ?? node;
  const found: Addresses = { ids: [], links: [] };
  if (element.type === 'element') {
    const { id, href } = element.properties;
    if (typeof id === 'string' && !needsTheme(element)) found.ids.push(id);
    if (element.tagName === 'a' && typeof href === 'string' && !isOutside(href)) found.links.push(href);
  }
  if (!('children' in element)) return found;
  for (const child of element.children) {
    const { ids, links } = collectAddresses(child as Content);
    found.ids.push(...ids);
    found.links.push(...links);
  }
  return found;
}

/** True if nothing in the tree needs the theme, so that it can stand in the page as one piece of HTML. */
function isStatic(node: Content): boolean {
  if (node.type === 'text' || node.type === 'raw') return true;
  const element = originals.get(node) ?? node;
  return (
    element.type === 'element' &&
    element.tagName !== 'mermaid' &&
    !needsTheme(element) &&
    element.children.every(isStatic)
  );
}

/** A text that is longer than this weighs more in a page's script than the mark that stands for it. */
const LONG = 24;

/** True if the inside of an element is worth a piece of HTML. */
const isWorthwhile = (node: Element): boolean =>
  node.children.some(({ type }) => type !== 'text') || getText(node).length > LONG;

/** Last step: prepares a tree for MDX (see the top of this module). */
export function serializeToHtml(node: Content): Content {
  if (node.type !== 'element') return node;
  if (isStatic(node) && isWorthwhile(node) && !VOID.has(node.tagName)) {
    const inside = toHtml({ type: 'root', children: node.children }, node.tagName === 'svg' ? 'svg' : 'html');
    return explicit(node, [innerHtml(inside)], []);
  }
  const content = node.children.map(serializeToHtml);
  return EXPLICIT.has(node.tagName) || (node.tagName === 'a' && isStatic(node))
    ? explicit(node, [], content)
    : { ...node, children: content };
}
