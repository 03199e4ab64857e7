/**
 * The shape of a page: the headings that its kind requires, in the order of the kind's template and with the anchors
 * given there, and its length.
 *
 * Words are counted in the prose that a writer writes: text and inline code of paragraphs, headings, lists, admonitions,
 * and Markdown tables, the extra columns of an enumeration's table, and the words that describe a diagram. A component
 * in a sentence counts as what it shows: a link as the operation's summary, anything else as one word. Front matter,
 * comments, code, and the blocks that components render don't count. In a tutorial, code is what the reader runs, so
 * fences and requests count as written.
 */
import type { Heading, Nodes } from 'mdast';
import type { Description } from '../../description/description';
import type { Finding, Report } from '../../coverage/finding';
import { type Kind, KINDS, getPageKind, listOmissions } from './front-matter';
import type { Page } from '../../coverage/pages';
import {
  readAttributes,
  attributeTexts,
  getComment,
  isJsx,
  type JsxElement,
  getLine,
  getText,
  walk,
  toWord,
} from '../../coverage/tree';

/** Fewest and most words of a kind. Kinds without numbers are as long as their subject needs. */
const LENGTHS: Partial<Record<Kind, readonly [number, number]>> = { concept: [600, 1000], tutorial: [800, 1500] };
/** A page can be a tenth shorter, so that nobody pads it to reach a number. */
const SHORTER = 0.9;
/**
 * Most words of a section that a concept adds to its template, such as "Replace a running subscription's card".
 * Such a section answers one question on its own, so it doesn't count toward the length of the concept.
 */
const ADDED_SECTION = 750;
/** How many steps a tutorial has. */
const STEPS = [4, 7] as const;
const STEP = /^Step (\d+): \S/;

/** A level-2 heading with the anchor that its comment sets. */
interface Section {
  readonly text: string;
  readonly anchor: string | undefined;
  readonly node: Heading;
}

/** Level-2 headings of a page, in order. */
function listSections(page: Page): Section[] {
  return page.tree.children.flatMap((node) => {
    if (node.type !== 'heading' || node.depth !== 2) return [];
    const comment = node.children.map(getComment).find((text) => text?.startsWith('#'));
    return [{ text: getText(node).trim(), anchor: comment?.slice(1).trim(), node }];
  });
}

/** What a component adds to the words of a page. */
function componentWords(node: JsxElement, description: Description): string {
  const { id, text, columns } = readAttributes(node);
  if (node.name === 'EnumTable') return attributeTexts(columns).join(' ');
  if (typeof text === 'string') return text;
  if (node.name === 'OperationLink') return description.operations.get(toWord(id))?.summary ?? '';
  return node.type === 'mdxJsxTextElement' && node.name !== 'br' ? 'value' : '';
}

/** What a reader of a tutorial runs: fences, requests, and the responses to compare. */
function isWrittenCode(node: Nodes): boolean {
  if (node.type === 'code') return node.lang !== 'mermaid';
  return isJsx(node) && ['Request', 'Response', 'ErrorResponse'].includes(node.name ?? '');
}

function writtenText(page: Page, { position }: Nodes): string {
  return position ? page.text.slice(position.start.offset, position.end.offset) : '';
}

/** Number of prose words of a page or of a part of it, counted as described at the top of this module. */
function countWords(page: Page, description: Description, part: Nodes = page.tree): number {
  const isTutorial = getPageKind(page) === 'tutorial';
  let count = 0;
  let text = '';
  walk(part, (node) => {
    if (node.type === 'text' || node.type === 'inlineCode') text += node.value;
    else if (isTutorial && isWrittenCode(node)) text += ` ${writtenText(page, node)} `;
    else if (isJsx(node)) text += ` ${componentWords(node, description)} `;
    else if (node.type === 'code' && node.lang === 'mermaid') {
      text += ` ${[...node.value.matchAll(/^\s*acc(?:Title|Descr): (.*)$/gm)].map(([, words]) => words).join(' ')} `;
    }
    // Blocks end words. Inline nodes such as links and emphasis can be part of a word.
    else if (['paragraph', 'heading', 'tableCell', 'listItem'].includes(node.type)) text += ' ';
  });
  for (const word of text.split(/\s+/)) if (/[\p{L}\p{N}]/u.test(word)) count += 1;
  return count;
}

/** One page per kind, `<kind>.mdx`. */
export const TEMPLATES = 'src/content-lint/templates';

/** Required headings by kind, read from the templates. "Step 1: …" represents all steps. */
function readTemplates(templates: readonly Page[]): Map<Kind, Section[]> {
  const result = new Map<Kind, Section[]>();
  for (const template of templates) {
    const kind = KINDS.find((name) => template.file.endsWith(`/${name}.mdx`));
    if (kind) result.set(kind, listSections(template));
  }
  return result;
}

function checkSteps(page: Page, sections: readonly Section[]): Finding[] {
  const steps = sections.filter(({ text }) => /^step\b/i.test(text));
  const findings = steps.flatMap(({ text, node }, index): Finding[] =>
    STEP.exec(text)?.[1] === String(index + 1)
      ? []
      : [
          {
            file: page.file,
            line: getLine(node),
            message: `the heading "${text}" isn't "Step ${index + 1}: …"; number the steps from 1 without gaps`,
          },
        ],
  );
  if (steps.length < STEPS[0] || steps.length > STEPS[1]) {
    const line = steps[0] ? getLine(steps[0].node) : 1;
    findings.push({
      file: page.file,
      line,
      message: `the tutorial has ${steps.length} steps; merge or split steps until it has ${STEPS[0]} to ${STEPS[1]}`,
    });
  }
  return findings;
}

