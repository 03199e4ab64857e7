/**
 * Checks the arithmetic on pages. A table row with a computation (`10 × 10 + 40 × 8`) must show its result. Amounts
 * come from `<Price/>` and `<Sum/>`, which the renderer's tests cover. A typed amount must be in an example of the
 * specification, so that no total is invented.
 */
import type { Nodes, TableCell } from 'mdast';
import { amount, price, sum } from '../../render/prices';
import type { AllowList } from './allow-list';
import type { Finding, Report } from '../../coverage/finding';
import type { Page } from '../../coverage/pages';
import { readAttributes, isJsx, getLine, getText, walk, toWord } from '../../coverage/tree';
import type { Vocabulary } from '../../coverage/vocabulary';

const COMPUTATION = /^\d+(?:\.\d+)?(?: [×*+−-] \d+(?:\.\d+)?)+$/;
const EQUATION = /(\d+(?:\.\d+)?(?: [×*+−-] \d+(?:\.\d+)?)+) = (\d+(?:\.\d+)?)/g;
const TYPED_AMOUNT = /(?<![\d.-])\d+\.\d\d(?![\d.])/g;

function compute(expression: string): string {
  return sum(expression.replaceAll('×', '*').replaceAll('−', '-'));
}

/** The amount that a node shows, computed by a component or typed as the content of a cell. */
function findAmount(node: Nodes): string | undefined {
  if (node.type === 'tableCell') {
    const [only] = node.children;
    if (node.children.length === 1 && only && isJsx(only)) return findAmount(only);
    const text = getText(node).trim();
    return /^\d+(\.\d\d)$/.test(text) ? text : undefined;
  }
  if (!isJsx(node)) return undefined;
  const { formula, quantity, of } = readAttributes(node);
  try {
    if (node.name === 'Price') return amount(price(toWord(formula), Number(quantity)));
    return node.name === 'Sum' ? sum(toWord(of)) : undefined;
  } catch {
    // The rendering check reports problems with the component itself.
    return undefined;
  }
}

function rowFinding(page: Page, cells: readonly TableCell[]): Finding | undefined {
  const at = cells.findIndex((cell) => COMPUTATION.test(getText(cell).trim()));
  const cell = cells[at];
  if (!cell) return undefined;
  const expected = compute(getText(cell).trim());
  const shown = cells
    .slice(at + 1)
    .map(findAmount)
    .find((value) => value !== undefined);
  if (shown === undefined || Number(shown) === Number(expected)) return undefined;
  return {
    file: page.file,
    line: getLine(cell),
    message: `the row has ${getText(cell).trim()}, which is ${expected}, but shows ${shown}; correct the wrong one`,
  };
}

/** Checks the sums of all pages. */
export function checkArithmetic(pages: readonly Page[], vocabulary: Vocabulary, allowed: AllowList): Report {
  const findings: Finding[] = [];
  const counts = { computations: 0, 'computed amounts': 0 };
  for (const page of pages) {
    walk(page.tree, (node, above) => {
      if (node.type === 'tableRow') {
        counts.computations += node.children.filter((cell) => COMPUTATION.test(getText(cell).trim())).length;
        const finding = rowFinding(page, node.children);
        if (finding) findings.push(finding);
      }
      if (isJsx(node) && findAmount(node) !== undefined) counts['computed amounts'] += 1;
      if (node.type !== 'text') return;
      for (const [whole, expression = '', result = ''] of node.value.matchAll(EQUATION)) {
        counts.computations += 1;
        if (Number(compute(expression)) !== Number(result)) {
          findings.push({
            file: page.file,
            line: getLine(node),
            message: `"${whole}" is wrong, because the result is ${compute(expression)}; use <Sum of="${expression}" />`,
          });
        }
      }
      if (above.some(({ type }) => type === 'link')) return;
      for (const [typed] of node.value.matchAll(TYPED_AMOUNT)) {
        if (vocabulary.isExampleNumber(typed) || allowed.permits(typed, page.route)) continue;
        findings.push({
          file: page.file,
          line: getLine(node),
          message: `the amount ${typed} is typed by hand and isn't in any example; write <Sum of="…" /> or <Price … /> so that it is computed`,
        });
      }
    });
  }
  return { findings, counts };
}
