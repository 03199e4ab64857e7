/** Operations that a text names by their ID, and those that can follow a response, become links with their titles. */
import type { Element } from 'hast';
import type { Specification } from '../specification/specification';
import type { Link, Reference } from '../specification/types';
import { children, type Child, type Content, h } from './hast';
import { inlineMarkdown } from './markdown';

/** Where a name is not to become a link: it is one already, or it is a sample, or a control. */
const CLOSED = new Set(['a', 'button', 'pre', 'summary']);

/** The text of an element without elements in it. */
function plainText(element: Element): string | undefined {
  const [only] = element.children;
  return element.children.length === 1 && only?.type === 'text' ? only.value : undefined;
}

/**
 * Makes every `operationId` in code a link with the operation's title, in place.
 *
 * @param content - what a text became
 * @param self - the operation whose page it is, which needs no link to itself
 * @returns the same content
 */
export function linkOperations<T extends Content | Content[]>(
  content: T,
  specification: Specification,
  self?: string,
): T {
  const visit = (nodes: Content[]): void => {
    nodes.forEach((node, index) => {
      if (node.type !== 'element' || CLOSED.has(node.tagName)) return;
      const operation = node.tagName === 'code' ? specification.operations.get(plainText(node) ?? '') : undefined;
      if (operation && operation.id !== self) nodes[index] = h('a', { href: operation.url }, operation.summary);
      else visit(node.children);
    });
  };
  visit(Array.isArray(content) ? content : [content]);
  return content;
}

/** `$response.body#/data/id` → `data.id`, and a constant as it is; nothing for what the request itself had. */
function toFieldPath(expression: string): string | undefined {
  if (!expression.startsWith('$')) return expression;
  const found = /^\$response\.(?:body#\/(.+)|header\.(.+))$/.exec(expression);
  return found?.[1]?.replaceAll('/', '.') ?? found?.[2];
}

/**
 * The requests that can follow a response: which operation, with which fields of the response.
 *
 * @param links - `links` of the response
 * @throws SpecificationError on an unknown operation
 */
export function nextRequests(
  specification: Specification,
  links: Record<string, Link | Reference> | undefined,
): Content[] {
  const items = Object.values(links ?? {}).map((entry) => {
    const { operationId = '', parameters = {}, description = '' } = specification.resolve<Link>(entry);
    const operation = specification.getOperation(operationId);
    const values = Object.entries(parameters).flatMap(([name, expression]): Child[][] => {
      const source = toFieldPath(expression);
      return source === undefined ? [] : [[h('code', source), ' as ', h('code', name)]];
    });
    return h(
      'li',
      children(
        h('a', { href: operation.url }, operation.summary),
        values.map((value, index): Child[] => [index === 0 ? ': send ' : ', ', ...value]),
        description && ['. ', inlineMarkdown(description)],
      ),
    );
  });
  if (items.length === 0) return [];
  return [h('p', { className: ['op__label'] }, 'Next requests'), h('ul', { className: ['op__next'] }, items)];
}
