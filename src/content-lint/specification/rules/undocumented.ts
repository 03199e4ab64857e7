/** What badges say (`x-undocumented`, and the statements of `x-source`) are whole sentences that fit into a badge. */
import { type Description } from '../description';
import type { Finding, Report } from '../finding';
import { splitWords } from '../text';
import { joinPointer } from '../../../description/json';

const KEYWORDS = ['x-undocumented', 'x-source'];
const MIN_WORDS = 4;
const MAX_LENGTH = 200;
/** A badge is a button: it can't contain a link, and no markup but code. */
const MARKUP = /\]\(|https?:|[<>]|\*\*|^\s*[-#]/m;

/** What is wrong with one entry, or nothing. */
function findFault(text: unknown): string | undefined {
  if (typeof text !== 'string' || text.trim() === '') return 'is empty; write a sentence or remove it';
  if (!/^[A-Z`]/.test(text.trim()) || !/[.]$/.test(text.trim()))
    return `is not a whole sentence ("${text.trim()}"); start with a capital letter and end with a full stop`;
  if (splitWords(text).length < MIN_WORDS) return `is too short ("${text.trim()}"); write a sentence of its own`;
  if (text.length > MAX_LENGTH) return `is ${text.length} characters long; a badge takes at most ${MAX_LENGTH}`;
  if (MARKUP.test(text)) return `has a link or markup ("${text.trim()}"); only code in backquotes is possible there`;
  return undefined;
}

/**
 * Checks every sentence behind a badge of the description, examples aside.
 *
 * @param description - the bundled description
 */
export function undocumented(description: Description): Report {
  const findings: Finding[] = [];
  let checked = 0;
  const visit = (node: unknown, at: string): void => {
    if (Array.isArray(node)) {
      node.forEach((item, index) => visit(item, at + joinPointer(index)));
      return;
    }
    if (typeof node !== 'object' || node === null) return;
    for (const [key, value] of Object.entries(node as Record<string, unknown>)) {
      if (KEYWORDS.includes(key)) {
        const entries = [value]
          .flat()
          .map((entry: unknown) =>
            key === 'x-source' && typeof entry === 'object' && entry !== null && 'statement' in entry
              ? entry.statement
              : entry,
          );
        checked += entries.length;
        if (entries.length === 0) findings.push({ pointer: at, message: `${key} is empty; remove it` });
        for (const fault of entries.map(findFault)) {
          if (fault !== undefined) findings.push({ pointer: at, message: `${key} ${fault}` });
        }
      } else if (
        !['examples', 'example', 'value', 'default', 'enum', 'const'].includes(key) ||
        at.endsWith('/properties')
      ) {
        visit(value, at + joinPointer(key));
      }
    }
  };
  visit(description, '');
  return { findings, checked, counts: { 'sentences behind badges': checked } };
}
