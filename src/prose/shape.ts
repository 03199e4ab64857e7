/**
 * The shape of a page: the headings that its kind must have, in the order of `templates/<kind>.mdx`, and its length.
 *
 * Words are counted in what a writer writes as prose: text and inline code of paragraphs, headings, lists, admonitions
 * and Markdown tables, the extra columns of an enumeration's table, and the words that describe a diagram. A component
 * in a sentence counts as what it shows there: a link as the operation's summary, anything else as one word. Front
 * matter, comments, code, and the blocks that components render do not count. In a tutorial the code is what the
 * reader does, so there the fences and the requests count as they are written.
 */
import type { Heading, Nodes } from 'mdast';
import type { Description } from '../description/description';
import type { Finding, Report } from './finding';
import { type Kind, KINDS, kindOf, omitsOf } from './front-matter';
import type { Page } from './pages';
import { attributesOf, attributeTexts, isJsx, type JsxElement, lineOf, textOf, walk, wordOf } from './tree';

/** Least and most words of a kind; the kinds without numbers are as long as their subject. */
const LENGTHS: Partial<Record<Kind, readonly [number, number]>> = { concept: [600, 1000], tutorial: [800, 1500] };
/** A page may be a tenth shorter than that: it must not be padded to reach a number. */
const SHORTER = 0.9;
/** How many steps a tutorial has. */
const STEPS = [4, 7] as const;
const STEP = /^Step (\d+): \S/;

/** Level-2 headings of a page, in order. */
function headingsOf(page: Page): { text: string; node: Heading }[] {
  return page.tree.children.flatMap((node) =>
    node.type === 'heading' && node.depth === 2 ? [{ text: textOf(node).trim(), node }] : [],
  );
}

/** What a component adds to the words of a page. */
function componentWords(node: JsxElement, description: Description): string {
  const { id, text, columns } = attributesOf(node);
  if (node.name === 'EnumTable') return attributeTexts(columns).join(' ');
  if (typeof text === 'string') return text;
  if (node.name === 'OperationLink') return description.operations.get(wordOf(id))?.summary ?? '';
  return node.type === 'mdxJsxTextElement' && node.name !== 'br' ? 'value' : '';
}

/** What a reader of a tutorial runs: fences and requests, and the replies to compare with. */
function isWrittenCode(node: Nodes): boolean {
  if (node.type === 'code') return node.lang !== 'mermaid';
  return isJsx(node) && ['Request', 'Response', 'ErrorResponse'].includes(node.name ?? '');
}

function writtenText(page: Page, { position }: Nodes): string {
  return position ? page.text.slice(position.start.offset, position.end.offset) : '';
}

/** Number of prose words of a page, as the top of this module says. */
function wordCount(page: Page, description: Description): number {
  const isTutorial = kindOf(page) === 'tutorial';
  let count = 0;
  let text = '';
  walk(page.tree, (node) => {
    if (node.type === 'text' || node.type === 'inlineCode') text += node.value;
    else if (isTutorial && isWrittenCode(node)) text += ` ${writtenText(page, node)} `;
    else if (isJsx(node)) text += ` ${componentWords(node, description)} `;
    else if (node.type === 'code' && node.lang === 'mermaid') {
      text += ` ${[...node.value.matchAll(/^\s*acc(?:Title|Descr): (.*)$/gm)].map(([, words]) => words).join(' ')} `;
    }
    // Blocks end words; inline nodes (links, emphasis) may stand inside one.
    else if (['paragraph', 'heading', 'tableCell', 'listItem'].includes(node.type)) text += ' ';
  });
  for (const word of text.split(/\s+/)) if (/[\p{L}\p{N}]/u.test(word)) count += 1;
  return count;
}

/** Required headings by kind, read from the templates; "Step 1: …" stands for all steps. */
function requiredHeadings(templates: readonly Page[]): Map<Kind, string[]> {
  const result = new Map<Kind, string[]>();
  for (const template of templates) {
    const kind = KINDS.find((name) => template.file.endsWith(`/${name}.mdx`));
    if (kind)
      result.set(
        kind,
        headingsOf(template).map(({ text }) => text),
      );
  }
  return result;
}

