/** Finds search terms in a text, to highlight them and to choose an excerpt. */
import { stem } from './words';

/** A piece of a text. */
export interface Piece {
  readonly text: string;
  readonly marked: boolean;
}

const EXCERPT_LENGTH = 130;

/**
 * Splits a text into highlighted and plain pieces. Highlights only the matching part of an identifier: for "pay",
 * `isAutoPay` becomes `isAuto` and `Pay`.
 */
export function splitAtTerms(text: string, terms: ReadonlySet<string>): Piece[] {
  const isWanted = (word: string): boolean => terms.has(stem(word.toLowerCase()));
  const result: Piece[] = [];
  const words = text.split(/([A-Za-z0-9]+)/);
  for (const part of words.flatMap((word) => (isWanted(word) ? [word] : word.split(/(?<=[a-z0-9])(?=[A-Z])/)))) {
    const marked = isWanted(part);
    const last = result.at(-1);
    if (last?.marked === marked) result[result.length - 1] = { text: last.text + part, marked };
    else if (part !== '') result.push({ text: part, marked });
  }
  return result;
}

/** An excerpt around the first search term, with `…` where text is left out. */
export function cutExcerpt(text: string, terms: ReadonlySet<string>): string {
  if (text.length <= EXCERPT_LENGTH) return text;
  const pieces = splitAtTerms(text, terms);
  const first = pieces.findIndex(({ marked }) => marked);
  const position = pieces.slice(0, Math.max(first, 0)).reduce((sum, piece) => sum + piece.text.length, 0);
  const start = position < EXCERPT_LENGTH / 2 ? 0 : text.indexOf(' ', position - EXCERPT_LENGTH / 3) + 1;
  const rest = text.slice(start);
  const end = rest.length <= EXCERPT_LENGTH ? rest.length : rest.lastIndexOf(' ', EXCERPT_LENGTH);
  return `${start > 0 ? '… ' : ''}${rest.slice(0, end)}${end < rest.length && !rest.endsWith('…', end) ? ' …' : ''}`;
}
