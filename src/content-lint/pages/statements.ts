/**
 * Facts that several pages state, such as when a payment counts as paid. A row of `ledger.yaml` with `stated` describes
 * how to recognize a block that states the fact, with `agrees` what such a block must also contain, and with `never` what
 * no block can contain, because it states the opposite.
 */
import type { Nodes } from 'mdast';
import { isMap, isSeq, LineCounter, parseDocument } from 'yaml';
import type { Finding, Report } from '../../coverage/finding';
import { LEDGER } from '../../../scripts/lib/ledger-sources';
import { type Page, getStart } from '../../coverage/pages';
import { readAttributes, attributeTexts, isJsx, getLine, walk } from '../../coverage/tree';

/** A fact with the patterns that find and check it. */
export interface Statement {
  readonly id: string;
  readonly line: number;
  /** The fact in one sentence. */
  readonly statement: string;
  readonly stated: RegExp;
  readonly agrees: RegExp;
  readonly never: RegExp | undefined;
}

/**
 * Reads the statements of the ledger.
 *
 * @param text - `ledger.yaml`.
 * @returns The rows that have `stated`.
 * @throws SyntaxError if a pattern isn't a regular expression.
 */
export function readStatements(text: string): Statement[] {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  return (isSeq(document.contents) ? document.contents.items : []).flatMap((item): Statement[] => {
    if (!isMap(item)) return [];
    const { id, statement, stated, agrees, never } = item.toJSON() as Record<string, string | undefined>;
    if (stated === undefined) return [];
    return [
      {
        id: id ?? '',
        line: lines.linePos(getStart(item)).line,
        statement: statement ?? '',
        stated: new RegExp(stated, 'i'),
        agrees: new RegExp(agrees ?? '.', 'i'),
        never: never === undefined ? undefined : new RegExp(never, 'i'),
      },
    ];
  });
}

/** Text of a block with its code, since facts are stated in values of fields. Links of operations become their ID. */
function readBlock(node: Nodes): string {
  if (node.type === 'text' || node.type === 'inlineCode') return node.value;
  if (node.type === 'break' || node.type === 'tableCell') return ` ${readChildren(node)} `;
  if (isJsx(node) && node.children.length === 0) return attributeTexts(readAttributes(node)['id'] ?? '').join(' ');
  return readChildren(node);
}

function readChildren(node: Nodes): string {
  return 'children' in node ? node.children.map(readBlock).join('') : '';
}

/** The blocks in which a page can state a fact: a paragraph, a heading, or a row of a table, with its column titles. */
function collectBlocks(page: Page): { text: string; line: number }[] {
  const blocks: { text: string; line: number }[] = [];
  walk(page.tree, (node, above) => {
    if (node.type === 'paragraph' || node.type === 'heading') {
      blocks.push({ text: readBlock(node), line: getLine(node) });
    } else if (node.type === 'tableRow') {
      const table = above.at(-1);
      const head = table?.type === 'table' ? table.children[0] : undefined;
      const titles = head && head !== node ? readBlock(head) : '';
      blocks.push({ text: `${titles} ${readBlock(node)}`, line: getLine(node) });
    }
  });
  return blocks;
}

/**
 * Checks that all pages agree on the facts that several of them state.
 *
 * @param ledger - `ledger.yaml`.
 * @param pages - The pages of the site.
 * @returns A finding for each block that states a fact without agreeing or that states its opposite, and for each fact
 *   that no page states; `places` lists which pages state which fact.
 */
export function checkStatements(
  ledger: string,
  pages: readonly Page[],
): Report & { readonly places: ReadonlyMap<string, readonly string[]> } {
  const statements = readStatements(ledger);
  const findings: Finding[] = [];
  const places = new Map<string, string[]>();
  for (const page of pages) {
    for (const { text, line } of collectBlocks(page)) {
      for (const { id, statement, stated, agrees, never } of statements) {
        const opposite = never?.exec(text)?.[0];
        if (opposite !== undefined) {
          findings.push({
            file: page.file,
            line,
            message: `"${opposite}" contradicts "${id}": ${statement} Rewrite it to agree`,
          });
        }
        if (!stated.test(text)) continue;
        places.set(id, [...(places.get(id) ?? []), `${page.file}:${line}`]);
        if (!agrees.test(text)) {
          findings.push({ file: page.file, line, message: `the text doesn't agree with "${id}": ${statement} Add it` });
        }
      }
    }
  }
  for (const { id, line } of statements) {
    if (!places.has(id)) {
      findings.push({ file: LEDGER, line, message: `no page states "${id}"; correct "stated", or remove the row` });
    }
  }
  const stated = [...places.values()].reduce((sum, { length }) => sum + length, 0);
  return { findings, counts: { 'shared facts': statements.length, 'places that state them': stated }, places };
}
