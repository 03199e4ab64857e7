/** What the API leaves open (`x-undocumented`) is said in whole sentences, at a place where the pages show it. */
import { type Description, pointer } from '../description';
import type { Finding, Report } from '../finding';
import { wordsOf } from '../text';

const KEYWORD = 'x-undocumented';
const MIN_WORDS = 4;
/** A badge is a button: it can't contain a link, and no markup but code. */
const MARKUP = /\]\(|https?:|[<>]|\*\*|^\s*[-#]/m;

/** What is wrong with one entry, or nothing. */
function faultOf(text: unknown): string | undefined {
  if (typeof text !== 'string' || text.trim() === '') return 'is empty; write a sentence or remove it';
  if (!/^[A-Z`]/.test(text.trim()) || !/[.]$/.test(text.trim()))
    return `is not a whole sentence ("${text.trim()}"); start with a capital letter and end with a full stop`;
  if (wordsOf(text).length < MIN_WORDS) return `is too short ("${text.trim()}"); say what is not documented`;
  if (MARKUP.test(text)) return `has a link or markup ("${text.trim()}"); only code in backquotes is possible there`;
  return undefined;
}

/**
 * Checks every `x-undocumented` of the description, examples aside.
 *
 * @param description - the bundled description
 */
export function undocumented(description: Description): Report {
  const findings: Finding[] = [];
  let checked = 0;
  const visit = (node: unknown, at: string): void => {
    if (Array.isArray(node)) {
      node.forEach((item, index) => visit(item, at + pointer(index)));
      return;
    }
    if (typeof node !== 'object' || node === null) return;
    for (const [key, value] of Object.entries(node as Record<string, unknown>)) {
      if (key === KEYWORD) {
        const entries: unknown[] = Array.isArray(value) ? value : [value];
        checked += entries.length;
        if (entries.length === 0) findings.push({ pointer: at, message: `${KEYWORD} is empty; remove it` });
        for (const fault of entries.map(faultOf)) {
          if (fault !== undefined) findings.push({ pointer: at, message: `${KEYWORD} ${fault}` });
        }
      } else if (
        !['examples', 'example', 'value', 'default', 'enum', 'const'].includes(key) ||
        at.endsWith('/properties')
      ) {
        visit(value, at + pointer(key));
      }
    }
  };
  visit(description, '');
  return { findings, checked, counts: { 'gaps of the documentation': checked } };
}
