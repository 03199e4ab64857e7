/** Words in the form that the search compares: identifiers split, and endings removed. For the index and for queries. */
import { STOP_WORDS, SYNONYMS } from '../../data/search-words';

/** Removes endings, so that `charges`, `charged`, and `charging` match. Keeps numbers and joined identifiers. */
const stem = (word: string): string =>
  /^\d+(st|nd|rd|th)$/.test(word)
    ? word.slice(0, -2)
    : /\d|^.{1,3}$|^.{16}/.test(word)
      ? word
      : word
          .replace(/ies$/, 'y')
          .replace(/(?<=.{3})(?:ations?|ings?|ed|e?s)$/, '')
          .replace(/([bdfglmnprt])\1$/, '$1')
          .replace(/(?<=.{3})e$/, '');

/** What readers call the documentation's words. */
const synonyms = new Map(Object.entries(SYNONYMS).map(([word, others]) => [stem(word), others.split(' ').map(stem)]));

/** A word in a query; nothing for a stop word. */
export const toTerm = (word: string): string | null => (STOP_WORDS.has(word) ? null : stem(word));

/** A word of the documentation: itself, and what readers call it. */
export function toTerms(word: string): string[] {
  const term = toTerm(word.toLowerCase());
  return term === null ? [] : [term, ...(synonyms.get(term) ?? [])];
}

/** The words of a text: `proRataCredit` and `dispute-created` are themselves as one word, and their parts. */
export function tokenize(text: string): string[] {
  return text.split(/[^A-Za-z0-9_.-]+/).flatMap((piece) => {
    const parts = piece
      // `IDs` and `APIs` are plurals, not two words.
      .replace(/([A-Z]{2,})s\b/g, '$1')
      .split(/[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/)
      .filter(Boolean)
      .map((part) => part.toLowerCase());
    return parts.length > 1 ? [parts.join(''), ...parts] : parts;
  });
}
