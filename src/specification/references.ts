/** Which parts of the specification others refer to. */
import { findAt } from './json';

/**
 * Lists the references in a value and in all that they lead to.
 *
 * @param document - The bundled specification.
 * @returns References such as `#/components/schemas/Customer`, each once.
 */
export function listReferences(document: unknown, value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value !== 'object' || value === null) return found;
  for (const [key, child] of Object.entries(value)) {
    if (key === '$ref' && typeof child === 'string' && !found.has(child)) {
      found.add(child);
      listReferences(document, findAt(document, decodeURIComponent(child.slice(1))), found);
    } else listReferences(document, child, found);
  }
  return found;
}
