/** Small questions about prose: words, sentences, raw markup. */

/** The words of a text; code spans count as words. */
export function splitWords(text: string | undefined): string[] {
  return (text ?? '').match(/[\p{L}\p{N}](?:[\p{L}\p{N}'’./_-]*[\p{L}\p{N}])?/gu) ?? [];
}

/** `bilingCycle` and `X-New-Token` as words in lower case. */
function nameWords(name: string): string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z\d]+/)
    .filter(Boolean)
    .map((word) => word.toLowerCase());
}

const FILLERS = new Set([
  'a',
  'an',
  'the',
  'of',
  'this',
  'its',
  'is',
  'to',
  'for',
  'field',
  'value',
  'object',
  'schema',
]);

/** What is wrong with a description of a thing of some name, or nothing. */
export function describedBadly(name: string, text: string | undefined, fewest = 4): string | undefined {
  const words = splitWords(text);
  if (text === undefined || text.trim() === '') return 'has no description; add one';
  if (words.length < fewest)
    return `has a description of ${String(words.length)} words; write at least ${String(fewest)}`;
  const own = new Set(nameWords(name));
  if (words.every((word) => FILLERS.has(word.toLowerCase()) || own.has(word.toLowerCase())))
    return 'is described by its own name only; say what it means';
  if (!/[.!?](?:\)|`)?\s*$/.test(text)) return 'has a description without a full stop; write full sentences';
  return undefined;
}

/** `listCustomers` as the page address has it: `list-customers`. */
export function kebab(id: string): string {
  return nameWords(id).join('-');
}

/** Raw HTML or braces outside of code in Markdown; both break the generated pages. */
export function rawMarkup(text: string): string | undefined {
  const prose = text.replace(/```[\s\S]*?```/g, '').replace(/`[^`]*`/g, '');
  return /<\/?[A-Za-z!][^>]*>?|[{}]/.exec(prose)?.[0];
}

export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}
