/** Finds the terms of a search in a text, to highlight them and to choose an excerpt. */
import { toTerms } from './words';

/** A piece of a text. */
export interface Piece {
  readonly text: string;
  readonly isMarked: boolean;
}

/** How many pieces an excerpt has, and how many of them precede its first match: each word is about two. */
const [LENGTH, BEFORE] = [44, 12];

/**
 * Splits a text into words and what's between them. Of an identifier, only the part that matches is marked: for "pay",
 * the `Pay` of `isAutoPay`.
 */
export function splitAtTerms(text: string, terms: ReadonlySet<string>): Piece[] {
  const isMarked = (word: string): boolean => toTerms(word).some((term) => terms.has(term));
  return text
    .split(/([A-Za-z0-9]+)/)
    .flatMap((word) => (isMarked(word) ? [word] : word.split(/(?<=[a-z0-9])(?=[A-Z])/)))
    .map((piece) => ({ text: piece, isMarked: isMarked(piece) }));
}

/** The pieces around the first term, with `…` where others are left out. Of a table, from the cell with the most terms. */
export function cutExcerpt(text: string, terms: ReadonlySet<string>): Piece[] {
  const count = (pieces: readonly Piece[]): number => pieces.filter(({ isMarked }) => isMarked).length;
  const pieces = text
    .split(/ ?· ?/)
    .map((cell) => splitAtTerms(cell, terms))
    .reduce((best, cell) => (count(cell) > count(best) ? cell : best));
  const start = Math.max(0, pieces.findIndex(({ isMarked }) => isMarked) - BEFORE);
  const dots = (isNeeded: boolean): Piece[] => (isNeeded ? [{ text: ' … ', isMarked: false }] : []);
  return [...dots(start > 0), ...pieces.slice(start, start + LENGTH), ...dots(start + LENGTH < pieces.length)];
}
