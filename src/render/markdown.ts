/**
 * Markdown of a description → hast. Raw HTML is shown as the text it is, links go only to pages of the site,
 * anchors, https and mailto; anything else keeps its words and loses its address. Headings become bold paragraphs, so
 * that the outline of the page is not broken. Never fails.
 */
import type { Root } from 'hast';
import { toHast } from 'mdast-util-to-hast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { provider } from '../site/provider';
import { children, type Content, h } from './hast';

const parser = unified().use(remarkParse).use(remarkGfm);

const SAFE_LINK = /^(https?:\/\/|mailto:|\/(?!\/)|#)/;

function clean(node: Content): Content[] {
  if (node.type === 'text') return [node];
  if (node.type !== 'element') return [];
  const inner = node.children.flatMap(clean);
  if (/^h[1-6]$/.test(node.tagName)) return [h('p', h('strong', inner))];
  if (node.tagName === 'img') return children(node.properties.alt ?? '');
  if (node.tagName === 'input') return [];
  if (node.tagName === 'a') {
    // The description is read elsewhere too, so its links to this documentation are absolute.
    const href = (node.properties.href ?? '').replace(new RegExp(`^${provider.docs}(?=/)`), '');
    return SAFE_LINK.test(href) ? [h('a', { href }, inner)] : inner;
  }
  return [h(node.tagName, node.tagName === 'pre' ? { tabIndex: 0 } : {}, inner)];
}

function read(text: string): Content[] {
  const tree = parser.parse(text);
  const hast = toHast(tree, {
    handlers: { html: (_state, node: { value: string }) => ({ type: 'text', value: node.value }) },
  }) as Root;
  return hast.children.flatMap((child) =>
    child.type === 'text' ? (child.value.trim() ? [h('p', child.value)] : []) : clean(child as Content),
  );
}

/** What was read before: most descriptions stand on many pages, and reading them is most of the work of a page. */
const known = new Map<string, Content[]>();

/**
 * Block content of a Markdown text.
 *
 * @param text Markdown of a description
 * @returns a tree of the caller's own
 */
export function markdown(text: string): Content[] {
  if (!text.trim()) return [];
  const blocks = known.get(text) ?? read(text);
  known.set(text, blocks);
  return structuredClone(blocks);
}

/** Inline content: the paragraphs of a short text without their `p`, one after the other. */
export function inlineMarkdown(text: string): Content[] {
  const blocks = markdown(text);
  const [first] = blocks;
  if (blocks.length === 1 && first?.type === 'element' && first.tagName === 'p') return first.children;
  return blocks;
}
