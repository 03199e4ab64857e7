/** Which parts of the specification others refer to. */
import { findAt } from './json';
import { Specification } from './specification';

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

/**
 * Finds the schemas in request bodies, including those that responses also use. There, an optional field is the client's
 * choice.
 *
 * @returns Names of schemas, computed once per specification.
 */
export function sentSchemas(specification: Specification): ReadonlySet<string> {
  return specification.once('sent schemas', () => {
    const found = new Set<string>();
    for (const { method, requestBody } of specification.operations.values()) {
      // PAI sends the body of an event.
      if (method !== 'event') listReferences(specification.document, requestBody?.content, found);
    }
    return new Set([...found].flatMap((reference) => Specification.schemaName(reference) ?? []));
  });
}
