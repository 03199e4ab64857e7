/** Links from the reference back to guides: the pages that explain each operation and event. */
import { visit } from 'unist-util-visit';
import type { Backlinks } from '../render/related-guides';
import { splitText } from './page-text';
import { HOME, type Page } from './pages';
import { isJsx, readAttributes, toWord, toWords } from './tree';
import type { Vocabulary } from './vocabulary';

/** How much it says about an operation that a page shows a request or a payload. A mention counts one. */
const SHOWN = 5;

/** The IDs of the operations and events on a page, with how much the page says about each. */
function weighOperations(page: Page, vocabulary: Vocabulary): Map<string, number> {
  const { specification } = vocabulary;
  const routes = vocabulary.referenceRoutes();
  const weights = new Map<string, number>();
  const add = (id: string | undefined, weight = 1): void => {
    if (id !== undefined && specification.operations.has(id)) weights.set(id, (weights.get(id) ?? 0) + weight);
  };
  visit(page.tree, (node) => {
    if (node.type === 'link') add(routes.get(node.url.split('#')[0] ?? ''));
    if (!isJsx(node)) return;
    const { id, ids, operation, tag, type } = readAttributes(node);
    add(toWord(operation), SHOWN);
    for (const name of [toWord(id), ...toWords(ids)]) add(name);
    for (const entry of specification.operations.values()) {
      if (tag === entry.tag || (node.name === 'EventTable' && entry.method === 'event')) add(entry.id);
    }
    if (node.name === 'EventPayload') add(vocabulary.findOperation(toWord(type))?.id, SHOWN);
  });
  for (const { text, isCode } of splitText(page)) if (isCode) add(vocabulary.findOperation(text)?.id);
  return weights;
}

/** The guides of each operation and event, with what says the most first. The home page links to everything. */
export function collectBacklinks(pages: readonly Page[], vocabulary: Vocabulary): Backlinks {
  const found = new Map<string, { weight: number; title: string; path: string }[]>();
  for (const page of pages.filter(({ file }) => file !== HOME)) {
    for (const [id, weight] of weighOperations(page, vocabulary)) {
      found.set(id, [...(found.get(id) ?? []), { weight, title: page.title, path: page.route }]);
    }
  }
  return Object.fromEntries(
    [...found].map(([id, links]) => [
      id,
      links.sort((left, right) => right.weight - left.weight).map(({ title, path }) => ({ title, path })),
    ]),
  );
}
