/**
 * Words in the form that the search uses: identifiers split, endings removed, and synonyms that readers use. Pure
 * functions for the index, for queries, and for highlighting.
 */
import { STOP_WORDS, SYNONYMS } from '../../data/search-words';

/** Removes endings, so that `charges`, `charged`, and `charging` match. Keeps identifiers unchanged. */
export function stem(word: string): string {
  let result = word.replace(/^(\d+)(st|nd|rd|th)$/, '$1');
  // Keep joined identifiers: `subscription-canceled` is not `subscription-cancellations`.
  if (/\d/.test(result) || result.length < 4 || result.length > 15) return result;
  if (/(ss|us|is)$/.test(result)) return result;
  if (result.endsWith('ies') && result.length > 4) result = `${result.slice(0, -3)}y`;
  else if (/(ches|shes|sses|xes)$/.test(result)) result = result.slice(0, -2);
  else if (result.endsWith('s')) result = result.slice(0, -1);
  if (/(ation|ations)$/.test(result) && result.length > 9) result = result.replace(/ation$/, '');
  if (result.endsWith('ing') && result.length > 5) result = result.slice(0, -3);
  else if (result.endsWith('ed') && result.length > 4) result = result.slice(0, -2);
  if (result.length > 4 && /([bdfglmnprt])\1$/.test(result)) result = result.slice(0, -1);
  if (result.length > 4 && result.endsWith('e')) result = result.slice(0, -1);
  return result;
}

/**
 * The words of a text. `proRataCredit` returns itself and its three parts; `dispute-created` returns itself, as one
 * word, and its two parts.
 */
export function tokenize(text: string): string[] {
  const result: string[] = [];
  for (const piece of text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .split(/[^A-Za-z0-9_.-]+/)) {
    const parts = piece
      // `IDs` and `APIs` are plurals, not two words.
      .replace(/([A-Z]{2,})s(?![a-z])/g, '$1')
      .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
      .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
      .split(/[^A-Za-z0-9]+/)
      .filter((part) => part !== '')
      .map((part) => part.toLowerCase());
    if (parts.length > 1) result.push(parts.join(''));
    result.push(...parts);
  }
  return result;
}

/** The documentation's words by each word of readers. */
const others = new Map<string, string[]>();
for (const [word, list] of Object.entries(SYNONYMS)) {
  for (const other of list.split(' ').map(stem)) others.set(other, [...(others.get(other) ?? []), stem(word)]);
}

/** A word as indexed, or nothing for a stop word. */
export function toTerm(word: string): string | null {
  return STOP_WORDS.has(word) ? null : stem(word);
}

/** A concept of a query: the reader's word as typed and as indexed, and its synonyms. */
export interface Concept {
  readonly word: string;
  readonly term: string;
  readonly others: readonly string[];
}

/** The concepts of a query. A query of only stop words is used as is. */
export function findConcepts(query: string): Concept[] {
  const all = [...new Set(tokenize(query))];
  const telling = all.filter((word) => !STOP_WORDS.has(word));
  const words = telling.length > 0 ? telling : all;
  const byTerm = new Map<string, string>();
  for (const word of words) if (!byTerm.has(stem(word))) byTerm.set(stem(word), word);
  return [...byTerm].map(([term, word]) => ({
    word,
    term,
    others: (others.get(term) ?? []).filter((other) => other !== term),
  }));
}