function stepFindings(page: Page, headings: { text: string; node: Heading }[]): Finding[] {
  const steps = headings.filter(({ text }) => /^step\b/i.test(text));
  const findings = steps.flatMap(({ text, node }, index): Finding[] =>
    STEP.exec(text)?.[1] === String(index + 1)
      ? []
      : [
          {
            file: page.file,
            line: lineOf(node),
            message: `the heading "${text}" is not "Step ${index + 1}: …"; number the steps from 1 without a gap`,
          },
        ],
  );
  if (steps.length < STEPS[0] || steps.length > STEPS[1]) {
    const line = steps[0] ? lineOf(steps[0].node) : 1;
    findings.push({
      file: page.file,
      line,
      message: `the tutorial has ${steps.length} steps; make it ${STEPS[0]} to ${STEPS[1]} by joining or splitting steps`,
    });
  }
  return findings;
}

function headingFindings(page: Page, kind: Kind, required: readonly string[]): Finding[] {
  const headings = headingsOf(page);
  const findings: Finding[] = [];
  const omits = omitsOf(page);
  for (const { heading, reason, line } of omits) {
    if (reason.length < 10) {
      findings.push({
        file: page.file,
        line,
        message: `"omits" gives no reason for "${heading}"; write why it is left out`,
      });
    }
    if (headings.some(({ text }) => text === heading)) {
      findings.push({
        file: page.file,
        line,
        message: `"omits" names "${heading}", which the page has; remove the entry`,
      });
    }
    if (!required.includes(heading)) {
      findings.push({
        file: page.file,
        line,
        message: `"omits" names "${heading}", which no ${kind} needs; remove the entry`,
      });
    }
  }
  let position = 0;
  let before = '';
  for (const heading of required) {
    if (omits.some((omit) => omit.heading === heading)) continue;
    const isStep = STEP.test(heading);
    const matches = ({ text }: { text: string }): boolean => (isStep ? STEP.test(text) : text === heading);
    const found = headings.findIndex((candidate, index) => index >= position && matches(candidate));
    if (found >= 0) {
      position = found + 1;
      before = heading;
      continue;
    }
    const misplaced = headings.find(matches);
    findings.push({
      file: page.file,
      line: misplaced ? lineOf(misplaced.node) : 1,
      message: misplaced
        ? `the heading "## ${heading}" stands too early; a ${kind} has it after "## ${before}"`
        : `the heading "## ${heading}" is missing; add it${before === '' ? '' : ` after "## ${before}"`}, or name it under "omits" with the reason`,
    });
  }
  if (kind === 'tutorial') findings.push(...stepFindings(page, headings));
  return findings;
}

function lengthFindings(page: Page, kind: Kind, description: Description): Finding[] {
  const [least, most] = LENGTHS[kind] ?? [];
  if (least === undefined || most === undefined) return [];
  const words = wordCount(page, description);
  if (words >= least * SHORTER && words <= most) return [];
  const advice = words < least ? 'say what is missing' : 'cut, or move a part to the page it belongs to';
  return [
    { file: page.file, line: 1, message: `the ${kind} has ${words} words of prose; ${advice} (${least} to ${most})` },
  ];
}

/** Checks headings and length of all pages against the templates. */
export function checkShape(pages: readonly Page[], templates: readonly Page[], description: Description): Report {
  const required = requiredHeadings(templates);
  const findings: Finding[] = [];
  let headings = 0;
  let words = 0;
  for (const page of pages) {
    words += wordCount(page, description);
    for (const node of page.tree.children) {
      if (node.type === 'heading' && node.depth === 1 && page.route !== '/') {
        findings.push({
          file: page.file,
          line: lineOf(node),
          message: 'the page has a "# heading"; the title makes it, remove it',
        });
      }
      if (isJsx(node) && /^h[1-6]$/.test(node.name ?? '')) {
        findings.push({ file: page.file, line: lineOf(node), message: 'a heading is written as a tag; write "##"' });
      }
    }
    const kind = kindOf(page);
    if (kind === undefined) continue;
    const list = required.get(kind) ?? [];
    headings += list.length;
    findings.push(...headingFindings(page, kind, list), ...lengthFindings(page, kind, description));
  }
  return { findings, counts: { templates: required.size, 'required headings': headings, 'words of prose': words } };
}
