/**
 * Converts names to page IDs, variable names, and anchors, and finds the closest known name for error messages. Pure
 * functions that never throw. IDs in URLs use lodash, like the OpenAPI plugin.
 */
import kebabCase from 'lodash/kebabCase';

/** `customerId` → `CUSTOMER_ID`: the environment variable that samples read a path parameter from. */
export function upperSnakeCase(name: string): string {
  return kebabCase(name).replace(/-/g, '_').toUpperCase();
}

/** `create-customer` or `createCustomer` → `Create customer`: words for a label when a schema carries no title. */
export function sentenceCase(name: string): string {
  const words = kebabCase(name).replace(/-/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Converts any text to (part of) an element ID that works in a URL. Never empty. */
export function anchorPart(text: string): string {
  return text.replace(/[^\w.-]+/g, '-').replace(/^-+|-+$/g, '') || 'value';
}

/** Edit distance between two words. */
function distance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 1; i <= left.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= right.length; j += 1) {
      const replace = (row[j - 1] ?? 0) + (left[i - 1] === right[j - 1] ? 0 : 1);
      next.push(Math.min(replace, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[right.length] ?? 0;
}

/** The closest known name, or nothing if none is similar. */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  let best: string | undefined;
  let bestDistance = Math.max(3, Math.ceil(name.length / 4)) + 1;
  for (const candidate of known) {
    const current = distance(name.toLowerCase(), candidate.toLowerCase());
    if (current < bestDistance) {
      best = candidate;
      bestDistance = current;
    }
  }
  return best;
}

/** An error message with the unknown name, the closest match, and the number of known names. */
export function unknownName(kind: string, name: string, known: Iterable<string>): string {
  const names = [...known];
  const nearest = nearestName(name, names);
  const advice = nearest
    ? `Did you mean "${nearest}"?`
    : names.length > 0 && names.length <= 12
      ? `Known: ${names.join(', ')}.`
      : `None of the ${names.length} known names is similar.`;
  return `Unknown ${kind} "${name}". ${advice}`;
}
