/** The text and the code spans of a page, with their lines. */
import { visit } from 'unist-util-visit';
import type { Page } from './pages';
import { readAttributes, attributeTexts, isJsx, getLine } from './tree';

/** A piece of text with its line. Code is kept separate from text. */
interface Stretch {
  readonly text: string;
  readonly line: number;
  readonly isCode: boolean;
}

/** All pieces of text and code on a page, without code blocks and comments. */
export function splitText(page: Page): Stretch[] {
  const result: Stretch[] = [];
  visit(page.tree, (node) => {
    if (node.type === 'text' || node.type === 'inlineCode') {
      result.push({ text: node.value, line: getLine(node), isCode: node.type === 'inlineCode' });
    } else if (isJsx(node)) {
      const { columns } = readAttributes(node);
      for (const text of attributeTexts(columns)) {
        text.split('`').forEach((part, index) => {
          if (part !== '') result.push({ text: part, line: getLine(node), isCode: index % 2 === 1 });
        });
      }
    }
  });
  return result;
}