/** Checks the entries of `omits`: each needs a reason, a heading of the template, and no such heading on the page. */
function checkOmissions(page: Page, kind: Kind, sections: readonly Section[], required: readonly Section[]): Finding[] {
  const findings: Finding[] = [];
  for (const { heading, reason, line } of listOmissions(page)) {
    const add = (message: string): void => void findings.push({ file: page.file, line, message });
    if (reason.length < 10) add(`"omits" gives no reason for "${heading}"; explain why the page leaves it out`);
    if (sections.some(({ text }) => text === heading)) {
      add(`"omits" lists "${heading}", which the page has; remove the entry`);
    }
    if (!required.some(({ text }) => text === heading)) {
      add(`"omits" lists "${heading}", which a ${kind} doesn't need; remove the entry`);
    }
  }
  return findings;
}

function checkHeadings(page: Page, kind: Kind, required: readonly Section[]): Finding[] {
  const sections = listSections(page);
  const findings = checkOmissions(page, kind, sections, required);
  const omitted = new Set(listOmissions(page).map(({ heading }) => heading));
  let position = 0;
  let before = '';
  for (const { text: heading, anchor } of required) {
    if (omitted.has(heading)) continue;
    const isStep = STEP.test(heading);
    const matches = ({ text }: Section): boolean => (isStep ? STEP.test(text) : text === heading);
    const found = sections.findIndex((candidate, index) => index >= position && matches(candidate));
    const section = sections[found];
    if (section) {
      position = found + 1;
      before = heading;
      if (anchor !== undefined && section.anchor !== anchor) {
        findings.push({
          file: page.file,
          line: getLine(section.node),
          message: `the heading "## ${heading}" no longer has its published anchor; write "## ${heading} {/* #${anchor} */}"`,
        });
      }
      continue;
    }
    const misplaced = sections.find(matches);
    findings.push({
      file: page.file,
      line: misplaced ? getLine(misplaced.node) : 1,
      message: misplaced
        ? `the heading "## ${heading}" is too early; in a ${kind} it follows "## ${before}"`
        : `the heading "## ${heading}" is missing; add it${before === '' ? '' : ` after "## ${before}"`}, or list it under "omits" with the reason`,
    });
  }
  if (kind === 'tutorial') findings.push(...checkSteps(page, sections));
  return findings;
}

/** The sections that a concept adds to those of its template, with their words. */
function listAddedSections(page: Page, required: readonly Section[], description: Description) {
  const { children } = page.tree;
  const starts = children.flatMap((node, index) => (node.type === 'heading' && node.depth === 2 ? [index] : []));
  return listSections(page).flatMap(({ text, node }, index) => {
    if (required.some((section) => section.text === text)) return [];
    const part = { type: 'root' as const, children: children.slice(starts[index], starts[index + 1]) };
    return [{ text, line: getLine(node), words: countWords(page, description, part) }];
  });
}

function checkLength(page: Page, kind: Kind, required: readonly Section[], description: Description): Finding[] {
  const { file } = page;
  const [least, most] = LENGTHS[kind] ?? [];
  if (least === undefined || most === undefined) return [];
  const added = kind === 'concept' ? listAddedSections(page, required, description) : [];
  const findings = added.flatMap(({ text, line, words }): Finding[] =>
    words <= ADDED_SECTION
      ? []
      : [{ file, line, message: `the section "${text}" has ${words} words of prose; cut it to ${ADDED_SECTION}` }],
  );
  const words = countWords(page, description) - added.reduce((sum, section) => sum + section.words, 0);
  if (words >= least * SHORTER && words <= most) return findings;
  const advice = words < least ? 'add what is missing' : 'cut it, or move a part to the page where it belongs';
  return [
    ...findings,
    { file, line: 1, message: `the ${kind} has ${words} words of prose; ${advice} (${least} to ${most})` },
  ];
}

/**
 * Checks headings, anchors, and length of all pages against the templates.
 *
 * @param pages - The pages of the site.
 * @param templates - The pages of {@link TEMPLATES}.
 * @param description - The OpenAPI specification, for the words that components show.
 * @returns The findings, and how many templates, headings, and words were checked.
 */
export function checkShape(pages: readonly Page[], templates: readonly Page[], description: Description): Report {
  const required = readTemplates(templates);
  const findings: Finding[] = [];
  let headings = 0;
  let words = 0;
  for (const page of pages) {
    words += countWords(page, description);
    for (const node of page.tree.children) {
      if (node.type === 'heading' && node.depth === 1 && page.route !== '/') {
        findings.push({
          file: page.file,
          line: getLine(node),
          message: 'the page has a "# heading", which the title already creates; remove it',
        });
      }
      if (isJsx(node) && /^h[1-6]$/.test(node.name ?? '')) {
        findings.push({
          file: page.file,
          line: getLine(node),
          message: 'a heading is written as an HTML tag; write "##"',
        });
      }
    }
    const kind = getPageKind(page);
    if (kind === undefined) continue;
    const list = required.get(kind) ?? [];
    headings += list.length;
    findings.push(...checkHeadings(page, kind, list), ...checkLength(page, kind, list, description));
  }
  return { findings, counts: { templates: required.size, 'required headings': headings, 'words of prose': words } };
}
