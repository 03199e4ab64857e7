/**
 * Length and density of pages, as readers meet them: words against the target in the front matter, the longest cell, list
 * item, and paragraph, conditions, money warnings, and phrases that PAI's own documentation doesn't use.
 */
import type { Finding, Report } from '../../src/site/finding';
import { HOME, type Page } from '../../src/mdx/pages';

/** Most words of a page, whatever its target. */
const LONGEST_PAGE = 1150;
/** Most words of a block, by its kind. */
const LONGEST = { 'table cell': 25, 'list item': 35, paragraph: 60 } as const;
/** Most conditions per 100 words: on a page, and on all pages together. */
const CONDITIONS = { page: 1.4, all: 1.0 } as const;
const MONEY_WARNINGS = 2;

/** What readers are never told about the API: how we know it. */
export const FORBIDDEN =
  /\b(observed|undocumented|(?:not|isn't|aren't) (?:documented|specified)|certainty|API contract|public documentation|a person decides|common practice)\b/gi;
const CONDITION = /\b(if|unless|except|otherwise|without|once|until|while|but)\b/gi;

const countWords = (text: string): number => text.match(/[A-Za-z0-9'’_-]+/g)?.length ?? 0;
const countConditions = (text: string): number => text.match(CONDITION)?.length ?? 0;

/** Keeps the line breaks of what is removed, so that lines stay where they are. */
const blank = (text: string): string => text.replace(/[^\n]/g, '');

/** The prose of a page, line by line: without front matter, code blocks, comments, tags, and targets of links. */
function readProse(text: string): string[] {
  return text
    .replace(/^---\n[^]*?\n---\n/, blank)
    .replace(/```[^]*?```/g, blank)
    .replace(/\{\/\*[^]*?\*\/\}/g, blank)
    .replace(/^(?:import|export) .*$/gm, '')
    .replace(/<OperationLink[^>]*?text="([^"]*)"[^>]*\/>/g, '$1')
    .replace(/<OperationLink[^>]*\/>/g, 'operation')
    .replace(/<(?:Request|Response|ErrorResponse|EnumTable|FieldTable)\b[^]*?\/>/g, blank)
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, (link, label: string) => (link.startsWith('!') ? '' : label))
    .replace(/<\/?[A-Za-z][^>]*>/g, (tag) => ` ${blank(tag)}`)
    .split('\n');
}

/** The blocks on a line, each with its kind. A line of a paragraph is the whole paragraph. */
function listBlocks(line: string): { kind: keyof typeof LONGEST; text: string }[] {
  const text = line.trim();
  if (text === '' || /^(#|:::)/.test(text)) return [];
  if (text.startsWith('|')) return text.split('|').map((cell) => ({ kind: 'table cell', text: cell }));
  return [{ kind: /^([-*+]|\d+\.)\s/.test(text) ? 'list item' : 'paragraph', text }];
}

/** The figures of a page. */
interface Density {
  readonly words: number;
  readonly conditions: number;
  readonly findings: readonly Finding[];
}

/**
 * Measures a page.
 *
 * @param page - The page. Its `words` is the target; without one, only its blocks are checked.
 * @returns Its figures, and what exceeds a limit.
 */
function measureDensity({ file, text, frontMatter }: Page): Density {
  const findings: Finding[] = [];
  const lines = readProse(text);
  const report = (line: number, message: string): void => void findings.push({ file, line, message });
  lines.forEach((line, index) => {
    for (const block of listBlocks(line)) {
      const words = countWords(block.text);
      if (words > LONGEST[block.kind])
        report(index + 1, `this ${block.kind} has ${words} words; write at most ${LONGEST[block.kind]}`);
    }
    for (const [phrase] of line.matchAll(FORBIDDEN))
      report(index + 1, `"${phrase}" isn't how PAI speaks about its own API; state the fact, or leave it out`);
  });
  const words = countWords(lines.join('\n'));
  const conditions = countConditions(lines.join('\n'));
  const target = frontMatter.get('words');
  if (target !== undefined) {
    const most = Math.min(LONGEST_PAGE, Math.floor(Number(target.value) * 1.1));
    if (words > most) report(target.line, `the page has ${words} words; write at most ${most}`);
    const share = (100 * conditions) / words;
    if (share > CONDITIONS.page) {
      const counts = lines.map(countConditions);
      report(
        counts.indexOf(Math.max(...counts)) + 1,
        `the page has ${share.toFixed(2)} conditions (if, unless, but, …) per 100 words, most of them here; write at most ${CONDITIONS.page}`,
      );
    }
  }
  const warnings = text.match(/^:::\w+(?:\[[^\]\n]*\])?\{[^}]*\.money/gm)?.length ?? 0;
  if (warnings > MONEY_WARNINGS) report(1, `the page has ${warnings} money warnings; keep at most ${MONEY_WARNINGS}`);
  return { words, conditions, findings };
}

/** Checks the length and density of all pages, each and together. */
export function checkDensity(pages: readonly Page[]): Report {
  const all = pages.map(measureDensity);
  const docs = all.filter((_, index) => pages[index]?.file !== HOME);
  const words = docs.reduce((sum, page) => sum + page.words, 0);
  const share = (100 * docs.reduce((sum, page) => sum + page.conditions, 0)) / words;
  const findings = all.flatMap((page) => page.findings);
  if (share > CONDITIONS.all) {
    const message = `all pages have ${share.toFixed(2)} conditions per 100 words; write at most ${CONDITIONS.all}`;
    findings.push({ file: 'docs', line: 1, message });
  }
  return { findings, counts: { pages: pages.length, words } };
}
